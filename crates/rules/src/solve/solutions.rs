//! The solutions of a problem: which nodes are solutions, and which lead to one.
//!
//! Method: one walk through the tree in preorder, which plays and undoes each action once, finds who moves and which nodes are
//! marked. The same nodes in reverse order then pass on to each parent whether a solution is below it. Time and memory are
//! linear in the size of the record.

use super::comment;
use crate::Play;
use alloc::vec::Vec;
use kifu_core::{MoveQuality, Node, NodeId, PositionQuality, Record, Seat, Tree};

/// The solutions of a problem, which is a record or the part of a record below a node.
///
/// A marked node is a solution if no node below it is marked. Therefore a record may mark only the last move of a line, or
/// every move on the way. [`SolutionSource`] lists the marks. The start and the nodes before the first move state the problem,
/// and are never solutions. A node leads to a solution if it or a node below it is one. A viewer marks those nodes if it obeys
/// [`show_solutions`](kifu_core::Preferences::show_solutions), as [`Solver::marked_solutions`](crate::Solver::marked_solutions) does.
///
/// ```
/// use kifu_core::{Node, Record};
/// use kifu_goban::{Color, Go, Move, Point};
/// use kifu_rules::{Cursor, SolutionSource, Solutions};
/// let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
/// let mut record: Record<Go> = Record::default();
/// let root = record.tree.root();
/// record.tree.add(root, play(Color::Black, "aa"));
/// let right = record.tree.add(root, play(Color::Black, "bb"));
/// record.tree[right].details_mut().judgement.solution = true;
///
/// let solutions = Solutions::find(&record, root);
/// assert_eq!(solutions.source(), Some(SolutionSource::Marks));
/// let cursor = Cursor::new(&record);
/// assert!(cursor.variations().filter(|&node| solutions.leads_to(node)).eq([right]));
/// ```
#[derive(Clone, Debug)]
pub struct Solutions {
    start: NodeId,
    player: Seat,
    source: Option<SolutionSource>,
    /// What is known of each node, by its index. The list may be shorter than the tree.
    known: Vec<Known>,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// True if the node is a move of the player.
    is_own: bool,
    /// True if the node or one below it is a solution.
    leads: bool,
    /// True if the node or one above it is a solution.
    is_reached: bool,
}

/// What marks the solutions of a problem. If a record has several, the first of this list counts alone.
///
/// ```
/// use kifu_core::{Degree, MoveQuality, Node, Record};
/// use kifu_goban::{Color, Go, Move};
/// use kifu_rules::{SolutionSource, Solutions};
/// let mut record: Record<Go> = Record::default();
/// let root = record.tree.root();
/// let node = record.tree.add(root, Node::new(Some(Move::pass(Color::Black).into())));
/// assert_eq!(Solutions::find(&record, root).source(), Some(SolutionSource::MainLine));
/// record.tree[node].details_mut().judgement.of_move = Some(MoveQuality::Good(Degree::Normal));
/// assert_eq!(Solutions::find(&record, root).source(), Some(SolutionSource::Judgements));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SolutionSource {
    /// The condition of [`Solutions::find_by`].
    Condition,
    /// The marks for solutions ([`Judgement::solution`](kifu_core::Judgement::solution)), which JGF has.
    Marks,
    /// Comments, as problems in SGF have them: those that start with "Correct", with "Right" as a sentence of its own, or with
    /// 正解, 正确 or 정답; and those that contain the word RIGHT in capitals.
    Comments,
    /// Judgements: good moves of the player (TE in SGF), and positions that are good for the player (GB, GW).
    Judgements,
    /// Nothing is marked: the end of the main line is the solution, if the line has moves.
    MainLine,
}

