//! The decoders and encoders of encoding_rs, with a buffer of a fixed size.
//!
//! Reason: encoding_rs prepares all spare room of a text or list before it appends to it. Each call would touch every page of that
//! room, so appending line by line or edit by edit would take quadratic time.

use crate::Charset;
use alloc::{string::String, vec::Vec};
use encoding_rs::{CoderResult, Decoder, EncoderResult, Encoding};

/// The size of a buffer. A longer text is decoded or encoded in several rounds.
const ROOM: usize = 4096;

/// A decoder with its state: the first bytes of a character, or a shift state.
pub(super) struct Decoding {
    decoder: Decoder,
    /// Characters of zero where no text is.
    buffer: String,
}

impl Decoding {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Self { decoder: encoding.new_decoder_without_bom_handling(), buffer: "\0".repeat(ROOM) }
    }

    /// Starts again, in the initial state of the charset.
    pub(super) fn restart(&mut self) {
        self.decoder = self.decoder.encoding().new_decoder_without_bom_handling();
    }

    /// Decodes the next bytes, and passes their text to `sink` in pieces. An invalid sequence becomes U+FFFD; returns true if there
    /// is one. `is_last` ends the bytes: a character that continues after them is then invalid too.
    pub(super) fn decode(&mut self, bytes: &[u8], is_last: bool, mut sink: impl FnMut(&str)) -> bool {
        let (mut at, mut had_errors) = (0, false);
        loop {
            let (result, read, written, is_bad) = self.decoder.decode_to_str(&bytes[at..], &mut self.buffer, is_last);
            sink(&self.buffer[..written]);
            at += read;
            had_errors |= is_bad;
            if result == CoderResult::InputEmpty {
                return had_errors;
            }
        }
    }
}

/// Returns the encoding of a charset, or `None` if it is not known.
pub(super) fn encoding_of(charset: &Charset) -> Option<&'static Encoding> {
    Encoding::for_label(charset.name().as_bytes())
}

/// Appends the encoded `text` to `out`, in the initial state of the charset at both ends. If a character does not fit, appends what
/// precedes it and returns the offset of its end and the character.
pub(super) fn encode(encoding: &'static Encoding, text: &str, out: &mut Vec<u8>) -> Result<(), (usize, char)> {
    let mut encoder = encoding.new_encoder();
    let mut buffer = [0; ROOM];
    let mut at = 0;
    loop {
        let (result, read, written) = encoder.encode_from_utf8_without_replacement(&text[at..], &mut buffer, true);
        out.extend_from_slice(&buffer[..written]);
        at += read;
        match result {
            EncoderResult::InputEmpty => return Ok(()),
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(reported) => {
                // The rest of the text must start in the ASCII state.
                if encoder.has_pending_state() {
                    out.extend_from_slice(super::encode::ASCII);
                }
                // The encoder of ISO-2022-JP reports U+FFFD instead of the control characters that it uses itself.
                return Err((at, text[..at].chars().next_back().unwrap_or(reported)));
            }
        }
    }
}
