//! What is said of a node: setup, comments, judgements, marks, clocks.

use super::{LISTED, Reader, Turn, listed};
use crate::{
    Property, PropertyDef, Type, Value, codes,
    value::{self, Meaning},
};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::time::Duration;
use kifu_core::{
    ByoYomi, Comment, Degree, Edits, Foreign, Judgement, MoveQuality, Node, Overtime, Parsed, Safety, Span,
};
use kifu_goban::{Color, Edit, Go, Mark, Move, Point, Points, Rect, Shape, slot as judgements};

/// The properties of a node that the record has a word for.
pub(crate) const NODE_PROPERTIES: [&str; 32] = [
    "B", "W", "AB", "AW", "AE", "PL", "C", "N", "BM", "DM", "DO", "GB", "GW", "HO", "IT", "TE", "UC", "V", "CR", "TR",
    "SQ", "MA", "SL", "M", "DD", "VW", "TB", "TW", "LB", "L", "AR", "LN",
];

/// Whether a raw value is what the standard wants of that type.
pub(crate) fn is_valid(of: Type, raw: &str) -> bool {
    let number = || match value::number(raw) {
        Meaning::Exact(number) => Some(number),
        _ => None,
    };
    match of {
        Type::None => raw.is_empty(),
        Type::Number => number().is_some(),
        Type::Range(low, high) => number().is_some_and(|n| (i64::from(low)..=i64::from(high)).contains(&n)),
        Type::Real => matches!(value::real(raw), Meaning::Exact(_)),
        Type::Double => matches!(value::double(raw), Meaning::Exact(_)),
        Type::Color => matches!(value::color(raw), Meaning::Exact(_)),
        Type::Size => matches!(value::size(raw), Meaning::Exact(_)),
        Type::Figure => is_figure(raw),
        Type::Point | Type::Stone => matches!(value::rect(raw), Meaning::Exact(_)) || raw.is_empty(),
        Type::SimpleText
        | Type::Text
        | Type::Move
        | Type::PointPoint
        | Type::PointText
        | Type::StonePoint
        | Type::TextText => true,
    }
}

/// What a node of the text says, while it is being read.
pub(super) struct Parts {
    pub(super) is_root: bool,
    /// The node, that which its move goes to where the text says too much in one, and that of a second move.
    pub(super) nodes: [Node<Go>; 3],
    /// Which of the two gets what is said of the move.
    rest: usize,
    mover: Option<Color>,
    /// Who moves last in the node.
    mover_last: Option<Color>,
    turn: Turn,
    /// Whether the other player moves too.
    second: bool,
    edit: Edit,
    comment: String,
    comments: Option<Vec<super::slot::CommentPart>>,
    /// What the slot says of characters that SGF cannot write: of which property, and which of its values.
    pub(super) characters: BTreeMap<(String, usize), Vec<value::Run>>,
    /// Points by the kind of mark: the shapes, dim, view, territories.
    points: [Option<Vec<Rect>>; KINDS],
    /// All marks but those of `points`, in the order of the text.
    pub(super) marks: Vec<Mark>,
    /// What becomes foreign data of each node, in the order of the text.
    pub(super) foreign: [Vec<Foreign>; 3],
    /// Labels, arrows and lines so far.
    drawn: BTreeSet<Mark>,
    seen: [u64; 2],
    /// Values of each node that are kept as they are: where those of an identifier stand.
    pub(super) kept: [BTreeMap<String, Vec<Span>>; 3],
}

/// More labels, arrows and lines than the nodes of real records have.
const MANY: usize = 4096;

const DIM: usize = 5;
const VIEW: usize = 6;
const TERRITORY: usize = 7;
const KINDS: usize = 9;

