//! UTF-8 that was read in the charset of a country: as GBK in China, as windows-1251 in Russia.
//!
//! Characters are encoded in such a charset, one after the other, until their bytes are whole characters of UTF-8. In a charset of
//! double bytes the borders of characters differ from those of UTF-8, so that a piece may have several characters. First the start of
//! each word is tried with each of [`CHARSETS`]; the one that explains most characters is then used for the whole text. A table of the
//! characters that may begin a piece ([`Signs`]) keeps ordinary text from being encoded at all.

use super::{FEW_OTHERS, Found, Piece, Stretch, is_likely, is_twice_broken, stretches};
use crate::{Charset, source::encode};
use alloc::{boxed::Box, collections::BTreeSet, string::String, vec, vec::Vec};
use encoding_rs::Encoding;
use once_cell::race::OnceBox;

/// The charsets that UTF-8 is read in. In Big5 and EUC-KR so many of its bytes have no character that little is left of it.
const CHARSETS: [&str; 5] = ["GBK", "Shift_JIS", "windows-1251", "KOI8-R", "windows-1250"];

/// From so many characters on, in pieces that differ, hardly any text is meant to be so: of names in Chinese with three characters
/// in GBK not one in ten thousand is valid UTF-8.
const ENOUGH: usize = 6;

/// What looks like UTF-8 that was read in one of [`CHARSETS`].
pub(super) fn find(text: &str) -> Option<Found> {
    let read_as = most_likely(text)?;
    let charset = Charset::new(CHARSETS[read_as]);
    let piece = move |rest: &str, behind_loss: bool| unit(read_as, &charset, rest, behind_loss);
    let is_enough =
        |pieces: &mut dyn Iterator<Item = &str>| pieces.map(|piece| piece.chars().count()).sum::<usize>() >= ENOUGH;
    let is_most = move |stretch: &Stretch<'_>| {
        is_enough(&mut stretch.different.iter().copied()) && FEW_OTHERS * stretch.other <= stretch.letters
    };
    let (mut some, mut most, mut other, mut different) = (0, 0, 0, BTreeSet::new());
    stretches(text, &piece, |stretch| {
        let letters = if stretch.pieces.is_empty() { 0 } else { stretch.letters };
        some += letters;
        most += if is_most(stretch) { letters } else { 0 };
        other += stretch.other;
        if different.len() < ENOUGH {
            different.extend(stretch.different.iter().copied());
        }
    });
    let all = other == 0 && is_enough(&mut different.iter().copied());
    let letters = if all { some } else { most };
    (letters > 0).then(|| Found {
        charset: Charset::UTF_8,
        read_as: CHARSETS[read_as],
        piece: Box::new(piece),
        is_meant: Box::new(move |stretch| all || is_most(stretch)),
        letters,
        certain: true,
    })
}

/// In which of [`CHARSETS`] the starts of words are UTF-8 most often, if they are in any.
fn most_likely(text: &str) -> Option<usize> {
    let (charsets, signs) = (CHARSETS.map(Charset::new), Signs::get());
    let is_lost = text.contains(char::REPLACEMENT_CHARACTER);
    let mut hits = [0_usize; CHARSETS.len()];
    let mut at = 0;
    while let Some(start) = text.as_bytes()[at..].iter().position(|byte| !byte.is_ascii()) {
        let rest = &text[at + start..];
        let word = &rest[..rest.bytes().position(|byte| byte.is_ascii()).unwrap_or(rest.len())];
        // Where bytes were lost, the next may begin.
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

/// The fewest characters that are whole characters of UTF-8 again; one without a text where the last of its bytes were lost.
fn unit(number: usize, charset: &Charset, rest: &str, behind_loss: bool) -> Option<Piece> {
    if !behind_loss && Signs::get().begun_by(rest) & (1 << number) == 0 {
        return None;
    }
    let mut bytes = Vec::with_capacity(2 * LONGEST);
    let mut len = 0;
    for c in rest.chars().take(LONGEST) {
        let (more, missing) = encode(charset, c.encode_utf8(&mut [0; 4]));
        // A byte that stood alone became a question mark, or what says that there was one.
        if c.is_ascii() || !missing.is_empty() {
            return cut(len, &bytes, behind_loss);
        }
        bytes.extend(more);
        len += c.len_utf8();
        match core::str::from_utf8(own(&bytes, behind_loss)) {
            Ok("") => return cut(len, &bytes, behind_loss),
            // The last byte may have been half a character together with what stood behind it.
            Ok(text) if is_twice_broken(text) || text.chars().all(|c| is_likely(c) || c.is_ascii_graphic()) => {
                return Some(Piece { len, text: Some(text.into()), certain: false });
            }
            Err(error) if error.error_len().is_none() => {}
            _ => return None,
        }
    }
    if len == rest.len() { cut(len, &bytes, behind_loss) } else { None }
}

/// The bytes without the end of a character that was lost, which may be half of the first that is there.
fn own(bytes: &[u8], behind_loss: bool) -> &[u8] {
    let ends = bytes.iter().take_while(|byte| behind_loss && matches!(byte, 0x80..=0xBF)).count();
    &bytes[ends..]
}

/// What is whole of a piece whose last bytes were lost.
fn cut(len: usize, bytes: &[u8], behind_loss: bool) -> Option<Piece> {
    let mut text = String::new();
    if let Some(chunk) = own(bytes, behind_loss).utf8_chunks().next().filter(|chunk| !chunk.valid().is_empty()) {
        text.extend([chunk.valid(), "\u{FFFD}"]);
    }
    (bytes.len() > 1).then(|| Piece { len, text: Some(text).filter(|text| !text.is_empty()), certain: false })
}

/// More characters than these are hardly needed: three of two bytes are two of UTF-8, and where one byte is a character, as the
/// first of a quotation mark is in GBK, the next mark is where two are one again.
const LONGEST: usize = 16;

/// Which characters the first bytes of one of UTF-8 are in each of [`CHARSETS`], a bit each; and which the others are where
/// every byte is a character.
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
            // Not of characters of two bytes, which may well be one of the charset, as names in Chinese are.
            for lead in 0xE0..=0xF4 {
                (0x80..=0xBF).for_each(|next| add(&mut signs.first, &[lead, next]));
            }
            signs.other.iter_mut().for_each(|signs| *signs |= 1 << number);
        }
        signs
    }

    /// The charsets in which a text begins as UTF-8 does, a bit each.
    fn begun_by(&self, text: &str) -> u8 {
        let mut characters = text.chars();
        let mut of_next = |signs: &[u8]| characters.next().and_then(|c| signs.get(c as usize)).copied().unwrap_or(0);
        match of_next(&self.first) {
            0 => 0,
            first => first & of_next(&self.other),
        }
    }
}
