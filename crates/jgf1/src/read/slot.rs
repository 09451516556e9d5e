//! The slots: SGF properties as members of a node and in `record.sgf`, and `foreign` for other formats and for data of the record itself.

use super::Reader;
use crate::{FULL_SIZE, codes};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{ByoYomi, Decimal, Foreign, Overtime, OvertimeLeft, Parsed, Record, SlotEntry};
use kifu_goban::{
    Color, Go,
    analysis::IDENTIFIERS as ANALYSES,
    draft::{Draft, DraftNode},
    slot as judgements,
};
use kifu_json::{
    Kind, Value,
    record::{pointer_step, slot},
};

/// Returns true if the key of a node's member is an SGF identifier: capital letters.
pub(crate) fn is_identifier(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_uppercase())
}

/// Returns the member of a node that has the data of an SGF property, if JGF 1 has one.
pub(crate) fn member_of_node_for(identifier: &str) -> Option<&'static str> {
    Some(match identifier {
        "B" | "W" => "move",
        "AB" | "AW" | "AE" => "setup",
        "PL" => "turn",
        "C" => "comments",
        "N" => "name",
        "CR" => "markup.circle",
        "TR" => "markup.triangle",
        "SQ" => "markup.square",
        "MA" | "M" => "markup.mark",
        "SL" => "markup.select",
        "LB" | "L" => "markup.label",
        "TB" | "TW" => "score",
        _ => return None,
    })
}

/// Returns the member that has the data of an SGF property of the game or of its first node, if JGF 1 has one.
pub(crate) fn member_of_game_for(identifier: &str) -> Option<&'static str> {
    Some(match identifier {
        "PB" | "PW" | "BR" | "WR" | "BT" | "WT" => "game.players",
        "GN" => "game.name",
        "KM" => "game.komi",
        "HA" => "game.handicap",
        "RU" => "game.rules",
        "RE" => "game.result",
        "TM" | "OT" => "game.time",
        "DT" => "game.dates",
        "PC" => "game.location",
        "EV" => "game.event",
        "RO" => "game.round",
        "ON" => "game.opening",
        "GC" => "game.comment",
        "US" => "record.transcriber",
        "AN" => "record.annotator",
        "SO" => "record.source",
        "CP" => "record.copyright",
        "AP" => "record.application",
        "ST" => "settings",
        "SZ" => "board",
        _ => return member_of_node_for(identifier),
    })
}

/// Returns true for an SGF property that has no member in JGF 1 and that kifu knows, so that its values must be texts.
fn is_known_property(identifier: &str) -> bool {
    matches!(identifier, "VW" | "DD" | "AR" | "LN" | "KO" | "MN" | "PM" | "FG")
        || of_clock(identifier).is_some()
        || judgements::IDENTIFIERS.contains(&identifier)
        || ANALYSES.contains(&identifier)
}

/// Returns true if OB and OW count moves of the overtime. Servers with byo-yomi write the periods.
pub(crate) fn counts_moves(record: &Record<Go>) -> bool {
    let overtime = record.info.time.all().and_then(|time| time.overtime.as_ref());
    matches!(overtime.and_then(Parsed::value).and_then(Overtime::byo_yomi), Some(ByoYomi::Moves { .. }))
}

/// Returns the colour and the kind of a property for a clock: BL, WL (time), OB or OW (overtime).
pub(crate) fn of_clock(identifier: &str) -> Option<(Color, bool)> {
    Some(match identifier {
        "BL" => (Color::Black, true),
        "WL" => (Color::White, true),
        "OB" => (Color::Black, false),
        "OW" => (Color::White, false),
        _ => return None,
    })
}

