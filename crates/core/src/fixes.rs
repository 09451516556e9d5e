//! Makes the fixes that diagnostics carry, and checks what came of it.

use crate::{
    Charset, CharsetSource, Diagnostics, Edits, Format, Game, Pass, ReadOutput, Safety, Severity, Source, check_games,
    difference,
};
use alloc::{boxed::Box, string::String, vec::Vec};

/// A file after its fixes, and what became of them.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Lines;
/// use kifu_core::{Fixed, Format, Safety, apply_fixes};
/// let (source, diagnostics) = Lines.decode("a.toy", b"toy\n7\n".to_vec(), None);
/// let mut reading = Lines.read(&source);
/// reading.diagnostics.append(diagnostics);
/// let Fixed { source, made, stopped, .. } = apply_fixes(&Lines, &[], source, reading, Safety::Guess);
/// assert_eq!((source.text(), made, stopped), ("toy\n7\n", 0, None)); // nothing to fix
/// ```
#[derive(Debug)]
pub struct Fixed<G: Game> {
    /// The file with every fix made.
    pub source: Source,
    /// What it reads as, with the diagnostics that are left.
    pub reading: ReadOutput<G>,
    /// How many fixes were made.
    pub made: u64,
    /// How many could not be made, because the file's charset does not have the characters.
    pub unencodable: u64,
    /// Why fixes were left out, if any were.
    pub stopped: Option<Stopped>,
}

/// Why some fixes were not made.
///
/// ```
/// use kifu_core::Stopped;
/// assert_eq!(Stopped::EndlessFixes.to_string(), "each fix makes another one necessary");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// A fix that is called safe would change a game.
    #[error(
        "a fix called safe would change the game; this is a defect of the format or of the pass that offers it, please report it"
    )]
    ChangesGame,
    /// The file would be read in another charset afterwards.
    #[error("the file would then be read in another charset; declare its charset, or choose it")]
    MovesCharset,
    /// Fixes go on and on.
    #[error("each fix makes another one necessary")]
    EndlessFixes,
    /// There were many rounds, and fixes are left that the last one made possible.
    #[error("each round of fixes makes others possible; run it again for the next")]
    ManyRounds,
}

/// Makes every fix that is safe, and with [`Safety::Guess`] also those that are guesses; then the fixes that these make possible,
/// until none is left. `passes` look for findings beside those of the format, after each round too.
///
/// After each round the file is decoded again, as anybody would decode it: it has the same charsets as before, and exactly the
/// text that was meant. A round of safe fixes also leaves every record as it was. A round that would break this is not made.
/// Each round takes time in proportion to the file.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Lines;
/// use kifu_core::{Format, Safety, apply_fixes};
/// let (source, _) = Lines.decode("a.toy", b"toy\n7\nseven\n".to_vec(), None);
/// let reading = Lines.read(&source);
/// let fixed = apply_fixes(&Lines, &[], source, reading, Safety::Safe);
/// assert_eq!(fixed.reading.diagnostics.iter().count(), 1); // what has no fix is still there
/// ```
pub fn apply_fixes<G: Game>(
    format: &dyn Format<G>,
    passes: &[&dyn Pass<G>],
    source: Source,
    mut reading: ReadOutput<G>,
    safety: Safety,
) -> Fixed<G> {
    let found = check_games(passes, format, &source, &reading, 0);
    reading.diagnostics.append(found);
    let mut fixed = Fixed { source, reading, made: 0, unencodable: 0, stopped: None };
    // How often in a row a round did not leave fewer diagnostics.
    let mut idle = 0;
    for _ in 0..MAX_ROUNDS {
        // Guesses come after everything that is certain.
        let rounds =
            [Safety::Safe, Safety::Guess].into_iter().filter(|&round| round == Safety::Safe || safety == round);
        let mut next = None;
        for round in rounds {
            match one_round(format, passes, &fixed, round) {
                Round::Nothing { unencodable } => fixed.unencodable = fixed.unencodable.max(unencodable),
                Round::Stopped(why) => fixed.stopped = fixed.stopped.or(Some(why)),
                Round::Made(after) => {
                    next = Some(after);
                    break;
                }
            }
        }
        let Some(after) = next else { return fixed };
        let count = |reading: &ReadOutput<G>| reading.diagnostics.at_least(Severity::Note);
        idle = if count(&after.reading) < count(&fixed.reading) { 0 } else { idle + 1 };
        if idle > MAX_IDLE_ROUNDS {
            fixed.stopped = Some(Stopped::EndlessFixes);
            return fixed;
        }
        fixed = Fixed { made: fixed.made + after.made, stopped: fixed.stopped, ..*after };
    }
    if !wanted(&fixed.source, &fixed.reading.diagnostics, safety).is_empty() {
        fixed.stopped = fixed.stopped.or(Some(Stopped::ManyRounds));
    }
    fixed
}

/// Each round reads the whole file: many rounds would take quadratic time.
const MAX_ROUNDS: usize = 100;

