//! Ko: the cases on which the ko rules differ, each under each ko rule. The comments argue the verdicts from the rules:
//!
//! * Simple ko: a stone that captured one stone, and is alone with the point of that stone as its only liberty, may not be
//!   captured at once. A pass, too, ends the prohibition.
//! * Positional superko: a move may not create stones that were on the board before.
//! * Situational superko: a move may not create stones that were on the board before with the same player to move.
//!
//! In the diagrams `X` is a black stone and `O` a white one. Points are named as in SGF: `cb` is the third from the left in the
//! second row from the top.
#![cfg(feature = "go")]

use kifu_goban::{
    Color, Move, Point, Points, PositionEdit, Rules, Setup, Size,
    rules::{Ko, PRESETS, Repetition},
};
use kifu_rules::go::{IllegalReason, Position};

/// The reason why a move is illegal, or `None`.
type Verdict = Option<IllegalReason>;

const LEGAL: Verdict = None;
const KO: Verdict = Some(IllegalReason::Ko);

/// The move repeats the position after this number of moves.
fn positional(after: u32) -> Verdict {
    Some(IllegalReason::Superko { rule: Ko::Positional, after })
}

/// The move repeats the position after this number of moves, with the same player to move.
fn situational(after: u32) -> Verdict {
    Some(IllegalReason::Superko { rule: Ko::Situational, after })
}

fn suicide(stones: u32) -> Verdict {
    Some(IllegalReason::Suicide { stones })
}

fn rules(ko: Ko, suicide: bool) -> Rules {
    let mut rules = Rules::default();
    (rules.ko, rules.suicide) = (ko, suicide);
    rules.repetition = if ko == Ko::Simple { Repetition::NoResult } else { Repetition::Illegal };
    rules
}

/// Returns the position that the rows show.
fn position(rows: &[&str], to_move: Color, rules: Rules) -> Position {
    let size = Size::new(rows[0].len() as u8, rows.len() as u8).unwrap();
    let points = |letter: u8| -> Points {
        size.rect().iter().filter(|at| rows[usize::from(at.y())].as_bytes()[usize::from(at.x())] == letter).collect()
    };
    let mut setup = Setup::new(size);
    setup.stones = PositionEdit::default()
        .with_stones(points(b'X'), Some(Color::Black))
        .with_stones(points(b'O'), Some(Color::White))
        .with_to_move(to_move);
    Position::new(&setup, rules)
}

fn rows(position: &Position) -> Vec<String> {
    let size = position.board().size();
    let letter = |x, y| match position.board().stone(Point::new(x, y).unwrap()) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    (0..size.height()).map(|y| (0..size.width()).map(|x| letter(x, y)).collect()).collect()
}

/// Reads a move such as `B cb` or `W pass`.
fn read(text: &str) -> Move {
    let (color, at) = text.trim().split_once(' ').unwrap();
    let color = if color == "B" { Color::Black } else { Color::White };
    match at {
        "pass" => Move::pass(color),
        _ => Move::play(color, Point::from_sgf(at).unwrap()),
    }
}

/// Plays moves, which are separated by commas. All of them must be legal.
fn play(position: &mut Position, moves: &str) {
    for text in moves.split(',').filter(|text| !text.is_empty()) {
        position.play(read(text)).unwrap_or_else(|illegal| panic!("{illegal}, in {moves}"));
    }
}

/// Asks for the verdict on a move. A legal move is played.
fn judge(position: &mut Position, text: &str) -> Verdict {
    let before = rows(position);
    let verdict = position.judge(read(text)).err().map(|illegal| illegal.reason);
    // Playing finds its verdict in another way.
    assert_eq!(position.play(read(text)).err().map(|illegal| illegal.reason), verdict, "{text}");
    if verdict.is_some() {
        assert_eq!(rows(position), before, "{text} is refused and changes nothing");
    }
    verdict
}

/// The rules with each ko rule, in the order of the expected verdicts.
fn each_ko(suicide: bool) -> [Rules; 3] {
    [Ko::Simple, Ko::Positional, Ko::Situational].map(|ko| rules(ko, suicide))
}

