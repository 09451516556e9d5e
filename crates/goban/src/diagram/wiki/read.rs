//! Reading `$$` diagrams: lines, the header, the edges, and then the symbols.

use super::{Link, MOVES, SHAPES, USUAL_SIZE, Wiki, is_symbol};
use crate::{
    Color, Point, Points, Rect, Shape, Size,
    diagram::{Cell, Coordinates, Diagram, Line},
    star_points,
};
use alloc::{string::ToString, vec::Vec};
use core::{fmt, str::FromStr};

/// The error for a text that is not a `$$` diagram, with the place of the problem.
///
/// ```
/// use kifu_goban::diagram::{ParseWikiError, Wiki, WikiProblem};
/// let error: ParseWikiError = "$$B\n$$ | . ! .\n".parse::<Wiki>().unwrap_err();
/// assert_eq!((error.line, error.column, error.problem), (2, 8, WikiProblem::Symbol('!')));
/// assert_eq!(error.to_string(), "line 2, column 8: '!' is not a symbol of a diagram");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseWikiError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The problem.
    pub problem: WikiProblem,
}

/// Why a text is not a `$$` diagram.
///
/// ```
/// use kifu_goban::diagram::{Wiki, WikiProblem};
/// assert_eq!("A text".parse::<Wiki>().unwrap_err().problem, WikiProblem::NoDollars);
/// assert_eq!("$$B A title".parse::<Wiki>().unwrap_err().problem, WikiProblem::NoRows);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WikiProblem {
    /// A line does not begin with `$$`.
    NoDollars,
    /// The diagram has no row of points.
    NoRows,
    /// A character is not a symbol of the notation.
    Symbol(char),
    /// A row has another number of points than the first one.
    RowWidth {
        /// The number of points of the first row.
        expected: usize,
        /// The number of points of this row.
        found: usize,
    },
    /// A row has no edge at the side where the first row has one.
    NoEdge,
    /// The size of the board, or the number of rows or columns, is not from 1 to 52.
    Size,
    /// The number of the first move has more than nine digits.
    MoveNumber,
    /// A text in braces is not a line or an arrow between two points of the diagram.
    Line,
    /// A text in brackets is not a link.
    Link,
}

impl fmt::Display for ParseWikiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match &self.problem {
            WikiProblem::NoDollars => f.write_str("a line of a diagram begins with $$"),
            WikiProblem::NoRows => f.write_str("the diagram has no row of points"),
            WikiProblem::Symbol(symbol) => write!(f, "{symbol:?} is not a symbol of a diagram"),
            WikiProblem::RowWidth { expected, found } => {
                write!(f, "the row has {found} points, and the first row has {expected}")
            }
            WikiProblem::NoEdge => f.write_str("the row has no edge at a side where the first row has one"),
            WikiProblem::Size => f.write_str("a board has from 1x1 to 52x52 points"),
            WikiProblem::MoveNumber => f.write_str("the number of the first move has more than nine digits"),
            WikiProblem::Line => {
                f.write_str("not a line or an arrow between two points of the diagram, such as {AR 1:1 2:3}")
            }
            WikiProblem::Link => f.write_str("not a link, such as [a|JosekiPage]"),
        }
    }
}

impl core::error::Error for ParseWikiError {}

/// A part of a line, with its place.
#[derive(Clone, Copy)]
struct Part<'t> {
    /// The line, from 0.
    line: usize,
    whole: &'t str,
    text: &'t str,
}

impl<'t> Part<'t> {
    /// Returns a part of this part.
    fn part(self, text: &'t str) -> Self {
        Self { text, ..self }
    }

    /// Returns an error at the start of this part.
    fn error(self, problem: WikiProblem) -> ParseWikiError {
        // The part is a slice of the line.
        let before = self.text.as_ptr().addr().saturating_sub(self.whole.as_ptr().addr());
        let column = self.whole.get(..before).map_or(0, |before| before.chars().count()) + 1;
        ParseWikiError { line: self.line + 1, column, problem }
    }

