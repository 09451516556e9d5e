//! Which stretch of a file is in which charset.

use super::{Segment, Source, decode::Walked};
use crate::{Charset, Code, Declared, Diagnostic, Diagnostics, Found, Severity, Span};
use alloc::{format, string::String, vec::Vec};
use core::ops::Range;

/// What is to be said of a charset, and of which bytes: where they are in the text is known when there is one.
pub(super) struct Finding {
    said: Diagnostic,
    at: Option<Range<usize>>,
}

impl Finding {
    /// Says it. `walked` is how far the bytes were gone through for the findings before it.
    pub(super) fn say(self, source: &Source, walked: &mut Option<Walked>, said: &mut Diagnostics) {
        let Self { said: finding, at } = self;
        let (code, severity) = (finding.code, finding.severity);
        said.push_with(code, severity, || Self { said: finding, at }.diagnostic(source, walked));
    }

    fn diagnostic(self, source: &Source, walked: &mut Option<Walked>) -> Diagnostic {
        match self.at.map(|at| Span::new(source.place_of(at.start, walked), source.place_of(at.end, walked))) {
            Some(span) => self.said.at(span),
            None => self.said,
        }
    }
}

/// The stretches of `bytes`, the first from 0.
pub(super) fn segments(
    bytes: &[u8],
    asked: Option<&Charset>,
    declared: &[Declared],
    said: &mut Vec<Finding>,
) -> Vec<Segment> {
    let whole = |charset, found| alloc::vec![Segment { start: 0, charset, found }];
    if let Some(charset) = asked {
        if charset.is_known() {
            return whole(charset.clone(), Found::Asked);
        }
        said.push(Finding { said: unknown(charset.name()), at: None });
    } else if let Some(charset) = mark(bytes) {
        return whole(charset, Found::Mark);
    }
    if declared.is_empty() {
        let (charset, found) = undeclared(bytes, said);
        return whole(charset, found);
    }
    let mut out: Vec<Segment> = Vec::new();
    let first = declared[0].from.min(bytes.len());
    if first > 0 {
        let (charset, found) = undeclared(&bytes[..first], said);
        out.push(Segment { start: 0, charset, found });
    }
    for (i, declaration) in declared.iter().enumerate() {
        let end = declared.get(i + 1).map_or(bytes.len(), |next| next.from);
        let start = declaration.from.min(end);
        let (charset, found) = one(bytes, start..end, declaration, said);
        if out.last().is_none_or(|last| last.charset != charset) {
            out.push(Segment { start, charset, found });
        }
    }
    out
}

/// The charset whose byte-order mark stands at the start.
fn mark(bytes: &[u8]) -> Option<Charset> {
    let charset = match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Charset::UTF_8,
        [0xFF, 0xFE, ..] => Charset::UTF_16LE,
        [0xFE, 0xFF, ..] => Charset::UTF_16BE,
        _ => return None,
    };
    charset.is_known().then_some(charset)
}

/// How many bytes a byte-order mark of `charset` takes at the start of `bytes`.
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

/// The charset of a stretch that declares one.
fn one(all: &[u8], stretch: Range<usize>, declaration: &Declared, said: &mut Vec<Finding>) -> (Charset, Found) {
    let (bytes, declared) = (&all[stretch], &declaration.charset);
    // As it is written there.
    let name = match all.get(declaration.at.clone()) {
        Some(name) if !name.is_empty() => String::from_utf8_lossy(name),
        _ => declared.name().into(),
    };
    let name = name.trim();
    let at = Some(declaration.at.clone()).filter(|at| !at.is_empty());
    if !declared.is_known() {
        said.push(Finding { said: unknown(name), at });
        return detect(bytes);
    }
    // They are ASCII, and nobody has another use for them.
    let shifts = is_shifted(bytes, FOR_ONE_BROKEN);
    if bytes.is_ascii() && !is_stateful(declared) && !is_utf16(declared) && !shifts {
        return (declared.clone(), Found::Declared);
    }
    let utf8 = core::str::from_utf8(bytes).ok();
    // A name in single bytes was not written in units of two.
    let fits = if is_utf16(declared) && at.is_some() && name.is_ascii() && !name.contains('\0') {
        false
    } else if *declared == Charset::UTF_8 {
        utf8.is_some() && !shifts
    } else if shifts && !is_stateful(declared) {
        false
    } else {
        // What declares its escape sequences may have as many broken ones as whole ones.
        (decodes(bytes, declared) || is_stateful(declared) && is_shifted(bytes, 1))
            && !utf8.is_some_and(|text| is_meant(text, declared))
            && !(is_latin(declared) && other_script(bytes).is_some())
    };
    if fits {
        return (declared.clone(), Found::Declared);
    }
    let (charset, found) = detect(bytes);
    if charset == *declared {
        return (charset, Found::Declared);
    }
    let contradicted = Diagnostic::new(
        Code("text/charset-contradicted"),
        Severity::Warning,
        format!("the file declares {name}, but its bytes are {}; read as {charset}", describe(&charset, found)),
    );
    said.push(Finding { said: contradicted, at });
    (charset, found)
}

