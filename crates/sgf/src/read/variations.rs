//! Checks the variations of a record: those that begin with the same move, and those that seem to be one move too deep.

use super::Reader;
use crate::{Property, codes};
use alloc::{collections::BTreeSet, format, string::String};
use kifu_core::{Diagnostics, NodeId, Record, Span};
use kifu_goban::{Action, Color, Go, Move};

impl Reader<'_> {
    /// Reports the odd variations of the record.
    pub(super) fn report_variations(&mut self) {
        for fork in self.record.tree.preorder().filter(|&node| self.record.tree.is_fork(node)) {
            let before = played(&self.record, fork);
            let first = self.record.tree.first_child(fork).and_then(|child| played(&self.record, child));
            let mut seen = BTreeSet::new();
            for child in self.record.tree.children(fork) {
                let Some(played) = played(&self.record, child) else { continue };
                // The other player answers in the first variation, so this one was meant to replace the move before.
                let is_too_deep = before.is_some_and(|before| before.color == played.color)
                    && first.is_some_and(|first| first.color != played.color);
                let is_new = seen.insert((played.color.letter(), played.at));
                if is_new && !is_too_deep {
                    continue;
                }
                let at = self.place_of_move(child, played);
                let player = if played.color == Color::Black { "Black" } else { "White" };
                let point = || played.at.map_or_else(|| String::from("pass"), |at| at.to_a1(self.size));
                if !is_new {
                    report_equal(&mut self.diagnostics, at, player, point);
                }
                if is_too_deep {
                    self.diagnostics.report(&codes::VARIATION_LEVEL, at, || {
                        format!(
                            "this variation begins with {player} {}, after another move of {player}, but the first one begins with the answer. Perhaps it replaces the move before; kept here",
                            point()
                        )
                    });
                }
            }
        }
    }

    /// Returns the place of the move of a node.
    fn place_of_move(&self, node: NodeId, played: Move) -> Span {
        let start = self.starts[node.index()];
        let nodes = &self.game.game.nodes;
        let index = nodes.partition_point(|node| node.start < start);
        let name = played.color.letter();
        let property = self.game.node(index).properties().find(|property| property.identifier().starts_with(name));
        property.map_or(Span { start, end: start + 1 }, Property::span)
    }
}

/// Reports a variation that begins with the same move as an earlier one.
pub(super) fn report_equal(diagnostics: &mut Diagnostics, at: Span, player: &str, played: impl FnOnce() -> String) {
    diagnostics.report(&codes::EQUAL_VARIATIONS, at, || {
        let played = played();
        format!("this variation begins with the same move as an earlier one, {player} {played}; both are kept")
    });
}

/// Returns the move of a node.
fn played(record: &Record<Go>, node: NodeId) -> Option<Move> {
    match record.tree[node].action {
        Some(Action::Move(played)) => Some(played),
        _ => None,
    }
}
