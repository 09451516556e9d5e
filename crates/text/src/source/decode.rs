//! Decoding: from bytes to text, with checkpoints, which are pairs of corresponding offsets in the text and in the bytes.

use super::{Segment, damage::ValueEnd, detect, fit, fit::Fit};
#[cfg(feature = "encoding")]
use super::{
    coder::{Decoding, encoding_of},
    damage::restarts,
    encode::is_shifted_after,
};
use crate::{Charset, Diagnostics, Span, codes};
use alloc::{borrow::Cow, format, string::String, vec::Vec};

/// Decodes the stretch from `segment.start` to the end of `bytes`, and appends it to `text`.
pub(super) fn decode(
    segment: &Segment,
    bytes: &[u8],
    value_end: Option<ValueEnd>,
    text: &mut String,
    checkpoints: &mut Vec<(usize, usize)>,
    diagnostics: &mut Diagnostics,
) {
    let mark = if segment.start == 0 { detect::mark_len(bytes, &segment.charset) } else { 0 };
    let start = segment.start + mark;
    checkpoints.push((text.len(), start));
    if segment.charset == Charset::UTF_8 {
        utf8(&bytes[start..], start, text, checkpoints, diagnostics);
    } else {
        other(&segment.charset, &bytes[start..], start, value_end, text, checkpoints, diagnostics);
    }
}

/// Decodes bytes in a charset, without its byte-order mark. Invalid bytes become U+FFFD.
pub(crate) fn decode_lossy<'b>(charset: &Charset, bytes: &'b [u8]) -> Cow<'b, str> {
    let bytes = &bytes[detect::mark_len(bytes, charset)..];
    match *charset == Charset::UTF_8 {
        true => String::from_utf8_lossy(bytes),
        false => fit::decoded(bytes, charset),
    }
}

/// Reports one damaged character, read as U+FFFD at `at`.
fn damaged(charset: &Charset, byte: usize, at: usize, diagnostics: &mut Diagnostics) {
    let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
    let message = || format!("damaged character at byte {byte} (invalid {charset}); read as \u{FFFD}");
    diagnostics
        .report(&codes::DAMAGED_CHARACTER, span, message)
        .help("the bytes stay in the file; write the correct text");
}

/// Bytes that are invalid in a charset, as one diagnostic.
struct Undecodable {
    /// The offset of the first invalid place, in the text and in the bytes.
    text: usize,
    byte: usize,
    /// The number of invalid places, and the noun for one of them.
    count: usize,
    unit: &'static str,
}

impl Undecodable {
    fn report(&self, charset: &Charset, text: &str, diagnostics: &mut Diagnostics) {
        let at = text[self.text..].find(char::REPLACEMENT_CHARACTER).map_or(self.text, |found| self.text + found);
        let more = match self.count {
            1 => String::new(),
            2 => format!(" and in another {}", self.unit),
            count => format!(" and in {} more {}s", count - 1, self.unit),
        };
        let message = || format!("invalid {charset} at byte {}{more}; read as \u{FFFD}", self.byte);
        let len = if text[at..].starts_with(char::REPLACEMENT_CHARACTER) { 3 } else { 0 };
        diagnostics
            .report(&codes::UNDECODABLE, Span::new(at, at + len), message)
            .help("the bytes stay in the file; if the charset is wrong, choose another");
    }
}

