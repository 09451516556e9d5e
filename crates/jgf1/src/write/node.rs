//! Writes the members of a node.

use super::{Board, color};
use crate::{
    INFO, Spelling,
    read::slot::{counts_moves, is_identifier, member_of_node_for, of_clock},
};
use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Analysis, Clock, Decimal, Details, Foreign, Node, OvertimeLeft, Record, SlotEntry};
use kifu_goban::{
    Action, Go, Mark, Move, Point, Points, PositionEdit, Shape, Size,
    analysis::{self, Context},
    point_lists::{MAX_INHERITED_AREA, MAX_MARK_AREA},
    slot::{self as judgements, JudgementProperty},
};
use kifu_json::{
    Writer,
    record::{ForeignData, slot, write_comments},
};

/// The number of shapes.
const SHAPES: usize = 5;

/// Writes the nodes of a record.
pub(super) struct NodeWriter<'r> {
    board: &'r Board,
    /// Rectangles of stones up to this area are written point by point.
    max_area: usize,
    /// True if OB and OW count moves.
    counts_moves: bool,
    /// True if nodes have slots for data that JGF 1 has no member for.
    has_slots: bool,
    /// The size of the board.
    size: Size,
}

impl<'r> NodeWriter<'r> {
    pub(super) fn new(record: &Record<Go>, board: &'r Board, max_area: usize, has_slots: bool) -> Self {
        Self { board, max_area, counts_moves: counts_moves(record), has_slots, size: record.setup.size }
    }

    /// Begins the object of a move.
    pub(super) fn begin_move(&self, played: Move, out: &mut Writer) {
        out.key("move");
        out.begin_object_inline();
        out.key(color(played.color));
        match played.at {
            Some(at) => self.board.window.write(at, self.board.spelling, out),
            None => out.string("pass"),
        }
    }

    /// Writes a node. `start` is the start position, for the root.
    pub(super) fn members(&self, node: &Node<Go>, start: Option<&PositionEdit>, out: &mut Writer) {
        out.begin_object_inline();
        let (played, edit) = match &node.action {
            Some(Action::Move(played)) => (Some(*played), None),
            Some(Action::Edit(edit)) => (None, Some(&**edit)),
            None => (None, start),
            // JGF 1 cannot express other actions. `losses` reports that they are lost.
            Some(_) => (None, None),
        };
        let empty = Details::default();
        let details = node.details().unwrap_or(&empty);
        let mut foreign = ForeignData::new(INFO.id, &details.foreign).with_slots(self.has_slots);
        let mut written: Vec<&str> =
            alloc::vec!["setup", "markup", "score", "comments", "foreign", "move", "tree", "record"];
        if start.is_some() {
            out.key("root");
            out.boolean(true);
            written.push("root");
        }
        if !details.name.is_empty() {
            out.key("name");
            out.string(&details.name);
            written.push("name");
        }
        if let Some(played) = played {
            self.begin_move(played, out);
            foreign.write_members("/move", &["B", "W"], out);
            out.end();
        } else {
            foreign.unplace(|pointer| pointer.starts_with("/move/"));
        }
        let kept_move = foreign.members.iter().find(|entry| entry.key == "/move").copied();
        if let (Some(kept), None) = (kept_move, played)
            && let [raw] = &kept.values[..]
        {
            out.key("move");
            out.raw(raw);
        } else if kept_move.is_some() {
            foreign.unplace(|pointer| pointer == "/move");
        }
        if let Some(to_move) = edit.and_then(|edit| edit.to_move) {
            out.key("turn");
            out.string(color(to_move));
            written.push("turn");
        }
        self.setup(edit, &mut foreign, out);
        write_comments(&details.comments, &mut foreign, out);
        self.markup(&details.marks, &mut foreign, out);
        self.score(&details.marks, &mut foreign, out);
        if details.judgement.solution {
            out.key("solution");
            out.boolean(true);
            written.push("solution");
        }
        let mut analyses = &details.analyses[..];
        if self.has_slots {
            analyses = self.properties(played, details, &mut foreign, out);
        }
        self.rest(node, (played, analyses), foreign, &written, out);
        out.end();
    }

