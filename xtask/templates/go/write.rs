//! Writes a record as text.

use alloc::{format, string::String};
use kifu_core::Record;
use kifu_goban::{Go, GoRecord, Size};

pub(crate) fn write(record: &Record<Go>) -> String {
    let mut out = String::from("#@name@\n");
    for played in record.main_line() {
        let color = played.color.letter();
        match played.at {
            Some(at) if Size::default().contains(at) => out += &format!("{color} {at}\n"),
            // A move that cannot be written is left out; kifu measures the loss.
            Some(_) => {}
            None => out += &format!("{color} pass\n"),
        }
    }
    out
}
