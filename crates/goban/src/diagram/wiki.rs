//! The `$$` diagrams of go wikis, as Sensei's Library defined them and forums and note programs use them.
//!
//! ```text
//! $$Wc13m17 A title
//! $$ +---------
//! $$ | . . . .
//! $$ | . 1 2 a
//! $$ | . X , C
//! $$ {AR 2:2 4:3}
//! $$ [a|JosekiPage]
//! ```
//!
//! # Grammar
//! Every line begins with `$$`; white space and `>` (a quotation) may come before. The first line has no space after it: the player of
//! the odd digits (`B` or `W`), `c` for coordinates, the size of the board if it is not 19, `m` and the number of the first move, and
//! a title. Each part may be missing. The other lines are rows, whose spaces have no meaning, lines `{LN 1:1 2:2}`, arrows
//! `{AR A1 B2}` (columns and rows of the diagram from the upper left, or points in A1 style) and links.
//!
//! | symbol | on an empty point | on a black stone | on a white stone |
//! |---|---|---|---|
//! | plain | `.`, star point `,` | `X` | `O` |
//! | circle | `C` | `B` | `W` |
//! | square | `S` | `#` | `@` |
//! | triangle | `T` | `Y` | `Q` |
//! | cross | `M` | `Z` | `P` |
//! | label | `a` to `z` | `1` to `9`, `0` | `1` to `9`, `0` |
//!
//! `_` is a place where nothing is drawn. `-`, `|` and `+` around the rows are the edges of the board; at a side without them the board
//! goes on.

mod read;

pub use read::{ParseWikiError, WikiProblem};

use super::{Cell, Coordinates, Diagram, Line};
use crate::{Color, Move, Point, Shape};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

/// The size of a board whose diagram does not state it.
const USUAL_SIZE: usize = 19;

/// The number of moves in a diagram: the digits.
const MOVES: u32 = 10;

/// The symbols of shapes: on an empty point, and on a black and a white stone.
const SHAPES: [(Shape, [char; 3]); 4] = [
    (Shape::Circle, ['C', 'B', 'W']),
    (Shape::Square, ['S', '#', '@']),
    (Shape::Triangle, ['T', 'Y', 'Q']),
    (Shape::Cross, ['M', 'Z', 'P']),
];

/// A `$$` diagram of a go wiki: a diagram with a title, numbered moves and links. [The module](self) has the notation.
///
/// A numbered move is a stone in the diagram with its number as the label. [`FromStr`] reads the notation, and [`Display`] writes it.
/// Reading what was written gives the same diagram, except for what the notation does not hold:
///
/// * the last move, dimmed points, territory, selected points and other marks;
/// * labels other than one letter from `a` to `z` on an empty point, and ten consecutive numbers on stones of alternating colours;
/// * a shape beside a label, and the second label or shape of a point;
/// * coordinates in another style than A1, which are written as coordinates; lines with an end outside of the view;
/// * the size of a board that is not square if it is cut at two sides, and the place of a view that does not reach the left or right
///   edge, or the upper or lower one: it is read as if it began one line after the left or upper edge.
///
/// ```
/// use kifu_goban::{Color, diagram::Wiki};
/// let wiki: Wiki = "$$Wm17 Hane\n$$ | . 1 .\n$$ | X O a\n$$ +------\n".parse()?;
/// assert_eq!(wiki.title, "Hane");
/// assert_eq!(wiki.moves()[0].number, 17);
/// assert_eq!(wiki.moves()[0].played.to_string(), "W[br]");
/// assert_eq!(wiki.to_string().parse(), Ok(wiki));
/// # Ok::<(), kifu_goban::diagram::ParseWikiError>(())
/// ```
///
/// [`FromStr`]: core::str::FromStr
/// [`Display`]: core::fmt::Display
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wiki {
    /// The position, the marks and the part of the board.
    pub diagram: Diagram,
    /// The title, on one line.
    pub title: String,
    /// The player of the first numbered move.
    pub first_player: Color,
    /// The number of the move `1`. The number 0 counts as 1.
    pub first_number: u32,
    /// The links.
    pub links: Vec<Link>,
}

