//! `setup`, `turn` and `score`: stones, the side to move, and territory.

use super::moves::color_named;
use crate::{codes, points::coordinates, read::Reader};
use alloc::{format, vec::Vec};
use kifu_core::Span;
use kifu_goban::{
    Color, Point, Points, Rect,
    draft::{Draft, PointMark, Target},
};
use kifu_json::{
    Kind, Value,
    record::{excerpt, pointer_step},
};

/// Returns the objects of a setup: the object itself, or those of a list, which the specification shows by mistake.
fn objects(setup: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    setup.elements().chain((setup.kind() == Kind::Object).then_some(setup))
}

/// Returns true if a setup has a list of points.
pub(super) fn has_stones(setup: Value<'_>) -> bool {
    objects(setup)
        .flat_map(Value::members)
        .any(|(key, list)| matches!(&*key, "B" | "W" | "E") && list.elements().next().is_some())
}

impl Reader {
    pub(super) fn turn(&mut self, value: Value<'_>, draft: &mut Draft) {
        match (draft.turn, draft.played) {
            (Some(color), Some(played)) if color == played.color => {
                self.json.diagnostics.report(&codes::DISAGREEMENT, value.span(), || {
                    format!(
                        "turn is {color}, the player of the move in this node; turn has no effect (kept in the file)"
                    )
                });
                self.keep_in_node(draft, draft.main, "/turn", value);
            }
            // The players alternate anyway, or the turn is part of the setup.
            (Some(_), _) => {}
            // A later member with this key, which is not a colour, counts.
            (None, _) if color_named(value).is_some() => {}
            (None, _) => {
                let raw = value.raw();
                self.json.diagnostics.report(&codes::BAD_VALUE, value.span(), || {
                    format!("turn {raw} is not a colour (B or W); it has no effect (kept in the file)")
                });
                self.keep_in_node(draft, Target::Head, "/turn", value);
            }
        }
    }

    pub(super) fn setup(&mut self, value: Value<'_>, draft: &mut Draft) {
        match value.kind() {
            Kind::Object => {}
            Kind::Array => {
                self.json.diagnostics.report(
                    &codes::WRONG_KIND,
                    value.span(),
                    || "setup is a list, not an object; read as one object",
                );
            }
            _ => {
                self.json.report_wrong_kind("setup", "an object", value);
                return self.keep_in_node(draft, Target::Head, "/setup", value);
            }
        }
        for element in value.elements().filter(|element| element.kind() != Kind::Object) {
            self.json.report_wrong_kind("setup", "an object", element);
            self.keep_in_node(draft, Target::Head, "/setup", element);
        }
        for (key, list) in objects(value).flat_map(Value::members) {
            let color = match &*key {
                "B" => Some(Color::Black),
                "W" => Some(Color::White),
                "E" => None,
                _ => {
                    // Points under another key may be stones that the record does not have.
                    if list.elements().any(|value| self.rect(value).is_some()) {
                        self.json.diagnostics.report(&codes::BAD_SETUP, list.member_span(), || {
                            format!(
                                "setup takes B, W and E, not {:?}; these points were left out (kept in the file)",
                                excerpt(&key)
                            )
                        });
                    } else {
                        self.json.report_unknown(list);
                    }
                    self.keep_in_node(draft, Target::Head, &format!("/setup/{}", pointer_step(&key)), list);
                    continue;
                }
            };
            let pointer = format!("/setup/{key}");
            let Some(points) = self.points(&key, &pointer, list, Target::Head, true, draft) else { continue };
            let points: Points = points.into_iter().collect();
            let others = [(draft.setup.black(), Color::Black), (draft.setup.white(), Color::White)];
            let others = others.into_iter().filter(|(set, other)| color != Some(*other) && !set.is_empty());
            let twice = others.map(|(set, _)| set.minus(&set.minus(&points))).find_map(|both| both.iter().next());
            if let Some(point) = twice {
                let name = self.named(point);
                let at = self.element_with(point, list);
                self.json.diagnostics.report(&codes::STONE_TWICE, at, || {
                    format!("another list of this setup has {name} too; {key}, the last list, counts")
                });
            }
            if !points.is_empty() {
                draft.setup.set(&points, color);
            }
        }
    }

