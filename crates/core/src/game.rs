use crate::{Outcome, Record, Seat};
use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::{Debug, Display};
use core::hash::Hash;

/// A board game: the parts of its records that no other game shares, and what programs ask of every game.
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

    /// The name of a seat in lower case, as `info` and `diff` print it: `black`, `sente`.
    ///
    /// The terms decide where a game has other names for some of its games, as shogi has in handicap games. Without an
    /// implementation the names are `first` and `second`.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// assert_eq!(Toy::seat_name(&Seat::Second, &()), "second");
    /// ```
    #[must_use]
    fn seat_name<'a>(seat: &'a Seat, terms: &Self::Terms) -> Cow<'a, str> {
        let _ = terms;
        match seat {
            Seat::First => Cow::Borrowed("first"),
            Seat::Second => Cow::Borrowed("second"),
            Seat::Other(name) => Cow::Borrowed(name),
        }
    }

    /// What `info` prints of a record beyond the words that all games share, in order: `("komi", "6.5")`.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// assert!(Toy::facts(&Record::default()).is_empty()); // without an implementation
    /// ```
    #[must_use]
    fn facts(record: &Record<Self>) -> Vec<(&'static str, String)> {
        let _ = record;
        Vec::new()
    }

    /// The result of a record: the one that it states, or the one that its last node ends the game with.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// let mut record: Record<Toy> = Record::default();
    /// record.info.outcome = Some(Parsed::Value(Outcome::NoResult));
    /// assert_eq!(Toy::outcome(&record), Some(Outcome::NoResult));
    /// ```
    #[must_use]
    fn outcome(record: &Record<Self>) -> Option<Outcome> {
        record.info.outcome.as_ref()?.value().cloned()
    }

    /// A result in the notation of the game's players: `B+3.5`.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// assert_eq!(Toy::outcome_text(&Outcome::Draw(Termination::Unstated)), "draw"); // without an implementation
    /// ```
    #[must_use]
    fn outcome_text(outcome: &Outcome) -> String {
        outcome.to_string()
    }

    /// The one mark that says what two marks of a node say together, if there is one: two circles become a circle on the
    /// points of both. A node in its normal form has no two marks that merge.
    ///
    /// Marks that merge have to be neighbours when the marks of a node are sorted.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// assert_eq!(Toy::merge_marks(&3, &4), None); // without an implementation
    /// ```
    #[must_use]
    fn merge_marks(first: &Self::Mark, second: &Self::Mark) -> Option<Self::Mark> {
        let _ = (first, second);
        None
    }

    /// True if an action is a move. Edits of the position and the end of the game are none.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// assert!(Toy::is_move(&7)); // without an implementation
    /// ```
    #[must_use]
    fn is_move(action: &Self::Action) -> bool {
        let _ = action;
        true
    }

    /// The bytes of memory that an action takes outside of its node: none, if it has no box and no list.
    ///
    /// Readers count them, see [`MemoryBudget`](crate::MemoryBudget).
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// use kifu_core::Game;
    /// assert_eq!(Toy::action_memory(&7), 0); // a number
    /// ```
    #[must_use]
    fn action_memory(action: &Self::Action) -> usize {
        let _ = action;
        0
    }

    /// The bytes of memory that a mark takes outside of its list: see [`action_memory`](Self::action_memory).
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// use kifu_core::Game;
    /// assert_eq!(Toy::mark_memory(&3), 0);
    /// ```
    #[must_use]
    fn mark_memory(mark: &Self::Mark) -> usize {
        let _ = mark;
        0
    }
}
