//! The guess of a charset from the bytes: chardetng's character frequencies, corrected for game records.
//!
//! Method: chardetng compares the frequency of characters in all charsets ([`by_statistics`] lists where its answer is corrected).
//! Game records are hard for it, because they have few non-ASCII bytes and may have damaged characters. The corrections use the
//! alphabet of the letters, whether letters stand alone or in groups ([`is_in_company`]), and whether brackets that end values
//! would become part of a character ([`with_fewer_escaped_ends`]).
//!
//! Cost: chardetng reads the lines with non-ASCII bytes once, and each candidate charset (at most five) takes a few linear passes.
//!
//! Thresholds:
//!
//! * A guess needs at least [`TOO_FEW`] non-ASCII bytes, and is unreliable below [`MIN_LETTERS_FOR_FREQUENCY`].
//! * A guessed charset with damage has at least [`MOSTLY`] whole characters for each damaged one, and [`INSIDE`] for each value
//!   that is damaged before its end.
//! * A charset that the undamaged values suggest may have one damaged value, and one more for each [`FOR_ONE_DAMAGED_VALUE`] whole
//!   values. If the guess fits every byte, it may have one damaged character, and needs [`WHOLE_VALUES`] whole values.
//! * Another script needs at least [`MIN_BYTES_FOR_SCRIPT`] non-ASCII bytes, half of them in groups, one letter in
//!   [`LETTERS_IN_TEXT`] bytes, and [`DIFFERENT_LETTERS`] different bytes. KOI8 needs at least [`ENOUGH_OF_KOI8`]
//!   letters, a Cyrillic alphabet [`ENOUGH_OF_ALPHABET`].
//! * Text is implausible in a two-byte charset if one character in [`ODD_IN_TEXT`] is odd ([`is_odd`]).
//!
//! Except for [`ENOUGH_OF_KOI8`] they are heuristics; `cargo xtask charsets` measures on generated files how often the charset
//! is found with them.

use super::damage::ValueEnd;
#[cfg(feature = "encoding")]
use super::{
    candidates::Known,
    damage::escaped_ends,
    fit::{self, Fit, Values},
};
use crate::Charset;

/// Returns the likely charset of bytes that are neither UTF-8 nor declared: the one that the statistics suggest, unless another one
/// explains backslashes before closing brackets as parts of characters.
#[cfg(feature = "encoding")]
pub(super) fn guess(bytes: &[u8], value_end: Option<ValueEnd>) -> Charset {
    let guess = by_statistics(bytes, value_end);
    value_end.and_then(|value_end| with_fewer_escaped_ends(bytes, &guess, value_end)).unwrap_or(guess)
}

/// Returns the two-byte charset with the fewest escaped closing brackets, if every byte is valid in it and it has fewer of them
/// than the guess. Of several such charsets, the one with the most common characters counts.
#[cfg(feature = "encoding")]
fn with_fewer_escaped_ends(bytes: &[u8], guess: &Charset, value_end: ValueEnd) -> Option<Charset> {
    let most = escaped_ends(guess, bytes, value_end);
    if most == 0 {
        return None;
    }
    let candidates = ["GBK", "Big5", "Shift_JIS"].into_iter().map(Charset::new).filter_map(|charset| {
        let escaped = escaped_ends(&charset, bytes, value_end);
        let is_better = escaped < most && Fit::of(bytes, &charset, Some(value_end)).is_whole();
        is_better.then(|| (escaped, is_odd(bytes, &charset), Known::of(bytes, &charset).common, charset))
    });
    let best = candidates.min_by_key(|&(escaped, is_odd, common, _)| (escaped, is_odd, core::cmp::Reverse(common)));
    best.map(|(.., charset)| charset)
}

