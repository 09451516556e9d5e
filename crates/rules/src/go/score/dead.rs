//! Dead stones: given by points, by regions, or by marks of territory.

use super::map::{Cell, Map};
use crate::go::Board;
use alloc::{vec, vec::Vec};
use core::fmt;
use kifu_goban::{Color, Point, Points, Size};

/// The error for a dead stone on a point without a stone.
///
/// ```
/// use kifu_goban::{Color, Go, Point, Points, Setup, Size, rules::Rules};
/// use kifu_rules::{Play, go::score::{Score, ScoreOptions}};
/// let size = Size::square(9).unwrap();
/// let board = Go::start(&Setup::new(size));
/// let mut options = ScoreOptions::default();
/// options.dead = Points::from(Point::from_a1("D4", size).unwrap());
/// let error = Score::new(&board, &Rules::default(), &options).unwrap_err();
/// assert_eq!(error.to_string(), "D4 is marked as dead, but has no stone");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoStoneError {
    /// The point.
    pub point: Point,
    /// The size of the board.
    pub size: Size,
}

impl fmt::Display for NoStoneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { point, size } = *self;
        if size.contains(point) {
            write!(f, "{} is marked as dead, but has no stone", point.to_a1(size))
        } else {
            write!(f, "the point {point} is marked as dead, but is outside the {size} board")
        }
    }
}

impl core::error::Error for NoStoneError {}

/// Returns the chains of the stones on `points`: one stone stands for its chain.
///
/// ```
/// use kifu_goban::{Color, Go, Point, Points, Setup, Size};
/// use kifu_rules::{Play, go::score::chains};
/// let size = Size::square(9).unwrap();
/// let points = |names: &[&str]| -> Points { names.iter().filter_map(|name| Point::from_a1(name, size)).collect() };
/// let mut setup = Setup::new(size);
/// for stone in points(&["A1", "B1", "D1"]).rects() {
///     setup.stones.set(&stone.into(), Some(Color::Black));
/// }
/// assert_eq!(chains(&Go::start(&setup), &points(&["A1"])), Ok(points(&["A1", "B1"])));
/// ```
///
/// # Errors
/// [`NoStoneError`] for the first point that has no stone.
pub fn chains(board: &Board, points: &Points) -> Result<Points, NoStoneError> {
    let map = Map::of(board);
    Ok(map.points(marked_parts(&map, points, |color| move |cell| cell == Cell::Stone(color))?))
}

/// Returns the stones on `points` with all stones of the same colour that are reached without crossing a stone of the opponent.
///
/// Seki, OGS and other programs mark dead stones in this way: one stone stands for every stone of its colour in the opponent's
/// territory.
///
/// ```
/// use kifu_goban::{Color, Go, Point, Points, Setup, Size};
/// use kifu_rules::{Play, go::score::{chains, stones_of_regions}};
/// let size = Size::square(9).unwrap();
/// let points = |names: &[&str]| -> Points { names.iter().filter_map(|name| Point::from_a1(name, size)).collect() };
/// let mut setup = Setup::new(size);
/// for stone in points(&["A1", "B1", "D1"]).rects() {
///     setup.stones.set(&stone.into(), Some(Color::Black));
/// }
/// let board = Go::start(&setup);
/// assert_eq!(stones_of_regions(&board, &points(&["A1"])), Ok(points(&["A1", "B1", "D1"])));
/// ```
///
/// # Errors
/// [`NoStoneError`] for the first point that has no stone.
pub fn stones_of_regions(board: &Board, points: &Points) -> Result<Points, NoStoneError> {
    let map = Map::of(board);
    let not_of = |color: Color| move |cell| cell != Cell::Stone(color.opponent());
    let regions = marked_parts(&map, points, not_of)?;
    // A region of one colour has empty points too. Only its stones are dead.
    Ok(map.points(regions.into_iter().filter(|&at| map.stone(at).is_some())))
}

/// Returns the cells that are reached from a stone on one of the points over cells that `is_part` allows for its colour.
fn marked_parts<F: Fn(Cell) -> bool>(
    map: &Map,
    points: &Points,
    is_part: impl Fn(Color) -> F,
) -> Result<Vec<usize>, NoStoneError> {
    let mut seen = [vec![false; map.len()], vec![false; map.len()]];
    let mut marked = Vec::new();
    for point in points.iter() {
        let stone = map.at(point).and_then(|at| Some((at, map.stone(at)?)));
        let (at, color) = stone.ok_or(NoStoneError { point, size: map.size() })?;
        let seen = &mut seen[color as usize];
        if !seen[at] {
            marked.extend(map.flood(at, seen, is_part(color)));
        }
    }
    Ok(marked)
}

/// Returns the dead stones according to marks of territory, such as SGF's TB and TW: the chains with a stone on a point that is
/// marked as territory of the opponent. Points outside the board have no effect.
///
/// A record may mark a player's living stones as that player's points, as area scoring counts them. Such a mark makes no stone
/// dead.
///
/// ```
/// use kifu_goban::{Color, Go, Point, Points, Setup, Size};
/// use kifu_rules::{Play, go::score::dead_by_territory};
/// let size = Size::square(9).unwrap();
/// let points = |names: &[&str]| -> Points { names.iter().filter_map(|name| Point::from_a1(name, size)).collect() };
/// let mut setup = Setup::new(size);
/// setup.stones.set(&points(&["A1"]), Some(Color::Black));
/// setup.stones.set(&points(&["C3"]), Some(Color::White));
/// let white = points(&["A1", "B1", "C3"]);
/// assert_eq!(dead_by_territory(&Go::start(&setup), &Points::new(), &white), points(&["A1"]));
/// ```
#[must_use]
pub fn dead_by_territory(board: &Board, black: &Points, white: &Points) -> Points {
    let map = Map::of(board);
    let mut seen = vec![false; map.len()];
    let mut dead = Vec::new();
    for (owner, points) in [(Color::Black, black), (Color::White, white)] {
        let stone = Cell::Stone(owner.opponent());
        for at in points.iter().filter_map(|point| map.at(point)) {
            if map.cell(at) == stone && !seen[at] {
                dead.extend(map.flood(at, &mut seen, |cell| cell == stone));
            }
        }
    }
    map.points(dead)
}
