//! What record formats in JSON share: texts and numbers of the wrong type, members that a record keeps unchanged, and the slots for
//! data of other formats.
//!
//! A format creates a [`MemberReader`] for each game. It reads the members that it knows, and keeps the others as [`Foreign`] data with
//! their JSON pointers. When it writes, [`ForeignData`] gives each of them back at its place, and [`Section`] and [`slot`] write the rest.
//!
//! [`Foreign`]: kifu_core::Foreign

mod comment;
mod detect;
mod foreign;
mod reader;
mod section;
mod shape;
pub mod slot;
mod spelling;
mod style;

pub use comment::write_comments;
pub use detect::{Detected, detect, is_damaged_name, rejection};
pub use foreign::ForeignData;
pub use reader::{MemberFormat, MemberReader};
pub use section::Section;
pub use shape::is_default;
pub use spelling::is_misspelling;
pub use style::Style;

use alloc::string::String;

/// Returns a key as a step of a JSON pointer.
///
/// ```
/// assert_eq!(kifu_json::record::pointer_step("a/b"), "a~1b");
/// ```
#[must_use]
pub fn pointer_step(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Returns the start of a text on one line, for a message: at most 40 characters.
///
/// ```
/// assert_eq!(kifu_json::record::excerpt("a\nb"), "a b");
/// assert!(kifu_json::record::excerpt(&"x".repeat(100)).ends_with('…'));
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    /// The maximum number of characters, so that the message fits on a line or two.
    const MOST: usize = 40;
    let mut out: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        out.push('…');
    }
    out
}
