use crate::{PositionEdit, Size};
use core::fmt;

/// The position at the start of a game.
///
/// ```
/// use kifu_goban::{Color, Points, Point, Setup, Size};
/// let mut setup = Setup::new(Size::square(9).unwrap());
/// setup.stones.set(&Points::from(Point::from_sgf("cc").unwrap()), Some(Color::Black));
/// setup.stones.to_move = Some(Color::White);
/// assert_eq!(setup.stones.to_string(), "AB[cc]PL[W]");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
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
    ///
    /// ```
    /// use kifu_goban::{Setup, Size};
    /// let setup = Setup::new(Size::square(13).unwrap());
    /// assert_eq!(setup.size.to_string(), "13x13");
    /// assert!(setup.stones.is_empty());
    /// ```
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { size, stones: PositionEdit::default() }
    }
}

impl fmt::Debug for Setup {
    /// Writes the size and the stones, for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.size)?;
        if self.stones.is_empty() { Ok(()) } else { write!(f, " {}", self.stones) }
    }
}
