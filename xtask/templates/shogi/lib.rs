//! @NAME@: records of shogi.
//!
//! ```
//! use kifu_core::{Format, Source};
//! use kifu_@name@::@Name@;
//!
//! let reading = @Name@::default().read(&Source::from_text("game.@name@", "#@name@\n☗７六歩(77)\n☖３四歩(33)\n"));
//! assert!(reading.diagnostics.is_empty());
//! assert_eq!(@Name@::default().write(&reading.records).text, "#@name@\n☗７六歩(77)\n☖３四歩(33)\n");
//! ```
//!
//! # What is accepted
//! Every text: reading never fails. Each deviation is reported as a diagnostic, see [`CODES`].
//!
//! # Limits
//! A text has at most 4 GiB. A file contains one even game, without variations.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod codes;
mod document;
mod read;
#[rustfmt::skip]
mod scanner;
mod write;

use alloc::string::String;
use kifu_core::{FormatInfo, GameBuilder, Layout, Part, PartLimit, Record, SingleGame, Source};
use kifu_shogiban::Shogi;

pub use codes::CODES;

/// The format @NAME@. Options of the format become fields.
///
/// ```
/// use kifu_core::Format;
/// assert_eq!(kifu_@name@::@Name@::default().info().extensions, ["@name@"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct @Name@;

impl SingleGame<Shogi> for @Name@ {
    const INFO: FormatInfo = FormatInfo::new("@name@", "@NAME@")
        .extensions(&["@name@"])
        .magic(&["#@name@"])
        .partly(&[
            PartLimit::new(Part::Setup, "the start of the even game"),
            PartLimit::new(Part::Action, "moves and drops, on the main line"),
        ])
        .codes(CODES);

    fn read_game(&self, source: &Source, game: &mut GameBuilder<Shogi>) {
        read::read(source.text(), game);
    }

    fn write_game(&self, record: &Record<Shogi>) -> String {
        write::write(record)
    }

    fn layout(&self, source: &Source) -> Layout {
        Layout::one_game(document::tokens(source.text()).into_iter().map(|(_, span)| span), source.text())
    }
}
