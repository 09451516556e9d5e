//! Renders findings, one file for each format.

pub(crate) mod concise;
pub(crate) mod github;
pub(crate) mod json;
pub(crate) mod lines;
pub(crate) mod sarif;
pub(crate) mod text;

use crate::{args::Format, places::GamePlace, problem::Problem, session::Output, visible};

use kifu::model::{
    CHARSET_AMBIGUOUS, CHARSET_GUESSED, CHARSET_OVERRULED, Code, CodeInfo, Count, Diagnostic, LineColumn, Severity,
    Source, Span, UNDECODABLE,
};
use lines::Lines;
use std::{
    borrow::Cow,
    cell::OnceCell,
    io,
    ops::Range,
    path::{Component, PathBuf},
};

/// The text of a file, for messages about it.
pub(crate) struct Page<'a> {
    pub(crate) name: &'a str,
    source: &'a Source,
    text: &'a str,
    lines: OnceCell<Lines<'a>>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(name: &'a str, source: &'a Source) -> Self {
        Self { name, source, text: source.text(), lines: OnceCell::new() }
    }

    /// Returns the line index, which the first call builds.
    fn lines(&self) -> &Lines<'a> {
        self.lines.get_or_init(|| Lines::new(self.text))
    }

    /// Returns the span clamped to the text and to character boundaries, because a format may report an invalid span.
    fn within(&self, span: Span) -> Span {
        let border =
            |at: u32| (0..=(at as usize).min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at));
        let start = border(span.start).unwrap_or(0);
        Span::new(start, border(span.end).unwrap_or(0).max(start))
    }

    /// Returns the text of a span.
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns the range of the bytes of the file that became a span of the text.
    fn bytes_of(&self, span: Span) -> Range<usize> {
        self.source.bytes_of(span)
    }

    /// Returns the line and the column of a byte, both from 1.
    pub(crate) fn position(&self, at: u32) -> LineColumn {
        self.lines().position(at)
    }
}

/// Returns the path of a file as services know it that show findings beside the files of a repository: relative to the repository if
/// the variable `GITHUB_WORKSPACE` names it and the file is in it, and without `./`.
fn in_repository(name: &str) -> Cow<'_, str> {
    let workspace = std::env::var_os("GITHUB_WORKSPACE").filter(|path| !path.is_empty()).map(PathBuf::from);
    let relative = workspace.and_then(|root| {
        let mut path = PathBuf::new();
        for part in std::path::absolute(name).ok()?.components() {
            match part {
                Component::ParentDir => _ = path.pop(),
                part => path.push(part),
            }
        }
        Some(path.strip_prefix(root).ok()?.to_string_lossy().into_owned())
    });
    relative.map_or_else(|| without_current_folder(name).into(), Cow::Owned)
}

/// Returns a relative path without `./` at its start.
fn without_current_folder(name: &str) -> &str {
    let mut name = name;
    while let Some(rest) = name.strip_prefix("./") {
        name = rest.trim_start_matches('/');
    }
    name
}

/// Returns the help of a diagnostic, with the option of this program that does what the help advises.
fn help(diagnostic: &Diagnostic) -> Option<Cow<'_, str>> {
    let help = diagnostic.help.as_deref()?;
    let is_of_charset = [CHARSET_GUESSED, CHARSET_OVERRULED, CHARSET_AMBIGUOUS, UNDECODABLE]
        .iter()
        .any(|info| info.code == diagnostic.code);
    Some(if is_of_charset { format!("{help} (--encoding)").into() } else { help.into() })
}

/// How findings are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) format: Format,
    /// The number of columns of the terminal; `None` if the output does not go to a terminal.
    pub(crate) columns: Option<usize>,
}

impl Style {
    /// Returns the style for the stream.
    pub(crate) fn new(format: Format, output: Output) -> Self {
        let size = match output {
            Output::Standard => terminal_size::terminal_size_of(io::stdout()),
            Output::Error => terminal_size::terminal_size_of(io::stderr()),
        };
        Self { format, columns: size.map(|(width, _)| usize::from(width.0)) }
    }
}

/// A diagnostic to print, with its place in a game.
pub(crate) struct Finding<'a> {
    pub(crate) diagnostic: &'a Diagnostic,
    pub(crate) place: GamePlace,
    /// The start of the record, if only that is known.
    pub(crate) near: Option<u32>,
}

