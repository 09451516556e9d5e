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

impl<'a> Line<'a> {
    /// Returns the line of a token from `start` to `end`.
    #[inline]
    pub(crate) fn new(text: &'a str, token: Token, start: usize, end: usize) -> Self {
        let ends = text.as_bytes()[start..end].iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        Self { token, text: &text[start..end - ends], span: Span::new(start, end) }
    }

    /// Returns the offset of the line after the white space at its start.
    pub(crate) fn start(&self) -> u32 {
        self.shown_from(0).start
    }

    /// Returns the span of the line without white space and line end around it.
    pub(crate) fn shown(&self) -> Span {
        self.shown_from(trim(self.text).len())
    }

    fn shown_from(&self, len: usize) -> Span {
        let start = self.span.start as usize + gap_at_start(self.text.as_bytes());
        Span::new(start, start + len)
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
        at = scanner::token(text, at, &mut |token, start, end| found = Some(Line::new(text, token, start, end)))?;
        found
    })
}

/// Returns the ASCII digit of a full-width one. Other characters do not change.
pub(crate) fn half_width(c: char) -> char {
    match c {
        '０'..='９' => char::from(b'0' + (c as u32 - '０' as u32) as u8),
        _ => c,
    }
}

pub(crate) fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\t' | '　')
}

#[inline]
pub(crate) fn trim(text: &str) -> &str {
    let start = trim_start(text);
    &start[..trim_bytes(start.as_bytes()).len()]
}

pub(crate) fn trim_start(text: &str) -> &str {
    &text[gap_at_start(text.as_bytes())..]
}

/// Returns a text without white space at its ends.
fn trim_bytes(text: &[u8]) -> &[u8] {
    let text = &text[gap_at_start(text)..];
    let mut end = text.len();
    loop {
        match text[..end].last() {
            Some(b' ' | b'\t') => end -= 1,
            Some(0x80) if text[..end].ends_with("　".as_bytes()) => end -= "　".len(),
            _ => return &text[..end],
        }
    }
}

/// Returns true if a text is only white space.
pub(crate) fn is_blank(text: &[u8]) -> bool {
    gap_at_start(text) == text.len()
}

/// Returns the length of the white space at the start of a text.
fn gap_at_start(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match text.get(at) {
            Some(b' ' | b'\t') => at += 1,
            Some(0xE3) if text[at..].starts_with("　".as_bytes()) => at += "　".len(),
            _ => return at,
        }
    }
}

/// Returns a text without white space at its start, and without what damaged characters leave there.
pub(crate) fn trim_lead(text: &str) -> &str {
    text.trim_start_matches(|c| is_gap(c) || c == char::REPLACEMENT_CHARACTER)
}

/// Returns the text before `#`, and the text after it.
pub(crate) fn split_tail(text: &str) -> (&str, Option<&str>) {
    memchr::memchr(b'#', text.as_bytes()).map_or((text, None), |at| (&text[..at], Some(&text[at + 1..])))
}

/// Returns the key and the value of a header.
pub(crate) fn header(line: &str) -> (&str, &str) {
    let (key, value) = line.split_once(['：', ':']).unwrap_or((line, ""));
    (trim_lead(trim(key)), trim(value))
}

/// The parts of a line of KIF with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveLine<'a> {
    /// The digits of the number, or what stands in their place.
    pub(crate) stated: &'a str,
    /// The move, or what stands in its place, without white space around it.
    pub(crate) words: &'a str,
    /// The time, from its parenthesis on; empty if there is none.
    pub(crate) time: &'a str,
    /// The text after `#`.
    pub(crate) tail: Option<&'a str>,
}

impl<'a> MoveLine<'a> {
    /// Returns the parts with other words in the place of the number.
    pub(crate) const fn with_number(self, stated: &'a str) -> Self {
        Self { stated, ..self }
    }

    /// Returns the number of the move; `None` if it is missing, has too many digits or another character. The digits may be full-width.
    pub(crate) fn number(&self) -> Option<usize> {
        let digits = Some(self.stated.chars()).filter(|_| !self.stated.is_empty())?;
        digits
            .map(|c| half_width(c).to_digit(10))
            .try_fold(0_usize, |number, digit| number.checked_mul(10)?.checked_add(digit? as usize))
    }
}

/// Returns the parts of a line of KIF with a move: `   1 ７六歩(77)   ( 0:05/00:00:05)+`.
#[inline]
pub(crate) fn move_line(line: &str) -> MoveLine<'_> {
    let (line, tail) = split_tail(trim_start(line));
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (stated, rest) = line.split_at(digits);
    let rest = trim_start(rest);
    let (words, time) = rest.split_at(time_start(rest.as_bytes()).unwrap_or(rest.len()));
    // `+` says that a variation follows. It has no effect, because the variation itself says so.
    let words = trim(words);
    let words = words.strip_suffix('+').map_or(words, trim);
    let mut time = trim(time);
    while let Some(before) = time.strip_suffix('+') {
        time = trim(before);
    }
    MoveLine { stated, words, time, tail }
}

