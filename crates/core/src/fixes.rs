//! Applies the fixes of diagnostics, and checks the result.
//!
//! Fixes are applied in rounds: all safe fixes that do not overlap, then guesses if no safe fix is left. After each round
//! the file is decoded and read again. A round that changes the charset, or a round of safe fixes that changes a record, is
//! discarded. Each round costs time in proportion to the file; [`MAX_ROUNDS`], [`MAX_MADE`]
//! and [`MAX_IDLE_ROUNDS`] limit the number of rounds.
//!
//! Only one game is in memory at a time. The records before and after a round are compared by their fingerprints.

use crate::{
    Charset, CharsetSource, Code, Confidence, Diagnostic, Diagnostics, DisjointEdits, EditedPlaces, Edits, Format,
    Game, Limits, Pass, ReadOutput, Safety, Sample, Severity, Source, Span, TOO_DENSE, check_games,
    fingerprint::Fingerprint,
};
use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};
use core::ops::ControlFlow;

/// A file after its fixes, with the number of fixes.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// use kifu_core::{Fixed, Format, Safety, apply_fixes};
/// let (source, diagnostics) = Lines.decode("a.toy", b"toy\n7\n".to_vec(), None);
/// let Fixed { source, made, found, stopped, .. } = apply_fixes(&Lines, &[], &source, diagnostics, Safety::Guess);
/// assert_eq!((source.text(), made, found, stopped), ("toy\n7\n", 0, 0, None)); // nothing to fix
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Fixed<'s> {
    /// The fixed file, or the original if no fix was made.
    pub source: Cow<'s, Source>,
    /// The diagnostics of the fixed file: those of its charset, its format and the passes.
    pub diagnostics: Diagnostics,
    /// The number of fixes made.
    pub made: u64,
    /// The number of fixes that the original file has. The number made is larger if fixes lead to others, and smaller if they make
    /// others unnecessary.
    pub found: u64,
    /// The number of fixes that were not made, because the charset of the file does not have their characters.
    pub unencodable: u64,
    /// The reason why fixes were left out, if any were.
    pub stopped: Option<Stopped>,
    /// Where the places of the file were before each round.
    rounds: Vec<EditedPlaces>,
}

impl<'s> Fixed<'s> {
    /// Returns a file without a fix.
    fn unfixed(source: &'s Source, diagnostics: Diagnostics) -> Self {
        let source = Cow::Borrowed(source);
        Self { source, diagnostics, made: 0, found: 0, unencodable: 0, stopped: None, rounds: Vec::new() }
    }

    /// Moves the places of the diagnostics from the fixed file to the original. A fix that would change what another fix has written is
    /// left out.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::{Format, Safety, apply_fixes};
    /// let (source, diagnostics) = Lines.decode("a.toy", b"toy\n7\nseven\n".to_vec(), None);
    /// let mut fixed = apply_fixes(&Lines, &[], &source, diagnostics, Safety::Safe);
    /// fixed.move_to_original();
    /// let left = fixed.diagnostics.iter().next().unwrap(); // a diagnostic without a fix
    /// assert_eq!(source.slice(left.span.unwrap()), "seven");
    /// ```
    pub fn move_to_original(&mut self) {
        let rounds = core::mem::take(&mut self.rounds);
        let near = |at: Span| rounds.iter().rev().fold(at, |at, places| places.near(at));
        let before = |at: Span| rounds.iter().rev().try_fold(at, |at, places| places.before(at));
        for found in self.diagnostics.iter_mut() {
            found.span = found.span.map(near);
            for note in &mut found.notes {
                note.span = note.span.map(near);
            }
            if let Some(fix) = &mut found.fix {
                let mut edits = Edits::default();
                let moved =
                    fix.edits.iter().all(|(at, new)| before(at).is_some_and(|at| edits.replace(at, new).is_ok()));
                match moved {
                    true => fix.edits = edits,
                    false => found.fix = None,
                }
            }
        }
        self.diagnostics.sort_by_place();
    }
}

