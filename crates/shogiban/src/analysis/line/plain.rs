//! Plain lines: moves of USI or CSA and nothing else, with one space between two of them. Files of engines are mostly such lines.
//!
//! Each of these moves has one text only, so that it need not be written and compared.

use super::{Style, csa_moves};
use crate::{Action, Board, Color, Kind, Move, Square, analysis::Context};
use alloc::vec::Vec;
use kifu_core::AnalysedPosition;

/// A line that was read.
pub(in crate::analysis) struct PlainLine {
    pub(in crate::analysis) actions: Vec<Action>,
    pub(in crate::analysis) style: Style,
    /// The first position of the line.
    pub(in crate::analysis) position: AnalysedPosition,
}

/// Reads a plain line. `None` for other lines, also for those with a word that is not a move on this board. `default` is the first
/// position, if the text does not show the player.
pub(in crate::analysis) fn read(text: &str, context: &Context<'_>, default: AnalysedPosition) -> Option<PlainLine> {
    let text = text.as_bytes();
    let (style, position) = match text.first()? {
        b'+' => (Style::Csa, context.position_of(Color::Black)),
        b'-' => (Style::Csa, context.position_of(Color::White)),
        _ => (Style::Usi, UsiMove::at_start_of(text)?.position(context, default)),
    };
    let mut start = context.board(position);
    let (board, to_move) = start.as_mut()?;
    let actions = match style {
        Style::Csa => csa_moves::read(text, board),
        _ => moves_of_usi(text, board, *to_move),
    };
    Some(PlainLine { actions: actions?, style, position })
}

/// Reads a line of moves of USI.
fn moves_of_usi(text: &[u8], board: &mut Board, to_move: Color) -> Option<Vec<Action>> {
    let mut actions = Vec::with_capacity(text.len() / (UsiMove::LEN + 1) + 1);
    let (mut color, mut rest) = (to_move, text);
    loop {
        let written = UsiMove::at_start_of(rest)?;
        let played = written.on_board(board, color)?;
        board.play_unchecked(played);
        actions.push(Action::Move(played));
        color = color.opponent();
        match &rest[written.len()..] {
            [] => return Some(actions),
            [b' ', behind @ ..] => rest = behind,
            _ => return None,
        }
    }
}

/// A move as USI writes it: `7g7f`, `8h2b+`, `P*5e`. The piece stands on the board.
#[derive(Clone, Copy)]
pub(super) struct UsiMove {
    /// The square that the piece leaves, or the kind of a piece that is dropped.
    from: Result<Square, Kind>,
    to: Square,
    promotes: bool,
}

impl UsiMove {
    /// The number of characters of a move without promotion.
    const LEN: usize = 4;

    /// Reads the move at the start of a text, which may go on.
    #[inline]
    pub(super) fn at_start_of(text: &[u8]) -> Option<Self> {
        let &[first, second, to_file, to_rank] = text.first_chunk()?;
        let from = match second {
            b'*' => Err(Kind::from_sfen_letter(first.into()).filter(|kind| kind.is_droppable())?),
            _ => Ok(square(first, second)?),
        };
        let promotes = from.is_ok() && text.get(Self::LEN) == Some(&b'+');
        Some(Self { from, to: square(to_file, to_rank)?, promotes })
    }

    /// Returns the number of characters.
    pub(super) const fn len(self) -> usize {
        if self.promotes { Self::LEN + 1 } else { Self::LEN }
    }

    /// Returns the move on a board. `None` if the player has no piece on the square that it leaves.
    #[inline]
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
