//! Which moves of shogi the pieces can make.

use super::{Position, codes, tables};
use crate::Judge;
use core::fmt;
use kifu_core::{CodeInfo, Parsed};
use kifu_shogiban::{Action, Kind, Move, Piece, Shogi, Square, Terms};

/// An illegal move, and the reason.
///
/// ```
/// use kifu_rules::shogi::{IllegalReason, Position};
/// use kifu_shogiban::Setup;
/// let position = Position::new(&Setup::default());
/// let illegal = position.judge("☗２二角成(88)".parse().unwrap()).unwrap_err();
/// assert_eq!(illegal.reason, IllegalReason::Blocked("77".parse().unwrap()));
/// assert_eq!(illegal.to_string(), "☗２二角成(88): the piece on ７七 is in the way; played anyway");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub played: Move,
    /// The reason why it is illegal.
    pub reason: IllegalReason,
}

/// The reason why a move is illegal. A move may be illegal for several reasons; the first in this order is reported.
///
/// ```
/// use kifu_rules::shogi::{IllegalReason, Position};
/// use kifu_shogiban::Setup;
/// let position = Position::new(&Setup::default());
/// let reason = |text: &str| position.judge(text.parse().unwrap()).map_err(|illegal| illegal.reason);
/// assert_eq!(reason("☗７六歩(77)"), Ok(()));
/// assert_eq!(reason("☗７五歩(76)"), Err(IllegalReason::NoPiece));
/// assert_eq!(reason("☗７五歩(77)"), Err(IllegalReason::CannotReach));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The square that the piece should leave is empty.
    NoPiece,
    /// The piece belongs to the opponent.
    OpponentsPiece(Kind),
    /// The piece is of this kind, and not of the one that the move states.
    OtherKind(Kind),
    /// A piece of the player is on the target.
    OwnPiece(Kind),
    /// A piece of this kind does not move so.
    CannotReach,
    /// The piece on this square is in the way.
    Blocked(Square),
    /// A drop on a square with this piece.
    OccupiedSquare(Piece),
    /// A drop of a piece that is not in hand.
    NotInHand,
    /// 二歩: a drop of a pawn on a file that has a pawn of the player, on this square.
    Nifu(Square),
    /// 行き所のない駒: a dropped piece that can never move.
    DeadEnd,
    /// A piece that can never move unless it promotes.
    MustPromote,
    /// The piece has no promoted kind, or the move is outside of the promotion zone, or is a drop.
    MayNotPromote,
    /// It is the turn of the opponent.
    OutOfTurn,
}

use IllegalReason::{
    Blocked, CannotReach, DeadEnd, MayNotPromote, MustPromote, Nifu, NoPiece, NotInHand, OccupiedSquare,
    OpponentsPiece, OtherKind, OutOfTurn, OwnPiece,
};

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Move { color, kind, to, from, .. } = self.played;
        write!(f, "{}: ", self.played)?;
        let from = from.unwrap_or(to);
        match self.reason {
            NoPiece => write!(f, "no piece is on {from}")?,
            OpponentsPiece(found) => write!(f, "the {found} on {from} belongs to {}", color.opponent())?,
            OtherKind(found) => write!(f, "the piece on {from} is {found} and not {kind}")?,
            OwnPiece(found) => write!(f, "the player's own {found} is on {to}")?,
            CannotReach => write!(f, "{kind} on {from} does not reach {to}")?,
            Blocked(square) => write!(f, "the piece on {square} is in the way")?,
            OccupiedSquare(piece) => write!(f, "a {} {} is on {to}", piece.color, piece.kind)?,
            NotInHand => write!(f, "{color} has no {kind} in hand")?,
            Nifu(other) => write!(f, "the player's pawn on {other} is on the same file (nifu)")?,
            DeadEnd => write!(f, "{kind} on {to} can never move")?,
            MustPromote => write!(f, "{kind} on {to} can never move, so it must promote")?,
            MayNotPromote => write!(f, "{kind} may not promote in this move")?,
            OutOfTurn => write!(f, "it is the turn of {}", color.opponent())?,
        }
        f.write_str("; played anyway")
    }
}

impl core::error::Error for IllegalMove {}

impl Position {
    /// Returns `Ok` if the piece can make this move. Whether a king is left in check does not count yet.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::Setup;
    /// let position = Position::new(&Setup::default());
    /// assert!(position.judge("☗７六歩(77)".parse().unwrap()).is_ok());
    /// ```
    ///
    /// # Errors
    /// Returns why the move is illegal.
    pub fn judge(&self, played: Move) -> Result<(), IllegalMove> {
        let reason = match played.from {
            Some(from) => self.fault_of_move(played, from),
            None => self.fault_of_drop(played),
        };
        let turn = || (played.color != self.to_move()).then_some(OutOfTurn);
        reason.or_else(turn).map_or(Ok(()), |reason| Err(IllegalMove { played, reason }))
    }

