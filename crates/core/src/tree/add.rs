//! Adding nodes: below a node, above a node, and from another tree.

use super::{DETACHED, Entry, NONE, NodeId, Tree};
use crate::make_room::make_room;
use alloc::vec::Vec;

impl<T> Tree<T> {
    /// Adds a node as the last child of `parent`.
    ///
    /// # Panics
    /// If `parent` was removed, or the tree would have more than 4,294,967,293 nodes.
    pub fn add(&mut self, parent: NodeId, value: T) -> NodeId {
        let node = self.alloc(value, parent);
        self.link_last(parent, node);
        node
    }

    /// Adds a line of nodes. The first becomes the last child of `parent`, and each other node the child of the one before it.
    /// Returns the last node, or `parent` if there are no nodes.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let end = tree.add_line(tree.root(), ["pd", "dp", "pq"]);
    /// assert_eq!(tree[end], "pq");
    /// assert!(tree.main_line().map(|node| tree[node]).eq(["start", "pd", "dp", "pq"]));
    /// assert_eq!(tree.add_line(end, []), end);
    /// ```
    ///
    /// # Panics
    /// If `parent` was removed, or the tree would have more than 4,294,967,293 nodes.
    pub fn add_line(&mut self, parent: NodeId, values: impl IntoIterator<Item = T>) -> NodeId {
        assert!(self.get(parent).is_some(), "the parent is not a node of this tree, or was removed");
        let first = self.entries.len();
        let mut above = parent.0;
        let mut values = values.into_iter();
        make_room(&mut self.entries, values.size_hint().0);
        // `extend` constructs each entry in place. `push` constructs it elsewhere and copies it, which takes twice the time.
        self.entries.extend((first..DETACHED as usize).zip(values.by_ref()).map(|(at, value)| {
            let (parent, next) = (above, at as u32 + 1);
            above = at as u32;
            Entry { value, parent, first_child: next, previous_sibling: at as u32, next_sibling: NONE }
        }));
        assert!(values.next().is_none(), "the tree is full");
        let Some(last) = self.entries[first..].last_mut() else { return parent };
        last.first_child = NONE;
        let last = NodeId(above);
        self.link_last(parent, NodeId(first as u32));
        last
    }

    /// Adds a node as the child of `parent` at `position`, from 0; as the last if there are fewer children.
    ///
    /// # Panics
    /// If `parent` was removed, or the tree would have more than 4,294,967,293 nodes.
    pub fn insert(&mut self, parent: NodeId, position: usize, value: T) -> NodeId {
        let node = self.alloc(value, parent);
        self.link_at(parent, position, node);
        node
    }

    /// Adds the nodes of another tree. Its root becomes the child of `parent` at `position`, from 0, or the last child if there are
    /// fewer. Returns the new id of that root. The new ids of the other nodes follow it in preorder.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut variation = Tree::new("qd");
    /// variation.add(variation.root(), "dp");
    /// let mut tree = Tree::new("start");
    /// tree.add(tree.root(), "pd");
    /// let pasted = tree.insert_tree(tree.root(), 1, variation);
    /// assert!(tree.preorder().map(|node| tree[node]).eq(["start", "pd", "qd", "dp"]));
    /// assert_eq!((tree[pasted], tree.node(pasted.index() + 1)), ("qd", tree.first_child(pasted)));
    /// ```
    ///
    /// # Panics
    /// If `parent` was removed, or the tree would have more than 4,294,967,293 nodes.
    pub fn insert_tree(&mut self, parent: NodeId, position: usize, other: Self) -> NodeId {
        // The new id of each node of the other tree.
        let mut new = alloc::vec![NONE; other.entries.len()];
        let order: Vec<(NodeId, Option<NodeId>)> = other.preorder().map(|node| (node, other.parent(node))).collect();
        let mut values: Vec<Option<T>> = other.entries.into_iter().map(|entry| Some(entry.value)).collect();
        let mut top = None;
        for (node, above) in order {
            let Some(value) = values[node.index()].take() else { continue };
            let added = match above {
                Some(above) => self.add(NodeId(new[above.index()]), value),
                None => self.insert(parent, position, value),
            };
            new[node.index()] = added.0;
            top = top.or(Some(added));
        }
        top.expect("a tree has a root")
    }

    /// Adds a node between `node` and its parent. The new node takes the place of `node` among its siblings.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let answer = tree.add(tree.root(), "dp");
    /// let before = tree.insert_above(answer, "pd");
    /// assert_eq!(tree.path(answer), [tree.root(), before, answer]);
    /// ```
    ///
    /// # Panics
    /// If `node` is the root, or was removed.
    pub fn insert_above(&mut self, node: NodeId, value: T) -> NodeId {
        let parent = self.parent(node).expect("the root has no parent");
        let position = self.position(node);
        self.unlink(node);
        let above = self.insert(parent, position, value);
        self.entries[node.index()].parent = above.0;
        self.link_last(above, node);
        above
    }

    fn alloc(&mut self, value: T, parent: NodeId) -> NodeId {
        assert!(self.get(parent).is_some(), "the parent is not a node of this tree, or was removed");
        let node = u32::try_from(self.entries.len()).ok().filter(|&n| n < DETACHED).expect("the tree is full");
        make_room(&mut self.entries, 1);
        // As in `add_line`: `push` would construct the entry elsewhere and copy it.
        self.entries.extend(core::iter::once(value).map(|value| Entry::new(value, parent.0)));
        NodeId(node)
    }
}

#[cfg(test)]
mod tests {
    use crate::Tree;
    use alloc::vec::Vec;

    #[test]
    fn inserting_above_keeps_the_place() {
        let mut tree = Tree::new(0);
        let a = tree.add(tree.root(), 1);
        let b = tree.add(tree.root(), 2);
        tree.add(tree.root(), 3);
        tree.add(b, 20);
        tree.insert_above(b, 9);
        let values = |tree: &Tree<u32>| tree.preorder().map(|node| tree[node]).collect::<Vec<_>>();
        assert_eq!(values(&tree), [0, 1, 9, 2, 20, 3]);
        tree.insert_above(a, 8);
        assert_eq!(values(&tree), [0, 8, 1, 9, 2, 20, 3]);
    }
}
