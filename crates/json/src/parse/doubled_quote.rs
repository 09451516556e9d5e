//! Recovery from repeated quotation marks, before a string (`""komi": 6.5`) or after it (`"komi"": 6.5`).
//!
//! Without this rule, the extra mark would open a string that swallows the next value. Only a separator can follow a string, so
//! a word or another quotation mark directly after it shows the mistake. The span of the string includes the extra mark, so that
//! an edit of its value replaces both marks.
//!
//! Cost: a search to the end of the word, and one rescan after each extra mark. Limit: the rule applies only if a separator
//! follows (a colon after a key; a comma, a closing bracket or a line end after a value).

use super::{Key, Parser, Pause, State, report::fix};
use crate::{
    codes,
    document::{KEY_PLAIN, Kind, LONG, PLAIN},
    scanner::Token,
};
use kifu_core::Safety;

impl Parser<'_> {
    /// Returns true if the token continues the string directly before it, because a quotation mark is repeated. The token is
    /// then consumed.
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

    /// Handles `""komi": 6.5`: the word at `start` is the content of the empty string if a quotation mark closes it on the same
    /// line.
    fn joins_empty_string(&mut self, start: usize) -> bool {
        let text = self.document.text;
        let is_empty = self.last_string().is_some_and(|(from, end)| end - from == 2);
        let Some(close) = text[start..].find(['"', '\'', '\\', ',', ':', '{', '}', '[', ']', '\n', '\r']) else {
            return false;
        };
        let close = start + close;
        // The closing mark may be repeated too.
        let is_doubled = text.as_bytes().get(close + 1) == Some(&b'"');
        if !is_empty || text.as_bytes()[close] != b'"' || !self.is_separated(close + 1 + usize::from(is_doubled)) {
            return false;
        }
        self.extend_string(start - 2, start - 2, close + 1)
    }

    /// Handles `"komi"": 6.5`: a quotation mark directly after a string, followed by a separator.
    fn joins_closed_string(&mut self, start: usize) -> bool {
        let Some((from, _)) = self.last_string() else { return false };
        // `repaired_before` prevents that the text after the mark is scanned more than twice.
        if start < self.strings.repaired_before || !self.is_separated(start + 1) {
            return false;
        }
        self.strings.repaired_before = self.strings.repaired_before.max(start + 1);
        self.extend_string(from, start, start + 1)
    }

    /// Returns true if the text at `at` can follow a string: a colon after a key; a comma, a closing bracket or the end of the line
    /// after a value.
    fn is_separated(&self, at: usize) -> bool {
        let rest = self.document.text[at..].trim_start_matches([' ', '\t']);
        if self.state == State::Colon {
            return rest.starts_with(':');
        }
        rest.is_empty() || rest.starts_with([',', '}', ']', '\n', '\r'])
    }

    /// Returns the start and end of the last key or value if it is in double quotes.
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

    /// Sets the end of the last string, which starts at `from`, to `end`, and reports the extra mark at `mark`. Returns false if
    /// the key would be too long for the index.
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
            let message = "the quotation mark is repeated; read as one".into();
            (message, fix(Safety::Guess, mark, mark + 1, "", "remove one of the quotation marks"))
        });
        self.last_end = end;
        self.pause = Pause::at(end);
        true
    }
}
