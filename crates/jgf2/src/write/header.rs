//! What stands before the tree.

use super::{Kept, section, sgf, slots};
use crate::{Jgf2, Players, slot};
use alloc::{
    collections::BTreeSet,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{ByoYomi, Decimal, Info, Outcome, Parsed, Player, Record, Seat, SlotEntry};
use kifu_goban::{Go, Mark, Point, outcome_text, parse_outcome};
use kifu_json::Writer;

pub(super) fn header(record: &Record<Go>, format: &Jgf2, kept: &mut Kept<'_>, out: &mut Writer) {
    let (info, terms) = (&record.info, &record.terms);
    let mut part = section("record", out);
    part.key("format").string("JGF");
    part.key("version").integer(2);
    part.key("charset").string("UTF-8");
    part.text("generator", &info.application);
    part.text("transcriber", &info.transcriber);
    part.end(kept);

    let mut part = section("source", out);
    part.text("name", &info.source);
    part.text("url", &info.address);
    part.text("copyright", &info.copyright);
    part.end(kept);

    let mut part = section("game", out);
    part.key("type").string("go");
    part.text("name", &info.name);
    let entries = slot_entries(record);
    let is_in_slot = |key: &str| entries.iter().any(|entry| entry.key == key);
    if let Some(outcome) = info.outcome.as_ref().filter(|_| !is_in_slot("result")) {
        part.key("result").string(&result(outcome));
    }
    if let [first, rest @ ..] = &info.dates[..]
        && !is_in_slot("date")
    {
        part.key("date").string(&first.to_string());
        if !rest.is_empty() {
            let list = part.key("dates");
            list.begin_array_inline();
            info.dates.iter().for_each(|date| list.string(&date.to_string()));
            list.end();
        }
    }
    part.text("opening", &info.opening);
    part.text("annotator", &info.annotator);
    part.text("description", &info.description);
    let in_slot: Vec<&str> = entries.iter().map(|entry| &*entry.key).collect();
    part.leave_out(&in_slot, &[("result", &["result"]), ("date", &["date", "dates"])]);
    part.end(kept);

    let mut part = section("event", out);
    part.text("name", &info.event);
    part.text("location", &info.place);
    part.text("round", &info.round);
    part.end(kept);

    let mut part = section("rules", out);
    part.text("ruleset", &terms.rules);
    if let Some(Parsed::Value(komi)) = &terms.komi {
        part.key("komi").number(&komi.to_string());
    }
    if let Some(Parsed::Value(handicap)) = &terms.handicap {
        part.key("handicap").number(&handicap.to_string());
    }
    for (key, stated) in [("allowSuicide", terms.suicide), ("disallowRepeats", terms.superko)] {
        if stated == Some(true) {
            part.key(key).boolean(true);
        }
    }
    let time = info.time.all();
    if let Some(Parsed::Value(main)) = time.and_then(|time| time.main.as_ref()) {
        part.key("time").number(&main.to_string());
    }
    if let Some(overtime) = time.and_then(|time| time.overtime.as_ref()) {
        part.text("overtime", &overtime.to_string());
        if let Some(ByoYomi::Periods { count, each }) = overtime.value().and_then(|overtime| overtime.byo_yomi) {
            part.key("numberOfPeriods").integer(i64::from(count));
            part.key("timePerPeriod").number(&Decimal::from_duration(each).to_string());
        }
    }
    let members: [(&str, &[&'static str]); 5] = [
        ("komi", &["komi"]),
        ("handicap", &["handicap"]),
        ("main-time", &["time"]),
        ("suicide", &["allowSuicide"]),
        ("superko", &["disallowRepeats"]),
    ];
    part.leave_out(&in_slot, &members);
    part.end(kept);

    board(record, kept, out);
    players(info, format, kept, out);
    if !info.display.is_empty() {
        out.key("settings");
        out.begin_object();
        for (name, raw) in &info.display {
            out.key(name);
            out.raw(raw);
        }
        out.end();
    }
    let names = ["record", "source", "game", "event", "rules", "board", "players", "settings", "meta", "tree"];
    kept.members("", &names, out);
    meta(&entries, kept, out);
}

/// The entries of the slot: what the format has no member for, what could not be parsed, and what would be read as something
/// else.
fn slot_entries(record: &Record<Go>) -> Vec<SlotEntry> {
    let (info, terms) = (&record.info, &record.terms);
    let mut keys = alloc::vec!["started", "ended", "main-time", "overtime", "header"];
    if info.dates.iter().any(|date| date.value().is_none()) {
        keys.push("date");
    }
    let is_read = |outcome: &Outcome| parse_outcome(&outcome_text(outcome)).as_ref() == Ok(outcome);
    if !info.outcome.as_ref().and_then(Parsed::value).is_some_and(is_read) {
        keys.push("result");
    }
    let time = info.time.all();
    let main_is_number = time.is_some_and(|time| matches!(time.main, Some(Parsed::Value(_))));
    let has_member = |entry: &SlotEntry| match &*entry.key {
        "main-time" => entry.fields.len() == 1 && main_is_number,
        "overtime" => entry.fields.len() == 1,
        _ => false,
    };
    let entries = SlotEntry::of_info(info, &keys).into_iter().filter(|entry| !has_member(entry));
    let stated = [
        ("komi", matches!(terms.komi, Some(Parsed::Text(_)))),
        ("handicap", matches!(terms.handicap, Some(Parsed::Text(_)))),
        ("suicide", terms.suicide == Some(false)),
        ("superko", terms.superko == Some(false)),
    ];
    let of_terms: Vec<_> = stated.into_iter().filter(|(_, in_slot)| *in_slot).map(|(key, _)| key).collect();
    entries.chain(terms.slot_entries(&of_terms)).collect()
}

pub(super) fn result(outcome: &Parsed<Outcome>) -> String {
    match outcome {
        Parsed::Value(Outcome::NoResult) => String::new(),
        Parsed::Value(outcome) => outcome_text(outcome),
        Parsed::Text(text) => text.clone(),
    }
}

fn board(record: &Record<Go>, kept: &mut Kept<'_>, out: &mut Writer) {
    let size = record.setup.size;
    let mut part = section("board", out);
    part.key("width").integer(i64::from(size.width()));
    part.key("height").integer(i64::from(size.height()));
    if let Some((from, to)) = cut_off(record) {
        part.key("cutOffLeft").integer(i64::from(from.x()));
        part.key("cutOffRight").integer(i64::from(size.width() - 1 - to.x()));
        part.key("cutOffTop").integer(i64::from(from.y()));
        part.key("cutOffBottom").integer(i64::from(size.height() - 1 - to.y()));
    }
    part.end(kept);
}

/// The corners of the view at the start, where it is one rectangle and not the whole board.
pub(super) fn cut_off(record: &Record<Go>) -> Option<(Point, Point)> {
    let details = record.tree[record.tree.root()].details()?;
    let mut views =
        details.marks.iter().filter_map(|mark| if let Mark::View(points) = mark { Some(points) } else { None });
    let points = views.next().filter(|_| views.next().is_none())?;
    let mut rects = points.rects();
    let rect = rects.next().filter(|_| rects.next().is_none())?;
    (rect != record.setup.size.rect()).then(|| (rect.upper_left(), rect.lower_right()))
}

fn players(info: &Info, format: &Jgf2, kept: &mut Kept<'_>, out: &mut Writer) {
    let name = |seat: &Seat| match seat {
        Seat::First => String::from("black"),
        Seat::Second => String::from("white"),
        Seat::Other(color) => color.clone(),
    };
    let mut all: Vec<(String, Option<&Player>)> =
        info.players.iter().map(|(seat, player)| (name(seat), Some(player))).collect();
    // Colours of which only this format says something.
    let mut seen: BTreeSet<String> = all.iter().map(|player| player.0.clone()).collect();
    for entry in kept.ours.iter().filter(|entry| entry.key.starts_with("/players/")) {
        let mut steps = entry.key.split('/').skip(2);
        if let (Some(color), Some(_), None) = (steps.next(), steps.next(), steps.next()) {
            let color = color.replace("~1", "/").replace("~0", "~");
            if seen.insert(color.clone()) {
                all.push((color, None));
            }
        }
    }
    let more: Vec<&str> = kept.of_list("/players").collect();
    if all.is_empty() && more.is_empty() {
        return;
    }
    // The object of Seki has no place for what has no colour.
    let as_object = format.players == Players::Object && more.is_empty();
    out.key("players");
    if as_object {
        out.begin_object();
    } else {
        out.begin_array();
    }
    for (color, player) in &all {
        if as_object {
            out.key(color);
            out.begin_object();
        } else {
            out.begin_object();
            out.key("color");
            out.string(color);
        }
        let fields = player.map(|player| {
            [("name", &player.name), ("rank", &player.rank), ("team", &player.team), ("country", &player.country)]
        });
        let mut written = alloc::vec!["color"];
        for (key, text) in fields.into_iter().flatten().filter(|(_, text)| !text.is_empty()) {
            out.key(key);
            out.string(text);
            written.push(key);
        }
        let color = color.replace('~', "~0").replace('/', "~1");
        kept.members(&alloc::format!("/players/{color}"), &written, out);
        out.end();
    }
    more.iter().for_each(|raw| out.raw(raw));
    out.end();
}

/// `meta`: the slots of the game, and its free members.
fn meta(entries: &[SlotEntry], kept: &mut Kept<'_>, out: &mut Writer) {
    // What has deeper pointers than any object that is put together again, and what belongs to no object here.
    let placed = |key: &str| {
        let steps: Vec<&str> = key.split('/').skip(1).collect();
        let sections = ["record", "source", "game", "event", "rules", "board", "meta"];
        match steps[..] {
            _ if !key.starts_with('/') => false,
            [_] => true,
            ["tree", "0", ..] => true,
            [section, _] => sections.contains(&section),
            ["players", _, _] => true,
            _ => false,
        }
    };
    let lost: Vec<_> = kept.ours.iter().copied().filter(|entry| !placed(&entry.key)).collect();
    kept.homeless.extend(lost);
    kept.homeless.retain(|entry| entry.key != "/players");
    let ours = !entries.is_empty() || kept.has_ours();
    let has_meta = kept.has_members("/meta");
    if kept.others.is_empty() && kept.homeless.is_empty() && !ours && !has_meta {
        return;
    }
    out.key("meta");
    out.begin_object();
    kept.members("/meta", &[slot::SGF, slot::FOREIGN], out);
    sgf(&kept.others, &[], out);
    let others = kept.others.iter().any(|entry| entry.format != slot::SGF);
    if others || ours || !kept.homeless.is_empty() {
        out.key(slot::FOREIGN);
        out.begin_object();
        if ours {
            out.key(slot::KIFU);
            out.begin_object();
            slot::write(entries, kept.rest_of_ours(), out);
            out.end();
        }
        slots(&kept.others, &kept.homeless, out);
        out.end();
    }
    out.end();
}
