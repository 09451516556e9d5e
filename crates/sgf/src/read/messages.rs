//! Parts of the text in a message.

use alloc::{format, string::String};

/// Returns at most 40 characters of a raw value, on one line.
pub(super) fn shown(raw: &str) -> String {
    let line: String = raw.chars().map(|c| if c.is_control() { ' ' } else { c }).take(41).collect();
    match line.char_indices().nth(40) {
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
