//! Octi (GM\[19\]).
//!
//! ```
//! use kifu_sgf::games::octi::Move;
//! let Move::Paths(paths) = "84-86-68x".parse()? else { unreachable!("a pod moves") };
//! assert_eq!((paths.len(), paths[0].stops.len(), paths[0].stops[1].captures.len()), (1, 2, 1));
//! # Ok::<(), kifu_sgf::games::ParseNotationError>(())
//! ```

use super::{Notation, ParseNotationError};
use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};

const POINT: ParseNotationError = ParseNotationError::new("a point of octi, from 11 to 99");
const STONE: ParseNotationError = ParseNotationError::new("a stone of octi, such as 46 or 46CD");
const MOVE: ParseNotationError = ParseNotationError::new("a move of octi, such as 73, 33+B or 84-86-68x");

/// A point: the digit of the column, from the west, and the digit of the row, from the south.
///
/// ```
/// use kifu_sgf::games::octi::Point;
/// let point: Point = "73".parse()?;
/// assert_eq!((point.column(), point.row()), (7, 3));
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    column: u8,
    row: u8,
}

impl Point {
    /// Returns the point in this column and row, both from 1 to 9.
    ///
    /// ```
    /// use kifu_sgf::games::octi::Point;
    /// assert_eq!(Point::new(1, 9).unwrap().to_string(), "19");
    /// assert_eq!(Point::new(0, 9), None);
    /// ```
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column == 0 || column > 9 || row == 0 || row > 9 { None } else { Some(Self { column, row }) }
    }

    /// Returns the column, from 1.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Returns the row, from 1.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Parses the point at the start of a text. Returns the rest of the text too.
    fn split(text: &str) -> Option<(Self, &str)> {
        let &[column, row, ..] = text.as_bytes() else { return None };
        let point = Self::new(column.wrapping_sub(b'0'), row.wrapping_sub(b'0'))?;
        Some((point, &text[2..]))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column, self.row)
    }
}

impl FromStr for Point {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::split(text).filter(|(_, rest)| rest.is_empty()).map(|(point, _)| point).ok_or(POINT)
    }
}

impl Notation for Point {
    const WANTED: &'static str = POINT.wanted;

    fn is_on_board(&self, columns: u32, rows: u32) -> bool {
        u32::from(self.column) <= columns && u32::from(self.row) <= rows
    }
}

/// A prong: its direction, a letter from `A` (north) clockwise to `H`, and whether it is a superprong.
///
/// ```
/// use kifu_sgf::games::octi::Prong;
/// assert_eq!(Prong::new('B', true).unwrap().to_string(), "B!");
/// assert_eq!(Prong::new('I', false), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prong {
    direction: u8,
    is_super: bool,
}

impl Prong {
    /// Returns the prong in this direction, from `A` to `H`.
    #[must_use]
    pub const fn new(direction: char, is_super: bool) -> Option<Self> {
        match direction {
            'A'..='H' => Some(Self { direction: direction as u8, is_super }),
            _ => None,
        }
    }

    /// Returns the direction, a letter from `A` to `H`.
    #[must_use]
    pub const fn direction(self) -> char {
        self.direction as char
    }

    /// Returns true for a superprong.
    #[must_use]
    pub const fn is_super(self) -> bool {
        self.is_super
    }

    /// Parses the prong at the start of a text. Returns the rest of the text too.
    fn split(text: &str) -> Option<(Self, &str)> {
        let mut letters = text.chars();
        let plain = Self::new(letters.next()?, false)?;
        let rest = letters.as_str();
        Some(match rest.strip_prefix('!') {
            Some(rest) => (Self { is_super: true, ..plain }, rest),
            None => (plain, rest),
        })
    }

    /// Parses the prongs at the start of a text. Returns the rest of the text too.
    fn split_all(mut text: &str) -> (Vec<Self>, &str) {
        let mut prongs = Vec::new();
        while let Some((prong, rest)) = Self::split(text) {
            prongs.push(prong);
            text = rest;
        }
        (prongs, text)
    }
}

impl fmt::Display for Prong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.direction(), if self.is_super { "!" } else { "" })
    }
}

/// A stone: a pod, identified by its point, and its prongs. The text need not state the prongs.
///
/// ```
/// use kifu_sgf::games::octi::Stone;
/// let stone: Stone = "46CD".parse()?;
/// assert_eq!((stone.at.to_string().as_str(), stone.prongs.len()), ("46", 2));
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Stone {
    /// The point of the pod.
    pub at: Point,
    /// The prongs that the text states.
    pub prongs: Vec<Prong>,
}

impl Stone {
    /// Returns the stone at a point, with the prongs that identify it.
    #[must_use]
    pub fn new(at: Point, prongs: impl Into<Vec<Prong>>) -> Self {
        Self { at, prongs: prongs.into() }
    }

    /// Parses the stone at the start of a text. Returns the rest of the text too.
    fn split(text: &str) -> Option<(Self, &str)> {
        let (at, rest) = Point::split(text)?;
        let (prongs, rest) = Prong::split_all(rest);
        Some((Self { at, prongs }, rest))
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.fmt(f)?;
        self.prongs.iter().try_for_each(|prong| prong.fmt(f))
    }
}

impl FromStr for Stone {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::split(text).filter(|(_, rest)| rest.is_empty()).map(|(stone, _)| stone).ok_or(STONE)
    }
}

impl Notation for Stone {
    const WANTED: &'static str = STONE.wanted;

    fn is_on_board(&self, columns: u32, rows: u32) -> bool {
        self.at.is_on_board(columns, rows)
    }

