use super::{
    grid::{Cell, Content, Grid, Index, Placed},
    zobrist,
};
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
    hash: u64,
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
    Small(Box<Grid<512>>),
    Large(Box<Grid<4096>>),
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
    hash: u64,
    captured: [u32; 2],
    /// How often the chains had been found when the stone was placed or the points were changed.
    generation: u32,
    placed: Placed,
    ko: Index,
    to_move: Color,
    /// What was changed by other means than a move on an empty point.
    other: Option<Box<Other>>,
}

impl Undo {
    /// The start of a move. [`Board::play_at`] fills the rest.
    pub(super) const NOTHING: Self = Self {
        hash: 0,
        captured: [0; 2],
        generation: 0,
        placed: Placed::NOTHING,
        ko: 0,
        to_move: Color::Black,
        other: None,
    };
}

#[derive(Clone, Debug)]
enum Other {
    /// A stone was removed to place another one: its point and its cell.
    Stone(Index, Cell),
    /// The points that a setup changed and their cells before the changes, in the order of the changes.
    Points { changed: Vec<(Index, Cell)>, had_chains: bool },
}

/// The effect of a stone on an empty point, before it is placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    /// The hash of the stones after the move.
    pub(super) hash: u64,
    /// The number of stones of the player's own chain that the move removes; 0 if it has a liberty.
    pub(super) suicide: u32,
}

impl Board {
    /// Returns an empty board.
    pub(super) fn new(size: Size, to_move: Color) -> Self {
        let (width, height) = (size.width(), size.height());
        let cells = match Grid::new(width, height) {
            Some(grid) => Cells::Small(Box::new(grid)),
            None => Cells::Large(Box::new(Grid::new(width, height).expect("a board has at most 52×52 points"))),
        };
        Self { size, cells, to_move, captured: [0; 2], hash: 0, ko: 0, has_chains: true, generation: 0 }
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the player whose turn it is.
    ///
    /// ```
    /// use kifu_goban::{Color, Go, Setup};
    /// use kifu_rules::Play;
    /// assert_eq!(Go::start(&Setup::default()).to_move(), Color::Black);
    /// ```
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.to_move
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
        self.stone_at(self.index(point)?)
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

    /// Returns the Zobrist hash of the stones. Positions with the same stones on boards of the same size have the same hash.
    ///
    /// ```
    /// use kifu_goban::{Color, Go, Move, Point, Setup};
    /// use kifu_rules::Play;
    /// let play = |order: [(Color, &str); 2]| {
    ///     let mut board = Go::start(&Setup::default());
    ///     for (color, at) in order {
    ///         Go::play_unchecked(&mut board, &Move::play(color, Point::from_sgf(at).unwrap()).into());
    ///     }
    ///     board.hash()
    /// };
    /// let (black, white) = ((Color::Black, "pd"), (Color::White, "dp"));
    /// assert_eq!(play([black, white]), play([white, black]));
    /// ```
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
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
        grid!(&self.cells, grid => {
            let effect = grid.effect(at, color);
            let mut hash = self.hash ^ zobrist::of_stone(at, color);
            for &head in effect.captured.as_slice() {
                grid.each_of_chain(head, |at| hash ^= zobrist::of_stone(at, color.opponent()));
            }
            let mut suicide = 0;
            if effect.is_suicide {
                suicide = 1;
                hash ^= zobrist::of_stone(at, color);
                grid.each_chain_beside(at, color, |head| {
                    suicide += grid.stones(head);
                    grid.each_of_chain(head, |at| hash ^= zobrist::of_stone(at, color));
                });
            }
            Effect { hash, suicide }
        })
    }

    #[cold]
    fn find_chains(&mut self) {
        grid!(&mut self.cells, grid => grid.find_chains());
        self.has_chains = true;
        self.generation += 1;
    }

    #[inline]
    fn save(&self, undo: &mut Undo) {
        (undo.to_move, undo.captured, undo.hash, undo.ko) = (self.to_move, self.captured, self.hash, self.ko);
    }

    /// Changes nothing.
    pub(super) fn nothing(&self) -> Undo {
        let mut undo = Undo::NOTHING;
        self.save(&mut undo);
        undo
    }

    pub(super) fn edit(&mut self, edit: &PositionEdit) -> Undo {
        let mut undo = self.nothing();
        undo.generation = self.generation;
        let (mut changed, had_chains) = (Vec::new(), self.has_chains);
        self.set_all(edit.black(), Content::Black, &mut changed);
        self.set_all(edit.white(), Content::White, &mut changed);
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
        let before = grid!(&mut self.cells, grid => grid.replace(at, content));
        for content in [before.content, content] {
            if let Some(color) = content.stone() {
                self.hash ^= zobrist::of_stone(at, color);
            }
        }
        self.has_chains = false;
        before
    }

    pub(super) fn play(&mut self, played: Move) -> Undo {
        if let Some(at) = played.at.and_then(|point| self.index(point)) {
            let mut undo = Undo::NOTHING;
            self.play_at(at, played.color, &mut undo);
            return undo;
        }
        let undo = self.nothing();
        self.ko = 0;
        self.to_move = played.color.opponent();
        undo
    }

    /// Plays a move on a point of the board. `undo` is [`Undo::NOTHING`] before.
    #[inline]
    pub(super) fn play_at(&mut self, at: Index, color: Color, undo: &mut Undo) {
        self.save(undo);
        if self.content(at) != Content::Empty {
            let cell = self.set(at, Content::Empty);
            undo.other = Some(Box::new(Other::Stone(at, cell)));
        }
        if !self.has_chains {
            self.find_chains();
        }
        undo.generation = self.generation;
        let (mut hash, mut removed) = (self.hash ^ zobrist::of_stone(at, color), [0; 2]);
        let count = |at, of: Color| {
            hash ^= zobrist::of_stone(at, of);
            removed[of as usize] += 1;
        };
        grid!(&mut self.cells, grid => {
            grid.place(at, color, &mut undo.placed, count);
            let may_be_ko = removed[color.opponent() as usize] == 1 && undo.other.is_none();
            self.ko = if may_be_ko { grid.ko_of(&undo.placed) } else { 0 };
        });
        self.hash = hash;
        self.to_move = color.opponent();
        for color in [Color::Black, Color::White] {
            self.captured[color.opponent() as usize] += removed[color as usize];
        }
    }

    pub(super) fn undo(&mut self, undo: Undo) {
        if !undo.placed.is_nothing() {
            if self.has_chains && undo.generation == self.generation {
                grid!(&mut self.cells, grid => grid.take_back(&undo.placed));
            } else {
                grid!(&mut self.cells, grid => grid.take_back_stones(&undo.placed));
                self.has_chains = false;
            }
        }
        match undo.other.map(|other| *other) {
            None => {}
            Some(Other::Stone(at, cell)) => {
                grid!(&mut self.cells, grid => grid.restore(at, cell));
                self.has_chains = false;
            }
            Some(Other::Points { changed, had_chains }) => {
                // Without a move since then, all cells are as they were.
                self.has_chains = had_chains && undo.generation == self.generation;
                for (at, cell) in changed.into_iter().rev() {
                    grid!(&mut self.cells, grid => grid.restore(at, cell));
                }
            }
        }
        (self.to_move, self.captured, self.hash, self.ko) = (undo.to_move, undo.captured, undo.hash, undo.ko);
    }
}

impl PartialEq for Board {
    /// Compares the stones, the turn, the captured stones and the ko. The order of the moves makes no other difference.
    fn eq(&self, other: &Self) -> bool {
        let stones = |board: &Self| (board.size, board.to_move, board.captured, board.hash, board.ko);
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
