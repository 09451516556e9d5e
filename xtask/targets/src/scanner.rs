//! In any text the generated scanners find the same tokens as pest's runtime with the same grammars.

use kifu::model::Span;
use pest::{Parser, RuleType, iterators::Pairs};

/// Tests the law on bytes.
pub fn run(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let pest = kifu_sgf::grammar::Pest::parse(kifu_sgf::grammar::Rule::file, text).expect("any text");
    let scanned: Vec<_> = kifu_sgf::tokens(text).map(|(name, span)| (name.to_owned(), span)).collect();
    assert_eq!(scanned, found(pest), "SGF");
    let pest = kifu_kif::grammar::Pest::parse(kifu_kif::grammar::Rule::file, text).expect("any text");
    let scanned: Vec<_> = kifu_kif::tokens(text).map(|(name, span)| (name.to_owned(), span)).collect();
    assert_eq!(scanned, found(pest), "KIF");
    let pest = kifu_csa::grammar::Pest::parse(kifu_csa::grammar::Rule::file, text).expect("any text");
    let scanned: Vec<_> = kifu_csa::tokens(text).map(|(name, span)| (name.to_owned(), span)).collect();
    assert_eq!(scanned, found(pest), "CSA");
    let pest = kifu_usi::grammar::Pest::parse(kifu_usi::grammar::Rule::file, text).expect("any text");
    let scanned: Vec<_> = kifu_usi::tokens(text).map(|(name, span)| (name.to_owned(), span)).collect();
    assert_eq!(scanned, found(pest), "USI");
    let pest = kifu_json::grammar::Pest::parse(kifu_json::grammar::Rule::file, text).expect("any text");
    let scanned = kifu_json::tokens(text).map(|(token, span)| (format!("{token:?}").to_lowercase(), span));
    let found: Vec<_> = found(pest).into_iter().map(|(name, span)| (name.replace('_', ""), span)).collect();
    assert_eq!(scanned.collect::<Vec<_>>(), found, "JSON");
}

/// Returns the names and spans of pest's tokens, without the token at the end.
fn found<R: RuleType>(pairs: Pairs<'_, R>) -> Vec<(String, Span)> {
    let named = pairs.map(|pair| (format!("{:?}", pair.as_rule()), pair.as_span()));
    let named = named.filter(|(name, _)| name != "EOI");
    named.map(|(name, span)| (name, Span::from(span.start()..span.end()))).collect()
}