/// A fix may make room for another without fewer diagnostics; where that goes on and on, something goes round in circles.
const MAX_IDLE_ROUNDS: usize = 20;

enum Round<G: Game> {
    /// There was no fix that can be written.
    Nothing {
        unencodable: u64,
    },
    Stopped(Stopped),
    Made(Box<Fixed<G>>),
}

/// Makes the fixes of the diagnostics that are there now.
fn one_round<G: Game>(format: &dyn Format<G>, passes: &[&dyn Pass<G>], before: &Fixed<G>, safety: Safety) -> Round<G> {
    let mut fixes = wanted(&before.source, &before.reading.diagnostics, safety);
    for is_last in [false, true] {
        let (spliced, made, unencodable) = splice(&before.source, fixes.clone());
        let Some((source, _)) = spliced.filter(|_| made > 0) else { return Round::Nothing { unencodable } };
        if let Some(of_charset) = decoded_alike(format, &source) {
            let mut reading = format.read(&source);
            // Nobody looks over a safe fix.
            if safety == Safety::Safe && !difference(&before.reading.records, &reading.records).is_empty() {
                return Round::Stopped(Stopped::ChangesGame);
            }
            let mut all = of_charset;
            all.append(core::mem::take(&mut reading.diagnostics));
            all.append(check_games(passes, format, &source, &reading, 0));
            reading.diagnostics = all;
            return Round::Made(Box::new(Fixed { source, reading, made, unencodable, stopped: None }));
        }
        if is_last {
            break;
        }
        // Fixes of ASCII, away from the name of the charset, hardly ever decide what the charset is.
        let declared = declared_names(format, &before.source);
        fixes.retain(|edits| {
            edits.iter().all(|(span, new)| {
                let old = before.source.slice(span);
                new.is_ascii() && old.is_ascii() && !declared.iter().any(|name| old.contains(name.as_str()))
            })
        });
    }
    Round::Stopped(Stopped::MovesCharset)
}

/// The names of charsets that the file declares, as they are written.
fn declared_names<G: Game>(format: &dyn Format<G>, source: &Source) -> Vec<String> {
    let bytes = source.bytes();
    let names = format.charsets(bytes).into_iter().filter_map(|declared| bytes.get(declared.at));
    names.map(|name| String::from_utf8_lossy(name).into_owned()).filter(|name| !name.is_empty()).collect()
}

/// What a reader of the file hears of its charset, if decoding the bytes of the source gives the same text in the same charsets.
fn decoded_alike<G: Game>(format: &dyn Format<G>, source: &Source) -> Option<Diagnostics> {
    let charsets =
        |source: &Source| -> Vec<Charset> { source.segments().iter().map(|segment| segment.charset.clone()).collect() };
    let asked = source.segments().first().filter(|segment| segment.found == CharsetSource::Asked);
    let (again, of_charset) =
        format.decode(source.name(), source.bytes().to_vec(), asked.map(|segment| &segment.charset));
    (again.text() == source.text() && charsets(&again) == charsets(source)).then_some(of_charset)
}

/// The fixes that are to be made.
fn wanted(source: &Source, diagnostics: &Diagnostics, safety: Safety) -> Vec<Edits> {
    let text = source.text();
    let fixes = diagnostics.iter().filter_map(|diagnostic| diagnostic.fix.as_ref());
    let fixes = fixes.filter(|fix| fix.safety == Safety::Safe || safety == Safety::Guess).map(|fix| &fix.edits);
    let is_inside = |edits: &Edits| edits.iter().all(|(span, _)| text.get(span.range()).is_some());
    let is_change = |edits: &Edits| edits.iter().any(|(span, new)| &text[span.range()] != new);
    fixes.filter(|edits| is_inside(edits) && is_change(edits)).cloned().collect()
}

/// How often a splice is tried before every fix with a character beyond ASCII is left out.
const MAX_TRIES: u32 = 16;

/// The file with every fix made that can be written and touches no other, how many these are, and how many cannot be written.
fn splice(source: &Source, mut fixes: Vec<Edits>) -> (Option<(Source, Diagnostics)>, u64, u64) {
    let (mut unencodable, mut tries) = (0, 0);
    while !fixes.is_empty() {
        let (all, left_out) = Edits::from_disjoint(fixes.clone());
        match source.edited(&all) {
            Ok(edited) => return (Some(edited), (fixes.len() - left_out.len()) as u64, unencodable),
            Err(error) => {
                let before = fixes.len();
                tries += 1;
                let is_ascii = |edits: &Edits| edits.iter().all(|(_, new)| new.is_ascii());
                // Each try takes time in proportion to the file: at last only text that every charset has is left.
                fixes.retain(|edits| match tries {
                    ..MAX_TRIES => edits.iter().all(|(span, _)| span != error.at),
                    _ => is_ascii(edits),
                });
                unencodable += (before - fixes.len()) as u64;
                if fixes.len() == before {
                    break;
                }
            }
        }
    }
    (None, 0, unencodable)
}
