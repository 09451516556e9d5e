//! Totals that do not add up: either the total is wrong, or a time.

use super::Reader;
use crate::codes;
use alloc::format;
use core::time::Duration;
use kifu_core::{Edits, Safety, Span};
use kifu_shogiban::Color;

/// A total that does not add up, until the next total of the player.
pub(super) struct WrongTotal {
    at: Span,
    /// The edits that write the sum of the times.
    edits: Edits,
    stated: Duration,
    sum: Duration,
    /// The total of the player as the file states it, up to the last move, and as the times add up.
    line: [Duration; 2],
}

impl WrongTotal {
    pub(super) fn new(at: Span, edits: Edits, stated: Duration, sum: Duration) -> Self {
        Self { at, edits, stated, sum, line: [stated, sum] }
    }
}

impl Reader<'_> {
    /// Keeps a total that does not add up. The next total of the player decides whether it has a fix.
    pub(super) fn wrong_total(&mut self, mover: Color, wrong: WrongTotal) {
        self.wrong_totals[mover as usize] = Some(wrong);
    }

    /// Compares the next time of a player with a total that did not add up. Returns true if this total is the sum of all times, so that
    /// only the other one was wrong.
    pub(super) fn settle_total(&mut self, mover: Color, spent: Duration, total: Option<Duration>) -> bool {
        let before = self.line.total(mover);
        let Some(mut wrong) = self.wrong_totals[mover as usize].take() else { return false };
        // Another variation does not show which of the two is right.
        let is_next = wrong.line[0] == before;
        wrong.line = wrong.line.map(|total| total.saturating_add(spent));
        match total {
            None if is_next => {
                self.wrong_totals[mover as usize] = Some(wrong);
                false
            }
            _ => {
                let is_right = is_next && total == Some(wrong.line[1]);
                self.report_wrong_total(mover, wrong, is_right);
                is_right
            }
        }
    }

    /// Reports a total that does not add up, if no later one shows whether it is right. The sum is then as good a guess.
    pub(super) fn report_last_total(&mut self, mover: Color) {
        if let Some(wrong) = self.wrong_totals[mover as usize].take() {
            self.report_wrong_total(mover, wrong, true);
        }
    }

    fn report_wrong_total(&mut self, mover: Color, wrong: WrongTotal, has_fix: bool) {
        let WrongTotal { at, edits, stated, sum, .. } = wrong;
        let [stated, sum] = [stated, sum].map(super::time::clock);
        let message = || format!("the total is {stated}, but the times of {mover} add up to {sum}; kept");
        let report = self.json.diagnostics.report(&codes::WRONG_TOTAL, at, message);
        match has_fix {
            true => report.fix(Safety::Guess, || format!("write the sum {sum}"), || edits),
            // The total may be right, and a time wrong.
            false => report.help("check the total, and the times since the last one that is right"),
        };
    }
}
