//! The move in the place of a move, or what stands there.

use super::{
    Reader,
    ending::is_known,
    other_forms::{divided, usual_characters},
    trim_mark,
};
use crate::{
    codes,
    document::{Line, trim},
    notation::{self, MoveText, Origin},
};
use alloc::format;
use kifu_core::{Edits, Safety};
use kifu_rules::shogi::{Relative, Resolved};
use kifu_shogiban::{Action, Color, Ending, Move, Square};

/// The words of a move whose line has only the number and the time.
const LOST_MOVE: &str = "(??)";

impl<'a> Reader<'a, '_> {
    /// Returns the action of the words in the place of a move, and the remark after it.
    pub(super) fn action(&mut self, words: &'a str, line: &Line<'a>) -> (Action, &'a str) {
        let to_move = self.branches().state.to_move;
        let (words, text, remark) = divided(words, to_move);
        let action = match text {
            Some(text) => {
                if let Some(color) = text.color.filter(|color| *color != to_move) {
                    let message = || {
                        format!("the mark of `{words}` names {color}, but {to_move} is to move; the mark was ignored")
                    };
                    self.game.report(&codes::WRONG_PLAYER, line.span_of(words), message);
                }
                self.resolve(&MoveText { color: None, ..text }, words, line)
            }
            None => self.other(words, to_move, line),
        };
        (action, remark)
    }

    /// Returns the action of a line that has a number and a time, but no move.
    pub(super) fn no_move(&mut self, line: &Line<'a>) -> Action {
        self.is_doubtful = true;
        let message = || format!("this line has no move; kept as the words {LOST_MOVE}, which take a turn");
        self.game
            .report(&codes::BAD_MOVE, line.shown(), message)
            .help("a move is written as `1 ７六歩(77)`, or as `▲７六歩` in KI2");
        self.words(LOST_MOVE)
    }

    /// Returns the action of words other than a move.
    pub(super) fn other(&mut self, words: &'a str, to_move: Color, line: &Line<'a>) -> Action {
        let plain = trim_mark(words);
        if let Some(ending) = Ending::from_kif_at(trim(plain), to_move) {
            let color = words.chars().next().and_then(Color::from_mark).filter(|color| *color != to_move);
            if let Some(color) = color {
                let message =
                    || format!("the mark of `{words}` names {color}, but {to_move} is to move; the mark was ignored");
                self.game.report(&codes::WRONG_PLAYER, line.span_of(words), message);
            }
            return ending.into();
        }
        self.is_doubtful |= !is_known(plain);
        let usual = usual_characters(words);
        let is_likely = notation::parse(&usual).is_some();
        if is_likely || Action::looks_like_move(plain) {
            let message =
                || format!("`{words}` is not a move; kept as words, so that the moves after it may be illegal");
            let report = self.game.report(&codes::BAD_MOVE, line.span_of(words), message);
            if is_likely {
                let edits = || Edits::one(line.span_of(words), &*usual);
                report.fix(Safety::Guess, || format!("write `{usual}`"), edits);
            }
        } else {
            self.report_words(plain, "neither a move nor an ending", line);
        }
        self.words(plain)
    }

    pub(super) fn words(&self, words: &str) -> Action {
        Action::words(words)
    }

    /// Returns the move that a text names in the current position.
    pub(super) fn resolve(&mut self, text: &MoveText, words: &'a str, line: &Line<'a>) -> Action {
        let branches = self.branches.as_mut().expect("made before");
        let color = text.color.unwrap_or(branches.state.to_move);
        let span = line.span_of(words);
        let Some(to) = text.to.or(branches.state.last_to) else {
            let message =
                || format!("`{words}`: the square of the move before it, which 同 means, is not known; kept as words");
            self.game.report(&codes::SAME_WITHOUT_MOVE, span, message);
            return self.words(trim_mark(words));
        };
        let kind = text.kind;
        if text.relative != Relative::default() && text.origin != Origin::Unstated {
            self.compare_relative(text, color, to, words, line);
        }
        let branches = self.branches.as_mut().expect("made before");
        let from = match text.origin {
            Origin::Square(from) => Ok(Some(from)),
            Origin::Hand => Ok(None),
            Origin::Unstated => {
                let position = branches.position(self.game.record());
                match position.resolve(color, kind, to, text.relative) {
                    Resolved::From(from) => Ok(Some(from)),
                    Resolved::Drop => Ok(None),
                    Resolved::None => Err(false),
                    Resolved::Ambiguous => Err(true),
                }
            }
        };
        match from {
            Ok(from) => {
                let played = from.map_or(Move::drop(color, kind, to), |from| Move::new(color, kind, from, to));
                if text.promotes { played.promoting().into() } else { played.into() }
            }
            Err(is_ambiguous) => {
                self.is_doubtful = true;
                let relative = text.relative;
                let mut has_other = || {
                    let position = branches.position(self.game.record());
                    relative != Relative::default()
                        && position.resolve(color, kind, to, Relative::default()) != Resolved::None
                };
                let (code, message) = if is_ambiguous {
                    (&codes::AMBIGUOUS_MOVE, format!("`{words}`: more than one {kind} can go there; kept as words"))
                } else if has_other() {
                    (
                        &codes::NO_SUCH_PIECE,
                        format!("`{words}`: {relative} fits no {kind} that can go there; kept as words"),
                    )
                } else {
                    (
                        &codes::NO_SUCH_PIECE,
                        format!("`{words}`: {color} has no {kind} that can go there; kept as words"),
                    )
                };
                self.game
                    .report(code, span, || message)
                    .help("the moves after it may be read wrong, because this one was not played");
                self.words(trim_mark(words))
            }
        }
    }

    /// Compares the words of a move, such as 右, with the origin that it states as well.
    pub(super) fn compare_relative(
        &mut self,
        text: &MoveText,
        color: Color,
        to: Square,
        words: &'a str,
        line: &Line<'a>,
    ) {
        let relative = text.relative;
        let message = match text.origin {
            Origin::Square(from) => {
                let branches = self.branches.as_mut().expect("made before");
                let position = branches.position(self.game.record());
                // Of a piece that cannot go there, the rules have a finding.
                if position.relative(&Move::new(color, text.kind, from, to)).is_none() {
                    return;
                }
                match position.resolve(color, text.kind, to, relative) {
                    Resolved::From(other) if other != from => format!(
                        "`{words}`: {relative} means the piece on {other}, not the one on {from}; the stated square was used"
                    ),
                    Resolved::None => {
                        format!("`{words}`: {relative} does not fit the piece on {from}; the stated square was used")
                    }
                    _ => return,
                }
            }
            _ => format!("`{words}`: {relative} cannot tell a piece in hand from others; read as a drop"),
        };
        let report = self.game.report(&codes::RELATIVE_DIFFERS, line.span_of(words), || message);
        if let Some(at) = words.find(notation::is_relative) {
            let len = words[at..].len() - words[at..].trim_start_matches(notation::is_relative).len();
            let part = line.span_of(&words[at..at + len]);
            report.fix(Safety::Guess, || format!("remove {}", &words[at..at + len]), || Edits::one(part, ""));
        }
    }
}
