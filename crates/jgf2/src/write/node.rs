//! The tree and its nodes.

use super::{Kept, header::cut_off, sgf, slots};
use crate::slot;
use alloc::{string::ToString, vec::Vec};
use kifu_core::{Comment, Decimal, Details, Foreign, MoveTime, Node, NodeId, Record, SlotEntry};
use kifu_goban::{Action, Color, Edit, Go, Mark, Move, Point, Points, Rect, Setup, Shape, slot as judgements};
use kifu_json::Writer;

/// Larger rectangles of marked points are written as such: SGF names them by two corners, and points one by one take some 20 times
/// as much. Nobody draws so many marks.
const MARKED: usize = 9;
/// The same of marks that hold until they are changed, which no other program reads.
const HELD: usize = 1;
/// Stones and territories are written one by one, because other programs read nothing else, while all rectangles of a record
/// together have so many points: four times those of a usual board.
const SET: usize = 4 * 361;

/// The largest rectangle of stones or of territory that is written point by point.
fn largest_set(record: &Record<Go>) -> usize {
    let large = |points: &Points| points.rects().map(Rect::area).filter(|&area| area > MARKED).sum::<usize>();
    let of_edit = |edit: &Edit| [&edit.black, &edit.white, &edit.clear].into_iter().map(large).sum::<usize>();
    let of_node = |node: &Node<Go>| {
        let edit = if let Some(Action::Edit(edit)) = &node.action { of_edit(edit) } else { 0 };
        let marks = node.details().into_iter().flat_map(|details| &details.marks);
        let territory = |mark: &Mark| if let Mark::Territory(_, points) = mark { large(points) } else { 0 };
        edit + marks.map(territory).sum::<usize>()
    };
    let tree = &record.tree;
    let all = of_edit(&record.setup.stones) + tree.preorder().map(|node| of_node(&tree[node])).sum::<usize>();
    if all <= SET { SET } else { MARKED }
}

/// The tree. Going up by the links takes the place of recursion.
pub(super) fn tree(record: &Record<Go>, kept: &Kept<'_>, out: &mut Writer) {
    let tree = &record.tree;
    let set = largest_set(record);
    out.key("tree");
    out.begin_array();
    root(record, kept, set, out);
    let mut at = tree.root();
    loop {
        if let Some(child) = tree.first_child(at) {
            if tree.is_fork(at) {
                out.begin_object();
                out.key("variations");
                out.begin_array();
                out.begin_array();
            }
            node(record, child, set, out);
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
        node(record, next, set, out);
        at = next;
    }
    out.end();
}

fn root(record: &Record<Go>, kept: &Kept<'_>, set: usize, out: &mut Writer) {
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
    members(&top, Some(stones), set, out);
}

fn node(record: &Record<Go>, id: NodeId, set: usize, out: &mut Writer) {
    match &record.tree[id] {
        // Nearly every node says a move and nothing else.
        node @ Node { action: Some(Action::Move(played)), spent: MoveTime::UNKNOWN, .. }
            if node.details().is_none() =>
        {
            out.begin_object_inline();
            begin_move(*played, out);
            out.end();
            out.end();
        }
        node => members(node, None, set, out),
    }
}

/// A move up to what else may be said of it.
fn begin_move(played: Move, out: &mut Writer) {
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
}

/// A node, in the order of Seki; of the root with the stones that it starts with.
fn members(node: &Node<Go>, start: Option<&Edit>, set: usize, out: &mut Writer) {
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
        begin_move(played, out);
        let mut in_move = alloc::vec!["color", "x", "y", "pass"];
        // A point beside a pass was kept, and says nothing that could be taken for a move.
        if played.at.is_none() {
            in_move.truncate(1);
            in_move.push("pass");
        }
        if let Some(clock) = details.clock {
            if let Some(left) = clock.left {
                out.key("timeLeft");
                out.number(&Decimal::from_duration(left).to_string());
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
    setup(edit, &kept, set, out);
    markup(&details.marks, &kept, out);
    score(&details.marks, &kept, set, out);
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
    foreign(node, &kept, out);
    out.end();
}

/// What other formats say of a node, and what the record has a word for and JGF 2 has none.
fn foreign(node: &Node<Go>, kept: &Kept<'_>, out: &mut Writer) {
    // The members for the time left belong to a move.
    let keys: &[&str] = match node.action {
        Some(Action::Move(_)) => &["spent", "total", "bookmark"],
        _ => &["spent", "total", "left", "periods", "bookmark"],
    };
    let entries = SlotEntry::of_node(node, keys);
    let ours = !entries.is_empty() || kept.has_ours();
    let others = kept.others.iter().any(|entry| entry.format != slot::SGF);
    if !ours && !others && kept.homeless.is_empty() {
        return;
    }
    out.key(slot::FOREIGN);
    out.begin_object_inline();
    if ours {
        out.key(slot::KIFU);
        out.begin_object_inline();
        slot::write(&entries, kept.rest_of_ours(), out);
        out.end();
    }
    slots(&kept.others, &kept.homeless, out);
    out.end();
}

pub(super) fn color(color: Color) -> &'static str {
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
fn coords(points: &Points, text: Option<&str>, single: usize, out: &mut Writer) {
    out.key("coords");
    out.begin_array_inline();
    for at in points.rects().filter(|rect| rect.area() <= single).flat_map(Rect::iter) {
        point(at, text, out);
    }
    out.end();
    if points.rects().any(|rect| rect.area() > single) {
        out.key("rects");
        out.begin_array_inline();
        for rect in points.rects().filter(|rect| rect.area() > single) {
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

fn setup(edit: Option<&Edit>, kept: &Kept<'_>, set: usize, out: &mut Writer) {
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
        coords(points, None, set, out);
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
                coords(points, None, MARKED, out);
            }
            Mark::Dim(points) => {
                entry("type", "dim", out);
                coords(points, None, HELD, out);
            }
            Mark::View(points) => {
                entry("type", "view", out);
                coords(points, None, HELD, out);
            }
            Mark::Custom(kind, text, points) => {
                entry("type", kind, out);
                let text = Some(text.as_str()).filter(|text| !text.is_empty());
                coords(points, text, MARKED, out);
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

fn score(marks: &[Mark], kept: &Kept<'_>, set: usize, out: &mut Writer) {
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
        coords(&points, None, set, out);
        out.end();
    }
    more.for_each(|raw| out.raw(raw));
    out.end();
}
