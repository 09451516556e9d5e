//! Edits of a text: replacements that do not overlap.

use crate::Span;
use alloc::{string::String, vec::Vec};
use core::borrow::Borrow;

/// Replacements in a text, sorted and disjoint, applied all at once.
///
/// ```
/// use kifu_text::{Edits, Span};
/// let mut edits = Edits::default();
/// edits.replace(Span::new(2, 3), "W")?;
/// edits.insert(8, " ")?;
/// assert_eq!(edits.apply("(;B[aa])"), "(;W[aa]) ");
/// # Ok::<(), kifu_text::Overlap>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Edits(Vec<(Span, String)>);

/// The error of two edits that touch the same text.
///
/// ```
/// use kifu_text::{Edits, Overlap, Span};
/// let mut edits = Edits::one(Span::new(2, 5), "W");
/// let refused = edits.replace(Span::new(4, 6), "B").unwrap_err();
/// assert_eq!(refused.at, Span::new(4, 6));
/// assert_eq!(refused.to_string(), "two edits touch the same text at bytes 4 to 6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("two edits touch the same text at bytes {} to {}", at.start, at.end)]
#[non_exhaustive]
pub struct Overlap {
    /// The span of the second edit.
    pub at: Span,
}

/// The result of [`Edits::from_disjoint`].
///
/// ```
/// use kifu_text::{DisjointEdits, Edits, Span};
/// let DisjointEdits { edits, omitted, .. } = Edits::from_disjoint(&[Edits::one(Span::at(0), "x")]);
/// assert_eq!((edits.apply("y"), omitted.len()), ("xy".to_string(), 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DisjointEdits {
    /// The merged edits.
    pub edits: Edits,
    /// The indices of the edits that are omitted, because they touch an earlier one.
    pub omitted: Vec<usize>,
}

/// Where the places of an edited text were before. [`Edits::places`] returns it.
///
/// ```
/// use kifu_text::{Edits, Span};
/// // "(;AddBlack[aa]C[x])" becomes "(;AB[aa]C[x])".
/// let places = Edits::one(Span::new(2, 10), "AB").places();
/// assert_eq!(places.before(Span::new(8, 12)), Some(Span::new(14, 18))); // C[x]
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditedPlaces(Vec<EditedPart>);

/// A part of a text that an edit wrote, and the part that it replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EditedPart {
    new: Span,
    old: Span,
}

impl EditedPlaces {
    /// Returns where a part of the edited text was before; `None` if an edit changed it or is inside of it.
    ///
    /// ```
    /// use kifu_text::{Edits, Span};
    /// let places = Edits::one(Span::new(2, 4), "+").places(); // "abcde" becomes "ab+e"
    /// assert_eq!(places.before(Span::new(3, 4)), Some(Span::new(4, 5)));
    /// assert_eq!(places.before(Span::new(0, 4)), None);
    /// ```
    #[must_use]
    pub fn before(&self, at: Span) -> Option<Span> {
        let next = self.0.partition_point(|part| part.new.end <= at.start);
        let is_changed = self.0.get(next).is_some_and(|part| part.new.start < at.end);
        (!is_changed).then(|| self.near(at))
    }

    /// Returns where a part of the edited text was before. What an edit wrote is at the place of the text that it replaced.
    ///
    /// ```
    /// use kifu_text::{Edits, Span};
    /// let places = Edits::one(Span::new(2, 4), "+").places(); // "abcde" becomes "ab+e"
    /// assert_eq!(places.near(Span::new(2, 3)), Span::new(2, 4));
    /// ```
    #[must_use]
    pub fn near(&self, at: Span) -> Span {
        let start = self.offset(at.start, false);
        let end = if at.is_empty() { start } else { self.offset(at.end, true).max(start) };
        Span { start, end }
    }

    /// Returns where an offset was before. At the end of a part, text that was removed there is not included.
    fn offset(&self, at: u32, is_end: bool) -> u32 {
        let is_before = |part: &EditedPart| if is_end { part.new.start < at } else { part.new.start <= at };
        match self.0[..self.0.partition_point(is_before)].last() {
            Some(EditedPart { new, old }) if at >= new.end => old.end + (at - new.end),
            Some(EditedPart { old, .. }) if is_end => old.end,
            Some(EditedPart { old, .. }) => old.start,
            None => at,
        }
    }
}

