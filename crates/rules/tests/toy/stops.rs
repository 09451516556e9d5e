//! Compares the stops of a cursor on its line (the next comment, the previous fork, a move number) and the variations that it
//! shows with slow and simple implementations.

use crate::game::{STEPS, Toy, add_details, record, replay};
use kifu_core::{Edit, Game, NamedValue, Node, NodeId, Preferences, Record, Tree};
use kifu_rules::{Cursor, Editor};
use proptest::prelude::*;

/// The current line: the path, and the nodes that the cursor reaches by going forward.
fn line(cursor: &mut Cursor<'_, Toy>) -> Vec<NodeId> {
    let at = cursor.node();
    cursor.to_end();
    let line = cursor.path().to_vec();
    cursor.to(at);
    line
}

type Condition = fn(&Tree<Node<Toy>>, NodeId) -> bool;

/// A condition, spelt out, with the methods that go to the next and the previous node that satisfies it.
fn stop(kind: u8, cursor: &mut Cursor<'_, Toy>, is_forward: bool) -> (Condition, Option<NodeId>) {
    let mut go = |is_wanted: fn(&Node<Toy>) -> bool| match is_forward {
        true => cursor.to_next(is_wanted),
        false => cursor.to_previous(is_wanted),
    };
    match kind {
        0 => (
            |tree, node| tree[node].details().is_some_and(|details| !details.comments.is_empty()),
            go(Node::has_comment),
        ),
        1 => (|tree, node| tree[node].action == Some(0), go(Node::has_setup)),
        2 => (|tree, node| tree[node].details().is_some_and(|details| *details.marks == [7]), go(Node::has_mark)),
        3 => (
            |tree, node| tree[node].details().is_some_and(|details| details.bookmark == Some(String::new())),
            go(Node::has_bookmark),
        ),
        4 => (|tree, node| tree[node].action == Some(5), go(|node| node.action == Some(5))),
        _ => (
            |tree, node| tree.children(node).count() > 1,
            if is_forward { cursor.to_next_fork() } else { cursor.to_previous_fork() },
        ),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn stops_are_the_nearest_on_the_line(
        pairs in prop::collection::vec(any::<(u8, u8)>(), 0..200),
        details in prop::collection::vec((0..4, any::<u16>()).prop_map(|(one, bits)| if one == 0 { bits } else { 0 }), 200),
        remembers in any::<bool>(),
        steps in prop::collection::vec((0_u8..9, any::<(bool, u16)>()), 1..40),
    ) {
        let mut record = record(&pairs);
        add_details(&mut record, &details);
        record.info.display.push(NamedValue::new("rememberVariationPaths", remembers.to_string()));
        let tree = &record.tree;
        let mut cursor = Cursor::new(&record);
        for (kind, (is_forward, n)) in steps {
            let line = line(&mut cursor);
            if !remembers {
                prop_assert!(line[cursor.ply()..].windows(2).all(|pair| tree.first_child(pair[0]) == Some(pair[1])));
            }
            let (at, ply, n) = (cursor.node(), cursor.ply(), usize::from(n));
            let (slow, fast) = match kind {
                0..=5 => {
                    let (is_wanted, fast) = stop(kind, &mut cursor, is_forward);
                    let slow = match is_forward {
                        true => line[ply + 1..].iter().find(|&&node| is_wanted(tree, node)),
                        false => line[..ply].iter().rev().find(|&&node| is_wanted(tree, node)),
                    };
                    (slow.copied(), fast)
                }
                6 => {
                    let slow = line.iter().find(|&&node| {
                        let moved = tree[node].action.is_some_and(|action| Toy::is_move(&action)) || node == tree.root();
                        moved && record.move_number(node) == n % 60
                    });
                    (slow.copied(), cursor.to_move_number(n % 60))
                }
                _ => {
                    let node = tree.node(n % tree.len()).unwrap();
                    (Some(node), cursor.to(node))
                }
            };
            prop_assert_eq!(fast, slow);
            prop_assert_eq!(cursor.node(), slow.unwrap_or(at));
            prop_assert_eq!(cursor.position(), &replay(&record, cursor.node()));
        }
    }

    #[test]
    fn variations_are_children_or_siblings_as_the_record_asks(
        pairs in prop::collection::vec((170_u8.., any::<u8>()), 0..60),
        shown in prop::option::of(any::<bool>()),
        siblings in prop::option::of(any::<bool>()),
    ) {
        let mut record = record(&pairs);
        let entry = |name, value: Option<bool>| value.map(|value| NamedValue::new(name, value.to_string()));
        record.info.display.extend(entry("showVariations", shown));
        record.info.display.extend(entry("showSiblingVariations", siblings));
        let tree = &record.tree;
        let mut cursor = Cursor::new(&record);
        let mut editor = Editor::new(record.clone());
        for node in tree.preorder() {
            cursor.to(node);
            editor.to(node);
            let mut slow: Vec<NodeId> = match (siblings, tree.parent(node)) {
                (Some(true), Some(parent)) => tree.children(parent).collect(),
                (Some(true), None) => Vec::new(),
                _ => tree.children(node).collect(),
            };
            if slow.len() == 1 || shown == Some(false) {
                slow.clear();
            }
            slow.retain(|&variation| variation != node);
            prop_assert_eq!(cursor.variations().collect::<Vec<_>>(), &slow[..]);
            prop_assert_eq!(editor.variations().collect::<Vec<_>>(), slow);
        }
    }
}

#[test]
fn preferences_can_be_replaced_and_an_edit_changes_none() {
    let mut editor = Editor::new(record(&[(0, 1), (0, 2)]));
    editor.to_ply(1);
    editor.input(7);
    let variation = editor.node();
    let mut info = editor.record().info.clone();
    info.display.push(NamedValue::new("rememberVariationPaths", "false"));
    editor.apply(Edit::Info { info: Box::new(info) }).unwrap();
    assert_eq!(editor.preferences(), Preferences::default());
    editor.back();
    assert_eq!(editor.forward(), Some(variation));

    editor.set_preferences(editor.record().info.preferences());
    editor.back();
    assert_eq!(editor.forward(), editor.record().tree.node(2));
    assert_eq!(editor.to_path([0, 1]), Some(variation));
    editor.back();
    // The child that was visited is known again as soon as the preferences ask for it.
    editor.set_preferences(Preferences::default());
    assert_eq!(editor.forward(), Some(variation));
}

#[test]
fn a_stop_plays_the_nodes_on_the_way_once() {
    let plies = 100_000;
    let mut record: Record<Toy> = Record::new(1);
    record.tree.add_line(record.tree.root(), (0..plies).map(|n| Node::new(Some((n % 7 + 1) as u8))));
    let mut cursor = Cursor::new(&record);
    STEPS.set(0);
    assert_eq!(cursor.to_next(Node::has_comment), None);
    assert_eq!(STEPS.get(), 0, "a node that is not there costs no step");
    // Each stop is one node away.
    while cursor.to_next(|node| node.action.is_some()).is_some() {}
    assert_eq!(cursor.ply(), plies);
    let copies = plies / 32 + 1;
    assert!(STEPS.get() <= plies + copies, "{} steps", STEPS.get());
    STEPS.set(0);
    while cursor.to_previous(|node| node.action.is_some()).is_some() {}
    // The plies between two positions that the cursor keeps are played once more.
    assert!(STEPS.get() <= 3 * plies, "{} steps", STEPS.get());
    cursor.to_move_number(plies);
    assert_eq!((cursor.ply(), cursor.to_previous(|node| node.action.is_none())), (plies, Some(record.tree.root())));
}