/// Returns the charset that the statistics suggest.
///
/// chardetng judges by the frequency of characters, from the lines with non-ASCII bytes. Its answer is corrected in these cases:
///
/// * There are fewer than [`TOO_FEW`] bytes to judge by. They are read as windows-1252, such as the pound sign in `C[\xA3]`.
/// * It suggests a charset of old terminals from a few letters. The charsets that records are written in come first.
/// * A few values are damaged, and without them it suggests another charset ([`without_damaged_values`]).
/// * It suggests a single-byte charset because a character is damaged, and the undamaged text is in a two-byte charset.
/// * In its charset, the brackets that end values would be part of characters.
#[cfg(feature = "encoding")]
fn by_statistics(bytes: &[u8], value_end: Option<ValueEnd>) -> Charset {
    let letters = || bytes.iter().copied().filter(|byte| !byte.is_ascii());
    let windows_1252 = Charset::new("windows-1252");
    let is_undefined = |byte: u8| matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D);
    if letters().take(TOO_FEW).count() < TOO_FEW && !letters().any(is_undefined) {
        return windows_1252;
    }
    let guess = by_frequency(bytes.split_inclusive(|&b| b == b'\n'));
    // If there are few letters, the statistics may suggest a charset that game records rarely use. The usual charsets then come
    // first.
    let is_rare = guess.starts_with("ISO-8859")
        || guess.starts_with("KOI8")
        || matches!(guess, "IBM866" | "macintosh" | "x-mac-cyrillic");
    if is_rare && letters().count() < MIN_LETTERS_FOR_FREQUENCY && !(guess.starts_with("KOI8") && is_koi8(letters())) {
        let korean = is_hangul(bytes).then_some("EUC-KR");
        let mut usual = korean.into_iter().chain(["Shift_JIS", "GBK", "Big5", "EUC-KR", "EUC-JP"]).map(Charset::new);
        if let Some(usual) = usual.find(|charset| is_plausible(bytes, charset)) {
            return usual;
        }
    }
    if guess == "windows-1252" && is_hungarian(bytes) {
        return Charset::new("windows-1250");
    }
    let guess = Charset::new(guess);
    if let Some(charset) = without_damaged_values(bytes, &guess, value_end) {
        return charset;
    }
    if is_single_byte(&guess) {
        return double_byte_with_damage(bytes, value_end).unwrap_or(guess);
    }
    // Each bracket that becomes part of a character counts as damage.
    let fit = Fit::of(bytes, &guess, value_end);
    if fit.is_whole() {
        return guess;
    }
    let is_mostly_whole = fit.whole >= MOSTLY * fit.damaged;
    double_byte_with_damage(bytes, value_end)
        .unwrap_or_else(|| if is_mostly_whole { guess } else { by_single_bytes(bytes) })
}

/// With fewer non-ASCII bytes than this, the charset cannot be guessed.
#[cfg(feature = "encoding")]
const TOO_FEW: usize = 3;

/// A guessed charset has at least this many whole characters for each damaged one.
#[cfg(feature = "encoding")]
const MOSTLY: usize = 4;

/// A guessed charset has at least this many whole characters for each value that is damaged before its end. If the text is in a
/// single-byte charset, every other word is damaged in this way.
#[cfg(feature = "encoding")]
const INSIDE: usize = 40;

/// A charset is judged without its damaged values if at most one value is damaged, and one more for each of this many whole values.
#[cfg(feature = "encoding")]
const FOR_ONE_DAMAGED_VALUE: usize = 20;

/// A charset with a damaged character replaces one without only if this many values are whole in it.
#[cfg(feature = "encoding")]
const WHOLE_VALUES: usize = 3;

#[cfg(feature = "encoding")]
fn by_frequency<'b>(lines: impl Iterator<Item = &'b [u8]>) -> &'static str {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    for line in lines.filter(|line| line.iter().any(|&b| b >= 0x80 || b == 0x1B)) {
        detector.feed(line, false);
    }
    detector.feed(&[], true);
    detector.guess(None, Utf8Detection::Deny).name()
}

/// Returns true if the statistics of the values, each up to its first damaged character, suggest the charset.
#[cfg(feature = "encoding")]
pub(super) fn is_suggested_by_undamaged(bytes: &[u8], charset: &Charset) -> bool {
    // The statistics do not distinguish gb18030 from GBK, which is its larger part.
    let name = if charset.name() == "gb18030" { "GBK" } else { charset.name() };
    by_frequency(fit::undamaged_starts(bytes, charset)) == name
}

