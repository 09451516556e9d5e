//! The header: all members of a record except the tree, in the order of ngGo.

use super::Board;
use crate::{
    FULL_SIZE, Spelling,
    read::{
        header::players::{has_color, is_of_color},
        slot::member_of_game_for,
    },
};
use alloc::{
    collections::BTreeSet,
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{ByoYomi, Foreign, Info, NamedValue, Outcome, Overtime, Parsed, Player, Record, Seat, SlotEntry};
use kifu_goban::{Go, outcome_text, parse_outcome};
use kifu_json::{
    Writer,
    record::{ForeignData, HeaderMembers, Section, slot},
};

pub(super) fn header(record: &Record<Go>, board: &Board, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let info = &record.info;
    let preferences = Preferences::of(info, foreign, board.spelling == Spelling::Letters);
    let mut entries = slot_entries(record, &preferences);
    entries.extend(board.full.map(|full| SlotEntry::new(FULL_SIZE, alloc::vec![full.to_string()])));
    let in_slot: Vec<&str> = entries.iter().map(|entry| &*entry.key).collect();
    let has_slots = foreign.has_slots();
    foreign.unplace(|pointer| !has_place(pointer) || has_slots && is_sign_of_jgf2(pointer));
    let write = |foreign: &mut ForeignData<'_>, out: &mut Writer| {
        file(info, &entries, foreign, out);
        game(record, &in_slot, foreign, out);
        board.write(preferences.coordinates, foreign, out);
        preferences.write(foreign, out);
        let written = ["record", "game", "board", "settings", "player", "tree"];
        foreign.write_members("", &written, out);
    };
    // The slot comes first. Writing once without effect finds the kept members whose place has a value of the record.
    if !foreign.members.is_empty() {
        let (mut without_effect, mut scratch) = (foreign.clone(), Writer::compact());
        scratch.begin_object();
        write(&mut without_effect, &mut scratch);
        let taken: BTreeSet<&str> = without_effect.unplaced.iter().map(|entry| &*entry.key).collect();
        foreign.unplace(|pointer| taken.contains(pointer));
    }
    write(foreign, out);
}

/// Returns true if an object of the text has a place for a member with this pointer.
fn has_place(pointer: &str) -> bool {
    let steps: Vec<&str> = pointer.split('/').skip(1).collect();
    match steps[..] {
        _ if !pointer.starts_with('/') => false,
        ["record" | "game" | "board" | "settings" | "tree"] => false,
        ["record", "sgf" | "foreign", ..] => false,
        [_] | ["tree", "0", ..] => true,
        ["record" | "game" | "board", _] => true,
        ["board", "cutoff", "-"] | ["game", "players" | "dates", "-"] => true,
        ["game", "time", _] | ["game", "players", _, _] => true,
        ["settings", _] => true,
        _ => false,
    }
}

/// Returns true if a member with this pointer is a sign of JGF 2 for readers. The slot keeps it, so that the text is read as
/// JGF 1 again.
fn is_sign_of_jgf2(pointer: &str) -> bool {
    let of_root = ["/players", "/rules", "/event", "/source", "/meta", "/record/format"];
    of_root.contains(&pointer) || pointer.starts_with("/board/cutOff")
}