/// Whether bytes that are valid in a declared charset and in UTF-8 too are meant as UTF-8: by chance a few are.
///
/// A character of three bytes or four is hardly chance. Of two bytes are accented letters, which stand beside plain ones, and
/// Greek and Cyrillic, which stand among their own; other such characters may be two bytes of the charset as well.
fn is_meant(text: &str, declared: &Charset) -> bool {
    if is_latin(declared) {
        return is_meant_for_latin(text);
    }
    let (mut accented, mut own, mut chance) = (0_usize, 0_usize, 0_usize);
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let beside = |c: char| c.is_ascii_lowercase() || matches!(c, '\u{DF}'..='\u{24F}');
        match c {
            // Quotation marks of French, and the blanks in them, stand anywhere.
            '\0'..='\x7F' | '\u{A0}' | '«' | '»' => {}
            '\u{800}'.. => return true,
            '\u{C0}'..='\u{17F}' | '\u{1A0}' | '\u{1A1}' | '\u{1AF}' | '\u{1B0}' | '\u{218}'..='\u{21B}'
                if beside(before) || rest.peek().is_some_and(|&next| beside(next)) =>
            {
                accented += 1;
            }
            '\u{370}'..='\u{4FF}' => own += 1,
            _ => chance += 1,
        }
        before = c;
    }
    accented + own > 2 * chance && (accented > 0 || own > 3)
}

