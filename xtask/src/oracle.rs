//! `cargo xtask oracle`: compares what sgfmill reads from SGF files with what it reads from what kifu wrote of them, by way of each
//! format. Charsets are not compared: sgfmill gets the decoded text of both.

use anyhow::{Context, ensure};
use kifu::{
    AnyFormat, AnyGames, Hints, Library,
    model::{Diagnostics, Severity, Source},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    io::{BufWriter, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The version of sgfmill.
const SGFMILL: &str = "sgfmill==1.1.1";

/// Compares every SGF file of a folder, and fails if a difference has no reason.
pub(crate) fn run(root: &Path, folder: &Path) -> anyhow::Result<()> {
    let packages = install(root)?;
    let script = root.join("xtask/src/oracle/compare.py");
    let tasks = root.join("target/oracle.jsonl");
    let mut out = BufWriter::new(fs::File::create(&tasks)?);
    let library = Library::default();
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect();
    files.sort();
    for file in &files {
        let name = file.to_string_lossy();
        let Ok(decoded) = library.decode(&name, fs::read(file)?, &Hints::default()) else { continue };
        if decoded.format.info().id != "sgf" {
            continue;
        }
        let shown = file.strip_prefix(folder).unwrap_or(file).display().to_string();
        let mut failed = Ok(());
        let mut number = 0;
        let _ = decoded.read_each(&mut |game| {
            number += 1;
            failed = add_task(&library, &format!("{shown}#{number}"), &decoded.source, &game, &mut out);
            if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        failed?;
    }
    out.flush()?;
    drop(out);
    let compared = Command::new("python3")
        .arg(script)
        .env("PYTHONPATH", &packages)
        .stdin(Stdio::from(fs::File::open(&tasks)?))
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run python3")?;
    ensure!(compared.status.success(), "the comparison failed");
    report(&String::from_utf8(compared.stdout)?)
}

/// Installs sgfmill into the target folder. Returns the folder of its packages.
fn install(root: &Path) -> anyhow::Result<PathBuf> {
    let packages = root.join("target/oracle-python");
    if !packages.is_dir() {
        let installed = Command::new("pip").args(["install", "--quiet", SGFMILL, "--target"]).arg(&packages).output();
        let is_installed = installed.as_ref().is_ok_and(|run| run.status.success());
        ensure!(
            is_installed,
            "the oracle is sgfmill, and `pip install {SGFMILL}` does not work here; nothing was compared"
        );
    }
    Ok(packages)
}

/// Writes the task of a game: its text, and what kifu writes of it.
fn add_task(
    library: &Library,
    name: &str,
    source: &Source,
    game: &AnyGames,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let Some(map) = game.source_maps().first() else { return Ok(()) };
    let mut written: BTreeMap<&str, String> = BTreeMap::new();
    for format in library.formats() {
        let Some(there) = written_in(format, game) else { continue };
        let id = format.info().id;
        let back = if id == "sgf" {
            Some(there)
        } else {
            let mut hints = Hints::default();
            hints.format = Some(id.to_owned());
            let again = library.read("written", there.into_bytes(), &hints)?;
            written_in(library.get("sgf").context("SGF is a format")?, &again.games)
        };
        written.extend(back.map(|back| (id, back)));
    }
    let told = told(source, game.diagnostics());
    writeln!(out, "{}", json!({"name": name, "original": source.slice(map.span), "written": written, "told": told}))?;
    Ok(())
}

/// Returns the text of a game in a format.
fn written_in(format: &dyn AnyFormat, game: &AnyGames) -> Option<String> {
    let mut converted = format.convert_unverified(game)?;
    Some(converted.outputs.pop()?.written.text)
}

/// Returns the properties that diagnostics are about, each with a code. Errors outside of properties are about `*`, the whole game.
fn told(source: &Source, diagnostics: &Diagnostics) -> BTreeMap<String, &'static str> {
    let mut told = BTreeMap::new();
    for found in diagnostics.iter() {
        let Some(span) = found.span else { continue };
        // The identifier stands before the bracket of the value, or at the start of the span.
        let text = source.text();
        let mut before = text[..span.start as usize].trim_end_matches('[').trim_end();
        // The values before this one.
        while let Some(open) = before.strip_suffix(']').and_then(|value| value.rfind('[')) {
            before = before[..open].trim_end();
        }
        let from = before.len() - before.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
        let own = text[span.range()].split('[').next().unwrap_or_default().trim();
        let is_name = |name: &str| !name.is_empty() && name.len() < 20 && name.bytes().all(|b| b.is_ascii_alphabetic());
        for name in [&before[from..], own].into_iter().filter(|name| is_name(name)) {
            let short: String = name.chars().filter(char::is_ascii_uppercase).collect();
            told.insert(short, found.code.0);
        }
        if matches!(found.code.short(), "setup-and-move" | "two-moves" | "move-in-root" | "property-in-text")
            || found.severity >= Severity::Error
        {
            told.insert("*".into(), found.code.0);
        }
    }
    told
}

/// Prints a table of the differences by property and reason, and the differences without a reason.
fn report(lines: &str) -> anyhow::Result<()> {
    let mut reasons: BTreeMap<(String, String, String), (usize, String)> = BTreeMap::new();
    let mut unexplained = Vec::new();
    for line in lines.lines() {
        let value: Value = serde_json::from_str(line)?;
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        if value["games"].is_number() {
            println!(
                "{} games; sgfmill cannot read {}; {} texts compared",
                value["games"], value["unread"], value["compared"]
            );
            continue;
        }
        if text("reason").is_empty() {
            unexplained.push(line.to_owned());
        }
        let of = reasons.entry((text("way"), text("property"), text("reason"))).or_insert((0, text("name")));
        of.0 += 1;
    }
    for ((way, property, reason), (count, first)) in &reasons {
        let reason = if reason.is_empty() { "NO REASON" } else { reason };
        println!("{count:>7}  {way:<5} {property:<5} {reason} (first: {first})");
    }
    unexplained.iter().take(60).for_each(|line| println!("{line}"));
    ensure!(unexplained.is_empty(), "{} differences have no reason", unexplained.len());
    Ok(())
}
