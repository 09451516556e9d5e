//! The stated result of a game, compared with its komi and with the marks of territory in its last position.

use super::{
    check::{RulesOfGame, report_at_root},
    codes,
    end::{End, territory},
    judge::rules_name,
    score::Score,
};
use alloc::{collections::BTreeSet, format, string::String, vec::Vec};
use kifu_core::{
    Decimal, Diagnostics, Game, GameInFile, HeaderField, Outcome, Parsed, Part, Seat, Severity, Termination,
};
use kifu_goban::{
    Color, Go, Point, Points,
    rules::{Rules, Scoring},
};

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
    if !impossible(game, rules, komi, &outcome, found) {
        wrong(game, rules, &outcome, found);
    }
}

/// Black's points minus White's, in quarters. `None` if the result is not one by points.
fn margin(outcome: &Outcome) -> Option<i64> {
    match outcome {
        Outcome::Win { winner: Seat::First, by: Termination::Score(by) } => quarters(*by),
        Outcome::Win { winner: Seat::Second, by: Termination::Score(by) } => quarters(*by).map(|by| -by),
        Outcome::Draw(Termination::Unstated) => Some(0),
        _ => None,
    }
}

/// Compares the result with the marks of territory in the last position.
fn wrong(game: &GameInFile<'_, Go>, rules: &RulesOfGame, outcome: &Outcome, found: &mut Diagnostics) {
    let Some(stated) = margin(outcome) else { return };
    // Most records have no such marks, so the game is played only if they do.
    if territory(game.record).iter().all(Points::is_empty) {
        return;
    }
    let end = End::of(game.record);
    // Without a stated rule set, both ways to count are tried.
    let names = ["tromp-taylor", "chinese", "japanese"];
    let all = names.iter().filter_map(|name| name.parse::<Rules>().ok());
    let tried: Vec<Rules> = if rules.are_stated { alloc::vec![rules.rules] } else { all.collect() };
    let scores: Vec<Score> = tried.iter().filter_map(|rules| end.score(rules, None).ok()).collect();
    // A record may mark fewer points than a rule set counts, such as those in a seki that the players left.
    let as_marked = |(score, rules): (&Score, &Rules)| {
        let points = |color: Color| -> i64 {
            let marked = &end.territory[color as usize];
            let living = |at: &Point| end.board.stone(*at) == Some(color) && !score.dead.contains(*at);
            let all = end.board.size().rect().iter();
            let count = match rules.scoring {
                Scoring::Territory => {
                    marked.iter().filter(|at| !living(at)).count() + score.prisoners.of(color) as usize
                }
                _ => all.filter(|at| living(at) || marked.contains(*at)).count(),
            };
            i64::try_from(count).unwrap_or(0) - i64::from(score.tax.of(color))
        };
        let komi = game.record.terms.komi.as_ref().and_then(Parsed::value).copied().and_then(quarters)?;
        let lead = points(Color::Black) - points(Color::White) - i64::from(score.compensation);
        Some(4 * lead - komi)
    };
    let is_stated = |margin: Option<i64>| margin.is_none_or(|margin| margin == stated);
    if scores.iter().any(|score| is_stated(score.lead.and_then(quarters)))
        || scores.iter().zip(&tried).any(|counted| is_stated(as_marked(counted)))
    {
        return;
    }
    let texts: BTreeSet<String> = scores.iter().map(Score::text).collect();
    let counted = texts.into_iter().collect::<Vec<_>>().join(" or ");
    let name = || rules_name(&game.record.terms.rules, &rules.rules);
    let by = if rules.are_stated { format!(" under {} rules", name()) } else { String::new() };
    let stated = Go::outcome_text(outcome);
    let message = format!("result {stated}, but the territory marks of the last position give {counted}{by}; kept");
    let help = "kifu score shows the points of both players";
    report_at_root(
        game,
        found,
        &rules.severity(&codes::WRONG_RESULT),
        &(Part::Outcome, HeaderField::Outcome),
        &message,
        Some(help),
    );
}

/// Reports a result that the komi cannot give. Returns true if it did.
fn impossible(
    game: &GameInFile<'_, Go>,
    rules: &RulesOfGame,
    komi: Decimal,
    outcome: &Outcome,
    found: &mut Diagnostics,
) -> bool {
    let is_by_points =
        matches!(outcome, Outcome::Win { by: Termination::Score(_), .. } | Outcome::Draw(Termination::Unstated));
    if !is_by_points {
        return false;
    }
    let margin = margin(outcome);
    // A komi in quarters counts Chinese stones; `rules/komi` reports it.
    let Some(komi_quarters) = quarters(komi).filter(|komi| komi % 2 == 0) else { return false };
    let button = if rules.rules.button { 2 } else { 0 };
    let is_possible = |margin: i64| (margin + komi_quarters + button) % 4 == 0;
    if margin.is_some_and(is_possible) {
        return false;
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
    report_at_root(game, found, &code, &(Part::Outcome, HeaderField::Outcome), &message, help.as_deref());
    true
}
