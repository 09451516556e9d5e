//! Playing go, on positions that the rules of go and of SGF decide.
#![cfg(feature = "go")]

use kifu_core::Seat;
use kifu_goban::{Action, Color, Go, Move, Point, Points, PositionEdit, Setup, Size};
use kifu_rules::{Play, go::Board};
use proptest::prelude::*;

/// Creates a board from rows of `X`, `O` and `.`.
fn board(rows: &[&str]) -> Board {
    let size = Size::new(rows[0].len() as u8, rows.len() as u8).unwrap();
    let mut setup = Setup::new(size);
    let points = |letter: char| {
        size.rect().iter().filter(move |at| rows[usize::from(at.y())].as_bytes()[usize::from(at.x())] == letter as u8)
    };
    setup.stones = PositionEdit::default()
        .with_stones(points('X').collect::<Points>(), Some(Color::Black))
        .with_stones(points('O').collect::<Points>(), Some(Color::White));
    Go::start(&setup)
}

fn rows(board: &Board) -> Vec<String> {
    let letter = |x, y| match board.stone(Point::new(x, y).unwrap()) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    (0..board.size().height()).map(|y| (0..board.size().width()).map(|x| letter(x, y)).collect()).collect()
}

fn play(board: &mut Board, color: Color, at: &str) {
    Go::play_unchecked(board, &Move::play(color, Point::from_sgf(at).unwrap()).into());
}

#[test]
fn chains_without_liberties_are_captured() {
    let mut position = board(&[".OX", "OOX", "XX."]);
    play(&mut position, Color::Black, "aa");
    assert_eq!(rows(&position), ["X.X", "..X", "XX."]);
    assert_eq!((position.captured_by(Color::Black), position.captured_by(Color::White)), (3, 0));
    // The stone captures two chains at once, and has no liberty before that.
    let mut position = board(&["XO.OX", ".XXX."]);
    play(&mut position, Color::Black, "ca");
    assert_eq!(rows(&position), ["X.X.X", ".XXX."]);
}

#[test]
fn suicide_removes_the_own_chain() {
    let mut position = board(&["X.O", "OO."]);
    play(&mut position, Color::Black, "ba");
    assert_eq!(rows(&position), ["..O", "OO."]);
    assert_eq!(position.captured_by(Color::White), 2);
    let mut position = board(&["."]);
    play(&mut position, Color::White, "aa");
    assert_eq!((rows(&position), position.captured_by(Color::Black)), (vec![".".to_string()], 1));
}

#[test]
fn a_ko_can_be_taken_back_at_once_as_sgf_demands() {
    let mut position = board(&[".XO.", "X.XO", ".XO."]);
    play(&mut position, Color::White, "bb");
    assert_eq!(rows(&position), [".XO.", "XO.O", ".XO."]);
    play(&mut position, Color::Black, "cb");
    assert_eq!(rows(&position), [".XO.", "X.XO", ".XO."]);
}

#[test]
fn a_stone_replaces_what_is_on_its_point() {
    let mut position = board(&["O.", ".."]);
    play(&mut position, Color::Black, "aa");
    assert_eq!(rows(&position), ["X.", ".."]);
    assert_eq!(position.captured_by(Color::Black), 0);
}

#[test]
fn setup_names_its_points_and_removes_nothing_else() {
    let mut position = board(&["OX", "X."]);
    assert_eq!(rows(&position), ["OX", "X."]); // White has no liberty
    let at = |letters| Point::from_sgf(letters).unwrap();
    let white = PositionEdit::default().with_stones(at("bb"), Some(Color::White));
    let edit = white.with_stones(at("ba"), None).with_to_move(Color::White);
    let undo = Go::play_unchecked(&mut position, &Action::from(edit));
    assert_eq!((rows(&position), Go::to_move(&position)), (vec!["O.".into(), "XO".into()], Seat::Second));
    Go::undo(&mut position, undo);
    assert_eq!(position, board(&["OX", "X."]));
}

#[test]
fn a_point_off_the_board_changes_only_the_turn() {
    let mut position = board(&["X.", ".."]);
    play(&mut position, Color::White, "zz");
    play(&mut position, Color::Black, "ca");
    assert_eq!((rows(&position), Go::to_move(&position)), (vec!["X.".into(), "..".into()], Seat::Second));
    let edit = PositionEdit::default().with_stones(Point::from_sgf("ca").unwrap(), Some(Color::Black));
    Go::play_unchecked(&mut position, &Action::from(edit));
    assert_eq!(rows(&position), ["X.", ".."]);
}

