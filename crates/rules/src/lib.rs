//! Playing through, editing and judging records, for any game.
//!
//! * [`Play`]: a game that can be played through. Every action has an effect, even an illegal one.
//! * [`Cursor`] goes through a record; [`Editor`] owns and changes one.
//! * [`Judge`]: a game whose rules are known. [`faults`] and [`check`] find illegal actions, and [`RulesPass`] does so in a library
//!   of formats and in the program.
//! * [`go`]: `Play` for go, with the feature `go` (on by default).
//!
//! ```
//! use kifu_core::Record;
//! use kifu_goban::{Color, Go, Move, Point, Setup, Size};
//! use kifu_rules::{Editor, Entered};
//!
//! let size = Size::square(9).unwrap();
//! let point = |name| Point::from_a1(name, size).unwrap();
//! let mut editor: Editor<Go> = Editor::new(Record::new(Setup::new(size)));
//! for (color, at) in [(Color::Black, "A2"), (Color::White, "A1"), (Color::Black, "B1")] {
//!     assert_eq!(editor.input(Move::play(color, point(at)).into()), Entered::New);
//! }
//! assert_eq!(editor.position().stone(point("A1")), None); // White's stone is captured
//! editor.undo();
//! assert_eq!(editor.position().stone(point("A1")), Some(Color::White));
//! assert_eq!(editor.record().tree.len(), 3);
//! ```
//!
//! # Features
//! `go` (on by default): playing go, the module `go`. The crate is `no_std` and needs `alloc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod check;
mod cursor;
mod editor;
#[cfg(feature = "go")]
#[cfg_attr(docsrs, doc(cfg(feature = "go")))]
pub mod go;
mod pass;
mod play;
mod review;
mod show;
mod solve;
mod steps;
mod walk;

pub use check::{check, faults};
pub use cursor::Cursor;
pub use editor::{Editor, Entered};
pub use pass::RulesPass;
pub use play::{Judge, Play};
pub use review::Review;
pub use show::{
    BoardStyle, BoardText, BoardTextKind, Fact, FactValue, NoSuchPlace, Places, ScoreError, ScoreReport, ScoreRequest,
    Show, Shown, show,
};
pub use solve::{Answer, SolutionSource, Solutions, Solver};

#[cfg(all(doctest, feature = "go"))]
#[doc = include_str!("../README.md")]
struct Readme;
