//! Comments: texts, and objects with the author and the time.

use super::{ForeignData, MemberReader, excerpt, pointer_step};
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
                Some(comment) if comment == Comment::default() && unknown(entry).next().is_none() => {}
                Some(comment) => {
                    if !self.take(2 * size_of::<Comment>() + comment.text.len(), entry.span().start) {
                        return;
                    }
                    for (key, value) in unknown(entry) {
                        self.report_unknown(value);
                        self.keep(kept, &format!("/comments/{}/{}", comments.len(), pointer_step(&key)), value);
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
    let is_text = |key| entry.get(key).is_none_or(|value| value.kind() == Kind::String);
    let comment = text("comment").or_else(|| text("text"))?;
    let not_empty = |text: Cow<'_, str>| (!text.is_empty()).then(|| text.into_owned());
    ["name", "timestamp", "comment", "text"].into_iter().all(is_text).then(|| {
        let mut comment = Comment::from(with_line_feeds(comment));
        comment.author = text("name").and_then(not_empty);
        comment.time = text("timestamp").and_then(not_empty);
        comment
    })
}

/// Returns the members of a comment that the record has no place for.
fn unknown<'d>(entry: Value<'d>) -> impl Iterator<Item = (Cow<'d, str>, Value<'d>)> {
    let is_known = |key: &str| matches!(key, "name" | "timestamp" | "comment" | "text");
    entry.members().filter(move |(key, _)| !is_known(key))
}

/// Returns the text with `\n` as line end.
fn with_line_feeds(text: Cow<'_, str>) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.into_owned() }
}

/// Writes the comments of a node as the member `comments`, followed by entries that the reader kept. Writes nothing if there are none.
/// Members of comments that the reader kept are written into them.
///
/// ```
/// use kifu_core::{Comment, Foreign, ForeignSet};
/// use kifu_json::{Writer, record::{ForeignData, write_comments}};
/// let mood = Foreign::new("abc", "/comments/1/mood", vec![r#""happy""#.into()]);
/// let foreign: ForeignSet = vec![mood].into();
/// let mut out = Writer::compact();
/// out.begin_object();
/// let comments = [Comment::from("tengen"), Comment::from("a joke").by("Go Seigen")];
/// write_comments(&comments, &mut ForeignData::new("abc", &foreign), &mut out);
/// assert_eq!(out.finish(), r#"{"comments":["tengen",{"name":"Go Seigen","comment":"a joke","mood":"happy"}]}"#);
/// ```
pub fn write_comments(comments: &[Comment], foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let has_members = foreign.members.iter().any(|entry| entry.key.starts_with("/comments/"));
    let kept: Vec<&str> = foreign.of_list("/comments").collect();
    if comments.is_empty() && kept.is_empty() {
        return;
    }
    out.key("comments");
    out.begin_array_inline();
    for (place, comment) in comments.iter().enumerate() {
        let prefix = if has_members { format!("/comments/{place}") } else { String::new() };
        let has_members = has_members && foreign.has_members(&prefix);
        if comment.author.is_none() && comment.time.is_none() && !has_members {
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
        if has_members {
            foreign.write_members(&prefix, &["name", "timestamp", "comment"], out);
        }
        out.end();
    }
    if has_members {
        let written = |pointer: &str| {
            let place =
                pointer.strip_prefix("/comments/").and_then(|rest| rest.split('/').next()?.parse::<usize>().ok());
            place.is_some_and(|place| place < comments.len())
        };
        foreign.members.retain(|entry| !written(&entry.key));
    }
    kept.into_iter().for_each(|raw| out.raw(raw));
    out.end();
}
