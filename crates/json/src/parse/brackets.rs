//! Brackets that do not match, and what is unfinished where one ends.

use super::{
    Parser, State,
    report::{cut, fix, insert_guess},
};
use crate::{
    Value, codes,
    document::{CLOSED, Kind, LONG, NONE},
    scanner::{self, Token},
    string,
};
use alloc::{borrow::Cow, format, string::String};
use kifu_core::{Diagnostic, Safety};

/// White space of any kind, as the grammar has it.
fn space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{200B}' | '\0')
}

impl Parser<'_> {
    pub(super) fn any_open(&mut self, kind: Kind, start: usize) -> bool {
        if kind == Kind::Object && self.open != NONE {
            // Where an object may stand it is what it says.
            let may_stand = matches!(self.state, State::Value | State::FirstElement | State::Element);
            if !may_stand && self.begins_anew(start) {
                self.give_up_line(start);
                return false;
            }
            if self.in_object && matches!(self.state, State::Key | State::After) && self.opened[1] > 0 {
                self.close_objects(start);
            }
        }
        self.make_room(start, start + 1, false);
        self.begin(kind, start);
        true
    }

    /// Whether the `{` here begins a line, and with the first key of the object of the outermost level that is open. Where each
    /// line is a value, the line before was cut.
    fn begins_anew(&self, start: usize) -> bool {
        // What a fix takes away does not count.
        let before = self.document.text[..start].trim_end_matches(',');
        if !before.is_empty() && !before.ends_with(['\n', '\r']) {
            return false;
        }
        let id = self.root + 1;
        let Some(first) = self.document.values.get(id as usize) else {
            // Nothing but a key that has no value.
            return self.state == State::Colon;
        };
        if first.key_len == LONG {
            return false;
        }
        let first = Value { document: &self.document, id }.key();
        let is_word = |key: &str| key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        self.key_behind(start + 1).is_some_and(|key| is_word(&key) && first.is_some_and(|first| first == key))
    }

    /// What stands at `at` where a key is due, on the same line: what it says, as a fix may write it otherwise.
    fn key_behind(&self, mut at: usize) -> Option<Cow<'_, str>> {
        let text = self.document.text;
        loop {
            let mut token = Token::Space;
            let end = scanner::token(text, at, &mut |found, _, _| token = found)?;
            let piece = &text[at..end];
            match token {
                Token::Comma => at = end,
                Token::Space | Token::OddSpace if !piece.contains(['\n', '\r']) => at = end,
                Token::Plain | Token::String | Token::Single | Token::Number | Token::Literal | Token::Bare => {
                    return Some(string::decode(piece));
                }
                _ => return None,
            }
        }
    }

    /// Closes everything that is open where its line ends, and goes on at `start`.
    fn give_up_line(&mut self, start: usize) {
        match self.state {
            State::Key | State::Element => self.state = State::After,
            _ => self.settle(),
        }
        self.guessed = true;
        let inner = self.document.values[self.open as usize].start as usize;
        let (place, closers) = (self.last_end, self.close_while(|parser| parser.open != NONE));
        let text = self.document.text;
        self.report_with_note(&codes::UNCLOSED_BRACKET, place, place, || {
            let open = &text[inner..=inner];
            let message =
                format!("the line ends where {} not closed yet; closed here", still_open(open, closers.len()));
            let fix = insert_guess(place, &closers, "insert what is missing");
            (message, fix, Some((inner, format!("this `{open}` is not closed"))))
        });
        (self.halted, self.resume) = (true, Some(start));
    }

    /// Closes the objects up to the innermost array, whose next element begins at `start`.
    fn close_objects(&mut self, start: usize) {
        self.guessed = true;
        let inner = self.document.values[self.open as usize].start as usize;
        let has_comma = self.state == State::Key;
        if has_comma {
            // A key without a value may be what counts as white space elsewhere.
            let last = self.document.values.last().map_or(0, |last| last.end as usize);
            self.last_end = self.document.text[..self.last_comma].trim_end_matches(space).len().max(last);
            self.state = State::After;
        }
        let (place, closers) = (self.last_end, self.close_while(|parser| parser.in_object));
        self.report_with_note(&codes::MISMATCHED_BRACKET, start, start + 1, || {
            let message = format!("`{{` where {} not closed yet; closed before it", still_open("{", closers.len()));
            let fix = insert_guess(place, &closers, "insert what is missing");
            (message, fix, Some((inner, "this `{` is not closed".into())))
        });
        if has_comma {
            self.comma(self.last_comma);
        }
    }

    /// Closes what is open, from within, and tells the brackets that are missing.
    fn close_while(&mut self, open: impl Fn(&Self) -> bool) -> String {
        let mut closers = String::new();
        while open(self) {
            closers.push(if self.in_object { '}' } else { ']' });
            self.end(self.last_end, 0);
        }
        closers
    }

    /// Whether a `}` is one too many: behind the end of the outermost object no key could follow, nor behind the end of a list
    /// one more of its objects.
    fn is_surplus(&self, start: usize, end: usize) -> bool {
        let rest = self.document.text[end..].trim_start_matches(space);
        let next = behind(rest, ',');
        if !self.in_object {
            let behind_object = self.document.text[..start].trim_end_matches(space).ends_with('}');
            return behind_object && (next.starts_with('{') || rest.starts_with(']'));
        }
        // A key of no great length, and its colon.
        let key = next.strip_prefix('"').filter(|_| self.open == self.root);
        key.is_some_and(|key| {
            let ends = key.bytes().take(100).position(|byte| byte == b'"');
            ends.is_some_and(|at| key[at + 1..].trim_start_matches(space).starts_with(':'))
        })
    }

    /// Whether a bracket that does not close the innermost array or object was hardly meant for one further out: what
    /// follows could not stand behind that one.
    fn is_slip(&self, kind: Kind, end: usize) -> bool {
        let rest = self.document.text[end..].trim_start_matches(space);
        let parent = self.document.values[self.open as usize].parent;
        if self.opened[usize::from(kind != Kind::Object)] == 0 {
            let closer = if self.in_object { '}' } else { ']' };
            return if parent == NONE { rest.is_empty() } else { !rest.starts_with(closer) };
        }
        let next = behind(rest, ',');
        let Some(parent) = self.document.values.get(parent as usize) else { return false };
        match kind {
            // Objects follow objects in a list, and keys follow lists in the outermost object or in one of a list.
            Kind::Array if parent.kind == Kind::Array => next.starts_with('{'),
            Kind::Array => {
                let outer = behind(rest, '}');
                next.starts_with('{') || outer.starts_with(']') || behind(outer, ',').starts_with('{')
            }
            _ => {
                let outer = self.document.values.get(parent.parent as usize);
                parent.kind == Kind::Object
                    && outer.is_none_or(|outer| outer.kind == Kind::Array)
                    && next.starts_with(['"', '\''])
            }
        }
    }

    pub(super) fn any_close(&mut self, kind: Kind, start: usize, end: usize) -> bool {
        let fits = self.in_object == (kind == Kind::Object);
        if kind == Kind::Object && self.open != NONE && self.is_surplus(start, end) {
            self.guessed = true;
            self.report(&codes::MISMATCHED_BRACKET, start, end, || {
                let message = "`}` where what it would close goes on; passed over";
                (message.into(), fix(Safety::Guess, start, end, "", "take it away"))
            });
            return false;
        }
        self.guessed |= !fits;
        if self.open != NONE && !fits && self.is_slip(kind, end) {
            self.settle();
            let inner = self.document.values[self.open as usize].start as usize;
            // A `]` that hides in a list of objects stands for all that its object needs.
            let next_is_object = self.document.text[end..].trim_start_matches(space).starts_with(',');
            let meant = match self.in_object && self.opened[1] > 0 && next_is_object {
                true => self.close_while(|parser| parser.in_object),
                false => {
                    let closer = if self.in_object { "}" } else { "]" };
                    self.end(end, CLOSED);
                    closer.into()
                }
            };
            let text = self.document.text;
            self.report_with_note(&codes::MISMATCHED_BRACKET, start, end, || {
                let (found, open) = (&text[start..end], &text[inner..=inner]);
                let message = format!("`{found}` where a `{open}` is to be closed; read as `{meant}`");
                let cure = fix(Safety::Guess, start, end, &meant, "write what closes it");
                (message, cure, Some((inner, format!("this `{open}` is open"))))
            });
            return true;
        }
        if self.opened[usize::from(kind != Kind::Object)] == 0 {
            return self.pass_over(start, end);
        }
        self.settle();
        if !fits {
            let inner = self.document.values[self.open as usize].start as usize;
            let closers = self.close_while(|parser| parser.in_object != (kind == Kind::Object));
            let text = self.document.text;
            let place = self.last_end;
            self.report_with_note(&codes::MISMATCHED_BRACKET, start, end, || {
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

    pub(super) fn end_of_text(&mut self) {
        self.flush_name();
        if self.open != NONE {
            self.settle();
            let inner = self.document.values[self.open as usize].start as usize;
            let closers = self.close_while(|parser| parser.open != NONE);
            let (text, place, in_string) = (self.document.text, self.last_end, self.in_string);
            self.report_with_note(&codes::UNCLOSED_BRACKET, text.len(), text.len(), || {
                let open = &text[inner..=inner];
                let message =
                    format!("the text ends where {} not closed yet; closed here", still_open(open, closers.len()));
                let fix = if in_string { None } else { insert_guess(place, &closers, "insert what is missing") };
                (message, fix, Some((inner, format!("this `{open}` is not closed"))))
            });
        }
        if self.root_end.is_none() {
            self.diagnostics.push(Diagnostic::new(&codes::EMPTY, "there is no JSON value; nothing was read"));
        }
    }

    /// Puts right what is unfinished in the innermost array or object before it ends or goes on.
    pub(super) fn settle(&mut self) {
        match self.state {
            State::Colon | State::Value => {
                let (place, in_string) = (self.last_end, self.in_string);
                let null = if self.state == State::Colon { ": null" } else { " null" };
                let key = if self.key.start == NONE { place.saturating_sub(1) } else { self.key.start as usize };
                self.report(&codes::MISSING_VALUE, key, place, || {
                    (
                        "the key has no value; taken as absent".into(),
                        if in_string { None } else { insert_guess(place, null, "make the value null") },
                    )
                });
                self.leaf(Kind::Missing, 0, place, place);
            }
            State::Key | State::Element => {
                let (text, comma) = (self.document.text, self.last_comma);
                // Of a row of them, or of semicolons that are read as such, the next would be that then.
                let certain = self.last_end == comma + 1 && text[comma..].starts_with(',');
                self.report(&codes::TRAILING_COMMA, comma, comma + 1, || {
                    let safety = if certain { Safety::Safe } else { Safety::Guess };
                    ("a comma before a closing bracket; passed over".into(), cut(safety, text, comma, comma + 1))
                });
            }
            _ => return,
        }
        self.state = State::After;
    }
}

/// What stands behind the mark that the text starts with; nothing, where it starts with something else.
fn behind(text: &str, mark: char) -> &str {
    text.strip_prefix(mark).unwrap_or_default().trim_start_matches(space)
}

fn still_open(open: &str, count: usize) -> String {
    match count {
        1 => format!("a `{open}` is"),
        _ => format!("{count} brackets are"),
    }
}