impl Solutions {
    /// Finds the solutions below `start`. If the tree does not have this node, there are none.
    ///
    /// ```
    /// use kifu_core::{Comment, Node, Record};
    /// use kifu_goban::{Color, Go, Move};
    /// use kifu_rules::Solutions;
    /// let mut record: Record<Go> = Record::default();
    /// let passes = [Color::Black, Color::White, Color::Black].map(|color| Node::new(Some(Move::pass(color).into())));
    /// let last = record.tree.add_line(record.tree.root(), passes);
    /// record.tree[last].details_mut().comments.push(Comment::from("Correct!"));
    /// let solutions = Solutions::find(&record, record.tree.root());
    /// assert!(solutions.leads_to(record.tree.root()) && solutions.is_reached(last));
    /// ```
    #[must_use]
    pub fn find<G: Play>(record: &Record<G>, start: NodeId) -> Self {
        let mut found = Found::new(record, start, mark_of);
        if record.tree.get(start).is_some() && found.nodes.iter().all(|node| node.mark.is_none()) {
            // The main line is the start of the preorder.
            let plies = record.tree.line_from(start).count() - 1;
            if let Some(end) = found.nodes.get_mut(plies).filter(|end| end.has_moved) {
                end.mark = Some(SolutionSource::MainLine);
            }
        }
        found.into_solutions(&record.tree, start)
    }

    /// Finds the solutions below `start` by a condition: the nodes that satisfy it are marked. If the tree does not have this
    /// node, there are no solutions.
    ///
    /// ```
    /// use kifu_core::{Comment, Node, Record};
    /// use kifu_goban::{Color, Go, Move};
    /// use kifu_rules::Solutions;
    /// let mut record: Record<Go> = Record::default();
    /// let root = record.tree.root();
    /// let node = record.tree.add(root, Node::new(Some(Move::pass(Color::Black).into())));
    /// record.tree[node].details_mut().comments.push(Comment::from("+"));
    /// let has_plus = |node: &Node<Go>| node.details().is_some_and(|details| details.comments[0].text.starts_with('+'));
    /// assert!(Solutions::find_by(&record, root, has_plus).is_reached(node));
    /// ```
    #[must_use]
    pub fn find_by<G: Play>(record: &Record<G>, start: NodeId, mut is_marked: impl FnMut(&Node<G>) -> bool) -> Self {
        let mark = |node: &Node<G>, _: bool, _: &Seat| is_marked(node).then_some(SolutionSource::Condition);
        Found::new(record, start, mark).into_solutions(&record.tree, start)
    }

    /// Returns the node where the problem starts.
    #[must_use]
    pub fn start(&self) -> NodeId {
        self.start
    }

    /// Returns the player who solves the problem: the one who makes the first move in the record after the start, or else the
    /// one whose turn it is at the start.
    #[must_use]
    pub fn player(&self) -> Seat {
        self.player.clone()
    }

    /// Returns what marks the solutions. `None` if there are no solutions.
    #[must_use]
    pub fn source(&self) -> Option<SolutionSource> {
        self.source
    }

    /// Returns true if the node or a node below it is a solution.
    ///
    /// ```
    /// use kifu_core::{Node, Record};
    /// use kifu_goban::{Color, Go, Move};
    /// use kifu_rules::Solutions;
    /// let mut record: Record<Go> = Record::default();
    /// let root = record.tree.root();
    /// let right = record.tree.add(root, Node::new(Some(Move::pass(Color::Black).into())));
    /// let other = record.tree.add(root, Node::new(None));
    /// let solutions = Solutions::find(&record, root);
    /// assert!(solutions.leads_to(right) && !solutions.leads_to(other));
    /// ```
    #[must_use]
    pub fn leads_to(&self, node: NodeId) -> bool {
        self.known(node).leads
    }

    /// Returns true if the node or a node above it is a solution.
    #[must_use]
    pub fn is_reached(&self, node: NodeId) -> bool {
        self.known(node).is_reached
    }

    /// Returns true if the node is a move of the player.
    pub(super) fn is_own(&self, node: NodeId) -> bool {
        self.known(node).is_own
    }

    fn known(&self, node: NodeId) -> Known {
        self.known.get(node.index()).copied().unwrap_or_default()
    }
}

/// Returns what marks a node in a record of any format.
fn mark_of<G: Play>(node: &Node<G>, is_own: bool, player: &Seat) -> Option<SolutionSource> {
    let details = node.details()?;
    let judgement = &details.judgement;
    if judgement.solution {
        return Some(SolutionSource::Marks);
    }
    if details.comments.iter().any(|comment| comment::is_right(&comment.text)) {
        return Some(SolutionSource::Comments);
    }
    let is_good_move = is_own && matches!(judgement.of_move, Some(MoveQuality::Good(_)));
    let favours = match judgement.of_position.map(|of_position| of_position.quality) {
        Some(PositionQuality::GoodForFirst) => Some(Seat::First),
        Some(PositionQuality::GoodForSecond) => Some(Seat::Second),
        _ => None,
    };
    (is_good_move || favours.as_ref() == Some(player)).then_some(SolutionSource::Judgements)
}

