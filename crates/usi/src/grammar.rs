//! The grammar of USI as a pest parser. It is the reference that the scanner is tested against.
//!
//! Semantic versioning does not cover this module, because its types are pest's.
//!
//! ```
//! use kifu_usi::{grammar::{Pest, Rule}, tokens};
//! use pest::Parser;
//! // The scanner finds the same tokens as pest, which adds one for the end of the text.
//! let text = "position startpos moves 7g7f\n~0.7ku.r\n";
//! let pest: Vec<_> = Pest::parse(Rule::file, text)?.map(|token| token.as_str()).collect();
//! assert!(tokens(text).map(|(_, span)| &text[span.range()]).eq(pest[..pest.len() - 1].iter().copied()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(missing_docs, reason = "pest derives the rules from the grammar, where they are documented")]

/// The parser that pest derives from `usi.pest`. Its rule `file` accepts any text and returns a flat stream of tokens.
///
/// ```
/// use pest::Parser;
/// let tokens = kifu_usi::grammar::Pest::parse(kifu_usi::grammar::Rule::file, "startpos\n#x").unwrap();
/// assert_eq!(tokens.map(|token| token.as_str()).collect::<Vec<_>>(), ["startpos\n", "#x", ""]);
/// ```
#[derive(pest_derive::Parser)]
#[grammar = "usi.pest"]
pub struct Pest;
