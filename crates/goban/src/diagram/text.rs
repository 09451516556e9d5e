//! Diagrams as text for the terminal, with Unicode or ASCII characters.
//!
//! # Columns
//! Every cell has the same number of columns of the terminal: one for the line before the point, and one to three for its content.
//! A first pass collects the content of all cells and the names of the coordinates; the widest determines the number. The second pass
//! writes. Both take linear time.
//!
//! The widths are those of Unicode's standard annex 11 for text that is not East Asian: full-width characters take two columns, and
//! characters of ambiguous width take one. The stones and the lines of the board have ambiguous width.

use super::{Diagram, Line};
use crate::{Color, Point, Shape};
use alloc::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    format,
    string::{String, ToString},
    vec::Vec,
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The largest number of columns for the content of a cell: a stone, and a label of two columns.
const MOST_COLUMNS: usize = 3;

/// The largest number of columns of a label that is written in its cell.
const LABEL_COLUMNS: usize = 2;

/// The largest number that refers to a note below the board: those of two digits.
const MOST_NOTES: u32 = 99;

/// The characters of a diagram as text.
///
/// ```
/// use kifu_goban::{Color, Diagram, Size, diagram::{Coordinates, TextStyle}};
/// let mut diagram = Diagram::new(Size::square(1).unwrap(), |_| Some(Color::White));
/// diagram.set_coordinates(Coordinates::Off);
/// let text = |style| {
///     let mut text = String::new();
///     diagram.write_with(style, |span| text.push_str(span.text));
///     text
/// };
/// assert_eq!((text(TextStyle::Unicode), text(TextStyle::Ascii)), (" ○\n".into(), " O\n".into()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextStyle {
    /// Stones `●` and `○` on the lines of the board, see [`Diagram::to_unicode`].
    #[default]
    Unicode,
    /// Stones `X` and `O`, see [`Diagram::to_ascii`].
    Ascii,
}

/// A part of a diagram as text, with what it is.
///
/// ```
/// use kifu_goban::{Color, Diagram, Size, diagram::{SpanKind, TextStyle}};
/// let diagram = Diagram::new(Size::square(3).unwrap(), |_| Some(Color::Black));
/// let mut stones = 0;
/// diagram.write_with(TextStyle::Ascii, |span| stones += usize::from(span.kind == SpanKind::Stone(Color::Black)));
/// assert_eq!(stones, 9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span<'a> {
    /// What the text is.
    pub kind: SpanKind,
    /// The text. A line end is in a span of its own.
    pub text: &'a str,
    /// The point to which the text belongs. [`Diagram::cell`] returns its cell.
    pub point: Option<Point>,
}

/// What a part of a diagram as text is.
///
/// ```
/// use kifu_goban::{Diagram, Size, diagram::{SpanKind, TextStyle}};
/// let mut kinds = Vec::new();
/// Diagram::new(Size::square(1).unwrap(), |_| None).write_with(TextStyle::Unicode, |span| kinds.push(span.kind));
/// assert!(kinds.contains(&SpanKind::Grid) && kinds.contains(&SpanKind::Coordinate));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpanKind {
    /// Spaces, and the end of a line.
    Space,
    /// The name of a column or a row.
    Coordinate,
    /// Lines of the board, empty points and star points.
    Grid,
    /// A stone.
    Stone(Color),
    /// The brackets around the last move.
    LastMove,
    /// A shape, or the number of a note about another mark.
    Mark,
    /// A label, or the number of a note about a label.
    Label,
    /// The territory of a player.
    Territory(Color),
    /// A line below the board.
    Note,
}

impl Diagram {
    /// Returns the diagram as text with Unicode characters, for the terminal.
    ///
    /// | character | meaning |
    /// |---|---|
    /// | `●` `○` | a black and a white stone; dimmed `•` `◦` |
    /// | `(●)` | the last move |
    /// | `┼` `╋` | an empty point and a star point; dimmed `·` |
    /// | `△` `□` `◎` `×` `◇` | triangle, square, circle, cross, selected; after a stone if the point has one: `●△` |
    /// | `▪` `▫` | Black's and White's territory; after the stone that stands there: `○▪` |
    /// | `A` `12` `黒` | a label of up to two columns; after a stone if the point has one: `●12` |
    ///
    /// Where the view ends before the board, the lines run on. Hidden points are spaces. Longer labels, other marks, lines, arrows
    /// and what does not fit in a cell are listed below the board in A1 style; a number in the cell refers to the list.
    ///
    /// Every cell has the same number of columns if the terminal draws characters of ambiguous width in one column, as most do.
    /// Terminals for East Asian languages may draw them in two; [`to_ascii`](Self::to_ascii) has none.
    ///
    /// ```
    /// use kifu_goban::{Diagram, Mark, Point, Size};
    /// let mut diagram = Diagram::new(Size::square(3).unwrap(), |_| None);
    /// diagram.add_mark(&Mark::Label(Point::from_sgf("bb").unwrap(), "vital".into()));
    /// let text = "  \
    ///   A B C
    /// 3 ┌─┬─┐ 3
    /// 2 ├─1─┤ 2
    /// 1 └─┴─┘ 1
    ///   A B C
    /// 1: \"vital\" at B2
    /// ";
    /// assert_eq!(diagram.to_unicode(), text);
    /// ```
    #[must_use]
    pub fn to_unicode(&self) -> String {
        self.to_text(TextStyle::Unicode)
    }