/// The reason why some fixes were not made.
///
/// ```
/// use kifu_core::Stopped;
/// assert_eq!(Stopped::EndlessFixes.to_string(), "each fix makes another one necessary");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// A fix that is marked as safe would change a game.
    #[error(
        "a fix that is marked as safe would change the game; this is a defect of the format or the pass, please report it"
    )]
    ChangesGame,
    /// After a guess, the file would no longer be recognised, or have no game.
    #[error("after a fix that is marked as a guess, the file would no longer be a record of its format")]
    LosesGame,
    /// After the fixes the file would be read as another format.
    #[error("after the fixes the file would be read as another format; choose its format")]
    ChangesFormat,
    /// A game needs more memory than its [`Limits`](crate::Limits) allow, so that the fixes cannot be checked.
    #[error("a game needs too much memory, so the fixes cannot be checked; split the game")]
    TooDense,
    /// After the fixes the file would be read in another charset.
    #[error("after the fixes the file would be read in another charset; declare or choose its charset")]
    MovesCharset,
    /// Each fix makes another one necessary, without end.
    #[error("each fix makes another one necessary")]
    EndlessFixes,
    /// The maximum number of fixes or rounds was reached, and more fixes are possible.
    #[error("the file needs too many fixes; fix it again for the rest")]
    ManyFixes,
}

/// Which fixes are applied: only the safe ones, or also the guesses; those of all codes, or of some.
///
/// ```
/// use kifu_core::{Code, FixChoice, Safety};
/// let all = FixChoice::from(Safety::Guess);
/// let long_names = FixChoice::from(Safety::Safe).of_codes(&|code: Code| code.0 == "sgf/long-name");
/// assert_eq!((all.safety(), long_names.safety()), (Safety::Guess, Safety::Safe));
/// ```
#[derive(Clone, Copy)]
pub struct FixChoice<'a> {
    safety: Safety,
    codes: Option<&'a dyn Fn(Code) -> bool>,
}

impl<'a> FixChoice<'a> {
    /// Returns the choice of those fixes whose codes satisfy a condition.
    #[must_use]
    pub fn of_codes(self, codes: &'a dyn Fn(Code) -> bool) -> Self {
        Self { codes: Some(codes), ..self }
    }

    /// Returns whether guesses are applied too.
    #[must_use]
    pub fn safety(&self) -> Safety {
        self.safety
    }

    fn has(&self, diagnostic: &Diagnostic) -> bool {
        self.codes.is_none_or(|codes| codes(diagnostic.code))
    }
}

impl From<Safety> for FixChoice<'_> {
    fn from(safety: Safety) -> Self {
        Self { safety, codes: None }
    }
}

impl core::fmt::Debug for FixChoice<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FixChoice").field("safety", &self.safety).finish_non_exhaustive()
    }
}

/// Applies the safe fixes, or with [`Safety::Guess`] also the guesses, and repeats this with the fixed text until no fix is left.
/// The fixes come from `diagnostics` (those of the charset), the format and `passes`, which run again after each round.
///
/// After each round the file is decoded again, as another reader would: its charsets must be the same as before, and its text
/// must be exactly the fixed text. A round of safe fixes must also leave all records unchanged. Otherwise the round is
/// discarded. Each round takes time in proportion to the file. Only one game is in memory at a time.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// use kifu_core::{Format, Safety, apply_fixes};
/// let (source, diagnostics) = Lines.decode("a.toy", b"toy\n7\nseven\n".to_vec(), None);
/// let fixed = apply_fixes(&Lines, &[], &source, diagnostics, Safety::Safe);
/// assert_eq!(fixed.diagnostics.iter().count(), 1); // a diagnostic without a fix remains
/// ```
pub fn apply_fixes<'s, 'c, G: Game>(
    format: &dyn Format<G>,
    passes: &[&dyn Pass<G>],
    source: &'s Source,
    mut diagnostics: Diagnostics,
    choice: impl Into<FixChoice<'c>>,
) -> Fixed<'s> {
    let choice = choice.into();
    diagnostics.append(read(format, passes, source, None));
    match apply_rounds(format, passes, source, diagnostics, choice, MAX_ROUNDS) {
        Ok(fixed) => fixed,
        // Only the rounds that led somewhere are made, once more: they take less memory than a copy of their file.
        Err(Endless { useful }) => {
            let diagnostics = diagnose(format, passes, source);
            let again = apply_rounds(format, passes, source, diagnostics, choice, useful);
            let unfixed = || Fixed::unfixed(source, diagnose(format, passes, source));
            Fixed { stopped: Some(Stopped::EndlessFixes), ..again.unwrap_or_else(|_| unfixed()) }
        }
    }
}

