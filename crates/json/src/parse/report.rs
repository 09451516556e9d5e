//! Diagnostics of the parser, with their fixes.

use super::Parser;
use crate::{codes, excerpt::excerpt};
use alloc::{format, string::String};
use kifu_core::{CodeInfo, Edits, Safety, Severity, Span};

impl Parser<'_> {
    /// Adds text that is not allowed here to the current stretch of ignored text.
    pub(super) fn pass_over(&mut self, start: usize, end: usize) -> bool {
        self.flush_name();
        self.add_stray(start, end);
        false
    }

    pub(super) fn add_stray(&mut self, start: usize, end: usize) {
        let new = Span::new(start, end);
        match &mut self.stray {
            // If `last_end` is after the start of the stretch, a token with a meaning came in between.
            Some(stray) if self.last_end <= stray.start as usize => stray.end = new.end,
            _ => {
                self.flush_stray();
                self.stray = Some(new);
            }
        }
    }

    pub(super) fn flush_name(&mut self) {
        if let Some(name) = self.outermost.name.take() {
            self.add_stray(name.start as usize, name.end as usize);
        }
    }

    pub(super) fn flush_stray(&mut self) {
        if let Some(stray) = self.stray.take() {
            let text = self.document.text;
            self.report(&codes::STRAY_TEXT, stray.start as usize, stray.end as usize, || {
                (format!("`{}` is not allowed here; ignored", excerpt(&text[stray.range()])), None)
            });
        }
    }

    pub(super) fn report(
        &mut self,
        info: &CodeInfo,
        start: usize,
        end: usize,
        words: impl FnOnce() -> (String, Option<FixEdit>),
    ) {
        self.report_with_note(info, start, end, || {
            let (message, fix_edit) = words();
            (message, fix_edit, None)
        });
    }

    pub(super) fn report_with_note(
        &mut self,
        info: &CodeInfo,
        start: usize,
        end: usize,
        words: impl FnOnce() -> (String, Option<FixEdit>, Option<(usize, String)>),
    ) {
        // After an unbalanced quotation mark, later warnings are side effects; do not report them.
        if info.severity < Severity::Error && self.strings.exchanged.is_some_and(|from| from <= start) {
            return;
        }
        self.diagnostics.report(info, Span::new(start, end), String::new).with(|mut found| {
            let (message, fix_edit, note) = words();
            found.message = message;
            if let Some((at, words)) = note {
                found = found.note(Some(Span::new(at, at + 1)), words);
            }
            match fix_edit {
                Some(fix_edit) => found.fix(fix_edit.safety, fix_edit.title, fix_edit.edits),
                None => found,
            }
        });
    }
}

pub(super) struct FixEdit {
    safety: Safety,
    title: &'static str,
    edits: Edits,
}

pub(super) fn fix(safety: Safety, start: usize, end: usize, with: &str, title: &'static str) -> Option<FixEdit> {
    Some(FixEdit { safety, title, edits: Edits::one(Span::new(start, end), with) })
}

pub(super) fn replace(start: usize, end: usize, with: &str, title: &'static str) -> Option<FixEdit> {
    fix(Safety::Safe, start, end, with, title)
}

/// Returns a fix that removes a stretch. A space replaces it if the text before and after could become one token. Punctuation
/// needs no space if no other fix can remove it; a string needs one, because a word directly after it makes its end doubtful.
pub(super) fn cut(safety: Safety, text: &str, start: usize, end: usize, title: &'static str) -> Option<FixEdit> {
    let parts = |c: Option<char>| c.is_none_or(|c| " \t\r\n{}[]:".contains(c));
    let is_clear = parts(text[..start].chars().next_back()) || parts(text[end..].chars().next());
    fix(safety, start, end, if is_clear { "" } else { " " }, title)
}

pub(super) fn insert(at: usize, what: &str, title: &'static str) -> Option<FixEdit> {
    fix(Safety::Safe, at, at, what, title)
}

pub(super) fn insert_guess(at: usize, what: &str, title: &'static str) -> Option<FixEdit> {
    fix(Safety::Guess, at, at, what, title)
}
