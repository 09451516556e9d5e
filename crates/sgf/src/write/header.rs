//! Writes the properties of the first node.

use super::{
    context::NodeContext,
    node::{self, NodeStyle},
    properties::Properties,
};
use crate::{
    read,
    value::{self, Meaning},
};
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Charset, Info, NamedValue, Overtime, Parsed, PartialDate, Record, Seat, SlotEntry, UnparsedText};
use kifu_goban::{Go, Terms, outcome_text};

/// The identifiers of the properties of a player.
struct PlayerIdentifiers {
    seat: Seat,
    name: &'static str,
    rank: &'static str,
    team: &'static str,
}

const PLAYERS: [PlayerIdentifiers; 2] = [
    PlayerIdentifiers { seat: Seat::First, name: "PB", rank: "BR", team: "BT" },
    PlayerIdentifiers { seat: Seat::Second, name: "PW", rank: "WR", team: "WT" },
];

/// Adds the properties of the first node.
pub(super) fn root<'r>(record: &'r Record<Go>, charset: &Charset, has_slots: bool, out: &mut Properties<'r>) {
    let (info, terms) = (&record.info, &record.terms);
    let mut slot_keys =
        alloc::vec!["started", "ended", "main-time", "overtime", "player", "header", "suicide", "superko"];
    out.one("FF", "4");
    out.one("GM", "1");
    out.one("CA", charset);
    if !info.application.is_empty() {
        out.one("AP", application(&info.application.replace('\n', " ")));
        out.characters("AP", 0, &info.application);
    }
    let display = style(info, out);
    out.one("SZ", value::size_text(&record.setup.size));
    players_and_event(info, out);
    date_and_terms(info, terms, out, &mut slot_keys);
    let times_written = time(info, out);
    match result(record) {
        Some(text) => out.text("RE", &text),
        None => slot_keys.push("result"),
    }
    out.text("ON", &info.opening);
    out.text("AN", &info.annotator);
    out.text("US", &info.transcriber);
    if !source(info, out) {
        slot_keys.push("address");
    }
    out.text("CP", &info.copyright);
    out.text("GC", &info.description);
    node::setup(&record.setup.stones, out);
    let style = NodeStyle { counts_moves: false, size: record.setup.size, has_slots };
    node::details(&record.tree[record.tree.root()], None, style, out);
    let has_property = |entry: &SlotEntry| match &*entry.key {
        "main-time" => entry.is_for_all() && times_written.main,
        "overtime" => entry.is_for_all() && times_written.overtime,
        "player" => matches!(&*entry.fields[0], "first" | "second") && entry.fields[1] != "country",
        _ => false,
    };
    let entries = SlotEntry::of_info(info, &slot_keys).into_iter().chain(terms.slot_entries(&slot_keys));
    entries.filter(|entry| !has_property(entry)).for_each(|entry| out.entry(&entry));
    for NamedValue { name, value: raw } in display {
        out.kifu_note("display", &[name, raw]);
    }
    out.add_foreign(&info.foreign, NodeContext { is_root: true, mover: None, size: record.setup.size });
}

fn players_and_event(info: &Info, out: &mut Properties<'_>) {
    out.text("GN", &info.name);
    for identifiers in PLAYERS {
        if let Some(player) = info.player(&identifiers.seat) {
            out.text(identifiers.name, &player.name);
            out.text(identifiers.rank, &player.rank);
            out.text(identifiers.team, &player.team);
        }
    }
    out.text("EV", &info.event);
    out.text("RO", &info.round);
    out.text("PC", &info.place);
}

/// Writes DT, HA, KM and RU.
fn date_and_terms(info: &Info, terms: &Terms, out: &mut Properties<'_>, slot_keys: &mut Vec<&'static str>) {
    match dates(&info.dates) {
        Some(text) => out.text("DT", &text),
        None => slot_keys.push("date"),
    }
    match number("HA", terms.handicap.as_ref()) {
        Some(text) => out.text("HA", &text),
        None => slot_keys.push("handicap"),
    }
    match number("KM", terms.komi.as_ref()) {
        Some(text) => out.text("KM", &text),
        None => slot_keys.push("komi"),
    }
    out.text("RU", &terms.rules);
}

fn dates(dates: &[Parsed<PartialDate>]) -> Option<Cow<'_, str>> {
    if let [Parsed::Text(text)] = dates {
        return own_text("DT", text).map(Cow::Borrowed);
    }
    let dates: Option<Vec<_>> = dates.iter().map(|date| date.value().copied()).collect();
    dates.map(|dates| Cow::Owned(value::dates_text(&dates)))
}

fn number<'r, T: ToString>(identifier: &str, number: Option<&'r Parsed<T>>) -> Option<Cow<'r, str>> {
    match number? {
        Parsed::Value(number) => Some(Cow::Owned(number.to_string())),
        Parsed::Text(text) => own_text(identifier, text).map(Cow::Borrowed),
    }
}

fn result(record: &Record<Go>) -> Option<Cow<'_, str>> {
    match record.info.outcome.as_ref()? {
        Parsed::Value(outcome) => {
            let text = outcome_text(outcome);
            matches!(value::outcome(&text), Meaning::Exact(_)).then_some(Cow::Owned(text))
        }
        Parsed::Text(text) => {
            let is_after_all_moves =
                || value::outcome_after_moves(text).is_some_and(|(moves, _)| moves == record.moves().count());
            own_text("RE", text).filter(|_| !is_after_all_moves()).map(Cow::Borrowed)
        }
    }
}

