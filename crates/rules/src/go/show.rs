//! How positions of go are shown.

use super::{
    Board,
    end::End,
    judge::rules_name,
    score::{Count, Score},
};
use crate::{
    BoardStyle, BoardText, BoardTextKind, Cursor, Fact, FactValue, Judge, ScoreError, ScoreReport, ScoreRequest, Show,
    Solutions,
};
use alloc::{
    collections::BTreeSet,
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use kifu_core::{Decimal, NodeId, Parsed, Record};
use kifu_goban::{
    Action, Color, Diagram, Go, Mark, Point, Points,
    diagram::{Options, SpanKind, TextStyle},
    rules::{PRESETS, Rules},
};

impl Show for Go {
    fn board(at: &Cursor<'_, Self>, style: BoardStyle) -> Vec<BoardText> {
        let options = Options::new().with_full_board(style.full_board);
        let stone = |point| at.position().stone(point);
        let mut diagram = Diagram::of_record(at.record(), at.path(), stone, &options);
        following(at).into_iter().for_each(|mark| diagram.add_mark(&mark));
        parts(&diagram, style)
    }

    fn position_facts(board: &Board) -> Vec<Fact> {
        let captures = FactValue::Numbers(by_color(|color| Decimal::from(i64::from(board.captured_by(color)))));
        vec![Fact::new("captures", captures), Fact::new("hash", FactValue::Text(format!("{:016x}", board.hash())))]
    }

    /// Scores the position by the rules of the request, or else those of the record, or else by Tromp-Taylor rules. The dead stones
    /// are those of the request, with their chains, or else those that the marks of territory in the last node decide.
    fn score(record: &Record<Go>, request: &ScoreRequest) -> Option<Result<ScoreReport, ScoreError>> {
        Some(report(record, request))
    }
}

/// Returns the marks of the moves that follow, if the preferences of the record ask for them: the next one, and those that lead to a
/// solution.
fn following(at: &Cursor<'_, Go>) -> Vec<Mark> {
    let tree = &at.record().tree;
    let mark = |kind: &str, node: NodeId| {
        let played = tree[node].action.as_ref().and_then(Action::as_move)?;
        let points = Points::from(played.at?);
        Some(Mark::Custom { kind: kind.into(), text: String::new(), points })
    };
    let solutions = at.preferences().show_solutions.then(|| Solutions::find(at.record(), tree.root()));
    let leading = solutions.iter().flat_map(|solutions| {
        tree.children(at.node()).filter(|&child| solutions.leads_to(child)).filter_map(|child| mark("solution", child))
    });
    at.marked_next().and_then(|next| mark("next move", next)).into_iter().chain(leading).collect()
}

fn report(record: &Record<Go>, request: &ScoreRequest) -> Result<ScoreReport, ScoreError> {
    let size = record.setup.size;
    let (text, rules): (&str, Rules) = match &request.rules {
        Some(name) => {
            let rules = name.parse().map_err(|_| {
                let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
                ScoreError::new(format!("unknown rule set {name:?}; the rule sets are: {}", names.join(", ")))
            })?;
            (name, rules)
        }
        None => match Go::rules(&record.terms) {
            Some(Parsed::Value(rules)) => (&record.terms.rules, rules),
            _ => ("", Rules::default()),
        },
    };
    let point = |name: &String| {
        let error =
            || ScoreError::new(format!("{name:?} is not a point of the {size} board; a point is written as D4"));
        Point::from_a1(name.trim(), size).ok_or_else(error)
    };
    let dead = request.dead.as_ref().map(|names| names.iter().map(point).collect::<Result<Points, _>>()).transpose()?;
    let score = End::of(record).score(&rules, dead).map_err(|error| ScoreError::new(error.to_string()))?;
    let counts = |count: Count| FactValue::Numbers(by_color(|color| Decimal::from(i64::from(count.of(color)))));
    let names = |points: &Points| {
        FactValue::Names(points.iter().collect::<BTreeSet<_>>().iter().map(|at| at.to_a1(size)).collect())
    };
    let row = |y: u8| {
        let letter = |x: u8| match Point::new(x, y).and_then(|at| score.owner(at)) {
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
            None => '.',
        };
        (0..size.width()).map(letter).collect()
    };
    let facts = vec![
        Fact::new("rules", FactValue::Text(rules_name(text, &rules))),
        Fact::new("result", FactValue::Text(score.text())),
        Fact::new("area", counts(score.area)),
        Fact::new("territory", counts(score.territory)),
        Fact::new("captures", counts(score.captures)),
        Fact::new("dead", names(&score.dead)),
        Fact::new("seki", names(&score.seki)),
        Fact::new("dame", names(&score.dame)),
        Fact::new("points", FactValue::Rows((0..size.height()).map(row).collect())),
    ];
    Ok(ScoreReport::new(facts, board(record, &score, request.ascii)))
}

/// Returns the last position with the points of both players. Living stones are not marked.
fn board(record: &Record<Go>, score: &Score, ascii: bool) -> Vec<BoardText> {
    let end = End::of(record).board;
    let mut diagram = Diagram::new(end.size(), |at| end.stone(at));
    for color in [Color::Black, Color::White] {
        let is_owned = |at: &Point| score.owner(*at) == Some(color) && end.stone(*at) != Some(color);
        let points: Points = end.size().rect().iter().filter(is_owned).collect();
        diagram.add_mark(&Mark::Territory(color, points));
    }
    parts(&diagram, BoardStyle::default().with_ascii(ascii))
}

/// Returns a number for each player.
pub(super) fn by_color(number: impl Fn(Color) -> Decimal) -> Vec<(alloc::borrow::Cow<'static, str>, Decimal)> {
    [Color::Black, Color::White].map(|color| (color.to_string().into(), number(color))).into()
}

/// Returns the text of a diagram in parts.
pub(super) fn parts(diagram: &Diagram, style: BoardStyle) -> Vec<BoardText> {
    let mut parts: Vec<BoardText> = Vec::new();
    let style = if style.ascii { TextStyle::Ascii } else { TextStyle::Unicode };
    diagram.write_with(style, |span| {
        let kind = match span.kind {
            SpanKind::Coordinate => BoardTextKind::Coordinate,
            SpanKind::Grid => BoardTextKind::Grid,
            SpanKind::Stone(color) => BoardTextKind::Piece(color.seat()),
            SpanKind::LastMove => BoardTextKind::LastMove,
            SpanKind::Mark => BoardTextKind::Mark,
            SpanKind::Label => BoardTextKind::Label,
            SpanKind::Territory(color) => BoardTextKind::Territory(color.seat()),
            SpanKind::Note => BoardTextKind::Note,
            _ => BoardTextKind::Space,
        };
        match parts.last_mut().filter(|last| last.kind == kind) {
            Some(last) => last.text.push_str(span.text),
            None => parts.push(BoardText::new(kind, span.text)),
        }
    });
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_core::{NamedValue, Node};
    use kifu_goban::Move;

    #[test]
    fn the_moves_that_follow_are_marked_if_the_record_asks_for_it() {
        let mut record: Record<Go> = Record::default();
        let root = record.tree.root();
        for (at, solution) in [("dd", false), ("qq", true)] {
            let played = Move::play(Color::Black, Point::from_sgf(at).unwrap());
            let node = record.tree.add(root, Node::new(Some(played.into())));
            record.tree[node].details_mut().judgement.solution = solution;
        }
        let notes = |record: &Record<Go>| -> Vec<String> {
            let board = Go::board(&Cursor::new(record), BoardStyle::default());
            let text: String = board.iter().map(|part| &*part.text).collect();
            text.lines().filter(|line| line.contains(" at ")).map(ToString::to_string).collect()
        };
        assert_eq!(notes(&record), [""; 0]);
        record.info.display.push(NamedValue::new("showNextMove", "true"));
        assert_eq!(notes(&record), ["1: next move at D16"]);
        record.info.display.push(NamedValue::new("showSolutions", "true"));
        assert_eq!(notes(&record), ["1: next move at D16", "2: solution at R3"]);
    }
}
