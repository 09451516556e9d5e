//! The lines of play of a file: which node a move continues.
//!
//! `変化：N手` names only a number. The line that it leaves is the last one that has the move before it, see [`Branches::branch`]. A line keeps
//! the state before every 32nd move, so that a file that jumps between its variations is read in linear time.

use alloc::{boxed::Box, vec, vec::Vec};
use core::{cell::RefCell, time::Duration};
use kifu_core::{AnalysedPosition, Node, NodeId, Record, Tree};
use kifu_rules::shogi::Position;
use kifu_shogiban::{
    Action, Color, Move, Setup, Shogi, Square,
    analysis::{Context, LinePosition},
};

/// The number of moves between two states of a line.
const INTERVAL: usize = 32;

/// What a reader or a writer knows after a move.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) to_move: Color,
    /// The square to which the last move went, for 同.
    pub(crate) last_to: Option<Square>,
    /// The same before the last node.
    last_to_before: Option<Square>,
    /// The time that each player has used.
    totals: [Duration; 2],
    /// True for a player if the time of a move is not known, so that the next total is not either.
    unknown_totals: [bool; 2],
    /// True if the player of a move is the one to move, whatever its colour: KIF does not state it.
    by_turns: bool,
    /// The number of endings and other words since the last move.
    pub(crate) since_move: usize,
    /// The position, if it is needed: KIF can be read without one.
    pub(crate) position: Option<Position>,
}

impl State {
    pub(crate) fn new(setup: &Setup, with_position: bool) -> Self {
        let position = with_position.then(|| Position::new(setup));
        Self {
            to_move: setup.to_move,
            last_to: None,
            last_to_before: None,
            totals: [Duration::ZERO; 2],
            unknown_totals: [false; 2],
            by_turns: false,
            since_move: 0,
            position,
        }
    }

    /// Returns the state after a move to this square, which the text has only in words.
    pub(crate) fn with_last(self, last_to: Option<Square>) -> Self {
        Self { last_to, ..self }
    }

    /// Returns the state of a text that does not state the players: each move is one of the player to move.
    pub(crate) fn by_turns(setup: &Setup, with_position: bool) -> Self {
        Self { by_turns: true, ..Self::new(setup, with_position) }
    }

    /// Returns what an analysis in a comment of a node needs to know. This is the state before the node, and `after` that after it.
    pub(crate) fn with_context<T>(&self, after: &Self, node: &Node<Shogi>, work: impl FnOnce(&Context<'_>) -> T) -> T {
        let positions = |at: AnalysedPosition| -> Option<Box<dyn LinePosition>> {
            let state = if at == AnalysedPosition::After { after } else { self };
            Some(Box::new(state.position.clone()?))
        };
        work(&Context::new(played(node), self.last_to).with_positions(&positions))
    }

    /// Returns the time that a player has used.
    pub(crate) fn total(&self, color: Color) -> Duration {
        self.totals[color as usize]
    }

    /// Returns true if the times of all moves of a player are known.
    pub(crate) fn knows_total(&self, color: Color) -> bool {
        !self.unknown_totals[color as usize]
    }

    /// Goes past a node.
    pub(crate) fn play(&mut self, node: &Node<Shogi>) {
        let mover = self.to_move;
        self.last_to_before = self.last_to;
        self.since_move += usize::from(node.action.is_some());
        match &node.action {
            Some(Action::Move(played)) => {
                self.since_move = 0;
                let color = if self.by_turns { mover } else { played.color };
                self.last_to = Some(played.to);
                self.to_move = color.opponent();
                if let Some(position) = &mut self.position {
                    position.play_unchecked(*played);
                }
                self.spend(color, node);
                return;
            }
            Some(action) => {
                if let Some(mover) = action.mover(mover) {
                    self.since_move = 0;
                    self.to_move = mover.opponent();
                    self.last_to = action.last_square(self.last_to);
                }
            }
            None => {}
        }
        self.spend(mover, node);
    }

    fn spend(&mut self, color: Color, node: &Node<Shogi>) {
        let (total, unknown) = (&mut self.totals[color as usize], &mut self.unknown_totals[color as usize]);
        match node.spent.get() {
            Some(spent) => *total = total.saturating_add(spent),
            None => *unknown = true,
        }
        if let Some(stated) = node.details().and_then(|details| details.clock.total) {
            (*total, *unknown) = (stated, false);
        }
    }
}

fn played(node: &Node<Shogi>) -> Option<Move> {
    node.action.as_ref().and_then(Action::as_move)
}

/// A line of play from the ply `start` on.
#[derive(Debug)]
struct Line {
    start: usize,
    nodes: Vec<NodeId>,
    /// The states before the nodes 0, 32, 64, ….
    states: Vec<State>,
}

/// The lines that may still have variations: each leaves the one below it.
#[derive(Debug)]
pub(crate) struct Branches {
    lines: Vec<Line>,
    /// The square of the last move before the start.
    last_to: Option<Square>,
    pub(crate) state: State,
}

impl Branches {
    pub(crate) fn new(state: State) -> Self {
        let line = Line { start: 1, nodes: Vec::new(), states: Vec::new() };
        Self { lines: vec![line], last_to: state.last_to, state }
    }

