//! Compares solutions and a solver with slow and obvious implementations.

use crate::game::{STEPS, Toy, add_details, record, replay};
use kifu_core::{Comment, Degree, Game, MoveQuality, Node, NodeId, PositionQuality, Record, Seat};
use kifu_rules::{Answer, Play, SolutionSource, Solutions, Solver};
use proptest::prelude::*;

/// A problem in the simplest implementation: every question walks through the record again.
struct Slow<'r> {
    record: &'r Record<Toy>,
    start: NodeId,
    by_condition: bool,
}

impl Slow<'_> {
    fn is_move(&self, node: NodeId) -> bool {
        node != self.start && self.record.tree[node].action.is_some_and(|action| Toy::is_move(&action))
    }

    /// The nodes from below the start to `node`.
    fn line(&self, node: NodeId) -> Vec<NodeId> {
        let path = self.record.tree.path(node);
        let start = path.iter().position(|&node| node == self.start);
        start.map_or(Vec::new(), |start| path[start + 1..].to_vec())
    }

    /// Who makes a move: the player whose turn it is no longer. The two players of the game are the first and the second.
    fn mover(&self, node: NodeId) -> Seat {
        match Toy::to_move(&replay(self.record, node)) {
            Seat::First => Seat::Second,
            _ => Seat::First,
        }
    }

    fn player(&self) -> Seat {
        match self.record.tree.subtree(self.start).find(|&node| self.is_move(node)) {
            Some(first) => self.mover(first),
            None => Toy::to_move(&replay(self.record, self.start)),
        }
    }

    fn has_mark(&self, node: NodeId, source: SolutionSource) -> bool {
        let tree = &self.record.tree;
        if !self.line(node).iter().any(|&node| self.is_move(node)) {
            return false;
        }
        if source == SolutionSource::MainLine {
            return tree.line_from(self.start).last() == Some(node);
        }
        let Some(details) = tree[node].details() else { return false };
        let good = match self.player() {
            Seat::First => PositionQuality::GoodForFirst,
            _ => PositionQuality::GoodForSecond,
        };
        match source {
            SolutionSource::Condition => details.bookmark.is_some(),
            SolutionSource::Marks => details.judgement.solution,
            SolutionSource::Comments => details.comments.iter().any(|comment| comment.text == "Correct."),
            _ => {
                let of_move = details.judgement.of_move == Some(MoveQuality::Good(Degree::Normal));
                let of_position = details.judgement.of_position.map(|judgement| judgement.quality);
                of_move && self.is_move(node) && self.mover(node) == self.player() || of_position == Some(good)
            }
        }
    }

    fn source(&self) -> Option<SolutionSource> {
        use SolutionSource::{Comments, Condition, Judgements, MainLine, Marks};
        let all: &[SolutionSource] =
            if self.by_condition { &[Condition] } else { &[Marks, Comments, Judgements, MainLine] };
        let is_used =
            |source: SolutionSource| self.record.tree.subtree(self.start).any(|node| self.has_mark(node, source));
        all.iter().copied().find(|&source| is_used(source))
    }

    fn solutions(&self) -> Vec<NodeId> {
        let Some(source) = self.source() else { return Vec::new() };
        let tree = &self.record.tree;
        let marked: Vec<NodeId> = tree.subtree(self.start).filter(|&node| self.has_mark(node, source)).collect();
        let is_last = |&node: &NodeId| !tree.subtree(node).skip(1).any(|below| marked.contains(&below));
        marked.iter().copied().filter(is_last).collect()
    }
}

/// A solver in the simplest implementation, with the sets of nodes that lead to a solution, and that one leads to.
struct SlowSolver<'r> {
    slow: Slow<'r>,
    leading: Vec<NodeId>,
    reached: Vec<NodeId>,
    node: NodeId,
    places: Vec<NodeId>,
}

