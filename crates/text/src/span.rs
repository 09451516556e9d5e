//! A byte range of a text.

use core::ops::Range;

/// A byte range of a source's decoded text, from `start` up to and not including `end`.
///
/// A literal may construct it, because a start and an end are all of a range.
///
/// ```
/// use kifu_text::Span;
/// let span = Span::new(2, 5);
/// assert_eq!(&"(;B[aa])"[span.range()], "B[a");
/// assert_eq!(span.len(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span from `start` to `end`.
    ///
    /// # Panics
    /// If a bound is over 4 GiB, the maximum size of a source.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let fit = |at: usize| u32::try_from(at).expect("a source has at most 4 GiB");
        Self { start: fit(start), end: fit(end) }
    }

    /// Creates the empty span at `at`, for an insertion.
    ///
    /// # Panics
    /// If `at` is over 4 GiB, the maximum size of a source.
    #[must_use]
    pub fn at(at: usize) -> Self {
        Self::new(at, at)
    }

    /// Returns the span as a range for slicing.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.range().len()
    }

    /// Returns true if the span is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Returns the smallest span that covers both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}
