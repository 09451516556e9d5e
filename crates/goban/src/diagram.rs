//! Diagrams: a position with marks, and the part of the board that is shown, as cells. Pictures and texts are made from them.
//!
//! The board here has no rules, so the caller provides the stones, for example from a replay of the record. The marks come from the
//! nodes of a record ([`Diagram::of_record`]), or one by one ([`Diagram::add_mark`]).
//!
//! # Part of the board
//! A diagram shows a rectangle, its [`view`](Diagram::view). `VW` of SGF may list any points. Then the view is the smallest rectangle
//! with all of them, and its other cells are [hidden](Cell::is_hidden): they have no content, and nothing is drawn there. Where the
//! view ends before the board, its lines run on ([`Diagram::edges`]). The cut-off of JGF 1 and JGF 2 is a view, too: the readers of
//! these formats put it on the first node.
//!
//! # Texts
//! [`Diagram::to_unicode`] and [`Diagram::to_ascii`] are for the terminal. [`Diagram::write_with`] returns their parts with what
//! they are, for colours. [`Wiki`] reads and writes the `$$` diagrams of go wikis.
//!
//! ```
//! use kifu_goban::{Color, Diagram, Mark, Point, Shape, Size};
//! let p = |name| Point::from_a1(name, Size::square(5).unwrap()).unwrap();
//! let stones = [(p("C3"), Color::Black), (p("D3"), Color::White)];
//! let stone = |at| stones.iter().find(|(point, _)| *point == at).map(|(_, color)| *color);
//! let mut diagram = Diagram::new(Size::square(5).unwrap(), stone);
//! diagram.set_last_move(Some(p("D3")));
//! diagram.add_mark(&Mark::Label(p("C2"), "a".into()));
//! assert_eq!(diagram.cell(p("C2")).unwrap().label(), Some("a"));
//! let text = "  \
//!   A B C D E
//! 5 ┌─┬─┬─┬─┐ 5
//! 4 ├─┼─┼─┼─┤ 4
//! 3 ├─┼─●(○)┤ 3
//! 2 ├─┼─a─┼─┤ 2
//! 1 └─┴─┴─┴─┘ 1
//!   A B C D E
//! ";
//! assert_eq!(diagram.to_unicode(), text);
//! ```

mod record;
mod text;
pub mod wiki;

pub use record::Options;
pub use text::{Span, SpanKind, TextStyle};
pub use wiki::{Link, NumberedMove, ParseWikiError, Wiki, WikiProblem};

use crate::{Color, Mark, Point, Points, Rect, Shape, Size, star_points};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};

/// A position with marks, and the part of the board that is shown.
///
/// ```
/// use kifu_goban::{Diagram, Point, Size};
/// let diagram = Diagram::new(Size::default(), |_| None);
/// assert!(diagram.cell(Point::from_sgf("dd").unwrap()).unwrap().is_star);
/// assert_eq!(diagram.cells().count(), 361);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    size: Size,
    view: Rect,
    /// The cells of the view, by rows from the top.
    cells: Vec<Cell>,
    lines: Vec<Line>,
    custom: Vec<CustomMark>,
    coordinates: Coordinates,
}

/// One point of a diagram.
///
/// ```
/// use kifu_goban::{Color, Diagram, Point, Size};
/// let diagram = Diagram::new(Size::square(9).unwrap(), |_| Some(Color::White));
/// let cell = diagram.cell(Point::from_sgf("ee").unwrap()).unwrap();
/// assert_eq!((cell.stone, cell.is_star, cell.is_dim), (Some(Color::White), true, false));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell {
    /// The stone.
    pub stone: Option<Color>,
    /// True if the stone is the last move.
    pub is_last_move: bool,
    /// The shapes that are drawn on the point, each once. Well-formed records have at most one.
    pub shapes: Vec<Shape>,
    /// The texts on the point. Well-formed records have at most one.
    pub labels: Vec<String>,
    /// The player whose territory the point is.
    pub territory: Option<Color>,
    /// True if the point is shown dimmed.
    pub is_dim: bool,
    /// True if nothing is drawn here, because the view leaves the point out. The cell has no content then.
    pub is_hidden: bool,
    /// True if this is a star point (hoshi), see [`star_points`].
    pub is_star: bool,
}

impl Cell {
    /// Returns the shape, or the first of several.
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        self.shapes.first().copied()
    }

    /// Returns the text on the point, or the first of several.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        self.labels.first().map(String::as_str)
    }
}

