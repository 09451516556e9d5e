use kifu_core::{Game, Seat};
use kifu_rules::{BoardStyle, BoardText, BoardTextKind, Cursor, Play, Show};

/// A game: the players add numbers to a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row;

impl Game for Row {
    const NAME: &'static str = "row";
    type Terms = ();
    type Setup = ();
    type Action = u8;
    type Mark = u8;
}

impl Play for Row {
    type Position = Vec<u8>;
    type Undo = ();

    fn start((): &()) -> Vec<u8> {
        Vec::new()
    }

    fn play_unchecked(row: &mut Vec<u8>, number: &u8) {
        row.push(*number);
    }

    fn undo(row: &mut Vec<u8>, (): ()) {
        row.pop();
    }

    fn to_move(row: &Vec<u8>) -> Seat {
        if row.len() % 2 == 0 { Seat::First } else { Seat::Second }
    }
}

impl Show for Row {
    fn board(at: &Cursor<'_, Self>, _: BoardStyle) -> Vec<BoardText> {
        let numbers: Vec<_> = at.position().iter().map(ToString::to_string).collect();
        vec![BoardText::new(BoardTextKind::Grid, format!("the row: {}\n", numbers.join(" ")))]
    }
}
