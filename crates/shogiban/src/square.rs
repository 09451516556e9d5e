//! Squares and the numerals that name them.

use crate::Color;
use core::{fmt, str::FromStr};

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A square of the board. Its file (筋) counts from 1 at the right and its rank (段) from 1 at the top, both as Black sees them.
///
/// It is written as in a diagram, `７六`. [`FromStr`] also reads `76`, as CSA has it, and `7f`, as USI has it.
///
/// ```
/// use kifu_shogiban::Square;
/// let square = Square::new(7, 6).unwrap();
/// assert_eq!(square.to_string(), "７六");
/// assert_eq!("76".parse(), Ok(square));
/// assert_eq!("7f".parse(), Ok(square));
/// assert_eq!(Square::new(0, 6), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 81;

    /// Returns the square of a file and a rank, both from 1 to 9; `None` outside of the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if matches!((file, rank), (1..=9, 1..=9)) { Some(Self((file - 1) * 9 + rank - 1)) } else { None }
    }

    /// Returns the square of an index, as [`index`](Self::index) counts; `None` from 81.
    ///
    /// ```
    /// use kifu_shogiban::Square;
    /// assert_eq!(Square::from_index(80), Square::new(9, 9));
    /// assert_eq!(Square::from_index(81), None);
    /// ```
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns all squares, file by file from the right.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the file, from 1 at the right.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// Returns the rank, from 1 at the top.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// Returns the index from 0 to 80: file by file from the right, each from the top.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the square this many files and ranks away; `None` outside of the board.
    ///
    /// ```
    /// use kifu_shogiban::Square;
    /// let square = Square::new(7, 7).unwrap();
    /// assert_eq!(square.offset(0, -1), Square::new(7, 6));
    /// assert_eq!(square.offset(3, 0), None);
    /// ```
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if matches!((file, rank), (1..=9, 1..=9)) { Self::new(file as u8, rank as u8) } else { None }
    }

    /// Returns the rank as this player counts: 1 is the farthest, 9 the nearest.
    ///
    /// ```
    /// use kifu_shogiban::{Color, Square};
    /// assert_eq!(Square::new(7, 7).unwrap().rank_for(Color::White), 3);
    /// ```
    #[must_use]
    pub const fn rank_for(self, color: Color) -> u8 {
        match color {
            Color::Black => self.rank(),
            Color::White => 10 - self.rank(),
        }
    }

    /// Returns true if this player's pieces promote here: in the three farthest ranks.
    #[must_use]
    pub const fn promotes(self, color: Color) -> bool {
        self.rank_for(color) <= 3
    }

    /// Returns the file as a full-width digit and the rank in kanji: `('７', '六')`.
    #[must_use]
    pub const fn numerals(self) -> (char, char) {
        (FILES[self.file() as usize - 1], RANKS[self.rank() as usize - 1])
    }

    /// Returns the file and the rank as ASCII digits, as CSA and KIF write them: `('7', '6')`.
    #[must_use]
    pub const fn digits(self) -> (char, char) {
        ((b'0' + self.file()) as char, (b'0' + self.rank()) as char)
    }

    /// Returns the file as a digit and the rank as a letter, as USI writes them: `('7', 'f')`.
    #[must_use]
    pub const fn usi(self) -> (char, char) {
        ((b'0' + self.file()) as char, (b'a' + self.rank() - 1) as char)
    }

    /// Returns the square of two characters: a digit, full-width or not, and a digit, a kanji or a letter from a to i.
    ///
    /// ```
    /// use kifu_shogiban::Square;
    /// assert_eq!(Square::from_chars('７', '六'), Square::new(7, 6));
    /// assert_eq!(Square::from_chars('7', '６'), Square::new(7, 6));
    /// assert_eq!(Square::from_chars('六', '7'), None);
    /// ```
    #[must_use]
    pub const fn from_chars(file: char, rank: char) -> Option<Self> {
        match (digit(file), rank_number(rank)) {
            (Some(file), Some(rank)) => Self::new(file, rank),
            _ => None,
        }
    }
}

/// Returns the number of a digit, full-width or not.
const fn digit(c: char) -> Option<u8> {
    match c {
        '1'..='9' => Some(c as u8 - b'0'),
        '１'..='９' => Some((c as u32 - '０' as u32) as u8),
        _ => None,
    }
}

/// The number of places in [`RANK_PLACES`].
const RANK_PLACE_COUNT: usize = 32;

/// The kanji of the ranks, each at the remainder of its code point, so that one comparison finds the number of a kanji. 0 is none.
const RANK_PLACES: [u8; RANK_PLACE_COUNT] = {
    let (mut places, mut rank) = ([0; RANK_PLACE_COUNT], 1);
    while rank <= RANKS.len() {
        let place = RANKS[rank - 1] as usize % RANK_PLACE_COUNT;
        assert!(places[place] == 0, "two kanji have the same place");
        places[place] = rank as u8;
        rank += 1;
    }
    places
};

/// Returns the number of a digit, a kanji or a letter.
const fn rank_number(c: char) -> Option<u8> {
    match (RANK_PLACES[c as usize % RANK_PLACE_COUNT], c) {
        (rank @ 1.., _) if RANKS[rank as usize - 1] as u32 == c as u32 => Some(rank),
        (_, 'a'..='i') => Some(c as u8 - b'a' + 1),
        _ => digit(c),
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = self.numerals();
        write!(f, "{file}{rank}")
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square.
///
/// ```
/// use kifu_shogiban::{ParseSquareError, Square};
/// let error: ParseSquareError = "70".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "not a square such as `７六`, `76` or `7f`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square such as `７六`, `76` or `7f`")]
#[non_exhaustive]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let mut chars = text.chars();
        match (chars.next(), chars.next(), chars.next()) {
            (Some(file), Some(rank), None) => Self::from_chars(file, rank).ok_or(ParseSquareError),
            _ => Err(ParseSquareError),
        }
    }
}
