//! The position while a game is read or written, and what an analysis in a comment needs to know of it.

use alloc::boxed::Box;
use core::cell::Cell;
use kifu_core::{AnalysedPosition, Record};
use kifu_rules::shogi::{Position, Undo};
use kifu_shogiban::{
    Action, Board, Color, Move, Piece, Setup, Shogi, Square,
    analysis::{Context, LinePosition, Positions},
};

/// What is known after a node.
#[derive(Debug)]
pub(crate) struct State {
    board: Board,
    to_move: Color,
    /// The player to move before the node.
    to_move_before: Color,
    /// The move of the node.
    played: Option<Move>,
    /// What stood on its squares before it: on that which it leaves, and on that to which it goes.
    pieces_before: [Option<Piece>; 2],
    /// The position, if it is needed: only lines in the words of KI2 need more than the board.
    position: Option<Position>,
    /// True if such a line was found when there was no position.
    lacks_position: Cell<bool>,
    /// Takes back in `position` what the node has.
    undo: Option<Undo>,
    /// The squares to which the last move and the one before it went.
    last: [Option<Square>; 2],
}

impl State {
    pub(crate) fn new(setup: &Setup) -> Self {
        let (board, to_move) = (setup.board, setup.to_move);
        Self {
            board,
            to_move,
            to_move_before: to_move,
            played: None,
            pieces_before: [None; 2],
            position: None,
            lacks_position: Cell::new(false),
            undo: None,
            last: [None; 2],
        }
    }

    /// Returns the state at the start of a game whose analyses may need the position.
    pub(crate) fn with_position(setup: &Setup) -> Self {
        Self { position: Some(Position::new(setup)), ..Self::new(setup) }
    }

    /// Returns the piece on a square.
    pub(crate) const fn piece(&self, square: Square) -> Option<Piece> {
        self.board.get(square)
    }

    /// Goes past a node.
    pub(crate) fn play(&mut self, action: &Action) {
        if let Some(played) = action.as_move() {
            return self.play_move(played);
        }
        if let Some(position) = &mut self.position {
            self.undo = Some(position.play_action(action));
        }
        self.played = None;
        self.to_move_before = self.to_move;
        self.to_move = action.mover(self.to_move).map_or(self.to_move, Color::opponent);
        self.last = [action.last_square(self.last[0]), self.last[0]];
    }

    /// Goes past a node with a move.
    #[inline]
    pub(crate) fn play_move(&mut self, played: Move) {
        let Move { color, from, to, .. } = played;
        if self.position.is_some() {
            self.play_in_position(played);
        }
        let on_from = from.and_then(|from| self.board.set(from, None));
        let on_to = self.board.set(to, Some(Piece::new(color, played.kind_after())));
        self.pieces_before = [on_from, on_to];
        self.played = Some(played);
        (self.to_move_before, self.to_move) = (self.to_move, color.opponent());
        self.last = [Some(to), self.last[0]];
    }

    /// Apart, because few games need the position.
    #[cold]
    fn play_in_position(&mut self, played: Move) {
        self.undo = self.position.as_mut().map(|position| position.play_unchecked(played));
    }

    /// Passes what an analysis of the node needs to know to `work`. If it asks for the position, which was not needed before, the moves of
    /// the record are played once, and the work is done again.
    pub(crate) fn with_context<T>(&mut self, record: &Record<Shogi>, work: impl Fn(&Context<'_>) -> T) -> T {
        let done = work(&self.context());
        if !self.lacks_position.take() {
            return done;
        }
        let mut state = Self::with_position(&record.setup);
        record
            .tree
            .main_line()
            .filter_map(|node| record.tree[node].action.as_ref())
            .for_each(|action| state.play(action));
        (self.position, self.undo) = (state.position, state.undo);
        work(&self.context())
    }

    /// Returns what an analysis of the node needs to know.
    pub(crate) fn context(&self) -> Context<'_> {
        Context::new(self.played, self.last[1]).with_positions(self)
    }

    /// Returns the player to move.
    pub(crate) const fn to_move(&self) -> Color {
        self.to_move
    }
}

impl Positions for State {
    fn board(&self, at: AnalysedPosition) -> Option<(Board, Color)> {
        let mut found = Some((self.board, self.to_move));
        if at == AnalysedPosition::Before
            && let Some((board, to_move)) = &mut found
        {
            if let Some(Move { from, to, .. }) = self.played {
                let [on_from, on_to] = self.pieces_before;
                board.set(to, on_to);
                from.map(|from| board.set(from, on_from));
            }
            *to_move = self.to_move_before;
        }
        found
    }

    fn position(&self, at: AnalysedPosition) -> Option<Box<dyn LinePosition>> {
        self.lacks_position.set(self.position.is_none());
        let mut position = self.position.clone()?;
        if at == AnalysedPosition::Before
            && let Some(undo) = self.undo
        {
            position.undo(undo);
        }
        Some(Box::new(position))
    }
}
