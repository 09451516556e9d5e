//! From records of go to JSON.

mod header;
mod node;

use crate::{Jgf2, Style, slot};
use alloc::{string::String, vec::Vec};
use kifu_core::{Foreign, ForeignSet, Record};
use kifu_goban::Go;
use kifu_json::Writer;

/// Each record as an object, a line each where there are several.
pub(crate) fn write(records: &[Record<Go>], format: &Jgf2) -> String {
    let mut text = String::new();
    for record in records {
        let mut out = match format.style {
            Style::Pretty => Writer::pretty(),
            Style::Compact => Writer::compact(),
        };
        out.begin_object();
        let mut kept = Kept::new(&record.info.foreign);
        header::header(record, format, &mut kept, &mut out);
        node::tree(record, &kept, &mut out);
        text.push_str(&out.finish());
        text.push('\n');
    }
    text
}

/// What only this format says, to be put back where it stood. What cannot goes into the slot, under its pointer.
struct Kept<'a> {
    ours: Vec<&'a Foreign>,
    others: Vec<&'a Foreign>,
    homeless: Vec<&'a Foreign>,
}

impl<'a> Kept<'a> {
    fn new(foreign: &'a ForeignSet) -> Self {
        let (ours, others) = foreign.iter().partition(|entry| entry.format == slot::JGF2);
        Self { ours, others, homeless: Vec::new() }
    }

    /// The values of one pointer, to be appended to a list.
    fn of_list(&self, pointer: &str) -> impl Iterator<Item = &'a str> {
        let found = self.ours.binary_search_by(|entry| entry.key.as_str().cmp(pointer)).ok().map(|at| self.ours[at]);
        found.into_iter().flat_map(|entry| &entry.values).map(String::as_str)
    }

    /// Writes the members that stood at the pointers `prefix`/KEY, but for those that are written already; these, and what
    /// is no member of an object, find no home.
    fn members(&mut self, prefix: &str, written: &[&str], out: &mut Writer) {
        let mut homeless = Vec::new();
        for (key, entry) in self.of_object(prefix) {
            let key = key.replace("~1", "/").replace("~0", "~");
            match &entry.values[..] {
                [value] if !written.contains(&key.as_str()) => {
                    out.key(&key);
                    out.raw(value);
                }
                _ => homeless.push(entry),
            }
        }
        self.homeless.append(&mut homeless);
    }

    /// The entries at the pointers `prefix`/KEY, with their keys. The entries are sorted, so that others are not looked at.
    fn of_object(&self, prefix: &str) -> impl Iterator<Item = (&'a str, &'a Foreign)> {
        let prefix = alloc::format!("{prefix}/");
        let first = self.ours.partition_point(|entry| entry.key < prefix);
        let mut inside = self.ours[first..].iter().copied();
        core::iter::from_fn(move || {
            let entry = inside.next()?;
            Some((entry.key.strip_prefix(prefix.as_str())?, entry))
        })
        .filter(|(key, _)| !key.contains('/'))
    }

    /// Whether there is something under the record's own name that the record has no word for.
    fn has_ours(&self) -> bool {
        self.others.iter().any(|entry| entry.format == slot::KIFU)
    }

    /// What stands under the record's own name, and no record has a word for yet.
    fn rest_of_ours(&self) -> impl Iterator<Item = &Foreign> {
        self.others.iter().copied().filter(|entry| entry.format == slot::KIFU)
    }

    fn has_members(&self, prefix: &str) -> bool {
        self.of_object(prefix).next().is_some()
    }
}

/// An object of the header, begun only when something is to be written into it.
struct Section<'w> {
    name: &'static str,
    out: &'w mut Writer,
    is_begun: bool,
    /// The members that are written, and those that must not be.
    written: Vec<&'static str>,
}

impl Section<'_> {
    fn key(&mut self, key: &'static str) -> &mut Writer {
        if !self.is_begun {
            self.out.key(self.name);
            self.out.begin_object();
            self.is_begun = true;
        }
        self.written.push(key);
        self.out.key(key);
        self.out
    }

    fn text(&mut self, key: &'static str, text: &str) {
        if !text.is_empty() {
            self.key(key).string(text);
        }
    }

    /// Keeps members out of the section whose value is in the slot: written here, they would be read as that value.
    fn leave_out(&mut self, in_slot: &[&str], members: &[(&str, &[&'static str])]) {
        for (_, names) in members.iter().filter(|(key, _)| in_slot.contains(key)) {
            self.written.extend(*names);
        }
    }

    fn end(mut self, kept: &mut Kept<'_>) {
        let prefix = alloc::format!("/{}", self.name);
        if !self.is_begun {
            if !kept.has_members(&prefix) {
                return;
            }
            self.out.key(self.name);
            self.out.begin_object();
        }
        let written = core::mem::take(&mut self.written);
        kept.members(&prefix, &written, self.out);
        self.out.end();
    }
}

fn section<'w>(name: &'static str, out: &'w mut Writer) -> Section<'w> {
    Section { name, out, is_begun: false, written: Vec::new() }
}

/// SGF's own properties: judgements among them, which SGF has identifiers for.
fn sgf(others: &[&Foreign], judgement: &[(&'static str, String)], out: &mut Writer) {
    let kept: Vec<_> = others.iter().filter(|entry| entry.format == slot::SGF).collect();
    if kept.is_empty() && judgement.is_empty() {
        return;
    }
    out.key(slot::SGF);
    out.begin_object_inline();
    for (identifier, value) in judgement {
        out.key(identifier);
        out.begin_array_inline();
        out.string(value);
        kept.iter()
            .filter(|entry| entry.key == *identifier)
            .flat_map(|entry| &entry.values)
            .for_each(|value| out.string(value));
        out.end();
    }
    for entry in kept.iter().filter(|entry| judgement.iter().all(|(identifier, _)| *identifier != entry.key)) {
        values(entry, out);
    }
    out.end();
}

/// What other formats say, an object a format; and what of this one has found no home.
fn slots(others: &[&Foreign], homeless: &[&Foreign], out: &mut Writer) {
    let mut format = slot::SGF;
    for entry in others.iter().copied().filter(|entry| entry.format != slot::SGF && entry.format != slot::KIFU) {
        if entry.format != format {
            if format != slot::SGF {
                out.end();
            }
            format = &entry.format;
            out.key(format);
            out.begin_object_inline();
        }
        values(entry, out);
    }
    if format != slot::SGF {
        out.end();
    }
    if !homeless.is_empty() {
        out.key(slot::JGF2);
        out.begin_object_inline();
        homeless.iter().for_each(|entry| values(entry, out));
        out.end();
    }
}

fn values(entry: &Foreign, out: &mut Writer) {
    out.key(&entry.key);
    out.begin_array_inline();
    entry.values.iter().for_each(|value| out.string(value));
    out.end();
}
