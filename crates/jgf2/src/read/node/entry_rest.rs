//! What the record does not contain of an entry in a list of points: members that the format does not have, and points outside the
//! board. Both are kept as foreign data.

use super::points::{elements_of_list, elements_of_rects, list, point_of};
use crate::read::Reader;
use alloc::string::String;
use kifu_goban::{
    Size,
    draft::{Draft, Target},
};
use kifu_json::{Value, Writer};

/// An entry that is searched for the rest. The search uses iterators and no lists, because there may be millions of points.
struct EntryRest<'a, 'v> {
    entry: Value<'v>,
    size: Size,
    pointer: &'a str,
    /// True for arrows and lines.
    has_lines: bool,
}

impl<'a, 'v> EntryRest<'a, 'v> {
    fn new(entry: Value<'v>, size: Size, pointer: &'a str) -> Self {
        let has_lines = matches!(entry.get("type").and_then(Value::string).as_deref(), Some("arrow" | "line"));
        Self { entry, size, pointer, has_lines }
    }

    fn is_known(&self, key: &str) -> bool {
        const KNOWN: [&str; 9] = ["type", "coords", "coordinates", "rects", "x", "y", "text", "from", "to"];
        // Stones and scores have a colour, marks do not.
        KNOWN.contains(&key) || (key == "color" && self.pointer != "/markup") || (key == "lines" && self.has_lines)
    }

    fn has_unknown(&self, value: Value<'_>) -> bool {
        value.members().any(|(key, _)| !self.is_known(&key))
    }

    /// Returns true if the entry is a point, and the record does not contain all of it.
    fn is_flat_rest(&self) -> bool {
        let is_flat = list(self.entry).is_none() && self.entry.get("x").is_some();
        is_flat && (point_of(self.size, self.entry).is_none() || self.has_unknown(self.entry))
    }

    fn points(&self) -> impl Iterator<Item = Value<'v>> {
        elements_of_list(self.entry).filter(|point| point_of(self.size, *point).is_none() || self.has_unknown(*point))
    }

    fn rects(&self) -> impl Iterator<Item = Value<'v>> {
        let has_corner = |value: Value<'_>, key| value.get(key).and_then(|value| point_of(self.size, value)).is_some();
        elements_of_rects(self.entry)
            .filter(move |rect| !has_corner(*rect, "from") || !has_corner(*rect, "to") || self.has_unknown(*rect))
    }

    fn is_empty(&self) -> bool {
        self.points().next().is_none() && self.rects().next().is_none() && !self.has_unknown(self.entry)
    }

    fn first_unknown(&self) -> Option<Value<'v>> {
        let values = [self.entry].into_iter().chain(self.points()).chain(self.rects());
        values.flat_map(Value::members).find(|(key, _)| !self.is_known(key)).map(|(_, member)| member)
    }

    /// Returns the JSON of the entry without the data that the record contains.
    fn write(&self) -> String {
        let mut writer = Writer::compact();
        writer.begin_object();
        for (key, value) in self.entry.members() {
            if matches!(&*key, "type" | "color") || !self.is_known(&key) {
                writer.key(&key);
                writer.value(value);
            }
        }
        writer.key("coords");
        writer.begin_array();
        self.points().for_each(|value| writer.value(value));
        writer.end();
        if self.rects().next().is_some() {
            writer.key("rects");
            writer.begin_array();
            self.rects().for_each(|value| writer.value(value));
            writer.end();
        }
        writer.finish()
    }
}

impl Reader {
    /// Keeps the rest of an entry that the record does not contain. Returns false if there is no rest.
    pub(super) fn keep_rest(&mut self, draft: &mut Draft, target: Target, pointer: &str, entry: Value<'_>) -> bool {
        let rest = EntryRest::new(entry, self.size, pointer);
        if rest.is_flat_rest() {
            self.keep_in_node(draft, target, pointer, entry);
            return true;
        }
        if rest.is_empty() {
            return false;
        }
        if let Some(member) = rest.first_unknown() {
            self.json.report_unknown(member);
        }
        self.keep_raw_in_node(draft, target, pointer, entry.span().start, rest.write());
        true
    }
}
