//! The lines of a text, for formats without a grammar.

use crate::{Layout, Span};

/// An iterator over the lines of a text, with their spans and line ends. See [`lines`].
///
/// ```
/// let mut lines = kifu_core::lines("a\r\nb");
/// assert_eq!(lines.next().unwrap().text, "a");
/// assert_eq!(lines.rest(), "b");
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    at: usize,
}

/// One line of a text.
///
/// ```
/// let line = kifu_core::lines("Black: Ida\r\n").next().unwrap();
/// assert_eq!((line.text, line.end), ("Black: Ida", "\r\n"));
/// let (_, name) = line.text.split_once(": ").unwrap();
/// assert_eq!(line.span_of(name), kifu_core::Span::new(7, 10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<'a> {
    /// The text without the line end.
    pub text: &'a str,
    /// The line end: `\n`, `\r\n`, `\r`, or nothing at the end of the text.
    pub end: &'a str,
    /// The span of `text`.
    pub span: Span,
}

/// Returns the lines of a text. A line ends with `\n`, `\r\n` or `\r`. After a line end at the end of the text there is no empty
/// line.
///
/// ```
/// let lines: Vec<_> = kifu_core::lines("one\ntwo\r\n\rthree").map(|line| line.text).collect();
/// assert_eq!(lines, ["one", "two", "", "three"]);
/// ```
#[must_use]
pub fn lines(text: &str) -> Lines<'_> {
    Lines { text, at: 0 }
}

/// Returns the line end that a text uses, for a fix that inserts a line: that of its first line, or `\n` if it has none.
///
/// ```
/// assert_eq!(kifu_core::line_end("one\r\ntwo\n"), "\r\n");
/// assert_eq!(kifu_core::line_end("one"), "\n");
/// ```
#[must_use]
pub fn line_end(text: &str) -> &str {
    lines(text).next().map(|line| line.end).filter(|end| !end.is_empty()).unwrap_or("\n")
}

impl<'a> Lines<'a> {
    /// Returns the text after the last line that was returned.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (text, behind) = rest.split_at(len);
        let end = if behind.starts_with("\r\n") { 2 } else { behind.len().min(1) };
        let span = Span::new(self.at, self.at + len);
        self.at += len + end;
        Some(Line { text, end: &behind[..end], span })
    }
}

impl Line<'_> {
    /// Returns the span of the line with its line end.
    #[must_use]
    pub fn whole(&self) -> Span {
        Span { start: self.span.start, end: self.span.end + self.end.len() as u32 }
    }

    /// Returns the span of `part`, a slice of the text of this line, so that a reader that splits a line can report a word of it. For
    /// any other text, returns the span of the line.
    ///
    /// ```
    /// let line = kifu_core::lines("h8 i9").next().unwrap();
    /// let spans: Vec<_> = line.text.split(' ').map(|word| line.span_of(word).range()).collect();
    /// assert_eq!(spans, [0..2, 3..5]);
    /// assert_eq!(line.span_of("elsewhere"), line.span);
    /// ```
    #[must_use]
    pub fn span_of(&self, part: &str) -> Span {
        let from = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize);
        let from = from.filter(|from| from + part.len() <= self.text.len());
        from.map_or(self.span, |from| {
            let start = self.span.start as usize + from;
            Span::new(start, start + part.len())
        })
    }
}

impl Layout {
    /// Creates the layout of a file with one game. Each line, with its line end, is a token.
    #[must_use]
    pub fn lines(text: &str) -> Self {
        Self::one_game(lines(text).map(|line| line.whole()), text)
    }

    /// Creates the layout of a file with one game and these tokens.
    #[must_use]
    pub fn one_game(tokens: impl IntoIterator<Item = Span>, text: &str) -> Self {
        Self::new(tokens.into_iter().collect(), alloc::vec![Span::new(0, text.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{string::String, vec::Vec};
    use proptest::prelude::*;

    /// Returns the lines by a simple implementation, character by character.
    fn slow(text: &str) -> Vec<(String, String)> {
        let (mut all, mut line) = (Vec::new(), String::new());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let mut end = String::from(c);
            match c {
                '\r' => end.extend(chars.next_if_eq(&'\n')),
                '\n' => {}
                _ => {
                    line.push(c);
                    continue;
                }
            }
            all.push((core::mem::take(&mut line), end));
        }
        if !line.is_empty() {
            all.push((line, String::new()));
        }
        all
    }

    proptest! {
        #[test]
        fn lines_tile_the_text(text in "[ab碁\n\r]{0,40}") {
            let found: Vec<_> = lines(&text).map(|line| (line.text.into(), line.end.into())).collect();
            prop_assert_eq!(found, slow(&text));
            let layout = Layout::lines(&text);
            let pieces: String = layout.tokens.iter().map(|token| &text[token.range()]).collect();
            prop_assert_eq!(&pieces, &text);
            for line in lines(&text) {
                prop_assert_eq!(&text[line.span.range()], line.text);
                let part = line.text.trim_start_matches('a');
                prop_assert_eq!(&text[line.span_of(part).range()], part);
            }
        }
    }

    #[test]
    fn a_part_of_another_text_has_the_span_of_the_line() {
        let text = String::from("first\nsecond");
        let (first, second) = (lines(&text).next().unwrap(), lines(&text).nth(1).unwrap());
        assert_eq!(first.span_of(second.text), first.span);
        assert_eq!(second.span_of(first.text), second.span);
    }
}
