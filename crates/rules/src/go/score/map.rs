//! The points of a position in a flat array, for algorithms over whole boards.

use crate::go::Board;
use alloc::{vec, vec::Vec};
use kifu_goban::{Color, Point, Points, Size};

/// What is on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Not a point of the board.
    Border,
    Empty,
    Stone(Color),
}

/// The points of a position. A border surrounds them, so that every point has four neighbours. The border of two rows is shared.
#[derive(Clone, Debug)]
pub(super) struct Map {
    size: Size,
    stride: usize,
    cells: Vec<Cell>,
}

impl Map {
    pub(super) fn new(size: Size) -> Self {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let stride = width + 1;
        let mut cells = vec![Cell::Border; stride * (height + 2) + 1];
        for row in 1..=height {
            cells[row * stride + 1..][..width].fill(Cell::Empty);
        }
        Self { size, stride, cells }
    }

    pub(super) fn of(board: &Board) -> Self {
        let mut map = Self::new(board.size());
        for point in board.size().rect().iter() {
            if let (Some(at), Some(color)) = (map.at(point), board.stone(point)) {
                map.cells[at] = Cell::Stone(color);
            }
        }
        map
    }

    /// Returns the index of a point. `None` if it is not on the board.
    pub(super) fn at(&self, point: Point) -> Option<usize> {
        let at = (usize::from(point.y()) + 1) * self.stride + usize::from(point.x()) + 1;
        self.size.contains(point).then_some(at)
    }

    /// Returns the point with an index of the board.
    pub(super) fn point(&self, at: usize) -> Option<Point> {
        let (x, y) = (at % self.stride, at / self.stride);
        let coordinate = |n: usize| u8::try_from(n.checked_sub(1)?).ok();
        Point::new(coordinate(x)?, coordinate(y)?)
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The number of cells, the border included.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the indices of the points on the board, row by row from the top.
    pub(super) fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&at| self.cells[at] != Cell::Border)
    }

    pub(super) fn cell(&self, at: usize) -> Cell {
        self.cells[at]
    }

    pub(super) fn stone(&self, at: usize) -> Option<Color> {
        match self.cells[at] {
            Cell::Stone(color) => Some(color),
            Cell::Border | Cell::Empty => None,
        }
    }

    pub(super) fn set(&mut self, at: usize, cell: Cell) {
        self.cells[at] = cell;
    }

    /// Returns the four neighbours of a point: left, up, right, down. Some may belong to the border.
    pub(super) fn beside(&self, at: usize) -> [usize; 4] {
        [at - 1, at - self.stride, at + 1, at + self.stride]
    }

    /// Returns the distance from a point to the point below it.
    pub(super) fn down(&self) -> usize {
        self.stride
    }

    /// Returns the four corners of the board.
    pub(super) fn corners(&self) -> [usize; 4] {
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let (left, right) = (self.stride + 1, self.stride + width);
        let below = (height - 1) * self.stride;
        [left, right, left + below, right + below]
    }

    /// Returns the neighbour of `at` that is opposite to its neighbour `beside`.
    pub(super) fn opposite(&self, at: usize, beside: usize) -> usize {
        2 * at - beside
    }

    /// Returns the two neighbours of `at` on the sides of a step from `at` to its neighbour `beside`.
    pub(super) fn across(&self, at: usize, beside: usize) -> [usize; 2] {
        let step = if at.abs_diff(beside) == 1 { self.stride } else { 1 };
        [at - step, at + step]
    }

    /// Returns the connected part that contains `from`, of all cells that fulfil the condition, and marks its cells in `seen`.
    pub(super) fn flood(&self, from: usize, seen: &mut [bool], is_part: impl Fn(Cell) -> bool) -> Vec<usize> {
        let mut part = vec![from];
        seen[from] = true;
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            for beside in self.beside(at) {
                if !seen[beside] && self.cells[beside] != Cell::Border && is_part(self.cells[beside]) {
                    seen[beside] = true;
                    part.push(beside);
                }
            }
        }
        part
    }

    /// Returns all connected parts of the cells that fulfil the condition.
    pub(super) fn parts(&self, is_part: impl Fn(Cell) -> bool) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.len()];
        let mut parts = Vec::new();
        for at in self.indices() {
            if !seen[at] && is_part(self.cells[at]) {
                parts.push(self.flood(at, &mut seen, &is_part));
            }
        }
        parts
    }

    /// Returns the points with the given indices.
    pub(super) fn points(&self, indices: impl IntoIterator<Item = usize>) -> Points {
        indices.into_iter().filter_map(|at| self.point(at)).collect()
    }
}
