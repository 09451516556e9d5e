//! Keys of earlier versions.

use crate::{codes, read::Reader};
use alloc::{borrow::Cow, format};
use kifu_json::Value;

/// A key of an earlier version.
struct OlderKey {
    section: &'static str,
    key: &'static str,
    /// The pointer of the same member in the current version.
    current: &'static str,
}

const fn older(section: &'static str, key: &'static str, current: &'static str) -> OlderKey {
    OlderKey { section, key, current }
}

const OLDER_KEYS: [OlderKey; 8] = [
    older("rules", "ruleSet", "/rules/ruleset"),
    older("rules", "mainTime", "/rules/time"),
    older("rules", "overTime", "/rules/overtime"),
    older("game", "players", "/players"),
    older("game", "komi", "/rules/komi"),
    older("game", "handicap", "/rules/handicap"),
    older("game", "rules", "/rules/ruleset"),
    older("game", "time", "/rules/time"),
];

/// Returns the pointer in the current version for a member with an older key.
pub(super) fn current_pointer(section: &str, key: &str) -> Option<&'static str> {
    OLDER_KEYS.iter().find(|older| older.section == section && older.key == key).map(|older| older.current)
}

/// A member with an older key.
pub(super) struct OlderMember<'v> {
    /// The pointer of the same member in the current version.
    pub(super) current: &'static str,
    pub(super) value: Value<'v>,
}

impl Reader {
    /// Reads a member with an older key, unless the current one has a value.
    pub(super) fn older(&mut self, member: OlderMember<'_>) {
        let OlderMember { current, value } = member;
        let at = value.key_span().unwrap_or(value.span());
        let pointer = value.pointer();
        if self.has_value(current) {
            self.report_disagreement(
                value,
                &format!(
                    "{pointer} is an older key of {current}, which is also present and counts; {pointer} has no effect (kept in the file)"
                ),
            );
            self.keep_in_game(&pointer, value);
            return;
        }
        self.json.diagnostics.report(&codes::OLDER_KEY, at, || format!("{pointer} is an older key; read as {current}"));
        match current {
            "/rules/ruleset" => match self.json.text(current, value).map(Cow::into_owned) {
                Some(text) => self.record.terms.rules = text,
                None => self.keep_in_game(&pointer, value),
            },
            "/rules/time" => self.older_time(&pointer, value),
            "/rules/overtime" => self.overtime(value),
            "/rules/komi" => self.komi(value),
            "/rules/handicap" => self.handicap(value),
            _ => self.players(value),
        }
    }

    /// Returns true if the record has a value from the member at this pointer.
    fn has_value(&self, current: &str) -> bool {
        let (info, terms) = (&self.record.info, &self.record.terms);
        match current {
            "/rules/ruleset" => !terms.rules.is_empty(),
            "/rules/time" => info.time.all().is_some_and(|time| time.main.is_some()),
            "/rules/overtime" => info.time.all().is_some_and(|time| time.overtime.is_some()),
            "/rules/komi" => terms.komi.is_some(),
            "/rules/handicap" => terms.handicap.is_some(),
            _ => !info.players.is_empty(),
        }
    }
}
