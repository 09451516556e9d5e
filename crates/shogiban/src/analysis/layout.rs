//! Layouts: the text of an analysis with a name in braces in the place of each value. A layout keeps what the model has no place for,
//! such as spaces, the order of values and the marks of ShogiGUI, so that an analysis is written as it was.

use super::{Context, line};
use crate::{Color, Shogi};
use alloc::{
    format,
    string::{String, ToString},
};
use core::time::Duration;
use kifu_core::{Analysis, Bound, Decimal, Mate, Seat};

/// Returns the text of an analysis in a layout. `None` if a value of the layout is missing.
pub(super) fn fill(layout: &str, analysis: &Analysis<Shogi>, context: &Context<'_>) -> Option<String> {
    let mut out = String::new();
    let mut rest = layout;
    while let Some((literal, behind)) = rest.split_once('{') {
        let (name, behind) = behind.split_once('}')?;
        out.push_str(literal);
        out.push_str(&value(name, analysis, context)?);
        rest = behind;
    }
    out.push_str(rest);
    Some(out)
}

fn value(name: &str, analysis: &Analysis<Shogi>, context: &Context<'_>) -> Option<String> {
    Some(match name {
        "rank" => analysis.rank?.to_string(),
        "time" => time(analysis.time?)?,
        "depth" => analysis.depth?.to_string(),
        "selective-depth" => analysis.selective_depth?.to_string(),
        "nodes" => analysis.nodes?.to_string(),
        "score" => analysis.score?.to_string(),
        "bound" => {
            let to_move = context.mover(analysis)?;
            let arrow = ARROWS.into_iter().find(|arrow| Some(bound(*arrow, to_move)) == analysis.bound);
            arrow?.to_string()
        }
        "situation" => situation(analysis.score?).to_string(),
        "signed-mate" => signed_mate(analysis.mate.as_ref()?)?,
        "mate" => mate(analysis.mate.as_ref()?)?,
        "engine" => analysis.engine.clone()?,
        _ => return line::write(name, analysis, context),
    })
}

/// The arrows of ShogiGUI after a score that is a bound.
pub(super) const ARROWS: [char; 2] = ['↑', '↓'];

/// Returns the kind of bound of an arrow. ShogiGUI writes the score from Black's point of view, and the arrow as the engine stated it:
/// from the point of view of the player to move.
pub(super) fn bound(arrow: char, to_move: Color) -> Bound {
    if (arrow == '↑') == (to_move == Color::Black) { Bound::Lower } else { Bound::Upper }
}

/// Returns a time in minutes, seconds and a tenth: `00:15.9`. `None` if it has more digits.
pub(super) fn time(time: Duration) -> Option<String> {
    let tenths = time.subsec_millis() / 100;
    let is_exact = time.subsec_nanos() == tenths * 100_000_000;
    is_exact.then(|| format!("{:02}:{:02}.{tenths}", time.as_secs() / 60, time.as_secs() % 60))
}

fn signed_mate(mate: &Mate) -> Option<String> {
    let sign = match mate.winner {
        Seat::First => "+詰",
        Seat::Second => "-詰",
        Seat::Other(_) => return None,
    };
    Some(mate.plies.map_or_else(|| sign.to_string(), |plies| format!("{sign} {plies}")))
}

fn mate(mate: &Mate) -> Option<String> {
    let winner = match mate.winner {
        Seat::First => "先手勝ち",
        Seat::Second => "後手勝ち",
        Seat::Other(_) => return None,
    };
    Some(mate.plies.map_or_else(|| winner.to_string(), |plies| format!("{winner}:{plies}手")))
}

/// Returns the words of ShogiHome for a score.
pub(super) fn situation(score: Decimal) -> &'static str {
    let words = [(1500, "先手勝勢"), (600, "先手優勢"), (400, "先手有利"), (200, "先手有望"), (-200, "互角")];
    let more = [(-400, "後手有望"), (-600, "後手有利"), (-1500, "後手優勢")];
    let found = words.into_iter().chain(more).find(|(least, _)| score >= Decimal::from(*least));
    found.map_or("後手勝勢", |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn situations_have_thresholds() {
        for (score, words) in [
            (1500, "先手勝勢"),
            (1499, "先手優勢"),
            (600, "先手優勢"),
            (400, "先手有利"),
            (210, "先手有望"),
            (158, "互角"),
            (-200, "互角"),
            (-201, "後手有望"),
            (-401, "後手有利"),
            (-1500, "後手優勢"),
            (-1501, "後手勝勢"),
        ] {
            assert_eq!(situation(Decimal::from(score)), words, "{score}");
        }
    }

    #[test]
    fn times_have_one_decimal() {
        let text = |millis| time(Duration::from_millis(millis));
        assert_eq!(text(800).as_deref(), Some("00:00.8"));
        assert_eq!(text(7_200_000).as_deref(), Some("120:00.0"));
        assert_eq!(text(850), None);
    }
}
