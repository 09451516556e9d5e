//! The points of a list.

use crate::{
    Property, PropertyDef, Value, codes,
    read::{
        Reader,
        messages::{LISTED, listed, shown},
    },
    value,
};
use alloc::{collections::BTreeSet, format, vec::Vec};
use kifu_core::Span;
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
        let mut has_rectangle = false;
        let text = self.game.text;
        let is_empty = |at: &Span| value::simple_text(&text[at.range()]).trim().is_empty();
        for at in property.value_spans().filter(|at| !is_empty(at)) {
            let raw = self.raw(at);
            let meaning = value::rect(raw);
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
                Some(_) => {
                    off_board += 1;
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
                (&codes::IMPOSSIBLE_POINT, "the stones were left out (kept in the file)")
            } else {
                (&codes::IMPOSSIBLE_MARK, "the marks have no effect (kept in the file)")
            };
            self.diagnostics.report(info, bad[0], || {
                format!("points outside the {size} board: {}; {done}", listed(&off, off_board))
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
            self.diagnostics
                .report(&codes::POINT_TWICE, at, || format!("{identifier} contains {name} ({point}) twice; read once"));
        }
    }
}
