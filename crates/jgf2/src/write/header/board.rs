//! `board`: the size, and the lines that are cut off.

use kifu_core::Record;
use kifu_goban::{Go, GoRecord};
use kifu_json::{
    Writer,
    record::{ForeignData, Section},
};

pub(super) fn board(record: &Record<Go>, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let size = record.setup.size;
    let mut section = Section::new("board", out);
    section.key("width").integer(i64::from(size.width()));
    section.key("height").integer(i64::from(size.height()));
    if let Some(view) = record.start_view() {
        let (upper_left, lower_right) = (view.upper_left(), view.lower_right());
        section.key("cutOffLeft").integer(i64::from(upper_left.x()));
        section.key("cutOffRight").integer(i64::from(size.width() - 1 - lower_right.x()));
        section.key("cutOffTop").integer(i64::from(upper_left.y()));
        section.key("cutOffBottom").integer(i64::from(size.height() - 1 - lower_right.y()));
    }
    section.end(foreign);
}
