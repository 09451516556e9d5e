//! The kinds of diagnostic: their names, severities and pages.

use core::fmt;

/// The stable name of a kind of diagnostic, in two halves: `sgf/unclosed-value`, `loss/variation`.
///
/// The field is public, because the type is one name and nothing else.
///
/// ```
/// use kifu_text::Code;
/// let code = Code("sgf/unclosed-value");
/// assert_eq!((code.family(), code.short()), ("sgf", "unclosed-value"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Code(pub &'static str);

impl Code {
    /// Returns the part before the slash: the format or the part of kifu that reports it.
    #[must_use]
    pub fn family(self) -> &'static str {
        self.0.split_once('/').map_or(self.0, |(family, _)| family)
    }

    /// Returns the short name: the part after the slash.
    #[must_use]
    pub fn short(self) -> &'static str {
        self.0.split_once('/').map_or(self.0, |(_, short)| short)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The severity of a diagnostic: its effect on the record.
///
/// This enum is exhaustive, so that every program maps each severity to its own levels.
///
/// ```
/// use kifu_text::Severity;
/// assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
/// assert_eq!(Severity::Warning.to_string(), "warning");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Severity {
    /// The diagnostic is not a problem, but it is worth knowing.
    Note,
    /// All of the input reached the record, by a guess or against the standard.
    Warning,
    /// Some of the input did not reach the record.
    Error,
}

impl Severity {
    const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of diagnostic: its name, its severity, and the page that `kifu explain` shows.
///
/// A crate declares one constant for each kind, and reports with it ([`Diagnostics::report`](crate::Diagnostics::report)).
///
/// ```
/// use kifu_text::{CODES, Severity};
/// let invalid = CODES.iter().find(|info| info.code.0 == "text/undecodable").unwrap();
/// assert_eq!(invalid.severity, Severity::Error);
/// assert_eq!(invalid.title, "some bytes are invalid in the file's charset");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CodeInfo {
    /// The name.
    pub code: Code,
    /// The severity, unless a diagnostic has another one ([`with_severity`](Self::with_severity)).
    pub severity: Severity,
    /// The title: what was found, in a few words.
    pub title: &'static str,
    /// The explanation, an example and what to do; Markdown.
    pub page: &'static str,
    /// The reaction of programs to a diagnostic of this kind.
    pub kind: CodeKind,
}

/// The reaction of programs to a diagnostic, in addition to showing it.
///
/// ```
/// use kifu_text::{CodeInfo, CodeKind, Severity};
/// const NOT_GO: CodeInfo = CodeInfo::new("sgf/not-go", Severity::Note, "a game other than go", "…").with_kind(CodeKind::OtherGame);
/// assert_ne!(NOT_GO.kind, CodeKind::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CodeKind {
    /// A program only shows the diagnostic.
    #[default]
    Ordinary,
    /// The file has a game that the format does not read. A program that looks for a game to convert reports this.
    OtherGame,
    /// A strict reader does not accept this. With `--strict` a note of this kind is a warning
    /// ([`Diagnostics::raise_strict`](crate::Diagnostics::raise_strict)).
    Strict,
}

impl CodeInfo {
    /// Creates a kind of diagnostic.
    #[must_use]
    pub const fn new(code: &'static str, severity: Severity, title: &'static str, page: &'static str) -> Self {
        Self { code: Code(code), severity, title, page, kind: CodeKind::Ordinary }
    }