/// Plays legal moves, and compares the verdict on the next one under simple ko, positional and situational superko. Suicide of
/// several stones is legal or not.
fn verdicts_with(suicide: bool, start: &[&str], to_move: Color, moves: &str, last: &str, expected: [Verdict; 3]) {
    for (rules, expected) in each_ko(suicide).into_iter().zip(expected) {
        let mut position = position(start, to_move, rules);
        play(&mut position, moves);
        assert_eq!(judge(&mut position, last), expected, "{last} after {moves} under {rules}");
    }
}

/// Compares verdicts that do not depend on suicide.
fn verdicts(start: &[&str], to_move: Color, moves: &str, last: &str, expected: [Verdict; 3]) {
    for suicide in [false, true] {
        verdicts_with(suicide, start, to_move, moves, last, expected);
    }
}

/// A ko that Black can take at cb. White then retakes it at bb.
const SINGLE_KO: &[&str] = &[
    ".XO.", //
    "XO.O", //
    ".XO.",
];

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    // Each ko rule forbids it: the retake restores the position before the capture, with the same player to move. Under superko,
    // too, the reason is the ko, because that names the mistake better.
    verdicts(SINGLE_KO, Color::Black, "B cb", "W bb", [KO; 3]);
    // After a threat and its answer the position is a new one.
    let distant = &[".XO....", "XO.O...", ".XO...."];
    verdicts(distant, Color::Black, "B cb, W fa, B fc", "W bb", [LEGAL; 3]);
}

#[test]
fn a_pass_lifts_a_simple_ko_but_not_superko() {
    // Stones and player to move are those of the start.
    verdicts(SINGLE_KO, Color::Black, "B cb, W pass, B pass", "W bb", [LEGAL, positional(0), situational(0)]);
    // One pass ends the simple ko also for a player who moves twice in a row. The superkos have no such exception.
    verdicts(SINGLE_KO, Color::Black, "B cb, W pass", "W bb", [LEGAL, positional(0), situational(0)]);
}

#[test]
fn a_snapback_is_not_a_ko() {
    // Black captures one stone at dd. White captures five stones at cd, so the position is a new one.
    let start = &[
        ".....", //
        "OOOOO", //
        "OXXXO", //
        "OX..O",
    ];
    verdicts(start, Color::White, "W cd, B dd", "W cd", [LEGAL; 3]);
    for rules in each_ko(false) {
        let mut position = position(start, Color::White, rules);
        play(&mut position, "W cd, B dd");
        assert_eq!(position.board().ko(), None);
        play(&mut position, "W cd");
        assert_eq!(rows(&position), [".....", "OOOOO", "O...O", "O.O.O"]);
    }
}

#[test]
fn the_capture_of_two_stones_is_not_a_ko() {
    // Black captures two stones at dc. White captures that stone at cc, and one of the two white stones is missing.
    let start = &[
        ".....", //
        "XXXO.", //
        "XOO.O",
    ];
    verdicts(start, Color::Black, "B dc", "W cc", [LEGAL; 3]);
}

#[test]
fn a_capture_that_joins_a_chain_is_not_a_ko() {
    // Black captures one stone at cb with a chain of two stones. White captures both at bb, and one of them was there before.
    let start = &[
        ".XOO.", //
        "XO.XO", //
        ".XOO.",
    ];
    verdicts(start, Color::Black, "B cb", "W bb", [LEGAL; 3]);
}

#[test]
fn a_retake_of_more_than_one_chain_is_not_a_ko() {
    // The setup leaves Black's stone at bc without a liberty. White's retake at bb captures it too, so the position is a new one.
    let start = &[
        ".XO.", //
        "XO.O", //
        "OXO.", //
        ".O..",
    ];
    verdicts(start, Color::Black, "B cb", "W bb", [LEGAL; 3]);
    let mut position = position(start, Color::Black, rules(Ko::Positional, false));
    play(&mut position, "B cb, W bb");
    assert_eq!(position.board().captured_by(Color::White), 2);
}

