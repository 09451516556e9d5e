//! A comment of a node.

use alloc::string::String;

/// A comment. Most formats have no author and no time, and some allow only one comment per node.
///
/// ```
/// use kifu_core::Comment;
/// let plain = Comment::from("Black is ahead.".to_string());
/// let signed = plain.clone().by("Go Seigen");
/// assert_eq!(plain.text, signed.text);
/// assert_ne!(plain, signed); // the author is part of a comment
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct Comment {
    /// The text of the comment. Lines end with `\n`.
    pub text: String,
    /// The author.
    pub author: Option<String>,
    /// The time of the comment, as text.
    pub time: Option<String>,
}

impl Comment {
    /// Returns the comment with an author.
    ///
    /// ```
    /// use kifu_core::Comment;
    /// let comment = Comment::from("Black is ahead.").by("Go Seigen");
    /// assert_eq!(comment.author.as_deref(), Some("Go Seigen"));
    /// ```
    #[must_use]
    pub fn by(self, author: impl Into<String>) -> Self {
        Self { author: Some(author.into()), ..self }
    }
}

impl From<String> for Comment {
    fn from(text: String) -> Self {
        Self { text, author: None, time: None }
    }
}

impl From<&str> for Comment {
    fn from(text: &str) -> Self {
        Self::from(String::from(text))
    }
}
