//! `move`: the move of a node, and the clock of the player who moves.

use crate::write::color;
use alloc::string::ToString;
use kifu_core::{Clock, Decimal, OvertimeLeft};
use kifu_goban::Move;
use kifu_json::{Writer, record::ForeignData};

/// Begins the object of a move with its colour and its point.
pub(in crate::write) fn begin(played: Move, out: &mut Writer) {
    out.key("move");
    out.begin_object_inline();
    out.key("color");
    out.string(color(played.color));
    match played.at {
        Some(at) => {
            out.key("x");
            out.integer(i64::from(at.x()));
            out.key("y");
            out.integer(i64::from(at.y()));
        }
        None => {
            out.key("pass");
            out.boolean(true);
        }
    }
}

pub(super) fn with_clock(played: Move, clock: Clock, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    begin(played, out);
    // The foreign data of a pass may have a point. The reader ignores it because of `pass`.
    let mut written = match played.at {
        Some(_) => alloc::vec!["color", "x", "y", "pass"],
        None => alloc::vec!["color", "pass"],
    };
    if let Some(left) = clock.left {
        out.key("timeLeft");
        out.number(&Decimal::from_duration(left).to_string());
        written.push("timeLeft");
    }
    if let Some(OvertimeLeft::Periods(periods)) = clock.overtime_left {
        out.key("periodsLeft");
        out.integer(i64::from(periods));
        written.push("periodsLeft");
    }
    foreign.write_members("/move", &written, out);
    out.end();
}
