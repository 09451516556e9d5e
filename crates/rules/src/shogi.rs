//! Playing shogi: positions, the reach of pieces, and the words that tell pieces apart.

mod codes;
mod judge;
mod position;
mod reach;
mod relative;
mod show;
mod text;

pub use codes::CODES;
pub use judge::{IllegalMove, IllegalReason};
pub use position::{Position, Undo};
pub use reach::Origins;
pub use relative::{Motion, Relative, Resolved, Side};

use crate::Play;
use kifu_core::Seat;
use kifu_shogiban::{Action, Setup, Shogi};

impl Play for Shogi {
    type Position = Position;
    type Undo = Undo;

    fn start(setup: &Setup) -> Position {
        Position::new(setup)
    }

    fn play_unchecked(position: &mut Position, action: &Action) -> Undo {
        position.play_action(action)
    }

    fn undo(position: &mut Position, undo: Undo) {
        position.undo(undo);
    }

    fn to_move(position: &Position) -> Seat {
        position.to_move().seat()
    }
}
