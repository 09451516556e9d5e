//! Moves of CSA that follow each other on a board, as lines of engines have them.
//!
//! A file of engines has a dozen of them for each move of the game. So a move is read as one number, from its eight bytes with the space.
//! Its two digits give the place of a square on the board, and a table says what the move does to a piece. No code branches on what differs
//! from move to move.

use crate::{Action, Board, Color, Kind, Move, Square, cell::Cell};
use alloc::vec::Vec;

/// Reads moves with one space between two of them, as [`CsaMove::with_piece`](crate::csa::CsaMove::with_piece) understands them. `None` if
/// anything else is in the text, or if a move is impossible for the piece on its square.
#[inline(never)]
pub(super) fn read(text: &[u8], board: &Board) -> Option<Vec<Action>> {
    let words = text.chunks_exact(8);
    // No space follows the last move.
    let &[a, b, c, d, e, f, g] = words.remainder() else { return None };
    let last = u64::from_le_bytes([a, b, c, d, e, f, g, b' ']);
    let mut line = Line::new(board);
    let mut actions = Vec::with_capacity(words.len() + 1);
    let words = words.map(|word| u64::from_le_bytes(word.first_chunk().copied().unwrap_or_default()));
    actions.extend(words.map(|word| line.play(word)));
    actions.push(line.play(last));
    (line.faults == 0).then_some(actions)
}

/// A line while it is played.
struct Line {
    /// The board. The place of a square is the byte of its two digits: `0x76` is ７六. A piece that is dropped comes from the place of `00`.
    places: [u8; 256],
    /// Not 0 if a word was not a move that is possible on the board. After that, the board and the moves have no meaning.
    faults: u64,
}

/// What the place of `00` has. Squares have the byte of a [`Cell`].
const HAND: u8 = 0x40;

/// What all other places have.
const OUTSIDE: u8 = 0x60;

/// A bit of [`HAND`] and [`OUTSIDE`], which no [`Cell`] has.
const NO_SQUARE: u8 = 0x40;

impl Line {
    fn new(board: &Board) -> Self {
        let mut places = [OUTSIDE; 256];
        places[0] = HAND;
        for (file, cells) in (1..).zip(board.files()) {
            for (rank, cell) in (1..).zip(cells) {
                places[16 * file + rank] = cell.byte();
            }
        }
        Self { places, faults: 0 }
    }

    /// Plays the move of seven characters before a space. The first one is the lowest byte.
    #[inline(always)]
    fn play(&mut self, word: u64) -> Action {
        // The sign, four digits, two letters, and the space. The digits become numbers.
        let word = word ^ 0x2000_0030_3030_3000;
        let (sign, digits, letters) = (word as u8, (word >> 8) as u32, (word >> 40) as u16);
        let (name, kind) = Kind::with_csa_name(letters);
        // The lowest byte has the first two digits, and the third byte has the others.
        let [from, _, to, _] = ((digits << 4) | (digits >> 8)).to_le_bytes();
        // 0 for `+`, 1 for `-`.
        let color = (sign >> 2) & 1;
        let [before, on_target] = [from, to].map(|place| self.places[usize::from(place)]);
        let step = STEPS[((usize::from(before ^ (color << 4)) << 4) | kind as usize) % STEPS.len()];
        self.faults |= (word & 0xFF00_00F0_F0F0_F000)
            | u64::from(name ^ letters)
            | u64::from(sign.wrapping_sub(b'+') & !2 | on_target & NO_SQUARE | step.fault);
        self.places[usize::from(from)] = Cell::EMPTY.byte();
        self.places[0] = HAND;
        self.places[usize::from(to)] = (color << 4) | kind as u8;
        let color = if color == 0 { Color::Black } else { Color::White };
        let from = SQUARES[usize::from(from)];
        let to = TARGETS[usize::from(to)];
        Action::Move(Move { color, kind: step.kind, from, to, promotes: step.promotes })
    }
}

/// The square of each place.
static SQUARES: [Option<Square>; 256] = {
    let (mut squares, mut n) = ([None; 256], 0);
    while n < squares.len() {
        squares[n] = Square::new(n as u8 >> 4, n as u8 & 0xF);
        n += 1;
    }
    squares
};

