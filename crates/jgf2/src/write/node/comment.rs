//! `comments`: the comments of a node.

use kifu_core::Comment;
use kifu_json::{Writer, record::ForeignData};

pub(super) fn comments(comments: &[Comment], foreign: &ForeignData<'_>, out: &mut Writer) {
    let mut kept = foreign.of_list("/comments").peekable();
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
