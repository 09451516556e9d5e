//! An object of the header, which is written only if it has a member.

use super::ForeignData;
use crate::Writer;
use alloc::{format, vec::Vec};

/// An object that is written only if it has a member.
///
/// ```
/// use kifu_core::ForeignSet;
/// use kifu_json::{Writer, record::{ForeignData, Section}};
/// let foreign = ForeignSet::default();
/// let mut data = ForeignData::new("abc", &foreign);
/// let mut out = Writer::compact();
/// out.begin_object();
/// for (name, event) in [("event", "Meijin"), ("source", "")] {
///     let mut section = Section::new(name, &mut out);
///     section.text("name", event);
///     section.end(&mut data);
/// }
/// assert_eq!(out.finish(), r#"{"event":{"name":"Meijin"}}"#);
/// ```
#[derive(Debug)]
pub struct Section<'w> {
    name: &'static str,
    out: &'w mut Writer,
    is_begun: bool,
    /// The members that are already written, and those that must not be written.
    written: Vec<&'static str>,
}

impl<'w> Section<'w> {
    /// Creates an object with this key.
    pub fn new(name: &'static str, out: &'w mut Writer) -> Self {
        Self { name, out, is_begun: false, written: Vec::new() }
    }

    /// Writes the key of a member. The caller writes the value.
    pub fn key(&mut self, key: &'static str) -> &mut Writer {
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
    pub fn text(&mut self, key: &'static str, text: &str) {
        if !text.is_empty() {
            self.key(key).string(text);
        }
    }

    /// Leaves out the members whose value is in the slot. Otherwise the reader would use the member and not the slot.
    pub fn leave_out(&mut self, in_slot: &[&str], members: &[(&str, &[&'static str])]) {
        for (_, names) in members.iter().filter(|(key, _)| in_slot.contains(key)) {
            self.written.extend(*names);
        }
    }

    /// Writes the members that the record keeps unchanged, and ends the object.
    pub fn end(self, foreign: &mut ForeignData<'_>) {
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
