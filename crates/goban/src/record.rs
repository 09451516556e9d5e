//! The most common queries of a record of go.

use crate::{Action, Color, Go, Move};
use kifu_core::{Player, Record};

/// The players and the moves of a record of go.
///
/// ```
/// use kifu_core::{Node, Record};
/// use kifu_goban::{Action, Color, Go, GoRecord, Move, Point};
/// let mut record: Record<Go> = Record::default();
/// record.info.player_mut(Color::White.seat()).name = "Nils".into();
/// let at = Point::from_a1("Q16", record.setup.size).unwrap();
/// record.tree.add(record.tree.root(), Node::new(Some(Action::from(Move::play(Color::Black, at)))));
/// assert_eq!(record.white().map(|player| player.name.as_str()), Some("Nils"));
/// assert!(record.main_line().map(|played| played.to_a1(record.setup.size)).eq(["B Q16"]));
/// ```
pub trait GoRecord {
    /// Returns the player of the black stones, if the record has data about the player.
    fn black(&self) -> Option<&Player>;

    /// Returns the player of the white stones, if the record has data about the player.
    fn white(&self) -> Option<&Player>;

    /// Returns the moves of the main line, in order.
    fn main_line(&self) -> impl Iterator<Item = Move>;
}

impl GoRecord for Record<Go> {
    fn black(&self) -> Option<&Player> {
        self.info.player(&Color::Black.seat())
    }

    fn white(&self) -> Option<&Player> {
        self.info.player(&Color::White.seat())
    }

    fn main_line(&self) -> impl Iterator<Item = Move> {
        self.moves().filter_map(Action::as_move)
    }
}

#[cfg(test)]
mod tests {
    use crate::Go;
    use kifu_core::Node;

    /// A file may have millions of plain moves. With the links of the tree, which take 16 bytes, a node takes 48: 16 for the action,
    /// 8 for the time and 8 for the pointer to rarer data. A larger node makes each reader slower and collections larger.
    #[test]
    fn a_node_is_small() {
        assert!(size_of::<Node<Go>>() <= 32, "{}", size_of::<Node<Go>>());
    }
}
