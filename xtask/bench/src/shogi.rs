//! The rows of shogi: reading the records of each format, with every move played.

use crate::{
    measure::{rate, seconds, seconds_of_rounds},
    page::Page,
};
use anyhow::{Context, ensure};
use fastrand::Rng;
use kifu::{
    csa::Csa,
    jkf::{Jkf, shape},
    kif::{Ki2, Kif},
    model::{Format, Source},
    rules::{Judge, Review},
};
use kifu_bench::texts::Texts;
use rsshogi::{
    board::{self, LegalAll, MoveList, generate_moves},
    records::{MoveEntry, Record, csa, jkf, kif},
};
use shogi_kifu_converter::parser;
use std::{env, hint::black_box, panic, path::Path, process::Command};

/// The number of random games.
const GAMES: usize = 200;

/// A format that is measured: how each library reads a text of it.
struct Measured {
    name: &'static str,
    extensions: &'static [&'static str],
    kifu: fn(&Source),
    /// Reads a text and leaves the analyses of engines in the comments.
    as_comments: fn(&Source),
    /// Writes a game. The texts are those of rsshogi, so that it can read them.
    write: fn(&Record) -> String,
    /// For each of [`LIBRARIES`]: how it reads a text, if it has the format.
    others: [Option<Read>; 4],
}

/// Reads a text, and returns true if that is possible.
type Read = fn(&str) -> bool;

/// The other libraries. rsshogi plays the moves, the others only read the text.
const LIBRARIES: [&str; 4] =
    ["rsshogi 1.7.3", "shogi-kifu-converter 0.2.2", "csa 1.0.2", "serde_json into the same shape"];

const FORMATS: [Measured; 4] = [
    Measured {
        name: "kif",
        extensions: &["kif", "kifu"],
        kifu: |source| replay(&Kif::default(), source),
        as_comments: |source| replay(&Kif::default().analyses(false), source),
        write: |record| kif::export_kif(record).expect("a game of legal moves"),
        others: [
            Some(|text| black_box(kif::parse_kif_str(text)).is_ok()),
            Some(|text| black_box(parser::parse_kif_str(text)).is_ok()),
            None,
            None,
        ],
    },
    Measured {
        name: "ki2",
        extensions: &["ki2", "ki2u"],
        kifu: |source| replay(&Ki2::default(), source),
        as_comments: |source| replay(&Ki2::default().analyses(false), source),
        write: |record| kif::export_ki2(record).expect("a game of legal moves"),
        others: [
            Some(|text| black_box(kif::parse_ki2_str(text)).is_ok()),
            Some(|text| black_box(parser::parse_ki2_str(text)).is_ok()),
            None,
            None,
        ],
    },
    Measured {
        name: "csa",
        extensions: &["csa"],
        kifu: |source| replay(&Csa::default(), source),
        as_comments: |source| replay(&Csa::default().analyses(false), source),
        write: |record| csa::export_csa(record).expect("a game of legal moves"),
        others: [
            Some(|text| black_box(csa::parse_csa_str(text)).is_ok()),
            Some(|text| black_box(parser::parse_csa_str(text)).is_ok()),
            Some(|text| black_box(::csa::parse_csa(text)).is_ok()),
            None,
        ],
    },
    Measured {
        name: "jkf",
        extensions: &["jkf"],
        kifu: |source| replay(&Jkf::default(), source),
        as_comments: |source| replay(&Jkf::default().analyses(false), source),
        write: |record| jkf::export_jkf(record).expect("a game of legal moves"),
        others: [
            Some(|text| black_box(jkf::parse_jkf_str(text)).is_ok()),
            Some(|text| black_box(parser::parse_jkf_str(text)).is_ok()),
            None,
            Some(|text| black_box(serde_json::from_str::<shape::File>(text)).is_ok()),
        ],
    },
];

/// The texts that are measured: random games, the files of the folder, and the same files without the work on analyses, which other libraries
/// do in part or not at all.
const TEXTS: [&str; 3] = ["random", REAL, "real files, analyses left in comments"];

/// The name of the texts of [`Texts::folder`].
const REAL: &str = "real files";

/// The number of processes that compare kifu with a library. The middle of their ratios counts. What an allocation costs depends on what
/// the process has allocated before, so a process compares one library on one kind of text, and each keeps a block of another size.
const PROCESSES: usize = 9;

/// What the block of a process is larger than that of the process before it, in bytes.
const BLOCK: usize = 1_000;

/// The number of measurements of each process.
const ROUNDS: usize = 3;

/// Settings of the allocator of glibc that keep freed memory in the process.
const KEEP_MEMORY: [(&str, &str); 2] =
    [("MALLOC_TRIM_THRESHOLD_", "1000000000"), ("MALLOC_MMAP_THRESHOLD_", "1000000000")];

pub(crate) fn run(page: &mut Page, folder: Option<&Path>) -> anyhow::Result<()> {
    let mut failures = Vec::new();
    let default = compared(page, folder, &LIBRARIES, &[], &mut failures)?;
    page.put("Shogi records", &default, &failures);
    // Other systems have other allocators, which do not know these settings.
    if cfg!(target_env = "gnu") {
        let kept = compared(page, folder, &LIBRARIES[..1], &KEEP_MEMORY, &mut Vec::new())?;
        page.put("Shogi records, if the allocator keeps freed memory", &kept, &[]);
    }
    let mut table = page.table(&["what", "figure"]);
    for figure in crate::memory("shogi")? {
        table.row(&[&figure.what, &format!("{:.1} × the text", figure.value)]);
    }
    page.put("Memory of shogi records", &table.finish(), &[]);
    Ok(())
}

