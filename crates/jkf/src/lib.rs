//! JKF 1.0, the JSON format for shogi records of json-kifu-format and Kifu for JS.
//!
//! ```
//! use kifu_core::{Format, Source};
//! use kifu_jkf::Jkf;
//! use kifu_shogiban::ShogiRecord;
//! let text = r#"{"header": {"先手": "あさ"}, "moves": [{}, {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}}]}"#;
//! let reading = Jkf::default().read(&Source::from_text("game.jkf", text));
//! assert!(reading.diagnostics.is_empty());
//! let record = &reading.records[0];
//! assert_eq!(record.black().unwrap().name, "あさ");
//! assert_eq!(record.main_line().next().unwrap().to_usi().to_string(), "7g7f");
//! ```
//!
//! # What is read
//! Everything that [`kifu_json`] reads, and complete records as well as those that state only what KIF, KI2 or CSA state: moves without
//! a colour, with `same` in place of `to`, without an origin, or with the piece after the move. Each move is played, and what the
//! record states of it (captures, relative words, promotions, totals) is compared with the position. Each deviation has a diagnostic
//! ([`CODES`]). Unknown members are kept at their places. Values that the schemas of JKF refuse are kept in a member `foreign`. Headers have
//! the names of KIF.
//!
//! # What is written
//! Complete records, which any reader of JKF accepts, or with [`Form::Minimal`] what a parser of KIF would give, and with other forms that of KI2 or CSA. [`normalize`] completes
//! and corrects a text without reading and writing the record.
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
mod derived;
mod detect;
mod line;
mod locate;
mod normalize;
mod read;
#[cfg(feature = "serde")]
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
pub mod shape;
mod slot;
mod write;

use alloc::{boxed::Box, string::String, vec::Vec};
use core::ops::ControlFlow;
use kifu_core::{
    BadOption, Charset, Confidence, Diagnostics, Format, FormatInfo, HeaderField, Layout, NodeId, OptionInfo,
    OptionValues, Part, PartLimit, ReadGame, Record, Sample, Source, SourceMap, Span, WriteOutput,
};
use kifu_shogiban::{Shogi, analysis};

pub use codes::CODES;
pub use kifu_core as model;
pub use kifu_json::record::Style;
pub use kifu_shogiban as shogiban;
pub use normalize::normalize;

/// Opens a file in any charset, and reads it.
///
/// # Errors
/// If the file cannot be read. Problems in its contents are not errors; they are in the diagnostics.
///
/// ```
/// let reading = kifu_jkf::open("../../fixtures/jkf/seed-plain/input.jkf")?;
/// assert_eq!(reading.records.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn open(path: impl AsRef<std::path::Path>) -> std::io::Result<kifu_core::ReadOutput<Shogi>> {
    let path = path.as_ref();
    Ok(kifu_core::read_bytes(&Jkf::default(), &path.to_string_lossy(), std::fs::read(path)?))
}

/// The format JKF, with its options.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_jkf::{Form, Jkf};
/// let text = r#"{"header": {}, "moves": [{}, {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}}]}"#;
/// let reading = Jkf::default().read(&Source::from_text("game.jkf", text));
/// let full = Jkf::default().write(&reading.records).text;
/// assert!(full.contains(r#"{"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}}"#));
/// let minimal = Jkf::default().form(Form::Minimal).write(&reading.records).text;
/// assert!(minimal.contains(r#"{"move": {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}}"#));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Jkf {
    /// What is written of a move.
    pub form: Form,
    /// The layout of the text.
    pub style: Style,
    /// True if analyses of programs in comments are read as such, false if they stay comments.
    pub analyses: bool,
}

impl Default for Jkf {
    fn default() -> Self {
        Self { form: Form::default(), style: Style::default(), analyses: true }
    }
}

/// What is written of a move.
///
/// ```
/// assert_eq!(kifu_jkf::Form::default(), kifu_jkf::Form::Full);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// Everything that JKF has: also the player, the captured piece, 同, and the relative words.
    #[default]
    Full,
    /// What a parser of KIF gives: the origin, the piece before the move, the promotion, and 同 in place of the square. Such a text is
    /// not complete: JKF requires the player and the square. In a record without an origin, drops state 打, because other moves without
    /// an origin are those of KI2.
    Minimal,
    /// What a parser of KI2 gives: no origin, but the relative words, the promotion, and 同 in place of the square. A time has no
    /// total. A move that no words can name is lost.
    MinimalKi2,
    /// What a parser of CSA gives: the origin, the square, and the piece after the move. The time has no total. In a record without an
    /// origin, drops state 打 too.
    MinimalCsa,
}

