//! The lossless document: the lines of a file, each with its kind, and the parts of the lines of moves.

use crate::scanner::{self, Token};
use kifu_core::Span;

/// A line with its kind. `text` has no line end; `span` includes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) token: Token,
    pub(crate) text: &'a str,
    pub(crate) span: Span,
}

impl Line<'_> {
    /// Returns the span of the line without white space and line end around it.
    pub(crate) fn shown(&self) -> Span {
        let start = self.span.start as usize + self.text.len() - trim_start(self.text).len();
        Span::new(start, start + trim(self.text).len())
    }

    /// Returns the span of a part of the line.
    pub(crate) fn span_of(&self, part: &str) -> Span {
        let from = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let start = self.span.start as usize + from.min(self.text.len());
        Span::new(start, start + part.len())
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

pub(crate) fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\t' | '　')
}

pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_gap)
}

pub(crate) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_gap)
}

/// Returns a text without white space at its start, and without what damaged characters leave there.
pub(crate) fn trim_lead(text: &str) -> &str {
    text.trim_start_matches(|c| is_gap(c) || c == char::REPLACEMENT_CHARACTER)
}

/// Returns the text before `#`, and the text after it.
pub(crate) fn split_tail(text: &str) -> (&str, Option<&str>) {
    text.split_once('#').map_or((text, None), |(text, tail)| (text, Some(tail)))
}

/// Returns the key and the value of a header.
pub(crate) fn header(line: &str) -> (&str, &str) {
    let (key, value) = line.split_once(['：', ':']).unwrap_or((line, ""));
    (trim_lead(trim(key)), trim(value))
}

/// The parts of a line of KIF with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveLine<'a> {
    /// The number of the move; `None` if it has too many digits.
    pub(crate) number: Option<usize>,
    /// The move, or what stands in its place, without white space around it.
    pub(crate) words: &'a str,
    /// The time, from its parenthesis on; empty if there is none.
    pub(crate) time: &'a str,
    /// The text after `#`.
    pub(crate) tail: Option<&'a str>,
}

/// Returns the parts of a line of KIF with a move: `   1 ７六歩(77)   ( 0:05/00:00:05)+`.
pub(crate) fn move_line(line: &str) -> MoveLine<'_> {
    let (line, tail) = split_tail(trim_start(line));
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let number = line[..digits].parse().ok();
    let rest = trim_start(&line[digits..]);
    let (words, time) = rest.split_at(time_start(rest).unwrap_or(rest.len()));
    // `+` says that a variation follows. It has no effect, because the variation itself says so.
    let words = trim(words);
    let words = words.strip_suffix('+').map_or(words, trim);
    let time = trim(time.trim_end_matches(|c| c == '+' || is_gap(c)));
    MoveLine { number, words, time, tail }
}

/// Returns the offset of the parenthesis of a time: of the first one that contains a colon or only white space. `(77)` is a square.
fn time_start(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(open) = memchr::memchr(b'(', &text.as_bytes()[from..]).map(|at| from + at) {
        let close = memchr::memchr(b')', &text.as_bytes()[open..]).map_or(text.len(), |at| open + at);
        let inside = &text[open + 1..close];
        if memchr::memchr(b':', inside.as_bytes()).is_some() || trim(inside).is_empty() {
            return Some(open);
        }
        // A parenthesis before the same end contains no colon either.
        from = close;
    }
    None
}

/// Returns the moves of a line of KI2, each with the mark of its player at its start and without white space around it. What a damaged
/// character leaves after a space was a mark; it is left out.
pub(crate) fn moves(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = trim_lead(line);
    core::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let mut last = first;
        let starts = |c: char| {
            let after_gap = is_gap(core::mem::replace(&mut last, c));
            is_mark(c) || c == char::REPLACEMENT_CHARACTER && after_gap
        };
        let end = rest[first.len_utf8()..].find(starts).map_or(rest.len(), |end| end + first.len_utf8());
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(trim_lead(trim(piece)))
    })
}

fn is_mark(c: char) -> bool {
    kifu_shogiban::Color::from_mark(c).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn the_parts_of_a_line_with_a_move() {
        let parts = |line| {
            let MoveLine { number, words, time, tail } = move_line(line);
            (number, words, time, tail)
        };
        assert_eq!(parts("   1 ７六歩(77)   ( 0:05/00:00:05)+"), (Some(1), "７六歩(77)", "( 0:05/00:00:05)", None));
        assert_eq!(parts("3 ２六歩(27)  + # x"), (Some(3), "２六歩(27)", "", Some(" x")));
        assert_eq!(parts("  12\t同　銀(31)(00:01/00:00:02)"), (Some(12), "同　銀(31)", "(00:01/00:00:02)", None));
        assert_eq!(parts("6 投了         ()"), (Some(6), "投了", "()", None));
        assert_eq!(parts("99999999999999999999999 投了"), (None, "投了", "", None));
    }

    #[test]
    fn the_moves_of_a_line() {
        let found: Vec<_> = moves("▲７六歩    △３四歩 ▲同　銀左").collect();
        assert_eq!(found, ["▲７六歩", "△３四歩", "▲同　銀左"]);
        assert_eq!(moves("△△").collect::<Vec<_>>(), ["△", "△"]);
    }

    #[test]
    fn lines_cover_the_text() {
        let text = "\u{3000}\n手合割：平手\r\n手数----指手---\r*x\n &\n\n  \n1 x\n変化：2手\n|x\n+--\nまで\n先手番 \n先手番組：x\n無\n ９ ８ \n盤面回転";
        let found: Vec<_> = lines(text).map(|line| line.token).collect();
        use Token::*;
        let expected = [
            Space, Header, Separator, Comment, Unknown, Space, Move, Variation, Rank, Border, Summary, Side, Header,
            Unknown, Files, Flip,
        ];
        assert_eq!(found, expected);
        let mut at = 0;
        for line in lines(text) {
            assert_eq!(line.span.start as usize, at);
            at = line.span.end as usize;
        }
        assert_eq!(at, text.len());
    }
}
