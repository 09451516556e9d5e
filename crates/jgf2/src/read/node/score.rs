//! `score`: territory.

use super::{
    has_points,
    points::{EntryPoints, PointBits, elements_of_list, elements_of_rects, named, point_of, rect_of},
};
use crate::{codes, read::Reader};
use alloc::format;
use kifu_goban::{
    Color, Rect,
    draft::{Draft, PointMark},
};
use kifu_json::{Kind, Value, record::pointer_step};

impl Reader {
    pub(super) fn score(&mut self, value: Value<'_>, draft: &mut Draft) {
        match value.kind() {
            Kind::Array => {
                let mut seen = [PointBits::default(), PointBits::default()];
                value.elements().for_each(|entry| self.score_entry(entry, &mut seen, draft));
            }
            Kind::Object => self.older_score(value, draft),
            _ => {
                self.report_wrong_kind("score", value);
                self.keep_in_node(draft, draft.main, "/score", value);
            }
        }
    }

    /// Reads an entry. `seen` has the points of each colour so far.
    fn score_entry(&mut self, entry: Value<'_>, seen: &mut [PointBits; 2], draft: &mut Draft) {
        let color = entry.get("color").and_then(|color| self.color(color));
        let Some(color) = color.filter(|_| has_points(entry)) else {
            self.json.diagnostics.report(
                &codes::BAD_SCORE,
                entry.span(),
                || "a score needs a colour and a list of points; this score has no effect (kept in the file)",
            );
            return self.keep_in_node(draft, draft.main, "/score", entry);
        };
        let is_kept = self.keep_rest(draft, draft.main, "/score", entry);
        let EntryPoints { rects, off_board } = self.points(entry);
        // kifu writes an entry with unknown members unchanged, after an entry with its points.
        if !is_kept {
            self.report_in_earlier_entry(entry, &rects, &mut seen[usize::from(color == Color::White)]);
        }
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

    pub(super) fn report_double_territory(&mut self, draft: &Draft, node: Value<'_>) {
        let Some(point) = draft.double_territory().iter().next() else { return };
        let (name, size) = (named(point, self.size), self.size);
        let has_point = |value: &Value<'_>| {
            let rect = point_of(size, *value).map(Rect::from).or_else(|| rect_of(size, *value));
            rect.is_some_and(|rect| rect.iter().any(|at| at == point))
        };
        // The lists of the entries, or those of the object of early versions.
        let score = node.get("score");
        let entries = score.into_iter().flat_map(Value::elements);
        let of_entries = entries.flat_map(|entry| elements_of_list(entry).chain(elements_of_rects(entry)));
        let of_object = score.into_iter().flat_map(Value::members).flat_map(|(_, list)| list.elements());
        let at = of_entries.chain(of_object).filter(has_point).last().or(score).unwrap_or(node).span();
        self.json.diagnostics.report(&codes::POINT_TWICE, at, || {
            format!("{name} is territory of both players, but a point has one owner; both count")
        });
    }
}
