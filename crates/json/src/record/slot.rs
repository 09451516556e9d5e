//! The slots: the members for data that a format has no place for.
//!
//! `foreign` has an object for each other format, with a list of raw values for each key. `foreign.kifu` has data of the record itself,
//! with a member for each key. The value of a member is a text for one entry with one field, otherwise an array of entries. An entry
//! with several fields is an array of texts.

use super::{ForeignData, MemberReader, pointer_step};
use crate::{Kind, Value, Writer};
use alloc::{borrow::Cow, collections::BTreeMap, format, string::String, vec::Vec};
use kifu_core::{CodeInfo, Foreign, SlotEntry};

/// The member for SGF's properties: an object with a list of raw values for each identifier.
pub const SGF: &str = "sgf";
/// The member for other formats: an object for each format, with a list of raw values for each key.
pub const FOREIGN: &str = "foreign";
/// The member of `foreign` for data of the record itself.
pub const KIFU: &str = "kifu";

/// Writes data of the record itself as members of an object: `entries`, and the `unread` entries that the reader kept.
pub fn write<'a>(entries: &'a [SlotEntry], unread: impl Iterator<Item = &'a Foreign>, out: &mut Writer) {
    let mut by_key: BTreeMap<&str, Vec<&[String]>> = BTreeMap::new();
    for entry in entries {
        by_key.entry(&entry.key).or_default().push(&entry.fields);
    }
    for entry in unread {
        by_key.entry(&entry.key).or_default().extend(entry.values.iter().map(core::slice::from_ref));
    }
    for (key, entries) in by_key {
        out.key(key);
        if let [[text]] = entries[..] {
            out.string(text);
            continue;
        }
        out.begin_array_inline();
        for fields in entries {
            if let [text] = fields {
                out.string(text);
                continue;
            }
            out.begin_array_inline();
            fields.iter().for_each(|field| out.string(field));
            out.end();
        }
        out.end();
    }
}

/// The memory of an analysis of an engine in a record. A list of them may have twice the capacity while it grows.
const ANALYSIS_MEMORY: usize = 2 * 512;

/// Returns an estimate of the memory for the entries of a member while they are read.
fn memory(key: &str, value: Value<'_>) -> usize {
    let fields = |value: Value<'_>| value.elements().count().max(1) * size_of::<String>();
    let own = size_of::<SlotEntry>() + if key == "analysis" { ANALYSIS_MEMORY } else { 0 };
    match value.kind() {
        Kind::Array => value.elements().map(|entry| own + fields(entry)).sum(),
        _ => own + fields(value),
    }
}

impl MemberReader {
    /// Reads data of the record itself from the object `kifu` of a slot.
    ///
    /// `take` stores an entry in the record, and returns false if it cannot; the entry is then kept, with a diagnostic. `is_known`
    /// returns true for an entry that an empty record could store. `pointer` is the JSON pointer of the object.
    pub fn kifu_entries(
        &mut self,
        (object, pointer): (Value<'_>, &str),
        bad_slot: &CodeInfo,
        kept: &mut Vec<Foreign>,
        mut take: impl FnMut(&SlotEntry) -> bool,
        mut is_known: impl FnMut(&SlotEntry) -> bool,
    ) {
        for (key, value) in object.members() {
            if !self.take(memory(&key, value), value.span().start) {
                return;
            }
            match read(&key, value, &mut take) {
                Some(None) => {}
                Some(Some(unread)) => {
                    let name = self.format.name;
                    self.diagnostics.report(bad_slot, value.member_span(), || match read(&key, value, &mut is_known) {
                        Some(None) => format!(
                            "a {name} member states the value of the entry {key:?} of foreign.kifu too; the member counts, and the entry has no effect (kept in the file)"
                        ),
                        _ => format!(
                            "the entry {key:?} of foreign.kifu is unknown or invalid; it has no effect (kept in the file)"
                        ),
                    });
                    kept.push(unread);
                }
                None => self.keep(kept, &format!("{pointer}/{}", pointer_step(&key)), value),
            }
        }
    }
}

/// Reads the entries of a member. `take` returns false for entries that it cannot read; these are returned as foreign data. Returns
/// `None` if the member does not have the form of entries.
fn read(key: &str, value: Value<'_>, mut take: impl FnMut(&SlotEntry) -> bool) -> Option<Option<Foreign>> {
    let text = |value: Value<'_>| match value.kind() {
        Kind::String => value.string().map(Cow::into_owned),
        Kind::Number => value.number().map(Cow::into_owned),
        _ => None,
    };
    let fields = |value: Value<'_>| match value.kind() {
        Kind::Array => value.elements().map(text).collect(),
        _ => text(value).map(|text| alloc::vec![text]),
    };
    let all: Option<Vec<Vec<String>>> = match value.kind() {
        Kind::Array => value.elements().map(fields).collect(),
        _ => fields(value).map(|fields| alloc::vec![fields]),
    };
    let all = all?;
    let is_empty = all.is_empty();
    let entries = all.into_iter().map(|fields| SlotEntry::new(String::from(key), fields));
    let unread: Vec<String> = entries.filter(|entry| !take(entry)).flat_map(|entry| entry.fields).collect();
    Some((is_empty || !unread.is_empty()).then(|| Foreign::new(KIFU, String::from(key), unread)))
}

/// Writes the members of `foreign` for other formats than SGF, and for members of the format itself that cannot be written back to
/// their places.
pub fn write_other_formats(foreign: &ForeignData<'_>, out: &mut Writer) {
    for entries in foreign.others.chunk_by(|a, b| a.format == b.format) {
        let Some(first) = entries.first().filter(|first| first.format != SGF && first.format != KIFU) else {
            continue;
        };
        out.key(&first.format);
        out.begin_object_inline();
        entries.iter().for_each(|entry| write_values(entry, out));
        out.end();
    }
    if !foreign.unplaced.is_empty() {
        out.key(foreign.format);
        out.begin_object_inline();
        foreign.unplaced.iter().for_each(|entry| write_values(entry, out));
        out.end();
    }
}

/// Writes an entry of a slot as a member: its key, and its values as a list of texts.
pub fn write_values(entry: &Foreign, out: &mut Writer) {
    out.key(&entry.key);
    out.begin_array_inline();
    entry.values.iter().for_each(|value| out.string(value));
    out.end();
}
