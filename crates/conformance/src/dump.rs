//! Records as text for people: one line per value, and plain moves in rows.

use crate::Generate;
use kifu_core::{
    Clock, Comment, Degree, Details, Foreign, Info, MoveQuality, NamedValue, Node, NodeId, OvertimeLeft, Parsed,
    PositionJudgement, ReadOutput, Record, SlotEntry, Source,
};
use std::fmt::Write;

/// Returns the text of a `record.snap`: the charset of a file, and every value of every record in it.
///
/// ```
/// use kifu_conformance::dump;
/// use kifu_core::{Format, Source};
/// let source = Source::from_text("game.sgf", "(;SZ[9]KM[6.5];B[cc];W[gg]C[Hm])".to_owned());
/// let output = kifu_sgf::Sgf::default().read(&source);
/// let text = dump(&source, &output);
/// assert!(text.ends_with("komi: 6.5\nboard: 9x9\n0: - B[cc]\n2: W[gg]\n  comment \"Hm\"\n"), "{text}");
/// ```
#[must_use]
pub fn dump<G: Generate>(source: &Source, output: &ReadOutput<G>) -> String {
    let charsets: Vec<_> = source.segments().iter().map(|s| format!("{} ({:?})", s.charset, s.found)).collect();
    let mut out = format!("charset: {}\n", charsets.join(", "));
    if output.records.is_empty() {
        out.push_str("no record\n");
    }
    for (record, source_map) in output.records.iter().zip(&output.source_maps) {
        let _ = writeln!(out, "\nrecord at {}..{}", source_map.span.start, source_map.span.end);
        one(record, &mut out);
    }
    out
}

/// Returns every value of a record as text, one per line; plain moves share lines.
///
/// ```
/// use kifu_conformance::dump_record;
/// use kifu_core::Record;
/// use kifu_goban::Go;
/// let mut record: Record<Go> = Record::default();
/// record.info.event = "Meijin".into();
/// assert_eq!(dump_record(&record), "event: \"Meijin\"\nboard: 19x19\n0: -\n");
/// ```
#[must_use]
pub fn dump_record<G: Generate>(record: &Record<G>) -> String {
    let mut out = String::new();
    one(record, &mut out);
    out
}

fn one<G: Generate>(record: &Record<G>, out: &mut String) {
    info(record, out);
    for NamedValue { name: what, value } in G::dump_start(record) {
        let _ = writeln!(out, "{what}: {value}");
    }
    foreign(&record.info.foreign, out);
    tree(record, out);
}

/// Returns a value, or its text in quotation marks, so that `6.5` and a text of these characters differ.
pub(crate) fn parsed<T: std::fmt::Display>(value: &Parsed<T>) -> String {
    match value {
        Parsed::Value(value) => value.to_string(),
        Parsed::Text(text) => format!("text {text:?}"),
    }
}

fn text(out: &mut String, what: &str, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "{what}: {text:?}");
    }
}

fn stated<T: std::fmt::Display>(out: &mut String, what: &str, value: Option<&Parsed<T>>) {
    if let Some(value) = value {
        let _ = writeln!(out, "{what}: {}", parsed(value));
    }
}

fn info<G: Generate>(record: &Record<G>, out: &mut String) {
    let info: &Info = &record.info;
    text(out, "name", &info.name);
    for (seat, player) in info.players.iter() {
        let seat = G::seat_name(seat, &record.terms);
        let parts =
            [("name", &player.name), ("rank", &player.rank), ("team", &player.team), ("country", &player.country)];
        let parts: Vec<_> =
            parts.iter().filter(|part| !part.1.is_empty()).map(|(key, text)| format!("{key} {text:?}")).collect();
        let _ = writeln!(out, "{seat}: {}", parts.join(", "));
    }
    text(out, "event", &info.event);
    text(out, "round", &info.round);
    text(out, "place", &info.place);
    for date in &info.dates {
        stated(out, "date", Some(date));
    }
    stated(out, "started", info.started.as_ref());
    stated(out, "ended", info.ended.as_ref());
    let outcome = info.outcome.clone().map(|outcome| outcome.map(|outcome| G::outcome_text(&outcome)));
    stated(out, "outcome", outcome.as_ref());
    for control in info.time.iter() {
        let whose = control.seat().map(|seat| format!(" of {seat}")).unwrap_or_default();
        stated(out, &format!("time{whose}"), control.main.as_ref());
        stated(out, &format!("overtime{whose}"), control.overtime.as_ref());
    }
    for (what, value) in [
        ("opening", &info.opening),
        ("annotator", &info.annotator),
        ("transcriber", &info.transcriber),
        ("source", &info.source),
        ("address", &info.address),
        ("copyright", &info.copyright),
        ("application", &info.application),
        ("description", &info.description),
    ] {
        text(out, what, value);
    }
    for header in &info.headers {
        let _ = writeln!(out, "header {header}");
    }
    for preference in &info.display {
        let _ = writeln!(out, "display {preference}");
    }
}

