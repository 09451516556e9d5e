//! Checks that `src/scanner.rs` is the scanner of the grammar. `kifu-grammar src/@name@.pest > src/scanner.rs` generates it.

#[test]
fn the_scanner_is_made_from_the_grammar() {
    let scanner = kifu_grammar::generate(include_str!("../src/@name@.pest"), &["token"]).unwrap();
    assert!(scanner == include_str!("../src/scanner.rs"), "out of date: kifu-grammar src/@name@.pest > src/scanner.rs");
}
