use core::fmt;
use kifu_shogiban::Square;

/// A set of squares, of the size of one number. Its iterator returns them file by file from the right.
///
/// ```
/// use kifu_rules::shogi::Squares;
/// use kifu_shogiban::Square;
/// let [a, b] = ["49", "69"].map(|text| text.parse::<Square>().unwrap());
/// let squares: Squares = [b, a].into_iter().collect();
/// assert_eq!((squares.len(), squares.contains(a), squares.single()), (2, true, None));
/// assert!(squares.iter().eq([a, b]));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub(super) u128);

impl Squares {
    /// No squares.
    pub const EMPTY: Self = Self(0);

    /// Returns the set of one square.
    pub(super) const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Returns the number of squares.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if there are no squares.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the square is among them.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// Returns the square, if there is exactly one.
    #[must_use]
    pub fn single(self) -> Option<Square> {
        self.iter().next().filter(|_| self.0 & self.0.wrapping_sub(1) == 0)
    }

    /// Returns the squares, file by file from the right.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let square = Square::from_index(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(square)
        })
    }

    /// Returns the squares that satisfy a condition.
    pub(super) fn filter(self, mut is_wanted: impl FnMut(Square) -> bool) -> Self {
        self.iter().filter(|square| is_wanted(*square)).collect()
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |all, square| Self(all.0 | Self::of(square).0))
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