    /// Returns the diagram as text with ASCII characters only.
    ///
    /// | character | meaning |
    /// |---|---|
    /// | `X` `O` | a black and a white stone; dimmed `x` `o` |
    /// | `(X)` | the last move |
    /// | `.` `+` | an empty point and a star point; dimmed `'` |
    /// | `^` `#` `@` `%` `$` | triangle, square, circle, cross, selected; after a stone if the point has one: `X^` |
    /// | `=` `-` | Black's and White's territory; after the stone that stands there: `O=` |
    /// | `A` `12` | a label of up to two characters; after a stone if the point has one: `X12` |
    ///
    /// What is listed below the board is the same as in [`to_unicode`](Self::to_unicode), and labels with other characters, which
    /// are escaped there. The lines of the board are not drawn, so only the coordinates show where the view ends before the board.
    ///
    /// ```
    /// use kifu_goban::{Color, Diagram, Point, Size};
    /// let point = Point::from_sgf("bb").unwrap();
    /// let mut diagram = Diagram::new(Size::square(3).unwrap(), |at| (at == point).then_some(Color::Black));
    /// diagram.set_last_move(Some(point));
    /// let text = "  \
    ///   A B C
    /// 3 . . . 3
    /// 2 .(X). 2
    /// 1 . . . 1
    ///   A B C
    /// ";
    /// assert_eq!(diagram.to_ascii(), text);
    /// ```
    #[must_use]
    pub fn to_ascii(&self) -> String {
        self.to_text(TextStyle::Ascii)
    }

    fn to_text(&self, style: TextStyle) -> String {
        let mut text = String::new();
        self.write_with(style, |span| text.push_str(span.text));
        text
    }

