//! The board against a slow and obvious one, on random moves, setup and undos.
#![cfg(feature = "go")]

mod slow;

use kifu_goban::{Action, Color, Go, Move, Point, PositionEdit, Setup, Size};
use kifu_rules::{Play, go::Board};
use proptest::prelude::*;
use slow::SlowBoard;

fn compare(board: &Board, slow: &SlowBoard) {
    for at in slow.size.rect().iter() {
        assert_eq!(board.stone(at), slow.stone(at), "{at:?} of {board:?}");
    }
    let captured = [Color::Black, Color::White].map(|color| board.captured_by(color));
    assert_eq!((board.to_move(), captured), (slow.to_move, slow.captured));
}

/// Returns a board with the same stones, made by setup.
fn set_up(slow: &SlowBoard) -> Board {
    let mut setup = Setup::new(slow.size);
    for color in [Color::Black, Color::White] {
        for at in slow.size.rect().iter().filter(|&at| slow.stone(at) == Some(color)) {
            setup.stones.set(&at.into(), Some(color));
        }
    }
    Go::start(&setup)
}

/// A step of a random game.
#[derive(Clone, Copy, Debug)]
enum Step {
    Play(Color, u16),
    /// A move on the next empty point from there.
    PlayEmpty(Color, u16),
    Pass(Color),
    Set(Option<Color>, u16),
    Undo(u8),
}

fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    let color = || prop::sample::select(&[Color::Black, Color::White][..]);
    let step = prop_oneof![
        20 => (color(), any::<u16>()).prop_map(|(color, at)| Step::PlayEmpty(color, at)),
        4 => (color(), any::<u16>()).prop_map(|(color, at)| Step::Play(color, at)),
        1 => color().prop_map(Step::Pass),
        1 => (prop::option::of(color()), any::<u16>()).prop_map(|(stone, at)| Step::Set(stone, at)),
        2 => (1_u8..12).prop_map(Step::Undo),
    ];
    prop::collection::vec(step, 0..most)
}

fn try_steps(size: Size, steps: &[Step]) {
    let points: Vec<Point> = size.rect().iter().collect();
    let point = |at: u16| points[usize::from(at) % points.len()];
    let (mut board, mut slow) = (Go::start(&Setup::new(size)), SlowBoard::new(size));
    let mut undos = Vec::new();
    for &step in steps {
        let action: Action = match step {
            Step::Play(color, at) => Move::play(color, point(at)).into(),
            Step::PlayEmpty(color, at) => {
                let from = usize::from(at) % points.len();
                let empty = points[from..].iter().chain(&points[..from]).find(|&&at| slow.stone(at).is_none());
                match empty {
                    Some(&at) => Move::play(color, at).into(),
                    None => Move::pass(color).into(),
                }
            }
            Step::Pass(color) => Move::pass(color).into(),
            Step::Set(stone, at) => PositionEdit::default().with_stones(point(at), stone).into(),
            Step::Undo(times) => {
                for _ in 0..times {
                    let Some((undo, before)) = undos.pop() else { break };
                    Go::undo(&mut board, undo);
                    slow = before;
                }
                compare(&board, &slow);
                continue;
            }
        };
        let before = slow.clone();
        undos.push((Go::play_unchecked(&mut board, &action), before));
        slow.play(&action);
        compare(&board, &slow);
        assert_eq!(board.hash(), set_up(&slow).hash());
    }
    while let Some((undo, before)) = undos.pop() {
        Go::undo(&mut board, undo);
        compare(&board, &before);
    }
    assert_eq!(board, Go::start(&Setup::new(size)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn small_boards((width, height) in (1_u8..=7, 1_u8..=7), steps in steps(200)) {
        try_steps(Size::new(width, height).unwrap(), &steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(8) })]

    #[test]
    fn usual_boards(side in prop::sample::select(vec![9, 13, 19]), steps in steps(600)) {
        try_steps(Size::square(side).unwrap(), &steps);
    }

    #[test]
    fn lines((width, height) in prop::sample::select(vec![(1, 19), (19, 1), (52, 1), (1, 52)]), steps in steps(200)) {
        try_steps(Size::new(width, height).unwrap(), &steps);
    }

    #[test]
    fn the_largest_board(steps in steps(100)) {
        try_steps(Size::square(Size::MAX).unwrap(), &steps);
    }
}
