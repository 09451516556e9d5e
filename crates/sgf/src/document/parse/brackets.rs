//! Bracket recovery: finds the end of a value, although a bracket inside it may lack its backslash.
//!
//! A value ends at its first `]` that is not escaped. In a property with texts, such a bracket is part of the text unless it
//! is followed by something that may follow a value ([`follows`]): a value, a node, a parenthesis, a property or the end of
//! the file, after optional white space. The value then continues to the next `]`, and each bracket inside it is recorded as
//! a deviation. If no further `]` exists, the value ends at the last one, and the game is marked as open-ended. There is no
//! threshold. The cost is linear in the length of the text, because `last_bracket` remembers that no `]` is left.

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

    /// Returns the end of a value whose first bracket is at `end - 1`. In a text, the value may continue after it.
    fn repaired(&mut self, inner: usize, mut end: usize) -> usize {
        if follows(self.text, end) {
            return end;
        }
        if !self.has_texts(inner) {
            return end;
        }
        let bytes = self.text.as_bytes();
        while !follows(self.text, end) {
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

    /// Returns true if the values of the last property are texts. One of them starts at `inner`. The result is cached,
    /// because a property may have many values or a long name.
    #[cold]
    fn has_texts(&mut self, inner: usize) -> bool {
        if let Some(known) = self.is_text {
            return known;
        }
        let property = self.game.properties[self.game.properties.len() - 1];
        let first = self.game.values.get(property.values as usize).map_or(narrow(inner), |first| first.start);
        let end = name_end(self.text.as_bytes(), property.start, first);
        let name = &self.text[property.start as usize..end as usize];
        let found = PropertyDef::find(&identifier(name), 1).is_some_and(PropertyDef::is_text);
        self.is_text = Some(found);
        found
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
