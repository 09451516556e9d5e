//! Charset detection: finds the charset of each part of a file.
//!
//! Method: a list of tests, the most reliable first. A charset that the caller asks for, or a byte-order mark, applies to the whole
//! file. Otherwise each declaration starts a new stretch, and the tests are applied to each stretch:
//!
//! 1. the declared charset, unless the bytes contradict it ([`is_believed`]);
//! 2. the zero bytes of UTF-16, the escape sequences of ISO-2022-JP, and valid UTF-8, which are certain ([`detect`]);
//! 3. the one of the charsets of the format that the bytes are in, if the format states them ([`candidates::best`]);
//! 4. the charset that the format expects, if the bytes are text in it ([`is_expected`]);
//! 5. UTF-8 with damaged characters ([`is_mostly_utf8`]);
//! 6. a guess from the frequency of characters ([`guess::guess`]).
//!
//! Cost: each step reads the bytes a fixed number of times, so time and memory are linear in the size of the file.
//!
//! Thresholds: a declared charset is believed while at least half of its non-ASCII characters are whole; see also [`FEW_DAMAGED`],
//! [`SEVERAL_DAMAGED`], [`FOR_ONE_BROKEN`], [`FOR_ONE_CHANCE`], [`CHANCE_OF_OWN_SCRIPT`], [`FOR_ONE_DAMAGED`] and [`LONG_IN_UTF8`].
//! They are heuristics: no statistics give them. `cargo xtask charsets` measures on generated files how often the charset is found
//! with them.

use super::{
    DecodeOptions, Segment, Source, candidates,
    decode::Walked,
    fit::{self, Fit},
    guess, mojibake,
};
use crate::{Charset, CharsetDeclaration, CharsetSource, Diagnostic, Diagnostics, Span, codes};
use alloc::{format, string::String, vec::Vec};
use core::ops::Range;

/// A diagnostic about a charset, and the bytes that it is about. Their span in the text is computed after decoding.
pub(super) struct Finding {
    diagnostic: Diagnostic,
    at: Option<Range<usize>>,
}

impl Finding {
    /// Reports the diagnostic. `walked` is the place of the last diagnostic, from which the search for this one starts.
    pub(super) fn report(self, source: &Source, walked: &mut Option<Walked>, diagnostics: &mut Diagnostics) {
        let (code, severity) = (self.diagnostic.code, self.diagnostic.severity);
        diagnostics.push_with(code, severity, || self.placed(source, walked));
    }

    fn placed(self, source: &Source, walked: &mut Option<Walked>) -> Diagnostic {
        match self.at.map(|at| Span::new(source.place_of(at.start, walked), source.place_of(at.end, walked))) {
            Some(span) => self.diagnostic.at(span),
            None => self.diagnostic,
        }
    }
}

/// Splits `bytes` into stretches of one charset each. The first starts at 0.
pub(super) fn segments(bytes: &[u8], options: &DecodeOptions<'_>, findings: &mut Vec<Finding>) -> Vec<Segment> {
    let DecodeOptions { asked, declared, .. } = *options;
    let whole = |charset, found| alloc::vec![Segment { start: 0, charset, found }];
    if let Some(charset) = asked {
        if charset.is_known() {
            return whole(charset.clone(), CharsetSource::Asked);
        }
        let detected = detect(bytes, options);
        findings.push(Finding { diagnostic: unknown(charset, charset.name(), &detected.charset), at: None });
        return whole(detected.charset, detected.found);
    }
    if let Some(charset) = mark(bytes) {
        return whole(charset, CharsetSource::Mark);
    }
    if declared.is_empty() {
        let (charset, found) = undeclared(bytes, 0, options, findings);
        return whole(charset, found);
    }
    let mut out: Vec<Segment> = Vec::new();
    let first = declared[0].from.min(bytes.len());
    if first > 0 {
        let (charset, found) = undeclared(&bytes[..first], 0, options, findings);
        out.push(Segment { start: 0, charset, found });
    }
    for (i, declaration) in declared.iter().enumerate() {
        let end = declared.get(i + 1).map_or(bytes.len(), |next| next.from);
        let start = declaration.from.min(end);
        let own_end = declaration.until.clamp(start, end);
        let (charset, found) = one_declared(bytes, start..own_end, declaration, options, findings);
        // The rest may be another file that was appended.
        let rest = &bytes[own_end..end];
        let other = (!rest.is_empty() && !is_believed(rest, &charset, options))
            .then(|| undeclared(rest, own_end, options, findings));
        push(&mut out, Segment { start, charset, found });
        if let Some((charset, found)) = other {
            push(&mut out, Segment { start: own_end, charset, found });
        }
    }
    out
}