/// The nodes of a problem in preorder, before the solutions among them are chosen.
struct Found {
    player: Seat,
    nodes: Vec<FoundNode>,
}

struct FoundNode {
    node: NodeId,
    is_own: bool,
    /// True if the node is a move or below a move, seen from the start.
    has_moved: bool,
    mark: Option<SolutionSource>,
}

/// A node on the way down to the current one.
struct Step<U> {
    node: NodeId,
    undo: Option<U>,
    has_moved: bool,
}

impl Found {
    /// Plays all nodes below `start`. Nodes before the first move state the problem, and are not marked.
    fn new<G: Play>(
        record: &Record<G>,
        start: NodeId,
        mut mark: impl FnMut(&Node<G>, bool, &Seat) -> Option<SolutionSource>,
    ) -> Self {
        let tree = &record.tree;
        let mut position = G::start(&record.setup);
        if tree.get(start).is_none() {
            return Self { player: G::to_move(&position), nodes: Vec::new() };
        }
        for action in tree.path(start).into_iter().filter_map(|node| tree[node].action.as_ref()) {
            G::play_unchecked(&mut position, action);
        }
        let at_start = G::to_move(&position);
        let mut player: Option<Seat> = None;
        let mut nodes = alloc::vec![FoundNode { node: start, is_own: false, has_moved: false, mark: None }];
        let mut path: Vec<Step<G::Undo>> = alloc::vec![Step { node: start, undo: None, has_moved: false }];
        for node in tree.subtree(start).skip(1) {
            let parent = tree.parent(node);
            while let Some(step) = path.pop_if(|step| Some(step.node) != parent) {
                if let Some(undo) = step.undo {
                    G::undo(&mut position, undo);
                }
            }
            let value = &tree[node];
            let before = G::to_move(&position);
            let undo = value.action.as_ref().map(|action| G::play_unchecked(&mut position, action));
            let is_move = value.action.as_ref().is_some_and(G::is_move);
            // A player who is to move before and after the move did not make it: the other player moved out of turn.
            let is_repeat = G::to_move(&position) == before;
            if is_move && player.is_none() {
                player = Some(if is_repeat { opponent(before.clone()) } else { before.clone() });
            }
            let is_own = is_move && (player.as_ref() == Some(&before)) != is_repeat;
            let has_moved = is_move || path.last().is_some_and(|step| step.has_moved);
            let mark = player.as_ref().filter(|_| has_moved).and_then(|player| mark(value, is_own, player));
            nodes.push(FoundNode { node, is_own, has_moved, mark });
            path.push(Step { node, undo, has_moved });
        }
        Self { player: player.unwrap_or(at_start), nodes }
    }

    /// Chooses the solutions: of the marks that count, those with no other below them.
    fn into_solutions<T>(self, tree: &Tree<T>, start: NodeId) -> Solutions {
        let source = self.nodes.iter().filter_map(|found| found.mark).min();
        let len = self.nodes.iter().map(|found| found.node.index() + 1).max().unwrap_or_default();
        let mut known = alloc::vec![Known::default(); len];
        let parent = |node| tree.parent(node).filter(|_| node != start);
        for FoundNode { node, is_own, mark, .. } in self.nodes.iter().rev() {
            let entry = &mut known[node.index()];
            entry.is_own = *is_own;
            if !entry.leads && mark.is_some() && *mark == source {
                (entry.leads, entry.is_reached) = (true, true);
            }
            if entry.leads
                && let Some(parent) = parent(*node)
            {
                known[parent.index()].leads = true;
            }
        }
        for FoundNode { node, .. } in &self.nodes {
            known[node.index()].is_reached |= parent(*node).is_some_and(|parent| known[parent.index()].is_reached);
        }
        Solutions { start, player: self.player, source, known }
    }
}

/// Returns the other of two players.
fn opponent(seat: Seat) -> Seat {
    match seat {
        Seat::First => Seat::Second,
        Seat::Second => Seat::First,
        other => other,
    }
}
