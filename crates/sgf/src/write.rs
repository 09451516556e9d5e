//! From records of go to the text of a collection, in FF\[4\].

use crate::{
    Kind, PropertyDef, Value,
    read::slot,
    value::{self, Meaning},
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;
use kifu_core::{Charset, Decimal, Details, Foreign, Info, Node, NodeId, Parsed, Record, Seat, SlotEntry};
use kifu_goban::{Action, Color, Edit, Go, Mark, Point, Points, Shape, outcome_text, slot as judgements};

/// The longest line of plain moves, in bytes.
const LINE: usize = 72;

/// The text of `records`, to be saved in `charset`.
pub(crate) fn write(records: &[Record<Go>], charset: &Charset) -> String {
    let mut out = Writer { text: String::new(), line: 0 };
    for record in records {
        out.record(record, charset);
        out.text.push('\n');
    }
    out.text
}

struct Writer {
    text: String,
    /// Where the line starts.
    line: usize,
}

/// The properties of one node, in the order in which they are to stand.
#[derive(Default)]
struct Properties<'r> {
    /// Those of the record's own words: a few identifiers, each with its raw values.
    typed: Vec<(String, Vec<String>)>,
    /// Those that are kept as they are; each identifier once.
    kept: Vec<&'r Foreign>,
    /// What goes into the slot, each note in its brackets.
    slot: String,
    /// The point of the last label: a point has one.
    label: Option<Point>,
}

impl<'r> Properties<'r> {
    fn add(&mut self, identifier: &str, values: impl IntoIterator<Item = String>) {
        let values = values.into_iter();
        match self.typed.iter_mut().find(|property| property.0 == identifier) {
            Some(property) => property.1.extend(values),
            None => self.typed.push((identifier.to_string(), values.collect())),
        }
    }

    fn one(&mut self, identifier: &str, value: impl ToString) {
        self.add(identifier, [value.to_string()]);
    }

    /// A text, unless it is empty.
    fn text(&mut self, identifier: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        match has_lines(identifier) {
            true => self.one(identifier, value::escape(text, false)),
            // A text of one line: readers make a space of a line break.
            false => self.one(identifier, value::escape(&text.replace('\n', " "), false)),
        }
        self.characters(identifier, 0, text);
    }

    /// Notes which characters of a text SGF has no way to write: that of the value number `ordinal`.
    fn characters(&mut self, identifier: &str, ordinal: usize, text: &str) {
        let has_lines = has_lines(identifier);
        if !text.contains(|c: char| (c.is_ascii_control() && !(has_lines && c == '\n')) || c == '\u{FEFF}') {
            return;
        }
        let raw = value::escape(text, false);
        let read = if has_lines { value::text(&raw) } else { value::simple_text(&raw) };
        let mut runs = String::new();
        for (from, count, character) in value::replaced(text, &read) {
            let many = if count > 1 { format!("+{count}") } else { String::new() };
            let _ = write!(runs, "{}{from}{many}={}", if runs.is_empty() { "" } else { " " }, u32::from(character));
        }
        if !runs.is_empty() {
            self.ours("characters", &[identifier, &ordinal.to_string(), &runs]);
        }
    }

    fn points(&mut self, identifier: &str, points: &Points) {
        if points.is_empty() {
            self.one(identifier, "");
        } else {
            self.add(identifier, points.rects().map(|rect| rect.to_string()));
        }
    }

    /// A note of what SGF has no word for.
    fn slot(&mut self, format: &str, key: &str, value: Option<&str>) {
        let (format, key) = (value::escape_in_slot(format, true), value::escape_in_slot(key, true));
        let _ = write!(self.slot, "[{format}:{key}");
        if let Some(value) = value {
            let _ = write!(self.slot, ":{}", value::escape_in_slot(value, false));
        }
        self.slot.push(']');
    }

    /// The same, under the name of kifu; the fields stand between colons.
    fn ours(&mut self, key: &str, fields: &[&str]) {
        let fields: Vec<_> = fields.iter().map(|field| slot::field(field)).collect();
        self.slot("kifu", key, Some(&fields.join(":")));
    }

    fn entry(&mut self, entry: &SlotEntry) {
        // An entry without a field has an empty one here: `KX[kifu:solution:]`.
        let fields: Vec<_> = entry.fields.iter().map(String::as_str).collect();
        self.ours(&entry.key, &fields);
    }

