use crate::sorted;
use alloc::{
    borrow::Cow,
    string::String,
    vec::{self, Vec},
};
use core::{
    cmp::Ordering,
    fmt,
    ops::{Deref, DerefMut},
    slice,
};
use smallvec::SmallVec;

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
    pub values: ForeignValues,
}

impl Foreign {
    /// Creates an entry for the values of `format` under `key`.
    ///
    /// ```
    /// use kifu_core::Foreign;
    /// let seen = Foreign::new("jgf2", "/seen", vec!["true".into()]);
    /// assert_eq!(seen.values[..], ["true"]);
    /// ```
    #[must_use]
    pub fn new(
        format: impl Into<Cow<'static, str>>,
        key: impl Into<Cow<'static, str>>,
        values: impl Into<ForeignValues>,
    ) -> Self {
        Self { format: format.into(), key: key.into(), values: values.into() }
    }

    /// Returns the number of bytes outside of the list.
    fn memory(&self) -> usize {
        let values = if self.values.0.spilled() { self.values.0.capacity() * size_of::<String>() } else { 0 };
        let key = if let Cow::Owned(key) = &self.key { key.capacity() } else { 0 };
        key + values + self.values.iter().map(String::capacity).sum::<usize>()
    }

    fn address(&self) -> (&str, &str) {
        (&self.format, &self.key)
    }
}

/// The values of [`Foreign`] data, in order. The list dereferences to a slice.
///
/// Most keys have one value, so one or two values take no allocation for the list.
///
/// ```
/// use kifu_core::ForeignValues;
/// let mut values = ForeignValues::from(["rain".to_string()]);
/// values.push("wind".into());
/// assert_eq!(values[..], ["rain", "wind"]);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct ForeignValues(SmallVec<[String; 2]>);

impl ForeignValues {
    /// Adds a value at the end.
    ///
    /// ```
    /// use kifu_core::ForeignValues;
    /// let mut values = ForeignValues::default();
    /// values.push("rain".into());
    /// assert_eq!(values.len(), 1);
    /// ```
    pub fn push(&mut self, value: String) {
        self.0.push(value);
    }

    /// Removes and returns the value at an index.
    ///
    /// ```
    /// use kifu_core::ForeignValues;
    /// let mut values = ForeignValues::from(["rain".to_string(), "wind".to_string()]);
    /// assert_eq!((values.remove(0).as_str(), values.len()), ("rain", 1));
    /// ```
    ///
    /// # Panics
    /// If there is no value at the index.
    pub fn remove(&mut self, index: usize) -> String {
        self.0.remove(index)
    }

    /// Reserves room for more values, and no more than that.
    ///
    /// ```
    /// use kifu_core::ForeignValues;
    /// let mut values = ForeignValues::default();
    /// values.reserve_exact(10);
    /// assert!(values.capacity() >= 10);
    /// ```
    pub fn reserve_exact(&mut self, more: usize) {
        self.0.reserve_exact(more);
    }

    /// Returns the number of values for which there is room.
    ///
    /// ```
    /// use kifu_core::ForeignValues;
    /// let mut values = ForeignValues::default();
    /// values.reserve_exact(10);
    /// assert!(values.capacity() >= 10);
    /// ```
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }
}

