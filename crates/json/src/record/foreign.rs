//! Foreign data of the game or of a node: members of this format, which are written back to their places, and data of other
//! formats.

use super::slot;
use crate::Writer;
use alloc::{string::String, vec::Vec};
use kifu_core::{Foreign, ForeignSet};

/// The foreign data of the game or of a node, for writing.
///
/// ```
/// use kifu_core::{Foreign, ForeignSet};
/// use kifu_json::{Writer, record::ForeignData};
/// let odd = Foreign::new("abc", "/game/weather", vec![r#""rain""#.into()]);
/// let foreign: ForeignSet = vec![odd, Foreign::new("sgf", "KM", vec!["6.5".into()])].into();
/// let mut data = ForeignData::new("abc", &foreign);
/// let mut out = Writer::compact();
/// out.begin_object();
/// data.write_members("/game", &[], &mut out);
/// assert_eq!(out.finish(), r#"{"weather":"rain"}"#);
/// assert_eq!(data.others[0].format, "sgf");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ForeignData<'a> {
    /// The id of the format.
    pub format: &'static str,
    /// Members of this format, sorted by JSON pointer.
    pub members: Vec<&'a Foreign>,
    /// Data of other formats, and of the record itself.
    pub others: Vec<&'a Foreign>,
    /// Members of this format that cannot be written back to their places. They are written into the slot.
    pub unplaced: Vec<&'a Foreign>,
    has_slots: bool,
}

impl<'a> ForeignData<'a> {
    /// Divides foreign data for the format with this id.
    #[must_use]
    pub fn new(format: &'static str, foreign: &'a ForeignSet) -> Self {
        let (members, others) = foreign.iter().partition(|entry| entry.format == format);
        Self { format, members, others, unplaced: Vec::new(), has_slots: true }
    }

    /// Returns the data for a text with or without slots. Without slots, data of other formats and unplaced members are left out.
    #[must_use]
    pub fn with_slots(self, has_slots: bool) -> Self {
        let others = if has_slots { self.others } else { Vec::new() };
        Self { others, has_slots, ..self }
    }

    /// Returns true if the text has slots.
    pub fn has_slots(&self) -> bool {
        self.has_slots
    }

    /// Returns the values at a pointer, to be appended to a list.
    pub fn of_list(&self, pointer: &str) -> impl Iterator<Item = &'a str> {
        let entry = self.index(pointer).map(|index| self.members[index]);
        entry.into_iter().flat_map(|entry| &entry.values).map(String::as_str)
    }

    /// Takes the values at a pointer, which [`write_members`](Self::write_members) then does not write.
    ///
    /// ```
    /// use kifu_core::{Foreign, ForeignSet};
    /// use kifu_json::record::ForeignData;
    /// let foreign: ForeignSet = vec![Foreign::new("abc", "/comments", vec!["1".into(), "2".into()])].into();
    /// let mut data = ForeignData::new("abc", &foreign);
    /// assert_eq!(data.take_list("/comments"), ["1", "2"]);
    /// assert!(!data.has_members(""));
    /// ```
    pub fn take_list(&mut self, pointer: &str) -> Vec<&'a str> {
        let entry = self.index(pointer).map(|index| self.members.remove(index));
        entry.into_iter().flat_map(|entry| &entry.values).map(String::as_str).collect()
    }

    fn index(&self, pointer: &str) -> Option<usize> {
        self.members.binary_search_by(|entry| (*entry.key).cmp(pointer)).ok()
    }

    /// Writes the members at the pointers `prefix`/KEY into an object. Members that are in `written`, and entries with several
    /// values, become unplaced. Without slots, they are written with a duplicate key, as the file had them that they come from.
    pub fn write_members(&mut self, prefix: &str, written: &[&str], out: &mut Writer) {
        let mut unplaced = Vec::new();
        for (key, entry) in self.of_object(prefix) {
            let key = key.replace("~1", "/").replace("~0", "~");
            if self.has_slots && (entry.values.len() != 1 || written.contains(&key.as_str())) {
                unplaced.push(entry);
                continue;
            }
            for value in &entry.values {
                out.key(&key);
                out.raw(value);
            }
        }
        self.unplaced.append(&mut unplaced);
    }

    /// Returns true if there are members at the pointers `prefix`/KEY.
    #[must_use]
    pub fn has_members(&self, prefix: &str) -> bool {
        self.of_object(prefix).next().is_some()
    }

    /// Returns the entries at the pointers `prefix`/KEY, with their keys. The entries are sorted, so the others are not visited.
    fn of_object(&self, prefix: &str) -> impl Iterator<Item = (&'a str, &'a Foreign)> {
        let start = || prefix.bytes().chain([b'/']);
        let first = self.members.partition_point(|entry| entry.key.bytes().lt(start()));
        let inside = self.members[first..].iter().copied();
        inside
            .map_while(move |entry| Some((entry.key.strip_prefix(prefix)?.strip_prefix('/')?, entry)))
            .filter(|(key, _)| !key.contains('/'))
    }

    /// Moves the members whose pointers satisfy `condition` to the unplaced entries.
    pub fn unplace(&mut self, condition: impl Fn(&str) -> bool) {
        let unplaced = self.members.extract_if(.., |entry| condition(&entry.key));
        if self.has_slots {
            self.unplaced.extend(unplaced);
        } else {
            unplaced.for_each(drop);
        }
    }

    /// Returns true if the slot of kifu has entries that the reader could not use.
    pub fn has_unread(&self) -> bool {
        self.unread().next().is_some()
    }

    /// Returns the entries in the slot of kifu that the reader could not use.
    pub fn unread(&self) -> impl Iterator<Item = &Foreign> {
        self.others.iter().copied().filter(|entry| entry.format == slot::KIFU)
    }

    /// Returns true if there are data of a format other than SGF, or of the record itself.
    pub fn has_other_formats(&self) -> bool {
        self.others.iter().any(|entry| entry.format != slot::SGF)
    }

    /// Returns the members of the first node, whose pointers start with `/tree/0` because the game has them. The pointers of the
    /// result start at the node.
    #[must_use]
    pub fn of_first_node(&self) -> Vec<Foreign> {
        let of_node = |entry: &&Foreign| {
            let key = entry.key.strip_prefix(FIRST_NODE)?;
            Some(Foreign::new(entry.format.clone(), String::from(key), entry.values.clone()))
        };
        self.members.iter().filter_map(of_node).collect()
    }
}

/// The pointer of the first node. A record has no foreign data at its root, so the game has it.
pub(super) const FIRST_NODE: &str = "/tree/0";
