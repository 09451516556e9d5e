//! The scanner is that of the grammar. Where the grammar has changed, it is written anew, and the test fails that once.

#[test]
fn the_scanner_is_made_from_the_grammar() {
    let scanner = kifu_grammar::generate(include_str!("../src/gib.pest"), &["token"]).unwrap();
    if std::fs::read_to_string("src/scanner.rs").ok().as_ref() != Some(&scanner) {
        std::fs::write("src/scanner.rs", scanner).unwrap();
        panic!("src/scanner.rs was stale, and is written anew; look at it, and test again");
    }
}