/// The same of a charset of Latin letters: a letter is hardly ever followed by the signs that UTF-8 has for the rest of a
/// character, but for those that end words: `HYVÄ…`, `OÙ :` with a blank that does not break, `Weiß…`.
fn is_meant_for_latin(text: &str) -> bool {
    let ends_words =
        |byte: &u8| matches!(byte, 0x85 | 0x91..=0x94 | 0x96 | 0x97 | 0xA0 | 0xAA | 0xAB | 0xB0 | 0xBA | 0xBB);
    let (mut before, mut rest) = (' ', text.chars().peekable());
    while let Some(c) = rest.next() {
        let mut bytes = [0; 4];
        let bytes = c.encode_utf8(&mut bytes).as_bytes();
        // À and à are written so in UTF-8; and no word has a capital behind a small letter, or goes on behind its end.
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

/// The charset of a stretch that declares none.
fn undeclared(bytes: &[u8], said: &mut Vec<Finding>) -> (Charset, Found) {
    let (charset, found) = detect(bytes);
    if found == Found::Guessed {
        let guessed = Diagnostic::new(
            Code("text/charset-guessed"),
            Severity::Warning,
            match is_utf16(&charset) {
                true => format!("the file has no byte-order mark; read as {charset}, as its zeros show"),
                false => format!(
                    "the file declares no charset and is not UTF-8; read as {charset}, which its characters suggest"
                ),
            },
        )
        .help("give the charset, if this one is wrong (--encoding)");
        said.push(Finding { said: guessed, at: first_beyond_ascii(bytes) });
    }
    (charset, found)
}

fn describe(charset: &Charset, found: Found) -> String {
    match found {
        Found::ValidUtf8 => String::from("valid UTF-8"),
        _ => format!("more like {charset}"),
    }
}

fn unknown(name: &str) -> Diagnostic {
    Diagnostic::new(
        Code("text/charset-unknown"),
        Severity::Warning,
        format!("no charset is called {name:?}; its bytes decided instead"),
    )
}

/// The first stretch of bytes beyond ASCII.
fn first_beyond_ascii(bytes: &[u8]) -> Option<Range<usize>> {
    let start = bytes.iter().position(|byte| !byte.is_ascii())?;
    let len = bytes[start..].iter().position(u8::is_ascii).unwrap_or(bytes.len() - start);
    Some(start..start + len)
}

/// The charset that the bytes themselves suggest.
fn detect(bytes: &[u8]) -> (Charset, Found) {
    if let Some(charset) = utf16_by_zeros(bytes) {
        return (charset, Found::Guessed);
    }
    if is_shifted(bytes, FOR_ONE_BROKEN) {
        return (Charset::new("ISO-2022-JP"), Found::Guessed);
    }
    match core::str::from_utf8(bytes) {
        Ok(_) => (Charset::UTF_8, Found::ValidUtf8),
        // A few broken sequences among many whole ones: a text that was cut, not another charset.
        _ if mostly_utf8(bytes) => (Charset::UTF_8, Found::Guessed),
        _ => (guess(bytes), Found::Guessed),
    }
}

/// UTF-16 without a mark: the first characters of every record format are ASCII.
fn utf16_by_zeros(bytes: &[u8]) -> Option<Charset> {
    let charset = match bytes {
        [a, 0, b, 0, ..] if *a != 0 && *b != 0 => Charset::UTF_16LE,
        [0, a, 0, b, ..] if *a != 0 && *b != 0 => Charset::UTF_16BE,
        _ => return None,
    };
    charset.is_known().then_some(charset)
}

/// Whether at least nine of ten non-ASCII sequences are valid UTF-8.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut valid, mut invalid) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    valid > 0 && valid >= 9 * invalid
}

pub(super) fn is_stateful(charset: &Charset) -> bool {
    charset.name() == "ISO-2022-JP"
}

pub(super) fn is_utf16(charset: &Charset) -> bool {
    *charset == Charset::UTF_16LE || *charset == Charset::UTF_16BE
}

/// So many characters beyond ASCII there are for each broken place where nobody says that a text is ISO-2022-JP.
const FOR_ONE_BROKEN: usize = 10;

/// Whether the bytes are ISO-2022-JP, as its escape sequences show, with so many characters beyond ASCII for each broken place.
#[cfg(feature = "encoding")]
fn is_shifted(bytes: &[u8], for_one_broken: usize) -> bool {
    if !bytes.contains(&0x1B) || !bytes.is_ascii() {
        return false;
    }
    if ![b"\x1B$B", b"\x1B$@", b"\x1B(J"].iter().any(|shift| bytes.windows(3).any(|w| w == *shift)) {
        return false;
    }
    let (text, _) = encoding_rs::ISO_2022_JP.decode_without_bom_handling(bytes);
    let broken = text.matches('\u{FFFD}').count();
    text.chars().filter(|c| !c.is_ascii()).count() >= for_one_broken * broken
}

#[cfg(not(feature = "encoding"))]
fn is_shifted(_bytes: &[u8], _for_one_broken: usize) -> bool {
    false
}

#[cfg(feature = "encoding")]
fn decodes(bytes: &[u8], charset: &Charset) -> bool {
    let encoding = encoding_rs::Encoding::for_label(charset.name().as_bytes());
    encoding.is_some_and(|encoding| !encoding.decode_without_bom_handling(bytes).1)
}

#[cfg(not(feature = "encoding"))]
fn decodes(bytes: &[u8], _charset: &Charset) -> bool {
    core::str::from_utf8(bytes).is_ok()
}

/// The charset by the frequency of characters, judged from the lines that have any beyond ASCII.
#[cfg(feature = "encoding")]
fn guess(bytes: &[u8]) -> Charset {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        if line.iter().any(|&b| b >= 0x80 || b == 0x1B) {
            detector.feed(line, false);
        }
    }
    detector.feed(&[], true);
    let guess = detector.guess(None, Utf8Detection::Deny).name();
    // Of a few letters it may say a charset of old terminals; those that records are written in come first.
    let is_rare = guess.starts_with("ISO-8859")
        || guess.starts_with("KOI8")
        || matches!(guess, "IBM866" | "macintosh" | "x-mac-cyrillic");
    let letters = || bytes.iter().copied().filter(|byte| !byte.is_ascii());
    if is_rare && letters().count() < FEW && !(guess.starts_with("KOI8") && is_koi8(letters())) {
        let korean = is_hangul(bytes).then_some("EUC-KR");
        let mut usual = korean.into_iter().chain(["Shift_JIS", "GBK", "Big5", "EUC-KR", "EUC-JP"]).map(Charset::new);
        if let Some(usual) = usual.find(|charset| is_plausible(bytes, charset)) {
            return usual;
        }
    }
    if guess == "windows-1252" && is_hungarian(bytes) {
        return Charset::new("windows-1250");
    }
    Charset::new(guess)
}

