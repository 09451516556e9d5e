//! Compares sessions of an editor with snapshots and a slow replay.

use crate::game::{STEPS, Toy, record, replay};
use kifu_core::{Edit, EditError, Node, NodeId, Record, Tree};
use kifu_rules::{Editor, Entered};
use proptest::prelude::*;

type Snapshot = (Record<Toy>, Vec<NodeId>);

fn snapshot(editor: &Editor<Toy>) -> Snapshot {
    (editor.record().clone(), editor.record().tree.preorder().collect())
}

/// Creates an edit from a few numbers; some edits do not fit the record.
fn edit(record: &Record<Toy>, detached: &[NodeId], (kind, a, b, value): (u8, u8, u8, u8)) -> Edit<Toy> {
    let nodes: Vec<NodeId> = record.tree.preorder().collect();
    let any = |n: u8| nodes[usize::from(n) * nodes.len() / 256];
    let position = usize::from(value % 3);
    let action = Node::new((value % 5 > 0).then_some(value % 9));
    match kind % 9 {
        0 => Edit::insert(any(a), position, action),
        1 => {
            let mut nodes = Tree::new(action);
            nodes.add_line(nodes.root(), (0..b % 50).map(|n| Node::new(Some(n % 9))));
            Edit::Insert { parent: any(a), position, nodes }
        }
        2 => Edit::Detach { node: any(a) },
        3 => Edit::Attach { node: *detached.last().unwrap_or(&any(a)), parent: any(b), position },
        4 => Edit::Move { node: any(a), parent: any(b), position },
        5 => Edit::Set { node: any(a), value: action },
        6 => Edit::Setup { setup: Box::new(value) },
        7 => Edit::Terms { terms: Box::new(value) },
        _ => [
            edit(record, detached, (a % 8, b, value, kind)),
            edit(record, detached, (b % 8, value, a, kind)),
            Edit::Detach { node: any(b) },
        ]
        .into_iter()
        .collect(),
    }
}