    fn standard(text: &str) -> String {
        standard(text)
    }
}

/// The point that a pod jumps to, and the pods that the jump captures.
///
/// ```
/// use kifu_sgf::games::octi::{Point, Stop};
/// let stop = Stop::new(Point::new(6, 8).unwrap(), [vec![]]); // one pod, without its prongs
/// assert_eq!(stop.to_string(), "68x");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Stop {
    /// The point.
    pub at: Point,
    /// The prongs of each captured pod, which the text need not state.
    pub captures: Vec<Vec<Prong>>,
}

impl Stop {
    /// Returns the stop at a point, with the prongs of each captured pod.
    #[must_use]
    pub fn new(at: Point, captures: impl Into<Vec<Vec<Prong>>>) -> Self {
        Self { at, captures: captures.into() }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.at.fmt(f)?;
        for prongs in &self.captures {
            f.write_str("x")?;
            prongs.iter().try_for_each(|prong| prong.fmt(f))?;
        }
        Ok(())
    }
}

/// The way of one pod.
///
/// ```
/// use kifu_sgf::games::octi::{Path, Point, Stone, Stop};
/// let at = |column, row| Point::new(column, row).unwrap();
/// let path = Path::new(Stone::new(at(3, 3), []), Stop::new(at(5, 5), []), []);
/// assert_eq!(path.to_string(), "33-55");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Path {
    /// The pod that moves.
    pub stone: Stone,
    /// The points that it moves to, at least one.
    pub stops: Vec<Stop>,
}

impl Path {
    /// Returns the way of a pod to its first stop and then to the further ones.
    ///
    /// ```
    /// use kifu_sgf::games::octi::{Path, Point, Stone, Stop};
    /// let at = |column, row| Point::new(column, row).unwrap();
    /// let path = Path::new(Stone::new(at(8, 4), []), Stop::new(at(8, 6), []), [Stop::new(at(6, 8), [vec![]])]);
    /// assert_eq!(path.to_string(), "84-86-68x");
    /// ```
    #[must_use]
    pub fn new(stone: Stone, first: Stop, further: impl IntoIterator<Item = Stop>) -> Self {
        let mut stops = Vec::from([first]);
        stops.extend(further);
        Self { stone, stops }
    }

    fn parse(text: &str) -> Option<Self> {
        let (stone, mut rest) = Stone::split(text)?;
        let mut stops = Vec::new();
        while let Some(after) = rest.strip_prefix('-') {
            let (at, mut after) = Point::split(after)?;
            let mut captures = Vec::new();
            while let Some(prongs) = after.strip_prefix('x') {
                let (prongs, further) = Prong::split_all(prongs);
                captures.push(prongs);
                after = further;
            }
            stops.push(Stop { at, captures });
            rest = after;
        }
        (rest.is_empty() && !stops.is_empty()).then_some(Self { stone, stops })
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stone.fmt(f)?;
        self.stops.iter().try_for_each(|stop| write!(f, "-{stop}"))
    }
}

/// A move.
///
/// ```
/// use kifu_sgf::games::octi::{Move, Point};
/// assert_eq!("73".parse(), Ok(Move::Pod(Point::new(7, 3).unwrap())));
/// assert_eq!("46CD-56,46D-55".parse::<Move>()?.to_string(), "46CD-56,46D-55"); // two pods of a stack
/// assert!("33+I".parse::<Move>().is_err());
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move {
    /// A new pod comes onto the board.
    Pod(Point),
    /// A pod gets a prong.
    Prong {
        /// The pod.
        stone: Stone,
        /// The new prong.
        added: Prong,
        /// The prong that it replaces.
        removed: Option<Prong>,
    },
    /// One or more pods of a stack move.
    Paths(Vec<Path>),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pod(point) => point.fmt(f),
            Self::Prong { stone, added, removed } => {
                write!(f, "{stone}+{added}")?;
                removed.map_or(Ok(()), |removed| write!(f, "-{removed}"))
            }
            Self::Paths(paths) => {
                for (index, path) in paths.iter().enumerate() {
                    write!(f, "{}{path}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for Move {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(point) = text.parse() {
            return Ok(Self::Pod(point));
        }
        let prong = || {
            let (stone, rest) = text.split_once('+')?;
            let (added, rest) = Prong::split(rest)?;
            let removed = match rest.strip_prefix('-') {
                Some(removed) => Some(Prong::split(removed).filter(|(_, rest)| rest.is_empty())?.0),
                None if rest.is_empty() => None,
                None => return None,
            };
            Some(Self::Prong { stone: stone.parse().ok()?, added, removed })
        };
        let paths = || text.split(',').map(Path::parse).collect::<Option<Vec<_>>>().map(Self::Paths);
        prong().or_else(paths).ok_or(MOVE)
    }
}

impl Notation for Move {
    const WANTED: &'static str = MOVE.wanted;

    fn is_on_board(&self, columns: u32, rows: u32) -> bool {
        let is_on = |point: &Point| point.is_on_board(columns, rows);
        match self {
            Self::Pod(point) => is_on(point),
            Self::Prong { stone, .. } => is_on(&stone.at),
            Self::Paths(paths) => {
                paths.iter().all(|path| is_on(&path.stone.at) && path.stops.iter().all(|stop| is_on(&stop.at)))
            }
        }
    }

    fn standard(text: &str) -> String {
        standard(text)
    }
}

/// Returns a text with its prongs in capitals. `x` is a capture.
fn standard(text: &str) -> String {
    text.chars().map(|c| if matches!(c, 'x' | 'X') { 'x' } else { c.to_ascii_uppercase() }).collect()
}
