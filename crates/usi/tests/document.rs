//! The scanner finds the same tokens as pest, in any text.
#![cfg(feature = "pest")]

use kifu_core::Span;
use kifu_usi::{
    grammar::{Pest, Rule},
    tokens,
};
use pest::Parser;
use proptest::prelude::*;

/// Texts of the words that matter to the grammar.
fn usi_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "position", "startpos", "sfen", "moves", "~", "0", "12", ".", "_", "/", "#", " ", "\t", "\n", "\r\n", "\r",
        "7g7f", "+", "p", "PP", "z", "*", "あ", "\u{3000}",
    ]);
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

fn found(text: &str) -> Vec<(String, Span)> {
    let pairs = Pest::parse(Rule::file, text).expect("any text").filter(|pair| pair.as_rule() != Rule::EOI);
    pairs
        .map(|pair| (format!("{:?}", pair.as_rule()), Span::new(pair.as_span().start(), pair.as_span().end())))
        .collect()
}

proptest! {
    #[test]
    fn the_scanner_finds_what_pest_finds(text in usi_like()) {
        let scanned: Vec<_> = tokens(&text).map(|(name, span)| (name.to_owned(), span)).collect();
        prop_assert_eq!(scanned, found(&text));
    }

    #[test]
    fn tokens_cover_any_text(text in "\\PC*") {
        let covered: String = tokens(&text).map(|(_, span)| &text[span.range()]).collect();
        prop_assert_eq!(covered, text);
    }
}