#[test]
fn white_moves_first_after_a_handicap() {
    for (first, second, seat) in
        [("...", "...", Seat::First), ("X.X", "...", Seat::Second), ("X.X", "O..", Seat::First)]
    {
        assert_eq!(Go::to_move(&board(&[first, second])), seat);
    }
}

proptest! {
    #[test]
    fn undo_restores_every_position(
        (width, height) in (1_u8..6, 1_u8..6),
        steps in prop::collection::vec((0_u8..8, any::<(u8, u8)>()), 0..120),
    ) {
        let mut position = Go::start(&Setup::new(Size::new(width, height).unwrap()));
        let mut before = Vec::new();
        for (kind, (x, y)) in steps {
            let at = Point::new(x % width, y % height).unwrap();
            let action: Action = match kind {
                0 => Move::pass(Color::Black).into(),
                1 => PositionEdit::default().with_stones(at, None).with_to_move(Color::White).into(),
                2..=4 => Move::play(Color::Black, at).into(),
                _ => Move::play(Color::White, at).into(),
            };
            let copy = position.clone();
            before.push((Go::play_unchecked(&mut position, &action), copy));
        }
        while let Some((undo, copy)) = before.pop() {
            Go::undo(&mut position, undo);
            prop_assert_eq!(&position, &copy);
        }
    }

    #[test]
    fn after_moves_alone_every_chain_has_a_liberty(moves in prop::collection::vec(any::<(bool, u8, u8)>(), 0..150)) {
        let mut position = board(&["....", "....", "....", "...."]);
        let (mut played, mut replaced) = (0, 0);
        for (black, x, y) in moves {
            let at = Point::new(x % 4, y % 4).unwrap();
            replaced += usize::from(position.stone(at).is_some());
            played += 1;
            let color = if black { Color::Black } else { Color::White };
            Go::play_unchecked(&mut position, &Move::play(color, at).into());
            // Grow from the empty points: a stone that is not reached has no liberty.
            let points: Vec<Point> = position.size().rect().iter().collect();
            let beside = |a: Point, b: Point| a.x().abs_diff(b.x()) + a.y().abs_diff(b.y()) == 1;
            let mut alive: Vec<Point> = points.iter().copied().filter(|&at| position.stone(at).is_none()).collect();
            let empty = alive.len();
            loop {
                let reaches = |&at: &Point| {
                    let joins = |&from: &Point| {
                        beside(at, from) && (position.stone(from).is_none() || position.stone(from) == position.stone(at))
                    };
                    !alive.contains(&at) && alive.iter().any(joins)
                };
                let Some(next) = points.iter().copied().find(reaches) else { break };
                alive.push(next);
            }
            prop_assert_eq!(alive.len(), points.len());
            // Each stone that was played is on the board, was captured, or was replaced.
            let captured = position.captured_by(Color::Black) + position.captured_by(Color::White);
            prop_assert_eq!(played, points.len() - empty + captured as usize + replaced);
        }
    }
}

/// Random games with the final stone counts of another engine, if the files exist.
#[test]
fn random_games_end_with_the_stones_that_another_engine_counts() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/golden/go/random-games-19x19");
    let (games, stones) =
        (std::fs::read_to_string(format!("{folder}.txt")), std::fs::read_to_string(format!("{folder}.stones.tsv")));
    let (Ok(games), Ok(stones)) = (games, stones) else {
        println!("skipped: {folder}.txt is not there");
        return;
    };
    let counts = stones.lines().map(|line| line.split('\t').filter_map(|n| n.parse().ok()).collect::<Vec<usize>>());
    for (number, (game, counts)) in games.lines().zip(counts.filter(|counts| counts.len() >= 2)).enumerate() {
        let mut position = Go::start(&Setup::default());
        let words: Vec<&str> = game.split_whitespace().skip(2).collect();
        for triple in words.chunks_exact(3) {
            let color = if triple[0] == "B" { Color::Black } else { Color::White };
            let at = triple[1].parse().ok().zip(triple[2].parse().ok()).and_then(|(x, y)| Point::new(x, y));
            Go::play_unchecked(&mut position, &Move { color, at }.into());
        }
        let count = |color| position.size().rect().iter().filter(|&at| position.stone(at) == Some(color)).count();
        assert_eq!([count(Color::Black), count(Color::White)], counts[counts.len() - 2..], "game {number}");
    }
}
