//! Diagrams: a position with the pieces in hand and the last move, as text for the terminal.
//!
//! The hand of White is above the board and that of Black below it. A piece of White has a `v` before it. The characters of the board take
//! two columns each, so that every line of the board has the same number of columns. The diagram that files have is [`bod`](crate::bod).
//!
//! ```
//! use kifu_shogiban::{Diagram, Setup};
//! let setup: Setup = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3".parse().unwrap();
//! let mut diagram = Diagram::new(&setup);
//! diagram.set_last_move("34".parse().ok());
//! let text = "\
//! ☖持駒：なし
//!   ９  ８  ７  ６  ５  ４  ３  ２  １
//!  v香 v桂 v銀 v金 v玉 v金 v銀 v桂 v香  一
//!   ・ v飛  ・  ・  ・  ・  ・ v角  ・  二
//!  v歩 v歩 v歩 v歩 v歩 v歩  ・ v歩 v歩  三
//!   ・  ・  ・  ・  ・  ・(v歩) ・  ・  四
//!   ・  ・  ・  ・  ・  ・  ・  ・  ・  五
//!   ・  ・  歩  ・  ・  ・  ・  ・  ・  六
//!   歩  歩  ・  歩  歩  歩  歩  歩  歩  七
//!   ・  角  ・  ・  ・  ・  ・  飛  ・  八
//!   香  桂  銀  金  玉  金  銀  桂  香  九
//! ☗持駒：なし
//! ";
//! assert_eq!(diagram.to_unicode(), text);
//! ```

use crate::{Board, Color, Hand, Piece, Setup, Square};
use alloc::{
    format,
    string::{String, ToString},
};

/// A position with the pieces in hand and the last move.
///
/// ```
/// use kifu_shogiban::{Diagram, Setup};
/// let diagram = Diagram::new(&Setup::default());
/// assert!(diagram.to_ascii().contains("\n  .  B  .  .  .  .  .  R  .  h\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    board: Board,
    hands: [Hand; 2],
    last_move: Option<Square>,
}

/// The characters of a diagram as text.
///
/// ```
/// use kifu_shogiban::{Diagram, Setup, diagram::TextStyle};
/// let mut text = String::new();
/// Diagram::new(&Setup::default()).write_with(TextStyle::Ascii, |span| text.push_str(span.text));
/// assert!(text.is_ascii());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextStyle {
    /// Kanji, see [`Diagram::to_unicode`].
    #[default]
    Unicode,
    /// The letters of SFEN, see [`Diagram::to_ascii`].
    Ascii,
}

/// A part of a diagram as text, with what it is.
///
/// ```
/// use kifu_shogiban::{Color, Diagram, Setup, diagram::{SpanKind, TextStyle}};
/// let mut pieces = 0;
/// let kind = SpanKind::Piece(Color::White);
/// Diagram::new(&Setup::default()).write_with(TextStyle::Unicode, |span| pieces += usize::from(span.kind == kind));
/// assert_eq!(pieces, 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span<'a> {
    /// What the text is.
    pub kind: SpanKind,
    /// The text. A line end is in a span of its own.
    pub text: &'a str,
    /// The square to which the text belongs.
    pub square: Option<Square>,
}

/// What a part of a diagram as text is.
///
/// ```
/// use kifu_shogiban::{Color, Diagram, Setup, diagram::{SpanKind, TextStyle}};
/// let mut kinds = Vec::new();
/// Diagram::new(&Setup::default()).write_with(TextStyle::Unicode, |span| kinds.push(span.kind));
/// assert!(kinds.contains(&SpanKind::Hand(Color::Black)) && !kinds.contains(&SpanKind::LastMove));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpanKind {
    /// Spaces, and the end of a line.
    Space,
    /// The number of a file or a rank.
    Coordinate,
    /// An empty square.
    Grid,
    /// A piece on the board.
    Piece(Color),
    /// The pieces in hand of a player.
    Hand(Color),
    /// The brackets around the last move.
    LastMove,
}

