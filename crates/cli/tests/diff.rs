//! Tests of `kifu diff`.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::{Folder, Ran};
use serde_json::{Value, json};

/// Runs `kifu diff` on two SGF files.
fn diff(before: &str, after: &str, options: &[&str]) -> Ran {
    let folder = Folder::with(&[("a.sgf", before.as_bytes()), ("b.sgf", after.as_bytes())]);
    folder.kifu([&["diff", "a.sgf", "b.sgf"], options].concat())
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// A file with an error while reading, and one that differs from it.
const BROKEN: &str = "(;GM[1]FF[4]SZ[9];B[zz];W[aa])";

#[test]
fn status_2_always_has_a_reason() {
    let reason = "a.sgf: 1 error; the parts that could not be read were not compared (see kifu check)";
    for options in [&[][..], &["-q"], &["--format", "concise"], &["--format", "concise", "-q"]] {
        let ran = diff(BROKEN, BROKEN, options).ends(2).prints_nothing();
        assert_eq!(ran.err, format!("{reason}\n{}\n", reason.replace("a.sgf", "b.sgf")));
    }
    for quiet in [&[][..], &["-q"]] {
        let ran = diff(BROKEN, BROKEN, &[&["--format", "json"], quiet].concat()).ends(2);
        let problems = lines(&ran.err);
        let problem = json!({"type": "problem", "file": "a.sgf", "code": null, "severity": "error", "message": reason, "help": null});
        assert_eq!((problems.len(), &problems[0]), (2, &problem));
        assert_eq!(lines(&ran.out)[1]["clean"], json!(0));
        let ran = diff(BROKEN, BROKEN, &[&["--format", "github"], quiet].concat()).ends(2).prints_nothing();
        ran.says(&format!("::error file=a.sgf::{reason}\n"));
        let ran = diff(BROKEN, BROKEN, &[&["--format", "sarif"], quiet].concat()).ends(2);
        let report: Value = serde_json::from_str(&ran.out).unwrap();
        let notes = &report["runs"][0]["invocations"][0]["toolExecutionNotifications"];
        assert_eq!(notes[0]["message"]["text"], json!(reason));
    }
    // Beside differences, it is a warning, and less important than they are.
    let other = BROKEN.replace("W[aa]", "W[bb]");
    let ran = diff(BROKEN, &other, &["--format", "json"]).ends(1);
    assert_eq!(lines(&ran.err)[0]["severity"], json!("warning"));
    diff(BROKEN, &other, &["-q"]).ends(1).says_nothing().prints("W[bb]");
    // A file that cannot be read is a problem too, and the report has its end.
    let folder = Folder::with(&[("a.sgf", BROKEN.as_bytes())]);
    let ran = folder.kifu(["diff", "--format", "json", "a.sgf", "b.sgf"]).ends(2).says(r#""code":"file/unreadable""#);
    assert_eq!(lines(&ran.out)[1]["failed"], json!(1));
    // Other commands tell programs what they could not read.
    let ran = folder.kifu(["info", "--format", "json", "a.sgf"]).ends(0);
    assert_eq!(lines(&ran.err)[0]["message"], json!("a.sgf: 1 error while reading (see kifu check)"));
    folder.kifu(["info", "--format", "github", "a.sgf"]).ends(0).says("::warning file=a.sgf::a.sgf: 1 error while");
    folder.kifu(["info", "-q", "--format", "json", "a.sgf"]).ends(0).says_nothing();
}

#[test]
fn long_values_are_cut_around_their_difference() {
    let long = "これは長い解説です。".repeat(10);
    let [before, after] = ["ここ", "そこ"].map(|word| format!("(;GM[1]CA[UTF-8];B[aa]C[{long}{word}{long}])"));
    let ran = diff(&before, &after, &[]).ends(1).says_nothing();
    ran.prints(r#"comment "…これは長い解説です。これは長い解説です。こここれは"#)
        .prints(r#"" became "…これは長い解説です。これは長い解説です。そここれは"#);
    let ran = diff(&before, &after, &["--side-by-side"]).ends(1).says_nothing();
    ran.prints("ここ").prints("そこ");
    // JSON has the whole values.
    let found = lines(&diff(&before, &after, &["--format", "json"]).ends(1).out);
    assert_eq!(found[1]["before"], json!(format!("{long}ここ{long}")));
    assert_eq!(found[1]["after"], json!(format!("{long}そこ{long}")));
}

#[test]
fn json_has_a_start_raw_values_and_a_summary() {
    let before = "(;GM[1]PB[Ida \"x\"];B[aa]C[good\nmove]CR[bb][cc]XX[1])";
    let after = "(;GM[1]PB[Ada];B[aa]C[bad]CR[bb]TR[dd]XX[2])";
    let found = lines(&diff(before, after, &["--format", "json"]).ends(1).says_nothing().out);
    assert_eq!((&found[0]["type"], &found[0]["command"]), (&json!("start"), &json!("diff")));
    let values: Vec<_> = found[1..5].iter().map(|line| [&line["before"], &line["after"]]).collect();
    let expected = [
        ["Ida \"x\"", "Ada"],
        ["good\nmove", "bad"],
        ["circle B18, C17", "circle B18, triangle D16"],
        ["sgf data XX[1]", "sgf data XX[2]"],
    ];
    assert_eq!(values, expected);
    let summary = found.last().unwrap();
    assert_eq!(summary["type"], json!("summary"));
    let counts = ["files", "clean", "failed", "notes", "differences"].map(|name| summary[name].as_u64().unwrap());
    assert_eq!(counts, [2, 2, 0, 4, 4]);
    // Without differences too.
    let found = lines(&diff(before, before, &["--format", "json"]).ends(0).says_nothing().out);
    assert_eq!((found.len(), &found[1]["differences"]), (2, &json!(0)));
}

#[test]
fn every_format_of_findings_has_the_differences() {
    let (before, after) = ("(;GM[1]PB[Ida];B[aa]\n;W[bb])", "(;GM[1]PB[Ada];B[aa]\n;W[cc])");
    let ran = diff(before, after, &["--format", "concise"]).ends(1).says_nothing();
    let expected = "a.sgf:1:8: players: Black's name \"Ida\" became \"Ada\"\na.sgf:2:2: move 2: White B18 (W[bb]) became White C17 (W[cc])\n";
    assert_eq!(ran.out, expected);
    let ran = diff(before, after, &["--format", "github"]).ends(1).says_nothing();
    let expected = "::notice file=a.sgf,line=1,col=8,endLine=1,endColumn=15,title=loss/players::players: Black's name \"Ida\" became \"Ada\" (compared with b.sgf)\n";
    assert!(ran.out.starts_with(expected), "{}", ran.out);
    let ran = diff(before, after, &["--format", "sarif"]).ends(1).says_nothing();
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    let results = report["runs"][0]["results"].as_array().unwrap();
    let message = "move 2: White B18 (W[bb]) became White C17 (W[cc]) (compared with b.sgf)";
    assert_eq!((results.len(), &results[1]["message"]["text"]), (2, &json!(message)));
}

#[test]
fn a_header_field_has_its_own_place() {
    let before = "(;GM[1]SZ[19]KM[6.5]PB[Ida]BR[1d]TM[60]RU[Japanese]\nPW[Nils])";
    let after = "(;GM[1]SZ[13]KM[6.5]PB[Ida]TM[60]BR[1d]OT[x]RU[Chinese]PW[Otto])";
    let ran = diff(before, after, &[]).ends(1).says_nothing();
    let expected = "--- a.sgf
+++ b.sgf
time: overtime \"x\" was added
1:8: setup: the start position changed from 19x19 to 13x13
1:40: terms changed from rules Japanese, komi 6.5 to rules Chinese, komi 6.5
2:1: players: White's name \"Nils\" became \"Otto\"
";
    assert_eq!(ran.out, expected);
    let kif = "手合割：平手\n先手：谷川\n後手：羽生\n手数----指手---------消費時間--\n   1 ７六歩(77)\n";
    let csa = "V3.0\nN+A\nN-B\n$EVENT:x\nPI\n+\n+7776FU\n%TORYO\n";
    let files = [("a.kifu", kif.to_owned()), ("b.kifu", kif.replace("羽生", "佐藤"))];
    let csa = [("a.csa", csa.to_owned()), ("b.csa", csa.replace("EVENT:x", "EVENT:y"))];
    for ([(a, before), (b, after)], expected) in
        [(files, "3:1: players: 後手's name \"羽生\" became \"佐藤\"\n"), (csa, "4:1: event \"x\" became \"y\"\n")]
    {
        let folder = Folder::with(&[(a, before.as_bytes()), (b, after.as_bytes())]);
        let ran = folder.kifu(["diff", a, b]).ends(1).says_nothing();
        assert_eq!(ran.out, format!("--- {a}\n+++ {b}\n{expected}"));
    }
}

#[test]
fn lines_of_play_are_named_alike_in_both_directions() {
    let short = "(;GM[1];B[pd];W[dp])";
    let long = "(;GM[1];B[pd];W[dp];B[aa];W[bb];B[cc])";
    diff(long, short, &[])
        .ends(1)
        .prints(": move 3: main line: Black A19 (B[aa]) and the 2 nodes after it are missing\n");
    let ran = diff(short, long, &[]).ends(1);
    ran.prints(": after move 2: main line: Black A19 (B[aa]) and the 2 nodes after it were added\n");
    let found = lines(&diff(short, long, &["--format", "json"]).ends(1).out);
    assert_eq!(found[1]["what"], json!("main line"));
    // Another line of play, and the end of one.
    let before = "(;GM[1](;B[pd];W[dp])(;B[dd];W[pp]))";
    let after = "(;GM[1](;B[pd];W[dp])(;B[dd];W[pp];B[aa])(;B[cc]))";
    let ran = diff(before, after, &[]).ends(1);
    ran.prints("variation: Black C17 (B[cc]) was added\n")
        .prints(": after move 2 (variation from 1): moves: Black A19 (B[aa]) was added\n");
}

#[test]
fn differences_are_in_the_order_of_the_first_file() {
    let before = "(;GM[1]RE[B+R]PB[Ida]\n(;B[aa]C[one];W[bb]C[two])(;B[cc]C[three];W[dd]C[four])(;B[ee]C[five]))\n(;GM[1]PB[Ida];B[aa])";
    let after = before.replace("Ida", "Ada").replace("+R", "+T").replace("C[", "C[x");
    let found = lines(&diff(before, &after, &["--format", "json"]).ends(1).out);
    let starts: Vec<_> = found.iter().filter_map(|line| line["span"][0].as_u64()).collect();
    assert!(starts.len() == 8 && starts.is_sorted(), "{starts:?}");
}

#[test]
fn a_variation_starts_with_its_first_move() {
    let game = "(;GM[1]FF[4];B[aa];W[bb](;B[cc])(;C[what if];B[gg];W[gh]))";
    let ran = diff(game, &game.replace("W[gh]", "W[gi]"), &[]).ends(1);
    ran.prints(": move 4 (variation from 3): White G12 (W[gh]) became White G11 (W[gi])\n");
    let setup = "(;GM[1]FF[4](;B[cc])(;AB[aa];W[bb]C[x]))";
    let found = lines(&diff(setup, &setup.replace("C[x]", ""), &["--format", "json"]).ends(1).out);
    assert_eq!((&found[1]["move"], &found[1]["variation"]), (&json!(1), &json!(1)));
}
