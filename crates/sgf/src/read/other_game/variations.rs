//! Finds variations that begin with the same move.

use super::{Checker, nodes::NodeContent};
use crate::{
    Game,
    read::{messages::shown, variations::report_equal},
};
use alloc::{collections::BTreeSet, string::String};

/// The variations of a game.
#[derive(Default)]
pub(super) struct Variations {
    /// The nodes that several nodes follow.
    forks: BTreeSet<usize>,
    /// The moves after each fork: the fork, the letter of the player, and the move in its standard spelling.
    seen: BTreeSet<(usize, char, String)>,
}

impl Variations {
    pub(super) fn new(game: Game<'_>) -> Self {
        let parents = game.game.parents().enumerate();
        let others = parents.filter_map(|(node, parent)| parent.filter(|parent| parent + 1 != node));
        Self { forks: others.collect(), seen: BTreeSet::new() }
    }
}

impl<'a> Checker<'a, '_> {
    /// Reports a node that begins a variation with the same move as an earlier one. `parent` is the node that it follows.
    pub(super) fn variation(&mut self, parent: usize, content: &NodeContent<'a>) {
        if !self.variations.forks.contains(&parent) {
            return;
        }
        let Some(property) = content.first_move() else { return };
        let (letter, player) = if property.identifier() == "B" { ('B', "Black") } else { ('W', "White") };
        let played = self.spelled(property.values().next().unwrap_or_default());
        let key = (parent, letter, played);
        if self.variations.seen.contains(&key) {
            let (.., played) = key;
            report_equal(self.diagnostics, property.span(), player, || {
                if played.is_empty() { "pass".into() } else { shown(&played) }
            });
        } else {
            self.variations.seen.insert(key);
        }
    }
}
