//! Solving a problem: the player enters actions, and the record answers them.

use crate::{Cursor, Play};
use alloc::vec::Vec;
use kifu_core::{NodeId, Record, Seat};

mod comment;
mod solutions;

pub use solutions::{SolutionSource, Solutions};

/// A problem that is being solved: a place in its record, and what the record answers to the actions of the player.
///
/// The player has the seat that makes the first move. After an action of the player, the opponent's reply is played: the first
/// one that leads to a solution, or the first one if none does. Nodes without a move, such as comments and setup, are entered
/// without waiting for the player, also at the start. [`Solutions`] describes what counts as a solution. After a solution, the
/// actions that the record has are followed without replies.
///
/// The players of the game must alternate: a move after which the same player is to move as before counts as one of the other
/// player.
///
/// ```
/// use kifu_core::{Comment, Node, Record};
/// use kifu_goban::{Action, Color, Go, Move, Point};
/// use kifu_rules::{Answer, Solver};
/// let play = |color, at: &str| Action::from(Move::play(color, Point::from_sgf(at).unwrap()));
/// // Black aa, White bb, Black cc is correct. Black bb is answered by White aa.
/// let mut record: Record<Go> = Record::default();
/// let root = record.tree.root();
/// let (black, white) = (play(Color::Black, "aa"), play(Color::White, "bb"));
/// let last = record.tree.add_line(root, [black, white, play(Color::Black, "cc")].map(|action| Node::new(Some(action))));
/// record.tree[last].details_mut().comments.push(Comment::from("Correct."));
/// let wrong = [play(Color::Black, "bb"), play(Color::White, "aa")];
/// record.tree.add_line(root, wrong.map(|action| Node::new(Some(action))));
///
/// let mut solver = Solver::new(&record);
/// assert_eq!(solver.input(&play(Color::Black, "kk")), Answer::Unknown);
/// assert_eq!(solver.input(&play(Color::Black, "bb")), Answer::Wrong { reply: record.tree.node(5) });
/// solver.back();
/// assert!(solver.hints().eq([&play(Color::Black, "aa")]));
/// assert_eq!(solver.input(&play(Color::Black, "aa")), Answer::Right { reply: record.tree.node(2) });
/// assert_eq!(solver.input(&play(Color::Black, "cc")), Answer::Solved { reply: None });
/// ```
pub struct Solver<'r, G: Play> {
    cursor: Cursor<'r, G>,
    solutions: Solutions,
    /// The first node where the player is to move.
    first: NodeId,
    /// The nodes where the player entered an action, from the start to the current place.
    entered: Vec<NodeId>,
}

/// The answer of a record to an action of the player, see [`Solver::input`].
///
/// `reply` is the node of the opponent's move that was then played, or `None` if the record has none.
///
/// ```
/// use kifu_core::{Node, Record};
/// use kifu_goban::{Color, Go, Move};
/// use kifu_rules::{Answer, Solver};
/// let mut record: Record<Go> = Record::default();
/// let pass = Move::pass(Color::Black).into();
/// record.tree.add(record.tree.root(), Node::new(Some(Move::pass(Color::Black).into())));
/// assert_eq!(Solver::new(&record).input(&pass), Answer::Solved { reply: None }); // the end of the main line
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// The action is part of a solution, and the player is to continue.
    Right {
        /// The opponent's reply.
        reply: Option<NodeId>,
    },
    /// A solution is reached. The opponent's reply may have reached it.
    Solved {
        /// The opponent's reply.
        reply: Option<NodeId>,
    },
    /// The action leads away from every solution, or the player had left them before.
    Wrong {
        /// The opponent's reply.
        reply: Option<NodeId>,
    },
    /// The record does not have the action here. The place is unchanged.
    Unknown,
}

impl<'r, G: Play> Solver<'r, G> {
    /// Starts to solve the problem at the root of a record, with the solutions of [`Solutions::find`].
    ///
    /// ```
    /// use kifu_core::Record;
    /// use kifu_goban::Go;
    /// use kifu_rules::Solver;
    /// let record: Record<Go> = Record::default();
    /// assert!(!Solver::new(&record).is_solvable()); // an empty record
    /// ```
    #[must_use]
    pub fn new(record: &'r Record<G>) -> Self {
        Self::with_solutions(record, Solutions::find(record, record.tree.root()))
    }

    /// Starts to solve a problem at the start of the given solutions, which belong to this record. If the record does not have
    /// the start, the place is the root.
    ///
    /// ```
    /// use kifu_core::{Node, Record};
    /// use kifu_goban::{Color, Go, Move, Point};
    /// use kifu_rules::{Answer, Solutions, Solver};
    /// let play = |color, at: &str| Move::play(color, Point::from_sgf(at).unwrap()).into();
    /// let mut record: Record<Go> = Record::default();
    /// // A game; the player is to find White's move.
    /// let first = record.tree.add(record.tree.root(), Node::new(Some(play(Color::Black, "pd"))));
    /// record.tree.add(first, Node::new(Some(play(Color::White, "dp"))));
    /// let mut solver = Solver::with_solutions(&record, Solutions::find(&record, first));
    /// assert_eq!(solver.player(), Color::White.seat());
    /// assert_eq!(solver.input(&play(Color::White, "dp")), Answer::Solved { reply: None });
    /// ```
    #[must_use]
    pub fn with_solutions(record: &'r Record<G>, solutions: Solutions) -> Self {
        let mut cursor = Cursor::new(record);
        let has_start = cursor.to(solutions.start()).is_some();
        let first = cursor.node();
        let mut solver = Self { cursor, solutions, first, entered: Vec::new() };
        if has_start {
            solver.reply(true);
            solver.first = solver.cursor.node();
        }
        solver
    }

