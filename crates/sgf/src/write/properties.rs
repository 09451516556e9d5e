//! The properties of one node of the text, collected before they are written.

use super::context::NodeContext;
use crate::{
    read::is_understood,
    slot,
    value::{self, Run},
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;
use kifu_core::{Foreign, SlotEntry};
use kifu_goban::{Point, Points};

/// A property with its raw values.
pub(super) struct TypedProperty {
    pub(super) identifier: String,
    pub(super) values: Vec<String>,
}

/// The properties of one node, in the order in which they are written.
#[derive(Default)]
pub(super) struct Properties<'r> {
    /// The properties of typed data: a few identifiers, each once.
    pub(super) typed: Vec<TypedProperty>,
    /// Foreign properties that are written unchanged, each identifier once.
    pub(super) foreign: Vec<&'r Foreign>,
    /// The notes of the slot, each in its brackets.
    pub(super) slot: String,
    /// The point of the last label. A point may have one label in LB.
    label: Option<Point>,
}

impl<'r> Properties<'r> {
    pub(super) fn add(&mut self, identifier: &str, values: impl IntoIterator<Item = String>) {
        let values = values.into_iter();
        match self.typed.iter_mut().find(|property| property.identifier == identifier) {
            Some(property) => property.values.extend(values),
            None => self.typed.push(TypedProperty { identifier: identifier.to_string(), values: values.collect() }),
        }
    }

    pub(super) fn one(&mut self, identifier: &str, value: impl ToString) {
        self.add(identifier, [value.to_string()]);
    }

    /// Adds a text, unless it is empty.
    pub(super) fn text(&mut self, identifier: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        match has_lines(identifier) {
            true => self.one(identifier, value::escape(text, value::TextPlace::Whole)),
            // In a text of one line, readers replace a line break by a space.
            false => self.one(identifier, value::escape(&text.replace('\n', " "), value::TextPlace::Whole)),
        }
        self.characters(identifier, 0, text);
    }

    /// Adds a note with the characters of a text that SGF cannot write. `ordinal` is the index of the value.
    pub(super) fn characters(&mut self, identifier: &str, ordinal: usize, text: &str) {
        let has_lines = has_lines(identifier);
        if !text.contains(|c: char| (c.is_ascii_control() && !(has_lines && c == '\n')) || c == '\u{FEFF}') {
            return;
        }
        let raw = value::escape(text, value::TextPlace::Whole);
        let read = if has_lines { value::text(&raw) } else { value::simple_text(&raw) };
        let mut runs = String::new();
        for Run { from, count, character } in value::replaced(text, &read) {
            let many = if count > 1 { format!("+{count}") } else { String::new() };
            let _ = write!(runs, "{}{from}{many}={}", if runs.is_empty() { "" } else { " " }, u32::from(character));
        }
        if !runs.is_empty() {
            self.kifu_note("characters", &[identifier, &ordinal.to_string(), &runs]);
        }
    }

    pub(super) fn points(&mut self, identifier: &str, points: &Points) {
        if points.is_empty() {
            self.one(identifier, "");
        } else {
            self.add(identifier, points.rects().map(|rect| rect.to_string()));
        }
    }

    /// Adds a note to the slot.
    fn add_note(&mut self, format: &str, key: &str, value: Option<&str>) {
        let (format, key) =
            (value::escape_in_slot(format, value::TextPlace::Part), value::escape_in_slot(key, value::TextPlace::Part));
        let _ = write!(self.slot, "[{format}:{key}");
        if let Some(value) = value {
            let _ = write!(self.slot, ":{}", value::escape_in_slot(value, value::TextPlace::Whole));
        }
        self.slot.push(']');
    }

    /// Adds a note that separates one of several comments.
    pub(super) fn comment_note(&mut self, note: &str) {
        self.add_note("kifu", "comment", Some(note));
    }

    /// Adds a note of kifu, with the fields between colons.
    pub(super) fn kifu_note(&mut self, key: &str, fields: &[&str]) {
        let fields: Vec<_> = fields.iter().map(|field| slot::field(field)).collect();
        self.add_note("kifu", key, Some(&fields.join(":")));
    }

    pub(super) fn entry(&mut self, entry: &SlotEntry) {
        // An entry without a field gets an empty field: `KX[kifu:solution:]`.
        let fields: Vec<_> = entry.fields.iter().map(String::as_str).collect();
        self.kifu_note(&entry.key, &fields);
    }

    /// Adds foreign data. Properties of SGF are written unchanged if FF\[4\] allows them and they read back unchanged. The rest
    /// goes into the slot.
    pub(super) fn add_foreign(&mut self, foreign: &'r [Foreign], context: NodeContext) {
        for entry in foreign {
            if entry.values.is_empty() {
                self.add_note(&entry.format, &entry.key, None);
            } else if entry.format == "sgf"
                && self.typed.iter().all(|property| property.identifier != entry.key)
                && context.allows(&entry.key, &entry.values)
                && !(context.is_root && self.would_be_understood(entry))
            {
                self.foreign.push(entry);
            } else {
                for value in &entry.values {
                    self.add_note(&entry.format, &entry.key, Some(value));
                }
            }
        }
    }

    /// Returns true if the reader would understand a private property of another program in the first node, beside the properties
    /// that are written.
    fn would_be_understood(&self, foreign: &Foreign) -> bool {
        let typed = |identifier: &str| self.typed.iter().find(|property| property.identifier == identifier);
        let is_number = foreign.values.first().is_some_and(|value| value.parse::<u32>().is_ok_and(|number| number > 0));
        match &*foreign.key {
            "XL" | "XR" | "XT" | "XB" => is_number && typed("VW").is_none(),
            key => is_understood(key, &foreign.values, |identifier| typed(identifier).map(|typed| &*typed.values)),
        }
    }

    /// Adds a label. Further labels of the same point go into the slot.
    pub(super) fn label(&mut self, point: Point, text: &str) {
        if self.label == Some(point) {
            return self.kifu_note("label", &[&point.to_string(), text]);
        }
        self.label = Some(point);
        let labels = self.typed.iter().find(|property| property.identifier == "LB");
        let ordinal = labels.map_or(0, |labels| labels.values.len());
        self.one("LB", format!("{point}:{}", value::escape(text, value::TextPlace::Part)));
        self.characters("LB", ordinal, text);
    }
}

/// Returns true if the type of a property is Text, which may have several lines.
fn has_lines(identifier: &str) -> bool {
    matches!(identifier, "C" | "GC")
}
