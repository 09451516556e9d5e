//! Going through go records: captures, trying a move, and problems whose moves do not simply alternate.
#![cfg(feature = "go")]

use kifu_core::{Comment, Degree, MoveQuality, Node, NodeId, PositionJudgement, PositionQuality, Record};
use kifu_goban::{Action, Color, Go, Move, Point, PositionEdit, Setup, Size};
use kifu_rules::{Answer, Cursor, Editor, Entered, SolutionSource, Solutions, Solver};

/// Returns a move: `Baa`, or `W` for a pass.
fn action(text: &str) -> Action {
    let color = if text.starts_with('B') { Color::Black } else { Color::White };
    Move { color, at: Point::from_sgf(&text[1..]) }.into()
}

fn record(size: u8) -> Record<Go> {
    Record::new(Setup::new(Size::square(size).unwrap()))
}

fn add(record: &mut Record<Go>, parent: NodeId, moves: &str) -> NodeId {
    record.tree.add_line(parent, moves.split_whitespace().map(|text| Node::new(Some(action(text)))))
}

fn comment(record: &mut Record<Go>, node: NodeId, text: &str) {
    record.tree[node].details_mut().comments.push(Comment::from(text));
}

#[test]
fn the_place_knows_the_captures() {
    let mut record = record(5);
    let root = record.tree.root();
    // White's stones at aa and ba are captured at the fifth move, and the black stone at ca at the sixth one of a variation.
    let fourth = add(&mut record, root, "Wba Bca Waa Bab");
    add(&mut record, fourth, "Bbb Wca");
    let variation = add(&mut record, fourth, "Wda Wcb");
    let captures =
        |cursor: &Cursor<'_, Go>| [Color::Black, Color::White].map(|color| cursor.position().captured_by(color));
    let mut cursor = Cursor::new(&record);
    cursor.to_move_number(4);
    assert_eq!(captures(&cursor), [0, 0]);
    cursor.forward();
    assert_eq!(captures(&cursor), [2, 0]);
    cursor.to(variation);
    assert_eq!(captures(&cursor), [0, 1]);
    cursor.to_previous_fork();
    assert_eq!((cursor.ply(), captures(&cursor)), (4, [0, 0]));
}

#[test]
fn a_move_is_tried_in_its_variation_or_in_a_new_one() {
    let mut record = record(9);
    let root = record.tree.root();
    let first = add(&mut record, root, "Bee");
    let main = add(&mut record, first, "Wcc");
    let other = add(&mut record, first, "Wgg");
    let mut editor = Editor::new(record.clone());
    editor.forward();
    for (text, node) in [("Wgg", other), ("Wcc", main)] {
        assert_eq!((editor.input(action(text)), editor.node()), (Entered::Followed, node));
        editor.back();
    }
    assert_eq!(editor.record(), &record);
    assert_eq!(editor.input(action("Bgg")), Entered::New); // the same point in the other colour
    let tried = editor.node();
    editor.back();
    assert!(editor.variations().eq([main, other, tried]));
    assert_eq!(editor.forward(), Some(tried));
    editor.undo();
    assert_eq!((editor.record(), editor.node()), (&record, first));
    assert_eq!(editor.forward(), Some(main)); // the variation that was visited last is gone
}

#[test]
fn the_player_is_who_moves_first_in_the_record() {
    // Black is to move by default, and the record has White's move.
    let mut record = record(9);
    let root = record.tree.root();
    add(&mut record, root, "Waa Bbb Wcc");
    let mut solver = Solver::new(&record);
    assert_eq!(solver.player(), Color::White.seat());
    assert_eq!(solver.input(&action("Baa")), Answer::Unknown);
    assert_eq!(solver.input(&action("Waa")), Answer::Right { reply: record.tree.node(2) });
    assert_eq!(solver.input(&action("Wcc")), Answer::Solved { reply: None });
}

#[test]
fn nodes_without_a_move_need_no_input() {
    let mut record = record(9);
    let white = PositionEdit::default().with_stones(Point::from_sgf("ee").unwrap(), Some(Color::White));
    let setup = record.tree.add(record.tree.root(), Node::new(Some(white.with_to_move(Color::White).into())));
    let question = record.tree.add(setup, Node::new(None));
    comment(&mut record, setup, "Correct play saves White."); // part of the question, and not an answer
    let answer = add(&mut record, question, "Waa");
    let reply = add(&mut record, answer, "Bbb");
    let hint = record.tree.add(answer, Node::new(None));
    let last = add(&mut record, reply, "Wcc");
    let explanation = record.tree.add(last, Node::new(None));
    comment(&mut record, explanation, "Correct.");
    comment(&mut record, hint, "A hint");

    let mut solver = Solver::new(&record);
    assert_eq!((solver.cursor().node(), solver.player()), (question, Color::White.seat()));
    assert_eq!(solver.solutions().source(), Some(SolutionSource::Comments));
    assert_eq!(solver.input(&action("Waa")), Answer::Right { reply: Some(reply) });
    assert_eq!(solver.input(&action("Wcc")), Answer::Solved { reply: None });
    assert_eq!(solver.cursor().node(), explanation);
    assert_eq!((solver.back(), solver.back(), solver.back()), (Some(reply), Some(question), None));
}

