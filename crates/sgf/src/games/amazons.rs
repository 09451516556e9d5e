//! Amazons (GM\[18\]).
//!
//! ```
//! use kifu_goban::Point;
//! use kifu_sgf::games::amazons::Move;
//! let Move { from, to, arrow } = "djddgd".parse()?;
//! assert_eq!([from, to, arrow].map(|point| point.to_string()), ["dj", "dd", "gd"]);
//! # Ok::<(), kifu_sgf::games::ParseNotationError>(())
//! ```

use super::{Notation, ParseNotationError};
use core::{fmt, str::FromStr};
use kifu_goban::Point;

const MOVE: ParseNotationError = ParseNotationError::new("a move of amazons, such as djddgd (from, to and arrow)");

/// A move: an amazon moves, and shoots an arrow. Points are written in two letters, as in go.
///
/// This struct is exhaustive: the standard defines a move as three points.
///
/// ```
/// use kifu_sgf::games::amazons::Move;
/// assert_eq!("addgad".parse::<Move>()?.to_string(), "addgad");
/// assert!("addg".parse::<Move>().is_err()); // the arrow is missing
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The point that the amazon leaves.
    pub from: Point,
    /// The point that it moves to.
    pub to: Point,
    /// The point that the arrow hits.
    pub arrow: Point,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from, self.to, self.arrow)
    }
}

impl FromStr for Move {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let point = |from: usize| text.get(from..from + 2).and_then(Point::from_sgf).ok_or(MOVE);
        match text.len() {
            6 => Ok(Self { from: point(0)?, to: point(2)?, arrow: point(4)? }),
            _ => Err(MOVE),
        }
    }
}

impl Notation for Move {
    const WANTED: &'static str = MOVE.wanted;

    fn is_on_board(&self, columns: u32, rows: u32) -> bool {
        [self.from, self.to, self.arrow].iter().all(|point| point.is_on_board(columns, rows))
    }
}
