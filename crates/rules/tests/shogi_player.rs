//! Each line of the table "Coming from JKFPlayer" of `kifu_rules::shogi`.
#![cfg(feature = "shogi")]

use kifu_core::{Comment, Edit, Node, NodeId, Record};
use kifu_rules::{
    Cursor, Editor, Entered,
    shogi::{IllegalReason, Relative, node_text},
};
use kifu_shogiban::{Action, Color, Ending, Handicap, Kind, Move, Setup, Shogi, ShogiRecord, Square};

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn action(text: &str) -> Node<Shogi> {
    Node::new(Some(Action::words(text)))
}

/// ☗７六歩 ☖３四歩 ☗２二角成 ☖同　銀 投了, and two variations: ☖８四歩 ☗２六歩 after the first move, and ☗６六歩 after the second.
fn record() -> Record<Shogi> {
    let mut record: Record<Shogi> = Record::default();
    let tree = &mut record.tree;
    let first = tree.add(tree.root(), action("☗７六歩(77)"));
    let second = tree.add(first, action("☖３四歩(33)"));
    tree.add_line(second, ["☗２二角成(88)", "☖２二銀(31)", "投了"].map(action));
    let fork = tree.add(first, action("☖８四歩(83)"));
    tree.add(fork, action("☗２六歩(27)"));
    tree.add(second, action("☗６六歩(67)"));
    tree[first].details_mut().comments.push(Comment::from("good"));
    record
}

fn text(record: &Record<Shogi>, node: NodeId) -> String {
    record.tree[node].action.as_ref().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn a_record_is_read_once_and_then_played() {
    let record = record();
    assert_eq!(Cursor::new(&record).node(), record.tree.root());
    let editor = Editor::new(record.clone());
    assert_eq!(editor.record(), &record);
    assert_eq!(editor.into_record(), record); // toJKF
}

#[test]
fn from_shogi_starts_from_any_board() {
    let setup = Handicap::TwoPieces.setup();
    let mut editor: Editor<Shogi> = Editor::new(Record::new(setup.clone()));
    assert_eq!(editor.position().setup(), setup);
    editor.input(Move::new(Color::White, Kind::Silver, square("31"), square("32")).into());
    let again: Editor<Shogi> = Editor::new(Record::new(editor.position().setup()));
    assert_eq!(again.position(), editor.position());
}

#[test]
fn kifu_shogi_and_tesuu() {
    let record = record();
    let mut place = Cursor::new(&record);
    place.forward();
    assert_eq!((place.record(), place.ply()), (&record, 1));
    assert_eq!(place.position().to_move(), Color::White);
}

#[test]
fn current_stream_is_the_line_that_was_taken() {
    let record = record();
    let mut place = Cursor::new(&record);
    place.to_path([0, 1]);
    place.to_ply(0);
    place.to_end();
    let line: Vec<_> = place.path().iter().map(|node| text(&record, *node)).collect();
    assert_eq!(line, ["", "☗７六歩(77)", "☖８四歩(83)", "☗２六歩(27)"]);
}

#[test]
fn forward_and_backward() {
    let record = record();
    let mut place = Cursor::new(&record);
    assert_eq!(place.back(), None);
    let mut forward = 0;
    while place.forward().is_some() {
        forward += 1;
    }
    // The ending is a node that does not change the board.
    assert_eq!((forward, place.position().piece(square("22")).map(|piece| piece.kind)), (5, Some(Kind::Silver)));
    assert_eq!(place.position().to_move(), Color::Black);
    while place.back().is_some() {}
    assert_eq!(place.position().setup(), Setup::default());
}

#[test]
fn goto_a_ply() {
    let record = record();
    let mut place = Cursor::new(&record);
    place.to_ply(3);
    assert_eq!(place.ply(), 3);
    assert_eq!(place.position().hand(Color::Black).count(Kind::Bishop), 1);
    assert_eq!(place.to_ply(6), None);
    assert_eq!(place.ply(), 3);
    place.to_end();
    assert_eq!(place.ply(), 5);
    place.to_ply(0);
    assert_eq!(place.ply(), 0);
}

#[test]
fn goto_with_fork_pointers() {
    let record = record();
    let mut place = Cursor::new(&record);
    // n = 3 with the pointer {te: 2, forkIndex: 0}.
    let node = place.to_path([0, 1, 0]).unwrap();
    assert_eq!(text(&record, node), "☗２六歩(27)");
    place.to_ply(0);
    assert_eq!(place.to(node), Some(node));
    assert_eq!(place.position().piece(square("84")).map(|piece| piece.color), Some(Color::White));
}

#[test]
fn go_is_relative() {
    let record = record();
    let mut place = Cursor::new(&record);
    place.to_ply(place.ply() + 4);
    place.to_ply(place.ply() - 2);
    assert_eq!(place.ply(), 2);
}

#[test]
fn fork_and_forward() {
    let record = record();
    let mut place = Cursor::new(&record);
    place.forward();
    let node = place.variation(1).unwrap();
    assert_eq!(text(&record, node), "☖８四歩(83)");
    assert_eq!(place.variation(1), None);
    assert_eq!(place.node(), node);
}

#[test]
fn tesuu_pointer_and_fork_pointers() {
    let record = record();
    let mut place = Cursor::new(&record);
    place.to_path([0, 0, 1]);
    let pointer = place.node();
    let forks = |place: &Cursor<'_, Shogi>| {
        let path = place.path().iter().enumerate();
        let position = |(ply, node): (usize, &NodeId)| (ply, record.tree.position(*node));
        path.skip(1).map(position).filter(|(_, position)| *position > 0).collect::<Vec<_>>()
    };
    assert_eq!(forks(&place), [(3, 1)]); // te 3, forkIndex 0
    place.to_ply(0);
    place.to(pointer);
    assert_eq!(text(&record, place.node()), "☗６六歩(67)");
}

