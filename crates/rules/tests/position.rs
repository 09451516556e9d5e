//! Games in progress: when they end, saving and restoring them, and undoing moves.
#![cfg(feature = "go")]

use kifu_goban::{
    Action, Color, Move, Point, PositionEdit, Rules, Setup, Size,
    rules::{End, Ko, PRESETS, Repetition},
};
use kifu_rules::go::{IllegalReason, Position, Snapshot};
use proptest::prelude::*;

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

fn rules(end: End, button: bool) -> Rules {
    let mut rules = Rules::default();
    (rules.end, rules.button) = (end, button);
    rules
}

/// Passes, and returns after each pass whether the game is over.
fn over(position: &mut Position, passes: &[Color]) -> Vec<bool> {
    let pass = |&color: &Color| {
        position.play(Move::pass(color)).unwrap();
        position.is_over()
    };
    passes.iter().map(pass).collect()
}

/// Returns after each of these passes at the start whether the game is over.
fn over_at_start(end: End, button: bool, passes: &[Color]) -> Vec<bool> {
    let mut position = Position::new(&Setup::default(), rules(end, button));
    assert!(!position.is_over());
    over(&mut position, passes)
}

#[test]
fn two_passes_end_the_game() {
    assert_eq!(over_at_start(End::TwoPasses, false, &[BLACK, WHITE, BLACK]), [false, true, true]);
    assert_eq!(over_at_start(End::TwoPasses, false, &[WHITE, BLACK]), [false, true]);
}

#[test]
fn white_passes_last() {
    assert_eq!(over_at_start(End::WhitePassesLast, false, &[BLACK, WHITE]), [false, true]);
    // Black passed last, so White hands over one more stone.
    assert_eq!(over_at_start(End::WhitePassesLast, false, &[WHITE, BLACK, WHITE]), [false, false, true]);
}

#[test]
fn four_passes_end_the_game() {
    let passes = [BLACK, WHITE, BLACK, WHITE];
    assert_eq!(over_at_start(End::FourPasses, false, &passes), [false, false, false, true]);
}

#[test]
fn the_pass_that_takes_the_button_does_not_count() {
    let passes = [BLACK, WHITE, BLACK, WHITE, BLACK];
    assert_eq!(over_at_start(End::TwoPasses, true, &passes[..3]), [false, false, true]);
    assert_eq!(over_at_start(End::FourPasses, true, &passes), [false, false, false, false, true]);
    // After Black's button, White and Black pass. White passes last.
    assert_eq!(over_at_start(End::WhitePassesLast, true, &passes[..4]), [false, false, false, true]);
    assert_eq!(over_at_start(End::WhitePassesLast, true, &[WHITE, BLACK, WHITE]), [false, false, true]);
}

#[test]
fn a_button_that_was_taken_earlier_has_no_effect_on_the_end() {
    let mut position = Position::new(&Setup::default(), rules(End::TwoPasses, true));
    over(&mut position, &[BLACK]);
    position.play(Move::play(WHITE, Point::from_sgf("dd").unwrap())).unwrap();
    assert_eq!(over(&mut position, &[BLACK, WHITE]), [false, true]);
}

#[test]
fn moves_and_setups_interrupt_the_passes() {
    let at = |name| Point::from_sgf(name).unwrap();
    let mut position = Position::new(&Setup::default(), Rules::default());
    assert_eq!((position.passes(), position.first_to_pass()), (0, None));
    over(&mut position, &[WHITE]);
    assert_eq!((position.passes(), position.first_to_pass()), (1, Some(WHITE)));
    position.play(Move::play(BLACK, at("pd"))).unwrap();
    assert_eq!((position.passes(), position.first_to_pass()), (0, Some(WHITE)));
    assert_eq!(over(&mut position, &[WHITE, BLACK]), [false, true]);
    assert_eq!((position.passes(), position.first_to_pass()), (2, Some(WHITE)));
    position.set_up(PositionEdit::default().with_stones(at("dd"), Some(WHITE)));
    assert_eq!((position.passes(), position.is_over()), (0, false));
    assert_eq!(over(&mut position, &[BLACK]), [false]);
    // Players may agree to resume a game that is over.
    assert_eq!(over(&mut position, &[WHITE]), [true]);
    position.play(Move::play(BLACK, at("dp"))).unwrap();
    assert!(!position.is_over());
    position.undo();
    assert_eq!((position.passes(), position.is_over()), (2, true));
}

