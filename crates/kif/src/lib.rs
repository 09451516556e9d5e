//! KIF and KI2, the records of Kakinoki's shogi programs, which most programs and sites read and write.
//!
//! ```
//! use kifu_core::{Format, Source};
//! use kifu_kif::Kif;
//! use kifu_shogiban::ShogiRecord;
//! let text = "手合割：平手\n先手：あさ\n後手：よる\n   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 投了\n";
//! let reading = Kif::default().read(&Source::from_text("game.kif", text));
//! let record = &reading.records[0];
//! assert_eq!(record.black().unwrap().name, "あさ");
//! assert_eq!(record.main_line().next().unwrap().to_usi().to_string(), "7g7f");
//! ```
//!
//! The [tutorial] shows how an editor reads a pasted game, plays, takes back and saves.
//!
//! # What is read
//! Every text is read, and each deviation is a diagnostic, see [`CODES`]. KIF and KI2 share everything but the notation of moves, and both
//! readers accept both notations. There is no specification; what programs write is the standard. The page of the crate lists what is
//! accepted.
//!
//! # Several games
//! Programs write one game in a file, and so does kifu. Users put several files together, and collections of problems have a line
//! `#--separator--` between them: each is a record. After moves, the head of another game starts it: its version, handicap, players, diagram,
//! or the line above its moves.
//!
//! # Charsets
//! `.kif` and `.ki2` files are in Shift_JIS by convention, and `.kifu` and `.ki2u` files in UTF-8. A byte-order mark, a first line such as
//! `#KIF version=2.0 encoding=UTF-8`, and valid UTF-8 have a higher priority. A file may also be in EUC-JP; damaged characters do not
//! change the charset.
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
mod games;
#[cfg(feature = "pest")]
pub mod grammar;
mod locate;
mod notation;
mod read;
#[rustfmt::skip]
mod scanner;
mod summary;
mod time;
pub mod tutorial;
mod write;

use alloc::{string::String, vec::Vec};
use kifu_core::{
    Charset, CharsetDeclaration, Confidence, FormatInfo, FormatOption, GameBuilder, HeaderField, Layout, OptionValues,
    Part, PartLimit, Record, Sample, SingleGame, Source, Span,
};
use kifu_shogiban::{CHARSETS, Shogi, analysis};
use write::Notation;

pub use codes::CODES;
pub use kifu_core as model;
pub use kifu_shogiban as shogiban;

/// Opens a file of KIF or KI2 in any charset, and reads it. The readers of both formats accept the moves of the other one.
///
/// # Errors
/// If the file cannot be read. Its contents are never an error; the diagnostics report problems in them.
///
/// ```
/// let reading = kifu_kif::open("../../fixtures/kif/plain/input.kif")?;
/// assert_eq!(reading.records.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn open(path: impl AsRef<std::path::Path>) -> std::io::Result<kifu_core::ReadOutput<Shogi>> {
    let path = path.as_ref();
    Ok(kifu_core::read_bytes(&Kif::default(), &path.to_string_lossy(), std::fs::read(path)?))
}

/// The format KIF, with its options.
///
/// ```
/// use kifu_core::{Charset, Format, Record};
/// use kifu_kif::Kif;
/// use kifu_shogiban::{Shogi, analysis};
/// let record: Record<Shogi> = Record::default();
/// assert_eq!(Kif::default().write(&[record.clone()]).charset.name(), "Shift_JIS");
/// let writing = Kif::default().encoding(Charset::UTF_8).write(&[record]);
/// assert!(writing.text.starts_with("#KIF version=2.0 encoding=UTF-8\n手合割：平手\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Kif {
    /// The charset to write.
    pub encoding: Charset,
    /// True if analyses of programs in comments are read as such, false if they stay comments.
    pub analyses: bool,
}

