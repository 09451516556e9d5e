use crate::{Play, steps::steps, walk::Walk};
use kifu_core::{Node, NodeId, Preferences, Record, Seat};

/// A cursor: a place in a record, and the position there.
///
/// At each node the cursor remembers the child that it last visited, by a step or by a jump; [`Cursor::forward`] goes there again,
/// unless the [preferences](Cursor::preferences) of the record ask for the first child.
/// The cursor stores a position every 32 plies of the nodes that it visited, and in very long records less often: at most 512
/// positions. A jump plays at most 31 plies, or in such a record more, plus the distance between the target and the nearest visited
/// place. To find its way it follows as many links as there are nodes on the way.
///
/// ```
/// use kifu_core::{Node, Record};
/// use kifu_goban::{Color, Go, Move, Point};
/// use kifu_rules::Cursor;
/// let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
/// let mut record: Record<Go> = Record::default();
/// let first = record.tree.add(record.tree.root(), play(Color::Black, "pd"));
/// record.tree.add(first, play(Color::White, "dp"));
/// record.tree.add(first, play(Color::White, "dd")); // a variation
///
/// let mut cursor = Cursor::new(&record);
/// cursor.forward();
/// cursor.variation(1);
/// assert_eq!(cursor.position().stone(Point::from_sgf("dd").unwrap()), Some(Color::White));
/// ```
pub struct Cursor<'r, G: Play> {
    record: &'r Record<G>,
    walk: Walk<G>,
}

impl<'r, G: Play> Cursor<'r, G> {
    /// Creates a cursor at the root.
    #[must_use]
    pub fn new(record: &'r Record<G>) -> Self {
        Self { record, walk: Walk::new(record) }
    }

    /// Returns the record.
    #[must_use]
    pub fn record(&self) -> &'r Record<G> {
        self.record
    }

    steps!("Cursor", "Cursor::new(&record)");
}