#[cfg(not(feature = "encoding"))]
pub(super) fn is_suggested_by_undamaged(_bytes: &[u8], _charset: &Charset) -> bool {
    false
}

/// Returns another two-byte charset than the guess, if a few values are damaged in it and the statistics of all other values suggest
/// it. chardetng excludes a charset after one invalid character, and the next best one often fits: nearly all bytes are valid in GBK.
#[cfg(feature = "encoding")]
fn without_damaged_values(bytes: &[u8], guess: &Charset, value_end: Option<ValueEnd>) -> Option<Charset> {
    if is_alphabet(bytes.iter().copied().filter(|byte| !byte.is_ascii())) {
        return None;
    }
    let is_whole = Fit::of(bytes, guess, value_end).is_whole();
    let candidates = ["GBK", "Shift_JIS", "Big5", "EUC-KR", "EUC-JP"].into_iter().filter(|name| *name != guess.name());
    candidates.map(Charset::new).find(|charset| {
        let values = Values::of(bytes, charset, value_end);
        let is_enough = match is_whole {
            true => values.whole >= WHOLE_VALUES && Fit::of(bytes, charset, value_end).damaged == 1,
            false => (1..=1 + values.whole / FOR_ONE_DAMAGED_VALUE).contains(&values.damaged),
        };
        is_enough && by_frequency(core::iter::once(&values.undamaged[..])) == charset.name()
    })
}

/// Returns the two-byte charset of text with some damage. chardetng excludes a charset after one invalid character, so it is asked
/// about the values up to such characters.
#[cfg(feature = "encoding")]
fn double_byte_with_damage(bytes: &[u8], value_end: Option<ValueEnd>) -> Option<Charset> {
    if is_alphabet(bytes.iter().copied().filter(|byte| !byte.is_ascii())) {
        return None;
    }
    ["GBK", "Shift_JIS", "Big5", "EUC-KR", "EUC-JP"].into_iter().map(Charset::new).find(|charset| {
        let fit = Fit::of(bytes, charset, value_end);
        fit.damaged > 0
            && fit.whole >= MOSTLY * fit.damaged
            && fit.whole >= INSIDE * fit.damaged_inside
            && is_suggested_by_undamaged(bytes, charset)
    })
}

/// Returns the likeliest single-byte charset: windows-1251 if the letters stand in groups, otherwise windows-1252.
#[cfg(feature = "encoding")]
fn by_single_bytes(bytes: &[u8]) -> Charset {
    let is_cyrillic = is_in_company(bytes.iter().copied());
    Charset::new(if is_cyrillic { "windows-1251" } else { "windows-1252" })
}

/// Returns true if each byte is a character in the charset.
pub(super) fn is_single_byte(charset: &Charset) -> bool {
    let name = charset.name();
    ["windows-", "ISO-8859-", "KOI8-", "x-mac-"].iter().any(|family| name.starts_with(family))
        || matches!(name, "macintosh" | "IBM866")
}

/// Returns the charset of another script if the bytes certainly are in it, although they fit a charset of Latin letters, as any
/// bytes do.
#[cfg(feature = "encoding")]
pub(super) fn other_script(bytes: &[u8], value_end: Option<ValueEnd>) -> Option<Charset> {
    if !is_in_company(bytes.iter().copied()) {
        return None;
    }
    let guess = guess(bytes, value_end);
    let is_double = ["Shift_JIS", "GBK", "Big5", "EUC-KR", "EUC-JP"].contains(&guess.name());
    let is_cyrillic = matches!(guess.name(), "windows-1251" | "KOI8-U");
    // Two-byte text usually has some bytes that are not letters in windows-1252. Text of letters only may be a list of the
    // alphabet.
    let is_alphabet = bytes.iter().all(|byte| byte.is_ascii() || *byte >= 0xC0);
    (is_cyrillic || is_double && !is_alphabet && is_plausible(bytes, &guess)).then_some(guess)
}

