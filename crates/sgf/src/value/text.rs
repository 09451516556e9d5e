//! Text and SimpleText: read from the raw value, and written with escapes.

use crate::document::parse::is_space_or_control;
use alloc::{borrow::Cow, string::String};

/// Returns a value of the SGF type Text: resolves escapes and soft line breaks. Each of the four kinds of newline becomes `\n`, and
/// other white space a space.
///
/// ```
/// assert_eq!(kifu_sgf::value::text("a\\]b\\\nc\r\nd\te"), "a]bc\nd e");
/// ```
#[must_use]
pub fn text(raw: &str) -> Cow<'_, str> {
    unescape(raw, "\n")
}

/// Returns a value of the SGF type SimpleText: like Text, but newlines become spaces.
///
/// ```
/// assert_eq!(kifu_sgf::value::simple_text("two\nlines\\:"), "two lines:");
/// ```
#[must_use]
pub fn simple_text(raw: &str) -> Cow<'_, str> {
    unescape(raw, " ")
}

/// Returns true if a raw value has no visible character: each is white space, or a control character, which is read as a space.
pub(crate) fn is_blank(raw: &str) -> bool {
    simple_text(raw).trim().is_empty()
}

fn unescape<'a>(raw: &'a str, newline: &str) -> Cow<'a, str> {
    // 0xEF may start a byte-order mark, which counts as a space.
    let plain = |b: u8| (b >= b' ') & (b != b'\\') & (b != 0x7F) & (b != 0xEF);
    let keeps_lines = newline == "\n";
    if all(raw, |b| plain(b) | ((b == b'\n') & keeps_lines)) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.bytes().position(|b| !plain(b)) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(len) = newline_len(rest) {
            out.push_str(newline);
            rest = &rest[len..];
        } else if let Some(escaped) = rest.strip_prefix('\\') {
            rest = escaped;
            if let Some(len) = newline_len(rest) {
                rest = &rest[len..];
            } else if let Some(character) = rest.chars().next() {
                // SPEC: SGF FF[4], Text: any white space becomes a space, escaped or not.
                out.push(if matches!(character, '\t' | '\x0B' | '\x0C') { ' ' } else { character });
                rest = &rest[character.len_utf8()..];
            }
        } else if let Some(character) = rest.chars().next() {
            out.push(if character.is_ascii() || character == '\u{FEFF}' { ' ' } else { character });
            rest = &rest[character.len_utf8()..];
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Returns the length of the newline that `text` starts with.
pub(crate) fn newline_len(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'\r', b'\n', ..] | [b'\n', b'\r', ..] => Some(2),
        [b'\r' | b'\n', ..] => Some(1),
        _ => None,
    }
}

/// The place of a text in a value, which decides whether its colons are escaped.
///
/// This enum is exhaustive: SGF composes values of two parts, and a text is one of them or the whole value.
///
/// ```
/// use kifu_sgf::value::{TextPlace, escape};
/// assert_eq!(escape("1:0", TextPlace::Whole), "1:0");
/// assert_eq!(escape("1:0", TextPlace::Part), "1\\:0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextPlace {
    /// The whole value.
    Whole,
    /// A part of a composed value, whose parts are separated by a colon.
    Part,
}

/// Escapes a text for its place between brackets.
///
/// A `[` after the identifier of a property or before a point and a colon is escaped too, so that readers do not report a
/// missing bracket.
///
/// SGF cannot write a tab or another control character, because they are read as spaces. Control characters other than tabs
/// are written as spaces.
///
/// ```
/// use kifu_sgf::value::{TextPlace, escape, text};
/// assert_eq!(escape("a]b:c", TextPlace::Whole), "a\\]b:c");
/// assert_eq!(escape("Ida [9d] and KM[6.5", TextPlace::Whole), "Ida [9d\\] and KM\\[6.5");
/// assert_eq!(text(&escape("a\tb", TextPlace::Whole)), "a b");
/// ```
#[must_use]
pub fn escape(text: &str, place: TextPlace) -> Cow<'_, str> {
    escape_with(text, place, |control| if control == '\t' { "\t" } else { " " })
}

/// Escapes a text for the slot, where every escaped character keeps its meaning.
pub(crate) fn escape_in_slot(text: &str, place: TextPlace) -> Cow<'_, str> {
    escape_with(text, place, |_| "\\")
}

