//! From tokens to values: a loop over the tokens, whose stack is the parents in the index.

use crate::{
    codes,
    document::{CLOSED, Document, Entry, KEY_PLAIN, Kind, LONG, LOOSE, NONE, PLAIN},
    number::{Number, number},
    scanner::{self, Token},
    string::{self, Piece, Pieces},
};
use alloc::{borrow::Cow, format, string::String, vec::Vec};
use kifu_core::{CodeInfo, Diagnostic, Diagnostics, Edits, Safety, Span};

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A value, or nothing more.
    Top,
    /// A key or the end of the object.
    FirstKey,
    /// A key: a comma came before.
    Key,
    Colon,
    /// The value of a key.
    Value,
    /// An element or the end of the array.
    FirstElement,
    /// An element: a comma came before.
    Element,
    /// A comma or the end of the array or object.
    After,
}

/// The key whose value is due.
#[derive(Clone, Copy, Debug)]
struct Key {
    start: u32,
    len: u16,
    flags: u8,
}

const NO_KEY: Key = Key { start: NONE, len: 0, flags: 0 };

impl Key {
    #[inline]
    fn new(start: usize, end: usize, flags: u8) -> Self {
        Self { start: start as u32, len: (end - start).min(usize::from(LONG)) as u16, flags }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Parser<'t> {
    pub(crate) document: Document<'t>,
    said: Diagnostics,
    at: usize,
    state: State,
    /// The innermost open array or object.
    open: u32,
    in_object: bool,
    /// How many objects and arrays are open.
    opened: [u32; 2],
    key: Key,
    /// The end of the last token that means something.
    last_end: usize,
    last_comma: usize,
    /// The end of the last value of the outermost level.
    root_end: Option<usize>,
    /// Words of the outermost level that may be the name before an `=`.
    name: Option<(usize, usize)>,
    /// The last string has no closing quote: nothing can be put behind it.
    in_string: bool,
    /// The end of the last string that was ended where its closing quote seems to be missing.
    mended: Option<usize>,
    /// Up to where strings are taken as they are, or looking for their ends would take the square of the time.
    mended_before: usize,
    /// The loop has to look up: a value of the outermost level is complete, or it is to go on at another place.
    halted: bool,
    resume: Option<usize>,
    /// Text that belongs nowhere, with nothing between it that does.
    stray: Option<(usize, usize)>,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            document: Document { text, values: Vec::new() },
            said: Diagnostics::default(),
            at: 0,
            state: State::Top,
            open: NONE,
            in_object: false,
            opened: [0; 2],
            key: NO_KEY,
            last_end: 0,
            last_comma: 0,
            root_end: None,
            name: None,
            in_string: false,
            mended: None,
            mended_before: 0,
            halted: false,
            resume: None,
            stray: None,
        }
    }

    /// Reads on, with `one` to the end of the next value of the outermost level. Whether there may be more.
    pub(crate) fn run(&mut self, one: bool) -> bool {
        let text = self.document.text;
        if u32::try_from(text.len()).is_err() {
            self.said.push(finding(
                &codes::TOO_LARGE,
                None,
                format!("{} bytes are more than the 4 GiB a text can have; nothing of it was read", text.len()),
            ));
            return false;
        }
        let mut at = self.at;
        while let Some(end) = scanner::token(text, at, &mut |token, start, end| self.step(token, start, end)) {
            at = end;
            if !self.halted {
                continue;
            }
            self.halted = false;
            at = self.resume.take().unwrap_or(at);
            if one && self.state == State::Top && !self.document.values.is_empty() {
                self.at = at;
                return true;
            }
        }
        self.at = at;
        self.end_of_text();
        false
    }

    /// Takes a token. Within the scanner, where each token is known, little is left of it.
    #[inline(always)]
    fn step(&mut self, token: Token, start: usize, end: usize) {
        match (token, self.state) {
            (Token::Space, _) => return,
            (Token::Plain, State::FirstKey | State::Key) => {
                self.key = Key::new(start, end, KEY_PLAIN);
                self.state = State::Colon;
            }
            (Token::Colon, State::Colon) => self.state = State::Value,
            (Token::Comma, State::After) => self.comma(start),
            (Token::Plain, State::Value | State::FirstElement | State::Element) => {
                self.leaf(Kind::String, PLAIN, start, end);
                self.state = State::After;
            }
            (Token::Number, State::Value | State::FirstElement | State::Element) => {
                self.leaf(Kind::Number, 0, start, end);
                self.state = State::After;
            }
            (Token::Literal, State::Value | State::FirstElement | State::Element) => {
                self.leaf(literal(self.document.text, start), 0, start, end);
                self.state = State::After;
            }
            (Token::OpenObject, State::Value | State::FirstElement | State::Element) => {
                self.begin(Kind::Object, start);
            }
            (Token::OpenArray, State::Value | State::FirstElement | State::Element) => {
                self.begin(Kind::Array, start);
            }
            (Token::CloseObject, State::After | State::FirstKey) if self.in_object => self.end(end, CLOSED),
            (Token::CloseArray, State::After | State::FirstElement) if !self.in_object => self.end(end, CLOSED),
            _ => return self.irregular(token, start, end),
        }
        self.last_end = end;
    }

    /// What there is to say so far, in the order of the text.
    pub(crate) fn said(&mut self) -> Diagnostics {
        self.flush_name();
        self.flush_stray();
        let mut said = core::mem::take(&mut self.said);
        if self.mended.is_some() {
            // What a fix changes may move the end that was guessed.
            said.iter_mut().filter_map(|said| said.fix.as_mut()).for_each(|fix| fix.safety = Safety::Guess);
        }
        said.sort_by_place();
        said
    }

    // ---- what every text needs ---------------------------------------------------------------------------------------

    #[inline]
    fn comma(&mut self, at: usize) {
        self.last_comma = at;
        self.state = if self.in_object { State::Key } else { State::Element };
    }

    #[inline]
    fn leaf(&mut self, kind: Kind, flags: u8, start: usize, end: usize) {
        let next = self.document.values.len() as u32 + 1;
        self.push(kind, flags, start, end, next);
    }

    #[inline]
    fn push(&mut self, kind: Kind, flags: u8, start: usize, end: usize, next: u32) {
        let Key { start: key, len: key_len, flags: key_flags } = self.key;
        self.document.values.push(Entry {
            start: start as u32,
            end: end as u32,
            parent: self.open,
            next,
            key,
            key_len,
            kind,
            flags: flags | key_flags,
        });
    }

    #[inline]
    fn begin(&mut self, kind: Kind, start: usize) {
        let id = self.document.values.len() as u32;
        self.push(kind, 0, start, start + 1, id + 1);
        self.open = id;
        self.in_object = kind == Kind::Object;
        self.opened[usize::from(!self.in_object)] += 1;
        self.key = NO_KEY;
        self.state = if self.in_object { State::FirstKey } else { State::FirstElement };
    }

    /// Ends the innermost array or object.
    #[inline]
    fn end(&mut self, end: usize, flags: u8) {
        let values = &mut self.document.values;
        let (id, next) = (self.open, values.len() as u32);
        let entry = &mut values[id as usize];
        entry.end = end as u32;
        entry.next = next;
        entry.flags |= flags;
        let parent = entry.parent;
        // One member alone is no one's double.
        if self.in_object && values.get(id as usize + 1).is_some_and(|first| first.next != next) {
            self.compare_keys(id, next);
        }
        self.opened[usize::from(!self.in_object)] -= 1;
        self.open = parent;
        self.key = NO_KEY;
        if let Some(parent) = self.document.values.get(parent as usize) {
            self.in_object = parent.kind == Kind::Object;
            self.state = State::After;
        } else {
            self.in_object = false;
            self.state = State::Top;
            self.root_end = Some(end);
            self.halted = true;
        }
    }

    /// Looks for keys that are there twice; a look at lengths and ends of the keys clears most objects of suspicion.
    fn compare_keys(&mut self, object: u32, next: u32) {
        let bytes = self.document.text.as_bytes();
        let mut seen = 0_u64;
        let mut id = object + 1;
        while id < next {
            let entry = &self.document.values[id as usize];
            if entry.flags & KEY_PLAIN == 0 || entry.key_len == LONG {
                return self.find_doubles(object, next);
            }
            let (start, len) = (entry.key as usize, usize::from(entry.key_len));
            let sum = usize::from(bytes[start + 1]) + 8 * len + 4 * usize::from(bytes[start + len - 2]);
            let bit = 1 << (sum & 63);
            if seen & bit != 0 {
                return self.find_doubles(object, next);
            }
            seen |= bit;
            id = entry.next;
        }
    }

    // ---- what JSON does not have -------------------------------------------------------------------------------------

    /// Takes any token in any state.
    #[cold]
    #[inline(never)]
    fn irregular(&mut self, token: Token, start: usize, mut end: usize) {
        if matches!(token, Token::String | Token::Single) {
            end = self.string_end(start, end);
        }
        if self.take(token, start, end) {
            self.last_end = end;
        }
    }

    /// Whether the token means something: white space, comments and what is passed over do not.
    fn take(&mut self, token: Token, start: usize, end: usize) -> bool {
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
    fn string_end(&mut self, start: usize, end: usize) -> usize {
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

    fn any_leaf(&mut self, token: Token, start: usize, end: usize) -> bool {
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

    fn any_open(&mut self, kind: Kind, start: usize) -> bool {
        self.make_room(start, start + 1, false);
        self.begin(kind, start);
        true
    }

    /// Brings about a state in which a value can stand here; or, with `or_key`, a key.
    fn make_room(&mut self, start: usize, end: usize, or_key: bool) {
        // Behind what is passed over, or that would stand between the comma and what it is for.
        let place = self.stray.map_or(self.last_end, |(_, end)| end.max(self.last_end));
        // Beside a bare word nobody knows what was meant.
        let piece = &self.document.text[start..end];
        let bare = piece.starts_with(|c: char| c.is_alphabetic()) && !["true", "false", "null"].contains(&piece);
        let cure = if bare { insert_guess } else { insert };
        if self.state == State::After {
            self.say(&codes::MISSING_COMMA, start, end, || {
                (
                    "a comma is missing before this; read as if it were there".into(),
                    cure(place, ",", "insert the comma"),
                )
            });
            self.comma(place);
        }
        match self.state {
            State::Colon => {
                self.say(&codes::MISSING_COLON, start, end, || {
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
                    self.say(&codes::FURTHER_VALUE, start, end, || {
                        (
                            "a further value on the same line; read as a value of its own".into(),
                            insert(start, "\n", "put it on a line of its own"),
                        )
                    });
                }
            }
            _ => {}
        }
    }

    fn missing_key(&mut self, start: usize, end: usize) {
        self.say(&codes::MISSING_KEY, start, end, || {
            ("a value without a key in an object; kept without one".into(), None)
        });
        self.key = NO_KEY;
        self.state = State::Value;
    }

    fn any_close(&mut self, kind: Kind, start: usize, end: usize) -> bool {
        if self.opened[usize::from(kind != Kind::Object)] == 0 {
            return self.pass_over(start, end);
        }
        self.settle();
        if self.in_object != (kind == Kind::Object) {
            let inner = self.document.values[self.open as usize].start as usize;
            let mut closers = String::new();
            while self.in_object != (kind == Kind::Object) {
                closers.push(if self.in_object { '}' } else { ']' });
                self.end(self.last_end, 0);
            }
            let text = self.document.text;
            let place = self.last_end;
            self.say_all(&codes::MISMATCHED_BRACKET, start, end, || {
                let (found, open) = (&text[start..end], &text[inner..=inner]);
                let message =
                    format!("`{found}` where {} not closed yet; closed before it", still_open(open, closers.len()));
                let fix = insert_guess(place, &closers, "insert what is missing");
                (message, fix, Some((inner, format!("this `{open}` is not closed"))))
            });
        }
        self.end(end, CLOSED);
        true
    }

    fn end_of_text(&mut self) {
        self.flush_name();
        if self.open != NONE {
            self.settle();
            let inner = self.document.values[self.open as usize].start as usize;
            let mut closers = String::new();
            while self.open != NONE {
                closers.push(if self.in_object { '}' } else { ']' });
                self.end(self.last_end, 0);
            }
            let (text, place, in_string) = (self.document.text, self.last_end, self.in_string);
            self.say_all(&codes::UNCLOSED_BRACKET, text.len(), text.len(), || {
                let open = &text[inner..=inner];
                let message =
                    format!("the text ends where {} not closed yet; closed here", still_open(open, closers.len()));
                let fix = if in_string { None } else { insert_guess(place, &closers, "insert what is missing") };
                (message, fix, Some((inner, format!("this `{open}` is not closed"))))
            });
        }
        if self.root_end.is_none() {
            self.said.push(finding(&codes::EMPTY, None, "there is no JSON value; nothing was read"));
        }
    }

    /// Puts right what is unfinished in the innermost array or object before it ends or goes on.
    fn settle(&mut self) {
        match self.state {
            State::Colon | State::Value => {
                let (place, in_string) = (self.last_end, self.in_string);
                let null = if self.state == State::Colon { ": null" } else { " null" };
                let key = if self.key.start == NONE { place.saturating_sub(1) } else { self.key.start as usize };
                self.say(&codes::MISSING_VALUE, key, place, || {
                    (
                        "the key has no value; taken as absent".into(),
                        if in_string { None } else { insert_guess(place, null, "make the value null") },
                    )
                });
                self.leaf(Kind::Missing, 0, place, place);
            }
            State::Key | State::Element => {
                let (text, comma) = (self.document.text, self.last_comma);
                self.say(&codes::TRAILING_COMMA, comma, comma + 1, || {
                    ("a comma before a closing bracket; passed over".into(), cut(Safety::Safe, text, comma, comma + 1))
                });
            }
            _ => return,
        }
        self.state = State::After;
    }

    fn any_comma(&mut self, start: usize, end: usize) -> bool {
        match self.state {
            State::After => {}
            State::Colon | State::Value => self.settle(),
            State::Top if self.root_end.is_none() => return self.pass_over(start, end),
            State::Top | State::FirstKey | State::Key | State::FirstElement | State::Element => {
                self.flush_name();
                // An array might have meant an element there.
                let certain = matches!(self.state, State::Top | State::FirstKey | State::Key);
                let text = self.document.text;
                self.say(&codes::EXTRA_COMMA, start, end, || {
                    let safety = if certain { Safety::Safe } else { Safety::Guess };
                    ("a comma with nothing before it; passed over".into(), cut(safety, text, start, end))
                });
                return true;
            }
        }
        self.comma(start);
        true
    }

    fn any_colon(&mut self, start: usize, end: usize) -> bool {
        match self.state {
            State::Colon => self.state = State::Value,
            State::FirstKey | State::Key => self.missing_key(start, end),
            _ => return self.pass_over(start, end),
        }
        true
    }

    fn equals(&mut self, start: usize, end: usize) -> bool {
        if self.state == State::Colon {
            self.say(&codes::MISSING_COLON, start, end, || {
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
        self.say(&codes::STATEMENT, name, end, || {
            let blanks = text[end..].len() - text[end..].trim_start_matches([' ', '\t', '\r', '\n']).len();
            let message = format!("`{} =` before the value; passed over", excerpt(&text[name..name_end]));
            (message, cut(Safety::Safe, text, name, end + blanks))
        });
        true
    }

    fn semicolon(&mut self, start: usize, end: usize) -> bool {
        match self.state {
            State::Top => {
                self.flush_name();
                let text = self.document.text;
                self.say(&codes::STATEMENT, start, end, || {
                    ("a semicolon outside of the value; passed over".into(), cut(Safety::Safe, text, start, end))
                });
            }
            State::After => {
                self.say(&codes::MISSING_COMMA, start, end, || {
                    let cure = fix(Safety::Guess, start, end, ",", "write a comma");
                    ("a semicolon where a comma is due; read as a comma".into(), cure)
                });
                self.comma(start);
            }
            _ => return self.pass_over(start, end),
        }
        true
    }

    fn odd_space(&mut self, start: usize, end: usize) {
        let text = &self.document.text[start..end];
        self.say(&codes::ODD_SPACE, start, end, || {
            let first = text.chars().next().map_or(0, u32::from);
            let only_marks = text.chars().all(|c| c == '\u{FEFF}');
            let what =
                if only_marks { "a byte-order mark within the text" } else { "white space that JSON does not have" };
            let with = if only_marks && start == 0 { "" } else { " " };
            (format!("{what} (U+{first:04X}); passed over"), replace(start, end, with, "replace it"))
        });
    }

    fn comment(&mut self, token: Token, start: usize, end: usize) {
        let text = self.document.text;
        let comment = &text[start..end];
        if token == Token::BlockComment && (comment.len() < 4 || !comment.ends_with("*/")) {
            self.say(&codes::UNCLOSED_COMMENT, start, end, || {
                ("the comment never ends; all the rest was passed over".into(), None)
            });
            return;
        }
        self.say(&codes::COMMENT, start, end, || {
            // Where it parts two words, a blank has to stay.
            let with = if token == Token::BlockComment { " " } else { "" };
            ("a comment; passed over".into(), fix(Safety::Guess, start, end, with, "take the comment away"))
        });
    }

    // ---- leaves ------------------------------------------------------------------------------------------------------

    fn key_flags(&mut self, token: Token, start: usize, end: usize) -> u8 {
        let text = &self.document.text[start..end];
        match token {
            Token::Plain => return KEY_PLAIN,
            Token::String | Token::Single => self.examine(token, start, end),
            _ => self.say(&codes::BARE_KEY, start, end, || {
                let message = format!("the key `{}` has no quotes; read as if it had", excerpt(text));
                (message, replace(start, end, &string::quote(text), "put quotes around it"))
            }),
        }
        0
    }

    fn classify(&mut self, token: Token, start: usize, end: usize) -> (Kind, u8) {
        let text = &self.document.text[start..end];
        match token {
            Token::Plain => return (Kind::String, PLAIN),
            Token::Number => return (Kind::Number, 0),
            Token::Literal => return (literal(text, 0), 0),
            Token::String | Token::Single => {
                self.examine(token, start, end);
                return (Kind::String, 0);
            }
            _ => {}
        }
        match number(text) {
            Number::Strict => return (Kind::Number, 0),
            Number::Loose { json, octal } => {
                self.say(&codes::ODD_NUMBER, start, end, || {
                    let safety = if octal { Safety::Guess } else { Safety::Safe };
                    let message =
                        format!("`{}` is not how JSON writes a number; read as {}", excerpt(text), excerpt(&json));
                    (message, fix(safety, start, end, &json, "write it as JSON does"))
                });
                return (Kind::Number, LOOSE);
            }
            Number::No => {}
        }
        if let Some((kind, json)) = word(text) {
            if text != json {
                self.say(&codes::ODD_LITERAL, start, end, || {
                    (
                        format!("`{text}` is no word of JSON; read as `{json}`"),
                        replace(start, end, json, "write it as JSON does"),
                    )
                });
            }
            return (kind, 0);
        }
        self.say(&codes::BARE_TEXT, start, end, || {
            let message = format!("`{}` has no quotes; read as a text", excerpt(text));
            (message, fix(Safety::Guess, start, end, &string::quote(text), "put quotes around it"))
        });
        (Kind::String, 0)
    }

    /// Says what is wrong with a string, each thing once.
    fn examine(&mut self, token: Token, start: usize, end: usize) {
        let text = &self.document.text[start..end];
        let mut pieces = Pieces::new(text);
        let (mut controls, mut escapes, mut lone) = (None, None, None);
        let mut certain = true;
        loop {
            let from = start + pieces.at();
            let Some(piece) = pieces.next() else { break };
            let span = (from, start + pieces.at());
            match piece {
                Piece::Text(_) | Piece::Escape(_) => {}
                Piece::Control(_) => controls = controls.or(Some(span)),
                Piece::Lone(_) => lone = lone.or(Some(span)),
                Piece::Script(_) | Piece::Continued => escapes = escapes.or(Some(span)),
                Piece::Unknown(_) | Piece::Broken(_) => {
                    escapes = escapes.or(Some(span));
                    certain = false;
                }
            }
        }
        let again = || {
            let mut out = String::new();
            string::push_again(&mut out, text);
            out
        };
        let safety = if certain { Safety::Safe } else { Safety::Guess };
        let quote = &text[..1];
        if self.mended == Some(end) {
            self.say(&codes::MISSING_QUOTE, start, start + 1, || {
                (
                    format!("no {quote} closes the string that begins here; it was closed at the end of its line"),
                    insert_guess(end, quote, "close it there"),
                )
            });
        } else if !pieces.closed {
            self.in_string = true;
            self.say(&codes::UNCLOSED_STRING, start, start + 1, || {
                let cure = if text.ends_with('\\') { None } else { insert_guess(end, quote, "close it at the end") };
                (format!("no {quote} closes the string that begins here; it was read up to the end of the text"), cure)
            });
        } else if token == Token::Single {
            self.say(&codes::SINGLE_QUOTES, start, end, || {
                let message = format!("{} in single quotes; read as if they were double", excerpt(text));
                (message, fix(safety, start, end, &again(), "make the quotes double"))
            });
        }
        let closed = pieces.closed;
        let whole = |safety, title| if closed { fix(safety, start, end, &again(), title) } else { None };
        if let Some((from, to)) = controls {
            self.say(&codes::CONTROL_CHARACTER, from, to, || {
                let code = text[from - start..].chars().next().map_or(0, u32::from);
                (
                    format!("a control character (U+{code:04X}) in a string; read as it stands"),
                    whole(safety, "escape it"),
                )
            });
        }
        if let Some((from, to)) = escapes {
            self.say(&codes::UNKNOWN_ESCAPE, from, to, || {
                let shown = excerpt(&text[from - start..to - start]);
                (
                    format!("`{shown}` is no escape of JSON; read as JavaScript reads it"),
                    whole(safety, "escape as JSON does"),
                )
            });
        }
        if let Some((from, to)) = lone {
            self.say(&codes::LONE_SURROGATE, from, to, || {
                (format!("`{}` is half a character; read as U+FFFD", excerpt(&text[from - start..to - start])), None)
            });
        }
    }

    // ---- keys that are there twice -----------------------------------------------------------------------------------

    #[cold]
    #[inline(never)]
    fn find_doubles(&mut self, object: u32, next: u32) {
        let document = &self.document;
        let mut members: Vec<(u64, u32)> = Vec::new();
        let mut id = object + 1;
        while id < next {
            let value = crate::Value { document, id };
            if let Some(key) = value.key() {
                members.push((hash(&key), id));
            }
            id = value.entry().next;
        }
        members.sort_unstable();
        let mut doubles: Vec<(u32, u32)> = Vec::new();
        for group in members.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
            let mut keyed: Vec<(Cow<'_, str>, u32)> =
                group.iter().map(|&(_, id)| (crate::Value { document, id }.key().unwrap_or_default(), id)).collect();
            keyed.sort_unstable();
            doubles.extend(keyed.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| (pair[0].1, pair[1].1)));
        }
        doubles.sort_unstable_by_key(|&(_, later)| later);
        for (earlier, later) in doubles {
            let place = |id| crate::Value { document: &self.document, id }.key_span().unwrap_or_default();
            let (before, at) = (place(earlier), place(later));
            let key = &self.document.text[at.range()];
            self.said.push_with(codes::DUPLICATE_KEY.code, codes::DUPLICATE_KEY.severity, || {
                let message = format!("the key {} once more; of the values of one key the last counts", excerpt(key));
                finding(&codes::DUPLICATE_KEY, Some(at), message).note(Some(before), "it was here before")
            });
        }
    }

    // ---- saying things -----------------------------------------------------------------------------------------------

    /// Notes text that belongs nowhere.
    fn pass_over(&mut self, start: usize, end: usize) -> bool {
        self.flush_name();
        self.add_stray(start, end);
        false
    }

    fn add_stray(&mut self, start: usize, end: usize) {
        match &mut self.stray {
            // What means something stands between them where the last of it ended behind the first.
            Some((first, last)) if self.last_end <= *first => *last = end,
            _ => {
                self.flush_stray();
                self.stray = Some((start, end));
            }
        }
    }

    fn flush_name(&mut self) {
        if let Some((start, end)) = self.name.take() {
            self.add_stray(start, end);
        }
    }

    fn flush_stray(&mut self) {
        if let Some((start, end)) = self.stray.take() {
            let text = self.document.text;
            self.say(&codes::STRAY_TEXT, start, end, || {
                (format!("`{}` belongs nowhere; passed over", excerpt(&text[start..end])), None)
            });
        }
    }

    fn say(&mut self, info: &CodeInfo, start: usize, end: usize, words: impl FnOnce() -> (String, Option<Cure>)) {
        self.say_all(info, start, end, || {
            let (message, cure) = words();
            (message, cure, None)
        });
    }

    fn say_all(
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

struct Cure {
    safety: Safety,
    title: &'static str,
    edits: Edits,
}

fn fix(safety: Safety, start: usize, end: usize, with: &str, title: &'static str) -> Option<Cure> {
    Some(Cure { safety, title, edits: Edits::one(Span::new(start, end), with) })
}

fn replace(start: usize, end: usize, with: &str, title: &'static str) -> Option<Cure> {
    fix(Safety::Safe, start, end, with, title)
}

/// Takes a piece away, and leaves a blank where its neighbours could grow together; other punctuation may go as well, and
/// a word right behind a string makes it doubtful.
fn cut(safety: Safety, text: &str, start: usize, end: usize) -> Option<Cure> {
    let parts = |c: Option<char>| c.is_none_or(|c| " \t\r\n{}[]:".contains(c));
    let is_clear = parts(text[..start].chars().next_back()) || parts(text[end..].chars().next());
    fix(safety, start, end, if is_clear { "" } else { " " }, "take it away")
}

fn insert(at: usize, what: &str, title: &'static str) -> Option<Cure> {
    fix(Safety::Safe, at, at, what, title)
}

fn insert_guess(at: usize, what: &str, title: &'static str) -> Option<Cure> {
    fix(Safety::Guess, at, at, what, title)
}

fn finding(info: &CodeInfo, span: Option<Span>, message: impl Into<String>) -> Diagnostic {
    let said = Diagnostic::new(info.code, info.severity, message);
    match span {
        Some(span) => said.at(span),
        None => said,
    }
}

/// `true`, `false` or `null`, told by its first letter.
#[inline]
fn literal(text: &str, at: usize) -> Kind {
    match text.as_bytes()[at] {
        b't' => Kind::True,
        b'f' => Kind::False,
        _ => Kind::Null,
    }
}

/// What a word stands for, and how JSON writes it.
fn word(text: &str) -> Option<(Kind, &'static str)> {
    Some(match text {
        "true" | "True" | "TRUE" => (Kind::True, "true"),
        "false" | "False" | "FALSE" => (Kind::False, "false"),
        "null" | "Null" | "NULL" | "None" | "nil" | "undefined" | "NaN" | "-NaN" | "+NaN" | "Infinity"
        | "-Infinity" | "+Infinity" => (Kind::Null, "null"),
        _ => return None,
    })
}

fn still_open(open: &str, count: usize) -> String {
    match count {
        1 => format!("a `{open}` is"),
        _ => format!("{count} brackets are"),
    }
}

/// The first characters of a text, fit for a message.
fn excerpt(text: &str) -> Cow<'_, str> {
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

/// FNV-1a. Keys made to collide cost no more than a sort of them.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
