use core::fmt::{Debug, Display};
use core::hash::Hash;

/// A board game: the parts of its records that no other game shares.
///
/// ```
/// use kifu_core::{Game, Record};
///
/// /// Noughts and crosses: nothing to agree on, an empty board, a square from 0 to 8 a move.
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
/// struct Noughts;
///
/// impl Game for Noughts {
///     const NAME: &'static str = "noughts and crosses";
///     type Terms = ();
///     type Setup = ();
///     type Action = u8;
///     type Mark = u8;
/// }
///
/// let record: Record<Noughts> = Record::default();
/// assert_eq!(record.tree.len(), 1);
/// ```
pub trait Game: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// The game's name in English, in lower case: `go`, `shogi`.
    const NAME: &'static str;
    /// What was agreed: rule set, komi, handicap (go); impasse rule, longest game (shogi).
    type Terms: Clone + Debug + Default + Eq + Send + Sync;
    /// How the board starts: size and stones, or position and hands, and who moves.
    type Setup: Clone + Debug + Default + Eq + Send + Sync;
    /// What one node does: a move, an edit of the position, the end of the game.
    type Action: Clone + Debug + Display + Eq + Hash + Send + Sync;
    /// What is drawn on the board. A node keeps its marks sorted and without repeats, one a kind and point set; a dim or
    /// a view holds until the next of its kind on the path, and no reader expands it.
    type Mark: Clone + Debug + Eq + Ord + Send + Sync;
}
