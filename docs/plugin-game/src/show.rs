//! The board in the terminal, for `kifu show`.

use crate::{Gomoku, Point};
use kifu_core::Seat;
use kifu_rules::{BoardStyle, BoardText, BoardTextKind, Cursor, Show};

impl Show for Gomoku {
    /// Draws Black's stones as `X` and White's as `O`. The parts have kinds, for which the program chooses colours.
    fn board(at: &Cursor<'_, Self>, _: BoardStyle) -> Vec<BoardText> {
        let stone = |column, row| at.position().iter().position(|stone| Some(*stone) == Point::new(column, row));
        let mut parts = Vec::new();
        for row in (0..15).rev() {
            parts.push(BoardText::new(BoardTextKind::Coordinate, format!("{:2}", row + 1)));
            parts.extend((0..15).map(|column| match stone(column, row) {
                Some(number) if number.is_multiple_of(2) => BoardText::new(BoardTextKind::Piece(Seat::First), " X"),
                Some(_) => BoardText::new(BoardTextKind::Piece(Seat::Second), " O"),
                None => BoardText::new(BoardTextKind::Grid, " ."),
            }));
            parts.push(BoardText::new(BoardTextKind::Space, "\n"));
        }
        parts.push(BoardText::new(BoardTextKind::Coordinate, "   a b c d e f g h i j k l m n o\n"));
        parts
    }
}
