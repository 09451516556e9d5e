//! What stands before the tree.

use super::{Kept, section, sgf, slots};
use crate::{Jgf2, Players, slot};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Decimal, Info, Outcome, Overtime, Parsed, Player, Record, Seat};
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
    let unparsed = unparsed(record);
    let is_parsed = |key: &str| unparsed.iter().all(|(name, _)| *name != key);
    if let Some(outcome) = info.outcome.as_ref().filter(|_| is_parsed("result")) {
        part.key("result").string(&result(outcome));
    }
    if let [first, rest @ ..] = &info.dates[..]
        && is_parsed("dates")
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
    if let Some(Parsed::Value(time)) = &info.time {
        part.key("time").number(&time.to_string());
    }
    if let Some(overtime) = &info.overtime {
        part.text("overtime", &overtime.to_string());
        if let Parsed::Value(Overtime::Periods { count, each }) = overtime {
            part.key("numberOfPeriods").integer(i64::from(*count));
            part.key("timePerPeriod").number(&Decimal::from_duration(*each).to_string());
        }
    }
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
    meta(info, &unparsed, kept, out);
}

/// What could not be parsed, or would not be read as it is here: no member of the format has room for it.
fn unparsed(record: &Record<Go>) -> Vec<(&'static str, Vec<String>)> {
    let (info, terms) = (&record.info, &record.terms);
    let mut found = Vec::new();
    let mut add = |key, text: Option<String>| found.extend(text.map(|text| (key, alloc::vec![text])));
    let is_read = |outcome: &Parsed<Outcome>| {
        outcome.value().is_some_and(|outcome| parse_outcome(&outcome_text(outcome)).as_ref() == Ok(outcome))
    };
    add("result", info.outcome.as_ref().filter(|outcome| !is_read(outcome)).map(ToString::to_string));
    add("komi", text(terms.komi.as_ref()));
    add("handicap", text(terms.handicap.as_ref()));
    add("time", text(info.time.as_ref()));
    if info.dates.iter().any(|date| date.value().is_none()) {
        found.push(("dates", info.dates.iter().map(ToString::to_string).collect()));
    }
    found
}

/// The text of what could not be parsed.
fn text<T>(stated: Option<&Parsed<T>>) -> Option<String> {
    match stated? {
        Parsed::Value(_) => None,
        Parsed::Text(text) => Some(text.clone()),
    }
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
        info.players.iter().map(|player| (name(&player.seat), Some(player))).collect();
    // Colours of which only this format says something.
    for entry in kept.ours.iter().filter(|entry| entry.key.starts_with("/players/")) {
        let mut steps = entry.key.split('/').skip(2);
        if let (Some(color), Some(_), None) = (steps.next(), steps.next(), steps.next()) {
            let color = color.replace("~1", "/").replace("~0", "~");
            if all.iter().all(|player| player.0 != color) {
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
fn meta(info: &Info, unparsed: &[(&str, Vec<String>)], kept: &mut Kept<'_>, out: &mut Writer) {
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
    let is_dated = info.started.is_some() || info.ended.is_some();
    let ours = is_dated || !unparsed.is_empty() || !info.headers.is_empty() || kept.has_ours();
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
            out.key(slot::OURS);
            out.begin_object();
            for (key, moment) in [("started", &info.started), ("ended", &info.ended)] {
                if let Some(moment) = moment {
                    out.key(key);
                    out.string(&moment.to_string());
                }
            }
            for (key, texts) in unparsed {
                out.key(key);
                out.begin_array_inline();
                texts.iter().for_each(|text| out.string(text));
                out.end();
            }
            if !info.headers.is_empty() {
                out.key("headers");
                out.begin_array();
                for (name, text) in &info.headers {
                    out.begin_array_inline();
                    out.string(name);
                    out.string(text);
                    out.end();
                }
                out.end();
            }
            kept.rest_of_ours(out);
            out.end();
        }
        slots(&kept.others, &kept.homeless, out);
        out.end();
    }
    out.end();
}