/// Adds a stretch, unless it continues the previous one in the same charset.
fn push(segments: &mut Vec<Segment>, segment: Segment) {
    let is_overruled = |segment: &Segment| segment.found == CharsetSource::Overruled;
    let goes_on = |last: &Segment| last.charset == segment.charset && is_overruled(last) == is_overruled(&segment);
    if !segments.last().is_some_and(goes_on) {
        segments.push(segment);
    }
}

/// Returns the charset whose byte-order mark is at the start.
fn mark(bytes: &[u8]) -> Option<Charset> {
    let charset = match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Charset::UTF_8,
        [0xFF, 0xFE, ..] => Charset::UTF_16LE,
        [0xFE, 0xFF, ..] => Charset::UTF_16BE,
        _ => return None,
    };
    charset.is_known().then_some(charset)
}

/// Returns the charset that a byte-order mark or the zero bytes of UTF-16 prove.
pub(crate) fn sniff(bytes: &[u8]) -> Option<Charset> {
    mark(bytes).or_else(|| utf16_by_zeros(bytes))
}

/// Returns the length in bytes of a byte-order mark of `charset` at the start of `bytes`, or 0.
pub(super) fn mark_len(bytes: &[u8], charset: &Charset) -> usize {
    match mark(bytes) {
        Some(found) if found == *charset => {
            if found == Charset::UTF_8 {
                3
            } else {
                2
            }
        }
        _ => 0,
    }
}

/// Returns the charset of a stretch that declares one: the declared one, unless the bytes contradict it.
fn one_declared(
    all: &[u8],
    stretch: Range<usize>,
    declaration: &CharsetDeclaration,
    options: &DecodeOptions<'_>,
    findings: &mut Vec<Finding>,
) -> (Charset, CharsetSource) {
    let (bytes, declared) = (&all[stretch], &declaration.charset);
    // The name in the spelling of the file.
    let name = match all.get(declaration.at.clone()) {
        Some(name) if !name.is_empty() => String::from_utf8_lossy(name),
        _ => declared.name().into(),
    };
    let name = name.trim();
    let at = Some(declaration.at.clone()).filter(|at| !at.is_empty());
    if !declared.is_known() {
        let detected = detect(bytes, options);
        findings.push(Finding { diagnostic: unknown(declared, name, &detected.charset), at });
        // An empty name declares nothing, so a guess does not overrule it.
        let is_guess = !name.is_empty() && !detected.is_certain;
        let is_misread = is_guess || declared.is_undecodable() && declared.is_in_escapes(bytes);
        return (detected.charset, if is_misread { CharsetSource::Overruled } else { detected.found });
    }
    // A file in UTF-16 would have a zero byte for each letter of the name.
    let is_impossible = is_utf16(declared) && at.is_some() && name.is_ascii() && !name.contains('\0');
    if !is_impossible && is_believed(bytes, declared, options) {
        return (declared.clone(), CharsetSource::Declared);
    }
    let Detected { charset, found, is_certain } = detect(bytes, options);
    if charset == *declared {
        return (charset, CharsetSource::Declared);
    }
    if is_certain || is_impossible {
        let message = format!("the file declares {name}, but {}; read as {charset}", reason(&charset, found));
        findings.push(Finding { diagnostic: Diagnostic::new(&codes::CHARSET_CONTRADICTED, message), at });
        return (charset, found);
    }
    findings.push(Finding { diagnostic: overruled(bytes, name, declared, &charset), at });
    (charset, CharsetSource::Overruled)
}

