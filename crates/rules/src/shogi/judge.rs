//! Which moves can be made: whether the piece is there and reaches the square, and whether a drop is allowed. Whether a king is left in check
//! is not examined.

use super::{
    Position,
    codes::{
        BAD_PROMOTION, NO_PIECE, NOT_IN_HAND, OCCUPIED_SQUARE, OTHER_PIECE, OWN_PIECE, SAME_PLAYER_AGAIN, STUCK_PIECE,
        TWO_PAWNS, UNREACHABLE_SQUARE,
    },
};
use crate::Judge;
use core::fmt;
use kifu_core::{CodeInfo, Parsed};
use kifu_shogiban::{Action, Kind, Move, Piece, Shogi, Square, Terms};

/// Why a move cannot be made.
///
/// ```
/// use kifu_rules::shogi::{IllegalMove, IllegalReason, Position};
/// use kifu_shogiban::{Move, Setup};
/// let position = Position::new(&Setup::default());
/// let fault = position.fault(&"☗２二角成(88)".parse::<Move>()?).unwrap();
/// assert_eq!(fault.reason, IllegalReason::UnreachableSquare);
/// assert_eq!(fault.to_string(), "☗２二角成(88): the 角 on ８八 cannot go to ２二");
/// # Ok::<(), kifu_shogiban::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub played: Move,
    /// The reason.
    pub reason: IllegalReason,
}

/// The reason why a move is illegal. The first one that applies counts, in this order.
///
/// ```
/// use kifu_rules::shogi::{IllegalReason, Position};
/// use kifu_shogiban::Setup;
/// let position = Position::new(&Setup::default());
/// let fault = position.fault(&"☗５五歩打".parse().unwrap()).unwrap();
/// assert_eq!(fault.reason, IllegalReason::NotInHand);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The player has just moved.
    SamePlayerAgain,
    /// The square that the piece leaves is empty.
    NoPiece,
    /// Another piece, or one of the other player, is on that square.
    OtherPiece(Piece),
    /// A piece of the player is on the square of the move.
    OwnPiece,
    /// The piece does not reach the square: it does not move so, or another piece is between.
    UnreachableSquare,
    /// The player has no such piece in hand.
    NotInHand,
    /// A piece is dropped on a square that is not empty.
    OccupiedSquare,
    /// A pawn is dropped on a file with another pawn of the player (二歩).
    TwoPawns,
    /// The piece could never move again (行き所のない駒).
    StuckPiece,
    /// The piece cannot promote, or not in this move.
    BadPromotion,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Move { color, kind, from, to, .. } = self.played;
        write!(f, "{}: ", self.played)?;
        let shown = |from: Option<Square>| from.unwrap_or(to);
        match self.reason {
            IllegalReason::SamePlayerAgain => write!(f, "{color} has just moved"),
            IllegalReason::NoPiece => write!(f, "{} is empty", shown(from)),
            IllegalReason::OtherPiece(piece) => {
                write!(f, "{} has {}'s {}", shown(from), piece.color, piece.kind)
            }
            IllegalReason::OwnPiece => write!(f, "{to} has a piece of {color}"),
            IllegalReason::UnreachableSquare => write!(f, "the {kind} on {} cannot go to {to}", shown(from)),
            IllegalReason::NotInHand => write!(f, "{color} has no {kind} in hand"),
            IllegalReason::OccupiedSquare => write!(f, "{to} is not empty"),
            IllegalReason::TwoPawns => write!(f, "{color} has another 歩 on file {}", to.file()),
            IllegalReason::StuckPiece => write!(f, "a {kind} on {to} could never move again"),
            IllegalReason::BadPromotion => write!(f, "this piece cannot promote here"),
        }
    }
}

impl Position {
    /// Returns why a move cannot be made. `None` if it can be made, without regard to checks.
    #[must_use]
    pub fn fault(&self, played: &Move) -> Option<IllegalMove> {
        self.reason(played).map(|reason| IllegalMove { played: *played, reason })
    }

    /// Returns the moves from one square to another that the rules of promotion allow: none if the first square is empty, and two if the
    /// player may choose. A program then asks its user. The move without promotion comes first.
    ///
    /// [`fault`](Self::fault) returns whether the piece reaches the square.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Setup, Square};
    /// let position = Position::new(&"9/3P5/9/4S4/9/9/9/9/9 b - 1".parse::<Setup>().unwrap());
    /// let square = |text: &str| text.parse::<Square>().unwrap();
    /// let moves = |from, to| position.moves_between(square(from), square(to)).map(|played| played.to_string());
    /// assert!(moves("54", "53").eq(["☗５三銀(54)", "☗５三銀成(54)"]));
    /// assert!(moves("62", "61").eq(["☗６一歩成(62)"]));
    /// assert!(moves("54", "55").eq(["☗５五銀(54)"]));
    /// assert_eq!(moves("55", "54").count(), 0);
    /// ```
    pub fn moves_between(&self, from: Square, to: Square) -> impl Iterator<Item = Move> + use<> {
        let plain = self.piece(from).map(|Piece { color, kind }| Move::new(color, kind, from, to));
        let promoting = plain.filter(|played| played.may_promote()).map(Move::promoting);
        plain.filter(|played| !played.kind.is_stuck(played.color, to)).into_iter().chain(promoting)
    }

