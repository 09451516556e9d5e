//! JGF 1, the JSON Game Format of ngGo: go records as JSON.
//!
//! ```
//! use kifu_jgf1::Jgf1;
//! use kifu_jgf1::model::{Format, Source};
//!
//! let text = r#"{"record": {"version": 1}, "board": {"width": 9, "height": 9},
//!     "tree": [{"root": true}, {"move": {"B": [4, 4]}, "comments": ["tengen"]}]}"#;
//! let reading = Jgf1::default().read(&Source::from_text("game.jgf", text));
//! assert!(reading.diagnostics.is_empty());
//! let record = &reading.records[0];
//! assert_eq!(record.tree.main_line().filter_map(|id| record.tree[id].action.clone()).next().unwrap().to_string(), "B[ee]");
//! ```
//!
//! # What is accepted
//! Everything that [`kifu_json`] reads: comments, trailing commas, unquoted keys, `JGF = {…};`. Of JGF 1: every dialect from November
//! 2014 to December 2015, in any mixture: points as letters and as numbers, labels in three forms, keys in snake case and camel case,
//! and the header of the first days. Each deviation has a diagnostic ([`CODES`]). Unknown members are kept. SGF properties that JGF 1
//! has no member for are members of the node, as ngGo writes them, and of `record.sgf`. Data of other formats are kept under `foreign`.
//!
//! # Limits
//! A board has at most 52×52 points. There is no recursion: a million nested variations need no large stack.
//!
//! # Features
//! * `encoding` (on by default): charsets other than UTF-8 and UTF-16.
//! * `schema`: the structs of the module `shape` have a JSON Schema (`schemars::JsonSchema`).
//! * `serde`: the module `shape`, with the JSON of the specification as plain structs.
//! * `std` (on by default): the function [`open`]. Without it the crate is `no_std` and needs `alloc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod codes;
mod locate;
mod points;
mod read;
#[cfg(feature = "serde")]
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
pub mod shape;
mod write;

use alloc::{boxed::Box, string::String, vec::Vec};
use core::ops::ControlFlow;
use kifu_core::{
    BadOption, Confidence, Diagnostics, Format, FormatInfo, HeaderField, Layout, NodeId, OptionInfo, OptionValues,
    Part, ReadGame, Record, Sample, Source, SourceMap, Span, WriteOutput,
};
use kifu_goban::{Go, Size};

pub use codes::CODES;
pub use kifu_core as model;
pub use kifu_goban as goban;
pub use kifu_json::record::Style;

/// Opens a file in any charset, and reads it.
///
/// # Errors
/// If the file cannot be read. Problems in its contents are not errors; they are in the diagnostics.
///
/// ```
/// let reading = kifu_jgf1::open("../../fixtures/jgf1/numbers/input.jgf")?;
/// assert_eq!(reading.records.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn open(path: impl AsRef<std::path::Path>) -> std::io::Result<kifu_core::ReadOutput<Go>> {
    let path = path.as_ref();
    Ok(kifu_core::read_bytes(&Jgf1::default(), &path.to_string_lossy(), std::fs::read(path)?))
}

/// The format JGF 1, with its options.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_jgf1::{Jgf1, Spelling};
/// let reading = Jgf1::default().read(&Source::from_text("game.jgf", r#"{"tree": [{}, {"move": {"B": "pd"}}]}"#));
/// assert!(Jgf1::default().write(&reading.records).text.contains(r#"{"move": {"B": [15, 3]}}"#));
/// let letters = Jgf1::default().points(Spelling::Letters);
/// assert!(letters.write(&reading.records).text.contains(r#"{"move": {"B": "pd"}}"#));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Jgf1 {
    /// How points are written.
    pub points: Spelling,
    /// The size of the whole board if a part of it is cut off. JGF 1 states only the size of the visible part.
    pub full: Size,
    /// The layout of the text.
    pub style: Style,
    /// True if data that JGF 1 has no member for is written into members that other programs ignore.
    pub slots: bool,
}

impl Default for Jgf1 {
    fn default() -> Self {
        Self { points: Spelling::Numbers, full: Size::default(), style: Style::Pretty, slots: true }
    }
}

/// How points are written.
///
/// ```
/// use kifu_jgf1::Spelling;
/// assert_eq!(Spelling::default(), Spelling::Numbers);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Spelling {
    /// `[15, 3]`, as ngGo has written them since December 14, 2014.
    #[default]
    Numbers,
    /// `"pd"`, as in the specification before that day.
    Letters,
}

