//! An analysis of an engine as the fields of an entry: `engine=KataGo`, `win-rate=0.62`, …, and at last `line` with an action per field.

use super::{seat_of, seat_text, seconds};
use crate::{AnalysedPosition, Analysis, Bound, Decimal, Game, Mate};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt::Display, str::FromStr};

/// The field before the actions of the best line.
const LINE: &str = "line";

/// The value of `position` for the position before the action of the node.
const BEFORE: &str = "before";

/// Returns the fields of an analysis. Returns `None` if the game cannot parse an action of the line.
pub(super) fn fields<G: Game>(analysis: &Analysis<G>) -> Option<Vec<String>> {
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
        notation,
    } = analysis;
    let mut out = Fields(Vec::new());
    out.add("position", (*position == AnalysedPosition::Before).then_some(BEFORE).as_ref());
    out.add("engine", engine.as_ref());
    out.add("rank", rank.as_ref());
    out.add("score", score.as_ref());
    out.add("bound", bound.map(bound_text).as_ref());
    out.add("score-deviation", score_deviation.as_ref());
    out.add("mate", mate.as_ref().map(mate_text).as_ref());
    out.add("win-rate", win_rate.as_ref());
    out.add("loss-rate", loss_rate.as_ref());
    out.add("draw-rate", draw_rate.as_ref());
    out.add("prior", prior.as_ref());
    out.add("depth", depth.as_ref());
    out.add("selective-depth", selective_depth.as_ref());
    out.add("visits", visits.as_ref());
    out.add("nodes", nodes.as_ref());
    out.add("time", time.map(Decimal::from_duration).as_ref());
    out.add("tail", Some(tail).filter(|tail| !tail.is_empty()));
    out.add("notation", notation.as_ref());
    let Fields(mut fields) = out;
    if !line.is_empty() {
        fields.push(LINE.to_string());
        for action in line {
            let text = action.to_string();
            if G::parse_action(&text).as_ref() != Some(action) {
                return None;
            }
            fields.push(text);
        }
    }
    Some(fields)
}

/// Parses the fields of an analysis. Returns `None` if a field is unknown, repeated or invalid.
pub(super) fn parse<G: Game>(fields: &[String]) -> Option<Analysis<G>> {
    let mut analysis = Analysis::default();
    // SGF writes an entry without fields with an empty one.
    if let [only] = fields
        && only.is_empty()
    {
        return Some(analysis);
    }
    let line = fields.iter().position(|field| field == LINE);
    let (named, line) = fields.split_at(line.unwrap_or(fields.len()));
    for field in named {
        let (name, text) = field.split_once('=')?;
        let is_read = match name {
            "position" if text == BEFORE && analysis.position == AnalysedPosition::After => {
                analysis.position = AnalysedPosition::Before;
                true
            }
            "engine" => fill(&mut analysis.engine, Some(text.to_string())),
            "rank" => fill(&mut analysis.rank, number(text)),
            "score" => fill(&mut analysis.score, number(text)),
            "bound" => fill(&mut analysis.bound, bound(text)),
            "score-deviation" => fill(&mut analysis.score_deviation, number(text)),
            "mate" => fill(&mut analysis.mate, mate(text)),
            "win-rate" => fill(&mut analysis.win_rate, number(text)),
            "loss-rate" => fill(&mut analysis.loss_rate, number(text)),
            "draw-rate" => fill(&mut analysis.draw_rate, number(text)),
            "prior" => fill(&mut analysis.prior, number(text)),
            "depth" => fill(&mut analysis.depth, number(text)),
            "selective-depth" => fill(&mut analysis.selective_depth, number(text)),
            "visits" => fill(&mut analysis.visits, number(text)),
            "nodes" => fill(&mut analysis.nodes, number(text)),
            "time" => fill(&mut analysis.time, seconds(text)),
            "tail" if analysis.tail.is_empty() => {
                analysis.tail = text.to_string();
                true
            }
            "notation" => fill(&mut analysis.notation, Some(text.to_string().into())),
            _ => false,
        };
        if !is_read {
            return None;
        }
    }
    analysis.line = line.iter().skip(1).map(|text| G::parse_action(text)).collect::<Option<_>>()?;
    Some(analysis)
}

struct Fields(Vec<String>);

impl Fields {
    fn add(&mut self, name: &str, value: Option<&impl Display>) {
        self.0.extend(value.map(|value| format!("{name}={value}")));
    }
}