/// Decodes UTF-8. Adds a checkpoint before and after each invalid sequence: between two checkpoints, text and bytes are identical.
///
/// In UTF-8 a damaged character does not affect others. If at least half of the characters are whole, each damaged one is a
/// warning. Otherwise the charset is probably wrong, which is one error.
fn utf8(
    bytes: &[u8],
    start: usize,
    text: &mut String,
    checkpoints: &mut Vec<(usize, usize)>,
    diagnostics: &mut Diagnostics,
) {
    let is_damage = Fit::of(bytes, &Charset::UTF_8, None).is_mostly_whole();
    let mut undecodable: Option<Undecodable> = None;
    let mut byte = start;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        byte += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            if is_damage {
                damaged(&Charset::UTF_8, byte, text.len(), diagnostics);
            } else {
                undecodable.get_or_insert(Undecodable { text: text.len(), byte, count: 0, unit: "place" }).count += 1;
            }
            checkpoints.push((text.len(), byte));
            text.push(char::REPLACEMENT_CHARACTER);
            byte += chunk.invalid().len();
            checkpoints.push((text.len(), byte));
        }
    }
    if let Some(undecodable) = undecodable {
        undecodable.report(&Charset::UTF_8, text, diagnostics);
    }
}

/// The number of bytes of a long line after which a checkpoint is added, so that a search from the nearest one is short.
#[cfg(feature = "encoding")]
const FAR: usize = 4096;

/// Decodes other charsets. Adds a checkpoint at the end of each line, within long lines, and where decoding restarts after damage.
/// There is none where the charset is in a shift state.
#[cfg(feature = "encoding")]
fn other(
    charset: &Charset,
    bytes: &[u8],
    start: usize,
    value_end: Option<ValueEnd>,
    text: &mut String,
    checkpoints: &mut Vec<(usize, usize)>,
    diagnostics: &mut Diagnostics,
) {
    let Some(encoding) = encoding_of(charset) else { return };
    let mut decoding = Decoding::new(encoding);
    let mut undecodable: Option<Undecodable> = None;
    let mut at = 0;
    for restart in restarts(charset, bytes, value_end).into_iter().chain([bytes.len()]) {
        decoding.restart();
        let mut is_shifted = false;
        while at < restart {
            let end = line_end(charset, &bytes[..restart], at);
            let is_damaged = end == restart && restart < bytes.len();
            let line = text.len();
            let (mut from, mut had_errors) = (at, false);
            while from < end {
                let to = piece_end(charset, &bytes[..end], from);
                had_errors |= decoding.decode(&bytes[from..to], to == restart, |piece| text.push_str(piece));
                if detect::is_stateful(charset) {
                    is_shifted = is_shifted_after(&bytes[from..to], is_shifted);
                }
                if !is_shifted {
                    checkpoints.push((text.len(), start + to));
                }
                from = to;
            }
            // A damaged last character has its own diagnostic.
            let last = text.len() - char::REPLACEMENT_CHARACTER.len_utf8().min(text.len());
            let is_cut = is_damaged && text[line..].ends_with(char::REPLACEMENT_CHARACTER);
            if is_cut {
                damaged(charset, start + end - 1, last, diagnostics);
            }
            let rest = if is_cut { &text[line..last] } else { &text[line..] };
            if had_errors && (!is_cut || rest.contains(char::REPLACEMENT_CHARACTER)) {
                let here = || {
                    let byte = start + at + first_malformed(encoding, &bytes[at..end]);
                    Undecodable { text: line, byte, count: 0, unit: "line" }
                };
                undecodable.get_or_insert_with(here).count += 1;
            }
            at = end;
        }
    }
    if let Some(undecodable) = undecodable {
        undecodable.report(charset, text, diagnostics);
    }
}

/// Returns the offset in a line of the first byte sequence that is invalid in the charset.
#[cfg(feature = "encoding")]
fn first_malformed(encoding: &'static encoding_rs::Encoding, line: &[u8]) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut out = String::with_capacity(decoder.max_utf8_buffer_length_without_replacement(line.len()).unwrap_or(0));
    match decoder.decode_to_string_without_replacement(line, &mut out, true) {
        (encoding_rs::DecoderResult::Malformed(bad, after), read) => {
            read.saturating_sub(usize::from(bad) + usize::from(after))
        }
        _ => 0,
    }
}

/// The position up to which the bytes of a source were decoded, and the corresponding offset in its text.
pub(super) struct Walked {
    text: usize,
    pub(super) byte: usize,
    /// The decoder with its state: the first bytes of a character, or a shift state. `None` if text and bytes are identical.
    #[cfg(feature = "encoding")]
    decoding: Option<Decoding>,
}

