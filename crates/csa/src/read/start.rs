//! The position at the start: the even game without some pieces, or nine ranks, and then further pieces.

use crate::{
    codes,
    document::{Statement, is_gap, trim},
};
use alloc::{format, vec::Vec};
use kifu_core::{Edits, GameBuilder, Safety, Span};
use kifu_shogiban::{Board, Color, Handicap, Kind, Piece, Setup, Shogi, Square};

/// What the lines before the moves say about the position.
#[derive(Debug, Default)]
pub(crate) struct Start<'a> {
    /// `PI`, with the pieces that the even game lacks.
    even: Option<(Span, &'a str)>,
    ranks: Vec<(Span, &'a str)>,
    /// `P+` and `P-`.
    pieces: Vec<(Span, Color, &'a str)>,
    /// The player to move first, as a line states.
    pub(crate) to_move: Option<Color>,
}

/// Returns the colour of a sign.
pub(crate) const fn color(sign: u8) -> Option<Color> {
    match sign {
        b'+' => Some(Color::Black),
        b'-' => Some(Color::White),
        _ => None,
    }
}

/// Returns the square of two digits.
pub(crate) fn square(digits: &[u8]) -> Option<Square> {
    match digits {
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => Square::new(file - b'0', rank - b'0'),
        _ => None,
    }
}

impl<'a> Start<'a> {
    pub(crate) fn even(&mut self, statement: &Statement<'a>) -> bool {
        let is_first = self.even.is_none();
        if is_first {
            self.even = Some((statement.shown(), &statement.text[2..]));
        }
        is_first
    }

    pub(crate) fn rank(&mut self, statement: &Statement<'a>) {
        self.ranks.push((statement.shown(), statement.text));
    }

    pub(crate) fn pieces(&mut self, statement: &Statement<'a>) {
        if let Some(color) = color(statement.text.as_bytes()[1]) {
            self.pieces.push((statement.shown(), color, &statement.text[2..]));
        }
    }

    /// Returns true if no line says anything about the pieces.
    pub(crate) fn is_empty(&self) -> bool {
        self.even.is_none() && self.ranks.is_empty() && self.pieces.is_empty()
    }

    /// Sets the position of the record. `first` is the player of the first move, if a move follows. `at` is what ends the headers, and
    /// empty at the end of the game.
    pub(crate) fn finish(&self, first: Option<Color>, at: Span, line_end: &str, game: &mut GameBuilder<Shogi>) {
        let mut setup = Setup::new(Board::EMPTY);
        let insert = |text: &str| Edits::one(Span::at(at.start as usize), format!("{text}{line_end}"));
        if let Some((span, text)) = self.even {
            if self.ranks.is_empty() {
                setup.board = *Handicap::Even.board();
                self.remove(span, text, &mut setup.board, game);
            } else {
                let message = || "the position starts from PI and from ranks; the ranks were read";
                game.report(&codes::TWO_POSITIONS, span, message);
            }
        }
        if !self.ranks.is_empty() {
            self.read_ranks(&mut setup.board, game);
        }
        if self.is_empty() {
            setup.board = *Handicap::Even.board();
            let message = || "the game has no position; read as an even game";
            let report = game.report(&codes::NO_POSITION, at, message);
            match at.is_empty() {
                true => report.help("write `PI` before the side to move"),
                false => report.fix(Safety::Guess, || "insert `PI`", || insert("PI")),
            };
        }
        self.place(&mut setup, game);
        let usual = Handicap::ALL.into_iter().find(|handicap| setup.board == *handicap.board());
        for surplus in setup.surplus() {
            game.report(&codes::PIECE_COUNT, self.place_of_position().unwrap_or(at), || format!("{surplus}; kept"));
        }
        setup.to_move = self.to_move.unwrap_or_else(|| {
            let color = first.or(usual.map(Handicap::first_to_move)).unwrap_or(Color::Black);
            let message = || format!("no line states who moves first; read as {color} to move");
            let report = game.report(&codes::NO_SIDE, at, message);
            // Without a position, `PI` comes first.
            match first.filter(|_| !self.is_empty()) {
                None => report.help("write `+` or `-` after the position"),
                Some(color) => {
                    let sign = if color == Color::Black { "+" } else { "-" };
                    report.fix(Safety::Safe, || format!("insert `{sign}`"), || insert(sign))
                }
            };
            color
        });
        let is_handicap = usual.is_some_and(|usual| usual != Handicap::Even && setup.handicap() == Some(usual));
        game.record_mut().terms.is_handicap = is_handicap;
        game.record_mut().setup = setup;
    }

    /// Returns the lines with the position.
    fn place_of_position(&self) -> Option<Span> {
        let even = self.even.iter().map(|(span, _)| *span);
        let ranks = self.ranks.iter().map(|(span, _)| *span);
        let pieces = self.pieces.iter().map(|(span, ..)| *span);
        even.chain(ranks).chain(pieces).reduce(|a, b| Span { start: a.start.min(b.start), end: a.end.max(b.end) })
    }

    fn remove(&self, span: Span, text: &str, board: &mut Board, game: &mut GameBuilder<Shogi>) {
        for (at, part) in parts(text) {
            let piece =
                square(part.as_bytes().get(..2).unwrap_or_default()).zip(part.get(2..).and_then(Kind::from_csa));
            let has_piece = piece.filter(|(square, kind)| board.get(*square).is_some_and(|piece| piece.kind == *kind));
            match has_piece {
                Some((square, _)) => _ = board.set(square, None),
                None => bad_piece(part, at + 2, span, game),
            }
        }
    }

    fn read_ranks(&self, board: &mut Board, game: &mut GameBuilder<Shogi>) {
        let mut seen = [false; 9];
        let mut is_complete = self.ranks.len() == 9;
        for (span, text) in &self.ranks {
            let rank = text.as_bytes()[1] - b'0';
            is_complete &= !core::mem::replace(&mut seen[usize::from(rank) - 1], true);
            let Cells { cells, given, behind } = cells(&text[2..]);
            // A rank whose empty squares are spaces may have lost those at its end.
            if given < 9 && (text.contains('*') || given == 0) {
                let message = || format!("this rank has {given} squares, not 9; those at the end were read as empty");
                game.report(&codes::BAD_RANK, *span, message)
                    .help("a rank has nine squares, from file 9 on, each of three characters");
            }
            if !behind.is_empty() {
                let message = || format!("`{behind}` follows the nine squares of this rank; left out");
                game.report(&codes::BAD_RANK, *span, message)
                    .help("a rank has nine squares, from file 9 on, each of three characters");
            }
            for (file, cell) in (1..=9).rev().zip(cells) {
                let Some(square) = Square::new(file, rank) else { continue };
                let piece = match cell {
                    Ok(piece) => piece,
                    Err(cell) => {
                        let message = || format!("`{cell}` on {square} is not a piece; read as empty");
                        game.report(&codes::BAD_RANK, *span, message)
                            .help("a square has three characters: `+FU`, `-FU` or ` * `");
                        None
                    }
                };
                board.set(square, piece);
            }
        }
        if let (false, [(first, _), ..], [.., (last, _)]) = (is_complete, &self.ranks[..], &self.ranks[..]) {
            let span = Span { end: last.end, ..*first };
            let message = || "the diagram does not have each of the nine ranks once; a missing one was read as empty";
            game.report(&codes::RANK_COUNT, span, message);
        }
    }

    /// Puts the pieces of `P+` and `P-` on the board and into the hands. `00AL` is last, whatever follows it.
    fn place(&self, setup: &mut Setup, game: &mut GameBuilder<Shogi>) {
        let mut rest = None;
        for &(span, color, text) in &self.pieces {
            for (at, part) in parts(text) {
                let kind = part.get(2..).and_then(Kind::from_csa);
                match (part.as_bytes().get(..2).unwrap_or_default(), kind) {
                    (b"00", None) if part == "00AL" => rest = rest.or(Some(color)),
                    (b"00", Some(kind)) if kind.is_droppable() => _ = setup.hand_mut(color).add(kind, 1),
                    (digits, Some(kind)) if square(digits).is_some() => {
                        if let Some(square) = square(digits)
                            && setup.board.set(square, Some(Piece::new(color, kind))).is_some()
                        {
                            let start = span.start as usize + at + 2;
                            let message = || format!("{square} has a piece already; `{part}` replaces it");
                            game.report(&codes::BAD_PIECES, Span::new(start, start + part.len()), message);
                        }
                    }
                    _ => bad_piece(part, at + 2, span, game),
                }
            }
        }
        if let Some(color) = rest {
            let missing = setup.missing();
            for (kind, count) in missing.iter() {
                setup.hand_mut(color).add(kind, count);
            }
        }
    }
}

fn bad_piece(part: &str, at: usize, span: Span, game: &mut GameBuilder<Shogi>) {
    let start = span.start as usize + at;
    let message = || format!("`{part}` is not a piece of this position; left out");
    game.report(&codes::BAD_PIECES, Span::new(start, start + part.len()), message);
}

/// Returns the parts of four characters of a list of pieces, each with its offset. White space between them has no meaning.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start_matches(is_gap).len();
        let rest = &text[at..];
        let len = rest.char_indices().nth(4).map_or(rest.len(), |(len, _)| len);
        let start = at;
        at += len;
        (len > 0).then_some((start, &rest[..len]))
    })
}