#[cfg(not(feature = "encoding"))]
pub(super) fn other_script(_bytes: &[u8], _ends_value: Option<ValueEnd>) -> Option<Charset> {
    None
}

/// Returns true if bytes that fit a charset of Latin letters look like another script: at least half of the non-ASCII bytes are
/// side by side. In languages with Latin letters, non-ASCII letters mostly stand alone.
pub(super) fn is_in_company(bytes: impl Iterator<Item = u8>) -> bool {
    let (mut all, mut in_company, mut letters) = (0_usize, 0_usize, 0_usize);
    let mut seen = [false; 256];
    let (mut together, mut signs) = (0, 0);
    for byte in bytes.chain(core::iter::once(b' ')) {
        match byte {
            // French puts quoted text between « and », with no-break spaces.
            0..=0x7F | 0xA0 | 0xAB | 0xBB => {
                in_company += if together > 1 { together } else { 0 };
                (together, signs) = (0, 0);
            }
            // Quotation marks, dashes and dots come before and after words.
            0x85 | 0x91..=0x94 | 0x96 | 0x97 => signs += usize::from(together > 0),
            _ => (together, signs) = (together + signs + 1, 0),
        }
        if !byte.is_ascii() {
            all += 1;
            letters += usize::from(byte >= 0xC0);
            seen[byte as usize] = true;
        }
    }
    // Drawings of dots, dashes and similar signs have few letters and few different bytes.
    let is_drawn = LETTERS_IN_TEXT * letters < all || seen.iter().filter(|seen| **seen).count() < DIFFERENT_LETTERS;
    all >= MIN_BYTES_FOR_SCRIPT && 2 * in_company >= all && !is_drawn
}

/// With fewer non-ASCII bytes than this, the script cannot be judged.
const MIN_BYTES_FOR_SCRIPT: usize = 8;

/// In a text, at least one non-ASCII byte in this many is a letter.
const LETTERS_IN_TEXT: usize = 10;

/// A text has at least this many different non-ASCII bytes.
const DIFFERENT_LETTERS: usize = 5;

/// Returns true for a single-byte charset of Latin letters.
pub(super) fn is_latin(charset: &Charset) -> bool {
    match charset.name().strip_prefix("ISO-8859-") {
        Some(part) => matches!(part, "2" | "3" | "4" | "10" | "13" | "14" | "15" | "16"),
        None => {
            matches!(charset.name(), "windows-1250" | "windows-1252" | "windows-1254" | "windows-1257" | "macintosh")
        }
    }
}

/// With fewer non-ASCII letters than this, a guess by their frequency is unreliable.
#[cfg(feature = "encoding")]
const MIN_LETTERS_FOR_FREQUENCY: usize = 40;

/// The minimum number of letters to recognise KOI8. Ten bytes are five two-byte characters. The second byte of such a character is
/// a letter of KOI8 in one case of three, so for five of them this is a coincidence in 1 of 243 cases.
#[cfg(feature = "encoding")]
const ENOUGH_OF_KOI8: usize = 10;

/// Returns true if all letters are letters of KOI8, and there are enough of them to make a two-byte charset unlikely.
#[cfg(feature = "encoding")]
fn is_koi8(letters: impl Iterator<Item = u8> + Clone) -> bool {
    letters.clone().count() >= ENOUGH_OF_KOI8 && letters.clone().all(|byte| matches!(byte, 0xA3 | 0xB3 | 0xC0..))
}

/// The minimum number of letters to recognise a Cyrillic alphabet. Eight bytes are four two-byte characters, and few texts have four
/// such characters whose bytes are all Cyrillic letters.
#[cfg(feature = "encoding")]
const ENOUGH_OF_ALPHABET: usize = 8;

/// Returns true if all letters are Cyrillic in windows-1251 or KOI8, and there are enough of them.
#[cfg(feature = "encoding")]
fn is_alphabet(letters: impl Iterator<Item = u8> + Clone) -> bool {
    letters.clone().nth(ENOUGH_OF_ALPHABET - 1).is_some()
        && letters.clone().all(|byte| matches!(byte, 0xA3 | 0xA8 | 0xB3 | 0xB8 | 0xC0..))
}