#[test]
fn a_reply_may_be_left_out_or_last() {
    let mut record = record(9);
    let root = record.tree.root();
    // White's replies do not matter, so the record has only Black's moves.
    let third = add(&mut record, root, "Baa Bbb Bcc");
    comment(&mut record, third, "RIGHT");
    // White's reply is the end of the solution.
    let reply = add(&mut record, root, "Bdd Wee");
    comment(&mut record, reply, "Correct: a ko.");
    // Both players pass out of turn.
    let last = add(&mut record, root, "Bff Wgg Whh Bii");
    comment(&mut record, last, "Right!");

    let mut solver = Solver::new(&record);
    assert_eq!(solver.hints().count(), 3);
    assert_eq!(solver.input(&action("Baa")), Answer::Right { reply: None });
    assert_eq!(solver.input(&action("Bbb")), Answer::Right { reply: None });
    assert_eq!(solver.input(&action("Bcc")), Answer::Solved { reply: None });
    solver.restart();
    assert_eq!(solver.input(&action("Bdd")), Answer::Solved { reply: Some(reply) });
    solver.restart();
    assert_eq!(
        solver.input(&action("Bff")),
        Answer::Right { reply: record.tree.parent(record.tree.parent(last).unwrap()) }
    );
    assert_eq!(solver.cursor().ply(), 3);
    assert_eq!(solver.input(&action("Bii")), Answer::Solved { reply: None });
}

#[test]
fn replies_lead_to_the_solution_and_refute_what_is_wrong() {
    let mut record = record(9);
    let root = record.tree.root();
    let right = add(&mut record, root, "Baa");
    add(&mut record, right, "Wbb Bcc"); // a reply after which the record has no solution
    let reply = add(&mut record, right, "Wdd");
    let last = add(&mut record, reply, "Bee");
    record.tree[last].details_mut().judgement.solution = true;
    let refutation = add(&mut record, root, "Bff Wgg");
    // What follows a solution is only shown.
    let after = add(&mut record, last, "Whh");

    let mut solver = Solver::new(&record);
    assert_eq!(solver.input(&action("Bff")), Answer::Wrong { reply: Some(refutation) });
    assert_eq!((solver.input(&action("Baa")), solver.cursor().node()), (Answer::Unknown, refutation));
    solver.restart();
    assert_eq!(solver.input(&action("Baa")), Answer::Right { reply: Some(reply) });
    assert_eq!(solver.input(&action("Bee")), Answer::Solved { reply: None });
    assert_eq!(solver.cursor().node(), last);
    assert_eq!((solver.input(&action("Whh")), solver.cursor().node()), (Answer::Solved { reply: None }, after));
}

#[test]
fn the_opponent_replies_once_and_then_the_player_is_to_move() {
    let mut record = record(9);
    let root = record.tree.root();
    let first = add(&mut record, root, "Baa");
    let reply = add(&mut record, first, "Wcc");
    // Each of these continues in both colours.
    for (parent, line) in [(first, "Bbb"), (reply, "Wdd Bee"), (reply, "Bff")] {
        let last = add(&mut record, parent, line);
        comment(&mut record, last, "Correct.");
    }
    // The record lists the player's own move before the reply.
    let own = record.tree.children(first).last().unwrap();
    record.tree.promote(own);

    let mut solver = Solver::new(&record);
    assert_eq!(solver.input(&action("Baa")), Answer::Right { reply: Some(reply) });
    assert_eq!(solver.cursor().node(), reply);
    assert!(solver.hints().eq([&action("Bff")]));
}

#[test]
fn judgements_count_for_the_player() {
    let mut record = record(9);
    let root = record.tree.root();
    let good = |record: &mut Record<Go>, node: NodeId| {
        record.tree[node].details_mut().judgement.of_move = Some(MoveQuality::Good(Degree::Normal));
    };
    let favour = |record: &mut Record<Go>, node: NodeId, quality| {
        let judgement = PositionJudgement { quality, degree: Degree::Emphasised };
        record.tree[node].details_mut().judgement.of_position = Some(judgement);
    };
    // White refutes the first move with a good move; the second move is good, also out of turn.
    let wrong = add(&mut record, root, "Baa");
    let refutation = add(&mut record, wrong, "Wbb");
    good(&mut record, refutation);
    favour(&mut record, refutation, PositionQuality::GoodForSecond);
    let last = add(&mut record, root, "Bcc Bdd");
    good(&mut record, last);
    let favoured = add(&mut record, root, "Bee Wff");
    favour(&mut record, favoured, PositionQuality::GoodForFirst);

    let solutions = Solutions::find(&record, root);
    assert_eq!(solutions.source(), Some(SolutionSource::Judgements));
    let solved: Vec<NodeId> = record.tree.preorder().filter(|&node| solutions.is_reached(node)).collect();
    assert_eq!(solved, [last, favoured]);
    // Seen from the position after Black's first move, White is to solve a problem.
    let solutions = Solutions::find(&record, wrong);
    assert_eq!(solutions.player(), Color::White.seat());
    assert!(solutions.is_reached(refutation) && !solutions.leads_to(last));
    // A comment is more exact than a judgement, and a mark more than a comment.
    comment(&mut record, refutation, "Correct");
    let solutions = Solutions::find(&record, root);
    assert!(solutions.leads_to(wrong) && !solutions.leads_to(last));
    record.tree[favoured].details_mut().judgement.solution = true;
    let solutions = Solutions::find(&record, root);
    assert!(solutions.leads_to(favoured) && !solutions.leads_to(wrong));
}
