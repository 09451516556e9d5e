//! Text that was decoded in the wrong charset before it was saved: `Ã©` for `é`, `鍥存` for `围`.

use super::{Source, encode};
use crate::{Charset, Code, Diagnostic, Diagnostics, Edits, Safety, Severity, Span};
use alloc::{collections::BTreeSet, format, string::String, vec::Vec};

mod latin;
#[cfg(feature = "encoding")]
mod national;
#[cfg(not(feature = "encoding"))]
mod national {
    pub(super) fn find(_text: &str) -> Option<super::Found> {
        None
    }
}

/// Says what looks like text that was read in another charset than it was written in.
pub(super) fn find(source: &Source, said: &mut Diagnostics) {
    let text = source.text();
    if text.is_ascii() {
        return;
    }
    let Some(found) = latin::find(text).or_else(|| national::find(text)) else { return };
    // Each once, however often they change.
    let charsets: BTreeSet<&str> = source.segments().iter().map(|segment| segment.charset.name()).collect();
    let charsets: Vec<Charset> = charsets.into_iter().map(Charset::new).collect();
    for stretch in found.stretches.iter().filter(|stretch| !stretch.pieces.is_empty()) {
        said.push_with(CODE, Severity::Warning, || {
            let looks = diagnostic(source, stretch, &found);
            match found.certain {
                true => mended(&charsets, stretch, looks),
                false => looks.help("too little to be sure which charset it is"),
            }
        });
    }
}

const CODE: Code = Code("text/mojibake");

/// Text that was read in the wrong charset.
struct Found {
    /// The charset that it was written in.
    charset: Charset,
    /// And the one that it was read in.
    read_as: &'static str,
    stretches: Vec<Stretch>,
    /// Whether there is enough of it to tell the charset.
    certain: bool,
}

/// What stands between two line ends or brackets.
#[derive(Default)]
struct Stretch {
    /// What is to be replaced, side by side as one, and by what.
    pieces: Vec<(Span, String)>,
    /// How many characters beyond ASCII belong to these.
    letters: usize,
    /// How many do not.
    other: usize,
    /// Whether some bytes are gone.
    lost: bool,
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
                (None, _) => stretch.lost = true,
                (Some(text), Some((span, replaced))) if span.end as usize == at => {
                    *span = Span::new(span.start as usize, at + piece.len);
                    replaced.push_str(&text);
                }
                (Some(text), _) => stretch.pieces.push((Span::new(at, at + piece.len), text)),
            }
            at += piece.len;
        } else {
            let c = text[at..].chars().next().unwrap_or_default();
            // What was lost says nothing of what is there.
            match c {
                char::REPLACEMENT_CHARACTER => stretch.lost = true,
                _ => stretch.other += 1,
            }
            at += c.len_utf8();
        }
    }
    all.push(stretch);
    all
}

/// Whether records have such a character: of the languages of go and their signs.
fn is_likely(c: char) -> bool {
    matches!(c,
        '\u{A0}'..='\u{17F}' | '\u{218}'..='\u{21B}' | '\u{386}'..='\u{3CE}' | '\u{400}'..='\u{45F}' | '\u{490}' | '\u{491}'
        | '\u{1E00}'..='\u{1EFF}' | '\u{2010}'..='\u{2044}' | '\u{20AC}' | '\u{2122}' | '\u{2190}'..='\u{21FF}'
        | '\u{2460}'..='\u{27BF}' | '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{1F300}'..='\u{1FAFF}' | '\u{20000}'..='\u{2FA1F}')
}

/// What was found, where, and what it would be.
fn diagnostic(source: &Source, stretch: &Stretch, found: &Found) -> Diagnostic {
    let (first, last) = (&stretch.pieces[0], &stretch.pieces[stretch.pieces.len() - 1]);
    let (was, is) = (shown(source.slice(first.0)), shown(&first.1));
    let Found { charset, read_as, .. } = found;
    let message = format!("looks like {charset} that was read as {read_as}: {was:?} would be {is:?}; kept as it is");
    Diagnostic::new(CODE, Severity::Warning, message).at(Span { start: first.0.start, end: last.0.end })
}

/// The same, with a fix where the charsets of the file can hold what it would be.
fn mended(charsets: &[Charset], stretch: &Stretch, found: Diagnostic) -> Diagnostic {
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
