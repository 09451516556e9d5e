//! Generates games of shogi.

use super::{
    Generate,
    values::{line, maybe},
};
use arbitrary::{Result, Unstructured};
use kifu_core::{NamedValue, Record};
use kifu_shogiban::{
    Action, Board, Color, Ending, Hand, Handicap, Kind, Mark, Move, Piece, Setup, Shogi, Square, Terms,
};

/// Words in the place of a move that name neither a move nor an ending.
const WORDS: [&str; 7] = [Action::PASS, "封じ手", "無勝負", "昼食休憩", "２七は空き", "２六歩(2", "-3334XX"];

/// Rules for impasse, as files spell them.
const IMPASSE: [&str; 4] = ["24", "27", "トライルール", "点数法: 宣言 27 点"];

/// The moves of the rooks in [`Generate::plain`]: to and fro on the rank in front of the king, which is free in the even game.
const FILES_OF_ROOK: [u8; 7] = [2, 3, 4, 5, 6, 7, 1];

/// A position: most moves are pseudo-legal in it. Check and repetition are not tested.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    hands: [Hand; 2],
    to_move: Color,
    /// True after an ending. A line rarely continues after it.
    is_over: bool,
}

impl Position {
    /// Plays a move, also an illegal one, and passes the turn.
    fn play(&mut self, played: Move) {
        let piece = Some(Piece::new(played.color, played.kind_after()));
        let hand = &mut self.hands[played.color as usize];
        match played.from {
            Some(from) => self.board.set(from, None).is_some(),
            None => hand.remove(played.kind),
        };
        if let Some(captured) = self.board.set(played.to, piece) {
            hand.add(captured.kind.unpromoted(), 1);
        }
        self.to_move = played.color.opponent();
    }

    fn is_own(&self, at: Square) -> bool {
        self.board.get(at).is_some_and(|piece| piece.color == self.to_move)
    }

    /// Returns the squares that a piece on a square reaches.
    fn reached(&self, from: Square, kind: Kind) -> Vec<Square> {
        let mut out = Vec::new();
        let forward = if self.to_move == Color::Black { 1 } else { -1 };
        for &(files, ranks, slides) in steps(kind) {
            let mut at = from.offset(files, ranks * forward);
            while let Some(to) = at.filter(|&to| !self.is_own(to)) {
                out.push(to);
                at = if slides && self.board.get(to).is_none() { to.offset(files, ranks * forward) } else { None };
            }
        }
        out
    }

    /// Generates a move of a piece on the board to a square that it reaches.
    fn board_move(&self, u: &mut Unstructured<'_>) -> Result<Option<Move>> {
        let own: Vec<Square> = Square::all().filter(|&at| self.is_own(at)).collect();
        for _ in 0..4 {
            if own.is_empty() {
                break;
            }
            let from = own[u.choose_index(own.len())?];
            let Some(Piece { color, kind }) = self.board.get(from) else { continue };
            let reached = self.reached(from, kind);
            if reached.is_empty() {
                continue;
            }
            let to = reached[u.choose_index(reached.len())?];
            let played = Move::new(color, kind, from, to);
            let promotes = played.may_promote() && (kind.is_stuck(color, to) || u.ratio(1, 2)?);
            return Ok(Some(if promotes { played.promoting() } else { played }));
        }
        Ok(None)
    }

    /// Generates a drop on a free square. No pawn is dropped on a file that has another one.
    fn drop(&self, u: &mut Unstructured<'_>) -> Result<Option<Move>> {
        let color = self.to_move;
        let held: Vec<Kind> = self.hands[color as usize].iter().map(|(kind, _)| kind).collect();
        if held.is_empty() {
            return Ok(None);
        }
        let kind = held[u.choose_index(held.len())?];
        let to = square(u)?;
        let pawn = Some(Piece::new(color, Kind::Pawn));
        let is_second_pawn =
            kind == Kind::Pawn && Square::all().any(|at| at.file() == to.file() && self.board.get(at) == pawn);
        let is_possible = self.board.get(to).is_none() && !kind.is_stuck(color, to) && !is_second_pawn;
        Ok(is_possible.then(|| Move::drop(color, kind, to)))
    }

