//! Members that the record keeps unchanged: foreign data of this format, by JSON pointer. An element of a list has `-` as its last
//! step.

use super::Reader;
use crate::{INFO, codes};
use alloc::{format, string::String};
use kifu_goban::draft::{Draft, Target};
use kifu_json::{Value, record::MemberFormat};

/// What messages and kept members need to know of the format.
pub(super) static MEMBERS: MemberFormat =
    MemberFormat::new(INFO.id, "JGF 1", [codes::WRONG_KIND, codes::BAD_VALUE, codes::UNKNOWN_MEMBER])
        .keys(&KEYS)
        .containers(&CONTAINERS);

/// The keys of the format with at least four letters. Shorter ones resemble many others.
const KEYS: [&str; 34] = [
    "annotator",
    "application",
    "board",
    "charset",
    "color",
    "comment",
    "comments",
    "coordinates",
    "copyright",
    "cutoff",
    "dates",
    "event",
    "game",
    "handicap",
    "height",
    "komi",
    "location",
    "main",
    "markup",
    "move",
    "name",
    "opening",
    "overtime",
    "players",
    "rank",
    "record",
    "result",
    "round",
    "rules",
    "setup",
    "source",
    "transcriber",
    "tree",
    "width",
];

/// The members that are objects or arrays.
const CONTAINERS: [&str; 11] =
    ["board", "comments", "cutoff", "dates", "game", "markup", "move", "players", "record", "setup", "tree"];

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

    /// Keeps a member whose value has the wrong type.
    pub(super) fn keep_wrong(&mut self, key: &str, pointer: &str, wanted: &str, value: Value<'_>) {
        self.json.report_wrong_kind(key, wanted, value);
        self.keep_in_game(pointer, value);
    }

    /// Keeps a member of a node.
    pub(super) fn keep_in_node(&mut self, draft: &mut Draft, target: Target, pointer: &str, value: Value<'_>) {
        self.json.keep(&mut draft.get_mut(target).foreign, pointer, value);
    }

    /// Keeps an element of a list in a node.
    pub(super) fn keep_element(&mut self, draft: &mut Draft, target: Target, list: &str, value: Value<'_>) {
        let pointer: String = format!("{list}/-");
        self.keep_in_node(draft, target, &pointer, value);
    }

    /// Moves the foreign data of a draft into its nodes. That of the first node is moved to the game.
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
