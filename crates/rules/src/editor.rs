//! A record that is being edited, with a place in it and the position there.

use crate::{Play, steps::steps, walk::Walk};
use alloc::vec::Vec;
use kifu_core::{Node, NodeId, Preferences, Record, Seat};

mod change;

use change::Change;
pub use change::Entered;

/// A record that is being edited, with a place in it and the position there.
///
/// It goes through the record as a [`Cursor`](crate::Cursor) does. After every change the editor is on a node of the record. If an
/// edit removes the current node, the editor goes to the nearest remaining node above it. Undo and redo go to the node where the
/// edit was made.
///
/// ```
/// use kifu_core::{Node, Record};
/// use kifu_goban::{Color, Go, Move, Point};
/// use kifu_rules::{Editor, Entered};
/// let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
/// let mut record: Record<Go> = Record::default();
/// let first = record.tree.add(record.tree.root(), play(Color::Black, "pd"));
/// record.tree.add(first, play(Color::White, "dp"));
/// record.tree.add(first, play(Color::White, "dd")); // a variation
///
/// let mut editor = Editor::new(record);
/// let mut input = |color, at: &str| editor.input(Move::play(color, Point::from_sgf(at).unwrap()).into());
/// assert_eq!(input(Color::Black, "pd"), Entered::Followed);
/// assert_eq!(input(Color::White, "dd"), Entered::Followed); // the variation
/// assert_eq!(input(Color::Black, "dp"), Entered::New);
/// editor.undo();
/// assert_eq!((editor.ply(), editor.record().tree.len()), (2, 4));
/// ```
pub struct Editor<G: Play> {
    record: Record<G>,
    walk: Walk<G>,
    done: Vec<Change<G>>,
    undone: Vec<Change<G>>,
}

impl<G: Play> Editor<G> {
    /// Creates an editor at the root.
    #[must_use]
    pub fn new(record: Record<G>) -> Self {
        let walk = Walk::new(&record);
        Self { record, walk, done: Vec::new(), undone: Vec::new() }
    }

    /// Returns the current record.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Ends the editing and returns the record.
    #[must_use]
    pub fn into_record(self) -> Record<G> {
        self.record
    }

    steps!("Editor", "Editor::new(record)");
}
