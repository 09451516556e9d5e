//! What stands on a square, in one byte.

use crate::{Color, Kind, Piece};

/// A square of a board: empty, or with a piece.
///
/// The byte of a piece has its kind in the lowest four bits and its color in the next one. An empty square has only the bit after that, and
/// the two highest bits are always 0. A board of such bytes takes half of what a list of `Option<Piece>` takes, and it is copied for each
/// line of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cell(u8);

impl Cell {
    pub(crate) const EMPTY: Self = Self(0x20);

    /// The color in a byte that has a piece.
    const COLOR: u8 = 0x10;

    #[inline]
    pub(crate) const fn new(piece: Option<Piece>) -> Self {
        match piece {
            Some(Piece { color, kind }) => Self((color as u8 * Self::COLOR) | kind as u8),
            None => Self::EMPTY,
        }
    }

    #[inline]
    pub(crate) const fn piece(self) -> Option<Piece> {
        if self.0 == Self::EMPTY.0 {
            return None;
        }
        let color = if self.0 & Self::COLOR == 0 { Color::Black } else { Color::White };
        Some(Piece { color, kind: kind(self.0) })
    }

    /// Returns the byte.
    #[inline]
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }
}

/// Returns the kind in the lowest four bits of a byte.
#[inline]
const fn kind(byte: u8) -> Kind {
    /// No cell has the last two numbers.
    const KINDS: [Kind; 16] = {
        let (mut kinds, mut n) = ([Kind::Pawn; 16], 0);
        while n < Kind::ALL.len() {
            kinds[Kind::ALL[n] as usize] = Kind::ALL[n];
            n += 1;
        }
        kinds
    };
    KINDS[(byte & 0xF) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn a_cell_has_its_piece() {
        let pieces = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| Some(Piece::new(color, kind))));
        let mut bytes = Vec::new();
        for piece in pieces.chain([None]) {
            assert_eq!(Cell::new(piece).piece(), piece);
            bytes.push(Cell::new(piece).byte());
        }
        bytes.sort_unstable();
        bytes.dedup();
        assert_eq!(bytes.len(), 29);
    }
}
