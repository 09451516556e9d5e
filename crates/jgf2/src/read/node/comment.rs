//! `comments`: the comments of a node.

use crate::{codes, read::Reader};
use alloc::{borrow::Cow, format, string::String};
use kifu_core::Comment;
use kifu_goban::draft::Draft;
use kifu_json::{Kind, Value, record::excerpt};

impl Reader {
    pub(super) fn comments(&mut self, value: Value<'_>, draft: &mut Draft) {
        let is_list = value.kind() == Kind::Array;
        if !is_list {
            self.json.diagnostics.report(
                &codes::WRONG_KIND,
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
                    if !self.json.take(2 * size_of::<Comment>() + comment.text.len(), entry.span().start) {
                        return;
                    }
                    draft.main_mut().node.details_mut().comments.push(comment);
                }
                None if entry.is_null() => {}
                None => {
                    self.json.diagnostics.report(&codes::WRONG_KIND, entry.span(), || {
                        format!("comments takes texts; {} has no effect (kept in the file)", excerpt(entry.raw()))
                    });
                    self.keep_in_node(draft, draft.main, "/comments", entry);
                }
            }
        }
    }
}

/// Returns a comment with its author and its time, as in JGF 1.
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
