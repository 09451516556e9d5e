use core::fmt::Display;
use kifu_core::{CodeInfo, Diagnostics, Game, GameInFile, Node, Parsed, Seat, Severity};

/// A game whose records can be played through.
///
/// A record may have illegal moves, and can be played through anyway. Therefore every action has an effect in every position, and
/// these methods do not panic or fail. The game documents the effect of an illegal move.
///
/// ```
/// use kifu_goban::{Color, Go, Move, Point, Setup};
/// use kifu_rules::Play;
///
/// let tengen = Point::from_sgf("jj").unwrap();
/// let mut position = Go::start(&Setup::default());
/// let undo = Go::play_unchecked(&mut position, &Move::play(Color::Black, tengen).into());
/// assert_eq!(position.stone(tengen), Some(Color::Black));
/// assert_eq!(Go::to_move(&position), Color::White.seat());
/// Go::undo(&mut position, undo);
/// assert_eq!(position.stone(tengen), None);
/// ```
pub trait Play: Game {
    /// The board, and everything else that determines the effect of the next action. [`Cursor`](crate::Cursor) stores a copy every
    /// 32 plies, and at most 512 of them.
    type Position: Clone;
    /// The changes of an action, for undoing it.
    type Undo;

    /// Returns the position at the start of a game with this setup.
    fn start(setup: &Self::Setup) -> Self::Position;

    /// Plays an action, whether or not it is legal, and returns the data to undo it. An action may be an edit of the position in
    /// the middle of a game; it is applied like a move.
    ///
    /// ```
    /// use kifu_goban::{Color, Go, Point, PositionEdit, Setup};
    /// use kifu_rules::Play;
    /// let mut position = Go::start(&Setup::default());
    /// let point = Point::from_sgf("jj").unwrap();
    /// let edit = PositionEdit::default().with_stones(point, Some(Color::White));
    /// Go::play_unchecked(&mut position, &edit.into());
    /// assert_eq!(position.stone(point), Some(Color::White));
    /// ```
    fn play_unchecked(position: &mut Self::Position, action: &Self::Action) -> Self::Undo;

    /// Undoes the last action that is not yet undone.
    fn undo(position: &mut Self::Position, undo: Self::Undo);

    /// Returns the player whose turn it is.
    fn to_move(position: &Self::Position) -> Seat;
}

/// A game that can report which actions its rules forbid.
///
/// ```
/// use kifu_core::*;
/// use kifu_rules::{Judge, Play, check};
///
/// /// One number each turn, and no number twice.
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
/// struct Numbers;
/// # impl Game for Numbers { const NAME: &'static str = "numbers"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
/// impl Play for Numbers {
///     type Position = Vec<u8>;
///     type Undo = ();
///     fn start(_: &()) -> Vec<u8> { Vec::new() }
///     fn play_unchecked(position: &mut Vec<u8>, action: &u8) { position.push(*action) }
///     fn undo(position: &mut Vec<u8>, (): ()) { position.pop(); }
///     fn to_move(position: &Vec<u8>) -> Seat {
///         if position.len() % 2 == 0 { Seat::First } else { Seat::Second }
///     }
/// }
///
/// const TWICE: CodeInfo = CodeInfo::new("numbers/twice", Severity::Error, "a number twice", "…");
/// impl Judge for Numbers {
///     type Rules = ();
///     type History = ();
///     type Fault = String;
///     fn rules(_: &()) -> Option<Parsed<()>> { Some(Parsed::Value(())) }
///     fn judge(position: &Vec<u8>, _: &(), _: &(), action: &u8) -> Result<(), String> {
///         if position.contains(action) { Err(format!("{action} was played before")) } else { Ok(()) }
///     }
///     fn code(_: &String) -> &'static CodeInfo { &TWICE }
///     fn codes() -> &'static [CodeInfo] { const { &[TWICE] } }
/// }
///
/// let mut record: Record<Numbers> = Record::default();
/// record.tree.add_line(record.tree.root(), [3, 5, 3].map(|number| Node::new(Some(number))));
/// let found = check(&record, 0);
/// assert_eq!(found.iter().next().unwrap().message, "3 was played before; played anyway");
/// ```
pub trait Judge: Play {
    /// The terms that decide what is legal.
    type Rules: Default;
    /// The data about earlier positions that the rules need, for example to forbid a repetition. It
    /// is empty before the first position.
    type History: Default;
    /// The reason why an action is illegal. Its text is the message of the diagnostic.
    type Fault: Display;

