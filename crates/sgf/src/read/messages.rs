//! Parts of the text in a message.

use alloc::{format, string::String};

/// The maximum number of characters of a value in a message: an excerpt of the file follows.
const SHOWN: usize = 40;

/// Returns at most [`SHOWN`] characters of a raw value, on one line.
pub(super) fn shown(raw: &str) -> String {
    let line: String = raw.chars().map(|c| if c.is_control() { ' ' } else { c }).take(SHOWN + 1).collect();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Returns a raw value in its brackets.
pub(super) fn quoted(raw: &str) -> String {
    format!("[{}]", shown(raw))
}

/// Lists `count` points by the first few, `first`: `aa, bb, cc and 3 more`.
pub(super) fn listed(first: &[String], count: usize) -> String {
    let first = first.join(", ");
    if count > LISTED { format!("{first} and {} more", count - LISTED) } else { first }
}

/// The number of points that a message shows.
pub(super) const LISTED: usize = 3;
