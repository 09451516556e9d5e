//! USEN, the notation of a game that can stand in an address: `~0.7ku2jm.r`.
//!
//! Before the first `~` is the position, empty for the even game. Each section after it has the number of the move after which it starts,
//! the moves, and a letter for the end. A move has three digits of base 36. A section after the first one is a variation.

use crate::moves::Origin;
use alloc::{format, string::String};
use kifu_shogiban::{Ending, Kind, Setup, Square};

/// The number of digits of a move.
pub(crate) const DIGITS: usize = 3;

/// The kinds that can be dropped, with the number that stands for them.
const DROPS: [(Kind, u32); 7] = [
    (Kind::Knight, 12),
    (Kind::Pawn, 10),
    (Kind::Lance, 11),
    (Kind::Silver, 13),
    (Kind::Gold, 9),
    (Kind::Bishop, 14),
    (Kind::Rook, 15),
];

/// The number that stands for the first square, minus one, in the place of the origin of a drop.
const SQUARES: u32 = Square::COUNT as u32;

/// Reads a position. Its characters do not need an escape in an address.
pub(crate) fn read_setup(text: &str) -> Result<Setup, kifu_shogiban::ParseSfenError> {
    if text.is_empty() {
        return Ok(Setup::default());
    }
    text.replace('_', "/").replace('.', " ").replace('z', "+").parse()
}

/// Returns the text of a position, without the number of the move.
pub(crate) fn write_setup(setup: &Setup) -> String {
    let mut start = setup.clone();
    start.moves_before = 0;
    if start == Setup::default() {
        return String::new();
    }
    let text = format!("{start}");
    text.rsplit_once(' ').map_or("", |(text, _)| text).replace('/', "_").replace(' ', ".").replace('+', "z")
}

/// Reads the three digits of a move: where it starts, where it goes, and whether the piece promotes.
pub(crate) fn read_move(digits: &str) -> Option<(Origin, Square, bool)> {
    let number = u32::from_str_radix(digits, 36).ok().filter(|_| digits.len() == DIGITS && !digits.starts_with('+'))?;
    let (squares, promotes) = (number / 2, number % 2 == 1);
    let (from, to) = (squares / SQUARES, square(squares % SQUARES)?);
    let origin = match from.checked_sub(SQUARES) {
        None => Origin::Board(square(from)?),
        Some(code) => Origin::Hand(DROPS.iter().find(|row| row.1 == code)?.0),
    };
    (!promotes || matches!(origin, Origin::Board(_))).then_some((origin, to, promotes))
}

/// Returns the three digits of a move. `None` for a drop of a piece that cannot be in hand.
pub(crate) fn write_move(origin: Origin, to: Square, promotes: bool) -> Option<String> {
    let from = match origin {
        Origin::Board(from) => index(from),
        Origin::Hand(kind) => SQUARES + DROPS.iter().find(|row| row.0 == kind)?.1,
    };
    let number = (from * SQUARES + index(to)) * 2 + u32::from(promotes);
    let digit = |place: u32| char::from_digit(number / place % 36, 36);
    [36 * 36, 36, 1].into_iter().map(digit).collect()
}

/// Squares are numbered from the right, rank by rank.
fn square(index: u32) -> Option<Square> {
    Square::new((index % 9 + 1) as u8, (index / 9 + 1) as u8)
}

fn index(square: Square) -> u32 {
    (u32::from(square.rank()) - 1) * 9 + u32::from(square.file()) - 1
}

/// Returns the ending of a letter.
pub(crate) fn read_ending(letter: &str) -> Option<Ending> {
    Some(match letter {
        "r" => Ending::Resignation,
        "t" => Ending::TimeUp,
        "j" => Ending::Impasse,
        "p" => Ending::Interruption,
        _ => return None,
    })
}

/// Returns the letter of an ending: `j` for every draw, and `p` for all others.
pub(crate) fn write_ending(ending: Ending) -> char {
    match ending {
        Ending::Resignation => 'r',
        Ending::TimeUp => 't',
        Ending::Impasse | Ending::Repetition | Ending::DeclarationDraw | Ending::MaxMoves => 'j',
        _ => 'p',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_three_digits() {
        // The number of 7g7f is ((6 * 9 + 6) * 81 + 5 * 9 + 6) * 2 = 9822, which is 7ku in base 36.
        let written = |text: &str| {
            let (origin, to, promotes) = crate::moves::parse(text).unwrap();
            write_move(origin, to, promotes).unwrap()
        };
        assert_eq!(written("7g7f"), "7ku");
        let squares = |digits| {
            read_move(digits).map(|(origin, to, promotes)| match origin {
                Origin::Board(from) => format!("{from}{to}{promotes}"),
                Origin::Hand(kind) => format!("{kind}{to}"),
            })
        };
        assert_eq!(squares("7ku").as_deref(), Some("７七７六false"));
        assert_eq!(squares("2jm").as_deref(), Some("３三３四false"));
        for text in ["8h2b+", "P*5e", "R*1a", "N*9i", "L*8b", "S*3c", "G*2b", "B*1c"] {
            let (origin, to, promotes) = read_move(&written(text)).unwrap();
            assert_eq!(crate::moves::word(origin, to, promotes), text);
        }
        for digits in ["", "7k", "7kuu", "zzz", "+ku", "7k_"] {
            assert_eq!(read_move(digits), None, "{digits}");
        }
    }

    #[test]
    fn positions_need_no_escape() {
        let setup: Setup = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1".parse().unwrap();
        let text = "l6nl_5zP1gk_2np1S3_p1p4Pp_3P2Sp1_1PPb2P1P_P5GS1_R8_LN4bKL.w.RGgsn5p";
        assert_eq!(write_setup(&setup), text);
        assert_eq!(read_setup(text), Ok(setup));
        assert_eq!(write_setup(&Setup::default()), "");
    }
}