    fn fault_of_move(&self, played: Move, from: Square) -> Option<IllegalReason> {
        let Move { color, kind, to, promotes, .. } = played;
        match self.piece(from) {
            None => return Some(NoPiece),
            Some(piece) if piece.color != color => return Some(OpponentsPiece(piece.kind)),
            Some(piece) if piece.kind != kind => return Some(OtherKind(piece.kind)),
            Some(_) => {}
        }
        if let Some(piece) = self.piece(to).filter(|piece| piece.color == color && from != to) {
            return Some(OwnPiece(piece.kind));
        }
        if !self.origins(color, kind, to).contains(from) {
            // Without other pieces, does the piece reach the target?
            let own = 1 << from.index();
            let is_blocked = tables::origins(own, own, color, kind, to) != 0;
            return Some(if is_blocked { self.between(from, to).map_or(CannotReach, Blocked) } else { CannotReach });
        }
        if promotes && !played.may_promote() {
            return Some(MayNotPromote);
        }
        (!promotes && kind.is_stuck(color, to)).then_some(MustPromote)
    }

    /// Returns the first square with a piece on a straight or diagonal line between two squares.
    fn between(&self, from: Square, to: Square) -> Option<Square> {
        let files = (to.file() as i8 - from.file() as i8).signum();
        let ranks = (to.rank() as i8 - from.rank() as i8).signum();
        let line = core::iter::successors(from.offset(files, ranks), |square| square.offset(files, ranks));
        line.take_while(|square| *square != to).find(|square| self.piece(*square).is_some())
    }

    fn fault_of_drop(&self, played: Move) -> Option<IllegalReason> {
        let Move { color, kind, to, promotes, .. } = played;
        if let Some(piece) = self.piece(to) {
            return Some(OccupiedSquare(piece));
        }
        if self.hand(color).count(kind) == 0 {
            return Some(NotInHand);
        }
        if kind == Kind::Pawn {
            let mut pawns = self.pieces(color, kind).iter();
            if let Some(other) = pawns.find(|square| square.file() == to.file()) {
                return Some(Nifu(other));
            }
        }
        if kind.is_stuck(color, to) {
            return Some(DeadEnd);
        }
        promotes.then_some(MayNotPromote)
    }

    /// Returns the moves from one square to another that the rules of promotion allow: none if the first square is empty, and two if the
    /// player may choose. A program asks its user then. The move without promotion comes first.
    ///
    /// Whether the piece reaches the target is for [`judge`](Self::judge) to say.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Setup, Square};
    /// let setup: Setup = "9/3P5/9/4S4/9/9/9/9/9 b - 1".parse().unwrap();
    /// let position = Position::new(&setup);
    /// let square = |text: &str| text.parse::<Square>().unwrap();
    /// let moves = |from, to| position.moves_between(square(from), square(to)).map(|played| played.to_string()).collect::<Vec<_>>();
    /// assert_eq!(moves("54", "53"), ["☗５三銀(54)", "☗５三銀成(54)"]);
    /// assert_eq!(moves("62", "61"), ["☗６一歩成(62)"]);
    /// assert_eq!(moves("54", "55"), ["☗５五銀(54)"]);
    /// assert!(moves("55", "54").is_empty());
    /// ```
    pub fn moves_between(&self, from: Square, to: Square) -> impl Iterator<Item = Move> + use<> {
        let plain = self.piece(from).map(|Piece { color, kind }| Move::new(color, kind, from, to));
        let promoting = plain.filter(|played| played.may_promote()).map(Move::promoting);
        plain.filter(|played| !played.kind.is_stuck(played.color, to)).into_iter().chain(promoting)
    }
}

impl Judge for Shogi {
    /// Shogi has one set of rules.
    type Rules = ();
    type History = ();
    type Fault = IllegalMove;

    fn rules(_: &Terms) -> Option<Parsed<()>> {
        Some(Parsed::Value(()))
    }

    fn judge(position: &Position, (): &(), (): &(), action: &Action) -> Result<(), IllegalMove> {
        action.as_move().map_or(Ok(()), |played| position.judge(played))
    }

    fn code(fault: &IllegalMove) -> &'static CodeInfo {
        match fault.reason {
            NoPiece => &codes::NO_PIECE,
            OpponentsPiece(_) => &codes::OPPONENTS_PIECE,
            OtherKind(_) => &codes::OTHER_KIND,
            OwnPiece(_) => &codes::OWN_PIECE,
            CannotReach => &codes::CANNOT_REACH,
            Blocked(_) => &codes::BLOCKED,
            OccupiedSquare(_) => &codes::OCCUPIED_SQUARE,
            NotInHand => &codes::NOT_IN_HAND,
            Nifu(_) => &codes::NIFU,
            DeadEnd => &codes::DEAD_END,
            MustPromote => &codes::MUST_PROMOTE,
            MayNotPromote => &codes::MAY_NOT_PROMOTE,
            OutOfTurn => &codes::OUT_OF_TURN,
        }
    }

    fn codes() -> &'static [CodeInfo] {
        codes::CODES
    }
}
