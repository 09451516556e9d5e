//! Lines of Action (GM\[9\]).
//!
//! ```
//! use kifu_sgf::games::loa::Move;
//! let Move::Step { from, to, is_capture } = "C2:C5++".parse()? else { unreachable!("it is a step") };
//! assert_eq!((from.to_string().as_str(), to.to_string().as_str(), is_capture), ("c2", "c5", true));
//! # Ok::<(), kifu_sgf::games::ParseNotationError>(())
//! ```

use super::{Notation, ParseNotationError};
use core::{fmt, str::FromStr};

const SQUARE: ParseNotationError = ParseNotationError::new("a square of lines of action, such as a5");
const MOVE: ParseNotationError = ParseNotationError::new("a move of lines of action, such as e1-e3 or resign");

/// A square of the board: a letter for the column, and the number of the row.
///
/// ```
/// use kifu_sgf::games::loa::Square;
/// let square: Square = "C8".parse()?; // the case of the letter does not count
/// assert_eq!((square.column(), square.row(), square.to_string().as_str()), (3, 8, "c8"));
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    column: u8,
    row: u8,
}

impl Square {
    /// Returns the square in this column, from 1 to 26, and row, from 1.
    ///
    /// ```
    /// use kifu_sgf::games::loa::Square;
    /// assert_eq!(Square::new(1, 5).unwrap().to_string(), "a5");
    /// assert_eq!(Square::new(27, 5), None);
    /// ```
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column == 0 || column > 26 || row == 0 { None } else { Some(Self { column, row }) }
    }

    /// Returns the column, from 1.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Returns the row, from 1.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Parses the square at the start of a text. Returns the rest of the text too.
    fn split(text: &str) -> Option<(Self, &str)> {
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (row, rest) = text[1..].split_at(digits);
        let row = u8::try_from(super::whole(row)?).ok()?;
        Some((Self::new(letter.to_ascii_lowercase() - b'a' + 1, row)?, rest))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column - 1), self.row)
    }
}

impl FromStr for Square {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::split(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square).ok_or(SQUARE)
    }
}

impl Notation for Square {
    const WANTED: &'static str = SQUARE.wanted;

    fn is_on_board(&self, columns: u32, rows: u32) -> bool {
        u32::from(self.column) <= columns && u32::from(self.row) <= rows
    }
}

/// A move.
///
/// The text may have signs such as `+` and `!` at its end. They are for readers and have no meaning, so a move does not store them.
///
/// ```
/// use kifu_sgf::games::loa::Move;
/// assert_eq!("E1e3!".parse::<Move>()?.to_string(), "e1-e3");
/// assert_eq!("Pass".parse(), Ok(Move::Pass));
/// assert!("e1".parse::<Move>().is_err());
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move {
    /// A stone moves.
    Step {
        /// The square that the stone leaves.
        from: Square,
        /// The square that it moves to.
        to: Square,
        /// True if the text states that the move captures a stone.
        is_capture: bool,
    },
    /// The player passes.
    Pass,
    /// The player resigns.
    Resign,
    /// The player forfeits the game.
    Forfeit,
    /// A stone leaves the board, in the variant Gemma.
    Escape,
}

const WORDS: [(&str, Move); 4] =
    [("pass", Move::Pass), ("resign", Move::Resign), ("forfeit", Move::Forfeit), ("escape", Move::Escape)];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, WORDS.iter().find(|(_, played)| played == self)) {
            (Self::Step { from, to, is_capture }, _) => {
                write!(f, "{from}{}{to}", if *is_capture { ':' } else { '-' })
            }
            (_, word) => f.write_str(word.map_or("", |(word, _)| word)),
        }
    }
}

impl FromStr for Move {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some((_, played)) = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)) {
            return Ok(*played);
        }
        let step = || {
            let (from, rest) = Square::split(text)?;
            let (to, signs) = Square::split(rest.strip_prefix(['-', ':']).unwrap_or(rest))?;
            let is_sign = |c: char| c.is_ascii_punctuation() && !matches!(c, '-' | ':');
            signs.chars().all(is_sign).then_some(Self::Step { from, to, is_capture: rest.starts_with(':') })
        };
        step().ok_or(MOVE)
    }
}

impl Notation for Move {
    const WANTED: &'static str = MOVE.wanted;

    fn is_on_board(&self, columns: u32, rows: u32) -> bool {
        match self {
            Self::Step { from, to, .. } => from.is_on_board(columns, rows) && to.is_on_board(columns, rows),
            _ => true,
        }
    }
}
