//! Which moves are legal: the fast engine against a slow and obvious one, on random moves under all mixes of rules.
#![cfg(feature = "go")]

mod slow;

use kifu_goban::{
    Action, Color, Go, Move, Point, PositionEdit, Rules, Setup, Size,
    rules::{Ko, Repetition},
};
use kifu_rules::{
    Play,
    go::{IllegalReason, Position},
};
use slow::SlowBoard;

/// A generator of random numbers (xorshift), so that every run plays the same games.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A game that keeps a copy of every board.
struct SlowGame {
    rules: Rules,
    board: SlowBoard,
    /// All earlier boards and the actions after them.
    before: Vec<(SlowBoard, Action)>,
    /// The index in `before` of the board after the last setup.
    restart: usize,
}

impl SlowGame {
    fn new(size: Size, rules: Rules) -> Self {
        Self { rules, board: SlowBoard::new(size), before: Vec::new(), restart: 0 }
    }

    fn act(&mut self, action: Action) {
        let before = self.board.clone();
        self.board.play(&action);
        self.before.push((before, action));
        self.restart = self.find_restart();
    }

    fn undo(&mut self) -> Option<Action> {
        let (board, action) = self.before.pop()?;
        self.board = board;
        self.restart = self.find_restart();
        Some(action)
    }

    fn find_restart(&self) -> usize {
        self.before.iter().rposition(|(_, action)| action.as_move().is_none()).map_or(0, |at| at + 1)
    }

    /// The boards of the history, in their order, the current one last.
    fn history(&self) -> impl Iterator<Item = &SlowBoard> {
        self.before[self.restart..].iter().map(|(board, _)| board).chain([&self.board])
    }

    fn judge(&self, played: Move) -> Option<IllegalReason> {
        let at = played.at?;
        if !self.board.size.contains(at) {
            return Some(IllegalReason::OffBoard);
        }
        if let Some(color) = self.board.stone(at) {
            return Some(IllegalReason::Occupied(color));
        }
        let mut after = self.board.clone();
        after.play(&played.into());
        let stones =
            after.captured[played.color.opponent() as usize] - self.board.captured[played.color.opponent() as usize];
        if stones > 0 && (stones == 1 || !self.rules.suicide) {
            return Some(IllegalReason::Suicide { stones });
        }
        // A ko: the move restores the position before the last move, which was a move of the opponent on an empty point.
        if let Some((before, Action::Move(last))) = self.before.last()
            && last.color != played.color
            && last.at.is_some_and(|at| before.size.contains(at) && before.stone(at).is_none())
            && before.stones == after.stones
        {
            return Some(IllegalReason::Ko);
        }
        let is_same = |earlier: &SlowBoard| {
            earlier.stones == after.stones
                && match self.rules.ko {
                    Ko::Simple => false,
                    Ko::Situational => earlier.to_move == after.to_move,
                    _ => true,
                }
        };
        let found = self.history().position(is_same)?;
        let moves =
            |actions: &[(SlowBoard, Action)]| actions.iter().filter(|(_, action)| action.as_move().is_some()).count();
        Some(IllegalReason::Superko { rule: self.rules.ko, after: moves(&self.before[..self.restart + found]) as u32 })
    }
}

fn all_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        for suicide in [false, true] {
            let mut rules = Rules::default();
            (rules.ko, rules.suicide) = (ko, suicide);
            rules.repetition = if ko == Ko::Simple { Repetition::NoResult } else { Repetition::Illegal };
            all.push(rules);
        }
    }
    all
}

/// Compares the verdict on a move.
fn compare(fast: &Position, slow: &SlowGame, played: Move) {
    let reason = fast.judge(played).err().map(|illegal| illegal.reason);
    assert_eq!(reason, slow.judge(played), "{played} under {} on {:?}", slow.rules, fast.board());
}

/// Plays random moves, passes, setups and undos. Returns the number of moves.
fn random_game(random: &mut Random, size: Size, rules: Rules, steps: usize) -> usize {
    let points: Vec<Point> = size.rect().iter().collect();
    let (mut fast, mut slow) = (Position::new(&Setup::new(size), rules), SlowGame::new(size, rules));
    let mut moves = 0;
    for _ in 0..steps {
        let color = if random.one_in(10) { fast.board().to_move().opponent() } else { fast.board().to_move() };
        let at = points[random.below(points.len())];
        match random.below(100) {
            0..84 => {
                let played = Move::play(color, at);
                let expected = slow.judge(played);
                assert_eq!(
                    fast.play(played).err().map(|illegal| illegal.reason),
                    expected,
                    "{played} on {:?}",
                    fast.board()
                );
                if expected.is_none() {
                    slow.act(played.into());
                    moves += 1;
                }
            }
            84..87 => {
                fast.play_unchecked(Move::play(color, at));
                slow.act(Move::play(color, at).into());
            }
            87..91 => {
                fast.play(Move::pass(color)).unwrap();
                slow.act(Move::pass(color).into());
            }
            91 => {
                let stone = [None, Some(Color::Black), Some(Color::White)][random.below(3)];
                let edit = PositionEdit::default().with_stones(at, stone);
                fast.set_up(edit.clone());
                slow.act(edit.into());
            }
            92..97 => assert_eq!(fast.undo(), slow.undo()),
            _ => {
                for at in points.iter().filter(|_| points.len() < 60 || random.one_in(20)) {
                    compare(&fast, &slow, Move::play(color, *at));
                    compare(&fast, &slow, Move::play(color.opponent(), *at));
                }
            }
        }
        for &at in points.iter().filter(|_| points.len() < 10) {
            assert_eq!(fast.board().stone(at), slow.board.stone(at));
        }
    }
    for &at in &points {
        assert_eq!(fast.board().stone(at), slow.board.stone(at));
    }
    moves
}

