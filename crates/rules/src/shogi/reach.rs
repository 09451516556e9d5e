//! Which squares a piece reaches, and from which squares a piece reaches a square.

use super::{Position, tables};
use core::fmt;
use kifu_shogiban::{Color, Kind, Square};

/// The squares from which pieces reach a square, as a set of the size of one number.
///
/// ```
/// use kifu_rules::shogi::Position;
/// use kifu_shogiban::{Color, Kind, Setup};
/// let position = Position::new(&Setup::default());
/// let golds = position.origins(Color::Black, Kind::Gold, "58".parse()?);
/// assert_eq!(golds.iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["４九", "６九"]);
/// # Ok::<(), kifu_shogiban::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Origins(u128);

impl Origins {
    /// Returns the squares, file by file from the right.
    pub fn iter(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let square = Square::from_index(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(square)
        })
    }

    /// Returns the number of squares.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Returns true if the square is among them.
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Returns the square, if there is only one.
    #[must_use]
    pub fn only(&self) -> Option<Square> {
        if self.len() == 1 { self.iter().next() } else { None }
    }

    /// Returns the squares that satisfy a condition.
    #[must_use]
    pub fn filter(&self, is_wanted: impl Fn(Square) -> bool) -> Self {
        let wanted = self.iter().filter(|square| is_wanted(*square));
        Self(wanted.fold(0, |all, square| all | 1 << square.index()))
    }
}

impl fmt::Debug for Origins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Position {
    /// Returns the squares from which pieces of a player and a kind reach a square. Other pieces block the way; a piece counts also if it
    /// may not move because its king would be in check. What stands on the square does not matter. The time is constant.
    #[must_use]
    #[inline]
    pub fn origins(&self, color: Color, kind: Kind, to: Square) -> Origins {
        Origins(tables::origins(self.pieces(color, kind), self.occupied(), color, kind, to))
    }

    /// Returns true if a player's piece reaches a square.
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        Kind::ALL.into_iter().any(|kind| !self.origins(by, kind, square).is_empty())
    }

    /// Returns true if a king of the player can be captured in the next move. A player without a king is never in check.
    #[must_use]
    pub fn is_in_check(&self, color: Color) -> bool {
        let kings = Origins(self.pieces(color, Kind::King));
        kings.iter().any(|square| self.is_attacked(square, color.opponent()))
    }
}