    fn trim(self) -> Self {
        self.part(self.text.trim())
    }
}

/// A row of symbols without white space, each with its place.
struct Row<'t> {
    symbols: Vec<(char, Part<'t>)>,
}

impl Row<'_> {
    fn is_edge(&self) -> bool {
        self.symbols.iter().all(|(symbol, _)| is_edge(*symbol))
    }
}

/// The largest number of symbols in a row, and of rows, so that the rows of a long text take little memory. An edge of the largest
/// board has about half as many symbols.
const MOST_SYMBOLS: usize = 4 * Size::MAX as usize;

/// Returns true for the symbols of edges.
fn is_edge(symbol: char) -> bool {
    matches!(symbol, '-' | '|' | '+')
}

/// The first line of a diagram.
struct Header<'t> {
    first_player: Color,
    coordinates: Coordinates,
    size: Option<usize>,
    first_number: u32,
    title: &'t str,
}

impl FromStr for Wiki {
    type Err = ParseWikiError;

    /// Reads a diagram. Empty lines may come before and after it.
    fn from_str(text: &str) -> Result<Self, ParseWikiError> {
        let mut header = None;
        let (mut rows, mut lines, mut links) = (Vec::new(), Vec::new(), Vec::new());
        let texts = text.lines().enumerate().map(|(line, whole)| Part { line, whole, text: whole.trim() });
        for line in texts.filter(|line| !line.text.is_empty()) {
            let unquoted = line.text.trim_start_matches(|c: char| c == '>' || c.is_whitespace());
            let rest = unquoted.strip_prefix("$$").ok_or_else(|| line.error(WikiProblem::NoDollars))?;
            let rest = line.part(rest);
            if header.is_none() {
                header = Some(read_header(rest)?);
                continue;
            }
            let rest = rest.trim();
            match rest.text.chars().next() {
                None => {}
                Some('{') => lines.push(rest),
                Some('[') => links.push(read_link(rest)?),
                Some(_) => {
                    // Closing dollars have no meaning either.
                    let is_meant = |(_, c): &(usize, char)| !c.is_whitespace() && *c != '$';
                    let symbols = rest.text.char_indices().filter(is_meant).take(MOST_SYMBOLS + 1);
                    let row = Row { symbols: symbols.map(|(at, c)| (c, rest.part(&rest.text[at..]))).collect() };
                    if row.symbols.len() > MOST_SYMBOLS || rows.len() > MOST_SYMBOLS {
                        return Err(rest.error(WikiProblem::Size));
                    }
                    rows.extend(Some(row).filter(|row| !row.symbols.is_empty()));
                }
            }
        }
        let end = Part { line: text.lines().count().saturating_sub(1), whole: "", text: "" };
        let header = header.ok_or_else(|| end.error(WikiProblem::NoDollars))?;
        let diagram = read_board(&header, &mut rows, end)?;
        let Header { first_player, first_number, title, .. } = header;
        let mut wiki = Self { diagram, title: title.to_string(), first_player, first_number, links };
        wiki.read_cells(&rows)?;
        for line in lines {
            let mark = wiki.read_line(line.text).ok_or_else(|| line.error(WikiProblem::Line))?;
            wiki.diagram.lines.push(mark);
        }
        Ok(wiki)
    }
}

