//! From a record to text.

use alloc::{format, string::String};
use kifu_core::Record;
use kifu_goban::{Go, Size};

pub(crate) fn write(record: &Record<Go>) -> String {
    let mut out = String::from("#@name@\n");
    for played in record.tree.main_line().filter_map(|node| record.tree[node].action.as_ref()?.as_move()) {
        // What cannot be written is left out: the loss is measured, and told.
        match played.at {
            Some(at) if Size::default().contains(at) => out += &format!("{} {at}\n", played.color.letter()),
            Some(_) => {}
            None => out += &format!("{} pass\n", played.color.letter()),
        }
    }
    out
}
