//! Moves as USI writes them.

use crate::{Board, Color, Kind, Move, Square, analysis::Context};
use kifu_core::AnalysedPosition;

/// A move as USI writes it: `7g7f`, `8h2b+`, `P*5e`. The piece stands on the board.
#[derive(Clone, Copy)]
pub(super) struct UsiMove {
    /// The square that the piece leaves, or the kind of a piece that is dropped.
    from: Result<Square, Kind>,
    to: Square,
    promotes: bool,
}

impl UsiMove {
    pub(super) fn parse(word: &str) -> Option<Self> {
        let (squares, promotes) = word.strip_suffix('+').map_or((word, false), |squares| (squares, true));
        let &[first, second, to_file, to_rank] = squares.as_bytes() else { return None };
        let from = match second {
            b'*' if promotes => return None,
            b'*' => Err(Kind::from_sfen_letter(first.into()).filter(|kind| kind.is_droppable())?),
            _ => Ok(square(first, second)?),
        };
        Some(Self { from, to: square(to_file, to_rank)?, promotes })
    }

    /// Returns the move on a board. `None` if the player has no piece on the square that it leaves.
    pub(super) fn on_board(self, board: &Board, color: Color) -> Option<Move> {
        let Self { from, to, promotes } = self;
        let played = match from {
            Ok(from) => Move::new(color, board.get(from).filter(|piece| piece.color == color)?.kind, from, to),
            Err(kind) => Move::drop(color, kind, to),
        };
        Some(if promotes { played.promoting() } else { played })
    }

    /// Returns the first position of a line that starts with this move. USI does not show the player, but after the move of the node its
    /// square is empty.
    pub(super) fn position(self, context: &Context<'_>, default: AnalysedPosition) -> AnalysedPosition {
        let is_played = context.played.is_some_and(|Move { kind, from, to, promotes, .. }| {
            (from.ok_or(kind), to, promotes) == (self.from, self.to, self.promotes)
        });
        if is_played { AnalysedPosition::Before } else { default }
    }
}

/// Returns the square of a digit and a letter.
fn square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'a' - 1))
}
