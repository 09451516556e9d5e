//! BL, WL, OB and OW: the clock of the player who moves.

use super::draft::Draft;
use crate::{
    Property, codes,
    read::{Reader, seconds},
    value,
};
use alloc::{format, string::String};
use core::time::Duration;
use kifu_core::{ByoYomi, Overtime, OvertimeLeft};
use kifu_goban::Color;

impl<'a> Reader<'a> {
    /// Reads the clock of the player who moves. The clock of the other player is kept unchanged.
    pub(super) fn clock(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let main = draft.main;
        let Some(at) = self.first(identifier, property, draft, main) else { return };
        let raw = self.raw(at);
        let color = if identifier.contains('B') { Color::Black } else { Color::White };
        let of_time = identifier.ends_with('L');
        let free = |draft: &Draft| {
            let clock = draft.target(main).node.details().map(|details| details.clock).unwrap_or_default();
            if of_time { clock.left.is_none() } else { clock.overtime_left.is_none() }
        };
        let understood = if of_time && self.is_negative(identifier, at) {
            None
        } else if of_time {
            let meaning = seconds::time(raw);
            self.meaning(identifier, at, meaning, "a time in seconds").map(Left::Time)
        } else {
            let meaning = value::number(raw);
            let number = self.meaning(identifier, at, meaning, "a number of moves");
            let left = if self.counts_moves() { OvertimeLeft::Moves } else { OvertimeLeft::Periods };
            if number.is_some_and(|number| number < 0) {
                self.diagnostics.report(&codes::NEGATIVE_TIME, at, || {
                    format!(
                        "{identifier}[{raw}] is a negative number; it has no effect on the clock (kept in the file)"
                    )
                });
            }
            number.and_then(|n| u32::try_from(n).ok()).map(|n| Left::Overtime(left(n)))
        };
        match understood {
            Some(left) if draft.mover == Some(color) && free(draft) => {
                let clock = &mut draft.main_mut().details_mut().clock;
                match left {
                    Left::Time(time) => clock.left = Some(time),
                    Left::Overtime(left) => clock.overtime_left = Some(left),
                }
            }
            _ => self.keep(identifier, core::iter::once(at), draft, main),
        }
    }

    /// Returns true if OB and OW count moves. The standard defines only that, but servers with byo-yomi write the periods.
    fn counts_moves(&self) -> bool {
        *self.counts_moves.get_or_init(|| {
            let overtime = match self.game.root_value("OT") {
                Some(raw) => self.overtime_in(&value::simple_text(raw)),
                None => self.stated_in_two(),
            };
            matches!(overtime.as_ref().and_then(Overtime::byo_yomi), Some(ByoYomi::Moves { .. }))
        })
    }
}

/// Returns the standard form of a clock that is written in another form.
pub(in crate::read) fn standard_spelling(identifier: &str, raw: &str) -> Option<String> {
    match identifier {
        "BL" | "WL" => seconds::time(raw).standard_form(),
        "OB" | "OW" => value::number(raw).standard_form(),
        _ => None,
    }
}

enum Left {
    Time(Duration),
    Overtime(OvertimeLeft),
}
