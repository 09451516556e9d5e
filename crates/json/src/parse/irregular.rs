//! Tokens that JSON does not have or does not allow in the current state, and their interpretation.

use super::{
    Key, NO_KEY, Parser, Pause, State,
    brackets::space,
    leaves::word,
    report::{cut, fix, insert, insert_guess, replace},
};
use crate::{
    codes,
    document::{Kind, NONE},
    excerpt::excerpt,
    number::{Number, number},
    scanner::Token,
    string::Pieces,
};
use alloc::format;
use kifu_core::{Safety, Span};

impl Parser<'_> {
    /// Handles any token in any state.
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

    /// Handles a token. Returns true if the token is part of a value; false for white space, comments and ignored text.
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

    /// Returns the offset where a string ends.
    ///
    /// Most strings end at `end`, where the scanner ended them. If a string of several lines is never closed, or a word follows its
    /// closing quotation mark, then its own closing mark is missing, and the scanner took the opening mark of the next string for
    /// it. Such a string ends with its first line.
    #[cold]
    pub(super) fn string_end(&mut self, start: usize, end: usize) -> usize {
        let text = &self.document.text[start..end];
        let Some(line_end) = text.find(['\n', '\r']).filter(|_| start >= self.strings.repaired_before) else {
            return end;
        };
        let mut pieces = Pieces::new(text);
        pieces.by_ref().for_each(drop);
        let word_follows = || self.document.text[end..].starts_with(|c: char| !" \t\r\n{}[]:,=;\"'/".contains(c));
        if text[..line_end].ends_with('\\') || pieces.closed && !word_follows() {
            return end;
        }
        self.strings.repaired_before = if pieces.closed { end - 1 } else { end };
        let mut line = &text[..line_end];
        let (has_brace, has_bracket) = (line.contains('{'), line.contains('['));
        // A comma and closing brackets at the end of the line are probably not part of the string.
        while line.len() > 1 {
            line = match line.as_bytes()[line.len() - 1] {
                b' ' | b'\t' | b',' => &line[..line.len() - 1],
                b'}' if !has_brace => &line[..line.len() - 1],
                b']' if !has_bracket => &line[..line.len() - 1],
                _ => break,
            };
        }
        let end = start + line.len();
        self.strings.repaired = Some(end);
        self.pause = Pause::at(end);
        end
    }

    pub(super) fn any_leaf(&mut self, token: Token, start: usize, end: usize) -> bool {
        let text = &self.document.text[start..end];
        if self.strings.repaired == Some(end) && text.len() == 1 {
            // A closing quotation mark whose opening mark is missing.
            return self.pass_over(start, end);
        }
        if self.state == State::Top && token == Token::Bare && word(text).is_none() && number(text) == Number::No {
            let words = Span::new(start, end);
            self.outermost.name = Some(self.outermost.name.map_or(words, |name| name.join(words)));
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
            self.outermost.end = Some(end);
            self.pause.halted = true;
        } else {
            self.state = State::After;
        }
        true
    }

    /// Changes the state so that a value can follow, or with `or_key` also a key. Reports what is missing before it.
    pub(super) fn make_room(&mut self, start: usize, end: usize, or_key: bool) {
        // Insert after ignored text. Otherwise that text would be between the comma and the value before it.
        let place = self.stray.map_or(self.last_end, |stray| self.last_end.max(stray.end as usize));
        // Before a word without quotes, a missing comma or colon is only a guess.
        let piece = &self.document.text[start..end];
        let bare = piece.starts_with(|c: char| c.is_alphabetic()) && !["true", "false", "null"].contains(&piece);
        let fix_edit = if bare { insert_guess } else { insert };
        // Two numbers in an object may be one number that was separated.
        let separated = self.in_object && self.state == State::After && number(piece) != Number::No;
        if matches!(self.state, State::After | State::Colon) {
            if place == start {
                self.look_for_exchanged_quotes(start);
            }
            self.look_for_swallowed_mark(place);
        }
        if self.state == State::After {
            self.report(&codes::MISSING_COMMA, start, end, || {
                (
                    "a comma is missing before this key or value; read as if there were one".into(),
                    if separated { None } else { fix_edit(place, ",", "insert the comma") },
                )
            });
            self.comma(place);
        }
        match self.state {
            State::Colon => {
                self.report(&codes::MISSING_COLON, start, end, || {
                    (
                        "no colon between the key and this value; read as if there were one".into(),
                        fix_edit(place, ":", "insert the colon"),
                    )
                });
                self.state = State::Value;
            }
            State::FirstKey | State::Key if !or_key => self.missing_key(start, end),
            State::Top => {
                self.flush_name();
                let text = self.document.text;
                if self.outermost.end.is_some_and(|before| !text[before..start].contains(['\n', '\r'])) {
                    self.report(&codes::FURTHER_VALUE, start, end, || {
                        (
                            "a second value on the same line; read as a separate value".into(),
                            insert_guess(start, "\n", "start a new line before the second value"),
                        )
                    });
                }
            }
            _ => {}
        }
    }

    /// Reports strings and the text between them as exchanged if a word touches a quotation mark from outside, as after `"Lee` in
    /// `"name":"Lee,"rank":"9p"`. Then a quotation mark is missing or extra somewhere before, and any fix would write text where
    /// structure was meant.
    fn look_for_exchanged_quotes(&mut self, start: usize) {
        let text = self.document.text;
        let is_quote = |c: Option<char>| matches!(c, Some('"' | '\''));
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let (before, after) = (text[..start].chars().next_back(), text[start..].chars().next());
        let touches = is_quote(before) && is_word(after) || is_word(before) && is_quote(after);
        if touches && self.strings.exchanged.is_none() {
            self.strings.exchanged = Some(start);
            self.report(&codes::EXCHANGED_QUOTES, start, start, || {
                (
                    "a quotation mark is missing or extra before this place; strings may be read as structure".into(),
                    None,
                )
            });
        }
    }

    /// Reports a string before a missing colon or comma that ends with this mark: `"move:"{` and `"white,""name"`. The mark and the
    /// quotation mark are probably exchanged.
    fn look_for_swallowed_mark(&mut self, place: usize) {
        let mark = if self.state == State::Colon { ":" } else { "," };
        let before = &self.document.text[..place];
        let ends_with_mark = before.strip_suffix(['"', '\'']).is_some_and(|text| text.ends_with(mark));
        if ends_with_mark && self.strings.exchanged.is_none() {
            self.strings.exchanged = Some(place);
            self.report(&codes::EXCHANGED_QUOTES, place, place, || {
                let message = format!(
                    "the string ends with `{mark}`, and `{mark}` is missing after it; read as part of the string"
                );
                (message, None)
            });
        }
    }

    pub(super) fn missing_key(&mut self, start: usize, end: usize) {
        self.report(&codes::MISSING_KEY, start, end, || {
            ("a value without a key in an object; kept with an empty key".into(), None)
        });
        self.key = NO_KEY;
        self.state = State::Value;
    }

    pub(super) fn any_comma(&mut self, start: usize, end: usize) -> bool {
        match self.state {
            State::After => {}
            State::Colon | State::Value if self.value_opens_at(end) => return self.comma_before_value(start, end),
            State::Colon | State::Value => self.settle(),
            State::Top if self.outermost.end.is_none() => return self.pass_over(start, end),
            State::Top | State::FirstKey | State::Key | State::FirstElement | State::Element => {
                self.flush_name();
                // In an array, an element may be missing.
                let certain = matches!(self.state, State::FirstKey | State::Key);
                let text = self.document.text;
                // After a complete value, the meaning depends on what follows the comma.
                self.guessed |= self.state == State::Top;
                self.report(&codes::EXTRA_COMMA, start, end, || {
                    let safety = if certain { Safety::Safe } else { Safety::Guess };
                    (
                        "a comma with no value before it; ignored".into(),
                        cut(safety, text, start, end, "remove the comma"),
                    )
                });
                return true;
            }
        }
        self.comma(start);
        true
    }

    /// Returns true if a `{` or `[` follows at `at`, perhaps after more commas, which fixes remove. After a comma it cannot be a key, so it is the value of the key before the comma.
    pub(super) fn value_opens_at(&self, at: usize) -> bool {
        self.document.text[at..].trim_start_matches(|c| c == ',' || space(c)).starts_with(['{', '['])
    }

    /// Handles a comma between a key and its value: `"move",{` and `"move":,{`.
    fn comma_before_value(&mut self, start: usize, end: usize) -> bool {
        // The `{` may also be the next object of a list, if the end of this one is missing.
        self.guessed = true;
        if self.state == State::Colon {
            self.report(&codes::MISSING_COLON, start, end, || {
                let fix_edit = fix(Safety::Guess, start, end, ":", "write a colon");
                ("a comma in place of a colon; read as a colon".into(), fix_edit)
            });
            self.state = State::Value;
        } else {
            self.report(&codes::EXTRA_COMMA, start, end, || {
                let fix_edit = fix(Safety::Guess, start, end, "", "remove the comma");
                ("a comma between a key and its value; ignored".into(), fix_edit)
            });
        }
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
                    "an equals sign in place of a colon; read as a colon".into(),
                    replace(start, end, ":", "write a colon"),
                )
            });
            self.state = State::Value;
            return true;
        }
        let Some(name) = self.outermost.name.take_if(|_| self.state == State::Top) else {
            return self.pass_over(start, end);
        };
        let text = self.document.text;
        let from = name.start as usize;
        self.report(&codes::STATEMENT, from, end, || {
            let blanks = text[end..].len() - text[end..].trim_start_matches([' ', '\t', '\r', '\n']).len();
            let message = format!("`{} =` before the value; ignored", excerpt(&text[name.range()]));
            (message, cut(Safety::Safe, text, from, end + blanks, "remove the assignment"))
        });
        true
    }

    pub(super) fn semicolon(&mut self, start: usize, end: usize) -> bool {
        match self.state {
            State::Top => {
                self.flush_name();
                let text = self.document.text;
                self.report(&codes::STATEMENT, start, end, || {
                    (
                        "a semicolon outside the value; ignored".into(),
                        cut(Safety::Safe, text, start, end, "remove the semicolon"),
                    )
                });
            }
            State::After => {
                self.report(&codes::MISSING_COMMA, start, end, || {
                    let fix_edit = fix(Safety::Guess, start, end, ",", "write a comma");
                    ("a semicolon in place of a comma; read as a comma".into(), fix_edit)
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
                if only_marks { "a byte-order mark within the text" } else { "white space that JSON does not allow" };
            let with = if only_marks && start == 0 { "" } else { " " };
            (
                format!("{what} (U+{first:04X}); read as white space"),
                replace(start, end, with, if with.is_empty() { "remove the byte-order mark" } else { "write a space" }),
            )
        });
    }

    pub(super) fn comment(&mut self, token: Token, start: usize, end: usize) {
        let text = self.document.text;
        let comment = &text[start..end];
        if token == Token::BlockComment && (comment.len() < 4 || !comment.ends_with("*/")) {
            self.report(&codes::UNCLOSED_COMMENT, start, end, || {
                ("the comment is not closed; the rest of the text was ignored".into(), None)
            });
            return;
        }
        self.report(&codes::COMMENT, start, end, || {
            // A block comment may separate two words, so a space replaces it.
            let with = if token == Token::BlockComment { " " } else { "" };
            ("JSON does not allow comments; ignored".into(), fix(Safety::Guess, start, end, with, "remove the comment"))
        });
    }
}