/// Reads the first line, after the dollars.
fn read_header(line: Part<'_>) -> Result<Header<'_>, ParseWikiError> {
    let mut rest = line.text;
    let mut take = |symbol: char| match rest.strip_prefix(symbol) {
        Some(after) => {
            rest = after;
            true
        }
        None => false,
    };
    let is_black = take('B');
    let first_player = if !is_black && take('W') { Color::White } else { Color::Black };
    let coordinates = if take('c') { Coordinates::A1 } else { Coordinates::Off };
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();

    let (side, after) = rest.split_at(digits(rest));
    let size = match side.parse::<usize>() {
        Ok(0) => None,
        Ok(side) if side <= usize::from(Size::MAX) => Some(side),
        Err(_) if side.is_empty() => None,
        _ => return Err(line.part(rest).error(WikiProblem::Size)),
    };
    let (mut first_number, mut title) = (1, after);
    if let Some(number) = after.strip_prefix('m') {
        let (number, after) = number.split_at(digits(number));
        if number.len() > 9 {
            return Err(line.part(number).error(WikiProblem::MoveNumber));
        }
        // Without digits, the title begins with m.
        if let Ok(number) = number.parse::<u32>() {
            (first_number, title) = (number.max(1), after);
        }
    }
    Ok(Header { first_player, coordinates, size, first_number, title: title.trim() })
}

/// Reads a link: `[a|JosekiPage]`.
fn read_link(line: Part<'_>) -> Result<Link, ParseWikiError> {
    let inner = line.text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let (symbol, target) =
        inner.and_then(|inner| inner.split_once('|')).ok_or_else(|| line.error(WikiProblem::Link))?;
    match symbol.trim().parse() {
        Ok(symbol) if is_symbol(symbol) => Ok(Link { symbol, target: target.trim().to_string() }),
        _ => Err(line.part(symbol).error(WikiProblem::Link)),
    }
}

/// Finds the edges and the size of the board, and removes the edges from the rows. Returns the board without stones.
fn read_board(header: &Header<'_>, rows: &mut Vec<Row<'_>>, end: Part<'_>) -> Result<Diagram, ParseWikiError> {
    let top = rows.first().is_some_and(Row::is_edge);
    if top {
        rows.remove(0);
    }
    let bottom = rows.pop_if(|row| row.is_edge()).is_some();
    let first = rows.first().ok_or_else(|| end.error(WikiProblem::NoRows))?;
    let begins_with_edge = |row: &Row<'_>| row.symbols.first().is_some_and(|(symbol, _)| is_edge(*symbol));
    let ends_with_edge = |row: &Row<'_>| row.symbols.last().is_some_and(|(symbol, _)| is_edge(*symbol));
    let left = begins_with_edge(first);
    let right = ends_with_edge(first) && first.symbols.len() > usize::from(left);
    let mut expected = None;
    for row in rows.iter_mut() {
        let start = row.symbols.first().map_or(end, |(_, place)| *place);
        let is_blank = |symbol: Option<&(char, Part<'_>)>| symbol.is_some_and(|(symbol, _)| *symbol == '_');
        let has_left = !left || begins_with_edge(row) || is_blank(row.symbols.first());
        let has_right = !right || ends_with_edge(row) || is_blank(row.symbols.last());
        if !has_left || !has_right || row.symbols.len() < usize::from(left) + usize::from(right) {
            return Err(start.error(WikiProblem::NoEdge));
        }
        if right {
            row.symbols.pop();
        }
        if left {
            row.symbols.remove(0);
        }
        let found = row.symbols.len();
        match *expected.get_or_insert(found) {
            0 => return Err(start.error(WikiProblem::NoRows)),
            expected if expected != found => return Err(start.error(WikiProblem::RowWidth { expected, found })),
            _ => {}
        }
    }
    // The size of the board, and the first line of the view.
    let direction = |shown: usize, before: bool, after: bool| {
        let cut = usize::from(!before) + usize::from(!after);
        let whole = if cut == 0 { shown } else { header.size.unwrap_or(USUAL_SIZE).max(shown + cut) };
        let from = match (before, after) {
            (true, _) => 0,
            (false, true) => whole - shown,
            (false, false) => 1,
        };
        Some((u8::try_from(whole).ok()?, u8::try_from(from).ok()?, u8::try_from(from + shown - 1).ok()?))
    };
    let columns = direction(expected.unwrap_or_default().max(1), left, right);
    let board = columns.zip(direction(rows.len(), top, bottom)).and_then(|((width, x, right), (height, y, bottom))| {
        let view = Rect::new(Point::new(x, y)?, Point::new(right, bottom)?);
        Some((Size::new(width, height)?, view))
    });
    let start = rows.iter().flat_map(|row| &row.symbols).next().map_or(end, |(_, place)| *place);
    let (size, view) = board.ok_or_else(|| start.error(WikiProblem::Size))?;
    let mut diagram = Diagram::new(size, |_| None);
    diagram.show_only(&Points::from(view));
    diagram.coordinates = header.coordinates;
    Ok(diagram)
}

impl Wiki {
    /// Reads the symbols of the rows, which have no edges.
    fn read_cells(&mut self, rows: &[Row<'_>]) -> Result<(), ParseWikiError> {
        let stars = star_points(self.diagram.size);
        let view: Vec<Point> = self.diagram.view.iter().collect();
        for (at, (symbol, place)) in view.into_iter().zip(rows.iter().flat_map(|row| &row.symbols)) {
            let cell =
                self.cell(*symbol, stars.contains(at)).ok_or_else(|| place.error(WikiProblem::Symbol(*symbol)))?;
            if let Some(place) = self.diagram.cell_mut(at) {
                *place = cell;
            }
        }
        Ok(())
    }

    /// Returns the cell of a symbol, or `None` for another character. A point with a mark or a stone is a star point where the board
    /// has one, because the symbol does not state it.
    fn cell(&self, symbol: char, is_star: bool) -> Option<Cell> {
        let plain = |stone: Option<Color>| Cell { stone, is_star, ..Cell::default() };
        Some(match symbol {
            '.' => Cell::default(),
            ',' => Cell { is_star: true, ..Cell::default() },
            '_' => Cell { is_hidden: true, ..Cell::default() },
            // Inside of the edges, they are another way to draw nothing.
            _ if is_edge(symbol) => Cell { is_hidden: true, ..Cell::default() },
            'X' => plain(Some(Color::Black)),
            'O' => plain(Some(Color::White)),
            'a'..='z' => Cell { labels: Vec::from([symbol.to_string()]), ..plain(None) },
            '0'..='9' => {
                // 0 is the tenth move.
                let digit = (symbol.to_digit(MOVES)? + MOVES - 1) % MOVES;
                let player = if digit.is_multiple_of(2) { self.first_player } else { self.first_player.opponent() };
                let label = (self.first_number() + digit).to_string();
                Cell { labels: Vec::from([label]), ..plain(Some(player)) }
            }
            _ => {
                let of = |(shape, symbols): &(Shape, [char; 3])| {
                    symbols.iter().position(|&of| of == symbol).map(|kind| (*shape, kind))
                };
                let (shape, kind) = SHAPES.iter().find_map(of)?;
                let stone = [None, Some(Color::Black), Some(Color::White)][kind];
                Cell { shapes: Vec::from([shape]), ..plain(stone) }
            }
        })
    }

    /// Reads a line or an arrow: `{LN 1:1 2:3}`, `{AR A1 B3}`.
    fn read_line(&self, text: &str) -> Option<Line> {
        let inner = text.strip_prefix('{')?.strip_suffix('}')?;
        let mut words = inner.split_whitespace();
        let create = match words.next()? {
            "AR" => Line::arrow,
            "LN" => Line::new,
            _ => return None,
        };
        let (from, to) = (self.read_point(words.next()?)?, self.read_point(words.next()?)?);
        words.next().is_none().then(|| create(from, to))
    }

    /// Reads a point of the diagram: its column and row from the upper left, or its name in A1 style. For a name, the edges must
    /// determine which part of the board the diagram shows.
    fn read_point(&self, text: &str) -> Option<Point> {
        let diagram = &self.diagram;
        let at = match text.split_once(':') {
            Some((x, y)) => {
                let origin = diagram.view().upper_left();
                let place = |text: &str, from: u8| text.parse::<u8>().ok()?.checked_sub(1)?.checked_add(from);
                Point::new(place(x, origin.x())?, place(y, origin.y())?)?
            }
            None => {
                let edges = diagram.edges();
                let is_certain = (edges.left || edges.right) && (edges.top || edges.bottom);
                Point::from_a1(text, diagram.size()).filter(|_| is_certain)?
            }
        };
        diagram.cell(at).map(|_| at)
    }
}
