//! The writer: from go records to JSON.

mod header;
mod node;
mod slot;
mod tree;

use crate::{INFO, Jgf2};
use alloc::string::String;
use kifu_core::Record;
use kifu_goban::{Color, Go};
use kifu_json::record::ForeignData;

/// Returns the records as objects, with a line end after each.
pub(crate) fn write(records: &[Record<Go>], format: &Jgf2) -> String {
    let mut text = String::new();
    for record in records {
        let mut out = format.style.writer();
        out.begin_object();
        let mut foreign = ForeignData::new(INFO.id, &record.info.foreign).with_slots(format.slots);
        header::header(record, format, &mut foreign, &mut out);
        tree::tree(record, &foreign, &mut out);
        text.push_str(&out.finish());
        text.push('\n');
    }
    text
}

fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