/// Returns true if a declared charset is believed.
///
/// * ASCII is the same in nearly all charsets.
/// * Valid UTF-8 with non-ASCII characters is almost never a coincidence, see [`is_meant`]. Another declaration is then wrong, and
///   also if the bytes are UTF-8 with a little damage.
/// * In a single-byte charset, nearly all bytes are valid. Some programs always declare the same one ([`is_default`]). It is not
///   believed if the letters are those of another script ([`guess::other_script`]).
/// * Damaged characters alone do not disprove a declaration: it is believed while at least half of the characters are whole. There
///   is one exception. If several values are damaged before their ends, and the statistics of the undamaged text do not suggest the
///   declared charset, a charset that they do suggest and that fits every byte is better. A single-byte charset fits any bytes, so
///   for it at least one character in [`FEW_DAMAGED`] has to be damaged, or the text has to be odd (see [`guess::is_odd`]).
fn is_believed(bytes: &[u8], declared: &Charset, options: &DecodeOptions<'_>) -> bool {
    let value_end = options.value_end;
    // No other charset uses these escape sequences.
    let shifts = is_shifted(bytes, FOR_ONE_BROKEN);
    if bytes.is_ascii() && !is_stateful(declared) && !is_utf16(declared) && !shifts {
        return true;
    }
    if is_stateful(declared) {
        // A file that declares ISO-2022-JP may have as many malformed sequences as whole characters.
        return is_shifted(bytes, 1) || Fit::of(bytes, declared, None).is_whole() && !is_utf8(bytes, declared);
    }
    let fit = Fit::of(bytes, declared, value_end);
    if shifts || utf16_by_zeros(bytes).is_some_and(|found| found != *declared) {
        return false;
    }
    if *declared == Charset::UTF_8 {
        return fit.is_whole() || fit.is_mostly_whole();
    }
    if is_utf16(declared) {
        return fit.is_mostly_whole() || fit.is_whole() && !is_utf8(bytes, declared);
    }
    if is_utf8(bytes, declared) || is_damaged_utf8(bytes) {
        return false;
    }
    if fit.is_whole() {
        return !(is_default(declared) && guess::other_script(bytes, value_end).is_some());
    }
    holds_with_damage(bytes, declared, &fit, options)
}

/// Returns true if bytes with damaged characters are in a charset anyway, see [`is_believed`].
fn holds_with_damage(bytes: &[u8], charset: &Charset, fit: &Fit, options: &DecodeOptions<'_>) -> bool {
    if !fit.is_mostly_whole() {
        return false;
    }
    if fit.damaged_inside < SEVERAL_DAMAGED || guess::is_suggested_by_undamaged(bytes, charset) {
        return true;
    }
    let value_end = options.value_end;
    let other = among_candidates(bytes, options).map_or_else(|| guess::guess(bytes, value_end), |(charset, _)| charset);
    let is_better = match guess::is_single_byte(&other) {
        true => FEW_DAMAGED * fit.damaged > fit.whole || guess::is_odd(bytes, charset),
        false => Fit::of(bytes, &other, value_end).is_whole(),
    };
    !is_better
}

/// A declared charset is doubted only if at least this number of values are damaged before their ends. A heuristic; `cargo xtask
/// charsets` measures its effect.
const SEVERAL_DAMAGED: usize = 2;

/// Returns true if bytes that are not valid UTF-8 are in the charset that files of the format usually have: nearly all characters
/// are whole, and the text is plausible. (Plausibility matters: in Shift_JIS, nearly all bytes of GBK are half-width kana.)
fn is_expected(bytes: &[u8], charset: &Charset, options: &DecodeOptions<'_>) -> bool {
    let is_text = || guess::is_single_byte(charset) || !guess::is_odd(bytes, charset);
    if !charset.is_known() || is_damaged_utf8(bytes) || !is_text() {
        return false;
    }
    let fit = Fit::of(bytes, charset, options.value_end);
    fit.is_whole() || holds_with_damage(bytes, charset, &fit, options)
}

/// Returns the one of the charsets of the format that the bytes are in, see [`candidates::best`].
fn among_candidates(bytes: &[u8], options: &DecodeOptions<'_>) -> Option<(Charset, bool)> {
    candidates::best(bytes, options.candidates, options.expected, options.value_end)
}

/// A single-byte charset has no damaged characters. It replaces a declared charset only if more than one in this many characters is
/// damaged in the declared one.
const FEW_DAMAGED: usize = 8;

/// Returns true if the bytes are valid UTF-8 and meant as UTF-8, although they are valid in the declared charset too.
fn is_utf8(bytes: &[u8], declared: &Charset) -> bool {
    core::str::from_utf8(bytes).is_ok_and(|text| is_meant(text, declared))
}

/// Returns true for charsets that programs declare without regard to the text, because they are the default of a system or of the
/// format.
fn is_default(charset: &Charset) -> bool {
    guess::is_latin(charset) && charset.name() != "macintosh"
}

/// Returns true if bytes that are valid both in the declared charset and in UTF-8 are meant as UTF-8. A few such bytes are a
/// coincidence.
fn is_meant(text: &str, declared: &Charset) -> bool {
    if guess::is_latin(declared) {
        return is_meant_for_latin(text);
    }
    let Evidence { long, accented, own_script, capitals, chance } = Evidence::of(text);
    let chance = chance + capitals;
    long > 0 || accented + own_script > FOR_ONE_CHANCE * chance && (accented > 0 || own_script > CHANCE_OF_OWN_SCRIPT)
}

