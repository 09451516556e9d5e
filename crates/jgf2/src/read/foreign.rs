//! Members that the record keeps unchanged: foreign data of this format, by JSON pointer.

use super::{
    Reader,
    node::draft::{Draft, Target},
    values::excerpt,
};
use crate::{codes, slot};
use alloc::{format, string::String};
use kifu_core::{Edits, Foreign, Safety, Severity};
use kifu_json::{Kind, Value};

/// Returns a key as a step of a JSON pointer.
pub(super) fn step(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The keys of the format with at least four letters. Shorter ones resemble many others.
const KEYS: [&str; 38] = [
    "annotator",
    "black",
    "board",
    "charset",
    "color",
    "comments",
    "copyright",
    "date",
    "dates",
    "description",
    "event",
    "game",
    "generator",
    "handicap",
    "height",
    "komi",
    "location",
    "markup",
    "move",
    "name",
    "opening",
    "overtime",
    "periodsLeft",
    "players",
    "rank",
    "record",
    "result",
    "round",
    "rules",
    "ruleset",
    "setup",
    "source",
    "timeLeft",
    "transcriber",
    "tree",
    "variations",
    "white",
    "width",
];

/// The members that are objects or arrays.
const CONTAINERS: [&str; 14] = [
    "board",
    "comments",
    "dates",
    "event",
    "game",
    "markup",
    "move",
    "players",
    "record",
    "rules",
    "setup",
    "source",
    "tree",
    "variations",
];

/// The length from which a key is recognised with another letter in place of one of its letters. Shorter keys resemble other
/// words, such as `mode` and `move`.
const LONG_KEY: usize = 6;

/// Returns true if a key is a known one with one letter doubled, missing or wrong, or with two letters exchanged. `is_container` is
/// true if the value is an object or array.
pub(super) fn is_misspelling(key: &str, known: &str, is_container: bool) -> bool {
    let same = key.bytes().zip(known.bytes()).take_while(|(odd, right)| odd == right).count();
    let (odd, right) = (&key.as_bytes()[same..], &known.as_bytes()[same..]);
    let (Some((first, odd_rest)), Some((due, rest))) = (odd.split_first(), right.split_first()) else {
        // The last letter is missing or doubled, or another character follows it.
        let is_extra = |&extra: &u8| extra == known.as_bytes()[same - 1] || !extra.is_ascii_alphabetic();
        return odd.is_empty() && right.len() == 1 || right.is_empty() && odd.len() == 1 && odd.iter().all(is_extra);
    };
    // The second of two equal letters is the first that differs.
    let is_doubled = same > 0 && *first == known.as_bytes()[same - 1] && odd_rest == right;
    let is_missing = rest == odd;
    let is_inserted = odd_rest == right && !first.is_ascii_alphabetic();
    let is_exchanged = odd.len() > 1 && right.len() > 1 && odd[..2] == [right[1], right[0]] && odd[2..] == right[2..];
    let is_telling =
        !first.is_ascii_lowercase() || known.len() >= LONG_KEY || is_container && CONTAINERS.contains(&known);
    let is_wrong = odd_rest == rest && is_telling && due != first;
    is_doubled || is_missing || is_inserted || is_exchanged || is_wrong
}

impl Reader {
    /// Reports a member that the format does not have. It is an error if its key is a known one with a typing error, because the
    /// record is incomplete without it.
    pub(super) fn report_unknown(&mut self, member: Value<'_>) {
        let key = member.key().unwrap_or_default();
        let known =
            KEYS.iter().find(|known| is_misspelling(&key, known, matches!(member.kind(), Kind::Array | Kind::Object)));
        let severity = if known.is_some() { Severity::Error } else { codes::UNKNOWN_MEMBER.severity };
        let report =
            self.diagnostics.report(&codes::UNKNOWN_MEMBER.with_severity(severity), member.member_span(), || {
                let key = excerpt(&key);
                match known {
                    Some(known) => {
                        format!("{key:?} is not a JGF 2 member, perhaps {known:?}; it has no effect (kept in the file)")
                    }
                    None if KEYS.contains(&&*key) => {
                        format!("JGF 2 has no member {key:?} in this object; it has no effect (kept in the file)")
                    }
                    None => format!("{key:?} is not a JGF 2 member; it has no effect (kept in the file)"),
                }
            });
        if let (Some(known), Some(at)) = (known, member.key_span())
            && member.parent().is_some_and(|object| object.get(known).is_none())
        {
            report.fix(Safety::Guess, || format!("write {known:?}"), || Edits::one(at, format!("\"{known}\"")));
        }
    }

    /// Reports a member of the game that the format does not have, and keeps it.
    pub(super) fn keep_unknown(&mut self, pointer: &str, value: Value<'_>) {
        self.report_unknown(value);
        self.keep_in_game(pointer, value);
    }

    /// Keeps a member of the game.
    pub(super) fn keep_in_game(&mut self, pointer: &str, value: Value<'_>) {
        let Some(raw) = self.compact(value) else { return };
        self.keep_raw_in_game(pointer, value.span().start, raw);
    }

    pub(super) fn keep_raw_in_game(&mut self, pointer: &str, at: u32, raw: String) {
        if self.take(2 * size_of::<Foreign>() + size_of::<String>() + pointer.len() + raw.len(), at) {
            self.foreign.push(Foreign::new(slot::JGF2, pointer, alloc::vec![raw]));
        }
    }

    /// Keeps a member of a node.
    pub(super) fn keep_in_node(&mut self, draft: &mut Draft, target: Target, pointer: &str, value: Value<'_>) {
        let Some(raw) = self.compact(value) else { return };
        self.keep_raw_in_node(draft, target, pointer, value.span().start, raw);
    }

    pub(super) fn keep_raw_in_node(&mut self, draft: &mut Draft, target: Target, pointer: &str, at: u32, raw: String) {
        // A list doubles its capacity while it grows, and a text made here may be far longer than its source.
        if !self.take(2 * (size_of::<String>() + raw.len()), at) {
            return;
        }
        let foreign = &mut draft.get_mut(target).foreign;
        // The values of one key are merged here, because there may be millions of them.
        match foreign.last_mut().filter(|last| last.format == slot::JGF2 && last.key == pointer) {
            Some(last) => last.values.push(raw),
            None if self.take(size_of::<Foreign>() + pointer.len(), at) => {
                foreign.push(Foreign::new(slot::JGF2, pointer, alloc::vec![raw]));
            }
            None => {}
        }
    }

    /// Moves the foreign data of a draft into its nodes. The foreign data of the root are moved to the game.
    pub(super) fn put_away(&mut self, draft: &mut Draft) {
        let head = core::mem::take(&mut draft.head.foreign);
        if draft.is_root {
            // The member was in the root node, so its pointer in the game starts with `/tree/0`.
            self.foreign.extend(head.into_iter().map(|mut entry| {
                if entry.format == slot::JGF2 {
                    entry.key = format!("/tree/0{}", entry.key);
                }
                entry
            }));
        } else if !head.is_empty() {
            draft.head.node.details_mut().foreign.extend(head);
        }
        let tail = core::mem::take(&mut draft.tail.foreign);
        if !tail.is_empty() {
            draft.tail.node.details_mut().foreign.extend(tail);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_misspelling;

    #[test]
    fn a_key_with_one_typing_error_is_recognised() {
        for key in ["mov", "movee", "mmove", "ove", "mvoe", "mo:e", "Move", "mode", ",move", "move ", "move("] {
            assert!(is_misspelling(key, "move", true), "{key}");
        }
        for key in ["variatoins", "variotions", "ariations"] {
            assert!(is_misspelling(key, "variations", true), "{key}");
        }
        assert!(is_misspelling("hendicap", "handicap", false));
        for key in ["move", "moves", "note", "m", "", "movable"] {
            assert!(!is_misspelling(key, "move", true), "{key}");
        }
        assert!(!is_misspelling("fame", "name", false));
    }
}
