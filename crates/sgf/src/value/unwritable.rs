//! Finds the characters of a text that SGF cannot write, and restores them.

use alloc::{string::String, vec::Vec};

/// A run of one character that SGF cannot write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Run {
    /// The index of its first character in the text.
    pub(crate) from: usize,
    /// The number of characters.
    pub(crate) count: usize,
    pub(crate) character: char,
}

/// Returns the runs of characters of `text` that are spaces in `read`. Both texts have the same length.
pub(crate) fn replaced(text: &str, read: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, (character, _)) in text.chars().zip(read.chars()).enumerate().filter(|(_, (a, b))| a != b) {
        match runs.last_mut() {
            Some(run) if run.from + run.count == at && run.character == character => run.count += 1,
            _ => runs.push(Run { from: at, count: 1, character }),
        }
    }
    runs
}

/// Returns the text with the characters of `runs` instead of its white space. `runs` must be sorted.
pub(crate) fn restored(text: &str, runs: &[Run]) -> String {
    let mut runs = runs.iter().peekable();
    let restore = |(at, c): (usize, char)| {
        while runs.next_if(|run| run.from.saturating_add(run.count) <= at).is_some() {}
        match runs.peek() {
            Some(run) if run.from <= at && matches!(c, ' ' | '\n') => run.character,
            _ => c,
        }
    };
    text.chars().enumerate().map(restore).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{self, TextPlace, escape, simple_text};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn characters_that_sgf_cannot_write_are_restored(text in "[a ]{0,3}[\t\x0B\0a\n\u{FEFF}\\\\ ]{0,8}") {
            let read = value::text(&escape(&text, TextPlace::Whole)).into_owned();
            prop_assert_eq!(restored(&read, &replaced(&text, &read)), text.clone());
            let read = simple_text(&escape(&text, TextPlace::Part)).into_owned();
            prop_assert_eq!(restored(&read, &replaced(&text, &read)), text);
        }
    }
}