    /// Returns the rules that a record states: `None` if it states none, and a text if they are unknown.
    fn rules(terms: &Self::Terms) -> Option<Parsed<Self::Rules>>;

    /// Returns the rules that are assumed if a record states none. The default implementation returns the default.
    ///
    /// ```
    /// # use kifu_core::*; use kifu_rules::*;
    /// /// The rules of a record.
    /// fn rules_of<G: Judge>(record: &Record<G>) -> G::Rules {
    ///     match G::rules(&record.terms) {
    ///         Some(Parsed::Value(rules)) => rules,
    ///         _ => G::assumed_rules(),
    ///     }
    /// }
    /// ```
    #[must_use]
    fn assumed_rules() -> Self::Rules {
        Self::Rules::default()
    }

    /// Returns `Ok` if the rules allow the action in this position. `history` contains this position and those before it.
    ///
    /// ```
    /// # use kifu_core::*; use kifu_rules::*;
    /// /// The actions that are legal at the start.
    /// fn legal<G: Judge>(setup: &G::Setup, all: Vec<G::Action>) -> Vec<G::Action> {
    ///     let position = G::start(setup);
    ///     let mut history = G::History::default();
    ///     G::remember(&mut history, None, &position);
    ///     let rules = G::Rules::default();
    ///     all.into_iter().filter(|action| G::judge(&position, &history, &rules, action).is_ok()).collect()
    /// }
    /// ```
    ///
    /// # Errors
    /// Returns why the action is illegal.
    fn judge(
        position: &Self::Position,
        history: &Self::History,
        rules: &Self::Rules,
        action: &Self::Action,
    ) -> Result<(), Self::Fault>;

    /// Adds a position to the history, with the action that led to it, or `None` for the start. The default implementation stores
    /// nothing.
    ///
    /// ```
    /// # use kifu_rules::*;
    /// /// Plays an action, if it is legal.
    /// fn play<G: Judge>(position: &mut G::Position, history: &mut G::History, action: &G::Action) -> Result<(), G::Fault> {
    ///     G::judge(position, history, &G::Rules::default(), action)?;
    ///     G::play_unchecked(position, action);
    ///     G::remember(history, Some(action), position);
    ///     Ok(())
    /// }
    /// ```
    fn remember(history: &mut Self::History, action: Option<&Self::Action>, position: &Self::Position) {
        let _ = (history, action, position);
    }

    /// Removes the position that was added last from the history.
    ///
    /// ```
    /// # use kifu_rules::*;
    /// /// Undoes an action.
    /// fn take_back<G: Judge>(position: &mut G::Position, history: &mut G::History, undo: G::Undo) {
    ///     G::forget(history);
    ///     G::undo(position, undo);
    /// }
    /// ```
    fn forget(history: &mut Self::History) {
        let _ = history;
    }

    /// Returns the kind of a fault: its code, its severity if the record states its rules, and its page.
    fn code(fault: &Self::Fault) -> &'static CodeInfo;

    /// Returns the kinds of all faults.
    fn codes() -> &'static [CodeInfo];

    /// Returns the severity of a fault at a node. `are_stated` is false if the rules are only assumed.
    ///
    /// The default implementation returns the severity of the [code](Self::code), and makes a warning of an error if the rules are
    /// assumed.
    #[must_use]
    fn severity(fault: &Self::Fault, are_stated: bool, node: &Node<Self>) -> Severity {
        let _ = node;
        let severity = Self::code(fault).severity;
        if are_stated { severity } else { severity.min(Severity::Warning) }
    }

    /// Returns everything that the rules find wrong with a game: its illegal actions, as [`check`](crate::check) reports them. A
    /// game may override this to check more, such as the stated result.
    #[must_use]
    fn examine(game: &GameInFile<'_, Self>) -> Diagnostics {
        crate::check(game.record, game.index)
    }
}
