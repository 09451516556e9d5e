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
#![cfg_attr(docsrs, feature(doc_cfg))]

mod convert;
mod error;
mod format;
mod games;
mod library;
mod save;

pub use convert::{Converted, Output, convert, convert_next, convert_unverified};
pub use error::Error;
pub use format::{AnyFormat, FixedFile};
pub use games::{AnyGames, Summary};
pub use library::{Chosen, Decoded, Hints, Library, OpenFile};

pub use kifu_core as model;
pub use kifu_core::{difference, losses};
#[cfg(feature = "go")]
pub use kifu_goban as goban;
#[cfg(feature = "jgf2")]
pub use kifu_jgf2 as jgf2;
#[cfg(feature = "sgf")]
pub use kifu_sgf as sgf;

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
#[doc = include_str!("../../../README.md")]
struct ReadmeExamples;
