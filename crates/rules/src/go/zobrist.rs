//! The numbers of Zobrist hashing: one for each stone on each point.

use super::grid::Index;
use kifu_goban::Color;

/// Returns the number of a stone. The hash of a position is the exclusive or of the numbers of its stones.
pub(super) fn of_stone(at: Index, color: Color) -> u64 {
    NUMBERS[color as usize][usize::from(at) & (POINTS - 1)]
}

/// The number of cells of the largest grid.
const POINTS: usize = 4096;

static NUMBERS: [[u64; POINTS]; 2] = numbers();

/// Returns pseudo-random numbers, from the generator SplitMix64.
const fn numbers() -> [[u64; POINTS]; 2] {
    let (mut numbers, mut state, mut n) = ([[0; POINTS]; 2], 0_u64, 0);
    while n < 2 * POINTS {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        numbers[n / POINTS][n % POINTS] = mixed ^ (mixed >> 31);
        n += 1;
    }
    numbers
}
