//! Removing, detaching, attaching and moving nodes.

use super::{DETACHED, GONE, NodeId, Tree, id};
use crate::EditError;
use alloc::vec::Vec;

/// The place of a node in a tree: its parent, and its position among the parent's children, from 0.
///
/// A literal may construct it, because a parent and a position are all of a place.
///
/// ```
/// use kifu_core::{Tree, TreePosition};
/// let mut tree = Tree::new("start");
/// tree.add(tree.root(), "pd");
/// let variation = tree.add(tree.root(), "qd");
/// assert_eq!(tree.detach(variation)?, TreePosition { parent: tree.root(), position: 1 });
/// # Ok::<(), kifu_core::EditError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreePosition {
    /// The parent.
    pub parent: NodeId,
    /// The index among the children of `parent`.
    pub position: usize,
}

impl<T> Tree<T> {
    /// Removes `node` and everything below it. Returns the number of removed nodes, which is 0 if `node` was removed before.
    ///
    /// Takes time in proportion to the number of removed nodes.
    ///
    /// # Panics
    /// If `node` is the root.
    pub fn remove(&mut self, node: NodeId) -> usize {
        if self.get(node).is_none() {
            return 0;
        }
        self.unlink_all(node)
    }

    /// Detaches `node` and everything below it from the tree, so that [`Tree::attach`] can restore them with the same ids.
    /// Returns the previous place of the node.
    ///
    /// Takes time in proportion to the number of detached nodes and of siblings before `node`.
    ///
    /// ```
    /// use kifu_core::{Tree, TreePosition};
    /// let mut tree = Tree::new("start");
    /// let first = tree.add(tree.root(), "pd");
    /// let answer = tree.add(first, "dp");
    /// let TreePosition { parent, position } = tree.detach(first)?;
    /// assert_eq!((tree.len(), tree.get(answer)), (1, None));
    /// tree.attach(first, parent, position)?;
    /// assert_eq!((tree.len(), tree.get(answer)), (3, Some(&"dp")));
    /// # Ok::<(), kifu_core::EditError>(())
    /// ```
    ///
    /// # Errors
    /// If the tree has no such node, or it is the root.
    pub fn detach(&mut self, node: NodeId) -> Result<TreePosition, EditError> {
        let place = self.place(node)?;
        self.unlink_all(node);
        self.entries[node.index()].parent = DETACHED;
        Ok(place)
    }

    /// Restores a detached node and everything below it, as the child of `parent` at `position`, from 0, or as the last child if
    /// there are fewer. All nodes keep their ids.
    ///
    /// Takes time in proportion to the number of restored nodes and of siblings before `position`.
    ///
    /// ```
    /// use kifu_core::{EditError, Tree};
    /// let mut tree = Tree::new("start");
    /// let a = tree.add(tree.root(), "a");
    /// let b = tree.add(tree.root(), "b");
    /// tree.detach(b)?;
    /// tree.attach(b, a, 0)?; // another parent
    /// assert_eq!(tree.path(b), [tree.root(), a, b]);
    /// assert_eq!(tree.attach(b, a, 0), Err(EditError::NotDetached(b)));
    /// # Ok::<(), EditError>(())
    /// ```
    ///
    /// # Errors
    /// If `node` was not detached itself, or the tree has no node `parent`. Detached nodes are not in the tree.
    pub fn attach(&mut self, node: NodeId, parent: NodeId, position: usize) -> Result<(), EditError> {
        if self.entries.get(node.index()).is_none_or(|entry| entry.parent != DETACHED) {
            return Err(EditError::NotDetached(node));
        }
        self.get(parent).ok_or(EditError::NoSuchNode(parent))?;
        self.entries[node.index()].parent = parent.0;
        self.link_at(parent, position, node);
        // Detaching keeps the links to children. The walk restores the parent of each node before it returns to the node.
        let (mut at, mut count) = (Some(node), 0);
        while let Some(above) = at {
            let mut child = self.entries[above.index()].first_child;
            while let Some(below) = id(child) {
                self.entries[below.index()].parent = above.0;
                child = self.entries[below.index()].next_sibling;
            }
            count += 1;
            at = self.after(above, node);
        }
        self.removed -= count;
        Ok(())
    }

    /// Moves `node`, with everything below it, to the children of `parent`, at `position`, without counting `node`. Returns the
    /// previous place of the node.
    ///
    /// Takes time in proportion to the depth of `parent` and to the number of siblings in both places.
    ///
    /// ```
    /// use kifu_core::{EditError, Tree, TreePosition};
    /// let mut tree = Tree::new("start");
    /// let a = tree.add(tree.root(), "a");
    /// let b = tree.add(tree.root(), "b");
    /// assert_eq!(tree.move_to(b, a, 0)?, TreePosition { parent: tree.root(), position: 1 });
    /// assert_eq!(tree.path(b), [tree.root(), a, b]);
    /// assert_eq!(tree.move_to(a, b, 0), Err(EditError::BelowItself(a)));
    /// # Ok::<(), EditError>(())
    /// ```
    ///
    /// # Errors
    /// If the tree does not have both nodes, `node` is the root, or `parent` is `node` or below it.
    pub fn move_to(&mut self, node: NodeId, parent: NodeId, position: usize) -> Result<TreePosition, EditError> {
        let place = self.place(node)?;
        self.get(parent).ok_or(EditError::NoSuchNode(parent))?;
        if parent == node || self.ancestors(parent).any(|ancestor| ancestor == node) {
            return Err(EditError::BelowItself(node));
        }
        self.unlink(node);
        self.entries[node.index()].parent = parent.0;
        self.link_at(parent, position, node);
        Ok(place)
    }