impl<'r> SlowSolver<'r> {
    fn new(slow: Slow<'r>) -> Self {
        let (solutions, tree) = (slow.solutions(), &slow.record.tree);
        let is_below = |node: NodeId, above: NodeId| tree.path(node).contains(&above);
        let all = || tree.subtree(slow.start);
        let leading = all().filter(|&node| solutions.iter().any(|&end| is_below(end, node))).collect();
        let reached = all().filter(|&node| solutions.iter().any(|&end| is_below(node, end))).collect();
        let node = slow.start;
        let mut solver = Self { slow, leading, reached, node, places: Vec::new() };
        while let Some(child) = solver.continuation(&["own"], &["opponent", "other"]) {
            solver.node = child;
        }
        solver.places.push(solver.node);
        solver
    }

    fn kind(&self, node: NodeId) -> &'static str {
        match (self.slow.is_move(node), self.slow.mover(node) == self.slow.player()) {
            (true, true) => "own",
            (true, false) => "opponent",
            _ => "other",
        }
    }

    /// The children, and only those that lead to a solution if the place does.
    fn children(&self) -> Vec<NodeId> {
        let mut children: Vec<NodeId> = self.slow.record.tree.children(self.node).collect();
        if self.leading.contains(&self.node) {
            children.retain(|child| self.leading.contains(child));
        }
        children
    }

    /// The child to go on with by itself: the first of the best kind, unless a child has a kind to wait for.
    fn continuation(&self, waits: &[&str], order: &[&str]) -> Option<NodeId> {
        let children = self.children();
        let first =
            |kinds: &[&str]| kinds.iter().find_map(|kind| children.iter().find(|&&child| self.kind(child) == *kind));
        let stops = self.reached.contains(&self.node) || first(waits).is_some();
        if stops { None } else { first(order).copied() }
    }

    fn input(&mut self, action: u8) -> Answer {
        let tree = &self.slow.record.tree;
        let mut children: Vec<NodeId> =
            tree.children(self.node).filter(|&child| tree[child].action == Some(action)).collect();
        children.sort_by_key(|child| !self.leading.contains(child));
        let Some(&child) = children.first() else { return Answer::Unknown };
        self.node = child;
        let mut reply = None;
        loop {
            let next = match reply {
                // The opponent is to move. Without a move of the opponent, the player goes on.
                None => match self.children().iter().any(|&child| self.kind(child) == "opponent") {
                    true => self.continuation(&[], &["opponent"]),
                    false => self.continuation(&["own"], &["other"]),
                },
                Some(_) => self.continuation(&["own"], &["opponent", "other"]),
            };
            let Some(next) = next else { break };
            reply = reply.or((self.kind(next) == "opponent").then_some(next));
            self.node = next;
        }
        self.places.push(self.node);
        if self.reached.contains(&self.node) {
            Answer::Solved { reply }
        } else if self.leading.contains(&self.node) {
            Answer::Right { reply }
        } else {
            Answer::Wrong { reply }
        }
    }

    fn hints(&self) -> Vec<u8> {
        let tree = &self.slow.record.tree;
        let hints = tree.children(self.node).filter(|child| self.leading.contains(child) && self.kind(*child) == "own");
        hints.filter_map(|child| tree[child].action).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn a_solver_equals_a_slow_one(
        pairs in prop::collection::vec((100_u8.., any::<u8>()), 0..40),
        details in prop::collection::vec((0..3, any::<u16>()), 40),
        (kept, start, by_condition) in (any::<u16>(), any::<u16>(), prop::bool::weighted(0.2)),
        steps in prop::collection::vec((0_u8..16, any::<u8>()), 1..30),
    ) {
        let mut record = record(&pairs);
        // Some records have only some kinds of details, so that each source of solutions comes up.
        let kept = kept | 0b0101_1000;
        let bits = details.iter().map(|&(one, bits)| if one == 0 { bits & kept } else { 0 });
        add_details(&mut record, &bits.collect::<Vec<_>>());
        let tree = &record.tree;
        // Mostly the root.
        let start = tree.node(usize::from(start) % (4 * tree.len())).unwrap_or(tree.root());
        let solutions = match by_condition {
            true => Solutions::find_by(&record, start, Node::has_bookmark),
            false => Solutions::find(&record, start),
        };
        let mut slow = SlowSolver::new(Slow { record: &record, start, by_condition });
        prop_assert_eq!(solutions.source(), slow.slow.source());
        prop_assert_eq!((solutions.start(), solutions.player()), (start, slow.slow.player()));
        for node in tree.preorder() {
            prop_assert_eq!(solutions.leads_to(node), slow.leading.contains(&node));
            prop_assert_eq!(solutions.is_reached(node), slow.reached.contains(&node));
        }
        let mut solver = Solver::with_solutions(&record, solutions);
        for (kind, n) in steps {
            match kind {
                0..=11 => {
                    let children = tree.children(solver.cursor().node());
                    let actions: Vec<u8> = children.filter_map(|child| tree[child].action).collect();
                    let known = actions.get(usize::from(n) % actions.len().max(1)).filter(|_| kind != 0);
                    let action = known.copied().unwrap_or(n % 9);
                    prop_assert_eq!(solver.input(&action), slow.input(action));
                }
                12..=14 => {
                    // The first place is where the player begins.
                    let has_entered = slow.places.len() > 1;
                    if has_entered {
                        slow.places.pop();
                        slow.node = slow.places[slow.places.len() - 1];
                    }
                    prop_assert_eq!(solver.back(), has_entered.then_some(slow.node));
                }
                _ => {
                    solver.restart();
                    slow.places.truncate(1);
                    slow.node = slow.places[0];
                }
            }
            prop_assert_eq!(solver.cursor().node(), slow.node);
            prop_assert_eq!(solver.cursor().position(), &replay(&record, slow.node));
            let hints: Vec<u8> = solver.hints().copied().collect();
            prop_assert_eq!(&hints, &slow.hints());
            prop_assert_eq!(solver.is_solvable() && !solver.is_solved(), !hints.is_empty());
        }
        // The hints lead to a solution.
        solver.restart();
        loop {
            let Some(hint) = solver.hints().next().copied() else { break };
            let is_right = matches!(solver.input(&hint), Answer::Right { .. } | Answer::Solved { .. });
            prop_assert!(is_right);
        }
        prop_assert_eq!(solver.is_solved(), solver.solutions().source().is_some());
    }
}