/// Returns a table of kifu and some libraries, measured in processes with these variables in their environment. Adds the numbers of files
/// that a library cannot read to `failures`.
fn compared(
    page: &Page,
    folder: Option<&Path>,
    libraries: &[&str],
    variables: &[(&str, &str)],
    failures: &mut Vec<String>,
) -> anyhow::Result<String> {
    let mut table = page.table(&["text", "work", "kifu"]);
    table.columns(libraries.iter().copied());
    for format in FORMATS {
        for name in TEXTS {
            let Some(texts) = texts(&format, name, folder)? else { continue };
            let mut rates = Vec::new();
            for (library, read) in libraries.iter().zip(format.others) {
                let (Some(read), at) = (read, [format.name, name, library]) else {
                    rates.push(None);
                    continue;
                };
                let (readable, all) = (readable(&texts, read), texts.games.len());
                if readable.games.len() < all {
                    let failed = all - readable.games.len();
                    failures.push(format!("{name}, {}: {library} cannot read {failed} of {all}", format.name));
                }
                rates.push(if readable.is_empty() { None } else { Some(middle(at, folder, variables)?) });
            }
            let (all, kifu) = (sources(&texts), format.reader(name));
            let [ours] = seconds([&mut || all.iter().for_each(kifu)]).map(|seconds| rate(texts.len(), seconds));
            let work = format!("{}: read, every move played", format.name);
            table.some_rates(name, &work, ours, rates.into_iter());
        }
    }
    Ok(table.finish())
}

/// Returns the rates of a library and of kifu from the process in the middle.
fn middle(at: [&str; 3], folder: Option<&Path>, variables: &[(&str, &str)]) -> anyhow::Result<(f64, f64)> {
    let mut pairs = Vec::with_capacity(PROCESSES);
    for process in 0..PROCESSES {
        let mut command = Command::new(env::current_exe()?);
        let block = (process * BLOCK).to_string();
        let run =
            command.arg("shogi-pair").args(at).arg(block).args(folder).envs(variables.iter().copied()).output()?;
        ensure!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let line = String::from_utf8(run.stdout)?;
        let (theirs, ours) = line.trim().split_once(' ').context("two rates")?;
        pairs.push((theirs.parse::<f64>()?, ours.parse::<f64>()?));
    }
    pairs.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    Ok(pairs[PROCESSES / 2])
}

/// The process that [`middle`] starts: prints the rates of a library and of kifu, measured in turn on the texts that the library can read.
/// It keeps a block of `block` bytes.
pub(crate) fn pair(at: [&str; 3], block: usize, folder: Option<&Path>) -> anyhow::Result<()> {
    let [format, name, library] = at;
    let block = vec![0_u8; block];
    let format = FORMATS.into_iter().find(|of| of.name == format).context("no such format")?;
    let index = LIBRARIES.iter().position(|of| *of == library).context("no such library")?;
    let read = format.others[index].context("the library does not read the format")?;
    let readable = readable(&texts(&format, name, folder)?.context("no such texts")?, read);
    let (sources, kifu) = (sources(&readable), format.reader(name));
    let theirs = &mut || readable.games.iter().for_each(|text| _ = black_box(read(text)));
    let ours = &mut || sources.iter().for_each(kifu);
    let [theirs, ours] = seconds_of_rounds(ROUNDS, [theirs, ours]).map(|seconds| rate(readable.len(), seconds));
    black_box(block);
    println!("{theirs} {ours}");
    Ok(())
}

impl Measured {
    /// Returns how kifu reads the texts with this name.
    fn reader(&self, name: &str) -> fn(&Source) {
        if matches!(name, "random" | REAL) { self.kifu } else { self.as_comments }
    }
}

/// Returns the texts with one of the names [`TEXTS`]; `None` if the folder has none.
fn texts(format: &Measured, name: &str, folder: Option<&Path>) -> anyhow::Result<Option<Texts>> {
    if name == "random" {
        let games = random_games().iter().map(format.write).collect();
        return Ok(Some(Texts { name: "random", games }));
    }
    Ok(folder.map(|folder| Texts::folder(folder, format.name, format.extensions)).transpose()?.flatten())
}

fn sources(texts: &Texts) -> Vec<Source> {
    texts.games.iter().map(|text| Source::from_text("bench", text.as_str())).collect()
}

/// Returns the texts that a library can read: each library is compared with kifu on those. A library may panic on the others.
fn readable(texts: &Texts, read: Read) -> Texts {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let games =
        texts.games.iter().filter(|text| panic::catch_unwind(|| read(text)).unwrap_or(false)).cloned().collect();
    panic::set_hook(hook);
    Texts { name: texts.name, games }
}

/// Reads the records of a text, and plays every move of every variation.
fn replay<G: Judge>(format: &impl Format<G>, source: &Source) {
    for record in &format.read(source).records {
        let mut review = Review::new(record);
        while review.advance().is_some() {}
        black_box(review.position());
    }
}

/// Games of up to 200 random legal moves.
fn random_games() -> Vec<Record> {
    let mut rng = Rng::with_seed(1612);
    let game = |_| {
        let mut position = board::hirate_position();
        position.init_stack();
        let mut moves = Vec::new();
        while moves.len() < 200 {
            let mut legal = MoveList::new();
            generate_moves::<LegalAll>(&position, &mut legal);
            let legal: Vec<_> = legal.iter().copied().collect();
            let Some(&played) = rng.choice(&legal) else { break };
            position.apply_move32(position.move32_from_move(played));
            moves.push(MoveEntry::new(played));
        }
        Record::from_main_line(board::hirate_position().to_sfen(None), moves, None).expect("a position and its moves")
    };
    (0..GAMES).map(game).collect()
}
