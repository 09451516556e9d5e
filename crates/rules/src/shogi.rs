//! Playing shogi: positions, the reach of pieces, and the words that tell pieces apart.
//!
//! Every move is played as the record has it, whether or not it is legal, see [`Position::play_unchecked`]. [`Position::fault`] returns
//! whether the piece can make the move. It does not judge yet whether a king is left in check, mate by a dropped pawn (打ち歩詰め),
//! repetition and impasse.
//!
//! ```
//! use kifu_rules::shogi::Position;
//! use kifu_shogiban::{Color, Kind, Move, Setup};
//! let mut position = Position::new(&Setup::default());
//! let played: Move = "☗５五飛(28)".parse()?; // illegal, and played
//! position.play_unchecked(played);
//! assert_eq!(position.piece(played.to).map(|piece| piece.kind), Some(Kind::Rook));
//! assert_eq!(position.to_move(), Color::White);
//! # Ok::<(), kifu_shogiban::ParseMoveError>(())
//! ```
//!
//! # Coming from JKFPlayer
//! [`Cursor`](crate::Cursor) goes through a record and [`Editor`](crate::Editor) also changes it; both have the same methods for going
//! through it. A place is the [id of a node](kifu_core::NodeId) instead of a number and fork pointers, and a fork is a child after the
//! first one. In the table `place` is a cursor or an editor, `record` is `place.record()`, `position` is `place.position()`, and `tree`
//! is `record.tree`.
//!
//! | JKFPlayer | here |
//! |---|---|
//! | `parse`, `parseKIF`, … and the constructor | read a record with its format, then `Cursor::new(&record)` or `Editor::new(record)` |
//! | `fromShogi(board)` | `Editor::new(Record::new(setup))`; `position.setup()` is the setup of a board |
//! | `toJKF()` | `Editor::into_record`, then write it in a format |
//! | `kifu`, `shogi`, `tesuu` | `record`, `position`, `place.ply()` |
//! | `currentStream` | `place.path()`, and after `place.to_end()` the whole line |
//! | `forward()`, `backward()` | `place.forward()`, `place.back()`: `None` at the end and at the root |
//! | `goto(n)` | `place.to_ply(n)`, `place.to_end()`; past the end `to_ply` returns `None` and stays |
//! | `goto(n, pointers)` | `place.to_path([…])`, or `place.to(node)` for a node that was stored |
//! | `go(d)` | `place.to_ply(place.ply() + d)` |
//! | `forkAndForward(i)` | `place.variation(i + 1)` |
//! | `getTesuuPointer()` | `place.node()` |
//! | `getForkPointers()` | the nodes of `place.path()` whose `tree.position(node)` is not 0 |
//! | `inputMove({from, to})` | [`Position::moves_between`]: two moves if the player may choose, then `editor.input(played.into())` |
//! | `inputMove({to, piece})` | `editor.input(Move::drop(position.to_move(), kind, to).into())` |
//! | the exception for an illegal move | [`Position::fault`] before `editor.input`, which plays every move |
//! | the exception at a special | `tree[place.node()].action` is an ending; `editor.input` adds a move after it anyway |
//! | `getComments(n)` | `tree[node].details()`, with the node `place.path()[n]` |
//! | `getMove(n)` | `tree[node].action` |
//! | `getMaxTesuu()` | `place.to_end()`, then `place.ply()` |
//! | `getBoard(x, y)` | `position.piece(square)` with `Square::new(x, y)` |
//! | `getState()` | `position.setup()` |
//! | `getReadableKifu(n)` | [`node_text`] |
//! | `getReadableForkKifu(n)` | [`node_text`] of the children after the first |
//! | `getReadableKifuState()` | [`node_text`] along the line |
//! | `sameMoveMinimal(a, b)` | `a == b` |
//! | `moveToReadableKifu(move)` | [`Position::move_text`], after `color.mark()` (☗) or `color.triangle()` (▲) |
//! | `relativeToKan(letters)` | [`Relative::from_jkf`], which is displayed in Japanese |
//! | `specialToKan(word)` | `Ending::from_csa(word)`, which is displayed in Japanese |
//! | `numToZen(x)`, `numToKan(y)` | `Square::numerals` |
//! | `kindToKan(kind)` | `Kind::from_csa(kind)`, which is displayed in Japanese |

mod codes;
mod judge;
mod line;
mod position;
mod reach;
mod relative;
mod show;
mod tables;
mod text;

pub use codes::CODES;
pub use judge::{IllegalMove, IllegalReason};
pub use position::{Position, Undo};
pub use reach::Origins;
pub use relative::{Motion, Relative, Resolved, Side};
pub use text::node_text;

use crate::Play;
use kifu_core::Seat;
use kifu_shogiban::{Action, Setup, Shogi};

impl Play for Shogi {
    type Position = Position;
    type Undo = Undo;

    fn start(setup: &Setup) -> Position {
        Position::new(setup)
    }

    #[inline]
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
