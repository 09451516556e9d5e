//! Mojibake: text that was decoded in the wrong charset before it was saved, such as `Ã©` for `é` and `鍥存` for `围`.
//!
//! Such text has a property that other text rarely has: if it is encoded again in the charset that it was wrongly read in, the bytes
//! are valid in the charset that it was written in. A *piece* is the fewest characters that become one character that way. A
//! *stretch* is the text between two line ends, brackets or quotes. A stretch is reported if it has pieces, and few other non-ASCII
//! characters ([`FEW_OTHERS`]): a name may contain a piece by chance.
//!
//! `latin` looks for text that was read as windows-1252, and `national` for UTF-8 that was read in the charset of a country. Both first
//! choose the charset that explains most of the text, and then go through the text once more for the report. The time is linear,
//! and only the pieces of one stretch are in memory. `docs/charsets.md` counts how often they find it.

use super::{Source, encode};
use crate::{Charset, Diagnostic, Diagnostics, Edits, Safety, Span, codes};
use alloc::{boxed::Box, collections::BTreeSet, format, string::String, vec::Vec};

mod latin;
#[cfg(feature = "encoding")]
mod national;
#[cfg(not(feature = "encoding"))]
mod national {
    pub(super) fn find(_text: &str) -> Option<super::Found> {
        None
    }
}

/// Reports text that looks as if it was read in another charset than it was written in.
pub(super) fn find(source: &Source, diagnostics: &mut Diagnostics) {
    let text = source.text();
    if text.is_ascii() {
        return;
    }
    let Some(found) = most_likely(text) else { return };
    // Each once, however often they change.
    let charsets: BTreeSet<&str> = source.segments().iter().map(|segment| segment.charset.name()).collect();
    let charsets: Vec<Charset> = charsets.into_iter().map(Charset::new).collect();
    stretches(text, &found.piece, |stretch| {
        if stretch.pieces.is_empty() || !(found.is_meant)(stretch) {
            return;
        }
        let (first, last) = (&stretch.pieces[0], &stretch.pieces[stretch.pieces.len() - 1]);
        let span = Span { start: first.0.start, end: last.0.end };
        diagnostics.report(&codes::MOJIBAKE, span, || message(source, stretch, &found)).with(|garbled| {
            match found.certain {
                true => mended(&charsets, stretch, garbled),
                false => garbled.help("too little to be sure which charset it is"),
            }
        });
    });
}

/// Whether a text looks like UTF-8 that was read in another charset.
pub(super) fn is_utf8_read_as(text: &str) -> bool {
    most_likely(text).is_some_and(|found| found.charset == Charset::UTF_8)
}

/// The charset that most of the garbled text was written in, if there is any.
fn most_likely(text: &str) -> Option<Found> {
    match (latin::find(text), national::find(text)) {
        (Some(latin), Some(national)) if national.letters > latin.letters => Some(national),
        (latin, national) => latin.or(national),
    }
}

/// A stretch is reported if it has at least this many non-ASCII characters in pieces for each one that is in none.
const FEW_OTHERS: usize = 3;

/// Finds the piece that a text begins with; whether something was lost before it is asked for too.
type FindPiece = dyn Fn(&str, bool) -> Option<Piece>;

/// Text that was read in the wrong charset.
struct Found {
    /// The charset that it was written in.
    charset: Charset,
    /// And the one that it was read in.
    read_as: &'static str,
    piece: Box<FindPiece>,
    /// Whether a stretch is to be told of.
    is_meant: Box<dyn Fn(&Stretch<'_>) -> bool>,
    /// How many characters are in pieces that are told of.
    letters: usize,
    /// Whether there is enough of it to tell the charset.
    certain: bool,
}

/// What stands between two line ends or brackets.
#[derive(Default)]
struct Stretch<'t> {
    /// What is to be replaced, side by side as one, and by what.
    pieces: Vec<(Span, String)>,
    /// How many characters beyond ASCII belong to these.
    letters: usize,
    /// How many do not.
    other: usize,
    /// Some pieces, each once: a piece that occurs again and again is no further evidence.
    different: Vec<&'t str>,
    /// Whether some bytes are gone.
    lost: bool,
    /// Whether there is a piece that no text has that is what it says.
    certain: bool,
}