impl Reader {
    /// Reads a slot of the game: `record.sgf` or `record.foreign`.
    pub(super) fn slot_of_game(&mut self, value: Value<'_>) {
        let key = value.key().unwrap_or_default();
        if value.kind() != Kind::Object {
            return self.keep_wrong(&key, &value.pointer(), "an object", value);
        }
        if &*key == slot::SGF {
            for (identifier, value) in value.members() {
                self.report_without_effect(&identifier, member_of_game_for(&identifier), value);
            }
            let entries = self.json.slot_entries(slot::SGF, value);
            return self.foreign.extend(entries);
        }
        for (format, value) in value.members() {
            if &*format == slot::KIFU && value.kind() == Kind::Object {
                let Record { info, terms, .. } = &mut self.record;
                let has_dates = !info.dates.is_empty();
                let take = |entry: &SlotEntry| {
                    // `board` has read the size.
                    entry.key == FULL_SIZE
                        || !(has_dates && entry.key == "date")
                            && (entry.read_into_info(info) || terms.read_slot_entry(entry))
                };
                let of = (value, "/record/foreign/kifu");
                self.json.kifu_entries(of, &codes::BAD_SLOT, &mut self.foreign, take, is_known);
                for contradiction in self.record.terms.contradictions() {
                    self.json.diagnostics.report(&codes::DISAGREEMENT, value.member_span(), || {
                        format!("{contradiction}; the statement counts")
                    });
                }
            } else if value.kind() == Kind::Object {
                let entries = self.json.slot_entries(&format, value);
                self.foreign.extend(entries);
            } else {
                self.keep_in_game(&format!("/record/foreign/{}", pointer_step(&format)), value);
            }
        }
    }

    /// Reads `foreign` of a node.
    pub(super) fn foreign_of_node(&mut self, value: Value<'_>, draft: &mut Draft) {
        for (format, value) in value.members() {
            if value.kind() != Kind::Object {
                self.keep_in_node(draft, draft.main, &format!("/foreign/{}", pointer_step(&format)), value);
            } else if &*format == slot::KIFU {
                let DraftNode { node, foreign, .. } = draft.main_mut();
                let take = |entry: &SlotEntry| entry.read_into_node(node);
                self.json.kifu_entries((value, "/foreign/kifu"), &codes::BAD_SLOT, foreign, take, is_known);
            } else {
                let entries = self.json.slot_entries(&format, value);
                draft.main_mut().foreign.extend(entries);
            }
        }
    }

    /// Reports an SGF property that has no effect because JGF 1 has the `member` for it. Without a move or stones, the record is
    /// another game.
    fn report_without_effect(&mut self, identifier: &str, member: Option<&str>, value: Value<'_>) {
        let Some(member) = member else { return };
        let has_points = || value.elements().chain([value]).any(|value| self.rect(value).is_some());
        let (info, what) = match member {
            "move" if has_points() => (&codes::BAD_MOVE, "the move was left out"),
            "setup" if has_points() => (&codes::BAD_SETUP, "the stones were left out"),
            _ => (&codes::PROPERTY_WITHOUT_EFFECT, "it has no effect"),
        };
        self.json.diagnostics.report(info, value.member_span(), || {
            format!("{identifier} is a property of SGF, whose data JGF 1 has in {member}; {what} (kept in the file)")
        });
    }

