//! From records of go to JSON.

use crate::{Jgf2, Players, Style, slot};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{
    Comment, Decimal, Details, Foreign, How, Info, Node, NodeId, Outcome, Overtime, Player, Record, Seat, Stated,
};
use kifu_goban::{Action, Color, Edit, Go, Mark, Point, Points, Setup, Shape, slot as judgements};
use kifu_json::Writer;

/// Rectangles of more points than a usual board has are written as such.
const LARGE: usize = 361;

/// Each record as an object, a line each where there are several.
pub(crate) fn write(records: &[Record<Go>], format: &Jgf2) -> String {
    let mut text = String::new();
    for record in records {
        let mut out = match format.style {
            Style::Pretty => Writer::pretty(),
            Style::Compact => Writer::compact(),
        };
        out.begin_object();
        let mut kept = Kept::new(&record.info.foreign);
        header(record, format, &mut kept, &mut out);
        tree(record, &kept, &mut out);
        text.push_str(&out.finish());
        text.push('\n');
    }
    text
}

/// What only this format says, to be put back where it stood. What cannot goes into the slot, under its pointer.
struct Kept<'a> {
    ours: Vec<&'a Foreign>,
    others: Vec<&'a Foreign>,
    homeless: Vec<&'a Foreign>,
}

impl<'a> Kept<'a> {
    fn new(foreign: &'a [Foreign]) -> Self {
        let (ours, others) = foreign.iter().partition(|entry| entry.format == slot::SELF);
        Self { ours, others, homeless: Vec::new() }
    }

    /// The values of one pointer, to be appended to a list.
    fn of_list(&self, pointer: &str) -> impl Iterator<Item = &'a str> {
        let found = self.ours.iter().find(|entry| entry.key == pointer);
        found.into_iter().flat_map(|entry| &entry.values).map(String::as_str)
    }

    /// Writes the members that stood at the pointers `prefix`/KEY, but for those that are written already; these, and what
    /// is no member of an object, find no home.
    fn members(&mut self, prefix: &str, written: &[&str], out: &mut Writer) {
        for entry in &self.ours {
            let Some(key) = entry.key.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('/')) else { continue };
            if key.contains('/') {
                continue;
            }
            let key = key.replace("~1", "/").replace("~0", "~");
            match &entry.values[..] {
                [value] if !written.contains(&key.as_str()) => {
                    out.key(&key);
                    out.raw(value);
                }
                _ => self.homeless.push(entry),
            }
        }
    }

    /// Whether there is something under the record's own name that the record has no word for.
    fn has_ours(&self) -> bool {
        self.others.iter().any(|entry| entry.format == slot::OURS)
    }

    fn rest_of_ours(&self, out: &mut Writer) {
        self.others.iter().filter(|entry| entry.format == slot::OURS).for_each(|entry| values(entry, out));
    }

    fn has_members(&self, prefix: &str) -> bool {
        self.ours.iter().any(|entry| {
            let key = entry.key.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('/'));
            key.is_some_and(|key| !key.contains('/'))
        })
    }
}

/// An object of the header, begun only when something is to be written into it.
struct Section<'w> {
    name: &'static str,
    out: &'w mut Writer,
    written: Vec<&'static str>,
}

impl Section<'_> {
    fn key(&mut self, key: &'static str) -> &mut Writer {
        if self.written.is_empty() {
            self.out.key(self.name);
            self.out.begin_object();
        }
        self.written.push(key);
        self.out.key(key);
        self.out
    }

    fn text(&mut self, key: &'static str, text: &str) {
        if !text.is_empty() {
            self.key(key).string(text);
        }
    }

    fn end(mut self, kept: &mut Kept<'_>) {
        let prefix = alloc::format!("/{}", self.name);
        if self.written.is_empty() {
            if !kept.has_members(&prefix) {
                return;
            }
            self.out.key(self.name);
            self.out.begin_object();
        }
        let written = core::mem::take(&mut self.written);
        kept.members(&prefix, &written, self.out);
        self.out.end();
    }
}

fn section<'w>(name: &'static str, out: &'w mut Writer) -> Section<'w> {
    Section { name, out, written: Vec::new() }
}

