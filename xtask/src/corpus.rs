//! `cargo xtask corpus DIR`: every file below a folder is read, printed back, converted to every format and back.

use anyhow::{Context, bail, ensure};
use kifu::{
    AnyFormat, Library,
    goban::Go,
    model::{Diagnostics, Edits, Format, ReadOutput, Record, Safety, Severity, Source, Span, difference, losses},
};
use kifu_conformance::{Case, damage_stays_local};
use rayon::prelude::*;
use std::{
    collections::BTreeMap,
    fs,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    time::Instant,
};
use walkdir::WalkDir;

/// What was found, in all files.
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
    /// By conversion: how many were equal when they came back, and how many were not.
    equal: BTreeMap<String, (u64, u64)>,
    lossy: BTreeMap<String, BTreeMap<&'static str, u64>>,
    broken: Vec<String>,
    /// Records that a format writes with findings that their own file did not have.
    unclean: Vec<String>,
    /// Losses of what a format says it holds.
    held: Vec<String>,
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
        self.held.extend(other.held);
        self.losses.extend(other.losses);
        self
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
    // Of real files every record comes back, is held whole, and is written without new findings; of damaged ones 99 of 100.
    let lost =
        |tally: &Tally, one_in: u64| tally.equal.values().filter(|(equal, not)| *not > (equal + not) / one_in).count();
    let mut broken = tally.broken.len() + tally.unclean.len() + tally.held.len() + lost(&tally, u64::MAX);
    if places > 0 {
        broken += damaged(&library, &texts, places);
    }
    if mutants > 0 {
        let start = Instant::now();
        panic::set_hook(Box::new(|_| {}));
        let small: Vec<_> = texts.iter().filter(|(_, bytes)| bytes.len() < 8 * 1024).collect();
        ensure!(!small.is_empty(), "no file is small enough to be mutated");
        let tally = (0..mutants)
            .into_par_iter()
            .map(|seed| {
                let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
                let (name, bytes) = small[random.below(small.len())];
                let bytes = mutant(bytes, &mut random);
                let tally = guarded(&library, &format!("{name} (mutant {seed})"), bytes.clone());
                if !tally.broken.is_empty() {
                    kept(seed, &bytes);
                }
                tally
            })
            .reduce(Tally::default, Tally::add);
        println!("\n{mutants} mutants");
        report(&tally, start, show_losses);
        broken += tally.broken.len() + lost(&tally, 100);
        broken += tally.unclean.len().saturating_sub(usize::try_from(tally.records)? / 100);
    }
    ensure!(broken == 0, "{broken} laws are broken");
    Ok(())
}

/// Keeps a mutant that breaks a law where it can be looked at. Without a place for it the report has to do.
fn kept(seed: u64, bytes: &[u8]) {
    let folder = Path::new("target/mutants");
    let _ = fs::create_dir_all(folder).and_then(|()| fs::write(folder.join(seed.to_string()), bytes));
}

