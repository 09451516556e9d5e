use crate::sorted;
use alloc::{
    borrow::Cow,
    string::String,
    vec::{self, Vec},
};
use core::{cmp::Ordering, ops::Deref, slice};

/// Data of one format that the record has no field for. The same format writes it back; other formats keep it in the place
/// reserved for other formats.
///
/// SGF values keep their escapes (line ends are `\n`), JSON values are raw.
///
/// ```
/// use kifu_core::Foreign;
/// let ko = Foreign::new("sgf", "KO", vec![String::new()]); // KO[]
/// assert_eq!((&*ko.format, &*ko.key), ("sgf", "KO"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Foreign {
    /// The identifier of the format: `sgf`, `jgf2`.
    pub format: Cow<'static, str>,
    /// The identifier of a property, a key, or a JSON pointer.
    pub key: Cow<'static, str>,
    /// The values, in order.
    pub values: Vec<String>,
}

impl Foreign {
    /// Creates an entry for the values of `format` under `key`.
    #[must_use]
    pub fn new(
        format: impl Into<Cow<'static, str>>,
        key: impl Into<Cow<'static, str>>,
        values: impl Into<Vec<String>>,
    ) -> Self {
        Self { format: format.into(), key: key.into(), values: values.into() }
    }

    /// Returns the number of bytes outside of the list.
    fn memory(&self) -> usize {
        let values = self.values.capacity() * size_of::<String>();
        let key = if let Cow::Owned(key) = &self.key { key.capacity() } else { 0 };
        key + values + self.values.iter().map(String::capacity).sum::<usize>()
    }

    fn address(&self) -> (&str, &str) {
        (&self.format, &self.key)
    }
}

/// The foreign data of a game or a node: sorted by format and key, with one entry for each key.
///
/// Two sets with the same entries are equal, also if the keys were added in another order. The values of a key keep their order.
/// The set dereferences to a slice.
///
/// ```
/// use kifu_core::{Foreign, ForeignSet};
/// let entries = [("sgf", "XY", "b"), ("jgf2", "/seen", "true"), ("sgf", "XY", "a")];
/// let set: ForeignSet =
///     entries.into_iter().map(|(format, key, value)| Foreign::new(format, key, vec![value.into()])).collect();
/// assert_eq!((set.len(), set[0].format.as_ref()), (2, "jgf2"));
/// assert_eq!(set.get("sgf", "XY").unwrap().values, ["b", "a"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Foreign>"))]
pub struct ForeignSet(Vec<Foreign>);

impl ForeignSet {
    /// Returns the entry of `format` under `key`.
    #[must_use]
    pub fn get(&self, format: &str, key: &str) -> Option<&Foreign> {
        let at = self.0.binary_search_by(|entry| entry.address().cmp(&(format, key)));
        at.ok().map(|at| &self.0[at])
    }

    /// Removes the entries for which `keep` is false.
    pub fn retain(&mut self, keep: impl FnMut(&Foreign) -> bool) {
        self.0.retain(keep);
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
        self.0.iter_mut().for_each(|entry| entry.values.shrink_to_fit());
    }

    /// Returns the approximate number of bytes that the entries take outside of the set itself.
    pub(crate) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Foreign>() + self.0.iter().map(Foreign::memory).sum::<usize>()
    }
}

impl Extend<Foreign> for ForeignSet {
    /// Adds entries. Their values are added after the existing values of the keys.
    ///
    /// The entries are sorted once, so add many of them together: each call may take time linear in the number of all entries.
    ///
    /// ```
    /// use kifu_core::{Foreign, ForeignSet};
    /// let mut set = ForeignSet::default();
    /// set.extend([Foreign::new("sgf", "XY", vec!["b".into()])]);
    /// set.extend([Foreign::new("sgf", "XY", vec!["a".into()])]);
    /// assert_eq!(set[0].values, ["b", "a"]);
    /// ```
    fn extend<I: IntoIterator<Item = Foreign>>(&mut self, entries: I) {
        sorted::extend(&mut self.0, entries, by_address, merge);
    }
}

fn by_address(a: &Foreign, b: &Foreign) -> Ordering {
    a.address().cmp(&b.address())
}

/// Moves the values of `next` to `kept` if both have the same format and key.
fn merge(kept: &mut Foreign, next: &mut Foreign) -> bool {
    let same = kept.address() == next.address();
    if same {
        kept.values.append(&mut next.values);
    }
    same
}

impl FromIterator<Foreign> for ForeignSet {
    fn from_iter<I: IntoIterator<Item = Foreign>>(entries: I) -> Self {
        let mut set = Self::default();
        set.extend(entries);
        set
    }
}

impl From<Vec<Foreign>> for ForeignSet {
    fn from(mut entries: Vec<Foreign>) -> Self {
        // Does not copy the list, which may have millions of entries.
        sorted::arrange(&mut entries, 0, by_address, merge);
        Self(entries)
    }
}

impl IntoIterator for ForeignSet {
    type Item = Foreign;
    type IntoIter = vec::IntoIter<Foreign>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a ForeignSet {
    type Item = &'a Foreign;
    type IntoIter = slice::Iter<'a, Foreign>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl Deref for ForeignSet {
    type Target = [Foreign];

    fn deref(&self) -> &[Foreign] {
        &self.0
    }
}
