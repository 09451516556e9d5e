//! Strings: decoding and escaping.

use alloc::{borrow::Cow, string::String};

/// A piece of a string, with its decoded meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'t> {
    /// Characters without escapes.
    Text(&'t str),
    /// A control character that is not escaped, which JSON does not allow.
    Control(char),
    /// One of JSON's escapes.
    Escape(char),
    /// An escaped lone surrogate.
    Lone(u16),
    /// An escape that only JavaScript has.
    Script(char),
    /// An escaped line end of JavaScript, which decodes to an empty text.
    Continued,
    /// A backslash before a character that needs no escape.
    Unknown(char),
    /// A backslash without a valid escape: `\u` or `\x` without its digits, or a backslash at the end of the text.
    Broken(&'t str),
}

/// The pieces of a string in quotes, up to its closing quote or to the end of its text.
#[derive(Clone, Debug)]
pub(crate) struct Pieces<'t> {
    text: &'t str,
    quote: u8,
    at: usize,
    /// True if the closing quote was reached.
    pub(crate) closed: bool,
}

impl<'t> Pieces<'t> {
    /// Creates the iterator. `text` begins with the opening quote.
    pub(crate) fn new(text: &'t str) -> Self {
        // The opening mark may be repeated. Two marks with nothing after them are an empty string.
        let at = match *text.as_bytes() {
            [b'"', b'"', _, ..] => 2,
            _ => 1,
        };
        Self { text, quote: text.as_bytes().first().copied().unwrap_or(b'"'), at, closed: false }
    }

    /// Returns the offset of the next piece, from the opening quote.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    fn escape(&self) -> (Piece<'t>, usize) {
        let after = &self.text[self.at + 1..];
        let Some(c) = after.chars().next() else {
            return (Piece::Broken(&self.text[self.at..]), 1);
        };
        let plain = |piece| (piece, 1 + c.len_utf8());
        match c {
            '"' | '\\' | '/' => plain(Piece::Escape(c)),
            'b' => plain(Piece::Escape('\u{8}')),
            'f' => plain(Piece::Escape('\u{C}')),
            'n' => plain(Piece::Escape('\n')),
            'r' => plain(Piece::Escape('\r')),
            't' => plain(Piece::Escape('\t')),
            'u' => match hex(&after[1..], 4) {
                None => plain(Piece::Broken(&self.text[self.at..self.at + 2])),
                Some(unit) => match char::from_u32(unit) {
                    Some(c) => (Piece::Escape(c), 6),
                    None => {
                        let low = after[5..].strip_prefix("\\u").and_then(|low| hex(low, 4));
                        match low.filter(|low| unit < 0xDC00 && (0xDC00..0xE000).contains(low)) {
                            Some(low) => {
                                let c = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                                (Piece::Escape(char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER)), 12)
                            }
                            None => (Piece::Lone(u16::try_from(unit).unwrap_or_default()), 6),
                        }
                    }
                },
            },
            '\'' => plain(Piece::Script('\'')),
            'v' => plain(Piece::Script('\u{B}')),
            '0' => plain(Piece::Script('\0')),
            'x' => match hex(&after[1..], 2).and_then(char::from_u32) {
                Some(c) => (Piece::Script(c), 4),
                None => plain(Piece::Broken(&self.text[self.at..self.at + 2])),
            },
            '\r' if after.starts_with("\r\n") => (Piece::Continued, 3),
            '\r' | '\n' | '\u{2028}' | '\u{2029}' => plain(Piece::Continued),
            _ => plain(Piece::Unknown(c)),
        }
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        if self.closed {
            return None;
        }
        let rest = self.text.get(self.at..)?.as_bytes();
        let (piece, len) = match *rest.first()? {
            b if b == self.quote => {
                self.closed = true;
                self.at += 1;
                return None;
            }
            b'\\' => self.escape(),
            b @ 0..0x20 => (Piece::Control(char::from(b)), 1),
            _ => {
                let ends = |b: &u8| *b == self.quote || *b == b'\\' || *b < 0x20;
                let len = rest.iter().position(ends).unwrap_or(rest.len());
                (Piece::Text(&self.text[self.at..self.at + len]), len)
            }
        };
        self.at += len;
        Some(piece)
    }
}

fn hex(text: &str, digits: usize) -> Option<u32> {
    let text = text.get(..digits)?;
    // `from_str_radix` would also accept a sign.
    text.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(text, 16).ok())?
}

/// Decodes a string. `text` includes its quotes; the closing quote may be missing. A text without quotes is returned unchanged.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    if !text.starts_with(['"', '\'']) {
        return Cow::Borrowed(text);
    }
    let mut out = Cow::Borrowed("");
    for piece in Pieces::new(text) {
        match piece {
            Piece::Text(text) | Piece::Broken(text) => out += text,
            Piece::Control(c) | Piece::Escape(c) | Piece::Script(c) | Piece::Unknown(c) => out.to_mut().push(c),
            Piece::Lone(_) => out.to_mut().push(char::REPLACEMENT_CHARACTER),
            Piece::Continued => {}
        }
    }
    out
}

/// Returns the text that closes an unclosed string without changing its content.
pub(crate) fn missing_quote(text: &str) -> &'static str {
    let mut pieces = Pieces::new(text);
    let dangling = matches!(pieces.by_ref().last(), Some(Piece::Broken("\\")));
    match (text.as_bytes().first(), pieces.closed) {
        (Some(b'"'), false) => {
            if dangling {
                "\\\""
            } else {
                "\""
            }
        }
        (Some(b'\''), false) => {
            if dangling {
                "\\'"
            } else {
                "'"
            }
        }
        _ => "",
    }
}