/// `record`: the data about the file, and the slots of the game.
fn file(info: &Info, entries: &[SlotEntry], foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let mut section = Section::new("record", out);
    section.text("application", &info.application);
    section.key("version").integer(1);
    section.key("charset").string("UTF-8");
    section.text("transcriber", &info.transcriber);
    section.text("annotator", &info.annotator);
    let source = info.source_line();
    section.text("source", source.as_deref().unwrap_or(&info.source));
    section.text("copyright", &info.copyright);
    section.text("comment", HeaderMembers::of(&info.headers).record_comment.unwrap_or_default());
    // Readers report a property that JGF 1 has a member for, so the slot for other formats keeps its values.
    let sgf = foreign.others.iter().filter(|entry| entry.format == slot::SGF).copied();
    let (with_member, sgf): (Vec<&Foreign>, Vec<&Foreign>) =
        sgf.partition(|entry| member_of_game_for(&entry.key).is_some());
    if !sgf.is_empty() {
        let object = section.key(slot::SGF);
        object.begin_object();
        sgf.iter().for_each(|entry| slot::write_values(entry, object));
        object.end();
    }
    let entries = if foreign.has_slots() { entries } else { &[] };
    let has_kifu = !entries.is_empty() || foreign.has_unread();
    if foreign.has_other_formats() || has_kifu || !foreign.unplaced.is_empty() || !with_member.is_empty() {
        let object = section.key(slot::FOREIGN);
        object.begin_object();
        if has_kifu {
            object.key(slot::KIFU);
            object.begin_object();
            slot::write(entries, foreign.unread(), object);
            object.end();
        }
        if !with_member.is_empty() {
            object.key(slot::SGF);
            object.begin_object();
            with_member.iter().for_each(|entry| slot::write_values(entry, object));
            object.end();
        }
        slot::write_other_formats(foreign, object);
        object.end();
    }
    section.end(foreign);
}

