//! Comments: the lines of one comment, a bookmark, and the analyses of programs.

use super::Reader;
use alloc::{boxed::Box, string::String, vec::Vec};
use kifu_core::{AnalysedPosition, Comment, Foreign, Node};
use kifu_json::{Kind, Value, record::excerpt};
use kifu_shogiban::{
    Action, Shogi,
    analysis::{self, Context, LinePosition, SplitComment},
};

impl Reader<'_> {
    /// Reads the comments of a node whose move is not played yet.
    pub(super) fn comments(&mut self, value: Value<'_>, node: &mut Node<Shogi>, kept: &mut Vec<Foreign>) {
        let is_list = value.kind() == Kind::Array;
        if !is_list {
            if value.kind() != Kind::String {
                return self.keep_wrong(kept, ("", "comments"), "a list of texts", value);
            }
            self.json.diagnostics.report(
                &crate::codes::WRONG_KIND,
                value.span(),
                || "comments is not a list; read as one comment",
            );
        }
        let mut bookmark: Option<String> = None;
        let mut text: Option<String> = None;
        for entry in value.elements().chain((!is_list).then_some(value)) {
            let Some(line) = entry.string() else {
                if !entry.is_null() {
                    self.json.diagnostics.report(&crate::codes::WRONG_KIND, entry.span(), || {
                        alloc::format!(
                            "comments takes texts; {} has no effect (kept in the file)",
                            excerpt(entry.raw())
                        )
                    });
                    self.json.keep(kept, "/comments", entry);
                }
                continue;
            };
            // A text grows, and takes its old memory too.
            if !self.json.take(2 * line.len() + size_of::<Comment>(), entry.span().start) {
                return;
            }
            // json-kifu-format stores the bookmarks of KIF so.
            match line.strip_prefix('&') {
                Some(name) if bookmark.is_none() && !line.contains(['\n', '\r']) => bookmark = Some(name.into()),
                _ => match &mut text {
                    Some(text) => {
                        text.push('\n');
                        text.push_str(&line);
                    }
                    None => text = Some(line.into_owned()),
                },
            }
        }
        let text =
            text.map(|text| if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text });
        if bookmark.is_some() {
            node.details_mut().bookmark = bookmark;
        }
        let Some(text) = text else { return };
        let SplitComment { comment, analyses, .. } = self.split(&text, node);
        let details = node.details_mut();
        if analyses.is_empty() || !comment.is_empty() {
            details.comments.push(Comment::from(comment));
        }
        details.analyses = analyses;
    }

    /// Divides a comment into the words of people and the analyses of programs.
    fn split(&self, text: &str, node: &Node<Shogi>) -> SplitComment {
        let lines: Vec<&str> = text.split('\n').collect();
        if !self.analyses {
            return analysis::unsplit(&lines);
        }
        let played = node.action.as_ref().and_then(Action::as_move);
        let positions = |at: AnalysedPosition| -> Option<Box<dyn LinePosition>> {
            let mut position = self.position.clone();
            if at == AnalysedPosition::After
                && let Some(action) = &node.action
            {
                position.play_action(action);
            }
            Some(Box::new(position))
        };
        analysis::split(&lines, &Context::new(played, self.line.last_to).with_positions(&positions))
    }
}
