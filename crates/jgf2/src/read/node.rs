//! One node of the tree.

use super::{Reader, root_node, step};
use crate::{codes, slot};
use alloc::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Comment, Decimal, Foreign, Node, NodeId, Span};
use kifu_goban::{Action, Color, Edit, Go, Mark, Move, Point, Points, Rect, Shape, Size, slot as judgements};
use kifu_json::{Kind, Value};

/// What a node says, while it is being read.
struct Parts {
    is_root: bool,
    /// The node, and that which its move goes to where it says too much in one.
    nodes: [Node<Go>; 2],
    /// Which of the two gets what is said of the move.
    rest: usize,
    /// Points by the kind of mark: one mark a kind.
    shapes: BTreeMap<MarkKind, Vec<Rect>>,
    marks: Vec<Mark>,
    /// What becomes foreign data of each node, in the order of the text.
    foreign: [Vec<Foreign>; 2],
    /// Labels, arrows and lines so far.
    drawn: BTreeSet<Mark>,
}

/// More labels, arrows and lines than the nodes of real records have.
const MANY: usize = 4096;

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum MarkKind {
    Shape(Shape),
    Dim,
    View,
    Territory(Color),
    Custom(String, String),
}

impl Parts {
    fn rest(&mut self) -> &mut Node<Go> {
        &mut self.nodes[self.rest]
    }
}

impl Reader {
    /// Reads a node that follows `parent`; the last node it became comes back.
    pub(super) fn node(&mut self, value: Value<'_>, parent: NodeId, is_root: bool) -> NodeId {
        let start = value.span().start;
        if !is_root && let Some(played) = self.plain_move(value) {
            return self.add(parent, Node::new(Some(played.into())), start);
        }
        let played = value.get("move").filter(|played| !played.is_null());
        let action = played.and_then(|played| self.play(played));
        // A turn that only says that the players alternate says nothing.
        let turn = value.get("turn").filter(|turn| !turn.is_null());
        let to_move = turn.and_then(|turn| self.color(turn));
        // After a move it cannot be said in the record who else is to move: there the turn is kept as it is.
        let alternates = action.is_some();
        let setup = value.get("setup").filter(|setup| !setup.is_null());
        let has_setup =
            setup.is_some_and(|setup| entries(setup).any(has_points)) || to_move.is_some_and(|_| !alternates);
        let split = action.is_some() && (has_setup || is_root);
        let mut parts = Parts {
            is_root,
            nodes: [Node::default(), Node::default()],
            rest: usize::from(split),
            shapes: BTreeMap::new(),
            marks: Vec::new(),
            foreign: [const { Vec::new() }; 2],
            drawn: BTreeSet::new(),
        };
        if let Some(played) = played.filter(|_| split) {
            let (info, message) = if is_root {
                (&codes::MOVE_IN_ROOT, "a move in the first node; read as the node after it")
            } else {
                (&codes::SETUP_AND_MOVE, "setup and a move in one node; read as two nodes, the setup first")
            };
            self.diagnostics.report(info, played.span(), || message);
        }
        let mut edit = Edit { to_move: to_move.filter(|_| !alternates), ..Edit::default() };
        for (key, member) in
            value.members().filter(|(key, member)| !member.is_null() || !is_known(key) && member.kind() == Kind::Null)
        {
            if self.stopped {
                break;
            }
            self.member_of_node(&key, member, (action, to_move), &mut edit, &mut parts);
        }
        self.marks(&mut parts, value.span());
        let [mut head, mut tail] = parts.nodes;
        let mut at = parent;
        if is_root {
            self.record.setup.stones = edit;
            self.starts[0] = start;
            let root = root_node(&mut self.record);
            // The view that the board's cut-off says.
            let marks = root.set_details(head.set_details(None)).map(|details| details.marks).unwrap_or_default();
            if !marks.is_empty() {
                root.details_mut().marks.extend(marks);
            }
        } else {
            head.action = if has_setup && !edit.is_empty() {
                Some(Action::from(edit))
            } else {
                action.filter(|_| !split).map(Action::from)
            };
            head.shrink_to_fit();
            at = self.add(at, head, start);
        }
        if split {
            tail.action = action.map(Action::from);
            tail.shrink_to_fit();
            at = self.add(at, tail, start);
        }
        self.taken = 0;
        at
    }

    fn add(&mut self, parent: NodeId, node: Node<Go>, start: u32) -> NodeId {
        self.starts.push(start);
        let memory = node.memory();
        let before = self.taken.min(memory);
        self.taken -= before;
        let _ = self.budget.take(memory - before);
        self.record.tree.add(parent, node)
    }