/// Tries the law `damage-stays-local` on every file, and returns how many break it.
fn damaged(library: &Library, texts: &[(String, Vec<u8>)], places: usize) -> usize {
    let start = Instant::now();
    let broken: Vec<String> = texts
        .par_iter()
        .filter_map(|(name, bytes)| {
            let format = library.detect(name, bytes).ok()?.of::<Go>()?;
            let extension = Path::new(name).extension().unwrap_or_default().to_string_lossy();
            let case = Case::new(name, &extension, bytes);
            let tried = panic::catch_unwind(AssertUnwindSafe(|| damage_stays_local(format, &case, places)));
            match tried {
                Ok(kept) => kept.err().map(|broken| broken.to_string()),
                Err(_) => Some(format!("{name}: panic on a damaged copy")),
            }
        })
        .collect();
    println!("\n{} files damaged at {places} places each in {:.1} s", texts.len(), start.elapsed().as_secs_f64());
    broken.iter().for_each(|broken| println!("broken: {broken}"));
    broken.len()
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

/// One file; a panic is a broken law.
fn guarded(library: &Library, name: &str, bytes: Vec<u8>) -> Tally {
    let tried = panic::catch_unwind(AssertUnwindSafe(|| file(library, name, bytes)));
    tried.unwrap_or_else(|_| Tally { files: 1, broken: vec![format!("{name}: panic")], ..Tally::default() })
}

fn file(library: &Library, name: &str, bytes: Vec<u8>) -> Tally {
    let mut tally = Tally { files: 1, bytes: bytes.len() as u64, ..Tally::default() };
    let Ok(format) = library.detect(name, &bytes) else {
        tally.unknown.push(name.to_owned());
        return tally;
    };
    let (source, said) = format.decode(name, bytes.clone(), None);
    if source.splice(&Edits::default()).as_deref() != Ok(&bytes[..]) {
        tally.broken.push(format!("{name}: the source does not print as it was"));
    }
    match untiled(format, &source) {
        Some(broken) => tally.broken.push(format!("{name}: {broken}")),
        None => {
            // Edits that change nothing: the bytes between them are found again in any charset.
            let Some(go) = format.of::<Go>() else { return tally };
            let mut edits = Edits::default();
            for token in go.layout(&source).tokens {
                // Tokens start at different places: no two edits touch.
                let _ = edits.insert(token.start as usize, "");
            }
            if source.splice(&edits).as_deref() != Ok(&bytes[..]) {
                tally.broken.push(format!("{name}: edits that change nothing change the bytes"));
            }
        }
    }
    if !agrees_with_pest(format.info().id, source.text()) {
        tally.broken.push(format!("{name}: the scanner and pest find different tokens"));
    }
    let Ok(reading) = format.read(&source).into_games::<Go>() else { return tally };
    for (code, _, n) in said.counts().chain(reading.diagnostics.counts()) {
        *tally.codes.entry(code.0).or_default() += n;
    }
    match said.max_severity().max(reading.diagnostics.max_severity()) {
        None | Some(Severity::Note) => tally.clean += 1,
        Some(Severity::Warning) => tally.warned += 1,
        Some(Severity::Error) => tally.refused += 1,
    }
    tally.records += reading.records.len() as u64;
    for diagnostic in reading.diagnostics.iter() {
        let spans = diagnostic.span.into_iter().chain(diagnostic.notes.iter().filter_map(|note| note.0));
        for span in spans {
            if source.text().get(span.range()).is_none() {
                tally.broken.push(format!("{name}: {} has a span outside of the text", diagnostic.code));
            }
        }
    }
    let Some(own) = format.of::<Go>() else { return tally };
    if let Some(broken) = unsafe_fixes(own, &source, &reading) {
        tally.broken.push(format!("{name}: {broken}"));
    }
    for (i, record) in reading.records.iter().enumerate() {
        for other in library.formats_of::<Go>() {
            there_and_back(own, other, record, &format!("{name}#{i}"), &mut tally);
            // Foreign data of a format goes back to where it stood, and may be wrong there.
            let is_back = has_foreign(record, other.info().id);
            if !is_back && let Some(finding) = new_finding(&reading.diagnostics, other, record) {
                tally.unclean.push(format!("{name}#{i}: {finding}"));
            }
        }
    }
    tally
}

/// The scanner finds what pest's runtime finds in the same grammar.
pub(crate) fn agrees_with_pest(format: &str, text: &str) -> bool {
    use pest::Parser;
    match format {
        "sgf" => {
            use kifu_sgf::grammar::{Pest, Rule};
            let Ok(pairs) = Pest::parse(Rule::file, text) else { return false };
            let pairs = pairs.filter(|pair| pair.as_rule() != Rule::EOI);
            let pest = pairs.map(|pair| {
                (format!("{:?}", pair.as_rule()), Span::from(pair.as_span().start()..pair.as_span().end()))
            });
            pest.eq(kifu_sgf::tokens(text).map(|(name, span)| (name.to_owned(), span)))
        }
        _ => {
            use kifu_json::grammar::{Pest, Rule};
            let Ok(pairs) = Pest::parse(Rule::file, text) else { return false };
            let pairs = pairs.filter(|pair| pair.as_rule() != Rule::EOI);
            let rule = |rule: Rule| format!("{rule:?}").replace('_', "");
            let pest =
                pairs.map(|pair| (rule(pair.as_rule()), Span::from(pair.as_span().start()..pair.as_span().end())));
            pest.eq(kifu_json::tokens(text).map(|(token, span)| (format!("{token:?}").to_lowercase(), span)))
        }
    }
}

/// The tokens tile the text.
fn untiled(format: &dyn AnyFormat, source: &Source) -> Option<&'static str> {
    let layout = format.layout(source);
    let mut at = 0;
    for token in &layout.tokens {
        if token.start != at || source.text().get(token.range()).is_none() || token.is_empty() {
            return Some("the tokens do not tile the text");
        }
        at = token.end;
    }
    (at as usize != source.text().len()).then_some("the tokens end before the text")
}

