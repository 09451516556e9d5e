//! `cargo xtask corpus DIR`: reads every file of a folder, prints it, and converts it to every format and back.

use anyhow::{Context, bail, ensure};
use kifu::{
    FormatVisitor, Library, default_formats,
    model::{Format, Game, Severity, Span, extension},
};
use kifu_conformance::{Case, Conversion, FileTrial, Random, Violation, damage_stays_local};
use rayon::prelude::*;
use std::{
    collections::BTreeMap,
    fs,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    time::Instant,
};
use walkdir::WalkDir;

/// The number of damaged records of a format that may differ after a conversion and back, if one in a hundred is less.
const FEW: u64 = 8;

/// The maximum number of losses of a file that are shown.
const LOSSES: usize = 20;

/// The results for all files.
#[derive(Default)]
struct Tally {
    files: u64,
    bytes: u64,
    records: u64,
    clean: u64,
    warned: u64,
    refused: u64,
    unknown: Vec<String>,
    codes: BTreeMap<&'static str, u64>,
    /// The numbers of records that were equal and not equal after the round trip, by conversion.
    equal: BTreeMap<String, (u64, u64)>,
    lossy: BTreeMap<String, BTreeMap<&'static str, u64>>,
    broken: Vec<String>,
    /// Violations of the law `clean` between two formats: the output has findings that the file of the record does not have.
    unclean: Vec<String>,
    /// Violations of the laws `keeps` and `admits` (losses of parts that a format claims to hold), and of `stable`.
    unsatisfied: Vec<String>,
    /// The differences of records after a conversion to another format and back that are not among the losses in that format.
    changed: Vec<String>,
    losses: Vec<String>,
}

impl Tally {
    fn add(mut self, other: Self) -> Self {
        self.files += other.files;
        self.bytes += other.bytes;
        self.records += other.records;
        self.clean += other.clean;
        self.warned += other.warned;
        self.refused += other.refused;
        self.unknown.extend(other.unknown);
        for (code, n) in other.codes {
            *self.codes.entry(code).or_default() += n;
        }
        for (way, (equal, not)) in other.equal {
            let entry = self.equal.entry(way).or_default();
            entry.0 += equal;
            entry.1 += not;
        }
        for (format, parts) in other.lossy {
            let entry = self.lossy.entry(format).or_default();
            for (part, n) in parts {
                *entry.entry(part).or_default() += n;
            }
        }
        self.broken.extend(other.broken);
        self.unclean.extend(other.unclean);
        self.unsatisfied.extend(other.unsatisfied);
        self.changed.extend(other.changed);
        self.losses.extend(other.losses);
        self
    }

    /// Counts the losses and changes of a record in a conversion to another format and back.
    fn conversion(&mut self, conversion: Conversion, own: &str, other: &str, name: &str) {
        for violation in conversion.broken {
            let lines = if violation.law.name == "clean" { &mut self.unclean } else { &mut self.unsatisfied };
            lines.push(violation.to_string());
        }
        for loss in &conversion.losses {
            *self.lossy.entry(other.to_owned()).or_default().entry(loss.part.name()).or_default() += 1;
        }
        let way = if own == other { format!("{own} again") } else { format!("{own} to {other} and back") };
        let shown =
            conversion.losses.iter().map(|loss| format!("{name}: to {other}: {}: {}", loss.part.name(), loss.message));
        let room = LOSSES.saturating_sub(self.losses.len());
        self.losses.extend(shown.take(room));
        self.changed.extend(conversion.changes.first().map(|change| format!("{name}: {way}: {}", change.message)));
        let (equal, not) = self.equal.entry(way).or_default();
        *if conversion.changes.is_empty() { equal } else { not } += 1;
    }
}

pub(crate) fn run(folder: &Path, mutants: u64, places: usize, show_losses: bool) -> anyhow::Result<()> {
    let files = files(folder)?;
    let library = Library::default();
    let start = Instant::now();
    let texts: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|path| Ok((path.display().to_string(), fs::read(path).with_context(|| path.display().to_string())?)))
        .collect::<anyhow::Result<_>>()?;
    let tally =
        texts.par_iter().map(|(name, bytes)| guarded(&library, name, bytes.clone())).reduce(Tally::default, Tally::add);
    report(&tally, start, show_losses);
    // For real files, every record must survive the round trip without losses and new findings. For damaged files, 99 of 100 must, or all
    // but a few of a format with few records.
    let lost = |tally: &Tally, one_in: u64, few: u64| {
        tally.equal.values().filter(|(equal, not)| *not > few.max((equal + not) / one_in)).count()
    };
    let mut broken = tally.broken.len() + tally.unclean.len() + tally.unsatisfied.len() + lost(&tally, u64::MAX, 0);
    if places > 0 {
        broken += damaged(&library, &texts, places);
    }
    if mutants > 0 {
        let start = Instant::now();
        panic::set_hook(Box::new(|_| {}));
        let small: Vec<_> = texts.iter().filter(|(_, bytes)| bytes.len() < 8 * 1024).collect();
        ensure!(!small.is_empty(), "no file is small enough to be mutated");
        let each = mutants.div_ceil(small.len() as u64);
        let mutants = each * small.len() as u64;
        let tally = small
            .par_iter()
            .flat_map(|(name, bytes)| (0..each).into_par_iter().map(move |number| (name, bytes, number)))
            .map(|(name, bytes, number)| {
                let seed = mutant_seed(folder, name, number);
                let bytes = mutant(bytes, &mut Random::new(seed));
                let tally = guarded(&library, &format!("{name} (mutant {seed:016x})"), bytes.clone());
                if !(tally.broken.is_empty() && tally.unclean.is_empty() && tally.unsatisfied.is_empty()) {
                    kept(seed, &bytes);
                }
                tally
            })
            .reduce(Tally::default, Tally::add);
        println!("\n{mutants} mutants");
        report(&tally, start, show_losses);
        broken += tally.broken.len() + lost(&tally, 100, FEW);
        let tolerated = usize::try_from(tally.records)? / 100;
        broken += tally.unclean.len().saturating_sub(tolerated) + tally.unsatisfied.len().saturating_sub(tolerated);
    }
    ensure!(broken == 0, "{broken} laws are broken");
    Ok(())
}

