//! Marks: shapes, labels, arrows, lines, dimmed points, views and territory.

use super::{
    draft::{Draft, PointMark},
    points::PointList,
};
use crate::{
    Property, codes,
    read::{Reader, messages::shown},
    value::{self, Meaning},
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Diagnostics, Edits, Safety, Span};
use kifu_goban::{Mark, Point, Rect};

/// The number of marks in a node above which the growth of their lists counts as memory too. A heuristic: nodes of real
/// records have fewer.
const MANY_MARKS: usize = 4096;

impl<'a> Reader<'a> {
    /// Reads CR, TR, SQ, MA, SL, DD, VW, TB and TW.
    pub(super) fn points(&mut self, mark: PointMark, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let main = draft.main;
        let corners: Vec<Span> = property.value_spans().take(3).collect();
        if let ("VW", [from, to]) = (identifier, &corners[..])
            && self.version < 4
            && let (Some(from), Some(to)) = (value::point(self.raw(*from)).value(), value::point(self.raw(*to)).value())
            && self.size.contains(from)
            && self.size.contains(to)
        {
            draft.points_mut(mark).get_or_insert_default().push(Rect::new(from, to));
            self.diagnostics.report(
                &codes::OLD_PROPERTY,
                property.span(),
                || "VW has two corners of a rectangle (the FF[3] form); read as that rectangle",
            );
            return;
        }
        let PointList { rects, bad } = self.rects(identifier, property, false);
        if matches!(mark, PointMark::Shape(_) | PointMark::Territory(_)) {
            self.report_two_marks(mark, identifier, property, &rects, draft);
        }
        // An empty value in a list without points means an empty list.
        let is_empty = |at: Span| value::is_blank(self.raw(at));
        let empty = !matches!(mark, PointMark::Shape(_)) && rects.is_empty() && property.value_spans().any(is_empty);
        if empty || !rects.is_empty() {
            draft.points_mut(mark).get_or_insert_default().extend(rects);
        }
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), draft, main);
        }
    }

    /// Reports the first point of a shape that has another shape in the same node, or the first point of a territory that is also
    /// territory of the other player.
    fn report_two_marks(
        &mut self,
        mark: PointMark,
        identifier: &str,
        property: Property<'a>,
        rects: &[Rect],
        draft: &mut Draft,
    ) {
        let marked = draft.marked.get_or_insert_default();
        let conflict = marked.conflict(mark, rects);
        let again = if let PointMark::Shape(shape) = mark { marked.with_shape(shape, rects) } else { None };
        marked.add(mark, rects);
        // M of early versions and MA are one mark. The lists of a property that occurs twice are merged, which is reported.
        let other_name = match identifier {
            "M" => Some("MA"),
            "MA" => Some("M"),
            _ => None,
        };
        if let (Some(other), Some(point)) = (other_name.filter(|other| draft.has_seen(other)), again) {
            let (name, at) = (point.to_a1(self.size), self.value_with(point, property));
            self.diagnostics.report(&codes::POINT_TWICE, at, || {
                format!("{other} and {identifier} are the same mark, and both contain {name} ({point}); read once")
            });
        }
        let Some((other, point)) = conflict else { return };
        let (name, at) = (point.to_a1(self.size), self.value_with(point, property));
        if let PointMark::Territory(_) = mark {
            self.diagnostics.report(&codes::POINT_TWICE, at, || {
                format!("TB and TW contain {name} ({point}), but a point has one owner; both count")
            });
            return;
        }
        let report = self.diagnostics.report(&codes::TWO_MARKS, at, || {
            format!(
                "{other} and {identifier} both mark {name} ({point}), but SGF allows one mark on a point; both count"
            )
        });
        report.help("remove the point from one of the properties");
    }

    /// Returns the first value of a list that contains a point.
    pub(super) fn value_with(&self, point: Point, property: Property<'a>) -> Span {
        let contains = |rect: Rect| {
            let (from, to) = (rect.upper_left(), rect.lower_right());
            (from.x()..=to.x()).contains(&point.x()) && (from.y()..=to.y()).contains(&point.y())
        };
        let mut values = property.value_spans();
        values.find(|at| value::rect(self.raw(*at)).value().is_some_and(contains)).unwrap_or(property.span())
    }

    /// Reads MH and MS, the happy and the sad faces of Seki.
    pub(super) fn faces(&mut self, kind: &str, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let main = draft.main;
        let PointList { rects, bad } = self.rects(identifier, property, false);
        if !rects.is_empty() {
            let mark = Mark::Custom { kind: kind.into(), text: String::new(), points: rects.into_iter().collect() };
            draft.marks.push(mark);
        }
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), draft, main);
        }
    }

    /// Reads LB.
    pub(super) fn labels(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let mut bad = Vec::new();
        for at in property.value_spans() {
            let raw = self.raw(at);
            let parsed = value::compose(raw).and_then(|(point, text)| Some((value::point(point).value()?, text)));
            match parsed {
                Some((point, text)) if self.size.contains(point) => {
                    let text = value::simple_text(text).into_owned();
                    self.draw(identifier, property, at, Mark::Label(point, text), draft);
                    continue;
                }
                Some((point, _)) => self.report_no_mark(at, point),
                None => {
                    let _ = self.meaning::<()>(identifier, at, Meaning::None, "a point and a text");
                }
            }
            bad.push(at);
        }
        let main = draft.main;
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), draft, main);
        }
    }

    /// Reads L of FF\[1\] and FF\[2\]: the points get the letters A, B, C and so on.
    pub(super) fn letters(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
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
                    let mark = Mark::Label(point, letter.to_string());
                    let earlier = draft.earlier(&mark);
                    if earlier.is_same || earlier.label.is_some() {
                        let (name, other) = (point.to_a1(self.size), earlier.label.unwrap_or_default());
                        // Without the value, the points after it would get other letters, so there is no fix.
                        self.diagnostics.report(&codes::POINT_TWICE, at, || match earlier.is_same {
                            true => format!("{name} ({point}) has the label {letter} already; read once"),
                            false => format!("{name} ({point}) has two labels, {other:?} and \"{letter}\"; both count"),
                        });
                    }
                    if !earlier.is_same {
                        if !self.take(memory_of_mark(draft, 1), at.start) {
                            return;
                        }
                        draft.add_drawn(mark);
                    }
                }
                None => bad.push(at),
            }
        }
        let main = draft.main;
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), draft, main);
        }
    }

    /// Reads AR and LN.
    pub(super) fn lines(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let mut bad = Vec::new();
        for at in property.value_spans() {
            let raw = self.raw(at);
            let ends = |(from, to)| {
                let (from, to): (Point, Point) = (value::point(from).value()?, value::point(to).value()?);
                Some((from, to)).filter(|_| from != to)
            };
            // `AR[aabb]` lacks its colon.
            let without_colon = || ends(raw.split_at_checked(2).filter(|_| raw.len() == 4)?);
            let meaning = match value::compose(raw).map_or_else(without_colon, ends) {
                Some((from, to)) => {
                    let written = format!("{from}:{to}");
                    if written == raw { Meaning::Exact((from, to)) } else { Meaning::Loose((from, to), written) }
                }
                None => Meaning::None,
            };
            match self.meaning(identifier, at, meaning, "two different points") {
                Some((from, to)) if self.size.contains(from) && self.size.contains(to) => {
                    let mark = if identifier == "AR" { Mark::Arrow(from, to) } else { Mark::Line(from, to) };
                    self.draw(identifier, property, at, mark, draft);
                    continue;
                }
                Some((from, to)) => self.report_no_mark(at, if self.size.contains(from) { to } else { from }),
                None => {}
            }
            bad.push(at);
        }
        let main = draft.main;
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), draft, main);
        }
    }

    /// Adds a label, an arrow or a line. Reports one that is repeated.
    fn draw(&mut self, identifier: &str, property: Property<'a>, at: Span, mark: Mark, draft: &mut Draft) {
        let text = self.game.text;
        let earlier = draft.earlier(&mark);
        if earlier.is_turned || earlier.is_same {
            let size = self.size;
            let name = |point: Point| format!("{} ({point})", point.to_a1(size));
            let how = || match mark {
                Mark::Label(point, _) => format!(", at {}", name(point)),
                Mark::Arrow(from, to) | Mark::Line(from, to) => {
                    let turned = if earlier.is_turned { ", once from each end" } else { "" };
                    format!(", from {} to {}{turned}", name(from), name(to))
                }
                _ => String::new(),
            };
            report_repeated(&mut self.diagnostics, text, identifier, how, property, at);
            return;
        }
        let label = if let Mark::Label(_, text) = &mark { text.len() } else { 0 };
        if !self.take(memory_of_mark(draft, label), at.start) {
            return;
        }
        if let (Some(other), Mark::Label(point, label)) = (earlier.label, &mark) {
            let name = point.to_a1(self.size);
            self.diagnostics.report(&codes::POINT_TWICE, at, || {
                format!("{name} ({point}) has two labels, {other:?} and {:?}; both count", shown(label))
            });
        }
        draft.add_drawn(mark);
    }

    fn report_no_mark(&mut self, at: Span, point: Point) {
        let size = self.size;
        self.diagnostics.report(&codes::IMPOSSIBLE_MARK, at, || {
            format!("the point {point} is outside the {size} board; the mark has no effect (kept in the file)")
        });
    }
}

/// Returns the memory of a mark that is added to a node. Above `MANY_MARKS` marks, this includes the spare memory of the set and of the
/// list.
fn memory_of_mark(draft: &Draft, label: usize) -> usize {
    let times = if draft.marks.len() < MANY_MARKS { 1 } else { 3 };
    times * (size_of::<Mark>() + label)
}

/// Reports a value that its list has already. `how` states more about it.
pub(in crate::read) fn report_repeated(
    diagnostics: &mut Diagnostics,
    text: &str,
    identifier: &str,
    how: impl FnOnce() -> String,
    property: Property<'_>,
    at: Span,
) {
    let report = diagnostics.report(&codes::POINT_TWICE, at, || {
        format!("{identifier} contains [{}] twice{}; read once", shown(&text[at.range()]), how())
    });
    let is_closed = text.as_bytes().get(at.end as usize) == Some(&b']');
    // A property must have a value.
    if property.value_spans().next() != Some(at) && is_closed {
        let value = Span { start: at.start - 1, end: at.end + 1 };
        report.fix(Safety::Safe, || "remove the repeated value", || Edits::one(value, ""));
    }
}
