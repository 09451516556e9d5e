//! Several comments of a record in one text of C, and the notes that separate them.

use crate::slot;
use alloc::{format, string::String, vec::Vec};
use kifu_core::{Comment, Comments};
use kifu_goban::analysis;

/// The length of one of several comments, and the data of the comment that C cannot state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommentNote {
    pub(crate) chars: usize,
    pub(crate) author: Option<String>,
    pub(crate) time: Option<String>,
}

/// Returns the comments as one text.
pub(crate) fn joined(comments: &[Comment]) -> String {
    let texts = comments.iter().map(|comment| comment.text.as_str());
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Returns the comments as one text with their authors and times, for a file without the notes that state these:
/// `Nils (2024-05-01 10:00): a good move`.
pub(crate) fn joined_with_authors(comments: &[Comment]) -> String {
    let text = |comment: &Comment| match (&comment.author, &comment.time) {
        (None, None) => comment.text.clone(),
        (Some(author), None) => format!("{author}: {}", comment.text),
        (None, Some(time)) => format!("({time}): {}", comment.text),
        (Some(author), Some(time)) => format!("{author} ({time}): {}", comment.text),
    };
    comments.iter().filter(|comment| !comment.text.is_empty()).map(text).collect::<Vec<_>>().join("\n\n")
}

/// Returns the comments of a node: the text of C, split by the lengths in the notes.
pub(crate) fn comments(text: String, notes: Option<Vec<CommentNote>>) -> Comments {
    let Some(notes) = notes else { return [Comment::from(text)].into() };
    let mut comments = Comments::default();
    let mut rest = text.as_str();
    let mut first = true;
    for note in notes {
        if note.chars > 0 && !core::mem::take(&mut first) {
            rest = rest.strip_prefix("\n\n").unwrap_or(rest);
        }
        let end = rest.char_indices().nth(note.chars).map_or(rest.len(), |(end, _)| end);
        let (this, next) = rest.split_at(end);
        let mut comment = Comment::from(this);
        (comment.author, comment.time) = (note.author, note.time);
        comments.push(comment);
        rest = next;
    }
    // Text that another program added after them belongs to the last comment.
    if let Some(last) = comments.last_mut() {
        last.text.push_str(rest);
    }
    comments
}

/// Returns the notes of the comments for the slot. Empty if there is one comment that is only a text.
///
/// A text that would be read as an analysis gets a note too.
pub(crate) fn notes(comments: &[Comment]) -> Vec<String> {
    let plain = matches!(comments, [one] if one.author.is_none() && one.time.is_none() && !one.text.is_empty());
    let is_analysis = plain && analysis::read_comment(&comments[0].text).is_some();
    if (plain && !is_analysis) || joined(comments).is_empty() {
        return Vec::new();
    }
    let stated = |text: &Option<String>| slot::field(text.as_deref().unwrap_or_default());
    comments
        .iter()
        .map(|comment| {
            format!("{}:{}:{}", comment.text.chars().count(), stated(&comment.author), stated(&comment.time))
        })
        .collect()
}
