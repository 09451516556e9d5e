//! Text that was read as windows-1252, as Western programs did.
//!
//! Two kinds are found. UTF-8: two to four characters stand for the bytes of one, and the first of them is one of `Â` to `ô`. Another
//! script, such as Russian or Japanese in its own charset: each character stands for one byte. The bytes are put together again, and
//! the guess of charsets ([`guess::other_script`]) judges them. If both are found, UTF-8 counts, unless the other explains more than twice
//! as many characters: in a long text of another charset some letters are valid UTF-8 by chance.

use super::{FEW_OTHERS, Found, Piece, Stretch, is_likely, is_twice_broken, stretches};
use crate::{Charset, source::guess};
use alloc::{boxed::Box, vec::Vec};

/// What looks like text that was read as windows-1252 although it was not.
pub(super) fn find(text: &str) -> Option<Found> {
    // All letters of windows-1252 that stand for bytes of others begin with one of these in UTF-8, or stand beside such.
    if !text.bytes().any(|byte| matches!(byte, 0xC2 | 0xC3)) {
        return None;
    }
    // In a long text of another charset some letters are UTF-8 by chance.
    match (of_utf8(text), of_other_script(text)) {
        (Some(utf8), Some(other)) if other.letters > 2 * utf8.letters => Some(other),
        (utf8, other) => utf8.or(other),
    }
}

fn of_utf8(text: &str) -> Option<Found> {
    // By chance some letters look so: what else there is has to as well, or all of the file where they may stand in any text.
    let is_most = |stretch: &Stretch<'_>| stretch.certain && FEW_OTHERS * stretch.other <= stretch.letters;
    let (mut some, mut most, mut certain, mut other) = (0, 0, false, 0);
    stretches(text, utf8, |stretch| {
        let letters = if stretch.pieces.is_empty() { 0 } else { stretch.letters };
        some += letters;
        most += if is_most(stretch) { letters } else { 0 };
        certain |= stretch.certain;
        other += stretch.other;
    });
    let all = certain && other == 0;
    let letters = if all { some } else { most };
    (letters > 0).then(|| Found {
        charset: Charset::UTF_8,
        read_as: "windows-1252",
        piece: Box::new(utf8),
        is_meant: Box::new(move |stretch| all || is_most(stretch)),
        letters,
        certain: true,
    })
}

fn of_other_script(text: &str) -> Option<Found> {
    let charset = other_script(text)?;
    let read = charset.clone();
    let piece = move |rest: &str, _| one_of(&read, rest);
    let mut letters = 0;
    stretches(text, &piece, |stretch| letters += if stretch.pieces.is_empty() { 0 } else { stretch.letters });
    (letters > 0).then(|| Found {
        charset,
        read_as: "windows-1252",
        piece: Box::new(piece),
        is_meant: Box::new(|_| true),
        letters,
        certain: letters >= ENOUGH,
    })
}

/// From so many bytes on the guess of a charset is hardly ever wrong.
const ENOUGH: usize = 20;

/// The charset of another script that a text is in, which is letters of windows-1252. Its bytes are held only where they look so.
fn other_script(text: &str) -> Option<Charset> {
    let bytes = || text.chars().filter_map(byte_of);
    let is_all = text.chars().all(|c| byte_of(c).is_some());
    if !is_all || !guess::is_in_company(bytes()) {
        return None;
    }
    guess::other_script(&bytes().collect::<Vec<u8>>(), None)
}

/// A character of UTF-8 whose bytes were read as one character each.
fn utf8(rest: &str, _behind_loss: bool) -> Option<Piece> {
    let mut characters = rest.chars();
    let lead = characters.next()?;
    let len = match byte_of(lead)? {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut bytes = [byte_of(lead)?, 0, 0, 0];
    let (mut at, mut certain) = (lead.len_utf8(), false);
    for (i, byte) in bytes[1..len].iter_mut().enumerate() {
        let c = characters.next().unwrap_or(' ');
        // Not every program keeps the five bytes that windows-1252 has no character for.
        if i > 0 && c.is_ascii() {
            return Some(Piece { len: at, text: None, certain: false });
        }
        *byte = byte_of(c).filter(|byte| matches!(byte, 0x80..=0xBF))?;
        at += c.len_utf8();
        certain |= !may_follow(lead, c) || len > 2 && !is_quotation(c);
    }
    let text = core::str::from_utf8(&bytes[..len]).ok()?;
    let is_twice = is_twice_broken(text);
    let is_likely = is_twice || text.chars().all(is_likely);
    is_likely.then(|| Piece { len: at, text: Some(text.into()), certain: certain && !is_twice })
}

/// Whether a sign stands behind a letter in texts that are what they say.
fn may_follow(letter: char, sign: char) -> bool {
    let is_sign = matches!(sign, '°' | '´' | '¨' | '·' | '™' | '®' | '©' | 'ª' | 'º' | '¹' | '²' | '³');
    is_quotation(sign) || is_sign && !matches!(letter, 'Â' | 'Ã')
}

/// What ends words and sentences, several of them in a row too.
fn is_quotation(sign: char) -> bool {
    matches!(sign, '\u{A0}' | '«' | '»' | '‘' | '’' | '“' | '”' | '‹' | '›' | '…' | '–' | '—' | '•')
}

/// The byte that windows-1252, or ISO-8859-1 where it has no character, reads as a character.
fn byte_of(c: char) -> Option<u8> {
    match u8::try_from(c) {
        Ok(byte) => Some(byte),
        Err(_) => SIGNS.iter().find(|(sign, _)| *sign == c).map(|(_, byte)| *byte),
    }
}

/// The characters of windows-1252 that are not where Unicode has them.
const SIGNS: [(char, u8); 27] = [
    ('€', 0x80),
    ('‚', 0x82),
    ('ƒ', 0x83),
    ('„', 0x84),
    ('…', 0x85),
    ('†', 0x86),
    ('‡', 0x87),
    ('ˆ', 0x88),
    ('‰', 0x89),
    ('Š', 0x8A),
    ('‹', 0x8B),
    ('Œ', 0x8C),
    ('Ž', 0x8E),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('•', 0x95),
    ('–', 0x96),
    ('—', 0x97),
    ('˜', 0x98),
    ('™', 0x99),
    ('š', 0x9A),
    ('›', 0x9B),
    ('œ', 0x9C),
    ('ž', 0x9E),
    ('Ÿ', 0x9F),
];

/// A character of a charset, of one byte or two, whose bytes were read as one character each.
#[cfg(feature = "encoding")]
fn one_of(charset: &Charset, rest: &str) -> Option<Piece> {
    let encoding = encoding_rs::Encoding::for_label(charset.name().as_bytes())?;
    let mut bytes = Vec::with_capacity(2);
    let mut at = 0;
    for c in rest.chars().take(2) {
        bytes.push(byte_of(c)?);
        at += c.len_utf8();
        let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes);
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            return Some(Piece { len: at, text: Some(text.into()), certain: false });
        }
    }
    None
}

#[cfg(not(feature = "encoding"))]
fn one_of(_charset: &Charset, _rest: &str) -> Option<Piece> {
    None
}
