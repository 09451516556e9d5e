//! How positions of shogi are shown.

use super::Position;
use crate::{BoardStyle, BoardText, BoardTextKind, Cursor, Fact, FactValue, Show};
use alloc::{string::ToString, vec::Vec};
use kifu_shogiban::{
    Action, Diagram, Shogi,
    diagram::{SpanKind, TextStyle},
};

impl Show for Shogi {
    /// Draws the board with the pieces in hand above and below it, and the square of the last move.
    fn board(at: &Cursor<'_, Self>, style: BoardStyle) -> Vec<BoardText> {
        let record = at.record();
        let played =
            at.path().iter().rev().find_map(|node| record.tree[*node].action.as_ref().and_then(Action::as_move));
        let setup = at.position().setup();
        let diagram =
            Diagram::new(&setup).is_handicap(record.terms.is_handicap).last_move(played.map(|played| played.to));
        let mut parts: Vec<BoardText> = Vec::new();
        let style = if style.ascii { TextStyle::Ascii } else { TextStyle::Unicode };
        diagram.write_with(style, |kind, text| {
            let kind = match kind {
                SpanKind::Coordinate => BoardTextKind::Coordinate,
                SpanKind::Grid => BoardTextKind::Grid,
                SpanKind::Piece(color) => BoardTextKind::Piece(color.seat()),
                SpanKind::LastMove => BoardTextKind::LastMove,
                SpanKind::Hand => BoardTextKind::Note,
                SpanKind::Space => BoardTextKind::Space,
            };
            match parts.last_mut().filter(|last| last.kind == kind) {
                Some(last) => last.text.push_str(text),
                None => parts.push(BoardText::new(kind, text)),
            }
        });
        parts
    }

    /// Returns the position in SFEN, which has the pieces in hand too.
    fn position_facts(position: &Position) -> Vec<Fact> {
        [Fact::new("sfen", FactValue::Text(position.setup().to_string()))].into()
    }
}
