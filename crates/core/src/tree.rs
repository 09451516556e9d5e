use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

/// No node.
const NONE: u32 = u32::MAX;
/// In place of the parent of a node that was removed.
const GONE: u32 = u32::MAX - 1;

/// A tree of values: an arena with four links a node.
///
/// Ids are never reused; removed nodes stay in the arena, out of reach, until the tree is dropped. Equality is of shape and
/// values. Nothing recurses, not even dropping, so a tree may be as deep as it likes.
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

/// The name of a node within its tree.
///
/// ```
/// use kifu_core::Tree;
/// let mut tree = Tree::new("start");
/// let move_1 = tree.add(tree.root(), "pd");
/// let kept = move_1; // a plain number, which borrows nothing
/// tree.add(move_1, "dp");
/// assert_eq!(tree[kept], "pd");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The number of the node, in the order in which nodes were added; the root is 0.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new('r');
    /// let a = tree.add(tree.root(), 'a');
    /// assert_eq!((tree.root().index(), a.index()), (0, 1));
    /// assert_eq!(tree.node(1), Some(a));
    /// ```
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
    last_child: u32,
    next_sibling: u32,
}

impl<T> Entry<T> {
    fn new(value: T, parent: u32) -> Self {
        Self { value, parent, first_child: NONE, last_child: NONE, next_sibling: NONE }
    }
}

fn id(link: u32) -> Option<NodeId> {
    (link < GONE).then_some(NodeId(link))
}

impl<T> Tree<T> {
    /// A tree of one node.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let tree = Tree::new("start");
    /// assert_eq!(tree[tree.root()], "start");
    /// ```
    #[must_use]
    pub fn new(root: T) -> Self {
        Self { entries: alloc::vec![Entry::new(root, NONE)], removed: 0 }
    }