    /// Reads an SGF property, which ngGo writes as a member of the node: a text, or a list of texts.
    pub(super) fn property(&mut self, identifier: &str, value: Value<'_>, draft: &mut Draft) {
        let is_list = value.kind() == Kind::Array;
        let list = || is_list.then(|| value.elements()).into_iter().flatten().chain((!is_list).then_some(value));
        let at = value.span().start;
        if !self.json.take(2 * size_of::<Foreign>() + identifier.len(), at) {
            return;
        }
        let member = if draft.is_root { member_of_game_for(identifier) } else { member_of_node_for(identifier) };
        self.report_without_effect(identifier, member, value);
        let is_known = is_known_property(identifier);
        let mut values: Vec<String> = Vec::new();
        for element in list() {
            let text = match element.kind() {
                Kind::Number if is_known => self.json.text(identifier, element),
                _ => element.string(),
            };
            let Some(text) = text else {
                let pointer = format!("/{identifier}");
                match member {
                    // This was reported.
                    Some(_) => {}
                    None if is_known => self.json.report_wrong_kind(identifier, "a text or a list of texts", element),
                    None => self.json.report_unknown(value),
                }
                return self.keep_in_node(draft, draft.main, &pointer, value);
            };
            if !self.json.take(2 * size_of::<String>() + text.len(), at) {
                return;
            }
            values.push(text.into_owned());
        }
        let texts: Vec<&str> = values.iter().map(String::as_str).collect();
        if draft.read_analysis(identifier, &texts, self.record.setup.size) {
            return;
        }
        // The first letter differs for almost all entries, and is faster to compare.
        let first = identifier.as_bytes().first();
        let is_other = |entry: &Foreign| entry.key.as_bytes().first() != first || entry.key != identifier;
        let is_new = |draft: &mut Draft| draft.main_mut().foreign.iter().all(is_other);
        let size = self.record.setup.size;
        if let Some(marks) = judgements::marks(identifier, &texts, size)
            && is_new(draft)
        {
            draft.marks.extend(marks);
            return;
        }
        // The record has points and other values of one property apart, so the points are read alone. An empty value is an empty list
        // if the property has no points.
        if matches!(identifier, "DD" | "VW") && is_new(draft) {
            let is_point = |text: &String| !text.is_empty() && judgements::marks(identifier, &[text], size).is_some();
            let is_empty = !values.iter().any(is_point) && values.first().is_some_and(String::is_empty);
            let (points, rest): (Vec<String>, Vec<String>) = match is_empty {
                true => (alloc::vec![String::new()], values.split_off(1)),
                false => values.into_iter().partition(is_point),
            };
            let points: Vec<&str> = points.iter().map(String::as_str).collect();
            if !points.is_empty() {
                draft.marks.extend(judgements::marks(identifier, &points, size).unwrap_or_default());
            }
            draft.main_mut().foreign.push(Foreign::new(slot::SGF, identifier.to_string(), rest));
            return;
        }
        // Each arrow and each line is a mark of its own, so one that is wrong does not affect the others.
        if matches!(identifier, "AR" | "LN") {
            values.retain(|text| match judgements::marks(identifier, &[text], size) {
                Some(marks) => {
                    draft.marks.extend(marks);
                    false
                }
                None => true,
            });
            draft.main_mut().foreign.push(Foreign::new(slot::SGF, identifier.to_string(), values));
            return;
        }
        if let Some(first) = values.first()
            && (self.clock(identifier, first, draft)
                || judgements::read(&mut draft.main_mut().node.details_mut().judgement, identifier, first))
        {
            values.remove(0);
            if values.is_empty() {
                return;
            }
        }
        draft.main_mut().foreign.push(Foreign::new(slot::SGF, identifier.to_string(), values));
    }

    /// Reads BL, WL, OB or OW of the player who moves, if writing the value gives the same text. Returns false otherwise.
    fn clock(&mut self, identifier: &str, text: &str, draft: &mut Draft) -> bool {
        let Some((color, is_time)) = of_clock(identifier) else { return false };
        if draft.played.is_none_or(|played| played.color != color) {
            return false;
        }
        let counts_moves = counts_moves(&self.record);
        let clock = &mut draft.main_mut().node.details_mut().clock;
        if is_time {
            let time = text.parse::<Decimal>().ok().filter(|number| number.to_string() == text);
            let time = time.and_then(Decimal::to_duration).filter(|_| clock.left.is_none());
            clock.left = clock.left.or(time);
            return time.is_some();
        }
        let number = text.parse::<u32>().ok().filter(|number| number.to_string() == text);
        let left = number.map(if counts_moves { OvertimeLeft::Moves } else { OvertimeLeft::Periods });
        let left = left.filter(|_| clock.overtime_left.is_none());
        clock.overtime_left = clock.overtime_left.or(left);
        left.is_some()
    }
}

/// Returns true if an empty record could store an entry.
fn is_known(entry: &SlotEntry) -> bool {
    let mut record = Record::<Go>::default();
    let root = record.tree.root();
    entry.read_into_node(&mut record.tree[root])
        || entry.read_into_info(&mut record.info)
        || record.terms.read_slot_entry(entry)
}
