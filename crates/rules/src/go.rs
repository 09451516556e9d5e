//! Playing go: the board is a grid of stones, and a flood fill finds the chains.
//!
//! A move is played as SGF requires, whether or not it is legal. The stone replaces what is on its point. The opponent's chains
//! beside it that have no liberty are removed, and then its own chain if that has none. A move on a point outside of the board
//! changes only the turn. Setup changes the points that it names and removes nothing else.
//!
//! ```
//! use kifu_goban::{Color, Go, Move, Point, Setup};
//! use kifu_rules::{Play, go::Board};
//! let mut board: Board = Go::start(&Setup::default());
//! let point = Point::from_sgf("pd").unwrap();
//! Go::play_unchecked(&mut board, &Move::play(Color::Black, point).into());
//! Go::play_unchecked(&mut board, &Move::play(Color::White, point).into()); // illegal, and played
//! assert_eq!(board.stone(point), Some(Color::White));
//! ```

use crate::Play;
use alloc::{vec, vec::Vec};
use kifu_core::Seat;
use kifu_goban::{Action, Color, Go, Point, Points, PositionEdit, Setup, Size};

/// A position of go.
///
/// ```
/// use kifu_goban::{Color, Go, Move, Point, Setup, Size};
/// use kifu_rules::Play;
/// let mut board = Go::start(&Setup::new(Size::square(9).unwrap()));
/// let corner = Point::from_sgf("aa").unwrap();
/// for (color, at) in [(Color::White, "aa"), (Color::Black, "ab"), (Color::White, "ee"), (Color::Black, "ba")] {
///     Go::play_unchecked(&mut board, &Move::play(color, Point::from_sgf(at).unwrap()).into());
/// }
/// assert_eq!((board.stone(corner), board.captured_by(Color::Black)), (None, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    /// The points row by row from the top.
    stones: Vec<Option<Color>>,
    to_move: Color,
    /// The stones that Black and White captured.
    captured: [u32; 2],
}

/// The changes that an action made to a [`Board`].
///
/// ```
/// use kifu_goban::{Color, Go, Move, Setup};
/// use kifu_rules::{Play, go::Undo};
/// let mut board = Go::start(&Setup::default());
/// let undo: Undo = Go::play_unchecked(&mut board, &Move::pass(Color::Black).into());
/// Go::undo(&mut board, undo);
/// assert_eq!(board, Go::start(&Setup::default()));
/// ```
#[derive(Clone, Debug)]
pub struct Undo {
    /// The changed points and their content before the changes, in the order of the changes.
    stones: Vec<(usize, Option<Color>)>,
    to_move: Color,
    captured: [u32; 2],
}

