//! An object of the header, which is written only if it has a member.

use super::ForeignData;
use alloc::{format, vec::Vec};
use kifu_json::Writer;

pub(super) struct Section<'w> {
    name: &'static str,
    out: &'w mut Writer,
    is_begun: bool,
    /// The members that are already written, and those that must not be written.
    written: Vec<&'static str>,
}

impl<'w> Section<'w> {
    pub(super) fn new(name: &'static str, out: &'w mut Writer) -> Self {
        Self { name, out, is_begun: false, written: Vec::new() }
    }

    /// Writes the key of a member. The caller writes the value.
    pub(super) fn key(&mut self, key: &'static str) -> &mut Writer {
        if !self.is_begun {
            self.out.key(self.name);
            self.out.begin_object();
            self.is_begun = true;
        }
        self.written.push(key);
        self.out.key(key);
        self.out
    }

    /// Writes a member, unless the text is empty.
    pub(super) fn text(&mut self, key: &'static str, text: &str) {
        if !text.is_empty() {
            self.key(key).string(text);
        }
    }

    /// Leaves out the members whose value is in the slot. Otherwise the reader would use the member and not the slot.
    pub(super) fn leave_out(&mut self, in_slot: &[&str], members: &[(&str, &[&'static str])]) {
        for (_, names) in members.iter().filter(|(key, _)| in_slot.contains(key)) {
            self.written.extend(*names);
        }
    }

    /// Writes the members that the record keeps unchanged, and ends the object.
    pub(super) fn end(self, foreign: &mut ForeignData<'_>) {
        let prefix = format!("/{}", self.name);
        if !self.is_begun {
            if !foreign.has_members(&prefix) {
                return;
            }
            self.out.key(self.name);
            self.out.begin_object();
        }
        foreign.write_members(&prefix, &self.written, self.out);
        self.out.end();
    }
}
