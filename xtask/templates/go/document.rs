//! The lossless document: tokens that tile the text.

use crate::scanner::{self, Token};
use alloc::vec::Vec;
use kifu_core::Span;

/// The tokens of a text; together they are all of it.
pub(crate) fn tokens(text: &str) -> Vec<(Token, Span)> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(end) = scanner::token(text, at, &mut |token, a, b| tokens.push((token, Span::new(a, b)))) {
        at = end;
    }
    tokens
}
