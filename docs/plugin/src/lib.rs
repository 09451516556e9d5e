//! GIB, the game records of Tygem (타이젬): a format for kifu, in a separate crate.
//!
//! The reader accepts every text, and reports each deviation as a diagnostic, see [`CODES`]. A file contains one game on a board of
//! 19×19.

mod codes;
mod document;
mod fields;
mod read;
#[rustfmt::skip]
mod scanner;
mod write;

use kifu_core::{
    Charset, CharsetDeclaration, FormatInfo, FormatOption, GameBuilder, Layout, OptionValues, Part, PartLimit, Record,
    SingleGame, Source,
};
use kifu_goban::Go;

pub use codes::CODES;

/// The clients, as GIBOKIND names them, and the charset of each. `Global` does not declare a charset, because it is not always
/// UTF-8.
const KINDS: [(&str, &str); 5] =
    [("Global", "UTF-8"), ("Korea", "EUC-KR"), ("China", "gb18030"), ("Taiwan", "Big5"), ("Japan", "Shift_JIS")];

/// The format GIB, with its options.
///
/// ```
/// use kifu_core::{Charset, Format, Source};
/// use kifu_gib::Gib;
/// use kifu_goban::GoRecord;
/// let text = "\\HS\n\\[GAMEBLACKNAME=Gu (9D)\\]\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3 \nSKI 0 3 \n\\GE\n";
/// let reading = Gib::default().read(&Source::from_text("game.gib", text));
/// assert_eq!((reading.records[0].tree.len(), &*reading.records[0].black().unwrap().rank), (3, "9D"));
/// let writing = Gib { encoding: Charset::new("euc-kr") }.write(&reading.records);
/// assert!(writing.text.contains("GIBOKIND=Korea"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gib {
    /// The charset to write, which GIB declares as the country of the client. UTF-8 replaces a charset that no client has.
    pub encoding: Charset,
}

const OPTIONS: [FormatOption<Gib>; 1] = [FormatOption::new(
    "encoding",
    OptionValues::OneOf(&["utf-8", "euc-kr", "gb18030", "big5", "shift_jis"]),
    "the charset to write, and with it the country of the client",
    |gib, value| {
        gib.encoding = Charset::new(value);
        KINDS.iter().any(|(_, charset)| gib.encoding.name() == *charset)
    },
)];

impl SingleGame<Go> for Gib {
    const INFO: FormatInfo = FormatInfo::new("gib", "GIB (Tygem)")
        .extensions(&["gib"])
        .magic(&["\\HS"])
        .hints(&["\\[GAME", "\\[GIBOKIND=", "\\GS", "STO 0 "])
        .partly(&[
            PartLimit::new(Part::Setup, "a board of 19x19, with the handicap stones that the server sets"),
            PartLimit::new(Part::Terms, "komi in tenths of a point, and the handicap"),
            PartLimit::new(Part::Title, "in a line without `\\]`"),
            PartLimit::new(Part::Text, "the description, in a line without `\\]`"),
            PartLimit::new(Part::Players, "names and ranks of two players, the names without parentheses"),
            PartLimit::new(Part::Event, "the place"),
            PartLimit::new(Part::Dates, "one date, or the date and time of the start"),
            PartLimit::new(Part::Outcome, "in a line without `\\]`"),
            PartLimit::new(Part::Time, "whole seconds, with byo-yomi; or a text for both"),
            PartLimit::new(Part::Action, "moves on 19x19, and passes by turns"),
            PartLimit::new(Part::Comment, "one at the start, in a line"),
            PartLimit::new(Part::Foreign, "its own"),
        ])
        .options(&FormatOption::infos(&OPTIONS))
        .codes(CODES);
    const OPTIONS: &'static [FormatOption<Self>] = &OPTIONS;

    fn read_game(&self, source: &Source, game: &mut GameBuilder<Go>) {
        read::read(source.text(), game);
    }

    fn write_game(&self, record: &Record<Go>) -> String {
        write::write(record, self.kind().0)
    }

    fn encoding(&self) -> Charset {
        Charset::new(self.kind().1)
    }

    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        const KEY: &[u8] = b"\\[GIBOKIND=";
        let Some(at) = bytes.windows(KEY.len()).position(|window| window == KEY) else { return Vec::new() };
        let start = at + KEY.len();
        let kind = &bytes[start..start + bytes[start..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count()];
        let of_kind = KINDS[1..].iter().filter(|(name, _)| name.as_bytes() == kind);
        of_kind.map(|(_, name)| CharsetDeclaration::of_file(Charset::new(name), start..start + kind.len())).collect()
    }

    fn layout(&self, source: &Source) -> Layout {
        Layout::one_game(document::tokens(source.text()).into_iter().map(|token| token.1), source.text())
    }
}

impl Gib {
    /// Returns the client that writes the charset, and the charset.
    fn kind(&self) -> (&'static str, &'static str) {
        KINDS.into_iter().find(|kind| self.encoding.name() == kind.1).unwrap_or(KINDS[0])
    }
}