/// The format KI2, with its options.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_kif::Ki2;
/// let reading = Ki2::default().read(&Source::from_text("game.ki2", "▲７六歩 △３四歩 ▲２二角成\nまで3手で先手の勝ち\n"));
/// assert_eq!(reading.records[0].moves().nth(2).unwrap().to_string(), "☗２二角成(88)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ki2 {
    /// The charset to write.
    pub encoding: Charset,
    /// True if analyses of programs in comments are read as such, false if they stay comments.
    pub analyses: bool,
}

macro_rules! format {
    ($format:ident, $notation:ident, $is_ki2:literal, $utf8:literal, $info:expr) => {
        impl Default for $format {
            fn default() -> Self {
                Self { encoding: Charset::SHIFT_JIS, analyses: true }
            }
        }

        impl $format {
            /// Returns a copy of this format that writes this charset.
            #[must_use]
            pub fn encoding(self, encoding: Charset) -> Self {
                Self { encoding, ..self }
            }

            /// Returns a copy of this format that reads the analyses of programs, or leaves them in the comments, which is faster.
            #[must_use]
            pub fn analyses(self, analyses: bool) -> Self {
                Self { analyses, ..self }
            }

            const OPTIONS: [FormatOption<Self>; 2] = [
                FormatOption::new(
                    "encoding",
                    OptionValues::Charset,
                    "the charset to write; not UTF-16",
                    |format, value| {
                        format.encoding = Charset::new(value);
                        format.encoding.is_known() && !format.encoding.name().starts_with("UTF-16")
                    },
                ),
                FormatOption::new(
                    analysis::OPTION.name,
                    analysis::OPTION.values,
                    analysis::OPTION.about,
                    |format, value| {
                        format.analyses = value == "true";
                        format.analyses || value == "false"
                    },
                ),
            ];
        }

        impl SingleGame<Shogi> for $format {
            const INFO: FormatInfo =
                $info.charsets(CHARSETS).options(&FormatOption::infos(&Self::OPTIONS)).codes(CODES);
            const OPTIONS: &'static [FormatOption<Self>] = &Self::OPTIONS;
            const TEXTS: &'static str = "kif";

            fn read_game(&self, source: &Source, game: &mut GameBuilder<Shogi>) {
                self.read_next(source, 0, game);
            }

            fn read_next(&self, source: &Source, start: usize, game: &mut GameBuilder<Shogi>) -> usize {
                read::read(source.text(), start, self.analyses, game)
            }

            fn write_game(&self, record: &Record<Shogi>) -> String {
                write::write(record, Notation::$notation, &self.encoding)
            }

            fn encoding(&self) -> Charset {
                self.encoding.clone()
            }

            /// The extension for UTF-8, or the first one.
            fn extension(&self) -> &'static str {
                if self.encoding == Charset::UTF_8 { $utf8 } else { Self::INFO.first_extension() }
            }

            fn detect(&self, sample: &Sample<'_>) -> Confidence {
                detect::confidence(sample, Self::INFO.extensions, $is_ki2)
            }

            fn rejection(&self, _: &Sample<'_>) -> Option<String> {
                Some(if $is_ki2 { "no move such as `▲７六歩`" } else { "no move such as `1 ７六歩(77)`" }.into())
            }

            fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
                declared(bytes)
            }

            /// UTF-8 for the extension that ends with it by convention, else Shift_JIS.
            fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
                Some(if extension == Some($utf8) { Charset::UTF_8 } else { Charset::SHIFT_JIS })
            }

            fn layout(&self, source: &Source) -> Layout {
                let text = source.text();
                Layout::new(tokens(text).map(|(_, span)| span).collect(), games::games(text))
            }

            fn part_of_line(&self, line: &str) -> Option<Part> {
                locate::part_of_line(line)
            }

            fn header_spans(&self, source: &Source) -> Option<Vec<(HeaderField, Span)>> {
                Some(locate::headers(source.text()))
            }
        }
    };
}

format!(
    Kif,
    Kif,
    false,
    "kifu",
    FormatInfo::new("kif", "KIF (Kakinoki), with board diagrams (BOD)")
        .extensions(&["kif", "kifu", "bod"])
        .partly(PARTLY_KIF)
        .contextual()
);
format!(
    Ki2,
    Ki2,
    true,
    "ki2u",
    FormatInfo::new("ki2", "KI2 (Kakinoki)").extensions(&["ki2", "ki2u"]).partly(PARTLY).contextual()
);