#[test]
fn a_solver_needs_no_solutions() {
    let mut record = record(&[(0, 1), (0, 2)]);
    let mut larger = record.tree.clone();
    let unknown = larger.add(larger.root(), Node::default());
    let gone = record.tree.node(2).unwrap();
    record.tree.remove(gone);
    for start in [unknown, gone] {
        let solutions = Solutions::find(&record, start);
        assert_eq!((solutions.source(), solutions.leads_to(start)), (None, false));
        let mut solver = Solver::with_solutions(&record, solutions);
        assert_eq!((solver.input(&9), solver.back()), (Answer::Unknown, None));
        assert_eq!(solver.cursor().node(), record.tree.root());
        assert_eq!(solver.input(&1), Answer::Wrong { reply: None });
    }
    // A line without a move has no solution.
    let mut comments: Record<Toy> = Record::new(1);
    let last = comments.tree.add_line(comments.tree.root(), [Node::new(None), Node::new(Some(0))]);
    comments.tree[last].details_mut().comments.push(Comment::from("Correct."));
    assert_eq!(Solver::new(&comments).solutions().source(), None);
}

#[test]
fn a_long_problem_takes_linear_time() {
    let plies = 100_000;
    let mut record: Record<Toy> = Record::new(1);
    let last = record.tree.add_line(record.tree.root(), (0..plies).map(|n| Node::new(Some((n % 7 + 1) as u8))));
    record.tree[last].details_mut().judgement.solution = true;
    STEPS.set(0);
    let mut solver = Solver::new(&record);
    // The cursor copies the first position twice.
    assert!(STEPS.get() <= 2 * plies + 2, "{} steps", STEPS.get());
    STEPS.set(0);
    let mut answer = Answer::Unknown;
    loop {
        let Some(hint) = solver.hints().next().copied() else { break };
        answer = solver.input(&hint);
    }
    assert_eq!((answer, solver.cursor().node()), (Answer::Solved { reply: Some(last) }, last));
    assert!(STEPS.get() <= plies + plies / 32 + 1, "{} steps", STEPS.get());
}
