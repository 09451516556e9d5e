//! Checks moves, points and stones in the notation of the game. A game whose notation is unknown has any text.

use super::{
    Checker,
    values::{NO_EFFECT, parts},
};
use crate::{
    codes,
    games::{Notation, amazons, backgammon, gomoku, hex, loa, octi, othello},
    read::{
        messages::shown,
        values::{report_bad, report_loose},
    },
    value::{self, Meaning},
};
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{Severity, Span};
use kifu_goban::Point;

/// What a value describes in the notation of a game.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Move,
    Point,
    Stone,
}

impl Checker<'_, '_> {
    /// Checks an entry of a list: a point or a stone, or two corners of a rectangle.
    pub(super) fn points(&mut self, identifier: &str, part: Part, at: Span) {
        match parts(self.text, at) {
            Some((from, to)) => {
                self.notation(identifier, Part::Point, from);
                self.notation(identifier, Part::Point, to);
            }
            None => self.notation(identifier, part, at),
        }
    }

    /// Returns true if the notation of the game is known.
    pub(super) fn has_notation(&self) -> bool {
        matches!(self.number, 2 | 4 | 6 | 9 | 11 | 18 | 19)
    }

    /// Checks a move, a point or a stone.
    pub(super) fn notation(&mut self, identifier: &str, part: Part, at: Span) {
        match (self.number, part) {
            (2, Part::Move) => self.written::<othello::Move>(identifier, at),
            (4, Part::Move) => self.written::<gomoku::Move>(identifier, at),
            (18, Part::Move) => self.written::<amazons::Move>(identifier, at),
            (2 | 4 | 18, _) => self.written::<Point>(identifier, at),
            (6, Part::Move) => self.written::<backgammon::Move>(identifier, at),
            (6, _) => self.written::<backgammon::Point>(identifier, at),
            (9, Part::Move) => self.written::<loa::Move>(identifier, at),
            (9, _) => self.written::<loa::Square>(identifier, at),
            (11, Part::Move) => self.written::<hex::Move>(identifier, at),
            (11, _) => self.written::<hex::Cell>(identifier, at),
            (19, Part::Move) => self.written::<octi::Move>(identifier, at),
            (19, Part::Point) => self.written::<octi::Point>(identifier, at),
            (19, Part::Stone) => self.written::<octi::Stone>(identifier, at),
            _ => {}
        }
    }

    /// Returns a move in its standard spelling. A text without a meaning is returned without the white space around it.
    pub(super) fn spelled(&self, raw: &str) -> String {
        let text = value::simple_text(raw);
        match self.number {
            2 => spelled::<othello::Move>(&text),
            4 => spelled::<gomoku::Move>(&text),
            6 => spelled::<backgammon::Move>(&text),
            9 => spelled::<loa::Move>(&text),
            11 => spelled::<hex::Move>(&text),
            18 => spelled::<amazons::Move>(&text),
            19 => spelled::<octi::Move>(&text),
            _ => text.trim().into(),
        }
    }

    fn written<T: Notation>(&mut self, identifier: &str, at: Span) {
        let text = value::simple_text(&self.text[at.range()]);
        let meaning = meaning::<T>(&text);
        if let (Meaning::Exact(value) | Meaning::Loose(value, _), Some((columns, rows))) = (&meaning, self.board)
            && !value.is_on_board(columns, rows)
        {
            self.diagnostics.report(&codes::IMPOSSIBLE_POINT.with_severity(Severity::Warning), at, || {
                let shown = shown(&text);
                format!(
                    "{identifier}[{shown}] is outside the {columns}x{rows} board; it has no effect (kept in the file)"
                )
            });
        }
        match meaning {
            Meaning::Loose(_, written) => {
                // The example is of use only beside a value without a meaning.
                let wanted = T::WANTED.split(", ").next().unwrap_or(T::WANTED);
                report_loose(self.diagnostics, self.text, identifier, at, &written, wanted, true);
            }
            Meaning::None => {
                let report = report_bad(self.diagnostics, self.text, identifier, at, T::WANTED, NO_EFFECT);
                if let Some(help) = T::help(&text) {
                    report.help(help);
                }
            }
            Meaning::Exact(_) => {}
        }
    }
}

/// Returns the meaning of a text in the notation of a game.
fn meaning<T: Notation>(text: &str) -> Meaning<T> {
    match text.parse::<T>() {
        Ok(value) => Meaning::Exact(value),
        Err(_) => T::standard(text.trim()).parse().map_or(Meaning::None, |value: T| {
            let written = value.to_string();
            Meaning::Loose(value, written)
        }),
    }
}

fn spelled<T: Notation>(text: &str) -> String {
    meaning::<T>(text).value().map_or_else(|| text.trim().into(), |value| value.to_string())
}
