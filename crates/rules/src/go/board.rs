use super::grid::{Cell, Content, Effect, Grid, Index, Placed};
use alloc::{boxed::Box, vec::Vec};
use core::fmt;
use kifu_goban::{Color, Move, Point, Points, PositionEdit, Size};

/// A position of go.
///
/// The time of a move depends on the chains that it touches, and not on the size of the board or the length of the game. Playing
/// allocates no memory. The first move after a setup takes time in proportion to the board.
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
#[derive(Clone)]
pub struct Board {
    size: Size,
    cells: Cells,
    to_move: Color,
    /// The stones that Black and White captured.
    captured: [u32; 2],
    /// The point where `to_move` may not recapture in a ko; 0 if there is none.
    ko: Index,
    /// False if stones were changed by other means than a move, so that the chains must be found again before the next move.
    has_chains: bool,
    /// How often the chains were found. A move from before that is undone without its chains.
    generation: u32,
}

/// The cells: a small grid for boards up to 19×19, or a large one.
#[derive(Clone)]
enum Cells {
    Small(Grid<512>),
    Large(Grid<4096>),
}

/// Calls a method of the grid of a board.
macro_rules! grid {
    ($cells:expr, $grid:ident => $call:expr) => {
        match $cells {
            Cells::Small($grid) => $call,
            Cells::Large($grid) => $call,
        }
    };
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
    placed: Placed,
    /// How often the chains had been found when the stone was placed or the points were changed.
    generation: u32,
    ko: Index,
    to_move: Color,
    /// What was changed by other means than a move on an empty point.
    other: Option<Box<Other>>,
}

impl Undo {
    /// The start of a move. [`Board::place`] fills the rest.
    pub(super) const NOTHING: Self =
        Self { placed: Placed::NOTHING, generation: 0, ko: 0, to_move: Color::Black, other: None };
}

#[derive(Clone, Debug)]
enum Other {
    /// A stone was removed to place another one: the points and cells of its chain before, its own first.
    Stone { chain: Vec<(Index, Cell)> },
    /// The points that a setup changed and their cells before the changes, in the order of the changes.
    Points { changed: Vec<(Index, Cell)>, had_chains: bool },
}

impl Board {
    /// Returns an empty board.
    pub(super) fn new(size: Size, to_move: Color) -> Self {
        let (width, height) = (size.width(), size.height());
        let cells = match Grid::new(width, height) {
            Some(grid) => Cells::Small(grid),
            None => Cells::Large(Grid::new(width, height).expect("a board has at most 52×52 points")),
        };
        Self { size, cells, to_move, captured: [0; 2], ko: 0, has_chains: true, generation: 0 }
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the player whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Returns the stone on a point. `None` if the point is empty or not on the board.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.stone_at(self.index(point)?)
    }

    /// The number of stones that `color` captured in play. Stones removed by suicide count as captured by the opponent.
    #[must_use]
    pub fn captured_by(&self, color: Color) -> u32 {
        self.captured[color as usize]
    }

