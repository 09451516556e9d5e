//! SGF, the Smart Game Format: a lossless document of any game in FF\[1\] to FF\[4\], and records of go.
//!
//! * [`Document`] is a lossless file: it prints the same bytes, and an edit changes only its own bytes.
//! * [`Sgf`] is the format: it reads records of go from a [`Source`] and writes them.
//! * [`PROPERTIES`] is the table of properties; [`value`] has every type of value, and [`games`] the moves of games other than go.
//! * [`model`] has records, sources and diagnostics; [`goban`] has points, moves and marks. No other crate is needed.
//!
//! ```
//! use kifu_sgf::Sgf;
//! use kifu_sgf::model::{Format, Source};
//!
//! let source = Source::from_text("game.sgf", "(;GM[1]SZ[19]PB[Gennan Inseki];B[qd];W[dc]C[a joseki])");
//! let reading = Sgf::default().read(&source);
//! assert!(reading.diagnostics.is_empty());
//! assert_eq!(reading.records[0].tree.len(), 3);
//! let writing = Sgf::default().write(&reading.records);
//! assert_eq!(writing.text, "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Gennan Inseki]\n;B[qd];W[dc]C[a joseki])\n");
//! ```
//!
//! # What is accepted
//! Any text: reading never fails. Each deviation from the standard has a diagnostic, and most have a fix; [`CODES`] lists
//! them. Games other than go stay in the document, and there are no records of them. Their properties and values are checked, and
//! [`Format::other_games`] describes them.
//!
//! # Limits
//! A text has at most 4 GiB, a board at most 52×52 points. There is no recursion, so a million nested variations can be read
//! on any stack.
//!
//! # Features
//! * `encoding` (on by default): charsets other than UTF-8 and UTF-16.
//! * `std` (on by default): the function [`open`]. Without it the crate is `no_std` and needs `alloc`.
//! * `pest`: the grammar as a pest parser, in the module `grammar`.
//! * `serde`: the traits of serde for records, for example to write them as JSON.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
// The code that pest derives uses `std` if any crate of the build enables that feature of pest.
#[cfg(any(feature = "pest", feature = "std"))]
extern crate std;

mod charset;
mod codes;
mod comments;
mod detect;
mod dialects;
mod document;
pub mod games;
#[cfg(feature = "pest")]
pub mod grammar;
mod locate;
mod property;
mod read;
#[rustfmt::skip]
mod scanner;
mod slot;
pub mod value;
mod write;

use alloc::{boxed::Box, string::String, vec::Vec};
use core::ops::ControlFlow;
use kifu_core::{
    BadOption, Charset, CharsetDeclaration, Confidence, Diagnostics, Format, FormatInfo, GamesPerFile, HeaderField,
    Layout, NodeId, OptionInfo, OptionValues, OtherGame, Part, ReadGame, Record, Sample, Source, SourceMap, Span,
    ValueEnd, WriteOutput,
};
use kifu_goban::Go;

pub use codes::CODES;
pub use dialects::{DIALECTS, Dialect, Habit, PrivateProperty};
pub use document::{
    Document, DocumentEditError, DocumentEditor, Game, GameEditor, NewProperty, Node, NodeEditor, Property,
};
pub use kifu_core as model;
pub use kifu_goban as goban;
pub use property::{Kind, PROPERTIES, PropertyDef, Type, Value};

/// Opens a file of any charset, and reads it.
///
/// # Errors
/// If the file cannot be read. Its contents are never an error; the diagnostics report problems in them.
///
/// ```
/// let reading = kifu_sgf::open("../../fixtures/sgf/famous-ear-reddening-1846/input.sgf")?;
/// assert_eq!(reading.records.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn open(path: impl AsRef<std::path::Path>) -> std::io::Result<kifu_core::ReadOutput<Go>> {
    let path = path.as_ref();
    Ok(kifu_core::read_bytes(&Sgf::default(), &path.to_string_lossy(), std::fs::read(path)?))
}

/// The format SGF, with its options.
///
/// ```
/// use kifu_core::{Charset, Format, Source};
/// use kifu_sgf::Sgf;
/// let records = Sgf::default().read(&Source::from_text("x", "(;PB[\u{7881}])")).records;
/// let writing = Sgf::default().encoding(Charset::new("gb18030")).write(&records);
/// assert!(writing.text.contains("CA[gb18030]"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sgf {
    /// The charset to write.
    pub encoding: Charset,
    /// True if data that SGF has no property for is written into the private property KX, which other programs ignore.
    pub slots: bool,
}

impl Default for Sgf {
    fn default() -> Self {
        Self { encoding: Charset::UTF_8, slots: true }
    }
}