/// `control` returns what replaces a control character; a backslash means that the character is escaped.
fn escape_with(text: &str, place: TextPlace, control: impl Fn(char) -> &'static str) -> Cow<'_, str> {
    let special = |b: u8| {
        matches!(b, b'[' | b']' | b'\\')
            || (b < b' ' && b != b'\n')
            || b == 0x7F
            || (place == TextPlace::Part && b == b':')
    };
    if !text.bytes().any(|b| special(b) || b == 0xEF) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    let mut after_escape = false;
    while let Some(character) = rest.chars().next() {
        // The character ESC with a `$` or `(` after it would look like ISO-2022-JP.
        if core::mem::replace(&mut after_escape, character == '\u{1B}')
            && matches!(character, '$' | '(')
            && out.ends_with('\u{1B}')
        {
            out.push('\\');
        }
        // A newline cannot be escaped: after a backslash it vanishes. Every kind is written as `\n`.
        let newline = newline_len(rest);
        if newline.is_some() {
            out.push('\n');
        } else if character.is_ascii_control() || character == '\u{FEFF}' {
            let written = control(character);
            out.push_str(written);
            if written == "\\" {
                out.push(character);
            }
        } else {
            let is_plain = character == '['
                && !follows_identifier(&text[..text.len() - rest.len()])
                && !matches!(rest.as_bytes(), [_, x, y, b':', ..] if x.is_ascii_alphabetic() && y.is_ascii_alphabetic());
            if character.is_ascii() && special(character as u8) && !is_plain {
                out.push('\\');
            }
            out.push(character);
        }
        rest = &rest[newline.unwrap_or(character.len_utf8())..];
    }
    Cow::Owned(out)
}

/// Returns true if a reader may take the end of a text and a bracket after it for a property: the text ends in a capital, in a long name
/// on its own line, or in the long name of a move. White space, or one stray character, may follow the name.
fn follows_identifier(text: &str) -> bool {
    let text = text.trim_end_matches(is_space_or_control);
    let name = text.strip_suffix([':', '=', ',', '.']).unwrap_or(text);
    let before = name.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_long = before.len() < name.len() && before.ends_with(['\n', '\r']);
    name.ends_with(|c: char| c.is_ascii_uppercase()) || is_long || follows_long_move(text)
}

/// Returns true if a text ends in the long or lower-case name of a move after its semicolon.
pub(crate) fn follows_long_move(text: &str) -> bool {
    let names = ["Black", "White", "b", "w"];
    names
        .iter()
        .filter_map(|name| text.strip_suffix(name))
        .any(|before| before.trim_end_matches(is_space_or_control).ends_with(';'))
}

/// Returns true if the byte at `at` is escaped by a backslash.
pub(crate) fn is_escaped(text: &str, at: usize) -> bool {
    text.as_bytes()[..at].iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1
}

/// Returns true if `holds` is true for every byte. It examines 64 bytes at a time, because texts are long and the result is
/// mostly true.
pub(crate) fn all(text: &str, holds: impl Fn(u8) -> bool) -> bool {
    text.as_bytes().chunks(64).all(|chunk| chunk.iter().fold(true, |all, &b| all & holds(b)))
}

/// Returns a text with full-width letters and digits as ASCII.
pub(super) fn half_width(text: &str) -> String {
    let half = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' => ' ',
        c => c,
    };
    text.chars().map(half).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::compose, *};
    use alloc::format;
    use proptest::prelude::*;

    #[test]
    fn texts_are_unescaped_as_the_standard_says() {
        for (raw, long, short) in [
            ("plain", "plain", "plain"),
            ("a\\]b\\\\c", "a]b\\c", "a]b\\c"),
            ("a\nb\r\nc\rd\n\re", "a\nb\nc\nd\ne", "a b c d e"),
            ("soft\\\nbreak\\\r\nhere", "softbreakhere", "softbreakhere"),
            ("tab\tvt\x0Bnul\0", "tab vt nul ", "tab vt nul "),
            ("\\t\\\tx\\\x0B", "t x ", "t x "),
            ("end\\", "end", "end"),
            ("\\囲碁\\:", "囲碁:", "囲碁:"),
            ("a\n\n\rb", "a\n\nb", "a  b"),
        ] {
            assert_eq!(text(raw), long, "{raw:?}");
            assert_eq!(simple_text(raw), short, "{raw:?}");
        }
    }

    #[test]
    fn newlines_are_written_as_they_are_read() {
        let written = escape("a\rb\r\nc\n\rd\n]", TextPlace::Whole);
        assert_eq!(written, "a\nb\nc\nd\n\\]");
        assert_eq!(text(&written), "a\nb\nc\nd\n]");
    }

    proptest! {
        #[test]
        fn escaping_is_undone(words in prop::collection::vec("[a-z\\]\\[:\\\\ \n;]{0,4}", 0..6)) {
            let written = words.concat();
            let escaped = escape(&written, TextPlace::Whole);
            prop_assert_eq!(text(&escaped), written.clone());
            let line = written.replace('\n', "");
            let composed = format!("{}:{}", escape(&line, TextPlace::Part), escape(&line, TextPlace::Part));
            let (a, b) = compose(&composed).unwrap();
            prop_assert_eq!((simple_text(a), simple_text(b)), (line.clone().into(), line.into()));
        }
    }
}