    /// Returns the Zobrist hash of the stones. Positions with the same stones on boards of the same size have the same hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        grid!(&self.cells, grid => grid.hash())
    }

    /// Returns the point where the player whose turn it is may not recapture in a ko. `None` if there is none.
    ///
    /// The last move captured exactly one stone there, and a recapture would capture exactly the stone of that move. A pass and a
    /// setup end the ko.
    ///
    /// ```
    /// use kifu_goban::{Color, Move, Points, PositionEdit, Setup, Size, Point};
    /// use kifu_rules::{Play, go::Board};
    /// let points = |letters: &[&str]| letters.iter().map(|at| Point::from_sgf(at).unwrap()).collect::<Points>();
    /// let mut setup = Setup::new(Size::square(9).unwrap());
    /// setup.stones = PositionEdit::default()
    ///     .with_stones(points(&["ba", "ab", "bc"]), Some(Color::Black))
    ///     .with_stones(points(&["ca", "bb", "db", "cc"]), Some(Color::White));
    /// let mut board: Board = kifu_goban::Go::start(&setup);
    /// let capture = Move::play(Color::Black, Point::from_sgf("cb").unwrap());
    /// kifu_goban::Go::play_unchecked(&mut board, &capture.into());
    /// assert_eq!(board.ko(), Point::from_sgf("bb"));
    /// ```
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        (self.ko != 0).then(|| self.point(self.ko)).flatten()
    }

    fn point(&self, at: Index) -> Option<Point> {
        let (x, y) = grid!(&self.cells, grid => grid.place_of(at));
        Point::new(x, y)
    }

    #[inline]
    pub(super) fn index(&self, point: Point) -> Option<Index> {
        let index = grid!(&self.cells, grid => grid.index(point.x(), point.y()));
        self.size.contains(point).then_some(index)
    }

    #[inline]
    fn content(&self, at: Index) -> Content {
        grid!(&self.cells, grid => grid.content(at))
    }

    /// Returns the stone on a point of the board.
    #[inline]
    pub(super) fn stone_at(&self, at: Index) -> Option<Color> {
        self.content(at).stone()
    }

    /// Returns true if a player may not recapture on this point because of a ko.
    #[inline]
    pub(super) fn is_ko(&self, at: Index, color: Color) -> bool {
        self.ko == at && self.to_move == color
    }

    /// Returns the effect of a stone on an empty point.
    pub(super) fn effect(&self, at: Index, color: Color) -> Effect {
        if !self.has_chains {
            let mut board = self.clone();
            board.find_chains();
            return board.effect(at, color);
        }
        grid!(&self.cells, grid => grid.effect(at, color))
    }

    #[cold]
    fn find_chains(&mut self) {
        grid!(&mut self.cells, grid => grid.find_chains());
        self.has_chains = true;
        self.generation += 1;
    }

    /// Removes a stone by other means than a capture. The chains stay known.
    fn take_stone(&mut self, at: Index, color: Color) -> Vec<(Index, Cell)> {
        if !self.has_chains {
            self.find_chains();
        }
        grid!(&mut self.cells, grid => grid.take_stone(at, color))
    }

    /// Changes nothing.
    pub(super) fn nothing(&self) -> Undo {
        Undo { to_move: self.to_move, ko: self.ko, generation: self.generation, ..Undo::NOTHING }
    }

    pub(super) fn edit(&mut self, edit: &PositionEdit) -> Undo {
        let mut undo = self.nothing();
        let (mut changed, had_chains) = (Vec::new(), self.has_chains);
        self.set_all(edit.black(), Content::Stone(Color::Black), &mut changed);
        self.set_all(edit.white(), Content::Stone(Color::White), &mut changed);
        self.set_all(edit.clear(), Content::Empty, &mut changed);
        self.to_move = edit.to_move.unwrap_or(self.to_move);
        self.ko = 0;
        undo.other = Some(Box::new(Other::Points { changed, had_chains }));
        undo
    }

    fn set_all(&mut self, points: &Points, content: Content, changed: &mut Vec<(Index, Cell)>) {
        for point in points.iter() {
            if let Some(at) = self.index(point) {
                changed.push((at, self.set(at, content)));
            }
        }
    }

    /// Changes a point by other means than a move.
    fn set(&mut self, at: Index, content: Content) -> Cell {
        self.has_chains = false;
        grid!(&mut self.cells, grid => grid.replace(at, content))
    }

    pub(super) fn play(&mut self, played: Move) -> Undo {
        let mut undo = Undo::NOTHING;
        let Some(at) = played.at.and_then(|point| self.index(point)) else {
            let undo = self.nothing();
            self.ko = 0;
            self.to_move = played.color.opponent();
            return undo;
        };
        let replaced = self.stone_at(at).map(|color| self.take_stone(at, color));
        self.place(at, played.color, &mut undo);
        if let Some(chain) = replaced {
            // A capture by a stone that replaces another is not a ko.
            (undo.other, self.ko) = (Some(Box::new(Other::Stone { chain })), 0);
        }
        undo
    }

    /// Plays a move on an empty point of the board. `undo` is [`Undo::NOTHING`] before. Returns the number of stones of the player's
    /// own chain that the move removed.
    #[inline]
    pub(super) fn place(&mut self, at: Index, color: Color, undo: &mut Undo) -> u32 {
        if !self.has_chains {
            self.find_chains();
        }
        (undo.to_move, undo.ko, undo.generation) = (self.to_move, self.ko, self.generation);
        (self.to_move, self.ko) = (color.opponent(), 0);
        match grid!(&mut self.cells, grid => grid.place(at, color, &mut undo.placed)) {
            0 => 0,
            removed => self.count_removed(removed, &undo.placed),
        }
    }

    /// Counts the stones that a move removed, and sets the ko. Returns the number of stones of the player's own chain.
    #[cold]
    fn count_removed(&mut self, removed: u32, placed: &Placed) -> u32 {
        self.captured[placed.captured_by() as usize] += removed;
        if placed.is_suicide() {
            return removed;
        }
        if removed == 1 {
            self.ko = grid!(&self.cells, grid => grid.ko_of(placed));
        }
        0
    }

    pub(super) fn undo(&mut self, undo: Undo) {
        let Undo { placed, generation, .. } = undo;
        if !placed.is_nothing() {
            let removed = if self.has_chains && generation == self.generation {
                grid!(&mut self.cells, grid => grid.take_back(&placed))
            } else {
                self.has_chains = false;
                grid!(&mut self.cells, grid => grid.take_back_stones(&placed))
            };
            self.captured[placed.captured_by() as usize] -= removed;
        }
        match undo.other.map(|other| *other) {
            None => {}
            Some(Other::Stone { chain }) if self.has_chains => {
                grid!(&mut self.cells, grid => grid.put_stone_back(chain));
            }
            Some(Other::Stone { chain }) => {
                for (at, cell) in chain.into_iter().take(1) {
                    grid!(&mut self.cells, grid => grid.restore(at, cell));
                }
            }
            Some(Other::Points { changed, had_chains }) => {
                // Without a move since then, all cells are as they were.
                self.has_chains = had_chains && generation == self.generation;
                for (at, cell) in changed.into_iter().rev() {
                    grid!(&mut self.cells, grid => grid.restore(at, cell));
                }
            }
        }
        (self.to_move, self.ko) = (undo.to_move, undo.ko);
    }
}

