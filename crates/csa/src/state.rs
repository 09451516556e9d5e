//! The position while a game is read or written, and what an analysis in a comment needs to know of it.

use alloc::boxed::Box;
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
    /// The board and the player to move before the node.
    before: (Board, Color),
    /// The move of the node.
    played: Option<Move>,
    /// The position, if it is needed: only lines in the words of KI2 need more than the board.
    position: Option<Position>,
    /// Takes back in `position` what the node has.
    undo: Option<Undo>,
    /// The squares to which the last move and the one before it went.
    last: [Option<Square>; 2],
}

impl State {
    pub(crate) fn new(setup: &Setup) -> Self {
        let (board, to_move) = (setup.board, setup.to_move);
        Self { board, to_move, before: (board, to_move), played: None, position: None, undo: None, last: [None; 2] }
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
        self.before = (self.board, self.to_move);
        self.undo = self.position.as_mut().map(|position| position.play_action(action));
        self.played = action.as_move();
        if let Some(played) = self.played {
            self.board.play_unchecked(played);
        }
        self.to_move = action.mover(self.to_move).map_or(self.to_move, Color::opponent);
        self.last = [action.last_square(self.last[0]), self.last[0]];
    }

    /// Returns what an analysis in these lines of a comment of the node needs to know. If they may need the position for the first time, the
    /// moves of the record are played once.
    pub(crate) fn context_of(&mut self, lines: &[&str], record: &Record<Shogi>) -> Context<'_> {
        // Each move in the words of KI2 has the mark of a player.
        let has_mark = |line: &&str| !line.is_ascii() && line.contains(|c| Color::from_mark(c).is_some());
        if self.position.is_none() && lines.iter().any(has_mark) {
            let mut state = Self::with_position(&record.setup);
            let actions = record.tree.main_line().filter_map(|node| record.tree[node].action.as_ref());
            actions.for_each(|action| state.play(action));
            (self.position, self.undo) = (state.position, state.undo);
        }
        self.context()
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
        Some(match at {
            AnalysedPosition::Before => self.before,
            AnalysedPosition::After => (self.board, self.to_move),
        })
    }

    fn position(&self, at: AnalysedPosition) -> Option<Box<dyn LinePosition>> {
        let mut position = self.position.clone()?;
        if at == AnalysedPosition::Before
            && let Some(undo) = self.undo
        {
            position.undo(undo);
        }
        Some(Box::new(position))
    }
}