#[test]
fn suicide_of_a_lone_stone_is_illegal_under_every_rule_set() {
    // Positional superko forbids it as a repetition. Situational superko and simple ko would allow it like a pass, but no rule set
    // with a name does.
    let start = &[
        ".X.", //
        "X..",
    ];
    verdicts(start, Color::White, "", "W aa", [suicide(1); 3]);
    verdicts(start, Color::Black, "B pass, W pass, B pass", "W aa", [suicide(1); 3]);
    for preset in PRESETS {
        let mut position = position(start, Color::White, preset.rules);
        assert_eq!(judge(&mut position, "W aa"), suicide(1), "{}", preset.name);
    }
}

#[test]
fn suicide_of_several_stones_depends_on_the_rule_set() {
    // The corner is empty afterwards, which is a new position.
    let start = &[
        "O.X", //
        "XX.",
    ];
    verdicts_with(false, start, Color::White, "", "W ba", [suicide(2); 3]);
    verdicts_with(true, start, Color::White, "", "W ba", [LEGAL; 3]);
    for preset in PRESETS {
        let is_legal = ["nz", "ing", "tromp-taylor"].contains(&preset.name);
        let mut position = position(start, Color::White, preset.rules);
        let expected = if is_legal { LEGAL } else { suicide(2) };
        assert_eq!(judge(&mut position, "W ba"), expected, "{}", preset.name);
    }
}

#[test]
fn suicide_of_several_stones_may_repeat_a_position() {
    // White fills the corner with two stones, which removes both. The stones are those of the start again.
    let start = &[
        "..X", //
        "XX.",
    ];
    // White moved first. Now Black is to move, so the situation is a new one.
    verdicts_with(true, start, Color::White, "W aa, B pass", "W ba", [LEGAL, positional(0), LEGAL]);
    // Black passed first. At the start and now Black is to move.
    let moves = "B pass, W aa, B pass";
    verdicts_with(true, start, Color::Black, moves, "W ba", [LEGAL, positional(0), situational(0)]);
    // Where suicide is illegal, the repetition does not matter.
    verdicts_with(false, start, Color::Black, moves, "W ba", [suicide(2); 3]);
    let mut position = position(start, Color::Black, rules(Ko::Simple, true));
    play(&mut position, "B pass, W aa, B pass, W ba");
    assert_eq!(position.repetition(), Some(Repetition::NoResult));
    assert_eq!(position.board().captured_by(Color::Black), 2);
}

/// White sends two stones with bc, Black captures both at dc, and White captures that stone at cc: one stone returns.
const SENDING_TWO: &[&str] = &[
    ".....", //
    "XXXO.", //
    "X.O.O",
];

#[test]
fn sending_two_and_returning_one() {
    // The stones are those of the start. There White was to move, and now it is Black.
    verdicts(SENDING_TWO, Color::White, "W bc, B dc", "W cc", [LEGAL, positional(0), LEGAL]);
    // Black passes. Under situational superko White may not begin again: after bc, Black was to move already. Simple ko does not
    // forbid it.
    for suicide in [false, true] {
        for (rules, expected) in
            [(rules(Ko::Simple, suicide), LEGAL), (rules(Ko::Situational, suicide), situational(1))]
        {
            let mut position = position(SENDING_TWO, Color::White, rules);
            play(&mut position, "W bc, B dc, W cc, B pass");
            assert_eq!(judge(&mut position, "W bc"), expected, "{rules}");
        }
    }
}

#[test]
fn sending_two_by_both_players() {
    // After one cycle of White, Black does the same at the right with gc, ic and hc. Then White is to move as at the start.
    let start = &[
        "..........", //
        "XXXO.OOOX.", //
        "X.O.OO.X.X",
    ];
    for (rules, expected) in [(rules(Ko::Simple, false), LEGAL), (rules(Ko::Situational, false), situational(0))] {
        let mut position = position(start, Color::White, rules);
        play(&mut position, "W bc, B dc, W cc, B gc");
        assert_eq!(position.board().captured_by(Color::Black), 2);
        play(&mut position, "W ic");
        assert_eq!(judge(&mut position, "B hc"), expected, "{rules}");
    }
}

