//! Hex (GM\[11\]).
//!
//! ```
//! use kifu_sgf::games::hex::{Cell, Move};
//! let played: Move = "e4".parse()?;
//! assert_eq!(played, Move::Place(Cell::new(5, 4).unwrap()));
//! assert_eq!("swap-pieces".parse(), Ok(Move::SwapPieces));
//! # Ok::<(), kifu_sgf::games::ParseNotationError>(())
//! ```

use super::{Notation, ParseNotationError};
use core::{fmt, str::FromStr};

const CELL: ParseNotationError = ParseNotationError::new("a cell of hex, such as b4");
const MOVE: ParseNotationError = ParseNotationError::new("a move of hex, such as b4 or swap-pieces");

/// A cell of the board: letters for the column, and the number of the row. The columns after `z` are `aa`, `ab` and so on.
///
/// ```
/// use kifu_sgf::games::hex::Cell;
/// let cell: Cell = "aA27".parse()?; // the case of the letters does not count
/// assert_eq!((cell.column(), cell.row(), cell.to_string().as_str()), (27, 27, "aa27"));
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    column: u16,
    row: u16,
}

impl Cell {
    /// Returns the cell in this column and row, both from 1.
    #[must_use]
    pub const fn new(column: u16, row: u16) -> Option<Self> {
        if column == 0 || row == 0 { None } else { Some(Self { column, row }) }
    }

    /// Returns the column, from 1.
    #[must_use]
    pub const fn column(self) -> u16 {
        self.column
    }

    /// Returns the row, from 1.
    #[must_use]
    pub const fn row(self) -> u16 {
        self.row
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A number in base 26 without a zero, the last letter first.
        let (mut letters, mut count, mut rest) = ([0_u8; LETTERS], 0, self.column);
        while rest > 0 {
            rest -= 1;
            letters[count] = b'a' + (rest % 26) as u8;
            rest /= 26;
            count += 1;
        }
        for &letter in letters[..count].iter().rev() {
            write!(f, "{}", char::from(letter))?;
        }
        write!(f, "{}", self.row)
    }
}

/// The number of letters of the last column, 65,535.
const LETTERS: usize = 4;

impl FromStr for Cell {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        if !(1..=LETTERS).contains(&letters) {
            return Err(CELL);
        }
        let (column, row) = text.split_at(letters);
        let value = |letter: u8| u32::from(letter.to_ascii_lowercase() - b'a') + 1;
        let column = column.bytes().fold(0, |column, letter| column * 26 + value(letter));
        let column = u16::try_from(column).map_err(|_| CELL)?;
        super::whole(row).and_then(|row| Self::new(column, row)).ok_or(CELL)
    }
}

impl Notation for Cell {
    const WANTED: &'static str = CELL.wanted;

    fn is_on_board(&self, columns: u32, rows: u32) -> bool {
        u32::from(self.column) <= columns && u32::from(self.row) <= rows
    }
}

/// A move.
///
/// ```
/// use kifu_sgf::games::hex::Move;
/// assert_eq!("Swap-Sides".parse::<Move>()?.to_string(), "swap-sides"); // the case of the letters does not count
/// assert!("b".parse::<Move>().is_err());
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move {
    /// A stone is placed.
    Place(Cell),
    /// The players exchange their colours.
    SwapSides,
    /// The stones exchange their colours, and the board is reflected in its long diagonal.
    SwapPieces,
    /// The player resigns.
    Resign,
    /// The player forfeits the game.
    Forfeit,
}

const WORDS: [(&str, Move); 4] = [
    ("swap-sides", Move::SwapSides),
    ("swap-pieces", Move::SwapPieces),
    ("resign", Move::Resign),
    ("forfeit", Move::Forfeit),
];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, WORDS.iter().find(|(_, played)| played == self)) {
            (Self::Place(cell), _) => cell.fmt(f),
            (_, word) => f.write_str(word.map_or("", |(word, _)| word)),
        }
    }
}

impl FromStr for Move {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let word = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
        word.map(|(_, played)| *played).or_else(|| text.parse().ok().map(Self::Place)).ok_or(MOVE)
    }
}

impl Notation for Move {
    const WANTED: &'static str = MOVE.wanted;

    fn help(text: &str) -> Option<&'static str> {
        // Some servers write `swap`, which may be either.
        text.trim().eq_ignore_ascii_case("swap").then_some("write swap-pieces or swap-sides")
    }

    fn is_on_board(&self, columns: u32, rows: u32) -> bool {
        !matches!(self, Self::Place(cell) if !cell.is_on_board(columns, rows))
    }
}
