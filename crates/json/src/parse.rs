//! The parser: turns tokens into the values of a document.
//!
//! One loop reads the tokens. It does not recurse: the stack of open arrays and objects is the chain of parents in the index.
//! [`Parser::step`] handles the tokens of valid JSON. All other tokens go to `irregular`, which recovers from the error.
//!
//! # Recovery
//! The parser never stops at an error. In each [`State`], an unexpected token is handled with local rules:
//!
//! * A comma or colon that is missing is assumed, and one that is not allowed is ignored (`irregular`).
//! * A closing bracket of the wrong kind closes the brackets inside the nearest bracket of its own kind, or is read as the
//!   bracket that is due, or is ignored, depending on the text around it. At the end of the text, everything open is closed.
//!   In JSON lines, a line that starts like the outermost object ends a line that was cut off (`brackets`).
//! * A string without a closing quotation mark ends with its line, and a quotation mark that occurs twice is read as one
//!   (`irregular`, `doubled_quote`). The text after it is then scanned again.
//! * Text that fits nowhere is collected and reported as one stretch (`report`).
//!
//! Cost: time is linear in the size of the text, except that objects that may have duplicate keys are sorted. A lookahead reads
//! white space and one key or mark, and `repaired_before` limits how often text is scanned again.
//!
//! Limits: the rules do not compare alternatives, so one damaged place can make later values part of the wrong array or object.
//! After a recovery that depends on the following text, all fixes are [`Safety::Guess`], because a fix may change what
//! the rule finds.

mod brackets;
mod doubled_quote;
mod irregular;
mod leaves;
mod report;

use crate::{
    codes,
    document::{CLOSED, Document, Entry, KEY_PLAIN, Kind, LONG, NONE, PLAIN},
    scanner::{self, Token},
};
use alloc::{format, vec::Vec};
use kifu_core::{Diagnostic, Diagnostics, Safety, Span};
use leaves::literal;

/// The syntax that the parser expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A value of the outermost level, or the end of the text.
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

/// The key whose value comes next.
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

/// The length of text from which the parser first counts the brackets, to reserve the memory of the values once.
const LONG_TEXT: usize = 1 << 16;

#[derive(Clone, Debug)]
pub(crate) struct Parser<'t> {
    pub(crate) document: Document<'t>,
    pub(crate) diagnostics: Diagnostics,
    at: usize,
    state: State,
    outermost: Outermost,
    /// The innermost open array or object.
    open: u32,
    in_object: bool,
    opened: Opened,
    key: Key,
    /// The end of the last token that is not ignored.
    last_end: usize,
    last_comma: usize,
    strings: Strings,
    /// True if a recovery depended on the text after the error.
    guessed: bool,
    pause: Pause,
    /// The span of the text that is not allowed here and was not reported yet. It contains no other tokens with a meaning.
    stray: Option<Span>,
}

/// The outermost level, which may have several values.
#[derive(Clone, Copy, Debug)]
struct Outermost {
    /// The last value.
    last: u32,
    /// The end of the last value.
    end: Option<usize>,
    /// The span of words that may be the name before an `=`.
    name: Option<Span>,
}

/// The numbers of open objects and arrays.
#[derive(Clone, Copy, Debug, Default)]
struct Opened {
    objects: u32,
    arrays: u32,
}

impl Opened {
    #[inline]
    fn of(&mut self, in_object: bool) -> &mut u32 {
        if in_object { &mut self.objects } else { &mut self.arrays }
    }

    fn has(self, kind: Kind) -> bool {
        (if kind == Kind::Object { self.objects } else { self.arrays }) > 0
    }
}

/// The recovery from missing quotation marks.
#[derive(Clone, Copy, Debug, Default)]
struct Strings {
    /// True if the last string has no closing quotation mark. Text inserted after it would become part of it.
    is_open: bool,
    /// The end of the last string that was ended where its closing quotation mark seems to be missing.
    repaired: Option<usize>,
    /// Strings that start before this offset end where the scanner says. A second repair there would make the time quadratic.
    repaired_before: usize,
    /// The offset from which strings and structure seem to be exchanged, so that no fix is certain enough.
    exchanged: Option<usize>,
}

/// A request to stop the loop over the tokens.
#[derive(Clone, Copy, Debug, Default)]
struct Pause {
    /// True if the loop must check for the end of a value of the outermost level, or continue at `resume`.
    halted: bool,
    resume: Option<usize>,
}