/// Appends a string of a document with the escapes of `JSON.stringify`. Lone surrogates stay escaped surrogates.
pub(crate) fn push_again(out: &mut String, text: &str) {
    if !text.starts_with(['"', '\'']) {
        return push_quoted(out, text);
    }
    out.push('"');
    let mut after_high = false;
    for piece in Pieces::new(text) {
        match piece {
            // An escaped line end separated the two halves. Without it they would become a pair.
            Piece::Lone(0xDC00..) if after_high => out.push(char::REPLACEMENT_CHARACTER),
            Piece::Text(text) | Piece::Broken(text) => push_escaped(out, text),
            Piece::Control(c) | Piece::Escape(c) | Piece::Script(c) | Piece::Unknown(c) => {
                push_escaped(out, c.encode_utf8(&mut [0; 4]));
            }
            Piece::Lone(unit) => push_unit(out, unit),
            Piece::Continued => continue,
        }
        after_high = matches!(piece, Piece::Lone(..0xDC00));
    }
    out.push('"');
}

/// Returns a text as a JSON string. Quotation marks, backslashes and control characters are escaped as in `JSON.stringify`.
///
/// ```
/// assert_eq!(kifu_json::quote("a \"ko\"\n"), r#""a \"ko\"\n""#);
/// ```
#[must_use]
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text);
    out
}

/// Appends a text to `out` as a JSON string, as [`quote`] does.
pub(crate) fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

fn push_escaped(out: &mut String, text: &str) {
    let bytes = text.as_bytes();
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = next_escaped(bytes, at) {
        out.push_str(&text[copied..found]);
        at = found + 1;
        copied = at;
        match bytes[found] {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            0x08 => out.push_str("\\b"),
            0x0C => out.push_str("\\f"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            byte => push_unit(out, u16::from(byte)),
        }
    }
    out.push_str(&text[copied..]);
}

/// Returns the offset of the first byte from `at` on that must be escaped. It checks eight bytes at a time, because comments are
/// long.
fn next_escaped(bytes: &[u8], mut at: usize) -> Option<usize> {
    const ONES: u64 = u64::MAX / 0xFF;
    const HIGH: u64 = ONES << 7;
    // Sets the high bit of each byte below `n`. If there is such a byte, other bytes may be marked too.
    let below = |word: u64, n: u8| word.wrapping_sub(ONES * u64::from(n)) & !word & HIGH;
    while let Some(chunk) = bytes[at..].first_chunk() {
        let word = u64::from_le_bytes(*chunk);
        let (quote, backslash) = (word ^ (ONES * u64::from(b'"')), word ^ (ONES * u64::from(b'\\')));
        if below(word, 0x20) | below(quote, 1) | below(backslash, 1) != 0 {
            break;
        }
        at += chunk.len();
    }
    bytes[at..].iter().position(|&b| b < 0x20 || b == b'"' || b == b'\\').map(|near| at + near)
}

fn push_unit(out: &mut String, unit: u16) {
    out.push_str("\\u");
    for shift in [12, 8, 4, 0] {
        let digit = u32::from((unit >> shift) & 0xF);
        out.push(char::from_digit(digit, 16).unwrap_or('0'));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_say_what_they_say() {
        assert_eq!(decode(r#""a\n\u00e9\ud83d\ude00\/""#), "a\né😀/");
        assert_eq!(decode(r#""\ud83dx\ude00""#), "\u{FFFD}x\u{FFFD}");
        assert_eq!(decode(r#""\ud83d\ud83d\ude00""#), "\u{FFFD}😀");
        assert_eq!(decode(r#""\q\u12\x4\x41\'\v\0""#), "q\\u12\\x4A'\u{B}\0");
        assert_eq!(decode("\"a\\\r\nb\\\nc\""), "abc");
        assert_eq!(decode("'it\\'s \"so\"'"), "it's \"so\"");
        assert_eq!(decode("\"open"), "open");
        assert_eq!(decode("\"open\\"), "open\\");
        assert_eq!(decode("\"open\\\""), "open\"");
        assert_eq!(decode("\""), "");
        assert_eq!(decode("bare\\n"), "bare\\n");
        assert!(matches!(decode("'plain'"), Cow::Borrowed("plain")));
        assert_eq!(decode("\"\\u00é\\u+123\""), "\\u00é\\u+123");
    }

    #[test]
    fn strings_are_written_again() {
        let again = |text: &str| {
            let mut out = String::new();
            push_again(&mut out, text);
            out
        };
        assert_eq!(again(r#"'\'"\u0041\/'"#), r#""'\"A/""#);
        assert_eq!(again(r#""\uD83D""#), r#""\ud83d""#);
        assert_eq!(again("\"\t\u{1}\u{7F}\u{2028}"), "\"\\t\\u0001\u{7F}\u{2028}\"");
        assert_eq!(quote("\u{8}\u{C}\u{1F}é"), "\"\\b\\f\\u001fé\"");
        // At each of the eight offsets, and next to any other byte.
        let text = "é #!]~\u{7F}  [ \u{80}ÿ x".repeat(2);
        for (at, _) in text.char_indices() {
            for c in ["\"", "\\", "\n", "\u{1F}"] {
                let text = String::from(&text[..at]) + c + &text[at..];
                assert_eq!(decode(&quote(&text)), text);
                assert_eq!(quote(&text).matches('\\').count(), 1 + usize::from(c == "\\"));
            }
        }
    }
}