impl Walked {
    /// Starts at a checkpoint, where a charset is in its initial state.
    pub(super) fn new((text, byte): (usize, usize), charset: &Charset) -> Self {
        #[cfg(feature = "encoding")]
        let decoding =
            Some(charset).filter(|charset| **charset != Charset::UTF_8).and_then(encoding_of).map(Decoding::new);
        #[cfg(not(feature = "encoding"))]
        let _ = charset;
        Self {
            text,
            byte,
            #[cfg(feature = "encoding")]
            decoding,
        }
    }

    /// Decodes up to the byte `to`, which is not before the current one, and returns its offset in the text. A character that
    /// continues after `to` is not counted.
    pub(super) fn go_on(&mut self, bytes: &[u8], to: usize) -> usize {
        let more = &bytes[self.byte..to];
        self.byte = to;
        #[cfg(feature = "encoding")]
        if let Some(decoding) = &mut self.decoding {
            decoding.decode(more, false, |piece| self.text += piece.len());
            return self.text;
        }
        self.text += more.len();
        self.text
    }
}

#[cfg(feature = "encoding")]
fn line_end(charset: &Charset, bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let len = if detect::is_utf16(charset) {
        let newline = if *charset == Charset::UTF_16LE { [b'\n', 0] } else { [0, b'\n'] };
        rest.chunks_exact(2).position(|unit| unit == newline).map_or(rest.len(), |i| 2 * i + 2)
    } else {
        rest.iter().position(|&b| b == b'\n').map_or(rest.len(), |i| i + 1)
    };
    at + len
}

/// Returns the end of the next piece of a line: its end, or after `FAR` bytes the end of the next ASCII character whose byte is not
/// part of another character or of an escape sequence in any charset.
#[cfg(feature = "encoding")]
fn piece_end(charset: &Charset, line: &[u8], at: usize) -> usize {
    let rest = line.get(at + FAR..).unwrap_or_default();
    let is_end = |byte: u8| byte < b'@' && !byte.is_ascii_digit() && !matches!(byte, b'(' | b'$' | b'\x1B');
    let len = if detect::is_utf16(charset) {
        let zero = usize::from(*charset == Charset::UTF_16LE);
        rest.chunks_exact(2).position(|unit| unit[zero] == 0 && is_end(unit[1 - zero])).map(|i| 2 * i + 2)
    } else {
        rest.iter().position(|&byte| is_end(byte)).map(|i| i + 1)
    };
    len.map_or(line.len(), |len| at + FAR + len)
}

#[cfg(not(feature = "encoding"))]
fn other(
    _charset: &Charset,
    bytes: &[u8],
    start: usize,
    _ends_value: Option<ValueEnd>,
    text: &mut String,
    checkpoints: &mut Vec<(usize, usize)>,
    diagnostics: &mut Diagnostics,
) {
    utf8(bytes, start, text, checkpoints, diagnostics);
}

#[cfg(all(test, feature = "encoding"))]
mod tests {
    use super::*;
    use crate::Source;

    #[test]
    fn a_long_line_has_checkpoints() {
        let text = format!("(;{}C[{}])", ";B[pd]PB[棋]".repeat(5_000), "棋 ".repeat(5_000));
        for name in ["Shift_JIS", "EUC-JP", "gb18030", "Big5", "UTF-16LE", "UTF-16BE", "ISO-2022-JP"] {
            let charset = Charset::new(name);
            let bytes = [charset.byte_order_mark(), &charset.encode(&text).0].concat();
            let (source, _) = Source::decode("test", bytes, Some(&charset), &[]);
            assert_eq!(source.text(), text, "{name}");
            let far = source.checkpoints.windows(2).map(|pair| pair[1].1 - pair[0].1).max();
            assert!(far.is_some_and(|far| far < 2 * FAR), "{name}: {far:?}");
        }
    }
}
