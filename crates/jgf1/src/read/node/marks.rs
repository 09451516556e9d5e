//! `markup`: shapes, labels and marks of other types.

use crate::{codes, read::Reader};
use alloc::{
    borrow::Cow,
    collections::BTreeSet,
    format,
    string::{String, ToString},
};
use kifu_goban::{
    Mark, Point, Rect,
    draft::{Draft, PointMark},
};
use kifu_json::{
    Kind, Value,
    record::{excerpt, pointer_step},
};

/// A number of labels above that of the nodes in real records.
const MANY: usize = 4096;

/// A label: its point as a value, and its text.
struct Label<'v> {
    at: Option<Point>,
    text: Cow<'v, str>,
}

impl Reader {
    pub(super) fn markup(&mut self, value: Value<'_>, draft: &mut Draft) {
        for (key, list) in value.members() {
            let pointer = format!("/markup/{}", pointer_step(&key));
            if &*key == "label" && list.kind() == Kind::Array {
                self.labels(&pointer, list, draft);
                continue;
            }
            if key.is_empty() {
                self.json.report_unknown(list);
                self.keep_in_node(draft, draft.main, &pointer, list);
                continue;
            }
            if matches!(&*key, "arrow" | "line") && list.elements().any(|value| self.ends(value).is_some()) {
                self.arrows(&key, &pointer, list, draft);
                continue;
            }
            let has_text = |value: Value<'_>| value.elements().last().is_some_and(|text| text.kind() == Kind::String);
            if list.elements().any(|value| has_text(value) && self.mark_with_text(value).is_some()) {
                self.marks_with_texts(&key, &pointer, list, draft);
                continue;
            }
            let is_inherited = matches!(&*key, "dim" | "view");
            let Some(points) = self.points(&key, &pointer, list, draft.main, false, draft) else { continue };
            // An empty list has a meaning only for dim and view: it ends the effect of an earlier mark.
            if !points.is_empty() || is_inherited && list.elements().next().is_none() {
                draft.extend_points(PointMark::named(&key), points);
            }
        }
    }

    /// Reads arrows or lines: `[3, 3, 5, 5]`, from a point to another.
    fn arrows(&mut self, key: &str, pointer: &str, list: Value<'_>, draft: &mut Draft) {
        for value in list.elements() {
            let Some((from, to)) = self.ends(value) else {
                self.json.diagnostics.report(&codes::IMPOSSIBLE_MARK, value.span(), || {
                    let raw = excerpt(value.raw());
                    format!("{key} takes two points of the board as four numbers, not {raw}; it has no effect (kept in the file)")
                });
                self.keep_element(draft, draft.main, pointer, value);
                continue;
            };
            if !self.json.take(2 * size_of::<Mark>(), value.span().start) {
                return;
            }
            draft.marks.push(if key == "arrow" { Mark::Arrow(from, to) } else { Mark::Line(from, to) });
        }
    }

    /// Returns the two different points of four numbers.
    fn ends(&self, value: Value<'_>) -> Option<(Point, Point)> {
        let mut numbers = value.elements().map(Value::integer);
        let mut point = || {
            let (x, y) = (numbers.next()??, numbers.next()??);
            self.window.at(x, y).on()
        };
        let ends = (point()?, point()?);
        (ends.0 != ends.1 && value.element(4).is_none()).then_some(ends)
    }

    /// Reads marks that may have texts: `[3, 3, "A"]`, `["dd", "A"]` or `["aa:cc", "A"]`.
    fn marks_with_texts(&mut self, key: &str, pointer: &str, list: Value<'_>, draft: &mut Draft) {
        for value in list.elements() {
            let (rect, text) = match self.mark_with_text(value) {
                Some((rect, text)) => {
                    self.report_number_as_text(key, value);
                    (Some(rect), text)
                }
                None => (self.rect(value), Cow::Borrowed("")),
            };
            let Some(rect) = rect else {
                self.report_no_point(value, false);
                self.keep_element(draft, draft.main, pointer, value);
                continue;
            };
            // Each text becomes a separate mark with a copy of the name, which may be long.
            if !self.json.take(2 * (size_of::<Mark>() + key.len() + text.len()), value.span().start) {
                return;
            }
            let mark = match &*text {
                "" => PointMark::named(key),
                text => PointMark::Custom { name: key.to_string(), text: text.to_string() },
            };
            draft.extend_points(mark, [rect]);
        }
    }