    /// What only one format says: our own as it is, where FF\[4\] allows it and it is read again as it is here. The rest goes into
    /// the slot.
    fn foreign(&mut self, foreign: &'r [Foreign], place: Place) {
        for entry in foreign {
            if entry.values.is_empty() {
                self.slot(&entry.format, &entry.key, None);
            } else if entry.format == "sgf"
                && self.typed.iter().all(|property| property.0 != entry.key)
                && place.allows(&entry.key, &entry.values)
            {
                self.kept.push(entry);
            } else {
                for value in &entry.values {
                    self.slot(&entry.format, &entry.key, Some(value));
                }
            }
        }
    }
}

/// True if the value of a property is a Text, which may have several lines.
fn has_lines(identifier: &str) -> bool {
    matches!(identifier, "C" | "GC")
}

/// Where foreign properties are written.
#[derive(Clone, Copy)]
struct Place {
    is_root: bool,
    mover: Option<Color>,
}

impl Place {
    /// Whether a property may stand here as it is: the standard allows it, and the record has no word for it.
    fn allows(self, identifier: &str, values: &[String]) -> bool {
        let is_odd = !is_name(identifier) || !identifier.bytes().all(|b| b.is_ascii_uppercase());
        // A value from elsewhere might end early, and what follows would become properties.
        let are_whole = values.iter().all(|value| value::is_whole(value));
        if is_odd || identifier == slot::IDENTIFIER || !are_whole {
            return false;
        }
        let Some(known) = PropertyDef::find(identifier, 1) else {
            let of_other_game = || [6, 9, 11, 18, 19].iter().any(|&game| PropertyDef::find(identifier, game).is_some());
            return !matches!(identifier, "MH" | "MS") && !of_other_game();
        };
        let are_valid = match known.value {
            Value::One(of) => matches!(values, [one] if crate::read::is_valid(of, one)),
            Value::List(of) | Value::Elist(of) => values.iter().all(|value| crate::read::is_valid(of, value)),
        };
        let is_typed = match identifier {
            // The record has the clock of the player who moves, and no time below zero.
            "BL" | "WL" if values.iter().all(|value| value.starts_with('-')) => false,
            "BL" | "OB" => self.mover == Some(Color::Black),
            "WL" | "OW" => self.mover == Some(Color::White),
            "BS" | "WS" | "ID" => false,
            _ => match known.kind {
                Kind::Root => true,
                Kind::GameInfo => self.is_root,
                _ => crate::read::NODE_PROPERTIES.contains(&identifier),
            },
        };
        are_valid && !is_typed
    }
}

/// Whether a key can be an identifier that reads back as itself.
fn is_name(key: &str) -> bool {
    let letters = key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    letters && !key.is_empty() && crate::document::parse::identifier(key) == key
}

impl Writer {
    fn record(&mut self, record: &Record<Go>, charset: &Charset) {
        let tree = &record.tree;
        self.line = self.text.len();
        self.text.push_str("(;");
        let mut properties = Properties::default();
        root(record, charset, &mut properties);
        self.properties(properties);
        let mut at = tree.root();
        loop {
            if let Some(child) = tree.first_child(at) {
                self.node(record, child, tree.is_fork(at));
                at = child;
                continue;
            }
            // Up to the next variation that is still to be written.
            let next = loop {
                let Some(parent) = tree.parent(at) else { break None };
                if tree.is_fork(parent) {
                    self.text.push(')');
                }
                if let Some(sibling) = tree.next_sibling(at) {
                    break Some(sibling);
                }
                at = parent;
            };
            let Some(next) = next else { break };
            self.node(record, next, true);
            at = next;
        }
        self.text.push(')');
    }

    fn node(&mut self, record: &Record<Go>, id: NodeId, variation: bool) {
        if variation || self.text.len() - self.line > LINE || id.index() == 1 {
            self.text.push('\n');
            self.line = self.text.len();
        }
        self.text.push_str(if variation { "(;" } else { ";" });
        let node = &record.tree[id];
        if let (Some(Action::Move(played)), None) = (&node.action, node.details()) {
            self.text.push(played.color.letter());
            self.text.push('[');
            self.text.extend(played.at.into_iter().flat_map(Point::to_sgf));
            self.text.push(']');
            if node.spent.get().is_none() {
                return;
            }
        }
        let mut properties = Properties::default();
        let mover = match &node.action {
            Some(Action::Move(played)) => {
                if node.details().is_some() {
                    properties.one(
                        &played.color.letter().to_string(),
                        played.at.map(|at| at.to_string()).unwrap_or_default(),
                    );
                }
                Some(played.color)
            }
            Some(Action::Edit(edit)) => {
                setup(edit, &mut properties);
                None
            }
            None => None,
        };
        details(node, mover, &mut properties);
        self.properties(properties);
    }