impl Parts {
    pub(super) fn new(is_root: bool, split: bool, moves: &[(Move, Property<'_>)], turn: Turn) -> Self {
        Self {
            is_root,
            nodes: [Node::default(), Node::default(), Node::default()],
            rest: usize::from(split),
            mover: moves.first().map(|played| played.0.color),
            mover_last: moves.last().map(|played| played.0.color),
            turn,
            second: moves.len() > 1,
            edit: Edit::default(),
            comment: String::new(),
            comments: None,
            characters: BTreeMap::new(),
            marks: Vec::new(),
            foreign: [const { Vec::new() }; 3],
            points: [const { None }; KINDS],
            drawn: BTreeSet::new(),
            seen: [0; 2],
            kept: [const { BTreeMap::new() }; 3],
        }
    }

    /// Whether the property of that line of the table was seen in this node before.
    pub(super) fn seen(&mut self, line: usize) -> bool {
        let (word, bit) = (line / 64, 1_u64 << (line % 64));
        let seen = self.seen[word] & bit != 0;
        self.seen[word] |= bit;
        seen
    }

    pub(super) fn rest(&self) -> usize {
        self.rest
    }

    pub(super) fn rest_mut(&mut self) -> &mut Node<Go> {
        &mut self.nodes[self.rest]
    }

    pub(super) fn set_comments(&mut self, parts: super::slot::CommentPart) {
        self.comments.get_or_insert_default().push(parts);
    }

    /// Puts the characters that the slot keeps into the texts; those of the game's header come back.
    pub(super) fn restore(&mut self) -> Vec<(String, Vec<value::Run>)> {
        let mut of_labels: BTreeMap<usize, Vec<value::Run>> = BTreeMap::new();
        let mut others = Vec::new();
        for ((identifier, ordinal), mut runs) in core::mem::take(&mut self.characters) {
            runs.sort_unstable();
            match &*identifier {
                "LB" => drop(of_labels.insert(ordinal, runs)),
                "C" => self.comment = value::restored(&self.comment, &runs),
                "N" if self.nodes[0].details().is_some() => {
                    let name = &mut self.nodes[0].details_mut().name;
                    *name = value::restored(name, &runs);
                }
                _ => others.push((identifier, runs)),
            }
        }
        let labels = self.marks.iter_mut().filter_map(|mark| match mark {
            Mark::Label(_, text) => Some(text),
            _ => None,
        });
        for (ordinal, label) in labels.enumerate() {
            if let Some(runs) = of_labels.get(&ordinal) {
                *label = value::restored(label, runs);
            }
        }
        others
    }

    /// Puts what was collected into the nodes; the setup comes back.
    pub(super) fn finish(&mut self) -> Edit {
        let comment = core::mem::take(&mut self.comment);
        if !comment.is_empty() {
            let comments = super::slot::comments(comment, self.comments.take());
            self.rest_mut().details_mut().comments = comments;
        }
        let points = core::mem::replace(&mut self.points, [const { None }; KINDS]);
        for (kind, rects) in points.into_iter().enumerate() {
            let Some(rects) = rects else { continue };
            let points: Points = rects.into_iter().collect();
            let mark = match kind {
                DIM => Mark::Dim(points),
                VIEW => Mark::View(points),
                TERRITORY => Mark::Territory(Color::Black, points),
                8 => Mark::Territory(Color::White, points),
                shape => Mark::Shape(Shape::ALL[shape], points),
            };
            self.marks.push(mark);
        }
        if !self.marks.is_empty() {
            let marks = core::mem::take(&mut self.marks);
            self.rest_mut().details_mut().marks.extend(marks);
        }
        for (node, foreign) in self.nodes.iter_mut().zip(core::mem::take(&mut self.foreign)) {
            if !foreign.is_empty() {
                node.details_mut().foreign.extend(foreign);
            }
        }
        core::mem::take(&mut self.edit)
    }
}

/// Whether a text starts, after white space, with a node, a parenthesis or a property, or is empty.
fn is_followed_by_syntax(text: &str) -> bool {
    let text = text.trim_start();
    let behind_name = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    text.is_empty()
        || text.starts_with([';', '(', ')'])
        || behind_name.len() < text.len() && behind_name.starts_with('[')
}

impl<'a> Reader<'a> {
    /// A property that belongs to a node, not to the game.
    pub(super) fn node_property(
        &mut self,
        identifier: &str,
        property: Property<'a>,
        parts: &mut Parts,
        known: Option<&'static PropertyDef>,
    ) {
        let rest = parts.rest();
        match identifier {
            "AB" => self.setup(Some(Color::Black), identifier, property, parts),
            "AW" => self.setup(Some(Color::White), identifier, property, parts),
            "AE" => self.setup(None, identifier, property, parts),
            "PL" => {
                let Some(at) = self.first(identifier, property, parts, 0) else { return };
                let meaning = value::color(self.raw(at));
                let color = self.meaning(identifier, at, meaning, "a colour");
                let Some(color) = color.filter(|_| parts.turn != Turn::Setup) else {
                    return self.turn(color, at, parts);
                };
                let alternates = parts.turn == Turn::Alternates && parts.mover_last != Some(color);
                // Stray text behind it would join the property before it.
                let is_alone = is_followed_by_syntax(&self.game.text[property.span().end as usize..]);
                let safety = if is_alone { Safety::Safe } else { Safety::Guess };
                let done = if alternates { "the players alternate anyway; ignored" } else { "kept, without effect" };
                let report = self.diagnostics.report(&codes::SETUP_AND_MOVE, property.span(), || {
                    format!("PL[{}] stands beside a move, which SGF forbids; {done}", color.letter())
                });
                if alternates {
                    report.fix(safety, || "take it out", || Edits::one(property.span(), ""));
                } else {
                    drop(report);
                    self.keep(identifier, core::iter::once(at), parts, rest);
                }
            }
            "C" => self.comment(identifier, property, parts),
            "N" => {
                let Some(at) = self.first_text(identifier, property, parts, 0) else { return };
                let name = value::simple_text(self.raw(at)).into_owned();
                if parts.nodes[0].details().is_none_or(|details| details.name.is_empty()) {
                    if !name.is_empty() {
                        parts.nodes[0].details_mut().name = name;
                    }
                } else {
                    self.keep(identifier, core::iter::once(at), parts, 0);
                }
            }
            _ if judgements::IDENTIFIERS.contains(&identifier) => self.judgement(identifier, property, parts),
            "CR" => self.points(0, identifier, property, parts),
            "TR" => self.points(1, identifier, property, parts),
            "SQ" => self.points(2, identifier, property, parts),
            "MA" => self.points(3, identifier, property, parts),
            "SL" => self.points(4, identifier, property, parts),
            "M" => {
                self.report_old(identifier, property, "MA");
                self.points(3, identifier, property, parts);
            }
            "DD" => self.points(DIM, identifier, property, parts),
            "VW" => self.points(VIEW, identifier, property, parts),
            "TB" => self.points(TERRITORY, identifier, property, parts),
            "TW" => self.points(TERRITORY + 1, identifier, property, parts),
            "LB" => self.labels(identifier, property, parts),
            "L" => self.letters(identifier, property, parts),
            "MH" => self.faces("happy", identifier, property, parts),
            "MS" => self.faces("sad", identifier, property, parts),
            "XL" | "XR" | "XT" | "XB" if parts.is_root => self.cut_off(identifier, property, parts),
            "TC" | "TT" if parts.is_root => self.fox_periods(identifier, property, parts),
            "AR" | "LN" => self.lines(identifier, property, parts),
            "BL" | "WL" | "OB" | "OW" => self.clock(identifier, property, parts),
            super::slot::IDENTIFIER => super::slot::node(self, property, parts),
            _ => {
                if let Some(known) = known {
                    self.check(identifier, property, known);
                }
                if known.is_some_and(|known| matches!(known.value, Value::One(_))) {
                    let first = self.first(identifier, property, parts, rest);
                    self.keep(identifier, first.into_iter(), parts, rest);
                } else {
                    self.keep(identifier, property.value_spans(), parts, rest);
                }
            }
        }
    }

    /// PL where the position is set up.
    fn turn(&mut self, color: Option<Color>, at: Span, parts: &mut Parts) {
        if color.is_none() || parts.edit.to_move.is_some() {
            self.keep("PL", core::iter::once(at), parts, 0);
        } else {
            parts.edit.to_move = color;
        }
    }

    fn report_old(&mut self, identifier: &str, property: Property<'a>, new: &str) {
        self.diagnostics.report(&codes::OLD_PROPERTY, property.name_span(), || {
            format!("{identifier} is called {new} since FF[3]; read as that")
        });
    }

    /// A move; what it does was found before, and here is what remains.
    pub(super) fn play(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts, counts: bool) {
        let Some(color) = identifier.chars().next().and_then(Color::from_letter) else { return };
        let second = parts.mover.is_some_and(|mover| mover != color) && parts.second;
        let rest = if second { 2 } else { parts.rest() };
        let Some(at) = self.first(identifier, property, parts, rest) else { return };
        let raw = self.raw(at);
        let meaning = value::play(raw, color, self.size);
        let played = self.meaning(identifier, at, meaning, "a move");
        match played {
            Some(played) if !self.is_possible(played) => {
                let size = self.size;
                self.diagnostics.report(&codes::IMPOSSIBLE_POINT, at, || {
                    format!("the board of {size} has no point {}; the move was left out", super::shown(raw))
                });
                self.keep(identifier, core::iter::once(at), parts, rest);
            }
            Some(_) if !counts => self.keep(identifier, core::iter::once(at), parts, rest),
            Some(Move { at: None, .. }) if raw == "tt" && self.version < 4 => {
                self.diagnostics.report(&codes::OLD_PROPERTY, at, || {
                    format!("{identifier}[tt] is a pass, which FF[4] writes {identifier}[]; read as that")
                });
            }
            Some(_) => {}
            None => self.keep(identifier, core::iter::once(at), parts, rest),
        }
    }

    fn setup(&mut self, color: Option<Color>, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        let (rects, bad) = self.rects(identifier, property, true);
        let points: Points = rects.into_iter().collect();
        let others = [
            (&parts.edit.black, Some(Color::Black)),
            (&parts.edit.white, Some(Color::White)),
            (&parts.edit.clear, None),
        ];
        let twice = others.into_iter().any(|(set, of)| of != color && !set.is_empty() && set.minus(&points) != *set);
        if twice {
            self.diagnostics.report(&codes::STONE_TWICE, property.span(), || {
                format!("{identifier} sets up points that this node sets up otherwise too; the last counts")
            });
        }
        if !points.is_empty() {
            parts.edit.set(&points, color);
        }
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), parts, 0);
        }
    }

    fn points(&mut self, kind: usize, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        let rest = parts.rest();
        let corners: Vec<Span> = property.value_spans().take(3).collect();
        if let ("VW", [from, to]) = (identifier, &corners[..])
            && self.version < 4
            && let (Some(from), Some(to)) = (value::point(self.raw(*from)).value(), value::point(self.raw(*to)).value())
            && self.size.contains(from)
            && self.size.contains(to)
        {
            parts.points[kind].get_or_insert_default().push(Rect::new(from, to));
            self.diagnostics.report(
                &codes::OLD_PROPERTY,
                property.span(),
                || "VW has two corners of a rectangle, as FF[3] writes it; read as that",
            );
            return;
        }
        let (rects, bad) = self.rects(identifier, property, false);
        let other = match kind {
            TERRITORY => Some(TERRITORY + 1),
            _ => (kind == TERRITORY + 1).then_some(TERRITORY),
        };
        if let Some(of_other) = other.and_then(|other| parts.points[other].as_ref()) {
            let (of_other, own): (Points, Points) =
                (of_other.iter().copied().collect(), rects.iter().copied().collect());
            if own.minus(&of_other) != own {
                self.diagnostics.report(
                    &codes::POINT_TWICE,
                    property.span(),
                    || "TB and TW share a point, which belongs to one player; kept for both",
                );
            }
        }
        // Where a list has an empty value and no point, the emptiness is what it says.
        let is_empty = |at: Span| value::simple_text(self.raw(at)).trim().is_empty();
        let empty = kind >= DIM && rects.is_empty() && property.value_spans().any(is_empty);
        if empty || !rects.is_empty() {
            parts.points[kind].get_or_insert_default().extend(rects);
        }
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), parts, rest);
        }
    }

    /// MH and MS, Seki's marks of two faces.
    fn faces(&mut self, kind: &str, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        let rest = parts.rest();
        let (rects, bad) = self.rects(identifier, property, false);
        if !rects.is_empty() {
            let mark = Mark::Custom(kind.into(), String::new(), rects.into_iter().collect());
            parts.marks.push(mark);
        }
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), parts, rest);
        }
    }

    /// XL, XR, XT and XB, in which Seki keeps how many lines are cut off: what remains is the view at the start.
    fn cut_off(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        match *self.cut_off.get_or_init(|| self.remaining()) {
            Some(view) => parts.points[VIEW] = Some(alloc::vec![view]).filter(|_| view != self.size.rect()),
            None => self.keep(identifier, property.value_spans(), parts, 0),
        }
    }

    /// The view that XL to XB leave, where they leave one and VW says nothing.
    fn remaining(&self) -> Option<Rect> {
        let game = self.game;
        let lines = |name| game.root_value(name).map_or(Some(0), |raw| raw.parse::<u8>().ok());
        let sides = ["XL", "XR", "XT", "XB"].map(lines);
        let (width, height) = (self.size.width(), self.size.height());
        match sides {
            [Some(left), Some(right), Some(top), Some(bottom)] if game.root_value("VW").is_none() => {
                let end = |from: u8, cut: u8| from.checked_sub(1)?.checked_sub(cut);
                let corner = end(width, right).zip(end(height, bottom)).and_then(|(x, y)| Point::new(x, y));
                let from =
                    Point::new(left, top).zip(corner).filter(|(from, to)| from.x() <= to.x() && from.y() <= to.y());
                from.map(|(from, to)| Rect::new(from, to))
            }
            _ => None,
        }
    }

    /// TC and TT, in which Fox keeps how many periods there are, of how many seconds.
    fn fox_periods(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        match *self.periods.get_or_init(|| self.stated_periods()) {
            Some(periods) => self.record.info.time.all_mut().overtime = Some(Parsed::Value(periods)),
            None => self.keep(identifier, property.value_spans(), parts, 0),
        }
    }

    fn stated_periods(&self) -> Option<Overtime> {
        let game = self.game;
        let number = |name| game.root_value(name).and_then(|raw| raw.parse::<u32>().ok()).filter(|&n| n > 0);
        let is_fox = game.applications().any(|raw| raw.contains("foxwq")) && game.root_value("OT").is_none();
        let (count, seconds) = number("TC").zip(number("TT")).filter(|_| is_fox)?;
        Some(ByoYomi::Periods { count, each: Duration::from_secs(seconds.into()) }.into())
    }

    /// The points of a list, and the values that are none of the board.
    fn rects(&mut self, identifier: &str, property: Property<'a>, of_stones: bool) -> (Vec<Rect>, Vec<Span>) {
        // There may be millions of values: a message shows only the first.
        let (mut rects, mut bad, mut off, mut off_board) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let text = self.game.text;
        let is_empty = |at: &Span| value::simple_text(&text[at.range()]).trim().is_empty();
        for at in property.value_spans().filter(|at| !is_empty(at)) {
            let raw = self.raw(at);
            let meaning = value::rect(raw);
            match self.meaning(identifier, at, meaning, "a point or a rectangle") {
                Some(rect) if self.size.contains(rect.lower_right()) => rects.push(rect),
                Some(_) => {
                    off_board += 1;
                    if off_board <= LISTED {
                        off.push(super::shown(raw));
                    }
                    bad.push(at);
                }
                None => bad.push(at),
            }
        }
        // Where the list may be empty, one of them says that it is.
        let may_be_empty = PropertyDef::find(identifier, 1).is_some_and(|known| matches!(known.value, Value::Elist(_)));
        for at in property.value_spans().filter(is_empty).skip(usize::from(may_be_empty && rects.is_empty())) {
            self.diagnostics
                .report(&codes::BAD_VALUE, at, || format!("an empty value in a list of {identifier}; it says nothing"));
        }
        let all: usize = rects.iter().copied().map(Rect::area).sum();
        if rects.len() > 1 && all > rects.iter().copied().collect::<Points>().len() {
            self.diagnostics.report(&codes::POINT_TWICE, property.span(), || {
                format!("{identifier} names a point twice; read as once")
            });
        }
        if !off.is_empty() {
            let size = self.size;
            let (info, done) = if of_stones {
                (&codes::IMPOSSIBLE_POINT, "the stones were left out")
            } else {
                (&codes::IMPOSSIBLE_MARK, "kept as it is")
            };
            self.diagnostics.report(info, bad[0], || {
                format!("the board of {size} does not have all of {}; {done}", listed(&off, off_board))
            });
        }
        (rects, bad)
    }

    fn comment(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        self.report_texts(identifier, property);
        for at in property.value_spans() {
            let text = value::text(self.raw(at));
            if !text.is_empty() {
                if !parts.comment.is_empty() {
                    parts.comment.push_str("\n\n");
                }
                parts.comment.push_str(&text);
            }
        }
    }

    /// Reports several values of a property that is one text of many lines.
    pub(super) fn report_texts(&mut self, identifier: &str, property: Property<'a>) {
        let Some(second) = property.value_spans().nth(1) else { return };
        let mut texts = property.value_spans().filter(|at| !value::text(self.raw(*at)).is_empty());
        let first = texts.next().or_else(|| property.value_spans().next());
        if let (Some(first), None) = (first, texts.next()) {
            return self.report_empty_values(identifier, property, first);
        }
        self.diagnostics.report(&codes::TOO_MANY_VALUES, second, || {
            let number = property.value_spans().count();
            format!("{identifier} takes one value and has {number}; the texts are joined")
        });
    }

    fn judgement(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        let rest = parts.rest();
        let Some(at) = self.first(identifier, property, parts, rest) else { return };
        let raw = self.raw(at);
        let value = match identifier {
            "V" => {
                let meaning = value::real(raw);
                self.meaning(identifier, at, meaning, "a number").map(|value| value.to_string())
            }
            "DO" | "IT" => {
                let meaning = match raw {
                    "" => Meaning::Exact(()),
                    _ if raw.trim().is_empty() || matches!(raw.trim(), "1" | "2") => Meaning::Loose((), String::new()),
                    _ => Meaning::None,
                };
                self.meaning(identifier, at, meaning, "an empty value").map(|()| String::new())
            }
            _ => {
                let meaning = value::double(raw);
                let emphasised = self.meaning(identifier, at, meaning, "1 or 2");
                emphasised.map(|emphasised| if emphasised { "2" } else { "1" }.to_string())
            }
        };
        let before = parts.rest_mut().details().map(|details| details.judgement).unwrap_or_default();
        let mut judgement = before;
        let understood = value.as_deref().is_some_and(|value| judgements::read(&mut judgement, identifier, value));
        if understood {
            parts.rest_mut().details_mut().judgement = judgement;
            return;
        }
        if self.version == 3
            && let Some(quality) = pair(before, identifier)
        {
            self.diagnostics.report(
                &codes::OLD_PROPERTY,
                property.name_span(),
                || "BM and TE together are one judgement in FF[3]; read as DO or IT of FF[4]",
            );
            parts.rest_mut().details_mut().judgement.of_move = Some((quality, Degree::Normal));
            return;
        }
        if value.is_some() {
            self.diagnostics.report(&codes::CONTRADICTION, property.span(), || {
                format!("{identifier} contradicts what this node said before; kept as it is")
            });
        }
        self.keep(identifier, core::iter::once(at), parts, rest);
    }

    fn labels(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        let mut bad = Vec::new();
        for at in property.value_spans() {
            let raw = self.raw(at);
            let parsed = value::compose(raw).and_then(|(point, text)| Some((value::point(point).value()?, text)));
            match parsed {
                Some((point, text)) if self.size.contains(point) => {
                    let text = value::simple_text(text).into_owned();
                    self.draw(identifier, property, at, Mark::Label(point, text), parts);
                    continue;
                }
                Some((point, _)) => self.report_no_mark(at, point),
                None => {
                    let _ = self.meaning::<()>(identifier, at, Meaning::None, "a point and a text");
                }
            }
            bad.push(at);
        }
        let rest = parts.rest();
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), parts, rest);
        }
    }

    /// L of FF\[1\] and FF\[2\]: the points get the letters A, B, C and so on.
    fn letters(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        self.report_old(identifier, property, "LB");
        let mut letters = ('A'..='Z').chain('a'..='z');
        let mut bad = Vec::new();
        for at in property.value_spans() {
            let meaning = value::point(self.raw(at));
            match self
                .meaning(identifier, at, meaning, "a point")
                .filter(|&point| self.size.contains(point))
                .zip(letters.next())
            {
                Some((point, letter)) => {
                    parts.marks.push(Mark::Label(point, letter.to_string()));
                }
                None => bad.push(at),
            }
        }
        let rest = parts.rest();
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), parts, rest);
        }
    }

    fn lines(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        let mut bad = Vec::new();
        for at in property.value_spans() {
            let ends = value::compose(self.raw(at)).and_then(|(from, to)| {
                let (from, to) = (value::point(from).value()?, value::point(to).value()?);
                Some((from, to)).filter(|_| from != to)
            });
            match ends {
                Some((from, to)) if self.size.contains(from) && self.size.contains(to) => {
                    let mark = if identifier == "AR" { Mark::Arrow(from, to) } else { Mark::Line(from, to) };
                    self.draw(identifier, property, at, mark, parts);
                    continue;
                }
                Some((from, to)) => self.report_no_mark(at, if self.size.contains(from) { to } else { from }),
                None => {
                    let _ = self.meaning::<()>(identifier, at, Meaning::None, "two different points");
                }
            }
            bad.push(at);
        }
        let rest = parts.rest();
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), parts, rest);
        }
    }

    /// Adds a label, an arrow or a line, and reports one that is there already.
    fn draw(&mut self, identifier: &str, property: Property<'a>, at: Span, mark: Mark, parts: &mut Parts) {
        let text = self.game.text;
        let other = match &mark {
            Mark::Label(point, _) => match parts.drawn.range(Mark::Label(*point, String::new())..).next() {
                Some(Mark::Label(other, label)) if other == point => Some(super::shown(label)),
                _ => None,
            },
            _ => None,
        };
        let is_new = !parts.drawn.contains(&mark);
        if !is_new {
            let report = self.diagnostics.report(&codes::POINT_TWICE, at, || {
                format!("{identifier} has [{}] twice; read as once", super::shown(&text[at.range()]))
            });
            let is_closed = text.as_bytes().get(at.end as usize) == Some(&b']');
            // A property keeps one value.
            if property.value_spans().next() != Some(at) && is_closed {
                let value = Span { start: at.start - 1, end: at.end + 1 };
                report.fix(Safety::Safe, || "take the second out", || Edits::one(value, ""));
            }
            return;
        }
        let label = if let Mark::Label(_, text) = &mark { text.len() } else { 0 };
        // No board has so many: beyond, what the set and the list take while they grow counts too.
        let times = if parts.marks.len() < MANY { 1 } else { 3 };
        if !self.take(times * (size_of::<Mark>() + label), at.start) {
            return;
        }
        parts.drawn.insert(mark.clone());
        if let (Some(other), Mark::Label(point, _)) = (other, &mark) {
            self.diagnostics.report(&codes::POINT_TWICE, at, || {
                format!("{point} has another label, {other:?}, and may have one; both are kept")
            });
        }
        parts.marks.push(mark);
    }

    fn report_no_mark(&mut self, at: Span, point: Point) {
        let size = self.size;
        self.diagnostics
            .report(&codes::IMPOSSIBLE_MARK, at, || format!("the board of {size} has no point {point}; kept as it is"));
    }

    /// The clock of the player who moves; that of the other is kept as it is.
    fn clock(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        let rest = parts.rest();
        let Some(at) = self.first(identifier, property, parts, rest) else { return };
        let raw = self.raw(at);
        let color = if identifier.contains('B') { Color::Black } else { Color::White };
        let of_time = identifier.ends_with('L');
        let free = |parts: &Parts| {
            let clock = parts.nodes[rest].details().and_then(|details| details.clock).unwrap_or_default();
            if of_time { clock.left.is_none() } else { clock.periods_left.is_none() }
        };
        let understood = if of_time && self.is_negative(identifier, at) {
            None
        } else if of_time {
            let meaning = time(raw);
            self.meaning(identifier, at, meaning, "a time in seconds").map(Left::Time)
        } else {
            let meaning = value::number(raw);
            let number = self.meaning(identifier, at, meaning, "a number of moves");
            number.and_then(|n| u32::try_from(n).ok()).map(Left::Periods)
        };
        match understood {
            Some(left) if parts.mover == Some(color) && free(parts) => {
                let clock = parts.rest_mut().details_mut().clock.get_or_insert_default();
                match left {
                    Left::Time(time) => clock.left = Some(time),
                    Left::Periods(periods) => clock.periods_left = Some(periods),
                }
            }
            _ => self.keep(identifier, core::iter::once(at), parts, rest),
        }
    }

    /// A property that the record keeps as it is: whether its values are what the standard wants.
    fn check(&mut self, identifier: &str, property: Property<'a>, known: &'static PropertyDef) {
        let (Value::One(of) | Value::List(of) | Value::Elist(of)) = known.value;
        for at in property.value_spans() {
            let raw = self.raw(at);
            let wanted = match of {
                Type::None if !raw.is_empty() => "an empty value",
                Type::Number | Type::Range(..) if value::number(raw) == Meaning::None => "a whole number",
                Type::Range(low, high)
                    if !value::number(raw).value().is_some_and(|n| (i64::from(low)..=i64::from(high)).contains(&n)) =>
                {
                    "a number within the bounds of the property"
                }
                Type::Real if value::real(raw) == Meaning::None => "a number",
                Type::Double if value::double(raw) == Meaning::None => "1 or 2",
                Type::Figure if !is_figure(raw) => "empty, or flags and a title",
                _ => continue,
            };
            let _ = self.meaning::<()>(identifier, at, Meaning::None, wanted);
        }
    }

    /// The first value that says anything of a property that is one text; further ones are kept as they are.
    pub(super) fn first_text(
        &mut self,
        identifier: &str,
        property: Property<'a>,
        parts: &mut Parts,
        part: usize,
    ) -> Option<Span> {
        let says = |at: &Span| !value::simple_text(self.raw(*at)).trim().is_empty();
        let first = property.value_spans().find(says).or_else(|| property.value_spans().next())?;
        self.surplus(identifier, property, first, parts, part);
        Some(first)
    }
}

