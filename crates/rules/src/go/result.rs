//! The stated result of a game, compared with its komi and with the marks of territory in its last position.

use super::{
    check::{RulesOfGame, report_at_root},
    codes,
};
use alloc::{format, string::String};
use kifu_core::{Decimal, Diagnostics, Game, GameInFile, Outcome, Parsed, Part, Seat, Severity, Termination};
use kifu_goban::{Go, rules::Scoring};

/// Returns a number of points in quarters, if it is a multiple of a quarter.
pub(super) fn quarters(points: Decimal) -> Option<i64> {
    let twice = points.checked_add(points)?;
    twice.checked_add(twice)?.to_integer()
}

/// Reports a result that is impossible with the komi, or that differs from the marks of the last position.
pub(super) fn check(game: &GameInFile<'_, Go>, rules: &RulesOfGame, found: &mut Diagnostics) {
    let terms = &game.record.terms;
    let Some(komi) = terms.komi.as_ref().and_then(Parsed::value).copied() else { return };
    let Some(outcome) = Go::outcome(game.record) else { return };
    impossible(game, rules, komi, &outcome, found);
}

fn impossible(
    game: &GameInFile<'_, Go>,
    rules: &RulesOfGame,
    komi: Decimal,
    outcome: &Outcome,
    found: &mut Diagnostics,
) {
    // Black's points minus White's.
    let margin = match outcome {
        Outcome::Win { winner: Seat::First, by: Termination::Score(by) } => quarters(*by),
        Outcome::Win { winner: Seat::Second, by: Termination::Score(by) } => quarters(*by).map(|by| -by),
        Outcome::Draw(Termination::Unstated) => Some(0),
        _ => return,
    };
    // A komi in quarters counts Chinese stones; `rules/komi` reports it.
    let Some(komi_quarters) = quarters(komi).filter(|komi| komi % 2 == 0) else { return };
    let button = if rules.rules.button { 2 } else { 0 };
    let is_possible = |margin: i64| (margin + komi_quarters + button) % 4 == 0;
    if margin.is_some_and(is_possible) {
        return;
    }
    let stated = Go::outcome_text(outcome);
    // Half the points are the Chinese stones that the winner has more than half of the board.
    let is_area = rules.rules.scoring == Scoring::Area;
    let in_stones = margin.filter(|&margin| is_area && margin % 2 != 0 && is_possible(2 * margin));
    let mut code = rules.severity(&codes::IMPOSSIBLE_RESULT);
    let help: Option<String> = in_stones.map(|margin| {
        code.severity = code.severity.min(Severity::Warning);
        let points = Decimal::new(margin.abs() * 2 * 25, 2).normalized();
        format!("if the result counts Chinese stones, it is {}+{points} points", if margin > 0 { "B" } else { "W" })
    });
    let message = match outcome {
        Outcome::Draw(_) => format!("result {stated} is impossible: with komi {komi} the game is not a tie; kept"),
        _ => format!("result {stated} is impossible with komi {komi}: the points do not add up to whole numbers; kept"),
    };
    report_at_root(game, found, &code, Part::Outcome, &message, help.as_deref());
}
