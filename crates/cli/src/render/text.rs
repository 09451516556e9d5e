//! Renders messages as text, in the layout of the Rust compiler.

use super::{Finding, Page, lines::Lines};
use crate::{places::GamePlace, problem::Problem, visible};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, renderer};
use kifu::model::{LineColumn, Safety, Severity, Span};
use std::ops::Range;

/// The width of an excerpt where there is no terminal.
const USUAL: usize = 116;
/// The largest width.
const WIDEST: usize = 400;
/// The smallest width. A narrower terminal wraps lines.
const NARROWEST: usize = 40;
/// The largest width before the marked text.
const BEFORE: usize = 40;
/// The columns of an excerpt line that are not text, besides the number of the line: ` | ` and two ellipses.
const MARGIN: usize = 5;
/// The maximum distance in lines between a remark and the marked line in the same excerpt.
const NEAR: usize = 6;

/// The renderer does not cut lines, because excerpts are cut already.
const RENDERER: Renderer = Renderer::styled().term_width(500).hyperlink(false);

pub(super) fn finding(columns: Option<usize>, page: &Page<'_>, finding: &Finding<'_>, out: &mut String) {
    let diagnostic = finding.diagnostic;
    let title = level(diagnostic.severity).primary_title(visible::line(&diagnostic.message)).id(diagnostic.code.0);
    let mut group = Group::with_title(title);
    let mut remarks: Vec<(Option<Span>, &str)> =
        diagnostic.notes.iter().map(|note| (note.span.map(|span| page.within(span)), note.text.as_str())).collect();
    let mut place = finding.near;
    let mut digits = 0;
    let span = diagnostic.span.map(|span| page.within(span));
    let width = columns.unwrap_or(USUAL).clamp(NARROWEST, WIDEST);
    let excerpt = span.map(|span| Excerpt::of(width, page, span, &mut remarks));
    if let (Some(excerpt), Some(span)) = (&excerpt, span) {
        place = Some(span.start);
        digits = excerpt.digits();
        group = group.element(excerpt.snippet());
    }
    for (span, text) in remarks {
        let text = visible::line(text);
        let text = match span {
            Some(span) => {
                let LineColumn { line, column } = page.position(span.start);
                format!("{text}: line {line}, column {column}")
            }
            None => text.into_owned(),
        };
        group = group.element(Level::NOTE.message(text));
    }
    let help = super::help(diagnostic);
    if let Some(help) = &help {
        group = group.element(Level::HELP.message(visible::line(help)));
    }
    if let Some(fix) = &diagnostic.fix {
        let how = match fix.safety {
            Safety::Safe => "kifu fix",
            Safety::Guess => "kifu fix --guess",
        };
        let text = format!("{} ({how})", visible::line(&fix.title));
        group = group.element(Level::HELP.message(text));
    }
    let mut rendered = RENDERER.render(&[group]);
    let origin = origin(columns, page, place, &finding.place, digits, &rendered);
    rendered.insert_str(start_of_line(&rendered, 1), &origin);
    out.push_str(&rendered);
    out.push_str("\n\n");
}

pub(crate) fn problem(problem: &Problem) -> String {
    let mut title = level(problem.severity).primary_title(visible::line(&problem.message));
    if let Some(code) = problem.code {
        title = title.id(code.0);
    }
    let mut group = Group::with_title(title);
    let place = problem.place.as_deref().map(|place| (Page::new(place.source.name(), &place.source), place.span));
    let excerpt = place.as_ref().map(|(page, span)| Excerpt::of(USUAL, page, *span, &mut Vec::new()));
    if let Some(excerpt) = &excerpt {
        group = group.element(excerpt.snippet());
    }
    for note in problem.notes.iter() {
        group = group.element(Level::NOTE.message(visible::line(note)));
    }
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(visible::line(help)));
    }
    let mut rendered = RENDERER.render(&[group]);
    if let Some(((page, span), excerpt)) = place.zip(excerpt) {
        let origin = origin(None, &page, Some(span.start), &GamePlace::default(), excerpt.digits(), &rendered);
        rendered.insert_str(start_of_line(&rendered, 1), &origin);
    }
    rendered + "\n\n"
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// Returns the line ` --> file:line:column, game 2, move 160`. The renderer would count columns in the line that was cut. If the line is
/// wider than the terminal, the place in the game has a line of its own.
fn origin(
    columns: Option<usize>,
    page: &Page<'_>,
    place: Option<u32>,
    in_game: &GamePlace,
    digits: usize,
    rendered: &str,
) -> String {
    const ARROW: &str = "--> ";
    let name = visible::line(page.name);
    let place = place.map_or_else(String::new, |at| format!(":{}", page.position(at)));
    let in_game = in_game.to_string();
    let in_game = visible::line(&in_game);
    let indent = " ".repeat(digits.max(1));
    let width: usize =
        [&*indent, ARROW, &*name, &*place, ", ", &*in_game].iter().map(|part| visible::columns(part)).sum();
    let between = match columns {
        _ if in_game.is_empty() => String::new(),
        Some(columns) if columns < width => format!(",\n{indent}{:1$}", "", ARROW.len()),
        _ => ", ".to_owned(),
    };
    let style = renderer::DEFAULT_LINE_NUM_STYLE;
    // A rendering of one line has no line end after the title.
    let before = if rendered.contains('\n') { "" } else { "\n" };
    let after = if rendered.contains('\n') { "\n" } else { "" };
    format!("{before}{indent}{style}{ARROW}{style:#}{name}{place}{between}{in_game}{after}")
}

/// Returns the start of the line after the first `above` lines, or the end of the text.
fn start_of_line(text: &str, above: usize) -> usize {
    text.match_indices('\n').nth(above - 1).map_or(text.len(), |(at, _)| at + 1)
}