/// A square of a rank: the piece on it, if any. What is not a piece is an error.
type Cell<'a> = Result<Option<Piece>, &'a str>;

/// The squares of a rank.
struct Cells<'a> {
    /// The nine squares, from file 9 on.
    cells: [Cell<'a>; 9],
    /// The number of squares that the text has, at most 9.
    given: usize,
    /// The text after the squares.
    behind: &'a str,
}

/// Reads the squares of a rank: by words if there are nine, because spaces may be merged or lost, otherwise by columns, because an empty
/// square may be three spaces.
fn cells(text: &str) -> Cells<'_> {
    let words = words(text);
    let is_complete = words.given == 9 && words.behind.is_empty() && words.cells.iter().all(Result::is_ok);
    if is_complete { words } else { columns(text).unwrap_or(words) }
}

/// Reads a rank by its columns: three characters for each square, which is empty if the first one is not a sign. Spaces at the end may be
/// missing. `None` if the columns cannot be meant: if a sign is not the first character of a square, or if a square has two stars.
fn columns(text: &str) -> Option<Cells<'_>> {
    let mut cells = [const { Ok(None) }; 9];
    if !text.is_ascii() || text.len() > 27 {
        return None;
    }
    for (cell, column) in cells.iter_mut().zip(text.as_bytes().chunks(3)) {
        let stars = column.iter().filter(|byte| **byte == b'*').count();
        *cell = match color(column[0]) {
            Some(color) => {
                let cell = str::from_utf8(column).ok().filter(|cell| cell.len() == 3)?;
                let is_name = cell[1..].bytes().all(|byte| byte.is_ascii_uppercase());
                match Kind::from_csa(&cell[1..]) {
                    Some(kind) => Ok(Some(Piece::new(color, kind))),
                    None if is_name => Err(cell),
                    None => return None,
                }
            }
            None if stars > 1 || column.iter().any(|byte| color(*byte).is_some() || byte.is_ascii_alphanumeric()) => {
                return None;
            }
            None => Ok(None),
        };
    }
    Some(Cells { cells, given: text.len().div_ceil(3), behind: "" })
}

