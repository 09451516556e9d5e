//! Gomoku and Renju (GM\[4\]).
//!
//! ```
//! use kifu_goban::Point;
//! use kifu_sgf::games::gomoku::Move;
//! assert_eq!("hh".parse(), Ok(Move::Place(Point::from_sgf("hh").unwrap())));
//! ```

use super::{Notation, ParseNotationError};
use alloc::string::String;
use core::{fmt, str::FromStr};
use kifu_goban::Point;

const MOVE: ParseNotationError = ParseNotationError::new("a move of gomoku, such as hh");

/// A move. A point is written in two letters, as in go.
///
/// ```
/// use kifu_sgf::games::gomoku::Move;
/// assert_eq!("hh".parse::<Move>()?.to_string(), "hh");
/// assert_eq!("".parse(), Ok(Move::Pass));
/// assert!("D3".parse::<Move>().is_err());
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move {
    /// A stone is placed.
    Place(Point),
    /// The player passes, which is an empty value; the rules of Renju allow it.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) => point.fmt(f),
            Self::Pass => Ok(()),
        }
    }
}

impl FromStr for Move {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "" => Ok(Self::Pass),
            _ => Point::from_sgf(text).map(Self::Place).ok_or(MOVE),
        }
    }
}

impl Notation for Move {
    const WANTED: &'static str = MOVE.wanted;

    fn standard(text: &str) -> String {
        super::without_word_for_pass(text)
    }

    fn is_on_board(&self, columns: u32, rows: u32) -> bool {
        !matches!(self, Self::Place(point) if !point.is_on_board(columns, rows))
    }
}
