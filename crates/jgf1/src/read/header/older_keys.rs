//! Keys of the first dialects, of November 2014.

use crate::{codes, read::Reader};
use alloc::{borrow::Cow, format};
use kifu_core::Seat;
use kifu_json::Value;

/// A key of an earlier dialect.
struct OlderKey {
    /// The object that has the key. Empty for the record itself.
    section: &'static str,
    key: &'static str,
    /// The pointer of the same member in the final dialect.
    current: &'static str,
}

const fn older(section: &'static str, key: &'static str, current: &'static str) -> OlderKey {
    OlderKey { section, key, current }
}

/// The sizes of the board (`size`, `game.size`) are in `board.rs`.
const OLDER_KEYS: [OlderKey; 39] = [
    older("", "application", "/record/application"),
    older("", "version", "/record/version"),
    older("", "charset", "/record/charset"),
    older("", "transcriber", "/record/transcriber"),
    older("", "annotator", "/record/annotator"),
    older("", "source", "/record/source"),
    older("", "copyright", "/record/copyright"),
    older("", "comment", "/record/comment"),
    older("", "sgf", "/record/sgf"),
    older("", "time", "/game/time"),
    older("", "overtime", "/game/time/overtime"),
    older("", "size", "/board"),
    older("game", "size", "/board"),
    older("game", "black", "/game/players/black"),
    older("game", "white", "/game/players/white"),
    older("game", "overtime", "/game/time/overtime"),
    older("game", "date", "/game/dates"),
    older("info", "black", "/game/players/black"),
    older("info", "white", "/game/players/white"),
    older("info", "players", "/game/players"),
    older("info", "typist", "/record/transcriber"),
    older("info", "transcriber", "/record/transcriber"),
    older("info", "annotator", "/record/annotator"),
    older("info", "source", "/record/source"),
    older("info", "copyright", "/record/copyright"),
    older("info", "name", "/game/name"),
    older("info", "komi", "/game/komi"),
    older("info", "handicap", "/game/handicap"),
    older("info", "result", "/game/result"),
    older("info", "rules", "/game/rules"),
    older("info", "time", "/game/time"),
    older("info", "overtime", "/game/time/overtime"),
    older("info", "date", "/game/dates"),
    older("info", "dates", "/game/dates"),
    older("info", "location", "/game/location"),
    older("info", "event", "/game/event"),
    older("info", "round", "/game/round"),
    older("info", "opening", "/game/opening"),
    older("info", "comment", "/game/comment"),
];

/// Returns the pointer in the final dialect for a member with an older key.
pub(crate) fn current_pointer(section: &str, key: &str) -> Option<&'static str> {
    OLDER_KEYS.iter().find(|older| older.section == section && older.key == key).map(|older| older.current)
}

/// A member with an older key.
pub(super) struct OlderMember<'v> {
    /// The pointer of the same member in the final dialect.
    pub(super) current: &'static str,
    pub(super) value: Value<'v>,
}

impl Reader {
    /// Reads a member with an older key, unless the current one has a value.
    pub(super) fn older(&mut self, member: OlderMember<'_>) {
        let OlderMember { current, value } = member;
        let pointer = value.pointer();
        // `board` has read the size.
        if current == "/board" {
            return;
        }
        if self.has_value(current) {
            self.report_disagreement(
                value,
                &format!(
                    "{pointer} is an older key of {current}, which is also present and counts; {pointer} has no effect (kept in the file)"
                ),
            );
            return self.keep_in_game(&pointer, value);
        }
        let at = value.key_span().unwrap_or(value.span());
        self.json.diagnostics.report(&codes::OLDER_KEY, at, || format!("{pointer} is an older key; read as {current}"));
        let mut steps = current.split('/').skip(1);
        let (section, key) = (steps.next().unwrap_or_default(), steps.next().unwrap_or_default());
        match current {
            "/game/players/black" => self.player_of_color("black", &pointer, value),
            "/game/players/white" => self.player_of_color("white", &pointer, value),
            "/game/time/overtime" => self.overtime(value, &pointer),
            "/record/sgf" => self.slot_of_game(value),
            _ if self.field(section, key).is_some() => {
                let text = self.json.text(key, value).map(Cow::into_owned);
                match text {
                    Some(text) => self.set_field(section, key, text),
                    None => self.keep_in_game(&pointer, value),
                }
            }
            _ => self.member(section, key, value),
        }
    }

    /// Returns true if the record has a value from the member at this pointer.
    fn has_value(&mut self, current: &str) -> bool {
        let mut steps = current.split('/').skip(1);
        let (section, key) = (steps.next().unwrap_or_default(), steps.next().unwrap_or_default());
        if let Some(field) = self.field(section, key) {
            return !field.is_empty();
        }
        let (info, terms) = (&self.record.info, &self.record.terms);
        match current {
            "/game/time" => info.time.all().is_some_and(|time| time.main.is_some()),
            "/game/time/overtime" => info.time.all().is_some_and(|time| time.overtime.is_some()),
            "/game/komi" => terms.komi.is_some(),
            "/game/handicap" => terms.handicap.is_some(),
            "/game/result" => info.outcome.is_some(),
            "/game/dates" => !info.dates.is_empty(),
            "/game/players" => !info.players.is_empty(),
            "/game/players/black" => info.player(&Seat::First).is_some_and(|player| !player.is_empty()),
            "/game/players/white" => info.player(&Seat::Second).is_some_and(|player| !player.is_empty()),
            _ => false,
        }
    }
}