/// The fixes of a file have no end.
struct Endless {
    /// The number of rounds after which the file had the fewest diagnostics.
    useful: usize,
}

/// Applies at most this number of rounds of fixes.
fn apply_rounds<'s, G: Game>(
    format: &dyn Format<G>,
    passes: &[&dyn Pass<G>],
    source: &'s Source,
    diagnostics: Diagnostics,
    choice: FixChoice<'_>,
    rounds: usize,
) -> Result<Fixed<'s>, Endless> {
    let found = wanted(source, &diagnostics, choice).len() as u64;
    let mut fixed = Fixed { found, ..Fixed::unfixed(source, diagnostics) };
    // The smallest number of diagnostics, and after how many rounds the file had so few.
    let (mut fewest, mut useful) = (fixed.diagnostics.at_least(Severity::Note), 0);
    // The fingerprints of the records, once a round needs them.
    let mut before = None;
    for done in 0..rounds {
        if fixed.made >= MAX_MADE {
            break;
        }
        // Safe fixes come before guesses.
        let rounds =
            [Safety::Safe, Safety::Guess].into_iter().filter(|&round| round == Safety::Safe || choice.safety == round);
        let mut next = None;
        for round in rounds {
            match one_round(format, passes, &mut fixed, &mut before, FixChoice { safety: round, ..choice }) {
                Round::Nothing { unencodable } => fixed.unencodable = fixed.unencodable.max(unencodable),
                Round::Stopped(why) => fixed.stopped = fixed.stopped.or(Some(why)),
                Round::Made(after) => {
                    next = Some(after);
                    break;
                }
            }
        }
        let Some(after) = next else { return Ok(fixed) };
        let diagnosed = after.diagnostics.at_least(Severity::Note);
        if diagnosed < fewest {
            (fewest, useful) = (diagnosed, done + 1);
        } else if done - useful >= MAX_IDLE_ROUNDS {
            return Err(Endless { useful });
        }
        let mut rounds = core::mem::take(&mut fixed.rounds);
        rounds.extend_from_slice(&after.rounds);
        fixed = Fixed { made: fixed.made + after.made, found, stopped: fixed.stopped, rounds, ..*after };
    }
    if !wanted(&fixed.source, &fixed.diagnostics, choice).is_empty() {
        fixed.stopped = fixed.stopped.or(Some(Stopped::ManyFixes));
    }
    Ok(fixed)
}

/// The maximum number of rounds. Each round reads the whole file, so an unlimited number would take quadratic time.
const MAX_ROUNDS: usize = 100;

/// The number of fixes after which no further round starts. Fixes make a file longer, so a limit keeps the memory of `kifu fix` in
/// proportion to the file. A record does not need more fixes than this.
const MAX_MADE: u64 = 10 * Limits::DEFAULT.diagnostics_with_fixes;

/// The maximum number of consecutive rounds after which the file does not have fewer diagnostics than before all of them. One such round
/// is normal, because a fix may make another possible; many show that fixes repeat in a cycle.
const MAX_IDLE_ROUNDS: usize = 20;

