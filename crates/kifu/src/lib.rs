//! kifu reads, checks and converts go records, and loses nothing without saying so.
//!
//! This crate puts every format together; each is a feature, and all are on by default. A [`Library`] is the formats one
//! wants to work with: [`Library::default`] has all of them, and a stranger's format is added with one call.
//!
//! ```
//! let library = kifu::Library::default();
//! let opened = library.read("game.sgf", b"(;GM[1]SZ[9];B[ee];W[gc])".to_vec(), &kifu::Hints::default())?;
//! let go = opened.games.of::<kifu::goban::Go>().expect("SGF holds go");
//! assert_eq!((opened.format, go.records[0].tree.len()), ("sgf", 3));
//!
//! let converted = library.format("jgf2")?.convert(&opened.games).expect("both are go");
//! assert!(converted.losses().next().is_none());
//! # Ok::<(), kifu::Error>(())
//! ```
//!
//! Records are played through and edited with [`rules`]: a `Cursor` goes through a record, an `Editor` changes one and undoes
//! it. They work for every game that implements `rules::Play`; go does, with the feature `go`.
//!
//! # Features
//! * `sgf` (on by default): SGF, FF\[1\] to FF\[4\], as the module `sgf`.
//! * `jgf2` (on by default): JGF 2, the JSON Go Format of Seki, as the module `jgf2`.
//! * `go`: the board of go, as the module `goban`. Each format of go turns it on.
//! * `serde`: records, losses and diagnostics can be serialized, and records deserialized.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod convert;
mod error;
mod file;
mod format;
mod formats;
mod games;
mod library;
mod pass;
mod save;

pub use convert::{Converted, Output, convert, convert_next, convert_unverified};
pub use error::Error;
pub use file::{FileVersion, NoUnfinished, WholeFile, remove_unfinished};
pub use format::{AnyFormat, FixedFile};
pub use formats::{FormatVisitor, default_formats};
pub use games::{AnyGames, Summary};
pub use library::{Chosen, Decoded, Hints, Library, OpenFile};
pub use pass::AnyPass;

pub use kifu_core as model;
pub use kifu_core::{difference, losses};
#[cfg(feature = "go")]
pub use kifu_goban as goban;
#[cfg(feature = "jgf2")]
pub use kifu_jgf2 as jgf2;
pub use kifu_rules as rules;
#[cfg(feature = "sgf")]
pub use kifu_sgf as sgf;

/// The traits, and the types that most programs name.
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
}

/// Opens a file with every format there is.
///
/// # Errors
/// Where the file cannot be read, or no format recognises it.
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

/// The identifier of the format that a file is in.
///
/// # Errors
/// Where no format recognises it, or several do equally well.
///
/// ```
/// assert_eq!(kifu::detect("game.sgf", b"(;B[aa])")?, "sgf");
/// assert!(kifu::detect("letter.txt", b"Dear Sir").is_err());
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn detect(name: &str, bytes: &[u8]) -> Result<&'static str, Error> {
    Ok(Library::default().detect(name, bytes)?.info().id)
}

/// The examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