impl PartialEq for Board {
    /// Compares the stones, the turn, the captured stones and the ko. The order of the moves makes no other difference.
    fn eq(&self, other: &Self) -> bool {
        let stones = |board: &Self| (board.size, board.to_move, board.captured, board.hash(), board.ko);
        let mut points = self.size.rect().iter();
        stones(self) == stones(other) && points.all(|point| self.stone(point) == other.stone(point))
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |y| {
            let letter = |x| match Point::new(x, y).and_then(|point| self.stone(point)) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            };
            (0..self.size.width()).map(letter).collect::<alloc::string::String>()
        };
        let rows: Vec<_> = (0..self.size.height()).map(row).collect();
        f.debug_struct("Board")
            .field("rows", &rows)
            .field("to_move", &self.to_move)
            .field("captured", &self.captured)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_is_replaced_without_finding_all_chains() {
        let size = Size::square(9).unwrap();
        let mut board = Board::new(size, Color::Black);
        let row = |y| (0..9).map(move |x| Point::new(x, y).unwrap());
        row(4).for_each(|at| drop(board.play(Move::play(Color::Black, at))));
        let before = board.clone();
        let middle = Move::play(Color::White, Point::new(4, 4).unwrap());
        let undo = board.play(middle);
        board.undo(undo);
        assert!(board == before && board.has_chains);
        board.play(middle);
        // The stone has divided a chain. White captures one of the halves.
        let captured = row(3).chain(row(5)).filter(|at| at.x() < 4);
        captured.for_each(|at| drop(board.play(Move::play(Color::White, at))));
        assert_eq!((board.captured_by(Color::White), board.generation), (4, 0));
    }
}