impl Sgf {
    /// Returns a copy of this format that writes this charset.
    ///
    /// ```
    /// use kifu_core::{Charset, Format, Record};
    /// use kifu_sgf::Sgf;
    /// let writing = Sgf::default().encoding(Charset::new("Shift_JIS")).write(&[Record::default()]);
    /// assert!(writing.text.contains("CA[Shift_JIS]"));
    /// assert_eq!(writing.charset.name(), "Shift_JIS");
    /// ```
    #[must_use]
    pub fn encoding(self, encoding: Charset) -> Self {
        Self { encoding, ..self }
    }

    /// Returns the format with or without slots: the private property KX for data that SGF has no property for.
    ///
    /// ```
    /// use kifu_core::{Format, Record};
    /// let mut record = Record::<kifu_goban::Go>::default();
    /// record.info.started = Some("2024-05-01 10:00".parse().map(kifu_core::Parsed::Value)?);
    /// let format = kifu_sgf::Sgf::default();
    /// assert!(format.write(&[record.clone()]).text.contains("started"));
    /// assert!(!format.slots(false).write(&[record]).text.contains("started"));
    /// # Ok::<(), kifu_core::ParseDateError>(())
    /// ```
    #[must_use]
    pub fn slots(self, slots: bool) -> Self {
        Self { slots, ..self }
    }
}

static INFO: FormatInfo = FormatInfo::new("sgf", "Smart Game Format, FF[1] to FF[4]")
    .extensions(&["sgf", "mgt"])
    .games(GamesPerFile::Many)
    .holds(&[
        Part::Setup,
        Part::Terms,
        Part::Title,
        Part::Text,
        Part::Application,
        Part::Players,
        Part::Event,
        Part::Dates,
        Part::Outcome,
        Part::Time,
        Part::Header,
        Part::Display,
        Part::Variation,
        Part::Action,
        Part::Name,
        Part::Comment,
        Part::CommentAuthor,
        Part::Clock,
        Part::ClockPrecision,
        Part::Judgement,
        Part::Analysis,
        Part::Mark,
        Part::Bookmark,
        Part::Foreign,
    ])
    .options(&[OptionInfo::new("encoding", OptionValues::Charset, "the charset to write"), OptionInfo::SLOTS])
    .codes(CODES);

impl Format<Go> for Sgf {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Go>>, BadOption> {
        let charset = Charset::new(value);
        match name {
            "encoding" if charset.is_known() => Ok(Box::new(self.clone().encoding(charset))),
            "slots" if matches!(value, "true" | "false") => Ok(Box::new(self.clone().slots(value == "true"))),
            _ => Err(BadOption::new(name, value, INFO.options)),
        }
    }

    fn explain(&self, word: &str) -> Option<String> {
        property::explain(word)
    }

    fn rejection(&self, sample: &Sample<'_>) -> Option<String> {
        Some(detect::rejection(sample, INFO.extensions))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        detect::confidence(sample, INFO.extensions)
    }

    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        charset::declared(bytes)
    }

    fn value_end(&self) -> Option<ValueEnd> {
        Some(ValueEnd::new(b']', charset::ends_value).with_escape(b'\\'))
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
        read::read_each(source, sink)
    }

    fn other_games(&self, source: &Source, sink: &mut dyn FnMut(OtherGame) -> ControlFlow<()>) {
        read::other_games(source, sink);
    }

    fn write(&self, records: &[Record<Go>]) -> WriteOutput {
        WriteOutput::new(write::write(records, self), self.encoding.clone())
    }

    fn locate(&self, source: &Source, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
        locate::locate(source.text(), source_map, wanted)
    }

    fn header_spans(&self, source: &Source, source_map: &SourceMap) -> Option<Vec<(HeaderField, Span)>> {
        Some(locate::header(source.text(), source_map))
    }

    fn layout(&self, source: &Source) -> Layout {
        document::parse::layout(source.text())
    }
}

/// Returns the tokens of a text, without gaps: the name of the grammar rule and the span of each.
///
/// ```
/// let tokens: Vec<_> = kifu_sgf::tokens("(;SZ[9];B[aa];W[bb])").map(|(name, span)| (name, span.len())).collect();
/// assert_eq!(tokens, [("open", 1), ("node", 1), ("property", 5), ("plays", 12), ("close", 1)]);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = (&'static str, Span)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let mut found = None;
        at = scanner::token(text, at, &mut |token, start, end| found = Some((rule(token), (start..end).into())))?;
        found
    })
}

fn rule(token: scanner::Token) -> &'static str {
    match token {
        scanner::Token::Plays => "plays",
        scanner::Token::Open => "open",
        scanner::Token::Close => "close",
        scanner::Token::Node => "node",
        scanner::Token::Space => "space",
        scanner::Token::Property => "property",
        scanner::Token::Value => "value",
        scanner::Token::Unknown => "unknown",
    }
}
