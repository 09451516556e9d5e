//! A game in progress: a board with its rules and its history.

use super::{
    Board, History, IllegalMove, IllegalReason, Undo,
    judge::{allows_suicide, judge},
};
use crate::Play;
use alloc::vec::Vec;
use kifu_goban::{
    Action, Color, Go, Move, Point, PositionEdit, Setup,
    rules::{End, Repetition, Rules},
};

/// A game in progress: the board, the rules and the earlier positions. It plays only legal moves, unless it is asked not to check.
///
/// ```
/// use kifu_goban::{Color, Move, Point, Rules, Setup, Size};
/// use kifu_rules::go::{IllegalReason, Position};
/// let size = Size::square(9).unwrap();
/// let mut position = Position::new(&Setup::new(size), "japanese".parse().unwrap());
/// let play = |color, at| Move::play(color, Point::from_a1(at, size).unwrap());
/// position.play(play(Color::Black, "E5"))?;
/// position.play(play(Color::White, "E6"))?;
/// let refused = position.play(play(Color::Black, "E6")).unwrap_err();
/// assert_eq!(refused.reason, IllegalReason::Occupied(Color::White));
/// position.undo();
/// assert_eq!(position.board().to_move(), Color::White);
/// # Ok::<(), kifu_rules::go::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    start: Setup,
    rules: Rules,
    board: Board,
    history: History,
    actions: Vec<Action>,
    /// The undo data of each action.
    undos: Vec<Undo>,
}

impl Position {
    /// Creates the position at the start of a game.
    #[must_use]
    pub fn new(setup: &Setup, rules: Rules) -> Self {
        let board = Go::start(setup);
        let mut history = History::default();
        history.add(&board, true);
        Self { start: setup.clone(), rules, board, history, actions: Vec::new(), undos: Vec::new() }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the setup at the start of the game.
    #[must_use]
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// Returns the moves and setups since the start, in their order.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = &Action> + ExactSizeIterator {
        self.actions.iter()
    }

