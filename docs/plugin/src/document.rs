//! The lossless document: tokens that cover the text without gaps.

use crate::scanner::{self, Token};
use kifu_core::Span;

/// A token, its span, and its text.
pub(crate) type Piece<'a> = (Token, Span, &'a str);

pub(crate) fn tokens(text: &str) -> Vec<Piece<'_>> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(end) =
        scanner::token(text, at, &mut |token, a, b| tokens.push((token, Span::new(a, b), &text[a..b])))
    {
        at = end;
    }
    tokens
}

/// Returns the key and the value of a field.
pub(crate) fn field(text: &str) -> (&str, &str) {
    let inner = text.trim_start_matches("\\[");
    let (key, value) = inner.strip_suffix("\\]").unwrap_or(inner).split_once('=').unwrap_or((inner, ""));
    (key.trim(), value.trim())
}

/// Returns the name of a line of the game, its numbers, and the text after `&4`. A number that is negative or too large becomes
/// `u32::MAX`.
pub(crate) fn line(text: &str) -> (&str, Vec<u32>, &str) {
    let (head, text) = text.split_once('&').unwrap_or((text, ""));
    let numbers = head.split_ascii_whitespace().skip(1).map(|number| number.parse().unwrap_or(u32::MAX));
    (&head[..3], numbers.collect(), text.strip_prefix('4').unwrap_or(text).trim())
}
