//! Recovery from brackets that do not match, and from unfinished members where a bracket ends.
//!
//! A closing bracket that does not match the innermost open bracket has one of three readings: brackets are missing before it
//! (the default), the bracket has the wrong kind ([`Parser::is_slip`]), or it is extra ([`Parser::is_surplus`]). The choice
//! depends on the open brackets around it and on what follows it: a comma, a bracket or a key. An opening `{` can also show
//! that brackets are missing: in place of a key (the objects of the innermost array end there), or at the start of a line of
//! JSON lines (everything open ends there).
//!
//! Cost: a decision looks at white space and one key after the bracket. Closing is linear in the number of brackets that it
//! closes. Limits: the rules assume the usual shape of records (lists of objects in an outermost object). In other shapes a
//! bracket may close the wrong array or object, so all these fixes are guesses.

use super::{
    Parser, Pause, State,
    report::{cut, fix, insert_guess},
};
use crate::{
    Value, codes,
    document::{CLOSED, Kind, LONG, NONE},
    excerpt::excerpt,
    number::{Number, number},
    scanner::{self, Token},
    string,
};
use alloc::{borrow::Cow, format, string::String};
use kifu_core::{Diagnostic, Safety, Severity};

/// The maximum number of bytes of a key, with its closing quotation mark, that shows that the `}` before it is extra. The keys of
/// records are much shorter; a longer text is probably a value or prose.
const KEY_LOOKAHEAD: usize = 100;

/// Returns true if `c` is white space of any kind in the grammar.
pub(super) fn space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{200B}' | '\0')
}

