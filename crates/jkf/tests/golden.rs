//! Real files, if they exist beside the repository: the start position and the main line are those on which other programs agree.

use kifu_core::{Format, Record, Severity, Source, difference};
use kifu_jkf::{Jkf, normalize};
use kifu_kif::Kif;
use kifu_shogiban::{Action, Color, Handicap, Shogi};
use std::{
    fs,
    path::{Path, PathBuf},
    slice::from_ref,
};

fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared")
}

/// The position and the moves in USI, with the pieces in hand sorted by letter and without the number of the move.
fn line(record: &Record<Shogi>) -> String {
    let setup = &record.setup;
    let start = if setup.handicap() == Some(Handicap::Even) {
        "startpos".into()
    } else {
        let mut hands: Vec<(String, u8)> = Vec::new();
        for color in Color::ALL {
            for (kind, count) in setup.hand(color).iter() {
                let letter = if color == Color::Black { kind.sfen().into() } else { kind.sfen().to_lowercase() };
                hands.push((letter, count));
            }
        }
        hands.sort();
        let count = |count: u8| if count == 1 { String::new() } else { count.to_string() };
        let hands: String = hands.iter().map(|(letter, number)| format!("{}{letter}", count(*number))).collect();
        let sfen = setup.to_string();
        let words: Vec<&str> = sfen.split(' ').collect();
        format!("{} {} {}", words[0], words[1], if hands.is_empty() { "-" } else { &hands })
    };
    let moves = record.moves().filter_map(Action::as_move).map(|played| played.to_usi().to_string());
    format!("{start} | {}", moves.collect::<Vec<_>>().join(" "))
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

#[test]
fn the_main_lines_of_real_files() {
    let Ok(table) = fs::read_to_string(shared().join("golden/shogi/main-lines.tsv")) else {
        println!("skipped: there are no files of other programs beside the repository");
        return;
    };
    let mut tried = 0;
    for row in table.lines().skip(1) {
        let mut columns = row.split('\t');
        let (name, expected) = (columns.next().unwrap(), columns.next().unwrap());
        let path = shared().join("corpus/shogi").join(name);
        let is_jkf = name.ends_with(".jkf") || name.ends_with(".jkf.json");
        if is_jkf {
            assert_eq!(line(&read(&path).records[0]), expected, "{name}");
            tried += 1;
        } else if name.ends_with(".kif") || name.ends_with(".kifu") {
            // The same lines of files in KIF, as JKF.
            let record = kifu_core::read_bytes(&Kif::default(), name, fs::read(&path).unwrap()).records.remove(0);
            let text = Jkf::default().write(&[record]).text;
            let reading = Jkf::default().read(&Source::from_text("game.jkf", &*text));
            assert_eq!(line(&reading.records[0]), expected, "{name}");
        }
    }
    assert!(tried >= 3, "{tried}");
    println!("{tried} files");
}
