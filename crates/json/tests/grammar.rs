//! The scanner finds the same tokens as pest.

// pest_derive names `alloc` if its feature `std` is off.
extern crate alloc;

use kifu_json::tokens;
use pest::Parser;
use proptest::prelude::*;

mod reference {
    #![allow(missing_docs, reason = "pest_derive writes it")]

    #[derive(pest_derive::Parser)]
    #[grammar = "src/json.pest"]
    pub(super) struct Reference;
}

/// The `Debug` name of a token, its start and its end.
type FoundToken = (String, usize, usize);

fn by_scanner(text: &str) -> Vec<FoundToken> {
    tokens(text).map(|(token, span)| (format!("{token:?}"), span.range().start, span.range().end)).collect()
}

fn by_pest(text: &str) -> Vec<FoundToken> {
    let pairs = reference::Reference::parse(reference::Rule::file, text).unwrap();
    let camel = |rule| {
        let name = format!("{rule:?}");
        name.split('_')
            .flat_map(|word| word[..1].to_uppercase().chars().chain(word[1..].chars()).collect::<Vec<_>>())
            .collect()
    };
    let found = pairs.map(|pair| (camel(pair.as_rule()), pair.as_span().start(), pair.as_span().end()));
    found.filter(|(name, ..): &FoundToken| name != "EOI").collect()
}

const PIECES: &[&str] = &[
    "{", "}", "[", "]", ":", ",", "=", ";", "\"", "'", "\\", "\\\"", "\"key\"", "'x'", "/", "//", "/*", "*/", "\n",
    "\r\n", " ", "\t", "0", "-1.5", "1e", "e+5", ".", "+", "-", "true", "false", "null", "NaN", "a", "$_", "\u{FEFF}",
    "\u{A0}", "\u{3000}", "\u{200B}", "\u{200C}", "\u{0}", "\u{1F}", "\u{B}", "é", "碁", "😀", "(", "`",
];

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        12 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

const SAMPLES: &[&str] = &[
    r#"{"record": {"format": "JGF", "version": 2}, "tree": [{"move": {"color": "black", "x": 15, "y": 3}}, {"comments": ["a\nb"]}]}"#,
    "JGF = { // a comment\n  board: {width: 19,}, /* another */ tree: [{name: 'x', komi: +.5},],\n};\n",
    "{\"a\":true,\"b\":[false,null,-0.5e+10]}\n{\"c\":\"\u{9593}\\ud83d\"}\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn pieces(text in texts()) {
        prop_assert_eq!(by_scanner(&text), by_pest(&text));
    }

    #[test]
    fn samples_with_changes(n in 0..SAMPLES.len(), at in any::<prop::sample::Index>(), len in 0..4_usize, with in texts()) {
        let chars: Vec<char> = SAMPLES[n].chars().collect();
        let at = at.index(chars.len());
        let behind = chars.len().min(at + len);
        let text: String = chars[..at].iter().copied().chain(with.chars().take(4)).chain(chars[behind..].iter().copied()).collect();
        prop_assert_eq!(by_scanner(&text), by_pest(&text));
    }
}