impl fmt::Debug for ForeignValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl Deref for ForeignValues {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

impl DerefMut for ForeignValues {
    fn deref_mut(&mut self) -> &mut [String] {
        &mut self.0
    }
}

impl From<Vec<String>> for ForeignValues {
    fn from(values: Vec<String>) -> Self {
        if values.len() <= 2 { values.into_iter().collect() } else { Self(SmallVec::from_vec(values)) }
    }
}

impl<const N: usize> From<[String; N]> for ForeignValues {
    fn from(values: [String; N]) -> Self {
        values.into_iter().collect()
    }
}

impl From<ForeignValues> for Vec<String> {
    fn from(values: ForeignValues) -> Self {
        values.0.into_vec()
    }
}

impl FromIterator<String> for ForeignValues {
    fn from_iter<I: IntoIterator<Item = String>>(values: I) -> Self {
        let (values, mut list) = (values.into_iter(), SmallVec::new());
        // Otherwise a list of millions of values has room for twice as many.
        list.reserve_exact(values.size_hint().0);
        list.extend(values);
        Self(list)
    }
}

impl Extend<String> for ForeignValues {
    fn extend<I: IntoIterator<Item = String>>(&mut self, values: I) {
        self.0.extend(values);
    }
}

impl<'a> IntoIterator for &'a ForeignValues {
    type Item = &'a String;
    type IntoIter = slice::Iter<'a, String>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for ForeignValues {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ForeignValues {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
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
/// assert_eq!(set.get("sgf", "XY").unwrap().values[..], ["b", "a"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Foreign>"))]
pub struct ForeignSet(Vec<Foreign>);

impl ForeignSet {
    /// Returns the entry of `format` under `key`.
    ///
    /// ```
    /// use kifu_core::{Foreign, ForeignSet};
    /// let set: ForeignSet = [Foreign::new("jgf2", "/seen", vec!["true".into()])].into_iter().collect();
    /// assert_eq!(set.get("jgf2", "/seen"), Some(&set[0]));
    /// assert_eq!(set.get("sgf", "/seen"), None);
    /// ```
    #[must_use]
    pub fn get(&self, format: &str, key: &str) -> Option<&Foreign> {
        let at = self.0.binary_search_by(|entry| entry.address().cmp(&(format, key)));
        at.ok().map(|at| &self.0[at])
    }

    /// Returns the values of `format` under a key, for changes. The key is added if the set does not have it.
    ///
    /// ```
    /// use kifu_core::ForeignSet;
    /// let mut set = ForeignSet::default();
    /// set.values_mut("sgf", "XY").push("a".into());
    /// assert_eq!(set.get("sgf", "XY").unwrap().values[..], ["a"]);
    /// ```
    #[inline]
    pub fn values_mut(
        &mut self,
        format: impl Into<Cow<'static, str>>,
        key: impl Into<Cow<'static, str>>,
    ) -> &mut ForeignValues {
        let (format, key) = (format.into(), key.into());
        if self.0.is_empty() {
            // As a rule a set has one entry. This makes it in its place.
            self.0 = Vec::with_capacity(1);
            let make = || Foreign { format, key, values: ForeignValues::default() };
            self.0.extend(core::iter::once_with(make));
            return &mut self.0[0].values;
        }
        let at = self.place(format, key);
        &mut self.0[at].values
    }

    /// Returns the index of an entry, which is added if the set does not have it.
    fn place(&mut self, format: Cow<'static, str>, key: Cow<'static, str>) -> usize {
        let found = self.0.binary_search_by(|entry| entry.address().cmp(&(&*format, &*key)));
        found.unwrap_or_else(|at| {
            self.0.insert(at, Foreign { format, key, values: ForeignValues::default() });
            at
        })
    }

    /// Adds an entry. Its values are added after the existing values of the key.
    ///
    /// An entry that sorts after the others is appended; any other takes time linear in their number. To add many entries, use
    /// `extend`.
    ///
    /// ```
    /// use kifu_core::{Foreign, ForeignSet};
    /// let mut set = ForeignSet::default();
    /// set.insert(Foreign::new("sgf", "XY", vec!["b".into()]));
    /// set.insert(Foreign::new("sgf", "XY", vec!["a".into()]));
    /// assert_eq!(set[0].values[..], ["b", "a"]);
    /// ```
    pub fn insert(&mut self, entry: Foreign) {
        self.extend([entry]);
    }

    /// Removes the entries for which `keep` is false.
    ///
    /// ```
    /// use kifu_core::{Foreign, ForeignSet};
    /// let mut set: ForeignSet = ["KO", "ST"].map(|key| Foreign::new("sgf", key, vec![String::new()])).into_iter().collect();
    /// set.retain(|entry| entry.key != "ST");
    /// assert_eq!((set.len(), &*set[0].key), (1, "KO"));
    /// ```
    pub fn retain(&mut self, keep: impl FnMut(&Foreign) -> bool) {
        self.0.retain(keep);
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
        self.0.iter_mut().for_each(|entry| entry.values.0.shrink_to_fit());
    }

    /// Returns the approximate number of bytes that the entries take outside of the set itself.
    pub(crate) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Foreign>() + self.0.iter().map(Foreign::memory).sum::<usize>()
    }
}

impl Extend<Foreign> for ForeignSet {
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
        kept.values.0.append(&mut next.values.0);
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