/// A few lines of a text, cut to a readable width.
struct Excerpt<'a> {
    /// The numbers of the first and the last marked line.
    first: usize,
    last: usize,
    text: String,
    marks: Vec<(AnnotationKind, Range<usize>, Option<&'a str>)>,
}

impl<'a> Excerpt<'a> {
    /// Returns the lines around `span`, which take `columns` columns with their numbers.
    fn of(columns: usize, page: &Page<'_>, span: Span, remarks: &mut Vec<(Option<Span>, &'a str)>) -> Self {
        let numbers = (page.lines().line_of(span.start) + 1).to_string().len();
        Self::new(columns - MARGIN - numbers, page.lines(), span, remarks)
    }

    /// Returns the number of digits of the last line number.
    fn digits(&self) -> usize {
        self.last.to_string().len()
    }

    /// Returns the lines around `span`. Moves the remarks that are near out of `remarks` into the excerpt.
    fn new(width: usize, lines: &Lines<'_>, span: Span, remarks: &mut Vec<(Option<Span>, &'a str)>) -> Self {
        let main = lines.line_of(span.start);
        let mut wanted = vec![(AnnotationKind::Primary, main, span, None)];
        remarks.retain(|&(at, text)| {
            let Some(at) = at else { return true };
            let line = lines.line_of(at.start);
            let window = Window::around(width, lines, line, if line == main { span.start } else { at.start });
            // A remark that would be too wide beside its mark is a note.
            if !window.has_room(width, lines, at, text) {
                return true;
            }
            if at == span && wanted[0].3.is_none() {
                wanted[0].3 = Some(text);
                return false;
            }
            let seen = line != main || window.range.contains(&(at.start as usize));
            let near = line.abs_diff(main) <= NEAR && seen;
            if near {
                wanted.push((AnnotationKind::Context, line, at, Some(text)));
            }
            !near
        });
        let first = wanted.iter().map(|entry| entry.1).min().unwrap_or(main);
        let last = wanted.iter().map(|entry| entry.1).max().unwrap_or(main);
        let mut excerpt = Self { first: first + 1, last: last + 1, text: String::new(), marks: Vec::new() };
        for line in first..=last {
            let focus = wanted.iter().find(|entry| entry.1 == line).map_or(0, |entry| entry.2.start);
            let window = Window::around(width, lines, line, focus);
            if line > first {
                excerpt.text.push('\n');
            }
            if window.cut_before {
                excerpt.text.push('…');
            }
            let (start, text) = (excerpt.text.len(), lines.text());
            excerpt.text.push_str(&visible::excerpt(&text[window.range.clone()]));
            // Escapes are longer than the characters they replace. If a span has several lines, only the first is marked.
            let place = |at: u32| {
                let end = (at as usize).clamp(window.range.start, window.range.end);
                start + visible::excerpt(&text[window.range.start..end]).len()
            };
            for &(kind, _, span, label) in wanted.iter().filter(|entry| entry.1 == line) {
                excerpt.marks.push((kind, place(span.start)..place(span.end), label));
            }
            if window.cut_after {
                excerpt.text.push('…');
            }
        }
        excerpt
    }

    fn snippet(&self) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
        let marks =
            self.marks.iter().map(|(kind, range, label)| kind.span(range.clone()).label(label.map(visible::line)));
        Snippet::source(self.text.as_str()).line_start(self.first).annotations(marks)
    }
}

/// The visible part of a line.
struct Window {
    range: Range<usize>,
    cut_before: bool,
    cut_after: bool,
}

impl Window {
    /// Returns the part of a line around a byte, in at most `columns` columns. The cost does not depend on the length of the line.
    fn around(columns: usize, lines: &Lines<'_>, line: usize, focus: u32) -> Self {
        let whole = lines.range(line);
        let text = lines.text();
        let focus = (focus as usize).clamp(whole.start, whole.end);
        let short = whole.len() <= 4 * columns && visible::columns(&text[whole.clone()]) <= columns;
        if short {
            return Self { range: whole, cut_before: false, cut_after: false };
        }
        // The text after the marked text is as a rule more useful.
        let before = |end: usize, room: &mut usize| {
            let start = text[whole.start..end].char_indices().rev().take_while(|(_, c)| take(room, *c)).last();
            start.map_or(end, |(at, _)| whole.start + at)
        };
        let mut start = before(focus, &mut (columns * 2 / 5).min(BEFORE));
        let mut room = columns;
        let end = text[start..whole.end].char_indices().take_while(|(_, c)| take(&mut room, *c)).last();
        let end = end.map_or(start, |(at, c)| start + at + c.len_utf8());
        if end == whole.end {
            start = before(start, &mut room);
        }
        Self { range: start..end, cut_before: start > whole.start, cut_after: end < whole.end }
    }
}

impl Window {
    /// Returns true if a remark fits after the marked text, in lines of `columns` columns.
    fn has_room(&self, columns: usize, lines: &Lines<'_>, marked: Span, remark: &str) -> bool {
        let end = (marked.end as usize).clamp(self.range.start, self.range.end);
        let before = visible::columns(&visible::excerpt(&lines.text()[self.range.start..end]));
        // A line may end with two signs that it was cut, and a space is before the remark.
        usize::from(self.cut_before) + before + 1 + visible::columns(&visible::line(remark)) <= columns
    }
}

/// Subtracts the width of a character from `room`. Returns false if there is not enough room.
fn take(room: &mut usize, c: char) -> bool {
    match room.checked_sub(visible::width(c)) {
        Some(left) => {
            *room = left;
            true
        }
        None => false,
    }
}