    /// Returns the cursor at the current place, with its record and position.
    #[must_use]
    pub fn cursor(&self) -> &Cursor<'r, G> {
        &self.cursor
    }

    /// Returns the solutions of the problem.
    #[must_use]
    pub fn solutions(&self) -> &Solutions {
        &self.solutions
    }

    /// Returns the seat of the player.
    #[must_use]
    pub fn player(&self) -> Seat {
        self.solutions.player()
    }

    /// Returns true if a solution is reached.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.solutions.is_reached(self.cursor.node())
    }

    /// Returns true if the current place is a solution or leads to one.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        self.solutions.leads_to(self.cursor.node())
    }

    /// Enters an action of the player: goes to the child that has it, plays the opponent's reply, and returns what this means.
    /// If several children have the action, it goes to the first that leads to a solution.
    ///
    /// ```
    /// use kifu_core::{Node, Record};
    /// use kifu_goban::{Action, Color, Go, Move, Point};
    /// use kifu_rules::{Answer, Solver};
    /// let play = |color, at: &str| Action::from(Move::play(color, Point::from_sgf(at).unwrap()));
    /// let line = [play(Color::Black, "aa"), play(Color::White, "bb"), play(Color::Black, "cc")];
    /// let mut record: Record<Go> = Record::default();
    /// record.tree.add_line(record.tree.root(), line.map(|action| Node::new(Some(action))));
    /// let mut solver = Solver::new(&record);
    /// assert_eq!(solver.input(&play(Color::Black, "aa")), Answer::Right { reply: record.tree.node(2) });
    /// assert_eq!(solver.cursor().ply(), 2);
    /// ```
    pub fn input(&mut self, action: &G::Action) -> Answer {
        let (tree, at) = (&self.cursor.record().tree, self.cursor.node());
        let fitting = || tree.children(at).filter(|&child| tree[child].action.as_ref() == Some(action));
        let Some(child) = fitting().find(|&child| self.solutions.leads_to(child)).or_else(|| fitting().next()) else {
            return Answer::Unknown;
        };
        self.entered.push(at);
        self.cursor.to(child);
        let reply = self.reply(false);
        match (self.is_solved(), self.is_solvable()) {
            (true, _) => Answer::Solved { reply },
            (false, true) => Answer::Right { reply },
            (false, false) => Answer::Wrong { reply },
        }
    }

    /// Enters nodes until the player is to move, or a solution is reached, or the line ends. Returns the first move of the
    /// opponent among them. `has_replied` is true if the opponent need not move.
    fn reply(&mut self, mut has_replied: bool) -> Option<NodeId> {
        let tree = &self.cursor.record().tree;
        let mut reply = None;
        while !self.is_solved() {
            let at = self.cursor.node();
            // The first child of each kind. From a place that leads to a solution, only those count that lead there too.
            let fits = |&child: &NodeId| !self.is_solvable() || self.solutions.leads_to(child);
            let (mut own, mut of_opponent, mut other) = (None, None, None);
            for child in tree.children(at).filter(fits) {
                let is_move = tree[child].action.as_ref().is_some_and(G::is_move);
                let kind = match (is_move, self.solutions.is_own(child)) {
                    (true, true) => &mut own,
                    (true, false) => &mut of_opponent,
                    (false, _) => &mut other,
                };
                kind.get_or_insert(child);
            }
            let next = match (own, of_opponent) {
                (Some(_), Some(child)) if !has_replied => child,
                (Some(_), _) => break,
                (None, Some(child)) => child,
                (None, None) => match other {
                    Some(child) => child,
                    None => break,
                },
            };
            if of_opponent == Some(next) {
                has_replied = true;
                reply = reply.or(of_opponent);
            }
            self.cursor.to(next);
        }
        reply
    }

    /// Returns the actions of the player that lead to a solution. There are none after the player has left all solutions.
    pub fn hints(&self) -> impl Iterator<Item = &'r G::Action> {
        let tree = &self.cursor.record().tree;
        let leading = tree.children(self.cursor.node()).filter(|&child| self.solutions.leads_to(child));
        leading.filter(|&child| self.solutions.is_own(child)).filter_map(|child| tree[child].action.as_ref())
    }

    /// Returns the nodes to mark as the way to a solution, if the record's preferences ask to show it: the children of the current
    /// node that lead to one. None otherwise.
    ///
    /// ```
    /// use kifu_core::{NamedValue, Node, Record};
    /// use kifu_goban::{Color, Go, Move};
    /// use kifu_rules::Solver;
    /// let mut record: Record<Go> = Record::default();
    /// let right = record.tree.add(record.tree.root(), Node::new(Some(Move::pass(Color::Black).into())));
    /// assert_eq!(Solver::new(&record).marked_solutions().count(), 0);
    /// record.info.display.push(NamedValue::new("showSolutions", "true"));
    /// assert!(Solver::new(&record).marked_solutions().eq([right]));
    /// ```
    pub fn marked_solutions(&self) -> impl Iterator<Item = NodeId> {
        let at = Some(self.cursor.node()).filter(|_| self.cursor.preferences().show_solutions);
        let children = at.into_iter().flat_map(|at| self.cursor.record().tree.children(at));
        children.filter(|&child| self.solutions.leads_to(child))
    }

    /// Goes back to where the player entered the last action, and returns the node. `None` if the player entered none.
    pub fn back(&mut self) -> Option<NodeId> {
        let node = self.entered.pop()?;
        self.cursor.to(node)
    }

    /// Goes back to where the player enters the first action.
    pub fn restart(&mut self) {
        self.entered.clear();
        self.cursor.to(self.first);
    }
}
