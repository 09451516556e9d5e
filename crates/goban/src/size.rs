use crate::{Point, Rect};
use core::fmt;

/// The size of a board: from 1×1 to 52×52, not always square.
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

    /// A board of `width` columns and `height` rows, both from 1 to 52.
    #[must_use]
    pub fn new(width: u8, height: u8) -> Option<Self> {
        let fits = |side| (1..=Self::MAX).contains(&side);
        (fits(width) && fits(height)).then_some(Self { width, height })
    }

    /// A board as wide as high, from 1 to 52.
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

    /// Whether it is as wide as high.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Whether `point` is on the board.
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// All points, as a rectangle.
    #[must_use]
    pub fn rect(self) -> Rect {
        let corner = |x, y| Point::new(x, y).expect("a board's corner is a point");
        Rect::new(corner(0, 0), corner(self.width - 1, self.height - 1))
    }

    /// Whether SGF's `[tt]` is a pass on it: where no side is over 19.
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