/// Safe fixes change no record, and come to an end.
fn unsafe_fixes(format: &dyn Format<Go>, source: &Source, before: &ReadOutput<Go>) -> Option<String> {
    let (mut source, mut said, mut titles) = (source.clone(), before.diagnostics.clone(), Vec::new());
    for _ in 0..20 {
        let safe = said.iter().filter_map(|said| said.fix.as_ref()).filter(|fix| fix.safety == Safety::Safe);
        let safe: Vec<_> = safe.collect();
        if safe.is_empty() {
            return None;
        }
        titles.extend(safe.iter().map(|fix| fix.title.clone()));
        let (edits, _) = Edits::from_disjoint(safe.into_iter().map(|fix| fix.edits.clone()).collect());
        // What the charset has no letters for stays undone.
        source = source.edited(&edits).ok()?.0;
        let mended = format.read(&source);
        if let Some(change) = difference(&before.records, &mended.records).first() {
            return Some(format!("safe fixes {titles:?} change a record: {}", change.message));
        }
        said = mended.diagnostics;
    }
    Some(format!("after 20 rounds of fixes there are still some: {:?}", titles.last()))
}

/// The first warning or error about what a format writes of a record that nothing in its own file was reported for.
fn new_finding(before: &Diagnostics, other: &dyn Format<Go>, record: &Record<Go>) -> Option<String> {
    let name = |code: &'static str| code.split_once('/').map_or(code, |(_, name)| name);
    let text = other.write(std::slice::from_ref(record)).text;
    let again = other.read(&Source::from_text("again", text)).diagnostics;
    let is_new = |code: &'static str| before.counts().all(|(known, ..)| name(known.0) != name(code));
    let found = again.iter().find(|found| found.severity > Severity::Note && is_new(found.code.0))?;
    Some(format!("what is written as {} has {}: {}", other.info().id, found.code, found.message))
}

/// True if the record keeps foreign data of a format.
fn has_foreign(record: &Record<Go>, format: &str) -> bool {
    let of_nodes =
        record.tree.preorder().filter_map(|id| record.tree[id].details()).flat_map(|details| &details.foreign);
    record.info.foreign.iter().chain(of_nodes).any(|foreign| foreign.format == format)
}

/// A record in another format, and from there back in its own.
fn there_and_back(own: &dyn Format<Go>, other: &dyn Format<Go>, record: &Record<Go>, name: &str, tally: &mut Tally) {
    let records = std::slice::from_ref(record);
    let id = other.info().id;
    let writing = other.write(records);
    for loss in losses(other, records, &writing) {
        if other.info().holds.contains(&loss.part) {
            tally.held.push(format!("{name}: {id} holds {}, and lost it: {}", loss.part.name(), loss.message));
        }
        *tally.lossy.entry(id.to_owned()).or_default().entry(loss.part.name()).or_default() += 1;
        if tally.losses.len() < 20 {
            tally.losses.push(format!("{name}: to {id}: {}: {}", loss.part.name(), loss.message));
        }
    }
    let there = other.read(&Source::from_text(name, writing.text)).records;
    let back = own.read(&Source::from_text(name, own.write(&there).text)).records;
    let found = difference(records, &back);
    let way = if own.info().id == id { format!("{id} again") } else { format!("{} to {id} and back", own.info().id) };
    let entry = tally.equal.entry(way.clone()).or_default();
    if found.is_empty() {
        entry.0 += 1;
    } else {
        entry.1 += 1;
        if tally.losses.len() < 20 {
            tally.losses.push(format!("{name}: {way}: {}", found[0].message));
        }
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
    for (what, lines) in
        [("lost although it is held", &tally.held), ("unclean", &tally.unclean), ("broken", &tally.broken)]
    {
        for line in lines.iter().take(60) {
            println!("{what}: {line}");
        }
    }
}

/// A text with one to three small accidents.
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
                let byte = telling[random.below(telling.len())];
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

/// xorshift64: the same mutants in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n.max(1) as u64).unwrap_or(0)
    }
}