impl Parser<'_> {
    pub(super) fn any_open(&mut self, kind: Kind, start: usize) -> bool {
        if kind == Kind::Object && self.open != NONE {
            // Where a value is allowed, `{` starts an object.
            let may_stand = matches!(self.state, State::Value | State::FirstElement | State::Element);
            if !may_stand && self.begins_anew(start) {
                self.give_up_line(start);
                return false;
            }
            if self.in_object && matches!(self.state, State::Key | State::After) && self.opened.arrays > 0 {
                self.close_objects(start);
            }
        }
        self.make_room(start, start + 1, false);
        self.begin(kind, start);
        true
    }

    /// Returns true if the `{` at `start` begins a line, and its first key is the first key of the open object of the outermost
    /// level. In JSON lines this means that the previous line was cut off.
    fn begins_anew(&self, start: usize) -> bool {
        // Fixes remove these commas, so they must not change the result.
        let before = self.document.text[..start].trim_end_matches(',');
        if !before.is_empty() && !before.ends_with(['\n', '\r']) {
            return false;
        }
        let id = self.outermost.last + 1;
        let Some(first) = self.document.values.get(id as usize) else {
            // The outermost object has no value yet. It may have a key.
            return self.state == State::Colon;
        };
        if first.key_len == LONG {
            return false;
        }
        let first = Value { document: &self.document, id }.key();
        let is_word = |key: &str| key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        self.key_behind(start + 1).is_some_and(|key| is_word(&key) && first.is_some_and(|first| first == key))
    }

    /// Returns the key at `at`, on the same line, decoded, because a fix may change its spelling.
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

    /// Closes everything that is open at the end of the previous line, and continues at `start`.
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
                format!("{} not closed at the end of the line; read as closed there", still_open(open, closers.len()));
            let fix = insert_guess(place, &closers, "insert the missing brackets");
            (message, fix, Some((inner, format!("this `{open}` is not closed"))))
        });
        self.pause = Pause::at(start);
    }

    /// Closes the objects up to the innermost array, whose next element begins at `start`.
    fn close_objects(&mut self, start: usize) {
        self.guessed = true;
        let inner = self.document.values[self.open as usize].start as usize;
        let has_comma = self.state == State::Key;
        if has_comma {
            // `space` also trims characters that can be part of a key, so the last value limits the trimming.
            let last = self.document.values.last().map_or(0, |last| last.end as usize);
            self.last_end = self.document.text[..self.last_comma].trim_end_matches(space).len().max(last);
            self.state = State::After;
        }
        let (place, closers) = (self.last_end, self.close_while(|parser| parser.in_object));
        self.report_with_note(&codes::MISMATCHED_BRACKET, start, start + 1, || {
            let message = format!("{} not closed before this `{{`; read as closed", still_open("{", closers.len()));
            let fix = insert_guess(place, &closers, "insert the missing brackets");
            (message, fix, Some((inner, "this `{` is not closed".into())))
        });
        if has_comma {
            self.comma(self.last_comma);
        }
    }

    /// Closes the innermost array or object as long as `open` is true. Returns the missing brackets.
    fn close_while(&mut self, open: impl Fn(&Self) -> bool) -> String {
        let mut closers = String::new();
        while open(self) {
            closers.push(if self.in_object { '}' } else { ']' });
            self.end(self.last_end, 0);
        }
        closers
    }

    /// Returns true if the `}` at `start` is extra: if it closed something, the key after it would be outside of the outermost
    /// object, or the next object of a list would be outside of the list.
    fn is_surplus(&self, start: usize, end: usize) -> bool {
        let rest = self.document.text[end..].trim_start_matches(space);
        let next = behind(rest, ',');
        if !self.in_object {
            let behind_object = self.document.text[..start].trim_end_matches(space).ends_with('}');
            return behind_object && (next.starts_with('{') || rest.starts_with(']'));
        }
        // The bracket is extra if a short key and its colon follow in the outermost object.
        let key = next.strip_prefix('"').filter(|_| self.open == self.outermost.last);
        key.is_some_and(|key| {
            let ends = key.bytes().take(KEY_LOOKAHEAD).position(|byte| byte == b'"');
            ends.is_some_and(|at| key[at + 1..].trim_start_matches(space).starts_with(':'))
        })
    }

    /// Returns true if a bracket that does not match the innermost array or object probably has the wrong kind. If it closed
    /// an outer array or object, the text after it would not be allowed there.
    fn is_slip(&self, kind: Kind, end: usize) -> bool {
        let rest = self.document.text[end..].trim_start_matches(space);
        let parent = self.document.values[self.open as usize].parent;
        if !self.opened.has(kind) {
            let closer = if self.in_object { '}' } else { ']' };
            return if parent == NONE { rest.is_empty() } else { !rest.starts_with(closer) };
        }
        let next = behind(rest, ',');
        let Some(parent) = self.document.values.get(parent as usize) else { return false };
        match kind {
            // In a list, objects follow objects. After a list, a key follows in the outermost object or in an object of a list.
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
        // `"move":}{`. In the outermost object the bracket may end a record.
        let is_inner = self.open != self.outermost.last;
        let is_before_value = self.state == State::Value && is_inner && self.value_opens_at(end);
        if is_before_value || kind == Kind::Object && self.open != NONE && self.is_surplus(start, end) {
            self.guessed = true;
            let text = self.document.text;
            self.report(&codes::MISMATCHED_BRACKET, start, end, || {
                let bracket = &text[start..end];
                let why =
                    if is_before_value { "a value must follow the colon" } else { "the object or list continues" };
                let message = format!("this `{bracket}` is extra, because {why}; ignored");
                (message, fix(Safety::Guess, start, end, "", "remove the bracket"))
            });
            return false;
        }
        self.guessed |= !fits;
        if self.open != NONE && !fits && self.is_slip(kind, end) {
            self.settle();
            let inner = self.document.values[self.open as usize].start as usize;
            // `[{"a": {"b": 1], {"c": 2}]`: where a comma and the next object of a list follow, the wrong `]` replaces all brackets
            // that close the object before it.
            let next_is_object = self.document.text[end..].trim_start_matches(space).starts_with(',');
            let meant = match self.in_object && self.opened.arrays > 0 && next_is_object {
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
                let message = format!("`{found}` does not close the open `{open}`; read as `{meant}`");
                let fix_edit = fix(Safety::Guess, start, end, &meant, "write the matching bracket");
                (message, fix_edit, Some((inner, format!("this `{open}` is open"))))
            });
            return true;
        }
        if !self.opened.has(kind) {
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
                    format!("{} not closed before this `{found}`; read as closed", still_open(open, closers.len()));
                let fix = insert_guess(place, &closers, "insert the missing brackets");
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
            let (text, place, in_string) = (self.document.text, self.last_end, self.strings.is_open);
            // The last line may be empty.
            let end = text.trim_end().len();
            self.report_with_note(&codes::UNCLOSED_BRACKET, end, end, || {
                let open = &text[inner..=inner];
                let message = format!(
                    "{} not closed at the end of the text; read as closed there",
                    still_open(open, closers.len())
                );
                let fix = if in_string { None } else { insert_guess(place, &closers, "insert the missing brackets") };
                (message, fix, Some((inner, format!("this `{open}` is not closed"))))
            });
        }
        if self.outermost.end.is_none() {
            self.diagnostics.push(Diagnostic::new(&codes::EMPTY, "the text has no JSON value; nothing was read"));
        }
    }

    /// Completes what is unfinished in the innermost array or object: a key without a value, or a trailing comma.
    pub(super) fn settle(&mut self) {
        match self.state {
            State::Colon | State::Value => {
                let (place, in_string) = (self.last_end, self.strings.is_open);
                let null = if self.state == State::Colon { ": null" } else { " null" };
                let key = if self.key.start == NONE { place.saturating_sub(1) } else { self.key.start as usize };
                let text = self.document.text;
                if self.state == State::Colon && number(&text[key..place]) != Number::No {
                    // A decimal comma, or digits that were separated from their number.
                    let comma = self.last_comma;
                    let is_decimal = text[..comma].ends_with(|c: char| c.is_ascii_digit()) && text[comma..key] == *",";
                    self.report(&codes::MISSING_VALUE.with_severity(Severity::Error), key, place, || {
                        let shown = excerpt(&text[key..place]);
                        let message =
                            format!("the number `{shown}` has no key, and may belong to the value before; ignored");
                        let fix_edit =
                            is_decimal.then(|| fix(Safety::Guess, comma, comma + 1, ".", "write a decimal point"));
                        (message, fix_edit.flatten())
                    });
                } else {
                    self.report(&codes::MISSING_VALUE, key, place, || {
                        (
                            "the key has no value; ignored".into(),
                            if in_string { None } else { insert_guess(place, null, "insert null as the value") },
                        )
                    });
                }
                self.leaf(Kind::Missing, 0, place, place);
            }
            State::Key | State::Element => {
                let (text, comma) = (self.document.text, self.last_comma);
                // If several commas (or semicolons read as commas) follow each other, removing one leaves the next as the
                // trailing comma.
                // Without the comma, a key without a value would take the next object.
                let is_missing = self.document.values.last().is_some_and(|last| last.kind == Kind::Missing);
                let certain = self.last_end == comma + 1 && text[comma..].starts_with(',') && !is_missing;
                self.report(&codes::TRAILING_COMMA, comma, comma + 1, || {
                    let safety = if certain { Safety::Safe } else { Safety::Guess };
                    (
                        "a comma before a closing bracket; ignored".into(),
                        cut(safety, text, comma, comma + 1, "remove the comma"),
                    )
                });
            }
            _ => return,
        }
        self.state = State::After;
    }
}

/// Returns the text after `mark` and white space if `text` starts with `mark`, or an empty text.
fn behind(text: &str, mark: char) -> &str {
    text.strip_prefix(mark).unwrap_or_default().trim_start_matches(space)
}

fn still_open(open: &str, count: usize) -> String {
    match count {
        1 => format!("a `{open}` is"),
        _ => format!("{count} brackets are"),
    }
}