    /// Returns the number of the next move: 1 at the start.
    pub(crate) fn next(&self) -> usize {
        self.lines.last().map_or(1, |line| line.start + line.nodes.len())
    }

    /// Returns true if the next move continues the main line.
    pub(crate) fn is_main(&self) -> bool {
        self.lines.len() == 1
    }

    /// Returns true if the current line is a variation of the main line.
    pub(crate) fn leaves_main(&self) -> bool {
        self.lines.len() == 2
    }

    /// Adds a node that continues the line.
    pub(crate) fn push(&mut self, node: NodeId, tree: &Tree<Node<Shogi>>) {
        if let Some(line) = self.lines.last_mut() {
            if line.nodes.len().is_multiple_of(INTERVAL) {
                line.states.push(self.state.clone());
            }
            line.nodes.push(node);
        }
        self.state.play(&tree[node]);
    }

    /// Starts a line whose first move has the number `start`, and returns the node that it continues. The line leaves the last one that has
    /// the move before it. If none has, it continues the longest one that is left, and gets a smaller number.
    pub(crate) fn branch(&mut self, start: usize, record: &Record<Shogi>) -> NodeId {
        let start = start.max(1);
        while let [_, .., top] = &self.lines[..]
            && (top.start >= start || top.start + top.nodes.len() < start)
        {
            self.lines.pop();
        }
        let start = self.lines.last().map_or(1, |line| start.min(line.start + line.nodes.len()));
        let parent = self.node_before(start).unwrap_or(record.tree.root());
        self.state = self.state_before(start, record);
        self.lines.push(Line { start, nodes: Vec::new(), states: Vec::new() });
        parent
    }

    /// Returns the node with the number before `start`; `None` for the root.
    fn node_before(&self, start: usize) -> Option<NodeId> {
        let line = self.lines.iter().rev().find(|line| line.start < start && !line.nodes.is_empty())?;
        line.nodes.get(start - 1 - line.start).copied()
    }

    /// Returns the state before the move with a number. It is that of the last line that has the move before it.
    fn state_before(&self, start: usize, record: &Record<Shogi>) -> State {
        let line = self.lines.iter().rev().find(|line| line.start < start && !line.nodes.is_empty());
        let Some(line) = line else {
            return State::new(&record.setup, self.state.position.is_some()).with_last(self.last_to);
        };
        let count = start - line.start;
        let stored = (count / INTERVAL).min(line.states.len() - 1);
        let mut state = line.states[stored].clone();
        for node in &line.nodes[stored * INTERVAL..count.min(line.nodes.len())] {
            state.play(&record.tree[*node]);
        }
        state
    }

    /// Returns what an analysis in a comment of the last node needs to know. Its position is made only if the analysis asks for it.
    pub(crate) fn with_context<T>(
        &mut self,
        node: &Node<Shogi>,
        record: &Record<Shogi>,
        work: impl FnOnce(&Context<'_>) -> T,
    ) -> T {
        let last = self.state.last_to_before;
        let branches = RefCell::new(self);
        let positions = |at: AnalysedPosition| -> Option<Box<dyn LinePosition>> {
            let mut branches = branches.borrow_mut();
            let after = branches.position(record);
            Some(Box::new(match at {
                AnalysedPosition::After => after.clone(),
                _ => branches.state_before(branches.next().saturating_sub(1).max(1), record).position?,
            }))
        };
        work(&Context::new(played(node), last).with_positions(&positions))
    }

    /// Returns the position. The first call goes through the lines once, and from then on the states have a position.
    pub(crate) fn position(&mut self, record: &Record<Shogi>) -> &Position {
        if self.state.position.is_none() {
            self.state.position = Some(Position::new(&record.setup));
            for line in 0..self.lines.len() {
                let mut state = self.state_before(self.lines[line].start, record);
                state.position.get_or_insert_with(|| Position::new(&record.setup));
                let Line { nodes, states, .. } = &mut self.lines[line];
                for (n, node) in nodes.iter().enumerate() {
                    if n.is_multiple_of(INTERVAL) {
                        states[n / INTERVAL] = state.clone();
                    }
                    state.play(&record.tree[*node]);
                }
                if line + 1 == self.lines.len() {
                    self.state = state;
                }
            }
        }
        self.state.position.as_ref().expect("set above")
    }
}
