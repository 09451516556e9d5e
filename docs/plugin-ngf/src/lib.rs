//! NGF, the game records of CyberOro (wBaduk): a format of lines for kifu, in a separate crate.
//!
//! The reader accepts every text, and reports each deviation as a diagnostic, see [`CODES`]. A file contains one game without
//! variations.

mod codes;
mod fields;

use fields::{FIELDS, GI_FIELDS};
use kifu_core::{
    Charset, FormatInfo, FormatOption, GameBuilder, OptionValues, Part, PartLimit, Record, SingleGame, Source, Span,
    lines,
};
use kifu_goban::{Color, Go, Move, Point, Size};

pub use codes::CODES;

/// The format NGF, with its options.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_goban::GoRecord;
/// use kifu_ngf::Ngf;
/// let text = "Rated game\n19\nheron       3D*\notter       12K\nClub\n0\n0\n6\n20240309 [17:29]\n30\nBlack wins by resign\n2\n";
/// let source = Source::from_text("game.ngf", format!("{text}PMABBQEEQ\nPMACWEQQE\n"));
/// let reading = Ngf::default().read(&source);
/// assert_eq!((reading.records[0].tree.len(), &*reading.records[0].black().unwrap().rank), (3, "12K"));
/// assert_eq!(Ngf::default().write(&reading.records).text, source.text());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ngf {
    /// The charset to write. A file does not declare its charset.
    pub encoding: Charset,
}

/// The charsets of the server's clients.
const CHARSETS: &[&str] = &["utf-8", "euc-kr", "gb18030", "big5", "shift_jis"];

const OPTIONS: [FormatOption<Ngf>; 1] =
    [FormatOption::new("encoding", OptionValues::OneOf(CHARSETS), "the charset to write", |ngf, value| {
        ngf.encoding = Charset::new(value);
        CHARSETS.contains(&value)
    })];

impl SingleGame<Go> for Ngf {
    const INFO: FormatInfo = FormatInfo::new("ngf", "NGF (CyberOro, wBaduk)")
        .extensions(&["ngf"])
        .hints(&["\nPMAB", "\nPMAA", "\rPMAB"])
        .partly(&[
            PartLimit::new(Part::Setup, "a square board, with the handicap stones that the server sets"),
            PartLimit::new(Part::Terms, "komi as the server has it, and the handicap"),
            PartLimit::new(Part::Title, "in a line"),
            PartLimit::new(Part::Players, "names and ranks of two players"),
            PartLimit::new(Part::Event, "the place, in a line"),
            PartLimit::new(Part::Dates, "one date, or the date and minute of the start"),
            PartLimit::new(Part::Outcome, "in a line"),
            PartLimit::new(Part::Time, "whole minutes, without overtime"),
            PartLimit::new(Part::Action, "moves on 25 lines at the most, and passes"),
        ])
        .options(&FormatOption::infos(&OPTIONS))
        .codes(CODES);
    const OPTIONS: &'static [FormatOption<Self>] = &OPTIONS;

    fn encoding(&self) -> Charset {
        self.encoding.clone()
    }

    fn read_game(&self, source: &Source, game: &mut GameBuilder<Go>) {
        // In the second form each line of the header starts with GI, and the order of the lines is different.
        let is_second = source.text().trim_start().starts_with("GI");
        let mut header = if is_second { &GI_FIELDS[..] } else { &FIELDS[..] }.iter();
        let mut has_size = false;
        for line in lines(source.text()) {
            let ends_header = line.text.starts_with("PM") && line.text.is_ascii();
            if ends_header {
                header = [].iter();
            }
            if let Some(field) = header.next() {
                let text = if is_second { line.text.trim_start_matches("GI") } else { line.text };
                let is_value = field.read(game.record_mut(), text);
                has_size |= is_value && field.key() == "size";
                if !is_value {
                    let message = || format!("{text:?} is not a value of the line \"{}\"", field.key());
                    game.report(&codes::BAD_VALUE, line.span, message);
                }
            } else if let Some(played) = played(line.text, game.record().setup.size) {
                game.add(line.span.start, played);
            } else if ends_header {
                game.report(&codes::BAD_MOVE, line.span, || format!("{} is not a move; left out", line.text));
            } else if let Some((_, comment)) = line.text.split_once("] ").filter(|_| line.text.starts_with("ID")) {
                let comment = comment.trim_end().trim_end_matches("[EndTxt]");
                if !comment.is_empty() {
                    game.comment(comment);
                }
            } else if !(line.text.trim().is_empty() || is_second && line.text.starts_with("GI")) {
                game.report(&codes::UNKNOWN_LINE, line.span, || format!("{:?} is unknown; ignored", line.text));
            }
        }
        if game.record().tree.len() == 1 && !has_size {
            game.report(&codes::NO_GAME, Span::at(0), || "the text contains no game; nothing was read");
            game.reject();
        }
    }

    fn write_game(&self, record: &Record<Go>) -> String {
        let mut text: String = FIELDS.iter().map(|field| field.write(record) + "\n").collect();
        for (number, played) in (1_u32..).zip(fields::moves(record)) {
            let [x, y] = played.at.map_or([b'A'; 2], |at| [b'B' + at.x(), b'B' + at.y()]).map(char::from);
            let [high, low] = [number / 26 % 26, number % 26].map(|digit| char::from(b'A' + digit as u8));
            text += &format!("PM{high}{low}{}{x}{y}{y}{x}\n", played.color.letter());
        }
        text
    }
}

/// Parses `PMABBQEEQ`: the number, the colour, and the point twice.
fn played(line: &str, size: Size) -> Option<Move> {
    let (color, [x, y]) = match line.trim_end().as_bytes() {
        [b'P', b'M', _, _, color, x, y, again @ ..] if again == [*y, *x] || again.is_empty() => (*color, [*x, *y]),
        _ => return None,
    };
    let color = Color::from_letter(color.into())?;
    if [x, y] == *b"AA" {
        return Some(Move::pass(color));
    }
    let at = Point::new(x.checked_sub(b'B')?, y.checked_sub(b'B')?)?;
    size.contains(at).then(|| Move::play(color, at))
}
