//! Escapes text from files, names and arguments, so that it cannot control a terminal.
//!
//! Control characters and the characters that reverse the direction of text become escapes as in Rust: `\n`, `\u{1b}`. A
//! backslash is not doubled: the output is for people, and a value that contains the text `\u{1b}` is harmless.
//!
//! Output may also be the log of a CI job, whose runner obeys commands in it. [`in_log`] escapes these.

use std::{borrow::Cow, fmt::Write};
use unicode_width::UnicodeWidthChar;

/// Returns true for characters that control a terminal or that it does not show: controls (C0, DEL and C1), line and paragraph
/// separators, marks of text direction, invisible letters (tags), and other invisible characters that format text.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
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

/// Returns the text without commands for the runner of a CI job: their first colon or second hash is an escape, as in
/// `\u{3a}:error::` and `#\u{23}[error]`.
pub(crate) fn in_log(text: &str) -> Cow<'_, str> {
    with_escapes(text, &commands_in_log(text), |c| c.escape_unicode().to_string())
}

/// Returns true if the runner of a CI job that reads this text in its log would obey a command in it.
pub(crate) fn has_commands(text: &str) -> bool {
    !commands_in_log(text).is_empty()
}

/// Returns the places to escape in a text, in order: in lines that begin with `::` after white space (GitHub Actions), and in words
/// such as `##[`, `##vso[` (Azure Pipelines; GitHub obeys the first) and `##teamcity[`, anywhere.
fn commands_in_log(text: &str) -> Vec<usize> {
    let mut places = hash_commands(text);
    if text.contains("::") {
        let of_line = |line: &str| {
            let start = line.len() - without_margin(line).len();
            line[start..].starts_with("::").then(|| line.as_ptr() as usize - text.as_ptr() as usize + start)
        };
        places.extend(text.split(['\n', '\r']).filter_map(of_line));
        places.sort_unstable();
    }
    places
}

/// Returns the places of the second hash of words such as `##[` and `##vso[`.
pub(crate) fn hash_commands(text: &str) -> Vec<usize> {
    let is_command = |rest: &str| rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('[');
    // The last two hashes of a row count, and `match_indices` would find the first two.
    let ends = text.match_indices('#').map(|(at, _)| at).filter(|&at| text[..at].ends_with('#'));
    ends.filter(|&at| is_command(&text[at + 1..])).collect()
}

/// Returns a line without the white space and the colours (SGR, ECMA-48) at its start.
fn without_margin(line: &str) -> &str {
    let mut rest = line.trim_start();
    while let Some((_, after)) = rest.strip_prefix("\u{1b}[").and_then(|sequence| sequence.split_once('m')) {
        rest = after.trim_start();
    }
    rest
}

/// Returns a text with the characters at `places` escaped. The places are in order.
pub(crate) fn with_escapes<'a>(text: &'a str, places: &[usize], escape: impl Fn(char) -> String) -> Cow<'a, str> {
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut out, mut done) = (String::with_capacity(text.len() + 8 * places.len()), 0);
    for &at in places {
        out.push_str(&text[done..at]);
        let c = text[at..].chars().next();
        out.extend(c.map(&escape));
        done = at + c.map_or(0, char::len_utf8);
    }
    Cow::Owned(out + &text[done..])
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
    fn invisible_letters_become_escapes() {
        assert_eq!(line("a\u{e0041}\u{e007f}\u{2060}b"), r"a\u{e0041}\u{e007f}\u{2060}b");
        // Variants of kanji.
        assert!(matches!(line("葛\u{e0100}城"), Cow::Borrowed(_)));
    }

    #[test]
    fn no_line_is_a_command_for_the_runner_of_a_job() {
        let text = "::error::a\n  comment\n \u{3000}::stop-commands::t\r::b\n\u{1b}[1m ::c\u{1b}[0m\nd ::e\n";
        let shown = "\\u{3a}:error::a\n  comment\n \u{3000}\\u{3a}:stop-commands::t\r\\u{3a}:b\n\u{1b}[1m \\u{3a}:c\u{1b}[0m\nd ::e\n";
        assert_eq!(in_log(text), shown);
        assert_eq!(
            in_log("a ##[error]b ###[x] ##vso[task] ## [c] #[d] ##"),
            r"a #\u{23}[error]b ##\u{23}[x] #\u{23}vso[task] ## [c] #[d] ##"
        );
        assert!(matches!(in_log("a::b ## c"), Cow::Borrowed(_)));
        assert!(!has_commands(&in_log(text)) && has_commands("+##[add-mask]x"));
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
