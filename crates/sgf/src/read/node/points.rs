//! The points of a list.

use crate::{
    Property, PropertyDef, Value, codes,
    read::{
        Reader,
        messages::{LISTED, listed, shown},
    },
    value::{self, Meaning},
};
use alloc::{collections::BTreeSet, format, vec::Vec};
use kifu_core::{Edits, Safety, Span};
use kifu_goban::{Points, Rect};

/// The points of a list.
pub(super) struct PointList {
    pub(super) rects: Vec<Rect>,
    /// The values that are not points of the board.
    pub(super) bad: Vec<Span>,
}

impl<'a> Reader<'a> {
    /// Reads the points of a list, and the values that are not points of the board.
    pub(super) fn rects(&mut self, identifier: &str, property: Property<'a>, of_stones: bool) -> PointList {
        // There may be millions of values: a message shows only the first few.
        let (mut rects, mut bad, mut off, mut off_board) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let (mut has_rectangle, mut is_partly_on) = (false, false);
        // Two values of VW are the corners of a rectangle in early versions.
        let is_corners = identifier == "VW" && self.version < 4 && property.value_spans().take(3).count() == 2;
        let text = self.game.text;
        let is_empty = |at: &Span| value::is_blank(&text[at.range()]);
        for at in property.value_spans().filter(|at| !is_empty(at)) {
            let raw = self.raw(at);
            let mut meaning = value::rect(raw);
            // A rectangle that is left out is not read in another form.
            if let Meaning::Loose(rect, _) = meaning
                && (is_corners || !self.size.contains(rect.lower_right()))
            {
                meaning = Meaning::Exact(rect);
            }
            match self.meaning(identifier, at, meaning, "a point or a rectangle") {
                Some(rect) if self.size.contains(rect.lower_right()) => {
                    if raw.contains(':') && !has_rectangle {
                        has_rectangle = true;
                        self.report_newer(at, || {
                            format!("{identifier}[{}] states a rectangle, which only FF[4] has", shown(raw))
                        });
                    }
                    rects.push((at, rect));
                }
                Some(rect) => {
                    off_board += 1;
                    is_partly_on |= self.size.contains(rect.upper_left());
                    if off_board <= LISTED {
                        off.push(shown(raw));
                    }
                    bad.push(at);
                }
                None => bad.push(at),
            }
        }
        // In a list that may be empty, one empty value means an empty list.
        let may_be_empty = PropertyDef::find(identifier, 1).is_some_and(|known| matches!(known.value, Value::Elist(_)));
        for at in property.value_spans().filter(is_empty).skip(usize::from(may_be_empty && rects.is_empty())) {
            self.diagnostics.report(&codes::BAD_VALUE, at, || match property.value_spans().nth(1) {
                Some(_) => format!("{identifier} has an empty value among others; ignored"),
                None => format!("{identifier} is empty; ignored"),
            });
        }
        self.report_point_twice(identifier, &rects);
        if !off.is_empty() {
            let size = self.size;
            let (info, done) = if of_stones {
                (&codes::IMPOSSIBLE_POINT, ["the stone was left out", "the stones were left out"])
            } else {
                (&codes::IMPOSSIBLE_MARK, ["the mark has no effect", "the marks have no effect"])
            };
            self.diagnostics.report(info, bad[0], || match &off[..] {
                [point] if off_board == 1 && !point.contains(':') => {
                    format!("the point {point} is outside the {size} board; {} (kept in the file)", done[0])
                }
                _ => {
                    let points = listed(&off, off_board);
                    let outside = if is_partly_on { "outside or partly outside" } else { "outside" };
                    format!("points {outside} the {size} board: {points}; {} (kept in the file)", done[1])
                }
            });
        }
        PointList { rects: rects.into_iter().map(|(_, rect)| rect).collect(), bad }
    }

    /// Reports the first value with a point that is in the list already.
    fn report_point_twice(&mut self, identifier: &str, rects: &[(Span, Rect)]) {
        let all: usize = rects.iter().map(|(_, rect)| rect.area()).sum();
        if rects.len() <= 1 || all <= rects.iter().map(|(_, rect)| *rect).collect::<Points>().len() {
            return;
        }
        let mut seen = BTreeSet::new();
        let again = rects
            .iter()
            .find_map(|(at, rect)| rect.iter().find(|&point| !seen.insert(point)).map(|point| (*at, point)));
        if let Some((at, point)) = again {
            let name = point.to_a1(self.size);
            let report = self
                .diagnostics
                .report(&codes::POINT_TWICE, at, || format!("{identifier} contains {name} ({point}) twice; read once"));
            // Two values of VW are two corners in early versions.
            if identifier != "VW" {
                let edits = without_repeated(self.game.text, rects);
                if !edits.is_empty() {
                    report.fix(Safety::Safe, || "remove the repeated values", || edits);
                }
            }
        }
    }
}

/// The number of points that are examined for each value of a list with repeated points, to find the values to remove. Rectangles may
/// have thousands.
const EXAMINED_POINTS: usize = 16;

/// Returns the edits that remove the values whose points are all in earlier values of the list.
fn without_repeated(text: &str, rects: &[(Span, Rect)]) -> Edits {
    let mut edits = Edits::default();
    let mut seen = BTreeSet::new();
    let mut left = MIN_EXAMINED_POINTS + EXAMINED_POINTS * rects.len();
    for (at, rect) in rects {
        let Some(rest) = left.checked_sub(rect.area()) else { break };
        left = rest;
        // All points are added, because a later value may repeat any of them.
        let new = rect.iter().filter(|&point| seen.insert(point)).count();
        let is_closed = text.as_bytes().get(at.end as usize) == Some(&b']');
        if new == 0 && is_closed && at.start > 0 {
            let _ = edits.replace(Span { start: at.start - 1, end: at.end + 1 }, "");
        }
    }
    edits
}

/// The number of points that are examined at least. Four of the largest boards.
const MIN_EXAMINED_POINTS: usize = 4 * 2_704;
