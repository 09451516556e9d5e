//! The texts that messages show for the details of a node.

use crate::{
    AnalysedPosition, Analysis, Bound, Decimal, Degree, Game, Judgement, MoveQuality, PositionJudgement,
    PositionQuality, Seat,
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::time::Duration;

/// Returns a judgement as a text: `very good move, good for black`. It is empty if there is no judgement.
pub(super) fn judgement<G: Game>(judgement: &Judgement, terms: &G::Terms) -> String {
    let Judgement { of_move, of_position, hotspot, value, solution } = judgement;
    let very = |degree: Degree| if degree == Degree::Normal { "" } else { "very " };
    let mut parts = Vec::new();
    parts.extend(of_move.map(|quality| match quality {
        MoveQuality::Bad(degree) => format!("{}bad move", very(degree)),
        MoveQuality::Good(degree) => format!("{}good move", very(degree)),
        MoveQuality::Doubtful => "doubtful move".to_string(),
        MoveQuality::Interesting => "interesting move".to_string(),
    }));
    parts.extend(of_position.map(|PositionJudgement { quality, degree }| {
        let very = very(degree);
        match quality {
            PositionQuality::Even => format!("{very}even position"),
            PositionQuality::Unclear => format!("{very}unclear position"),
            PositionQuality::GoodForFirst => format!("{very}good for {}", G::seat_name(&Seat::First, terms)),
            PositionQuality::GoodForSecond => format!("{very}good for {}", G::seat_name(&Seat::Second, terms)),
        }
    }));
    parts.extend(hotspot.map(|degree| format!("{}interesting position", very(degree))));
    parts.extend(value.map(|value| format!("value {value}")));
    parts.extend(solution.then(|| "solution".to_string()));
    parts.join(", ")
}

/// Returns an analysis as a text: `KataGo, score 3.5, 1600 visits, line Black D4 Q16`.
pub(crate) fn analysis<G: Game>(analysis: &Analysis<G>, terms: &G::Terms, setup: &G::Setup) -> String {
    let Analysis {
        position,
        engine,
        rank,
        score,
        bound,
        score_deviation,
        mate,
        win_rate,
        loss_rate,
        draw_rate,
        prior,
        depth,
        selective_depth,
        visits,
        nodes,
        time,
        line,
        tail,
        notation: _,
    } = analysis;
    let mut parts = Vec::new();
    parts.extend(engine.clone());
    parts.extend(rank.map(|rank| format!("rank {rank}")));
    parts.extend(score.map(|score| format!("score {score}")));
    parts.extend(bound.map(|bound| match bound {
        Bound::Lower => "lower bound".to_string(),
        Bound::Upper => "upper bound".to_string(),
    }));
    parts.extend(score_deviation.map(|deviation| format!("standard deviation {deviation}")));
    parts.extend(mate.as_ref().map(|mate| {
        let winner = G::seat_name(&mate.winner, terms);
        match mate.plies {
            Some(plies) => format!("mate by {winner} in {plies} plies"),
            None => format!("mate by {winner}"),
        }
    }));
    parts.extend(win_rate.map(|rate| format!("win rate {rate}")));
    parts.extend(loss_rate.map(|rate| format!("loss rate {rate}")));
    parts.extend(draw_rate.map(|rate| format!("draw rate {rate}")));
    parts.extend(prior.map(|prior| format!("prior {prior}")));
    parts.extend(depth.map(|depth| format!("depth {depth}")));
    parts.extend(selective_depth.map(|depth| format!("selective depth {depth}")));
    parts.extend(visits.map(|visits| format!("{visits} visits")));
    parts.extend(nodes.map(|nodes| format!("{nodes} nodes")));
    parts.extend(time.map(|time| format!("time {}", seconds(time))));
    if !line.is_empty() {
        let moves: Vec<String> = line.iter().map(|action| G::action_text(action, setup)).collect();
        parts.push(format!("line {}", moves.join(" ")));
    }
    parts.extend((!tail.is_empty()).then(|| format!("rest of the line {tail}")));
    parts.extend((*position == AnalysedPosition::Before).then(|| "position before the move".to_string()));
    parts.join(", ")
}

/// Returns a time as a text: `1.5 s`.
pub(super) fn seconds(time: Duration) -> String {
    format!("{} s", Decimal::from_duration(time))
}
