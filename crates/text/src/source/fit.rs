//! The fit of bytes to a charset: the numbers of whole and of damaged characters.
//!
//! Method: decode the bytes and count U+FFFD, once for each damaged sequence. Time and memory are linear in the number of bytes.

#[cfg(feature = "encoding")]
use super::coder::encoding_of;
use super::damage::{ValueEnd, restarts};
use crate::Charset;
#[cfg(feature = "encoding")]
use alloc::string::String;

/// The numbers of non-ASCII characters that bytes have in a charset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fit {
    /// Characters with all of their bytes.
    pub(super) whole: usize,
    /// Byte sequences that are not a character.
    pub(super) damaged: usize,
    /// Values with such a sequence before their last character. If a program cut a value, only its end is damaged; if the charset
    /// is wrong, damage is everywhere.
    pub(super) damaged_inside: usize,
}

impl Fit {
    /// Decodes the bytes in a charset and counts the characters.
    pub(super) fn of(bytes: &[u8], charset: &Charset, value_end: Option<ValueEnd>) -> Self {
        if *charset == Charset::UTF_8 {
            return Self::of_utf8(bytes);
        }
        let mut count = Count::default();
        let restarts = restarts(charset, bytes, value_end);
        let mut start = 0;
        for end in restarts.into_iter().chain([bytes.len()]) {
            decoded(&bytes[start..end], charset).chars().for_each(|c| count.add(c));
            start = end;
        }
        count.fit
    }

    fn of_utf8(bytes: &[u8]) -> Self {
        let mut count = Count::default();
        // The bytes that remain after a missing first byte are one damaged character.
        let mut left_over = 0;
        for chunk in bytes.utf8_chunks() {
            if !chunk.valid().is_empty() {
                chunk.valid().chars().for_each(|c| count.add(c));
                left_over = 0;
            }
            match chunk.invalid() {
                [] => {}
                [0x80..=0xBF] if (1..LONGEST_REST).contains(&left_over) => left_over += 1,
                invalid => {
                    count.add(char::REPLACEMENT_CHARACTER);
                    count.last_was_damaged = false;
                    left_over = invalid.len();
                }
            }
        }
        count.fit
    }

    /// Returns true if no character is damaged.
    pub(super) fn is_whole(&self) -> bool {
        self.damaged == 0
    }

    /// Returns true if at least half of the non-ASCII characters are whole, and there is at least one.
    pub(super) fn is_mostly_whole(&self) -> bool {
        self.whole > 0 && ONE_WHOLE_IN * self.whole >= self.whole + self.damaged
    }
}

/// In a charset that fits, at least one non-ASCII character in this many is whole. A heuristic; `cargo xtask charsets` measures its
/// effect.
const ONE_WHOLE_IN: usize = 2;

/// A character of UTF-8 has up to three bytes after the first.
const LONGEST_REST: usize = 3;

/// Counts the characters of a text.
#[derive(Default)]
struct Count {
    fit: Fit,
    /// True if the current value has a damaged character, and if another character follows that.
    is_value_damaged: bool,
    is_damaged_inside: bool,
    last_was_damaged: bool,
}

impl Count {
    fn add(&mut self, c: char) {
        match c {
            '[' | ']' | '"' | '\r' | '\n' => (self.is_value_damaged, self.is_damaged_inside) = (false, false),
            _ if self.is_value_damaged && !self.is_damaged_inside && !self.last_was_damaged => {
                self.is_damaged_inside = true;
                self.fit.damaged_inside += 1;
            }
            _ => {}
        }
        match c {
            char::REPLACEMENT_CHARACTER => {
                // A decoder may output several U+FFFD for one damaged sequence.
                self.fit.damaged += usize::from(!self.last_was_damaged);
                self.is_value_damaged = true;
            }
            c => self.fit.whole += usize::from(!c.is_ascii()),
        }
        self.last_was_damaged = c == char::REPLACEMENT_CHARACTER;
    }
}

#[cfg(feature = "encoding")]
pub(super) fn decoded<'b>(bytes: &'b [u8], charset: &Charset) -> alloc::borrow::Cow<'b, str> {
    let encoding = encoding_of(charset).unwrap_or(encoding_rs::UTF_8);
    encoding.decode_without_bom_handling(bytes).0
}

