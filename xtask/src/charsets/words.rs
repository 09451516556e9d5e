//! The words of records, for each language.

use serde::Deserialize;
use std::{collections::BTreeMap, sync::LazyLock};

/// The words of one language: names, ranks, events, rounds, places, results and comments.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub(super) names: Vec<String>,
    pub(super) ranks: Vec<String>,
    pub(super) events: Vec<String>,
    pub(super) rounds: Vec<String>,
    pub(super) places: Vec<String>,
    pub(super) results: Vec<String>,
    pub(super) comments: Vec<String>,
}

/// Returns the words of a language in `words.toml`.
pub(super) fn of(language: &str) -> &'static Words {
    static WORDS: LazyLock<BTreeMap<String, Words>> =
        LazyLock::new(|| toml::from_str(include_str!("words.toml")).expect("words.toml is valid"));
    &WORDS[language]
}
