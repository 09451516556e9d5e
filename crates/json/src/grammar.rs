//! The grammar's face in pest: the reference that the scanner is held to.
//!
//! This module is outside the version promise: its types are pest's.

#![allow(missing_docs, reason = "pest derives the rules from the grammar, where they are documented")]

/// The parser that pest derives from `json.pest`. Its rule `file` takes any text and gives a flat stream of tokens.
///
/// ```
/// use pest::Parser;
/// let tokens = kifu_json::grammar::Pest::parse(kifu_json::grammar::Rule::file, "{a: 1}").unwrap();
/// assert_eq!(tokens.map(|token| token.as_str()).collect::<Vec<_>>(), ["{", "a", ":", " ", "1", "}", ""]);
/// ```
#[derive(pest_derive::Parser)]
#[grammar = "json.pest"]
pub struct Pest;
