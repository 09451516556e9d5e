//! SFEN, the notation of a position in one line: `lnsgkgsnl/… b - 1`.

use crate::{Board, Color, Hand, Kind, Piece, Setup, Square};
use core::{fmt, str::FromStr};

pub(crate) fn write_board(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    for rank in 1..=9 {
        if rank > 1 {
            f.write_str("/")?;
        }
        let mut empty = 0;
        for piece in board.rank(rank) {
            let Some(piece) = piece else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            empty = 0;
            write_piece(f, piece)?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
    }
    Ok(())
}

fn write_piece(f: &mut fmt::Formatter<'_>, piece: Piece) -> fmt::Result {
    let name = piece.kind.sfen();
    match piece.color {
        Color::Black => f.write_str(name),
        Color::White => name.chars().try_for_each(|c| write!(f, "{}", c.to_ascii_lowercase())),
    }
}

/// Writes the position in SFEN: the board, the side to move, the pieces in hand in the order of USI, and the number of the next move.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, &self.board)?;
        let side = match self.to_move {
            Color::Black => "b",
            Color::White => "w",
        };
        write!(f, " {side} ")?;
        if Color::ALL.iter().all(|color| self.hand(*color).is_empty()) {
            f.write_str("-")?;
        }
        for color in Color::ALL {
            for (kind, count) in self.hand(color).iter() {
                if count > 1 {
                    write!(f, "{count}")?;
                }
                write_piece(f, Piece::new(color, kind))?;
            }
        }
        write!(f, " {}", u64::from(self.moves_before) + 1)
    }
}

/// The text is not a position in SFEN.
///
/// ```
/// use kifu_shogiban::{ParseSfenError, Setup};
/// assert_eq!("9/9 b - 1".parse::<Setup>(), Err(ParseSfenError::Ranks(2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseSfenError {
    /// The board does not have nine ranks.
    #[error("the board has {0} ranks, not 9")]
    Ranks(usize),
    /// A rank does not have nine files.
    #[error("rank {rank} has {files} files, not 9")]
    Files {
        /// The rank, from 1 at the top.
        rank: u8,
        /// The number of its files.
        files: u32,
    },
    /// A character is not a piece.
    #[error("`{0}` is not a piece")]
    Piece(char),
    /// The side to move is neither `b` nor `w`.
    #[error("the side to move is not `b` or `w`")]
    Side,
    /// The pieces in hand are missing, or one has no kind or too large a number.
    #[error("the pieces in hand are not such as `2P` or `-`")]
    Hand,
    /// The number of the move is not a number from 1.
    #[error("the move number is not a number from 1")]
    MoveNumber,
    /// There is text after the position.
    #[error("there is text after the position")]
    Rest,
}

/// Parses a position in SFEN. The hands may be in any order, and the number of the move may be missing. Each rank must have nine
/// squares.
impl FromStr for Setup {
    type Err = ParseSfenError;

    fn from_str(text: &str) -> Result<Self, ParseSfenError> {
        let mut words = text.split_ascii_whitespace();
        let mut setup = Self::new(parse_board(words.next().unwrap_or_default())?);
        setup.to_move = match words.next() {
            Some("b") => Color::Black,
            Some("w") => Color::White,
            _ => return Err(ParseSfenError::Side),
        };
        parse_hands(words.next().ok_or(ParseSfenError::Hand)?, &mut setup)?;
        if let Some(number) = words.next() {
            // The number of the next move is larger by one than that of the moves, which may be the largest one.
            let number: u64 = number.parse().map_err(|_| ParseSfenError::MoveNumber)?;
            let before = number.checked_sub(1).and_then(|before| u32::try_from(before).ok());
            setup.moves_before = before.ok_or(ParseSfenError::MoveNumber)?;
        }
        words.next().map_or(Ok(setup), |_| Err(ParseSfenError::Rest))
    }
}

/// Returns the piece of a letter, upper case for Black.
fn piece(letter: char) -> Option<Piece> {
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    Kind::from_sfen_letter(letter.to_ascii_uppercase()).map(|kind| Piece::new(color, kind))
}

