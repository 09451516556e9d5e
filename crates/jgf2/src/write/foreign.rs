//! Foreign data of the game or of a node: members of this format, which are written back to their places, and data of other
//! formats.

use crate::slot;
use alloc::{string::String, vec::Vec};
use kifu_core::{Foreign, ForeignSet};
use kifu_json::Writer;

/// The foreign data of the game or of a node.
pub(super) struct ForeignData<'a> {
    /// Members of this format, sorted by JSON pointer.
    pub(super) members: Vec<&'a Foreign>,
    /// Data of other formats, and of the record itself.
    pub(super) others: Vec<&'a Foreign>,
    /// Members of this format that cannot be written back to their places. They are written into the slot.
    pub(super) unplaced: Vec<&'a Foreign>,
}

impl<'a> ForeignData<'a> {
    pub(super) fn new(foreign: &'a ForeignSet) -> Self {
        let (members, others) = foreign.iter().partition(|entry| entry.format == slot::JGF2);
        Self { members, others, unplaced: Vec::new() }
    }

    /// Returns the values at a pointer, to be appended to a list.
    pub(super) fn of_list(&self, pointer: &str) -> impl Iterator<Item = &'a str> {
        let index = self.members.binary_search_by(|entry| entry.key.as_str().cmp(pointer)).ok();
        let entry = index.map(|index| self.members[index]);
        entry.into_iter().flat_map(|entry| &entry.values).map(String::as_str)
    }

    /// Writes the members at the pointers `prefix`/KEY into an object. Members that are in `written`, and entries that are not
    /// exactly one member, become unplaced.
    pub(super) fn write_members(&mut self, prefix: &str, written: &[&str], out: &mut Writer) {
        let mut unplaced = Vec::new();
        for (key, entry) in self.of_object(prefix) {
            let key = key.replace("~1", "/").replace("~0", "~");
            match &entry.values[..] {
                [value] if !written.contains(&key.as_str()) => {
                    out.key(&key);
                    out.raw(value);
                }
                _ => unplaced.push(entry),
            }
        }
        self.unplaced.append(&mut unplaced);
    }

    pub(super) fn has_members(&self, prefix: &str) -> bool {
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
    pub(super) fn unplace(&mut self, condition: impl Fn(&str) -> bool) {
        self.unplaced.extend(self.members.extract_if(.., |entry| condition(&entry.key)));
    }

    /// Returns true if the slot of kifu has entries that the reader could not use.
    pub(super) fn has_unread(&self) -> bool {
        self.unread().next().is_some()
    }

    /// Returns the entries in the slot of kifu that the reader could not use.
    pub(super) fn unread(&self) -> impl Iterator<Item = &Foreign> {
        self.others.iter().copied().filter(|entry| entry.format == slot::KIFU)
    }

    /// Returns true if there are data of a format other than SGF, or of the record itself.
    pub(super) fn has_other_formats(&self) -> bool {
        self.others.iter().any(|entry| entry.format != slot::SGF)
    }
}