/// Text is meant as UTF-8 if it has more than this number of plausible characters of two bytes for each one that is probably a
/// coincidence. With fewer, a text in a two-byte charset of East Asia would count as UTF-8.
const FOR_ONE_CHANCE: usize = 2;

/// At most this number of Greek and Cyrillic letters may be a coincidence, if there is no other evidence: a short name in GBK or
/// Shift_JIS may be valid UTF-8.
const CHANCE_OF_OWN_SCRIPT: usize = 3;

/// Counts of UTF-8 characters, by how strongly they suggest that a text is meant as UTF-8.
///
/// A character of three or four bytes is almost never a coincidence. Characters of two bytes are evidence if they are accented
/// letters next to unaccented ones, or Greek and Cyrillic letters. Other characters of two bytes may be two bytes of the other
/// charset.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    /// Characters of three or four bytes.
    long: usize,
    accented: usize,
    own_script: usize,
    /// Accented capitals without an unaccented letter beside them. Their second byte (0x80 to 0x9E) is not a second byte in GB 2312
    /// and Big5.
    capitals: usize,
    chance: usize,
}

impl Evidence {
    fn of(text: &str) -> Self {
        let mut evidence = Self::default();
        evidence.add(text);
        evidence
    }

    fn add(&mut self, text: &str) {
        let mut before = ' ';
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            let beside = |c: char| c.is_ascii_lowercase() || matches!(c, '\u{DF}'..='\u{24F}');
            match c {
                // French quotation marks, and the no-break spaces inside them, are not evidence.
                '\0'..='\x7F' | '\u{A0}' | '«' | '»' => {}
                '\u{800}'.. => self.long += 1,
                '\u{C0}'..='\u{17F}' | '\u{1A0}' | '\u{1A1}' | '\u{1AF}' | '\u{1B0}' | '\u{218}'..='\u{21B}'
                    if beside(before) || rest.peek().is_some_and(|&next| beside(next)) =>
                {
                    self.accented += 1;
                }
                '\u{370}'..='\u{4FF}' => self.own_script += 1,
                '\u{C0}'..='\u{DE}' => self.capitals += 1,
                _ => self.chance += 1,
            }
            before = c;
        }
    }
}

/// Returns true if bytes without a declaration are UTF-8 with damaged characters: at least half of the characters are whole, and
/// most of them are meant as UTF-8 and not a coincidence.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (fit, evidence) = (Fit::of(bytes, &Charset::UTF_8, None), utf8_evidence(bytes));
    let meant = evidence.long + evidence.accented + evidence.own_script + evidence.capitals;
    fit.is_mostly_whole() && meant >= fit.damaged && meant > evidence.chance
}

/// UTF-8 with a little damage has at least this number of whole characters for each damaged one.
const FOR_ONE_DAMAGED: usize = 9;

/// UTF-8 with a little damage has at least this number of characters of three bytes or more. One may be a coincidence in another
/// charset, in a long file also two or three.
const LONG_IN_UTF8: usize = 4;

/// Returns true if bytes that declare another charset are UTF-8 with a little damage: nine of ten characters are whole, and
/// several have three bytes or more.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let fit = Fit::of(bytes, &Charset::UTF_8, None);
    !fit.is_whole() && fit.whole >= FOR_ONE_DAMAGED * fit.damaged && utf8_evidence(bytes).long >= LONG_IN_UTF8
}

fn utf8_evidence(bytes: &[u8]) -> Evidence {
    let mut evidence = Evidence::default();
    bytes.utf8_chunks().for_each(|chunk| evidence.add(chunk.valid()));
    evidence
}

