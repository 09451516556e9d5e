//! A tree of values, whose nodes have stable ids.

use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

mod add;
mod link;
mod rearrange;
mod same;
#[cfg(test)]
mod slow;
mod walk;

pub use rearrange::TreePosition;

/// The link to a missing node.
const NONE: u32 = u32::MAX;

/// The parent of a removed node, and of the nodes below a detached node.
const GONE: u32 = u32::MAX - 1;

/// The parent of a detached node.
const DETACHED: u32 = u32::MAX - 2;

/// A tree of values: an arena with four links per node.
///
/// Ids are never reused. Removed and detached nodes stay in the arena until the tree is dropped. They take memory, and a clone
/// copies them, but [`Tree::get`] returns `None` for them, and [`Tree::len`], iterators and equality ignore them. Two trees are
/// equal if their shapes and values are equal. No operation recurses, not even dropping, so a tree may have any depth.
///
/// ```
/// use kifu_core::Tree;
/// let mut tree = Tree::new("start");
/// let a = tree.add(tree.root(), "a");
/// let b = tree.add(tree.root(), "b");
/// tree.add(a, "a1");
/// assert_eq!(tree.preorder().map(|id| tree[id]).collect::<Vec<_>>(), ["start", "a", "a1", "b"]);
/// tree.promote(b);
/// assert_eq!(tree.main_line().map(|id| tree[id]).collect::<Vec<_>>(), ["start", "b"]);
/// tree.remove(a);
/// assert_eq!(tree.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Tree<T> {
    entries: Vec<Entry<T>>,
    removed: u32,
}

/// The identifier of a node within its tree.
///
/// ```
/// use kifu_core::Tree;
/// let mut tree = Tree::new("start");
/// let move_1 = tree.add(tree.root(), "pd");
/// let kept = move_1; // a plain number, which does not borrow the tree
/// tree.add(move_1, "dp");
/// assert_eq!(tree[kept], "pd");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct NodeId(u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    /// Returns the index of the node, in the order in which nodes were added. The root has index 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Entry<T> {
    value: T,
    parent: u32,
    first_child: u32,
    /// The sibling before; for the first, the last one. So a node is unlinked at once, and a parent needs no link to its last child.
    previous_sibling: u32,
    next_sibling: u32,
}

impl<T> Entry<T> {
    fn new(value: T, parent: u32) -> Self {
        Self { value, parent, first_child: NONE, previous_sibling: NONE, next_sibling: NONE }
    }
}

fn id(link: u32) -> Option<NodeId> {
    (link < DETACHED).then_some(NodeId(link))
}

impl<T> Tree<T> {
    /// Creates a tree with one node.
    #[must_use]
    pub fn new(root: T) -> Self {
        Self { entries: alloc::vec![Entry::new(root, NONE)], removed: 0 }
    }

    /// Returns the root, the first node of the tree.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the number of nodes, including the root.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() - self.removed as usize
    }

    /// Returns false, because a tree always has a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Reserves memory for `more` additional nodes.
    pub fn reserve(&mut self, more: usize) {
        self.entries.reserve(more);
    }

    /// Frees unused memory.
    pub fn shrink_to_fit(&mut self) {
        self.entries.shrink_to_fit();
    }

    /// Returns the value of a node, or `None` if the tree does not have the node or it was removed.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let far = tree.add(tree.root(), "pd");
    /// assert_eq!(tree.get(far), Some(&"pd"));
    /// assert_eq!(Tree::new("another").get(far), None); // a smaller tree has no such node
    /// ```
    #[must_use]
    pub fn get(&self, node: NodeId) -> Option<&T> {
        self.entries
            .get(node.index())
            .filter(|entry| !matches!(entry.parent, GONE | DETACHED))
            .map(|entry| &entry.value)
    }

    /// Returns the node whose [`NodeId::index`] is `index`, or `None` if there is no such node or it was removed.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let first = tree.add(tree.root(), "pd");
    /// assert_eq!(tree.node(1), Some(first));
    /// tree.remove(first);
    /// assert_eq!(tree.node(1), None);
    /// ```
    #[must_use]
    pub fn node(&self, index: usize) -> Option<NodeId> {
        let node = NodeId(u32::try_from(index).ok()?);
        self.get(node).map(|_| node)
    }

    /// Returns the number of nodes ever added, including removed ones.
    pub(crate) fn entries(&self) -> usize {
        self.entries.len()
    }
}

impl<T: Default> Default for Tree<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T> Index<NodeId> for Tree<T> {
    type Output = T;

    fn index(&self, node: NodeId) -> &T {
        &self.entries[node.index()].value
    }
}

impl<T> IndexMut<NodeId> for Tree<T> {
    fn index_mut(&mut self, node: NodeId) -> &mut T {
        &mut self.entries[node.index()].value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file may have millions of nodes. The links are indexes of four bytes, and not pointers.
    #[test]
    fn the_links_of_a_node_take_16_bytes() {
        assert_eq!(size_of::<Entry<u32>>() - size_of::<u32>(), 16);
    }
}
