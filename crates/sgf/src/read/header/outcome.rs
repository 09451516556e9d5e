//! RE: the result.

use crate::{
    codes,
    read::Reader,
    value::{self, Meaning},
};
use alloc::format;
use kifu_core::{Decimal, Edits, Outcome, Parsed, Safety, Span, Termination};
use kifu_goban::outcome_text;

impl<'a> Reader<'a> {
    /// Reads RE.
    pub(super) fn outcome(&mut self, at: Span) {
        let raw = self.raw(at);
        let mut outcome = self.stated("RE", at, self.result(raw), "a result of the standard");
        if let Parsed::Value(Outcome::Win { by: Termination::Score(score), winner }) = &outcome
            && let Some(points) = points_of_stones(*score)
            && self.is_of_fox()
        {
            let in_points = Outcome::Win { winner: winner.clone(), by: Termination::Score(points) };
            let written = outcome_text(&in_points);
            let score = *score;
            self.diagnostics
                .report(&codes::ODD_RESULT, at, || {
                    format!(
                        "score {score}: Fox counts the score in stones (1 stone = 2 points); read as {points} points"
                    )
                })
                .fix(Safety::Guess, || format!("write RE[{written}]"), || Edits::one(at, &*written));
            outcome = Parsed::Value(in_points);
        }
        self.record.info.outcome = Some(outcome);
    }

    /// Parses a result.
    pub(in crate::read) fn result(&self, raw: &str) -> Meaning<Outcome> {
        match value::outcome(raw) {
            Meaning::None => self.outcome_after_moves(raw),
            meaning => meaning,
        }
    }

    /// Returns the result in a text such as `294수 흑0.5집승`, if the game has this number of moves. Otherwise the number would be lost.
    fn outcome_after_moves(&self, raw: &str) -> Meaning<Outcome> {
        let is_number_of_moves = |moves: usize| moves == *self.main_line_moves.get_or_init(|| self.main_line_moves());
        let outcome = value::outcome_after_moves(raw).filter(|(moves, _)| is_number_of_moves(*moves));
        Meaning::of(outcome.map(|(_, outcome)| outcome), false, outcome_text)
    }
}

impl Reader<'_> {
    /// Returns the number of nodes on the main line that have a move.
    fn main_line_moves(&self) -> usize {
        let game = self.game;
        let follows = |index: usize| index == 0 || game.game.parent(index) == Some(index - 1);
        let main_line = game.nodes().take_while(|node| follows(node.index()));
        main_line.filter(|node| node.properties().any(|property| matches!(&*property.identifier(), "B" | "W"))).count()
    }
}

/// Returns a score in points, if it can only be in stones of two points each, because it ends with .25 or .75.
fn points_of_stones(stones: Decimal) -> Option<Decimal> {
    let text = format!("{}", stones.normalized());
    let (whole, fraction) = text.split_once('.')?;
    let odd = match fraction {
        "25" => 0,
        "75" => 1,
        _ => return None,
    };
    let whole: i64 = whole.parse().ok().filter(|whole| (0..MAX_STONES).contains(whole))?;
    Some(Decimal::new((2 * whole + odd) * 10 + 5, 1))
}

/// The number of points of the largest board.
const MAX_STONES: i64 = 2_704;
