//! Checks the variations of a record: those that begin with the same move, and those that seem to be one move too deep.

use super::Reader;
use crate::{Property, codes};
use alloc::{
    collections::BTreeSet,
    format,
    string::{String, ToString},
};
use kifu_core::{Diagnostics, NodeId, Record, Span};
use kifu_goban::{Action, Color, Go, Move};

/// What to do about equal variations.
const JOIN: &str = "join the variations after what they have in common";

impl Reader<'_> {
    /// Reports the odd variations of the record.
    pub(super) fn report_variations(&mut self) {
        // In a record with variations at the usual place, a variation by the player who just moved is an ordinary one: the other player
        // plays elsewhere.
        let reports_level = !self.has_usual_variations();
        for fork in self.record.tree.preorder().filter(|&node| self.record.tree.is_fork(node)) {
            let before = played(&self.record, fork);
            let first = self.record.tree.first_child(fork).and_then(|child| played(&self.record, child));
            let mut seen = BTreeSet::new();
            let mut setups = BTreeSet::new();
            for child in self.record.tree.children(fork) {
                if let Some(Action::Edit(edit)) = &self.record.tree[child].action {
                    if !setups.insert(edit.to_string()) {
                        let at = self.place_of(child, |name| matches!(name, "AB" | "AW" | "AE" | "PL"));
                        self.diagnostics
                            .report(
                                &codes::EQUAL_VARIATIONS,
                                at,
                                || "this variation begins with the same setup as an earlier one; both are kept",
                            )
                            .help(JOIN);
                    }
                    continue;
                }
                let Some(played) = played(&self.record, child) else { continue };
                // The other player answers in the first variation, so this one was meant to replace the move before.
                let is_too_deep = reports_level
                    && before.is_some_and(|before| before.color == played.color)
                    && first.is_some_and(|first| first.color != played.color);
                let is_new = seen.insert((played.color.letter(), played.at));
                if is_new && !is_too_deep {
                    continue;
                }
                let letter = played.color.letter();
                let at = self.place_of(child, |name| name.starts_with(letter));
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

    /// Returns true if a fork has two variations by the player whose turn it is.
    fn has_usual_variations(&self) -> bool {
        let tree = &self.record.tree;
        let color = |node| played(&self.record, node).map(|played| played.color);
        tree.preorder().filter(|&fork| tree.is_fork(fork)).any(|fork| {
            let mut colors = tree.children(fork).filter_map(color);
            let first = colors.next();
            first != color(fork) && colors.any(|other| Some(other) == first)
        })
    }

    /// Returns the place of the first property of a node whose identifier fits.
    fn place_of(&self, node: NodeId, fits: impl Fn(&str) -> bool) -> Span {
        let start = self.starts[node.index()];
        let nodes = &self.game.game.nodes;
        let index = nodes.partition_point(|node| node.start <= start).saturating_sub(1);
        let property = self.game.node(index).properties().find(|property| fits(&property.identifier()));
        property.map_or(Span { start, end: start + 1 }, Property::span)
    }
}

/// Reports a variation that begins with the same move as an earlier one.
pub(super) fn report_equal(diagnostics: &mut Diagnostics, at: Span, player: &str, played: impl FnOnce() -> String) {
    let report = diagnostics.report(&codes::EQUAL_VARIATIONS, at, || {
        let played = played();
        format!("this variation begins with the same move as an earlier one, {player} {played}; both are kept")
    });
    report.help(JOIN);
}

/// Returns the move of a node.
fn played(record: &Record<Go>, node: NodeId) -> Option<Move> {
    match record.tree[node].action {
        Some(Action::Move(played)) => Some(played),
        _ => None,
    }
}