fn parse_board(text: &str) -> Result<Board, ParseSfenError> {
    let ranks = text.split('/').count();
    if ranks != 9 {
        return Err(ParseSfenError::Ranks(ranks));
    }
    let mut board = Board::EMPTY;
    for (rank, row) in (1..).zip(text.split('/')) {
        let (mut files, mut is_promoted) = (0_u32, false);
        for c in row.chars() {
            if let Some(empty) = c.to_digit(10).filter(|&digit| digit > 0 && !is_promoted) {
                files += empty;
                continue;
            }
            if c == '+' && !is_promoted {
                is_promoted = true;
                continue;
            }
            let mut piece = piece(c).ok_or(ParseSfenError::Piece(c))?;
            if is_promoted {
                piece.kind = piece.kind.promoted().ok_or(ParseSfenError::Piece(c))?;
            }
            is_promoted = false;
            files += 1;
            let square = u8::try_from(files).ok().and_then(|files| Square::new(10_u8.saturating_sub(files), rank));
            if let Some(square) = square {
                board.set(square, Some(piece));
            }
        }
        if is_promoted {
            return Err(ParseSfenError::Piece('+'));
        }
        if files != 9 {
            return Err(ParseSfenError::Files { rank, files });
        }
    }
    Ok(board)
}

fn parse_hands(text: &str, setup: &mut Setup) -> Result<(), ParseSfenError> {
    if text == "-" {
        return Ok(());
    }
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, letters) = rest.split_at(digits);
        let count = if number.is_empty() { Ok(1) } else { number.parse::<u8>() };
        let mut letters = letters.chars();
        let held = letters.next().and_then(piece).ok_or(ParseSfenError::Hand)?;
        rest = letters.as_str();
        let count = count.ok().filter(|&count| count > 0).ok_or(ParseSfenError::Hand)?;
        let hand = setup.hand_mut(held.color);
        if u32::from(hand.count(held.kind)) + u32::from(count) > Hand::MOST || !hand.add(held.kind, count) {
            return Err(ParseSfenError::Hand);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn positions_come_back() {
        let positions = [
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "9/9/9/9/9/9/9/9/9 b - 1",
            "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 33",
        ];
        for position in positions {
            assert_eq!(position.parse::<Setup>().unwrap().to_string(), position);
        }
    }

    #[test]
    fn hands_in_any_order_and_without_a_number() {
        let setup: Setup = "4k4/9/9/9/9/9/9/9/4K4 w 17p4l2b3gP".parse().unwrap();
        assert_eq!(setup.to_string(), "4k4/9/9/9/9/9/9/9/4K4 w P2b3g4l17p 1");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| text.parse::<Setup>().unwrap_err().to_string();
        assert_eq!(error("9/9 b - 1"), "the board has 2 ranks, not 9");
        assert_eq!(error("9/8/9/9/9/9/9/9/9 b - 1"), "rank 2 has 8 files, not 9");
        assert_eq!(error("9/99/9/9/9/9/9/9/9 b - 1"), "rank 2 has 18 files, not 9");
        assert_eq!(error("9/8+/9/9/9/9/9/9/9 b - 1"), "`+` is not a piece");
        assert_eq!(error("9/8+g/9/9/9/9/9/9/9 b - 1"), "`g` is not a piece");
        assert_eq!(error("9/8x/9/9/9/9/9/9/9 b - 1"), "`x` is not a piece");
        assert_eq!(error("9/9/9/9/9/9/9/9/9 x - 1"), "the side to move is not `b` or `w`");
        assert_eq!(error("9/9/9/9/9/9/9/9/9 b 2K 1"), "the pieces in hand are not such as `2P` or `-`");
        assert_eq!(error("9/9/9/9/9/9/9/9/9 b 0P 1"), "the pieces in hand are not such as `2P` or `-`");
        assert_eq!(error("9/9/9/9/9/9/9/9/9 b - 0"), "the move number is not a number from 1");
        assert_eq!(error("9/9/9/9/9/9/9/9/9 b - 1 x"), "there is text after the position");
    }
}