    /// Calls `write` with each part of the diagram as text, in order. Together they are the text of [`to_unicode`](Self::to_unicode)
    /// or [`to_ascii`](Self::to_ascii). A program can so write the parts in colours.
    ///
    /// ```
    /// use kifu_goban::{Color, Diagram, Size, diagram::{SpanKind, TextStyle}};
    /// let diagram = Diagram::new(Size::square(2).unwrap(), |_| Some(Color::White));
    /// let mut html = String::new();
    /// diagram.write_with(TextStyle::Unicode, |span| match span.kind {
    ///     SpanKind::Stone(color) => html.push_str(&format!("<b class={color}>{}</b>", span.text)),
    ///     _ => html.push_str(span.text),
    /// });
    /// assert!(html.contains("<b class=white>○</b>─<b class=white>○</b>"));
    /// ```
    pub fn write_with(&self, style: TextStyle, write: impl FnMut(Span<'_>)) {
        let (contents, notes) = Plan::new(self, style).contents();
        let names = self.view.iter().take(self.width()).map(|at| self.column_name(at.x()).len());
        let columns = contents.iter().map(Content::columns).chain(names).max().unwrap_or(1).max(1);
        let mut writer = Writer { diagram: self, glyphs: Glyphs::of(style), columns, line: Vec::new(), write };
        writer.board(&contents);
        for note in notes {
            writer.push(SpanKind::Note, note, None);
            writer.end_line();
        }
    }
}

/// The characters of a style.
struct Glyphs {
    is_ascii: bool,
    /// Black and white stones.
    stones: [&'static str; 2],
    dim_stones: [&'static str; 2],
    /// Black's and White's territory.
    territory: [&'static str; 2],
    /// In the order of [`Shape::ALL`].
    shapes: [&'static str; Shape::ALL.len()],
    star: &'static str,
    dim_point: &'static str,
    /// The line between two points.
    line: &'static str,
}

impl Glyphs {
    fn of(style: TextStyle) -> &'static Self {
        match style {
            TextStyle::Unicode => &Self {
                is_ascii: false,
                stones: ["●", "○"],
                dim_stones: ["•", "◦"],
                territory: ["▪", "▫"],
                shapes: ["◎", "△", "□", "×", "◇"],
                star: "╋",
                dim_point: "·",
                line: "─",
            },
            TextStyle::Ascii => &Self {
                is_ascii: true,
                stones: ["X", "O"],
                dim_stones: ["x", "o"],
                territory: ["=", "-"],
                shapes: ["@", "^", "#", "%", "$"],
                star: "+",
                dim_point: "'",
                line: " ",
            },
        }
    }

    fn shape(&self, shape: Shape) -> &'static str {
        let index = Shape::ALL.iter().position(|&of| of == shape).unwrap_or_default();
        self.shapes[index]
    }

    /// Returns the character of an empty point, from the directions where its lines lead.
    fn point(&self, [left, right, up, down]: [bool; 4]) -> &'static str {
        if self.is_ascii {
            return ".";
        }
        match (left, right, up, down) {
            (false, false, false, false) => "·",
            (true, false, false, false) => "╴",
            (false, true, false, false) => "╶",
            (false, false, true, false) => "╵",
            (false, false, false, true) => "╷",
            (true, true, false, false) => "─",
            (false, false, true, true) => "│",
            (true, false, true, false) => "┘",
            (true, false, false, true) => "┐",
            (false, true, true, false) => "└",
            (false, true, false, true) => "┌",
            (true, true, true, false) => "┴",
            (true, true, false, true) => "┬",
            (true, false, true, true) => "┤",
            (false, true, true, true) => "├",
            (true, true, true, true) => "┼",
        }
    }
}

/// The index of a colour in a list of two.
fn index(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

/// What is written in a cell, without the lines of the board.
#[derive(Default)]
struct Content {
    pieces: Vec<(SpanKind, Cow<'static, str>)>,
}

impl Content {
    fn columns(&self) -> usize {
        self.pieces.iter().map(|(_, text)| text.width()).sum()
    }

    /// Adds a piece if there is room. Returns true if there was.
    fn add(&mut self, kind: SpanKind, text: impl Into<Cow<'static, str>>) -> bool {
        let text = text.into();
        let fits = self.columns() + text.width() <= MOST_COLUMNS;
        if fits {
            self.pieces.push((kind, text));
        }
        fits
    }

    /// Adds the number of a note, if it has one and there is room. For a label there always is, because at most a stone comes before.
    fn refer(&mut self, kind: SpanKind, number: Number) {
        if let Some(number) = number.text() {
            self.add(kind, number);
        }
    }
}

/// The first pass: decides what is written in each cell, and what below the board.
struct Plan<'d> {
    diagram: &'d Diagram,
    glyphs: &'static Glyphs,
    /// The labels that are written in cells. No number of a note looks like one of them.
    labels: BTreeSet<&'d str>,
    last_number: u32,
    notes: Vec<Note>,
}

/// A line below the board.
struct Note {
    number: Number,
    text: String,
}

/// What refers to a note. The notes are sorted by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Number {
    Of(u32),
    /// `*`, if there are too many notes for numbers of two digits.
    Many,
    None,
}

impl Number {
    fn text(self) -> Option<Cow<'static, str>> {
        match self {
            Self::Of(number) => Some(Cow::Owned(number.to_string())),
            Self::Many => Some(Cow::Borrowed("*")),
            Self::None => None,
        }
    }
}

impl<'d> Plan<'d> {
    fn new(diagram: &'d Diagram, style: TextStyle) -> Self {
        let glyphs = Glyphs::of(style);
        let labels = diagram.cells.iter().filter_map(|cell| short(cell.label()?, glyphs)).collect();
        Self { diagram, glyphs, labels, last_number: 0, notes: Vec::new() }
    }