/// What KI2 holds within limits.
const PARTLY: &[PartLimit] = &[
    PartLimit::new(Part::Variation, "of nodes with a move, an ending or words"),
    PartLimit::new(Part::Setup, "hands of up to 255 pieces of a kind"),
    PartLimit::new(Part::Terms, "in a line"),
    PartLimit::new(Part::Title, "in a line"),
    PartLimit::new(Part::Text, "in a line; the description in any number"),
    PartLimit::new(Part::Application, "in a line"),
    PartLimit::new(Part::Players, "the names, in a line"),
    PartLimit::new(Part::Event, "in a line"),
    PartLimit::new(Part::Dates, "one date, or the date and time of the start; and the end"),
    PartLimit::new(Part::Outcome, "the winner, where the last move does not say it"),
    PartLimit::new(Part::Time, "main time and a byo-yomi of one period; for one player also an increment"),
    PartLimit::new(Part::Header, "in a line, with a key that has no meaning"),
    PartLimit::new(Part::Action, "moves, endings and words in a line; not a declared draw"),
    PartLimit::new(Part::Comment, "one for a node"),
    PartLimit::new(Part::Analysis, "in the notation of a known program"),
    PartLimit::new(Part::Bookmark, "in a line"),
    PartLimit::new(Part::Foreign, "its own"),
];

/// What KIF holds within limits: also the times of moves.
const PARTLY_KIF: &[PartLimit] = &{
    let mut all = [PartLimit::new(Part::Clock, "the time of a move and the total, in whole seconds"); PARTLY.len() + 1];
    let mut n = 0;
    while n < PARTLY.len() {
        all[n] = PARTLY[n];
        n += 1;
    }
    all
};

/// Returns the charset that the first line declares: `#KIF version=2.0 encoding=UTF-8`.
fn declared(bytes: &[u8]) -> Vec<CharsetDeclaration> {
    const KEY: &[u8] = b"encoding=";
    let bom = usize::from(bytes.starts_with(b"\xEF\xBB\xBF")) * 3;
    let line = bytes[bom..].split(|b| matches!(b, b'\n' | b'\r')).next().unwrap_or_default();
    if !(line.starts_with(b"#KIF ") || line.starts_with(b"#KI2 ")) {
        return Vec::new();
    }
    let Some(at) = line.windows(KEY.len()).position(|window| window == KEY) else { return Vec::new() };
    let start = at + KEY.len();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let end = start + line[start..].iter().take_while(|byte| is_name(byte)).count();
    match core::str::from_utf8(&line[start..end]) {
        Ok(name) if !name.is_empty() => {
            [CharsetDeclaration::of_file(Charset::new(name), bom + start..bom + end)].into()
        }
        _ => Vec::new(),
    }
}

/// Returns the tokens of a text, without gaps: the name of the grammar rule and the span of each.
///
/// ```
/// let tokens: Vec<_> = kifu_kif::tokens("手合割：平手\n   1 投了\n*x").map(|(name, _)| name).collect();
/// assert_eq!(tokens, ["header", "move", "comment"]);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = (&'static str, Span)> {
    document::lines(text).map(|line| (rule(line.token), line.span))
}

fn rule(token: scanner::Token) -> &'static str {
    use scanner::Token;
    match token {
        Token::Move => "move",
        Token::Moves => "moves",
        Token::Comment => "comment",
        Token::Bookmark => "bookmark",
        Token::Program => "program",
        Token::Rank => "rank",
        Token::Border => "border",
        Token::Files => "files",
        Token::Variation => "variation",
        Token::Summary => "summary",
        Token::Separator => "separator",
        Token::Caption => "caption",
        Token::Side => "side",
        Token::Flip => "flip",
        Token::Header => "header",
        Token::Space => "space",
        Token::Unknown => "unknown",
    }
}
