//! Writes a record as text.

use alloc::{format, string::String};
use kifu_core::Record;
use kifu_shogiban::{Shogi, ShogiRecord};

pub(crate) fn write(record: &Record<Shogi>) -> String {
    let mut out = String::from("#@name@\n");
    for played in record.main_line() {
        out += &format!("{played}\n");
    }
    out
}
