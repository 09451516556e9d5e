//! The scanner finds the same tokens as pest, in any text.
#![cfg(feature = "pest")]

use kifu_core::Span;
use kifu_csa::{
    grammar::{Pest, Rule},
    tokens,
};
use pest::Parser;
use proptest::prelude::*;

/// Texts of the words that matter to the grammar.
fn csa_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "V2", "N+", "N", "$", "EVENT:", "'", "'*", "P", "PI", "1", "P1", "P+", "00FU", "+", "-", "7776", "FU", "%",
        "TORYO", "T", "T5", "/", "#", "I", "BEGIN ", "END ", "To_Move", "Name", ":", " ", "\u{3000}", "\t", "\n",
        "\r\n", "\r", ",", "*", "a", "あ", "\u{FFFD}",
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
    fn the_scanner_finds_what_pest_finds(text in csa_like()) {
        let scanned: Vec<_> = tokens(&text).map(|(name, span)| (name.to_owned(), span)).collect();
        prop_assert_eq!(scanned, found(&text));
    }

    #[test]
    fn tokens_cover_any_text(text in "\\PC*") {
        let covered: String = tokens(&text).map(|(_, span)| &text[span.range()]).collect();
        prop_assert_eq!(covered, text);
    }
}
