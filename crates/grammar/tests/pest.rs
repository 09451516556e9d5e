//! Every generated scanner finds the same tokens as pest's own runtime.

// pest_derive uses the crate `alloc` if its feature `std` is off.
extern crate alloc;

use pest::{Parser, RuleType};
use proptest::prelude::*;
use std::{
    fs,
    path::{Path, PathBuf},
};

// The modules are outside of the macro, so that rustfmt finds them.
#[rustfmt::skip]
#[path = "grammars/builtins.rs"]
mod builtins;
#[rustfmt::skip]
#[path = "grammars/choices.rs"]
mod choices;
#[rustfmt::skip]
#[path = "grammars/json.rs"]
mod json;
#[rustfmt::skip]
#[path = "grammars/kif.rs"]
mod kif;
#[rustfmt::skip]
#[path = "grammars/literals.rs"]
mod literals;
#[rustfmt::skip]
#[path = "grammars/lookaheads.rs"]
mod lookaheads;
#[rustfmt::skip]
#[path = "grammars/names.rs"]
mod names;
#[rustfmt::skip]
#[path = "grammars/nested.rs"]
mod nested;
#[rustfmt::skip]
#[path = "grammars/repeats.rs"]
mod repeats;
#[rustfmt::skip]
#[path = "grammars/sgf.rs"]
mod sgf;
#[rustfmt::skip]
#[path = "grammars/skips.rs"]
mod skips;
#[rustfmt::skip]
#[path = "grammars/unicode.rs"]
mod unicode;

/// A token's rule, its start and its end.
type FoundToken = (String, usize, usize);

/// The name of a rule or a token in a common form: `open_object` and `OpenObject` give the same.
fn plain_name(name: impl std::fmt::Debug) -> String {
    format!("{name:?}").replace('_', "").to_lowercase()
}

/// Returns the tokens that pest finds with the rule `file`, or `None` if pest rejects the text.
fn by_pest<P: Parser<R>, R: RuleType>(file: R, text: &str) -> Option<Vec<FoundToken>> {
    let pairs = P::parse(file, text).ok()?;
    let found = pairs
        .flatten()
        .map(|pair| (plain_name(pair.as_rule()), pair.as_span().start(), pair.as_span().end()))
        .filter(|(name, ..)| name != "eoi")
        .collect();
    Some(found)
}

