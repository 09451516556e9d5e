//! The points of a list: of stones, of marks and of territory.

use kifu_core::{Node, Record};
use kifu_goban::{Action, Go, Mark, Point, Points, PositionEdit, Rect};
use kifu_json::Writer;

/// The maximum area of a rectangle of marks that is written point by point. A larger area in SGF text is a rectangle with two
/// corners, and single points would take more than 20 times as much text. No user draws that many marks by hand.
pub(super) const MAX_MARK_AREA: usize = 8;
/// The maximum area for marks that later nodes inherit. No other program reads these marks.
pub(super) const MAX_INHERITED_AREA: usize = 1;
/// The maximum number of points in all large rectangles of stones and territory of a record for which these are written point by
/// point, because other programs read only points. The value is four times the number of points of a 19x19 board.
const MAX_POINTS_OF_RECORD: usize = 4 * 361;

/// Returns the maximum area of rectangles of stones and territory that are written point by point.
pub(in crate::write) fn max_area_of_stones(record: &Record<Go>) -> usize {
    let large = |points: &Points| points.rects().map(Rect::area).filter(|&area| area > MAX_MARK_AREA).sum::<usize>();
    let of_edit =
        |edit: &PositionEdit| [edit.black(), edit.white(), edit.clear()].into_iter().map(large).sum::<usize>();
    let of_node = |node: &Node<Go>| {
        let edit = if let Some(Action::Edit(edit)) = &node.action { of_edit(edit) } else { 0 };
        let marks = node.details().into_iter().flat_map(|details| &details.marks);
        let territory = |mark: &Mark| if let Mark::Territory(_, points) = mark { large(points) } else { 0 };
        edit + marks.map(territory).sum::<usize>()
    };
    let tree = &record.tree;
    let all = of_edit(&record.setup.stones) + tree.preorder().map(|node| of_node(&tree[node])).sum::<usize>();
    if all <= MAX_POINTS_OF_RECORD { MAX_POINTS_OF_RECORD } else { MAX_MARK_AREA }
}

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
