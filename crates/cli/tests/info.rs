//! Tests of the forms of `kifu info` for programs.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use serde_json::{Value, json};
use std::{fs, path::Path, process::Command};

#[test]
fn the_table_has_a_line_for_each_game() {
    let folder = Folder::with(&[
        ("a.sgf", "(;GM[1]SZ[9]PB[Lee, Changho]BR[9p]PW[Gu \"Li\"]DT[2003-01-02]KM[6.5];B[ee](;W[gc]C[x])(;W[cc]))\n(;GM[1]SZ[9];B[ee])".as_bytes()),
        ("b.sgf", b"(;GM[1]SZ[9]PW[only White]EV[two\nlines])"),
        ("c.sgf", b"(;GM[2]PB[Ida])"),
    ]);
    let ran = folder.kifu(["info", "--csv", "."]).ends(0).says_nothing();
    let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
    let head: Vec<_> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    let column = |row: usize, name: &str| rows[row][head.iter().position(|column| column == name).unwrap()].to_owned();
    let columns = |row: usize| {
        ["file", "number", "player 1", "rank 1", "player 2", "moves", "variations"].map(|name| column(row, name))
    };
    assert_eq!(rows.len(), 4);
    assert_eq!(columns(0), ["./a.sgf", "1", "Lee, Changho", "9p", "Gu \"Li\"", "2", "1"]);
    assert_eq!(columns(1), ["./a.sgf", "2", "", "", "", "1", "0"]);
    // A player stays in the column of the seat.
    assert_eq!(columns(2), ["./b.sgf", "1", "", "", "only White", "0", "0"]);
    assert_eq!((column(0, "facts"), column(2, "event")), ("komi 6.5, size 9x9".into(), "two lines".into()));
    // A game of another kind has no number.
    assert_eq!(
        (column(3, "game"), column(3, "number"), column(3, "player 1")),
        ("othello".into(), String::new(), "Ida".into())
    );
    // The first line is there without games too.
    let empty = Folder::with(&[("x/letter.txt", b"")]);
    assert_eq!(empty.kifu(["info", "--csv", "x"]).ends(0).out.lines().count(), 1);
}

#[test]
fn a_name_is_not_a_formula_in_a_spreadsheet() {
    let folder = Folder::with(&[(
        "=a.sgf",
        b"(;GM[1]SZ[9]PB[=HYPERLINK(\"http://a\")]BR[-5]PW[@x]WR[+1-1]EV[=1]RO[- 1]GN[a=b];B[ee])",
    )]);
    let columns = |args: &[&str]| {
        let ran = folder.kifu(["info", "--csv", "=a.sgf"].iter().chain(args)).ends(0).says_nothing();
        let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
        let head = reader.headers().unwrap().clone();
        let row = reader.records().next().unwrap().unwrap();
        ["file", "player 1", "rank 1", "player 2", "rank 2", "event", "round", "name"]
            .map(|name| row[head.iter().position(|column| column == name).unwrap()].to_owned())
    };
    let raw = ["=a.sgf", "=HYPERLINK(\"http://a\")", "-5", "@x", "+1-1", "=1", "- 1", "a=b"];
    assert_eq!(columns(&["--raw"]), raw);
    let is_formula = [true, true, false, true, true, true, true, false];
    let text = std::array::from_fn(|n| if is_formula[n] { format!("'{}", raw[n]) } else { raw[n].to_owned() });
    assert_eq!(columns(&[]), text);
}

#[test]
fn the_schema_of_the_objects_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let schema = fs::read_to_string(root.join("docs/schemas/info.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(["info", "--json", "."])
        .current_dir(root.join("fixtures"))
        .output()
        .unwrap();
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() > 500);
    for line in &lines {
        let error = schema.iter_errors(line).next();
        assert!(error.is_none(), "{}\n{line}", error.unwrap());
    }
    for kind in ["analyses", "timeOfPlayers", "komi", "sfen"] {
        assert!(lines.iter().any(|line| line.get(kind).is_some()), "no fixture has {kind}");
    }
    // It rejects another player's member, and a missing one.
    let mut wrong = lines[0].clone();
    wrong["players"] = json!([{"seat": "black", "nickname": "x"}]);
    assert!(!schema.is_valid(&wrong));
    wrong["players"] = json!([]);
    wrong.as_object_mut().unwrap().remove("file");
    assert!(!schema.is_valid(&wrong));
}
