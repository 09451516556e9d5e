//! Checks the game trees of a file against the first one: some programs expect a single tree, or trees of one kind.

use super::messages::shown;
use crate::{Game, Property, codes};
use alloc::{format, string::String};
use kifu_core::{Diagnostics, Span};

/// The properties that should be the same in all game trees of a file, each with its default and with what is done if they differ.
const SAME: [(&str, &str, &str); 3] = [
    ("FF", "1", "each is read in its version"),
    ("GM", "1", "each is read as its game"),
    ("CA", "", "each is read in its charset"),
];

/// The first game tree of a file, and what was already reported. Each finding is reported once in a file.
#[derive(Default)]
pub(super) struct Collection {
    /// The first characters of the values of the properties in [`SAME`]. A property that is missing is empty.
    first: Option<[String; SAME.len()]>,
    reported_several: bool,
    reported: [bool; SAME.len()],
}

impl Collection {
    /// Checks the next game tree of the file.
    pub(super) fn add(&mut self, game: Game<'_>, diagnostics: &mut Diagnostics) {
        let stated = SAME.map(|(identifier, ..)| start_of(game.root_value(identifier).unwrap_or_default().trim()));
        let Some(first) = &self.first else {
            self.first = Some(stated.map(String::from));
            return;
        };
        let start = game.span().start;
        let parenthesis = Span { start, end: start + 1 };
        if !core::mem::replace(&mut self.reported_several, true) {
            diagnostics.report(
                &codes::SEVERAL_TREES,
                parenthesis,
                || "a second game tree, but some programs read only the first one of a file; all are read",
            );
        }
        for (index, (identifier, default, done)) in SAME.into_iter().enumerate() {
            let (own, of_first) = (stated[index], &*first[index]);
            let [read, first_read] = [own, of_first].map(|value| if value.is_empty() { default } else { value });
            if read.eq_ignore_ascii_case(first_read) || core::mem::replace(&mut self.reported[index], true) {
                continue;
            }
            let at = game.root_property(identifier).map_or(parenthesis, Property::span);
            diagnostics.report(&codes::TREES_DIFFER, at, || {
                let words = |value: &str| match value {
                    "" => format!("no {identifier}"),
                    value => format!("{identifier}[{}]", shown(value)),
                };
                format!("this game tree has {}, but the first one has {}; {done}", words(own), words(of_first))
            });
        }
    }
}

/// Returns the first characters of a value. Real values are shorter.
fn start_of(value: &str) -> &str {
    value.char_indices().nth(64).map_or(value, |(end, _)| &value[..end])
}
