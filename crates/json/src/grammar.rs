//! The grammar as a pest parser. Tests compare the generated scanner with it.
//!
//! The version guarantee of this crate does not cover this module, because its types are pest's.
//!
//! ```
//! use kifu_json::{grammar::{Pest, Rule}, tokens};
//! use pest::Parser;
//! // The scanner finds the same tokens as pest. Pest adds a token for the end of the text.
//! let text = "{\"komi\": 6.5} // as agreed";
//! let pest: Vec<_> = Pest::parse(Rule::file, text)?.map(|token| token.as_str()).collect();
//! assert!(tokens(text).map(|(_, span)| &text[span.range()]).eq(pest[..pest.len() - 1].iter().copied()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(missing_docs, reason = "pest derives the rules from the grammar, where they are documented")]

/// The parser that pest derives from `json.pest`. Its rule `file` matches any text and returns a flat sequence of tokens.
///
/// ```
/// use pest::Parser;
/// let tokens = kifu_json::grammar::Pest::parse(kifu_json::grammar::Rule::file, "{a: 1}").unwrap();
/// assert_eq!(tokens.map(|token| token.as_str()).collect::<Vec<_>>(), ["{", "a", ":", " ", "1", "}", ""]);
/// ```
#[derive(pest_derive::Parser)]
#[grammar = "json.pest"]
pub struct Pest;