fn fill<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let is_free = place.is_none() && value.is_some();
    if is_free {
        *place = value;
    }
    is_free
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn bound_text(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

fn bound(text: &str) -> Option<Bound> {
    [Bound::Lower, Bound::Upper].into_iter().find(|bound| bound_text(*bound) == text)
}

/// Returns a text such as `first`, or `5 second` for a mate in five plies.
fn mate_text(mate: &Mate) -> String {
    let winner = seat_text(&mate.winner);
    match mate.plies {
        Some(plies) => format!("{plies} {winner}"),
        None => winner,
    }
}

fn mate(text: &str) -> Option<Mate> {
    // The name of another seat starts with `=`.
    let parts = text.split_once(' ').filter(|(plies, _)| plies.starts_with(|c: char| c.is_ascii_digit()));
    let (plies, winner) = parts.map_or((None, text), |(plies, winner)| (Some(plies), winner));
    let mut mate = Mate::by(seat_of(winner));
    if let Some(plies) = plies {
        mate.plies = Some(plies.parse().ok()?);
    }
    (seat_text(&mate.winner) == winner).then_some(mate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Node, Seat, SlotEntry, toy::Toy};
    use alloc::vec;
    use core::time::Duration;

    /// Returns the analysis after writing and reading it as an entry.
    fn read_back(analysis: &Analysis<Toy>) -> Vec<Analysis<Toy>> {
        let mut node: Node<Toy> = Node::default();
        node.details_mut().analyses = vec![analysis.clone()];
        let mut read: Node<Toy> = Node::default();
        for entry in SlotEntry::of_node(&node, &["analysis"]) {
            assert!(entry.read_into_node(&mut read), "{entry:?}");
        }
        read.details().map(|details| details.analyses.clone()).unwrap_or_default()
    }

    #[test]
    fn every_member_comes_back() {
        let mut analysis: Analysis<Toy> = Analysis::default();
        assert_eq!(read_back(&analysis), [analysis.clone()]);
        analysis.engine = Some("KataGo = 1:2".into());
        analysis.rank = Some(2);
        analysis.score = Some(Decimal::new(-350, 2));
        analysis.bound = Some(Bound::Upper);
        analysis.position = AnalysedPosition::Before;
        analysis.score_deviation = Some(Decimal::new(124, 1));
        analysis.loss_rate = Some(Decimal::new(37, 2));
        analysis.draw_rate = Some(Decimal::new(0, 2));
        analysis.prior = Some(Decimal::new(1_412, 4));
        let mut mate = Mate::by(Seat::Other("5 first".into()));
        mate.plies = Some(7);
        analysis.mate = Some(mate);
        analysis.win_rate = Some(Decimal::new(6_210, 4));
        analysis.depth = Some(20);
        analysis.selective_depth = Some(31);
        analysis.visits = Some(u64::MAX);
        analysis.nodes = Some(0);
        analysis.time = Some(Duration::from_millis(1_500));
        analysis.line = vec![7, 3];
        analysis.tail = "line=".into();
        analysis.notation = Some("line".into());
        let read = read_back(&analysis);
        assert_eq!(read, [analysis.clone()]);
        // The digits and the notation come back too, which equality does not compare.
        assert_eq!(read[0].notation, analysis.notation);
        assert_eq!(read[0].win_rate.map(|rate| rate.to_string()).as_deref(), Some("0.6210"));
        for winner in [Seat::First, Seat::Second, Seat::Other("first".into()), Seat::Other(String::new())] {
            analysis.mate = Some(Mate::by(winner));
            assert_eq!(read_back(&analysis), [analysis.clone()]);
        }
    }

    #[test]
    fn a_line_that_the_game_cannot_parse_is_not_written() {
        // The toy game parses numbers below 100.
        let analysis: Analysis<Toy> = Analysis { line: vec![200], ..Analysis::default() };
        assert!(read_back(&analysis).is_empty());
    }

    #[test]
    fn other_fields_are_refused() {
        for fields in [
            &["engine"][..],
            &["engine=a", "engine=b"],
            &["tail=a", "tail=b"],
            &["notation=a", "notation=b"],
            &["rank=first"],
            &["position=after"],
            &["position=before", "position=before"],
            &["bound=both"],
            &["mate=5"],
            &["mate=5 third"],
            &["policy=0.1"],
            &["", "engine=a"],
            &["line", "seven"],
        ] {
            let entry = SlotEntry::new("analysis", fields.iter().map(ToString::to_string).collect());
            let mut node: Node<Toy> = Node::default();
            assert!(!entry.read_into_node(&mut node), "{fields:?}");
            assert!(node.is_empty());
        }
    }
}
