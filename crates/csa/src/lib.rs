//! CSA, the shogi records of the Computer Shogi Association: versions 1, 2, 2.1, 2.2 and 3.0, and the forms of its servers.
//!
//! ```
//! use kifu_core::{Format, Source};
//! use kifu_csa::Csa;
//! use kifu_shogiban::ShogiRecord;
//! let text = "V2.2\nN+あさ\nN-よる\nPI\n+\n+7776FU,T5\n-3334FU,T2\n%TORYO\n";
//! let reading = Csa::default().read(&Source::from_text("game.csa", text));
//! let record = &reading.records[0];
//! assert_eq!(record.black().unwrap().name, "あさ");
//! assert_eq!(record.main_line().next().unwrap().to_usi().to_string(), "7g7f");
//! ```
//!
//! # What is read
//! Every text is read, and each deviation is a diagnostic, see [`CODES`]. The page of the crate lists what is accepted. A move that breaks
//! the rules is read too.
//!
//! # Several games
//! A line `/` separates the games of a file. The first one has the version and the charset of the file. A version after the moves of a
//! game starts the next game too, so files that were put together are read, and also files with a game in each line ([`Lines::Game`]).
//!
//! # Charsets
//! The first line of a file can declare its charset: `'CSA encoding=UTF-8`. A byte-order mark and valid UTF-8 are next, and then Shift_JIS,
//! as version 3.0 requires. A file may also be in EUC-JP; damaged characters do not change the charset. In a file with several games, each
//! of them can declare one.
//!
//! # Features
//! * `encoding` (default): charsets other than UTF-8 and UTF-16.
//! * `std` (default): the function [`open`].
//! * `pest`: the grammar as a pest parser, in the module `grammar`.
//! * `serde`: records can be serialized and deserialized.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
// The code that pest derives uses `std` if any crate of the build enables that feature of pest.
#[cfg(any(feature = "pest", feature = "std"))]
extern crate std;

mod codes;
mod detect;
mod document;
mod fields;
#[cfg(feature = "pest")]
pub mod grammar;
mod locate;
mod read;
#[rustfmt::skip]
mod scanner;
mod state;
mod times;
mod words;
mod write;

use alloc::{boxed::Box, string::String, vec::Vec};
use core::ops::ControlFlow;
use kifu_core::{
    BadOption, Charset, CharsetDeclaration, Confidence, Diagnostics, Format, FormatInfo, GamesPerFile, HeaderField,
    Layout, NodeId, OptionInfo, OptionSetting, OptionValues, Part, PartLimit, ReadGame, Record, Sample, Source,
    SourceMap, Span, WriteOutput,
};
use kifu_shogiban::{CHARSETS, Shogi, analysis};

pub use codes::CODES;
pub use kifu_core as model;
pub use kifu_shogiban as shogiban;

/// Opens a CSA file in any charset, and reads it.
///
/// # Errors
/// If the file cannot be read. Its contents are never an error; the diagnostics report problems in them.
///
/// ```
/// let reading = kifu_csa::open("../../fixtures/csa/plain/input.csa")?;
/// assert_eq!(reading.records.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn open(path: impl AsRef<std::path::Path>) -> std::io::Result<kifu_core::ReadOutput<Shogi>> {
    let path = path.as_ref();
    Ok(kifu_core::read_bytes(&Csa::default(), &path.to_string_lossy(), std::fs::read(path)?))
}

/// A version of the format. Every version is read; these are written.
///
/// ```
/// use kifu_csa::Version;
/// assert_eq!(Version::default().to_string(), "V2.2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Version {
    /// Version 2.2 (2008), which most programs read. Times are in whole seconds.
    #[default]
    V2_2,
    /// Version 3.0 (2024), with times in milliseconds.
    V3_0,
}

/// Writes the version as the line of the format.
impl core::fmt::Display for Version {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::V2_2 => "V2.2",
            Self::V3_0 => "V3.0",
        })
    }
}

/// What is in one line of the written text.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_csa::{Csa, Lines};
/// let reading = Csa::default().read(&Source::from_text("game.csa", "V2.2\nPI\n+\n+7776FU,T5\n%TORYO\n"));
/// assert_eq!(Csa::default().lines(Lines::Game).write(&reading.records).text, "V2.2,PI,+,+7776FU,T5,%TORYO\n");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lines {
    /// One statement, and a move with its time.
    #[default]
    Statement,
    /// A whole game. Names, headers and comments, which need lines of their own, are left out.
    Game,
}