/// A link of a `$$` diagram, from a symbol to a page or a web address.
///
/// ```
/// use kifu_goban::diagram::{Link, Wiki};
/// let wiki: Wiki = "$$\n$$ . a\n$$ [a|JosekiPage]\n".parse()?;
/// assert_eq!(wiki.links, [Link::new('a', "JosekiPage".into())]);
/// # Ok::<(), kifu_goban::diagram::ParseWikiError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// The symbol in the diagram. A link from another character is not written.
    pub symbol: char,
    /// The page or the web address, on one line.
    pub target: String,
}

impl Link {
    /// Creates a link.
    #[must_use]
    pub fn new(symbol: char, target: String) -> Self {
        Self { symbol, target }
    }
}

/// A move of a `$$` diagram, with its number.
///
/// ```
/// use kifu_goban::{Color, diagram::Wiki};
/// let wiki: Wiki = "$$B\n$$ +---\n$$ | 2 1\n".parse()?;
/// let moves: Vec<String> = wiki.moves().iter().map(|of| format!("{} {}", of.number, of.played)).collect();
/// assert_eq!(moves, ["1 B[ba]", "2 W[aa]"]);
/// # Ok::<(), kifu_goban::diagram::ParseWikiError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NumberedMove {
    /// The number of the move.
    pub number: u32,
    /// The move.
    pub played: Move,
}

impl Wiki {
    /// Creates the diagram without a title and links. The first move is the one with the lowest number of those stones whose label is
    /// a number.
    ///
    /// ```
    /// use kifu_goban::{Color, Diagram, Mark, Point, Size, diagram::Wiki};
    /// let point = Point::from_sgf("bb").unwrap();
    /// let mut diagram = Diagram::new(Size::square(3).unwrap(), |at| (at == point).then_some(Color::White));
    /// diagram.add_mark(&Mark::Label(point, "4".into()));
    /// let text = "\
    /// $$Wc3m4
    /// $$ +-------+
    /// $$ | . . . |
    /// $$ | . 1 . |
    /// $$ | . . . |
    /// $$ +-------+
    /// ";
    /// assert_eq!(Wiki::new(diagram).to_string(), text);
    /// ```
    #[must_use]
    pub fn new(diagram: Diagram) -> Self {
        let numbered = diagram.cells().filter_map(|(_, cell)| cell.stone.zip(number(cell)));
        let first = numbered.min_by_key(|(_, number)| *number);
        let (first_player, first_number) = first.unwrap_or((Color::Black, 1));
        Self { diagram, title: String::new(), first_player, first_number, links: Vec::new() }
    }

    /// Returns the numbered moves, sorted by their numbers: stones whose label is one of ten consecutive numbers from `first_number`,
    /// of alternating colours.
    #[must_use]
    pub fn moves(&self) -> Vec<NumberedMove> {
        let numbered = self.diagram.cells().filter_map(|(at, cell)| {
            let digit = self.digit(cell)?;
            Some(NumberedMove { number: self.first_number() + digit, played: Move::play(cell.stone?, at) })
        });
        let mut moves: Vec<NumberedMove> = numbered.collect();
        moves.sort_by_key(|of| of.number);
        moves
    }

    fn first_number(&self) -> u32 {
        // All numbers of the diagram are in the range of u32.
        self.first_number.clamp(1, u32::MAX - MOVES)
    }

    /// Returns the index of a numbered move, from 0 to 9.
    fn digit(&self, cell: &Cell) -> Option<u32> {
        let digit = number(cell)?.checked_sub(self.first_number()).filter(|&digit| digit < MOVES)?;
        let player = if digit.is_multiple_of(2) { self.first_player } else { self.first_player.opponent() };
        (cell.stone == Some(player)).then_some(digit)
    }