    /// Returns the points and the text of a mark with a text.
    fn mark_with_text<'v>(&self, value: Value<'v>) -> Option<(Rect, Cow<'v, str>)> {
        if value.kind() != Kind::Array {
            return None;
        }
        if let Some(Label { at: Some(at), text }) = self.label(value).filter(|label| !label.text.is_empty()) {
            return Some((at.into(), text));
        }
        let rect = self.rect_of_letters(&value.element(0)?.string()?)?;
        let text = value.element(1)?.string().filter(|text| !text.is_empty() && value.element(2).is_none())?;
        Some((rect, text))
    }

    /// Reads labels: `[3, 3, "A"]`, `["dd", "A"]` or `"dd:A"`.
    fn labels(&mut self, pointer: &str, list: Value<'_>, draft: &mut Draft) {
        let mut seen: BTreeSet<(Point, String)> = BTreeSet::new();
        for value in list.elements() {
            let Some(Label { at, text }) = self.label(value) else {
                let raw = excerpt(value.raw());
                // A point alone is a label without a text, and so is one with a colon: `"dd:"`.
                let letters = value.string().and_then(|text| self.point_of_letters(text.strip_suffix(':')?));
                let point = || self.point(value).filter(|_| value.element(3).is_none());
                let Some(at) = letters.or_else(point) else {
                    self.json.diagnostics.report(&codes::LABEL_WITHOUT_TEXT, value.span(), || {
                        format!("a label needs a point and a text; {raw} has no effect (kept in the file)")
                    });
                    self.keep_element(draft, draft.main, pointer, value);
                    continue;
                };
                self.json.diagnostics.report(&codes::LABEL_WITHOUT_TEXT, value.span(), || {
                    format!("a label needs a point and a text; {raw} was read with an empty text")
                });
                draft.marks.push(Mark::Label(at, String::new()));
                continue;
            };
            self.report_number_as_text("label", value);
            let Some(at) = at else {
                let problem = self.off_board_words(value);
                self.json.diagnostics.report(&codes::IMPOSSIBLE_MARK, value.span(), || {
                    format!("{problem}; the label has no effect (kept in the file)")
                });
                self.keep_element(draft, draft.main, pointer, value);
                continue;
            };
            if !seen.insert((at, text.to_string())) {
                let name = self.named(at);
                self.json.diagnostics.report(&codes::POINT_TWICE, value.span(), || {
                    format!("the label at {name} is repeated; read once")
                });
                continue;
            }
            let copies = if draft.marks.len() < MANY { 1 } else { 3 };
            if !self.json.take(copies * (size_of::<Mark>() + text.len()), value.span().start) {
                return;
            }
            draft.marks.push(Mark::Label(at, text.into_owned()));
        }
    }

    /// Reports a label, or a mark with a text, whose text is a number: `[3, 3, 5]`.
    fn report_number_as_text(&mut self, key: &str, value: Value<'_>) {
        if let Some(number) = value.elements().last().filter(|text| text.kind() == Kind::Number) {
            self.json.diagnostics.report(&codes::WRONG_KIND, number.span(), || {
                format!("{key} takes a text; {} was read as text", excerpt(number.raw()))
            });
        }
    }

    /// Returns the label of a value. Returns `None` if it has no text.
    fn label<'v>(&self, value: Value<'v>) -> Option<Label<'v>> {
        if value.kind() == Kind::Array {
            let is_letters = value.element(0)?.kind() == Kind::String;
            let text = value.element(if is_letters { 1 } else { 2 })?;
            let text = text.string().or_else(|| text.number())?;
            let has_more = value.element(if is_letters { 2 } else { 3 }).is_some();
            return (!has_more).then(|| Label { at: self.point(value), text });
        }
        let text = value.string()?;
        let (letters, label) = text.split_once(':').filter(|(_, label)| !label.is_empty())?;
        Some(Label { at: self.point_of_letters(letters), text: Cow::Owned(label.to_string()) })
    }

    /// Returns the point of the visible board that two letters name.
    fn point_of_letters(&self, letters: &str) -> Option<Point> {
        let from = self.window.rect.upper_left();
        let at = Point::from_sgf(letters).filter(|&at| self.window.size.contains(at))?;
        Point::new(at.x() + from.x(), at.y() + from.y())
    }
}
