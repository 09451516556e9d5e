//! Mapping of offsets in the text to offsets in the bytes.
//!
//! Method: decode from the nearest checkpoint before the offset, character by character. A [`Walker`] continues from its last
//! position, so any number of edits of one line takes linear time. Checkpoints avoid decoding lines that no edit touches.

use super::{Source, encode::Shift};

/// The start of a character, in the text and in the bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CharacterStart {
    pub(super) text: usize,
    pub(super) byte: usize,
    pub(super) shift: Shift,
}

/// Walks forward through a source whose bytes differ from its text.
pub(super) struct Walker<'a> {
    source: &'a Source,
    checkpoint: usize,
    before: CharacterStart,
    here: CharacterStart,
    #[cfg(feature = "encoding")]
    steps: Option<step::Steps>,
}

impl<'a> Walker<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Self {
            source,
            checkpoint: usize::MAX,
            before: CharacterStart::default(),
            here: CharacterStart::default(),
            #[cfg(feature = "encoding")]
            steps: None,
        }
    }

    /// Returns the last character start that is not after `text`.
    pub(super) fn last_before(&mut self, text: usize) -> CharacterStart {
        self.advance(text);
        if self.here.text <= text { self.here } else { self.before }
    }

    /// Returns the first character start that is not before `text`.
    pub(super) fn first_after(&mut self, text: usize) -> CharacterStart {
        self.advance(text);
        if self.before.text >= text { self.before } else { self.here }
    }

    /// Advances until `before <= text <= here`, with `here == text` if a character starts there.
    fn advance(&mut self, text: usize) {
        let checkpoints = &self.source.checkpoints;
        let near = checkpoints.partition_point(|&(at, _)| at <= text).saturating_sub(1);
        if self.checkpoint == usize::MAX || near > self.checkpoint {
            let (text, byte) = checkpoints[near];
            self.checkpoint = near;
            self.here = CharacterStart { text, byte, shift: None };
            self.before = self.here;
            #[cfg(feature = "encoding")]
            {
                let charset = self.source.charset_at(byte);
                self.steps = (*charset != crate::Charset::UTF_8)
                    .then(|| step::Steps::new(charset, self.source.end_of_segment(byte)));
            }
        }
        #[cfg(feature = "encoding")]
        if let Some(steps) = &mut self.steps {
            while self.here.text < text {
                let last = self.here;
                if !steps.step(self.source.bytes(), &mut self.before, &mut self.here, text) {
                    self.before = last;
                    break;
                }
            }
            return;
        }
        // After a checkpoint in UTF-8, text and bytes are identical.
        let by = text.saturating_sub(self.here.text);
        self.here = CharacterStart { text: self.here.text + by, byte: self.here.byte + by, shift: None };
    }
}

#[cfg(feature = "encoding")]
mod step {
    use super::CharacterStart;
    use crate::{
        Charset,
        source::{
            coder::encoding_of,
            detect,
            encode::{ASCII, SHIFTS, Shift},
        },
    };
    use alloc::{string::String, vec::Vec};

    /// A decoder that gets one byte at a time, to find the byte that ends each character.
    pub(super) struct Steps {
        encoding: &'static encoding_rs::Encoding,
        /// For UTF-16: true if it is big-endian.
        utf16: Option<bool>,
        /// `None` after the end of the bytes.
        decoder: Option<encoding_rs::Decoder>,
        stateful: bool,
        /// 1 if the decoder has the escape character that the next character starts with.
        ahead: usize,
        /// The offset at which the segment ends.
        end: usize,
        out: String,
    }

    impl Steps {
        pub(super) fn new(charset: &Charset, end: usize) -> Self {
            let encoding = encoding_of(charset).unwrap_or(encoding_rs::UTF_8);
            Self {
                encoding,
                utf16: detect::is_utf16(charset).then_some(*charset == Charset::UTF_16BE),
                decoder: Some(encoding.new_decoder_without_bom_handling()),
                stateful: encoding == encoding_rs::ISO_2022_JP,
                ahead: 0,
                end,
                out: String::with_capacity(32),
            }
        }

