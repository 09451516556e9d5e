//! The words every crate of kifu speaks; it knows no game and no format.
//!
//! Two kinds of thing are never mixed here: a **document** keeps what was *written* (its bytes, in the crate of its
//! format), a **record** keeps what is *meant*, for every format of the game alike.
//!
//! * Text, from the crate `kifu-text`, which is re-exported here: [`Source`] (a file's bytes, decoded), [`Span`], [`Edits`],
//!   [`Charset`]; and its diagnostics: [`Diagnostic`], [`Diagnostics`], [`Code`], [`Fix`].
//! * The record: [`Record`], [`Tree`], [`Node`], [`Details`], [`Info`], for any [`Game`].
//! * What changed: [`difference`], [`losses`], [`Loss`], [`Part`].
//! * The contract of a format: [`Format`], [`FormatInfo`].
//!
//! ```
//! use kifu_core::{Edits, PartialDate, Source, Span};
//!
//! // The text of a file, and an edit that changes no other byte ...
//! let source = Source::from_text("game.sgf", "(;DT[1846-09-11])");
//! let edits = Edits::one(Span::new(5, 15), "1846-09-14");
//! assert_eq!(source.splice(&edits)?, b"(;DT[1846-09-14])");
//! // ... and its meaning.
//! let date: PartialDate = source.slice(Span::new(5, 15)).parse()?;
//! assert_eq!((date.year, date.day), (1846, Some(11)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! `encoding` (on by default): charsets other than UTF-8 and UTF-16. The crate is `no_std` and needs `alloc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod codes;
mod decimal;
mod difference;
mod fixes;
mod format;
mod game;
mod info;
mod loss;
mod node;
mod outcome;
mod record;
mod sample;
mod tree;

pub use codes::CODES;
pub use decimal::{Decimal, ParseDecimalError};
pub use difference::difference;
pub use fixes::{Fixed, Stopped, apply_fixes};
pub use format::{
    BadOption, Confidence, Format, FormatInfo, GamesPerFile, Layout, OptionInfo, OptionValues, ReadGame, ReadOutput,
    SourceMap, WriteOutput,
};
pub use game::Game;
pub use info::{
    Info, Overtime, ParseDateError, ParseOvertimeError, Parsed, PartialDate, PartialDateTime, Player, Seat, TimeLimit,
};
pub use loss::{Loss, Part, losses};
pub use node::{
    Analysis, Clock, Comment, Degree, Details, Foreign, Judgement, MoveQuality, MoveTime, Node, PositionQuality,
};
pub use outcome::{Outcome, ParseOutcomeError, Termination};
pub use record::Record;
pub use sample::{Sample, extension};
pub use tree::{NodeId, Tree};

pub use kifu_text::{
    Charset, CharsetDeclaration, CharsetSource, Code, CodeInfo, DecodeOptions, Diagnostic, Diagnostics, Edits,
    EndsValue, Fix, Overlap, Safety, Segment, Severity, Source, Span, TOO_LARGE, Unencodable,
};
