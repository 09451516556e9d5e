use crate::{Game, sorted};
use alloc::vec::{self, Vec};
use core::hash::{Hash, Hasher};
use core::{fmt, ops::Deref, slice};

/// The marks of a node: sorted, without repeats, and merged by [`Game::merge_marks`].
///
/// Two sets with the same marks are equal, also if the marks were added in another order. The set dereferences to a slice.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// use kifu_core::MarkSet;
/// let mut marks: MarkSet<Toy> = [9, 3].into_iter().collect();
/// marks.extend([9]);
/// assert_eq!(*marks, [3, 9]);
/// ```
pub struct MarkSet<G: Game>(Vec<G::Mark>);

impl<G: Game> MarkSet<G> {
    /// Removes the marks for which `keep` is false.
    pub fn retain(&mut self, keep: impl FnMut(&G::Mark) -> bool) {
        self.0.retain(keep);
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }

    /// Returns the approximate number of bytes that the marks take outside of the set itself.
    pub(crate) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<G::Mark>() + self.0.iter().map(G::mark_memory).sum::<usize>()
    }
}

impl<G: Game> Extend<G::Mark> for MarkSet<G> {
    /// Adds marks, and merges them with the existing marks.
    ///
    /// The marks are sorted once, so add many of them together: each call may take time linear in the number of all marks.
    fn extend<I: IntoIterator<Item = G::Mark>>(&mut self, marks: I) {
        let merge = |kept: &mut G::Mark, next: &mut G::Mark| {
            kept == next
                || G::merge_marks(kept, next).is_some_and(|merged| {
                    *kept = merged;
                    true
                })
        };
        sorted::extend(&mut self.0, marks, G::Mark::cmp, merge);
    }
}

impl<G: Game> FromIterator<G::Mark> for MarkSet<G> {
    fn from_iter<I: IntoIterator<Item = G::Mark>>(marks: I) -> Self {
        let mut set = Self::default();
        set.extend(marks);
        set
    }
}

impl<G: Game> IntoIterator for MarkSet<G> {
    type Item = G::Mark;
    type IntoIter = vec::IntoIter<G::Mark>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, G: Game> IntoIterator for &'a MarkSet<G> {
    type Item = &'a G::Mark;
    type IntoIter = slice::Iter<'a, G::Mark>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<G: Game> Deref for MarkSet<G> {
    type Target = [G::Mark];

    fn deref(&self) -> &[G::Mark] {
        &self.0
    }
}

impl<G: Game> Default for MarkSet<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Game> Clone for MarkSet<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Game> fmt::Debug for MarkSet<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<G: Game> PartialEq for MarkSet<G> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<G: Game> Eq for MarkSet<G> {}

impl<G: Game> Hash for MarkSet<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
