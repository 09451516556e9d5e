#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod facts;
#[cfg(test)]
#[expect(dead_code, reason = "the printer takes it as text; here rustfmt and clippy see it")]
mod helpers;
mod print;
mod set;
mod tree;

use tree::Grammar;

/// Translates a pest grammar into the source of a Rust module.
///
/// Each of the `entries`, which are rules of the grammar, gets a public function that scans it at a
/// position in a text. Save the module as a separate file and include it with `mod`; the [crate's
/// page](crate) lists what the module needs.
///
/// ```
/// let scanner = kifu_grammar::generate(r#"token = @{ "a"+ | ANY }"#, &["token"])?;
/// assert!(scanner.contains("pub fn token("));
/// # Ok::<(), kifu_grammar::Error>(())
/// ```
///
/// # Errors
///
/// If pest does not accept the grammar, if a scanner cannot do exactly what pest does for a rule that an entry reaches, or if an
/// entry is not a rule.
///
/// ```
/// let error = kifu_grammar::generate("token = _{ key ~ value }  key = @{ \"k\" }  value = @{ \"v\" }", &["token"]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "rule `token`: `key` produces a token, which cannot be taken back if `value` after it fails; \
///      look ahead and let nothing fail after the first token, as in `&(key ~ value) ~ key ~ value?`, or make one `@` rule of both"
/// );
/// ```
pub fn generate(grammar: &str, entries: &[&str]) -> Result<String, Error> {
    let grammar = Grammar::parse(grammar)?;
    let mut calls = Vec::new();
    for &entry in entries {
        let Some(rule) = grammar.find(entry) else {
            return Err(Error::UnknownEntry { entry: entry.to_owned() });
        };
        let call = grammar.translate(rule)?;
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    print::module(&grammar, &calls)
}

/// The reason why a grammar cannot be translated into a scanner.
///
/// ```
/// use kifu_grammar::{Error, generate};
/// let grammar = "pair = { ANY ~ ANY }";
/// assert!(matches!(generate("pair = ", &["pair"]), Err(Error::Syntax(_))));
/// assert!(matches!(generate(grammar, &["pair"]), Err(Error::Untranslatable { rule, .. }) if rule == "pair")); // not `@`
/// assert!(matches!(generate(grammar, &["triple"]), Err(Error::UnknownEntry { entry }) if entry == "triple"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// pest does not accept the grammar. The text is pest's message, with the position.
    #[error("{0}")]
    Syntax(String),
    /// The grammar is valid, but a scanner cannot do what a rule says.
    #[error("rule `{rule}`: {what}")]
    Untranslatable {
        /// The name of the rule.
        rule: String,
        /// The part of the rule that cannot be translated, the reason, and what to write instead.
        what: String,
    },
    /// An entry is not a rule of the grammar.
    #[error("the grammar has no rule `{entry}`")]
    UnknownEntry {
        /// The name of the entry.
        entry: String,
    },
}
