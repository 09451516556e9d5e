//! Real records of shogi, if they exist beside the repository: the start position and the main line are those on which other programs
//! agree, also after a conversion to each other format of shogi.

use kifu::{
    AnyGames, Hints, Library, Verify,
    model::Record,
    shogiban::{Action, Color, Handicap, Shogi},
};
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
        let count = |count: u8| if count == 1 { String::new() } else { count.to_string() };
        let hands: String = hands.iter().map(|(letter, number)| format!("{}{letter}", count(*number))).collect();
        let sfen = setup.to_string();
        let words: Vec<&str> = sfen.split(' ').collect();
        format!("{} {} {}", words[0], words[1], if hands.is_empty() { "-" } else { &hands })
    };
    let moves = record.moves().filter_map(Action::as_move).map(|played| played.to_usi().to_string());
    format!("{start} | {}", moves.collect::<Vec<_>>().join(" "))
}

fn line_of(games: AnyGames) -> String {
    line(&games.into_games::<Shogi>().expect("a record of shogi").records[0])
}

#[test]
fn the_main_lines_of_real_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let Ok(table) = fs::read_to_string(root.join("golden/shogi/main-lines.tsv")) else {
        println!("skipped: there are no files of other programs beside the repository");
        return;
    };
    let library = Library::default();
    let hints_of = |id: &str| {
        let mut hints = Hints::default();
        hints.format = Some(id.to_owned());
        hints
    };
    let (mut tried, mut failed) = (0, Vec::new());
    let mut compare = |name: &str, how: &str, found: String, expected: &str| {
        if found != expected {
            failed.push(format!("{name}, {how}\n  expected {expected}\n  found    {found}"));
        }
    };
    for row in table.lines().skip(1) {
        let (name, expected) = row.split_once('\t').unwrap();
        let expected = expected.split('\t').next().unwrap();
        let path = root.join("corpus/shogi").join(name);
        let opened = library.open(&path, &Hints::default()).unwrap();
        // Every file is recognised without its extension, too.
        let unnamed = library.read("x.txt", fs::read(&path).unwrap(), &Hints::default()).unwrap();
        assert_eq!(unnamed.format, opened.format, "{name}");
        let games = opened.games;
        for id in ["kif", "ki2", "csa", "usi", "jkf"] {
            let format = library.format(id).unwrap();
            let written = format.convert_each(&games, 0, Verify::Nothing).unwrap().remove(0).written;
            let again = library.read("game", written.text.into_bytes(), &hints_of(id)).unwrap().games;
            compare(name, id, line_of(again), expected);
        }
        compare(name, "as it was read", line_of(games), expected);
        tried += 1;
    }
    assert!(failed.is_empty(), "{} of {tried}:\n{}", failed.len(), failed.join("\n"));
    assert!(tried > 90, "{tried}");
    println!("{tried} files");
}