    /// The move of a node that says nothing else, and says it as the format wants: nearly every node.
    fn plain_move(&self, node: Value<'_>) -> Option<Move> {
        let mut members = node.children();
        let played = members.next().filter(|member| member.has_key("move"))?;
        let mut parts = played.children();
        let mut part = |key: &str| parts.next().filter(|part| part.has_key(key));
        let color = match part("color")?.raw() {
            "\"black\"" => Color::Black,
            "\"white\"" => Color::White,
            _ => return None,
        };
        let (x, y) = (part("x")?.integer()?, part("y")?.integer()?);
        let says_more = parts.next().is_some() || members.next().is_some();
        Some(Move::play(color, self.point(x, y)?)).filter(|_| !says_more)
    }

    fn member_of_node(
        &mut self,
        key: &str,
        value: Value<'_>,
        (action, to_move): (Option<Move>, Option<Color>),
        edit: &mut Edit,
        parts: &mut Parts,
    ) {
        match key {
            "variations" if value.kind() == Kind::Array => {}
            "move" => match action {
                Some(_) => self.clock_and_more(value, parts),
                None => self.keep(parts, parts.rest, "/move", value),
            },
            "turn" => {
                let Some(text) = value.string() else {
                    self.report_wrong_kind(key, value);
                    return self.keep(parts, 0, "/turn", value);
                };
                if let (Some(color), Some(played)) = (to_move, action) {
                    if color == played.color {
                        let rest = parts.rest;
                        self.diagnostics.report(&codes::DISAGREEMENT, value.span(), || {
                            format!("{color} moved, and is to move again; kept as it is")
                        });
                        self.keep(parts, rest, "/turn", value);
                    }
                } else if to_move.is_none() {
                    self.diagnostics
                        .report(&codes::BAD_VALUE, value.span(), || format!("{text:?} is no colour; kept as it is"));
                    self.keep(parts, 0, "/turn", value);
                }
            }
            "setup" => self.setup(value, edit, parts),
            "name" => match self.text(key, value) {
                Some(name) if name.is_empty() => {}
                Some(name) => parts.nodes[0].details_mut().name = name.into_owned(),
                None => self.keep(parts, 0, "/name", value),
            },
            "comments" => self.comments(value, parts),
            "markup" if matches!(value.kind(), Kind::Array | Kind::Object) => {
                self.report_no_list(key, value);
                for entry in entries(value) {
                    self.markup(entry, parts);
                }
            }
            "score" => self.score(value, parts),
            "solution" => match value.boolean() {
                Some(solution) => parts.rest().details_mut().judgement.solution = solution,
                None => {
                    self.report_wrong_kind(key, value);
                    self.keep(parts, parts.rest, "/solution", value);
                }
            },
            // The first node is the root: that needs no word.
            "root" if value.boolean().is_some() => {}
            slot::SGF if value.kind() == Kind::Object => self.sgf(value, parts),
            slot::FOREIGN if value.kind() == Kind::Object => self.foreign(value, parts),
            "tree" | "record" if matches!(value.kind(), Kind::Array | Kind::Object) => {
                self.diagnostics.report(&codes::NOT_A_NODE, value.span(), || {
                    "a record stands inside of another's tree, as if a bracket were missing before it; not read, its text is kept"
                });
                let rest = parts.rest;
                self.keep(parts, rest, &format!("/{key}"), value);
            }
            _ => {
                if matches!(key, "markup" | "variations" | "root" | slot::SGF | slot::FOREIGN) {
                    self.report_wrong_kind(key, value);
                } else {
                    self.report_unknown(value);
                }
                let rest = parts.rest;
                self.keep(parts, rest, &format!("/{}", step(key)), value);
            }
        }
    }

