//! `cargo xtask bench [FOLDER]`: compares kifu with other libraries in one run, and writes the page. With `--only PART`, measures one
//! part and writes nothing. With `--against REV`, compares two versions of kifu.
//!
//! The texts are generated, the same in each run. If a folder is named, its SGF, KIF and KI2 files are measured too.

mod against;
mod measure;
mod page;
mod peers;
mod process;
mod rules;
mod shogi;

use anyhow::{Context, ensure};
use kifu::{
    Library,
    model::{Format, Source},
};
use kifu_bench::{memory::Figure, playing, texts::Texts, work};
use measure::{instructions, rate, seconds};
use page::Page;
use pest::Parser;
use std::{
    env,
    hint::black_box,
    path::{Path, PathBuf},
    process::Command,
};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["once", what, times] => once(what, times.parse()?),
        ["shogi-pair", format, texts, library, block] => shogi::pair([format, texts, library], block.parse()?, None),
        ["shogi-pair", format, texts, library, block, folder] => {
            shogi::pair([format, texts, library], block.parse()?, Some(Path::new(folder)))
        }
        ["read-only", folder] => process::read_only(Path::new(folder)),
        ["against", name, old, new] => against::run(name, Path::new(old), Path::new(new), None),
        ["against", name, old, new, folder] => {
            against::run(name, Path::new(old), Path::new(new), Some(Path::new(folder)))
        }
        ["only", part] => run(Some(part), None),
        ["only", part, folder] => run(Some(part), Some(Path::new(folder))),
        ref folder => run(None, folder.first().map(PathBuf::from).as_deref()),
    }
}

/// The process that callgrind measures: creates the texts or the games, and repeats the work `times` times.
fn once(what: &str, times: usize) -> anyhow::Result<()> {
    if let Some(ko) = rules::ko_rule(what) {
        let games = playing::Games::random(20);
        (0..times).for_each(|_| _ = games.replay::<kifu::rules::go::Position>(ko));
        return Ok(());
    }
    if let Some(library) = rules::library(what) {
        let texts = Texts::legal(20);
        (0..times).for_each(|_| work::check(&library, &texts));
        return Ok(());
    }
    let texts = few(what)?;
    for _ in 0..times {
        work::parse(&texts);
    }
    Ok(())
}

/// Returns texts for callgrind: a few, because it is slow, or the files of a folder.
fn few(what: &str) -> anyhow::Result<Texts> {
    match what {
        "plain" => Ok(Texts::plain(100)),
        "annotated" => Ok(Texts::annotated(30)),
        folder => real(Path::new(folder))?.context("the folder has no SGF file"),
    }
}

/// Reads the SGF files of a folder.
fn real(folder: &Path) -> anyhow::Result<Option<Texts>> {
    Texts::folder(folder, "sgf", &["sgf"])
}

/// The parts of the page.
const PARTS: [&str; 8] = ["others", "scanners", "instructions", "memory", "growth", "files", "rules", "shogi"];

/// Measures all parts and writes the page, or measures only one part.
fn run(only: Option<&str>, folder: Option<&Path>) -> anyhow::Result<()> {
    ensure!(
        only.is_none_or(|only| PARTS.contains(&only)),
        "unknown part {only:?}; the parts are: {}",
        PARTS.join(", ")
    );
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).unwrap_or(here);
    let mut page = Page::default();
    let mut all = vec![Texts::plain(2000), Texts::annotated(400)];
    let real = folder.map(real).transpose()?.flatten();
    let with_sgf = folder.filter(|_| real.is_some());
    all.extend(real);
    for part in PARTS.into_iter().filter(|part| only.is_none_or(|only| only == *part)) {
        match part {
            "others" => against_peers(&mut page, &here.join("peers"), &root.join("target"), &all)?,
            "scanners" => scanners(&mut page, &all),
            "instructions" => of_instructions(&mut page, with_sgf)?,
            "memory" => of_memory(&mut page)?,
            "growth" => growth(&mut page),
            "files" => process::bulk(&mut page, root)?,
            "rules" => rules::run(&mut page, &all)?,
            _ => shogi::run(&mut page, folder)?,
        }
    }
    match only {
        None => page.write(&root.join("docs/performance.md")),
        Some(_) => {
            println!("{}", page::machine());
            Ok(())
        }
    }
}

