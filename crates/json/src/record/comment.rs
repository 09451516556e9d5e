//! Comments: texts, and objects with the author and the time.

use super::{MemberReader, excerpt};
use crate::{Kind, Value, Writer};
use alloc::{borrow::Cow, format, string::String, vec::Vec};
use kifu_core::{Comment, Foreign};

impl MemberReader {
    /// Reads the comments of a node into `comments`. Entries that are not comments are kept in `kept`, with the pointer `/comments`.
    pub fn comments(&mut self, value: Value<'_>, comments: &mut Vec<Comment>, kept: &mut Vec<Foreign>) {
        let is_list = value.kind() == Kind::Array;
        if !is_list {
            self.diagnostics.report(
                &self.format.wrong_kind,
                value.span(),
                || "comments is not a list; read as one comment",
            );
        }
        let list = is_list.then(|| value.elements()).into_iter().flatten();
        for entry in list.chain((!is_list).then_some(value)) {
            let comment = match entry.kind() {
                Kind::String => entry.string().map(|text| Comment::from(with_line_feeds(text))),
                Kind::Object => comment_with_author(entry),
                _ => None,
            };
            match comment {
                Some(comment) if comment == Comment::default() => {}
                Some(comment) => {
                    if !self.take(2 * size_of::<Comment>() + comment.text.len(), entry.span().start) {
                        return;
                    }
                    comments.push(comment);
                }
                None if entry.is_null() => {}
                None => {
                    self.diagnostics.report(&self.format.wrong_kind, entry.span(), || {
                        format!("comments takes texts; {} has no effect (kept in the file)", excerpt(entry.raw()))
                    });
                    self.keep(kept, "/comments", entry);
                }
            }
        }
    }
}

/// Returns a comment with its author and its time.
fn comment_with_author(entry: Value<'_>) -> Option<Comment> {
    let text = |key| entry.get(key).and_then(Value::string);
    let is_known = entry.members().all(|(key, _)| matches!(&*key, "name" | "timestamp" | "comment" | "text"));
    let comment = text("comment").or_else(|| text("text"))?;
    let not_empty = |text: Cow<'_, str>| (!text.is_empty()).then(|| text.into_owned());
    is_known.then(|| {
        let mut comment = Comment::from(with_line_feeds(comment));
        comment.author = text("name").and_then(not_empty);
        comment.time = text("timestamp").and_then(not_empty);
        comment
    })
}

/// Returns the text with `\n` as line end.
fn with_line_feeds(text: Cow<'_, str>) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.into_owned() }
}

/// Writes the comments of a node as the member `comments`, followed by entries that the reader kept. Writes nothing if there are none.
///
/// ```
/// use kifu_core::Comment;
/// use kifu_json::{Writer, record::write_comments};
/// let mut out = Writer::compact();
/// out.begin_object();
/// write_comments(&[Comment::from("tengen"), Comment::from("a joke").by("Go Seigen")], [].into_iter(), &mut out);
/// assert_eq!(out.finish(), r#"{"comments":["tengen",{"name":"Go Seigen","comment":"a joke"}]}"#);
/// ```
pub fn write_comments<'a>(comments: &[Comment], kept: impl Iterator<Item = &'a str>, out: &mut Writer) {
    let mut kept = kept.peekable();
    if comments.is_empty() && kept.peek().is_none() {
        return;
    }
    out.key("comments");
    out.begin_array_inline();
    for comment in comments {
        if comment.author.is_none() && comment.time.is_none() {
            out.string(&comment.text);
            continue;
        }
        out.begin_object_inline();
        for (key, text) in [("name", &comment.author), ("timestamp", &comment.time)] {
            if let Some(text) = text {
                out.key(key);
                out.string(text);
            }
        }
        out.key("comment");
        out.string(&comment.text);
        out.end();
    }
    kept.for_each(|raw| out.raw(raw));
    out.end();
}