    /// Writes a list of points as a member of an object. Rectangles larger than `max_area` are written as two points with a colon.
    fn points(&self, key: &str, points: &Points, kept: &[String], max_area: usize, out: &mut Writer) {
        out.key(key);
        out.begin_array_inline();
        self.elements(points, "", max_area, out);
        kept.iter().for_each(|raw| out.raw(raw));
        out.end();
    }

    /// Writes the elements of a list of points. If the points have a text, each is a label.
    fn elements(&self, points: &Points, text: &str, max_area: usize, out: &mut Writer) {
        let Board { window, spelling, .. } = self.board;
        for rect in points.rects() {
            if rect.area() <= max_area {
                for at in rect.iter() {
                    match text {
                        "" => window.write(at, *spelling, out),
                        text => self.label(at, text, out),
                    }
                }
                continue;
            }
            let [from, to] = [rect.upper_left(), rect.lower_right()].map(|at| window.relative(at).unwrap_or(at));
            let rect = format!("{from}:{to}");
            match text {
                "" => out.string(&rect),
                text => {
                    out.begin_array_inline();
                    out.string(&rect);
                    out.string(text);
                    out.end();
                }
            }
        }
    }

    /// Writes a point with a text.
    fn label(&self, at: Point, text: &str, out: &mut Writer) {
        out.begin_array_inline();
        match self.board.spelling {
            Spelling::Numbers => self.board.window.write_numbers(at, out),
            Spelling::Letters => self.board.window.write(at, Spelling::Letters, out),
        }
        out.string(text);
        out.end();
    }

    /// Writes an object of lists of points: `setup`, `score` and `markup`.
    fn lists(&self, name: &str, lists: &[(&str, &Points, usize)], foreign: &mut ForeignData<'_>, out: &mut Writer) {
        let prefix = format!("/{name}");
        let mut kept = kept_elements(foreign, &prefix);
        if lists.is_empty() && kept.is_empty() && !foreign.has_members(&prefix) {
            return;
        }
        out.key(name);
        out.begin_object_inline();
        let mut written: Vec<&str> = Vec::new();
        for (key, points, max_area) in lists {
            self.points(key, points, &kept.remove(*key).unwrap_or_default(), *max_area, out);
            written.push(key);
        }
        for (key, values) in &kept {
            self.points(key, &Points::new(), values, 0, out);
            written.push(key);
        }
        foreign.write_members(&prefix, &written, out);
        out.end();
    }

    fn setup(&self, edit: Option<&PositionEdit>, foreign: &mut ForeignData<'_>, out: &mut Writer) {
        let sets = edit.map(|edit| [("B", edit.black()), ("W", edit.white()), ("E", edit.clear())]);
        let sets = sets.into_iter().flatten().filter(|(_, points)| !points.is_empty());
        let sets: Vec<_> = sets.map(|(key, points)| (key, points, self.max_area)).collect();
        self.lists("setup", &sets, foreign, out);
    }

    fn score(&self, marks: &[Mark], foreign: &mut ForeignData<'_>, out: &mut Writer) {
        let territory = |mark: &'_ Mark| matches!(mark, Mark::Territory(..));
        let sets: Vec<_> = marks
            .iter()
            .filter(|mark| territory(mark))
            .filter_map(|mark| {
                if let Mark::Territory(owner, points) = mark {
                    Some((color(*owner), points, self.max_area))
                } else {
                    None
                }
            })
            .collect();
        self.lists("score", &sets, foreign, out);
    }

