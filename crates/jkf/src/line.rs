//! What a line of play states besides the position: the square of the last move, and the time of each player.

use core::time::Duration;
use kifu_core::Node;
use kifu_shogiban::{Color, Shogi, Square};

/// The state of a line before a node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Line {
    /// The square of the last move, for 同.
    pub(crate) last_to: Option<Square>,
    totals: [Duration; 2],
}

impl Line {
    /// Returns the time that a player has used.
    pub(crate) fn total(&self, color: Color) -> Duration {
        self.totals[color as usize]
    }

    /// Goes past a node. `to_move` is the player to move before it.
    pub(crate) fn play(&mut self, node: &Node<Shogi>, to_move: Color) {
        let played = node.action.as_ref().and_then(kifu_shogiban::Action::as_move);
        self.last_to = played.map(|played| played.to).or(self.last_to);
        let mover = played.map_or(to_move, |played| played.color);
        let total = &mut self.totals[mover as usize];
        *total = total.saturating_add(node.spent.get().unwrap_or_default());
        if let Some(stated) = node.details().and_then(|details| details.clock.total) {
            *total = stated;
        }
    }
}
