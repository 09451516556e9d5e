//! The numbers of moves: where a move continues the game, and numbers that are wrong.

use super::{Reader, Variation};
use crate::{
    codes,
    document::{Line, MoveLine},
};
use alloc::format;
use kifu_core::{Edits, Safety, Span};
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

    /// Returns true for a line with the number and the move of the last one, and reports it. It would be a variation without a difference.
    pub(super) fn is_twice(&mut self, number: Option<usize>, parts: &MoveLine<'a>, line: &Line<'a>) -> bool {
        let is_same = |(before, words, _): &(usize, &str, &str)| (Some(*before), *words) == (number, parts.words);
        let Some((.., last_time)) = self.last_line.filter(is_same) else { return false };
        let is_other = parts.time != last_time || parts.tail.is_some();
        let report = self.game.report(&codes::MOVE_NUMBER, line.shown(), || match is_other {
            true => {
                "this line has the number and the move of the line before it, with another time or comment; what it adds is kept, but without effect"
            }
            false => {
                "this line is equal to that of the move before it; ignored, because it would be a variation without a difference"
            }
        });
        match is_other {
            true => report.help("remove one of the two lines"),
            false => report.fix(Safety::Safe, || "remove the line", || Edits::one(line.span, "")),
        };
        if parts.time != last_time && !parts.time.is_empty() {
            self.notes.foreign.push(("time", parts.time));
        }
        self.notes.foreign.extend(parts.tail.map(|tail| ("#", tail)));
        true
    }

    /// Reports a number that is missing or cannot be read. `number` is that of the move, counted from the start position.
    pub(super) fn report_damaged_number(&mut self, parts: &MoveLine<'a>, number: usize, line: &Line<'a>) {
        let number = number + self.offset;
        let (span, is_missing) = (line.span_of(parts.stated), parts.stated.is_empty());
        let message = || match is_missing {
            true => format!("the number of the move is missing; read as move {number}"),
            false => format!("this is not the number of a move; read as move {number}"),
        };
        let is_sure = !self.is_doubtful && self.skipped == 0;
        let report = self.game.report(&codes::MOVE_NUMBER, if is_missing { line.shown() } else { span }, message);
        if is_sure {
            let edits = || if is_missing { Edits::one(span, format!("{number} ")) } else { renumbered(span, number) };
            report.fix(Safety::Guess, || format!("write {number}"), edits);
        }
    }

    /// Reports a number that is not in the form of KIF.
    pub(super) fn report_other_form(&mut self, parts: &MoveLine<'a>, line: &Line<'a>) {
        let (stated, words) = (line.span_of(parts.stated), parts.words);
        let number = parts.number().unwrap_or_default();
        let message =
            || format!("KIF writes the number of a move in ASCII digits before a space; read as move {number}");
        let report = self.game.report(&codes::MOVE_NUMBER, stated, message);
        let start = Span { end: line.span_of(words).start, ..stated };
        let usual = format!("{number} ");
        report.fix(Safety::Safe, || format!("write `{usual}{words}`"), || Edits::one(start, &*usual));
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
fn renumbered(digits: Span, number: usize) -> Edits {
    Edits::one(digits, format!("{number:>0$}", digits.len()))
}
