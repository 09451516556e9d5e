//! Completes and corrects the moves, the totals and the start of a text, without a change of anything else.

use crate::{
    derived::{Derived, write_full},
    read::{self, total_json},
    write::{spent_json, write_data},
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::time::Duration;
use kifu_core::Edits;
use kifu_json::{Document, Kind, Value, ValueId, Writer};
use kifu_shogiban::{Move, Setup};

/// Returns the edits that make each record of a text complete: each move states its player, its origin and square, the piece before
/// the move, the promotion, 同, the captured piece and the relative words, all computed by playing the moves, also those of forks.
/// Totals are added up, an illegal action names its player, and a position that is a handicap becomes its preset.
///
/// The text may be what a parser of KIF, KI2 or CSA gives, or any other record. What a move states about its position is never
/// trusted, so the result is the same for each source, and nothing is left to do for a text that was normalized. Unknown members,
/// comments and white space stay. Moves that cannot be read stay too. If a record states no origins, as a parser of KI2 leaves it, and
/// the origin of a move cannot be found, its moves are not completed: beside complete moves, that move would be a drop. The same holds if
/// the key of a square is damaged.
///
/// ```
/// use kifu_jkf::normalize;
/// let text = r#"{"header":{},"moves":[{},
///   {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},
///   {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},
///   {"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true}},
///   {"move":{"from":{"x":3,"y":1},"piece":"GI","same":true}}]}"#;
/// let normal = normalize(text).apply(text);
/// let last = normal.lines().last().unwrap().trim();
/// assert_eq!(
///     last,
///     r#"{"move":{"color":1,"from":{"x":3,"y":1},"to":{"x":2,"y":2},"piece":"GI","same":true,"capture":"UM"}}]}"#
/// );
/// assert!(normalize(&normal).is_empty());
/// ```
#[must_use]
pub fn normalize(text: &str) -> Edits {
    let document = Document::parse_only(text);
    let mut normalizer = Normalizer::default();
    for root in document.roots() {
        read::normalize(root, &mut normalizer);
    }
    let removed = document.remove(core::mem::take(&mut normalizer.removed));
    normalizer.take(&removed);
    normalizer.edits
}

/// The edits of a text that is normalized.
#[derive(Debug, Default)]
pub(crate) struct Normalizer {
    edits: Edits,
    /// The edits of the moves of the current record.
    moves: Edits,
    /// True if the moves of the current record do not change.
    keeps_moves: bool,
    /// Members that the text states elsewhere.
    removed: Vec<ValueId>,
    /// True if only the moves are completed.
    pub(crate) only_moves: bool,
}

impl Normalizer {
    fn take(&mut self, edits: &Edits) {
        take(&mut self.edits, edits);
    }

    /// Removes a member, with those that are removed beside it.
    pub(crate) fn remove(&mut self, member: Value<'_>) {
        if self.only_moves {
            return;
        }
        self.removed.push(member.id());
    }

    /// Replaces a value.
    pub(crate) fn set(&mut self, value: Value<'_>, json: &str) {
        if !self.only_moves && value.compact() != json {
            self.take(&value.set(json));
        }
    }

    /// Completes a move.
    pub(crate) fn played(&mut self, value: Value<'_>, played: &Move, derived: &Derived) {
        let json = move_json(value, played, derived);
        if !is_same(value, &json) {
            take(&mut self.moves, &value.set(&json));
        }
    }

    /// Does not change the moves of the current record: the origin of one cannot be found, or the key of a square is damaged.
    pub(crate) fn keep_moves(&mut self) {
        self.keeps_moves = true;
    }

    /// Ends a record.
    pub(crate) fn end_record(&mut self) {
        let moves = core::mem::take(&mut self.moves);
        if !core::mem::take(&mut self.keeps_moves) {
            self.take(&moves);
        }
    }

    /// Completes the time of a move.
    pub(crate) fn time(&mut self, value: Value<'_>, spent: Duration, total: Duration) {
        if self.only_moves {
            return;
        }
        let (now, sum) = (value.get_present("now"), value.get_present("total"));
        let hours = |value: Value<'_>| value.get_present("h").is_some();
        // `now` without hours has them in its minutes.
        if let Some(now) = now.filter(|now| hours(*now)) {
            self.set(now, &spent_json(spent));
        }
        let total = total_json(total);
        match sum {
            Some(sum) if is_same(sum, &total) => {}
            Some(sum) => self.take(&sum.set(&total)),
            None => {
                let edits = value.set_member("total", &total, None);
                self.take(&edits.unwrap_or_default());
            }
        }
    }

    /// Completes the position at the start.
    pub(crate) fn initial(&mut self, initial: Value<'_>, setup: &Setup) {
        if self.only_moves {
            return;
        }
        let name = setup.handicap().and_then(kifu_shogiban::Handicap::jkf);
        let preset = format!("{:?}", name.unwrap_or(read::OTHER));
        match initial.get_present("preset") {
            Some(value) => self.set(value, &preset),
            None => {
                let edits = initial.set_member("preset", &preset, initial.children().next());
                self.take(&edits.unwrap_or_default());
            }
        }
        let Some(data) = initial.get_present("data") else { return };
        if name.is_some() {
            return self.remove(data);
        }
        let mut out = Writer::compact();
        out.begin_object();
        write_data(setup, &mut out);
        unknown(data, &["color", "board", "hands"], &mut out);
        let json = out.finish();
        if !is_same(data, &json) {
            self.take(&data.set(&json));
        }
    }
}

fn take(into: &mut Edits, edits: &Edits) {
    for (span, text) in edits.iter() {
        // Two edits of one place exist only for members that occur twice; the last one counts.
        let _ = into.replace(span, text);
    }
}

/// Returns a complete move as JSON, with the members that JKF does not have.
pub(crate) fn move_json(value: Value<'_>, played: &Move, derived: &Derived) -> String {
    const KEYS: [&str; 8] = ["color", "from", "to", "piece", "same", "promote", "capture", "relative"];
    let mut out = Writer::compact();
    out.begin_object();
    let mut rest = |key: &str, out: &mut Writer| {
        if let Some(place) = value.get(key) {
            unknown(place, &["x", "y"], out);
        }
    };
    write_full(played, derived, &mut rest, &mut out);
    unknown(value, &KEYS, &mut out);
    out.finish()
}

fn unknown(value: Value<'_>, known: &[&str], out: &mut Writer) {
    for (key, member) in
        value.members().filter(|(key, member)| !known.contains(&&**key) && member.kind() != Kind::Missing)
    {
        out.key(&key);
        out.value(member);
    }
}

/// Returns true if a value has the same members as some JSON, in any order and with any white space. A member that is null is missing.
fn is_same(value: Value<'_>, json: &str) -> bool {
    let document = Document::parse_only(json);
    let Some(wanted) = document.root() else { return false };
    leaves(value) == leaves(wanted)
}

/// Returns the values without elements and members, each with its path, sorted.
fn leaves(value: Value<'_>) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut waiting = alloc::vec![(String::new(), value)];
    while let Some((path, value)) = waiting.pop() {
        match value.kind() {
            Kind::Null | Kind::Missing => {}
            Kind::Object => waiting.extend(value.members().map(|(key, member)| (format!("{path}/{key}"), member))),
            Kind::Array => {
                waiting.extend(value.elements().enumerate().map(|(n, element)| (format!("{path}/{n}"), element)));
            }
            Kind::Number => {
                out.push((path, value.integer().map_or_else(|| value.compact(), |number| number.to_string())));
            }
            _ => out.push((path, value.compact())),
        }
    }
    out.sort();
    out
}

/// Returns the edits that complete the moves of a record, and change nothing that it means. There are none if that is not possible.
pub(crate) fn edits_of(root: Value<'_>) -> Edits {
    let mut normalizer = Normalizer { only_moves: true, ..Normalizer::default() };
    read::normalize(root, &mut normalizer);
    normalizer.edits
}
