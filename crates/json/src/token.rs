//! Iteration over the tokens of a text.

use crate::scanner::{self, Token};
use kifu_core::Span;

/// Returns the tokens of a text, JSON or not. They cover the text without gaps, up to the 4 GiB limit of spans.
///
/// ```
/// use kifu_json::{Token, tokens};
/// let found: Vec<_> = tokens("[1, x").map(|(token, _)| token).collect();
/// assert_eq!(found, [Token::OpenArray, Token::Number, Token::Comma, Token::Space, Token::Bare]);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = (Token, Span)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let (token, end) = scan(text, at)?;
        let span = Span { start: u32::try_from(at).ok()?, end: u32::try_from(end).ok()? };
        at = end;
        Some((token, span))
    })
}

/// Returns the token at `at`, and its end.
#[inline]
pub(crate) fn scan(text: &str, at: usize) -> Option<(Token, usize)> {
    let mut found = None;
    let end = scanner::token(text, at, &mut |token, _, _| found = Some(token))?;
    Some((found?, end))
}
