//! The slot of SGF, a private property for data that SGF has no property for: `KX[format:key:value]`.
//!
//! The notes of the format `kifu` are data of the record. The notes of other formats are foreign data.

use crate::value;
use alloc::{string::String, vec::Vec};

/// The identifier of the slot.
pub(crate) const IDENTIFIER: &str = "KX";

/// A value of the slot.
pub(crate) struct Note {
    pub(crate) format: String,
    pub(crate) key: String,
    pub(crate) value: Option<String>,
}

/// Parses a value of the slot. Returns `None` if it is not a note.
pub(crate) fn note(raw: &str) -> Option<Note> {
    let raw = value::normalized(raw);
    let (format, rest) = value::compose(&raw)?;
    let (key, value) = value::compose(rest).map_or((rest, None), |(key, value)| (key, Some(value)));
    Some(Note { format: plain(format), key: plain(key), value: value.map(plain) })
}

/// Returns the text without its backslash escapes.
fn plain(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        out.extend(if character == '\\' { characters.next() } else { Some(character) });
    }
    out
}

/// Returns the fields of a note of kifu, which are separated by colons.
pub(crate) fn fields(value: &str) -> Vec<String> {
    let mut rest = value;
    let mut fields = Vec::new();
    while let Some((first, more)) = value::compose(rest) {
        fields.push(plain(first));
        rest = more;
    }
    fields.push(plain(rest));
    fields
}

/// Escapes a text as one of several fields between colons.
pub(crate) fn field(text: &str) -> String {
    text.replace('\\', "\\\\").replace(':', "\\:")
}
