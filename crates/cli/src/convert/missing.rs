//! The places of the characters that the charset of the output does not have.

use crate::render::Page;
use kifu::model::{Loss, Span};
use std::collections::{HashMap, HashSet};

/// The first place of each missing character in the input.
#[derive(Default)]
pub(super) struct Missing(HashMap<char, Span>);

impl Missing {
    /// Searches the text of the game for the lost characters. Does not find a character that is written as a JSON escape.
    pub(super) fn of(losses: &[Loss], page: &Page<'_>, game: Option<Span>) -> Self {
        let mut wanted: HashSet<char> = losses.iter().filter_map(|loss| loss.character).collect();
        let Some(game) = game.filter(|_| !wanted.is_empty()) else { return Self::default() };
        let mut places = HashMap::new();
        for (at, c) in page.slice(game).char_indices() {
            if wanted.remove(&c) {
                let at = game.start as usize + at;
                places.insert(c, Span::new(at, at + c.len_utf8()));
            }
        }
        Self(places)
    }

    pub(super) fn place(&self, loss: &Loss) -> Option<Span> {
        self.0.get(&loss.character?).copied()
    }
}
