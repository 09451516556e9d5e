//! The lossless document: the lines of a file, each with its kind, and the words of a line.

use crate::scanner::{self, Token};
use kifu_core::Span;

/// The line before the lines of play of one game, which an empty line ends. Other programs ignore it, and read each line as a game.
pub(crate) const GROUP: &str = "# kifu: lines of play of one game";

/// A line with its kind. `text` has no line end; `span` includes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) token: Token,
    pub(crate) text: &'a str,
    pub(crate) span: Span,
}

impl<'a> Line<'a> {
    /// Returns true if the line is a game.
    pub(crate) fn is_game(&self) -> bool {
        matches!(self.token, Token::Position | Token::Moves | Token::Sfen | Token::Usen)
    }

    /// Returns true if the lines from here to an empty line are the lines of play of one game.
    pub(crate) fn is_start_of_group(&self) -> bool {
        self.text.trim_end() == GROUP
    }

    /// Returns the words of the line.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.text.split([' ', '\t']).filter(|word| !word.is_empty())
    }

    /// Returns the span of a part of the line.
    pub(crate) fn span_of(&self, part: &str) -> Span {
        let from = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let start = self.span.start as usize + from.min(self.text.len());
        Span::new(start, start + part.len())
    }

    /// Returns the span of the line without white space around it.
    pub(crate) fn shown(&self) -> Span {
        self.span_of(self.text.trim())
    }
}

/// Returns the lines of a text, which cover it without gaps. Empty lines that follow each other are one.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let mut found = None;
        at = scanner::token(text, at, &mut |token, start, end| {
            let line = text[start..end].trim_end_matches(['\n', '\r']);
            found = Some(Line { token, text: line, span: Span::new(start, end) });
        })?;
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn lines_cover_the_text() {
        let text = "position startpos moves 7g7f\r\nsfen 9/9/9 b - 1\nstartpos\nmoves 7g7f\n\n \n~0.7ku.r\n9_9~0.\n#x\nstartposs\n4k4/9/9 b\nposition moves\n8/a";
        use Token::*;
        let expected = [Position, Position, Position, Moves, Space, Usen, Usen, Comment, Unknown, Sfen, Moves, Unknown];
        let found: Vec<_> = lines(text).collect();
        assert_eq!(found.iter().map(|line| line.token).collect::<Vec<_>>(), expected);
        let mut at = 0;
        for line in &found {
            assert_eq!(line.span.start as usize, at);
            at = line.span.end as usize;
        }
        assert_eq!(at, text.len());
    }
}