impl Jgf1 {
    /// Returns the format with this spelling of points.
    #[must_use]
    pub fn points(self, points: Spelling) -> Self {
        Self { points, ..self }
    }

    /// Returns the format with this size of the whole board, for boards that are partly cut off.
    ///
    /// ```
    /// use kifu_core::{Format, Source};
    /// use kifu_jgf1::{Jgf1, goban::Size};
    /// let corner = r#"{"board": {"width": 5, "height": 5, "cutoff": ["right", "bottom"]}, "tree": [{}]}"#;
    /// let read = |format: Jgf1| format.read(&Source::from_text("a.jgf", corner)).records[0].setup.size.to_string();
    /// assert_eq!(read(Jgf1::default()), "19x19");
    /// assert_eq!(read(Jgf1::default().full(Size::square(13).unwrap())), "13x13");
    /// ```
    #[must_use]
    pub fn full(self, full: Size) -> Self {
        Self { full, ..self }
    }

    /// Returns the format with this layout.
    #[must_use]
    pub fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// Returns the format with or without slots: the members for data that JGF 1 has no member for.
    ///
    /// ```
    /// use kifu_core::{Format, Record};
    /// let mut record = Record::<kifu_goban::Go>::default();
    /// record.info.started = Some("2024-05-01 10:00".parse().map(kifu_core::Parsed::Value)?);
    /// let format = kifu_jgf1::Jgf1::default();
    /// assert!(format.write(&[record.clone()]).text.contains("10:00"));
    /// assert!(!format.slots(false).write(&[record]).text.contains("10:00"));
    /// # Ok::<(), kifu_core::ParseDateError>(())
    /// ```
    #[must_use]
    pub fn slots(self, slots: bool) -> Self {
        Self { slots, ..self }
    }
}

/// The entry of the slot for the size of the whole board, if a part is cut off and the size is not the usual one.
const FULL_SIZE: &str = "full-size";

pub(crate) static INFO: FormatInfo = FormatInfo::new("jgf1", "JSON Game Format 1 (ngGo)")
    .extensions(&["jgf", "json", "jsonl"])
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
    .options(&[
        OptionInfo::new(
            "points",
            OptionValues::OneOf(&["numbers", "letters"]),
            "points as numbers, or as letters as in December 2014",
        ),
        OptionInfo::new(
            "full",
            OptionValues::Text("SIZE"),
            "the size of the whole board if a part is cut off: 19, or 13x9",
        ),
        Style::OPTION,
        OptionInfo::SLOTS,
    ])
    .record_per_line(&[Style::COMPACT])
    .codes(CODES);

impl Format<Go> for Jgf1 {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Go>>, BadOption> {
        let with = match (name, value) {
            ("points", "numbers") => self.clone().points(Spelling::Numbers),
            ("points", "letters") => self.clone().points(Spelling::Letters),
            ("slots", "true") => self.clone().slots(true),
            ("slots", "false") => self.clone().slots(false),
            ("style", style) if let Some(style) = Style::named(style) => self.clone().style(style),
            ("full", size) => match size.parse::<u8>().ok().and_then(Size::square).or_else(|| size.parse().ok()) {
                Some(size) => self.clone().full(size),
                None => return Err(BadOption::new(name, value, INFO.options)),
            },
            _ => return Err(BadOption::new(name, value, INFO.options)),
        };
        Ok(Box::new(with))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        read::detect(sample)
    }

    fn rejection(&self, sample: &Sample<'_>) -> Option<String> {
        Some(kifu_json::record::rejection(sample.text(), "tree"))
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
        read::read_each(source, self.full, sink)
    }

    fn write(&self, records: &[Record<Go>]) -> WriteOutput {
        WriteOutput::utf8(write::write(records, self))
    }

    fn locate(&self, source: &Source, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
        locate::locate(source.text(), source_map, wanted)
    }

    fn header_spans(&self, source: &Source, source_map: &SourceMap) -> Option<Vec<(HeaderField, Span)>> {
        Some(locate::header(source.text(), source_map))
    }

    fn layout(&self, source: &Source) -> Layout {
        let tokens = kifu_json::tokens(source.text()).map(|(_, span)| span).collect();
        let document = kifu_json::Document::parse_only(source.text());
        Layout::new(tokens, document.roots().map(kifu_json::Value::span).collect())
    }
}
