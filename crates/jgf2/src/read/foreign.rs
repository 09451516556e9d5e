//! Members that the record keeps unchanged: foreign data of this format, by JSON pointer.

use super::Reader;
use crate::{INFO, codes};
use alloc::string::String;
use kifu_goban::draft::{Draft, Target};
use kifu_json::{Value, record::MemberFormat};

/// What messages and kept members need to know of the format.
pub(super) static MEMBERS: MemberFormat =
    MemberFormat::new(INFO.id, "JGF 2", [codes::WRONG_KIND, codes::BAD_VALUE, codes::UNKNOWN_MEMBER])
        .keys(&KEYS)
        .containers(&CONTAINERS);

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

impl Reader {
    /// Reports a member of the game that the format does not have, and keeps it.
    pub(super) fn keep_unknown(&mut self, pointer: &str, value: Value<'_>) {
        self.json.report_unknown(value);
        self.keep_in_game(pointer, value);
    }

    /// Keeps a member of the game.
    pub(super) fn keep_in_game(&mut self, pointer: &str, value: Value<'_>) {
        self.json.keep(&mut self.foreign, pointer, value);
    }

    pub(super) fn keep_raw_in_game(&mut self, pointer: &str, at: u32, raw: String) {
        self.json.keep_raw(&mut self.foreign, pointer, at, raw);
    }

    /// Keeps a member of a node.
    pub(super) fn keep_in_node(&mut self, draft: &mut Draft, target: Target, pointer: &str, value: Value<'_>) {
        self.json.keep(&mut draft.get_mut(target).foreign, pointer, value);
    }

    pub(super) fn keep_raw_in_node(&mut self, draft: &mut Draft, target: Target, pointer: &str, at: u32, raw: String) {
        self.json.keep_raw(&mut draft.get_mut(target).foreign, pointer, at, raw);
    }

    /// Moves the foreign data of a draft into its nodes. The foreign data of the root are moved to the game.
    pub(super) fn put_away(&mut self, draft: &mut Draft) {
        let head = core::mem::take(&mut draft.head.foreign);
        if draft.is_root {
            self.foreign.extend(self.json.of_first_node(head));
        } else if !head.is_empty() {
            draft.head.node.details_mut().foreign.extend(head);
        }
        let tail = core::mem::take(&mut draft.tail.foreign);
        if !tail.is_empty() {
            draft.tail.node.details_mut().foreign.extend(tail);
        }
    }
}
