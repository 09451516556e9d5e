//! Restart points of decoding after a damaged character, so that one damaged byte does not change the text after it.
//!
//! Two kinds of encodings need this; in the others the decoder finds the next character by itself:
//!
//! * In GBK, gb18030, Big5 and Shift_JIS the second byte of a character may be ASCII punctuation, such as the `]` of SGF. If the
//!   second byte of a character is missing, the decoder takes the character that ends the value instead, and what follows becomes
//!   text. The format says which character ends its values, and where it certainly does ([`ValueEnd`]); decoding restarts there.
//! * In UTF-16 a missing byte shifts everything after it by one byte. The text of a record is mostly ASCII, which then appears as
//!   characters whose low byte is zero. Decoding restarts at the start of such a run ([`SHIFTED_RUN`]).
//!
//! Both searches read the bytes once. An escape character that becomes part of a damaged character is not detected, because many characters
//! with the second byte `\\` precede the end of a value.

use super::detect::is_utf16;
use crate::Charset;
use alloc::vec::Vec;

/// The ASCII character with which a format ends its values, as `]` in SGF. It may be the second byte of a character in GBK, gb18030,
/// Big5 or Shift_JIS.
///
/// ```
/// use kifu_text::ValueEnd;
/// let value_end = ValueEnd::new(b']', |bytes, at| bytes[at + 1..].starts_with(b";B[")).with_escape(b'\\');
/// assert!((value_end.is_certain)(b"PB[\xCE];B[aa]", 4));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ValueEnd {
    /// The character that ends a value.
    pub end: u8,
    /// The character that makes the next `end` a part of the text, if the format has one.
    pub escape: Option<u8>,
    /// Returns true if the `end` at this offset certainly is syntax, even if the byte before it could be the first of a two-byte
    /// character.
    pub is_certain: fn(&[u8], usize) -> bool,
}

impl ValueEnd {
    /// Creates the description of a format whose values end with the ASCII character `end`. `is_certain` gets the bytes of the file
    /// and the offset of an `end`.
    ///
    /// ```
    /// use kifu_text::ValueEnd;
    /// // A format with one `name: "value"` on each line.
    /// let value_end = ValueEnd::new(b'"', |bytes, at| bytes.get(at + 1) == Some(&b'\n'));
    /// assert_eq!((value_end.end, value_end.escape), (b'"', None));
    /// ```
    #[must_use]
    pub const fn new(end: u8, is_certain: fn(&[u8], usize) -> bool) -> Self {
        Self { end, escape: None, is_certain }
    }

    /// Returns the description with the ASCII character that escapes `end`.
    #[must_use]
    pub const fn with_escape(self, escape: u8) -> Self {
        Self { escape: Some(escape), ..self }
    }
}

/// Returns the offsets in `bytes` at which decoding restarts, in ascending order. All of `bytes` is in one charset, and a character
/// starts at 0.
pub(super) fn restarts(charset: &Charset, bytes: &[u8], value_end: Option<ValueEnd>) -> Vec<usize> {
    if is_utf16(charset) {
        return shifted_units(bytes, *charset == Charset::UTF_16BE);
    }
    match (value_end, TwoBytes::of(charset)) {
        (Some(value_end), Some(two_bytes)) => taken_ends(two_bytes, bytes, value_end),
        _ => Vec::new(),
    }
}

/// The charsets whose characters may have ASCII punctuation as the second byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TwoBytes {
    Gb18030,
    Big5,
    ShiftJis,
}

impl TwoBytes {
    fn of(charset: &Charset) -> Option<Self> {
        match charset.name() {
            "GBK" | "gb18030" => Some(Self::Gb18030),
            "Big5" => Some(Self::Big5),
            "Shift_JIS" => Some(Self::ShiftJis),
            _ => None,
        }
    }

    /// Returns the length of the character at the start of `bytes`, whether or not the charset assigns it.
    fn len(self, bytes: &[u8]) -> usize {
        match (self, bytes) {
            (_, [0..=0x80, ..]) | (Self::ShiftJis, [0xA0..=0xDF, ..]) => 1,
            (Self::Gb18030, [_, 0x30..=0x39, 0x81..=0xFE, 0x30..=0x39, ..]) => 4,
            (Self::Gb18030 | Self::ShiftJis, [_, 0x40..=0x7E | 0x80..=0xFE, ..]) => 2,
            (Self::Big5, [_, 0x40..=0x7E | 0xA1..=0xFE, ..]) => 2,
            _ => 1,
        }
    }
}