/// A line or an arrow from one point to another. Its ends are on the board, and may be outside of the view.
///
/// ```
/// use kifu_goban::{Diagram, Mark, Point, Size, diagram::Line};
/// let [from, to] = ["aa", "cc"].map(|point| Point::from_sgf(point).unwrap());
/// let mut diagram = Diagram::new(Size::square(9).unwrap(), |_| None);
/// diagram.add_mark(&Mark::Arrow(from, to));
/// assert_eq!(diagram.lines(), [Line::arrow(from, to)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The start.
    pub from: Point,
    /// The end, where an arrow has its head.
    pub to: Point,
    /// True for an arrow.
    pub is_arrow: bool,
}

impl Line {
    /// Creates a line without a head.
    #[must_use]
    pub fn new(from: Point, to: Point) -> Self {
        Self { from, to, is_arrow: false }
    }

    /// Creates an arrow.
    #[must_use]
    pub fn arrow(from: Point, to: Point) -> Self {
        Self { is_arrow: true, ..Self::new(from, to) }
    }
}

/// A mark of another kind than those of [`Shape`], on its points in the view.
///
/// ```
/// use kifu_goban::{Diagram, Mark, Point, Points, Size};
/// let mut diagram = Diagram::new(Size::square(9).unwrap(), |_| None);
/// let points = Points::from(Point::from_sgf("ee").unwrap());
/// diagram.add_mark(&Mark::Custom { kind: "happy".into(), text: String::new(), points });
/// assert_eq!(diagram.custom_marks()[0].kind, "happy");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CustomMark {
    /// The name of the mark in its format.
    pub kind: String,
    /// The text, or an empty string.
    pub text: String,
    /// The points.
    pub points: Points,
}

/// The names of columns and rows at the edges of a diagram.
///
/// ```
/// use kifu_goban::{Diagram, Size, diagram::Coordinates};
/// let mut diagram = Diagram::new(Size::default(), |_| None);
/// let corner = |diagram: &Diagram| (diagram.column_name(8), diagram.row_name(0));
/// assert_eq!(corner(&diagram), ("J".into(), "19".into()));
/// diagram.set_coordinates(Coordinates::Letters);
/// assert_eq!(corner(&diagram), ("i".into(), "a".into()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Coordinates {
    /// Columns are letters without I from the left, and rows are numbers from the bottom.
    #[default]
    A1,
    /// Columns are the letters of SGF from the left, and rows from the top.
    Letters,
    /// Columns are numbers from the left, and rows from the top.
    Numbers,
    /// No names.
    Off,
}

/// The edges of the board that a diagram shows. At the other sides, the lines of the board run on.
///
/// ```
/// use kifu_goban::{Diagram, Point, Points, Rect, Size};
/// let [from, to] = ["aa", "ii"].map(|point| Point::from_sgf(point).unwrap());
/// let mut diagram = Diagram::new(Size::default(), |_| None);
/// diagram.show_only(&Points::from(Rect::new(from, to)));
/// let edges = diagram.edges();
/// assert!(edges.left && edges.top && !edges.right && !edges.bottom);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edges {
    /// True if the first column of the board is shown.
    pub left: bool,
    /// True if the last column of the board is shown.
    pub right: bool,
    /// True if the first row of the board is shown.
    pub top: bool,
    /// True if the last row of the board is shown.
    pub bottom: bool,
}

impl Diagram {
    /// Creates a diagram of a whole board without marks, with coordinates in A1 style. `stone` returns the stone on a point.
    #[must_use]
    pub fn new(size: Size, mut stone: impl FnMut(Point) -> Option<Color>) -> Self {
        let cells = size.rect().iter().map(|at| Cell { stone: stone(at), ..Cell::default() }).collect();
        let (lines, custom) = (Vec::new(), Vec::new());
        let mut diagram = Self { size, view: size.rect(), cells, lines, custom, coordinates: Coordinates::default() };
        diagram.each(&star_points(size), |cell| cell.is_star = true);
        diagram
    }

    /// Returns the size of the whole board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the part of the board that is shown.
    #[must_use]
    pub fn view(&self) -> Rect {
        self.view
    }