    fn reason(&self, played: &Move) -> Option<IllegalReason> {
        let Move { color, kind, from, to, promotes, .. } = *played;
        if color != self.to_move() {
            return Some(IllegalReason::SamePlayerAgain);
        }
        let Some(from) = from else { return self.drop_reason(played) };
        match self.piece(from) {
            None => return Some(IllegalReason::NoPiece),
            Some(piece) if piece != Piece::new(color, kind) => return Some(IllegalReason::OtherPiece(piece)),
            Some(_) => {}
        }
        if self.piece(to).is_some_and(|piece| piece.color == color) {
            return Some(IllegalReason::OwnPiece);
        }
        if !self.origins(color, kind, to).contains(from) {
            return Some(IllegalReason::UnreachableSquare);
        }
        if promotes && !played.may_promote() {
            return Some(IllegalReason::BadPromotion);
        }
        played.kind_after().is_stuck(color, to).then_some(IllegalReason::StuckPiece)
    }

    fn drop_reason(&self, played: &Move) -> Option<IllegalReason> {
        let Move { color, kind, to, promotes, .. } = *played;
        if self.hand(color).count(kind) == 0 {
            return Some(IllegalReason::NotInHand);
        }
        if self.piece(to).is_some() {
            return Some(IllegalReason::OccupiedSquare);
        }
        let pawn = Some(Piece::new(color, Kind::Pawn));
        let on_file = |rank| Square::new(to.file(), rank).is_some_and(|square| self.piece(square) == pawn);
        if kind == Kind::Pawn && (1..=9).any(on_file) {
            return Some(IllegalReason::TwoPawns);
        }
        if promotes {
            return Some(IllegalReason::BadPromotion);
        }
        kind.is_stuck(color, to).then_some(IllegalReason::StuckPiece)
    }
}

impl Judge for Shogi {
    type Rules = ();
    type History = ();
    type Fault = IllegalMove;

    /// Every game of shogi has the rules that are examined.
    fn rules(_: &Terms) -> Option<Parsed<()>> {
        Some(Parsed::Value(()))
    }

    fn judge(position: &Position, (): &(), (): &(), action: &Action) -> Result<(), IllegalMove> {
        let fault = action.as_move().and_then(|played| position.fault(&played));
        fault.map_or(Ok(()), Err)
    }

    fn code(fault: &IllegalMove) -> &'static CodeInfo {
        match fault.reason {
            IllegalReason::SamePlayerAgain => &SAME_PLAYER_AGAIN,
            IllegalReason::NoPiece => &NO_PIECE,
            IllegalReason::OtherPiece(_) => &OTHER_PIECE,
            IllegalReason::OwnPiece => &OWN_PIECE,
            IllegalReason::UnreachableSquare => &UNREACHABLE_SQUARE,
            IllegalReason::NotInHand => &NOT_IN_HAND,
            IllegalReason::OccupiedSquare => &OCCUPIED_SQUARE,
            IllegalReason::TwoPawns => &TWO_PAWNS,
            IllegalReason::StuckPiece => &STUCK_PIECE,
            IllegalReason::BadPromotion => &BAD_PROMOTION,
        }
    }

    fn codes() -> &'static [CodeInfo] {
        super::CODES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_shogiban::Setup;

    fn reason(position: &str, played: &str) -> Option<IllegalReason> {
        let position = Position::new(&position.parse::<Setup>().unwrap());
        position.fault(&played.parse().unwrap()).map(|fault| fault.reason)
    }

    #[test]
    fn each_reason() {
        const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        assert_eq!(reason(START, "☗７六歩(77)"), None);
        assert_eq!(reason(START, "☖３四歩(33)"), Some(IllegalReason::SamePlayerAgain));
        assert_eq!(reason(START, "☗５五歩(56)"), Some(IllegalReason::NoPiece));
        assert!(matches!(reason(START, "☗７六銀(77)"), Some(IllegalReason::OtherPiece(_))));
        assert!(matches!(reason(START, "☗３四歩(33)"), Some(IllegalReason::OtherPiece(_))));
        assert_eq!(reason(START, "☗７九金(69)"), Some(IllegalReason::OwnPiece));
        assert_eq!(reason(START, "☗２二角(88)"), Some(IllegalReason::UnreachableSquare));
        assert_eq!(reason(START, "☗７六歩成(77)"), Some(IllegalReason::BadPromotion));
        assert_eq!(reason(START, "☗５五銀打"), Some(IllegalReason::NotInHand));
        const DROPS: &str = "4k4/P8/9/9/9/9/9/9/4K4 b NPL 1";
        assert_eq!(reason(DROPS, "☗５五歩打"), None);
        assert_eq!(reason(DROPS, "☗９五歩打"), Some(IllegalReason::TwoPawns));
        assert_eq!(reason(DROPS, "☗９二香打"), Some(IllegalReason::OccupiedSquare));
        assert_eq!(reason(DROPS, "☗８一歩打"), Some(IllegalReason::StuckPiece));
        assert_eq!(reason(DROPS, "☗８二桂打"), Some(IllegalReason::StuckPiece));
        assert_eq!(reason(DROPS, "☗９一歩(92)"), Some(IllegalReason::StuckPiece));
        assert_eq!(reason(DROPS, "☗９一歩成(92)"), None);
    }
}
