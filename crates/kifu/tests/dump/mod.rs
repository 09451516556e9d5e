//! Records as people read them: what is stated, a line each; plain moves in rows.

use kifu::{
    goban::{Action, Go, Mark, outcome_text},
    model::{Comment, Details, Foreign, Info, Node, Parsed, ReadOutput, Record, Seat, Source},
};
use std::fmt::Write;

/// All records of a file.
pub(crate) fn records(source: &Source, reading: &ReadOutput<Go>) -> String {
    let charsets: Vec<_> = source.segments().iter().map(|s| format!("{} ({:?})", s.charset, s.found)).collect();
    let mut out = format!("charset: {}\n", charsets.join(", "));
    if reading.records.is_empty() {
        out.push_str("no record\n");
    }
    for (record, origin) in reading.records.iter().zip(&reading.origins) {
        let _ = writeln!(out, "\nrecord at {}..{}", origin.span.start, origin.span.end);
        one(record, &mut out);
    }
    out
}

fn one(record: &Record<Go>, out: &mut String) {
    info(&record.info, out);
    let terms = &record.terms;
    text(out, "rules", &terms.rules);
    stated(out, "komi", terms.komi.as_ref());
    stated(out, "handicap", terms.handicap.as_ref());
    let _ = writeln!(out, "board: {}", record.setup.size);
    if !record.setup.stones.is_empty() {
        let _ = writeln!(out, "start: {}", record.setup.stones);
    }
    foreign(&record.info.foreign, out);
    tree(record, out);
}

fn text(out: &mut String, what: &str, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "{what}: {text:?}");
    }
}

fn stated<T: std::fmt::Display>(out: &mut String, what: &str, value: Option<&Parsed<T>>) {
    let _ = match value {
        Some(Parsed::Value(value)) => writeln!(out, "{what}: {value}"),
        Some(Parsed::Text(text)) => writeln!(out, "{what}: text {text:?}"),
        None => Ok(()),
    };
}

fn info(info: &Info, out: &mut String) {
    text(out, "name", &info.name);
    for player in &info.players {
        let seat = match &player.seat {
            Seat::First => "black",
            Seat::Second => "white",
            Seat::Other(color) => color,
        };
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
    let outcome = info.outcome.as_ref().map(|outcome| match outcome {
        Parsed::Value(outcome) => Parsed::Value(outcome_text(outcome)),
        Parsed::Text(text) => Parsed::Text(text.clone()),
    });
    stated(out, "outcome", outcome.as_ref());
    stated(out, "time", info.time.as_ref());
    stated(out, "overtime", info.overtime.as_ref());
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
    for (name, value) in &info.headers {
        let _ = writeln!(out, "header {name}: {value}");
    }
    for (name, value) in &info.display {
        let _ = writeln!(out, "display {name}: {value}");
    }
}

fn foreign(foreign: &[Foreign], out: &mut String) {
    for Foreign { format, key, values } in foreign {
        let _ = writeln!(out, "  foreign {format} {key}: {values:?}");
    }
}

fn tree(record: &Record<Go>, out: &mut String) {
    let tree = &record.tree;
    let (mut row, mut last) = (String::new(), tree.root());
    for id in tree.preorder() {
        let node = &tree[id];
        let follows = tree.parent(id) == Some(last);
        let plain =
            node.details().is_none() && node.spent.get().is_none() && matches!(node.action, Some(Action::Move(_)));
        if plain && follows && row.len() < 90 && !row.is_empty() {
            let _ = write!(row, " {}", action(node));
        } else {
            flush(&mut row, out);
            let after = if follows || id == tree.root() {
                String::new()
            } else {
                format!(" after {}", tree.parent(id).map_or(0, kifu::model::NodeId::index))
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

fn action(node: &Node<Go>) -> String {
    node.action.as_ref().map_or_else(|| "-".to_string(), ToString::to_string)
}

fn details(details: &Details<Go>, out: &mut String) {
    if !details.name.is_empty() {
        let _ = writeln!(out, "  name {:?}", details.name);
    }
    for Comment { text, author, time } in &details.comments {
        let by = [author, time].into_iter().flatten().map(|part| format!(" ({part})")).collect::<String>();
        let _ = writeln!(out, "  comment{by} {text:?}");
    }
    if let Some(clock) = details.clock {
        let parts = [("spent", clock.spent), ("total", clock.total), ("left", clock.left)];
        let mut parts: Vec<_> =
            parts.into_iter().filter_map(|(what, time)| Some(format!("{what} {:?}", time?))).collect();
        parts.extend(clock.periods_left.map(|n| format!("periods left {n}")));
        let _ = writeln!(out, "  clock {}", parts.join(", "));
    }
    let judgement = details.judgement;
    if let Some((quality, degree)) = judgement.of_move {
        let _ = writeln!(out, "  move {quality:?} {degree:?}");
    }
    if let Some((quality, degree)) = judgement.of_position {
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
    for mark in &details.marks {
        let _ = match mark {
            Mark::Shape(shape, points) => writeln!(out, "  {shape:?} {points}"),
            Mark::Label(at, text) => writeln!(out, "  Label {at} {text:?}"),
            Mark::Arrow(from, to) => writeln!(out, "  Arrow {from} {to}"),
            Mark::Line(from, to) => writeln!(out, "  Line {from} {to}"),
            Mark::Dim(points) => writeln!(out, "  Dim {points}"),
            Mark::View(points) => writeln!(out, "  View {points}"),
            Mark::Territory(color, points) => writeln!(out, "  Territory {color} {points}"),
            Mark::Custom(kind, text, points) => writeln!(out, "  {kind} {text:?} {points}"),
        };
    }
    if !details.bookmark.is_empty() {
        let _ = writeln!(out, "  bookmark {:?}", details.bookmark);
    }
    foreign(&details.foreign, out);
}
