//! The board in the terminal, for `kifu show`.

use crate::{Gomoku, Point};
use kifu_core::Seat;
use kifu_rules::{BoardStyle, BoardText, BoardTextKind, Cursor, Show};

impl Show for Gomoku {
    /// Draws Black's stones as `X` and White's as `O`. The parts have kinds, for which the program chooses colours.
    fn board(at: &Cursor<'_, Self>, _: BoardStyle) -> Vec<BoardText> {
        let mut parts = Vec::new();
        let mut add = |kind, text: String| parts.push(BoardText::new(kind, text));
        for row in (0..15).rev() {
            add(BoardTextKind::Coordinate, format!("{:2}", row + 1));
            for column in 0..15 {
                let number = at.position().iter().position(|stone| Some(*stone) == Point::new(column, row));
                match number {
                    Some(number) if number.is_multiple_of(2) => add(BoardTextKind::Piece(Seat::First), " X".into()),
                    Some(_) => add(BoardTextKind::Piece(Seat::Second), " O".into()),
                    None => add(BoardTextKind::Grid, " .".into()),
                }
            }
            add(BoardTextKind::Space, "\n".into());
        }
        add(BoardTextKind::Coordinate, "   a b c d e f g h i j k l m n o\n".into());
        parts
    }
}
