//! Tests the rules of play with a check, a cursor and an editor.

use kifu_conformance::{Random, arbitrary::Unstructured, seed};
use kifu_core::{Edit, Format, Node, NodeId, NodeIndex, Record, Seat, Source};
use kifu_gomoku::{Gomoku, Point, Terms};
use kifu_rules::{Cursor, Editor};

#[test]
fn a_stone_on_an_occupied_point_is_found() {
    let reading = kifu_gomoku::GomokuText.read(&Source::from_text("game.gmk", "gomoku\nh8 i9 h8\n"));
    let found = kifu_rules::check(&reading.records[0], 0);
    let found: Vec<_> = found.iter().map(|found| (found.code.0, found.node)).collect();
    assert_eq!(found, [("gomoku/occupied", Some(NodeIndex { record: 0, node: 3 }))]);
    let mut cursor = Cursor::new(&reading.records[0]);
    cursor.to_end();
    assert_eq!((cursor.position().len(), cursor.to_move()), (3, Seat::Second));
}

/// Creates an edit with random nodes, actions and positions. Some edits do not fit the record.
fn edit(record: &Record<Gomoku>, random: &mut Random) -> Edit<Gomoku> {
    let nodes: Vec<NodeId> = record.tree.preorder().collect();
    let (node, parent) = (*random.pick(&nodes), *random.pick(&nodes));
    let position = random.below(3);
    let stone = Node::new(Point::new(random.below(15) as u8, random.below(15) as u8));
    match random.below(6) {
        0 => Edit::insert(parent, position, stone),
        1 => Edit::Detach { node },
        2 => Edit::Move { node, parent, position },
        3 => Edit::Set { node, value: stone },
        4 => Edit::Terms { terms: Box::new(Terms { rules: format!("rules {position}") }) },
        _ => [Edit::insert(parent, position, stone), Edit::Detach { node }].into_iter().collect(),
    }
}

/// Returns the record and the nodes of its tree, after a test of the position: it is that of a replay from the start.
fn state(editor: &Editor<Gomoku>) -> (Record<Gomoku>, Vec<NodeId>) {
    let record = editor.record();
    let stones: Vec<Point> = editor.path().iter().filter_map(|node| record.tree[*node].action).collect();
    assert_eq!(*editor.position(), stones);
    (record.clone(), record.tree.preorder().collect())
}

#[test]
fn random_edits_and_their_inverses_restore_the_record_and_its_nodes() {
    for number in 0..100 {
        let mut random = Random::new(number);
        let made = kifu_conformance::record::<Gomoku>(&mut Unstructured::new(&seed(number))).unwrap();
        let mut editor = Editor::new(made);
        let mut states = vec![state(&editor)];
        for _ in 0..30 {
            let place = *random.pick(&states[states.len() - 1].1);
            assert_eq!(editor.to(place), Some(place));
            match editor.apply(edit(&states[states.len() - 1].0, &mut random)) {
                Ok(()) => states.push(state(&editor)),
                Err(_) => assert_eq!(&state(&editor), states.last().unwrap(), "record {number}"),
            }
        }
        assert!(states.len() > 5, "record {number}: only {} edits fit", states.len() - 1);
        for expected in states.iter().rev().skip(1) {
            assert!(editor.undo());
            assert_eq!(&state(&editor), expected, "record {number}");
        }
        assert!(!editor.undo());
        for expected in &states[1..] {
            assert!(editor.redo());
            assert_eq!(&state(&editor), expected, "record {number}");
        }
    }
}