proptest! {
    #[test]
    fn a_session_can_be_undone_and_redone(
        pairs in prop::collection::vec(any::<(u8, u8)>(), 0..120),
        steps in prop::collection::vec((0_u8..12, any::<(u8, u8, u8, u8)>()), 1..80),
    ) {
        let mut editor = Editor::new(record(&pairs));
        // Each state of the record, with the nodes before and after the change that made it; the current state is last.
        let mut done = vec![(snapshot(&editor), editor.node(), editor.node())];
        let mut undone = Vec::new();
        let mut detached = Vec::new();
        for (kind, numbers) in steps {
            let before = editor.node();
            match kind {
                0..=2 => {
                    let action = numbers.0 % 4;
                    let known = editor.record().tree.children(before).any(|child| editor.record().tree[child].action == Some(action));
                    let entered = editor.input(action);
                    prop_assert_eq!(entered == Entered::Followed, known);
                    prop_assert_eq!(editor.record().tree.parent(editor.node()), Some(before));
                    if !known {
                        done.push((snapshot(&editor), before, editor.node()));
                        undone.clear();
                    }
                }
                3..=5 => {
                    let edit = edit(editor.record(), &detached, numbers);
                    let path = editor.path().to_vec();
                    match editor.apply(edit.clone()) {
                        Ok(()) => {
                            let left = path.iter().rfind(|&&node| editor.record().tree.get(node).is_some());
                            prop_assert_eq!(Some(&editor.node()), left);
                            if let Edit::Detach { node } = edit {
                                detached.push(node);
                            }
                            done.push((snapshot(&editor), before, editor.node()));
                            undone.clear();
                        }
                        Err(_) => prop_assert_eq!((&snapshot(&editor), editor.node()), (&done.last().unwrap().0, before)),
                    }
                }
                6 | 7 => {
                    prop_assert_eq!(editor.undo(), done.len() > 1);
                    if done.len() > 1 {
                        let change = done.pop().unwrap();
                        prop_assert_eq!(editor.node(), change.1);
                        undone.push(change);
                    }
                }
                8 => {
                    prop_assert_eq!(editor.redo(), !undone.is_empty());
                    if let Some(change) = undone.pop() {
                        prop_assert_eq!(editor.node(), change.2);
                        done.push(change);
                    }
                }
                9 => {
                    editor.back();
                }
                10 => {
                    editor.forward();
                }
                _ => {
                    let nodes: Vec<NodeId> = editor.record().tree.preorder().collect();
                    let node = nodes[usize::from(numbers.0) * nodes.len() / 256];
                    prop_assert_eq!(editor.to(node), Some(node));
                }
            }
            prop_assert_eq!(&snapshot(&editor), &done.last().unwrap().0);
            prop_assert_eq!(editor.path(), editor.record().tree.path(editor.node()));
            prop_assert_eq!(editor.position(), &replay(editor.record(), editor.node()));
        }
        while editor.undo() {}
        prop_assert_eq!(editor.into_record(), record(&pairs));
    }
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let mut editor: Editor<Toy> = Editor::new(Record::new(0));
    editor.input(1);
    editor.input(2);
    editor.undo();
    let (before, node, root) = (snapshot(&editor), editor.node(), editor.record().tree.root());
    let edits = [
        (Edit::Detach { node: root }, EditError::Root),
        (Edit::Move { node, parent: node, position: 0 }, EditError::BelowItself(node)),
        (Edit::Attach { node, parent: root, position: 0 }, EditError::NotDetached(node)),
        (Edit::Set { node: root, value: Node::new(Some(1)) }, EditError::ActionAtRoot),
    ];
    for (edit, error) in edits {
        assert!(editor.apply([Edit::insert(node, 0, Node::new(Some(8))), edit.clone()].into_iter().collect()).is_err());
        assert_eq!(editor.apply(edit), Err(error));
        assert_eq!((snapshot(&editor), editor.node()), (before.clone(), node));
        assert_eq!(editor.position(), &replay(editor.record(), node));
    }
    assert!(editor.redo(), "an edit that was refused leaves what can be redone");
    assert_eq!(editor.record().tree.len(), 3);
}

#[test]
fn undoing_a_long_game_costs_three_steps_a_move() {
    let mut editor: Editor<Toy> = Editor::new(Record::new(0));
    for n in 0..20_000_u32 {
        editor.input((n % 7 + 1) as u8);
    }
    STEPS.set(0);
    while editor.undo() {}
    while editor.redo() {}
    // One to redo and two to undo, because the editor keeps few positions and undo data.
    assert!(STEPS.get() <= 3 * 20_000, "{} steps", STEPS.get());
}

#[test]
fn positions_far_below_an_edit_follow_it() {
    let mut editor = Editor::new(record(&[(0, 1); 100]));
    let end = editor.to_end();
    let at = |ply| editor.record().tree.node(ply).unwrap();
    let (early, middle) = (at(10), at(40));
    let edits = [
        Edit::Set { node: early, value: Node::new(Some(7)) },
        Edit::Move { node: middle, parent: early, position: 0 },
        Edit::Setup { setup: Box::new(9) },
    ];
    for edit in edits {
        editor.apply(edit).unwrap();
        assert_eq!((editor.node(), editor.position()), (end, &replay(editor.record(), end)));
    }
    // Detach a node, and attach it in another place.
    editor.apply(Edit::Detach { node: middle }).unwrap();
    assert_eq!((editor.node(), editor.position()), (early, &replay(editor.record(), early)));
    editor.apply(Edit::Attach { node: middle, parent: editor.record().tree.root(), position: 0 }).unwrap();
    for _ in 0..5 {
        editor.to(end); // the current node does not change while `end` is detached
        assert_eq!(editor.position(), &replay(editor.record(), editor.node()));
        editor.undo();
        assert_eq!(editor.position(), &replay(editor.record(), editor.node()));
    }
    assert_eq!(editor.into_record(), record(&[(0, 1); 100]));
}
