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
    /// True for a player if the time of a move is not known, so that the next total is not either.
    unknown_totals: [bool; 2],
}

impl Line {
    /// Returns the time that a player has used.
    pub(crate) fn total(&self, color: Color) -> Duration {
        self.totals[color as usize]
    }

    /// Returns true if the times of all moves of a player are known.
    pub(crate) fn knows_total(&self, color: Color) -> bool {
        !self.unknown_totals[color as usize]
    }

    /// Goes past a node. `to_move` is the player to move before it.
    pub(crate) fn play(&mut self, node: &Node<Shogi>, to_move: Color) {
        let played = node.action.as_ref().and_then(kifu_shogiban::Action::as_move);
        self.last_to = played.map(|played| played.to).or(self.last_to);
        let mover = played.map_or(to_move, |played| played.color);
        let (total, unknown) = (&mut self.totals[mover as usize], &mut self.unknown_totals[mover as usize]);
        match node.spent.get() {
            Some(spent) => *total = total.saturating_add(spent),
            None => *unknown = true,
        }
        if let Some(stated) = node.details().and_then(|details| details.clock.total) {
            (*total, *unknown) = (stated, false);
        }
    }
}
