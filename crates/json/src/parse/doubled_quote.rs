//! Quotation marks that are there twice, before a string (`""komi": 6.5`) or after it (`"komi"": 6.5`).
//!
//! Read as they stand, they would open a string that swallows the next value. Nothing but a separator can follow a string, so a
//! word or another quotation mark directly behind it shows the mistake. The string takes in the second mark, so that an edit
//! of its value replaces both.

use super::{Key, Parser, State, report::fix};
use crate::{
    codes,
    document::{KEY_PLAIN, Kind, LONG, PLAIN},
    scanner::Token,
};
use kifu_core::Safety;

impl Parser<'_> {
    /// Whether the token continues the string right before it, because a quotation mark is there twice. Then it has been taken.
    pub(super) fn joins_string(&mut self, token: Token, start: usize) -> bool {
        let before = &self.document.text[..start];
        if self.last_end != start
            || !before.ends_with(['"', '\''])
            || !matches!(self.state, State::Colon | State::After)
        {
            return false;
        }
        match token {
            Token::Bare | Token::Number | Token::Literal => self.joins_empty_string(start),
            Token::Plain | Token::String => self.joins_closed_string(start),
            _ => false,
        }
    }

    /// `""komi": 6.5`: the word at `start` is what the empty string should hold, if the same mark closes it on its line.
    fn joins_empty_string(&mut self, start: usize) -> bool {
        let text = self.document.text;
        let is_empty = self.last_string().is_some_and(|(from, end)| end - from == 2);
        let Some(close) = text[start..].find(['"', '\'', '\\', ',', ':', '{', '}', '[', ']', '\n', '\r']) else {
            return false;
        };
        let close = start + close;
        // The closing mark may be there twice as well.
        let is_doubled = text.as_bytes().get(close + 1) == Some(&b'"');
        if !is_empty || text.as_bytes()[close] != b'"' || !self.is_separated(close + 1 + usize::from(is_doubled)) {
            return false;
        }
        self.extend_string(start - 2, start - 2, close + 1)
    }

    /// `"komi"": 6.5`: a mark right behind a string, with a separator behind it.
    fn joins_closed_string(&mut self, start: usize) -> bool {
        let Some((from, _)) = self.last_string() else { return false };
        // What follows the mark is scanned again, once.
        if start < self.mended_before || !self.is_separated(start + 1) {
            return false;
        }
        self.mended_before = self.mended_before.max(start + 1);
        self.extend_string(from, start, start + 1)
    }

    /// Whether what may follow the string that ends at `at` follows: a colon behind a key; a comma, a closing bracket or the end
    /// of the line behind a value.
    fn is_separated(&self, at: usize) -> bool {
        let rest = self.document.text[at..].trim_start_matches([' ', '\t']);
        if self.state == State::Colon {
            return rest.starts_with(':');
        }
        rest.is_empty() || rest.starts_with([',', '}', ']', '\n', '\r'])
    }

    /// The start and end of the key or value in double quotes that was read last.
    fn last_string(&self) -> Option<(usize, usize)> {
        let (start, end) = if self.state == State::Colon {
            let start = self.key.start as usize;
            (start, start + usize::from(self.key.len))
        } else {
            let last = self.document.values.last().filter(|last| last.kind == Kind::String)?;
            (last.start as usize, last.end as usize)
        };
        let is_quoted = self.document.text[start..].starts_with('"');
        (is_quoted && end == self.last_end).then_some((start, end))
    }

    /// Makes the last string, which starts at `from`, end at `end`. The mark at `mark` is one too many. False if the key would be too
    /// long for the index.
    fn extend_string(&mut self, from: usize, mark: usize, end: usize) -> bool {
        if self.state == State::Colon {
            if end - from >= usize::from(LONG) {
                return false;
            }
            self.key = Key::new(from, end, self.key.flags & !KEY_PLAIN);
        } else if let Some(value) = self.document.values.last_mut() {
            value.end = end as u32;
            value.flags &= !PLAIN;
        }
        self.guessed = true;
        self.report(&codes::DOUBLED_QUOTE, mark, mark + 1, || {
            let message = "the quotation mark is there twice; read as one".into();
            (message, fix(Safety::Guess, mark, mark + 1, "", "remove one of them"))
        });
        self.last_end = end;
        (self.halted, self.resume) = (true, Some(end));
        true
    }
}
