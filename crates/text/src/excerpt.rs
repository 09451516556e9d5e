//! Cuts long texts for messages.

use alloc::{borrow::Cow, format};

/// Returns the start of a text for a message: at most `most` characters, and an ellipsis if something is left out.
///
/// ```
/// use kifu_text::excerpt;
/// assert_eq!(excerpt("本因坊", 3), "本因坊");
/// assert_eq!(excerpt("本因坊秀策", 3), "本因坊…");
/// ```
#[must_use]
pub fn excerpt(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
