//! The comments of a node.

use alloc::{string::String, vec::Vec};
use core::{
    ops::{Deref, DerefMut},
    slice,
};
use smallvec::SmallVec;

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

/// The comments of a node, in order. It dereferences to a slice.
///
/// As a rule a node has one comment, which takes no memory outside of the list.
///
/// ```
/// use kifu_core::{Comment, Comments};
/// let mut comments = Comments::from([Comment::from("Black is ahead.")]);
/// comments.push(Comment::from("Is he?").by("Go Seigen"));
/// assert_eq!((comments.len(), comments[1].text.as_str()), (2, "Is he?"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Comments(SmallVec<[Comment; 1]>);

impl Comments {
    /// Adds a comment after the others.
    pub fn push(&mut self, comment: Comment) {
        self.0.push(comment);
    }

    /// Removes all comments.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }

    /// Returns the approximate number of bytes that the comments take outside of the list itself.
    pub(crate) fn memory(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::capacity);
        let comment = |comment: &Comment| comment.text.capacity() + text(&comment.author) + text(&comment.time);
        let list = if self.0.spilled() { self.0.capacity() * size_of::<Comment>() } else { 0 };
        list + self.0.iter().map(comment).sum::<usize>()
    }
}

impl Deref for Comments {
    type Target = [Comment];

    fn deref(&self) -> &[Comment] {
        &self.0
    }
}

impl DerefMut for Comments {
    fn deref_mut(&mut self) -> &mut [Comment] {
        &mut self.0
    }
}

impl From<Vec<Comment>> for Comments {
    fn from(comments: Vec<Comment>) -> Self {
        comments.into_iter().collect()
    }
}

impl<const N: usize> From<[Comment; N]> for Comments {
    fn from(comments: [Comment; N]) -> Self {
        comments.into_iter().collect()
    }
}

impl FromIterator<Comment> for Comments {
    fn from_iter<I: IntoIterator<Item = Comment>>(comments: I) -> Self {
        Self(comments.into_iter().collect())
    }
}

impl Extend<Comment> for Comments {
    fn extend<I: IntoIterator<Item = Comment>>(&mut self, comments: I) {
        self.0.extend(comments);
    }
}

impl IntoIterator for Comments {
    type Item = Comment;
    type IntoIter = smallvec::IntoIter<[Comment; 1]>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Comments {
    type Item = &'a Comment;
    type IntoIter = slice::Iter<'a, Comment>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a mut Comments {
    type Item = &'a mut Comment;
    type IntoIter = slice::IterMut<'a, Comment>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Comments {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Comments {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