/// Generates texts from the pieces in any order, mixed with characters that no grammar expects.
fn texts(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        12 => proptest::sample::select(pieces).prop_map(str::to_owned),
        1 => proptest::sample::select(&["a", "Z", "7", " ", "\n", "é", "，", "𠮟", "\0"][..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..48).prop_map(|pieces| pieces.concat())
}

macro_rules! grammars {
    ($($name:ident $reference:ident $grammar:literal $pieces:expr;)*) => {
        const GRAMMARS: &[&str] = &[$(stringify!($name)),*];
        $(
        mod $reference {
            #![allow(missing_docs, reason = "pest_derive writes it")]

            #[derive(pest_derive::Parser)]
            #[grammar = $grammar]
            pub(super) struct Reference;
        }

        proptest! {
            #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

            #[test]
            fn $name(text in texts($pieces)) {
                let mut found: Vec<FoundToken> = Vec::new();
                let mut at = 0;
                while let Some(end) = $name::token(&text, at, &mut |token, start, end| {
                    found.push((plain_name(token), start, end));
                }) {
                    prop_assert!(end > at, "no progress at {at}");
                    at = end;
                }
                let found = (at == text.len()).then_some(found);
                let wanted = by_pest::<$reference::Reference, _>($reference::Rule::file, &text);
                prop_assert_eq!(found, wanted);
            }
        }
        )*
    };
}

grammars! {
    builtins builtins_reference "tests/grammars/builtins.pest"
        &["b", "o", "n", "d", "h", "l", "u", "a", "w", "0", "1", "7", "8", "9", "f", "G", "z", "A", "\n", "\r\n", "\r", "é", "日", "\u{7f}", "_"];
    choices choices_reference "tests/grammars/choices.pest"
        &["->", "-->", "-", "x", "y", "a", "b", "c", "=", "==", "1", ".", "2", "|", "i", "j", "i8", "ix", "ixy", "if", "iff", "in", "int", ",", "/a", "/b", "ab", "abc", "az", "\t", "!", "#", "Q", "\u{1}"];
    json json_reference "tests/grammars/json.pest"
        &["{", "}", "[", "]", ":", ",", "\"", "\\", "\\u12af", "\\u12", "0", "12", "-", ".", "e", "E+", "true", "null", "//", "/*", "*/", "\n", "\u{1}", "日本", " "];
    kif kif_reference "tests/grammars/kif.pest"
        &["\n", "\r\n", "*", "&", "1", " ", "　", "７六", "１", "九", "同", "歩", "成", "打", "(77)", "(", ")", "( 0:12/00:00:12)", "投了", "中断", "持将棋", "先手", "：", "変化:", "変化", "羽生", "２八飛(82)", "  12 ", "\t"];
    literals literals_reference "tests/grammars/literals.pest"
        &["「", "いちばん長い言葉は一行に収まらないので、名前をつけて別の場所に置く、それでもまだ長い", "THE longest of the words, at home in no line of a hundred columns", "a word that is longer than a line has room for", "begin", "ning", "beginning", "Ab", "\"q\"", "\\", "\u{7f}", "SeLect", "sel", "É-TO", "é-to", "é-", "é", "É", "x", "X", "12", "oK", "!", "pq", "c", "§", "p"];
    lookaheads lookaheads_reference "tests/grammars/lookaheads.pest"
        &["#", "\n", ".", "1", "2", "a", "e", "b", "c", "d", "t", "tat", "tatt", "<", "/>", "/", ">", "]]", "]", "!", "?", " ", "x9", "A", "x", "xy", "z"];
    names names_reference "tests/grammars/names.pest"
        &["type", "m", "1", "u", "r", "lit", "SGF", "c", "x", "y", "yz", "_", "h", "i", "j", "\"", "ab"];
    nested nested_reference "tests/grammars/nested.pest"
        &["<", ">", ",", ":", "a", "Zb", "\\", "\\x", "'", " ", "1", "22", "-", "'a"];
    repeats repeats_reference "tests/grammars/repeats.pest"
        &["e", "1", "23", "456", ";", "l", "m", "b", "x", "p", "ab", "c", "w", "a", "aa", "v", "v,", ",", "(", ")", "d", "b", "１", "９９", "zzz", "é", "y", "01010101", "0", "1"];
    sgf sgf_reference "tests/grammars/sgf.pest"
        &["(", ")", ";", "[", "]", "\\", "B[pd]", "C[", " ", "\r\n", "AB", "comment [", "\\]", "[aa]", "日本"];
    skips skips_reference "tests/grammars/skips.pest"
        &["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "+", "$", "]", "\\", "\"", "\n", "\r\n", "\r", "a", "b", "ab", "abc", "abd", "：", "，", "１", "１２", "２", "/*", "*/", "*", "-", "--", "日", "本", "日", "=", "<", "<!", "é", "è"];
    unicode unicode_reference "tests/grammars/unicode.pest"
        &["０", "５", "９", "１", "一", "五", "十", "百", "あ", "ん", "ー", "ゝ", "▲", "△", "歩", "兵", "歩兵", "と", "a", "c", " ", "　", "\u{a0}", "à", "ö", "÷", "ß", "é", "𠮟", "😀", "\u{40000}", "\u{10ffff}", "\u{1000}", "\u{1fff}", "\u{2000}", "#", "@", "%", "&", "ä", "ę", "ő", "か", "ち", "つ"];
}

/// The folder of the grammars.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/grammars")
}

#[test]
fn committed_scanners_are_what_is_generated() {
    for name in GRAMMARS {
        let read = |extension| fs::read_to_string(folder().join(name).with_extension(extension)).unwrap();
        let generated = kifu_grammar::generate(&read("pest"), &["token"]).unwrap();
        assert!(generated == read("rs"), "{name}.rs is stale; `cargo xtask grammar` regenerates it");
    }
}

#[test]
fn every_grammar_is_compared() {
    let mut found: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pest"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert_eq!(found, GRAMMARS);
}

#[test]
fn a_place_within_a_character_matches_nothing() {
    let nothing = &mut |_, _, _| unreachable!("nothing is found");
    assert_eq!(sgf::token("é", 1, nothing), None);
    assert_eq!(sgf::token("é", 2, nothing), None);
    assert_eq!(sgf::token("é", 3, nothing), None);
    assert_eq!(sgf::token("é", usize::MAX, nothing), None);
}
