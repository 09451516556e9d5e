//! The grammar of CSA as a pest parser. It is the reference that the scanner is tested against.
//!
//! Semantic versioning does not cover this module, because its types are pest's.
//!
//! ```
//! use kifu_csa::{grammar::{Pest, Rule}, tokens};
//! use pest::Parser;
//! // The scanner finds the same tokens as pest, which adds one for the end of the text.
//! let text = "V2.2\nPI\n+\n+7776FU,T5\n%TORYO\n";
//! let pest: Vec<_> = Pest::parse(Rule::file, text)?.map(|token| token.as_str()).collect();
//! assert!(tokens(text).map(|(_, span)| &text[span.range()]).eq(pest[..pest.len() - 1].iter().copied()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(missing_docs, reason = "pest derives the rules from the grammar, where they are documented")]

/// The parser that pest derives from `csa.pest`. Its rule `file` accepts any text and returns a flat stream of tokens.
///
/// ```
/// use pest::Parser;
/// let tokens = kifu_csa::grammar::Pest::parse(kifu_csa::grammar::Rule::file, "+7776FU,T5\n'*x").unwrap();
/// assert_eq!(tokens.map(|token| token.as_str()).collect::<Vec<_>>(), ["+7776FU,", "T5\n", "'*x", ""]);
/// ```
#[derive(pest_derive::Parser)]
#[grammar = "csa.pest"]
pub struct Pest;