    /// Returns `Ok` if a move is legal. A pass is always legal.
    ///
    /// The player need not be the one whose turn it is.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    pub fn judge(&self, played: Move) -> Result<(), IllegalMove> {
        judge(&self.board, &self.history, &self.rules, played)
    }

    /// Plays a move or a pass, if it is legal.
    ///
    /// The time depends only on the chains that the move touches. Apart from the growth of the lists of earlier moves and positions,
    /// it allocates no memory.
    ///
    /// ```
    /// use kifu_goban::{Color, Move, Point, Rules, Setup};
    /// use kifu_rules::go::Position;
    /// let mut position = Position::new(&Setup::default(), Rules::default());
    /// let at = Point::from_sgf("pd").unwrap();
    /// assert!(position.play(Move::play(Color::Black, at)).is_ok());
    /// assert!(position.play(Move::play(Color::White, at)).is_err());
    /// assert_eq!(position.board().to_move(), Color::White);
    /// ```
    ///
    /// # Errors
    /// The reason why the move is illegal. The position is then unchanged.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        let size = self.board.size();
        let refuse = |reason| Err(IllegalMove::new(played, size, reason));
        let Some(point) = played.at else {
            self.play_unchecked(played);
            return Ok(());
        };
        let Some(at) = self.board.index(point) else { return refuse(IllegalReason::OffBoard) };
        if let Some(color) = self.board.stone_at(at) {
            return refuse(IllegalReason::Occupied(color));
        }
        if self.board.is_ko(at, played.color) {
            // Suicide captures nothing, so it never takes back a ko.
            return refuse(IllegalReason::Ko);
        }
        // Most moves are legal, so the move is played first, and taken back if it is not.
        if self.actions.len() == self.actions.capacity() {
            self.reserve();
        }
        self.actions.push(Action::Move(played));
        let index = self.undos.len();
        // Undo data are written in their place, because copying what was just written field by field is slow.
        self.undos.push(Undo::NOTHING);
        let suicide = self.board.place(at, played.color, &mut self.undos[index]);
        let reason = if suicide > 0 && !allows_suicide(&self.rules, suicide) {
            IllegalReason::Suicide { stones: suicide }
        } else if let Err(after) = self.history.add_unless_repeated(&self.board, self.rules.ko) {
            IllegalReason::Superko { rule: self.rules.ko, after }
        } else {
            return Ok(());
        };
        self.actions.pop();
        if let Some(undo) = self.undos.pop() {
            self.board.undo(undo);
        }
        refuse(reason)
    }

    /// Plays a move or a pass, whether or not it is legal, as [`Go::play_unchecked`](Play::play_unchecked) does.
    ///
    /// ```
    /// use kifu_goban::{Color, Move, Point, Rules, Setup};
    /// use kifu_rules::go::Position;
    /// let mut position = Position::new(&Setup::default(), Rules::default());
    /// let at = Point::from_sgf("pd").unwrap();
    /// position.play_unchecked(Move::play(Color::Black, at));
    /// position.play_unchecked(Move::play(Color::White, at)); // illegal
    /// assert_eq!(position.board().stone(at), Some(Color::White));
    /// ```
    pub fn play_unchecked(&mut self, played: Move) {
        self.act(Action::Move(played));
    }

    /// Changes the stones or the turn by setup. The history restarts, and a ko ends: a later move may repeat a position from before
    /// the setup. (SGF has no rule for this.)
    pub fn set_up(&mut self, edit: PositionEdit) {
        self.act(Action::from(edit));
    }

    fn act(&mut self, action: Action) {
        let undo = Go::play_unchecked(&mut self.board, &action);
        self.history.add(&self.board, action.as_move().is_some());
        self.actions.push(action);
        self.undos.push(undo);
    }

    /// Makes space for more moves: first for a few, then for a whole game, so that a long list rarely moves.
    #[cold]
    fn reserve(&mut self) {
        const FEW: usize = 32;
        const WHOLE_GAME: usize = 320;
        let more = if self.actions.len() < FEW { FEW } else { self.actions.len().max(WHOLE_GAME) };
        self.actions.reserve(more);
        self.undos.reserve(more);
    }

    /// Undoes the last move or setup, and returns it. `None` at the start.
    pub fn undo(&mut self) -> Option<Action> {
        let action = self.actions.pop()?;
        self.board.undo(self.undos.pop()?);
        self.history.remove_last();
        Some(action)
    }

    /// Returns the points where a player may play, row by row. A pass is legal too.
    pub fn legal_moves(&self, color: Color) -> impl Iterator<Item = Point> {
        self.board.size().rect().iter().filter(move |&at| self.judge(Move::play(color, at)).is_ok())
    }

    /// The number of passes in a row that the game ends with so far.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.passed().count()
    }

    /// Returns the players who passed last, the last one first.
    fn passed(&self) -> impl Iterator<Item = Color> {
        let moves = self.actions().rev().map_while(Action::as_move);
        moves.take_while(|played| played.at.is_none()).map(|played| played.color)
    }

    /// Returns the first player who passed. Under rules with a button, this player has the button.
    ///
    /// ```
    /// use kifu_goban::{Color, Move, Rules, Setup};
    /// use kifu_rules::go::Position;
    /// let mut position = Position::new(&Setup::default(), "aga-button".parse().unwrap());
    /// position.play(Move::pass(Color::Black))?;
    /// assert_eq!(position.first_to_pass(), Some(Color::Black));
    /// # Ok::<(), kifu_rules::go::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn first_to_pass(&self) -> Option<Color> {
        let passes = self.actions().filter_map(Action::as_move).filter(|played| played.at.is_none());
        passes.map(|played| played.color).next()
    }

    /// Returns true if the passes end the game under its rules. The players may agree to resume it, so moves can still be played.
    ///
    /// With a button, the first pass of the game takes the button and does not count.
    ///
    /// ```
    /// use kifu_goban::{Color, Move, Rules, Setup};
    /// use kifu_rules::go::Position;
    /// let mut position = Position::new(&Setup::default(), "aga".parse().unwrap());
    /// position.play(Move::pass(Color::White))?;
    /// position.play(Move::pass(Color::Black))?;
    /// assert!(!position.is_over()); // White passes last
    /// position.play(Move::pass(Color::White))?;
    /// assert!(position.is_over());
    /// # Ok::<(), kifu_rules::go::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn is_over(&self) -> bool {
        let all = self.actions().filter_map(Action::as_move).filter(|played| played.at.is_none()).count();
        let passes = self.passes();
        let button = self.rules.button && all == passes;
        let counted = passes - usize::from(button && passes > 0);
        match self.rules.end {
            End::FourPasses => counted >= 4,
            End::WhitePassesLast => counted >= 2 && self.passed().next() == Some(Color::White),
            _ => counted >= 2,
        }
    }

    /// Returns the result of the game if the last move repeated a position with the same player to move, and the ko rule allows
    /// that: no result or a draw. `None` if there is no such repetition.
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        let is_play = self.actions.last().and_then(Action::as_move).is_some_and(|played| played.at.is_some());
        let is_allowed = self.rules.repetition != Repetition::Illegal;
        (is_play && is_allowed && self.history.repeats()).then_some(self.rules.repetition)
    }

    /// Returns a snapshot of the game, to save it.
    ///
    /// ```
    /// use kifu_goban::{Color, Move, Rules, Setup};
    /// use kifu_rules::go::Position;
    /// let mut position = Position::new(&Setup::default(), Rules::default());
    /// position.play_unchecked(Move::pass(Color::Black));
    /// let restored = Position::restore(&position.snapshot());
    /// assert_eq!(restored.board(), position.board());
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { start: self.start.clone(), rules: self.rules, actions: self.actions().cloned().collect() }
    }

    /// Returns the game of a snapshot. It judges every next move as the saved one did. The time is linear in the number of moves.
    #[must_use]
    pub fn restore(snapshot: &Snapshot) -> Self {
        let mut position = Self::new(&snapshot.start, snapshot.rules);
        snapshot.actions.iter().for_each(|action| position.act(action.clone()));
        position
    }
}

/// A saved [`Position`]: the start, the rules and all moves, so that the history is kept. With the feature `serde` it can be
/// serialized.
///
/// ```
/// use kifu_goban::{Color, Move, Rules, Setup};
/// use kifu_rules::go::{Position, Snapshot};
/// let snapshot = Snapshot::new(Setup::default(), Rules::default(), vec![Move::pass(Color::Black).into()]);
/// assert_eq!(Position::restore(&snapshot).snapshot(), snapshot);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Snapshot {
    /// The setup at the start of the game.
    pub start: Setup,
    /// The rules.
    pub rules: Rules,
    /// The moves and setups since the start.
    pub actions: Vec<Action>,
}

impl Snapshot {
    /// Creates a snapshot of a game with these actions. They need not be legal.
    #[must_use]
    pub fn new(start: Setup, rules: Rules, actions: Vec<Action>) -> Self {
        Self { start, rules, actions }
    }
}
