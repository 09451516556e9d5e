//! The go board: sizes, points, stones, moves, setup and marks; `impl Game for Go`. It contains no rules and no formats.
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
//! The coordinates of a point count from the upper left corner: `x` to the right and `y` down, both from 0. A point is written in
//! SGF letters (`pd`), or in A1 style as players do (`Q16`: columns from the left without I, rows from the bottom).
//!
//! # Features
//! `serde`: sizes, points, moves, setup, marks and terms can be serialized and deserialized, and so can records of go. Sizes and
//! points are texts: `19x19`, `pd`, `aa:cc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod action;
pub mod analysis;
mod color;
pub mod diagram;
pub mod draft;
mod handicap;
pub mod header;
mod mark;
mod outcome;
mod outcome_words;
mod point;
pub mod point_lists;
mod points;
mod record;
pub mod rules;
#[cfg(feature = "serde")]
mod serial;
mod setup;
mod size;
pub mod slot;
mod terms;

use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{NamedValue, Outcome, Parsed, Record, Seat, UnparsedText};

pub use action::{Action, Move, ParseActionError, PositionEdit};
pub use color::Color;
pub use diagram::Diagram;
pub use handicap::{HandicapOrder, handicap_points, star_points};
pub use mark::{Mark, Shape};
pub use outcome::{outcome_text, parse_outcome};
pub use outcome_words::{outcome_words, parse_outcome_words};
pub use point::{ParsePointError, Point};
pub use points::{Points, Rect};
pub use record::GoRecord;
pub use rules::Rules;
pub use setup::Setup;
pub use size::{ParseSizeError, Size};
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

    fn seat_name<'a>(seat: &'a Seat, _: &Terms) -> Cow<'a, str> {
        match seat {
            Seat::First => Cow::Borrowed("black"),
            Seat::Second => Cow::Borrowed("white"),
            Seat::Other(colour) => Cow::Borrowed(colour),
        }
    }

    fn facts(record: &Record<Self>) -> Vec<NamedValue> {
        let mut facts: Vec<NamedValue> = record.terms.facts().collect();
        facts.push(NamedValue::new("size", record.setup.size.to_string()));
        facts
    }

    fn outcome_text(outcome: &Outcome) -> String {
        outcome_text(outcome)
    }

    /// Returns a text such as `White D4 (W[dp])`: the point as players name it, and the move as SGF files have it.
    fn action_text(action: &Action, setup: &Setup) -> String {
        action.text(setup.size)
    }

    /// Returns the point of a move on the board: `D4`.
    fn action_point(action: &Action, setup: &Setup) -> Option<String> {
        let at = action.as_move()?.at.filter(|at| setup.size.contains(*at))?;
        Some(at.to_a1(setup.size))
    }

    /// Parses an action in SGF notation: `B[pd]`, `AB[dd]PL[W]`.
    fn parse_action(text: &str) -> Option<Action> {
        text.parse().ok()
    }

    /// Returns a text such as `rules Japanese, komi 6.5`.
    fn terms_text(terms: &Terms) -> String {
        terms.text()
    }

    /// Returns a text such as `19x19, black D4, Q16; White to move`.
    fn setup_text(setup: &Setup) -> String {
        setup.text()
    }

    /// Returns a text such as `triangle D4, E5`.
    fn mark_text(mark: &Mark, setup: &Setup) -> String {
        mark.text(setup.size)
    }

    fn merge_marks(first: &Mark, second: &Mark) -> Option<Mark> {
        first.merged(second)
    }

    fn retain_texts(terms: &mut Terms, keep: &mut dyn FnMut(&mut UnparsedText) -> bool) {
        Parsed::retain_text(&mut terms.komi, keep);
        Parsed::retain_text(&mut terms.handicap, keep);
    }

    fn is_move(action: &Action) -> bool {
        action.as_move().is_some()
    }

    fn action_memory(action: &Action) -> usize {
        match action {
            Action::Move(_) => 0,
            Action::Edit(edit) => {
                let points = [edit.black(), edit.white(), edit.clear()].map(Points::memory);
                size_of::<PositionEdit>() + points.into_iter().sum::<usize>()
            }
        }
    }

    fn mark_memory(mark: &Mark) -> usize {
        mark.memory()
    }
}