    /// Returns the place of a node other than the root.
    fn place(&self, node: NodeId) -> Result<TreePosition, EditError> {
        self.get(node).ok_or(EditError::NoSuchNode(node))?;
        Ok(TreePosition { parent: self.parent(node).ok_or(EditError::Root)?, position: self.position(node) })
    }

    /// Removes a node and everything below it from the tree. Returns the number of nodes.
    fn unlink_all(&mut self, node: NodeId) -> usize {
        let gone: Vec<NodeId> = self.subtree(node).collect();
        self.unlink(node);
        for node in &gone {
            self.entries[node.index()].parent = GONE;
        }
        self.removed += u32::try_from(gone.len()).unwrap_or(u32::MAX);
        gone.len()
    }

    /// Drops the nodes that were added last, so that `entries` remain. The dropped nodes must be removed or detached.
    pub(crate) fn drop_added(&mut self, entries: usize) {
        debug_assert!(self.entries[entries..].iter().all(|entry| matches!(entry.parent, GONE | DETACHED)));
        self.removed -= u32::try_from(self.entries.len() - entries).unwrap_or(u32::MAX);
        self.entries.truncate(entries);
    }

    /// Makes `node` the first child of its parent. The others keep their order. For the root, this has no effect.
    pub fn promote(&mut self, node: NodeId) {
        self.reorder(node, 0);
    }

    /// Moves `node` to `position` among the children of its parent. The others keep their order. For the root, this has no effect.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let a = tree.add(tree.root(), "a");
    /// tree.add(tree.root(), "b");
    /// tree.add(tree.root(), "c");
    /// tree.reorder(a, 1);
    /// assert!(tree.children(tree.root()).map(|node| tree[node]).eq(["b", "a", "c"]));
    /// ```
    pub fn reorder(&mut self, node: NodeId, position: usize) {
        if let Some(parent) = self.parent(node) {
            self.unlink(node);
            self.link_at(parent, position, node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_deep_tree_is_detached_and_attached() {
        let mut tree = Tree::new(0);
        let top = tree.add(tree.root(), 1);
        let last = tree.add_line(top, 2..1_000_000);
        let before = tree.clone();
        let place = tree.detach(top).unwrap();
        assert_eq!((tree.len(), tree.get(last), tree.preorder().count()), (1, None, 1));
        assert_eq!(tree, Tree::new(0));
        tree.attach(top, place.parent, place.position).unwrap();
        assert_eq!((tree.len(), tree.path(last).len()), (1_000_000, 1_000_000));
        assert!(tree == before);
    }

    #[test]
    fn what_cannot_be_moved_is_refused_and_nothing_changes() {
        let mut tree = Tree::new(0);
        let root = tree.root();
        let a = tree.add(root, 1);
        let below = tree.add(a, 2);
        let elsewhere = tree.add(root, 3);
        let removed = tree.add(root, 4);
        tree.remove(removed);
        let unknown = NodeId(99);
        let before = tree.clone();
        assert_eq!(tree.detach(root), Err(EditError::Root));
        assert_eq!(tree.detach(removed), Err(EditError::NoSuchNode(removed)));
        assert_eq!(tree.detach(unknown), Err(EditError::NoSuchNode(unknown)));
        assert_eq!(tree.move_to(root, a, 0), Err(EditError::Root));
        assert_eq!(tree.move_to(a, a, 0), Err(EditError::BelowItself(a)));
        assert_eq!(tree.move_to(a, below, 0), Err(EditError::BelowItself(a)));
        assert_eq!(tree.move_to(a, removed, 0), Err(EditError::NoSuchNode(removed)));
        assert_eq!(tree.attach(a, root, 0), Err(EditError::NotDetached(a)));
        assert_eq!(tree.attach(root, a, 0), Err(EditError::NotDetached(root)));
        assert_eq!(tree.attach(removed, root, 0), Err(EditError::NotDetached(removed)));
        assert_eq!(tree.attach(unknown, root, 0), Err(EditError::NotDetached(unknown)));
        assert_eq!(tree, before);
        tree.detach(a).unwrap();
        assert_eq!(tree.attach(a, a, 0), Err(EditError::NoSuchNode(a)));
        assert_eq!(tree.attach(a, below, 0), Err(EditError::NoSuchNode(below)));
        assert_eq!(tree.attach(below, root, 0), Err(EditError::NotDetached(below)));
        assert_eq!(tree.move_to(elsewhere, below, 0), Err(EditError::NoSuchNode(below)));
        assert_eq!(tree.remove(a), 0);
        tree.attach(a, root, 0).unwrap();
        assert_eq!(tree, before);
    }
}
