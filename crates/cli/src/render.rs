//! Renders messages: as text for people, as JSON for programs.

pub(crate) mod json;
pub(crate) mod lines;
pub(crate) mod text;

use kifu::model::{
    CHARSET_AMBIGUOUS, CHARSET_GUESSED, CHARSET_OVERRULED, Count, Diagnostic, LineColumn, Severity, Source, Span,
    UNDECODABLE,
};
use lines::Lines;
use std::{borrow::Cow, cell::OnceCell, io};

/// The text of a file, for messages about it.
pub(crate) struct Page<'a> {
    pub(crate) name: &'a str,
    text: &'a str,
    lines: OnceCell<Lines<'a>>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(name: &'a str, source: &'a Source) -> Self {
        Self { name, text: source.text(), lines: OnceCell::new() }
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

    /// Returns the line and the column of a byte, both from 1.
    pub(crate) fn position(&self, at: u32) -> LineColumn {
        self.lines().position(at)
    }
}

/// Returns the help of a diagnostic, with the option of this program that does what the help advises.
fn help(diagnostic: &Diagnostic) -> Option<Cow<'_, str>> {
    let help = diagnostic.help.as_deref()?;
    let is_of_charset = [CHARSET_GUESSED, CHARSET_OVERRULED, CHARSET_AMBIGUOUS, UNDECODABLE]
        .iter()
        .any(|info| info.code == diagnostic.code);
    Some(if is_of_charset { format!("{help} (--encoding)").into() } else { help.into() })
}

/// A diagnostic to print, with its record and place.
pub(crate) struct Finding<'a> {
    pub(crate) diagnostic: &'a Diagnostic,
    /// The indices of the record, and of the node in the record, from 0.
    pub(crate) record: Option<usize>,
    pub(crate) node: Option<usize>,
    /// The start of the record, if only that is known.
    pub(crate) near: Option<u32>,
}

impl<'a> From<&'a Diagnostic> for Finding<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let (record, node) = diagnostic.node.map(|at| (at.record, at.node)).unzip();
        Self { diagnostic, record, node, near: None }
    }
}

/// Appends the rendered finding to `out`.
pub(crate) fn finding(json: bool, page: &Page<'_>, finding: &Finding<'_>, out: &mut String) {
    if json {
        json::finding(page, finding, out);
    } else {
        text::finding(page, finding, out);
    }
}

/// Appends the number of findings of one code that are not in `shown`, if there are any.
pub(crate) fn more<'a>(
    json: bool,
    page: &Page<'_>,
    count: &Count,
    shown: impl Iterator<Item = &'a Diagnostic>,
    out: &mut String,
) {
    let shown = shown.filter(|found| (found.code, found.severity) == (count.code, count.severity)).count() as u64;
    if count.times > shown {
        let message = format!("{} more of these in {} are not shown", count.times - shown, page.name);
        finding(json, page, &Finding::from(&count.diagnostic(message)), out);
    }
}

/// Writes to standard error. Ignores errors, because there is no other way to report them.
pub(crate) fn say(stderr: &impl Fn(&[u8]) -> io::Result<()>, text: &str) {
    let _ = stderr(text.as_bytes());
}

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
        _ if one.ends_with('s') => format!("{n} {one}es"),
        _ => format!("{n} {one}s"),
    }
}