    fn properties(&mut self, properties: Properties) {
        let Properties { typed, kept, slot, .. } = properties;
        // By value, so that the room of what is written already is free again: a node may have millions of values.
        for (identifier, values) in typed {
            self.text.push_str(&identifier);
            values.into_iter().for_each(|value| self.value(&value));
        }
        for entry in kept {
            self.text.push_str(&entry.key);
            entry.values.iter().for_each(|value| self.value(value));
        }
        if !slot.is_empty() {
            self.text.push_str(slot::IDENTIFIER);
            self.piece(&slot);
        }
    }

    fn value(&mut self, value: &str) {
        self.text.push('[');
        self.piece(value);
        self.text.push(']');
    }

    /// Writes a text that may have several lines.
    fn piece(&mut self, text: &str) {
        if let Some(newline) = text.rfind('\n') {
            self.line = self.text.len() + newline + 1;
        }
        self.text.push_str(text);
    }
}

/// The properties of the first node.
fn root<'r>(record: &'r Record<Go>, charset: &Charset, out: &mut Properties<'r>) {
    let (info, terms) = (&record.info, &record.terms);
    out.one("FF", "4");
    out.one("GM", "1");
    out.one("CA", charset);
    if !info.application.is_empty() {
        out.one("AP", application(&info.application));
    }
    let display = style(info, out);
    out.one("SZ", value::size_text(&record.setup.size));
    out.text("GN", &info.name);
    for (seat, [name, rank, team]) in [(Seat::First, ["PB", "BR", "BT"]), (Seat::Second, ["PW", "WR", "WT"])] {
        if let Some(player) = info.player(&seat) {
            out.text(name, &player.name);
            out.text(rank, &player.rank);
            out.text(team, &player.team);
        }
    }
    out.text("EV", &info.event);
    out.text("RO", &info.round);
    out.text("PC", &info.place);
    // What could not be parsed goes into the slot: the standard has a form for each of these.
    let mut slot = alloc::vec!["started", "ended", "main-time", "overtime", "player", "header", "suicide", "superko"];
    let known: Option<Vec<_>> = info.dates.iter().map(|date| date.value().copied()).collect();
    match known {
        Some(dates) => out.text("DT", &value::dates_text(&dates)),
        None => slot.push("date"),
    }
    match &terms.handicap {
        Some(Parsed::Value(handicap)) => out.one("HA", handicap),
        _ => slot.push("handicap"),
    }
    match &terms.komi {
        Some(Parsed::Value(komi)) => out.one("KM", komi),
        _ => slot.push("komi"),
    }
    out.text("RU", &terms.rules);
    let all = info.time.all();
    let main = all.and_then(|control| control.main.as_ref()).map(ToString::to_string);
    // A negative time is a number too.
    let main = main.filter(|text| matches!(value::real(text), Meaning::Exact(_)));
    if let Some(main) = &main {
        out.one("TM", main);
    }
    let overtime = all.and_then(|control| control.overtime.as_ref()).map(ToString::to_string);
    out.text("OT", overtime.as_deref().unwrap_or_default());
    match info.outcome.as_ref().and_then(Parsed::value).map(outcome_text) {
        Some(text) if matches!(value::outcome(&text), Meaning::Exact(_)) => out.text("RE", &text),
        _ => slot.push("result"),
    }
    out.text("ON", &info.opening);
    out.text("AN", &info.annotator);
    out.text("US", &info.transcriber);
    let both = match (info.source.as_str(), info.address.as_str()) {
        (source, "") => source.to_string(),
        ("", address) => address.to_string(),
        (source, address) => format!("{source}, {address}"),
    };
    // An address that is not told from the source by its looks goes into the slot.
    let read = value::simple_text(&both);
    let told = read == both && crate::read::source_and_address(&both) == (info.source.clone(), info.address.clone());
    out.text("SO", if told { &both } else { &info.source });
    if !told {
        slot.push("address");
    }
    out.text("CP", &info.copyright);
    out.text("GC", &info.description);
    setup(&record.setup.stones, out);
    details(&record.tree[record.tree.root()], None, out);
    let is_for_all = |entry: &SlotEntry| entry.fields.len() == 1;
    let has_property = |entry: &SlotEntry| match &*entry.key {
        "main-time" => is_for_all(entry) && main.is_some(),
        "overtime" => is_for_all(entry),
        "player" => matches!(&*entry.fields[0], "first" | "second") && entry.fields[1] != "country",
        _ => false,
    };
    let entries = SlotEntry::of_info(info, &slot).into_iter().chain(terms.slot_entries(&slot));
    entries.filter(|entry| !has_property(entry)).for_each(|entry| out.entry(&entry));
    for (name, raw) in display {
        out.ours("display", &[name, raw]);
    }
    out.foreign(&info.foreign, Place { is_root: true, mover: None });
}