/// Like [`is_meant`], for a declared charset of Latin letters. In such a charset, a letter is almost never followed by the signs
/// that are continuation bytes in UTF-8, except for signs that end words: `HYVÄ…`, `OÙ :` with a no-break space, `Weiß…`.
fn is_meant_for_latin(text: &str) -> bool {
    let ends_words =
        |byte: &u8| matches!(byte, 0x85 | 0x91..=0x94 | 0x96 | 0x97 | 0xA0 | 0xAA | 0xAB | 0xB0 | 0xBA | 0xBB);
    let (mut before, mut rest) = (' ', text.chars().peekable());
    while let Some(c) = rest.next() {
        let mut bytes = [0; 4];
        let bytes = c.encode_utf8(&mut bytes).as_bytes();
        // In UTF-8, À, à and other Western letters start with 0xC2 or 0xC3. Any other lead byte is a capital letter in Latin
        // charsets. Within a word, it does not follow a lower-case letter, and no letter follows the signs that end a word.
        let goes_on = rest.peek().is_some_and(char::is_ascii_alphabetic);
        let is_word = matches!(bytes[0], 0xC2 | 0xC3) || bytes[0] < 0xD8 && (before.is_ascii_lowercase() || goes_on);
        let is_chance = matches!(c, '\u{530}'..='\u{7FF}') || !is_word && bytes[1..].iter().all(ends_words);
        if !c.is_ascii() && !is_chance {
            return true;
        }
        before = c;
    }
    false
}

/// Returns the charset of a stretch without a declaration. `start` is the offset of `bytes` in the file.
fn undeclared(
    bytes: &[u8],
    start: usize,
    options: &DecodeOptions<'_>,
    findings: &mut Vec<Finding>,
) -> (Charset, CharsetSource) {
    let Detected { charset, found, .. } = detect(bytes, options);
    if found == CharsetSource::Guessed {
        let message = if is_utf16(&charset) {
            format!("no byte-order mark; read as {charset}, judging by the zero bytes")
        } else if is_stateful(&charset) {
            format!("no charset declared; read as {charset}, judging by the escape sequences")
        } else if charset == Charset::UTF_8 {
            "no charset declared; read as UTF-8, because most characters are valid".into()
        } else {
            format!("no charset declared, and the text is not valid UTF-8; read as {charset}, judging by the bytes")
        };
        let guessed =
            Diagnostic::new(&codes::CHARSET_GUESSED, message).help("if names look wrong, choose another charset");
        let at = first_non_ascii(bytes).map(|at| start + at.start..start + at.end);
        findings.push(Finding { diagnostic: guessed, at });
    }
    (charset, found)
}

/// Returns why a charset is certain, as a clause of a message.
fn reason(charset: &Charset, found: CharsetSource) -> String {
    match found {
        CharsetSource::ValidUtf8 => String::from("its bytes are valid UTF-8"),
        _ if is_stateful(charset) => format!("it has escape sequences of {charset}"),
        _ if is_utf16(charset) => format!("it has the zero bytes of {charset}"),
        _ => format!("it looks like {charset}"),
    }
}

/// Creates the diagnostic for a name of a charset that kifu cannot decode.
fn unknown(charset: &Charset, name: &str, read_as: &Charset) -> Diagnostic {
    let message = match charset.is_undecodable() {
        true => format!("kifu cannot decode {name}; read as {read_as}, judging by the bytes"),
        false => format!("unknown charset {name:?}; read as {read_as}, judging by the bytes"),
    };
    Diagnostic::new(&codes::CHARSET_UNKNOWN, message)
}

/// Creates the diagnostic for a guess that overrules a declaration, with the first words in both charsets. It is an error if the
/// two charsets disagree about brackets, quotes or backslashes.
fn overruled(bytes: &[u8], name: &str, declared: &Charset, read_as: &Charset) -> Diagnostic {
    let (as_declared, as_read) = (fit::decoded(bytes, declared), fit::decoded(bytes, read_as));
    // A backslash that escapes no bracket or quote has no effect on the structure, so it is not compared.
    let syntax = |text: &str| -> String {
        let next = text.chars().skip(1).chain([' ']);
        let is_bracket = |c| matches!(c, '[' | ']' | '"');
        let pairs = text.chars().zip(next).filter(|&(c, next)| is_bracket(c) || c == '\\' && is_bracket(next));
        pairs.map(|(c, _)| c).collect()
    };
    let first_word = |text: &str| -> String {
        let rest = text.chars().skip_while(char::is_ascii);
        rest.take_while(|c| !matches!(c, ']' | '"' | '\n')).take(SHOWN).collect()
    };
    let (declared_word, read_word) = (first_word(&as_declared), first_word(&as_read));
    let message = format!(
        "the file declares {name} ({declared_word:?}), but looks like {read_as} ({read_word:?}); read as {read_as}"
    );
    let help = format!("correct the declaration; or choose {declared}, if {declared_word:?} is right");
    match syntax(&as_declared) == syntax(&as_read) {
        true => Diagnostic::new(&codes::CHARSET_OVERRULED, message).help(help),
        false => {
            let message =
                format!("{message}. In the other charset some brackets are part of characters, so the games differ");
            Diagnostic::new(&codes::CHARSET_AMBIGUOUS, message).help(help)
        }
    }
}