/// The format CSA, with its options.
///
/// ```
/// use kifu_core::{Charset, Format, Record};
/// use kifu_csa::{Csa, Version};
/// use kifu_shogiban::{Shogi, analysis};
/// let record: Record<Shogi> = Record::default();
/// assert_eq!(Csa::default().write(&[record.clone()]).text, "V2.2\nPI\n+\n");
/// let writing = Csa::default().version(Version::V3_0).encoding(Charset::UTF_8).write(&[record]);
/// assert_eq!(writing.text, "'CSA encoding=UTF-8\nV3.0\nPI\n+\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Csa {
    /// The version to write.
    pub version: Version,
    /// The charset to write: Shift_JIS or UTF-8.
    pub encoding: Charset,
    /// What is in one line.
    pub lines: Lines,
    /// True if analyses of programs in comments are read as such, false if they stay comments.
    pub analyses: bool,
}

impl Default for Csa {
    fn default() -> Self {
        Self { version: Version::default(), encoding: Charset::SHIFT_JIS, lines: Lines::default(), analyses: true }
    }
}

impl Csa {
    /// Returns a copy of this format that writes this version.
    #[must_use]
    pub fn version(self, version: Version) -> Self {
        Self { version, ..self }
    }

    /// Returns a copy of this format that writes this charset.
    #[must_use]
    pub fn encoding(self, encoding: Charset) -> Self {
        Self { encoding, ..self }
    }

    /// Returns a copy of this format that writes this in one line.
    #[must_use]
    pub fn lines(self, lines: Lines) -> Self {
        Self { lines, ..self }
    }

    /// Returns a copy of this format that reads the analyses of programs, or leaves them in the comments, which is faster.
    #[must_use]
    pub fn analyses(self, analyses: bool) -> Self {
        Self { analyses, ..self }
    }

    fn output(&self, text: String) -> WriteOutput {
        WriteOutput::new(text, self.encoding.clone())
    }
}

const OPTIONS: [OptionInfo; 4] = [
    OptionInfo::new("version", OptionValues::OneOf(&["2.2", "3"]), "the version to write"),
    OptionInfo::new("encoding", OptionValues::Charset, "the charset to write: Shift_JIS or UTF-8"),
    OptionInfo::new(
        "lines",
        OptionValues::OneOf(&["statement", "game"]),
        "a statement in each line, or a game, without names, headers and comments",
    ),
    analysis::OPTION,
];

const INFO: FormatInfo = FormatInfo::new("csa", "CSA (Computer Shogi Association)")
    .extensions(&["csa"])
    .games(GamesPerFile::Many)
    .charsets(CHARSETS)
    .partly(PARTLY)
    .options(&OPTIONS)
    .record_per_line(&[OptionSetting::new("lines", "game")])
    .codes(CODES)
    .contextual();

const PARTLY: &[PartLimit] = &[
    PartLimit::new(Part::Setup, "hands of up to 255 pieces of a kind, without the number of moves before"),
    PartLimit::new(Part::Terms, "in a line"),
    PartLimit::new(Part::Title, "in a line"),
    PartLimit::new(Part::Text, "in a line; the description in any number"),
    PartLimit::new(Part::Application, "in a line"),
    PartLimit::new(Part::Players, "the names, in a line"),
    PartLimit::new(Part::Event, "in a line"),
    PartLimit::new(Part::Dates, "one date, or the date and time of the start; and the end"),
    PartLimit::new(Part::Outcome, "the winner, as servers state it"),
    PartLimit::new(Part::Time, "main time, a byo-yomi of one period and an increment, for all players or each one"),
    PartLimit::new(Part::Header, "in a line, with a key that has no meaning"),
    PartLimit::new(Part::Action, "moves, and the endings of CSA"),
    PartLimit::new(Part::Clock, "the time of a move, in whole seconds; in version 3.0 in milliseconds"),
    PartLimit::new(Part::Comment, "one for a node"),
    PartLimit::new(Part::Analysis, "a score, a line and the number of nodes; or the notation of a known program"),
    PartLimit::new(Part::Foreign, "its own"),
];