/// Returns the offsets of characters that end a value and that the decoder would take for the second byte of a character.
fn taken_ends(charset: TwoBytes, bytes: &[u8], value_end: ValueEnd) -> Vec<usize> {
    let mut out = Vec::new();
    // A character starts at `known`.
    let mut known = 0;
    for at in memchr::memchr_iter(value_end.end, bytes) {
        if at == 0 || bytes[at - 1] < 0x80 || !(value_end.is_certain)(bytes, at) {
            continue;
        }
        // Bytes below 0x30 are never part of a longer character.
        let from = bytes[known..at].iter().rposition(|&byte| byte < 0x30).map_or(known, |last| known + last + 1);
        let mut next = from;
        while next < at {
            next += charset.len(&bytes[next..]);
        }
        if next > at {
            out.push(at);
        }
        known = at + 1;
    }
    out
}

/// Returns the number of values in `bytes` whose end is escaped in `charset`, although the format says that the value ends there,
/// and although the escape character may be the second byte of a character: `PB[\x95\x5C]PW[Lee]` of SGF is `PB[表]` in Shift_JIS.
///
/// Reads the bytes once. Returns 0 if the format has no escape character.
#[cfg(feature = "encoding")]
pub(super) fn escaped_ends(charset: &Charset, bytes: &[u8], value_end: ValueEnd) -> usize {
    let Some(escape) = value_end.escape else { return 0 };
    let two_bytes = TwoBytes::of(charset);
    // A character starts at `known`.
    let (mut known, mut count) = (0, 0);
    for at in memchr::memchr_iter(value_end.end, bytes) {
        let is_after_escape = matches!(bytes[..at], [.., 0x80..=0xFF, last] if last == escape);
        if !is_after_escape || !(value_end.is_certain)(bytes, at) {
            continue;
        }
        let is_escape = two_bytes.is_none_or(|two_bytes| {
            let from = bytes[known..at].iter().rposition(|&byte| byte < 0x30).map_or(known, |last| known + last + 1);
            let mut next = from;
            while next < at - 1 {
                next += two_bytes.len(&bytes[next..]);
            }
            next == at - 1
        });
        count += usize::from(is_escape);
        known = at + 1;
    }
    count
}

/// The minimum length of a run of shifted ASCII characters, which no language has as text. At the end of a file a shorter run is
/// enough.
const SHIFTED_RUN: usize = 3;