fn header(record: &Record<Go>, format: &Jgf2, kept: &mut Kept<'_>, out: &mut Writer) {
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
    if let Some(outcome) = &info.outcome {
        part.key("result").string(&result(outcome));
    }
    if let [first, rest @ ..] = &info.dates[..] {
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
    let number = |part: &mut Section<'_>, key, known: bool, text: String| {
        if known { part.key(key).number(&text) } else { part.key(key).string(&text) }
    };
    if let Some(komi) = &terms.komi {
        number(&mut part, "komi", komi.known().is_some(), komi.to_string());
    }
    if let Some(handicap) = &terms.handicap {
        number(&mut part, "handicap", handicap.known().is_some(), handicap.to_string());
    }
    if let Some(time) = &info.time {
        number(&mut part, "time", time.known().is_some(), time.to_string());
    }
    if let Some(overtime) = &info.overtime {
        part.text("overtime", &overtime.to_string());
        if let Stated::Known(Overtime::Periods { count, each }) = overtime {
            part.key("numberOfPeriods").integer(i64::from(*count));
            part.key("timePerPeriod").number(&Decimal::of_seconds(*each).to_string());
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
    meta(info, kept, out);
}

fn result(outcome: &Stated<Outcome>) -> String {
    match outcome {
        Stated::Known(Outcome { how: How::Void, .. }) => String::new(),
        other => other.to_string(),
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
fn cut_off(record: &Record<Go>) -> Option<(Point, Point)> {
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
fn meta(info: &Info, kept: &mut Kept<'_>, out: &mut Writer) {
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
    let ours = info.started.is_some() || info.ended.is_some() || !info.headers.is_empty() || kept.has_ours();
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

/// SGF's own properties: judgements among them, which SGF has identifiers for.
fn sgf(others: &[&Foreign], judgement: &[(&'static str, String)], out: &mut Writer) {
    let kept: Vec<_> = others.iter().filter(|entry| entry.format == slot::SGF).collect();
    if kept.is_empty() && judgement.is_empty() {
        return;
    }
    out.key(slot::SGF);
    out.begin_object_inline();
    for (identifier, value) in judgement {
        out.key(identifier);
        out.begin_array_inline();
        out.string(value);
        kept.iter()
            .filter(|entry| entry.key == *identifier)
            .flat_map(|entry| &entry.values)
            .for_each(|value| out.string(value));
        out.end();
    }
    for entry in kept.iter().filter(|entry| judgement.iter().all(|(identifier, _)| *identifier != entry.key)) {
        values(entry, out);
    }
    out.end();
}

/// What other formats say, an object a format; and what of this one has found no home.
fn slots(others: &[&Foreign], homeless: &[&Foreign], out: &mut Writer) {
    let mut format = slot::SGF;
    for entry in others.iter().copied().filter(|entry| entry.format != slot::SGF && entry.format != slot::OURS) {
        if entry.format != format {
            if format != slot::SGF {
                out.end();
            }
            format = &entry.format;
            out.key(format);
            out.begin_object_inline();
        }
        values(entry, out);
    }
    if format != slot::SGF {
        out.end();
    }
    if !homeless.is_empty() {
        out.key(slot::SELF);
        out.begin_object_inline();
        homeless.iter().for_each(|entry| values(entry, out));
        out.end();
    }
}

fn values(entry: &Foreign, out: &mut Writer) {
    out.key(&entry.key);
    out.begin_array_inline();
    entry.values.iter().for_each(|value| out.string(value));
    out.end();
}

/// The tree. Going up by the links takes the place of recursion.
fn tree(record: &Record<Go>, kept: &Kept<'_>, out: &mut Writer) {
    let tree = &record.tree;
    out.key("tree");
    out.begin_array();
    root(record, kept, out);
    let mut at = tree.root();
    loop {
        if let Some(child) = tree.first_child(at) {
            if tree.is_fork(at) {
                out.begin_object();
                out.key("variations");
                out.begin_array();
                out.begin_array();
            }
            node(record, child, out);
            at = child;
            continue;
        }
        // Up to the next variation that is still to be written.
        let next = loop {
            let Some(parent) = tree.parent(at) else { break None };
            if tree.is_fork(parent) {
                out.end();
            }
            if let Some(sibling) = tree.next_sibling(at) {
                break Some(sibling);
            }
            if tree.is_fork(parent) {
                out.end();
                out.end();
            }
            at = parent;
        };
        let Some(next) = next else { break };
        out.begin_array();
        node(record, next, out);
        at = next;
    }
    out.end();
}

fn root(record: &Record<Go>, kept: &Kept<'_>, out: &mut Writer) {
    let Setup { stones, .. } = &record.setup;
    // What the root keeps stands with the game, under pointers of the tree.
    let own: Vec<Foreign> = kept
        .ours
        .iter()
        .filter_map(|entry| Some(Foreign { key: entry.key.strip_prefix("/tree/0")?.into(), ..(*entry).clone() }))
        .collect();
    let top = record.tree.root();
    let without_view = cut_off(record).is_some();
    let mut top = record.tree[top].clone();
    if without_view {
        top.details_mut().marks.retain(|mark| !matches!(mark, Mark::View(_)));
    }
    if !own.is_empty() {
        top.details_mut().foreign.extend(own);
    }
    members(&top, Some(stones), out);
}

fn node(record: &Record<Go>, id: NodeId, out: &mut Writer) {
    members(&record.tree[id], None, out);
}

/// A node, in the order of Seki; of the root with the stones that it starts with.
fn members(node: &Node<Go>, start: Option<&Edit>, out: &mut Writer) {
    out.begin_object_inline();
    let (played, edit) = match &node.action {
        Some(Action::Move(played)) => (Some(*played), None),
        Some(Action::Edit(edit)) => (None, Some(&**edit)),
        None => (None, start),
    };
    let empty = Details::default();
    let details = node.details().unwrap_or(&empty);
    let mut kept = Kept::new(&details.foreign);
    let mut written = alloc::vec!["setup", "markup", "score", "comments", "variations", slot::SGF, slot::FOREIGN];
    if !details.name.is_empty() {
        out.key("name");
        out.string(&details.name);
        written.push("name");
    }
    comments(&details.comments, &kept, out);
    if details.judgement.solution {
        out.key("solution");
        out.boolean(true);
        written.push("solution");
    }
    if let Some(played) = played {
        out.key("move");
        out.begin_object_inline();
        out.key("color");
        out.string(color(played.color));
        match played.at {
            Some(at) => {
                out.key("x");
                out.integer(i64::from(at.x()));
                out.key("y");
                out.integer(i64::from(at.y()));
            }
            None => {
                out.key("pass");
                out.boolean(true);
            }
        }
        let mut in_move = alloc::vec!["color", "x", "y", "pass"];
        // A point beside a pass was kept, and says nothing that could be taken for a move.
        if played.at.is_none() {
            in_move.truncate(1);
            in_move.push("pass");
        }
        if let Some(clock) = details.clock {
            if let Some(left) = clock.left {
                out.key("timeLeft");
                out.number(&Decimal::of_seconds(left).to_string());
                in_move.push("timeLeft");
            }
            if let Some(periods) = clock.periods_left {
                out.key("periodsLeft");
                out.integer(i64::from(periods));
                in_move.push("periodsLeft");
            }
        }
        kept.members("/move", &in_move, out);
        out.end();
        written.push("move");
    } else {
        let lost: Vec<_> = kept.ours.iter().copied().filter(|entry| entry.key.starts_with("/move/")).collect();
        kept.homeless.extend(lost);
    }
    if let Some(to_move) = edit.and_then(|edit| edit.to_move) {
        out.key("turn");
        out.string(color(to_move));
        written.push("turn");
    }
    setup(edit, &kept, out);
    markup(&details.marks, &kept, out);
    score(&details.marks, &kept, out);
    for (pointer, from) in [("/score", 0), ("/foreign", 0)] {
        let deep = kept.ours.iter().copied().filter(|entry| {
            entry.key.len() > pointer.len() + from && entry.key.starts_with(&alloc::format!("{pointer}/"))
        });
        let deep: Vec<_> = deep.collect();
        kept.homeless.extend(deep);
    }
    let lists = ["/setup", "/markup", "/score", "/comments"];
    kept.ours.retain(|entry| !lists.contains(&entry.key.as_str()));
    kept.members("", &written, out);
    let known = |key: &str| key.starts_with("/move/") || key.starts_with("/score/") || key.starts_with("/foreign/");
    let strange = kept.ours.iter().copied().filter(|entry| {
        let steps = entry.key.split('/').count();
        !entry.key.starts_with('/')
            || (steps > 2 && !known(&entry.key))
            || (steps > 3 && entry.key.starts_with("/move/"))
    });
    let strange: Vec<_> = strange.collect();
    kept.homeless.extend(strange);
    sgf(&kept.others, &judgements::write(&details.judgement), out);
    foreign(node, details, &kept, out);
    out.end();
}

/// What other formats say of a node, and what the record has a word for and JGF 2 has none.
fn foreign(node: &Node<Go>, details: &Details<Go>, kept: &Kept<'_>, out: &mut Writer) {
    let clock = details.clock.unwrap_or_default();
    let is_move = matches!(node.action, Some(Action::Move(_)));
    let times = [
        ("spent", node.spent.get().or(clock.spent)),
        ("total", clock.total),
        ("left", clock.left.filter(|_| !is_move)),
    ];
    let periods = clock.periods_left.filter(|_| !is_move);
    let ours = periods.is_some()
        || times.iter().any(|(_, time)| time.is_some())
        || !details.bookmark.is_empty()
        || kept.has_ours();
    let others = kept.others.iter().any(|entry| entry.format != slot::SGF);
    if !ours && !others && kept.homeless.is_empty() {
        return;
    }
    out.key(slot::FOREIGN);
    out.begin_object_inline();
    if ours {
        out.key(slot::OURS);
        out.begin_object_inline();
        for (key, time) in times {
            if let Some(time) = time {
                out.key(key);
                out.number(&Decimal::of_seconds(time).to_string());
            }
        }
        if let Some(periods) = periods {
            out.key("periods");
            out.number(&periods.to_string());
        }
        if !details.bookmark.is_empty() {
            out.key("bookmark");
            out.string(&details.bookmark);
        }
        kept.rest_of_ours(out);
        out.end();
    }
    slots(&kept.others, &kept.homeless, out);
    out.end();
}

fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn comments(comments: &[Comment], kept: &Kept<'_>, out: &mut Writer) {
    let mut more = kept.of_list("/comments").peekable();
    if comments.is_empty() && more.peek().is_none() {
        return;
    }
    out.key("comments");
    out.begin_array_inline();
    for comment in comments {
        if comment.author.is_none() && comment.time.is_none() {
            out.string(&comment.text);
            continue;
        }
        out.begin_object_inline();
        for (key, text) in [("name", &comment.author), ("timestamp", &comment.time)] {
            if let Some(text) = text {
                out.key(key);
                out.string(text);
            }
        }
        out.key("comment");
        out.string(&comment.text);
        out.end();
    }
    more.for_each(|raw| out.raw(raw));
    out.end();
}

/// The points of an entry: each on its own, or large rectangles as such.
fn coords(points: &Points, text: Option<&str>, out: &mut Writer) {
    out.key("coords");
    out.begin_array_inline();
    for at in points.rects().filter(|rect| rect.area() <= LARGE).flat_map(kifu_goban::Rect::iter) {
        point(at, text, out);
    }
    out.end();
    if points.rects().any(|rect| rect.area() > LARGE) {
        out.key("rects");
        out.begin_array_inline();
        for rect in points.rects().filter(|rect| rect.area() > LARGE) {
            ends(rect.upper_left(), rect.lower_right(), text, out);
        }
        out.end();
    }
}

fn point(at: Point, text: Option<&str>, out: &mut Writer) {
    out.begin_object_inline();
    out.key("x");
    out.integer(i64::from(at.x()));
    out.key("y");
    out.integer(i64::from(at.y()));
    if let Some(text) = text {
        out.key("text");
        out.string(text);
    }
    out.end();
}

fn ends(from: Point, to: Point, text: Option<&str>, out: &mut Writer) {
    out.begin_object_inline();
    out.key("from");
    point(from, None, out);
    out.key("to");
    point(to, None, out);
    if let Some(text) = text {
        out.key("text");
        out.string(text);
    }
    out.end();
}

fn setup(edit: Option<&Edit>, kept: &Kept<'_>, out: &mut Writer) {
    let sets = edit.map(|edit| [("black", &edit.black), ("white", &edit.white), ("clear", &edit.clear)]);
    let mut sets = sets.into_iter().flatten().filter(|(_, points)| !points.is_empty()).peekable();
    let mut more = kept.of_list("/setup").peekable();
    if sets.peek().is_none() && more.peek().is_none() {
        return;
    }
    out.key("setup");
    out.begin_array_inline();
    for (kind, points) in sets {
        entry("type", kind, out);
        coords(points, None, out);
        out.end();
    }
    more.for_each(|raw| out.raw(raw));
    out.end();
}

/// Begins an entry of a list, with its kind.
fn entry(key: &str, kind: &str, out: &mut Writer) {
    out.begin_object_inline();
    out.key(key);
    out.string(kind);
}

fn markup(marks: &[Mark], kept: &Kept<'_>, out: &mut Writer) {
    let mut more = kept.of_list("/markup").peekable();
    if marks.iter().all(|mark| matches!(mark, Mark::Territory(..))) && more.peek().is_none() {
        return;
    }
    out.key("markup");
    out.begin_array_inline();
    let mut marks = marks.iter().peekable();
    while let Some(mark) = marks.next() {
        match mark {
            Mark::Territory(..) => continue,
            Mark::Shape(shape, points) => {
                entry("type", name(*shape), out);
                coords(points, None, out);
            }
            Mark::Dim(points) => {
                entry("type", "dim", out);
                coords(points, None, out);
            }
            Mark::View(points) => {
                entry("type", "view", out);
                coords(points, None, out);
            }
            Mark::Custom(kind, text, points) => {
                entry("type", kind, out);
                let text = Some(text.as_str()).filter(|text| !text.is_empty());
                coords(points, text, out);
            }
            Mark::Label(at, text) => {
                entry("type", "label", out);
                out.key("coords");
                out.begin_array_inline();
                point(*at, Some(text), out);
                while let Some(Mark::Label(at, text)) = marks.peek() {
                    point(*at, Some(text), out);
                    marks.next();
                }
                out.end();
            }
            Mark::Arrow(from, to) => {
                begin_lines("arrow", out);
                ends(*from, *to, None, out);
                while let Some(Mark::Arrow(from, to)) = marks.peek() {
                    ends(*from, *to, None, out);
                    marks.next();
                }
                out.end();
            }
            Mark::Line(from, to) => {
                begin_lines("line", out);
                ends(*from, *to, None, out);
                while let Some(Mark::Line(from, to)) = marks.peek() {
                    ends(*from, *to, None, out);
                    marks.next();
                }
                out.end();
            }
        }
        out.end();
    }
    more.for_each(|raw| out.raw(raw));
    out.end();
}

/// Seki goes through the `coords` of every entry, so there must be some, if none.
fn begin_lines(kind: &str, out: &mut Writer) {
    entry("type", kind, out);
    out.key("coords");
    out.begin_array_inline();
    out.end();
    out.key("lines");
    out.begin_array_inline();
}

fn name(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle => "circle",
        Shape::Triangle => "triangle",
        Shape::Square => "square",
        Shape::Cross => "mark",
        Shape::Selected => "select",
    }
}

fn score(marks: &[Mark], kept: &Kept<'_>, out: &mut Writer) {
    let territory =
        |mark: &'_ Mark| if let Mark::Territory(color, points) = mark { Some((*color, points.clone())) } else { None };
    let territories: Vec<_> = marks.iter().filter_map(territory).collect();
    let mut more = kept.of_list("/score").peekable();
    if territories.is_empty() && more.peek().is_none() {
        return;
    }
    out.key("score");
    out.begin_array_inline();
    for (of, points) in territories {
        entry("color", color(of), out);
        coords(&points, None, out);
        out.end();
    }
    more.for_each(|raw| out.raw(raw));
    out.end();
}
