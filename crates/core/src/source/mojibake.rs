//! Text that was decoded in the wrong charset before it was saved: `Ã©` for `é`.

use super::{Source, detect, encode};
use crate::{Charset, Code, Diagnostic, Diagnostics, Edits, Safety, Severity, Span};
use alloc::{format, string::String, vec::Vec};

/// Says what looks like text that was read as windows-1252 although it was not.
pub(super) fn find(source: &Source, said: &mut Diagnostics) {
    let text = source.text();
    // All letters of windows-1252 that stand for bytes of others begin with one of these in UTF-8, or stand beside such.
    if text.is_ascii() || !text.bytes().any(|byte| matches!(byte, 0xC2 | 0xC3)) {
        return;
    }
    let say = |found: &[Stretch], charset: &Charset, certain: bool, said: &mut Diagnostics| {
        for stretch in found {
            said.push_with(CODE, Severity::Warning, || match certain {
                true => mended(source, stretch, diagnostic(source, stretch, charset)),
                false => diagnostic(source, stretch, charset).help("too little to be sure which charset it is"),
            });
        }
    };
    let mut found = stretches(text, utf8);
    // By chance some letters look so: what else there is has to as well, or all of the file where they may stand in any text.
    let all = found.iter().any(|stretch| stretch.certain) && found.iter().all(|stretch| stretch.other == 0);
    found.retain(|stretch| all || stretch.certain && 3 * stretch.other <= stretch.letters);
    found.retain(|stretch| !stretch.pieces.is_empty());
    if !found.is_empty() {
        say(&found, &Charset::UTF_8, true, said);
    } else if let Some(charset) = as_bytes(text).and_then(|bytes| detect::other_script(&bytes)) {
        found = stretches(text, |rest| one_of(&charset, rest));
        found.retain(|stretch| !stretch.pieces.is_empty());
        let letters: usize = found.iter().map(|stretch| stretch.letters).sum();
        say(&found, &charset, letters >= ENOUGH, said);
    }
}

/// From so many bytes on the guess of a charset is hardly ever wrong.
const ENOUGH: usize = 20;

const CODE: Code = Code("text/mojibake");

/// What stands between two line ends or brackets.
#[derive(Default)]
struct Stretch {
    /// What is to be replaced, side by side as one, and by what.
    pieces: Vec<(Span, String)>,
    /// How many characters beyond ASCII belong to these.
    letters: usize,
    /// How many do not.
    other: usize,
    /// Whether there is a piece that no text has that is what it says.
    certain: bool,
}

/// A piece of a text that is one character of another.
struct Piece {
    /// Its length as it stands.
    len: usize,
    /// The character; none where the last bytes of it were lost.
    text: Option<String>,
    certain: bool,
}

/// The stretches that have characters beyond ASCII, with the pieces that `piece` finds at the starts of texts.
fn stretches(text: &str, piece: impl Fn(&str) -> Option<Piece>) -> Vec<Stretch> {
    let mut all = Vec::new();
    let mut stretch = Stretch::default();
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        if byte.is_ascii() {
            if matches!(byte, b'\n' | b'\r' | b'[' | b']' | b'{' | b'}' | b'"') && stretch.letters + stretch.other > 0 {
                all.push(core::mem::take(&mut stretch));
            }
            at += 1;
        } else if let Some(piece) = piece(&text[at..]) {
            stretch.letters += text[at..at + piece.len].chars().filter(|c| !c.is_ascii()).count();
            stretch.certain |= piece.certain;
            match (piece.text, stretch.pieces.last_mut()) {
                (None, _) => {}
                (Some(text), Some((span, replaced))) if span.end as usize == at => {
                    *span = Span::new(span.start as usize, at + piece.len);
                    replaced.push_str(&text);
                }
                (Some(text), _) => stretch.pieces.push((Span::new(at, at + piece.len), text)),
            }
            at += piece.len;
        } else {
            stretch.other += 1;
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    all.push(stretch);
    all
}

/// A character of UTF-8 whose bytes were read as one character each.
fn utf8(rest: &str) -> Option<Piece> {
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
    text.chars().all(is_likely).then(|| Piece { len: at, text: Some(text.into()), certain })
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

/// Whether records have such a character: of the languages of go and their signs.
fn is_likely(c: char) -> bool {
    matches!(c,
        '\u{A0}'..='\u{17F}' | '\u{218}'..='\u{21B}' | '\u{386}'..='\u{3CE}' | '\u{400}'..='\u{45F}' | '\u{490}' | '\u{491}'
        | '\u{1E00}'..='\u{1EFF}' | '\u{2010}'..='\u{2044}' | '\u{20AC}' | '\u{2122}' | '\u{2190}'..='\u{21FF}'
        | '\u{2460}'..='\u{27BF}' | '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{1F300}'..='\u{1FAFF}' | '\u{20000}'..='\u{2FA1F}')
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

/// The text as windows-1252 has it, where it has all of it.
fn as_bytes(text: &str) -> Option<Vec<u8>> {
    text.chars().map(byte_of).collect()
}

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

/// What was found, where, and what it would be.
fn diagnostic(source: &Source, stretch: &Stretch, charset: &Charset) -> Diagnostic {
    let (first, last) = (&stretch.pieces[0], &stretch.pieces[stretch.pieces.len() - 1]);
    let (was, is) = (shown(source.slice(first.0)), shown(&first.1));
    let message = format!("looks like {charset} that was read as windows-1252: {was:?} would be {is:?}; kept as it is");
    Diagnostic::new(CODE, Severity::Warning, message).at(Span { start: first.0.start, end: last.0.end })
}

/// The same, with a fix where the file can hold what it would be.
fn mended(source: &Source, stretch: &Stretch, found: Diagnostic) -> Diagnostic {
    let fits = |text: &str| source.segments().iter().all(|segment| encode(&segment.charset, text).1.is_empty());
    if !stretch.pieces.iter().all(|(_, text)| fits(text)) {
        return found.help(format!("{} has no such characters: convert the file to UTF-8 first", source.charset()));
    }
    let mut edits = Edits::default();
    for (span, text) in &stretch.pieces {
        // They are in order and apart from each other.
        let _ = edits.replace(*span, text.clone());
    }
    found.fix(Safety::Guess, "write what it was", edits)
}

/// The start of a text.
fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// How many characters a message shows.
const SHOWN: usize = 24;