/// Measures reading, typed reading, records, writing and converting, and the same work of the other libraries, if they can do it.
fn against_peers(page: &mut Page, scripts: &Path, target: &Path, all: &[Texts]) -> anyhow::Result<()> {
    let scripted = peers::scripted(target);
    let library = Library::default();
    let sgf = library.get("sgf").expect("a default format");
    let mut table = page.table(&["text", "work", "kifu", "sgf-parse 4.2.8", "sgf-parser 2.6.0"]);
    table.columns(scripted.iter().map(|peer| peer.name));
    let mut failures = Vec::new();
    for texts in all {
        let sources = work::sources(texts);
        let records = work::records(&sources);
        let ours: Vec<_> = texts.games.iter().filter_map(|game| sgf_parse::parse(game).ok()).collect();
        let others: Vec<_> = texts.games.iter().filter_map(|game| sgf_parser::parse(game).ok()).collect();
        let all = texts.games.len();
        failures.push((texts.name, "sgf-parse", all - ours.len(), all));
        failures.push((texts.name, "sgf-parser", all - others.len(), all));
        let serialize = || ours.iter().map(|trees| black_box(sgf_parse::serialize(trees)).len()).sum();
        let string = |tree| black_box(Into::<String>::into(tree)).len();
        let strings = || others.iter().map(string).sum();
        let some = Texts { name: texts.name, games: texts.games[..texts.games.len().min(peers::SOME)].to_vec() };
        let some_records = work::records(&work::sources(&some));
        let [parse, typed, record, plain, verified, parse_a, parse_b] = seconds([
            &mut || work::parse(texts),
            &mut || work::typed(texts),
            &mut || drop(black_box(work::records(&sources))),
            &mut || work::convert(texts, false),
            &mut || work::convert(texts, true),
            &mut || texts.games.iter().for_each(|game| drop(black_box(sgf_parse::parse(game)))),
            &mut || texts.games.iter().for_each(|game| drop(black_box(sgf_parser::parse(game)))),
        ])
        .map(|seconds| rate(texts.len(), seconds));
        // Each library writes a different text, so rates use the size of its own output.
        let lens: [usize; 4] = [work::write(sgf, &records), serialize(), strings(), work::write(sgf, &some_records)];
        let writes: [&mut dyn FnMut(); 4] = [
            &mut || _ = work::write(sgf, &records),
            &mut || _ = black_box::<usize>(serialize()),
            &mut || _ = black_box::<usize>(strings()),
            &mut || _ = work::write(sgf, &some_records),
        ];
        let [write, write_a, write_b, some_write] = {
            let times = seconds(writes);
            std::array::from_fn(|n| rate(lens[n], times[n]))
        };
        // The scripts are compared with kifu on the same files.
        let [some_parse, some_check] = seconds([&mut || work::parse(&some), &mut || work::check(&library, &some)])
            .map(|seconds| rate(some.len(), seconds));
        let mut far_away = Vec::new();
        for peer in &scripted {
            let rates = peer.measure(scripts, texts)?;
            failures.push((texts.name, peer.name, rates.failed.0, rates.failed.1));
            far_away.push(rates);
        }
        let name = texts.name;
        let beside = |near: [(f64, f64); 2], some: f64, far: &dyn Fn(&peers::Rates) -> f64| {
            near.into_iter().chain(far_away.iter().map(|rates| (far(rates), some))).collect::<Vec<_>>()
        };
        let parses = beside([(parse_a, parse), (parse_b, parse)], some_parse, &|rates| rates.parse);
        let writes = beside([(write_a, write), (write_b, write)], some_write, &|rates| rates.write);
        table.rates(name, "read: the whole document", parse, &parses);
        table.rates(name, "and every value parsed", typed, &[(parse_a, typed)]);
        table.rates(name, "and as records", record, &[(parse_a, record)]);
        let typed_far_away = far_away.iter().map(|rates| rates.typed.map(|typed| (typed, some_check)));
        let checks = [None, None].into_iter().chain(typed_far_away);
        table.some_rates(name, "check; the others: every value parsed", some_check, checks);
        table.rates(name, "write", write, &writes);
        table.rates(name, "convert to JGF 2, losses not measured", plain, &[]);
        table.rates(name, "convert to JGF 2, losses measured", verified, &[]);
    }
    let failed = failures.iter().filter(|(_, _, failed, _)| *failed > 0);
    let failed: Vec<_> =
        failed.map(|(name, peer, failed, all)| format!("{name}: {peer} cannot read {failed} of {all}")).collect();
    page.put("Against others", &table.finish(), &failed);
    Ok(())
}