/// Reads a rank whose spaces were merged, as in mail: a star is an empty square, and other words are pieces.
fn words(text: &str) -> Cells<'_> {
    let (mut rest, mut given) = (text, 0);
    let cells = core::array::from_fn(|_| {
        let inner = rest.trim_start_matches(is_gap);
        if let Some(behind) = inner.strip_prefix('*') {
            // The space after the star belongs to this square or to the next one.
            (rest, given) = (behind, given + 1);
            return Ok(None);
        }
        let len = inner.char_indices().nth(3).map_or(inner.len(), |(len, _)| len);
        let (cell, behind) = inner.split_at(len);
        rest = behind;
        if cell.is_empty() {
            return Ok(None);
        }
        given += 1;
        let piece = color(cell.as_bytes()[0]).zip(cell.get(1..).and_then(Kind::from_csa));
        piece.map(|(color, kind)| Some(Piece::new(color, kind))).ok_or(cell)
    });
    Cells { cells, given, behind: trim(rest) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn sfen(text: &str) -> String {
        let Cells { cells, given, behind } = cells(text);
        let squares = cells
            .into_iter()
            .map(|cell| match cell {
                Ok(Some(Piece { color: Color::Black, kind })) => kind.sfen().into(),
                Ok(Some(Piece { kind, .. })) => kind.sfen().to_lowercase(),
                Ok(None) => ".".into(),
                Err(_) => "?".into(),
            })
            .collect::<String>();
        let lost = if given < 9 { format!(" -{}", 9 - given) } else { String::new() };
        if behind.is_empty() { squares + &lost } else { squares + "/" + behind }
    }

    #[test]
    fn squares_of_a_rank() {
        for (text, expected) in [
            (" * -HI *  *  *  *  * -KA *", ".r.....b."),
            (" * -HI *  *  *  *  * -KA *", ".r.....b."),
            (" * -HI * * * * * -KA *", ".r.....b."),
            ("*-HI*****-KA*", ".r.....b."),
            ("-KY-KE-GI-KI-OU-KI-GI-KE-KY", "lnsgkgsnl"),
            ("+TO+NY+NK+NG+UM+RY", "+P+L+N+S+B+R... -3"),
            (" *  *  *  * +XX *  *  *  * ", "....?...."),
            ("", "......... -9"),
            (" * -HI *  *  *  *  * -KA *.", ".r.....b."),
            // Spaces that were lost.
            (" * -HI *  *  *  * * -KA *", ".r.....b."),
            ("* -HI *  *  *  *  * -KA *", ".r.....b."),
            (" * -HI *  *  *  *  *-KA * ", ".r.....b."),
            (" * -HI *  *  *  * -KA *", ".r....b.. -1"),
            (" * -HI", ".r....... -7"),
            // Any square without a sign is empty.
            ("         -OU               ", "...k....."),
            ("         -OU", "...k..... -5"),
            ("-KY      -OU *  *  *  *  * ", "l..k....."),
            (" .  .  . -OU .  .  .  .  . ", "...k....."),
            ("         +XX         -OU   ", "...?...k."),
            ("* * * -OU", "...k..... -5"),
            // A tenth square.
            (" *  *  *  *  *  *  *  *  * +FU", "........./+FU"),
            (" * * * * * * * * * -OU", "........./-OU"),
            ("-KY-KE-GI-KI-OU-KI-GI-KE-KY-FU", "lnsgkgsnl/-FU"),
        ] {
            assert_eq!(sfen(text), expected, "{text}");
        }
    }

    #[test]
    fn parts_have_four_characters() {
        let found: Vec<_> = parts("00FU 82HI22K").collect();
        assert_eq!(found, [(0, "00FU"), (5, "82HI"), (9, "22K")]);
    }
}