impl Edits {
    /// Creates edits with one replacement.
    #[must_use]
    pub fn one(span: Span, text: impl Into<String>) -> Self {
        Self(alloc::vec![(span, text.into())])
    }

    /// Adds the replacement of `span` by `text`.
    ///
    /// ```
    /// use kifu_text::{Edits, Span};
    /// let mut edits = Edits::default();
    /// edits.replace(Span::new(4, 6), "pd")?; // places are those of the old text, in any order
    /// edits.replace(Span::new(2, 3), "W")?;
    /// assert_eq!(edits.apply("(;B[aa])"), "(;W[pd])");
    /// assert!(edits.replace(Span::new(3, 5), "").is_err());
    /// # Ok::<(), kifu_text::Overlap>(())
    /// ```
    ///
    /// # Errors
    /// [`Overlap`] if an earlier edit touches the same text, or inserts at the same place.
    pub fn replace(&mut self, span: Span, text: impl Into<String>) -> Result<(), Overlap> {
        let at = self.0.partition_point(|(other, _)| (other.start, other.end) < (span.start, span.end));
        let clash = |other: Span| other == span || (other.start < span.end && span.start < other.end);
        let before = at.checked_sub(1).map(|i| self.0[i].0);
        let after = self.0.get(at).map(|edit| edit.0);
        if before.is_some_and(clash) || after.is_some_and(clash) {
            return Err(Overlap { at: span });
        }
        self.0.insert(at, (span, text.into()));
        Ok(())
    }