    /// Returns the contents of the cells, and the notes.
    fn contents(mut self) -> (Vec<Content>, Vec<String>) {
        // The first other mark of each point.
        let mut custom: BTreeMap<Point, usize> = BTreeMap::new();
        for (n, mark) in self.diagram.custom.iter().enumerate() {
            for at in mark.points.iter() {
                custom.entry(at).or_insert(n);
            }
        }
        let mut numbers: BTreeMap<usize, Number> = BTreeMap::new();
        let mut contents = Vec::with_capacity(self.diagram.cells.len());
        for (at, _) in self.diagram.cells() {
            let mut content = self.content(at);
            // The number of another mark, in cells that have room for it.
            if let Some(&mark) = custom.get(&at) {
                let number = *numbers.entry(mark).or_insert_with(|| self.number());
                content.refer(SpanKind::Mark, number);
            }
            contents.push(content);
        }
        for (n, mark) in self.diagram.custom.iter().enumerate() {
            let kind = if self.glyphs.is_ascii { mark.kind.escape_default().to_string() } else { plain(&mark.kind) };
            let text = if mark.text.is_empty() { String::new() } else { format!(" {}", self.quoted(&mark.text)) };
            let number = numbers.get(&n).copied().unwrap_or(Number::None);
            self.note(number, format!("{kind}{text} at {}", mark.points.text(self.diagram.size)));
        }
        for Line { from, to, is_arrow, .. } in &self.diagram.lines {
            let (size, word) = (self.diagram.size, if *is_arrow { "arrow" } else { "line" });
            self.note(Number::None, format!("{word} {} to {}", from.to_a1(size), to.to_a1(size)));
        }
        self.notes.sort_by_key(|note| note.number);
        let text = |note: Note| match note.number.text() {
            Some(number) => format!("{number}: {}", note.text),
            None => note.text,
        };
        (contents, self.notes.into_iter().map(text).collect())
    }

    /// Returns the content of a cell. What does not fit is noted. A stone comes first, then the first label, shapes and territory.
    fn content(&mut self, at: Point) -> Content {
        let mut content = Content::default();
        let Some(cell) = self.diagram.cell(at).filter(|cell| !cell.is_hidden) else { return content };
        let name = || at.to_a1(self.diagram.size);
        if let Some(color) = cell.stone {
            let glyphs = if cell.is_dim { self.glyphs.dim_stones } else { self.glyphs.stones };
            content.add(SpanKind::Stone(color), glyphs[index(color)]);
        }
        for (n, label) in cell.labels.iter().enumerate() {
            let is_written = n == 0
                && short(label, self.glyphs).is_some_and(|short| content.add(SpanKind::Label, String::from(short)));
            if is_written {
                continue;
            }
            // A number always fits beside a stone.
            let number = if n == 0 { self.number() } else { Number::None };
            content.refer(SpanKind::Label, number);
            let note = format!("{} at {}", self.quoted(label), name());
            self.note(number, note);
        }
        for &shape in &cell.shapes {
            if !content.add(SpanKind::Mark, self.glyphs.shape(shape)) {
                self.note(Number::None, format!("{} at {}", shape.name(), name()));
            }
        }
        if let Some(color) = cell.territory
            && !content.add(SpanKind::Territory(color), self.glyphs.territory[index(color)])
        {
            self.note(Number::None, format!("{color} territory at {}", name()));
        }
        content
    }

    /// Returns the next number of a note.
    fn number(&mut self) -> Number {
        while self.last_number < MOST_NOTES {
            self.last_number += 1;
            if !self.labels.contains(&*self.last_number.to_string()) {
                return Number::Of(self.last_number);
            }
        }
        Number::Many
    }

    fn note(&mut self, number: Number, text: String) {
        self.notes.push(Note { number, text });
    }

    /// Returns a text in quotation marks, without control characters.
    fn quoted(&self, text: &str) -> String {
        if self.glyphs.is_ascii { format!("\"{}\"", text.escape_default()) } else { format!("{text:?}") }
    }
}

/// Returns a text without control characters and other characters that are not visible.
fn plain(text: &str) -> String {
    text.escape_debug().to_string()
}

/// Returns the text of a label for its cell, or `None` if it is too wide, not visible, or not in the characters of the style.
fn short<'t>(label: &'t str, glyphs: &Glyphs) -> Option<&'t str> {
    let label = label.trim();
    // Every character takes a column or two, so the terminal does not combine or reorder any.
    let is_visible = |c: char| c.width().is_some_and(|width| width > 0) && (c.is_ascii() || !glyphs.is_ascii);
    let fits = (1..=LABEL_COLUMNS).contains(&label.width()) && label.chars().all(is_visible);
    fits.then_some(label)
}

/// The second pass: writes the board, line by line.
struct Writer<'d, W> {
    diagram: &'d Diagram,
    glyphs: &'static Glyphs,
    /// The columns of the content of every cell.
    columns: usize,
    /// The parts of the current line.
    line: Vec<(SpanKind, Cow<'static, str>, Option<Point>)>,
    write: W,
}