#[test]
fn every_rule_set_ends_after_enough_passes() {
    for preset in PRESETS {
        let needed = match preset.name {
            "ing" => 4,
            "aga-button" => 4, // the button, and White passes last
            _ => 2,
        };
        let mut position = Position::new(&Setup::default(), preset.rules);
        let expected: Vec<bool> = (1..=needed).map(|n| n == needed).collect();
        assert_eq!(over(&mut position, &[BLACK, WHITE, BLACK, WHITE][..needed]), expected, "{}", preset.name);
    }
}

/// A step of a random game.
#[derive(Clone, Debug)]
enum Step {
    /// A move, which is played only if it is legal.
    Play(Move),
    /// A move, which is played also if it is illegal.
    Force(Move),
    SetUp(PositionEdit),
    Undo,
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(BLACK), Just(WHITE)]
}

/// Points of boards up to 4×4. Some are outside of a smaller board.
fn point() -> impl Strategy<Value = Point> {
    (0..4_u8, 0..4_u8).prop_map(|(x, y)| Point::new(x, y).unwrap())
}

fn edit() -> impl Strategy<Value = PositionEdit> {
    let stones = prop::collection::vec((point(), prop::option::of(color())), 0..4);
    (stones, prop::option::of(color())).prop_map(|(stones, to_move)| {
        let mut edit =
            stones.into_iter().fold(PositionEdit::default(), |edit, (at, stone)| edit.with_stones(at, stone));
        edit.to_move = to_move;
        edit
    })
}

fn step() -> impl Strategy<Value = Step> {
    let play = |weight| (weight, (color(), point()).prop_map(|(color, at)| Move::play(color, at)).boxed());
    let (legal, forced) = (play(12), play(3));
    prop_oneof![
        legal.0 => legal.1.prop_map(Step::Play),
        forced.0 => forced.1.prop_map(Step::Force),
        3 => color().prop_map(|color| Step::Play(Move::pass(color))),
        1 => edit().prop_map(Step::SetUp),
        2 => Just(Step::Undo),
    ]
}

/// A board of 1×1 to 4×4 points with a setup.
fn start() -> impl Strategy<Value = Setup> {
    (1..=4_u8, 1..=4_u8, edit()).prop_map(|(width, height, edit)| {
        let mut setup = Setup::new(Size::new(width, height).unwrap());
        setup.stones = edit;
        setup
    })
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let ko = prop_oneof![
        Just((Ko::Simple, Repetition::NoResult)),
        Just((Ko::Simple, Repetition::Draw)),
        Just((Ko::Positional, Repetition::Illegal)),
        Just((Ko::Situational, Repetition::Illegal)),
    ];
    let end = prop_oneof![Just(End::TwoPasses), Just(End::WhitePassesLast), Just(End::FourPasses)];
    (ko, end, any::<bool>(), any::<bool>()).prop_map(|((ko, repetition), end, suicide, button)| {
        let mut rules = rules(end, button);
        (rules.ko, rules.repetition, rules.suicide) = (ko, repetition, suicide);
        rules
    })
}

fn act(position: &mut Position, step: &Step) {
    match step {
        // The rules refuse most moves of a game on a tiny board after a while.
        Step::Play(played) => drop(position.play(*played)),
        Step::Force(played) => position.play_unchecked(*played),
        Step::SetUp(edit) => position.set_up(edit.clone()),
        Step::Undo => drop(position.undo()),
    }
}

/// Everything that a position answers: the stones, the ko, the end, and the verdicts on all next moves.
#[derive(Debug, PartialEq)]
struct Answers {
    stones: Vec<Option<Color>>,
    to_move: Color,
    captured: [u32; 2],
    ko: Option<Point>,
    hash: u64,
    verdicts: Vec<Option<IllegalReason>>,
    passes: (usize, Option<Color>, bool),
    repetition: Option<Repetition>,
}

