use crate::Size;
use alloc::{format, string::String};
use core::fmt;

/// A point of a board of up to 52×52: the column from the left and the row from the top, both from 0.
///
/// ```
/// use kifu_goban::{Point, Size};
/// let point = Point::from_sgf("pd").unwrap();
/// assert_eq!((point.x(), point.y()), (15, 3));
/// assert_eq!(point.to_a1(Size::default()), "Q16");
/// assert_eq!(Point::from_a1("q16", Size::default()), Some(point));
/// assert_eq!(point.to_string(), "pd");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    x: u8,
    y: u8,
}

/// The letters of columns in A1 style. There is no I, which could be confused with J or 1.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Point {
    /// Returns the point at column `x` and row `y`. `None` if one of them is over 51.
    ///
    /// ```
    /// use kifu_goban::Point;
    /// assert_eq!(Point::new(3, 15).unwrap().to_string(), "dp");
    /// assert_eq!(Point::new(52, 0), None);
    /// ```
    #[must_use]
    pub fn new(x: u8, y: u8) -> Option<Self> {
        (x < Size::MAX && y < Size::MAX).then_some(Self { x, y })
    }

    /// The column, from 0 at the left.
    #[must_use]
    pub fn x(self) -> u8 {
        self.x
    }

    /// The row, from 0 at the top.
    #[must_use]
    pub fn y(self) -> u8 {
        self.y
    }

    /// Returns the point of two SGF letters, column and row: `a` to `z` are 0 to 25, `A` to `Z` are 26 to 51.
    ///
    /// ```
    /// use kifu_goban::Point;
    /// assert_eq!(Point::from_sgf("aA"), Point::new(0, 26));
    /// assert_eq!(Point::from_sgf("d4"), None);
    /// ```
    #[must_use]
    pub fn from_sgf(letters: &str) -> Option<Self> {
        let number = |letter: u8| match letter {
            b'a'..=b'z' => Some(letter - b'a'),
            b'A'..=b'Z' => Some(letter - b'A' + 26),
            _ => None,
        };
        match letters.as_bytes() {
            &[x, y] => Some(Self { x: number(x)?, y: number(y)? }),
            _ => None,
        }
    }

    /// Returns the two SGF letters.
    #[must_use]
    pub fn to_sgf(self) -> [char; 2] {
        let letter = |n: u8| char::from(if n < 26 { b'a' + n } else { b'A' + n - 26 });
        [letter(self.x), letter(self.y)]
    }

    /// Returns the point with a name in A1 style, such as `Q16`: columns from the left without I, then AA, AB, … after Z, and rows
    /// from the bottom.
    ///
    /// ```
    /// use kifu_goban::{Point, Size};
    /// let size = Size::square(9).unwrap();
    /// assert_eq!(Point::from_a1("J9", size), Point::from_sgf("ia")); // the upper right corner
    /// assert_eq!(Point::from_a1("I5", size), None); // there is no column I
    /// assert_eq!(Point::from_a1("K5", size), None); // not on this board
    /// ```
    #[must_use]
    pub fn from_a1(name: &str, size: Size) -> Option<Self> {
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let column = |letter: u8| COLUMNS.iter().position(|&c| c == letter.to_ascii_uppercase());
        let x = match name.as_bytes()[..digits] {
            [one] => column(one)?,
            [tens, one] => (column(tens)? + 1) * COLUMNS.len() + column(one)?,
            _ => return None,
        };
        let row: u8 = name[digits..].parse().ok().filter(|&row| row > 0)?;
        let point = Self::new(u8::try_from(x).ok()?, size.height().checked_sub(row)?)?;
        size.contains(point).then_some(point)
    }

    /// Returns the name for people: in A1 style, or the SGF letters of a point outside a board of this size.
    pub(crate) fn text(self, size: Size) -> String {
        if size.contains(self) { self.to_a1(size) } else { format!("{self}") }
    }

    /// Returns the name in A1 style on a board of this size. If the point is below the board, its row is 0 or negative.
    ///
    /// ```
    /// use kifu_goban::{Point, Size};
    /// let tengen = Point::new(9, 9).unwrap();
    /// assert_eq!(tengen.to_a1(Size::square(19).unwrap()), "K10");
    /// let corner = Point::new(25, 0).unwrap();
    /// assert_eq!(corner.to_a1(Size::square(26).unwrap()), "AA26");
    /// ```
    #[must_use]
    pub fn to_a1(self, size: Size) -> String {
        format!("{}{}", self.a1_column(), i16::from(size.height()) - i16::from(self.y))
    }

    /// Returns the letters of the column in A1 style.
    pub(crate) fn a1_column(self) -> String {
        let (tens, one) = (usize::from(self.x) / COLUMNS.len(), usize::from(self.x) % COLUMNS.len());
        let letters = tens.checked_sub(1).into_iter().chain([one]).map(|letter| char::from(COLUMNS[letter]));
        letters.collect()
    }
}

/// Points are sorted by rows from the top, and from left to right within a row.
impl Ord for Point {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Point {
    /// Writes the point in SGF letters, which need no board size.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = self.to_sgf();
        write!(f, "{x}{y}")
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not a point in SGF letters.
///
/// ```
/// use kifu_goban::{ParsePointError, Point};
/// assert_eq!("Q16".parse::<Point>(), Err(ParsePointError)); // Point::from_a1 reads this, with the size of the board
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePointError;

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a point in SGF letters such as `pd`")
    }
}

impl core::error::Error for ParsePointError {}

impl core::str::FromStr for Point {
    type Err = ParsePointError;

    /// Reads SGF letters, as [`Point::from_sgf`] does.
    fn from_str(letters: &str) -> Result<Self, ParsePointError> {
        Self::from_sgf(letters).ok_or(ParsePointError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_names() {
        let size = Size::square(52).unwrap();
        for (x, y) in (0..52).flat_map(|x| (0..52).map(move |y| (x, y))) {
            let point = Point::new(x, y).unwrap();
            let letters: String = point.to_sgf().into_iter().collect();
            assert_eq!(Point::from_sgf(&letters), Some(point));
            assert_eq!(Point::from_a1(&point.to_a1(size), size), Some(point));
        }
        assert_eq!(Point::new(52, 0), None);
    }

    #[test]
    fn what_is_no_point_of_the_board_is_none() {
        let size = Size::default();
        for name in ["", "A", "1", "I5", "A0", "A20", "T20", "U1", "AAA1", "A1x", "Ä1", "A-1"] {
            assert_eq!(Point::from_a1(name, size), None, "{name}");
        }
        assert_eq!(Point::from_a1("A1", size), Point::from_sgf("as"));
        assert_eq!(Point::from_a1("T19", size), Point::from_sgf("sa"));
        for letters in ["", "a", "aaa", "a1", "é"] {
            assert_eq!(Point::from_sgf(letters), None, "{letters}");
        }
    }
}
