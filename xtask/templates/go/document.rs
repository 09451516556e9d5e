//! The lossless document: tokens that tile the text.

use crate::scanner::{self, Token};
use alloc::vec::Vec;
use kifu_core::Span;

/// A file as it was written.
pub(crate) struct Document<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
}

impl<'a> Document<'a> {
    pub(crate) fn parse(text: &'a str) -> Self {
        let (mut tokens, mut at) = (Vec::new(), 0);
        while let Some(end) = scanner::token(text, at, &mut |token, a, b| tokens.push((token, Span::new(a, b)))) {
            at = end;
        }
        Self { text, tokens }
    }

    /// The tokens, with their texts.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = (Token, Span, &'a str)> {
        self.tokens.iter().map(|&(token, span)| (token, span, &self.text[span.range()]))
    }
}
