//! Mojibake: text that was decoded in the wrong charset before it was saved, such as `Ã©` for `é` and `鍥存` for `围`.
//!
//! Method: if garbled text is encoded in the charset that it was wrongly opened in, the bytes are valid in the charset that it was
//! written in. Other text rarely has this property. A *piece* is the fewest characters that become whole characters that way. A
//! *stretch* is the text between two line ends, brackets or quotes. A stretch is reported if it has pieces, and few other non-ASCII
//! characters ([`MIN_LETTERS_FOR_ONE_OTHER`]), because a name may contain a piece by coincidence.
//!
//! `latin` finds text that was opened as windows-1252, and `national` finds UTF-8 that was opened in a national charset. Each first
//! chooses the charset that explains most of the text. A second pass reports the stretches.
//!
//! Cost: time is linear in the length of the text, and only the pieces of one stretch are in memory. `docs/charsets.md` has the
//! detection rates.

use super::{Source, encode};
use crate::{Charset, Diagnostic, Diagnostics, Edits, Safety, Span, codes};
use alloc::{boxed::Box, collections::BTreeSet, format, string::String, vec::Vec};

mod latin;
#[cfg(feature = "encoding")]
mod national;
#[cfg(not(feature = "encoding"))]
mod national {
    pub(super) fn find(_text: &str) -> Option<super::Explanation> {
        None
    }
}

/// Reports text that was probably opened in another charset than it was written in.
pub(super) fn find(source: &Source, diagnostics: &mut Diagnostics) {
    let text = source.text();
    if text.is_ascii() {
        return;
    }
    let Some(found) = most_likely(text) else { return };
    // The list contains each charset once, even if the segments alternate.
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
                true => with_fix(&charsets, stretch, garbled),
                false => garbled.help("there is too little text to determine the charset"),
            }
        });
    });
}

/// Returns true if a text looks like UTF-8 that was opened in another charset.
pub(super) fn is_utf8_read_as(text: &str) -> bool {
    most_likely(text).is_some_and(|found| found.charset == Charset::UTF_8)
}

/// Returns the charset that most of the garbled text was written in, if there is any.
fn most_likely(text: &str) -> Option<Explanation> {
    match (latin::find(text), national::find(text)) {
        (Some(latin), Some(national)) if national.letters > latin.letters => Some(national),
        (latin, national) => latin.or(national),
    }
}

/// A stretch is reported if it has at least this many non-ASCII characters in pieces for each one outside of pieces.
/// A heuristic; `cargo xtask charsets` measures its effect (`docs/charsets.md`).
const MIN_LETTERS_FOR_ONE_OTHER: usize = 3;

/// Finds the piece at the start of a text. The second argument is true if bytes were lost just before it.
type FindPiece = dyn Fn(&str, bool) -> Option<Piece>;

/// A garbled text: which charsets explain it, and how to find its pieces.
struct Explanation {
    /// The charset that it was written in.
    charset: Charset,
    /// The charset that it was wrongly opened in.
    read_as: &'static str,
    piece: Box<FindPiece>,
    /// Returns true if a stretch is to be reported.
    is_meant: Box<dyn Fn(&Stretch<'_>) -> bool>,
    /// The number of characters in pieces that are reported.
    letters: usize,
    /// True if the text is long enough to determine the charset.
    certain: bool,
}

/// The text between two line ends, brackets or quotes.
#[derive(Default)]
struct Stretch<'t> {
    /// The spans to replace, with their replacements. Adjacent pieces are joined.
    pieces: Vec<(Span, String)>,
    /// The number of non-ASCII characters in pieces.
    letters: usize,
    /// The number of non-ASCII characters outside of pieces.
    other: usize,
    /// Some distinct pieces: repetitions of a piece are not further evidence.
    different: Vec<&'t str>,
    /// True if some bytes are missing.
    lost: bool,
    /// True if at least one piece can only be mojibake.
    certain: bool,
}