/// Compares the generated scanners with pest's runtime on the same grammars.
fn scanners(page: &mut Page, all: &[Texts]) {
    let mut table = page.table(&["grammar", "text", "scanner", "pest 2.9.6"]);
    for texts in all {
        let [scanner, pest] = seconds([
            &mut || {
                for game in &texts.games {
                    black_box(kifu_sgf::tokens(game).count());
                }
            },
            &mut || {
                for game in &texts.games {
                    let tokens = kifu_sgf::grammar::Pest::parse(kifu_sgf::grammar::Rule::file, game);
                    black_box(tokens.map_or(0, Iterator::count));
                }
            },
        ])
        .map(|seconds| rate(texts.len(), seconds));
        table.rates("sgf.pest", texts.name, scanner, &[(pest, scanner)]);
    }
    let records = work::records(&work::sources(&Texts::plain(200)));
    let library = Library::default();
    let jgf2 = library.get("jgf2").expect("a default format");
    let json: String = records.iter().flat_map(|games| work::texts_in(jgf2, games)).collect();
    let [scanner, pest] = seconds([&mut || _ = black_box(kifu_json::tokens(&json).count()), &mut || {
        let tokens = kifu_json::grammar::Pest::parse(kifu_json::grammar::Rule::file, &json);
        black_box(tokens.map_or(0, Iterator::count));
    }])
    .map(|seconds| rate(json.len(), seconds));
    table.rates("json.pest", "plain, as JGF 2", scanner, &[(pest, scanner)]);
    page.put("Scanners", &table.finish(), &[]);
}

fn of_instructions(page: &mut Page, folder: Option<&Path>) -> anyhow::Result<()> {
    let mut table = page.table(&["text", "instructions a byte"]);
    let folder = folder.map(|folder| folder.to_string_lossy().into_owned());
    for what in ["plain", "annotated"].into_iter().chain(folder.as_deref()) {
        let texts = few(what)?;
        let Some(instructions) = instructions(what, 10, texts.len())? else {
            println!("valgrind is not installed: instructions are not measured");
            return Ok(());
        };
        table.row(&[texts.name, &format!("{instructions:.1}")]);
    }
    page.put("Instructions: the document", &table.finish(), &[]);
    Ok(())
}

fn of_memory(page: &mut Page) -> anyhow::Result<()> {
    let mut table = page.table(&["what", "figure"]);
    for figure in memory("texts")? {
        let unit = if figure.what.starts_with("memory") { " × the text" } else { "" };
        table.row(&[&figure.what, &format!("{:.1}{unit}", figure.value)]);
    }
    page.put("Allocations and memory", &table.finish(), &["of memory: one collection of 100 MB".to_owned()]);
    Ok(())
}

/// Runs the program that counts allocations, and returns its figures.
fn memory(part: &str) -> anyhow::Result<Vec<Figure>> {
    let program = env::current_exe()?.with_file_name("memory");
    let run = Command::new(program).arg(part).output()?;
    ensure!(run.status.success(), "memory: {}", String::from_utf8_lossy(&run.stderr));
    Ok(String::from_utf8_lossy(&run.stdout).lines().filter_map(Figure::parse).collect())
}

/// Measures the same work on collections of 1, 10 and 100 MB.
fn growth(page: &mut Page) {
    let mut table = page.table(&["work", "1 MB", "10 MB", "100 MB", "100 MB against 1 MB"]);
    let texts = Texts::plain(67_000).games;
    let collections = [670, 6_700, 67_000].map(|games| Source::from_text("collection", texts[..games].concat()));
    type Work<'a> = (&'a str, &'a dyn Fn(&Source));
    let each = |source: &Source| work::each_record(std::slice::from_ref(source));
    let whole = |source: &Source| drop(black_box(kifu::sgf::Sgf::default().read(source)));
    let document = |source: &Source| drop(black_box(kifu::sgf::Document::parse(source.text())));
    let works: [Work<'_>; 3] =
        [("records, through `read_each`", &each), ("records, read whole", &whole), ("document", &document)];
    for (name, work) in works {
        let [one, ten, hundred] = &collections;
        // Repeat the smaller sizes, so that the total work is similar.
        let repeat = |source: &Source, times: usize| (0..times).for_each(|_| work(source));
        let [a, b, c] = seconds([&mut || repeat(one, 10), &mut || repeat(ten, 2), &mut || work(hundred)]);
        let len = |source: &Source, times: usize| source.text().len() * times;
        let (a, b, c) = (rate(len(one, 10), a), rate(len(ten, 2), b), rate(len(hundred, 1), c));
        let rates = [a, b, c].map(|rate| format!("{rate:.0} MB/s"));
        table.row(&[name, &rates[0], &rates[1], &rates[2], &format!("{:.2}", c / a)]);
    }
    page.put("Growth", &table.finish(), &[]);
}