impl Jkf {
    /// Returns the format with this form of moves.
    #[must_use]
    pub fn form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// Returns the format that reads the analyses of programs, or leaves them in the comments, which is faster.
    #[must_use]
    pub fn analyses(self, analyses: bool) -> Self {
        Self { analyses, ..self }
    }

    /// Returns the format with this layout.
    ///
    /// ```
    /// use kifu_core::{Format, Record};
    /// use kifu_jkf::{Jkf, Style};
    /// let text = Jkf::default().style(Style::Compact).write(&[Record::default()]).text;
    /// assert_eq!(text, "{\"header\":{},\"initial\":{\"preset\":\"HIRATE\"},\"moves\":[{}]}\n");
    /// ```
    #[must_use]
    pub fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

/// The id of the formats whose headers JKF shares. A text that has no value stays in its header.
const TEXTS: &str = "kif";

pub(crate) static INFO: FormatInfo = FormatInfo::new("jkf", "JKF 1.0 (JSON kifu format)")
    .extensions(&["jkf", "json", "jsonl"])
    .charsets(const { &[Charset::UTF_8] })
    .partly(&[
        PartLimit::new(Part::Variation, "that start with moves or endings of JKF"),
        PartLimit::new(Part::Setup, "without the number of moves before it; hands of up to 255 pieces of a kind"),
        PartLimit::new(Part::Terms, "in a line"),
        PartLimit::new(Part::Title, "in a line"),
        PartLimit::new(Part::Text, "in a line; the description in any number"),
        PartLimit::new(Part::Players, "the names, in a line"),
        PartLimit::new(Part::Event, "in a line"),
        PartLimit::new(Part::Dates, "one date, or the date and time of the start; and the end"),
        PartLimit::new(Part::Time, "main time and a byo-yomi of one period; for one player also an increment"),
        PartLimit::new(Part::Header, "one for each key, with a key that has no meaning"),
        PartLimit::new(Part::Action, "moves, and endings other than 最大手数, トライ and games without a move"),
        PartLimit::new(Part::Comment, "one for a node"),
        PartLimit::new(Part::Clock, "the time of a move and the total, in whole seconds"),
        PartLimit::new(Part::Analysis, "in the notation of a known program"),
        PartLimit::new(Part::Bookmark, "in a line"),
        PartLimit::new(Part::Foreign, "its own"),
    ])
    .options(&[
        OptionInfo::new(
            "form",
            OptionValues::OneOf(&["full", "minimal", "minimal-ki2", "minimal-csa"]),
            "complete moves, or only what a parser of KIF, KI2 or CSA gives",
        ),
        Style::OPTION,
        analysis::OPTION,
    ])
    .record_per_line(&[Style::COMPACT])
    .codes(CODES);

impl Format<Shogi> for Jkf {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Shogi>>, BadOption> {
        let with = match (name, value) {
            ("form", "full") => self.clone().form(Form::Full),
            ("form", "minimal") => self.clone().form(Form::Minimal),
            ("form", "minimal-ki2") => self.clone().form(Form::MinimalKi2),
            ("form", "minimal-csa") => self.clone().form(Form::MinimalCsa),
            ("analyses", "true") => self.clone().analyses(true),
            ("analyses", "false") => self.clone().analyses(false),
            ("style", style) if let Some(style) = Style::named(style) => self.clone().style(style),
            _ => return Err(BadOption::new(name, value, INFO.options)),
        };
        Ok(Box::new(with))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        detect::confidence(sample, INFO.extensions[0])
    }

    fn rejection(&self, sample: &Sample<'_>) -> Option<String> {
        Some(kifu_json::record::rejection(sample.text(), "moves"))
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Shogi>) -> ControlFlow<()>) -> Diagnostics {
        read::read_each(source, self.analyses, sink)
    }

    fn write(&self, records: &[Record<Shogi>]) -> WriteOutput {
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

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
