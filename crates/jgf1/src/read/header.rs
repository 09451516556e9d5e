//! The header: all members of a record except the tree.

mod board;
mod dates;
mod display;
pub(crate) mod older_keys;
mod outcome;
pub(crate) mod players;
mod terms;
mod time;

use self::older_keys::{OlderMember, current_pointer};
use super::Reader;
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
    record::{HeaderMembers, RECORD_COMMENT, pointer_step},
};

/// The sections with preferences for viewers, by dialect: `display` (November 2014), `player` (December 2014), `settings`.
const DISPLAY_SECTIONS: [&str; 3] = ["settings", "player", "display"];

impl Reader {
    /// Reads all members of the record except the tree.
    pub(super) fn header(&mut self, root: Value<'_>) {
        // Older keys and slots have an effect only if the current members have no value.
        let mut older: Vec<OlderMember<'_>> = Vec::new();
        let (mut slots, mut display): (Vec<Value<'_>>, Vec<Value<'_>>) = (Vec::new(), Vec::new());
        self.board(root);
        for (key, value) in root.members() {
            match &*key {
                "tree" | "board" => {}
                "record" | "game" | "info" if value.kind() == Kind::Object => {
                    for (member, value) in value.members() {
                        match (&*key, &*member, current_pointer(&key, &member)) {
                            (.., Some(_)) if value.is_null() => {}
                            (.., Some(current)) => older.push(OlderMember { current, value }),
                            ("record", "sgf" | "foreign", _) => slots.push(value),
                            _ => self.member(&key, &member, value),
                        }
                    }
                }
                section if DISPLAY_SECTIONS.contains(&section) || section == "variations" => display.push(value),
                "record" | "game" | "info" if value.is_null() => {}
                // In the first dialect, `game` is the type.
                "game" if value.kind() == Kind::String => {}
                known @ ("record" | "game" | "info") => {
                    self.keep_wrong(known, &format!("/{known}"), "an object", value);
                }
                // The text was cut off after this key.
                _ if value.kind() == Kind::Missing => {}
                other => match current_pointer("", other) {
                    Some(_) if value.is_null() => {}
                    Some(current) => older.push(OlderMember { current, value }),
                    None => self.keep_unknown(&format!("/{}", pointer_step(other)), value),
                },
            }
        }
        older.into_iter().for_each(|member| self.older(member));
        HeaderMembers::sort(&mut self.record.info.headers);
        self.display(root, &display);
        slots.into_iter().for_each(|slot| self.slot_of_game(slot));
    }

    /// Returns the field of the record for a text in one of the header's objects.
    fn field(&mut self, section: &str, key: &str) -> Option<&mut String> {
        let info = &mut self.record.info;
        Some(match (section, key) {
            ("record", "application") => &mut info.application,
            ("record", "transcriber") => &mut info.transcriber,
            ("record", "annotator") => &mut info.annotator,
            ("record", "source") => &mut info.source,
            ("record", "copyright") => &mut info.copyright,
            ("game", "name") => &mut info.name,
            ("game", "location") => &mut info.place,
            ("game", "event") => &mut info.event,
            ("game", "round") => &mut info.round,
            ("game", "opening") => &mut info.opening,
            ("game", "comment") => &mut info.description,
            ("game", "rules") => &mut self.record.terms.rules,
            _ => return None,
        })
    }

    /// Sets the text in one of the header's objects.
    fn set_field(&mut self, section: &str, key: &str, text: String) {
        if (section, key) == ("record", "source") {
            // SGF has one place for the source and its address, and so has JGF 1.
            self.record.info.set_source_line(&text);
        } else if let Some(field) = self.field(section, key) {
            *field = text;
        }
    }

    /// Reads a member of one of the header's objects.
    fn member(&mut self, section: &str, key: &str, value: Value<'_>) {
        const KNOWN: [&str; 9] =
            ["charset", "comment", "type", "version", "result", "dates", "komi", "handicap", "time"];
        // A known member that is null is the same as a missing one.
        if value.is_null() && (KNOWN.contains(&key) || self.field(section, key).is_some()) {
            return;
        }
        let pointer = format!("/{section}/{}", pointer_step(key));
        if self.field(section, key).is_some() {
            let text = self.json.text(key, value).map(Cow::into_owned);
            match text {
                Some(text) => self.set_field(section, key, text),
                None => self.keep_in_game(&pointer, value),
            }
            return;
        }
        match (section, key) {
            // These members describe the file and not the game.
            ("record", "charset") if value.kind() == Kind::String => {}
            ("game", "type") if matches!(value.kind(), Kind::String | Kind::Number) => {}
            ("record", "charset") | ("game", "type") => self.keep_wrong(key, &pointer, "a text", value),
            ("record", "version") => self.version(value),
            ("record", "comment") => self.header_member(RECORD_COMMENT, &pointer, value),
            ("game", "players") => self.players(value),
            ("game", "result") => self.outcome(value),
            ("game", "dates") => self.dates(value),
            ("game", "komi") => self.komi(value),
            ("game", "handicap") => self.handicap(value),
            ("game", "time") => self.time(value),
            _ => self.keep_unknown(&pointer, value),
        }
    }

    /// Reads a text that the record has among its headers.
    pub(super) fn header_member(&mut self, name: &str, pointer: &str, value: Value<'_>) {
        let is_new = self.record.info.headers.iter().all(|header| header.name != name);
        let Some(text) = value.string() else {
            let key = value.key().unwrap_or_default();
            return self.keep_wrong(&key, pointer, "a text", value);
        };
        match text {
            text if text.is_empty() => {}
            text if is_new => self.record.info.headers.push(NamedValue::new(name, text)),
            _ => self.keep_in_game(pointer, value),
        }
    }

    fn version(&mut self, value: Value<'_>) {
        let text = value.string().or_else(|| value.number());
        if !text.is_some_and(|text| text == "1" || text.starts_with("1.")) {
            let raw = value.raw().to_string();
            self.json.diagnostics.report(&codes::UNKNOWN_VERSION, value.span(), || {
                format!("the record declares version {raw}, but this format is version 1; read as version 1")
            });
        }
    }

    fn report_disagreement(&mut self, value: Value<'_>, message: &str) {
        self.json.diagnostics.report(&codes::DISAGREEMENT, value.member_span(), || message);
    }
}