/// Three kos. Black can take the first (cb) and the third (ch), White the second (be).
const TRIPLE_KO: &[&str] = &[
    ".XO.", //
    "XO.O", //
    ".XO.", //
    ".XO.", //
    "X.XO", //
    ".XO.", //
    ".XO.", //
    "XO.O", //
    ".XO.",
];

#[test]
fn triple_ko() {
    // Each player takes the ko that the opponent did not take last. Six captures restore the start, with Black to move.
    let five = "B cb, W be, B ch, W bb, B ce";
    verdicts(TRIPLE_KO, Color::Black, five, "W bh", [LEGAL, positional(0), situational(0)]);
}

/// Each player in turn sacrifices two stones, and captures two.
const ETERNAL_LIFE: &[&str] = &[
    "......", //
    "OOOXXX", //
    "O.X.OX",
];

#[test]
fn eternal_life() {
    // Black sacrifices two stones (bc), White captures them (dc), Black captures two (cc), and White plays ec, which restores the
    // start with Black to move. No capture is one of a single stone, so simple ko allows every move.
    verdicts(ETERNAL_LIFE, Color::Black, "B bc, W dc, B cc", "W ec", [LEGAL, positional(0), situational(0)]);
    let mut position = position(ETERNAL_LIFE, Color::Black, rules(Ko::Simple, false));
    play(&mut position, "B bc, W dc, B cc, W ec");
    assert_eq!([Color::Black, Color::White].map(|color| position.board().captured_by(color)), [2, 2]);
    assert_eq!(rows(&position), ETERNAL_LIFE);
}

#[test]
fn a_repeated_position_ends_the_game_where_the_rules_allow_it() {
    let triple = (TRIPLE_KO, "B cb, W be, B ch, W bb, B ce", "W bh");
    let eternal = (ETERNAL_LIFE, "B bc, W dc, B cc", "W ec");
    for (start, moves, last) in [triple, eternal] {
        for repetition in [Repetition::NoResult, Repetition::Draw] {
            let mut rules = rules(Ko::Simple, false);
            rules.repetition = repetition;
            let mut position = position(start, Color::Black, rules);
            for text in moves.split(',') {
                play(&mut position, text);
                assert_eq!(position.repetition(), None, "{text}");
            }
            play(&mut position, last);
            assert_eq!(position.repetition(), Some(repetition));
            position.undo();
            assert_eq!(position.repetition(), None);
        }
        // Japanese and Korean rules end such a game without a result. Superko forbids the last move.
        for preset in PRESETS {
            let mut position = position(start, Color::Black, preset.rules);
            play(&mut position, moves);
            position.play_unchecked(read(last));
            let allowed = ["japanese", "korean", "chinese", "stone", "ancient-territory"].contains(&preset.name);
            assert_eq!(position.repetition(), allowed.then_some(Repetition::NoResult), "{}", preset.name);
        }
    }
}

#[test]
fn a_pass_does_not_end_the_game_as_a_repetition() {
    // The same player is to move after two passes. They end the game in the usual way.
    let mut position = position(SINGLE_KO, Color::Black, rules(Ko::Simple, false));
    play(&mut position, "B pass, W pass");
    assert_eq!((position.repetition(), position.is_over()), (None, true));
}

/// Two kos. Black can take the first (cb), and White the second (be).
const DOUBLE_KO: &[&str] = &[
    ".XO....", //
    "XO.O...", //
    ".XO....", //
    ".XO....", //
    "X.XO...", //
    ".XO....",
];

