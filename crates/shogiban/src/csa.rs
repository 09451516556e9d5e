//! Moves as CSA writes them.

use crate::{Color, Kind, Move, Piece, Square};
use core::{fmt, str::FromStr};

/// A move as CSA writes it: the player, the two squares, and the piece after the move. The piece before the move stands on the board.
///
/// ```
/// use kifu_shogiban::{Color, CsaMove, Kind, Move, Piece};
/// let text: CsaMove = "+8822UM".parse().unwrap();
/// let bishop = Piece::new(Color::Black, Kind::Bishop);
/// assert_eq!(text.with_piece(Some(bishop)), "☗２二角成(88)".parse().ok());
/// assert_eq!(CsaMove::from(text.with_piece(Some(bishop)).unwrap()), text);
/// assert_eq!(text.to_string(), "+8822UM");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CsaMove {
    /// The player.
    pub color: Color,
    /// The square that the piece leaves; `None` for a drop, which CSA writes as `00`.
    pub from: Option<Square>,
    /// The square to which the piece goes.
    pub to: Square,
    /// The piece after the move. If it is dropped, it can be in hand.
    pub kind: Kind,
}

impl CsaMove {
    /// Returns the move of the piece that stands on the square which the move leaves. `None` if the player has no piece there that is this
    /// one after the move. A drop needs no piece.
    ///
    /// ```
    /// use kifu_shogiban::{Color, CsaMove, Kind, Piece};
    /// let text: CsaMove = "-2133KE".parse().unwrap();
    /// assert!(text.with_piece(Some(Piece::new(Color::White, Kind::Knight))).is_some());
    /// assert!(text.with_piece(Some(Piece::new(Color::White, Kind::Silver))).is_none());
    /// assert!(text.with_piece(None).is_none());
    /// ```
    #[must_use]
    pub fn with_piece(self, before: Option<Piece>) -> Option<Move> {
        let Self { color, from, to, kind } = self;
        let Some(from) = from else { return Some(Move::drop(color, kind, to)) };
        let before = before.filter(|piece| piece.color == color)?.kind;
        let played = Move::new(color, before, from, to);
        [played, played.promoting()].into_iter().find(|played| played.kind_after() == kind)
    }

    /// Returns the seven characters: `+7776FU`.
    pub(crate) fn bytes(self) -> [u8; 7] {
        let Self { color, from, to, kind } = self;
        let [from_file, from_rank] = from.map_or([b'0'; 2], digits);
        let [to_file, to_rank] = digits(to);
        let [first, second] = kind.csa_bytes();
        [if color == Color::Black { b'+' } else { b'-' }, from_file, from_rank, to_file, to_rank, first, second]
    }
}

fn digits(square: Square) -> [u8; 2] {
    [b'0' + square.file(), b'0' + square.rank()]
}

impl From<Move> for CsaMove {
    fn from(played: Move) -> Self {
        Self { color: played.color, from: played.from, to: played.to, kind: played.kind_after() }
    }
}

/// Writes the move: `+7776FU`.
impl fmt::Display for CsaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(core::str::from_utf8(&self.bytes()).unwrap_or_default())
    }
}

/// The text is not a move of CSA.
///
/// ```
/// use kifu_shogiban::CsaMove;
/// let error = "+7776".parse::<CsaMove>().unwrap_err();
/// assert_eq!(error.to_string(), "not a move such as `+7776FU` or `-0055KA`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a move such as `+7776FU` or `-0055KA`")]
#[non_exhaustive]
pub struct ParseCsaMoveError;

impl FromStr for CsaMove {
    type Err = ParseCsaMoveError;

    fn from_str(text: &str) -> Result<Self, ParseCsaMoveError> {
        parse(text).ok_or(ParseCsaMoveError)
    }
}

fn parse(text: &str) -> Option<CsaMove> {
    let &[sign, from_file, from_rank, to_file, to_rank, first, second] = <&[u8; 7]>::try_from(text.as_bytes()).ok()?;
    let color = match sign {
        b'+' => Color::Black,
        b'-' => Color::White,
        _ => return None,
    };
    let kind = Kind::from_csa_bytes([first, second])?;
    let from = match [from_file, from_rank] {
        [b'0', b'0'] if kind.is_droppable() => None,
        digits => Some(square(digits)?),
    };
    Some(CsaMove { color, from, to: square([to_file, to_rank])?, kind })
}

/// Returns the square of two digits. Zero is none.
fn square([file, rank]: [u8; 2]) -> Option<Square> {
    Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, string::ToString};

    #[test]
    fn every_move_comes_back() {
        let kinds = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| (color, kind)));
        for (color, kind) in kinds {
            for (from, to) in Square::all().zip(Square::all().rev()) {
                let moves = [Move::new(color, kind, from, to), Move::new(color, kind, from, to).promoting()];
                let drop = Move::drop(color, kind, to);
                for played in moves.into_iter().filter(|played| !played.promotes || kind.promoted().is_some()) {
                    let text = CsaMove::from(played).to_string();
                    let read: CsaMove = text.parse().unwrap();
                    assert_eq!(read.with_piece(Some(Piece::new(color, kind))), Some(played), "{text}");
                    assert_eq!(read.with_piece(Some(Piece::new(color.opponent(), kind))), None, "{text}");
                }
                let text = CsaMove::from(drop).to_string();
                assert_eq!(text.parse().ok(), kind.is_droppable().then_some(CsaMove::from(drop)), "{text}");
            }
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        for text in
            ["", "7776FU", "+7776F", "+7776FUx", "+7776fu", "+7706FU", "+0776FU", "+7776XX", "*7776FU", "+0055OU"]
        {
            assert!(text.parse::<CsaMove>().is_err(), "{text}");
        }
        for byte in 0..=u8::MAX {
            let text = format!("+77{}6FU", char::from(byte));
            assert_eq!(text.parse::<CsaMove>().is_ok(), (b'1'..=b'9').contains(&byte), "{text}");
        }
    }
}