/// Returns the offset of the parenthesis of a time: of the first one that contains a colon or only white space. `(77)` is a square.
fn time_start(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    // As a rule it is near, so that a search of many bytes at once is slower.
    while let Some(open) = text[from..].iter().position(|byte| *byte == b'(').map(|at| from + at) {
        let inside = &text[open + 1..];
        let end = inside.iter().position(|byte| matches!(byte, b':' | b')' | b'(')).unwrap_or(inside.len());
        match inside.get(end) {
            // The seconds of a time have two digits, so that this was a square.
            Some(b':')
                if from == 0 && is_square(inside) && (needs_square(&text[..open]) || inside[4..].contains(&b'(')) => {}
            Some(b':') => return Some(open),
            // The square of a damaged move has no second parenthesis.
            Some(b'(') => {}
            _ if is_blank(&inside[..end]) => return Some(open),
            _ => {}
        }
        from = open + 1 + end;
    }
    None
}

/// Returns true for two digits with any character between them, and a parenthesis.
fn is_square(inside: &[u8]) -> bool {
    matches!(inside, [b'1'..=b'9', _, b'1'..=b'9', b')', ..])
}

/// Returns true for the words of a move on the board, which its square must follow: they start with a digit or with 同.
fn needs_square(words: &[u8]) -> bool {
    let words = trim_bytes(words);
    // The first bytes of full-width digits.
    let is_move = words.starts_with(b"\xEF\xBC")
        || words.starts_with("同".as_bytes())
        || words.first().is_some_and(u8::is_ascii_digit);
    is_move && !words.ends_with("打".as_bytes())
}

/// Returns the moves of a line of KI2, each with the mark of its player at its start and without white space around it. What a damaged
/// character leaves after a space was a mark; it is left out.
pub(crate) fn moves(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = trim_lead(line);
    core::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = next_move(rest.as_bytes(), first.len_utf8());
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(trim_lead(trim(piece)))
    })
}

/// Returns the offset of the next move: of the next mark, or of a damaged character after a space.
fn next_move(line: &[u8], from: usize) -> usize {
    let mut at = from;
    // The first bytes of the marks and of U+FFFD. Few other characters have them.
    while let Some(found) = memchr::memchr2(0xE2, 0xEF, &line[at..]) {
        at += found;
        match &line[at..] {
            rest if is_mark(rest) => return at,
            [0xEF, 0xBF, 0xBD, ..] if trim_bytes(&line[..at]).len() < at => return at,
            _ => at += 1,
        }
    }
    line.len()
}

/// Returns the length of the marks at the start of a text.
pub(crate) fn marks_at_start(text: &str) -> usize {
    text.as_bytes().chunks_exact(MARK).take_while(|bytes| is_mark(bytes)).count() * MARK
}

/// The number of bytes of a mark.
const MARK: usize = '▲'.len_utf8();

/// Returns true if a text starts with the mark of a player.
fn is_mark(text: &[u8]) -> bool {
    // ▲ △ ▼ ▽, ☖ ☗
    matches!(text, [0xE2, 0x96, 0xB2 | 0xB3 | 0xBC | 0xBD, ..] | [0xE2, 0x98, 0x96 | 0x97, ..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{string::ToString, vec::Vec};

    #[test]
    fn the_parts_of_a_line_with_a_move() {
        let parts = |line| {
            let parts = move_line(line);
            (parts.number(), parts.words, parts.time, parts.tail)
        };
        assert_eq!(parts("   1 ７六歩(77)   ( 0:05/00:00:05)+"), (Some(1), "７六歩(77)", "( 0:05/00:00:05)", None));
        assert_eq!(parts("3 ２六歩(27)  + # x"), (Some(3), "２六歩(27)", "", Some(" x")));
        assert_eq!(parts("  12\t同　銀(31)(00:01/00:00:02)"), (Some(12), "同　銀(31)", "(00:01/00:00:02)", None));
        assert_eq!(parts("3 ２六歩(2 ( 0:05/)"), (Some(3), "２六歩(2", "( 0:05/)", None));
        assert_eq!(parts("6 投了         ()"), (Some(6), "投了", "()", None));
        assert_eq!(parts("99999999999999999999999 投了"), (None, "投了", "", None));
    }

    #[test]
    fn the_marks_are_those_of_the_players() {
        for c in '\u{2000}'..'\u{3000}' {
            let text = c.to_string();
            assert_eq!(is_mark(text.as_bytes()), kifu_shogiban::Color::from_mark(c).is_some(), "{c}");
        }
    }

    #[test]
    fn the_moves_of_a_line() {
        let found: Vec<_> = moves("▲７六歩    △３四歩 ▲同　銀左").collect();
        assert_eq!(found, ["▲７六歩", "△３四歩", "▲同　銀左"]);
        assert_eq!(moves("△△").collect::<Vec<_>>(), ["△", "△"]);
    }

    #[test]
    fn lines_cover_the_text() {
        let text = "\u{3000}\n手合割：平手\r\n手数----指手---\r*x\n &\n\n  \n1 x\n変化：2手\n|x\n+--\nまで\n先手番 \n先手番組：x\n無\n ９ ８ ７ \n盤面回転";
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
