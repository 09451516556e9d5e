//! The pages of the kinds of diagnostics of a crate, in one Markdown file.

use crate::{CodeInfo, Severity};

/// The kinds of diagnostics of a crate, from a Markdown file that it includes with `include_str!`.
///
/// Each kind has a section: the heading is the code, the first paragraph is the severity and the title, and the rest is the page.
///
/// ```
/// use kifu_text::{CodeInfo, CodePages, Severity};
/// // In a crate: `include_str!("codes.md")`.
/// const PAGES: CodePages = CodePages::new(
///     "## gomoku/bad-point\n\n*error*: a word is not a point.\n\nA point is a column and a row: `h8`.\n",
/// );
/// const BAD_POINT: CodeInfo = PAGES.info("gomoku/bad-point");
/// assert_eq!((BAD_POINT.severity, BAD_POINT.title), (Severity::Error, "a word is not a point"));
/// assert_eq!(BAD_POINT.page, "A point is a column and a row: `h8`.");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CodePages {
    text: &'static str,
    /// The positions of the headings. They are found once, because a constant of each kind is computed by the compiler.
    headings: [usize; Self::MOST],
    count: usize,
}

impl CodePages {
    /// The maximum number of sections of a file.
    const MOST: usize = 256;

    /// The beginning of a heading.
    const HEADING: &'static [u8] = b"## ";

    /// Finds the sections of a file.
    ///
    /// # Panics
    /// If there are more than 256. In a constant, this is a compile-time error.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let (mut headings, mut count) = ([0; Self::MOST], 0);
        let mut at = 0;
        while at < bytes.len() {
            if starts_with(bytes, at, Self::HEADING) {
                headings[count] = at;
                count += 1;
            }
            at = line_end(bytes, at) + 1;
        }
        Self { text, headings, count }
    }

    /// Returns the kind of diagnostic with a code.
    ///
    /// # Panics
    /// If the file has no such section, or its first paragraph does not have this form. In a constant, this is a compile-time
    /// error.
    #[must_use]
    pub const fn info(&self, code: &'static str) -> CodeInfo {
        let section = self.section(code);
        let (first, rest) = section.split_at(line_end(section.as_bytes(), 0));
        let mut n = 0;
        while n < Severity::ALL.len() {
            let severity = Severity::ALL[n];
            let name = severity.name();
            let behind = 1 + name.len();
            if starts_with(first.as_bytes(), 1, name.as_bytes())
                && starts_with(first.as_bytes(), 0, b"*")
                && starts_with(first.as_bytes(), behind, b"*: ")
            {
                let (title, dot) = first.split_at(behind + 3).1.split_at(first.len() - behind - 4);
                assert!(dot.as_bytes()[0] == b'.', "the title of a code ends with a full stop");
                return CodeInfo::new(code, severity, title, rest.trim_ascii());
            }
            n += 1;
        }
        panic!("the section of a code starts with *error*, *warning* or *note*, a colon and the title")
    }

    /// Returns the text below the heading `## code`, up to the next heading.
    const fn section(&self, code: &str) -> &'static str {
        let bytes = self.text.as_bytes();
        let mut n = 0;
        while n < self.count {
            let name = self.headings[n] + Self::HEADING.len();
            let end = name + code.len();
            if starts_with(bytes, name, code.as_bytes()) && line_end(bytes, end) == end {
                let next = if n + 1 < self.count { self.headings[n + 1] } else { bytes.len() };
                return self.text.split_at(next).0.split_at(end).1.trim_ascii();
            }
            n += 1;
        }
        panic!("no page has the heading `## CODE`")
    }
}

/// Returns the position of the next line feed at or behind `at`, or the length.
const fn line_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        at += 1;
    }
    at
}

/// Returns true if `bytes` has `wanted` at a position.
const fn starts_with(bytes: &[u8], at: usize, wanted: &[u8]) -> bool {
    let mut n = 0;
    while n < wanted.len() && at + n < bytes.len() && bytes[at + n] == wanted[n] {
        n += 1;
    }
    n == wanted.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: CodePages = CodePages::new(
        "# Title\n\n## a/b-c\n\n*note*: one.\n\nText.\n\n```\n# comment\n```\n\n## a/b\n\n*error*: two.\n",
    );

    #[test]
    fn a_section_ends_at_the_next_heading() {
        let info = PAGES.info("a/b-c");
        assert_eq!(info, CodeInfo::new("a/b-c", Severity::Note, "one", "Text.\n\n```\n# comment\n```"));
        assert_eq!(PAGES.info("a/b"), CodeInfo::new("a/b", Severity::Error, "two", ""));
    }

    #[test]
    #[should_panic(expected = "no page")]
    fn a_code_without_a_section_is_an_error() {
        let _ = PAGES.info("a/bc");
    }

    #[test]
    #[should_panic(expected = "starts with")]
    fn a_section_without_a_severity_is_an_error() {
        let _ = CodePages::new("## a/b\n\ntwo.\n").info("a/b");
    }

    #[test]
    #[should_panic(expected = "full stop")]
    fn a_title_without_a_full_stop_is_an_error() {
        let _ = CodePages::new("## a/b\n\n*note*: two\n").info("a/b");
    }
}