    /// Creates a kind of diagnostic from its section in a Markdown file, which a crate includes with `include_str!`.
    ///
    /// Each kind has a section: the heading is the code, the first paragraph is the severity and the title, and the rest is the
    /// page.
    ///
    /// ```
    /// use kifu_text::{CodeInfo, Severity};
    /// // In a crate: `include_str!("codes.md")`.
    /// const PAGES: &str = "## gomoku/bad-point\n\n*error*: a word is not a point.\n\nA point is a column and a row: `h8`.\n";
    /// const BAD_POINT: CodeInfo = CodeInfo::from_pages(PAGES, "gomoku/bad-point");
    /// assert_eq!((BAD_POINT.severity, BAD_POINT.title), (Severity::Error, "a word is not a point"));
    /// assert_eq!(BAD_POINT.page, "A point is a column and a row: `h8`.");
    /// ```
    ///
    /// # Panics
    /// If the file has no such section, or its first paragraph does not have this form. In a constant, this is a compile-time
    /// error.
    #[must_use]
    pub const fn from_pages(pages: &'static str, code: &'static str) -> Self {
        let section = section(pages, code);
        let (first, rest) = split_line(section);
        let mut n = 0;
        while n < Severity::ALL.len() {
            if let Some(title) = after(first, "*", Severity::ALL[n].name(), "*: ") {
                let (title, dot) = title.split_at(title.len() - 1);
                assert!(dot.as_bytes()[0] == b'.', "the title of a code ends with a full stop");
                return Self::new(code, Severity::ALL[n], title, rest.trim_ascii());
            }
            n += 1;
        }
        panic!("the section of a code starts with *error*, *warning* or *note*, a colon and the title")
    }

    /// Returns the kind with another severity, for a diagnostic that is more or less severe than usual.
    #[must_use]
    pub const fn with_severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    /// Returns the kind of diagnostic with another meaning for programs.
    #[must_use]
    pub const fn with_kind(self, kind: CodeKind) -> Self {
        Self { kind, ..self }
    }
}

/// Returns the text below the heading `## code`, up to the next heading of this level.
const fn section(pages: &'static str, code: &str) -> &'static str {
    let mut rest = pages;
    while !rest.is_empty() {
        let (line, after_line) = split_line(rest);
        rest = after_line;
        if is_heading(line) && is_same(line.as_bytes().split_at(3).1, code.as_bytes()) {
            let mut end = rest;
            while !end.is_empty() && !is_heading(end) {
                end = split_line(end).1;
            }
            return rest.split_at(rest.len() - end.len()).0.trim_ascii();
        }
    }
    panic!("no page has the heading `## CODE`")
}

const fn is_heading(text: &str) -> bool {
    matches!(text.as_bytes(), [b'#', b'#', b' ', ..])
}

/// Returns the first line without its line end, and the rest.
const fn split_line(text: &str) -> (&str, &str) {
    let mut end = 0;
    while end < text.len() {
        if text.as_bytes()[end] == b'\n' {
            return (text.split_at(end).0, text.split_at(end + 1).1);
        }
        end += 1;
    }
    (text, "")
}

/// Returns the rest of `text` after the three pieces, if `text` starts with them.
const fn after<'t>(text: &'t str, first: &str, second: &str, third: &str) -> Option<&'t str> {
    let mut rest = text;
    let pieces = [first, second, third];
    let mut n = 0;
    while n < pieces.len() {
        let len = pieces[n].len();
        if rest.len() <= len || !is_same(rest.as_bytes().split_at(len).0, pieces[n].as_bytes()) {
            return None;
        }
        rest = rest.split_at(len).1;
        n += 1;
    }
    Some(rest)
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut n = 0;
    while n < a.len() && n < b.len() && a[n] == b[n] {
        n += 1;
    }
    n == a.len() && n == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: &str =
        "# Title\n\n## a/b-c\n\n*note*: one.\n\nText.\n\n```\n# comment\n```\n\n## a/b\n\n*error*: two.\n";

    #[test]
    fn a_section_ends_at_the_next_heading() {
        let info = CodeInfo::from_pages(PAGES, "a/b-c");
        assert_eq!(info, CodeInfo::new("a/b-c", Severity::Note, "one", "Text.\n\n```\n# comment\n```"));
        assert_eq!(CodeInfo::from_pages(PAGES, "a/b"), CodeInfo::new("a/b", Severity::Error, "two", ""));
    }

    #[test]
    #[should_panic(expected = "no page")]
    fn a_code_without_a_section_is_an_error() {
        let _ = CodeInfo::from_pages(PAGES, "a/bc");
    }

    #[test]
    #[should_panic(expected = "starts with")]
    fn a_section_without_a_severity_is_an_error() {
        let _ = CodeInfo::from_pages("## a/b\n\ntwo.\n", "a/b");
    }
}