/// As [`SQUARES`], but with any square for the places that are not squares.
static TARGETS: [Square; 256] = {
    let Some(any) = Square::from_index(0) else { unreachable!() };
    let (mut squares, mut n) = ([any; 256], 0);
    while n < squares.len() {
        if let Some(square) = Square::new(n as u8 >> 4, n as u8 & 0xF) {
            squares[n] = square;
        }
        n += 1;
    }
    squares
};

/// What a move does to a piece.
#[derive(Clone, Copy)]
#[repr(align(4))]
struct Step {
    /// The kind before the move.
    kind: Kind,
    promotes: bool,
    /// Not 0 if the move is impossible.
    fault: u8,
}

/// The steps. The lowest four bits of an index are the kind after the move, and the others the byte of the place that the move leaves. The
/// player to move counts as Black.
static STEPS: [Step; 0x800] = {
    const fn step(kind: Kind, promotes: bool) -> Step {
        Step { kind, promotes, fault: 0 }
    }
    let mut steps = [Step { kind: Kind::Pawn, promotes: false, fault: 1 }; 0x800];
    let mut n = 0;
    while n < Kind::ALL.len() {
        let kind = Kind::ALL[n];
        steps[(n << 4) | n] = step(kind, false);
        if let Some(promoted) = kind.promoted() {
            steps[(n << 4) | promoted as usize] = step(kind, true);
        }
        if kind.is_droppable() {
            // From the hand of each player.
            steps[((HAND as usize) << 4) | n] = step(kind, false);
            steps[((HAND as usize | 0x10) << 4) | n] = step(kind, false);
        }
        n += 1;
    }
    steps
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Piece, Setup, csa::CsaMove};
    use alloc::{format, string::String};

    /// Reads a line move by move.
    fn slowly(text: &str, board: &Board) -> Option<Vec<Action>> {
        let mut board = *board;
        let moves = text.split(' ').map(|word| {
            let written: CsaMove = word.parse().ok()?;
            let played = written.with_piece(written.from.and_then(|from| board.get(from)))?;
            board.play_unchecked(played);
            Some(played.into())
        });
        moves.collect()
    }

    /// Any two kinds, before and after a move, from each square that a line can name.
    #[test]
    fn every_step() {
        for (before, after, owner, color) in all_steps() {
            let mut board = Board::EMPTY;
            board.set("５五".parse().unwrap(), Some(Piece::new(owner, before)));
            board.set("５四".parse().unwrap(), Some(Piece::new(Color::White, Kind::King)));
            let sign = if color == Color::Black { '+' } else { '-' };
            for from in ["55", "54", "53", "00", "50", "05"] {
                let text = format!("{sign}{from}54{} {sign}5444{}", after.csa(), after.csa());
                assert_eq!(read(text.as_bytes(), &board), slowly(&text, &board), "{text} {owner:?} {before:?}");
                assert_eq!(
                    read(&text.as_bytes()[..7], &board),
                    slowly(&text[..7], &board),
                    "{text} {owner:?} {before:?}"
                );
            }
        }
    }

    /// Two kinds and two colours, in all ways.
    fn all_steps() -> impl Iterator<Item = (Kind, Kind, Color, Color)> {
        let kinds = Kind::ALL.into_iter().flat_map(|before| Kind::ALL.map(|after| (before, after)));
        let colors = Color::ALL.into_iter().flat_map(|owner| Color::ALL.map(|color| (owner, color)));
        kinds.flat_map(move |(before, after)| colors.clone().map(move |(owner, color)| (before, after, owner, color)))
    }

    /// Lines with any character in any place.
    #[test]
    fn every_character() {
        const LINES: [&str; 9] = [
            "+7776FU",
            "-3334FU",
            "+0055KA",
            "-0055OU",
            "+0055UM",
            "+8822UM",
            "+2828HI",
            "+0044KA +0055KA",
            "+7776FU -3334FU +8822UM",
        ];
        let board = Setup::default().board;
        let mut read_lines = 0;
        for line in LINES {
            for (at, replaced) in line.char_indices() {
                for character in (0..128).map(char::from) {
                    let text: String = format!("{}{character}{}", &line[..at], &line[at + replaced.len_utf8()..]);
                    let found = read(text.as_bytes(), &board);
                    assert_eq!(found, slowly(&text, &board), "{text:?}");
                    read_lines += usize::from(found.is_some());
                }
            }
        }
        assert!(read_lines > 200, "{read_lines}");
    }
}
