//! Playing shogi: positions, the words that tell moves apart, and readable moves.
//!
//! Every move is played as the record has it, whether or not it is legal. The piece that the move names stands on the target
//! afterwards, and the square that it left is empty. What stood on the target goes to the hand of the player if it is a piece of the
//! opponent and not a king; otherwise it leaves the game. A drop takes a piece from the hand if there is one.
//!
//! ```
//! use kifu_rules::shogi::Position;
//! use kifu_shogiban::{Color, Kind, Move, Setup};
//! let mut position = Position::new(&Setup::default());
//! let played: Move = "☗５五飛(28)".parse().unwrap(); // illegal, and played
//! position.play_unchecked(played);
//! assert_eq!(position.piece(played.to).map(|piece| piece.kind), Some(Kind::Rook));
//! assert_eq!(position.to_move(), Color::White);
//! ```

mod position;
mod relative;
mod squares;
mod tables;

pub use position::{Position, Undo};
pub use relative::{Motion, Relative, Resolved, Side};
pub use squares::Squares;

use crate::Play;
use kifu_core::Seat;
use kifu_shogiban::{Action, Setup, Shogi};

impl Play for Shogi {
    type Position = Position;
    type Undo = Undo;

    fn start(setup: &Setup) -> Position {
        Position::new(setup)
    }

    /// Plays a move or a drop. A pass turns the side to move, and an ending or other words change nothing.
    fn play_unchecked(position: &mut Position, action: &Action) -> Undo {
        match action {
            Action::Move(played) => position.play_unchecked(*played),
            action if action.is_pass() => position.pass(),
            _ => position.nothing(),
        }
    }

    fn undo(position: &mut Position, undo: Undo) {
        position.undo(undo);
    }

    fn to_move(position: &Position) -> Seat {
        position.to_move().seat()
    }
}
