use crate::{Point, Rect};
use core::fmt;

/// The size of a board: from 1×1 to 52×52, not necessarily square.
///
/// ```
/// use kifu_goban::Size;
/// assert_eq!(Size::default().to_string(), "19x19");
/// assert_eq!(Size::new(13, 9).unwrap().area(), 117);
/// assert_eq!(Size::new(53, 9), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The largest width and height.
    pub const MAX: u8 = 52;

    /// Returns the size of `width` columns and `height` rows. `None` if one of them is not from 1 to 52.
    ///
    /// ```
    /// use kifu_goban::Size;
    /// assert_eq!(Size::new(9, 13).unwrap().to_string(), "9x13");
    /// assert_eq!(Size::new(0, 13), None);
    /// ```
    #[must_use]
    pub fn new(width: u8, height: u8) -> Option<Self> {
        let fits = |side| (1..=Self::MAX).contains(&side);
        (fits(width) && fits(height)).then_some(Self { width, height })
    }

    /// Returns the size of a square board. `None` if the side is not from 1 to 52.
    #[must_use]
    pub fn square(side: u8) -> Option<Self> {
        Self::new(side, side)
    }

    /// The number of columns.
    #[must_use]
    pub fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(self) -> u8 {
        self.height
    }

    /// The number of points.
    #[must_use]
    pub fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Returns true if the board is square.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Returns true if `point` is on the board.
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// Returns all points, as a rectangle.
    #[must_use]
    pub fn rect(self) -> Rect {
        let corner = |x, y| Point::new(x, y).expect("a board's corner is a point");
        Rect::new(corner(0, 0), corner(self.width - 1, self.height - 1))
    }

    /// Returns true if SGF's `[tt]` is a pass on this board: no side is over 19.
    ///
    /// ```
    /// use kifu_goban::Size;
    /// assert!(Size::square(19).unwrap().tt_is_pass());
    /// assert!(!Size::square(21).unwrap().tt_is_pass()); // `tt` is a point
    /// ```
    #[must_use]
    pub fn tt_is_pass(self) -> bool {
        self.width <= 19 && self.height <= 19
    }
}

impl Default for Size {
    /// 19×19.
    fn default() -> Self {
        Self { width: 19, height: 19 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// The error for a text that is not the size of a board.
///
/// ```
/// use kifu_goban::{ParseSizeError, Size};
/// assert_eq!("53x53".parse::<Size>(), Err(ParseSizeError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSizeError;

impl fmt::Display for ParseSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the size of a board, from `1x1` to `52x52`")
    }
}

impl core::error::Error for ParseSizeError {}

impl core::str::FromStr for Size {
    type Err = ParseSizeError;

    /// Reads `9x13`, columns first, or `19` for a square board.
    fn from_str(text: &str) -> Result<Self, ParseSizeError> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let side = |text: &str| text.parse().ok().filter(|_| text.starts_with(|c: char| c.is_ascii_digit()));
        let size = side(width).zip(side(height)).and_then(|(width, height)| Self::new(width, height));
        size.ok_or(ParseSizeError)
    }
}