    fn report_wrong_kind(&mut self, key: &str, value: Value<'_>) {
        self.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
            format!("{key} is not of the kind that the format wants; kept as it is")
        });
    }

    fn report_no_list(&mut self, key: &str, value: Value<'_>) {
        if value.kind() == Kind::Object {
            let message = || format!("{key} is an object, not a list; read as a list of one entry");
            self.diagnostics.report(&codes::WRONG_KIND, value.span(), message);
        }
    }

    /// Keeps a member that the model has no word for.
    fn keep(&mut self, parts: &mut Parts, part: usize, pointer: &str, value: Value<'_>) {
        self.keep_raw(parts, part, pointer, value.span().start, value.compact());
    }

    fn keep_raw(&mut self, parts: &mut Parts, part: usize, pointer: &str, at: u32, raw: String) {
        // A list has room for as many again while it grows, and a text made here may be far longer than what it is made of.
        if !self.take(2 * (size_of::<String>() + raw.len()), at) {
            return;
        }
        let foreign = &mut parts.foreign[part];
        // The values of one key would be merged anyway, and there may be millions.
        match foreign.last_mut().filter(|last| last.format == slot::SELF && last.key == pointer) {
            Some(last) => last.values.push(raw),
            None if self.take(size_of::<Foreign>() + pointer.len(), at) => {
                foreign.push(Foreign::new(slot::SELF, pointer, alloc::vec![raw]));
            }
            None => {}
        }
    }

    /// A move, or none where it cannot be understood; then that is said.
    fn play(&mut self, value: Value<'_>) -> Option<Move> {
        let color = value.get("color");
        let Some(color) = color.and_then(|color| self.color(color)) else {
            let at = color.unwrap_or(value).span();
            self.diagnostics.report(
                &codes::BAD_MOVE,
                at,
                || "the move has no colour that go has; left out of the game, its text is kept",
            );
            return None;
        };
        if value.get("pass").and_then(Value::boolean) == Some(true) {
            if let Some(side) = value.get("x").or(value.get("y")) {
                self.diagnostics.report(
                    &codes::PASS_WITH_POINT,
                    side.member_span(),
                    || "a pass with a point; read as a pass",
                );
            }
            return Some(Move::pass(color));
        }
        let mut side = |key| value.get(key).and_then(|side| self.whole(key, side));
        let Some((x, y)) = side("x").zip(side("y")) else {
            self.diagnostics.report(&codes::BAD_MOVE, value.span(), || {
                "the move has no point of two whole numbers x and y, and is no pass; left out of the game; its text is kept"
            });
            return None;
        };
        let Some(at) = self.point(x, y) else {
            let size = self.size;
            // The side that lies beside the board.
            let wrong = if (0..i64::from(size.width())).contains(&x) { "y" } else { "x" };
            let place = value.get(wrong).unwrap_or(value).span();
            self.diagnostics.report(&codes::IMPOSSIBLE_POINT, place, || {
                format!(
                    "the board of {size} has no point {x}, {y}; the move was left out of the game; its text is kept"
                )
            });
            return None;
        };
        Some(Move::play(color, at))
    }

    /// A whole number, or a text that is one, which is said.
    fn whole(&mut self, key: &str, value: Value<'_>) -> Option<i64> {
        if let Some(number) = value.integer() {
            return Some(number);
        }
        let number = value.string()?.trim().parse().ok()?;
        self.diagnostics
            .report(&codes::WRONG_KIND, value.span(), || format!("{key} is a text; read as the number {number}"));
        Some(number)
    }

    fn point(&self, x: i64, y: i64) -> Option<Point> {
        let point = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
        self.size.contains(point).then_some(point)
    }

    /// What a move says beside its point.
    fn clock_and_more(&mut self, value: Value<'_>, parts: &mut Parts) {
        let rest = parts.rest;
        let is_pass = value.get("pass").and_then(Value::boolean) == Some(true);
        const KNOWN: [&str; 6] = ["color", "pass", "x", "y", "timeLeft", "periodsLeft"];
        for (key, member) in value.members().filter(|(key, member)| !member.is_null() || !KNOWN.contains(&&**key)) {
            match &*key {
                "color" => {}
                "pass" if member.boolean().is_some() => {}
                "x" | "y" if !is_pass => {}
                "timeLeft" if member.decimal().and_then(Decimal::to_duration).is_some() => {
                    parts.rest().details_mut().clock.get_or_insert_default().left =
                        member.decimal().and_then(Decimal::to_duration);
                }
                "periodsLeft" if member.integer().is_some_and(|n| u32::try_from(n).is_ok()) => {
                    let periods = member.integer().and_then(|n| u32::try_from(n).ok());
                    parts.rest().details_mut().clock.get_or_insert_default().periods_left = periods;
                }
                "timeLeft" | "periodsLeft" => {
                    self.diagnostics.report(&codes::BAD_VALUE, member.span(), || {
                        format!("{key} is no number that a clock shows; kept as it is")
                    });
                    self.keep(parts, rest, &format!("/move/{key}"), member);
                }
                "x" | "y" => self.keep(parts, rest, &format!("/move/{key}"), member),
                _ => {
                    self.report_unknown(member);
                    self.keep(parts, rest, &format!("/move/{}", step(&key)), member);
                }
            }
        }
    }

    /// The points of an entry with `coords`, `rects` or a point of its own; and the first that is not on the board.
    fn coords<'v>(&mut self, entry: Value<'v>) -> (Vec<Rect>, Option<Value<'v>>) {
        let mut rects = Vec::new();
        let mut off_board = None;
        let flat = list(entry).is_none().then_some(entry).filter(|entry| entry.get("x").is_some());
        let points = list(entry).into_iter().flat_map(Value::elements).chain(flat);
        let points = points.map(|value| (value, self.xy(value).map(Rect::from)));
        let corners = |value: Value<'_>| self.xy(value.get("from")?).zip(self.xy(value.get("to")?));
        let large = entry.get("rects").into_iter().flat_map(Value::elements);
        let large = large.map(|value| (value, corners(value).map(|(from, to)| Rect::new(from, to))));
        for (value, rect) in points.chain(large) {
            if rect.is_none() {
                off_board.get_or_insert(value);
            }
            rects.extend(rect.map(|rect| (value, rect)));
        }
        let area = rects.iter().map(|(_, rect)| rect.area()).sum::<usize>();
        if rects.len() > 1 && area > rects.iter().map(|(_, rect)| *rect).collect::<Points>().len() {
            let mut seen = [[false; Size::MAX as usize]; Size::MAX as usize];
            let mut is_new = |rect: Rect| {
                rect.iter().fold(true, |new, point| {
                    new & !core::mem::replace(&mut seen[usize::from(point.y())][usize::from(point.x())], true)
                })
            };
            if let Some((again, _)) = rects.iter().find(|(_, rect)| !is_new(*rect)) {
                self.diagnostics.report(
                    &codes::POINT_TWICE,
                    again.span(),
                    || "this point was named before; read as once",
                );
            }
        }
        (rects.into_iter().map(|(_, rect)| rect).collect(), off_board)
    }

    /// The point of an object with `x` and `y`, or of a pair, where the board has it.
    fn xy(&self, value: Value<'_>) -> Option<Point> {
        let side = |key, index| value.get(key).or_else(|| value.element(index)).and_then(Value::integer);
        self.point(side("x", 0)?, side("y", 1)?)
    }

    /// Keeps what an entry says that the record does not: members that nobody knows, with those of its points only that are
    /// none of the board or say more than where they are.
    fn keep_rest(&mut self, parts: &mut Parts, part: usize, pointer: &str, entry: Value<'_>) -> bool {
        const KNOWN: [&str; 9] = ["type", "coords", "coordinates", "rects", "x", "y", "text", "from", "to"];
        // A mark has no colour, a stone and a score have; and only arrows and lines have lines.
        let is_line = matches!(entry.get("type").and_then(Value::string).as_deref(), Some("arrow" | "line"));
        let known =
            |key: &str| KNOWN.contains(&key) || (key == "color" && pointer != "/markup") || (key == "lines" && is_line);
        let says_more = |value: Value<'_>| value.members().any(|(key, _)| !known(&key));
        // They are found again each time: there may be millions.
        let points = || {
            let points = list(entry).into_iter().flat_map(Value::elements);
            points.filter(|point| self.xy(*point).is_none() || says_more(*point))
        };
        let corner = |value: Value<'_>, key| value.get(key).and_then(|value| self.xy(value)).is_some();
        let rects = || {
            let rects = entry.get("rects").into_iter().flat_map(Value::elements);
            rects.filter(|rect| !corner(*rect, "from") || !corner(*rect, "to") || says_more(*rect))
        };
        let flat = list(entry).is_none() && entry.get("x").is_some();
        if flat && (self.xy(entry).is_none() || says_more(entry)) {
            self.keep(parts, part, pointer, entry);
            return true;
        }
        let has_rects = rects().next().is_some();
        if points().next().is_none() && !has_rects && !says_more(entry) {
            return false;
        }
        let more = [entry].into_iter().chain(points()).chain(rects());
        let unknown = more.flat_map(|value| value.members().filter(|(key, _)| !known(key))).next();
        let mut writer = kifu_json::Writer::compact();
        writer.begin_object();
        for (key, value) in entry.members() {
            if matches!(&*key, "type" | "color") || !known(&key) {
                writer.key(&key);
                writer.value(value);
            }
        }
        writer.key("coords");
        writer.begin_array();
        points().for_each(|value| writer.value(value));
        writer.end();
        if has_rects {
            writer.key("rects");
            writer.begin_array();
            rects().for_each(|value| writer.value(value));
            writer.end();
        }
        if let Some((_, member)) = unknown {
            self.report_unknown(member);
        }
        self.keep_raw(parts, part, pointer, entry.span().start, writer.finish());
        true
    }

    fn setup(&mut self, value: Value<'_>, edit: &mut Edit, parts: &mut Parts) {
        if !matches!(value.kind(), Kind::Array | Kind::Object) {
            self.diagnostics.report(
                &codes::BAD_SETUP,
                value.span(),
                || "a setup is a list of entries; left out of the game; its text is kept",
            );
            return self.keep(parts, 0, "/setup", value);
        }
        self.report_no_list("setup", value);
        for entry in entries(value) {
            let kind = entry.get("type").and_then(Value::string);
            // In the first days a stone had its colour beside its type.
            let kind = match kind.as_deref() {
                Some("stone") => entry.get("color").and_then(Value::string),
                _ => kind,
            };
            let color = match kind.as_deref() {
                Some("black" | "B") => Some(Some(Color::Black)),
                Some("white" | "W") => Some(Some(Color::White)),
                Some("clear" | "empty" | "E") => Some(None),
                _ => None,
            };
            let Some(color) = color.filter(|_| has_points(entry)) else {
                self.diagnostics.report(&codes::BAD_SETUP, entry.span(), || {
                    "a setup has a type, black, white or clear, and a list of points; left out of the game; its text is kept"
                });
                self.keep(parts, 0, "/setup", entry);
                continue;
            };
            self.keep_rest(parts, 0, "/setup", entry);
            let (rects, off_board) = self.coords(entry);
            if let Some(first) = off_board {
                let size = self.size;
                self.diagnostics.report(&codes::IMPOSSIBLE_POINT, first.span(), || {
                    format!("the board of {size} has no such point; the stone there was left out of the game; its text is kept")
                });
            }
            let points: Points = rects.into_iter().collect();
            let others = [(&edit.black, Some(Color::Black)), (&edit.white, Some(Color::White)), (&edit.clear, None)];
            // To clear a point first and then to set it up says something, to set it up in two colours does not.
            if others
                .into_iter()
                .any(|(set, of)| of.is_some() && of != color && !set.is_empty() && set.minus(&points) != *set)
            {
                self.diagnostics.report(
                    &codes::STONE_TWICE,
                    entry.span(),
                    || "these points are set up otherwise in this node too; the last entry counts",
                );
            }
            if !points.is_empty() {
                edit.set(&points, color);
            }
        }
    }

    fn comments(&mut self, value: Value<'_>, parts: &mut Parts) {
        let rest = parts.rest;
        let is_list = value.kind() == Kind::Array;
        if !is_list {
            self.diagnostics.report(&codes::WRONG_KIND, value.span(), || "comments is no list; read as one comment");
        }
        let list = is_list.then(|| value.elements()).into_iter().flatten();
        for entry in list.chain((!is_list).then_some(value)) {
            let comment = match entry.kind() {
                Kind::String => entry.string().map(|text| Comment::from(lines(text))),
                Kind::Object => comment_with_author(entry),
                _ => None,
            };
            match comment {
                Some(comment) if comment == Comment::default() => {}
                Some(comment) => {
                    if !self.take(2 * size_of::<Comment>() + comment.text.len(), entry.span().start) {
                        return;
                    }
                    parts.rest().details_mut().comments.push(comment);
                }
                None if entry.is_null() => {}
                None => {
                    self.diagnostics.report(
                        &codes::WRONG_KIND,
                        entry.span(),
                        || "this comment is no text; kept as it is",
                    );
                    self.keep(parts, rest, "/comments", entry);
                }
            }
        }
    }

    fn markup(&mut self, entry: Value<'_>, parts: &mut Parts) {
        let rest = parts.rest;
        let kind = entry.get("type").and_then(Value::string).filter(|kind| !kind.is_empty());
        let Some(kind) = kind.filter(|_| has_points(entry)) else {
            self.diagnostics.report(
                &codes::BAD_MARK,
                entry.span(),
                || "a mark has a type and a list of points; kept as it is",
            );
            return self.keep(parts, rest, "/markup", entry);
        };
        let is_kept = self.keep_rest(parts, rest, "/markup", entry);
        if matches!(&*kind, "arrow" | "line") {
            self.lines(&kind, entry, parts);
        }
        let inherits = matches!(&*kind, "dim" | "view");
        let with_text = |key| entry.get(key).into_iter().flat_map(Value::elements).any(|at| at.get("text").is_some());
        if &*kind == "label" || !inherits && (with_text("coords") || with_text("rects")) {
            return self.labels(&kind, entry, parts);
        }
        let (rects, off_board) = self.coords(entry);
        if let Some(first) = off_board {
            self.report_no_mark(first);
        }
        // Without a point only the end of a dim or of a view says something.
        if rects.is_empty() && (!inherits || off_board.is_some() || is_kept) {
            return;
        }
        let kind = match (shape(&kind), &*kind) {
            (Some(shape), _) => MarkKind::Shape(shape),
            (None, "dim") => MarkKind::Dim,
            (None, "view") => MarkKind::View,
            _ => MarkKind::Custom(kind.into_owned(), String::new()),
        };
        parts.shapes.entry(kind).or_default().extend(rects);
    }

    fn report_no_mark(&mut self, entry: Value<'_>) {
        let size = self.size;
        self.diagnostics.report(&codes::IMPOSSIBLE_MARK, entry.span(), || {
            format!("the board of {size} has no such point; the mark there is kept as it is")
        });
    }

    /// Arrows and lines: their ends stand in `lines`.
    fn lines(&mut self, kind: &str, entry: Value<'_>, parts: &mut Parts) {
        let end = |line: Value<'_>, key| {
            let point = line.get(key)?;
            Some((point.get("x")?.integer()?, point.get("y")?.integer()?))
        };
        for line in entry.get("lines").into_iter().flat_map(Value::elements) {
            let ends = end(line, "from").zip(end(line, "to"));
            let points = ends.and_then(|((a, b), (c, d))| self.point(a, b).zip(self.point(c, d)));
            match points.filter(|(from, to)| from != to) {
                Some((from, to)) => {
                    let mark = if kind == "arrow" { Mark::Arrow(from, to) } else { Mark::Line(from, to) };
                    self.draw(mark, line.span(), parts);
                }
                None => {
                    if points.is_some() {
                        self.diagnostics.report(&codes::BAD_MARK, line.span(), || {
                            format!("this {kind} ends where it starts; kept as it is")
                        });
                    } else {
                        self.report_no_mark(line);
                    }
                    let rest = parts.rest;
                    let raw = format!("{{\"type\":\"{kind}\",\"coords\":[],\"lines\":[{}]}}", line.compact());
                    self.keep_raw(parts, rest, "/markup", line.span().start, raw);
                }
            }
        }
    }

    /// Adds a label, an arrow or a line, and reports one that is there already.
    fn draw(&mut self, mark: Mark, at: Span, parts: &mut Parts) {
        if !parts.drawn.contains(&mark) {
            let label = if let Mark::Label(_, text) = &mark { text.len() } else { 0 };
            // No board has so many: beyond, what the set and the list take while they grow counts too.
            let times = if parts.marks.len() < MANY { 1 } else { 3 };
            if self.take(times * (size_of::<Mark>() + label), at.start) {
                parts.drawn.insert(mark.clone());
                parts.marks.push(mark);
            }
            return;
        }
        self.diagnostics.report(&codes::POINT_TWICE, at, || {
            let what = match mark {
                Mark::Arrow(..) => "arrow",
                Mark::Line(..) => "line",
                _ => "label",
            };
            format!("this {what} stands in the node twice; read as once")
        });
    }

    /// Marks with a text a point.
    fn labels(&mut self, kind: &str, entry: Value<'_>, parts: &mut Parts) {
        let large = entry.get("rects").into_iter().flat_map(Value::elements);
        let flat = (list(entry).is_none() && entry.get("rects").is_none()).then_some(entry);
        for value in list(entry).into_iter().flat_map(Value::elements).chain(large).chain(flat) {
            let corners = || self.xy(value.get("from")?).zip(self.xy(value.get("to")?));
            let rect = self.xy(value).map(Rect::from).or_else(|| corners().map(|(from, to)| Rect::new(from, to)));
            let Some(rect) = rect else {
                self.report_no_mark(value);
                continue;
            };
            let point = rect.upper_left();
            if kind == "label" && rect.area() > 1 {
                self.diagnostics.report(
                    &codes::BAD_MARK,
                    value.span(),
                    || "a label stands at one point, and this is a rectangle; kept as it is",
                );
                let rest = parts.rest;
                let raw = format!("{{\"type\":\"label\",\"coords\":[],\"rects\":[{}]}}", value.compact());
                self.keep_raw(parts, rest, "/markup", value.span().start, raw);
                continue;
            }
            let text = value.get("text").or_else(|| value.element(2));
            let text = text.and_then(|text| self.text("text", text)).map(Cow::into_owned);
            if text.is_none() && kind == "label" {
                self.diagnostics.report(
                    &codes::LABEL_WITHOUT_TEXT,
                    value.span(),
                    || "a label without a text; read as an empty one",
                );
            }
            let text = text.unwrap_or_default();
            if kind == "label" {
                self.draw(Mark::Label(point, text), value.span(), parts);
            } else if let Some(shape) = shape(kind).filter(|_| text.is_empty()) {
                parts.shapes.entry(MarkKind::Shape(shape)).or_default().push(rect);
            } else {
                // Each text makes a mark of its own, with the kind, which may be long.
                if !self.take(2 * (size_of::<Mark>() + kind.len() + text.len()), value.span().start) {
                    return;
                }
                parts.shapes.entry(MarkKind::Custom(kind.to_string(), text)).or_default().push(rect);
            }
        }
    }

    /// A score: a list of entries, or an object with a list of points a colour.
    fn score(&mut self, value: Value<'_>, parts: &mut Parts) {
        let rest = parts.rest;
        match value.kind() {
            Kind::Array => {
                for entry in value.elements() {
                    let color = entry.get("color").and_then(|color| self.color(color));
                    let Some(color) = color.filter(|_| has_points(entry)) else {
                        self.diagnostics.report(
                            &codes::BAD_SCORE,
                            entry.span(),
                            || "a score has a colour and a list of points; kept as it is",
                        );
                        self.keep(parts, rest, "/score", entry);
                        continue;
                    };
                    self.keep_rest(parts, rest, "/score", entry);
                    let (rects, off_board) = self.coords(entry);
                    if off_board.is_none() || !rects.is_empty() {
                        parts.shapes.entry(MarkKind::Territory(color)).or_default().extend(rects);
                    }
                    if let Some(first) = off_board {
                        self.report_no_mark(first);
                    }
                }
            }
            Kind::Object => {
                self.diagnostics.report(
                    &codes::OLDER_KEY,
                    value.span(),
                    || "score is an object, as in early versions; read as a list",
                );
                for (key, points) in value.members() {
                    let color = match &*key {
                        "black" | "B" => Color::Black,
                        "white" | "W" => Color::White,
                        _ => {
                            self.keep(parts, rest, &format!("/score/{}", step(&key)), points);
                            continue;
                        }
                    };
                    for point in points.elements() {
                        let number = |i, key| point.element(i).or_else(|| point.get(key)).and_then(Value::integer);
                        match number(0, "x").zip(number(1, "y")).and_then(|(x, y)| self.point(x, y)) {
                            Some(point) => {
                                parts.shapes.entry(MarkKind::Territory(color)).or_default().push(point.into());
                            }
                            None => {
                                self.report_no_mark(point);
                                let raw = format!("{{\"color\":\"{color}\",\"coords\":[{}]}}", point.compact());
                                self.keep_raw(parts, rest, "/score", point.span().start, raw);
                            }
                        }
                    }
                }
            }
            _ => {
                self.report_wrong_kind("score", value);
                self.keep(parts, rest, "/score", value);
            }
        }
    }

    /// SGF's own properties: judgements are read as such.
    fn sgf(&mut self, value: Value<'_>, parts: &mut Parts) {
        let (is_root, rest) = (parts.is_root && parts.rest == 0, parts.rest);
        let mut kept: Vec<Foreign> = Vec::new();
        for mut entry in self.slot_entries(slot::SGF, value) {
            let values: Vec<&str> = entry.values.iter().map(String::as_str).collect();
            if let Some(marks) = judgements::marks(&entry.key, &values, self.size) {
                parts.marks.extend(marks);
                continue;
            }
            let judgement = &mut parts.nodes[rest].details_mut().judgement;
            if let Some(first) = entry.values.first()
                && judgements::read(judgement, &entry.key, first)
            {
                entry.values.remove(0);
                if entry.values.is_empty() {
                    continue;
                }
            }
            kept.push(entry);
        }
        if is_root {
            self.foreign.extend(kept);
        } else {
            parts.foreign[rest].extend(kept);
        }
    }

    fn foreign(&mut self, value: Value<'_>, parts: &mut Parts) {
        for (format, value) in value.members() {
            if &*format == slot::SGF && value.kind() == Kind::Object {
                self.sgf(value, parts);
            } else if &*format == slot::OURS && value.kind() == Kind::Object {
                for (key, value) in value.members() {
                    if !self.take(slot::memory(value), value.span().start) {
                        return;
                    }
                    let node = parts.rest();
                    match slot::read(&key, value, |entry| entry.read_into_node(node)) {
                        Some(Some(unread)) => {
                            self.report_bad_slot(&key, value);
                            let rest = parts.rest;
                            parts.foreign[rest].push(unread);
                        }
                        Some(None) => {}
                        None => {
                            let rest = parts.rest;
                            self.keep(parts, rest, &format!("/foreign/kifu/{}", step(&key)), value);
                        }
                    }
                }
            } else if value.kind() == Kind::Object {
                let rest = parts.rest;
                parts.foreign[rest].extend(self.slot_entries(&format, value));
            } else {
                let rest = parts.rest;
                self.keep(parts, rest, &format!("/foreign/{}", step(&format)), value);
            }
        }
    }

    /// Puts the marks that were collected into the node; what the root keeps belongs to the game.
    fn marks(&mut self, parts: &mut Parts, at: Span) {
        let territory = |color| {
            parts.shapes.get(&MarkKind::Territory(color)).map(|rects| rects.iter().copied().collect::<Points>())
        };
        if let (Some(black), Some(white)) = (territory(Color::Black), territory(Color::White))
            && white.minus(&black) != white
        {
            self.diagnostics.report(&codes::POINT_TWICE, at, || "a point is scored for both players; kept for both");
        }
        for (kind, rects) in core::mem::take(&mut parts.shapes) {
            let points: Points = rects.into_iter().collect();
            let mark = match kind {
                MarkKind::Shape(shape) => Mark::Shape(shape, points),
                MarkKind::Dim => Mark::Dim(points),
                MarkKind::View => Mark::View(points),
                MarkKind::Territory(color) => Mark::Territory(color, points),
                MarkKind::Custom(kind, text) => Mark::Custom(kind, text, points),
            };
            parts.marks.push(mark);
        }
        if !parts.marks.is_empty() {
            let marks = core::mem::take(&mut parts.marks);
            parts.rest().details_mut().marks.extend(marks);
        }
        let [first, second] = core::mem::take(&mut parts.foreign);
        if parts.is_root {
            // Of the root it is the game's: where it stood there is told by the pointer.
            self.foreign.extend(first.into_iter().map(|mut entry| {
                if entry.format == slot::SELF {
                    entry.key = format!("/tree/0{}", entry.key);
                }
                entry
            }));
        } else if !first.is_empty() {
            parts.nodes[0].details_mut().foreign.extend(first);
        }
        if !second.is_empty() {
            parts.nodes[1].details_mut().foreign.extend(second);
        }
    }
}

