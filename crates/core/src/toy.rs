//! A game for the tests of this crate.

use crate::Game;

/// A game whose moves, marks, terms and setups are numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Toy;

impl Game for Toy {
    const NAME: &'static str = "toy";
    type Terms = u8;
    type Setup = u8;
    type Action = u8;
    type Mark = u8;

    fn parse_action(text: &str) -> Option<u8> {
        text.parse().ok().filter(|number| *number < 100)
    }
}
