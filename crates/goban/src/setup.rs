use crate::{PositionEdit, Size};
use alloc::{
    format,
    string::{String, ToString},
};

/// The position at the start of a game.
///
/// ```
/// use kifu_goban::{Color, Points, Point, Setup, Size};
/// let mut setup = Setup::new(Size::square(9).unwrap());
/// setup.stones.set(&Points::from(Point::from_sgf("cc").unwrap()), Some(Color::Black));
/// setup.stones.to_move = Some(Color::White);
/// assert_eq!(setup.stones.to_string(), "AB[cc]PL[W]");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    /// The stones on the board, and the player to move.
    pub stones: PositionEdit,
}

impl Setup {
    /// Creates an empty board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { size, stones: PositionEdit::default() }
    }
    /// Returns the start position for people: `19x19, black D4, Q16; White to move`.
    pub(crate) fn text(&self) -> String {
        match self.stones.is_empty() {
            true => self.size.to_string(),
            false => format!("{}, {}", self.size, self.stones.parts_text(self.size)),
        }
    }
}
