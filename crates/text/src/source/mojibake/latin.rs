//! Text that was opened as windows-1252, as Western programs did.
//!
//! Method: two kinds are found.
//!
//! * UTF-8: two to four characters are the bytes of one character, and the first of them is one of `Â` to `ô`.
//! * Another script, such as Russian or Japanese in its own charset: each character is one byte. The bytes are collected, and
//!   [`guess::other_script`] judges them.
//!
//! If both are found, UTF-8 counts, unless the other script explains many more characters ([`MORE_OF_OTHER_SCRIPT`]).
//!
//! Cost: linear time; the second kind collects the bytes of the text. Thresholds:
//! [`MIN_LETTERS_FOR_CHARSET`] and [`MORE_OF_OTHER_SCRIPT`], which are heuristics.

use super::{Explanation, MIN_LETTERS_FOR_ONE_OTHER, Piece, Stretch, is_likely, is_twice_broken, stretches};
use crate::{Charset, source::guess};
use alloc::{boxed::Box, vec::Vec};

/// Returns the explanation of text that was opened as windows-1252 although it was not in that charset.
pub(super) fn find(text: &str) -> Option<Explanation> {
    // Garbled text has at least one letter from U+0080 to U+00FF, which has one of these lead bytes.
    if !text.bytes().any(|byte| matches!(byte, 0xC2 | 0xC3)) {
        return None;
    }
    match (of_utf8(text), of_other_script(text)) {
        (Some(utf8), Some(other)) if other.letters > MORE_OF_OTHER_SCRIPT * utf8.letters => Some(other),
        (utf8, other) => utf8.or(other),
    }
}

/// Another script counts instead of UTF-8 if it explains more than this number of characters for each one that UTF-8 explains. In a
/// long text of another charset some letters are valid UTF-8 by coincidence, but fewer than half.
const MORE_OF_OTHER_SCRIPT: usize = 2;

fn of_utf8(text: &str) -> Option<Explanation> {
    // Some pieces are a coincidence. A stretch is reported if it has a certain piece and few other non-ASCII characters. If the
    // file has a certain piece and no other non-ASCII characters, all pieces are reported.
    let is_most =
        |stretch: &Stretch<'_>| stretch.certain && MIN_LETTERS_FOR_ONE_OTHER * stretch.other <= stretch.letters;
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
    (letters > 0).then(|| Explanation {
        charset: Charset::UTF_8,
        read_as: "windows-1252",
        piece: Box::new(utf8),
        is_meant: Box::new(move |stretch| all || is_most(stretch)),
        letters,
        certain: true,
    })
}

fn of_other_script(text: &str) -> Option<Explanation> {
    let charset = other_script(text)?;
    let read = charset.clone();
    let piece = move |rest: &str, _| one_of(&read, rest);
    let mut letters = 0;
    stretches(text, &piece, |stretch| letters += if stretch.pieces.is_empty() { 0 } else { stretch.letters });
    (letters > 0).then(|| Explanation {
        charset,
        read_as: "windows-1252",
        piece: Box::new(piece),
        is_meant: Box::new(|_| true),
        letters,
        certain: letters >= MIN_LETTERS_FOR_CHARSET,
    })
}

/// With at least this many letters, the guess of the charset is almost never wrong. A heuristic; `cargo xtask charsets`
/// measures its effect.
const MIN_LETTERS_FOR_CHARSET: usize = 20;

/// Returns the charset of another script whose bytes are the letters of windows-1252 in `text`. The bytes are collected only if
/// they pass the cheap test.
fn other_script(text: &str) -> Option<Charset> {
    let bytes = || text.chars().filter_map(byte_of);
    let is_all = text.chars().all(|c| byte_of(c).is_some());
    if !is_all || !guess::is_in_company(bytes()) {
        return None;
    }
    guess::other_script(&bytes().collect::<Vec<u8>>(), None)
}

/// A character of UTF-8 whose bytes were opened as one character each.
fn utf8(rest: &str, _after_loss: bool) -> Option<Piece> {
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
        // Some programs drop the five bytes that windows-1252 does not assign.
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

/// Returns true if a sign occurs after a letter in correct text.
fn may_follow(letter: char, sign: char) -> bool {
    let is_sign = matches!(sign, '°' | '´' | '¨' | '·' | '™' | '®' | '©' | 'ª' | 'º' | '¹' | '²' | '³');
    is_quotation(sign) || is_sign && !matches!(letter, 'Â' | 'Ã')
}

/// Returns true for signs that end words and sentences, also several in a row.
fn is_quotation(sign: char) -> bool {
    matches!(sign, '\u{A0}' | '«' | '»' | '‘' | '’' | '“' | '”' | '‹' | '›' | '…' | '–' | '—' | '•')
}

/// Returns the byte of a character in windows-1252, or in ISO-8859-1 if windows-1252 does not assign the byte.
fn byte_of(c: char) -> Option<u8> {
    match u8::try_from(c) {
        Ok(byte) => Some(byte),
        Err(_) => SIGNS.iter().find(|(sign, _)| *sign == c).map(|(_, byte)| *byte),
    }
}

/// The characters of windows-1252 whose byte differs from their code point.
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

/// A character of one or two bytes in a charset, whose bytes were opened as one character each.
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