#[test]
fn double_ko() {
    // When a player takes one ko, the opponent takes the other. The first may then not retake that at once.
    verdicts(DOUBLE_KO, Color::Black, "B cb, W be", "B ce", [KO; 3]);
    // After a threat and its answer the position is a new one.
    verdicts(DOUBLE_KO, Color::Black, "B cb, W be, B fa, W fc", "B ce", [LEGAL; 3]);
    // After passes in their place it is the one after Black's first move, with White to move.
    let moves = "B cb, W be, B pass, W pass";
    verdicts(DOUBLE_KO, Color::Black, moves, "B ce", [LEGAL, positional(1), situational(1)]);
    // White may take the first ko back after taking the second, if Black passes. Then White has both for the first time.
    verdicts(DOUBLE_KO, Color::Black, "B cb, W be, B pass", "W bb", [LEGAL; 3]);
}

#[test]
fn a_pass_makes_a_situation_but_no_position() {
    // The setup states that White is to move. White passes, and the stones are there with Black to move. White's retake repeats
    // that situation.
    let moves = "W pass, B cb, W pass, B pass";
    verdicts(SINGLE_KO, Color::White, moves, "W bb", [LEGAL, positional(0), situational(1)]);
    // Black takes the ko without White's pass. The stones of the start were then never there with Black to move.
    let moves = "B cb, W pass, B pass";
    verdicts(SINGLE_KO, Color::White, moves, "W bb", [LEGAL, positional(0), LEGAL]);
}

#[test]
fn a_pass_is_never_illegal() {
    // Each pair of passes repeats the stones and the player to move.
    for rules in PRESETS.iter().map(|preset| preset.rules) {
        let mut position = position(SINGLE_KO, Color::Black, rules);
        play(&mut position, "B pass, W pass, B pass, W pass, B pass, B pass");
        // A pass also does not change what a play may do: Black may take the ko.
        assert_eq!(judge(&mut position, "B cb"), LEGAL, "{rules}");
    }
}

#[test]
fn a_setup_restarts_the_history() {
    let stone = |position: &mut Position, stone| {
        position.set_up(PositionEdit::default().with_stones(Point::from_sgf("da").unwrap(), stone));
    };
    // SGF has no rule for this. kifu documents that a setup ends a ko and forgets the earlier positions. Two setups leave the
    // stones unchanged, and White may retake the ko.
    for (rules, expected) in each_ko(false).into_iter().zip([LEGAL, positional(1), situational(1)]) {
        let mut position = position(SINGLE_KO, Color::Black, rules);
        play(&mut position, "B cb");
        stone(&mut position, Some(Color::White));
        stone(&mut position, None);
        assert_eq!(judge(&mut position, "W bb"), LEGAL, "{rules}");
        // The last setup's own position counts: it follows move 1.
        play(&mut position, "B pass, W pass");
        assert_eq!(judge(&mut position, "B cb"), expected, "{rules}");
    }
    // The position between the two setups is forgotten too.
    for rules in each_ko(false) {
        let mut position = position(SINGLE_KO, Color::White, rules);
        stone(&mut position, Some(Color::White));
        stone(&mut position, None);
        assert_eq!(judge(&mut position, "W da"), LEGAL, "{rules}");
    }
    // Undoing the setups restores the ko and the history.
    for (rules, expected) in each_ko(false).into_iter().zip([LEGAL, positional(0), situational(0)]) {
        let mut position = position(SINGLE_KO, Color::Black, rules);
        play(&mut position, "B cb");
        stone(&mut position, Some(Color::White));
        stone(&mut position, None);
        position.undo();
        position.undo();
        assert_eq!(judge(&mut position, "W bb"), KO, "{rules}");
        play(&mut position, "W pass, B pass");
        assert_eq!(judge(&mut position, "W bb"), expected, "{rules}");
    }
}

#[test]
fn an_illegal_move_that_was_played_is_part_of_the_history() {
    // A record may retake a ko at once. The next move is judged by the position on the board: Black may not retake at once either.
    for rules in each_ko(false) {
        let mut position = position(SINGLE_KO, Color::Black, rules);
        play(&mut position, "B cb");
        position.play_unchecked(read("W bb"));
        assert_eq!(rows(&position), SINGLE_KO);
        assert_eq!(judge(&mut position, "B cb"), KO, "{rules}");
    }
}
