//! Bracket recovery: finds the end of a value, although a bracket inside it may lack its backslash.
//!
//! A value ends at its first `]` that is not escaped and is followed by something that may follow a value ([`follows`]): a value,
//! a node, a parenthesis, a property or the end of the file, after optional white space. If something else follows, the property
//! decides ([`InnerBrackets`]): in a text, the bracket is part of the text; in a value that may contain a text, it is part of the
//! value if it closes a bracket that the value opened (`CC[{"a":[1,2]}]`); any other value ends there. The value then continues to
//! the next `]`, and each bracket inside it is recorded as a deviation. If no further `]` exists, the value ends at the last one,
//! and the game is marked as open-ended. There is no threshold. The cost is linear in the length of the text, because
//! `last_bracket` remembers that no `]` is left.

use super::{
    blank::skip_spaces,
    build::Build,
    index::{narrow, push},
    oddity::Odd,
    property::{identifier, is_property, name_end},
};
use crate::PropertyDef;
use kifu_core::Span;

impl Build<'_> {
    /// Adds a value whose text begins at `inner` and whose token ends at `end`.
    #[inline(always)]
    pub(super) fn value(&mut self, inner: usize, end: usize) {
        let bytes = self.text.as_bytes();
        let closed = bytes[end - 1] == b']' && end > inner && (end < bytes.len() || !is_escaped(&bytes[inner..end]));
        if closed {
            let next = |n: usize| bytes.get(end + n).copied().unwrap_or(b')');
            // The usual cases, without a search.
            let is_plain = match next(0) {
                b';' | b')' | b'[' | b'(' => true,
                b'A'..=b'Z' => next(1) == b'[' || next(1).is_ascii_uppercase() && next(2) == b'[',
                b'\n' => matches!(next(1), b';' | b')' | b'[' | b'('),
                _ => false,
            };
            let end = if is_plain { end } else { self.repaired(inner, end) };
            self.end = end;
            // A value has at least two bytes, so the rest of the text limits the number of values.
            let value = Span { start: narrow(inner), end: narrow(end - 1) };
            push(&mut self.game.values, value, (self.text.len() - end) / 2);
        } else {
            self.odd(Odd::UnclosedValue, inner - 1, end);
            self.game.values.push(Span { start: narrow(inner), end: narrow(end) });
        }
    }

    /// Returns the end of a value whose first bracket is at `end - 1`. The value may continue after it.
    fn repaired(&mut self, inner: usize, mut end: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut value = OpenValue::new(self.text, inner);
        while value.includes(end, || self.inner_brackets(inner)) {
            let next = if end < self.last_bracket { closing_bracket(bytes, end) } else { None };
            let Some(next) = next else {
                self.last_bracket = self.last_bracket.min(end);
                self.game.open_ended = true;
                break;
            };
            self.odd(Odd::UnescapedBracket, end - 1, end);
            end = next + 1;
        }
        end
    }

    /// Returns the brackets that the values of the last property may have. One of the values starts at `inner`. The result is
    /// cached, because a property may have many values or a long name.
    #[cold]
    fn inner_brackets(&mut self, inner: usize) -> InnerBrackets {
        if let Some(known) = self.inner_brackets {
            return known;
        }
        let property = self.game.properties[self.game.properties.len() - 1];
        let first = self.game.values.get(property.values as usize).map_or(narrow(inner), |first| first.start);
        let end = name_end(self.text.as_bytes(), property.start, first);
        let found = InnerBrackets::of(&identifier(&self.text[property.start as usize..end as usize]));
        self.inner_brackets = Some(found);
        found
    }
}

/// The closing brackets that a value may have although they are not escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InnerBrackets {
    /// All: the value is a text.
    All,
    /// Those that close a bracket of the value: it may contain a text, such as a label, or the JSON of a private property.
    OfPairs,
    /// None: the value is a point or a number.
    None,
}

impl InnerBrackets {
    /// Returns the brackets that the values of a property may have.
    pub(crate) fn of(identifier: &str) -> Self {
        match PropertyDef::find(identifier, 1) {
            Some(known) if known.is_text() => Self::All,
            Some(known) if !known.has_text() => Self::None,
            _ => Self::OfPairs,
        }
    }
}

/// A value whose end is being searched.
pub(super) struct OpenValue<'a> {
    text: &'a str,
    /// The place up to which its brackets were counted.
    counted: usize,
    /// The number of brackets that it has opened and not closed.
    opened: usize,
}

impl<'a> OpenValue<'a> {
    /// Creates a value whose text begins at `inner`.
    pub(super) fn new(text: &'a str, inner: usize) -> Self {
        Self { text, counted: inner, opened: 0 }
    }

    /// Returns true if the bracket at `end - 1` is part of the value. The closing brackets of the value are examined in order.
    pub(super) fn includes(&mut self, end: usize, brackets: impl FnOnce() -> InnerBrackets) -> bool {
        if follows(self.text, end) {
            return false;
        }
        match brackets() {
            InnerBrackets::All => true,
            InnerBrackets::OfPairs => self.closes_pair(end) && !self.precedes_node(end),
            InnerBrackets::None => false,
        }
    }

    fn closes_pair(&mut self, end: usize) -> bool {
        let part = &self.text.as_bytes()[self.counted..end - 1];
        let mut escaped = false;
        self.opened += part.iter().fold(0, |opened, &b| {
            let opens = b == b'[' && !escaped;
            escaped = b == b'\\' && !escaped;
            opened + usize::from(opens)
        });
        self.counted = end;
        let closes = self.opened > 0;
        self.opened = self.opened.saturating_sub(1);
        closes
    }

    /// Returns true if a node is between `end` and the next closing bracket. A value that lost its bracket must not contain a move.
    fn precedes_node(&self, end: usize) -> bool {
        let Some(close) = closing_bracket(self.text.as_bytes(), end) else { return false };
        let mut semicolons = memchr::memchr_iter(b';', &self.text.as_bytes()[end..close]);
        semicolons.any(|at| is_property(self.text, skip_spaces(self.text, end + at + 1)))
    }
}

/// Returns true if the last byte of `value` is escaped by a backslash.
fn is_escaped(value: &[u8]) -> bool {
    let before = &value[..value.len() - 1];
    before.iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1
}

/// Returns the offset of the next `]` that is not escaped.
pub(crate) fn closing_bracket(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let found = at + memchr::memchr2(b']', b'\\', bytes.get(at..)?)?;
        if bytes[found] == b']' {
            return Some(found);
        }
        at = found + 2;
    }
}

/// Returns true if a value may end before `at`: if white space, then a `[`, a semicolon, a parenthesis, the end, or a
/// property follows.
pub(crate) fn follows(text: &str, at: usize) -> bool {
    let next = skip_spaces(text, at);
    match text.as_bytes().get(next) {
        None | Some(b'[' | b';' | b'(' | b')') => true,
        Some(b'A'..=b'Z') => is_property(text, next),
        _ => false,
    }
}
