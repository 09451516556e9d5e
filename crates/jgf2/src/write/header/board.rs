//! `board`: the size, and the lines that are cut off.

use kifu_core::Record;
use kifu_goban::{Go, Mark, Rect};
use kifu_json::{
    Writer,
    record::{ForeignData, Section},
};

pub(super) fn board(record: &Record<Go>, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let size = record.setup.size;
    let mut section = Section::new("board", out);
    section.key("width").integer(i64::from(size.width()));
    section.key("height").integer(i64::from(size.height()));
    if let Some(view) = cut_off(record) {
        let (upper_left, lower_right) = (view.upper_left(), view.lower_right());
        section.key("cutOffLeft").integer(i64::from(upper_left.x()));
        section.key("cutOffRight").integer(i64::from(size.width() - 1 - lower_right.x()));
        section.key("cutOffTop").integer(i64::from(upper_left.y()));
        section.key("cutOffBottom").integer(i64::from(size.height() - 1 - lower_right.y()));
    }
    section.end(foreign);
}

/// Returns the view at the start, if it is one rectangle and not the whole board. It is written as the cut-off of the board.
pub(in crate::write) fn cut_off(record: &Record<Go>) -> Option<Rect> {
    let details = record.tree[record.tree.root()].details()?;
    let mut views =
        details.marks.iter().filter_map(|mark| if let Mark::View(points) = mark { Some(points) } else { None });
    let points = views.next().filter(|_| views.next().is_none())?;
    let mut rects = points.rects();
    let rect = rects.next().filter(|_| rects.next().is_none())?;
    (rect != record.setup.size.rect()).then_some(rect)
}