impl Diagram {
    /// Creates a diagram of a position, without a last move.
    ///
    /// ```
    /// use kifu_shogiban::{Diagram, Handicap};
    /// let diagram = Diagram::new(&Handicap::TenPieces.setup());
    /// assert_eq!(diagram.last_move(), None);
    /// ```
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Self { board: setup.board, hands: Color::ALL.map(|color| *setup.hand(color)), last_move: None }
    }

    /// Returns the square to which the last move went.
    #[must_use]
    pub const fn last_move(&self) -> Option<Square> {
        self.last_move
    }

    /// Sets the square to which the last move went. It is shown in brackets.
    ///
    /// ```
    /// use kifu_shogiban::{Diagram, Setup};
    /// let mut diagram = Diagram::new(&Setup::default());
    /// diagram.set_last_move("77".parse().ok());
    /// assert!(diagram.to_unicode().contains("( 歩)"));
    /// ```
    pub const fn set_last_move(&mut self, to: Option<Square>) {
        self.last_move = to;
    }

    /// Returns the diagram as text with kanji, for the terminal: `v` before White's pieces, `全` for 成銀, `・` for an empty square, and
    /// brackets around the last move.
    #[must_use]
    pub fn to_unicode(&self) -> String {
        self.text(TextStyle::Unicode)
    }

    /// Returns the diagram as text with ASCII characters: the letters of SFEN, in upper case for Black, and the coordinates of USI.
    ///
    /// ```
    /// use kifu_shogiban::{Diagram, Setup};
    /// let setup: Setup = "4k4/9/4+P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
    /// let text = Diagram::new(&setup).to_ascii();
    /// assert!(text.starts_with("White: 2r2b3g4s4n4l17p\n  9  8  7  6  5  4  3  2  1\n  .  .  .  .  k  .  .  .  .  a\n"));
    /// assert!(text.contains("\n  .  .  .  . +P  .  .  .  .  c\n"));
    /// assert!(text.ends_with("\nBlack: G\n"));
    /// ```
    #[must_use]
    pub fn to_ascii(&self) -> String {
        self.text(TextStyle::Ascii)
    }

    fn text(&self, style: TextStyle) -> String {
        let mut text = String::new();
        self.write_with(style, |span| text.push_str(span.text));
        text
    }

    /// Writes the diagram as text in parts, each with what it is, so that a program can colour them.
    ///
    /// ```
    /// use kifu_shogiban::{Diagram, Setup, diagram::{SpanKind, TextStyle}};
    /// let mut diagram = Diagram::new(&Setup::default());
    /// diagram.set_last_move("77".parse().ok());
    /// let mut brackets = String::new();
    /// diagram.write_with(TextStyle::Unicode, |span| {
    ///     if span.kind == SpanKind::LastMove {
    ///         brackets += span.text;
    ///     }
    /// });
    /// assert_eq!(brackets, "()");
    /// ```
    pub fn write_with(&self, style: TextStyle, mut write: impl FnMut(Span<'_>)) {
        let mut span = |kind, text: &str, square| write(Span { kind, text, square });
        let end = |span: &mut dyn FnMut(SpanKind, &str, Option<Square>)| span(SpanKind::Space, "\n", None);
        let is_ascii = style == TextStyle::Ascii;
        span(SpanKind::Hand(Color::White), &self.hand(Color::White, style), None);
        end(&mut span);
        for file in (1..=9).rev() {
            let name =
                Square::new(file, 1).map(|square| if is_ascii { square.digits().0 } else { square.numerals().0 });
            span(SpanKind::Space, "  ", None);
            span(SpanKind::Coordinate, &name.into_iter().collect::<String>(), None);
        }
        end(&mut span);
        for rank in 1..=9 {
            let mut is_marked = false;
            for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
                // A bracket takes the place of the space between two squares.
                let was_marked = core::mem::replace(&mut is_marked, self.last_move == Some(square));
                let (kind, bracket) = match (was_marked, is_marked) {
                    (_, true) => (SpanKind::LastMove, "("),
                    (true, false) => (SpanKind::LastMove, ")"),
                    (false, false) => (SpanKind::Space, " "),
                };
                span(kind, bracket, self.last_move.filter(|_| was_marked || is_marked));
                match self.board.get(square) {
                    Some(piece) => span(SpanKind::Piece(piece.color), &name(piece, style), Some(square)),
                    None => span(SpanKind::Grid, if is_ascii { " ." } else { " ・" }, Some(square)),
                }
            }
            let (kind, bracket) = if is_marked { (SpanKind::LastMove, ")") } else { (SpanKind::Space, " ") };
            span(kind, bracket, self.last_move.filter(|_| is_marked));
            span(SpanKind::Space, " ", None);
            let name = Square::new(1, rank).map(|square| if is_ascii { square.usi().1 } else { square.numerals().1 });
            span(SpanKind::Coordinate, &name.into_iter().collect::<String>(), None);
            end(&mut span);
        }
        span(SpanKind::Hand(Color::Black), &self.hand(Color::Black, style), None);
        end(&mut span);
    }

    fn hand(&self, color: Color, style: TextStyle) -> String {
        let hand = &self.hands[color as usize];
        if style == TextStyle::Unicode {
            return format!("{}持駒：{hand}", color.mark());
        }
        let count = |count| if count > 1 { u8::to_string(&count) } else { String::new() };
        let pieces = hand.iter().map(|(kind, n)| count(n) + &letters(Piece::new(color, kind)));
        let player = match color {
            Color::Black => "Black",
            Color::White => "White",
        };
        format!("{player}: {}", if hand.is_empty() { "-".into() } else { pieces.collect::<String>() })
    }
}

