//! kifu reads, checks and converts go records, and reports everything that a conversion would lose.
//!
//! This crate combines all formats; each format is a feature, and all are on by default. A [`Library`] is a set of formats:
//! [`Library::default`] has all formats of this crate, and [`Library::with`] adds a format of your own.
//!
//! ```
//! let library = kifu::Library::default();
//! let opened = library.read("game.sgf", b"(;GM[1]SZ[9];B[ee];W[gc])".to_vec(), &kifu::Hints::default())?;
//! assert_eq!((opened.format, opened.games.summary(0).unwrap().moves), ("sgf", 2));
//!
//! let converted = library.format("jgf2")?.convert(&opened.games).expect("both are go");
//! assert!(converted.losses().next().is_none());
//! # Ok::<(), kifu::Error>(())
//! ```
//!
//! The module [`rules`] plays through records and edits them: a `Cursor` goes through a record, and an `Editor` changes a record
//! and can undo the changes. Both work for every game that implements `rules::Play`, such as go (feature `go`).
//!
//! # Features
//! * `sgf` (on by default): SGF, FF\[1\] to FF\[4\], as the module `sgf`.
//! * `jgf2` (on by default): JGF 2, the JSON Go Format of Seki, as the module `jgf2`.
//! * `jgf1` (on by default): JGF 1, the JSON Game Format of ngGo, as the module `jgf1`.
//! * `kif` (on by default): KIF and KI2, the shogi records of the Kakinoki family of programs, as the module `kif`.
//! * `csa` (on by default): CSA, the shogi records of the Computer Shogi Association, as the module `csa`.
//! * `usi` (on by default): USI position lines, SFEN and USEN, as the module `usi`.
//! * `jkf` (on by default): JKF, the JSON format of json-kifu-format for shogi records, as the module `jkf`.
//! * `go`: the game of go, as the module `goban`. Each format of go turns it on.
//! * `shogi`: the game of shogi, as the module `shogiban`. Each format of shogi turns it on.
//! * `serde`: records, losses and diagnostics can be serialized, and records deserialized.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod convert;
mod error;
mod file;
mod format;
mod formats;
mod game;
mod games;
mod library;
mod pass;
mod save;

pub use convert::{Converted, Output, Verify, convert, convert_next, convert_unverified};
pub use error::{Error, Rejection};
pub use file::{FileVersion, NoUnfinished, WholeFile, remove_unfinished};
pub use format::AnyFormat;
pub use formats::{FormatVisitor, default_formats};
pub use game::AnyGame;
pub use games::{AnyGames, NodePlace, PositionAnalysis, SeatPlayer, SeatTime, Summary};
pub use library::{Chosen, Decoded, Hints, Library, OpenFile};
pub use pass::AnyPass;

pub use kifu_core as model;
pub use kifu_core::{difference, losses};
#[cfg(feature = "csa")]
pub use kifu_csa as csa;
#[cfg(feature = "go")]
pub use kifu_goban as goban;
#[cfg(feature = "jgf1")]
pub use kifu_jgf1 as jgf1;
#[cfg(feature = "jgf2")]
pub use kifu_jgf2 as jgf2;
#[cfg(feature = "jkf")]
pub use kifu_jkf as jkf;
#[cfg(feature = "kif")]
pub use kifu_kif as kif;
pub use kifu_rules as rules;
#[cfg(feature = "sgf")]
pub use kifu_sgf as sgf;
#[cfg(feature = "shogi")]
pub use kifu_shogiban as shogiban;
#[cfg(feature = "usi")]
pub use kifu_usi as usi;

/// The traits and types that most programs need.
///
/// ```
/// use kifu::prelude::*;
/// let mut record: Record<Go> = Record::default();
/// record.info.player_mut(Seat::First).name = "Honinbo Shusaku".into();
/// assert_eq!(record.black().unwrap().name, "Honinbo Shusaku");
/// ```
pub mod prelude {
    pub use crate::{AnyFormat, AnyGames, Hints, Library};
    pub use kifu_core::{Format, Game, Info, Node, NodeId, Record, Seat, Source};
    #[cfg(feature = "go")]
    pub use kifu_goban::{Action, Color, Go, GoRecord, Move, Point};
    pub use kifu_rules::{Judge, Play};
    #[cfg(feature = "shogi")]
    pub use kifu_shogiban::{Shogi, ShogiRecord, Square};
}

/// Opens a file in any format of [`Library::default`].
///
/// # Errors
/// An error if the file cannot be read, or if no format recognises it.
///
/// ```
/// let opened = kifu::open("../../fixtures/sgf/famous-ear-reddening-1846/input.sgf")?;
/// assert_eq!((opened.format, opened.games.len()), ("sgf", 1));
/// assert!(matches!(kifu::open("no-such-file.sgf"), Err(kifu::Error::Io { .. })));
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn open(path: impl AsRef<std::path::Path>) -> Result<OpenFile, Error> {
    Library::default().open(path.as_ref(), &Hints::default())
}

/// Returns the identifier of the format of a file.
///
/// # Errors
/// An error if no format recognises the file, or if several formats recognise it equally well.
///
/// ```
/// assert_eq!(kifu::detect("game.sgf", b"(;B[aa])")?, "sgf");
/// assert!(kifu::detect("letter.txt", b"Dear Sir").is_err());
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn detect(name: &str, bytes: &[u8]) -> Result<&'static str, Error> {
    Ok(Library::default().detect(name, bytes)?.info().id)
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