/// The maximum number of characters of a word in a message.
const SHOWN: usize = 24;

/// Returns the range of the first run of non-ASCII bytes.
fn first_non_ascii(bytes: &[u8]) -> Option<Range<usize>> {
    let start = bytes.iter().position(|byte| !byte.is_ascii())?;
    let len = bytes[start..].iter().position(u8::is_ascii).unwrap_or(bytes.len() - start);
    Some(start..start + len)
}

/// The charset that the bytes themselves suggest.
struct Detected {
    charset: Charset,
    found: CharsetSource,
    /// True if the charset is more than a guess: valid UTF-8, escape sequences of ISO-2022-JP, zero bytes of UTF-16.
    is_certain: bool,
}

/// The charset that the bytes themselves suggest.
fn detect(bytes: &[u8], options: &DecodeOptions<'_>) -> Detected {
    let guessed = |charset, is_certain| Detected { charset, found: CharsetSource::Guessed, is_certain };
    if let Some(charset) = utf16_by_zeros(bytes) {
        return guessed(charset, true);
    }
    if is_shifted(bytes, FOR_ONE_BROKEN) {
        return guessed(Charset::new("ISO-2022-JP"), true);
    }
    if core::str::from_utf8(bytes).is_ok() {
        return Detected { charset: Charset::UTF_8, found: CharsetSource::ValidUtf8, is_certain: true };
    }
    if let Some((charset, has_common)) = among_candidates(bytes, options) {
        let is_expected = has_common && options.expected == Some(&charset);
        let found = if is_expected { CharsetSource::Expected } else { CharsetSource::Guessed };
        return Detected { charset, found, is_certain: false };
    }
    if let Some(expected) = options.expected.filter(|expected| is_expected(bytes, expected, options)) {
        return Detected { charset: expected.clone(), found: CharsetSource::Expected, is_certain: false };
    }
    if is_mostly_utf8(bytes) {
        return guessed(Charset::UTF_8, false);
    }
    let charset = guess::guess(bytes, options.value_end);
    // If the decoded text looks like UTF-8 that was opened in the wrong charset, the bytes are UTF-8.
    match mojibake::is_utf8_read_as(&fit::decoded(bytes, &charset)) {
        true => guessed(Charset::UTF_8, false),
        false => guessed(charset, false),
    }
}

/// Detects UTF-16 without a byte-order mark: the first characters of every record format are ASCII.
fn utf16_by_zeros(bytes: &[u8]) -> Option<Charset> {
    let charset = match bytes {
        [a, 0, b, 0, ..] if *a != 0 && *b != 0 => Charset::UTF_16LE,
        [0, a, 0, b, ..] if *a != 0 && *b != 0 => Charset::UTF_16BE,
        _ => return None,
    };
    charset.is_known().then_some(charset)
}

pub(super) fn is_stateful(charset: &Charset) -> bool {
    charset.name() == "ISO-2022-JP"
}

pub(super) fn is_utf16(charset: &Charset) -> bool {
    *charset == Charset::UTF_16LE || *charset == Charset::UTF_16BE
}

/// The minimum number of whole non-ASCII characters for each malformed sequence, for undeclared ISO-2022-JP.
const FOR_ONE_BROKEN: usize = 9;

/// Returns true if the bytes have escape sequences of ISO-2022-JP, and at least `for_one_broken` whole non-ASCII characters for each
/// malformed sequence. Bytes that are not ASCII are malformed.
#[cfg(feature = "encoding")]
fn is_shifted(bytes: &[u8], for_one_broken: usize) -> bool {
    if !bytes.contains(&0x1B) {
        return false;
    }
    if ![b"\x1B$B", b"\x1B$@", b"\x1B(J"].iter().any(|shift| bytes.windows(3).any(|w| w == *shift)) {
        return false;
    }
    let (text, _) = encoding_rs::ISO_2022_JP.decode_without_bom_handling(bytes);
    let broken = text.matches('\u{FFFD}').count();
    let whole = text.chars().filter(|c| !c.is_ascii()).count() - broken;
    whole > 0 && whole >= for_one_broken * broken
}

#[cfg(not(feature = "encoding"))]
fn is_shifted(_bytes: &[u8], _for_one_broken: usize) -> bool {
    false
}
