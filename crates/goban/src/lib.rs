//! The go board: sizes, points, stones, moves, setup and marks; `impl Game for Go`. It knows no rules and no format.
//!
//! ```
//! use kifu_core::{Node, Record};
//! use kifu_goban::{Action, Color, Go, Move, Point, Setup, Size};
//!
//! let mut record: Record<Go> = Record::new(Setup::new(Size::square(9).unwrap()));
//! let tengen = Point::from_a1("E5", record.setup.size).unwrap();
//! record.tree.add(record.tree.root(), Node::new(Some(Action::from(Move::play(Color::Black, tengen)))));
//! assert_eq!(record.tree.len(), 2);
//! ```
//!
//! Points count from the upper left, `x` to the right and `y` down, both from 0. A point is written in SGF letters
//! (`pd`), or as people say it (`Q16`: columns from the left without I, rows from the bottom).
#![no_std]

extern crate alloc;

mod action;
mod color;
mod mark;
mod point;
mod points;
mod setup;
mod size;
pub mod slot;
mod terms;

pub use action::{Action, Edit, Move};
pub use color::Color;
pub use mark::{Mark, Shape};
pub use point::Point;
pub use points::{Points, Rect};
pub use setup::Setup;
pub use size::Size;
pub use terms::Terms;

/// The game of go.
///
/// ```
/// use kifu_core::{Game, Record};
/// use kifu_goban::{Go, Size};
/// let record: Record<Go> = Record::default();
/// assert_eq!(record.setup.size, Size::default()); // 19×19, as SGF has it
/// assert_eq!(Go::NAME, "go");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Go;

impl kifu_core::Game for Go {
    const NAME: &'static str = "go";
    type Terms = Terms;
    type Setup = Setup;
    type Action = Action;
    type Mark = Mark;
}