/// Saves a mutant that breaks a law. Ignores errors, because the report also describes the mutant.
fn kept(seed: u64, bytes: &[u8]) {
    let folder = Path::new("target/mutants");
    let _ = fs::create_dir_all(folder).and_then(|()| fs::write(folder.join(format!("{seed:016x}")), bytes));
}

/// Returns the seed of a mutant of a file. It depends only on the name of the file in the folder and on the number, so that a new
/// file does not change the mutants of the others.
fn mutant_seed(folder: &Path, name: &str, number: u64) -> u64 {
    let inside = Path::new(name).strip_prefix(folder).unwrap_or(Path::new(name));
    let name = inside.to_string_lossy();
    // FNV-1a.
    let hash = name
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    hash.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1
}

/// Tests the law `damage-stays-local` on every file, and returns the number of violations.
fn damaged(library: &Library, texts: &[(String, Vec<u8>)], places: usize) -> usize {
    let start = Instant::now();
    let broken: Vec<String> = texts
        .par_iter()
        .filter_map(|(name, bytes)| {
            let format = library.detect(name, bytes).ok()?.info().id;
            let case = case(name, bytes);
            let trial = Damage { format, case: &case, places, broken: None };
            match panic::catch_unwind(AssertUnwindSafe(|| default_formats(trial).broken)) {
                Ok(broken) => broken.map(|broken| broken.to_string()),
                Err(_) => Some(format!("{name}: panic on a damaged copy")),
            }
        })
        .collect();
    println!("\n{} files damaged at {places} places each in {:.1} s", texts.len(), start.elapsed().as_secs_f64());
    broken.iter().for_each(|broken| println!("broken: {broken}"));
    broken.len()
}

/// Tests the law `damage-stays-local` with the format of one file.
struct Damage<'a> {
    format: &'static str,
    case: &'a Case,
    places: usize,
    broken: Option<Violation>,
}

impl FormatVisitor for Damage<'_> {
    fn visit<G: Game>(self, format: impl Format<G> + 'static) -> Self {
        if format.info().id != self.format {
            return self;
        }
        Self { broken: damage_stays_local(&format, self.case, self.places).err(), ..self }
    }
}

fn case(name: &str, bytes: &[u8]) -> Case {
    Case::new(name, &extension(name).unwrap_or_default(), bytes)
}

fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            files.push(entry.into_path());
        }
    }
    if files.is_empty() {
        bail!("no file below {}", folder.display());
    }
    Ok(files)
}

/// Tests one file. A panic counts as a violation.
fn guarded(library: &Library, name: &str, bytes: Vec<u8>) -> Tally {
    let tried = panic::catch_unwind(AssertUnwindSafe(|| file(library, name, bytes)));
    tried.unwrap_or_else(|_| Tally { files: 1, broken: vec![format!("{name}: panic")], ..Tally::default() })
}

fn file(library: &Library, name: &str, bytes: Vec<u8>) -> Tally {
    let mut tally = Tally { files: 1, bytes: bytes.len() as u64, ..Tally::default() };
    match library.detect(name, &bytes) {
        Ok(format) => {
            let case = case(name, &bytes);
            default_formats(Trial { library, format: format.info().id, case: &case, tally }).tally
        }
        Err(_) => {
            tally.unknown.push(name.to_owned());
            tally
        }
    }
}

/// Tests the laws with the format of one file and every format of the same game.
struct Trial<'a> {
    library: &'a Library,
    format: &'static str,
    case: &'a Case,
    tally: Tally,
}

impl FormatVisitor for Trial<'_> {
    fn visit<G: Game>(mut self, format: impl Format<G> + 'static) -> Self {
        if format.info().id == self.format {
            laws(&format, self.library, self.case, &mut self.tally);
        }
        self
    }
}

