//! UTF-8 that was opened in a national charset, such as GBK in China and windows-1251 in Russia.
//!
//! Method: encode the characters in that charset, one after the other, until their bytes are whole characters of UTF-8. In a
//! two-byte charset the borders of characters differ from those of UTF-8, so a piece may have several characters. First each of
//! [`CHARSETS`] is tried at the start of each word. The one that explains most of the text is then used for the whole text.
//!
//! Cost: linear time. A table of the characters that may begin a piece ([`Signs`]) avoids encoding ordinary text; it has 128 KiB
//! and is built once. Thresholds: [`MIN_CHARACTERS_IN_PIECES`], [`LONGEST`].

use super::{Explanation, MIN_LETTERS_FOR_ONE_OTHER, Piece, Stretch, is_likely, is_twice_broken, stretches};
use crate::{Charset, source::encode};
use alloc::{boxed::Box, collections::BTreeSet, string::String, vec, vec::Vec};
use encoding_rs::Encoding;
use once_cell::race::OnceBox;

/// The charsets that UTF-8 is wrongly opened in. Big5 and EUC-KR are not among them: they do not assign many of its bytes, so
/// little of the text is left.
const CHARSETS: [&str; 5] = ["GBK", "Shift_JIS", "windows-1251", "KOI8-R", "windows-1250"];

/// The minimum number of characters in distinct pieces. With this many, the text is almost never intended: of Chinese names with
/// three characters in GBK, less than one in ten thousand is valid UTF-8.
const MIN_CHARACTERS_IN_PIECES: usize = 6;

/// Returns the explanation of text that looks like UTF-8 opened in one of [`CHARSETS`].
pub(super) fn find(text: &str) -> Option<Explanation> {
    let read_as = most_likely(text)?;
    let charset = Charset::new(CHARSETS[read_as]);
    let piece = move |rest: &str, after_loss: bool| unit(read_as, &charset, rest, after_loss);
    let is_enough = |pieces: &mut dyn Iterator<Item = &str>| {
        pieces.map(|piece| piece.chars().count()).sum::<usize>() >= MIN_CHARACTERS_IN_PIECES
    };
    let is_most = move |stretch: &Stretch<'_>| {
        is_enough(&mut stretch.different.iter().copied())
            && MIN_LETTERS_FOR_ONE_OTHER * stretch.other <= stretch.letters
    };
    let (mut some, mut most, mut other, mut different) = (0, 0, 0, BTreeSet::new());
    stretches(text, &piece, |stretch| {
        let letters = if stretch.pieces.is_empty() { 0 } else { stretch.letters };
        some += letters;
        most += if is_most(stretch) { letters } else { 0 };
        other += stretch.other;
        if different.len() < MIN_CHARACTERS_IN_PIECES {
            different.extend(stretch.different.iter().copied());
        }
    });
    let all = other == 0 && is_enough(&mut different.iter().copied());
    let letters = if all { some } else { most };
    (letters > 0).then(|| Explanation {
        charset: Charset::UTF_8,
        read_as: CHARSETS[read_as],
        piece: Box::new(piece),
        is_meant: Box::new(move |stretch| all || is_most(stretch)),
        letters,
        certain: true,
    })
}

/// Returns the index of the charset of [`CHARSETS`] that explains most starts of words as UTF-8, if there is one.
fn most_likely(text: &str) -> Option<usize> {
    let (charsets, signs) = (CHARSETS.map(Charset::new), Signs::get());
    let is_lost = text.contains(char::REPLACEMENT_CHARACTER);
    let mut hits = [0_usize; CHARSETS.len()];
    let mut at = 0;
    while let Some(start) = text.as_bytes()[at..].iter().position(|byte| !byte.is_ascii()) {
        let rest = &text[at + start..];
        let word = &rest[..rest.bytes().position(|byte| byte.is_ascii()).unwrap_or(rest.len())];
        // A piece may begin after U+FFFD, which replaces lost bytes.
        let lost = is_lost.then(|| word.match_indices(char::REPLACEMENT_CHARACTER)).into_iter().flatten();
        for from in core::iter::once(word).chain(lost.map(|(at, lost)| &word[at + lost.len()..])) {
            let likely = signs.begun_by(from);
            for number in (0..CHARSETS.len()).filter(|number| likely & (1 << number) != 0) {
                let unit = unit(number, &charsets[number], from, false).filter(|unit| unit.text.is_some());
                hits[number] += unit.map_or(0, |unit| unit.len);
            }
        }
        at += start + word.len();
    }
    let (most, &times) = hits.iter().enumerate().max_by_key(|(_, times)| **times)?;
    (times > 0).then_some(most)
}

