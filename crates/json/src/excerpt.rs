//! The start of a text, for a message.

use alloc::borrow::Cow;

/// Returns the start of a text on one line, for a message: at most 40 characters.
///
/// ```
/// assert_eq!(kifu_json::record::excerpt("a\nb"), "a b");
/// assert!(kifu_json::record::excerpt(&"x".repeat(100)).ends_with('…'));
/// ```
#[must_use]
pub fn excerpt(text: &str) -> Cow<'_, str> {
    /// The maximum number of characters, so that the message fits on a line or two.
    const MOST: usize = 40;
    let shown = kifu_core::excerpt(text, MOST);
    if shown.contains(char::is_control) { shown.replace(char::is_control, " ").into() } else { shown }
}
