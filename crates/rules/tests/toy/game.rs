//! A small game: a row of numbers. A number captures the smaller ones at the end of the row and takes their place. 0 is an edit of
//! the position that empties the row. The game counts its steps.

use kifu_core::{
    CodeInfo, Degree, Game, MoveQuality, Node, NodeId, Parsed, PositionJudgement, PositionQuality, Record, Seat,
    Severity,
};
use kifu_rules::{Judge, Play};
use std::cell::Cell;

thread_local! {
    /// The number of actions played and undone, and of positions copied, in this thread.
    pub(crate) static STEPS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    STEPS.set(STEPS.get() + 1);
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Toy;

impl Game for Toy {
    const NAME: &'static str = "row of numbers";
    /// 0: no rules are stated. 1: no row may occur twice. 2: a row may occur twice. Other values: unknown rules.
    type Terms = u8;
    type Setup = u8;
    type Action = u8;
    type Mark = u8;

    fn is_move(action: &u8) -> bool {
        *action != 0
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) numbers: Vec<u8>,
    pub(crate) moves: u32,
}

impl Clone for Row {
    fn clone(&self) -> Self {
        count();
        Self { numbers: self.numbers.clone(), moves: self.moves }
    }
}

impl Play for Toy {
    type Position = Row;
    type Undo = (Vec<u8>, bool);

    fn start(setup: &u8) -> Row {
        Row { numbers: vec![*setup], moves: 0 }
    }

    fn play_unchecked(row: &mut Row, action: &u8) -> (Vec<u8>, bool) {
        count();
        row.moves += 1;
        let is_edit = *action == 0;
        let smaller = row.numbers.iter().rev().take_while(|number| is_edit || *number < action).count();
        let captured = row.numbers.split_off(row.numbers.len() - smaller);
        row.numbers.extend((!is_edit).then_some(*action));
        (captured, is_edit)
    }

    fn undo(row: &mut Row, (captured, is_edit): (Vec<u8>, bool)) {
        count();
        row.moves -= 1;
        if !is_edit {
            row.numbers.pop();
        }
        row.numbers.extend(captured);
    }

    fn to_move(row: &Row) -> Seat {
        if row.moves.is_multiple_of(2) { Seat::First } else { Seat::Second }
    }
}

/// The rule about repeated rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Repetition {
    #[default]
    Forbidden,
    Allowed,
}

pub(crate) static REPEATED: CodeInfo =
    CodeInfo::new("toy/repeated-row", Severity::Error, "a row that was there before", "A row must not come twice.");

impl Judge for Toy {
    type Rules = Repetition;
    /// The rows since the start, each with true if an edit made it.
    type History = Vec<(Vec<u8>, bool)>;
    type Fault = String;

    fn rules(terms: &u8) -> Option<Parsed<Repetition>> {
        match terms {
            0 => None,
            1 => Some(Parsed::Value(Repetition::Forbidden)),
            2 => Some(Parsed::Value(Repetition::Allowed)),
            _ => Some(Parsed::Text("house rules".into())),
        }
    }

    fn judge(row: &Row, history: &Vec<(Vec<u8>, bool)>, rules: &Repetition, action: &u8) -> Result<(), String> {
        let mut next = Row { numbers: row.numbers.clone(), moves: row.moves };
        Self::play_unchecked(&mut next, action);
        // After an edit, the history starts again.
        let first = history.iter().rposition(|(_, is_edit)| *is_edit).unwrap_or(0);
        let repeats = *action != 0 && history[first..].iter().any(|(numbers, _)| *numbers == next.numbers);
        if repeats && *rules == Repetition::Forbidden { Err(format!("{:?} again", next.numbers)) } else { Ok(()) }
    }

    fn remember(history: &mut Vec<(Vec<u8>, bool)>, action: Option<&u8>, row: &Row) {
        history.push((row.numbers.clone(), action == Some(&0)));
    }

    fn forget(history: &mut Vec<(Vec<u8>, bool)>) {
        history.pop();
    }

    fn code(_: &String) -> &'static CodeInfo {
        &REPEATED
    }

    fn codes() -> &'static [CodeInfo] {
        std::slice::from_ref(&REPEATED)
    }
}

/// Returns the position at a node, played from the start.
pub(crate) fn replay(record: &Record<Toy>, node: NodeId) -> Row {
    let mut row = Toy::start(&record.setup);
    for action in record.tree.path(node).into_iter().filter_map(|node| record.tree[node].action) {
        Toy::play_unchecked(&mut row, &action);
    }
    row
}

/// Creates a record of random shape: each pair adds a node with an action below a node near the end.
pub(crate) fn record(pairs: &[(u8, u8)]) -> Record<Toy> {
    let mut record = Record::new(3);
    for &(up, action) in pairs {
        let last = record.tree.node(record.tree.len() - 1).unwrap();
        // Mostly the last node, so that the lines get long.
        let parent = if up < 200 {
            last
        } else {
            record.tree.path(last)[record.tree.path(last).len() * usize::from(up - 200) / 56]
        };
        record.tree.add(parent, Node::new((action < 250).then_some(action % 9)));
    }
    record
}

/// Adds details to the nodes after the root: comments, marks, bookmarks and judgements, by the bits of one number for each node.
pub(crate) fn add_details(record: &mut Record<Toy>, numbers: &[u16]) {
    for (index, &bits) in numbers.iter().enumerate().take(record.tree.len() - 1) {
        let node = record.tree.node(index + 1).unwrap();
        let has = |bit: u16| bits & (1 << bit) != 0;
        let details = record.tree[node].details_mut();
        details.marks.extend(has(0).then_some(7));
        details.bookmark = has(1).then(String::new);
        details.judgement.of_move = has(2).then_some(MoveQuality::Good(Degree::Normal));
        let quality = if has(3) { PositionQuality::GoodForFirst } else { PositionQuality::GoodForSecond };
        details.judgement.of_position = has(4).then_some(PositionJudgement { quality, degree: Degree::Normal });
        if has(5) {
            details.comments.push(if has(6) { "Correct." } else { "Wrong." }.into());
        }
        details.judgement.solution = has(7);
    }
}