/// The move that a user makes: `None` if the program has to ask for the promotion.
fn chosen(editor: &Editor<Shogi>, from: &str, to: &str, promotes: Option<bool>) -> Option<Move> {
    let mut moves = editor.position().moves_between(square(from), square(to));
    let (first, second) = (moves.next()?, moves.next());
    match (second, promotes) {
        (None, _) => Some(first),
        (Some(_), None) => None,
        (Some(second), Some(promotes)) => Some(if promotes { second } else { first }),
    }
}

#[test]
fn input_move_follows_forks_and_appends() {
    let mut editor = Editor::new(record());
    // The next move of the main line.
    let played = chosen(&editor, "77", "76", None).unwrap();
    assert_eq!(editor.input(played.into()), Entered::Followed);
    // The first move of a fork.
    let played = chosen(&editor, "83", "84", None).unwrap();
    assert_eq!(editor.input(played.into()), Entered::Followed);
    assert_eq!(editor.path().len(), 3);
    // A new fork.
    editor.back();
    let played = chosen(&editor, "41", "32", None).unwrap();
    assert_eq!(editor.input(played.into()), Entered::New);
    let first = editor.path()[1];
    assert_eq!(editor.record().tree.children(first).count(), 3);
    // At the end of the line.
    let before = editor.record().tree.len();
    let played = chosen(&editor, "27", "26", None).unwrap();
    assert_eq!(editor.input(played.into()), Entered::New);
    assert_eq!((editor.record().tree.len(), editor.ply()), (before + 1, 3));
    assert!(editor.undo() && editor.undo());
    assert_eq!(editor.record(), &record());
}

#[test]
fn input_move_asks_for_the_promotion() {
    let mut editor = Editor::new(record());
    editor.to_ply(2);
    assert_eq!(chosen(&editor, "88", "22", None), None);
    let plain = chosen(&editor, "88", "22", Some(false)).unwrap();
    assert_eq!(editor.input(plain.into()), Entered::New);
    editor.back();
    let promoting = chosen(&editor, "88", "22", Some(true)).unwrap();
    assert_eq!(editor.input(promoting.into()), Entered::Followed);
}

#[test]
fn input_move_drops() {
    let mut editor = Editor::new(record());
    editor.to_ply(4);
    let drop = Move::drop(editor.position().to_move(), Kind::Bishop, square("45"));
    assert_eq!(editor.position().fault(&drop), None);
    assert_eq!(editor.input(drop.into()), Entered::New);
    assert!(editor.position().hand(Color::Black).is_empty());
    assert_eq!(editor.position().piece(square("45")).map(|piece| piece.kind), Some(Kind::Bishop));
}

#[test]
fn an_illegal_move_is_judged_before_it_is_played() {
    let mut editor = Editor::new(record());
    let played = chosen(&editor, "88", "22", Some(true)).unwrap();
    let illegal = editor.position().fault(&played).unwrap();
    assert_eq!(illegal.reason, IllegalReason::UnreachableSquare);
    assert_eq!(editor.input(played.into()), Entered::New);
    assert_eq!(editor.position().piece(square("22")).map(|piece| piece.kind), Some(Kind::Horse));
}

