//! Compares a cursor with a slow replay from the start, and measures the cost of its steps.

use crate::game::{STEPS, Toy, record, replay};
use kifu_core::{Node, NodeId, Record};
use kifu_rules::{Cursor, Play};
use proptest::prelude::*;
use std::collections::HashMap;

/// A cursor in the simplest implementation.
struct Slow<'r> {
    record: &'r Record<Toy>,
    path: Vec<NodeId>,
    taken: HashMap<NodeId, NodeId>,
}

impl Slow<'_> {
    fn next(&self, node: NodeId) -> Option<NodeId> {
        self.taken.get(&node).copied().or_else(|| self.record.tree.first_child(node))
    }

    fn go(&mut self, node: NodeId) -> Option<NodeId> {
        self.path = self.record.tree.path(node);
        self.taken.extend(self.path.windows(2).map(|pair| (pair[0], pair[1])));
        Some(node)
    }

    fn reach_ply(&mut self, ply: usize) -> Option<NodeId> {
        let mut line = self.path.clone();
        while let Some(next) = self.next(line[line.len() - 1]) {
            line.push(next);
        }
        line.get(ply).copied().and_then(|node| self.go(node))
    }
}

proptest! {
    #[test]
    fn a_walk_equals_a_slow_replay(
        pairs in prop::collection::vec(any::<(u8, u8)>(), 0..300),
        steps in prop::collection::vec((0_u8..12, any::<u16>()), 1..60),
    ) {
        let record = record(&pairs);
        let tree = &record.tree;
        let mut cursor = Cursor::new(&record);
        let mut slow = Slow { record: &record, path: vec![tree.root()], taken: HashMap::new() };
        for (kind, n) in steps {
            let (at, n) = (cursor.node(), usize::from(n));
            let (fast, slow_node) = match kind {
                0..=2 => (cursor.forward(), slow.next(at).and_then(|node| slow.go(node))),
                3..=5 => (cursor.back(), tree.parent(at).and_then(|node| slow.go(node))),
                6 => (cursor.variation(n % 3), tree.children(at).nth(n % 3).and_then(|node| slow.go(node))),
                7 => (Some(cursor.to_end()), slow.reach_ply(usize::MAX).or_else(|| {
                    let mut end = at;
                    while let Some(next) = slow.next(end) {
                        end = next;
                    }
                    slow.go(end)
                })),
                8 | 9 => {
                    let node = tree.node(n % tree.len()).unwrap();
                    (cursor.to(node), slow.go(node))
                }
                10 => (cursor.to_ply(n % 200), slow.reach_ply(n % 200)),
                _ => {
                    let node = tree.node(n % tree.len()).unwrap();
                    let indices: Vec<usize> = tree.path(node)[1..].iter().map(|&node| tree.position(node)).collect();
                    (cursor.to_path(indices), slow.go(node))
                }
            };
            prop_assert_eq!(fast, slow_node);
            prop_assert_eq!(cursor.path(), &slow.path);
            prop_assert_eq!((cursor.node(), cursor.ply()), (slow.path[slow.path.len() - 1], slow.path.len() - 1));
            let row = replay(&record, cursor.node());
            prop_assert_eq!(cursor.to_move(), Toy::to_move(&row));
            prop_assert_eq!(cursor.position(), &row);
        }
    }
}

#[test]
fn a_place_that_is_not_there_is_refused() {
    let mut record: Record<Toy> = Record::new(0);
    let first = record.tree.add(record.tree.root(), Node::new(Some(1)));
    let gone = record.tree.add(first, Node::new(Some(2)));
    record.tree.remove(gone);
    let mut cursor = Cursor::new(&record);
    cursor.forward();
    let refused = [cursor.forward(), cursor.variation(0), cursor.to(gone), cursor.to_ply(2), cursor.to_path([0, 0])];
    assert_eq!(refused, [None; 5]);
    assert_eq!((cursor.node(), cursor.position()), (first, &replay(&record, first)));
    let mut larger = record.tree.clone();
    let unknown = larger.add(first, Node::default());
    assert_eq!(cursor.to(unknown), None);
    cursor.back();
    assert_eq!(cursor.back(), None);
}

/// The number of actions that `walk` plays and undoes, and of positions that it copies.
fn steps<T>(walk: impl FnOnce() -> T) -> usize {
    STEPS.set(0);
    walk();
    STEPS.get()
}

/// A line, and a variation of the same length that starts in the middle.
fn long(plies: usize) -> (Record<Toy>, Vec<NodeId>) {
    let mut record: Record<Toy> = Record::new(1);
    let nodes = |from: usize| (from..from + plies).map(|n| Node::new(Some((n % 7 + 1) as u8)));
    record.tree.add_line(record.tree.root(), nodes(0));
    let middle = record.tree.node(plies / 2).unwrap();
    record.tree.add_line(middle, nodes(3));
    let all = record.tree.preorder().collect();
    (record, all)
}

#[test]
fn a_jump_in_a_long_game_plays_at_most_63_plies_where_the_cursor_has_been() {
    let (record, nodes) = long(10_000);
    let mut cursor = Cursor::new(&record);
    for &node in &nodes {
        cursor.to(node);
    }
    let mut worst = 0;
    for n in 0..5_000 {
        let target = nodes[n * 7_919 % nodes.len()];
        // The last step is the copy of the position.
        worst = worst.max(steps(|| cursor.to(target)));
        assert_eq!(cursor.position(), &replay(&record, target));
    }
    // A cursor keeps at most 512 positions: one every 64 plies here.
    assert!((20..=64).contains(&worst), "{worst} steps");
}

#[test]
fn a_jump_to_where_the_cursor_never_was_costs_the_distance() {
    let (record, nodes) = long(10_000);
    let mut cursor = Cursor::new(&record);
    cursor.to_ply(77);
    for distance in [1, 31, 32, 33, 1_000] {
        let ply = cursor.ply() + distance;
        let copies = distance / 32 + 1;
        let cost = steps(|| cursor.to(nodes[ply]));
        assert!(cost <= distance + copies, "{cost} steps for {distance} plies");
    }
}

#[test]
fn going_back_after_a_jump_costs_two_steps_a_ply() {
    let (record, nodes) = long(10_000);
    let mut cursor = Cursor::new(&record);
    for &node in &nodes {
        cursor.to(node);
    }
    cursor.to_ply(5);
    cursor.to(nodes[9_999]);
    let cost = steps(|| while cursor.back().is_some() {});
    assert!(cost < 2 * 10_000 + 1_000, "{cost} steps");
    assert_eq!(cursor.position(), &Toy::start(&1));
}
