//! SGF, the Smart Game Format.
#![no_std]

extern crate alloc;

mod document;
pub mod games;
#[cfg(feature = "pest")]
pub mod grammar;
mod property;
#[rustfmt::skip]
mod scanner;
pub mod value;

pub use document::{Document, Game, Node, PropertyOf};
pub use property::{Kind, PROPERTIES, Property, Type, Value};

/// The tokens of a text, which tile it: the name of the grammar's rule, and where.
///
/// ```
/// let tokens: Vec<_> = kifu_sgf::tokens("(;B[aa])").map(|(name, span)| (name, span.len())).collect();
/// assert_eq!(tokens, [("open", 1), ("node", 1), ("property", 5), ("close", 1)]);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = (&'static str, kifu_core::Span)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let mut found = None;
        at = scanner::token(text, at, &mut |token, start, end| found = Some((rule(token), (start..end).into())))?;
        found
    })
}

fn rule(token: scanner::Token) -> &'static str {
    match token {
        scanner::Token::Open => "open",
        scanner::Token::Close => "close",
        scanner::Token::Node => "node",
        scanner::Token::Space => "space",
        scanner::Token::Property => "property",
        scanner::Token::Value => "value",
        scanner::Token::Unknown => "unknown",
    }
}
