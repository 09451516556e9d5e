//! `meta`: the slots of the game, and custom members.

use super::terms;
use crate::{read::header::players::is_of_color, write::slot::sgf};
use alloc::vec::Vec;
use kifu_core::{Info, Outcome, Parsed, Record, SlotEntry};
use kifu_goban::{Go, outcome_text, parse_outcome, rules::Rules};
use kifu_json::{
    Writer,
    record::{ForeignData, HeaderMembers, RECORD_COMMENT, TIME_TYPE, slot},
};

/// Returns the entries of the slot: data that the format has no member for, values that could not be parsed, and values that
/// would be read in another way.
pub(super) fn slot_entries(record: &Record<Go>) -> Vec<SlotEntry> {
    let (info, terms) = (&record.info, &record.terms);
    let mut keys = alloc::vec!["started", "ended", "main-time", "overtime", "player"];
    if info.dates.iter().any(|date| date.value().is_none()) {
        keys.push("date");
    }
    let is_read = |outcome: &Outcome| parse_outcome(&outcome_text(outcome)).as_ref() == Ok(outcome);
    if !info.outcome.as_ref().and_then(Parsed::value).is_some_and(is_read) {
        keys.push("result");
    }
    let time = info.time.all();
    let main_is_number = time.is_some_and(|time| matches!(time.main, Some(Parsed::Value(_))));
    let overtime_is_member = terms::overtime(info).is_some();
    let has_member = |entry: &SlotEntry| match &*entry.key {
        "main-time" => entry.is_for_all() && main_is_number,
        "overtime" => entry.is_for_all() && overtime_is_member,
        "player" => is_of_color(entry),
        _ => false,
    };
    let entries = SlotEntry::of_info(info, &keys).into_iter().filter(|entry| !has_member(entry));
    let entries = entries.chain(HeaderMembers::of(&info.headers).entries());
    let named: Option<Rules> = terms.rules.parse().ok();
    let of_terms = [
        ("komi", matches!(terms.komi, Some(Parsed::Text(_)))),
        ("handicap", matches!(terms.handicap, Some(Parsed::Text(_)))),
        // A member with the value of the rule set is read as if it were absent.
        ("suicide", terms.suicide.is_some_and(|stated| named.is_some_and(|named| named.suicide == stated))),
        (
            "superko",
            terms.superko.is_some_and(|stated| named.is_some_and(|named| named.forbids_repetition() == stated)),
        ),
    ];
    let of_terms: Vec<_> = of_terms.into_iter().filter(|(_, is_in_slot)| *is_in_slot).map(|(key, _)| key).collect();
    entries.chain(terms.slot_entries(&of_terms)).collect()
}

/// Returns true if an object of the text has a place for a member with this pointer.
fn has_place(pointer: &str) -> bool {
    let sections = ["record", "source", "game", "event", "rules", "board", "meta"];
    let steps: Vec<&str> = pointer.split('/').skip(1).collect();
    match steps[..] {
        _ if !pointer.starts_with('/') => false,
        [_] => true,
        ["tree", "0", ..] => true,
        [section, _] => sections.contains(&section),
        ["players", _, _] => true,
        _ => false,
    }
}

pub(super) fn meta(info: &Info, entries: &[SlotEntry], foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let HeaderMembers { record_comment, time_type, .. } = HeaderMembers::of(&info.headers);
    let own = [(RECORD_COMMENT, record_comment), (TIME_TYPE, time_type)];
    let mut own = own.into_iter().filter_map(|(key, text)| Some((key, text?))).peekable();
    foreign.unplace(|pointer| !has_place(pointer));
    // The list of players contains these entries.
    foreign.unplaced.retain(|entry| entry.key != "/players");
    let entries = if foreign.has_slots() { entries } else { &[] };
    let has_kifu = !entries.is_empty() || foreign.has_unread();
    let has_members = own.peek().is_some() || foreign.has_members("/meta");
    if foreign.others.is_empty() && foreign.unplaced.is_empty() && !has_kifu && !has_members {
        return;
    }
    out.key("meta");
    out.begin_object();
    let mut written = alloc::vec![slot::SGF, slot::FOREIGN];
    for (key, text) in own {
        out.key(key);
        out.string(text);
        written.push(key);
    }
    foreign.write_members("/meta", &written, out);
    sgf(&foreign.others, &[], &[], out);
    if foreign.has_other_formats() || has_kifu || !foreign.unplaced.is_empty() {
        out.key(slot::FOREIGN);
        out.begin_object();
        if has_kifu {
            out.key(slot::KIFU);
            out.begin_object();
            slot::write(entries, foreign.unread(), out);
            out.end();
        }
        slot::write_other_formats(foreign, out);
        out.end();
    }
    out.end();
}