#[cfg(not(feature = "encoding"))]
pub(super) fn decoded<'b>(bytes: &'b [u8], _charset: &Charset) -> alloc::borrow::Cow<'b, str> {
    alloc::string::String::from_utf8_lossy(bytes)
}

/// The values with non-ASCII characters of a text in a charset.
#[cfg(feature = "encoding")]
#[derive(Debug, Default)]
pub(super) struct Values {
    /// The number of values without a damaged character.
    pub(super) whole: usize,
    /// The number of values with a damaged character.
    pub(super) damaged: usize,
    /// The bytes of all values without a damaged character.
    pub(super) undamaged: alloc::vec::Vec<u8>,
}

#[cfg(feature = "encoding")]
impl Values {
    /// Decodes the bytes in a charset and splits them into values. Decoding comes first, because brackets may be part of characters.
    pub(super) fn of(bytes: &[u8], charset: &Charset, value_end: Option<ValueEnd>) -> Self {
        let encoding = encoding_of(charset).unwrap_or(encoding_rs::UTF_8);
        let mut out = Self::default();
        let mut start = 0;
        for end in restarts(charset, bytes, value_end).into_iter().chain([bytes.len()]) {
            let text = decoded(&bytes[start..end], charset);
            for value in text.split(['[', ']', '"', '\r', '\n']).filter(|value| !value.is_ascii()) {
                if value.contains(char::REPLACEMENT_CHARACTER) {
                    out.damaged += 1;
                } else {
                    out.whole += 1;
                    out.undamaged.extend_from_slice(&encoding.encode(value).0);
                    out.undamaged.push(b'\n');
                }
            }
            start = end;
        }
        out
    }
}

/// Returns each value of a file, up to the first character that is damaged in a charset.
#[cfg(feature = "encoding")]
pub(super) fn undamaged_starts<'b>(bytes: &'b [u8], charset: &Charset) -> impl Iterator<Item = &'b [u8]> {
    let encoding = encoding_of(charset).unwrap_or(encoding_rs::UTF_8);
    let values = bytes.split(|byte| matches!(byte, b'[' | b']' | b'"' | b'\n'));
    values.filter(|value| !value.is_ascii()).map(move |value| {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut text =
            String::with_capacity(decoder.max_utf8_buffer_length_without_replacement(value.len()).unwrap_or(0));
        match decoder.decode_to_string_without_replacement(value, &mut text, true) {
            (encoding_rs::DecoderResult::Malformed(bad, after), read) => {
                &value[..read.saturating_sub(usize::from(bad) + usize::from(after))]
            }
            _ => value,
        }
    })
}

#[cfg(all(test, feature = "encoding"))]
mod tests {
    use super::*;

    fn fit(bytes: &[u8], charset: &str) -> (usize, usize, usize) {
        let Fit { whole, damaged, damaged_inside } = Fit::of(bytes, &Charset::new(charset), None);
        (whole, damaged, damaged_inside)
    }

    #[test]
    fn damaged_characters_are_counted_once() {
        assert_eq!(fit("PB[吴清源]".as_bytes(), "UTF-8"), (3, 0, 0));
        // 有 without its last byte, without two, and without its first.
        assert_eq!(fit(b"PB[\xE4\xBD\xA0\xE6\x9C]", "UTF-8"), (1, 1, 0));
        assert_eq!(fit(b"PB[\xE4\xBD\xA0\xE6]PW[\xE6]", "UTF-8"), (1, 2, 0));
        assert_eq!(fit(b"PB[\xE4\xBD\xA0\x9C\x89]", "UTF-8"), (1, 1, 0));
        assert_eq!(fit(b"PB[\xE4\xBD\xA0\x9C\x89 1]C[\xE6 \xE6]", "UTF-8"), (1, 3, 2));
        // The four bytes of 吴清 in GBK are not characters of UTF-8.
        assert_eq!(fit(b"PB[\xCE\xE2\xC7\xE5]", "UTF-8"), (0, 4, 1));
        assert_eq!(fit(b"PB[\xCE\xE2\xC7\xE5]PW[\xCE]", "EUC-KR"), (2, 1, 0));
        assert_eq!(fit(b"", "GBK"), (0, 0, 0));
    }
}