/// Whether a node may have a member of this name.
fn is_known(key: &str) -> bool {
    const KNOWN: [&str; 11] =
        ["variations", "move", "turn", "setup", "name", "comments", "markup", "score", "solution", "root", slot::SGF];
    KNOWN.contains(&key) || key == slot::FOREIGN
}

/// The entries of a list; an object alone is one entry.
fn entries(value: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    value.elements().chain((value.kind() == Kind::Object).then_some(value))
}

/// The list of points of an entry.
fn list(entry: Value<'_>) -> Option<Value<'_>> {
    entry.get("coords").or_else(|| entry.get("coordinates")).filter(|list| list.kind() == Kind::Array)
}

/// Whether an entry has a list of points, or is one.
fn has_points(entry: Value<'_>) -> bool {
    let large = entry.get("rects").is_some_and(|list| list.kind() == Kind::Array);
    list(entry).is_some() || large || entry.get("x").is_some()
}

/// A comment with its author and its time, as JGF 1 had them.
fn comment_with_author(entry: Value<'_>) -> Option<Comment> {
    let text = |key| entry.get(key).and_then(Value::string);
    let known = entry.members().all(|(key, _)| matches!(&*key, "name" | "timestamp" | "comment" | "text"));
    let comment = text("comment").or_else(|| text("text"))?;
    let some = |text: Cow<'_, str>| (!text.is_empty()).then(|| text.into_owned());
    known.then(|| Comment {
        text: lines(comment),
        author: text("name").and_then(some),
        time: text("timestamp").and_then(some),
    })
}

/// A text whose lines end with `\n`.
fn lines(text: Cow<'_, str>) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.into_owned() }
}

fn shape(kind: &str) -> Option<Shape> {
    Some(match kind {
        "circle" => Shape::Circle,
        "triangle" => Shape::Triangle,
        "square" => Shape::Square,
        "mark" => Shape::Cross,
        "select" | "selected" => Shape::Selected,
        _ => return None,
    })
}