    /// Returns the symbol of a cell.
    fn symbol(&self, cell: &Cell) -> char {
        let of_shape = |kind: usize| {
            let of = |shape: &Shape| SHAPES.iter().find(|(of, _)| of == shape).map(|(_, symbols)| symbols[kind]);
            cell.shapes.iter().find_map(of)
        };
        if cell.is_hidden {
            return '_';
        }
        if let Some(digit) = self.digit(cell) {
            // The last of the ten is 0.
            return char::from_digit((digit + 1) % MOVES, MOVES).unwrap_or('X');
        }
        match cell.stone {
            Some(Color::Black) => of_shape(1).unwrap_or('X'),
            Some(Color::White) => of_shape(2).unwrap_or('O'),
            None => {
                let letter = cell.label().and_then(|label| label.parse().ok()).filter(char::is_ascii_lowercase);
                letter.or(of_shape(0)).unwrap_or(if cell.is_star { ',' } else { '.' })
            }
        }
    }
}

/// Returns the number on a stone, if its label is one in the usual form.
fn number(cell: &Cell) -> Option<u32> {
    let label = cell.label().filter(|_| cell.stone.is_some())?;
    let is_usual = !label.starts_with('0') && label.bytes().all(|c| c.is_ascii_digit());
    label.parse().ok().filter(|_| is_usual)
}

/// Returns true for the symbols of points, with or without a stone or a mark.
fn is_symbol(symbol: char) -> bool {
    matches!(symbol, '.' | ',' | 'X' | 'O' | 'a'..='z' | '0'..='9')
        || SHAPES.iter().any(|(_, symbols)| symbols.contains(&symbol))
}

/// Returns a text on one line, without spaces around it.
fn on_one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ").trim().to_string()
}

impl fmt::Display for Wiki {
    /// Writes the lines of the notation, each with a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { diagram, .. } = self;
        let (size, edges) = (diagram.size(), diagram.edges());
        let is_cut = (!edges.left || !edges.right, !edges.top || !edges.bottom);
        let stated = match is_cut {
            (true, false) => Some(size.width()),
            (false, true) => Some(size.height()),
            (true, true) => Some(size.width().max(size.height())),
            (false, false) => size.is_square().then_some(size.width()),
        };
        write!(f, "$${}", self.first_player.letter())?;
        if diagram.coordinates() != Coordinates::Off {
            f.write_str("c")?;
        }
        if let Some(side) = stated.filter(|&side| usize::from(side) != USUAL_SIZE) {
            write!(f, "{side}")?;
        }
        if self.first_number() != 1 {
            write!(f, "m{}", self.first_number())?;
        }
        let title = on_one_line(&self.title);
        writeln!(f, "{}{title}", if title.is_empty() { "" } else { " " })?;

        let (left, right) = (if edges.left { "| " } else { "" }, if edges.right { " |" } else { "" });
        let dashes = 2 * diagram.width() - 1 + usize::from(edges.left) + usize::from(edges.right);
        // A row of one character would not be an edge.
        let corner = |is_edge: bool| if is_edge { "+" } else { "" };
        let edge = format!("$$ {}{}{}", corner(edges.left), "-".repeat(dashes.max(2)), corner(edges.right));
        if edges.top {
            writeln!(f, "{edge}")?;
        }
        for row in diagram.rows() {
            write!(f, "$$ {left}")?;
            for (n, cell) in row.iter().enumerate() {
                write!(f, "{}{}", if n > 0 { " " } else { "" }, self.symbol(cell))?;
            }
            writeln!(f, "{right}")?;
        }
        if edges.bottom {
            writeln!(f, "{edge}")?;
        }
        for Line { from, to, is_arrow, .. } in diagram.lines() {
            let origin = diagram.view().upper_left();
            let place = |at: &Point| format!("{}:{}", at.x() - origin.x() + 1, at.y() - origin.y() + 1);
            if diagram.cell(*from).is_some() && diagram.cell(*to).is_some() {
                writeln!(f, "$$ {{{} {} {}}}", if *is_arrow { "AR" } else { "LN" }, place(from), place(to))?;
            }
        }
        for Link { symbol, target, .. } in self.links.iter().filter(|link| is_symbol(link.symbol)) {
            writeln!(f, "$$ [{symbol}|{}]", on_one_line(target))?;
        }
        Ok(())
    }
}
