//! A simple, slow tree. Tests compare the changes of a tree with it.

use super::{NodeId, Tree};
use alloc::{vec, vec::Vec};
use proptest::prelude::*;

/// A tree that stores, for each node, its value and its children.
#[derive(Default)]
struct Slow {
    nodes: Vec<SlowNode>,
}

struct SlowNode {
    value: u32,
    children: Vec<usize>,
}

impl Slow {
    /// Adds a node without a parent, and returns its index.
    fn add(&mut self, value: u32, children: Vec<usize>) -> usize {
        self.nodes.push(SlowNode { value, children });
        self.nodes.len() - 1
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.nodes.iter().position(|entry| entry.children.contains(&node))
    }

    fn reachable(&self) -> Vec<usize> {
        let mut out = Vec::new();
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            out.push(node);
            stack.extend(self.nodes[node].children.iter().rev());
        }
        out
    }
}

proptest! {
    #[test]
    fn editing_does_what_a_slow_tree_does(steps in prop::collection::vec((0_u8..10, any::<prop::sample::Index>(), 0_usize..4), 0..40)) {
        let mut tree = Tree::new(0_u32);
        let mut slow = Slow::default();
            slow.add(0, Vec::new());
        let mut detached = Vec::new();
        for (step, (what, which, position)) in steps.into_iter().enumerate() {
            let value = u32::try_from(step).unwrap() + 1;
            let nodes = slow.reachable();
            let node = nodes[which.index(nodes.len())];
            let id = NodeId(u32::try_from(node).unwrap());
            let parent = slow.parent(node);
            match (what, parent) {
                (0 | 1, _) => {
                    tree.add(id, value);
                    let new = slow.add(value, Vec::new());
                    slow.nodes[node].children.push(new);
                }
                (2, _) => {
                    tree.insert(id, position, value);
                    let new = slow.add(value, Vec::new());
                    let at = position.min(slow.nodes[node].children.len());
                    slow.nodes[node].children.insert(at, new);
                }
                (3, Some(parent)) => {
                    tree.remove(id);
                    slow.nodes[parent].children.retain(|&child| child != node);
                }
                (4, Some(parent)) => {
                    tree.reorder(id, position);
                    let siblings = &mut slow.nodes[parent].children;
                    siblings.retain(|&child| child != node);
                    let at = position.min(siblings.len());
                    siblings.insert(at, node);
                }
                (6, _) => {
                    tree.add_line(id, (0..position).map(|n| value + 1000 * n as u32));
                    let mut above = node;
                    for n in 0..position {
                        let new = slow.add(value + 1000 * n as u32, Vec::new());
                        slow.nodes[above].children.push(new);
                        above = new;
                    }
                }
                (5, Some(parent)) => {
                    tree.insert_above(id, value);
                    let new = slow.add(value, vec![node]);
                    let at = slow.nodes[parent].children.iter().position(|&child| child == node).unwrap();
                    slow.nodes[parent].children[at] = new;
                }
                (7, Some(parent)) => {
                    let at = slow.nodes[parent].children.iter().position(|&child| child == node).unwrap();
                    prop_assert_eq!(tree.detach(id), Ok(crate::TreePosition { parent: NodeId(u32::try_from(parent).unwrap()), position: at }));
                    slow.nodes[parent].children.remove(at);
                    detached.push(node);
                }
                (8, _) => {
                    if let Some(top) = detached.pop() {
                        prop_assert_eq!(tree.attach(NodeId(u32::try_from(top).unwrap()), id, position), Ok(()));
                        let children = &mut slow.nodes[node].children;
                        children.insert(position.min(children.len()), top);
                    }
                }
                (9, Some(parent)) => {
                    let to = nodes[position * 7 % nodes.len()];
                    let moved = tree.move_to(id, NodeId(u32::try_from(to).unwrap()), position);
                    let mut above = Some(to);
                    while above.is_some_and(|at| at != node) {
                        above = slow.parent(above.unwrap());
                    }
                    prop_assert_eq!(moved.is_err(), above.is_some());
                    if above.is_none() {
                        slow.nodes[parent].children.retain(|&child| child != node);
                        let children = &mut slow.nodes[to].children;
                        children.insert(position.min(children.len()), node);
                    }
                }
                _ => {}
            }
            let nodes = slow.reachable();
            prop_assert_eq!(tree.preorder().map(NodeId::index).collect::<Vec<_>>(), nodes.clone());
            prop_assert_eq!(tree.len(), nodes.len());
            for gone in (0..slow.nodes.len()).filter(|node| !nodes.contains(node)) {
                let id = NodeId(u32::try_from(gone).unwrap());
                prop_assert_eq!((tree.get(id), tree.node(gone)), (None, None));
                prop_assert!(tree.detach(id).is_err());
            }
            for node in nodes {
                let id = NodeId(u32::try_from(node).unwrap());
                prop_assert_eq!(tree[id], slow.nodes[node].value);
                prop_assert_eq!(tree.parent(id).map(NodeId::index), slow.parent(node));
                prop_assert_eq!(tree.children(id).map(NodeId::index).collect::<Vec<_>>(), slow.nodes[node].children.clone());
            }
        }
    }
}