    /// Generates a move that is usually illegal: from an empty square, of the wrong piece, over other pieces, a drop of a piece that is
    /// not in hand, a second pawn on a file.
    fn any_move(&self, u: &mut Unstructured<'_>) -> Result<Move> {
        let color = self.to_move;
        let to = square(u)?;
        if u.ratio(1, 3)? {
            return Ok(Move::drop(color, *u.choose(&Kind::IN_HAND)?, to));
        }
        let from = square(u)?;
        let kind = match self.board.get(from) {
            Some(piece) if u.ratio(7, 8)? => piece.kind,
            _ => *u.choose(&Kind::ALL)?,
        };
        let played = Move::new(color, kind, from, to);
        Ok(if kind.promoted().is_some() && u.ratio(1, 4)? { played.promoting() } else { played })
    }
}

/// A direction of a piece: files to the left, ranks towards its own side, and whether it moves any distance.
type Step = (i8, i8, bool);

/// Returns the directions of Black's piece.
const fn steps(kind: Kind) -> &'static [Step] {
    const GOLD: &[Step] =
        &[(-1, -1, false), (0, -1, false), (1, -1, false), (-1, 0, false), (1, 0, false), (0, 1, false)];
    match kind {
        Kind::Pawn => &[(0, -1, false)],
        Kind::Lance => &[(0, -1, true)],
        Kind::Knight => &[(-1, -2, false), (1, -2, false)],
        Kind::Silver => &[(-1, -1, false), (0, -1, false), (1, -1, false), (-1, 1, false), (1, 1, false)],
        Kind::Gold | Kind::Tokin | Kind::PromotedLance | Kind::PromotedKnight | Kind::PromotedSilver => GOLD,
        Kind::Bishop => &[(-1, -1, true), (1, -1, true), (-1, 1, true), (1, 1, true)],
        Kind::Rook => &[(0, -1, true), (-1, 0, true), (1, 0, true), (0, 1, true)],
        Kind::King => &[
            (-1, -1, false),
            (0, -1, false),
            (1, -1, false),
            (-1, 0, false),
            (1, 0, false),
            (-1, 1, false),
            (0, 1, false),
            (1, 1, false),
        ],
        Kind::Horse => &[
            (-1, -1, true),
            (1, -1, true),
            (-1, 1, true),
            (1, 1, true),
            (0, -1, false),
            (-1, 0, false),
            (1, 0, false),
            (0, 1, false),
        ],
        Kind::Dragon => &[
            (0, -1, true),
            (-1, 0, true),
            (1, 0, true),
            (0, 1, true),
            (-1, -1, false),
            (1, -1, false),
            (-1, 1, false),
            (1, 1, false),
        ],
    }
}

fn square(u: &mut Unstructured<'_>) -> Result<Square> {
    Ok(Square::from_index(u.choose_index(Square::COUNT)?).expect("81 squares"))
}

/// Generates a position of a problem: a few pieces, one king or none, and the rest of the set in White's hand.
fn problem(u: &mut Unstructured<'_>) -> Result<Setup> {
    let mut board = Board::EMPTY;
    for _ in 0..u.int_in_range(1..=8)? {
        let kind = *u.choose(&Kind::ALL)?;
        if kind != Kind::King {
            board.set(square(u)?, Some(Piece::new(*u.choose(&Color::ALL)?, kind)));
        }
    }
    if u.ratio(7, 8)? {
        board.set(square(u)?, Some(Piece::new(Color::White, Kind::King)));
    }
    let mut setup = Setup::new(board);
    *setup.hand_mut(Color::White) = setup.missing();
    for _ in 0..u.int_in_range(0..=3)? {
        let kind = *u.choose(&Kind::IN_HAND)?;
        if setup.hand_mut(Color::White).remove(kind) {
            setup.hand_mut(Color::Black).add(kind, 1);
        }
    }
    Ok(setup)
}

fn handicap(u: &mut Unstructured<'_>) -> Result<Handicap> {
    let common: Vec<Handicap> = Handicap::ALL.into_iter().filter(|handicap| handicap.is_common()).collect();
    Ok(*u.choose(&common)?)
}

/// Generates a position with any pieces, also more of them than a set has.
fn any_setup(u: &mut Unstructured<'_>) -> Result<Setup> {
    let mut board = if u.ratio(1, 2)? { *handicap(u)?.board() } else { Board::EMPTY };
    for _ in 0..u.int_in_range(0..=12)? {
        let piece = maybe(u, |u| Ok(Piece::new(*u.choose(&Color::ALL)?, *u.choose(&Kind::ALL)?)))?;
        board.set(square(u)?, piece);
    }
    let mut setup = Setup::new(board);
    for color in Color::ALL {
        for kind in Kind::IN_HAND {
            let count = maybe(u, |u| u.int_in_range(1..=20))?.unwrap_or(0);
            setup.hand_mut(color).add(kind, count);
        }
    }
    setup.to_move = *u.choose(&Color::ALL)?;
    setup.moves_before = maybe(u, |u| u.int_in_range(1..=300))?.unwrap_or(0);
    Ok(setup)
}