    /// Returns the edges of the board that are shown.
    #[must_use]
    pub fn edges(&self) -> Edges {
        let (shown, board) = (self.view, self.size.rect());
        let (from, to, last) = (shown.upper_left(), shown.lower_right(), board.lower_right());
        Edges { left: from.x() == 0, right: to.x() == last.x(), top: from.y() == 0, bottom: to.y() == last.y() }
    }

    /// Returns the points of the view with their cells, by rows from the top.
    pub fn cells(&self) -> impl Iterator<Item = (Point, &Cell)> {
        self.view.iter().zip(&self.cells)
    }

    /// Returns the rows of the view from the top, each with its cells from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.width())
    }

    /// Returns the cell of a point, or `None` if the point is not in the view.
    #[must_use]
    pub fn cell(&self, at: Point) -> Option<&Cell> {
        self.cells.get(self.index(at)?)
    }

    /// Returns the cell of a point for changes, or `None` if the point is not in the view.
    pub fn cell_mut(&mut self, at: Point) -> Option<&mut Cell> {
        let index = self.index(at)?;
        self.cells.get_mut(index)
    }

    /// Returns the lines and arrows.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the marks of other kinds, on their points in the view.
    #[must_use]
    pub fn custom_marks(&self) -> &[CustomMark] {
        &self.custom
    }

    /// Returns the kind of the coordinates.
    #[must_use]
    pub fn coordinates(&self) -> Coordinates {
        self.coordinates
    }

    /// Sets the kind of the coordinates.
    ///
    /// ```
    /// use kifu_goban::{Diagram, Size, diagram::Coordinates};
    /// let mut diagram = Diagram::new(Size::square(2).unwrap(), |_| None);
    /// diagram.set_coordinates(Coordinates::Off);
    /// assert_eq!(diagram.to_unicode(), " ┌─┐\n └─┘\n");
    /// ```
    pub fn set_coordinates(&mut self, coordinates: Coordinates) {
        self.coordinates = coordinates;
    }

    /// Returns the name of column `x`, or an empty text without coordinates.
    ///
    /// ```
    /// use kifu_goban::{Diagram, Size};
    /// let diagram = Diagram::new(Size::square(52).unwrap(), |_| None);
    /// assert_eq!((diagram.column_name(24), diagram.column_name(25)), ("Z".into(), "AA".into()));
    /// ```
    #[must_use]
    pub fn column_name(&self, x: u8) -> String {
        let Some(at) = Point::new(x, 0) else { return String::new() };
        match self.coordinates {
            Coordinates::A1 => at.a1_column(),
            Coordinates::Letters => String::from(at.to_sgf()[0]),
            Coordinates::Numbers => (x + 1).to_string(),
            Coordinates::Off => String::new(),
        }
    }

    /// Returns the name of row `y`, or an empty text without coordinates.
    ///
    /// ```
    /// use kifu_goban::{Diagram, Size};
    /// let diagram = Diagram::new(Size::square(9).unwrap(), |_| None);
    /// assert_eq!((diagram.row_name(0), diagram.row_name(8)), ("9".into(), "1".into()));
    /// ```
    #[must_use]
    pub fn row_name(&self, y: u8) -> String {
        let Some(at) = Point::new(0, y) else { return String::new() };
        match self.coordinates {
            Coordinates::A1 => (i16::from(self.size.height()) - i16::from(y)).to_string(),
            Coordinates::Letters => String::from(at.to_sgf()[1]),
            Coordinates::Numbers => (y + 1).to_string(),
            Coordinates::Off => String::new(),
        }
    }

    /// Marks the stone on a point as the last move, or no stone. If the point has no stone or is not in the view, no stone is marked.
    pub fn set_last_move(&mut self, at: Option<Point>) {
        for cell in &mut self.cells {
            cell.is_last_move = false;
        }
        if let Some(cell) = at.and_then(|at| self.cell_mut(at)) {
            cell.is_last_move = cell.stone.is_some();
        }
    }

    /// Adds a mark, where its points are in the view.
    ///
    /// Of two players whose territory is on one point, the first counts. Dimmed points replace the previous ones. A view makes the
    /// part that is shown smaller, see [`show_only`](Self::show_only); an empty one changes nothing.
    pub fn add_mark(&mut self, mark: &Mark) {
        let board = self.size;
        let are_on = move |a: &Point, b: &Point| board.contains(*a) && board.contains(*b);
        match mark {
            Mark::Shape(shape, points) => self.each(points, |cell| {
                if !cell.shapes.contains(shape) {
                    cell.shapes.push(*shape);
                }
            }),
            Mark::Label(at, text) => {
                if let Some(cell) = self.cell_mut(*at).filter(|cell| !cell.is_hidden) {
                    cell.labels.push(text.clone());
                }
            }
            Mark::Arrow(from, to) if are_on(from, to) => self.lines.push(Line::arrow(*from, *to)),
            Mark::Line(from, to) if are_on(from, to) => self.lines.push(Line::new(*from, *to)),
            Mark::Arrow(..) | Mark::Line(..) => {}
            Mark::Dim(points) => {
                for cell in &mut self.cells {
                    cell.is_dim = false;
                }
                self.each(points, |cell| cell.is_dim = true);
            }
            Mark::View(points) => self.show_only(points),
            Mark::Territory(color, points) => self.each(points, |cell| {
                cell.territory.get_or_insert(*color);
            }),
            Mark::Custom { kind, text, points } => {
                let shown = |at: &Point| self.cell(*at).is_some_and(|cell| !cell.is_hidden);
                let points: Points = points.iter().filter(shown).collect();
                if !points.is_empty() {
                    self.custom.push(CustomMark { kind: kind.clone(), text: text.clone(), points });
                }
            }
        }
    }

    /// Shows only these points: the view becomes the smallest rectangle with those that it has, and its other cells become hidden.
    /// Without such a point, nothing changes.
    ///
    /// ```
    /// use kifu_goban::{Diagram, Point, Points, Size};
    /// let p = |letters| Point::from_sgf(letters).unwrap();
    /// let mut diagram = Diagram::new(Size::square(9).unwrap(), |_| None);
    /// diagram.show_only(&[p("aa"), p("bb")].into_iter().collect());
    /// assert_eq!(diagram.view().to_string(), "aa:bb");
    /// assert!(diagram.cell(p("ab")).unwrap().is_hidden && !diagram.cell(p("bb")).unwrap().is_hidden);
    /// ```
    pub fn show_only(&mut self, points: &Points) {
        let shown: Points = points.iter().filter(|at| self.cell(*at).is_some_and(|cell| !cell.is_hidden)).collect();
        let corners = |rect: Rect| [rect.upper_left(), rect.lower_right()];
        let Some(first) = shown.rects().next() else { return };
        let view = shown.rects().flat_map(corners).fold(first, |view, corner| {
            let (from, to) = (view.upper_left(), view.lower_right());
            let at = |x, y| Point::new(x, y).unwrap_or(corner);
            Rect::new(
                at(from.x().min(corner.x()), from.y().min(corner.y())),
                at(to.x().max(corner.x()), to.y().max(corner.y())),
            )
        });
        let mut cells: Vec<Cell> = view.iter().map(|_| Cell { is_hidden: true, ..Cell::default() }).collect();
        let width = columns(view);
        for at in shown.iter() {
            let index = index(view, width, at).zip(self.index(at));
            if let Some((new, old)) = index {
                cells[new] = core::mem::take(&mut self.cells[old]);
            }
        }
        (self.view, self.cells) = (view, cells);
        for mark in &mut self.custom {
            mark.points = mark.points.iter().filter(|at| shown.contains(*at)).collect();
        }
        self.custom.retain(|mark| !mark.points.is_empty());
    }

    /// Changes the cells of these points that are in the view and not hidden.
    fn each(&mut self, points: &Points, mut change: impl FnMut(&mut Cell)) {
        for at in points.iter() {
            if let Some(cell) = self.cell_mut(at).filter(|cell| !cell.is_hidden) {
                change(cell);
            }
        }
    }

    /// The number of columns of the view.
    fn width(&self) -> usize {
        columns(self.view)
    }

    fn index(&self, at: Point) -> Option<usize> {
        index(self.view, self.width(), at)
    }
}

/// The number of columns of a view.
fn columns(view: Rect) -> usize {
    usize::from(view.lower_right().x() - view.upper_left().x()) + 1
}

/// Returns the index of a point among the cells of a view with `width` columns.
fn index(view: Rect, width: usize, at: Point) -> Option<usize> {
    let (from, to) = (view.upper_left(), view.lower_right());
    let x = at.x().checked_sub(from.x()).filter(|_| at.x() <= to.x())?;
    let y = at.y().checked_sub(from.y()).filter(|_| at.y() <= to.y())?;
    Some(usize::from(y) * width + usize::from(x))
}
