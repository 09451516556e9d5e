//! JGF 2, the JSON Go Format of Seki: records of go as JSON.
//!
//! ```
//! use kifu_core::{Format, Source};
//! use kifu_jgf2::Jgf2;
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
//! Everything that [`kifu_json`] reads: comments, trailing commas, bare keys, several objects a file, a line each. Of the
//! format: both forms of `players`, the keys of earlier versions, marks and setup in the flat form of the first days.
//! Every deviation has its diagnostic ([`CODES`]). Unknown members are kept, and so is what SGF says and JGF 2 has no word
//! for: under `sgf` on a node and in `meta`, that of other formats under `foreign`.
//!
//! # Limits
//! A board has at most 52×52 points. Nothing recurses: a million nested variations are read and written on any stack.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod codes;
mod read;
mod slot;
mod write;

use alloc::{borrow::Cow, boxed::Box, string::String};
use core::ops::ControlFlow;
use kifu_core::{
    BadOption, Confidence, Diagnostics, Format, FormatInfo, GamesPerFile, Layout, OptionInfo, OptionValues, Part,
    ReadGame, Record, Sample, Source, WriteOutput,
};
use kifu_goban::Go;

pub use codes::CODES;

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Jgf2 {
    /// The form of `players`.
    pub players: Players,
    /// How the text is laid out.
    pub style: Style,
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
pub enum Players {
    /// A list, as the specification has it.
    #[default]
    Array,
    /// An object with a member a colour, as Seki reads and writes it.
    Object,
}

/// How the text is laid out.
///
/// ```
/// use kifu_core::{Format, Record};
/// use kifu_jgf2::{Jgf2, Style};
/// let lines = |style| Jgf2::default().style(style).write(&[Record::default()]).text.lines().count();
/// assert!(lines(Style::Pretty) > 1);
/// assert_eq!(lines(Style::Compact), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Indented, with a line a node.
    #[default]
    Pretty,
    /// On one line.
    Compact,
}

impl Jgf2 {
    /// The same, with this form of `players`.
    ///
    /// ```
    /// use kifu_jgf2::{Jgf2, Players};
    /// assert_eq!(Jgf2::default().players, Players::Array);
    /// assert_eq!(Jgf2::default().players(Players::Object).players, Players::Object);
    /// ```
    #[must_use]
    pub fn players(self, players: Players) -> Self {
        Self { players, ..self }
    }

    /// The same, laid out so.
    ///
    /// ```
    /// use kifu_core::{Format, Source};
    /// use kifu_jgf2::{Jgf2, Style};
    /// // A record a line, as data is kept.
    /// let reading = Jgf2::default().read(&Source::from_text("games.jsonl", "{\"tree\":[{}]}\n{\"tree\":[{}]}\n"));
    /// let lines = reading.records.chunks(1).map(|record| Jgf2::default().style(Style::Compact).write(record).text);
    /// assert_eq!(lines.collect::<String>().lines().count(), 2);
    /// ```
    #[must_use]
    pub fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

static INFO: FormatInfo = FormatInfo {
    id: "jgf2",
    title: "JSON Go Format 2 (Seki)",
    extensions: &["jgf", "json", "jsonl"],
    games: GamesPerFile::One,
    holds: &[
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
        Part::Mark,
        Part::Bookmark,
        Part::Foreign,
    ],
    partly: &[],
    options: &[
        OptionInfo {
            name: "players",
            values: OptionValues::OneOf(&["array", "object"]),
            about: "the form of `players`: the specification's list, or the object that Seki reads",
        },
        OptionInfo {
            name: "style",
            values: OptionValues::OneOf(&["pretty", "compact"]),
            about: "a line a node, or all on one line",
        },
    ],
    codes: CODES,
};

impl Format<Go> for Jgf2 {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Go>>, BadOption> {
        let with = match (name, value) {
            ("players", "array") => self.clone().players(Players::Array),
            ("players", "object") => self.clone().players(Players::Object),
            ("style", "pretty") => self.clone().style(Style::Pretty),
            ("style", "compact") => self.clone().style(Style::Compact),
            _ => return Err(BadOption::new(name, value, INFO.options)),
        };
        Ok(Box::new(with))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        let claims = sample.extension.is_some_and(|extension| INFO.extensions.contains(&extension));
        match read::detect(sample.text()) {
            Confidence::No if claims && sample.text().contains('{') => Confidence::Possible,
            confidence => confidence,
        }
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
        read::read_each(source, sink)
    }

    fn write(&self, records: &[Record<Go>]) -> WriteOutput {
        WriteOutput::utf8(write::write(records, self))
    }

    fn version(&self, source: &Source) -> Option<String> {
        // Only the first record: there may be one in each line.
        let mut stream = kifu_json::Stream::new(source.text());
        let (document, _) = stream.next_document()?;
        let version = document.root()?.get("record")?.get("version")?;
        version.string().or_else(|| version.number()).map(Cow::into_owned)
    }

    fn layout(&self, source: &Source) -> Layout {
        let tokens = kifu_json::tokens(source.text()).map(|(_, span)| span).collect();
        let (document, _) = kifu_json::Document::parse(source.text());
        Layout { tokens, games: document.roots().map(kifu_json::Value::span).collect() }
    }
}
