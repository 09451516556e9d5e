//! USI position lines, SFEN and USEN: shogi games in one line each.
//!
//! ```
//! use kifu_core::{Format, Source};
//! use kifu_shogiban::ShogiRecord;
//! use kifu_usi::Usi;
//! let text = "position startpos moves 7g7f 3c3d 8h2b+ resign\n8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\n";
//! let reading = Usi::default().read(&Source::from_text("games.usi", text));
//! let moves: Vec<_> = reading.records[0].main_line().map(|played| played.to_string()).collect();
//! assert_eq!(moves, ["☗７六歩(77)", "☖３四歩(33)", "☗２二角成(88)"]);
//! assert_eq!(reading.records.len(), 2);
//! ```
//!
//! # What is read
//! Each line is a game: a line `position` of the protocol USI, with or without its first word; a position in SFEN, with or without moves;
//! or a game in USEN. Lines that start with `#` are ignored. Each deviation is a diagnostic, see [`CODES`].
//!
//! # Variations
//! A line of USI has no variations. With [`Variations::Lines`] each line of play is a line of its own. A comment before them says that they are
//! one game, and an empty line ends it. USEN has variations.
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
#[cfg(feature = "pest")]
pub mod grammar;
mod moves;
mod read;
#[rustfmt::skip]
mod scanner;
mod usen;
mod write;

use alloc::{boxed::Box, string::String, vec::Vec};
use core::ops::ControlFlow;
use kifu_core::{
    BadOption, Confidence, Diagnostics, Format, FormatInfo, GamesPerFile, Layout, OptionInfo, OptionValues, Part,
    PartLimit, ReadGame, Record, Sample, Source, Span, WriteOutput,
};
use kifu_shogiban::{CHARSETS, Shogi};

pub use codes::CODES;
pub use kifu_core as model;
pub use kifu_shogiban as shogiban;

/// Opens a file of USI, SFEN or USEN, and reads it.
///
/// # Errors
/// If the file cannot be read. Its contents are never an error; the diagnostics report problems in them.
///
/// ```
/// let reading = kifu_usi::open("../../fixtures/usi/plain/input.usi")?;
/// assert_eq!(reading.records.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn open(path: impl AsRef<std::path::Path>) -> std::io::Result<kifu_core::ReadOutput<Shogi>> {
    let path = path.as_ref();
    Ok(kifu_core::read_bytes(&Usi::default(), &path.to_string_lossy(), std::fs::read(path)?))
}

/// The notation of a game. All are read.
///
/// ```
/// assert_eq!(kifu_usi::Notation::default(), kifu_usi::Notation::Position);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The line of the protocol USI: `position startpos moves 7g7f`.
    #[default]
    Position,
    /// The position at the start alone, in SFEN.
    Sfen,
    /// USEN, with variations: `~0.7ku2jm.r`.
    Usen,
}

/// Where variations are, in USI.
///
/// ```
/// assert_eq!(kifu_usi::Variations::default(), kifu_usi::Variations::None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variations {
    /// Nowhere: each line is a game, and only the main line is written.
    #[default]
    None,
    /// Each line of play is a line, and an empty line ends the game. The lines of a game have the same position at the start. A comment that
    /// kifu writes before them says that they are one game; with this option, lines without it are read so too.
    ///
    /// Each line repeats the moves before it. If that makes the text much larger than the game, the last variations are left out.
    Lines,
}

/// The format USI, with its options.
///
/// ```
/// use kifu_core::{Format, Record};
/// use kifu_shogiban::Shogi;
/// use kifu_usi::{Notation, Usi};
/// let record: Record<Shogi> = Record::default();
/// assert_eq!(Usi::default().write(&[record.clone()]).text, "position startpos\n");
/// assert_eq!(Usi::default().notation(Notation::Usen).write(&[record]).text, "~0..\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usi {
    /// The notation to write.
    pub notation: Notation,
    /// Where variations are.
    pub variations: Variations,
}

