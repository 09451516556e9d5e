//! From bytes to text, with the places where the two can be matched again.

use super::{Segment, detect};
use crate::{Charset, Code, Diagnostic, Diagnostics, Severity, Span};
use alloc::{format, string::String, vec::Vec};

/// Decodes the stretch that starts at `segment.start` and ends with `bytes`, and appends it to `text`.
pub(super) fn decode(
    segment: &Segment,
    bytes: &[u8],
    text: &mut String,
    checkpoints: &mut Vec<(usize, usize)>,
    said: &mut Diagnostics,
) {
    let mark = if segment.start == 0 { detect::mark_len(bytes, &segment.charset) } else { 0 };
    let start = segment.start + mark;
    checkpoints.push((text.len(), start));
    let wrong = if segment.charset == Charset::UTF_8 {
        utf8(&bytes[start..], start, text, checkpoints)
    } else {
        other(&segment.charset, &bytes[start..], start, text, checkpoints)
    };
    if let Some(wrong) = wrong {
        let at = text[wrong.text..].find('\u{FFFD}').map_or(wrong.text, |found| wrong.text + found);
        let more = match wrong.count {
            1 => String::new(),
            2 => format!(" (and there is another such {})", wrong.unit),
            count => format!(" (and there are {} more such {}s)", count - 1, wrong.unit),
        };
        said.push(
            Diagnostic::new(
                Code("text/undecodable"),
                Severity::Error,
                format!(
                    "the bytes from {} on are no {}{more}; each such place was read as U+FFFD",
                    wrong.byte, segment.charset
                ),
            )
            .at(Span::new(at, at + if text[at..].starts_with('\u{FFFD}') { 3 } else { 0 }))
            .help("the bytes stay in the file as they are; give the charset, if this one is wrong (--encoding)"),
        );
    }
}

/// What could not be decoded: where the first place of it is, and how many there are.
struct Wrong {
    text: usize,
    byte: usize,
    count: usize,
    /// Of what.
    unit: &'static str,
}

/// A checkpoint before and after each invalid sequence: between two of them, text and bytes run side by side.
fn utf8(bytes: &[u8], start: usize, text: &mut String, checkpoints: &mut Vec<(usize, usize)>) -> Option<Wrong> {
    let mut wrong: Option<Wrong> = None;
    let mut byte = start;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        byte += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            wrong.get_or_insert(Wrong { text: text.len(), byte, count: 0, unit: "place" }).count += 1;
            checkpoints.push((text.len(), byte));
            text.push('\u{FFFD}');
            byte += chunk.invalid().len();
            checkpoints.push((text.len(), byte));
        }
    }
    wrong
}

/// A checkpoint a line, where a line's end resets the charset's state.
#[cfg(feature = "encoding")]
fn other(
    charset: &Charset,
    bytes: &[u8],
    start: usize,
    text: &mut String,
    checkpoints: &mut Vec<(usize, usize)>,
) -> Option<Wrong> {
    let encoding = encoding_rs::Encoding::for_label(charset.name().as_bytes())?;
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut wrong: Option<Wrong> = None;
    let mut at = 0;
    while at < bytes.len() {
        let end = line_end(charset, bytes, at);
        let last = end == bytes.len();
        let line = text.len();
        let room = decoder.max_utf8_buffer_length(end - at).unwrap_or(4 * (end - at) + 16);
        text.reserve(room);
        let (_, _, had_errors) = decoder.decode_to_string(&bytes[at..end], text, last);
        if had_errors {
            let here = || {
                let byte = start + at + first_malformed(encoding, &bytes[at..end]);
                Wrong { text: line, byte, count: 0, unit: "line" }
            };
            wrong.get_or_insert_with(here).count += 1;
        }
        at = end;
        if !detect::is_stateful(charset) {
            checkpoints.push((text.len(), start + at));
        }
    }
    wrong
}

/// Where in a line the first sequence begins that the charset does not have.
#[cfg(feature = "encoding")]
fn first_malformed(encoding: &'static encoding_rs::Encoding, line: &[u8]) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut out = String::with_capacity(decoder.max_utf8_buffer_length_without_replacement(line.len()).unwrap_or(0));
    match decoder.decode_to_string_without_replacement(line, &mut out, true) {
        (encoding_rs::DecoderResult::Malformed(bad, behind), read) => {
            read.saturating_sub(usize::from(bad) + usize::from(behind))
        }
        _ => 0,
    }
}

/// How far the bytes of a source were gone through, and where that is in its text.
pub(super) struct Walked {
    text: usize,
    pub(super) byte: usize,
    /// What is half read, and what was shifted to; none where text and bytes run side by side.
    #[cfg(feature = "encoding")]
    decoder: Option<encoding_rs::Decoder>,
}

impl Walked {
    /// A walk that begins at a checkpoint, where a charset is in its first state.
    pub(super) fn new((text, byte): (usize, usize), charset: &Charset) -> Self {
        #[cfg(feature = "encoding")]
        let decoder = Some(charset)
            .filter(|charset| **charset != Charset::UTF_8)
            .and_then(|charset| encoding_rs::Encoding::for_label(charset.name().as_bytes()))
            .map(encoding_rs::Encoding::new_decoder_without_bom_handling);
        #[cfg(not(feature = "encoding"))]
        let _ = charset;
        Self {
            text,
            byte,
            #[cfg(feature = "encoding")]
            decoder,
        }
    }

    /// Goes on to a byte that is not before this one, and gives its place in the text. Of a character that goes on behind it
    /// nothing is text yet.
    pub(super) fn go_on(&mut self, bytes: &[u8], to: usize) -> usize {
        let more = &bytes[self.byte..to];
        self.byte = to;
        #[cfg(feature = "encoding")]
        if let Some(decoder) = &mut self.decoder {
            let mut out = String::with_capacity(decoder.max_utf8_buffer_length(more.len()).unwrap_or(0));
            let _ = decoder.decode_to_string(more, &mut out, false);
            self.text += out.len();
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

#[cfg(not(feature = "encoding"))]
fn other(
    _charset: &Charset,
    bytes: &[u8],
    start: usize,
    text: &mut String,
    checkpoints: &mut Vec<(usize, usize)>,
) -> Option<Wrong> {
    utf8(bytes, start, text, checkpoints)
}