    fn markup(&self, marks: &[Mark], foreign: &mut ForeignData<'_>, out: &mut Writer) {
        // The marks that share a list, with the text of each.
        let mut lists: Vec<(&str, Vec<(&Points, &str)>)> = Vec::new();
        for mark in marks {
            let (key, points, text) = match mark {
                Mark::Shape(shape, points) => (name(*shape), points, ""),
                Mark::Custom { kind, text, points } => (&**kind, points, &**text),
                _ => continue,
            };
            // Marks are sorted, so marks of a type follow each other. The shapes come first; a program's own type may have the name of
            // a shape.
            let last = lists.len().saturating_sub(1);
            let of_key =
                (0..lists.len().min(SHAPES)).chain([last]).find(|&at| lists.get(at).is_some_and(|(of, _)| *of == key));
            match of_key {
                Some(at) => lists[at].1.push((points, text)),
                None => lists.push((key, alloc::vec![(points, text)])),
            }
        }
        let labels: Vec<_> = marks
            .iter()
            .filter_map(|mark| if let Mark::Label(at, text) = mark { Some((*at, &**text)) } else { None })
            .collect();
        let prefix = "/markup";
        let mut kept = kept_elements(foreign, prefix);
        if lists.is_empty() && labels.is_empty() && kept.is_empty() && !foreign.has_members(prefix) {
            return;
        }
        out.key("markup");
        out.begin_object_inline();
        let mut written: Vec<&str> = Vec::new();
        for (key, list) in &lists {
            out.key(key);
            out.begin_array_inline();
            for (points, text) in list {
                self.elements(points, text, MAX_MARK_AREA, out);
            }
            kept.remove(*key).unwrap_or_default().iter().for_each(|raw| out.raw(raw));
            out.end();
            written.push(key);
        }
        let kept_labels = kept.remove("label").unwrap_or_default();
        if !labels.is_empty() || !kept_labels.is_empty() {
            out.key("label");
            out.begin_array_inline();
            labels.into_iter().for_each(|(at, text)| self.label(at, text, out));
            kept_labels.iter().for_each(|raw| out.raw(raw));
            out.end();
            written.push("label");
        }
        for (key, values) in &kept {
            self.points(key, &Points::new(), values, 0, out);
            written.push(key);
        }
        foreign.write_members(prefix, &written, out);
        out.end();
    }