    pub(super) fn score(&mut self, value: Value<'_>, draft: &mut Draft) {
        for (key, list) in value.members() {
            let color = match &*key {
                "B" => Color::Black,
                "W" => Color::White,
                _ => {
                    self.json.diagnostics.report(&codes::BAD_VALUE, list.member_span(), || {
                        format!(
                            "score takes B and W, not {:?}; these points have no effect (kept in the file)",
                            excerpt(&key)
                        )
                    });
                    self.keep_in_node(draft, draft.main, &format!("/score/{}", pointer_step(&key)), list);
                    continue;
                }
            };
            let pointer = format!("/score/{key}");
            let Some(points) = self.points(&key, &pointer, list, draft.main, false, draft) else { continue };
            if !points.is_empty() || list.elements().next().is_none() {
                draft.extend_points(PointMark::Territory(color), points);
            }
        }
    }

    /// Reads a list of points. An element is a point, or two points with a colon, which are corners of a rectangle. Others are kept,
    /// with an error if they are stones. Returns `None` if the value is not a list; it is kept too.
    pub(super) fn points(
        &mut self,
        key: &str,
        pointer: &str,
        list: Value<'_>,
        target: Target,
        are_stones: bool,
        draft: &mut Draft,
    ) -> Option<Vec<Rect>> {
        if list.kind() != Kind::Array {
            if !list.is_null() {
                self.json.report_wrong_kind(key, "a list of points", list);
                self.keep_in_node(draft, target, pointer, list);
            }
            return None;
        }
        let mut rects: Vec<Rect> = Vec::new();
        let (mut seen, mut is_reported) = (Points::new(), false);
        for value in list.elements() {
            let Some(rect) = self.rect(value) else {
                self.report_no_point(value, are_stones);
                self.keep_element(draft, target, pointer, value);
                continue;
            };
            if !self.json.take(2 * size_of::<Rect>(), value.span().start) {
                break;
            }
            rects.push(rect);
        }
        // The points are compared only if their number shows that one is repeated.
        let area: usize = rects.iter().map(|rect| rect.area()).sum();
        if area > rects.iter().copied().collect::<Points>().len() {
            for value in list.elements() {
                let Some(rect) = self.rect(value).filter(|_| !is_reported) else { continue };
                let points = Points::from(rect);
                let again = rect.iter().find(|&point| seen.contains(point));
                if let Some(point) = again {
                    is_reported = true;
                    let name = self.named(point);
                    self.json
                        .diagnostics
                        .report(&codes::POINT_TWICE, value.span(), || format!("{name} is repeated; read once"));
                }
                seen = seen.union(&points);
            }
        }
        Some(rects)
    }

    /// Returns the place of the first element of a list that has a point.
    pub(super) fn element_with(&self, point: Point, list: Value<'_>) -> Span {
        let contains = |rect: Rect| rect.iter().any(|at| at == point);
        let element = list.elements().find(|value| self.rect(*value).is_some_and(contains));
        element.map_or(list.span(), Value::span)
    }

    /// Returns the rectangle of a point, or of two points with a colon: `"aa:cc"`.
    pub(in crate::read) fn rect(&self, value: Value<'_>) -> Option<Rect> {
        if let Some(point) = self.point(value) {
            // A third element is a text, which a list of points does not have.
            return (value.children().count() <= 2 && value.element(1).is_none_or(|y| y.kind() == Kind::Number))
                .then(|| point.into());
        }
        self.rect_of_letters(&value.string()?)
    }

    /// Returns the rectangle of two points with a colon.
    pub(super) fn rect_of_letters(&self, text: &str) -> Option<Rect> {
        let (from, to) = text.split_once(':')?;
        let corner = |letters: &str| -> Option<Point> {
            let point = Point::from_sgf(letters)?;
            let from = self.window.rect.upper_left();
            self.window.size.contains(point).then(|| Point::new(point.x() + from.x(), point.y() + from.y()))?
        };
        Some(Rect::new(corner(from)?, corner(to)?))
    }

    pub(super) fn report_no_point(&mut self, value: Value<'_>, is_stone: bool) {
        let problem = self.off_board_words(value);
        let is_point = coordinates(value).is_some();
        let (code, done) = match (is_stone, is_point) {
            (true, true) => (&codes::IMPOSSIBLE_POINT, "the stone was left out"),
            (true, false) => (&codes::BAD_SETUP, "the stone was left out"),
            (false, _) => (&codes::IMPOSSIBLE_MARK, "the mark has no effect"),
        };
        self.json.diagnostics.report(code, value.span(), || format!("{problem}; {done} (kept in the file)"));
    }
}