impl Usi {
    /// Returns a copy of this format that writes this notation.
    #[must_use]
    pub fn notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// Returns a copy of this format with variations there.
    ///
    /// ```
    /// use kifu_core::{Format, Source};
    /// use kifu_usi::{Usi, Variations};
    /// let lines = "position startpos moves 7g7f 3c3d\nposition startpos moves 7g7f 8c8d\n\n";
    /// let format = Usi::default().variations(Variations::Lines);
    /// let records = format.read(&Source::from_text("a.usi", lines)).records;
    /// assert_eq!(records[0].tree.len(), 4); // the start and three moves
    /// let written = format.write(&records).text;
    /// assert_eq!(written, format!("# kifu: lines of play of one game\n{lines}"));
    /// // The comment tells any reader of kifu.
    /// assert_eq!(Usi::default().read(&Source::from_text("b.usi", written)).records, records);
    /// ```
    #[must_use]
    pub fn variations(self, variations: Variations) -> Self {
        Self { variations, ..self }
    }
}

const OPTIONS: [OptionInfo; 2] = [
    OptionInfo::new(
        "notation",
        OptionValues::OneOf(&["position", "sfen", "usen"]),
        "the line of the protocol, the position at the start alone, or USEN, which has variations",
    ),
    OptionInfo::new(
        "variations",
        OptionValues::OneOf(&["none", "lines"]),
        "the main line alone, or each line of play as a line of its own",
    ),
];

const INFO: FormatInfo = FormatInfo::new("usi", "USI position lines, SFEN and USEN")
    .extensions(&["usi", "sfen", "usen"])
    .games(GamesPerFile::Many)
    .charsets(CHARSETS)
    .partly(PARTLY)
    .options(&OPTIONS)
    .codes(CODES)
    .record_per_line(&[])
    .contextual();

const PARTLY: &[PartLimit] = &[
    PartLimit::new(Part::Setup, "hands of up to 255 pieces of a kind"),
    PartLimit::new(Part::Action, "moves of the player to move, passes, and six endings"),
];

impl Format<Shogi> for Usi {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Shogi>>, BadOption> {
        let with = match (name, value) {
            ("notation", "position") => self.clone().notation(Notation::Position),
            ("notation", "sfen") => self.clone().notation(Notation::Sfen),
            ("notation", "usen") => self.clone().notation(Notation::Usen),
            ("variations", "none") => self.clone().variations(Variations::None),
            ("variations", "lines") => self.clone().variations(Variations::Lines),
            _ => return Err(BadOption::new(name, value, INFO.options)),
        };
        Ok(Box::new(with))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        detect::confidence(sample, INFO.extensions)
    }

    fn rejection(&self, _: &Sample<'_>) -> Option<String> {
        Some("no line such as `position startpos moves 7g7f`, and no position in SFEN".into())
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Shogi>) -> ControlFlow<()>) -> Diagnostics {
        read::read_each(source, self.variations, sink)
    }

    fn write(&self, records: &[Record<Shogi>]) -> WriteOutput {
        let mut text = String::new();
        for record in records {
            write::write(record, self, &mut text);
        }
        WriteOutput::utf8(text)
    }

    fn layout(&self, source: &Source) -> Layout {
        let lines: Vec<_> = document::lines(source.text()).collect();
        let games = lines.iter().filter(|line| line.is_game()).map(|line| line.span).collect();
        Layout::new(lines.iter().map(|line| line.span).collect(), games)
    }
}

/// Returns the tokens of a text, without gaps: the name of the grammar rule and the span of each.
///
/// ```
/// let tokens: Vec<_> = kifu_usi::tokens("startpos\n9/9/9 b\n\nmoves 7g7f").map(|(name, _)| name).collect();
/// assert_eq!(tokens, ["position", "sfen", "space", "moves"]);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = (&'static str, Span)> {
    document::lines(text).map(|line| (rule(line.token), line.span))
}

fn rule(token: scanner::Token) -> &'static str {
    use scanner::Token;
    match token {
        Token::Position => "position",
        Token::Moves => "moves",
        Token::Usen => "usen",
        Token::Sfen => "sfen",
        Token::Comment => "comment",
        Token::Space => "space",
        Token::Unknown => "unknown",
    }
}
