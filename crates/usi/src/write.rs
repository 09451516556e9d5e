//! From records to text.

use crate::{
    Notation, Usi, Variations,
    document::GROUP,
    moves::{self, Meaning, Origin, meaning},
    usen,
};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;
use kifu_core::{NodeId, Record};
use kifu_rules::shogi::{Position, Undo};
use kifu_shogiban::{Action, Setup, Shogi};

/// Appends the line of a record, or with one line for each line of play its lines and an empty one.
pub(crate) fn write(record: &Record<Shogi>, format: &Usi, out: &mut String) {
    match (format.notation, format.variations) {
        (Notation::Sfen, _) => _ = writeln!(out, "{}", record.setup),
        (Notation::Usen, _) => usen_line(record, out),
        (Notation::Position, Variations::None) => {
            let mut path = Path::new(record);
            for node in record.tree.main_line() {
                if !path.go_on(record, node) {
                    break;
                }
            }
            line(&record.setup, &path.words, out);
        }
        (Notation::Position, Variations::Lines) => lines(record, out),
    }
}

/// A line of play: what USI has of it, and the position after it.
struct Path {
    position: Position,
    /// What takes back each node.
    undos: Vec<Undo>,
    words: Vec<String>,
}

/// The lengths of a path.
#[derive(Clone, Copy)]
struct Mark {
    nodes: usize,
    words: usize,
}

impl Path {
    fn new(record: &Record<Shogi>) -> Self {
        Self { position: Position::new(&record.setup), undos: Vec::new(), words: Vec::new() }
    }

    fn mark(&self) -> Mark {
        Mark { nodes: self.undos.len(), words: self.words.len() }
    }

    fn go_back(&mut self, mark: Mark) {
        self.words.truncate(mark.words);
        while self.undos.len() > mark.nodes {
            if let Some(undo) = self.undos.pop() {
                self.position.undo(undo);
            }
        }
    }

    /// Goes past a node. Returns false before a move that would be read as another one, such as one of the player who is not to move: the
    /// line of play ends there.
    fn go_on(&mut self, record: &Record<Shogi>, node: NodeId) -> bool {
        let Some(action) = &record.tree[node].action else { return true };
        let word = match action {
            Action::Move(played) => {
                let word = played.to_usi().to_string();
                if meaning(&word, &self.position) != Meaning::Action(action.clone()) {
                    return false;
                }
                Some(word)
            }
            Action::Ending(ending) => moves::ending(*ending).map(String::from),
            action if action.is_pass() => Some(moves::PASS.into()),
            Action::Words(words) if Action::looks_like_move(words.as_str()) => {
                // What was not a move in a line of USI is written as it was.
                let word = words.as_str();
                let is_word = word.bytes().all(|byte| byte.is_ascii_graphic());
                if !is_word || matches!(meaning(word, &self.position), Meaning::Action(_)) {
                    return false;
                }
                Some(word.into())
            }
            // USI has no other words.
            _ => None,
        };
        self.undos.push(self.position.play_action(action));
        self.words.extend(word);
        true
    }
}

/// Appends a line of the protocol.
fn line(setup: &Setup, words: &[String], out: &mut String) {
    if *setup == Setup::default() {
        out.push_str("position startpos");
    } else {
        let _ = write!(out, "position sfen {setup}");
    }
    if !words.is_empty() {
        out.push_str(" moves");
    }
    for word in words {
        out.push(' ');
        out.push_str(word);
    }
    out.push('\n');
}

/// The largest number of words that the lines of play of a game have together, for each of its nodes, and the smallest such number. Each line
/// repeats the moves before it, so that nested variations would make a text of quadratic size.
const MOST_WORDS: usize = 64;
const LEAST_WORDS: usize = 1 << 16;

/// Appends a line for each line of play, after a line that names them, so that they are read as one game. If the words are too many, the last
/// variations are left out.
fn lines(record: &Record<Shogi>, out: &mut String) {
    let tree = &record.tree;
    if tree.preorder().any(|node| tree.is_fork(node)) {
        out.push_str(GROUP);
        out.push('\n');
    }
    let mut room = (MOST_WORDS * tree.len()).max(LEAST_WORDS);
    let mut path = Path::new(record);
    let mut waiting: Vec<(NodeId, Mark)> = [(tree.root(), path.mark())].into();
    while let Some((node, before)) = waiting.pop() {
        path.go_back(before);
        let goes_on = path.go_on(record, node);
        if !goes_on || tree.first_child(node).is_none() {
            let Some(left) = room.checked_sub(path.words.len()) else { break };
            room = left;
            line(&record.setup, &path.words, out);
            continue;
        }
        let children = waiting.len();
        waiting.extend(tree.children(node).map(|child| (child, path.mark())));
        waiting[children..].reverse();
    }
    out.push('\n');
}

/// Appends the line of USEN: the main line and then the variations, the last one first.
fn usen_line(record: &Record<Shogi>, out: &mut String) {
    out.push_str(&usen::write_setup(&record.setup));
    let tree = &record.tree;
    let mut path = Path::new(record);
    // A node, the path before it, and the number of moves in USEN.
    let mut waiting: Vec<(NodeId, Mark, usize)> = [(tree.root(), path.mark(), 0)].into();
    while let Some((mut node, before, start)) = waiting.pop() {
        path.go_back(before);
        let _ = write!(out, "~{start}.");
        let mut moves = start;
        let mut end = None;
        while path.go_on(record, node) {
            end = match &tree[node].action {
                Some(Action::Ending(ending)) => Some(usen::write_ending(*ending)),
                Some(action) => {
                    let digits = digits(action);
                    if matches!(action, Action::Words(_)) && digits.is_none() && action.is_pass() {
                        break;
                    }
                    moves += usize::from(digits.is_some());
                    out.extend(digits);
                    None
                }
                None => None,
            };
            let children = waiting.len();
            waiting.extend(tree.children(node).skip(1).map(|child| (child, path.mark(), moves)));
            waiting[children..].reverse();
            let Some(child) = tree.first_child(node) else { break };
            node = child;
        }
        out.push('.');
        out.extend(end);
    }
    out.push('\n');
}

/// Returns the digits of a move in USEN, also of one that leaves an empty square.
fn digits(action: &Action) -> Option<String> {
    let (origin, to, promotes) = match action {
        Action::Move(played) => {
            (played.from.map_or(Origin::Hand(played.kind), Origin::Board), played.to, played.promotes)
        }
        Action::Words(words) => moves::parse(words.as_str())?,
        _ => return None,
    };
    usen::write_move(origin, to, promotes)
}