/// Returns the piece at the start of `rest`: the fewest characters that are whole characters of UTF-8. It has no text if its last
/// bytes were lost.
fn unit(number: usize, charset: &Charset, rest: &str, after_loss: bool) -> Option<Piece> {
    if !after_loss && Signs::get().begun_by(rest) & (1 << number) == 0 {
        return None;
    }
    let mut bytes = Vec::with_capacity(2 * LONGEST);
    let mut len = 0;
    for c in rest.chars().take(LONGEST) {
        let (more, missing) = encode(charset, c.encode_utf8(&mut [0; 4]));
        // An incomplete character became a question mark or U+FFFD.
        if c.is_ascii() || !missing.is_empty() {
            return cut(len, &bytes, after_loss);
        }
        bytes.extend(more);
        len += c.len_utf8();
        match core::str::from_utf8(own(&bytes, after_loss)) {
            Ok("") => return cut(len, &bytes, after_loss),
            // The last byte may have formed a two-byte character together with the ASCII character after it.
            Ok(text) if is_twice_broken(text) || text.chars().all(|c| is_likely(c) || c.is_ascii_graphic()) => {
                return Some(Piece { len, text: Some(text.into()), certain: false });
            }
            Err(error) if error.error_len().is_none() => {}
            _ => return None,
        }
    }
    if len == rest.len() { cut(len, &bytes, after_loss) } else { None }
}

/// Returns the bytes without the end of a lost character. That end may be the first byte of a two-byte character.
fn own(bytes: &[u8], after_loss: bool) -> &[u8] {
    let ends = bytes.iter().take_while(|byte| after_loss && matches!(byte, 0x80..=0xBF)).count();
    &bytes[ends..]
}

/// Returns a piece whose last bytes were lost, with the characters that are whole.
fn cut(len: usize, bytes: &[u8], after_loss: bool) -> Option<Piece> {
    let mut text = String::new();
    if let Some(chunk) = own(bytes, after_loss).utf8_chunks().next().filter(|chunk| !chunk.valid().is_empty()) {
        text.extend([chunk.valid(), "\u{FFFD}"]);
    }
    (bytes.len() > 1).then(|| Piece { len, text: Some(text).filter(|text| !text.is_empty()), certain: false })
}

/// The maximum number of characters of a piece. Usually three characters of two bytes are two characters of UTF-8. If a byte became
/// a character of its own, as a byte of a quotation mark does in GBK, the borders coincide again only after the next one.
const LONGEST: usize = 16;

/// Bit sets of [`CHARSETS`], by character: `first` has the charsets where the character is the start of a UTF-8 character, and
/// `other` has those where it may follow the start.
struct Signs {
    first: Box<[u8]>,
    other: Box<[u8]>,
}

impl Signs {
    fn get() -> &'static Self {
        static SIGNS: OnceBox<Signs> = OnceBox::new();
        SIGNS.get_or_init(|| Box::new(Self::new()))
    }

    fn new() -> Self {
        let mut signs = Self { first: vec![0; 0x1_0000].into(), other: vec![0; 0x1_0000].into() };
        for (number, name) in CHARSETS.iter().enumerate() {
            let Some(encoding) = Encoding::for_label(name.as_bytes()) else { continue };
            let add = |signs: &mut [u8], bytes: &[u8]| {
                let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
                let mut characters = text.iter().flat_map(|text| text.chars());
                if let (Some(c), None) = (characters.next(), characters.next()) {
                    signs.get_mut(c as usize).into_iter().for_each(|signs| *signs |= 1 << number);
                }
            };
            if encoding.is_single_byte() {
                (0xC2..=0xF4).for_each(|byte| add(&mut signs.first, &[byte]));
                (0x80..=0xBF).for_each(|byte| add(&mut signs.other, &[byte]));
                continue;
            }
            // Without the lead bytes of two-byte UTF-8: they may be part of an intended character, as in Chinese names.
            for lead in 0xE0..=0xF4 {
                (0x80..=0xBF).for_each(|next| add(&mut signs.first, &[lead, next]));
            }
            signs.other.iter_mut().for_each(|signs| *signs |= 1 << number);
        }
        signs
    }

    /// Returns the charsets where a text begins like UTF-8, as a bit set.
    fn begun_by(&self, text: &str) -> u8 {
        let mut characters = text.chars();
        let mut of_next = |signs: &[u8]| characters.next().and_then(|c| signs.get(c as usize)).copied().unwrap_or(0);
        match of_next(&self.first) {
            0 => 0,
            first => first & of_next(&self.other),
        }
    }
}
