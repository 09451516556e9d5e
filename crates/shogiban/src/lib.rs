//! The shogi board: squares, pieces, hands, handicaps, moves and endings; `impl Game for Shogi`. It contains no rules and no formats.
//!
//! ```
//! use kifu_core::{Node, Record};
//! use kifu_shogiban::{Action, Color, Handicap, Kind, Move, Shogi, Square};
//!
//! let mut record: Record<Shogi> = Record::new(Handicap::Bishop.setup());
//! let square = |text: &str| text.parse::<Square>().unwrap();
//! let played = Move::new(Color::White, Kind::Silver, square("31"), square("42"));
//! record.tree.add(record.tree.root(), Node::new(Some(Action::from(played))));
//! assert_eq!(record.moves().next().unwrap().to_string(), "☖４二銀(31)");
//! ```
//!
//! A position is written as SFEN ([`Setup`]) or as a diagram ([`bod`]). [`analysis`] reads the comments of engines.
//!
//! # Features
//! `serde`: positions, moves and terms can be serialized and deserialized, and so can records of shogi. Squares, positions and actions
//! are texts: `76`, SFEN, `☗７六歩(77)`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod action;
pub mod analysis;
pub mod bod;
mod color;
pub mod csa;
pub mod diagram;
mod ending;
pub mod fields;
mod hand;
mod handicap;
mod outcome;
mod piece;
mod record;
#[cfg(feature = "serde")]
mod serial;
mod setup;
mod sfen;
mod square;
mod terms;

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Charset, NamedValue, Outcome, Record, Seat};

pub use action::{Action, Move, ParseMoveError, Words};
pub use color::Color;
pub use diagram::Diagram;
pub use ending::Ending;
pub use hand::Hand;
pub use handicap::Handicap;
pub use outcome::outcome_text;
pub use piece::{Kind, Piece};
pub use record::ShogiRecord;
pub use setup::{Board, Setup, Surplus};
pub use sfen::ParseSfenError;
pub use square::{ParseSquareError, Square};
pub use terms::Terms;

/// The charsets of files of shogi that declare none. Only JSON is always UTF-8.
///
/// ```
/// use kifu_core::{Charset, DecodeOptions, Source};
/// let mut options = DecodeOptions::default();
/// options.candidates = kifu_shogiban::CHARSETS;
/// // 先手：羽生 in EUC-JP, without the second byte of the last character.
/// let (source, _) = Source::decode_with("game.kif", b"\xC0\xE8\xBC\xEA\xA1\xA7\xB1\xA9\xC0\n".to_vec(), &options);
/// assert_eq!((source.charset().name(), source.text()), ("EUC-JP", "先手：羽\u{FFFD}\n"));
/// ```
pub const CHARSETS: &[Charset] = &[Charset::UTF_8, Charset::SHIFT_JIS, Charset::EUC_JP];

/// The game of shogi.
///
/// ```
/// use kifu_core::{Game, Record};
/// use kifu_shogiban::{Handicap, Shogi};
/// let record: Record<Shogi> = Record::default();
/// assert_eq!(record.setup.handicap(), Some(Handicap::Even));
/// assert_eq!(Shogi::NAME, "shogi");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shogi;

impl kifu_core::Game for Shogi {
    const NAME: &'static str = "shogi";
    type Terms = Terms;
    type Setup = Setup;
    type Action = Action;
    type Mark = Mark;

    fn seat_name<'a>(seat: &'a Seat, terms: &Terms) -> Cow<'a, str> {
        Cow::Borrowed(outcome::player_name(seat, terms))
    }

    fn facts(record: &Record<Self>) -> Vec<NamedValue> {
        let start = record.setup.handicap().map_or_else(|| record.setup.to_string(), |handicap| handicap.to_string());
        let mut facts = record.terms.facts();
        facts.push(NamedValue::new("start", start));
        facts
    }

    /// Returns the stated result, or else that of the ending of the main line.
    fn outcome(record: &Record<Self>) -> Option<Outcome> {
        let stated = record.info.outcome.as_ref().and_then(|outcome| outcome.value().cloned());
        stated.or_else(|| record.ending_outcome())
    }

    fn outcome_text(outcome: &Outcome) -> String {
        outcome_text(outcome)
    }

    fn result_text(outcome: &Outcome, terms: &Terms) -> String {
        outcome::result_text(outcome, terms)
    }

    /// Returns the square to which the piece goes: `７六`.
    fn action_point(action: &Action, _: &Setup) -> Option<String> {
        Some(action.as_move()?.to.to_string())
    }

    /// Parses an action as its `Display` writes it: `☗７六歩(77)`, `投了`.
    fn parse_action(text: &str) -> Option<Action> {
        text.parse().ok()
    }

    fn terms_text(terms: &Terms) -> String {
        let players = Color::ALL.map(|color| color.player_name(terms.is_handicap)).join(" and ");
        let facts = terms.facts().into_iter().map(|fact| format!("{} {}", fact.name, fact.value));
        core::iter::once(players).chain(facts).collect::<Vec<_>>().join(", ")
    }

    /// Returns the name of the handicap, or else the position in SFEN.
    fn setup_text(setup: &Setup) -> String {
        setup.handicap().map_or_else(|| setup.to_string(), |handicap| handicap.to_string())
    }

    fn is_move(action: &Action) -> bool {
        action.as_move().is_some()
    }

    fn is_setup(_: &Action) -> bool {
        false
    }

    fn action_memory(action: &Action) -> usize {
        /// Apart, because a line of moves asks for each of them.
        #[cold]
        fn of_words(words: &Words) -> usize {
            size_of::<Words>() + words.as_str().len()
        }
        if let Action::Words(words) = action { of_words(words) } else { 0 }
    }
}

/// A mark on the board. The formats of shogi have none, so this type has no values.
///
/// ```
/// use kifu_core::Record;
/// use kifu_shogiban::Shogi;
/// let record: Record<Shogi> = Record::default();
/// assert!(!record.tree[record.tree.root()].has_mark());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Mark {}