impl Finding<'_> {
    /// Returns the byte where the finding starts, or near which it is.
    fn start(&self) -> Option<u32> {
        self.diagnostic.span.map(|span| span.start).or(self.near)
    }
}

impl<'a> From<&'a Diagnostic> for Finding<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        Self { diagnostic, place: GamePlace::of(diagnostic), near: None }
    }
}

/// Appends the rendered finding to `out`.
pub(crate) fn finding(style: Style, page: &Page<'_>, finding: &Finding<'_>, out: &mut String) {
    match style.format {
        Format::Full => text::finding(style.columns, page, finding, out),
        Format::Concise => concise::finding(page, finding, out),
        Format::Json => json::finding(page, finding, out),
        Format::Sarif => sarif::finding(page, finding, out),
        Format::Github => github::finding(page, finding, out),
    }
}

/// Renders the finding that a whole file is not a record.
pub(crate) fn of_file(style: Style, problem: &Problem, code: Code, file: &str) -> String {
    if style.format == Format::Full {
        return text::problem(problem);
    }
    let info = CodeInfo::new(code.0, Severity::Error, "", "");
    let mut diagnostic = Diagnostic::new(&info, problem.message.as_str());
    diagnostic.help.clone_from(&problem.help);
    for note in problem.notes.iter() {
        diagnostic = diagnostic.note(None, note);
    }
    let (nothing, mut out) = (Source::from_text(file, ""), String::new());
    finding(style, &Page::new(file, &nothing), &Finding::from(&diagnostic), &mut out);
    out
}

/// Appends the number of findings of one code that are not listed. `how` says how to list them.
pub(crate) fn more(style: Style, page: &Page<'_>, count: &Count, times: u64, how: &str, out: &mut String) {
    match style.format {
        Format::Json => json::more(page, count, times, out),
        _ => {
            let message = format!("{times} more of these in {} are not shown", page.name);
            let diagnostic = count.diagnostic(message);
            let diagnostic = if style.format == Format::Full { diagnostic.help(how) } else { diagnostic };
            finding(style, page, &Finding::from(&diagnostic), out);
        }
    }
}

/// Writes to standard error. Ignores errors, because there is no other way to report them.
pub(crate) fn say(stderr: &impl Fn(&[u8]) -> io::Result<()>, text: &str) {
    let _ = stderr(text.as_bytes());
}

/// Returns the place of a difference between files and its message, on one line: `a.sgf:2:8: move 2: …`.
pub(crate) fn located(page: &Page<'_>, at: Option<u32>, message: &str) -> String {
    let place = at.map_or_else(String::new, |at| format!(":{}", page.position(at)));
    format!("{}{place}: {}\n", visible::line(page.name), visible::line(message))
}

/// Returns a line broken to the width of the terminal, if there is one. The lines after the first start with spaces.
pub(crate) fn broken(style: Style, line: &str, indent: usize) -> String {
    let Some(columns) = style.columns else { return line.to_owned() };
    let indent = " ".repeat(indent);
    textwrap::fill(line, between_words(columns.min(WIDEST_TEXT)).subsequent_indent(&indent))
}

/// Returns a line broken between words to the width of the terminal, if there is one, also to a large width.
pub(crate) fn fitted(style: Style, line: &str) -> String {
    let Some(columns) = style.columns else { return line.to_owned() };
    // A path stays whole.
    textwrap::fill(line, between_words(columns).break_words(false).subsequent_indent("  "))
}

/// Returns options that break a line at spaces only, so that a code such as `rules/late-setup` stays whole.
fn between_words(columns: usize) -> textwrap::Options<'static> {
    textwrap::Options::new(columns)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
}

/// The largest width of a text: longer lines are hard to read.
const WIDEST_TEXT: usize = 100;

/// Returns `1 error` or `2 errors`; if warnings count too, `2 errors or warnings`.
pub(crate) fn faults(n: u64, least: Severity) -> String {
    match (least, n) {
        (Severity::Error, _) => counted(n, "error"),
        (_, 1) => "1 error or warning".to_owned(),
        _ => format!("{n} errors or warnings"),
    }
}

/// Returns `1 file` or `2 files`.
pub(crate) fn counted(n: u64, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        _ if one.ends_with(['s', 'x']) => format!("{n} {one}es"),
        _ => format!("{n} {one}s"),
    }
}
