//! Characters that SGF cannot write: where a text has them, and the text with them restored.

use alloc::{string::String, vec::Vec};

/// Characters that SGF cannot write: the index of the first, their number, and the character.
pub(crate) type Run = (usize, usize, char);

/// The runs of characters of `text` that are spaces in `read`, which is as long.
pub(crate) fn replaced(text: &str, read: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, (wanted, _)) in text.chars().zip(read.chars()).enumerate().filter(|(_, (a, b))| a != b) {
        match runs.last_mut() {
            Some((from, count, last)) if *from + *count == at && *last == wanted => *count += 1,
            _ => runs.push((at, 1, wanted)),
        }
    }
    runs
}

/// The text with the characters of `runs` in the place of its white space. `runs` are sorted.
pub(crate) fn restored(text: &str, runs: &[Run]) -> String {
    let mut runs = runs.iter().peekable();
    let restore = |(at, c): (usize, char)| {
        while runs.next_if(|(from, count, _)| from.saturating_add(*count) <= at).is_some() {}
        match runs.peek() {
            Some((from, _, wanted)) if *from <= at && matches!(c, ' ' | '\n') => *wanted,
            _ => c,
        }
    };
    text.chars().enumerate().map(restore).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{self, escape, simple_text};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn characters_that_sgf_cannot_write_are_restored(text in "[a ]{0,3}[\t\x0B\0a\n\u{FEFF}\\\\ ]{0,8}") {
            let read = value::text(&escape(&text, false)).into_owned();
            prop_assert_eq!(restored(&read, &replaced(&text, &read)), text.clone());
            let read = simple_text(&escape(&text, true)).into_owned();
            prop_assert_eq!(restored(&read, &replaced(&text, &read)), text);
        }
    }
}
