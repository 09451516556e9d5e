//! Equality of trees: equal shapes and equal values. Equal trees have equal hashes.

use super::{NONE, Tree};
use core::hash::{Hash, Hasher};

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

impl<T: Hash> Hash for Tree<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for node in self.preorder() {
            let entry = &self.entries[node.index()];
            (entry.first_child == NONE, entry.next_sibling == NONE).hash(state);
            entry.value.hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Tree;

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
    fn equality_is_of_shape() {
        let mut line = Tree::new(0);
        let one = line.add(line.root(), 1);
        line.add(one, 2);
        let mut fork = Tree::new(0);
        fork.add(fork.root(), 1);
        fork.add(fork.root(), 2);
        assert!(line.preorder().map(|node| line[node]).eq(fork.preorder().map(|node| fork[node])));
        assert_ne!(line, fork);
    }
}