    /// Writes SGF properties: clocks, judgements, analyses, marks that JGF 1 has no member for, and foreign properties. Returns the
    /// analyses that have no property.
    fn properties<'a>(
        &self,
        played: Option<Move>,
        details: &'a Details<Go>,
        foreign: &mut ForeignData<'_>,
        out: &mut Writer,
    ) -> &'a [Analysis<Go>] {
        // Typed data first: of two judgements that exclude each other, the first counts.
        let mut own: Vec<Property<'_>> = Vec::new();
        if let Some(played) = played {
            let Clock { left, overtime_left, .. } = details.clock;
            for identifier in ["BL", "WL", "OB", "OW"] {
                let value = match of_clock(identifier) {
                    Some((color, true)) if color == played.color => {
                        left.map(|left| Decimal::from_duration(left).to_string())
                    }
                    Some((color, false)) if color == played.color => {
                        overtime_left.and_then(|left| self.overtime_left(left))
                    }
                    _ => None,
                };
                own.extend(value.map(|value| Property { identifier, values: alloc::vec![value] }));
            }
        }
        for JudgementProperty { identifier, value, .. } in judgements::write(&details.judgement) {
            own.push(Property { identifier, values: alloc::vec![value] });
        }
        for mark in &details.marks {
            let (identifier, mut values) = match mark {
                Mark::Dim(points) => ("DD", rects(points)),
                Mark::View(points) => ("VW", rects(points)),
                Mark::Arrow(from, to) => ("AR", alloc::vec![format!("{from}:{to}")]),
                Mark::Line(from, to) => ("LN", alloc::vec![format!("{from}:{to}")]),
                _ => continue,
            };
            match own.last_mut().filter(|last| last.identifier == identifier) {
                Some(last) => last.values.append(&mut values),
                None => own.push(Property { identifier, values }),
            }
        }
        let context = Context::new(played.map(|played| played.color), self.size);
        let is_free =
            |identifier: &str| !foreign.others.iter().any(|entry| entry.format == slot::SGF && entry.key == identifier);
        let analyses = analysis::write(&details.analyses, context, is_free);
        let of_engines = analyses.properties.into_iter();
        own.extend(of_engines.map(|of| Property { identifier: of.identifier, values: alloc::vec![of.value] }));
        let typed = own.len();
        for entry in foreign.others.iter().copied().filter(|entry| is_property(entry)) {
            // The typed data has at most twenty properties.
            match own[..typed].iter_mut().find(|property| property.identifier == entry.key) {
                Some(property) => property.values.extend(entry.values.iter().cloned()),
                None => own.push(Property { identifier: &entry.key, values: entry.values.clone() }),
            }
        }
        for Property { identifier, values } in &own {
            out.key(identifier);
            if let [value] = &values[..] {
                out.string(value);
                continue;
            }
            out.begin_array_inline();
            values.iter().for_each(|value| out.string(value));
            out.end();
        }
        analyses.rest
    }

    /// Returns what is left of the overtime as a value of OB or OW.
    fn overtime_left(&self, left: OvertimeLeft) -> Option<String> {
        match left {
            OvertimeLeft::Periods(number) if !self.counts_moves => Some(number.to_string()),
            OvertimeLeft::Moves(number) if self.counts_moves => Some(number.to_string()),
            _ => None,
        }
    }

    /// Writes the members that the record keeps unchanged, and the slot.
    fn rest(
        &self,
        node: &Node<Go>,
        (played, analyses): (Option<Move>, &[Analysis<Go>]),
        mut foreign: ForeignData<'_>,
        written: &[&str],
        out: &mut Writer,
    ) {
        foreign.members.retain(|entry| {
            let is_written = matches!(&*entry.key, "/comments" | "/move")
                || ["/setup/", "/score/", "/markup/", "/move/"].iter().any(|list| entry.key.starts_with(list));
            !is_written
        });
        foreign.write_members("", written, out);
        foreign.unplace(|pointer| !pointer.starts_with('/') || pointer.split('/').count() > 2);
        let mut keys = alloc::vec!["spent", "total", "bookmark"];
        let clock = node.details().map(|details| details.clock).unwrap_or_default();
        let is_left_written = played.is_some();
        if !is_left_written {
            keys.push("left");
        }
        if !is_left_written || clock.overtime_left.is_some_and(|left| self.overtime_left(left).is_none()) {
            keys.extend(["periods", "moves"]);
        }
        let mut entries = SlotEntry::of_node(node, &keys);
        entries.extend(SlotEntry::of_analyses(analyses));
        if !self.has_slots {
            return;
        }
        let has_kifu = !entries.is_empty() || foreign.has_unread();
        let sgf: Vec<&Foreign> =
            foreign.others.iter().filter(|entry| entry.format == slot::SGF && !is_property(entry)).copied().collect();
        if !has_kifu && !foreign.has_other_formats() && foreign.unplaced.is_empty() && sgf.is_empty() {
            return;
        }
        out.key(slot::FOREIGN);
        out.begin_object_inline();
        if has_kifu {
            out.key(slot::KIFU);
            out.begin_object_inline();
            slot::write(&entries, foreign.unread(), out);
            out.end();
        }
        if !sgf.is_empty() {
            out.key(slot::SGF);
            out.begin_object_inline();
            sgf.iter().for_each(|entry| slot::write_values(entry, out));
            out.end();
        }
        slot::write_other_formats(&foreign, out);
        out.end();
    }
}

/// An SGF property as a member of a node.
struct Property<'a> {
    identifier: &'a str,
    values: Vec<String>,
}

/// Returns true for a property of SGF that is a member of the node. Readers report a property that JGF 1 has a member for, so the
/// slot keeps its values.
fn is_property(entry: &Foreign) -> bool {
    entry.format == slot::SGF && is_identifier(&entry.key) && member_of_node_for(&entry.key).is_none()
}

/// Returns the elements of lists that the reader kept, by the key of the list.
fn kept_elements(foreign: &ForeignData<'_>, prefix: &str) -> BTreeMap<String, Vec<String>> {
    let lists = foreign.members.iter().filter_map(|entry| {
        let key = entry.key.strip_prefix(prefix)?.strip_prefix('/')?.strip_suffix("/-")?;
        (!key.contains('/')).then(|| (key.replace("~1", "/").replace("~0", "~"), entry.values.clone()))
    });
    lists.collect()
}

/// Returns the values of a list of points in SGF.
fn rects(points: &Points) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for rect in points.rects() {
        if rect.area() <= MAX_INHERITED_AREA {
            out.extend(rect.iter().map(|at| at.to_string()));
        } else {
            out.push(format!("{}:{}", rect.upper_left(), rect.lower_right()));
        }
    }
    if out.is_empty() {
        out.push(String::new());
    }
    out
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
