//! The numbers of moves: where a move continues the game, and numbers that are wrong.

use super::{Reader, Variation};
use crate::{
    codes,
    document::{Line, trim_start},
};
use alloc::format;
use kifu_core::{Edits, Span};

/// A number of a move that is larger than that of the next move.
pub(super) struct LargeNumber {
    pub(super) number: usize,
    pub(super) next: usize,
    pub(super) line: Span,
}

impl<'a> Reader<'a, '_> {
    /// Goes to the node that a move continues. `next` is the number of the next move of the current line.
    pub(super) fn place(&mut self, number: Option<usize>, next: usize, variation: Option<Variation>, line: &Line<'a>) {
        let offset = self.offset;
        if let Some(large) = self.number.take() {
            // If the next number is right, only this one was wrong.
            let is_alone = variation.is_none() && number == Some(next);
            self.skipped = if is_alone { 0 } else { large.number - large.next };
            self.report_number(&large);
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
                    self.number = Some(LargeNumber { number, next, line: line.shown() });
                }
                return;
            }
            _ => return,
        };
        self.branch(start, line.shown());
    }

    /// Reports a number that is too large. It has no fix, because a move may be missing before it, or the line may be a copy of another.
    pub(super) fn report_number(&mut self, large: &LargeNumber) {
        let LargeNumber { number, next, line } = *large;
        let (stated, right) = (number + self.offset, next + self.offset);
        let message = || format!("move {stated} follows move {}; read as move {right}", right - 1);
        self.game.report(&codes::MOVE_NUMBER, line, message).help("check whether a move is missing");
    }
}

/// Returns the edits that write another number in the same columns.
pub(super) fn renumbered(digits: Span, number: usize) -> Edits {
    Edits::one(digits, format!("{number:>0$}", digits.len()))
}

/// Returns the place of the number at the start of a line with a move.
pub(super) fn number_span(line: &Line<'_>) -> Span {
    let text = trim_start(line.text);
    line.span_of(&text[..text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()])
}
