//! The lossless document: tokens that cover the text without gaps.

use crate::scanner::{self, Token};
use alloc::vec::Vec;
use kifu_core::Span;

/// Returns the tokens of a text, which cover it without gaps.
pub(crate) fn tokens(text: &str) -> Vec<(Token, Span)> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(end) = scanner::token(text, at, &mut |token, a, b| tokens.push((token, Span::new(a, b)))) {
        at = end;
    }
    tokens
}
