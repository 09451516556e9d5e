//! `markup`: shapes, labels, arrows, lines, dimmed points, views and marks of other types.

use super::{
    entries, has_points,
    points::{
        EntryPoints, PointBits, elements_of_list, elements_of_rects, list, named, off_board_words, point_of, rect_of,
    },
};
use crate::{codes, read::Reader};
use alloc::{borrow::Cow, format, string::ToString};
use kifu_core::Span;
use kifu_goban::{
    Mark, Rect, Shape,
    draft::{Draft, PointMark},
};
use kifu_json::Value;

/// A number of labels, arrows and lines above that of the nodes in real records.
const MANY: usize = 4096;

impl Reader {
    pub(super) fn markup(&mut self, value: Value<'_>, draft: &mut Draft) {
        self.report_no_list("markup", value);
        let mut shapes = <[PointBits; Shape::ALL.len()]>::default();
        for entry in entries(value) {
            self.mark(entry, &mut shapes, draft);
        }
    }

    /// Reads a mark. `shapes` has the points of each shape so far.
    fn mark(&mut self, entry: Value<'_>, shapes: &mut [PointBits; Shape::ALL.len()], draft: &mut Draft) {
        let name = entry.get("type").and_then(Value::string).filter(|name| !name.is_empty());
        let Some(name) = name.filter(|_| has_points(entry)) else {
            self.json.diagnostics.report(
                &codes::BAD_MARK,
                entry.span(),
                || "a mark needs a type and a list of points; this mark has no effect (kept in the file)",
            );
            return self.keep_in_node(draft, draft.main, "/markup", entry);
        };
        let is_kept = self.keep_rest(draft, draft.main, "/markup", entry);
        if matches!(&*name, "arrow" | "line") {
            self.lines(&name, entry, draft);
        }
        let is_inherited = matches!(&*name, "dim" | "view");
        let has_text = |key| entry.get(key).into_iter().flat_map(Value::elements).any(|at| at.get("text").is_some());
        if &*name == "label" || !is_inherited && (has_text("coords") || has_text("rects")) {
            return self.labels(&name, entry, draft);
        }
        let EntryPoints { rects, off_board } = self.points(entry);
        if let Some(first) = off_board {
            self.report_no_mark(first);
        }
        // An empty list has a meaning only for dim and view: it ends the effect of an earlier mark.
        if rects.is_empty() && (!is_inherited || off_board.is_some() || is_kept) {
            return;
        }
        let mark = PointMark::named(&name);
        // kifu writes an entry with unknown members unchanged, after an entry with its points.
        if let (PointMark::Shape(shape), false) = (&mark, is_kept) {
            self.report_in_earlier_entry(entry, &rects, &mut shapes[*shape as usize]);
        }
        draft.extend_points(mark, rects);
    }

    pub(super) fn report_no_mark(&mut self, entry: Value<'_>) {
        let size = self.size;
        self.json.diagnostics.report(&codes::IMPOSSIBLE_MARK, entry.span(), || {
            let problem = off_board_words(size, entry);
            format!("{problem}; the mark has no effect (kept in the file)")
        });
    }

    /// Reads arrows and lines, whose ends are in `lines`.
    fn lines(&mut self, name: &str, entry: Value<'_>, draft: &mut Draft) {
        for line in entry.get("lines").into_iter().flat_map(Value::elements) {
            let end = |key| {
                let point = line.get(key)?;
                self.point(point.get("x")?.integer()?, point.get("y")?.integer()?)
            };
            let ends = end("from").zip(end("to"));
            match ends.filter(|(from, to)| from != to) {
                Some((from, to)) => {
                    let mark = if name == "arrow" { Mark::Arrow(from, to) } else { Mark::Line(from, to) };
                    self.draw(mark, line.span(), draft);
                }
                None => {
                    if let Some((at, _)) = ends {
                        let at = named(at, self.size);
                        self.json.diagnostics.report(&codes::BAD_MARK, line.span(), || {
                            format!("this {name} has both ends at {at}; it has no effect (kept in the file)")
                        });
                    } else {
                        self.report_no_mark(line);
                    }
                    let Some(json) = self.json.compact(line) else { return };
                    let raw = format!("{{\"type\":\"{name}\",\"coords\":[],\"lines\":[{json}]}}");
                    self.keep_raw_in_node(draft, draft.main, "/markup", line.span().start, raw);
                }
            }
        }
    }

    /// Adds a label, an arrow or a line. Reports a repeated one.
    fn draw(&mut self, mark: Mark, at: Span, draft: &mut Draft) {
        if !draft.drawn.contains(&mark) {
            let label = if let Mark::Label(_, text) = &mark { text.len() } else { 0 };
            // In a node of usual size, the set and the spare capacity of the list are not counted.
            let copies = if draft.marks.len() < MANY { 1 } else { 3 };
            if self.json.take(copies * (size_of::<Mark>() + label), at.start) {
                draft.drawn.insert(mark.clone());
                draft.marks.push(mark);
            }
            return;
        }
        self.json.diagnostics.report(&codes::POINT_TWICE, at, || {
            let name = match mark {
                Mark::Arrow(..) => "arrow",
                Mark::Line(..) => "line",
                _ => "label",
            };
            format!("this {name} is repeated in the node; read once")
        });
    }

    /// Reads marks whose points have texts.
    fn labels(&mut self, name: &str, entry: Value<'_>, draft: &mut Draft) {
        let flat = (list(entry).is_none() && entry.get("rects").is_none()).then_some(entry);
        for value in elements_of_list(entry).chain(elements_of_rects(entry)).chain(flat) {
            let rect = point_of(self.size, value).map(Rect::from).or_else(|| rect_of(self.size, value));
            let Some(rect) = rect else {
                self.report_no_mark(value);
                continue;
            };
            if name == "label" && rect.area() > 1 {
                self.keep_large_label(value, draft);
                continue;
            }
            let text = value.get("text").or_else(|| value.element(2));
            let text = text.and_then(|text| self.json.text("text", text)).map(Cow::into_owned);
            if text.is_none() && name == "label" {
                self.json.diagnostics.report(
                    &codes::LABEL_WITHOUT_TEXT,
                    value.span(),
                    || "a label without a text; read as an empty label",
                );
            }
            let text = text.unwrap_or_default();
            if name == "label" {
                self.draw(Mark::Label(rect.upper_left(), text), value.span(), draft);
            } else if text.is_empty() && matches!(PointMark::named(name), PointMark::Shape(_)) {
                draft.extend_points(PointMark::named(name), [rect]);
            } else {
                // Each text becomes a separate mark with a copy of the name, which may be long.
                if !self.json.take(2 * (size_of::<Mark>() + name.len() + text.len()), value.span().start) {
                    return;
                }
                draft.extend_points(PointMark::Custom { name: name.to_string(), text }, [rect]);
            }
        }
    }

    fn keep_large_label(&mut self, value: Value<'_>, draft: &mut Draft) {
        self.json.diagnostics.report(
            &codes::BAD_MARK,
            value.span(),
            || "a label needs one point, and this is a rectangle; the label has no effect (kept in the file)",
        );
        let Some(json) = self.json.compact(value) else { return };
        let raw = format!("{{\"type\":\"label\",\"coords\":[],\"rects\":[{json}]}}");
        self.keep_raw_in_node(draft, draft.main, "/markup", value.span().start, raw);
    }
}