/// ST, where it says all that the first two preferences say; the preferences that remain.
fn style<'a>(info: &'a Info, out: &mut Properties<'_>) -> &'a [(String, String)] {
    let flag = |entry: &(String, String), name: &str| match (entry.0 == name, entry.1.as_str()) {
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

/// AP of `CGoban v3` or `name:word`: a version behind a `v` begins with a digit, or it is a part of the name.
fn application(text: &str) -> String {
    let version = |version: &str| version.starts_with(|c: char| c.is_ascii_digit());
    let parts = text
        .rsplit_once(" v")
        .filter(|(_, behind)| version(behind))
        .or_else(|| text.split_once(':').filter(|(_, behind)| !behind.is_empty() && !version(behind)));
    match parts {
        Some((name, version)) => format!("{}:{}", value::escape(name, true), value::escape(version, true)),
        None => value::escape(text, true).into_owned(),
    }
}

fn setup(edit: &Edit, out: &mut Properties<'_>) {
    for (identifier, points) in [("AB", &edit.black), ("AW", &edit.white), ("AE", &edit.clear)] {
        if !points.is_empty() {
            out.points(identifier, points);
        }
    }
    if let Some(color) = edit.to_move {
        out.one("PL", color.letter());
    }
}

/// What is said of a node.
fn details<'r>(node: &'r Node<Go>, mover: Option<Color>, out: &mut Properties<'r>) {
    // Without a move nobody knows whose clock it is.
    let keys: &[&str] = match mover {
        Some(_) => &["spent", "total", "bookmark", "solution"],
        None => &["spent", "total", "left", "periods", "bookmark", "solution"],
    };
    let entries = SlotEntry::of_node(node, keys);
    entries.iter().filter(|entry| is_time(entry)).for_each(|entry| out.entry(entry));
    let Some(details) = node.details() else { return };
    out.text("N", &details.name);
    clock(details, mover, out);
    for (identifier, value) in judgements::write(&details.judgement) {
        out.one(identifier, value);
    }
    for mark in &details.marks {
        self::mark(mark, out);
    }
    out.text("C", &crate::read::joined(&details.comments));
    for part in slot::comment_parts(&details.comments) {
        out.slot("kifu", "comment", Some(&part));
    }
    entries.iter().filter(|entry| !is_time(entry)).for_each(|entry| out.entry(entry));
    out.foreign(&details.foreign, Place { is_root: false, mover });
}

/// True for the entries that are written in front of the others.
fn is_time(entry: &SlotEntry) -> bool {
    !matches!(&*entry.key, "bookmark" | "solution")
}

fn clock(details: &Details<Go>, mover: Option<Color>, out: &mut Properties<'_>) {
    let (Some(clock), Some(color)) = (details.clock, mover) else { return };
    if let Some(left) = clock.left {
        out.one(if color == Color::Black { "BL" } else { "WL" }, Decimal::from_duration(left));
    }
    if let Some(periods) = clock.periods_left {
        out.one(if color == Color::Black { "OB" } else { "OW" }, periods);
    }
}

fn mark(mark: &Mark, out: &mut Properties<'_>) {
    match mark {
        Mark::Shape(shape, points) => out.points(
            match shape {
                Shape::Circle => "CR",
                Shape::Triangle => "TR",
                Shape::Square => "SQ",
                Shape::Cross => "MA",
                Shape::Selected => "SL",
            },
            points,
        ),
        Mark::Label(point, text) if out.label == Some(*point) => out.ours("label", &[&point.to_string(), text]),
        Mark::Label(point, text) => {
            out.label = Some(*point);
            let ordinal = out.typed.iter().find(|property| property.0 == "LB").map_or(0, |labels| labels.1.len());
            out.one("LB", format!("{point}:{}", value::escape(text, true)));
            out.characters("LB", ordinal, text);
        }
        Mark::Arrow(from, to) => out.one("AR", format!("{from}:{to}")),
        Mark::Line(from, to) => out.one("LN", format!("{from}:{to}")),
        Mark::Dim(points) => out.points("DD", points),
        Mark::View(points) => out.points("VW", points),
        Mark::Territory(Color::Black, points) => out.points("TB", points),
        Mark::Territory(Color::White, points) => out.points("TW", points),
        Mark::Custom(kind, text, points) if text.is_empty() && kind == "happy" => out.points("MH", points),
        Mark::Custom(kind, text, points) if text.is_empty() && kind == "sad" => out.points("MS", points),
        Mark::Custom(kind, text, points) => {
            let points: Vec<_> = points.rects().map(|rect| rect.to_string()).collect();
            out.ours("mark", &[kind, text, &points.join(" ")]);
        }
    }
}
