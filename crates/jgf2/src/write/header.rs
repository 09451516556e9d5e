//! The header: all members of a record except the tree, in order.

mod board;
mod meta;
mod players;
mod terms;

use crate::Jgf2;
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Info, NamedValue, Outcome, Parsed, Record};
use kifu_goban::{Go, outcome_text};
use kifu_json::{
    Writer,
    record::{ForeignData, Section},
};

pub(super) fn header(record: &Record<Go>, format: &Jgf2, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let info = &record.info;
    let entries = meta::slot_entries(record);
    let in_slot: Vec<&str> = entries.iter().map(|entry| &*entry.key).collect();
    file_and_source(info, foreign, out);
    game(info, &in_slot, foreign, out);
    event(info, foreign, out);
    terms::rules(record, &in_slot, foreign, out);
    board::board(record, foreign, out);
    players::players(info, format, foreign, out);
    settings(info, out);
    let written = ["record", "source", "game", "event", "rules", "board", "players", "settings", "meta", "tree"];
    foreign.write_members("", &written, out);
    meta::meta(info, &entries, foreign, out);
}

fn file_and_source(info: &Info, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let mut section = Section::new("record", out);
    section.key("format").string("JGF");
    section.key("version").integer(2);
    section.key("charset").string("UTF-8");
    section.text("generator", &info.application);
    section.text("transcriber", &info.transcriber);
    section.end(foreign);

    let mut section = Section::new("source", out);
    section.text("name", &info.source);
    section.text("url", &info.address);
    section.text("copyright", &info.copyright);
    section.end(foreign);
}

fn game(info: &Info, in_slot: &[&str], foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let mut section = Section::new("game", out);
    section.key("type").string("go");
    section.text("name", &info.name);
    if let Some(outcome) = info.outcome.as_ref().filter(|_| !in_slot.contains(&"result")) {
        section.key("result").string(&result(outcome));
    }
    if let [first, rest @ ..] = &info.dates[..]
        && !in_slot.contains(&"date")
    {
        section.key("date").string(&first.to_string());
        if !rest.is_empty() {
            let list = section.key("dates");
            list.begin_array_inline();
            info.dates.iter().for_each(|date| list.string(&date.to_string()));
            list.end();
        }
    }
    section.text("opening", &info.opening);
    section.text("annotator", &info.annotator);
    section.text("description", &info.description);
    section.leave_out(in_slot, &[("result", &["result"]), ("date", &["date", "dates"])]);
    section.end(foreign);
}

fn result(outcome: &Parsed<Outcome>) -> String {
    match outcome {
        Parsed::Value(Outcome::NoResult) => String::new(),
        Parsed::Value(outcome) => outcome_text(outcome),
        Parsed::Text(text) => text.as_str().into(),
    }
}

fn event(info: &Info, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let mut section = Section::new("event", out);
    section.text("name", &info.event);
    section.text("location", &info.place);
    section.text("round", &info.round);
    section.end(foreign);
}

fn settings(info: &Info, out: &mut Writer) {
    if info.display.is_empty() {
        return;
    }
    out.key("settings");
    out.begin_object();
    for NamedValue { name, value } in &info.display {
        out.key(name);
        out.raw(value);
    }
    out.end();
}
