//! How pieces move, as tables of squares. A set of squares is a number whose bit `n` is the square of the index `n`.
//!
//! A question is asked at the target: from which squares does a piece of this kind reach it? For a piece that moves one step the answer
//! is one table entry. A lance, bishop or rook is found on the rays from the target: the nearest piece of a ray is the only one that can
//! reach the target along it. Both take constant time. The tables take 21 KiB.

use kifu_shogiban::{Color, Kind, Square};

const COUNT: usize = Square::COUNT;

/// The pieces that move one step, in the order of [`FROM`].
const STEPPERS: [&[(i8, i8)]; 5] = [
    &[(0, -1)],
    &[(-1, -2), (1, -2)],
    &[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
    &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (-1, 1), (1, 1)],
];
const PAWN: usize = 0;
const KNIGHT: usize = 1;
const SILVER: usize = 2;
const GOLD: usize = 3;
const KING: usize = 4;

/// The directions of the rays: files and ranks of one step. The index of a square falls along the first four.
const DIRECTIONS: [(i8, i8); 8] = [(0, -1), (-1, 0), (-1, -1), (-1, 1), (0, 1), (1, 0), (1, 1), (1, -1)];
const UP: usize = 0;
const DOWN: usize = 4;
const STRAIGHT: [usize; 4] = [0, 1, 4, 5];
const DIAGONAL: [usize; 4] = [2, 3, 6, 7];

/// The squares from which one step of a piece reaches a square, by colour, piece and square.
static FROM: [[[u128; COUNT]; 5]; 2] = [from(1), from(-1)];

/// The squares of the ray that starts beside a square, by direction and square.
static RAYS: [[u128; COUNT]; 8] = rays();

const fn bit(square: Option<Square>) -> u128 {
    match square {
        Some(square) => 1 << square.index(),
        None => 0,
    }
}

const fn at(index: usize) -> Square {
    match Square::from_index(index) {
        Some(square) => square,
        None => panic!("an index of a square"),
    }
}

/// Returns the table of a player. `forward` is 1 for Black and -1 for White.
const fn from(forward: i8) -> [[u128; COUNT]; 5] {
    let mut table = [[0; COUNT]; 5];
    let mut piece = 0;
    while piece < 5 {
        let mut index = 0;
        while index < COUNT {
            let mut n = 0;
            while n < STEPPERS[piece].len() {
                let (files, ranks) = STEPPERS[piece][n];
                table[piece][index] |= bit(at(index).offset(-files * forward, -ranks * forward));
                n += 1;
            }
            index += 1;
        }
        piece += 1;
    }
    table
}

const fn rays() -> [[u128; COUNT]; 8] {
    let mut table = [[0; COUNT]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut index = 0;
        while index < COUNT {
            let mut square = at(index).offset(files, ranks);
            while let Some(next) = square {
                table[direction][index] |= bit(square);
                square = next.offset(files, ranks);
            }
            index += 1;
        }
        direction += 1;
    }
    table
}

/// Returns the nearest occupied square of a ray.
#[inline]
fn nearest(direction: usize, index: usize, occupied: u128) -> u128 {
    let met = RAYS[direction][index] & occupied;
    match met {
        0 => 0,
        _ if direction < 4 => 1 << (127 - met.leading_zeros()),
        _ => met & met.wrapping_neg(),
    }
}

#[inline]
fn nearest_of(directions: [usize; 4], index: usize, occupied: u128) -> u128 {
    directions.into_iter().fold(0, |all, direction| all | nearest(direction, index, occupied))
}

/// Returns those of `pieces`, all of one colour and kind, that reach a square. `occupied` has all pieces on the board.
#[inline]
pub(super) fn origins(pieces: u128, occupied: u128, color: Color, kind: Kind, to: Square) -> u128 {
    let to = to.index();
    let steps = &FROM[color as usize];
    pieces
        & match kind {
            _ if pieces == 0 => 0,
            Kind::Pawn => steps[PAWN][to],
            Kind::Knight => steps[KNIGHT][to],
            Kind::Silver => steps[SILVER][to],
            Kind::Gold | Kind::Tokin | Kind::PromotedLance | Kind::PromotedKnight | Kind::PromotedSilver => {
                steps[GOLD][to]
            }
            Kind::King => steps[KING][to],
            // The lance comes from behind.
            Kind::Lance => nearest(if matches!(color, Color::Black) { DOWN } else { UP }, to, occupied),
            Kind::Bishop => nearest_of(DIAGONAL, to, occupied),
            Kind::Rook => nearest_of(STRAIGHT, to, occupied),
            Kind::Horse => nearest_of(DIAGONAL, to, occupied) | steps[KING][to],
            Kind::Dragon => nearest_of(STRAIGHT, to, occupied) | steps[KING][to],
        }
}
