//! The position while a game is read or written, and what an analysis in a comment needs to know of it.

use alloc::boxed::Box;
use kifu_core::AnalysedPosition;
use kifu_rules::shogi::{Position, Undo};
use kifu_shogiban::{
    Action, Color, Move, Setup, Square,
    analysis::{Context, LinePosition},
};

/// The position after a node.
#[derive(Debug)]
pub(crate) struct State {
    position: Position,
    /// Takes back what the node has.
    undo: Option<Undo>,
    /// The move of the node.
    played: Option<Move>,
    /// The squares to which the last move and the one before it went.
    last: [Option<Square>; 2],
}

impl State {
    pub(crate) fn new(setup: &Setup) -> Self {
        Self { position: Position::new(setup), undo: None, played: None, last: [None; 2] }
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Goes past a node. A move that could not be read counts as one, so that the next one is of the other player.
    #[inline]
    pub(crate) fn play(&mut self, action: &Action) {
        self.played = action.as_move();
        let is_turn = match action {
            Action::Words(words) if Action::looks_like_move(words.as_str()) => {
                let color = words.as_str().bytes().next().and_then(crate::read::start::color);
                color.is_none_or(|color| color == self.position.to_move())
            }
            _ => false,
        };
        let pass = is_turn.then(|| Action::words(Action::PASS));
        self.undo = Some(self.position.play_action(pass.as_ref().unwrap_or(action)));
        self.last[1] = self.last[0];
        self.last[0] = self.played.map(|played| played.to).or(self.last[0]);
    }

    /// Passes what an analysis of the node needs to know to `work`.
    pub(crate) fn with_context<T>(&self, work: impl FnOnce(&Context<'_>) -> T) -> T {
        let positions = |at| -> Option<Box<dyn LinePosition>> {
            let mut position = self.position.clone();
            if at == AnalysedPosition::Before
                && let Some(undo) = self.undo
            {
                position.undo(undo);
            }
            Some(Box::new(position))
        };
        work(&Context::new(self.played, self.last[1]).with_positions(&positions))
    }

    /// Returns the player to move.
    pub(crate) const fn to_move(&self) -> Color {
        self.position.to_move()
    }
}
