//! Corrections of illegal moves: the only change of one coordinate that makes the rest of the game legal.
//!
//! Method: each illegal move is replaced by each move that differs in one coordinate, and the nodes below it are judged until the
//! first fault. The last illegal moves come first, because those before them cannot be corrected alone. The number of moves that are
//! judged for a game is limited to [`JUDGED_PER_NODE`] times its size, plus [`JUDGED_AT_LEAST`], and to [`MAX_JUDGED`].

use super::{IllegalMove, check::RulesOfGame};
use crate::{Judge, Play, Review};
use alloc::{string::String, vec::Vec};
use kifu_core::{Edits, GameInFile, Node, NodeId, Part, Record, Severity, Span};
use kifu_goban::{Action, Go, Move, Point};

/// An illegal move in the middle of a game of 300 moves needs about 36 × 150.
const JUDGED_PER_NODE: usize = 40;
const JUDGED_AT_LEAST: usize = 1_000;
const MAX_JUDGED: usize = 100_000;

/// The number of positions of a history whose copy takes about as long as judging a move.
const COPIED_PER_JUDGED: usize = 8;

/// A move that probably was meant.
pub(super) struct Correction {
    pub(super) played: Move,
    /// The change of the text, if the format writes the move as the file does.
    pub(super) edits: Option<Edits>,
}

/// The corrections of the illegal moves of a game, in their order.
pub(super) struct Corrections(Vec<Option<Correction>>);

impl Corrections {
    pub(super) fn find(game: &GameInFile<'_, Go>, rules: &RulesOfGame, illegal: &[(NodeId, IllegalMove)]) -> Self {
        let record = game.record;
        let mut budget = (JUDGED_PER_NODE * record.tree.len() + JUDGED_AT_LEAST).min(MAX_JUDGED);
        let mut found: Vec<Option<Move>> = illegal.iter().map(|_| None).collect();
        let faults =
            found.iter_mut().zip(illegal).rev().filter(|(_, (node, fault))| is_fault(record, rules, *node, fault));
        for (place, (node, fault)) in faults {
            if budget == 0 {
                break;
            }
            *place = only_legal(record, rules, *node, fault.played, &mut budget);
        }
        // All places are found together, so that the text is parsed once.
        let moves = illegal.iter().zip(&found).filter(|(_, found)| found.is_some());
        let wanted: Vec<_> = moves.map(|((node, _), _)| (*node, Part::Action)).collect();
        let mut spans = if wanted.is_empty() { Vec::new() } else { game.locate(&wanted) }.into_iter();
        let correction = |(played, (_, fault)): (Option<Move>, &(NodeId, IllegalMove))| {
            let played = played?;
            let edits = spans.next().flatten().and_then(|span| edits(game, span, fault.played, played));
            Some(Correction { played, edits })
        };
        Self(found.into_iter().zip(illegal).map(correction).collect())
    }

    pub(super) fn of(&self, index: usize) -> Option<&Correction> {
        self.0.get(index)?.as_ref()
    }
}

/// Returns the only move that differs from `played` in one coordinate, and with which the game is legal from `node` on.
fn only_legal(
    record: &Record<Go>,
    rules: &RulesOfGame,
    node: NodeId,
    played: Move,
    budget: &mut usize,
) -> Option<Move> {
    let at = played.at?;
    let path = record.tree.path(node);
    *budget = budget.saturating_sub(path.len());
    let mut position = Go::start(&record.setup);
    let mut history = super::History::default();
    Go::remember(&mut history, None, &position);
    for &above in &path[1..path.len() - 1] {
        if let Some(action) = &record.tree[above].action {
            Go::play_unchecked(&mut position, action);
            Go::remember(&mut history, Some(action), &position);
        }
    }
    let size = record.setup.size;
    let in_row = (0..size.width()).filter(|&x| x != at.x()).filter_map(|x| Point::new(x, at.y()));
    let in_column = (0..size.height()).filter(|&y| y != at.y()).filter_map(|y| Point::new(at.x(), y));
    let mut only = None;
    for other in in_row.chain(in_column) {
        let candidate = Move::play(played.color, other);
        let action = Action::Move(candidate);
        *budget = budget.checked_sub(1)?;
        if Go::judge(&position, &history, &rules.rules, &action).is_err() {
            continue;
        }
        // The copies take time in proportion to the path.
        *budget = budget.checked_sub(path.len() / COPIED_PER_JUDGED)?;
        let (mut after, mut known) = (position.clone(), history.clone());
        Go::play_unchecked(&mut after, &action);
        Go::remember(&mut known, Some(&action), &after);
        if is_legal_below(record, rules, node, (after, known), budget)? {
            if only.is_some() {
                return None;
            }
            only = Some(candidate);
        }
    }
    only
}

/// Returns true if an illegal move is reported as more than a note. `KO` in SGF, for example, allows the move.
fn is_fault(record: &Record<Go>, rules: &RulesOfGame, node: NodeId, fault: &IllegalMove) -> bool {
    Go::severity(fault, rules.are_stated, &record.tree[node]) > Severity::Note
}

/// Returns true if all moves below a node are legal. `None` if the budget is used up.
fn is_legal_below(
    record: &Record<Go>,
    rules: &RulesOfGame,
    node: NodeId,
    (position, history): (super::Board, super::History),
    budget: &mut usize,
) -> Option<bool> {
    let mut review = Review::below(record, node, position, history);
    while let Some(node) = review.advance() {
        *budget = budget.checked_sub(1)?;
        let Some(action) = &record.tree[node].action else { continue };
        if let Err(fault) = Go::judge(review.position(), review.history(), &rules.rules, action)
            && is_fault(record, rules, node, &fault)
        {
            return Some(false);
        }
    }
    Some(true)
}

/// Returns the change of the text that changes the move at `span`.
///
/// The format writes a game with each of the two moves. If the text of the first is that of the file, except for white space, the
/// difference between the two is the change.
fn edits(game: &GameInFile<'_, Go>, span: Span, from: Move, to: Move) -> Option<Edits> {
    let (old, new) = (written(game, from)?, written(game, to)?);
    let (old, new): (Vec<char>, Vec<char>) = (without_space(&old), without_space(&new));
    let text = game.source.slice(span);
    let there: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
    if !there.iter().map(|(_, c)| c).eq(&old) {
        return None;
    }
    let same_start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let same_end =
        old[same_start..].iter().rev().zip(new[same_start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (first, last) = (same_start, old.len() - same_end);
    let offset = |n: usize| there.get(n).map_or(text.len(), |(at, _)| *at);
    // The end of the last changed character, or the place of an insertion.
    let end = if last > first { offset(last - 1) + there[last - 1].1.len_utf8() } else { offset(first) };
    let start = span.start as usize;
    let replacement: String = new[same_start..new.len() - same_end].iter().collect();
    Some(Edits::one(Span::new(start + offset(first), start + end), replacement))
}

fn without_space(text: &str) -> Vec<char> {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns the text of a move in the format of a game.
fn written(game: &GameInFile<'_, Go>, played: Move) -> Option<String> {
    let mut record: Record<Go> = Record::new(kifu_goban::Setup::new(game.record.setup.size));
    let node = record.tree.add(record.tree.root(), Node::new(Some(played.into())));
    let text = game.format.write(&[record]).text;
    let source = kifu_core::Source::from_text("", &*text);
    let read = game.format.read(&source);
    let span = game.format.locate(&source, read.source_maps.first()?, &[(node, Part::Action)]);
    Some(source.slice(*span.first()?.as_ref()?).into())
}
