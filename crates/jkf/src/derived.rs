//! What JKF states of a move beside the move itself. It follows from the position, so a record does not have it.

use crate::line::Line;
use alloc::string::String;
use kifu_json::Writer;
use kifu_rules::shogi::Position;
use kifu_shogiban::{Color, Kind, Move, Square};

/// The members of a move that follow from the position before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Derived {
    /// True if the move goes to the square of the move before it.
    pub(crate) same: bool,
    /// True for a promotion, false if the piece could promote and does not, `None` if it cannot.
    pub(crate) promote: Option<bool>,
    /// The captured piece as it stood on the board. JKF has none for a king.
    pub(crate) capture: Option<Kind>,
    /// The letters that tell the piece apart from others, or none. `None` if no words can: the move is illegal.
    pub(crate) relative: Option<String>,
}

impl Derived {
    pub(crate) fn of(played: &Move, position: &Position, line: &Line) -> Self {
        let is_drop = played.from.is_none();
        let captured = position.piece(played.to).filter(|piece| !is_drop && piece.color != played.color);
        Self {
            same: line.last_to == Some(played.to),
            promote: match promotes(played) {
                true => Some(true),
                false => played.may_promote().then_some(false),
            },
            capture: captured.map(|piece| piece.kind).filter(|kind| *kind != Kind::King),
            relative: position.relative(played).map(kifu_rules::shogi::Relative::jkf),
        }
    }
}

/// Returns true if a move promotes, also where it may not. A piece without a promoted form and a dropped one do not.
pub(crate) fn promotes(played: &Move) -> bool {
    played.promotes && played.from.is_some() && played.kind.promoted().is_some()
}

/// Writes the members of a place that JKF does not have, by the key of the place.
pub(crate) type Rest<'a> = dyn FnMut(&str, &mut Writer) + 'a;

/// Writes the members of a complete move.
pub(crate) fn write_full(played: &Move, derived: &Derived, rest: &mut Rest<'_>, out: &mut Writer) {
    out.key("color");
    out.integer(played.color as i64);
    if let Some(from) = played.from {
        write_place("from", from, rest, out);
    }
    write_place("to", played.to, rest, out);
    write_piece(played, derived, out);
    if let Some(capture) = derived.capture {
        out.key("capture");
        out.string(capture.csa());
    }
    write_relative(derived, out);
}

/// Writes the piece before the move, 同 and the promotion.
fn write_piece(played: &Move, derived: &Derived, out: &mut Writer) {
    out.key("piece");
    out.string(played.kind.csa());
    if derived.same {
        out.key("same");
        out.boolean(true);
    }
    if let Some(promote) = derived.promote {
        out.key("promote");
        out.boolean(promote);
    }
}

/// Writes the words that tell the piece apart, if any.
fn write_relative(derived: &Derived, out: &mut Writer) {
    if let Some(relative) = derived.relative.as_ref().filter(|relative| !relative.is_empty()) {
        out.key("relative");
        out.string(relative);
    }
}

/// Writes what a parser of KIF gives of a move.
pub(crate) fn write_minimal(played: &Move, line: &Line, names_drops: bool, rest: &mut Rest<'_>, out: &mut Writer) {
    if let Some(from) = played.from {
        write_place("from", from, rest, out);
    }
    let is_same = line.last_to == Some(played.to);
    if !is_same {
        write_place("to", played.to, rest, out);
    }
    out.key("piece");
    out.string(played.kind.csa());
    for (key, is_true) in [("same", is_same), ("promote", promotes(played))] {
        if is_true {
            out.key(key);
            out.boolean(true);
        }
    }
    name_drop(played, names_drops, out);
}

/// Writes 打 for a drop if moves without an origin would be those of KI2.
fn name_drop(played: &Move, names_drops: bool, out: &mut Writer) {
    if names_drops && played.from.is_none() {
        out.key("relative");
        out.string("H");
    }
}

/// Writes what a parser of KI2 gives of a move.
pub(crate) fn write_minimal_ki2(played: &Move, derived: &Derived, rest: &mut Rest<'_>, out: &mut Writer) {
    if !derived.same {
        write_place("to", played.to, rest, out);
    }
    write_piece(played, derived, out);
    write_relative(derived, out);
}

/// Writes what a parser of CSA gives of a move.
pub(crate) fn write_minimal_csa(played: &Move, names_drops: bool, rest: &mut Rest<'_>, out: &mut Writer) {
    if let Some(from) = played.from {
        write_place("from", from, rest, out);
    }
    write_place("to", played.to, rest, out);
    let promoted = played.kind.promoted().filter(|_| promotes(played));
    out.key("piece");
    out.string(promoted.unwrap_or(played.kind).csa());
    name_drop(played, names_drops, out);
}

fn write_place(key: &str, square: Square, rest: &mut Rest<'_>, out: &mut Writer) {
    out.key(key);
    out.begin_object_inline();
    out.key("x");
    out.integer(square.file().into());
    out.key("y");
    out.integer(square.rank().into());
    rest(key, out);
    out.end();
}

/// Returns the player of a number: 0 for Black, 1 for White.
pub(crate) fn color(number: i64) -> Option<Color> {
    match number {
        0 => Some(Color::Black),
        1 => Some(Color::White),
        _ => None,
    }
}
