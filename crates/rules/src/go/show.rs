//! How positions of go are shown.

use super::Board;
use crate::{BoardStyle, BoardText, BoardTextKind, Cursor, Fact, FactValue, Show};
use alloc::{format, string::ToString, vec, vec::Vec};
use kifu_core::Decimal;
use kifu_goban::{
    Color, Diagram, Go,
    diagram::{Options, SpanKind, TextStyle},
};

impl Show for Go {
    fn board(at: &Cursor<'_, Self>, style: BoardStyle) -> Vec<BoardText> {
        let options = Options::new().with_full_board(style.full_board);
        let stone = |point| at.position().stone(point);
        parts(&Diagram::of_record(at.record(), at.path(), stone, &options), style)
    }

    fn position_facts(board: &Board) -> Vec<Fact> {
        let captures = FactValue::Numbers(by_color(|color| Decimal::from(i64::from(board.captured_by(color)))));
        vec![Fact::new("captures", captures), Fact::new("hash", FactValue::Text(format!("{:016x}", board.hash())))]
    }
}

/// Returns a number for each player.
pub(super) fn by_color(number: impl Fn(Color) -> Decimal) -> Vec<(alloc::borrow::Cow<'static, str>, Decimal)> {
    [Color::Black, Color::White].map(|color| (color.to_string().into(), number(color))).into()
}

/// Returns the text of a diagram in parts.
pub(super) fn parts(diagram: &Diagram, style: BoardStyle) -> Vec<BoardText> {
    let mut parts: Vec<BoardText> = Vec::new();
    let style = if style.ascii { TextStyle::Ascii } else { TextStyle::Unicode };
    diagram.write_with(style, |span| {
        let kind = match span.kind {
            SpanKind::Coordinate => BoardTextKind::Coordinate,
            SpanKind::Grid => BoardTextKind::Grid,
            SpanKind::Stone(color) => BoardTextKind::Piece(color.seat()),
            SpanKind::LastMove => BoardTextKind::LastMove,
            SpanKind::Mark => BoardTextKind::Mark,
            SpanKind::Label => BoardTextKind::Label,
            SpanKind::Territory(color) => BoardTextKind::Territory(color.seat()),
            SpanKind::Note => BoardTextKind::Note,
            _ => BoardTextKind::Space,
        };
        match parts.last_mut().filter(|last| last.kind == kind) {
            Some(last) => last.text.push_str(span.text),
            None => parts.push(BoardText::new(kind, span.text)),
        }
    });
    parts
}
