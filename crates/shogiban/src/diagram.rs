//! A position as text for people: the board with its coordinates, and the pieces in hand above and below it.

use crate::{Color, Piece, Setup, Square};
use alloc::{
    format,
    string::{String, ToString},
};

/// How a diagram is written.
///
/// ```
/// use kifu_shogiban::{Diagram, Setup, diagram::TextStyle};
/// let start = Setup::default();
/// assert!(Diagram::new(&start).text(TextStyle::Ascii).contains("| l  n  s  g  k  g  s  n  l |1\n"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextStyle {
    /// Pieces in kanji, as in a diagram of KIF. Each takes two columns.
    #[default]
    Unicode,
    /// Only ASCII characters: the letters of SFEN, lower case for White.
    Ascii,
}

/// What a part of the text of a diagram is.
///
/// ```
/// use kifu_shogiban::{Diagram, Setup, diagram::{SpanKind, TextStyle}};
/// let start = Setup::default();
/// let mut pieces = 0;
/// Diagram::new(&start).write_with(TextStyle::Unicode, |kind, _| pieces += usize::from(matches!(kind, SpanKind::Piece(_))));
/// assert_eq!(pieces, 40);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanKind {
    /// Spaces and line ends.
    Space,
    /// The name of a file or rank.
    Coordinate,
    /// An empty square, or the frame.
    Grid,
    /// A piece of a player.
    Piece(Color),
    /// The piece that moved last.
    LastMove,
    /// A line with the pieces in hand.
    Hand,
}

/// A position as text.
///
/// ```
/// use kifu_shogiban::{Diagram, Handicap, diagram::TextStyle};
/// let setup = Handicap::TenPieces.setup();
/// let text = Diagram::new(&setup).is_handicap(true).last_move("51".parse().ok()).text(TextStyle::Unicode);
/// assert!(text.starts_with("上手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n"));
/// assert!(text.contains("\n| ・ ・ ・ ・V玉 ・ ・ ・ ・|一\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    setup: &'a Setup,
    is_handicap: bool,
    last_to: Option<Square>,
}

impl<'a> Diagram<'a> {
    /// Returns the diagram of a position.
    #[must_use]
    pub const fn new(setup: &'a Setup) -> Self {
        Self { setup, is_handicap: false, last_to: None }
    }

    /// Sets whether the players are called 下手 and 上手.
    #[must_use]
    pub const fn is_handicap(self, is_handicap: bool) -> Self {
        Self { is_handicap, ..self }
    }

    /// Sets the square of the last move. Its piece has `^` or `V` before it in place of a space or `v`, which programs accept in a diagram, or
    /// in ASCII a `*` after it.
    #[must_use]
    pub const fn last_move(self, last_to: Option<Square>) -> Self {
        Self { last_to, ..self }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self, style: TextStyle) -> String {
        let mut out = String::new();
        self.write_with(style, |_, text| out.push_str(text));
        out
    }

    /// Passes the parts of the text to a function, in order, each with its kind.
    pub fn write_with(&self, style: TextStyle, mut sink: impl FnMut(SpanKind, &str)) {
        self.hand(Color::White, style, &mut sink);
        let (files, border) = match style {
            TextStyle::Unicode => ("  ９ ８ ７ ６ ５ ４ ３ ２ １\n", "+---------------------------+\n"),
            TextStyle::Ascii => ("  9  8  7  6  5  4  3  2  1\n", "+---------------------------+\n"),
        };
        sink(SpanKind::Coordinate, files);
        sink(SpanKind::Grid, border);
        for rank in 1..=9 {
            self.rank(rank, style, &mut sink);
        }
        sink(SpanKind::Grid, border);
        self.hand(Color::Black, style, &mut sink);
    }

    fn rank(&self, rank: u8, style: TextStyle, sink: &mut impl FnMut(SpanKind, &str)) {
        sink(SpanKind::Grid, "|");
        for (file, piece) in (1..=9).rev().zip(self.setup.board.rank(rank)) {
            let is_last = Square::new(file, rank).is_some_and(|square| self.last_to == Some(square));
            let kind = match piece {
                Some(_) if is_last => SpanKind::LastMove,
                Some(piece) => SpanKind::Piece(piece.color),
                None => SpanKind::Grid,
            };
            sink(kind, &square_text(piece, is_last, style));
        }
        sink(SpanKind::Grid, "|");
        let label = Square::new(1, rank).map_or(' ', |square| match style {
            TextStyle::Unicode => square.numerals().1,
            TextStyle::Ascii => square.digits().1,
        });
        sink(SpanKind::Coordinate, &label.to_string());
        sink(SpanKind::Space, "\n");
    }

    fn hand(&self, color: Color, style: TextStyle, sink: &mut impl FnMut(SpanKind, &str)) {
        let hand = self.setup.hand(color);
        let text = match style {
            TextStyle::Unicode => format!("{}の持駒：{hand}\n", color.player_name(self.is_handicap)),
            TextStyle::Ascii => {
                let pieces = hand.iter().map(|(kind, count)| format!(" {}{count}", kind.sfen())).collect::<String>();
                format!("{color} in hand:{}\n", if pieces.is_empty() { " -" } else { &pieces })
            }
        };
        sink(SpanKind::Hand, &text);
    }
}

/// Returns the text of a square, which takes three columns.
fn square_text(piece: Option<Piece>, is_last: bool, style: TextStyle) -> String {
    let Some(Piece { color, kind }) = piece else {
        return match style {
            TextStyle::Unicode => " ・".into(),
            TextStyle::Ascii => " . ".into(),
        };
    };
    match style {
        TextStyle::Unicode => {
            let owner = match (color, is_last) {
                (Color::Black, false) => ' ',
                (Color::Black, true) => '^',
                (Color::White, false) => 'v',
                (Color::White, true) => 'V',
            };
            format!("{owner}{}", kind.board_kanji())
        }
        TextStyle::Ascii => {
            let name = kind.sfen();
            let name = if color == Color::White { name.to_ascii_lowercase() } else { name.into() };
            format!("{name:>2}{}", if is_last { '*' } else { ' ' })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn the_lines_of_a_board_have_one_width() {
        let setup: Setup = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1".parse().unwrap();
        for style in [TextStyle::Unicode, TextStyle::Ascii] {
            for last in ["11", "41", "55", "91"] {
                let text = Diagram::new(&setup).last_move(last.parse().ok()).text(style);
                let lines: Vec<&str> = text.lines().collect();
                assert_eq!(lines.len(), 14);
                let widths: Vec<usize> = lines[3..12].iter().map(|line| line.width()).collect();
                assert!(widths.iter().all(|width| *width == widths[0]), "{text}");
            }
        }
    }

    #[test]
    fn the_ascii_form() {
        let setup: Setup = "l6nl/5+P1gk/9/9/9/9/9/9/4K4 w RG2p 1".parse().unwrap();
        let text = Diagram::new(&setup).last_move("42".parse().ok()).text(TextStyle::Ascii);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "white in hand: P2");
        assert_eq!(lines[4], "| .  .  .  .  . +P* .  g  k |2");
        assert_eq!(lines[13], "black in hand: R1 G1");
    }
}
