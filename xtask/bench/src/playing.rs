//! Playing go: the same games for kifu and for the crates `goban` and `board-game`.

use board_game::{
    board::Board as _,
    games::go::{GoBoard, Komi, Move as Placement, Rules as GoBoardRules, Tile},
};
use fastrand::Rng;
use goban::rules::{CHINESE, GobanSizes, JAPANESE, Move as Played, game::Game};
use kifu::{
    AnyGames,
    goban::{
        Color, Go, Move, Point, Setup, Size,
        rules::{Ko, Repetition, Rules},
    },
    rules::{
        Play,
        go::{Board, Position},
    },
};
use std::hint::black_box;

/// The side of the board.
const SIDE: u8 = 19;

/// The number of moves of a random game.
const MOVES: usize = 450;

/// The maximum number of points that are drawn for a random game. A game needs about 2,000.
const DRAWN: usize = 100_000;

/// The column and the row of a move. Black and White play in turn.
pub type At = (u8, u8);

/// The ko rule under which a library plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoRule {
    /// A ko may not be recaptured immediately.
    Simple,
    /// No earlier position may be repeated.
    Positional,
}

/// A library that plays go on 19×19. It checks each move, and forbids suicide.
pub trait Engine: Sized {
    /// Starts a game.
    fn begin(ko: KoRule) -> Self;

    /// Plays a move of the player whose turn it is. Returns false if the library refuses it.
    fn try_at(&mut self, at: At) -> bool;
}

impl Engine for Position {
    fn begin(ko: KoRule) -> Self {
        let mut rules = Rules::default();
        rules.suicide = false;
        (rules.ko, rules.repetition) = match ko {
            KoRule::Simple => (Ko::Simple, Repetition::NoResult),
            KoRule::Positional => (Ko::Positional, Repetition::Illegal),
        };
        Self::new(&Setup::default(), rules)
    }

    fn try_at(&mut self, (x, y): At) -> bool {
        let color = self.board().to_move();
        Point::new(x, y).is_some_and(|at| self.play(Move::play(color, at)).is_ok())
    }
}

impl Engine for Game {
    fn begin(ko: KoRule) -> Self {
        // Its Chinese rules have superko, and its Japanese rules do not. Both forbid suicide.
        Self::new(GobanSizes::Nineteen, if ko == KoRule::Simple { JAPANESE } else { CHINESE })
    }

    fn try_at(&mut self, (x, y): At) -> bool {
        self.try_play(Played::Play(x, y)).is_ok()
    }
}

impl Engine for GoBoard {
    /// The library always forbids to repeat a position.
    fn begin(_: KoRule) -> Self {
        Self::new(SIDE, Komi::zero(), GoBoardRules::cgos())
    }

    fn try_at(&mut self, (x, y): At) -> bool {
        self.play(Placement::Place(Tile::new(x, y))).is_ok()
    }
}

/// Games that are legal under both ko rules.
pub struct Games {
    /// The kind of the games.
    pub name: &'static str,
    /// The moves of each game.
    pub games: Vec<Vec<At>>,
}

impl Games {
    /// Generates games of 450 random moves.
    pub fn random(games: usize) -> Self {
        let mut rng = Rng::with_seed(1612);
        Self { name: "random", games: (0..games).map(|_| playout::<Position>(&mut rng).0).collect() }
    }

    /// Returns the games on 19×19 of these records, each up to the first move that is illegal, a pass, or not in turn. Short games
    /// are left out.
    pub fn of(records: &[AnyGames]) -> Self {
        let records = records.iter().filter_map(AnyGames::of::<Go>).flat_map(|read| &read.records);
        let on_empty_board = records.filter(|record| record.setup == Setup::default());
        let games = on_empty_board.map(|record| {
            let mut position = Position::begin(KoRule::Positional);
            let moves = record.moves().map_while(|action| {
                let played = action.as_move()?;
                let at = played.at.map(|at| (at.x(), at.y()))?;
                (played.color == position.board().to_move() && position.try_at(at)).then_some(at)
            });
            moves.collect::<Vec<_>>()
        });
        Self { name: "real files", games: games.filter(|moves| moves.len() >= 50).collect() }
    }

    /// Returns the number of moves of all games.
    pub fn moves(&self) -> usize {
        self.games.iter().map(Vec::len).sum()
    }

    /// Plays all games, each from the start. Returns the number of moves that the library refused.
    pub fn replay<E: Engine>(&self, ko: KoRule) -> usize {
        let mut refused = 0;
        for moves in &self.games {
            let mut game = E::begin(ko);
            refused += moves.iter().filter(|&&at| !game.try_at(at)).count();
            black_box(&game);
        }
        refused
    }
}

/// Plays random moves, up to 450: points are drawn until one is legal. Returns the moves, and the game after them.
fn playout<E: Engine>(rng: &mut Rng) -> (Vec<At>, E) {
    let mut game = E::begin(KoRule::Positional);
    let mut moves = Vec::with_capacity(MOVES);
    for _ in 0..DRAWN {
        let at = (rng.u8(..SIDE), rng.u8(..SIDE));
        if game.try_at(at) {
            moves.push(at);
            if moves.len() == MOVES {
                break;
            }
        }
    }
    (moves, game)
}

/// Plays random games, the same in each library. Returns the number of moves.
pub fn playouts<E: Engine>(games: usize) -> usize {
    let mut rng = Rng::with_seed(1669);
    (0..games).map(|_| black_box(playout::<E>(&mut rng)).0.len()).sum()
}

/// Counts the legal positions on a square board: those where every chain has a liberty. Each of them arises by placing its stones
/// row by row, and then no stone is captured. Returns the positions, and the number of stones that were placed and taken back.
pub fn legal_positions(side: u8) -> (u64, u64) {
    fn count(board: &mut Board, points: &[Point], placed: &mut u64) -> u64 {
        let Some((&at, rest)) = points.split_first() else { return 1 };
        let mut total = count(board, rest, placed);
        for color in [Color::Black, Color::White] {
            let undo = Go::play_unchecked(board, &Move::play(color, at).into());
            *placed += 1;
            if [Color::Black, Color::White].map(|color| board.captured_by(color)) == [0, 0] {
                total += count(board, rest, placed);
            }
            Go::undo(board, undo);
        }
        total
    }
    let size = Size::square(side).expect("a small board");
    let points: Vec<Point> = size.rect().iter().collect();
    let mut placed = 0;
    let positions = count(&mut Go::start(&Setup::new(size)), &points, &mut placed);
    (positions, placed)
}
