//! Compares the faults of a record with a slow replay for each node.

use crate::game::{REPEATED, Repetition, STEPS, Toy, record};
use kifu_core::{NodeId, Severity};
use kifu_rules::{Judge, Play, check, faults};
use proptest::prelude::*;

/// Returns the verdict on one node, played from the start of the game.
fn verdict(record: &kifu_core::Record<Toy>, node: NodeId, rules: Repetition) -> Option<String> {
    let mut row = Toy::start(&record.setup);
    let mut history = Vec::new();
    Toy::remember(&mut history, None, &row);
    let mut last = Ok(());
    for at in record.tree.path(node) {
        last = Ok(());
        if let Some(action) = record.tree[at].action {
            last = Toy::judge(&row, &history, &rules, &action);
            Toy::play_unchecked(&mut row, &action);
            Toy::remember(&mut history, Some(&action), &row);
        }
    }
    last.err()
}

proptest! {
    #[test]
    fn faults_are_those_of_a_slow_replay(pairs in prop::collection::vec(any::<(u8, u8)>(), 0..120)) {
        let mut record = record(&pairs);
        for rules in [Repetition::Forbidden, Repetition::Allowed] {
            let slow = record.tree.preorder().filter_map(|node| Some((node, verdict(&record, node, rules)?)));
            prop_assert_eq!(faults(&record, &rules).collect::<Vec<_>>(), slow.collect::<Vec<_>>());
        }
        let expected = faults(&record, &Repetition::Forbidden).count();
        // Stated rules, no rules, and unknown rules. For the last two the default is assumed.
        for (terms, severity) in [(1, Severity::Error), (0, Severity::Warning), (9, Severity::Warning)] {
            record.terms = terms;
            let found = check(&record, 4);
            prop_assert_eq!(found.at_least(severity), expected as u64);
            let right = |found: &kifu_core::Diagnostic| found.code == REPEATED.code && found.severity == severity;
            prop_assert!(found.iter().all(right));
            let nodes = found.iter().filter_map(|found| found.node);
            let slow = faults(&record, &Repetition::Forbidden).map(|(node, _)| kifu_core::NodeIndex { record: 4, node: node.index() });
            prop_assert!(nodes.eq(slow));
        }
        record.terms = 2;
        prop_assert!(check(&record, 0).is_empty());
    }
}

#[test]
fn each_action_is_played_and_taken_back_once() {
    // A comb: a long line with a variation at each node.
    let mut record = record(&[(0, 0); 5_000]);
    let line: Vec<NodeId> = record.tree.main_line().collect();
    for node in line {
        record.tree.add(node, kifu_core::Node::new(Some(0)));
    }
    STEPS.set(0);
    assert_eq!(faults(&record, &Repetition::Forbidden).count(), 0);
    // Judging plays each action once more.
    assert!(STEPS.get() <= 3 * record.tree.len(), "{} steps", STEPS.get());
}