fn answers(position: &Position) -> Answers {
    let board = position.board();
    // All points of the largest board here, so that some are outside of this one.
    let points = (0..4).flat_map(|y| (0..4).map(move |x| Point::new(x, y).unwrap()));
    let moves = points.flat_map(|at| [BLACK, WHITE].map(|color| Move::play(color, at)));
    let moves = moves.chain([BLACK, WHITE].map(Move::pass));
    Answers {
        stones: board.size().rect().iter().map(|at| board.stone(at)).collect(),
        to_move: board.to_move(),
        captured: [BLACK, WHITE].map(|color| board.captured_by(color)),
        ko: board.ko(),
        hash: board.hash(),
        verdicts: moves.map(|played| position.judge(played).err().map(|illegal| illegal.reason)).collect(),
        passes: (position.passes(), position.first_to_pass(), position.is_over()),
        repetition: position.repetition(),
    }
}

/// Saves a game as text and reads the text, if the feature `serde` is on.
fn saved(position: &Position) -> Snapshot {
    let snapshot = position.snapshot();
    #[cfg(feature = "serde")]
    {
        let json = serde_json::to_string(&snapshot).unwrap();
        let read: Snapshot = serde_json::from_str(&json).unwrap();
        assert_eq!(read, snapshot, "{json}");
        read
    }
    #[cfg(not(feature = "serde"))]
    snapshot
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1_000, ..ProptestConfig::default() })]

    /// A restored game answers as the saved one, also after further moves.
    #[test]
    fn a_restored_game_judges_as_the_saved_one(
        start in start(),
        rules in any_rules(),
        before in prop::collection::vec(step(), 0..60),
        after in prop::collection::vec(step(), 0..20),
    ) {
        let mut position = Position::new(&start, rules);
        for step in &before {
            act(&mut position, step);
        }
        let mut restored = Position::restore(&saved(&position));
        prop_assert_eq!(answers(&restored), answers(&position));
        for step in &after {
            act(&mut position, step);
            act(&mut restored, step);
            prop_assert_eq!(answers(&restored), answers(&position));
        }
        prop_assert_eq!(restored.snapshot(), position.snapshot());
    }

    /// Undoing every action passes through the same answers in the reverse order.
    #[test]
    fn undo_restores_everything(
        start in start(),
        rules in any_rules(),
        steps in prop::collection::vec(step(), 0..80),
    ) {
        let mut position = Position::new(&start, rules);
        let mut known = vec![(answers(&position), position.snapshot())];
        for step in &steps {
            act(&mut position, step);
            known.truncate(position.actions().len());
            known.push((answers(&position), position.snapshot()));
        }
        let actions: Vec<Action> = position.actions().cloned().collect();
        let mut undone = Vec::new();
        while let Some((expected, snapshot)) = known.pop() {
            prop_assert_eq!(answers(&position), expected);
            prop_assert_eq!(position.snapshot(), snapshot);
            undone.extend(position.undo());
        }
        undone.reverse();
        prop_assert_eq!(undone, actions);
        prop_assert_eq!(position.undo(), None);
    }
}

#[cfg(feature = "serde")]
#[test]
fn the_saved_form_is_short_and_has_names() {
    let at = |name| Point::from_sgf(name).unwrap();
    let mut position = Position::new(&Setup::new(Size::square(9).unwrap()), "aga".parse().unwrap());
    position.play(Move::play(BLACK, at("ee"))).unwrap();
    position.play(Move::pass(WHITE)).unwrap();
    let json = serde_json::to_value(position.snapshot()).unwrap();
    assert_eq!(json["rules"], "aga");
    assert_eq!(json["actions"].as_array().unwrap().len(), 2);
    assert_eq!(json["actions"][0]["move"]["at"], "ee");
    // A program that stores its own list of moves creates the same snapshot.
    let actions = vec![Move::play(BLACK, at("ee")).into(), Move::pass(WHITE).into()];
    let own = Snapshot::new(Setup::new(Size::square(9).unwrap()), "aga".parse().unwrap(), actions);
    assert_eq!(own, position.snapshot());
}
