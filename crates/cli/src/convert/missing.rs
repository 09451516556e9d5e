//! Where the characters stand that the charset of the output does not have.

use crate::render::Page;
use kifu::{
    Output,
    model::{Loss, Part, Span},
};
use std::collections::HashMap;

/// The first place of each in the input, by what is said of it.
#[derive(Default)]
pub(super) struct Missing(HashMap<String, Span>);

impl Missing {
    /// Looks for what `output` misses in the text of its game. What is written there in another way, as an escape of JSON, is
    /// not found.
    pub(super) fn of(output: &Output, page: &Page<'_>, game: Option<Span>) -> Self {
        let (Some(game), true) = (game, output.losses.iter().any(|loss| loss.part == Part::Character)) else {
            return Self::default();
        };
        let (_, said) = output.writing.encode();
        let character = |span: Span| output.writing.text.get(span.range()).and_then(|text| text.chars().next());
        let mut wanted: HashMap<char, &str> =
            said.iter().filter_map(|said| Some((said.span.and_then(character)?, said.message.as_str()))).collect();
        let mut places = HashMap::new();
        for (at, c) in page.slice(game).char_indices().filter(|(_, c)| !c.is_ascii()) {
            if let Some(message) = wanted.remove(&c) {
                let at = game.start as usize + at;
                places.insert(message.to_owned(), Span::new(at, at + c.len_utf8()));
            }
        }
        Self(places)
    }

    pub(super) fn place(&self, loss: &Loss) -> Option<Span> {
        self.0.get(&loss.message).copied()
    }
}
