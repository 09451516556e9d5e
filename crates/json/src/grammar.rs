//! The grammar's face in pest: the reference that the scanner is held to.
//!
//! This module is outside the version promise: its types are pest's.
//!
//! ```
//! use kifu_json::{grammar::{Pest, Rule}, tokens};
//! use pest::Parser;
//! // The scanner finds what pest finds; behind it pest says that the text ends.
//! let text = "{\"komi\": 6.5} // as agreed";
//! let pest: Vec<_> = Pest::parse(Rule::file, text)?.map(|token| token.as_str()).collect();
//! assert!(tokens(text).map(|(_, span)| &text[span.range()]).eq(pest[..pest.len() - 1].iter().copied()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