impl Generate for Shogi {
    type Position = Position;

    fn start(u: &mut Unstructured<'_>) -> Result<(Setup, Position)> {
        let setup = match u.int_in_range(0..=9)? {
            0..=2 => Setup::default(),
            3..=6 => handicap(u)?.setup(),
            7 => problem(u)?,
            _ => any_setup(u)?,
        };
        let hands = Color::ALL.map(|color| *setup.hand(color));
        let position = Position { board: setup.board, hands, to_move: setup.to_move, is_over: false };
        Ok((setup, position))
    }

    fn terms(u: &mut Unstructured<'_>) -> Result<Terms> {
        let mut terms = Terms::default();
        terms.is_handicap = u.ratio(1, 4)?;
        terms.max_moves = maybe(u, |u| u.int_in_range(0..=512))?;
        let impasse = |u: &mut Unstructured<'_>| {
            if u.ratio(1, 4)? { line(u) } else { Ok((*u.choose(&IMPASSE)?).into()) }
        };
        terms.impasse = maybe(u, impasse)?.unwrap_or_default();
        Ok(terms)
    }

    /// A line has words other than moves and illegal moves too. After an ending it rarely continues, so that a record has other lines.
    fn action(u: &mut Unstructured<'_>, position: &mut Position) -> Result<Option<Action>> {
        if position.is_over && u.ratio(2, 3)? {
            return Ok(None);
        }
        match u.int_in_range(0..=31)? {
            0 | 1 => {
                position.is_over = true;
                let endings: Vec<Ending> = Ending::all().collect();
                return Ok(Some(u.choose(&endings)?.to_owned().into()));
            }
            2 => {
                let words = Action::words(u.choose(&WORDS)?);
                if let Some(mover) = words.mover(position.to_move) {
                    position.to_move = mover.opponent();
                }
                return Ok(Some(words));
            }
            // Sometimes a player moves twice.
            3 => position.to_move = position.to_move.opponent(),
            _ => {}
        }
        let mut played = None;
        for _ in 0..3 {
            if played.is_none() && !u.ratio(1, 20)? {
                played = if u.ratio(1, 4)? { position.drop(u)? } else { position.board_move(u)? };
            }
        }
        let played = played.map_or_else(|| position.any_move(u), Ok)?;
        position.play(played);
        Ok(Some(played.into()))
    }

    /// Shogi has no marks.
    fn marks(_: &mut Unstructured<'_>, _: &Setup) -> Result<Vec<Mark>> {
        Ok(Vec::new())
    }

    /// The moves are legal in the even game, one after the other: each rook goes to and fro on its rank, and the fourteen moves of a
    /// round differ.
    fn plain(n: usize) -> Action {
        let color = if n.is_multiple_of(2) { Color::Black } else { Color::White };
        let at = |n: usize| {
            let file = FILES_OF_ROOK[n % FILES_OF_ROOK.len()];
            let square = if color == Color::Black { Square::new(file, 8) } else { Square::new(10 - file, 2) };
            square.expect("a file and a rank from 1 to 9")
        };
        Move::new(color, Kind::Rook, at(n / 2), at(n / 2 + 1)).into()
    }

    fn dump_start(record: &Record<Self>) -> Vec<NamedValue> {
        let Terms { is_handicap, max_moves, impasse, .. } = &record.terms;
        let seats = is_handicap.then(|| NamedValue::new("seats", "下手 and 上手"));
        let max_moves = max_moves.map(|moves| NamedValue::new("max moves", moves.to_string()));
        let impasse = (!impasse.is_empty()).then(|| NamedValue::new("impasse", format!("{impasse:?}")));
        let setup = &record.setup;
        let start = setup.handicap().map_or_else(|| setup.to_string(), |handicap| handicap.to_string());
        let terms = seats.into_iter().chain(max_moves).chain(impasse);
        terms.chain([NamedValue::new("start", start)]).collect()
    }

    fn dump_mark(mark: &Mark) -> String {
        match *mark {}
    }
}