/// Returns true if every pair of bytes is a hangul syllable of EUC-KR. Half of the Chinese and Japanese characters are outside that
/// range.
#[cfg(feature = "encoding")]
fn is_hangul(bytes: &[u8]) -> bool {
    let mut runs = bytes.split(u8::is_ascii).flat_map(|run| run.chunks(2));
    runs.all(|pair| matches!(pair, [0xB0..=0xC8, 0xA1..=0xFE]))
}

/// Returns true if the bytes are plausible text in a two-byte charset: without half-width kana, which letters of other charsets
/// become, and with words of its own and not letters within ASCII words.
#[cfg(feature = "encoding")]
fn is_plausible(bytes: &[u8], charset: &Charset) -> bool {
    Fit::of(bytes, charset, None).is_whole() && !is_odd(bytes, charset)
}

/// In an implausible text, at least one non-ASCII character in this many is odd. In a plausible one, a few may be: a letter of
/// another language beside an ASCII letter, or half-width kana in a name.
#[cfg(feature = "encoding")]
const ODD_IN_TEXT: usize = 4;

/// Returns true if at least a quarter of the non-ASCII characters are implausible in a two-byte charset: half-width kana,
/// private-use characters, and characters within ASCII words.
#[cfg(feature = "encoding")]
pub(super) fn is_odd(bytes: &[u8], charset: &Charset) -> bool {
    let text = fit::decoded(bytes, charset);
    let (mut all, mut odd, mut before) = (0_usize, 0_usize, ' ');
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if !c.is_ascii() {
            let after = characters.peek().copied().unwrap_or(' ');
            all += 1;
            odd += usize::from(
                matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{FF61}'..='\u{FF9F}')
                    || before.is_ascii_alphabetic()
                    || after.is_ascii_alphabetic(),
            );
        }
        before = c;
    }
    ODD_IN_TEXT * odd >= all
}

#[cfg(not(feature = "encoding"))]
pub(super) fn is_odd(_bytes: &[u8], _charset: &Charset) -> bool {
    false
}

/// Returns true if text that looks like a language of Western Europe is Hungarian: all of its non-ASCII letters are Hungarian, and
/// ő or ű is among them. In windows-1252 these two are õ and û. The languages that use õ and û have other letters too: Estonian has
/// ä, Portuguese has ã and õ only before e, French has è and no ö. The bytes at which windows-1250 and ISO-8859-2 differ are not
/// letters of Hungarian.
#[cfg(feature = "encoding")]
fn is_hungarian(bytes: &[u8]) -> bool {
    let mut seen = [false; 256];
    let (mut before, mut long_o) = (0, false);
    for &byte in bytes {
        seen[byte as usize] = true;
        long_o |= matches!(before, 0xD5 | 0xF5) && !byte.eq_ignore_ascii_case(&b'e');
        before = byte;
    }
    let any = |letters: &[u8]| letters.iter().any(|&letter| seen[letter as usize]);
    let only = (0xC0..=0xFF).all(|letter| !seen[letter] || HUNGARIAN.contains(&(letter as u8)));
    only && (long_o || any(b"\xDB\xFB") && any(b"\xD6\xDC\xF6\xFC"))
}

/// Á, É, Í, Ó, Ő, Ö, Ú, Ű, Ü and á, é, í, ó, ő, ö, ú, ű, ü.
#[cfg(feature = "encoding")]
const HUNGARIAN: &[u8] = b"\xC1\xC9\xCD\xD3\xD5\xD6\xDA\xDB\xDC\xE1\xE9\xED\xF3\xF5\xF6\xFA\xFB\xFC";

#[cfg(not(feature = "encoding"))]
pub(super) fn guess(_bytes: &[u8], _ends_value: Option<ValueEnd>) -> Charset {
    Charset::UTF_8
}
