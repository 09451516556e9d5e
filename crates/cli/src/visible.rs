//! Escapes text from files, names and arguments, so that it cannot control a terminal.
//!
//! Control characters and the characters that reverse the direction of text become escapes as in Rust: `\n`, `\u{1b}`. A
//! backslash is not doubled: the output is for people, and a value that contains the text `\u{1b}` is harmless.

use std::{borrow::Cow, fmt::Write};
use unicode_width::UnicodeWidthChar;

/// Returns true for characters that control a terminal or that it does not show: controls (C0, DEL and C1), line and paragraph
/// separators, marks of text direction, and other invisible characters that format text.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{206F}'
                | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
}

/// Returns the text on one line: for names, values and messages.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escaped(text, "")
}

/// Returns the text, with tabs unchanged, for an excerpt of a file.
pub(crate) fn excerpt(text: &str) -> Cow<'_, str> {
    escaped(text, "\t")
}

/// Returns the text, with line feeds and tabs unchanged.
pub(crate) fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, "\n\t")
}

/// Returns the bytes of a file as text, with line feeds and tabs unchanged. Bytes that are not UTF-8 become escapes such as `\xE9`.
/// Carriage returns at the ends of lines are left out.
pub(crate) fn bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.push_str(&lines(&chunk.valid().replace("\r\n", "\n")));
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02X}");
        }
    }
    out
}

/// Returns the number of columns that a character takes in an excerpt, at least one.
///
/// A combining mark counts as one column too, so that the number of columns limits the number of characters.
pub(crate) fn width(c: char) -> usize {
    match c {
        '\t' => 4,
        _ if is_hidden(c) => c.escape_default().len(),
        _ => c.width().unwrap_or(1).max(1),
    }
}

/// Returns the number of columns of a text in one line.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Escapes every hidden character that is not in `kept`.
fn escaped<'a>(text: &'a str, kept: &str) -> Cow<'a, str> {
    let acts = |c: char| is_hidden(c) && !kept.contains(c);
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if acts(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_become_escapes() {
        let text =
            "a\x1b[31m\0\x0B\r\n\tb\u{9b}\u{2028}\u{2029}\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}碁 é";
        let shown = r"a\u{1b}[31m\u{0}\u{b}\r\n\tb\u{9b}\u{2028}\u{2029}\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}碁 é";
        assert_eq!(line(text), shown);
        assert_eq!(lines(text), shown.replacen(r"\n\t", "\n\t", 1));
        assert!(matches!(line("碁 C:\\games"), Cow::Borrowed("碁 C:\\games")));
    }

    #[test]
    fn bytes_are_shown_as_text() {
        assert_eq!(bytes("(;C[碁]\r\n;B[aa]\r)\n".as_bytes()), "(;C[碁]\n;B[aa]\\r)\n");
        assert_eq!(bytes(b"PB[\x96\x7B]\n"), "PB[\\x96{]\n");
    }

    #[test]
    fn an_escape_is_as_wide_as_it_is_written() {
        for c in ['\0', '\r', '\x1b', '\u{9b}', '\u{2028}', 'a'] {
            assert_eq!(width(c), excerpt(&c.to_string()).len(), "{c:?}");
        }
    }

    #[test]
    fn east_asian_characters_take_two_columns() {
        for (c, columns) in [('a', 1), ('é', 1), ('—', 1), ('碁', 2), ('ｱ', 1), ('Ａ', 2), ('한', 2), ('\u{301}', 1)]
        {
            assert_eq!(width(c), columns, "{c:?}");
        }
    }
}