enum Round {
    /// No fix can be written.
    Nothing {
        unencodable: u64,
    },
    Stopped(Stopped),
    Made(Box<Fixed<'static>>),
}

/// Applies the fixes of the present diagnostics, and drops these diagnostics if the round is successful. `records`
/// holds the fingerprints of the records if they are known.
fn one_round<G: Game>(
    format: &dyn Format<G>,
    passes: &[&dyn Pass<G>],
    before: &mut Fixed<'_>,
    records: &mut Option<Vec<Fingerprint>>,
    choice: FixChoice<'_>,
) -> Round {
    let mut fixes = wanted(&before.source, &before.diagnostics, choice);
    for is_last in [false, true] {
        let (spliced, made, unencodable) = splice(&before.source, fixes.clone());
        let Some((source, places)) = spliced.filter(|_| made > 0) else {
            return if is_last { Round::Stopped(Stopped::MovesCharset) } else { Round::Nothing { unencodable } };
        };
        if let Some(of_charset) = decoded_alike(format, &source) {
            // The diagnostics after the fixes may take as much memory as those before.
            before.diagnostics = Diagnostics::default();
            // A guess can be wrong, but the file must stay one of its format, with games.
            let is_guess = choice.safety == Safety::Guess;
            let is_found = |source: &Source| format.detect(&Sample::new(source.bytes(), None)) > Confidence::No;
            if is_guess && !is_found(&source) && is_found(&before.source) {
                before.diagnostics = diagnose(format, passes, &before.source);
                return Round::Stopped(Stopped::LosesGame);
            }
            let (mut diagnostics, mut after) = (of_charset, Vec::new());
            diagnostics.append(read(format, passes, &source, Some(&mut after)));
            if is_guess && after.is_empty() && records.as_ref().is_none_or(|before| !before.is_empty()) {
                // Reading the other file needs the memory of these.
                diagnostics = Diagnostics::default();
                if !records.get_or_insert_with(|| fingerprints(format, &before.source)).is_empty() {
                    before.diagnostics = diagnose(format, passes, &before.source);
                    return Round::Stopped(Stopped::LosesGame);
                }
                diagnostics.append(diagnose(format, passes, &source));
            }
            // Users apply safe fixes without review, so they must not change a record.
            if choice.safety == Safety::Safe
                && *records.get_or_insert_with(|| fingerprints(format, &before.source)) != after
            {
                // A game that is read only up to its memory budget may end elsewhere after the fixes.
                let is_too_dense = |found: &Diagnostics| found.counts().any(|count| count.code == TOO_DENSE.code);
                let after_is_partial = is_too_dense(&diagnostics);
                // The discarded file and the one to read again may both be large.
                drop((source, diagnostics, after));
                before.diagnostics = diagnose(format, passes, &before.source);
                let is_partial = after_is_partial || is_too_dense(&before.diagnostics);
                return Round::Stopped(if is_partial { Stopped::TooDense } else { Stopped::ChangesGame });
            }
            *records = Some(after);
            let source = Cow::Owned(source);
            let rounds = alloc::vec![places];
            let after = Fixed { source, diagnostics, made, found: 0, unencodable, stopped: None, rounds };
            return Round::Made(Box::new(after));
        }
        if is_last {
            break;
        }
        // Retry with ASCII fixes only, and without edits of the charset's name. Those rarely change the detected charset.
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

/// Returns all diagnostics of a file: those of its charset, its format and the passes.
fn diagnose<G: Game>(format: &dyn Format<G>, passes: &[&dyn Pass<G>], source: &Source) -> Diagnostics {
    let mut diagnostics = decoded_alike(format, source).unwrap_or_default();
    diagnostics.append(read(format, passes, source, None));
    diagnostics
}

/// Reads a file game by game. Returns the diagnostics of the format and the passes, and adds the fingerprints of the records.
fn read<G: Game>(
    format: &dyn Format<G>,
    passes: &[&dyn Pass<G>],
    source: &Source,
    mut records: Option<&mut Vec<Fingerprint>>,
) -> Diagnostics {
    let (mut diagnostics, mut games) = (Diagnostics::within(source.limits()), 0);
    let last = format.read_each(source, &mut |game| {
        let mut reading = ReadOutput::default();
        reading.push(game);
        diagnostics.append(core::mem::take(&mut reading.diagnostics));
        diagnostics.append(check_games(passes, format, source, &reading, games));
        games += reading.records.len();
        if let Some(records) = &mut records {
            records.extend(reading.records.iter().map(Fingerprint::of));
        }
        ControlFlow::Continue(())
    });
    diagnostics.append(last);
    diagnostics
}

/// Returns the fingerprints of the records of a file.
fn fingerprints<G: Game>(format: &dyn Format<G>, source: &Source) -> Vec<Fingerprint> {
    let mut records = Vec::new();
    read(format, &[], source, Some(&mut records));
    records
}

/// Returns the names of the charsets that the file declares, in their original spelling.
fn declared_names<G: Game>(format: &dyn Format<G>, source: &Source) -> Vec<String> {
    let bytes = source.bytes();
    let names = format.charsets(bytes).into_iter().filter_map(|declared| bytes.get(declared.at));
    names.map(|name| String::from_utf8_lossy(name).into_owned()).filter(|name| !name.is_empty()).collect()
}

/// Decodes the bytes of the source. Returns the diagnostics of the charset, or `None` if the text or the charset of a character is
/// different.
fn decoded_alike<G: Game>(format: &dyn Format<G>, source: &Source) -> Option<Diagnostics> {
    let charsets =
        |source: &Source| -> Vec<Charset> { source.segments().iter().map(|segment| segment.charset.clone()).collect() };
    let asked = source.segments().first().filter(|segment| segment.found == CharsetSource::Asked);
    let (again, of_charset) =
        format.decode(source.name(), source.bytes().to_vec(), asked.map(|segment| &segment.charset));
    // A text in ASCII is the same in every charset that reads it so.
    let is_alike = again.text().is_ascii() || charsets(&again) == charsets(source);
    (again.text() == source.text() && is_alike).then_some(of_charset)
}

/// Returns the edits of the fixes to apply.
fn wanted<'d>(source: &Source, diagnostics: &'d Diagnostics, choice: FixChoice<'_>) -> Vec<&'d Edits> {
    let text = source.text();
    let fixes = diagnostics.iter().filter(|found| choice.has(found)).filter_map(|found| found.fix.as_ref());
    let fixes = fixes.filter(|fix| fix.safety == Safety::Safe || choice.safety == Safety::Guess).map(|fix| &fix.edits);
    let is_inside = |edits: &Edits| edits.iter().all(|(span, _)| text.get(span.range()).is_some());
    let is_change = |edits: &Edits| edits.iter().any(|(span, new)| &text[span.range()] != new);
    fixes.filter(|edits| is_inside(edits) && is_change(edits)).collect()
}

/// The maximum number of attempts to splice before all fixes with non-ASCII characters are left out.
const MAX_TRIES: u32 = 16;

/// Applies the fixes that do not overlap and that the charset can encode. Returns the file, the number of these fixes, and the
/// number of fixes that cannot be encoded.
fn splice(source: &Source, mut fixes: Vec<&Edits>) -> (Option<(Source, EditedPlaces)>, u64, u64) {
    let (mut unencodable, mut tries) = (0, 0);
    while !fixes.is_empty() {
        let DisjointEdits { edits: all, omitted, .. } = Edits::from_disjoint(&fixes);
        match source.edited(&all) {
            Ok((edited, _)) => {
                return (Some((edited, all.places())), (fixes.len() - omitted.len()) as u64, unencodable);
            }
            Err(error) => {
                let before = fixes.len();
                tries += 1;
                let is_ascii = |edits: &Edits| edits.iter().all(|(_, new)| new.is_ascii());
                // Each attempt takes time in proportion to the file, so the last one keeps only ASCII, which every charset has.
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
