//! `cargo xtask grammar`: generates the scanner of every grammar.

use anyhow::{Context, bail};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The entry rule of every scanner, which matches one token.
const ENTRY: &str = "token";

/// Writes the scanners, or with `check` lists those that would change.
pub(crate) fn run(root: &Path, check: bool) -> anyhow::Result<()> {
    let mut stale = 0;
    for (grammar, scanner) in grammars(root)? {
        let text = fs::read_to_string(&grammar).with_context(|| format!("cannot read {}", grammar.display()))?;
        let generated =
            kifu_grammar::generate(&text, &[ENTRY]).with_context(|| format!("no scanner for {}", grammar.display()))?;
        let committed = match fs::read_to_string(&scanner) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", scanner.display()));
            }
        };
        if committed == generated {
            continue;
        }
        let shown = scanner.strip_prefix(root).unwrap_or(&scanner).display();
        if check {
            eprintln!("out of date: {shown}");
            stale += 1;
        } else {
            fs::write(&scanner, generated).with_context(|| format!("cannot write {}", scanner.display()))?;
            eprintln!("written: {shown}");
        }
    }
    if stale > 0 {
        bail!("scanners that are out of date: {stale}; run `cargo xtask grammar`");
    }
    Ok(())
}

/// Returns every grammar with the path of its scanner.
///
/// In the sources of a crate, the path is `scanner.rs` beside the grammar, or `<name>_scanner.rs` if a folder has several grammars.
/// In the tests of the generator it is `<name>.rs`.
fn grammars(root: &Path) -> anyhow::Result<Vec<(PathBuf, PathBuf)>> {
    let mut found = Vec::new();
    // The external format has its own test for this too. It is included here so that a change of the generator updates it.
    let mut folders = vec![root.join("docs/plugin/src")];
    for member in entries(&root.join("crates"))? {
        folders.push(member.join("src"));
    }
    while let Some(folder) = folders.pop() {
        let (grammars, others): (Vec<PathBuf>, Vec<PathBuf>) =
            entries(&folder)?.into_iter().partition(|path| is_grammar(path));
        folders.extend(others.into_iter().filter(|path| path.is_dir()));
        let alone = grammars.len() == 1;
        for grammar in grammars {
            let name = grammar.file_stem().unwrap_or_default().to_string_lossy();
            let scanner = if alone { "scanner.rs".to_owned() } else { format!("{name}_scanner.rs") };
            found.push((grammar.clone(), folder.join(scanner)));
        }
    }
    for grammar in entries(&root.join("crates/grammar/tests/grammars"))? {
        if is_grammar(&grammar) {
            found.push((grammar.clone(), grammar.with_extension("rs")));
        }
    }
    found.sort();
    Ok(found)
}

fn is_grammar(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "pest")
}

/// Returns the sorted entries of a folder; none if the folder does not exist.
fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let read = match fs::read_dir(folder) {
        Ok(read) => read,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", folder.display()));
        }
    };
    let mut paths = read
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()
        .with_context(|| format!("cannot read {}", folder.display()))?;
    paths.sort();
    Ok(paths)
}
