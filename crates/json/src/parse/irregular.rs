//! What JSON does not have, and where texts have it all the same.

use super::{
    Key, NO_KEY, Parser, State,
    leaves::word,
    report::{cut, excerpt, fix, insert, insert_guess, replace},
};
use crate::{
    codes,
    document::{Kind, NONE},
    number::{Number, number},
    scanner::Token,
    string::Pieces,
};
use alloc::format;
use kifu_core::Safety;

impl Parser<'_> {
    /// Takes any token in any state.
    #[cold]
    #[inline(never)]
    pub(super) fn irregular(&mut self, token: Token, start: usize, mut end: usize) {
        if self.joins_string(token, start) {
            return;
        }
        if matches!(token, Token::String | Token::Single) {
            end = self.string_end(start, end);
        }
        if self.take(token, start, end) {
            self.last_end = end;
        }
    }

    /// Whether the token means something: white space, comments and what is passed over do not.
    pub(super) fn take(&mut self, token: Token, start: usize, end: usize) -> bool {
        match token {
            Token::Space => false,
            Token::OddSpace => {
                self.odd_space(start, end);
                false
            }
            Token::LineComment | Token::BlockComment => {
                self.comment(token, start, end);
                false
            }
            Token::Plain | Token::String | Token::Single | Token::Number | Token::Literal | Token::Bare => {
                self.any_leaf(token, start, end)
            }
            Token::OpenObject => self.any_open(Kind::Object, start),
            Token::OpenArray => self.any_open(Kind::Array, start),
            Token::CloseObject => self.any_close(Kind::Object, start, end),
            Token::CloseArray => self.any_close(Kind::Array, start, end),
            Token::Comma => self.any_comma(start, end),
            Token::Colon => self.any_colon(start, end),
            Token::Equals => self.equals(start, end),
            Token::Semicolon => self.semicolon(start, end),
        }
    }

    /// Where a string ends.
    ///
    /// Mostly where the grammar says. But a string over several lines that is never closed, or behind whose closing quote
    /// a word begins, has lost its own: what closes it is where the next string opens. Then it ends with its first line.
    #[cold]
    pub(super) fn string_end(&mut self, start: usize, end: usize) -> usize {
        let text = &self.document.text[start..end];
        let Some(line_end) = text.find(['\n', '\r']).filter(|_| start >= self.mended_before) else {
            return end;
        };
        let mut pieces = Pieces::new(text);
        pieces.by_ref().for_each(drop);
        let word_follows = || self.document.text[end..].starts_with(|c: char| !" \t\r\n{}[]:,=;\"'/".contains(c));
        if text[..line_end].ends_with('\\') || pieces.closed && !word_follows() {
            return end;
        }
        self.mended_before = if pieces.closed { end - 1 } else { end };
        let mut line = &text[..line_end];
        let (has_brace, has_bracket) = (line.contains('{'), line.contains('['));
        // The comma and the brackets at the end of the line are hardly meant as text.
        while line.len() > 1 {
            line = match line.as_bytes()[line.len() - 1] {
                b' ' | b'\t' | b',' => &line[..line.len() - 1],
                b'}' if !has_brace => &line[..line.len() - 1],
                b']' if !has_bracket => &line[..line.len() - 1],
                _ => break,
            };
        }
        let end = start + line.len();
        self.mended = Some(end);
        (self.halted, self.resume) = (true, Some(end));
        end
    }

    pub(super) fn any_leaf(&mut self, token: Token, start: usize, end: usize) -> bool {
        let text = &self.document.text[start..end];
        if self.mended == Some(end) && text.len() == 1 {
            // A closing quote whose opening quote is missing.
            return self.pass_over(start, end);
        }
        if self.state == State::Top && token == Token::Bare && word(text).is_none() && number(text) == Number::No {
            self.name = match self.name {
                Some((first, _)) => Some((first, end)),
                None => Some((start, end)),
            };
            return false;
        }
        self.make_room(start, end, true);
        if matches!(self.state, State::FirstKey | State::Key) {
            let flags = self.key_flags(token, start, end);
            self.key = Key::new(start, end, flags);
            self.state = State::Colon;
            return true;
        }
        let (kind, flags) = self.classify(token, start, end);
        self.leaf(kind, flags, start, end);
        if self.open == NONE {
            self.state = State::Top;
            self.root_end = Some(end);
            self.halted = true;
        } else {
            self.state = State::After;
        }
        true
    }

    /// Brings about a state in which a value can stand here; or, with `or_key`, a key.
    pub(super) fn make_room(&mut self, start: usize, end: usize, or_key: bool) {
        // Behind what is passed over, or that would stand between the comma and what it is for.
        let place = self.stray.map_or(self.last_end, |(_, end)| end.max(self.last_end));
        // Beside a bare word nobody knows what was meant.
        let piece = &self.document.text[start..end];
        let bare = piece.starts_with(|c: char| c.is_alphabetic()) && !["true", "false", "null"].contains(&piece);
        let cure = if bare { insert_guess } else { insert };
        if self.state == State::After {
            self.report(&codes::MISSING_COMMA, start, end, || {
                (
                    "a comma is missing before this; read as if it were there".into(),
                    cure(place, ",", "insert the comma"),
                )
            });
            self.comma(place);
        }
        match self.state {
            State::Colon => {
                self.report(&codes::MISSING_COLON, start, end, || {
                    (
                        "no colon between the key and this value; read as if it were there".into(),
                        cure(place, ":", "insert the colon"),
                    )
                });
                self.state = State::Value;
            }
            State::FirstKey | State::Key if !or_key => self.missing_key(start, end),
            State::Top => {
                self.flush_name();
                let text = self.document.text;
                if self.root_end.is_some_and(|before| !text[before..start].contains(['\n', '\r'])) {
                    self.report(&codes::FURTHER_VALUE, start, end, || {
                        (
                            "a further value on the same line; read as a value of its own".into(),
                            insert_guess(start, "\n", "put it on a line of its own"),
                        )
                    });
                }
            }
            _ => {}
        }
    }

    pub(super) fn missing_key(&mut self, start: usize, end: usize) {
        self.report(&codes::MISSING_KEY, start, end, || {
            ("a value without a key in an object; kept without one".into(), None)
        });
        self.key = NO_KEY;
        self.state = State::Value;
    }

    pub(super) fn any_comma(&mut self, start: usize, end: usize) -> bool {
        match self.state {
            State::After => {}
            State::Colon | State::Value => self.settle(),
            State::Top if self.root_end.is_none() => return self.pass_over(start, end),
            State::Top | State::FirstKey | State::Key | State::FirstElement | State::Element => {
                self.flush_name();
                // An array might have meant an element there.
                let certain = matches!(self.state, State::FirstKey | State::Key);
                let text = self.document.text;
                // Behind a whole object it depends on what follows the comma.
                self.guessed |= self.state == State::Top;
                self.report(&codes::EXTRA_COMMA, start, end, || {
                    let safety = if certain { Safety::Safe } else { Safety::Guess };
                    ("a comma with nothing before it; passed over".into(), cut(safety, text, start, end))
                });
                return true;
            }
        }
        self.comma(start);
        true
    }

    pub(super) fn any_colon(&mut self, start: usize, end: usize) -> bool {
        match self.state {
            State::Colon => self.state = State::Value,
            State::FirstKey | State::Key => self.missing_key(start, end),
            _ => return self.pass_over(start, end),
        }
        true
    }

    pub(super) fn equals(&mut self, start: usize, end: usize) -> bool {
        if self.state == State::Colon {
            self.report(&codes::MISSING_COLON, start, end, || {
                (
                    "an equals sign where a colon is due; read as a colon".into(),
                    replace(start, end, ":", "write a colon"),
                )
            });
            self.state = State::Value;
            return true;
        }
        let Some((name, name_end)) = self.name.take_if(|_| self.state == State::Top) else {
            return self.pass_over(start, end);
        };
        let text = self.document.text;
        self.report(&codes::STATEMENT, name, end, || {
            let blanks = text[end..].len() - text[end..].trim_start_matches([' ', '\t', '\r', '\n']).len();
            let message = format!("`{} =` before the value; passed over", excerpt(&text[name..name_end]));
            (message, cut(Safety::Safe, text, name, end + blanks))
        });
        true
    }

    pub(super) fn semicolon(&mut self, start: usize, end: usize) -> bool {
        match self.state {
            State::Top => {
                self.flush_name();
                let text = self.document.text;
                self.report(&codes::STATEMENT, start, end, || {
                    ("a semicolon outside of the value; passed over".into(), cut(Safety::Safe, text, start, end))
                });
            }
            State::After => {
                self.report(&codes::MISSING_COMMA, start, end, || {
                    let cure = fix(Safety::Guess, start, end, ",", "write a comma");
                    ("a semicolon where a comma is due; read as a comma".into(), cure)
                });
                self.comma(start);
            }
            _ => return self.pass_over(start, end),
        }
        true
    }

    pub(super) fn odd_space(&mut self, start: usize, end: usize) {
        let text = &self.document.text[start..end];
        self.report(&codes::ODD_SPACE, start, end, || {
            let first = text.chars().next().map_or(0, u32::from);
            let only_marks = text.chars().all(|c| c == '\u{FEFF}');
            let what =
                if only_marks { "a byte-order mark within the text" } else { "white space that JSON does not have" };
            let with = if only_marks && start == 0 { "" } else { " " };
            (format!("{what} (U+{first:04X}); passed over"), replace(start, end, with, "replace it"))
        });
    }

    pub(super) fn comment(&mut self, token: Token, start: usize, end: usize) {
        let text = self.document.text;
        let comment = &text[start..end];
        if token == Token::BlockComment && (comment.len() < 4 || !comment.ends_with("*/")) {
            self.report(&codes::UNCLOSED_COMMENT, start, end, || {
                ("the comment never ends; all the rest was passed over".into(), None)
            });
            return;
        }
        self.report(&codes::COMMENT, start, end, || {
            // Where it parts two words, a blank has to stay.
            let with = if token == Token::BlockComment { " " } else { "" };
            ("a comment; passed over".into(), fix(Safety::Guess, start, end, with, "take the comment away"))
        });
    }
}
