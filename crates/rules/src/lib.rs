//! Playing through, editing and judging records, for any game.
//!
//! * [`Play`]: a game that can be played through. Every action has an effect, even an illegal one.
//! * [`Cursor`] goes through a record; [`Editor`] owns and changes one. Both obey the
//!   [preferences for viewers](kifu_core::Preferences) that the record states.
//! * [`Solver`] answers the actions of a player who solves a problem; [`Solutions`] finds what leads to its solution.
//! * [`Judge`]: a game whose rules are known. [`faults`] and [`check`] find illegal actions, and [`RulesPass`] does so in a library
//!   of formats and in the program.
//! * [`go`]: playing, judging and scoring go, with the feature `go` (on by default).
//! * `shogi`: playing shogi, with the feature `shogi`.
//!
//! The [tutorial] plays a whole game of go as a server does: it refuses illegal moves, takes moves back, saves the game and counts
//! it.
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
//! assert_eq!(editor.position().captured_by(Color::Black), 1);
//! editor.undo();
//! assert_eq!(editor.position().stone(point("A1")), Some(Color::White));
//! assert_eq!(editor.record().tree.len(), 3);
//! ```
//!
//! # Replay
//! A place is a node and the position there. [`Cursor::forward`] and [`Cursor::back`] go along the current line.
//! [`Cursor::to_next`] and [`Cursor::to_previous`] go to a node on it that satisfies a condition, such as a comment, setup,
//! a mark or a bookmark. [`Cursor::to_next_fork`] goes to where the line divides, and [`Cursor::to_move_number`] to a move.
//! [`Cursor::variations`] returns what to show there. [`Editor::input`] tries a move: it follows the variation that has the
//! move, or adds one.
//!
//! ```
//! use kifu_core::{Comment, Node, Record};
//! use kifu_goban::{Action, Color, Go, Move, Point};
//! use kifu_rules::{Answer, Cursor, Editor, Entered, Solver};
//!
//! let play = |color, at: &str| Action::from(Move::play(color, Point::from_sgf(at).unwrap()));
//! // Black takes the corner with aa. With ba, Black loses it to White aa.
//! let mut record: Record<Go> = Record::default();
//! let root = record.tree.root();
//! let wrong = [play(Color::Black, "ba"), play(Color::White, "aa")].map(|action| Node::new(Some(action)));
//! record.tree.add_line(root, wrong);
//! let right = record.tree.add(root, Node::new(Some(play(Color::Black, "aa"))));
//! record.tree[right].details_mut().comments.push(Comment::from("Correct."));
//!
//! // Go through the record.
//! let mut cursor = Cursor::new(&record);
//! assert_eq!(cursor.variations().count(), 2);
//! assert_eq!(cursor.to_next(Node::has_comment), None); // the main line has no comment
//! cursor.variation(1);
//! assert_eq!(cursor.to_previous_fork(), Some(root));
//!
//! // Solve it as a problem.
//! let mut solver = Solver::new(&record);
//! assert_eq!(solver.input(&play(Color::Black, "ba")), Answer::Wrong { reply: record.tree.node(2) });
//! solver.restart();
//! assert!(solver.hints().eq([&play(Color::Black, "aa")]));
//! assert_eq!(solver.input(&play(Color::Black, "aa")), Answer::Solved { reply: None });
//!
//! // Try moves.
//! let mut editor = Editor::new(record);
//! assert_eq!(editor.input(play(Color::Black, "aa")), Entered::Followed);
//! editor.back();
//! assert_eq!(editor.input(play(Color::Black, "bb")), Entered::New);
//! ```
//!
//! # Features
//! * `go` (on by default): playing, judging and scoring go, the modules [`go`] and [`tutorial`].
//! * `shogi`: playing shogi and the words of its moves, the module `shogi`.
//! * `serde`: saved games ([`go::Snapshot`]) can be serialized and deserialized.
//!
//! The crate is `no_std` and needs `alloc`.
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
#[cfg(feature = "shogi")]
#[cfg_attr(docsrs, doc(cfg(feature = "shogi")))]
pub mod shogi;
mod show;
mod solve;
mod steps;
#[cfg(feature = "go")]
#[cfg_attr(docsrs, doc(cfg(feature = "go")))]
pub mod tutorial;
mod walk;

pub use check::{check, faults};
pub use cursor::Cursor;
pub use editor::{Editor, Entered};
pub use pass::RulesPass;
pub use play::{Judge, Play};
pub use review::Review;
pub use show::{
    BoardStyle, BoardText, BoardTextKind, Fact, FactValue, NoSuchPlace, Places, ScoreError, ScoreReport, ScoreRequest,
    Show, Shown, show, show_each,
};
pub use solve::{Answer, SolutionSource, Solutions, Solver};

#[cfg(all(doctest, feature = "go"))]
#[doc = include_str!("../README.md")]
struct Readme;