/// Returns the name of a piece on the board.
fn name(piece: Piece, style: TextStyle) -> String {
    match style {
        TextStyle::Unicode => piece.to_string(),
        TextStyle::Ascii => format!("{:>2}", letters(piece)),
    }
}

/// Returns the name of a piece in SFEN.
fn letters(piece: Piece) -> String {
    match piece.color {
        Color::Black => piece.kind.sfen().into(),
        Color::White => piece.kind.sfen().to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use alloc::vec::Vec;
    use unicode_width::UnicodeWidthStr;

    /// A board with every piece of both players, and the last move on each square in turn.
    #[test]
    fn every_line_of_the_board_has_the_same_width() {
        let mut setup = Setup::new(Board::EMPTY);
        let pieces = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| Piece::new(color, kind)));
        for (square, piece) in Square::all().step_by(2).zip(pieces) {
            setup.board.set(square, Some(piece));
        }
        setup.hand_mut(Color::White).add(Kind::Pawn, 12);
        for last_move in [None].into_iter().chain(Square::all().map(Some)) {
            let mut diagram = Diagram::new(&setup);
            diagram.set_last_move(last_move);
            for (text, empty, five, last) in
                [(diagram.to_unicode(), " ・", '５', "九"), (diagram.to_ascii(), " .", '5', "i")]
            {
                let lines: Vec<&str> = text.lines().collect();
                assert_eq!(lines.len(), 12);
                // A square has a space or bracket before it, and a last one and the name of the rank follow.
                let square = 1 + empty.width();
                for line in &lines[2..11] {
                    assert_eq!(line.width(), 9 * square + 2 + last.width(), "{line}");
                    assert_eq!(line.matches('(').count(), line.matches(')').count());
                }
                assert!(lines[10].ends_with(last));
                let before = lines[1].split(five).next().map(UnicodeWidthStr::width);
                assert_eq!(before, Some(4 * square + 2)); // above the pieces of the file
            }
            let brackets = diagram.to_unicode().matches('(').count();
            assert_eq!(brackets, usize::from(last_move.is_some()));
        }
    }

    #[test]
    fn hands_in_both_styles() {
        let setup: Setup = "9/9/9/9/9/9/9/9/9 b RB2G18Pr 1".parse().unwrap();
        let diagram = Diagram::new(&setup);
        assert!(diagram.to_unicode().ends_with("\n☗持駒：飛　角　金二　歩十八\n"));
        assert!(diagram.to_unicode().starts_with("☖持駒：飛\n"));
        assert!(diagram.to_ascii().ends_with("\nBlack: RB2G18P\n"));
        assert!(diagram.to_ascii().starts_with("White: r\n"));
    }
}