fn foreign(foreign: &[Foreign], out: &mut String) {
    for Foreign { format, key, values, .. } in foreign {
        let _ = writeln!(out, "  foreign {format} {key}: {values:?}");
    }
}

/// A row of moves ends at this width in bytes, so that a dump is readable and a difference is one short line.
const ROW: usize = 90;

fn tree<G: Generate>(record: &Record<G>, out: &mut String) {
    let tree = &record.tree;
    let (mut row, mut last) = (String::new(), tree.root());
    for id in tree.preorder() {
        let node = &tree[id];
        let follows = tree.parent(id) == Some(last);
        let is_move = node.action.as_ref().is_some_and(G::is_move);
        let plain = is_move && node.details().is_none() && node.spent.get().is_none();
        if plain && follows && row.len() < ROW && !row.is_empty() {
            let _ = write!(row, " {}", action(node));
        } else {
            flush(&mut row, out);
            let after = if follows || id == tree.root() {
                String::new()
            } else {
                format!(" after {}", tree.parent(id).map_or(0, NodeId::index))
            };
            row = format!("{}{after}: {}", id.index(), action(node));
        }
        last = id;
        if let Some(details) = node.details() {
            flush(&mut row, out);
            self::details(details, out);
        }
        if let Some(spent) = node.spent.get() {
            flush(&mut row, out);
            let _ = writeln!(out, "  spent {spent:?}");
        }
    }
    flush(&mut row, out);
}

fn flush(row: &mut String, out: &mut String) {
    if !row.is_empty() {
        out.push_str(row.trim_end());
        out.push('\n');
        row.clear();
    }
}

fn action<G: Generate>(node: &Node<G>) -> String {
    node.action.as_ref().map_or_else(|| "-".to_string(), ToString::to_string)
}

fn details<G: Generate>(details: &Details<G>, out: &mut String) {
    if !details.name.is_empty() {
        let _ = writeln!(out, "  name {:?}", details.name);
    }
    for Comment { text, author, time, .. } in &details.comments {
        let by = [author, time].into_iter().flatten().map(|part| format!(" ({part})")).collect::<String>();
        let _ = writeln!(out, "  comment{by} {text:?}");
    }
    let clock = details.clock;
    if clock != Clock::default() {
        let parts = [("total", clock.total), ("left", clock.left)];
        let mut parts: Vec<_> =
            parts.into_iter().filter_map(|(what, time)| Some(format!("{what} {:?}", time?))).collect();
        parts.extend(clock.overtime_left.map(|left| match left {
            OvertimeLeft::Periods(n) => format!("periods left {n}"),
            OvertimeLeft::Moves(n) => format!("moves left {n}"),
            other => other.to_string(),
        }));
        let _ = writeln!(out, "  clock {}", parts.join(", "));
    }
    let judgement = details.judgement;
    if let Some(quality) = judgement.of_move {
        let _ = match quality {
            MoveQuality::Bad(degree) => writeln!(out, "  move Bad {degree:?}"),
            MoveQuality::Good(degree) => writeln!(out, "  move Good {degree:?}"),
            quality => writeln!(out, "  move {quality:?} {:?}", Degree::Normal),
        };
    }
    if let Some(PositionJudgement { quality, degree }) = judgement.of_position {
        let _ = writeln!(out, "  position {quality:?} {degree:?}");
    }
    if let Some(degree) = judgement.hotspot {
        let _ = writeln!(out, "  hotspot {degree:?}");
    }
    if let Some(value) = judgement.value {
        let _ = writeln!(out, "  value {value}");
    }
    if judgement.solution {
        let _ = writeln!(out, "  solution");
    }
    for analysis in &details.analyses {
        let _ = match &SlotEntry::of_analyses(core::slice::from_ref(analysis))[..] {
            [entry] => writeln!(out, "  analysis {}", entry.fields.join(", ").escape_debug()),
            // The game cannot parse an action of the line.
            _ => writeln!(out, "  analysis {analysis:?}"),
        };
    }
    for mark in &details.marks {
        let _ = writeln!(out, "  {}", G::dump_mark(mark));
    }
    if let Some(bookmark) = &details.bookmark {
        let _ = writeln!(out, "  bookmark {bookmark:?}");
    }
    foreign(&details.foreign, out);
}