enum Left {
    Time(Duration),
    Periods(u32),
}

/// A time in seconds; `0:07:42` and `30m` are loose.
pub(super) fn time(raw: &str) -> Meaning<Duration> {
    match value::real(raw) {
        Meaning::Exact(seconds) => return seconds.to_duration().map_or(Meaning::None, Meaning::Exact),
        Meaning::Loose(seconds, written) => {
            return seconds.to_duration().map_or(Meaning::None, |time| Meaning::Loose(time, written));
        }
        Meaning::None => {}
    }
    let text = value::simple_text(raw);
    let text = text.trim();
    let whole =
        |part: &str| part.trim().parse::<u32>().ok().filter(|_| part.trim().bytes().all(|b| b.is_ascii_digit()));
    let parts: Vec<&str> = text.split(':').collect();
    let seconds = if let [hours, minutes, seconds] = parts[..] {
        let small = |part: &str| whole(part).filter(|&n| n < 60).map(u64::from);
        whole(hours).map(u64::from).zip(small(minutes)).zip(small(seconds)).map(|((h, m), s)| 3_600 * h + 60 * m + s)
    } else {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let unit = match text[digits..].trim().to_ascii_lowercase().trim_end_matches('.') {
            "s" | "sec" | "secs" | "second" | "seconds" => Some(1),
            "m" | "min" | "mins" | "minute" | "minutes" => Some(60),
            "h" | "hr" | "hrs" | "hour" | "hours" => Some(3_600),
            _ => None,
        };
        whole(&text[..digits]).zip(unit).map(|(n, unit)| u64::from(n) * unit)
    };
    seconds.map_or(Meaning::None, |seconds| Meaning::Loose(Duration::from_secs(seconds), seconds.to_string()))
}

fn is_figure(raw: &str) -> bool {
    raw.is_empty() || value::compose(raw).is_some_and(|(flags, _)| value::number(flags) != Meaning::None)
}

/// What FF\[3\] means with both BM and TE, where one of them was read before.
fn pair(before: Judgement, identifier: &str) -> Option<MoveQuality> {
    match (before.of_move?.0, identifier) {
        (MoveQuality::Bad, "TE") => Some(MoveQuality::Doubtful),
        (MoveQuality::Good, "BM") => Some(MoveQuality::Interesting),
        _ => None,
    }
}

/// The comment as one text.
pub(crate) fn joined(comments: &[Comment]) -> String {
    comments
        .iter()
        .map(|comment| comment.text.as_str())
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n")
}
