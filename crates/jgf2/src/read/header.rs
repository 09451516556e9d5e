//! The header: all members of a record except the tree.

mod board;
mod dates;
mod older_keys;
mod outcome;
pub(crate) mod players;
mod terms;
mod time;

use self::older_keys::{OlderMember, current_pointer};
use super::{Reader, is_version_2};
use crate::codes;
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::NamedValue;
use kifu_json::{
    Kind, Value,
    record::{excerpt, pointer_step},
};

/// The preferences that other formats have too, in the order in which a record has them.
const PREFERENCES: [&str; 4] = ["showVariations", "showSiblingVariations", "showSolutions", "showCoordinates"];

impl Reader {
    /// Reads all members of the record except the tree.
    pub(super) fn header(&mut self, root: Value<'_>) {
        // Older keys and slots have an effect only if the current members have no value.
        let mut older: Vec<OlderMember<'_>> = Vec::new();
        let mut meta: Vec<Value<'_>> = Vec::new();
        if let Some(board) = root.get("board") {
            self.board(board);
        }
        for (key, value) in root.members() {
            match &*key {
                "tree" | "board" => {}
                "record" | "source" | "game" | "event" | "rules" if value.kind() == Kind::Object => {
                    for (member, value) in value.members() {
                        match current_pointer(&key, &member) {
                            Some(_) if value.is_null() => {}
                            Some(current) => older.push(OlderMember { current, value }),
                            None => self.member(&key, &member, value),
                        }
                    }
                }
                "players" => self.players(value),
                "settings" if value.kind() == Kind::Object => {
                    for (name, value) in value.members() {
                        let Some(json) = self.json.compact(value) else { break };
                        self.record.info.display.push(NamedValue::new(name, json));
                    }
                }
                "meta" if value.kind() == Kind::Object => meta.push(value),
                "record" | "source" | "game" | "event" | "rules" | "settings" | "meta" if value.is_null() => {}
                known @ ("record" | "source" | "game" | "event" | "rules" | "settings" | "meta") => {
                    self.keep_wrong(known, &format!("/{known}"), "an object", value);
                }
                // The text was cut off after this key.
                _ if value.kind() == Kind::Missing => {}
                other => self.keep_unknown(&format!("/{}", pointer_step(other)), value),
            }
        }
        // A fixed order, so that two files with the same preferences give the same record.
        self.record
            .info
            .display
            .sort_by_key(|entry| PREFERENCES.iter().position(|name| *name == entry.name).unwrap_or(PREFERENCES.len()));
        older.into_iter().for_each(|member| self.older(member));
        self.rule_members(root);
        self.overtime_in_parts(root);
        meta.into_iter().for_each(|meta| self.meta(meta));
    }

    /// Returns the field of the record for a text in one of the header's objects.
    fn field(&mut self, section: &str, key: &str) -> Option<&mut String> {
        let info = &mut self.record.info;
        Some(match (section, key) {
            ("record", "generator") => &mut info.application,
            ("record", "transcriber") => &mut info.transcriber,
            ("source", "name") => &mut info.source,
            ("source", "url") => &mut info.address,
            ("source", "copyright") => &mut info.copyright,
            ("game", "name") => &mut info.name,
            ("game", "opening") => &mut info.opening,
            ("game", "annotator") => &mut info.annotator,
            ("game", "description") => &mut info.description,
            ("event", "name") => &mut info.event,
            ("event", "location") => &mut info.place,
            ("event", "round") => &mut info.round,
            ("rules", "ruleset") => &mut self.record.terms.rules,
            _ => return None,
        })
    }

    /// Reads a member of one of the header's objects.
    fn member(&mut self, section: &str, key: &str, value: Value<'_>) {
        const KNOWN: [&str; 15] = [
            "format",
            "charset",
            "type",
            "version",
            "result",
            "date",
            "dates",
            "komi",
            "handicap",
            "time",
            "overtime",
            "allowSuicide",
            "disallowRepeats",
            "numberOfPeriods",
            "timePerPeriod",
        ];
        // A known member that is null is the same as a missing one.
        if value.is_null() && (KNOWN.contains(&key) || self.field(section, key).is_some()) {
            return;
        }
        if self.field(section, key).is_some() {
            let text = self.json.text(key, value).map(Cow::into_owned);
            match (self.field(section, key), text) {
                (Some(field), Some(text)) => *field = text,
                _ => self.keep_in_game(&format!("/{section}/{key}"), value),
            }
            return;
        }
        match (section, key) {
            // These members describe the file and not the game.
            ("record", "format" | "charset") | ("game", "type") if value.kind() == Kind::String => {}
            ("record", "format" | "charset") | ("game", "type") => {
                self.keep_wrong(key, &format!("/{section}/{key}"), "a text", value);
            }
            ("record", "version") => self.version(value),
            ("game", "result") => self.outcome(value),
            ("game", "date") => self.first_date(value),
            ("game", "dates") => self.dates(value),
            ("rules", "komi") => self.komi(value),
            ("rules", "handicap") => self.handicap(value),
            ("rules", "time") => self.time(value),
            ("rules", "overtime") => self.overtime(value),
            // `rule_members` and `overtime_in_parts` read these members after the others.
            ("rules", "allowSuicide" | "disallowRepeats" | "numberOfPeriods" | "timePerPeriod") => {}
            _ => self.keep_unknown(&format!("/{section}/{}", pointer_step(key)), value),
        }
    }

    fn version(&mut self, value: Value<'_>) {
        if !is_version_2(value) {
            let raw = value.raw().to_string();
            self.json.diagnostics.report(&codes::UNKNOWN_VERSION, value.span(), || {
                format!("the record declares version {raw}, but this format is version 2; read as version 2")
            });
        }
    }

    fn report_disagreement(&mut self, value: Value<'_>, message: &str) {
        self.json.diagnostics.report(&codes::DISAGREEMENT, value.span(), || message);
    }

    fn report_wrong(&mut self, key: &str, wanted: &str, value: Value<'_>) {
        self.json.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
            format!("{key} takes {wanted}; {} has no effect (kept in the file)", excerpt(value.raw()))
        });
    }

    /// Keeps a member whose value has the wrong type.
    fn keep_wrong(&mut self, key: &str, pointer: &str, wanted: &str, value: Value<'_>) {
        self.report_wrong(key, wanted, value);
        self.keep_in_game(pointer, value);
    }
}