/// Returns a text that was read from a property of SGF, if this property may have it: it must be read back as the same text.
fn own_text<'r>(identifier: &str, text: &'r UnparsedText) -> Option<&'r str> {
    let raw = value::escape(text, value::TextPlace::Whole);
    let is_read_back = value::simple_text(&raw) == **text && !text.trim().is_empty();
    let is_own = text.format() == Some("sgf") && is_read_back && read::has_no_meaning(identifier, &raw);
    is_own.then_some(text)
}

/// The times of all players that are written as properties, and not in the slot.
struct TimesWritten {
    main: bool,
    overtime: bool,
}

/// Writes TM and OT. A text is written only if it is read back as the same text, and is not a text of another format. OT is a text in
/// the standard, so it may also have one whose format is not known.
fn time(info: &Info, out: &mut Properties<'_>) -> TimesWritten {
    let all = info.time.all();
    let main = number("TM", all.and_then(|control| control.main.as_ref()));
    if let Some(main) = &main {
        out.text("TM", main);
    }
    let overtime = all.and_then(|control| control.overtime.as_ref()).filter(|overtime| match overtime {
        Parsed::Value(_) => true,
        Parsed::Text(text) => {
            let escaped = value::escape(text, value::TextPlace::Whole);
            let read = value::simple_text(&escaped);
            text.format().is_none() && !value::is_blank(&escaped) && Parsed::<Overtime>::exact(&read).value().is_none()
        }
    });
    out.text("OT", overtime.map(ToString::to_string).as_deref().unwrap_or_default());
    TimesWritten { main: main.is_some(), overtime: overtime.is_some() }
}

/// Writes SO. Returns false if the address must go into the slot.
fn source(info: &Info, out: &mut Properties<'_>) -> bool {
    // An address that a reader cannot separate from the source goes into the slot.
    let line = info.source_line().filter(|line| value::simple_text(line) == *line);
    out.text("SO", line.as_deref().unwrap_or(&info.source));
    line.is_some()
}

/// Writes ST if the first two preferences are those that ST states. Returns the preferences that ST does not state.
fn style<'a>(info: &'a Info, out: &mut Properties<'_>) -> &'a [NamedValue] {
    let flag = |entry: &NamedValue, name: &str| match (entry.name == name, entry.value.as_str()) {
        (true, "true") => Some(true),
        (true, "false") => Some(false),
        _ => None,
    };
    if let [variations, siblings, rest @ ..] = &info.display[..]
        && let (Some(variations), Some(siblings)) =
            (flag(variations, "showVariations"), flag(siblings, "showSiblingVariations"))
    {
        out.one("ST", u8::from(siblings) + 2 * u8::from(!variations));
        return rest;
    }
    &info.display
}

/// Returns the value of AP for `CGoban v3` or `name:word`. A version after a `v` starts with a digit; otherwise it is part
/// of the name.
fn application(text: &str) -> String {
    let version = |version: &str| version.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let parts = text.rsplit_once(" v").filter(|(_, after)| version(after)).or_else(|| {
        text.split_once(':')
            .filter(|(_, after)| !after.starts_with(char::is_whitespace) && !after.is_empty() && !version(after))
    });
    match parts {
        Some((name, version)) => format!(
            "{}:{}",
            value::escape(name, value::TextPlace::Part),
            value::escape(version, value::TextPlace::Part)
        ),
        None => value::escape(text, value::TextPlace::Part).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sgf;
    use kifu_core::{Format, Source, difference};
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<Record<Go>> {
        Sgf::default().read(&Source::from_text("a.sgf", text)).records
    }

    #[test]
    fn a_text_returns_to_its_property() {
        for property in [
            "RE[W+J]",
            "RE[three \\] points]",
            "RE[2手 黒中押勝]",
            "HA[7.5]",
            "KM[six]",
            "TM[1 hour each]",
            "TM[-5]",
            "DT[in spring]",
        ] {
            let records = read(&format!("(;GM[1]{property};B[aa])"));
            let written = Sgf::default().write(&records).text;
            assert!(written.contains(property) && !written.contains("KX["), "{written}");
            assert!(difference(&records, &read(&written)).is_empty(), "{written}");
        }
        let clock = "(;GM[1];B[aa];C[x]BL[30.]OW[ 3];B[bb]WL[0:01:30])";
        let written = Sgf::default().write(&read(clock)).text;
        assert_eq!(written.split_once('\n').unwrap().1, ";B[aa];C[x]BL[30]OW[3];B[bb]WL[90])\n");
    }

    proptest! {
        #[test]
        fn a_text_comes_back_as_a_text(
            text in "[+0-9BWR. :手-]{0,8}|2016-0[1-4]|[1-3]手 ?黒中押勝|[^\r]{0,8}",
            is_own in any::<bool>(),
        ) {
            let text = if is_own { UnparsedText::of("sgf", text) } else { UnparsedText::from(text) };
            let mut record = read("(;GM[1];B[aa];W[bb])").remove(0);
            record.info.dates = alloc::vec![Parsed::Text(text.clone())];
            record.info.outcome = Some(Parsed::Text(text.clone()));
            record.info.time.all_mut().main = Some(Parsed::Text(text.clone()));
            record.terms.komi = Some(Parsed::Text(text.clone()));
            record.terms.handicap = Some(Parsed::Text(text));
            let records = [record];
            let written = Sgf::default().write(&records).text;
            prop_assert!(difference(&records, &read(&written)).is_empty(), "{written}");
        }
    }
}
