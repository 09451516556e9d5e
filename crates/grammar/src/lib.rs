//! From a pest grammar to a direct scanner.

mod facts;
#[cfg(test)]
#[expect(
    dead_code,
    reason = "the printer takes it as text; here rustfmt and clippy see it"
)]
mod helpers;
mod print;
mod set;
mod tree;

use tree::Grammar;

/// Translates a pest grammar into the source of a Rust module.
///
/// `entries` are the rules that get a public scan function.
///
/// # Errors
///
/// See [`Error`].
pub fn generate(grammar: &str, entries: &[&str]) -> Result<String, Error> {
    let grammar = Grammar::parse(grammar)?;
    let entries = entries
        .iter()
        .map(|&entry| {
            let rule = grammar.find(entry).ok_or_else(|| Error::UnknownEntry {
                entry: entry.to_owned(),
            })?;
            grammar.translate(rule)
        })
        .collect::<Result<Vec<_>, _>>()?;
    print::module(&grammar, &entries)
}

/// Why a grammar has no scanner.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// pest does not accept the grammar. The text is pest's own, with the place.
    #[error("{0}")]
    Syntax(String),
    /// The grammar is right, but a rule says what a scanner cannot do.
    #[error("rule `{rule}`: {what}")]
    Untranslatable {
        /// The rule that says it.
        rule: String,
        /// What it says, why it cannot be translated, and what to write instead.
        what: String,
    },
    /// An entry is not a rule of the grammar.
    #[error("the grammar has no rule `{entry}`")]
    UnknownEntry {
        /// The name that was asked for.
        entry: String,
    },
}
