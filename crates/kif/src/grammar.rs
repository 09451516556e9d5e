//! The grammar of KIF and KI2 as a pest parser. It is the reference that the scanner is tested against.
//!
//! Semantic versioning does not cover this module, because its types are pest's.
//!
//! ```
//! use kifu_kif::{grammar::{Pest, Rule}, tokens};
//! use pest::Parser;
//! // The scanner finds the same tokens as pest, which adds one for the end of the text.
//! let text = "手合割：平手\n   1 ７六歩(77)\n*よい手\n";
//! let pest: Vec<_> = Pest::parse(Rule::file, text)?.map(|token| token.as_str()).collect();
//! assert!(tokens(text).map(|(_, span)| &text[span.range()]).eq(pest[..pest.len() - 1].iter().copied()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(missing_docs, reason = "pest derives the rules from the grammar, where they are documented")]

/// The parser that pest derives from `kif.pest`. Its rule `file` accepts any text and returns a flat stream of tokens.
///
/// ```
/// use pest::Parser;
/// let tokens = kifu_kif::grammar::Pest::parse(kifu_kif::grammar::Rule::file, "*a\n*b").unwrap();
/// assert_eq!(tokens.map(|token| token.as_str()).collect::<Vec<_>>(), ["*a\n", "*b", ""]);
/// ```
#[derive(pest_derive::Parser)]
#[grammar = "kif.pest"]
pub struct Pest;
