//! How positions of shogi are shown.

use super::Position;
use crate::{BoardStyle, BoardText, BoardTextKind, Cursor, Fact, FactValue, Show};
use alloc::{string::ToString, vec, vec::Vec};
use kifu_core::Decimal;
use kifu_shogiban::{
    Action, Color, Diagram, Shogi,
    diagram::{SpanKind, TextStyle},
};

impl Show for Shogi {
    /// Returns the board with the hands above and below it. The last move of the line is marked.
    fn board(at: &Cursor<'_, Self>, style: BoardStyle) -> Vec<BoardText> {
        let tree = &at.record().tree;
        let mut diagram = Diagram::new(&at.position().setup());
        let last = at.path().iter().rev().find_map(|node| tree[*node].action.as_ref().and_then(Action::as_move));
        diagram.set_last_move(last.map(|played| played.to));
        parts(&diagram, style)
    }

    /// Returns the position in SFEN, and the pieces that each player has in hand.
    fn position_facts(position: &Position) -> Vec<Fact> {
        let hand = |color| {
            let pieces = position.hand(color).iter();
            FactValue::Numbers(
                pieces.map(|(kind, count)| (kind.kanji().into(), Decimal::from(i64::from(count)))).collect(),
            )
        };
        vec![
            Fact::new("sfen", FactValue::Text(position.setup().to_string())),
            Fact::new("black_hand", hand(Color::Black)),
            Fact::new("white_hand", hand(Color::White)),
        ]
    }
}

/// Returns the text of a diagram in parts.
fn parts(diagram: &Diagram, style: BoardStyle) -> Vec<BoardText> {
    let mut parts: Vec<BoardText> = Vec::new();
    let style = if style.ascii { TextStyle::Ascii } else { TextStyle::Unicode };
    diagram.write_with(style, |span| {
        let kind = match span.kind {
            SpanKind::Coordinate => BoardTextKind::Coordinate,
            SpanKind::Grid => BoardTextKind::Grid,
            SpanKind::Piece(color) => BoardTextKind::Piece(color.seat()),
            SpanKind::LastMove => BoardTextKind::LastMove,
            SpanKind::Hand(_) => BoardTextKind::Note,
            _ => BoardTextKind::Space,
        };
        match parts.last_mut().filter(|last| last.kind == kind) {
            Some(last) => last.text.push_str(span.text),
            None => parts.push(BoardText::new(kind, span.text)),
        }
    });
    parts
}
