//! The end of a record of go: the last position of the main line, and what its score depends on.

use super::{
    Board,
    score::{NoStoneError, Score, ScoreOptions, dead_by_territory},
};
use crate::Play;
use kifu_core::{Decimal, Parsed, Record};
use kifu_goban::{Action, Color, Go, Mark, Points, rules::Rules};

/// The end of the main line of a record.
pub(super) struct End {
    pub(super) board: Board,
    /// The territory marks of the last node, for Black and White.
    pub(super) territory: [Points; 2],
    /// The first player who passed.
    first_pass: Option<Color>,
    handicap: u32,
    komi: Decimal,
}

impl End {
    pub(super) fn of(record: &Record<Go>) -> Self {
        let (mut board, mut first_pass) = (Go::start(&record.setup), None);
        for node in record.tree.main_line() {
            let Some(action) = &record.tree[node].action else { continue };
            Go::play_unchecked(&mut board, action);
            if let Action::Move(played) = action
                && played.at.is_none()
            {
                first_pass = first_pass.or(Some(played.color));
            }
        }
        let terms = &record.terms;
        let stated = terms.handicap.as_ref().and_then(Parsed::value).copied();
        let stones = &record.setup.stones;
        let placed = if stones.white().is_empty() { u32::try_from(stones.black().len()).unwrap_or(0) } else { 0 };
        let komi = terms.komi.as_ref().and_then(Parsed::value).copied().unwrap_or_else(|| Decimal::from(0));
        Self { board, territory: territory(record), first_pass, handicap: stated.unwrap_or(placed), komi }
    }

    /// Returns the score with these dead stones, or those that the marks of territory decide.
    pub(super) fn score(&self, rules: &Rules, dead: Option<Points>) -> Result<Score, NoStoneError> {
        let [black, white] = &self.territory;
        let options = ScoreOptions {
            dead: dead.unwrap_or_else(|| dead_by_territory(&self.board, black, white)),
            komi: self.komi,
            handicap: self.handicap,
            button: self.first_pass,
        };
        Score::new(&self.board, rules, &options)
    }
}

/// Returns the territory marks of the last node of the main line, for Black and White.
pub(super) fn territory(record: &Record<Go>) -> [Points; 2] {
    let mut territory = [Points::new(), Points::new()];
    let last = record.tree.main_line().last().unwrap_or(record.tree.root());
    for mark in record.tree[last].details().map(|details| &details.marks[..]).unwrap_or_default() {
        if let Mark::Territory(color, points) = mark {
            territory[*color as usize] = points.within(record.setup.size);
        }
    }
    territory
}
