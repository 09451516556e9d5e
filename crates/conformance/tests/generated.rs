//! The generated records that the law `keeps` tests have every result and every member of an analysis, and survive serialization.

use arbitrary::Unstructured;
use kifu_conformance::{record, seed};
use kifu_core::{Analysis, Decimal, Outcome, Record, Seat, Termination};
use kifu_goban::Go;
use std::collections::BTreeSet;

/// Returns as many generated records as the law tests.
fn generated() -> impl Iterator<Item = Record<Go>> {
    (0..300).map(|number| record(&mut Unstructured::new(&seed(number))).unwrap())
}

#[test]
fn every_result_is_generated() {
    let outcomes: Vec<Outcome> =
        generated().filter_map(|record| record.info.outcome.as_ref()?.value().cloned()).collect();
    let terminations = [
        Termination::Unstated,
        Termination::Score(Decimal::new(0, 0)),
        Termination::Resignation,
        Termination::Time,
        Termination::Forfeit,
        Termination::IllegalMove,
        Termination::Checkmate,
        Termination::Declaration,
        Termination::Repetition,
        Termination::Impasse,
        Termination::Interruption,
        Termination::MaxMoves,
    ];
    for termination in terminations {
        let has = |outcome: &Outcome| matches!(outcome, Outcome::Win { by, .. } if *by == termination);
        assert!(outcomes.iter().any(has), "no win has {termination:?}");
    }
    let draws: BTreeSet<_> = outcomes
        .iter()
        .filter_map(|outcome| match outcome {
            Outcome::Draw(by) => Some(format!("{by:?}")),
            _ => None,
        })
        .collect();
    assert!(draws.len() > 6, "draws by {draws:?}");
    assert!(outcomes.contains(&Outcome::NoResult) && outcomes.contains(&Outcome::Unknown));
    assert!(outcomes.iter().any(|outcome| matches!(outcome.winner(), Some(Seat::Other(_)))));
}

/// Returns true if an analysis has a certain member.
type Has = fn(&Analysis<Go>) -> bool;

#[test]
fn every_member_of_an_analysis_is_generated() {
    let analyses: Vec<Analysis<Go>> = generated()
        .flat_map(|record| {
            let details = record.tree.preorder().filter_map(|node| record.tree[node].details());
            details.flat_map(|details| details.analyses.clone()).collect::<Vec<_>>()
        })
        .collect();
    let members: [(&str, Has); 13] = [
        ("engine", |analysis| analysis.engine.is_some()),
        ("rank", |analysis| analysis.rank.is_some()),
        ("score", |analysis| analysis.score.is_some()),
        ("bound", |analysis| analysis.bound.is_some()),
        ("mate", |analysis| analysis.mate.is_some()),
        ("win rate", |analysis| analysis.win_rate.is_some()),
        ("depth", |analysis| analysis.depth.is_some()),
        ("selective depth", |analysis| analysis.selective_depth.is_some()),
        ("visits", |analysis| analysis.visits.is_some()),
        ("nodes", |analysis| analysis.nodes.is_some()),
        ("time", |analysis| analysis.time.is_some()),
        ("line", |analysis| !analysis.line.is_empty()),
        ("tail", |analysis| !analysis.tail.is_empty()),
    ];
    for (name, has) in members {
        assert!(analyses.iter().any(has), "no analysis has a {name}");
    }
}

#[test]
fn a_serialized_record_comes_back() {
    for record in generated() {
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record<Go>>(&json).unwrap(), record, "{json}");
    }
}