    /// The first node, of which all others are descendants.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let tree = Tree::new(0);
    /// assert_eq!(tree.parent(tree.root()), None);
    /// ```
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// How many nodes there are, the root included.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let first = tree.add(tree.root(), "pd");
    /// tree.add(first, "dp");
    /// assert_eq!(tree.len(), 3);
    /// tree.remove(first);
    /// assert_eq!(tree.len(), 1); // what stands below goes too
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() - self.removed as usize
    }

    /// Always false: a tree has a root.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// assert!(!Tree::new(()).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Makes room for `more` further nodes.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new(0);
    /// tree.reserve(325); // the moves of the game to come
    /// assert_eq!(tree.len(), 1);
    /// ```
    pub fn reserve(&mut self, more: usize) {
        self.entries.reserve(more);
    }

    /// The value of a node; none where the tree has no such node, or has it no more.
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
        self.entries.get(node.index()).filter(|entry| entry.parent != GONE).map(|entry| &entry.value)
    }

    /// The node whose [`NodeId::index`] is `index`, where there is one that was not removed.
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

    /// The node that it follows.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let first = tree.add(tree.root(), "pd");
    /// assert_eq!(tree.parent(first), Some(tree.root()));
    /// ```
    ///
    /// # Panics
    /// Where the tree never had such a node; so does every method that takes a node, but for [`Tree::get`].
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        id(self.entries[node.index()].parent)
    }

    /// Its first child: where the main line goes on.
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

    /// The next child of its parent.
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

    /// Its children, the main line first.
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

    /// Whether more than one line goes on from it.
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

    /// Its parent, its parent's parent, up to the root.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let first = tree.add(tree.root(), "pd");
    /// let second = tree.add(first, "dp");
    /// assert!(tree.ancestors(second).eq([first, tree.root()]));
    /// assert_eq!(tree.ancestors(second).count(), 2); // its move number
    /// ```
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.parent(node), |&ancestor| self.parent(ancestor))
    }

    /// The nodes from the root to `node`, both included.
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

    /// The root, its first child, and so on to the end.
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
        core::iter::successors(Some(self.root()), |&node| self.first_child(node))
    }

    /// Every node, a parent before its children, the main line first.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let a = tree.add(tree.root(), "a");
    /// tree.add(tree.root(), "b");
    /// tree.add(a, "a1"); // added last, and met before b
    /// assert!(tree.preorder().map(|node| tree[node]).eq(["start", "a", "a1", "b"]));
    /// ```
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> {
        self.subtree(self.root())
    }

    /// `node` and everything below it, a parent before its children.
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

    /// The node after `at` in the preorder of what is below `top`.
    fn after(&self, at: NodeId, top: NodeId) -> Option<NodeId> {
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

    /// Adds a node as the last child of `parent`.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// let first = tree.add(tree.root(), "pd");
    /// let second = tree.add(first, "dp");
    /// assert_eq!(tree.path(second).len(), 3);
    /// ```
    ///
    /// # Panics
    /// Where `parent` was removed, or the tree would have more than 4,294,967,294 nodes.
    pub fn add(&mut self, parent: NodeId, value: T) -> NodeId {
        let node = self.alloc(value, parent);
        self.link_last(parent, node);
        node
    }

    /// Adds nodes that follow one another, the first of them as the last child of `parent`, and gives the last; `parent`
    /// itself where there are none.
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
    /// Where `parent` was removed, or the tree would have more than 4,294,967,294 nodes.
    pub fn add_line(&mut self, parent: NodeId, values: impl IntoIterator<Item = T>) -> NodeId {
        assert!(self.get(parent).is_some(), "the parent is no node of this tree, or was removed");
        let first = self.entries.len();
        let mut above = parent.0;
        let mut values = values.into_iter();
        // Each is made where it stays: what is pushed is made elsewhere and copied, which takes twice the time.
        self.entries.extend((first..GONE as usize).zip(values.by_ref()).map(|(at, value)| {
            let (parent, next) = (above, at as u32 + 1);
            above = at as u32;
            Entry { value, parent, first_child: next, last_child: next, next_sibling: NONE }
        }));
        assert!(values.next().is_none(), "the tree is full");
        let Some(last) = self.entries[first..].last_mut() else { return parent };
        (last.first_child, last.last_child) = (NONE, NONE);
        let last = NodeId(above);
        self.link_last(parent, NodeId(first as u32));
        last
    }

    /// Adds a node as the child of `parent` at `position`, from 0; the last where there are fewer.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// tree.add(tree.root(), "a");
    /// tree.add(tree.root(), "c");
    /// tree.insert(tree.root(), 1, "b");
    /// assert!(tree.children(tree.root()).map(|node| tree[node]).eq(["a", "b", "c"]));
    /// ```
    ///
    /// # Panics
    /// Where `parent` was removed, or the tree would have more than 4,294,967,294 nodes.
    pub fn insert(&mut self, parent: NodeId, position: usize, value: T) -> NodeId {
        let node = self.alloc(value, parent);
        self.link_at(parent, position, node);
        node
    }

    /// Adds a node between `node` and its parent; it takes the place of `node` among its siblings.
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
    /// Where `node` is the root, or was removed.
    pub fn insert_above(&mut self, node: NodeId, value: T) -> NodeId {
        let parent = self.parent(node).expect("nothing stands above the root");
        let position = self.position(node);
        self.unlink(node);
        let above = self.insert(parent, position, value);
        self.entries[node.index()].parent = above.0;
        self.link_last(above, node);
        above
    }

    /// Takes `node` and everything below it out of the tree; tells how many nodes that were: none, where it was out before.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// tree.add(tree.root(), "pd");
    /// let variation = tree.add(tree.root(), "qd");
    /// tree.add(variation, "dp");
    /// assert_eq!(tree.remove(variation), 2);
    /// assert_eq!(tree.preorder().count(), 2);
    /// ```
    ///
    /// # Panics
    /// Where `node` is the root.
    pub fn remove(&mut self, node: NodeId) -> usize {
        if self.get(node).is_none() {
            return 0;
        }
        let gone: Vec<NodeId> = self.subtree(node).collect();
        self.unlink(node);
        for node in &gone {
            self.entries[node.index()].parent = GONE;
        }
        self.removed += u32::try_from(gone.len()).unwrap_or(u32::MAX);
        gone.len()
    }

    /// Makes `node` the first child of its parent; the others keep their order. The root stays where it is.
    ///
    /// ```
    /// use kifu_core::Tree;
    /// let mut tree = Tree::new("start");
    /// for point in ["a", "b", "c"] {
    ///     tree.add(tree.root(), point);
    /// }
    /// tree.promote(tree.node(3).unwrap());
    /// assert!(tree.children(tree.root()).map(|node| tree[node]).eq(["c", "a", "b"]));
    /// ```
    pub fn promote(&mut self, node: NodeId) {
        self.reorder(node, 0);
    }

    /// Makes `node` the child at `position` of its parent; the others keep their order. The root stays where it is.
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

    /// Which child of its parent `node` is, from 0.
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

    fn alloc(&mut self, value: T, parent: NodeId) -> NodeId {
        assert!(self.get(parent).is_some(), "the parent is no node of this tree, or was removed");
        let node = u32::try_from(self.entries.len()).ok().filter(|&n| n < GONE).expect("the tree is full");
        self.entries.push(Entry::new(value, parent.0));
        NodeId(node)
    }

    fn link_last(&mut self, parent: NodeId, node: NodeId) {
        let last = core::mem::replace(&mut self.entries[parent.index()].last_child, node.0);
        match id(last) {
            Some(last) => self.entries[last.index()].next_sibling = node.0,
            None => self.entries[parent.index()].first_child = node.0,
        }
    }

    fn link_at(&mut self, parent: NodeId, position: usize, node: NodeId) {
        let Some(before) = position.checked_sub(1) else {
            let first = core::mem::replace(&mut self.entries[parent.index()].first_child, node.0);
            self.entries[node.index()].next_sibling = first;
            if first == NONE {
                self.entries[parent.index()].last_child = node.0;
            }
            return;
        };
        let before = self.children(parent).nth(before);
        match before {
            Some(before) if self.next_sibling(before).is_some() => {
                self.entries[node.index()].next_sibling = self.entries[before.index()].next_sibling;
                self.entries[before.index()].next_sibling = node.0;
            }
            _ => self.link_last(parent, node),
        }
    }

    fn unlink(&mut self, node: NodeId) {
        let parent = self.parent(node).expect("the root cannot be taken out");
        let before = self.children(parent).take_while(|&child| child != node).last();
        let next = core::mem::replace(&mut self.entries[node.index()].next_sibling, NONE);
        match before {
            Some(before) => self.entries[before.index()].next_sibling = next,
            None => self.entries[parent.index()].first_child = next,
        }
        if next == NONE {
            self.entries[parent.index()].last_child = before.map_or(NONE, |before| before.0);
        }
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

impl<T: PartialEq> PartialEq for Tree<T> {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let (mut a, mut b) = (Some(self.root()), Some(other.root()));
        while let (Some(x), Some(y)) = (a, b) {
            let (s, t) = (&self.entries[x.index()], &other.entries[y.index()]);
            let same_shape = (s.first_child == NONE) == (t.first_child == NONE)
                && (s.next_sibling == NONE) == (t.next_sibling == NONE);
            if !same_shape || s.value != t.value {
                return false;
            }
            a = self.after(x, self.root());
            b = other.after(y, other.root());
        }
        a.is_none() && b.is_none()
    }
}

impl<T: Eq> Eq for Tree<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{vec, vec::Vec};
    use proptest::prelude::*;

    fn values(tree: &Tree<u32>) -> Vec<u32> {
        tree.preorder().map(|node| tree[node]).collect()
    }

    #[test]
    fn a_million_deep_tree_is_walked_compared_and_dropped() {
        let mut tree = Tree::new(0);
        let mut at = tree.root();
        for i in 1..1_000_000 {
            at = tree.add(at, i);
        }
        let other = tree.clone();
        assert!(tree == other);
        assert_eq!(tree.main_line().count(), 1_000_000);
        assert_eq!(tree.path(at).len(), 1_000_000);
        assert_eq!(tree.remove(tree.first_child(tree.root()).unwrap()), 999_999);
        assert!(tree != other);
    }

    #[test]
    fn inserting_above_keeps_the_place() {
        let mut tree = Tree::new(0);
        let a = tree.add(tree.root(), 1);
        let b = tree.add(tree.root(), 2);
        tree.add(tree.root(), 3);
        tree.add(b, 20);
        tree.insert_above(b, 9);
        assert_eq!(values(&tree), [0, 1, 9, 2, 20, 3]);
        tree.insert_above(a, 8);
        assert_eq!(values(&tree), [0, 8, 1, 9, 2, 20, 3]);
    }

    #[test]
    fn equality_is_of_shape() {
        let mut line = Tree::new(0);
        let one = line.add(line.root(), 1);
        line.add(one, 2);
        let mut fork = Tree::new(0);
        fork.add(fork.root(), 1);
        fork.add(fork.root(), 2);
        assert_eq!(values(&line), values(&fork));
        assert_ne!(line, fork);
    }

    /// A slow and obvious tree: for each node, its value and its children.
    #[derive(Default)]
    struct Slow(Vec<(u32, Vec<usize>)>);

    impl Slow {
        fn parent(&self, node: usize) -> Option<usize> {
            self.0.iter().position(|(_, children)| children.contains(&node))
        }

        fn reachable(&self) -> Vec<usize> {
            let mut out = Vec::new();
            let mut stack = vec![0];
            while let Some(node) = stack.pop() {
                out.push(node);
                stack.extend(self.0[node].1.iter().rev());
            }
            out
        }
    }

    proptest! {
        #[test]
        fn editing_does_what_a_slow_tree_does(steps in prop::collection::vec((0_u8..7, any::<prop::sample::Index>(), 0_usize..4), 0..40)) {
            let mut tree = Tree::new(0_u32);
            let mut slow = Slow(vec![(0, Vec::new())]);
            for (step, (what, which, position)) in steps.into_iter().enumerate() {
                let value = u32::try_from(step).unwrap() + 1;
                let nodes = slow.reachable();
                let node = nodes[which.index(nodes.len())];
                let id = NodeId(u32::try_from(node).unwrap());
                let parent = slow.parent(node);
                match (what, parent) {
                    (0 | 1, _) => {
                        tree.add(id, value);
                        slow.0.push((value, Vec::new()));
                        let new = slow.0.len() - 1;
                        slow.0[node].1.push(new);
                    }
                    (2, _) => {
                        tree.insert(id, position, value);
                        slow.0.push((value, Vec::new()));
                        let new = slow.0.len() - 1;
                        let at = position.min(slow.0[node].1.len());
                        slow.0[node].1.insert(at, new);
                    }
                    (3, Some(parent)) => {
                        tree.remove(id);
                        slow.0[parent].1.retain(|&child| child != node);
                    }
                    (4, Some(parent)) => {
                        tree.reorder(id, position);
                        let siblings = &mut slow.0[parent].1;
                        siblings.retain(|&child| child != node);
                        let at = position.min(siblings.len());
                        siblings.insert(at, node);
                    }
                    (6, _) => {
                        tree.add_line(id, (0..position).map(|n| value + 1000 * n as u32));
                        let mut above = node;
                        for n in 0..position {
                            slow.0.push((value + 1000 * n as u32, Vec::new()));
                            let new = slow.0.len() - 1;
                            slow.0[above].1.push(new);
                            above = new;
                        }
                    }
                    (5, Some(parent)) => {
                        tree.insert_above(id, value);
                        slow.0.push((value, vec![node]));
                        let new = slow.0.len() - 1;
                        let at = slow.0[parent].1.iter().position(|&child| child == node).unwrap();
                        slow.0[parent].1[at] = new;
                    }
                    _ => {}
                }
                let nodes = slow.reachable();
                prop_assert_eq!(tree.preorder().map(NodeId::index).collect::<Vec<_>>(), nodes.clone());
                prop_assert_eq!(tree.len(), nodes.len());
                for gone in (0..slow.0.len()).filter(|node| !nodes.contains(node)) {
                    let id = NodeId(u32::try_from(gone).unwrap());
                    prop_assert_eq!((tree.get(id), tree.node(gone)), (None, None));
                    prop_assert_eq!(tree.remove(id), 0);
                }
                for node in nodes {
                    let id = NodeId(u32::try_from(node).unwrap());
                    prop_assert_eq!(tree[id], slow.0[node].0);
                    prop_assert_eq!(tree.parent(id).map(NodeId::index), slow.parent(node));
                    prop_assert_eq!(tree.children(id).map(NodeId::index).collect::<Vec<_>>(), slow.0[node].1.clone());
                }
            }
        }
    }
}
