//! The most common queries of a record of shogi.

use crate::{Action, Color, Move, Shogi};
use kifu_core::{NodeId, Outcome, Player, Record};

/// The players, the moves and the result of a record of shogi.
///
/// ```
/// use kifu_core::{Node, Record};
/// use kifu_shogiban::{Action, Color, Ending, Move, Shogi, ShogiRecord};
/// let mut record: Record<Shogi> = Record::default();
/// record.info.player_mut(Color::White.seat()).name = "よる".into();
/// let played: Move = "☗７六歩(77)".parse().unwrap();
/// let node = record.tree.add(record.tree.root(), Node::new(Some(played.into())));
/// record.tree.add(node, Node::new(Some(Action::from(Ending::Resignation))));
/// assert_eq!(record.white().map(|player| player.name.as_str()), Some("よる"));
/// assert!(record.main_line().eq([played]));
/// assert_eq!(record.to_move(node), Color::White);
/// ```
pub trait ShogiRecord {
    /// Returns Black (先手, 下手), if the record has data about the player.
    fn black(&self) -> Option<&Player>;

    /// Returns White (後手, 上手), if the record has data about the player.
    fn white(&self) -> Option<&Player>;

    /// Returns the moves of the main line, in order.
    fn main_line(&self) -> impl Iterator<Item = Move>;

    /// Returns the player who moves after a node.
    ///
    /// ```
    /// use kifu_core::Record;
    /// use kifu_shogiban::{Color, Handicap, Shogi, ShogiRecord};
    /// let record: Record<Shogi> = Record::new(Handicap::Rook.setup());
    /// assert_eq!(record.to_move(record.tree.root()), Color::White);
    /// ```
    fn to_move(&self, node: NodeId) -> Color;

    /// Returns the result that the ending of the main line states. `None` if there is no ending, or if it decides nothing.
    ///
    /// ```
    /// use kifu_core::{Node, Outcome, Record, Termination};
    /// use kifu_shogiban::{Action, Ending, Shogi, ShogiRecord};
    /// let mut record: Record<Shogi> = Record::default();
    /// record.tree.add(record.tree.root(), Node::new(Some(Action::from(Ending::Impasse))));
    /// assert_eq!(record.ending_outcome(), Some(Outcome::Draw(Termination::Impasse)));
    /// ```
    fn ending_outcome(&self) -> Option<Outcome>;
}

impl ShogiRecord for Record<Shogi> {
    fn black(&self) -> Option<&Player> {
        self.info.player(&Color::Black.seat())
    }

    fn white(&self) -> Option<&Player> {
        self.info.player(&Color::White.seat())
    }

    fn main_line(&self) -> impl Iterator<Item = Move> {
        self.moves().filter_map(Action::as_move)
    }

    fn to_move(&self, node: NodeId) -> Color {
        // The turns after the last action that names its player.
        let mut turns = 0;
        let path = core::iter::once(node).chain(self.tree.ancestors(node));
        for action in path.filter_map(|node| self.tree[node].action.as_ref()) {
            match Color::ALL.map(|to_move| action.mover(to_move)) {
                [Some(mover), Some(other)] if mover == other => return turned(mover.opponent(), turns),
                [mover, _] => turns += usize::from(mover.is_some()),
            }
        }
        turned(self.setup.to_move, turns)
    }

    fn ending_outcome(&self) -> Option<Outcome> {
        let main_line = self.tree.main_line();
        let ending = |node| self.tree[node].action.as_ref().and_then(Action::as_ending).map(|ending| (node, ending));
        let (node, ending) = main_line.filter_map(ending).last()?;
        ending.outcome(self.to_move(node), self.setup.to_move)
    }
}

fn turned(color: Color, turns: usize) -> Color {
    if turns.is_multiple_of(2) { color } else { color.opponent() }
}

#[cfg(test)]
mod tests {
    use crate::{Action, Shogi};
    use kifu_core::Node;

    /// A file may have millions of moves. With the links of the tree, which take 16 bytes, a node takes 48, as in go.
    #[test]
    fn a_node_is_small() {
        assert!(size_of::<Action>() <= 16, "{}", size_of::<Action>());
        assert!(size_of::<Node<Shogi>>() <= 32, "{}", size_of::<Node<Shogi>>());
    }
}
