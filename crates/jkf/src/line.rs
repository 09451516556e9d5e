//! What a line of play states besides the position: the square of the last move, and the time of each player.

use core::time::Duration;
use kifu_core::Node;
use kifu_shogiban::{Action, Color, Shogi, Square};

/// The state of a line before a node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Line {
    /// The square of the last move, for 同.
    pub(crate) last_to: Option<Square>,
    totals: [Duration; 2],
    /// True for a player if the time of a move is not known, so that the next total is not either.
    unknown_totals: [bool; 2],
    /// True after a move that could not be read: from then on the position is not known.
    pub(crate) is_unread: bool,
    /// True after that, and after a move that may have a damaged key.
    pub(crate) is_doubtful: bool,
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

    /// Goes past a node. `action` is what the text has of its action, and `to_move` the player to move before it.
    pub(crate) fn play(&mut self, node: &Node<Shogi>, action: Option<&Action>, to_move: Color) {
        let mut mover = to_move;
        if let Some(action) = action {
            self.last_to = action.last_square(self.last_to);
            if let Some(player) = action.mover(to_move) {
                mover = player;
                self.is_unread |= action.as_move().is_none() && !action.is_pass();
                self.is_doubtful |= self.is_unread;
            }
        }
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