/// The charset of another script in which bytes are for certain that a charset of Latin letters fits, as any do.
#[cfg(feature = "encoding")]
pub(super) fn other_script(bytes: &[u8]) -> Option<Charset> {
    if !is_in_company(bytes.iter().copied()) {
        return None;
    }
    let guess = guess(bytes);
    let is_double = ["Shift_JIS", "GBK", "Big5", "EUC-KR", "EUC-JP"].contains(&guess.name());
    let is_cyrillic = matches!(guess.name(), "windows-1251" | "KOI8-U");
    // Of double bytes some are no letters in windows-1252; an alphabet that somebody wrote down has letters alone.
    let is_alphabet = bytes.iter().all(|byte| byte.is_ascii() || *byte >= 0xC0);
    (is_cyrillic || is_double && !is_alphabet && is_plausible(bytes, &guess)).then_some(guess)
}

#[cfg(not(feature = "encoding"))]
pub(super) fn other_script(_bytes: &[u8]) -> Option<Charset> {
    None
}

/// Whether bytes that a charset of Latin letters fits are as those of other scripts: letters beyond ASCII mostly stand alone where
/// a language is written in Latin letters, and side by side where it is not.
pub(super) fn is_in_company(bytes: impl Iterator<Item = u8>) -> bool {
    let (mut all, mut in_company, mut letters) = (0_usize, 0_usize, 0_usize);
    let mut seen = [false; 256];
    let (mut together, mut signs) = (0, 0);
    for byte in bytes.chain(core::iter::once(b' ')) {
        match byte {
            // What is quoted in French stands between these, with blanks that do not break.
            0..=0x7F | 0xA0 | 0xAB | 0xBB => {
                in_company += if together > 1 { together } else { 0 };
                (together, signs) = (0, 0);
            }
            // Quotation marks, dashes and dots stand before words and behind them.
            0x85 | 0x91..=0x94 | 0x96 | 0x97 => signs += usize::from(together > 0),
            _ => (together, signs) = (together + signs + 1, 0),
        }
        if !byte.is_ascii() {
            all += 1;
            letters += usize::from(byte >= 0xC0);
            seen[byte as usize] = true;
        }
    }
    // Dots, dashes and the like that somebody drew with are no letters, and are few different ones.
    let is_drawn = 10 * letters < all || seen.iter().filter(|seen| **seen).count() < 5;
    all >= 8 && 2 * in_company >= all && !is_drawn
}

/// Whether it is a charset of single bytes for Latin letters.
fn is_latin(charset: &Charset) -> bool {
    match charset.name().strip_prefix("ISO-8859-") {
        Some(part) => matches!(part, "2" | "3" | "4" | "10" | "13" | "14" | "15" | "16"),
        None => {
            matches!(charset.name(), "windows-1250" | "windows-1252" | "windows-1254" | "windows-1257" | "macintosh")
        }
    }
}

/// So few letters beyond ASCII that a guess by their frequency is hardly one.
#[cfg(feature = "encoding")]
const FEW: usize = 40;

/// Whether there are only letters of KOI8, and so many that in a charset of double bytes some other byte would be among them:
/// there every second byte is as likely, and letters take a third of them.
#[cfg(feature = "encoding")]
fn is_koi8(letters: impl Iterator<Item = u8> + Clone) -> bool {
    letters.clone().count() >= 10 && letters.clone().all(|byte| matches!(byte, 0xA3 | 0xB3 | 0xC0..))
}

/// Whether every pair of bytes is one of hangul in EUC-KR: of Chinese and Japanese characters half are elsewhere.
#[cfg(feature = "encoding")]
fn is_hangul(bytes: &[u8]) -> bool {
    let mut runs = bytes.split(u8::is_ascii).flat_map(|run| run.chunks(2));
    runs.all(|pair| matches!(pair, [0xB0..=0xC8, 0xA1..=0xFE]))
}

/// Whether the bytes are text in a charset of double bytes that somebody may have written: without half-width kana, which
/// letters of other charsets become, and words of its own rather than letters within words of ASCII.
#[cfg(feature = "encoding")]
fn is_plausible(bytes: &[u8], charset: &Charset) -> bool {
    let Some(encoding) = encoding_rs::Encoding::for_label(charset.name().as_bytes()) else { return false };
    let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
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
    !had_errors && 4 * odd < all
}

/// Whether what looks like a language of Western Europe is Hungarian: of the letters beyond ASCII it has none but those of
/// Hungarian, and ő or ű among them. In windows-1252 these are õ and û, and the languages that have them have other letters too,
/// Estonian ä, Portuguese ã and õ before e alone, French è and no ö. Where windows-1250 and ISO-8859-2 differ, there is no
/// letter of Hungarian.
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
fn guess(_bytes: &[u8]) -> Charset {
    Charset::UTF_8
}