fn game(record: &Record<Go>, in_slot: &[&str], foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let (info, terms) = (&record.info, &record.terms);
    let mut section = Section::new("game", out);
    section.key("type").string("go");
    section.text("name", &info.name);
    let players = players(info, foreign);
    let kept: Vec<String> = foreign.of_list("/game/players/-").map(String::from).collect();
    if !players.is_empty() || !kept.is_empty() {
        let list = section.key("players");
        list.begin_array();
        // Of two players of one colour the last counts.
        kept.iter().for_each(|raw| list.raw(raw));
        for (color, player) in &players {
            write_player(color, *player, foreign, list);
        }
        list.end();
    }
    if let Some(Parsed::Value(komi)) = &terms.komi {
        section.key("komi").number(&komi.to_string());
    }
    if let Some(Parsed::Value(handicap)) = &terms.handicap {
        section.key("handicap").number(&handicap.to_string());
    }
    if let Some(outcome) = info.outcome.as_ref().filter(|_| !in_slot.contains(&"result")) {
        section.key("result").string(&result(outcome));
    }
    section.text("rules", &terms.rules);
    time(info, &mut section, foreign);
    let kept: Vec<String> = foreign.of_list("/game/dates/-").map(String::from).collect();
    let has_dates = !info.dates.is_empty() && !in_slot.contains(&"date");
    if has_dates || !kept.is_empty() {
        let list = section.key("dates");
        list.begin_array_inline();
        info.dates.iter().filter(|_| has_dates).for_each(|date| list.string(&date.to_string()));
        kept.iter().for_each(|raw| list.raw(raw));
        list.end();
    }
    section.text("location", &info.place);
    section.text("event", &info.event);
    section.text("round", &info.round);
    section.text("opening", &info.opening);
    section.text("comment", &info.description);
    let members: [(&str, &[&'static str]); 4] =
        [("komi", &["komi"]), ("handicap", &["handicap"]), ("result", &["result"]), ("date", &["dates"])];
    section.leave_out(in_slot, &members);
    section.end(foreign);
}

fn result(outcome: &Parsed<Outcome>) -> String {
    match outcome {
        Parsed::Value(Outcome::NoResult) => String::new(),
        Parsed::Value(outcome) => outcome_text(outcome),
        Parsed::Text(text) => text.as_str().into(),
    }
}

/// Returns the overtime of all players, if it is written as a member: a value other than zero seconds, or a text that is read back as
/// the same text and is not a text of another format.
fn overtime(info: &Info) -> Option<&Parsed<Overtime>> {
    info.time.all()?.overtime.as_ref().filter(|overtime| match overtime {
        Parsed::Value(value) => !matches!(value.byo_yomi(), Some(ByoYomi::PerMove(each)) if each.is_zero()),
        Parsed::Text(text) => {
            let is_text = Parsed::<Overtime>::exact(text).value().is_none();
            text.format().is_none() && !text.is_empty() && is_text
        }
    })
}

/// Writes `time` with the main time and the overtime.
fn time(info: &Info, section: &mut Section<'_>, foreign: &mut ForeignData<'_>) {
    let main = info.time.all().and_then(|time| time.main.as_ref()).and_then(Parsed::value);
    let overtime = overtime(info);
    let kind = HeaderMembers::of(&info.headers).time_type;
    if main.is_none() && overtime.is_none() && kind.is_none() && !foreign.has_members("/game/time") {
        return;
    }
    let out = section.key("time");
    out.begin_object_inline();
    let mut written: Vec<&str> = Vec::new();
    if let Some(kind) = kind {
        out.key("type");
        out.string(kind);
        written.push("type");
    }
    if let Some(main) = main {
        out.key("main");
        out.number(&main.to_string());
        written.push("main");
    }
    if let Some(overtime) = overtime {
        out.key("overtime");
        match overtime.value().and_then(Overtime::byo_yomi) {
            Some(ByoYomi::PerMove(each)) => out.number(&kifu_core::Decimal::from_duration(each).to_string()),
            _ => out.string(&overtime.to_string()),
        }
        written.push("overtime");
    }
    foreign.write_members("/game/time", &written, out);
    out.end();
}

/// Returns the players with the names of their colours, and the colours that have only foreign data.
fn players<'r>(info: &'r Info, foreign: &ForeignData<'_>) -> Vec<(String, Option<&'r Player>)> {
    let color = |seat: &Seat| match seat {
        Seat::First => String::from("black"),
        Seat::Second => String::from("white"),
        Seat::Other(color) => color.clone(),
    };
    let of_colors = info.players.iter().filter(|(seat, _)| has_color(seat));
    let mut out: Vec<_> = of_colors.map(|(seat, player)| (color(seat), Some(player))).collect();
    let mut seen: BTreeSet<String> = out.iter().map(|(color, _)| color.clone()).collect();
    for entry in foreign.members.iter().filter_map(|entry| entry.key.strip_prefix("/game/players/")) {
        if let Some((color, _)) = entry.split_once('/') {
            let color = color.replace("~1", "/").replace("~0", "~");
            if seen.insert(color.clone()) {
                out.push((color, None));
            }
        }
    }
    out
}

fn write_player(color: &str, player: Option<&Player>, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    out.begin_object_inline();
    out.key("color");
    out.string(color);
    let fields = player.map(|player| [("name", &player.name), ("rank", &player.rank), ("team", &player.team)]);
    let mut written = alloc::vec!["color"];
    for (key, text) in fields.into_iter().flatten().filter(|(_, text)| !text.is_empty()) {
        out.key(key);
        out.string(text);
        written.push(key);
    }
    let color = color.replace('~', "~0").replace('/', "~1");
    foreign.write_members(&format!("/game/players/{color}"), &written, out);
    out.end();
}

/// Returns the entries of the slot: data that the format has no member for, values that could not be parsed, and values that
/// would be read in another way.
fn slot_entries(record: &Record<Go>, preferences: &Preferences<'_>) -> Vec<SlotEntry> {
    let (info, terms) = (&record.info, &record.terms);
    let mut keys = alloc::vec!["started", "ended", "main-time", "overtime", "player"];
    if info.source_line().is_none() {
        keys.push("address");
    }
    if info.dates.iter().any(|date| date.value().is_none()) {
        keys.push("date");
    }
    let is_read = |outcome: &Outcome| parse_outcome(&outcome_text(outcome)).as_ref() == Ok(outcome);
    if !info.outcome.as_ref().and_then(Parsed::value).is_some_and(is_read) {
        keys.push("result");
    }
    let main_is_number = info.time.all().is_some_and(|time| matches!(time.main, Some(Parsed::Value(_))));
    let overtime_is_member = overtime(info).is_some();
    let has_member = |entry: &SlotEntry| match &*entry.key {
        "main-time" => entry.is_for_all() && main_is_number,
        "overtime" => entry.is_for_all() && overtime_is_member,
        "player" => is_of_color(entry) && entry.fields.get(1).is_none_or(|field| field != "country"),
        _ => false,
    };
    let entries = SlotEntry::of_info(info, &keys).into_iter().filter(|entry| !has_member(entry));
    let entries = entries.chain(HeaderMembers::of(&info.headers).entries()).chain(preferences.entries());
    let of_terms = [
        ("komi", matches!(terms.komi, Some(Parsed::Text(_)))),
        ("handicap", matches!(terms.handicap, Some(Parsed::Text(_)))),
        ("suicide", terms.suicide.is_some()),
        ("superko", terms.superko.is_some()),
    ];
    let of_terms: Vec<_> = of_terms.into_iter().filter(|(_, is_in_slot)| *is_in_slot).map(|(key, _)| key).collect();
    entries.chain(terms.slot_entries(&of_terms)).collect()
}

/// The preferences for viewers.
struct Preferences<'r> {
    /// Those that `settings` states.
    settings: &'r [NamedValue],
    /// The preference that `board.coordinates` states.
    coordinates: Option<bool>,
    /// The others, for the slot. Reading them as members would give another order or other preferences, or the record keeps other
    /// values of these members.
    rest: &'r [NamedValue],
    /// True if the record keeps another value of `variationChildren`.
    keeps_children: bool,
    /// True if the preferences are written as in December 2014.
    is_early: bool,
}

/// Returns the truth value of a preference with this name.
fn truth(entry: &NamedValue, name: &str) -> Option<bool> {
    match (entry.name == name, entry.value.as_str()) {
        (true, "true") => Some(true),
        (true, "false") => Some(false),
        _ => None,
    }
}

/// The preferences of `settings` in the order in which they are read.
const MEMBERS: [SettingNames; 3] = [
    SettingNames { record: "showVariations", member: "variationMarkup", early: "variation_markup" },
    SettingNames { record: "showSiblingVariations", member: "variationSiblings", early: "variation_siblings" },
    SettingNames { record: "showSolutions", member: "solutionPaths", early: "solution_paths" },
];

/// The names of a preference.
struct SettingNames {
    record: &'static str,
    member: &'static str,
    /// The member in December 2014.
    early: &'static str,
}

impl<'r> Preferences<'r> {
    fn of(info: &'r Info, foreign: &ForeignData<'_>, is_early: bool) -> Self {
        let keeps = |key: &str| foreign.members.iter().any(|entry| entry.key.strip_prefix("/settings/") == Some(key));
        let keeps_children = keeps("variationChildren");
        // The first preferences, each at most once, in the order in which they are read.
        let mut next = 0;
        let place = |entry: &NamedValue| {
            let place = MEMBERS.iter().position(|names| truth(entry, names.record).is_some())?;
            (!keeps(MEMBERS[place].member)).then_some(place)
        };
        let is_member = |entry: &&'r NamedValue| {
            let place = place(entry).filter(|&place| place >= next);
            next = place.map_or(next, |place| place + 1);
            place.is_some()
        };
        let (settings, rest) = info.display.split_at(info.display.iter().take_while(is_member).count());
        let (coordinates, rest) = match rest {
            [first, others @ ..] if truth(first, "showCoordinates").is_some() => {
                (truth(first, "showCoordinates"), others)
            }
            _ => (None, rest),
        };
        Self { settings, coordinates, rest, keeps_children, is_early }
    }

    /// Returns the entries of the slot.
    fn entries(&self) -> impl Iterator<Item = SlotEntry> {
        self.rest.iter().map(|entry| SlotEntry::new("display", alloc::vec![entry.name.clone(), entry.value.clone()]))
    }

    /// Writes `settings`, or `player` in the dialect of December 2014.
    fn write(&self, foreign: &mut ForeignData<'_>, out: &mut Writer) {
        let name = |names: &SettingNames| if self.is_early { names.early } else { names.member };
        let mut section = Section::new(if self.is_early { "player" } else { "settings" }, out);
        for entry in self.settings {
            let on = entry.value == "true";
            let Some(names) = MEMBERS.iter().find(|names| names.record == entry.name) else { continue };
            if names.record == "showSiblingVariations" && !self.keeps_children {
                section.key(if self.is_early { "variation_children" } else { "variationChildren" }).boolean(!on);
            }
            section.key(name(names)).boolean(on);
        }
        section.end(foreign);
    }
}
