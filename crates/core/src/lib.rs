//! The types that all crates of kifu share. This crate contains no game and no format.
//!
//! The model separates two things. A **document** stores the *text* of a file: each format has its own, in its own crate. A
//! **record** stores the *meaning* of a game, in the same way for all formats of the game.
//!
//! * Text, re-exported from the crate `kifu-text`: [`Source`] (the decoded bytes of a file), [`Span`], [`Edits`],
//!   [`Charset`]; and diagnostics: [`Diagnostic`], [`Diagnostics`], [`Code`], [`Fix`], [`Typo`], [`excerpt`].
//! * The record: [`Record`], [`Tree`], [`Node`], [`Details`], [`Info`], for any [`Game`].
//! * Changes of a record, each with an inverse: [`Edit`], [`Record::apply`].
//! * Differences of records: [`difference`], [`losses`], [`Loss`], [`Part`].
//! * The trait of a format: [`Format`], with [`FormatInfo`]; and helpers for formats: [`SingleGame`], [`lines`],
//!   [`GameBuilder`], [`Field`].
//! * Checks beyond those of a format: [`Pass`].
//!
//! ```
//! use kifu_core::{Edits, PartialDate, Source, Span};
//!
//! // The text of a file, and an edit that changes no other byte.
//! let source = Source::from_text("game.sgf", "(;DT[1846-09-11])");
//! let edits = Edits::one(Span::new(5, 15), "1846-09-14");
//! assert_eq!(source.splice(&edits)?, b"(;DT[1846-09-14])");
//! // The meaning of the text.
//! let date: PartialDate = source.slice(Span::new(5, 15)).parse()?;
//! assert_eq!((date.year(), date.day()), (1846, Some(11)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! * `encoding` (on by default): charsets other than UTF-8 and UTF-16.
//! * `serde`: records, losses and diagnostics can be serialized, and records deserialized.
//!
//! The crate is `no_std` and needs `alloc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod analysis;
mod bytes;
mod clock;
mod codes;
mod comment;
mod date;
mod decimal;
mod details;
mod difference;
mod edit;
mod field;
mod fingerprint;
mod fixes;
mod foreign;
mod format;
mod game;
mod game_builder;
mod header_field;
mod info;
mod judgement;
mod lines;
mod loss;
mod make_room;
mod marks;
mod memory_budget;
mod node;
mod outcome;
mod parsed;
mod part;
mod pass;
mod player;
mod preferences;
mod record;
mod sample;
#[cfg(feature = "serde")]
mod serial;
mod single_game;
mod slot;
mod sorted;
mod time;
mod time_controls;
#[cfg(test)]
mod toy;
mod tree;
mod without;

pub use analysis::{AnalysedPosition, Analysis, Bound, Mate};
pub use bytes::read_bytes;
pub use clock::{Clock, MoveTime, OvertimeLeft};
pub use codes::CODES;
pub use comment::{Comment, Comments};
pub use date::{ParseDateError, PartialDate, PartialDateTime, TimeOfDay};
pub use decimal::{Decimal, ParseDecimalError};
pub use details::Details;
pub use difference::difference;
pub use edit::{Edit, EditError, EditList};
pub use field::{ByoYomiNumber, Field, InfoText, NameAndRank, Notation, numbered_date, one_line};
pub use fixes::{FixChoice, Fixed, Stopped, apply_fixes};
pub use foreign::{Foreign, ForeignSet};
pub use format::{
    BadOption, Confidence, Format, FormatInfo, GamesPerFile, Layout, LineEnd, OptionInfo, OptionSetting, OptionValues,
    OtherGame, PartLimit, PartSpans, ReadGame, ReadOutput, SourceMap, WriteOutput,
};
pub use game::Game;
pub use game_builder::GameBuilder;
pub use header_field::HeaderField;
pub use info::{Info, NamedValue};
pub use judgement::{Degree, Judgement, MoveQuality, PositionJudgement, PositionQuality};
pub use lines::{Line, Lines, line_end, lines};
pub use loss::{Loss, losses};
pub use marks::MarkSet;
pub use memory_budget::MemoryBudget;
pub use node::Node;
pub use outcome::{Outcome, ParseOutcomeError, Termination};
pub use parsed::{Parsed, UnparsedText};
pub use part::Part;
pub use pass::{GameInFile, Pass, check_games};
pub use player::{Player, PlayerSet, Seat};
pub use preferences::Preferences;
pub use record::Record;
pub use sample::{Sample, extension};
pub use single_game::{FormatOption, SingleGame};
pub use slot::SlotEntry;
pub use time::{ByoYomi, MainTime, Overtime, ParseOvertimeError};
pub use time_controls::{TimeControl, TimeControls};
pub use tree::{NodeId, Tree, TreePosition};

pub use kifu_text::{
    CHARSET_AMBIGUOUS, CHARSET_GUESSED, CHARSET_OVERRULED, CHARSET_UNKNOWN, Charset, CharsetDeclaration, CharsetSource,
    Code, CodeInfo, CodeKind, CodePages, Count, DecodeOptions, Diagnostic, DiagnosticNote, Diagnostics, DisjointEdits,
    EditedPlaces, Edits, Fix, Limits, LineColumn, MOJIBAKE, NodeIndex, Overlap, Report, Safety, Segment, Severity,
    Source, Span, TOO_DENSE, TOO_LARGE, Typo, UNDECODABLE, Unencodable, ValueEnd, excerpt,
};