/// Returns the offsets at which UTF-16 is shifted by one byte.
fn shifted_units(bytes: &[u8], big_endian: bool) -> Vec<usize> {
    let mut out = Vec::new();
    // In a shifted ASCII character, the zero byte comes first in little-endian text, and second in big-endian text.
    let (zero, letter) = if big_endian { (1, 0) } else { (0, 1) };
    let is_ascii = |byte: u8| matches!(byte, 0x20..=0x7E | b'\t' | b'\n' | b'\r');
    let is_shifted = |at: usize| bytes.get(at..at + 2).is_some_and(|unit| unit[zero] == 0 && is_ascii(unit[letter]));
    let mut at = 0;
    while at + 1 < bytes.len() {
        if !is_shifted(at) {
            at += 2;
            continue;
        }
        // The run may start one byte earlier: with the last byte of the previous unit and the first
        // byte of this one.
        let start = match big_endian {
            false if at > 0 && is_ascii(bytes[at - 1]) => at - 1,
            true if at > 0 && bytes[at - 1] == 0 => at - 1,
            _ => at + 1,
        };
        let letters = bytes[start..].chunks_exact(2).map_while(|unit| {
            // The characters without the shift.
            (unit[letter] == 0 && is_ascii(unit[zero])).then_some(unit[zero])
        });
        // A row of 一 (U+4E00) looks like a row of N. Records have brackets and quotes in any stretch of ASCII.
        let has_punctuation = letters.clone().any(|letter| b"[]{}();\"".contains(&letter));
        let run = letters.count();
        let is_at_end = start + 2 * run + 1 >= bytes.len();
        if run < SHIFTED_RUN && !is_at_end || !has_punctuation {
            at += 2 * run.max(1);
            continue;
        }
        out.push(start);
        at = start;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// Accepts any bracket before two capitals and a bracket.
    const BEFORE_PROPERTY: ValueEnd =
        ValueEnd::new(b']', |bytes, at| matches!(bytes[at + 1..], [b'A'..=b'Z', b'A'..=b'Z', b'[', ..]))
            .with_escape(b'\\');

    fn brackets(charset: &str, bytes: &[u8]) -> Vec<usize> {
        restarts(&Charset::new(charset), bytes, Some(BEFORE_PROPERTY))
    }

    #[test]
    fn a_lead_byte_does_not_take_the_end_of_its_value() {
        // 吴 without its second byte, whole, and before a whole character.
        assert_eq!(brackets("GBK", b"PB[\xCE]PW[x]"), [4]);
        assert_eq!(brackets("GBK", b"PB[\xCE\xE2]PW[x]"), [0; 0]);
        assert_eq!(brackets("GBK", b"PB[\xCE\xE2\xC7]PW[\xCE]BR[1]"), [6, 11]);
        // 鐎 is 81 5D in GBK; the bracket after it is the end.
        assert_eq!(brackets("GBK", b"PB[\x81\x5D]PW[x]"), [0; 0]);
        assert_eq!(brackets("gb18030", b"PB[\x81\x30\x81\x30]PW[x]"), [0; 0]);
        assert_eq!(brackets("gb18030", b"PB[\x81\x30\x81]PW[x]"), [6]);
        // Half-width kana are one byte each in Shift_JIS.
        assert_eq!(brackets("Shift_JIS", b"PB[\xB1]PW[\x96]WR[x]"), [9]);
        assert_eq!(brackets("EUC-JP", b"PB[\xB1]PW[x]"), [0; 0]);
        assert_eq!(restarts(&Charset::new("GBK"), b"PB[\xCE]PW[x]", None), [0; 0]);
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn the_format_decides_which_characters_end_and_escape_a_value() {
        // 閖 is E8 7C in Shift_JIS; the second byte is the bar that ends the values of this format.
        let bars = ValueEnd::new(b'|', |bytes, at| bytes.get(at + 1) == Some(&b'\n')).with_escape(b'^');
        let restarts = |bytes| restarts(&Charset::new("Shift_JIS"), bytes, Some(bars));
        assert_eq!(restarts(b"name \xE8|\nrank 9p|\n"), [6]);
        assert_eq!(restarts(b"name \xE8]\nrank 9p|\n"), [0; 0]);
        let escaped = |bytes, end| escaped_ends(&Charset::new("windows-1252"), bytes, end);
        assert_eq!(escaped(b"name \x95^|\n", bars), 1);
        assert_eq!(escaped(b"name \x95\\|\n", bars), 0);
        assert_eq!(escaped(b"name \x95^|\n", ValueEnd { escape: None, ..bars }), 0);
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn a_backslash_in_a_character_escapes_nothing() {
        let escaped = |charset, bytes| escaped_ends(&Charset::new(charset), bytes, BEFORE_PROPERTY);
        assert_eq!(escaped("windows-1252", b"PB[\x95\x5C]PW[\x95\x5C]KM[6]"), 2);
        assert_eq!(escaped("Shift_JIS", b"PB[\x95\x5C]PW[\x95\x5C]KM[6]"), 0);
        // A half-width kana and a backslash.
        assert_eq!(escaped("Shift_JIS", b"PB[\xB3\x5C]PW[x]"), 1);
        assert_eq!(escaped("Big5", b"PB[\xB3\x5C]PW[x]"), 0);
        // A whole character before a backslash, and a bracket that is text.
        assert_eq!(escaped("Big5", b"PB[\xA4\xA4\x5C]PW[x]"), 1);
        assert_eq!(escaped("windows-1252", b"C[caf\xE9\x5C] noir]PW[x]"), 0);
    }

    #[test]
    fn utf16_that_slipped_starts_anew() {
        for big in [false, true] {
            let bytes = |text: &str| -> Vec<u8> {
                text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
            };
            let charset = if big { Charset::UTF_16BE } else { Charset::UTF_16LE };
            let whole = bytes("PB[吴清源]PW[一一一一]C[N一N一]");
            assert_eq!(restarts(&charset, &whole, None), [0; 0], "{big}");
            // If either byte of 清 is missing, decoding restarts at the bracket.
            for missing in [8, 9] {
                let mut damaged = whole.clone();
                damaged.remove(missing);
                let found = restarts(&charset, &damaged, None);
                assert_eq!(found.len(), 1, "{big} {missing}");
                assert_eq!(damaged[found[0]..], whole[12..], "{big} {missing}");
            }
            // At the end of a file.
            let mut damaged = bytes("C[吴])");
            damaged.remove(4);
            assert_eq!(restarts(&charset, &damaged, None), [5], "{big}");
            // Twice in one file.
            let twice = bytes("PB[吴]PW[x]BR[碁]C[y]");
            let mut damaged = twice.clone();
            damaged.remove(6);
            damaged.remove(25);
            let found = restarts(&charset, &damaged, None);
            assert_eq!(found.len(), 2, "{big}: {damaged:?}");
            assert_eq!(damaged[found[1]..], twice[28..], "{big}");
        }
        assert_eq!(restarts(&Charset::UTF_16LE, b"", None), vec![0; 0]);
        assert_eq!(restarts(&Charset::UTF_16LE, b"a", None), vec![0; 0]);
    }
}
