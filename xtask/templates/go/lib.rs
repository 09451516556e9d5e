//! @NAME@: records of go.
//!
//! ```
//! use kifu_core::{Format, Source};
//! use kifu_@name@::@Name@;
//!
//! let reading = @Name@::default().read(&Source::from_text("game.@name@", "#@name@\nB pd\nW dd\n"));
//! assert!(reading.diagnostics.is_empty());
//! assert_eq!(@Name@::default().write(&reading.records).text, "#@name@\nB pd\nW dd\n");
//! ```
//!
//! # What is accepted
//! Everything: reading never fails. Each deviation has its diagnostic; the table is in [`CODES`].
//!
//! # Limits
//! A text has at most 4 GiB. A file holds one game, on a board of 19×19, without variations.
#![no_std]

extern crate alloc;

mod codes;
mod document;
mod read;
#[rustfmt::skip]
mod scanner;
mod write;

use alloc::{boxed::Box, vec};
use core::ops::ControlFlow;
use kifu_core::{
    BadOption, Confidence, Diagnostics, Format, FormatInfo, GamesPerFile, Layout, Part, ReadGame, Record, Sample,
    Source, Span, WriteOutput,
};
use kifu_goban::Go;

pub use codes::CODES;

/// The format @NAME@; its options will be its fields.
///
/// ```
/// use kifu_core::Format;
/// assert_eq!(kifu_@name@::@Name@::default().info().extensions, ["@name@"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct @Name@;

static INFO: FormatInfo = FormatInfo {
    id: "@name@",
    title: "@NAME@",
    extensions: &["@name@"],
    games: GamesPerFile::One,
    // What goes in here the law `keeps` tries on 300 records that are made up.
    holds: &[],
    partly: &[(Part::Setup, "an empty board of 19x19"), (Part::Action, "moves and passes on 19x19")],
    options: &[],
    codes: CODES,
};

impl Format<Go> for @Name@ {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Go>>, BadOption> {
        Err(BadOption::new(name, value, INFO.options))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        match sample.extension {
            _ if sample.text().starts_with("#@name@") => Confidence::Certain,
            Some("@name@") => Confidence::Possible,
            _ => Confidence::No,
        }
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
        // The only game: whether more are wanted is all the same.
        let _ = sink(read::read(source.text()));
        Diagnostics::default()
    }

    fn write(&self, records: &[Record<Go>]) -> WriteOutput {
        WriteOutput::utf8(records.first().map(write::write).unwrap_or_default())
    }

    fn layout(&self, source: &Source) -> Layout {
        let tokens = document::Document::parse(source.text()).tokens().map(|token| token.1).collect();
        Layout { tokens, games: vec![Span::new(0, source.text().len())] }
    }
}