/// Plays at least this number of legal moves on boards of these sizes, under every mix of rules.
fn random_games(sizes: &[(u8, u8)], moves: usize, steps: usize) {
    let mut random = Random(0x6B69_6675);
    let mut played = 0;
    while played < moves {
        for &(width, height) in sizes {
            for rules in all_rules() {
                played += random_game(&mut random, Size::new(width, height).unwrap(), rules, steps);
            }
        }
    }
}

#[test]
fn tiny_boards() {
    let sizes: Vec<_> = (1..=4).flat_map(|width| (1..=4).map(move |height| (width, height))).collect();
    random_games(&sizes, 1_200_000, 150);
}

#[test]
fn small_boards() {
    let sizes: Vec<_> = (1..=7).flat_map(|width| (5..=7).map(move |height| (width, height))).collect();
    random_games(&sizes, 800_000, 200);
}

#[test]
fn usual_boards() {
    random_games(&[(9, 9), (13, 13), (19, 19), (1, 19), (19, 1)], 20_000, 500);
}

#[test]
fn the_largest_board() {
    random_games(&[(52, 52)], 2_000, 400);
}

/// Counts the positions where every chain has a liberty. Each of them arises by placing its stones row by row, and then no stone
/// is captured, because every earlier position has more liberties.
fn legal_positions(size: Size) -> u64 {
    fn count(board: &mut kifu_rules::go::Board, points: &[Point]) -> u64 {
        let Some((&at, rest)) = points.split_first() else { return 1 };
        let mut total = count(board, rest);
        for color in [Color::Black, Color::White] {
            let undo = Go::play_unchecked(board, &Move::play(color, at).into());
            if [Color::Black, Color::White].map(|color| board.captured_by(color)) == [0, 0] {
                total += count(board, rest);
            }
            Go::undo(board, undo);
        }
        total
    }
    let points: Vec<Point> = size.rect().iter().collect();
    count(&mut Go::start(&Setup::new(size)), &points)
}

#[test]
fn legal_positions_are_as_many_as_tromp_counted() {
    let count = |width, height| legal_positions(Size::new(width, height).unwrap());
    assert_eq!([count(1, 1), count(2, 2), count(3, 3)], [1, 57, 12_675]);
    assert_eq!([count(1, 2), count(1, 3), count(2, 3)], [5, 15, 489]);
}

/// The positions that legal moves reach from the empty board are the same.
#[test]
fn legal_moves_reach_every_legal_position() {
    use std::collections::BTreeSet;
    let size = Size::square(3).unwrap();
    let mut rules = Rules::default();
    (rules.ko, rules.suicide) = (Ko::Simple, true);
    let stones = |board: &kifu_rules::go::Board| {
        size.rect().iter().map(|at| board.stone(at).map(|color| color as u8)).collect::<Vec<_>>()
    };
    let set_up = |stones: &[Option<u8>]| {
        let mut setup = Setup::new(size);
        for (at, stone) in size.rect().iter().zip(stones) {
            let color = stone.map(|color| if color == Color::Black as u8 { Color::Black } else { Color::White });
            if color.is_some() {
                setup.stones.set(&at.into(), color);
            }
        }
        Position::new(&setup, rules)
    };
    let mut known = BTreeSet::from([vec![None; 9]]);
    let mut open: Vec<Vec<Option<u8>>> = known.iter().cloned().collect();
    while let Some(next) = open.pop() {
        for color in [Color::Black, Color::White] {
            let mut position = set_up(&next);
            let moves: Vec<Point> = position.legal_moves(color).collect();
            for at in moves {
                position.play(Move::play(color, at)).unwrap();
                let after = stones(position.board());
                position.undo();
                if known.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
    }
    assert_eq!(known.len(), 12_675);
}

/// Replays the random games of the golden files, if they are there. Every move is legal, and the stones at the end are as many as
/// an independent engine counted.
#[test]
fn random_games_of_another_engine() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/golden/go/");
    let Ok(games) = std::fs::read_to_string(format!("{folder}random-games-19x19.txt")) else {
        eprintln!("not tested: {folder} is missing");
        return;
    };
    let counts = std::fs::read_to_string(format!("{folder}random-games-19x19.stones.tsv")).unwrap();
    let mut rules = Rules::default();
    rules.suicide = false;
    rules.ko = Ko::Simple;
    let (mut all_moves, mut all_stones) = (0, 0);
    for (index, game) in games.lines().enumerate() {
        let mut words = game.split_whitespace();
        let mut number = || words.next().map(|word| word.parse::<i8>().unwrap());
        let size = Size::new(number().unwrap() as u8, number().unwrap() as u8).unwrap();
        let mut position = Position::new(&Setup::new(size), rules);
        while let Some(color) = words.next() {
            let color = if color == "B" { Color::Black } else { Color::White };
            let mut number = || words.next().unwrap().parse::<i8>().unwrap();
            let (x, y) = (number(), number());
            let played = match (x, y) {
                (-1, -1) => Move::pass(color),
                _ => Move::play(color, Point::new(x as u8, y as u8).unwrap()),
            };
            position.play(played).unwrap();
            all_moves += 1;
        }
        let of = |color| size.rect().iter().filter(|&at| position.board().stone(at) == Some(color)).count();
        let (black, white) = (of(Color::Black), of(Color::White));
        all_stones += black + white;
        let line = format!("{}\t{black}\t{white}", index + 1);
        if index < 20 {
            assert!(counts.lines().any(|counted| counted == line), "{line}");
        }
    }
    // The moves and stones of all 100 games, on which four engines agree.
    assert_eq!((all_moves, all_stones), (45_636, 31_265));
}
