//! Navigation in a tree: parents, children, lines, and preorder.

use super::{NodeId, Tree, id};
use alloc::vec::Vec;

impl<T> Tree<T> {
    /// Returns the parent of a node, or `None` for the root.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let first = tree.add(tree.root(), "pd");
    /// assert_eq!(tree.parent(first), Some(tree.root()));
    /// ```
    ///
    /// # Panics
    /// If the tree never had such a node. The same applies to all methods with a node as argument, except [`Tree::get`].
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        id(self.entries[node.index()].parent)
    }

    /// Returns the first child of a node, which continues the main line.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let played = tree.add(tree.root(), "pd");
    /// tree.add(tree.root(), "qd, a variation");
    /// assert_eq!(tree.first_child(tree.root()), Some(played));
    /// assert_eq!(tree.first_child(played), None);
    /// ```
    #[must_use]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        id(self.entries[node.index()].first_child)
    }

    /// Returns the next child of the node's parent.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let played = tree.add(tree.root(), "pd");
    /// let variation = tree.add(tree.root(), "qd");
    /// assert_eq!(tree.next_sibling(played), Some(variation));
    /// assert_eq!(tree.next_sibling(variation), None);
    /// ```
    #[must_use]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        id(self.entries[node.index()].next_sibling)
    }

    /// Returns the children of a node, the main line first.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// for point in ["pd", "qd", "oc"] {
    ///     tree.add(tree.root(), point);
    /// }
    /// assert!(tree.children(tree.root()).map(|node| tree[node]).eq(["pd", "qd", "oc"]));
    /// ```
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// Returns true if the node has more than one child.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// tree.add(tree.root(), "pd");
    /// assert!(!tree.is_fork(tree.root()));
    /// tree.add(tree.root(), "qd");
    /// assert!(tree.is_fork(tree.root()));
    /// ```
    #[must_use]
    pub fn is_fork(&self, node: NodeId) -> bool {
        let entry = &self.entries[node.index()];
        entry.first_child != entry.last_child
    }

    /// Returns the parent of a node, the parent's parent, and so on up to the root.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let first = tree.add(tree.root(), "pd");
    /// let second = tree.add(first, "dp");
    /// assert!(tree.ancestors(second).eq([first, tree.root()]));
    /// assert_eq!(tree.ancestors(second).count(), 2); // the move number
    /// ```
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.parent(node), |&ancestor| self.parent(ancestor))
    }

    /// Returns the nodes from the root to `node`, including both.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let first = tree.add(tree.root(), "pd");
    /// let second = tree.add(first, "dp");
    /// assert_eq!(tree.path(second), [tree.root(), first, second]);
    /// ```
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = core::iter::once(node).chain(self.ancestors(node)).collect();
        path.reverse();
        path
    }

    /// Returns the main line: the root, its first child, and so on to the end.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let first = tree.add(tree.root(), "pd");
    /// tree.add(tree.root(), "qd, a variation");
    /// tree.add(first, "dp");
    /// assert!(tree.main_line().map(|node| tree[node]).eq(["start", "pd", "dp"]));
    /// ```
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(self.root())
    }

    /// Returns the line that starts at `node`: the node, its first child, and so on.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// tree.add(tree.root(), "pd");
    /// let variation = tree.add(tree.root(), "qd");
    /// tree.add(variation, "dp");
    /// assert!(tree.line_from(variation).map(|node| tree[node]).eq(["qd", "dp"]));
    /// ```
    pub fn line_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(node), |&node| self.first_child(node))
    }

    /// Returns the first node of each variation, in preorder: all nodes that are not the first child of their parent.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// tree.add(tree.root(), "pd");
    /// let variation = tree.add(tree.root(), "qd");
    /// tree.add(variation, "dp");
    /// assert!(tree.variations().eq([variation]));
    /// ```
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
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let a = tree.add(tree.root(), "a");
    /// tree.add(a, "a1");
    /// tree.add(tree.root(), "b");
    /// assert!(tree.subtree(a).map(|node| tree[node]).eq(["a", "a1"]));
    /// ```
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
