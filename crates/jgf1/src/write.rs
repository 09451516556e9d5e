//! The writer: from go records to JSON.

mod board;
mod header;
mod node;
mod tree;

use self::board::Board;
use crate::{INFO, Jgf1};
use alloc::string::String;
use kifu_core::Record;
use kifu_goban::{Color, Go};
use kifu_json::record::ForeignData;

/// Returns the records as objects, with a line end after each.
pub(crate) fn write(records: &[Record<Go>], format: &Jgf1) -> String {
    let mut text = String::new();
    for record in records {
        let mut out = format.style.writer();
        out.begin_object();
        let mut foreign = ForeignData::new(INFO.id, &record.info.foreign).with_slots(format.slots);
        let board = Board::of(record, format);
        header::header(record, &board, &mut foreign, &mut out);
        tree::tree(record, &board, &foreign, &mut out);
        text.push_str(&out.finish());
        text.push('\n');
    }
    text
}

fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
