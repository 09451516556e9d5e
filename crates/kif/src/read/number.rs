//! The numbers of moves: where a move continues the game, and numbers that are wrong.

use super::{Reader, Variation};
use crate::{codes, document::Line};
use alloc::format;
use kifu_core::{Edits, Span};
use kifu_shogiban::{Action, Ending};

impl<'a> Reader<'a, '_> {
    /// Goes to the node that a move continues. `next` is the number of the next move of the current line.
    pub(super) fn place(
        &mut self,
        (number, words): (Option<usize>, &str),
        next: usize,
        variation: Option<Variation>,
        line: &Line<'a>,
    ) {
        let offset = self.offset;
        // No move is missing after all: only the numbers before this one were wrong.
        if number == Some(next) {
            self.skipped = 0;
        }
        let start = match (variation, number) {
            (Some(variation), number) => {
                let Variation { number: stated, line: span, .. } = variation;
                let start = number.unwrap_or(stated);
                if start != stated {
                    let message = || {
                        format!(
                            "the variation starts with move {}, but its first move has the number {}; the number was used",
                            stated + offset,
                            start + offset
                        )
                    };
                    self.game.report(&codes::MOVE_NUMBER, span, message);
                }
                return self.branch(start, span);
            }
            // An ending is seldom the first entry of a variation.
            (None, Some(number)) if number < next && self.ends_line(words) => {
                let (stated, right) = (number + self.offset, next + self.offset);
                let message =
                    || format!("the ending has the number {stated} after move {}; read as {right}", right - 1);
                self.game.report(&codes::MOVE_NUMBER, line.shown(), message).help("check the number");
                return;
            }
            (None, Some(number)) if number < next => {
                self.is_doubtful = true;
                let message =
                    || format!("move {} follows move {}; read as a variation", number + offset, next - 1 + offset);
                self.game.report(&codes::MOVE_NUMBER, line.shown(), message);
                number
            }
            (None, Some(number)) if number > next => {
                // If a move is missing, the numbers after it do not need a finding of their own.
                if number - next != self.skipped {
                    self.skipped = number - next;
                    self.report_number(number, next, line);
                }
                return;
            }
            _ => return,
        };
        self.branch(start, line.shown());
    }

    /// Returns true if words end the current line, which has no ending yet.
    fn ends_line(&mut self, words: &str) -> bool {
        let is_ended = matches!(self.game.node_mut().action, Some(Action::Ending(_)));
        !is_ended && Ending::from_kif(words).is_some()
    }

    /// Reports a number that is too large. It has no fix, because a move may be missing before it, or the line may be a copy of another.
    fn report_number(&mut self, number: usize, next: usize, line: &Line<'a>) {
        let (stated, right) = (number + self.offset, next + self.offset);
        let message = || match right {
            1 => format!("the first move has the number {stated}; read as move 1"),
            _ => format!("move {stated} follows move {}; read as move {right}", right - 1),
        };
        self.game.report(&codes::MOVE_NUMBER, line.shown(), message).help("check whether a move is missing");
    }
}

/// Returns the edits that write another number in the same columns.
pub(super) fn renumbered(digits: Span, number: usize) -> Edits {
    Edits::one(digits, format!("{number:>0$}", digits.len()))
}
