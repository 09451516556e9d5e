use crate::{NamedValue, Outcome, Record, Seat, UnparsedText};
use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::{Debug, Display};
use core::hash::Hash;

/// A board game: the types of its records that differ between games, and the functions that programs need for every game.
///
/// ```
/// use kifu_core::{Game, Record};
///
/// /// Noughts and crosses: no terms, an empty board, and moves that are squares from 0 to 8.
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
    /// The English name of the game, in lower case: `go`, `shogi`.
    const NAME: &'static str;
    /// The terms of a game: rule set, komi, handicap (go); impasse rule, maximum number of moves (shogi).
    type Terms: Clone + Debug + Default + Eq + Hash + Send + Sync;
    /// The start position: size and stones, or pieces and hands, and the side to move.
    type Setup: Clone + Debug + Default + Eq + Hash + Send + Sync;
    /// The action of a node: a move, an edit of the position, or the end of the game.
    type Action: Clone + Debug + Display + Eq + Hash + Send + Sync;
    /// A mark on the board. The marks of a node are sorted and have no repeats. A mark that dims points, or one that limits the
    /// view, applies until the next of its kind on the path; readers do not expand it.
    type Mark: Clone + Debug + Eq + Hash + Ord + Send + Sync;

    /// Returns the name of a seat in lower case, as `info` and `diff` print it: `black`, `sente`.
    ///
    /// The names may depend on the terms, as in shogi handicap games. The default names are `first` and `second`.
    #[must_use]
    fn seat_name<'a>(seat: &'a Seat, terms: &Self::Terms) -> Cow<'a, str> {
        let _ = terms;
        match seat {
            Seat::First => Cow::Borrowed("first"),
            Seat::Second => Cow::Borrowed("second"),
            Seat::Other(name) => Cow::Borrowed(name),
        }
    }

    /// Returns the names and values that `info` prints for records of this game only, in order, such as the komi.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// assert!(Toy::facts(&Record::default()).is_empty()); // the default
    /// ```
    #[must_use]
    fn facts(record: &Record<Self>) -> Vec<NamedValue> {
        let _ = record;
        Vec::new()
    }

    /// Returns the result of a record. A game may also derive the result from the last node; the default does not.
    #[must_use]
    fn outcome(record: &Record<Self>) -> Option<Outcome> {
        record.info.outcome.as_ref()?.value().cloned()
    }

    /// Returns a result in the usual notation of the game: `B+3.5`.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// assert_eq!(Toy::outcome_text(&Outcome::Draw(Termination::Unstated)), "draw"); // the default
    /// ```
    #[must_use]
    fn outcome_text(outcome: &Outcome) -> String {
        outcome.to_string()
    }

    /// Returns the text of an outcome for people. The terms may decide what the players are called. The default is
    /// [`outcome_text`](Self::outcome_text).
    #[must_use]
    fn result_text(outcome: &Outcome, _terms: &Self::Terms) -> String {
        Self::outcome_text(outcome)
    }

    /// Returns the text of an action for people, on one line: `White D4 (W[dp])`. `setup` is the start position of its record.
    ///
    /// The default is the action as [`Display`] writes it.
    #[must_use]
    fn action_text(action: &Self::Action, setup: &Self::Setup) -> String {
        let _ = setup;
        action.to_string()
    }

    /// Returns the point or square that a move names, as players write it: `D4`, `７六`. `setup` is the start position of its record.
    ///
    /// The default is `None`: the game has no points, or the action names none.
    #[must_use]
    fn action_point(action: &Self::Action, setup: &Self::Setup) -> Option<String> {
        let _ = (action, setup);
        None
    }

    /// Parses an action in the notation of [`Display`].
    ///
    /// Formats use this for the best line of an analysis that they write into their slot. The default parses nothing: such lines are
    /// then lost, and a conversion reports them.
    #[must_use]
    fn parse_action(text: &str) -> Option<Self::Action> {
        let _ = text;
        None
    }

    /// Returns the text of the terms for people, on one line: `rules Japanese, komi 6.5`.
    ///
    /// The default is the empty text: a message then states that the terms changed, and not how. It is also the text of terms that
    /// state nothing.
    #[must_use]
    fn terms_text(terms: &Self::Terms) -> String {
        let _ = terms;
        String::new()
    }

    /// Returns the text of a start position for people, on one line: `19x19, black D4, Q16; White to move`.
    ///
    /// The default is the empty text: a message then states that the start position changed, and not how.
    #[must_use]
    fn setup_text(setup: &Self::Setup) -> String {
        let _ = setup;
        String::new()
    }

    /// Returns the text of a mark for people, on one line: `triangle D4, E5`. `setup` is the start position of its record.
    ///
    /// The default is the empty text: a message then states that the marks of a node changed, and not how.
    #[must_use]
    fn mark_text(mark: &Self::Mark, setup: &Self::Setup) -> String {
        let _ = (mark, setup);
        String::new()
    }

    /// Returns the mark that combines two marks of a node, if there is one: two circle marks become one circle mark on the points
    /// of both. A [`MarkSet`](crate::MarkSet) has no two marks that merge.
    ///
    /// Marks that merge must be adjacent when the marks of a node are sorted.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// assert_eq!(Toy::merge_marks(&3, &4), None); // the default
    /// ```
    #[must_use]
    fn merge_marks(first: &Self::Mark, second: &Self::Mark) -> Option<Self::Mark> {
        let _ = (first, second);
        None
    }

    /// Calls `keep` for every text of the terms that could not be parsed, and removes the texts for which it returns false.
    ///
    /// Readers use this to note the format of such texts, and writers to leave out those of other formats, see
    /// [`Record::claim_texts`] and [`Record::with_texts_of`]. The default is for terms without [`Parsed`](crate::Parsed) values.
    ///
    /// ```
    /// use kifu_core::{Decimal, Game, Parsed, Record, UnparsedText};
    /// #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
    /// struct Terms { stake: Option<Parsed<Decimal>> }
    /// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    /// struct Toy;
    /// impl Game for Toy {
    ///     const NAME: &'static str = "toy";
    ///     type Terms = Terms;
    ///     type Setup = ();
    ///     type Action = u8;
    ///     type Mark = u8;
    ///     fn retain_texts(terms: &mut Terms, keep: &mut dyn FnMut(&mut UnparsedText) -> bool) {
    ///         Parsed::retain_text(&mut terms.stake, keep);
    ///     }
    /// }
    /// let mut record: Record<Toy> = Record::default();
    /// record.terms.stake = Some(Parsed::Text("a dinner".into()));
    /// record.claim_texts("lines");
    /// assert_eq!(record.with_texts_of("other").terms.stake, None);
    /// ```
    fn retain_texts(terms: &mut Self::Terms, keep: &mut dyn FnMut(&mut UnparsedText) -> bool) {
        let _ = (terms, keep);
    }

    /// Returns true if an action is a move. Edits of the position and the end of the game are not moves.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// assert!(Toy::is_move(&7)); // the default
    /// ```
    #[must_use]
    fn is_move(action: &Self::Action) -> bool {
        let _ = action;
        true
    }

    /// Returns true if an action edits the position. By default everything that is not a move does; a game whose actions include endings
    /// says otherwise.
    #[must_use]
    fn is_setup(action: &Self::Action) -> bool {
        !Self::is_move(action)
    }

    /// Returns the number of bytes that an action takes outside of its node. It is 0 for an action without heap memory.
    ///
    /// Readers count this memory, see [`Limits`](crate::Limits).
    #[must_use]
    fn action_memory(action: &Self::Action) -> usize {
        let _ = action;
        0
    }

    /// Returns the number of bytes that a mark takes outside of its list, see [`action_memory`](Self::action_memory).
    #[must_use]
    fn mark_memory(mark: &Self::Mark) -> usize {
        let _ = mark;
        0
    }
}