        /// Decodes up to the end of the next character; `before` is then its start. Returns false at the end of the bytes.
        pub(super) fn step(
            &mut self,
            bytes: &[u8],
            before: &mut CharacterStart,
            here: &mut CharacterStart,
            wanted: usize,
        ) -> bool {
            let bytes = &bytes[..self.end];
            let start = *here;
            if let Some(big) = self.utf16 {
                *before = start;
                let character = unit(bytes, start.byte, big);
                let (text, byte) = character.unwrap_or((0, bytes.len() - start.byte));
                *here = CharacterStart { text: start.text + text, byte: start.byte + byte, shift: None };
                return character.is_some();
            }
            let Some(decoder) = &mut self.decoder else { return false };
            let mut at = start.byte + self.ahead;
            self.out.clear();
            while self.out.is_empty() && at < bytes.len() {
                let _ = decoder.decode_to_string(&bytes[at..=at], &mut self.out, false);
                at += 1;
                if self.stateful
                    && let Some(shift) = SHIFTS.iter().find(|shift| bytes[..at].ends_with(shift))
                {
                    here.shift = Some(shift);
                } else if self.stateful && bytes[..at].ends_with(ASCII) {
                    here.shift = None;
                }
            }
            self.ahead = usize::from(self.stateful && !self.out.is_empty() && bytes[at - 1] == ASCII[0]);
            if self.out.is_empty() {
                // An incomplete sequence at the end is a character too.
                let _ = decoder.decode_to_string(&[], &mut self.out, true);
                self.decoder = None;
            }
            *here = CharacterStart { text: start.text + self.out.len(), byte: at - self.ahead, shift: here.shift };
            *before = start;
            if start.text < wanted && wanted < here.text {
                *before = self.split(bytes, start, here.byte, wanted).unwrap_or(start);
            }
            !self.out.is_empty()
        }

        /// Returns the start of the character at `wanted` in a malformed sequence that was decoded as several characters. It is
        /// where both halves, decoded alone in the state before them, give the same text as together.
        fn split(&self, bytes: &[u8], start: CharacterStart, end: usize, wanted: usize) -> Option<CharacterStart> {
            let (head, tail) = self.out.split_at_checked(wanted - start.text)?;
            let is_read_as = |bytes: &[u8], text: &str, last: bool| {
                let mut decoder = self.encoding.new_decoder_without_bom_handling();
                let mut out = String::with_capacity(32);
                let _ = decoder.decode_to_string(&in_state(start.shift), &mut out, false);
                let read = out.len();
                let _ = decoder.decode_to_string(bytes, &mut out, last);
                &out[read..] == text
            };
            let mut cuts = start.byte + 1..end;
            let cut = cuts.find(|&cut| {
                is_read_as(&bytes[start.byte..cut], head, true) && is_read_as(&bytes[cut..end], tail, false)
            })?;
            Some(CharacterStart { text: wanted, byte: cut, shift: start.shift })
        }
    }

    /// Returns bytes that set a state of ISO-2022-JP: its escape sequence and a character, because an escape sequence immediately after
    /// another one is an error.
    fn in_state(shift: Shift) -> Vec<u8> {
        shift.map_or_else(Vec::new, |shift| [shift, b"!!"].concat())
    }

    /// Returns the length of the character at `at` in UTF-16, in the text and in the bytes, or `None` if the bytes end within it. A
    /// decoder would report an unpaired surrogate only after it has read what follows.
    fn unit(bytes: &[u8], at: usize, big: bool) -> Option<(usize, usize)> {
        let unit = |at: usize| {
            let pair = [*bytes.get(at)?, *bytes.get(at + 1)?];
            Some(if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
        };
        Some(match unit(at)? {
            0..0x80 => (1, 2),
            0x80..0x800 => (2, 2),
            0xD800..0xDC00 if (0xDC00..0xE000).contains(&unit(at + 2)?) => (4, 4),
            _ => (3, 2),
        })
    }
}