impl Pause {
    /// Lets the loop continue at this offset.
    fn at(resume: usize) -> Self {
        Self { halted: true, resume: Some(resume) }
    }
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            document: Document { text, values: Vec::new() },
            diagnostics: Diagnostics::default(),
            at: 0,
            state: State::Top,
            outermost: Outermost { last: NONE, end: None, name: None },
            open: NONE,
            in_object: false,
            opened: Opened::default(),
            key: NO_KEY,
            last_end: 0,
            last_comma: 0,
            strings: Strings::default(),
            guessed: false,
            pause: Pause::default(),
            stray: None,
        }
    }

    /// Continues to the end of the text; with `one`, to the end of the next value of the outermost level. Returns true if more
    /// values may follow.
    pub(crate) fn run(&mut self, one: bool) -> bool {
        let text = self.document.text;
        if u32::try_from(text.len()).is_err() {
            let message = format!("the text has {} bytes, and kifu reads at most 4 GiB; nothing was read", text.len());
            self.diagnostics.push(Diagnostic::new(&codes::TOO_LARGE, message));
            return false;
        }
        let mut at = self.at;
        while let Some(end) = scanner::token(text, at, &mut |token, start, end| self.step(token, start, end)) {
            at = end;
            if !self.pause.halted {
                continue;
            }
            self.pause.halted = false;
            at = self.pause.resume.take().unwrap_or(at);
            if one && self.state == State::Top && !self.document.values.is_empty() {
                self.at = at;
                return true;
            }
        }
        self.at = at;
        self.end_of_text();
        false
    }

    /// Handles a token. The scanner inlines this function where it knows the kind of the token, so most of the match disappears.
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
            (Token::CloseObject, State::After | State::FirstKey)
                if self.in_object && self.open != self.outermost.last =>
            {
                self.end(end, CLOSED);
            }
            (Token::CloseArray, State::After | State::FirstElement) if !self.in_object => self.end(end, CLOSED),
            _ => return self.irregular(token, start, end),
        }
        self.last_end = end;
    }

    /// Takes the diagnostics collected until now, in the order of the text.
    pub(crate) fn diagnostics(&mut self) -> Diagnostics {
        self.flush_name();
        self.flush_stray();
        let mut diagnostics = self.diagnostics.take();
        if self.strings.repaired.is_some() || self.guessed {
            // Any edit may change the text that a guess depended on.
            diagnostics.iter_mut().filter_map(|found| found.fix.as_mut()).for_each(|fix| fix.safety = Safety::Guess);
        }
        if self.strings.exchanged.is_some() {
            diagnostics.iter_mut().for_each(|found| found.fix = None);
        }
        diagnostics.sort_by_place();
        diagnostics
    }

    // The following functions read valid JSON.

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
        if self.document.values.len() == self.document.values.capacity() {
            self.grow(start);
        }
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

    /// Reserves memory for the rest of the text, assuming the density of values up to `at`, plus 1/16. Doubling would often
    /// reserve far too much. The buffer grows by at most 9/8 of its length, and by at least a quarter of it, but not by more values
    /// than the rest has bytes. While it grows, the old buffer is in memory too. In a text that is mostly brackets, the values of
    /// the rest are counted, and the buffer grows once.
    #[cold]
    fn grow(&mut self, at: usize) {
        let values = &mut self.document.values;
        let first = values.first().map_or(at, |first| first.start as usize);
        let (read, rest) = (at.saturating_sub(first) + 1, self.document.text.len().saturating_sub(at));
        let more = values.len() as u64 * rest as u64 / read as u64;
        let more = usize::try_from(more + more / 16).unwrap_or(usize::MAX);
        let least = (values.len() / 4).min(rest).max(16);
        let most = if values.len() > read / 3 && rest > LONG_TEXT {
            let bytes = &self.document.text.as_bytes()[at..];
            let count = |holds: fn(&u8) -> bool| bytes.iter().filter(|byte| holds(byte)).count();
            let brackets = count(|byte| matches!(byte, b'[' | b'{'));
            // Any other value has at least one byte that is not structure, and a separator.
            let others = count(|byte| !matches!(byte, b'[' | b'{' | b']' | b'}' | b',' | b':' | b' ' | b'\n'));
            brackets + others.min((rest - brackets) / 2)
        } else {
            values.len() + values.len() / 8
        };
        values.reserve_exact(more.min(most).max(least));
    }

    #[inline]
    fn begin(&mut self, kind: Kind, start: usize) {
        let id = self.document.values.len() as u32;
        if self.open == NONE {
            self.outermost.last = id;
        }
        self.push(kind, 0, start, start + 1, id + 1);
        self.open = id;
        self.in_object = kind == Kind::Object;
        *self.opened.of(self.in_object) += 1;
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
        // An object with one member has no duplicate keys.
        if self.in_object && values.get(id as usize + 1).is_some_and(|first| first.next != next) {
            self.compare_keys(id, next);
        }
        *self.opened.of(self.in_object) -= 1;
        self.open = parent;
        self.key = NO_KEY;
        if let Some(parent) = self.document.values.get(parent as usize) {
            self.in_object = parent.kind == Kind::Object;
            self.state = State::After;
        } else {
            self.in_object = false;
            self.state = State::Top;
            self.outermost.end = Some(end);
            self.pause.halted = true;
        }
    }

    /// Finds duplicate keys. A 64-bit filter over the length, first and last byte of the keys rules them out for most objects;
    /// only the others are sorted.
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
}
