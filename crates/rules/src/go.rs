//! Playing go: a board with the chains of its stones.
//!
//! A move is played as SGF requires, whether or not it is legal. The stone replaces what is on its point. The opponent's chains
//! beside it that have no liberty are removed, and then its own chain if that has none. A move on a point outside of the board
//! changes only the turn. Setup changes the points that it names and removes nothing else.
//!
//! ```
//! use kifu_goban::{Color, Go, Move, Point, Setup};
//! use kifu_rules::{Play, go::Board};
//! let mut board: Board = Go::start(&Setup::default());
//! let point = Point::from_sgf("pd").unwrap();
//! Go::play_unchecked(&mut board, &Move::play(Color::Black, point).into());
//! Go::play_unchecked(&mut board, &Move::play(Color::White, point).into()); // illegal, and played
//! assert_eq!(board.stone(point), Some(Color::White));
//! ```

mod board;
mod check;
mod codes;
mod correct;
mod end;
mod grid;
mod history;
mod judge;
mod position;
mod result;
pub mod score;
mod show;
mod zobrist;

pub use board::{Board, Undo};
pub use codes::CODES;
pub use history::History;
pub use judge::{IllegalMove, IllegalReason};
pub use position::{Position, Snapshot};

use crate::Play;
use kifu_core::Seat;
use kifu_goban::{Action, Color, Go, Setup};

impl Play for Go {
    type Position = Board;
    type Undo = Undo;

    /// Black moves first, unless the setup states otherwise or is a handicap: at least two black stones, and no white one.
    fn start(setup: &Setup) -> Board {
        let (size, edit) = (setup.size, &setup.stones);
        let is_handicap = edit.black().len() >= 2 && edit.white().is_empty();
        let mut board = Board::new(size, if is_handicap { Color::White } else { Color::Black });
        board.edit(edit);
        board
    }

    fn play_unchecked(board: &mut Board, action: &Action) -> Undo {
        match action {
            Action::Edit(edit) => board.edit(edit),
            Action::Move(played) => board.play(*played),
            // Nothing else changes the position.
            _ => board.nothing(),
        }
    }

    fn undo(board: &mut Board, undo: Undo) {
        board.undo(undo);
    }

    fn to_move(board: &Board) -> Seat {
        board.to_move().seat()
    }
}