impl Board {
    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the stone on a point. `None` if the point is empty or not on the board.
    ///
    /// ```
    /// use kifu_goban::{Color, Go, Point, Setup};
    /// use kifu_rules::Play;
    /// let point = Point::from_sgf("pd").unwrap();
    /// let mut setup = Setup::default();
    /// setup.stones.set(&point.into(), Some(Color::Black));
    /// assert_eq!(Go::start(&setup).stone(point), Some(Color::Black));
    /// ```
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.stones[self.index(point)?]
    }

    /// The number of stones that `color` captured in play. Stones removed by suicide count as captured by the opponent.
    ///
    /// ```
    /// use kifu_goban::{Color, Go, Setup};
    /// use kifu_rules::Play;
    /// assert_eq!(Go::start(&Setup::default()).captured_by(Color::Black), 0);
    /// ```
    #[must_use]
    pub fn captured_by(&self, color: Color) -> u32 {
        self.captured[color as usize]
    }

    fn index(&self, point: Point) -> Option<usize> {
        let index = usize::from(point.y()) * usize::from(self.size.width()) + usize::from(point.x());
        self.size.contains(point).then_some(index)
    }

    /// Returns the adjacent points of a point.
    fn beside(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, area) = (usize::from(self.size.width()), self.size.area());
        let column = index % width;
        let left = (column > 0).then(|| index - 1);
        let right = (column + 1 < width).then_some(index + 1);
        let below = (index + width < area).then_some(index + width);
        [left, right, index.checked_sub(width), below].into_iter().flatten()
    }

    fn set(&mut self, index: usize, stone: Option<Color>, undo: &mut Undo) {
        undo.stones.push((index, core::mem::replace(&mut self.stones[index], stone)));
    }

    fn set_all(&mut self, points: &Points, stone: Option<Color>, undo: &mut Undo) {
        for point in points.iter() {
            if let Some(index) = self.index(point) {
                self.set(index, stone, undo);
            }
        }
    }

    fn edit(&mut self, edit: &PositionEdit, undo: &mut Undo) {
        self.set_all(edit.black(), Some(Color::Black), undo);
        self.set_all(edit.white(), Some(Color::White), undo);
        self.set_all(edit.clear(), None, undo);
        self.to_move = edit.to_move.unwrap_or(self.to_move);
    }

    /// Returns the points of the chain on a point, if it has no liberty; otherwise no points.
    fn without_liberties(&self, index: usize) -> Vec<usize> {
        let color = self.stones[index];
        let (mut chain, mut seen) = (vec![index], vec![false; self.stones.len()]);
        seen[index] = true;
        let mut next = 0;
        while let Some(&at) = chain.get(next) {
            next += 1;
            for beside in self.beside(at) {
                if self.stones[beside].is_none() {
                    return Vec::new();
                }
                if self.stones[beside] == color && !seen[beside] {
                    seen[beside] = true;
                    chain.push(beside);
                }
            }
        }
        chain
    }

    /// Removes the chain of `color` on a point, if it has no liberty. The opponent captures it.
    fn capture(&mut self, index: usize, color: Color, undo: &mut Undo) {
        if self.stones[index] == Some(color) {
            for at in self.without_liberties(index) {
                self.set(at, None, undo);
                self.captured[color.opponent() as usize] += 1;
            }
        }
    }

    fn play(&mut self, color: Color, index: usize, undo: &mut Undo) {
        self.set(index, Some(color), undo);
        for beside in self.beside(index) {
            self.capture(beside, color.opponent(), undo);
        }
        self.capture(index, color, undo);
    }
}

impl Play for Go {
    type Position = Board;
    type Undo = Undo;

    /// Black moves first, unless the setup states otherwise or is a handicap: at least two black stones, and no white one.
    fn start(setup: &Setup) -> Board {
        let (size, edit) = (setup.size, &setup.stones);
        let is_handicap = edit.black().len() >= 2 && edit.white().is_empty();
        let to_move = if is_handicap { Color::White } else { Color::Black };
        let mut board = Board { size, stones: vec![None; size.area()], to_move, captured: [0; 2] };
        board.edit(edit, &mut Undo { stones: Vec::new(), to_move, captured: [0; 2] });
        board
    }

    fn play_unchecked(board: &mut Board, action: &Action) -> Undo {
        let mut undo = Undo { stones: Vec::new(), to_move: board.to_move, captured: board.captured };
        match action {
            Action::Edit(edit) => board.edit(edit, &mut undo),
            Action::Move(played) => {
                if let Some(index) = played.at.and_then(|at| board.index(at)) {
                    board.play(played.color, index, &mut undo);
                }
                board.to_move = played.color.opponent();
            }
            // Nothing else changes the position.
            _ => {}
        }
        undo
    }

    fn undo(board: &mut Board, undo: Undo) {
        for (index, stone) in undo.stones.into_iter().rev() {
            board.stones[index] = stone;
        }
        (board.to_move, board.captured) = (undo.to_move, undo.captured);
    }

    fn to_move(board: &Board) -> Seat {
        board.to_move.seat()
    }
}
