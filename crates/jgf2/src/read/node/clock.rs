//! `timeLeft` and `periodsLeft` of a move: the clock of the player who moves.

use crate::{codes, read::Reader};
use alloc::format;
use kifu_core::{Decimal, OvertimeLeft};
use kifu_goban::draft::Draft;
use kifu_json::{Value, record::excerpt};

impl Reader {
    pub(super) fn time_left(&mut self, value: Value<'_>, draft: &mut Draft) {
        match value.decimal().and_then(Decimal::to_duration) {
            Some(left) => draft.main_mut().node.details_mut().clock.left = Some(left),
            None => self.keep_bad_clock("timeLeft", "a time in seconds", value, draft),
        }
    }

    pub(super) fn periods_left(&mut self, value: Value<'_>, draft: &mut Draft) {
        match value.integer().and_then(|periods| u32::try_from(periods).ok()) {
            Some(periods) => {
                draft.main_mut().node.details_mut().clock.overtime_left = Some(OvertimeLeft::Periods(periods));
            }
            None => self.keep_bad_clock("periodsLeft", "a number of periods", value, draft),
        }
    }

    fn keep_bad_clock(&mut self, key: &str, wanted: &str, value: Value<'_>, draft: &mut Draft) {
        self.json.diagnostics.report(&codes::BAD_VALUE, value.span(), || {
            format!("{key} takes {wanted}; {} has no effect (kept in the file)", excerpt(value.raw()))
        });
        self.keep_in_node(draft, draft.main, &format!("/move/{key}"), value);
    }
}
