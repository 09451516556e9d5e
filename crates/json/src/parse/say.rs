//! How what was found is said.

use super::Parser;
use crate::codes;
use alloc::{borrow::Cow, format, string::String};
use kifu_core::{CodeInfo, Diagnostic, Edits, Safety, Span};

impl Parser<'_> {
    /// Notes text that belongs nowhere.
    pub(super) fn pass_over(&mut self, start: usize, end: usize) -> bool {
        self.flush_name();
        self.add_stray(start, end);
        false
    }

    pub(super) fn add_stray(&mut self, start: usize, end: usize) {
        match &mut self.stray {
            // What means something stands between them where the last of it ended behind the first.
            Some((first, last)) if self.last_end <= *first => *last = end,
            _ => {
                self.flush_stray();
                self.stray = Some((start, end));
            }
        }
    }

    pub(super) fn flush_name(&mut self) {
        if let Some((start, end)) = self.name.take() {
            self.add_stray(start, end);
        }
    }

    pub(super) fn flush_stray(&mut self) {
        if let Some((start, end)) = self.stray.take() {
            let text = self.document.text;
            self.say(&codes::STRAY_TEXT, start, end, || {
                (format!("`{}` belongs nowhere; passed over", excerpt(&text[start..end])), None)
            });
        }
    }

    pub(super) fn say(
        &mut self,
        info: &CodeInfo,
        start: usize,
        end: usize,
        words: impl FnOnce() -> (String, Option<Cure>),
    ) {
        self.say_all(info, start, end, || {
            let (message, cure) = words();
            (message, cure, None)
        });
    }

    pub(super) fn say_all(
        &mut self,
        info: &CodeInfo,
        start: usize,
        end: usize,
        words: impl FnOnce() -> (String, Option<Cure>, Option<(usize, String)>),
    ) {
        self.said.push_with(info.code, info.severity, || {
            let (message, cure, note) = words();
            let mut said = finding(info, Some(Span::new(start, end)), message);
            if let Some((at, words)) = note {
                said = said.note(Some(Span::new(at, at + 1)), words);
            }
            match cure {
                Some(cure) => said.fix(cure.safety, cure.title, cure.edits),
                None => said,
            }
        });
    }
}

pub(super) struct Cure {
    safety: Safety,
    title: &'static str,
    edits: Edits,
}

pub(super) fn fix(safety: Safety, start: usize, end: usize, with: &str, title: &'static str) -> Option<Cure> {
    Some(Cure { safety, title, edits: Edits::one(Span::new(start, end), with) })
}

pub(super) fn replace(start: usize, end: usize, with: &str, title: &'static str) -> Option<Cure> {
    fix(Safety::Safe, start, end, with, title)
}

/// Takes a piece away, and leaves a blank where its neighbours could grow together; other punctuation may go as well, and
/// a word right behind a string makes it doubtful.
pub(super) fn cut(safety: Safety, text: &str, start: usize, end: usize) -> Option<Cure> {
    let parts = |c: Option<char>| c.is_none_or(|c| " \t\r\n{}[]:".contains(c));
    let is_clear = parts(text[..start].chars().next_back()) || parts(text[end..].chars().next());
    fix(safety, start, end, if is_clear { "" } else { " " }, "take it away")
}

pub(super) fn insert(at: usize, what: &str, title: &'static str) -> Option<Cure> {
    fix(Safety::Safe, at, at, what, title)
}

pub(super) fn insert_guess(at: usize, what: &str, title: &'static str) -> Option<Cure> {
    fix(Safety::Guess, at, at, what, title)
}

pub(super) fn finding(info: &CodeInfo, span: Option<Span>, message: impl Into<String>) -> Diagnostic {
    let said = Diagnostic::new(info.code, info.severity, message);
    match span {
        Some(span) => said.at(span),
        None => said,
    }
}

/// The first characters of a text, fit for a message.
pub(super) fn excerpt(text: &str) -> Cow<'_, str> {
    const MOST: usize = 40;
    let cut = text.char_indices().nth(MOST).map_or(text.len(), |(at, _)| at);
    if cut == text.len() && !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut out: String = text[..cut].chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if cut < text.len() {
        out.push('…');
    }
    Cow::Owned(out)
}
