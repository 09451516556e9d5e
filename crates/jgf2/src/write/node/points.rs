//! The points of a list: of stones, of marks and of territory.

use kifu_goban::{Point, Points, Rect};
use kifu_json::Writer;

/// Begins an entry of a list with its type or its colour.
pub(super) fn begin_entry(key: &str, value: &str, out: &mut Writer) {
    out.begin_object_inline();
    out.key(key);
    out.string(value);
}

/// Writes the points of an entry: rectangles larger than `max_area` as rectangles, the others as single points.
pub(super) fn coords(points: &Points, text: Option<&str>, max_area: usize, out: &mut Writer) {
    out.key("coords");
    out.begin_array_inline();
    for at in points.rects().filter(|rect| rect.area() <= max_area).flat_map(Rect::iter) {
        point(at, text, out);
    }
    out.end();
    if points.rects().any(|rect| rect.area() > max_area) {
        out.key("rects");
        out.begin_array_inline();
        for rect in points.rects().filter(|rect| rect.area() > max_area) {
            ends(rect.upper_left(), rect.lower_right(), text, out);
        }
        out.end();
    }
}

pub(super) fn point(at: Point, text: Option<&str>, out: &mut Writer) {
    out.begin_object_inline();
    out.key("x");
    out.integer(i64::from(at.x()));
    out.key("y");
    out.integer(i64::from(at.y()));
    if let Some(text) = text {
        out.key("text");
        out.string(text);
    }
    out.end();
}

/// Writes the ends of a line, or two corners of a rectangle.
pub(super) fn ends(from: Point, to: Point, text: Option<&str>, out: &mut Writer) {
    out.begin_object_inline();
    out.key("from");
    point(from, None, out);
    out.key("to");
    point(to, None, out);
    if let Some(text) = text {
        out.key("text");
        out.string(text);
    }
    out.end();
}
