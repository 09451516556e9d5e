//! GIB, the game records of Tygem (타이젬): a format for kifu, in a crate of its own.
//!
//! Everything is accepted: each deviation has its diagnostic, in [`CODES`]. A file holds one game on a board of 19×19.

#[rustfmt::skip]
mod codes;
mod document;
mod read;
#[rustfmt::skip]
mod scanner;
mod write;

use document::Document;
use kifu_core::{
    BadOption, Charset, CharsetDeclaration, Confidence, Diagnostics, Format, FormatInfo, GamesPerFile, Layout,
    OptionInfo, OptionValues, Part, ReadGame, Record, Sample, Source, Span, WriteOutput,
};
use kifu_goban::{Go, Point};
use std::ops::ControlFlow;

pub use codes::CODES;

/// The clients, as GIBOKIND names them, and the charset of each. That of `Global` is not always so, and is not declared.
const KINDS: [(&str, &str); 5] =
    [("Global", "UTF-8"), ("Korea", "EUC-KR"), ("China", "gb18030"), ("Taiwan", "Big5"), ("Japan", "Shift_JIS")];

/// The format GIB, with its options.
///
/// ```
/// use kifu_core::{Charset, Format, Source};
/// use kifu_gib::Gib;
/// let text = "\\HS\n\\[GAMEBLACKNAME=Gu (9D)\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3 \nSKI 0 3 \n\\GE\n";
/// let reading = Gib::default().read(&Source::from_text("game.gib", text));
/// assert_eq!((reading.records[0].tree.len(), &*reading.records[0].info.players[0].rank), (3, "9D"));
/// let writing = Gib { encoding: Charset::new("euc-kr") }.write(&reading.records);
/// assert!(writing.text.contains("GIBOKIND=Korea"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gib {
    /// The charset to write, which GIB states as the country of the client. One that no client has becomes UTF-8.
    pub encoding: Charset,
}

impl Default for Gib {
    fn default() -> Self {
        Self { encoding: Charset::UTF_8 }
    }
}

static INFO: FormatInfo = FormatInfo {
    id: "gib",
    title: "GIB (Tygem)",
    extensions: &["gib"],
    games: GamesPerFile::One,
    holds: &[],
    partly: &[
        (Part::Setup, "a board of 19x19, with the handicap stones that the server sets"),
        (Part::Terms, "komi in tenths of a point, and the handicap"),
        (Part::Title, "in a line without `\\]`"),
        (Part::Text, "the description, in a line without `\\]`"),
        (Part::Players, "names and ranks of two players, the names without parentheses"),
        (Part::Event, "the place"),
        (Part::Dates, "one date, or the date and time of the start"),
        (Part::Outcome, "in a line without `\\]`"),
        (Part::Time, "whole seconds, with byo-yomi; or a text for both"),
        (Part::Action, "moves on 19x19, and passes by turns"),
        (Part::Comment, "one at the start, in a line"),
        (Part::Foreign, "its own"),
    ],
    options: &[OptionInfo {
        name: "encoding",
        values: OptionValues::OneOf(&["utf-8", "euc-kr", "gb18030", "big5", "shift_jis"]),
        about: "the charset to write, and with it the country of the client",
    }],
    codes: CODES,
};

impl Format<Go> for Gib {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Go>>, BadOption> {
        let encoding = Charset::new(value);
        match KINDS.iter().any(|(_, charset)| encoding.name() == *charset) {
            true if name == "encoding" => Ok(Box::new(Self { encoding })),
            _ => Err(BadOption::new(name, value, INFO.options)),
        }
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        let has = |words: &&str| sample.text().contains(*words);
        match sample.extension {
            _ if sample.text().trim_start().starts_with("\\HS") => Confidence::Certain,
            _ if ["\\[GAME", "\\[GIBOKIND=", "\\GS", "STO 0 "].iter().any(has) => Confidence::Likely,
            Some("gib") => Confidence::Possible,
            _ => Confidence::No,
        }
    }

    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        const KEY: &[u8] = b"\\[GIBOKIND=";
        let Some(at) = bytes.windows(KEY.len()).position(|window| window == KEY) else { return Vec::new() };
        let start = at + KEY.len();
        let kind = &bytes[start..start + bytes[start..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count()];
        let of_kind = KINDS[1..].iter().filter(|(name, _)| name.as_bytes() == kind);
        of_kind
            .map(|(_, name)| CharsetDeclaration { from: 0, charset: Charset::new(name), at: start..start + kind.len() })
            .collect()
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
        let (read, said) = read::read(source.text());
        let _ = read.map(sink); // the only game: whether more are wanted is all the same
        said
    }

    fn write(&self, records: &[Record<Go>]) -> WriteOutput {
        let (kind, charset) = KINDS.iter().find(|kind| self.encoding.name() == kind.1).unwrap_or(&KINDS[0]);
        let text = records.first().map(|record| write::write(record, kind)).unwrap_or_default();
        WriteOutput { text, charset: Charset::new(charset) }
    }

    fn layout(&self, source: &Source) -> Layout {
        let tokens = Document::parse(source.text()).tokens().map(|token| token.1).collect();
        Layout { tokens, games: vec![Span::new(0, source.text().len())] }
    }
}

/// The points of so many handicap stones, where the server sets them; none where there is no such handicap.
fn handicap(stones: u32) -> impl Iterator<Item = Point> {
    const POINTS: [&str; 8] = ["dp", "pd", "dd", "pp", "dj", "pj", "jd", "jp"];
    let (beside, centre) = match stones {
        2..=4 | 6 | 8 => (stones as usize, None),
        5 | 7 | 9 => (stones as usize - 1, Some("jj")),
        _ => (0, None),
    };
    POINTS.into_iter().take(beside).chain(centre).filter_map(Point::from_sgf)
}