impl Format<Shogi> for Csa {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Shogi>>, BadOption> {
        let charset = Charset::new(value);
        let with = match (name, value) {
            ("version", "2.2") => self.clone().version(Version::V2_2),
            ("version", "3" | "3.0") => self.clone().version(Version::V3_0),
            ("lines", "statement") => self.clone().lines(Lines::Statement),
            ("lines", "game") => self.clone().lines(Lines::Game),
            ("analyses", "true") => self.clone().analyses(true),
            ("analyses", "false") => self.clone().analyses(false),
            ("encoding", _) if matches!(charset.name(), "UTF-8" | "Shift_JIS") => self.clone().encoding(charset),
            _ => return Err(BadOption::new(name, value, INFO.options)),
        };
        Ok(Box::new(with))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        detect::confidence(sample, INFO.extensions)
    }

    fn rejection(&self, _: &Sample<'_>) -> Option<String> {
        Some("no position such as `PI`, and no move such as `+7776FU`".into())
    }

    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        declared(bytes)
    }

    /// Shift_JIS, as version 3.0 requires for a file without a declaration.
    fn expected_charset(&self, _: Option<&str>) -> Option<Charset> {
        Some(Charset::SHIFT_JIS)
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Shogi>) -> ControlFlow<()>) -> Diagnostics {
        read::read_each(source, self.analyses, sink)
    }

    fn write(&self, records: &[Record<Shogi>]) -> WriteOutput {
        let mut text = String::new();
        for (index, record) in records.iter().enumerate() {
            text += &write::write(record, self, index == 0);
        }
        self.output(text)
    }

    fn write_next(&self, record: &Record<Shogi>) -> WriteOutput {
        self.output(write::write(record, self, false))
    }

    fn layout(&self, source: &Source) -> Layout {
        let tokens = tokens(source.text()).map(|(_, span)| span).collect();
        Layout::new(tokens, document::games(source.text()))
    }

    fn locate(&self, source: &Source, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
        source_map.locate_lines(source.text(), wanted, locate::part_of_line)
    }

    fn header_spans(&self, source: &Source, source_map: &SourceMap) -> Option<Vec<(HeaderField, Span)>> {
        Some(locate::header(source.text(), source_map.span))
    }
}

/// Returns the charsets that lines declare: `'CSA encoding=UTF-8`. Each applies up to the next one. The charset of the first line applies to
/// the whole file, until another game declares one: games are put together in one file.
fn declared(bytes: &[u8]) -> Vec<CharsetDeclaration> {
    let bom = usize::from(bytes.starts_with(b"\xEF\xBB\xBF")) * 3;
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    // Few lines start with an apostrophe, so that the search is fast.
    let lines = memchr::memchr_iter(b'\'', bytes).filter(|at| *at == bom || bytes[..*at].last().is_some_and(is_end));
    let mut declared: Vec<CharsetDeclaration> = Vec::new();
    for at in lines {
        let keys = if at == bom { &DECLARATIONS[..] } else { &DECLARATIONS[..1] };
        let Some(key) = keys.iter().find(|key| bytes[at..].starts_with(key.as_bytes())) else { continue };
        let start = at + key.len();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let end = start + bytes[start..].iter().take_while(|byte| is_name(byte)).count();
        let Some(name) = core::str::from_utf8(&bytes[start..end]).ok().filter(|name| !name.is_empty()) else {
            continue;
        };
        let from = if at == bom { 0 } else { at };
        if let Some(last) = declared.last_mut() {
            last.until = from;
        }
        declared.push(CharsetDeclaration::of_part(Charset::new(name), start..end, from..usize::MAX));
    }
    declared
}

/// The starts of a line that declares the charset. Kifu for Windows writes the second one, as the first line.
const DECLARATIONS: [&str; 2] = ["'CSA encoding=", "'encoding="];

/// Returns the tokens of a text, without gaps: the name of the grammar rule and the span of each.
///
/// ```
/// let tokens: Vec<_> = kifu_csa::tokens("PI\n+\n+7776FU,T5\n'*x").map(|(name, _)| name).collect();
/// assert_eq!(tokens, ["even", "side", "move", "time", "comment"]);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = (&'static str, Span)> {
    document::statements(text).map(|statement| (rule(statement.token), statement.span))
}

fn rule(token: scanner::Token) -> &'static str {
    use scanner::Token;
    match token {
        Token::Version => "version",
        Token::Name => "name",
        Token::Header => "header",
        Token::Comment => "comment",
        Token::Program => "program",
        Token::Even => "even",
        Token::Rank => "rank",
        Token::Pieces => "pieces",
        Token::Move => "move",
        Token::Side => "side",
        Token::Ending => "ending",
        Token::Time => "time",
        Token::Separator => "separator",
        Token::Server => "server",
        Token::Space => "space",
        Token::Unknown => "unknown",
    }
}