impl<W: FnMut(Span<'_>)> Writer<'_, W> {
    fn board(&mut self, contents: &[Content]) {
        let (from, to) = (self.diagram.view.upper_left(), self.diagram.view.lower_right());
        let edges = self.diagram.edges();
        let rows = (from.y()..=to.y()).map(|y| self.diagram.row_name(y).len()).max().unwrap_or_default();
        // A space between the names and lines that run on.
        let gap = |runs_on: bool| usize::from(rows > 0 && runs_on && !self.glyphs.is_ascii);
        let (gap_left, gap_right) = (gap(!edges.left), gap(!edges.right));
        let width = self.diagram.width();
        self.column_names(rows + gap_left);
        for (y, row) in (from.y()..=to.y()).zip(contents.chunks(width)) {
            let name = self.diagram.row_name(y);
            self.space(rows - name.len());
            self.push(SpanKind::Coordinate, name.clone(), None);
            self.space(gap_left);
            let mut bracket = None;
            for (x, content) in (from.x()..=to.x()).zip(row) {
                bracket = self.cell(x, y, content, bracket);
            }
            self.between(to.x().checked_add(1), y, bracket);
            self.space(gap_right);
            self.push(SpanKind::Coordinate, name, None);
            self.end_line();
        }
        self.column_names(rows + gap_left);
    }

    fn column_names(&mut self, before: usize) {
        let names: Vec<String> =
            self.diagram.view.iter().take(self.diagram.width()).map(|at| self.diagram.column_name(at.x())).collect();
        if names.iter().all(String::is_empty) {
            return;
        }
        self.space(before);
        for name in names {
            self.space(1);
            let after = self.columns - name.len();
            self.push(SpanKind::Coordinate, name, None);
            self.space(after);
        }
        self.end_line();
    }

    /// Writes the line before a point and its content. `bracket` is the point before, if a bracket after it has to be closed. Returns
    /// this point if that is so for it.
    fn cell(&mut self, x: u8, y: u8, content: &Content, bracket: Option<Point>) -> Option<Point> {
        let at = Point::new(x, y)?;
        let diagram = self.diagram;
        let cell = diagram.cell(at)?;
        match cell.is_last_move {
            true => self.push(SpanKind::LastMove, "(", Some(at)),
            false => self.between(Some(x), y, bracket),
        }
        let mut rest = self.columns;
        if cell.is_hidden {
            self.push(SpanKind::Space, " ".repeat(rest), Some(at));
            return None;
        }
        for (kind, text) in &content.pieces {
            rest -= text.width();
            self.push(*kind, text.clone(), Some(at));
        }
        if content.pieces.is_empty() {
            let size = diagram.size;
            let lines = [x > 0, x + 1 < size.width(), y > 0, y + 1 < size.height()];
            let glyph = match (cell.is_dim, cell.is_star) {
                (true, _) => self.glyphs.dim_point,
                (false, true) => self.glyphs.star,
                (false, false) => self.glyphs.point(lines),
            };
            rest -= 1;
            self.push(SpanKind::Grid, glyph, Some(at));
        }
        let mut open = cell.is_last_move.then_some(at);
        if rest > 0 && open.take().is_some() {
            rest -= 1;
            self.push(SpanKind::LastMove, ")", Some(at));
        }
        let runs_on = x + 1 < diagram.size.width();
        let line = if runs_on { self.glyphs.line } else { " " };
        self.push(SpanKind::Grid, line.repeat(rest), Some(at));
        open
    }

    /// Writes the line before the point at column `x`, or what closes the bracket of the point before.
    fn between(&mut self, x: Option<u8>, y: u8, bracket: Option<Point>) {
        if let Some(at) = bracket {
            return self.push(SpanKind::LastMove, ")", Some(at));
        }
        let diagram = self.diagram;
        let is_shown = |x: Option<u8>| {
            let cell = x.and_then(|x| Point::new(x, y)).and_then(|at| diagram.cell(at));
            cell.is_some_and(|cell| !cell.is_hidden)
        };
        let is_line =
            x.is_some_and(|x| x > 0 && x < diagram.size.width() && (is_shown(x.checked_sub(1)) || is_shown(Some(x))));
        match is_line {
            true => self.push(SpanKind::Grid, self.glyphs.line, None),
            false => self.space(1),
        }
    }

    fn space(&mut self, columns: usize) {
        self.push(SpanKind::Space, " ".repeat(columns), None);
    }

    fn push(&mut self, kind: SpanKind, text: impl Into<Cow<'static, str>>, point: Option<Point>) {
        let text = text.into();
        if !text.is_empty() {
            self.line.push((kind, text, point));
        }
    }

    /// Writes the parts of the line without spaces at its end, and a line end.
    fn end_line(&mut self) {
        while self.line.last().is_some_and(|(_, text, _)| text.trim_end_matches(' ').is_empty()) {
            self.line.pop();
        }
        for (kind, text, point) in self.line.drain(..) {
            (self.write)(Span { kind, text: &text, point });
        }
        (self.write)(Span { kind: SpanKind::Space, text: "\n", point: None });
    }
}
