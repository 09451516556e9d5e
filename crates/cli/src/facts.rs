//! Facts of a position, as JSON and as text.

use crate::{
    render::json::{array, string},
    visible,
};
use kifu::{
    model::Seat,
    rules::{BoardText, BoardTextKind, FactValue},
};
use std::fmt::Write;

/// Returns a value as JSON.
pub(crate) fn json(value: &FactValue) -> String {
    match value {
        FactValue::Numbers(numbers) => {
            let members = numbers.iter().map(|(name, number)| format!("{}:{number}", string(name)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        FactValue::Names(names) | FactValue::Rows(names) => array(names.iter().map(|name| string(name))),
        other => string(&other.to_string()),
    }
}

/// Appends a board, with colours. The program removes them where they are not wanted.
pub(crate) fn board(parts: &[BoardText], out: &mut String) {
    for part in parts {
        let style = style(&part.kind);
        for line in part.text.split_inclusive('\n') {
            let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
            let text = visible::line(text);
            let _ = match style {
                Some(style) if !text.is_empty() => write!(out, "\u{1b}[{style}m{text}\u{1b}[0m{end}"),
                _ => write!(out, "{text}{end}"),
            };
        }
    }
}

/// Returns the codes of the colour of a part of a board (ECMA-48, SGR). The colours are readable on light and dark terminals.
fn style(kind: &BoardTextKind) -> Option<&'static str> {
    match kind {
        BoardTextKind::Coordinate | BoardTextKind::Grid => Some("2"),
        BoardTextKind::Piece(Seat::First) | BoardTextKind::Piece(Seat::Second) => Some("1"),
        BoardTextKind::LastMove => Some("1;31"),
        BoardTextKind::Mark => Some("36"),
        BoardTextKind::Label => Some("33"),
        BoardTextKind::Territory(_) => Some("32"),
        _ => None,
    }
}