impl Stretch<'_> {
    /// How many different pieces are looked at.
    const DIFFERENT: usize = 8;
}

/// A piece of a text that is one character of another.
struct Piece {
    /// Its length as it stands.
    len: usize,
    /// The character; none where the last bytes of it were lost.
    text: Option<String>,
    certain: bool,
}

/// Passes on the stretches that have non-ASCII characters, with the pieces that `piece` finds at the starts of texts.
fn stretches<'t>(text: &'t str, piece: impl Fn(&str, bool) -> Option<Piece>, mut each: impl FnMut(&Stretch<'t>)) {
    let (mut stretch, mut behind_loss) = (Stretch::default(), false);
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        if byte.is_ascii() {
            if matches!(byte, b'\n' | b'\r' | b'[' | b']' | b'{' | b'}' | b'"') && stretch.letters + stretch.other > 0 {
                each(&stretch);
                stretch = Stretch::default();
            }
            behind_loss = false;
            at += 1;
        } else if let Some(piece) = piece(&text[at..], behind_loss) {
            let read = &text[at..at + piece.len];
            stretch.letters += read.chars().filter(|c| !c.is_ascii()).count();
            stretch.certain |= piece.certain;
            behind_loss = piece.text.as_ref().is_none_or(|text| text.ends_with(char::REPLACEMENT_CHARACTER));
            stretch.lost |= behind_loss;
            if stretch.different.len() < Stretch::DIFFERENT && !stretch.different.contains(&read) {
                stretch.different.push(read);
            }
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
            let c = text[at..].chars().next().unwrap_or_default();
            behind_loss = c == char::REPLACEMENT_CHARACTER;
            // A lost character is no evidence.
            if behind_loss {
                stretch.lost = true;
            } else {
                stretch.other += 1;
            }
            at += c.len_utf8();
        }
    }
    if stretch.letters + stretch.other > 0 {
        each(&stretch);
    }
}

/// Whether texts have such a character: of Latin, Greek, Cyrillic, Thai and the scripts of East Asia, and of the signs of all;
/// and what was lost before.
fn is_likely(c: char) -> bool {
    matches!(c,
        '\u{A0}'..='\u{24F}' | '\u{2B0}'..='\u{52F}' | '\u{E01}'..='\u{E5B}' | '\u{1100}'..='\u{11FF}'
        | '\u{1E00}'..='\u{2BFF}' | '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE00}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}' | '\u{1F000}'..='\u{1FAFF}' | '\u{20000}'..='\u{323AF}'
        | '\u{E0020}'..='\u{E007F}' | char::REPLACEMENT_CHARACTER)
}

/// What broken text has that is broken once more: it is so once again for now.
fn is_twice_broken(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '\u{80}'..='\u{9F}'))
}

/// What the text is, and what it would be.
fn message(source: &Source, stretch: &Stretch<'_>, found: &Found) -> String {
    let first = &stretch.pieces[0];
    let (was, is) = (shown(source.slice(first.0)), shown(&first.1));
    let Found { charset, read_as, .. } = found;
    format!("looks like {charset} that was read as {read_as}: {was:?} would be {is:?}; kept as it is")
}

/// The same, with a fix where the charsets of the file can hold what it would be.
fn mended(charsets: &[Charset], stretch: &Stretch<'_>, found: Diagnostic) -> Diagnostic {
    let fits = |charset: &&Charset| stretch.pieces.iter().all(|(_, text)| encode(charset, text).1.is_empty());
    if let Some(charset) = charsets.iter().find(|charset| !fits(charset)) {
        return found.help(format!("{charset} has no such characters: convert the file to UTF-8 first"));
    }
    let mut edits = Edits::default();
    for (span, text) in &stretch.pieces {
        // They are in order and apart from each other.
        let _ = edits.replace(*span, text.clone());
    }
    found.fix(Safety::Guess, if stretch.lost { "write what is left of it" } else { "write what it was" }, edits)
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