impl Stretch<'_> {
    /// The maximum number of distinct pieces to collect. Each piece has at least one character, so this many pieces always have
    /// the number of characters that `national` requires.
    const MAX_DISTINCT_PIECES: usize = 8;
}

/// The fewest characters of a garbled text that become whole characters of the original.
struct Piece {
    /// The length in bytes in the garbled text.
    len: usize,
    /// The original text; `None` if its last bytes were lost.
    text: Option<String>,
    certain: bool,
}

/// Calls `each` for every stretch with non-ASCII characters. `piece` finds the piece at the start of a text.
fn stretches<'t>(text: &'t str, piece: impl Fn(&str, bool) -> Option<Piece>, mut each: impl FnMut(&Stretch<'t>)) {
    let (mut stretch, mut after_loss) = (Stretch::default(), false);
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        if byte.is_ascii() {
            if matches!(byte, b'\n' | b'\r' | b'[' | b']' | b'{' | b'}' | b'"') && stretch.letters + stretch.other > 0 {
                each(&stretch);
                stretch = Stretch::default();
            }
            after_loss = false;
            at += 1;
        } else if let Some(piece) = piece(&text[at..], after_loss) {
            let read = &text[at..at + piece.len];
            stretch.letters += read.chars().filter(|c| !c.is_ascii()).count();
            stretch.certain |= piece.certain;
            after_loss = piece.text.as_ref().is_none_or(|text| text.ends_with(char::REPLACEMENT_CHARACTER));
            stretch.lost |= after_loss;
            if stretch.different.len() < Stretch::MAX_DISTINCT_PIECES && !stretch.different.contains(&read) {
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
            after_loss = c == char::REPLACEMENT_CHARACTER;
            // A lost character is not evidence.
            if after_loss {
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

/// Returns true for characters that occur in texts: those of Latin, Greek, Cyrillic, Thai and the scripts of East Asia, the signs
/// of all scripts, and U+FFFD for a character that was lost before.
fn is_likely(c: char) -> bool {
    matches!(c,
        '\u{A0}'..='\u{24F}' | '\u{2B0}'..='\u{52F}' | '\u{E01}'..='\u{E5B}' | '\u{1100}'..='\u{11FF}'
        | '\u{1E00}'..='\u{2BFF}' | '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE00}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}' | '\u{1F000}'..='\u{1FAFF}' | '\u{20000}'..='\u{323AF}'
        | '\u{E0020}'..='\u{E007F}' | char::REPLACEMENT_CHARACTER)
}

/// Returns true if the text consists of C1 control characters, which is the case if it was garbled twice. The result is then still
/// garbled once.
fn is_twice_broken(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '\u{80}'..='\u{9F}'))
}

/// The message, with the garbled and the original text.
fn message(source: &Source, stretch: &Stretch<'_>, found: &Explanation) -> String {
    let first = &stretch.pieces[0];
    let (was, is) = (shown(source.slice(first.0)), shown(&first.1));
    let Explanation { charset, read_as, .. } = found;
    format!("garbled text: {was:?} was probably {is:?} ({charset} opened as {read_as} by another program). Not changed")
}

/// Adds a fix to the diagnostic, if the charsets of the file have all characters of the original text.
fn with_fix(charsets: &[Charset], stretch: &Stretch<'_>, found: Diagnostic) -> Diagnostic {
    let fits = |charset: &&Charset| stretch.pieces.iter().all(|(_, text)| encode(charset, text).1.is_empty());
    if let Some(charset) = charsets.iter().find(|charset| !fits(charset)) {
        return found.help(format!(
            "{charset} does not have the characters of the original text; convert the file to UTF-8 first"
        ));
    }
    let mut edits = Edits::default();
    for (span, text) in &stretch.pieces {
        // Pieces are in order and do not overlap, so this cannot fail.
        let _ = edits.replace(*span, text.clone());
    }
    found.fix(Safety::Guess, if stretch.lost { "restore the remaining text" } else { "restore the text" }, edits)
}

/// The start of a text, for a message.
fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// The maximum number of characters that a message shows.
const SHOWN: usize = 24;
