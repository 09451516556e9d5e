//! Navigation in a tree: parents, children, lines, and preorder.

use super::{NodeId, Tree, id};
use alloc::vec::Vec;

impl<T> Tree<T> {
    /// Returns the parent of a node, or `None` for the root.
    ///
    /// # Panics
    /// If the tree never had such a node. The same applies to all methods with a node as argument, except [`Tree::get`].
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        id(self.entries[node.index()].parent)
    }

    /// Returns the first child of a node, which continues the main line.
    #[must_use]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        id(self.entries[node.index()].first_child)
    }

    /// Returns the next child of the node's parent.
    #[must_use]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        id(self.entries[node.index()].next_sibling)
    }

    /// Returns the children of a node, the main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// Returns true if the node has more than one child.
    #[must_use]
    pub fn is_fork(&self, node: NodeId) -> bool {
        self.first_child(node).is_some_and(|first| self.next_sibling(first).is_some())
    }

    /// Returns the parent of a node, the parent's parent, and so on up to the root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.parent(node), |&ancestor| self.parent(ancestor))
    }

    /// Returns the nodes from the root to `node`, including both.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = core::iter::once(node).chain(self.ancestors(node)).collect();
        path.reverse();
        path
    }

    /// Returns the main line: the root, its first child, and so on to the end.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(self.root())
    }

    /// Returns the line that starts at `node`: the node, its first child, and so on.
    pub fn line_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(node), |&node| self.first_child(node))
    }

    /// Returns the first node of each variation, in preorder: all nodes that are not the first child of their parent.
    pub fn variations(&self) -> impl Iterator<Item = NodeId> {
        self.preorder().filter(|&node| self.parent(node).is_some_and(|parent| self.first_child(parent) != Some(node)))
    }

    /// Returns all nodes, a parent before its children, the main line first.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let a = tree.add(tree.root(), "a");
    /// tree.add(tree.root(), "b");
    /// tree.add(a, "a1"); // added last, but before b in the walk
    /// assert!(tree.preorder().map(|node| tree[node]).eq(["start", "a", "a1", "b"]));
    /// ```
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> {
        self.subtree(self.root())
    }

    /// Returns `node` and everything below it, a parent before its children.
    pub fn subtree(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(node), move |&at| self.after(at, node))
    }

    /// Returns the node after `at` in the preorder of `top` and everything below it.
    pub(super) fn after(&self, at: NodeId, top: NodeId) -> Option<NodeId> {
        if let Some(child) = self.first_child(at) {
            return Some(child);
        }
        let mut at = at;
        while at != top {
            if let Some(next) = self.next_sibling(at) {
                return Some(next);
            }
            at = self.parent(at)?;
        }
        None
    }

    /// Returns the position of `node` among the children of its parent, from 0.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// tree.add(tree.root(), "pd");
    /// let variation = tree.add(tree.root(), "qd");
    /// assert_eq!(tree.position(variation), 1);
    /// assert_eq!(tree.position(tree.root()), 0);
    /// ```
    #[must_use]
    pub fn position(&self, node: NodeId) -> usize {
        self.parent(node).map_or(0, |parent| self.children(parent).take_while(|&child| child != node).count())
    }
}
