//! Refused grammars: the message says where, why, and what to write instead.

use kifu_grammar::{Error, generate};

/// Returns the name of the refused rule, and the message.
#[track_caller]
fn refusal(grammar: &str) -> (String, String) {
    match generate(grammar, &["token"]) {
        Err(Error::Untranslatable { rule, what }) => (rule, what),
        other => panic!("not refused: {other:?}"),
    }
}

#[track_caller]
fn refused(grammar: &str, in_rule: &str, says: &[&str]) {
    let (rule, what) = refusal(grammar);
    assert_eq!(rule, in_rule, "{what}");
    for part in says {
        assert!(what.contains(part), "{part:?} is not in {what:?}");
    }
}

#[test]
fn a_syntax_error_has_the_message_of_pest() {
    let Err(Error::Syntax(text)) = generate("token = @{ \"a\" ~ }", &["token"]) else {
        panic!("not refused");
    };
    assert!(text.contains("--> 1:"), "{text}");
    let Err(Error::Syntax(text)) = generate("token = @{ missing }", &["token"]) else {
        panic!("not refused");
    };
    assert!(text.contains("rule missing is undefined"), "{text}");
}

#[test]
fn an_entry_has_to_be_a_rule() {
    let error = generate("token = @{ ANY }", &["token", "tokens"]).unwrap_err();
    assert_eq!(error, Error::UnknownEntry { entry: "tokens".to_owned() });
    assert_eq!(error.to_string(), "the grammar has no rule `tokens`");
}

#[test]
fn tokens_do_not_nest() {
    refused("token = { ANY }", "token", &["ordinary rule `{}`", "nest", "`token = @{ … }`", "`token = _{ … }`"]);
    refused("token = ${ ANY }", "token", &["compound rule `${}`", "`token = @{ … }`"]);
    refused("token = _{ part }  part = !{ ANY }", "part", &["non-atomic rule `!{}`", "`part = @{ … }`"]);
}

#[test]
fn rules_do_not_recur() {
    refused(
        "token = @{ tree }  tree = _{ \"(\" ~ trees ~ \")\" }  trees = _{ tree* }",
        "tree",
        &["(tree → trees → tree)", "stack", "open = @{ \"(\" }"],
    );
    refused("token = _{ a }  a = @{ \"a\" ~ !(\"b\" ~ a) ~ ANY }", "a", &["(a → a)"]);
}

#[test]
fn nothing_is_implied() {
    refused("token = @{ ANY }  WHITESPACE = _{ \" \" }", "WHITESPACE", &["between", "blank*"]);
    refused("token = @{ ANY }  COMMENT = _{ \"#\" }", "COMMENT", &["between", "blank*"]);
}

#[test]
fn there_is_no_stack() {
    let says = ["stack", "compare in the reader"];
    refused("token = @{ PUSH(\"a\") }", "token", &says);
    refused("token = @{ \"a\" ~ POP }", "token", &says);
    refused("token = @{ PEEK[0..1] }", "token", &says);
    refused("token = @{ \"a\"? ~ (PUSH(\"b\") | DROP) }", "token", &says);
}

#[test]
fn there_are_no_tables_of_unicode() {
    refused("token = @{ LETTER }", "token", &["`LETTER`", "Unicode property", "'あ'..'ん'"]);
    refused("token = @{ \"a\" ~ !HIRAGANA ~ ANY }", "token", &["`HIRAGANA`"]);
}

#[test]
fn there_are_no_tags() {
    refused("token = @{ #left = \"a\" }", "token", &["`#left`", "a separate rule"]);
}

#[test]
fn nothing_fails_behind_a_token() {
    let rules = "a = @{ \"a\" }  b = @{ \"b\" }  c = _{ \"c\"* }";
    let what = refusal(&format!("token = _{{ a ~ b }}  {rules}")).1;
    assert_eq!(
        what,
        "`a` produces a token, which cannot be taken back if `b` after it fails; look ahead and let nothing fail after the first \
         token, as in `&(a ~ b) ~ a ~ b?`, or make one `@` rule of both"
    );
    for body in [
        "a? ~ b",
        "a* ~ \"b\"",
        "(a | b) ~ !\"c\" ~ ANY",
        "a ~ &b",
        "a{2}",
        "(a ~ b)?",
        "(a ~ (b | \"c\") | b)*",
        "&a ~ a ~ c ~ b",
        "a ~ !ANY",
    ] {
        refused(&format!("token = _{{ {body} }}  {rules}"), "token", &["cannot be taken back"]);
    }
    // The error names the rule that contains the sequence, not one that reaches it.
    refused(&format!("token = _{{ pair }}  pair = _{{ a ~ b }}  {rules}"), "pair", &["cannot be taken back"]);
    refused(&format!("token = _{{ some ~ b }}  some = _{{ a+ }}  {rules}"), "token", &["`some` produces"]);

    for body in [
        "&(a ~ b) ~ a ~ b?",
        "a ~ c ~ b* ~ (a | b)?",
        "(a ~ b?)+",
        "!a ~ b ~ c",
        "a ~ (a | b | ANY | !ANY)",
        "\"x\" ~ a",
        "&(a ~ b ~ a ~ b)",
    ] {
        let grammar = format!("token = _{{ {body} }}  {rules}");
        assert!(generate(&grammar, &["token"]).is_ok(), "{:?}", generate(&grammar, &["token"]));
    }
    // Inside an `@` rule no token is produced, so anything may fail.
    assert!(generate(&format!("token = @{{ a ~ b ~ (a ~ b)* }}  {rules}"), &["token"]).is_ok());
}

#[test]
fn the_end_is_no_token() {
    refused("token = _{ a | EOI }  a = @{ \"a\" }", "token", &["`EOI`", "`!ANY`", "`&EOI`"]);
    assert!(generate("token = _{ a | &EOI }  a = @{ \"a\" ~ EOI }", &["token"]).is_ok());
}

#[test]
fn what_never_matches_or_never_ends_is_a_mistake() {
    refused("token = @{ 'z'..'a' }", "token", &["`'z'..'a'` is empty", "smaller character first"]);
    refused("token = @{ \"a\" ~ !(\"b\"?) ~ ANY }", "token", &["`!\"b\"?` never matches", "without `?` or `*`"]);
    refused("token = @{ (!(\"a\" | ANY | !ANY) ~ ANY)* }", "token", &["never matches"]);
}

#[test]
fn a_token_has_a_name_of_its_own() {
    refused(
        "token = _{ open_tag | openTag }  open_tag = @{ \"a\" }  openTag = @{ \"b\" }",
        "openTag",
        &["`OpenTag`", "`open_tag`", "another name"],
    );
    refused("token = _{ _1 }  _1 = @{ \"a\" }", "_1", &["`1`", "no Rust variant"]);
    refused("token = _{ self }  self = @{ \"a\" }", "self", &["`Self`", "no Rust variant"]);
    let Err(Error::Untranslatable { rule, what }) = generate("crate = @{ \"a\" }", &["crate"]) else {
        panic!("not refused");
    };
    assert_eq!(rule, "crate");
    assert!(what.contains("another"), "{what}");
}

#[test]
fn what_no_entry_reaches_is_not_looked_at() {
    let grammar = "file = { SOI ~ token* ~ EOI }  tree = { \"(\" ~ tree ~ \")\" }  token = @{ ANY }";
    let scanner = generate(grammar, &["token"]).unwrap();
    assert!(!scanner.contains("tree") && !scanner.contains("file"));
}
