//! JGF 2, the JSON Go Format of the program Seki: go records as JSON.
//!
//! ```
//! use kifu_jgf2::Jgf2;
//! use kifu_jgf2::model::{Format, Source};
//!
//! let text = r#"{"record": {"format": "JGF", "version": 2}, "board": {"size": 9},
//!     "tree": [{}, {"move": {"color": "black", "x": 4, "y": 4}, "comments": ["tengen"]}]}"#;
//! let reading = Jgf2::default().read(&Source::from_text("game.jgf", text));
//! assert!(reading.diagnostics.is_empty());
//! let record = &reading.records[0];
//! assert_eq!(record.tree.main_line().filter_map(|id| record.tree[id].action.clone()).next().unwrap().to_string(), "B[ee]");
//! ```
//!
//! # What is accepted
//! Everything that [`kifu_json`] reads: comments, trailing commas, unquoted keys, several objects per file (one per line). Of
//! JGF 2: both forms of `players`, the keys of earlier versions, and the flat marks and setup of early files. Each deviation has
//! a diagnostic ([`CODES`]). Unknown members are kept. SGF properties that JGF 2 has no member for are kept under `sgf`, in the
//! node and in `meta`. Data of other formats are kept under `foreign`.
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
use kifu_goban::Go;

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
/// let reading = kifu_jgf2::open("../../fixtures/jgf2/arrows-and-lines/input.jgf")?;
/// assert_eq!(reading.records.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn open(path: impl AsRef<std::path::Path>) -> std::io::Result<kifu_core::ReadOutput<Go>> {
    let path = path.as_ref();
    Ok(kifu_core::read_bytes(&Jgf2::default(), &path.to_string_lossy(), std::fs::read(path)?))
}

/// The format JGF 2, with its options.
///
/// ```
/// use kifu_core::{Format, Record};
/// use kifu_goban::Setup;
/// use kifu_jgf2::{Jgf2, Style};
/// let text = Jgf2::default().style(Style::Compact).write(&[Record::new(Setup::default())]).text;
/// assert_eq!(text.lines().count(), 1);
/// assert!(text.ends_with("\"tree\":[{}]}\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Jgf2 {
    /// The form of `players`.
    pub players: Players,
    /// The layout of the text.
    pub style: Style,
    /// True if data that JGF 2 has no member for is written into members that other programs ignore.
    pub slots: bool,
}

impl Default for Jgf2 {
    fn default() -> Self {
        Self { players: Players::Array, style: Style::Pretty, slots: true }
    }
}

/// The form of `players`.
///
/// ```
/// use kifu_core::{Format, Record, Seat};
/// use kifu_jgf2::{Jgf2, Players, Style};
/// let mut record = Record::default();
/// record.info.player_mut(Seat::First).name = "Honinbo Shusaku".into();
/// let format = Jgf2::default().style(Style::Compact).players(Players::Object);
/// let text = format.write(&[record]).text;
/// assert!(text.contains(r#""players":{"black":{"name":"Honinbo Shusaku"}}"#));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Players {
    /// A list, as in the specification.
    #[default]
    Array,
    /// An object with one member per colour, as Seki reads and writes it.
    Object,
}

impl Jgf2 {
    /// Returns the format with this form of `players`.
    #[must_use]
    pub fn players(self, players: Players) -> Self {
        Self { players, ..self }
    }

    /// Returns the format with this layout.
    ///
    /// ```
    /// use kifu_core::{Format, Source};
    /// use kifu_jgf2::{Jgf2, Style};
    /// // One record per line.
    /// let reading = Jgf2::default().read(&Source::from_text("games.jsonl", "{\"tree\":[{}]}\n{\"tree\":[{}]}\n"));
    /// let lines = reading.records.chunks(1).map(|record| Jgf2::default().style(Style::Compact).write(record).text);
    /// assert_eq!(lines.collect::<String>().lines().count(), 2);
    /// ```
    #[must_use]
    pub fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// Returns the format with or without slots: the members for data that JGF 2 has no member for.
    ///
    /// ```
    /// use kifu_core::{Format, Record};
    /// let mut record = Record::<kifu_goban::Go>::default();
    /// record.info.started = Some("2024-05-01 10:00".parse().map(kifu_core::Parsed::Value)?);
    /// let format = kifu_jgf2::Jgf2::default();
    /// assert!(format.write(&[record.clone()]).text.contains("10:00"));
    /// assert!(!format.slots(false).write(&[record]).text.contains("10:00"));
    /// # Ok::<(), kifu_core::ParseDateError>(())
    /// ```
    #[must_use]
    pub fn slots(self, slots: bool) -> Self {
        Self { slots, ..self }
    }
}

pub(crate) static INFO: FormatInfo = FormatInfo::new("jgf2", "JSON Go Format 2 (Seki)")
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
            "players",
            OptionValues::OneOf(&["array", "object"]),
            "the form of `players`: the specification's list, or the object that Seki reads",
        ),
        Style::OPTION,
        OptionInfo::SLOTS,
    ])
    .record_per_line(&[Style::COMPACT])
    .codes(CODES);

impl Format<Go> for Jgf2 {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Go>>, BadOption> {
        let with = match (name, value) {
            ("players", "array") => self.clone().players(Players::Array),
            ("players", "object") => self.clone().players(Players::Object),
            ("slots", "true") => self.clone().slots(true),
            ("slots", "false") => self.clone().slots(false),
            ("style", style) if let Some(style) = Style::named(style) => self.clone().style(style),
            _ => return Err(BadOption::new(name, value, INFO.options)),
        };
        Ok(Box::new(with))
    }

    fn rejection(&self, sample: &Sample<'_>) -> Option<String> {
        Some(kifu_json::record::rejection(sample.text(), "tree"))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        let claims = sample.extension.is_some_and(|extension| INFO.extensions.contains(&extension));
        read::detect(sample, claims)
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
        read::read_each(source, sink)
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