    /// Adds the insertion of `text` before the byte `at`.
    ///
    /// ```
    /// use kifu_text::Edits;
    /// let mut edits = Edits::default();
    /// edits.insert(9, ")")?;
    /// assert_eq!(edits.apply("(;B[aa];W"), "(;B[aa];W)");
    /// assert!(edits.insert(9, "]").is_err()); // which of the two would come first?
    /// # Ok::<(), kifu_text::Overlap>(())
    /// ```
    ///
    /// # Errors
    /// [`Overlap`] if an earlier edit changes the text around `at`, or inserts at the same place.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) -> Result<(), Overlap> {
        self.replace(Span::at(at), text)
    }

    /// Adds all edits of `other`, or none of them.
    ///
    /// ```
    /// use kifu_text::{Edits, Span};
    /// let mut edits = Edits::one(Span::new(0, 1), "A");
    /// edits.merge(&Edits::one(Span::new(2, 3), "C"))?;
    /// assert!(edits.merge(&Edits::one(Span::new(1, 3), "-")).is_err());
    /// assert_eq!(edits.apply("abc"), "AbC");
    /// # Ok::<(), kifu_text::Overlap>(())
    /// ```
    ///
    /// # Errors
    /// [`Overlap`] if an edit of `other` touches the same text as one of these.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overlap> {
        let mut all = self.clone();
        for (span, text) in other.iter() {
            all.replace(span, text)?;
        }
        *self = all;
        Ok(())
    }

    /// Sorts `edits` and merges each that does not touch an earlier one.
    ///
    /// ```
    /// use kifu_text::{Edits, Span};
    /// let fixes = [
    ///     Edits::one(Span::new(4, 6), "y"),
    ///     Edits::one(Span::new(0, 3), "x"),
    ///     Edits::one(Span::new(2, 5), "?"), // touches the second
    /// ];
    /// let disjoint = Edits::from_disjoint(&fixes);
    /// assert_eq!(disjoint.edits.apply("abcdef"), "xdy");
    /// assert_eq!(disjoint.omitted, [2]);
    /// ```
    #[must_use]
    pub fn from_disjoint<E: Borrow<Self>>(edits: &[E]) -> DisjointEdits {
        let edits: Vec<&Self> = edits.iter().map(Borrow::borrow).collect();
        let mut order: Vec<usize> = (0..edits.len()).filter(|&i| !edits[i].is_empty()).collect();
        order.sort_by_key(|&i| edits[i].0[0].0);
        let (mut kept, mut omitted) = (Self::default(), Vec::new());
        for i in order {
            let last = kept.0.last().map(|edit| edit.0);
            let first = edits[i].0[0].0;
            let clear = last.is_none_or(|last| last.end <= first.start && last != first);
            if clear {
                kept.0.extend(edits[i].0.iter().cloned());
            } else {
                omitted.push(i);
            }
        }
        DisjointEdits { edits: kept, omitted }
    }

    /// Returns the edits in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = (Span, &str)> {
        self.0.iter().map(|(span, text)| (*span, text.as_str()))
    }

    /// Returns true if there are no edits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of replacements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns where the places of the edited text were before.
    #[must_use]
    pub fn places(&self) -> EditedPlaces {
        let mut added = 0_i64;
        let parts = self.iter().map(|(old, new)| {
            let start = (i64::from(old.start) + added) as usize;
            added += new.len() as i64 - old.len() as i64;
            EditedPart { new: Span::new(start, start + new.len()), old }
        });
        EditedPlaces(parts.collect())
    }

    /// Returns `text` with all replacements applied.
    ///
    /// # Panics
    /// If a span is outside of `text` or not on character boundaries.
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        // The exact capacity, because a large file may need many edits.
        let (removed, added) =
            self.iter().fold((0, 0), |(removed, added), (span, new)| (removed + span.len(), added + new.len()));
        let mut out = String::with_capacity(text.len() - removed + added);
        let mut at = 0;
        for (span, new) in self.iter() {
            out.push_str(&text[at..span.start as usize]);
            out.push_str(new);
            at = span.end as usize;
        }
        out.push_str(&text[at..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_sorted_and_applied_at_once() {
        let mut edits = Edits::default();
        edits.replace(Span::new(4, 6), "xyz").unwrap();
        edits.replace(Span::new(0, 1), "").unwrap();
        edits.insert(6, "!").unwrap();
        assert_eq!(edits.apply("abcdefg"), "bcdxyz!g");
        assert_eq!(edits.len(), 3);
    }

    /// Every part of an edited text that no edit touches is the same text before.
    #[test]
    fn places_before_the_edits() {
        let text = "0123456789abcdef";
        for (first, second) in (0..text.len()).flat_map(|first| (first..text.len()).map(move |second| (first, second)))
        {
            for (lengths, new) in
                [([0, 2], ["+", ""]), ([1, 1], ["", "-"]), ([2, 0], ["==", "XYZ"]), ([0, 0], ["", "!"])]
            {
                let mut edits = Edits::default();
                let spans = [first, second].into_iter().zip(lengths).zip(new);
                if !spans.into_iter().all(|((at, length), new)| {
                    at + length <= text.len() && edits.replace(Span::new(at, at + length), new).is_ok()
                }) {
                    continue;
                }
                let (edited, places) = (edits.apply(text), edits.places());
                for (start, end) in
                    (0..edited.len()).flat_map(|start| (start..=edited.len()).map(move |end| (start, end)))
                {
                    let part = Span::new(start, end);
                    let near = places.near(part);
                    assert!(near.range().end <= text.len() && near.start <= near.end, "{edits:?} {part:?}");
                    match places.before(part) {
                        Some(before) => assert_eq!(&text[before.range()], &edited[part.range()], "{edits:?} {part:?}"),
                        None => assert!(edits.iter().any(|(old, _)| old.start <= near.end && near.start <= old.end)),
                    }
                }
            }
        }
    }

    #[test]
    fn what_touches_the_same_text_is_refused() {
        let mut edits = Edits::one(Span::new(2, 5), "x");
        assert!(edits.replace(Span::new(4, 6), "y").is_err());
        assert!(edits.replace(Span::new(0, 3), "y").is_err());
        assert!(edits.replace(Span::new(2, 5), "y").is_err());
        assert!(edits.insert(3, "y").is_err());
        edits.insert(5, "y").unwrap();
        edits.insert(2, "y").unwrap();
        assert_eq!(edits.apply("abcdefg"), "abyxyfg");
        let before = edits.clone();
        let mut two = Edits::one(Span::new(6, 7), "z");
        two.replace(Span::new(3, 4), "z").unwrap();
        assert!(edits.merge(&two).is_err());
        assert_eq!(edits, before, "a merge that fails changes nothing");
    }
}
