//! Every generated scanner finds what pest's own runtime finds.

// pest_derive names it where its feature `std` is off.
extern crate alloc;

use pest::{Parser, RuleType};
use proptest::prelude::*;

/// A token's rule in the words of `Debug`, and where it stands.
type Found = (String, usize, usize);

/// The name of a rule the way a token spells it.
fn token_name(rule: impl RuleType) -> String {
    let name = format!("{rule:?}");
    name.split('_')
        .map(|word| {
            let mut chars = word.chars();
            let first = chars.next().map(|c| c.to_ascii_uppercase());
            first.into_iter().chain(chars).collect::<String>()
        })
        .collect()
}

/// What pest finds with the rule `file`, and `None` where it finds fault.
fn by_pest<P: Parser<R>, R: RuleType>(file: R, text: &str) -> Option<Vec<Found>> {
    let pairs = P::parse(file, text).ok()?;
    let found = pairs
        .flatten()
        .map(|pair| (token_name(pair.as_rule()), pair.as_span().start(), pair.as_span().end()))
        .filter(|(name, ..)| name != "EOI")
        .collect();
    Some(found)
}

/// Texts of the pieces, in any order, with some that no grammar asks for.
fn texts(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        12 => proptest::sample::select(pieces).prop_map(str::to_owned),
        1 => proptest::sample::select(&["a", "Z", "7", " ", "\n", "é", "，", "𠮟", "\0"][..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..48).prop_map(|pieces| pieces.concat())
}

macro_rules! grammars {
    ($($name:ident $reference:ident $scanner:literal $grammar:literal $pieces:expr;)*) => {$(
        #[path = $scanner]
        mod $name;

        mod $reference {
            #![allow(missing_docs, reason = "pest_derive writes it")]

            #[derive(pest_derive::Parser)]
            #[grammar = $grammar]
            pub(super) struct Reference;
        }

        proptest! {
            #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

            #[test]
            fn $name(text in texts($pieces)) {
                let mut found: Vec<Found> = Vec::new();
                let mut at = 0;
                while let Some(end) = $name::token(&text, at, &mut |token, start, end| {
                    found.push((format!("{token:?}"), start, end));
                }) {
                    prop_assert!(end > at, "no progress at {at}");
                    at = end;
                }
                let found = (at == text.len()).then_some(found);
                let wanted = by_pest::<$reference::Reference, _>($reference::Rule::file, &text);
                prop_assert_eq!(found, wanted);
            }
        }
    )*};
}

grammars! {
    sgf sgf_reference "grammars/sgf.rs" "tests/grammars/sgf.pest"
        &["(", ")", ";", "[", "]", "\\", "B[pd]", "C[", " ", "\r\n", "AB", "comment [", "\\]", "[aa]", "日本"];
}