/// Tests every law on one file.
fn laws<G: Game>(own: &dyn Format<G>, library: &Library, case: &Case, tally: &mut Tally) {
    let (name, id) = (&case.name, own.info().id);
    let file = FileTrial::new(own, case);
    for violation in file.broken() {
        // Text that could not be parsed in a damaged file may be a valid value after writing. The second output then differs from
        // the first.
        let lines = if violation.law.name == "stable" { &mut tally.unsatisfied } else { &mut tally.broken };
        lines.push(violation.to_string());
    }
    if !agrees_with_pest(id, file.source().text()) {
        tally.broken.push(format!("{name}: the scanner and pest find different tokens"));
    }
    let (of_charset, reading) = (file.charset_diagnostics(), file.reading());
    for count in of_charset.counts().chain(reading.diagnostics.counts()) {
        *tally.codes.entry(count.code.0).or_default() += count.times;
    }
    match of_charset.max_severity().max(reading.diagnostics.max_severity()) {
        None | Some(Severity::Note) => tally.clean += 1,
        Some(Severity::Warning) => tally.warned += 1,
        Some(Severity::Error) => tally.refused += 1,
    }
    tally.records += reading.records.len() as u64;
    for index in 0..reading.records.len() {
        for other in library.formats_of::<G>() {
            if let Some(conversion) = file.convert(other, index) {
                tally.conversion(conversion, id, other.info().id, &format!("{name}#{index}"));
            }
        }
    }
}

/// Returns true if the scanner finds the same tokens as pest's runtime with the same grammar, for formats that have both.
pub(crate) fn agrees_with_pest(format: &str, text: &str) -> bool {
    /// Compares the tokens of a crate, by the names of their rules without the characters `_`.
    macro_rules! agrees {
        ($grammar:path, $tokens:expr) => {{
            use $grammar::{Pest, Rule};
            let Ok(pairs) = <Pest as pest::Parser<Rule>>::parse(Rule::file, text) else { return false };
            let pairs = pairs.filter(|pair| pair.as_rule() != Rule::EOI);
            let pest = pairs.map(|pair| {
                let span = pair.as_span();
                (format!("{:?}", pair.as_rule()).replace('_', ""), Span::from(span.start()..span.end()))
            });
            pest.eq($tokens.map(|(rule, span)| (rule.to_string(), span)))
        }};
    }
    match format {
        "sgf" => agrees!(kifu_sgf::grammar, kifu_sgf::tokens(text)),
        "kif" | "ki2" => agrees!(kifu_kif::grammar, kifu_kif::tokens(text)),
        "csa" => agrees!(kifu_csa::grammar, kifu_csa::tokens(text)),
        "usi" => agrees!(kifu_usi::grammar, kifu_usi::tokens(text)),
        "jgf1" | "jgf2" | "jkf" => {
            let lower = |(token, span)| (format!("{token:?}").to_lowercase(), span);
            agrees!(kifu_json::grammar, kifu_json::tokens(text).map(lower))
        }
        _ => true,
    }
}

fn report(tally: &Tally, start: Instant, show_losses: bool) {
    let seconds = start.elapsed().as_secs_f64();
    #[allow(clippy::cast_precision_loss)]
    let megabytes = tally.bytes as f64 / 1e6;
    println!(
        "{} files, {megabytes:.1} MB in {seconds:.1} s ({:.1} MB/s, every law and conversion included)",
        tally.files,
        megabytes / seconds
    );
    println!(
        "{} records; {} files clean, {} with warnings, {} with errors, {} in no known format",
        tally.records,
        tally.clean,
        tally.warned,
        tally.refused,
        tally.unknown.len()
    );
    for name in tally.unknown.iter().take(10) {
        println!("  in no known format: {name}");
    }
    for (way, (equal, not)) in &tally.equal {
        println!("{way}: {equal} equal, {not} not");
    }
    for (format, parts) in &tally.lossy {
        println!("lost in {format}: {parts:?}");
    }
    for (code, n) in &tally.codes {
        println!("{n:>8}  {code}");
    }
    if show_losses {
        for loss in tally.losses.iter().take(60) {
            println!("{loss}");
        }
    }
    let kinds = [
        ("not equal", &tally.changed),
        ("not satisfied", &tally.unsatisfied),
        ("unclean", &tally.unclean),
        ("broken", &tally.broken),
    ];
    for (what, lines) in kinds {
        for line in lines.iter().take(60) {
            println!("{what}: {line}");
        }
    }
}

/// Returns a copy of a text with one to three small errors.
fn mutant(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(out.len() + 1);
        let len = random.below(8).min(out.len() - at);
        match random.below(6) {
            0 => drop(out.drain(at..at + len)),
            1 => {
                let copy = out[at..at + len].to_vec();
                out.splice(at..at, copy);
            }
            2 => out.truncate(at),
            3 => {
                let from = random.below(bytes.len() + 1);
                let len = random.below(40).min(bytes.len() - from);
                out.splice(at..at, bytes[from..from + len].iter().copied());
            }
            _ => {
                let telling = b"()[];\\:\n\0 BWAaCt{}\",]\xFF\x81";
                let byte = *random.pick(telling);
                if at < out.len() && random.below(2) == 0 {
                    out[at] = byte;
                } else {
                    out.insert(at, byte);
                }
            }
        }
    }
    out
}
