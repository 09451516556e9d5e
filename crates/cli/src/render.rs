//! How messages look: as text for people, as JSON for programs.

pub(crate) mod json;
mod lines;
pub(crate) mod text;

use kifu::model::{
    CHARSET_AMBIGUOUS, CHARSET_GUESSED, CHARSET_OVERRULED, Count, Diagnostic, Severity, Source, Span, UNDECODABLE,
};
use lines::Lines;
use std::{borrow::Cow, cell::OnceCell, io};

/// The file that messages are about.
pub(crate) struct Page<'a> {
    pub(crate) name: &'a str,
    text: &'a str,
    lines: OnceCell<Lines<'a>>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(name: &'a str, source: &'a Source) -> Self {
        Self { name, text: source.text(), lines: OnceCell::new() }
    }

    /// Its lines; they are counted when the first message asks.
    fn lines(&self) -> &Lines<'a> {
        self.lines.get_or_init(|| Lines::new(self.text))
    }

    /// The span, moved into the text and onto the borders of characters, wherever a format says it is.
    fn within(&self, span: Span) -> Span {
        let border =
            |at: u32| (0..=(at as usize).min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at));
        let start = border(span.start).unwrap_or(0);
        Span::new(start, border(span.end).unwrap_or(0).max(start))
    }

    /// The text of a span.
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The line and the column of a byte, both from 1.
    pub(crate) fn position(&self, at: u32) -> (usize, usize) {
        self.lines().position(at)
    }
}

/// The help of a diagnostic, with the option of this program that does what the help advises.
fn help(diagnostic: &Diagnostic) -> Option<Cow<'_, str>> {
    let help = diagnostic.help.as_deref()?;
    let is_of_charset = [CHARSET_GUESSED, CHARSET_OVERRULED, CHARSET_AMBIGUOUS, UNDECODABLE]
        .iter()
        .any(|info| info.code == diagnostic.code);
    Some(if is_of_charset { format!("{help} (--encoding)").into() } else { help.into() })
}

/// Something to be said of a file.
pub(crate) struct Finding<'a> {
    pub(crate) diagnostic: &'a Diagnostic,
    /// The record it concerns and the node of it, from 0.
    pub(crate) record: Option<usize>,
    pub(crate) node: Option<usize>,
    /// Where that begins, if that is all that is known of the place.
    pub(crate) near: Option<u32>,
}

impl<'a> From<&'a Diagnostic> for Finding<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let (record, node) = diagnostic.node.unzip();
        Self { diagnostic, record, node, near: None }
    }
}

/// Appends what is to be said.
pub(crate) fn finding(json: bool, page: &Page<'_>, finding: &Finding<'_>, out: &mut String) {
    if json {
        json::finding(page, finding, out);
    } else {
        text::finding(page, finding, out);
    }
}

/// Appends how many findings of one kind are not among those that are `shown`, if there are any.
pub(crate) fn more<'a>(
    json: bool,
    page: &Page<'_>,
    count: &Count,
    shown: impl Iterator<Item = &'a Diagnostic>,
    out: &mut String,
) {
    let shown = shown.filter(|said| (said.code, said.severity) == (count.code, count.severity)).count() as u64;
    if count.times > shown {
        let message = format!("{} more of these in {} are not shown", count.times - shown, page.name);
        finding(json, page, &Finding::from(&count.diagnostic(message)), out);
    }
}

/// Writes to standard error. Where nobody listens any more there is nobody to tell.
pub(crate) fn say(stderr: &impl Fn(&[u8]) -> io::Result<()>, text: &str) {
    let _ = stderr(text.as_bytes());
}

/// `1 error`, `2 errors`; with warnings among them `2 errors or warnings`.
pub(crate) fn faults(n: u64, least: Severity) -> String {
    match (least, n) {
        (Severity::Error, _) => counted(n, "error"),
        (_, 1) => "1 error or warning".to_owned(),
        _ => format!("{n} errors or warnings"),
    }
}

/// `1 file`, `2 files`.
pub(crate) fn counted(n: u64, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        _ if one.ends_with('s') => format!("{n} {one}es"),
        _ => format!("{n} {one}s"),
    }
}
