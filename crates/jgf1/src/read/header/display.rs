//! The preferences for viewers: `settings`, `player` or `display`, by dialect, and `board.coordinates`.
//!
//! The record has them under the names of JGF 2. `variationChildren` and `variationSiblings` are two names for one preference, because
//! SGF has one: the variations of the current node, or those of the next one, are shown.

use crate::read::Reader;
use alloc::{format, string::String, vec::Vec};
use kifu_core::NamedValue;
use kifu_json::{Kind, Value, record::pointer_step};

/// The keys of the final dialect.
const CURRENT: [&str; 4] = ["variationMarkup", "variationChildren", "variationSiblings", "solutionPaths"];

/// Returns the name that the record has for a preference, if it is a truth value.
fn name_in_record(key: &str) -> Option<&'static str> {
    Some(match key {
        "variationMarkup" | "variation_markup" | "variation_board_markup" | "markup" => "showVariations",
        "variationSiblings" | "variation_siblings" | "siblings" => "showSiblingVariations",
        "solutionPaths" | "solution_paths" => "showSolutions",
        _ => return None,
    })
}

impl Reader {
    /// Reads the sections with preferences.
    pub(super) fn display(&mut self, root: Value<'_>, sections: &[Value<'_>]) {
        let mut read: Vec<NamedValue> = Vec::new();
        let mut has_siblings = false;
        // The sections and keys of the final dialect count, which are also those that kifu writes.
        let mut sections = sections.to_vec();
        sections.sort_by_key(|section| section.key().as_deref() != Some("settings"));
        for section in &sections {
            let of = section.key().unwrap_or_default().into_owned();
            if section.kind() != Kind::Object {
                if !section.is_null() {
                    // In the first dialect, `variations` is a number.
                    if of != "variations" || section.kind() != Kind::Number {
                        self.json.report_wrong_kind(&of, "an object", *section);
                    }
                    self.keep_in_game(&format!("/{}", pointer_step(&of)), *section);
                }
                continue;
            }
            let siblings = section.members().find(|(key, _)| name_in_record(key) == Some("showSiblingVariations"));
            let siblings = siblings.and_then(|(_, value)| value.boolean());
            let mut members: Vec<_> = section.members().collect();
            members.sort_by_key(|(key, _)| !CURRENT.contains(&&**key));
            for (key, value) in members {
                let is_children = matches!(&*key, "variationChildren" | "variation_children" | "children");
                let name = name_in_record(&key);
                let is_taken = |read: &[NamedValue], name: &str| read.iter().any(|entry| entry.name == name);
                match (value.boolean(), name) {
                    (Some(shown), Some(name)) if !is_taken(&read, name) => {
                        has_siblings |= name == "showSiblingVariations";
                        read.push(NamedValue::new(name, word(shown)));
                    }
                    // The same value again.
                    (Some(shown), Some(name))
                        if read.iter().any(|entry| entry.name == name && entry.value == word(shown)) => {}
                    // The other name of the same preference.
                    (Some(shown), None) if is_children && siblings == Some(!shown) => {}
                    (Some(shown), None) if is_children && siblings.is_none() && !has_siblings => {
                        has_siblings = true;
                        read.push(NamedValue::new("showSiblingVariations", word(!shown)));
                    }
                    (stated, name) => {
                        if stated.is_none() && (name.is_some() || is_children) && !value.is_null() {
                            self.json.report_wrong_kind(&key, "true or false", value);
                        } else if name.is_some_and(|name| is_taken(&read, name)) {
                            self.report_disagreement(value, "this preference is stated twice; the other value counts, and this one has no effect (kept in the file)");
                        }
                        let pointer = format!("/{}/{}", pointer_step(&of), pointer_step(&key));
                        self.keep_in_game(&pointer, value);
                    }
                }
            }
        }
        // The usual order, so that two files with the same preferences give the same record.
        let rank = |entry: &NamedValue| match &*entry.name {
            "showVariations" => 0,
            "showSiblingVariations" => 1,
            _ => 2,
        };
        read.sort_by_key(rank);
        if let Some(coordinates) = root.get("board").and_then(|board| board.get("coordinates")) {
            match coordinates.boolean() {
                Some(shown) => read.push(NamedValue::new("showCoordinates", word(shown))),
                None if coordinates.is_null() => {}
                None => self.keep_wrong("coordinates", "/board/coordinates", "true or false", coordinates),
            }
        }
        self.record.info.display = read;
    }
}

fn word(on: bool) -> String {
    String::from(if on { "true" } else { "false" })
}
