//! The lossless document: tokens that tile the text.

use crate::scanner::{self, Token};
use kifu_core::Span;

/// A GIB file as it was written.
pub(crate) struct Document<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
}

/// A field of the header.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub(crate) key: &'a str,
    pub(crate) value: &'a str,
    pub(crate) span: Span,
    pub(crate) is_closed: bool,
}

/// A line of the game.
pub(crate) struct Line<'a> {
    pub(crate) name: &'a str,
    numbers: Vec<u32>,
    /// What stands behind `&4`.
    pub(crate) text: &'a str,
    pub(crate) span: Span,
}

impl<'a> Document<'a> {
    pub(crate) fn parse(text: &'a str) -> Self {
        let (mut tokens, mut at) = (Vec::new(), 0);
        while let Some(end) = scanner::token(text, at, &mut |token, a, b| tokens.push((token, Span::new(a, b)))) {
            at = end;
        }
        Self { text, tokens }
    }

    /// All tokens, with their texts.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = (Token, Span, &'a str)> {
        self.tokens.iter().map(|&(token, span)| (token, span, &self.text[span.range()]))
    }

    pub(crate) fn fields(&self) -> impl Iterator<Item = Field<'a>> {
        self.tokens().filter(|token| token.0 == Token::Field).map(|(_, span, text)| {
            let inner = text.trim_start_matches("\\[");
            let (inner, is_closed) = inner.strip_suffix("\\]").map_or((inner, false), |inner| (inner, true));
            let (key, value) = inner.split_once('=').unwrap_or((inner, ""));
            Field { key: key.trim(), value: value.trim(), span, is_closed }
        })
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'a>> {
        self.tokens().filter(|token| token.0 == Token::Line).map(|(_, span, whole)| {
            let (head, text) = whole.split_once('&').unwrap_or((whole, ""));
            let numbers = head.split_ascii_whitespace().skip(1).map(|number| number.parse().unwrap_or(u32::MAX));
            let text = text.strip_prefix('4').unwrap_or(text).trim();
            Line { name: &head[..3], numbers: numbers.collect(), text, span }
        })
    }
}

impl Line<'_> {
    /// The number at this place, from 0. One that is missing, less than nothing or too large is the largest there is.
    pub(crate) fn number(&self, place: usize) -> u32 {
        self.numbers.get(place).copied().unwrap_or(u32::MAX)
    }
}