#[test]
fn a_special_is_an_action() {
    let mut editor = Editor::new(record());
    editor.to_end();
    let last = editor.record().tree[editor.node()].action.clone();
    assert_eq!(last.and_then(|action| action.as_ending()), Some(Ending::Resignation));
    let color = editor.position().to_move();
    assert_eq!(color, editor.record().to_move(editor.node()));
    assert_eq!(editor.input(Move::new(color, Kind::Pawn, square("27"), square("26")).into()), Entered::New);
}

#[test]
fn comments_and_moves_of_a_ply() {
    let record = record();
    let mut place = Cursor::new(&record);
    place.to_end();
    let node = place.path()[1];
    let comments = &record.tree[node].details().unwrap().comments;
    assert!(comments.iter().map(|comment| comment.text.as_str()).eq(["good"]));
    assert_eq!(record.tree[node].action, Some(Action::words("☗７六歩(77)")));
}

#[test]
fn the_largest_ply() {
    let record = record();
    let mut place = Cursor::new(&record);
    place.to_path([0, 1]);
    place.to_end();
    assert_eq!(place.ply(), 3);
}

#[test]
fn board_and_state() {
    let record = record();
    let mut place = Cursor::new(&record);
    place.to_ply(3);
    let horse = place.position().piece(Square::new(2, 2).unwrap()).unwrap();
    assert_eq!((horse.color, horse.kind), (Color::Black, Kind::Horse));
    let state = place.position().setup();
    assert_eq!(state.to_string(), "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4");
}

#[test]
fn readable_kifu_of_a_line_and_its_forks() {
    let record = record();
    let mut place = Cursor::new(&record);
    let mut line = vec![(node_text(&record, place.position(), place.node()), Vec::new())];
    while let Some(next) = record.tree.first_child(place.node()) {
        let texts = |node| node_text(&record, place.position(), node);
        let forks: Vec<String> = record.tree.children(place.node()).skip(1).map(texts).collect();
        line.push((texts(next), forks));
        place.forward();
    }
    let expected: [(&str, &[&str]); 6] = [
        ("開始局面", &[]),
        ("☗７六歩", &[]),
        ("☖３四歩", &["☖８四歩"]),
        ("☗２二角成", &["☗６六歩"]),
        ("☖同　銀", &[]),
        ("投了", &[]),
    ];
    assert_eq!(line.len(), expected.len());
    for ((text, forks), expected) in line.iter().zip(expected) {
        assert_eq!(text, expected.0);
        assert!(forks.iter().eq(expected.1), "{forks:?}");
    }
}

#[test]
fn the_same_move() {
    let played = |text: &str| text.parse::<Move>().unwrap();
    assert_eq!(played("☗２二角成(88)"), played("▲２二角成(88)"));
    assert_ne!(played("☗２二角成(88)"), played("☗２二角(88)"));
    assert_ne!(played("☗２二角打"), played("☗２二角(88)"));
}

#[test]
fn a_move_alone_is_readable() {
    let record = record();
    let mut place = Cursor::new(&record);
    place.to_ply(4);
    let drop = Move::drop(Color::Black, Kind::Bishop, square("45"));
    let text = |mark: char| format!("{mark}{}", place.position().move_text(&drop, Some(square("22"))));
    assert_eq!((text(drop.color.mark()), text(drop.color.triangle())), ("☗４五角".into(), "▲４五角".into()));
}

#[test]
fn words_of_letters() {
    let kan = |letters| Relative::from_jkf(letters).unwrap().to_string();
    let letters = ["L", "C", "R", "U", "M", "D", "H", "LU"];
    assert_eq!(letters.map(kan), ["左", "直", "右", "上", "寄", "引", "打", "左上"]);
    assert_eq!(Ending::from_csa("TORYO").map(|ending| ending.to_string()).as_deref(), Some("投了"));
    assert_eq!(Ending::from_csa("SENNICHITE").map(|ending| ending.to_string()).as_deref(), Some("千日手"));
    assert_eq!(Square::new(7, 6).map(Square::numerals), Some(('７', '六')));
    assert_eq!(Kind::from_csa("NG").map(|kind| kind.to_string()).as_deref(), Some("成銀"));
}

/// What JKFPlayer does not have: a variation is removed, and comes back.
#[test]
fn edits_are_undone() {
    let mut editor = Editor::new(record());
    let fork = editor.to_path([0, 1]).unwrap();
    editor.apply(Edit::Detach { node: fork }).unwrap();
    assert_eq!(editor.ply(), 1);
    assert!(editor.undo());
    assert_eq!(editor.record(), &record());
    assert_eq!(editor.position().piece(square("84")).map(|piece| piece.kind), Some(Kind::Pawn));
}
