//! Real files, if they exist beside the repository: the start position and the main line are those on which other programs agree.

use kifu_core::{Record, Severity};
use kifu_csa::Csa;
use kifu_shogiban::{Action, Color, Handicap, Shogi};
use std::{fs, path::Path};

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
        let hands: String = hands
            .iter()
            .map(|(letter, count)| match count {
                1 => letter.clone(),
                count => format!("{count}{letter}"),
            })
            .collect();
        let sfen = setup.to_string();
        let words: Vec<&str> = sfen.split(' ').collect();
        format!("{} {} {}", words[0], words[1], if hands.is_empty() { "-" } else { &hands })
    };
    let moves: Vec<String> =
        record.moves().filter_map(Action::as_move).map(|played| played.to_usi().to_string()).collect();
    format!("{start} | {}", moves.join(" "))
}

#[test]
fn the_main_lines_of_real_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let Ok(table) = fs::read_to_string(root.join("golden/shogi/main-lines.tsv")) else {
        println!("skipped: there are no files of other programs beside the repository");
        return;
    };
    let (mut tried, mut failed) = (0, Vec::new());
    for row in table.lines().skip(1) {
        let mut columns = row.split('\t');
        let (name, expected) = (columns.next().unwrap(), columns.next().unwrap());
        if !name.ends_with(".csa") {
            continue;
        }
        tried += 1;
        let bytes = fs::read(root.join("corpus/shogi").join(name)).unwrap();
        let reading = kifu_core::read_bytes(&Csa::default(), name, bytes);
        let found = line(&reading.records[0]);
        if found != expected {
            let errors: Vec<String> = reading
                .diagnostics
                .iter()
                .filter(|d| d.severity == Severity::Error)
                .map(|d| d.message.clone())
                .collect();
            failed.push(format!("{name}\n  expected {expected}\n  found    {found}\n  {errors:?}"));
        }
    }
    assert!(tried > 20, "{tried}");
    assert!(failed.is_empty(), "{} of {tried}:\n{}", failed.len(), failed.join("\n"));
    println!("{tried} files");
}
