//! Real files, if they exist beside the repository: nothing is found in them, and they mean the same after writing and normalizing.

use kifu_core::{Format, Severity, Source, difference};
use kifu_jkf::{Jkf, normalize};
use kifu_shogiban::Shogi;
use std::{
    fs,
    path::{Path, PathBuf},
    slice::from_ref,
};

fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared")
}

fn read(path: &Path) -> kifu_core::ReadOutput<Shogi> {
    kifu_core::read_bytes(&Jkf::default(), &path.to_string_lossy(), fs::read(path).unwrap())
}

/// Returns the files in JKF of the corpus.
fn files() -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![shared().join("corpus/shogi")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".jkf") || name.ends_with(".jkf.json") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn real_files_are_read_without_findings_of_their_moves() {
    let files = files();
    if files.is_empty() {
        println!("skipped: there are no files of other programs beside the repository");
        return;
    }
    for path in &files {
        let reading = read(path);
        assert_eq!(reading.records.len(), 1, "{}", path.display());
        let found: Vec<String> = reading
            .diagnostics
            .iter()
            .filter(|found| found.severity >= Severity::Warning)
            .map(|found| format!("{}: {}", found.code, found.message))
            .collect();
        assert!(found.is_empty(), "{}: {} findings, {:#?}", path.display(), found.len(), &found[..found.len().min(9)]);
        // What is written has the same meaning, and a text that is normalized has it too.
        let record = &reading.records[0];
        let written = Jkf::default().write(from_ref(record)).text;
        let again = Jkf::default().read(&Source::from_text("again.jkf", &*written)).records;
        assert_eq!(difference(&reading.records, &again), [], "{}", path.display());
        assert!(normalize(&written).is_empty(), "{}", path.display());
    }
    println!("{} files", files.len());
}
