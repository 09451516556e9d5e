//! `score`: territory.

use super::{has_points, points::EntryPoints};
use crate::{codes, read::Reader};
use alloc::format;
use kifu_core::Span;
use kifu_goban::{
    Color,
    draft::{Draft, PointMark},
};
use kifu_json::{Kind, Value, record::pointer_step};

impl Reader {
    pub(super) fn score(&mut self, value: Value<'_>, draft: &mut Draft) {
        match value.kind() {
            Kind::Array => value.elements().for_each(|entry| self.score_entry(entry, draft)),
            Kind::Object => self.older_score(value, draft),
            _ => {
                self.report_wrong_kind("score", value);
                self.keep_in_node(draft, draft.main, "/score", value);
            }
        }
    }

    fn score_entry(&mut self, entry: Value<'_>, draft: &mut Draft) {
        let color = entry.get("color").and_then(|color| self.color(color));
        let Some(color) = color.filter(|_| has_points(entry)) else {
            self.json.diagnostics.report(
                &codes::BAD_SCORE,
                entry.span(),
                || "a score needs a colour and a list of points; this score has no effect (kept in the file)",
            );
            return self.keep_in_node(draft, draft.main, "/score", entry);
        };
        self.keep_rest(draft, draft.main, "/score", entry);
        let EntryPoints { rects, off_board } = self.points(entry);
        if off_board.is_none() || !rects.is_empty() {
            draft.extend_points(PointMark::Territory(color), rects);
        }
        if let Some(first) = off_board {
            self.report_no_mark(first);
        }
    }

    /// Reads the score of early versions: an object with a list of points for each colour.
    fn older_score(&mut self, value: Value<'_>, draft: &mut Draft) {
        self.json.diagnostics.report(
            &codes::OLDER_KEY,
            value.span(),
            || "score is an object, as in early versions, and not a list; read as a list",
        );
        for (key, points) in value.members() {
            let color = match &*key {
                "black" | "B" => Color::Black,
                "white" | "W" => Color::White,
                _ => {
                    self.keep_in_node(draft, draft.main, &format!("/score/{}", pointer_step(&key)), points);
                    continue;
                }
            };
            for value in points.elements() {
                let side = |index, key| value.element(index).or_else(|| value.get(key)).and_then(Value::integer);
                match side(0, "x").zip(side(1, "y")).and_then(|(x, y)| self.point(x, y)) {
                    Some(point) => draft.extend_points(PointMark::Territory(color), [point.into()]),
                    None => {
                        self.report_no_mark(value);
                        let Some(json) = self.json.compact(value) else { return };
                        let raw = format!("{{\"color\":\"{color}\",\"coords\":[{json}]}}");
                        self.keep_raw_in_node(draft, draft.main, "/score", value.span().start, raw);
                    }
                }
            }
        }
    }

    pub(super) fn report_double_territory(&mut self, draft: &Draft, at: Span) {
        if !draft.double_territory().is_empty() {
            self.json.diagnostics.report(
                &codes::POINT_TWICE,
                at,
                || "a point is territory of both players, but a point has one owner; both count",
            );
        }
    }
}
