//! Tests of the other commands, and of the program as a whole.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use serde_json::{Value, json};
use std::{
    io::Read,
    process::{Command, Stdio},
};

const GAME: &str = "(;GM[1]FF[4]SZ[19]PB[本因坊秀策]BR[4d]BT[Kyoto]PW[Gennan]EV[Castle games]RO[3]PC[Edo]DT[1846-09-11,12]RE[B+2]RU[Japanese]KM[0]HA[2]TM[5400]OT[3x30 byo-yomi];B[qd]C[one](;W[dc]C[two])(;W[pp];B[aa]))";

#[test]
fn info_tells_a_record_in_a_block() {
    let folder =
        Folder::with(&[("a.sgf", GAME.as_bytes()), ("two.sgf", b"(;GM[1]SZ[9])(;GM[1]SZ[13:9];AB[aa];B[];W[tt])")]);
    let ran = folder.kifu(["info", "a.sgf", "two.sgf"]).ends(0).says_nothing();
    let expected = "a.sgf
  black       本因坊秀策 4d, Kyoto
  white       Gennan
  event       Castle games, 3
  place       Edo
  date        1846-09-11, 1846-09-12
  result      B+2
  rules       Japanese
  komi        0
  handicap    2
  size        19x19
  time        1h 30m, 3x30 byo-yomi
  moves       2
  variations  1
  comments    2
  format      sgf FF[4]
  charset     UTF-8

two.sgf, game 1 of 2
  size        9x9
  moves       0
";
    assert!(ran.out.starts_with(expected), "{}", ran.out);
    ran.prints("\n\ntwo.sgf, game 2 of 2\n  size        13x9\n  moves       2\n");
}

#[test]
fn info_tells_a_record_in_a_line() {
    let folder = Folder::with(&[("a.sgf", GAME.as_bytes())]);
    let ran = folder.kifu(["info", "--json", "a.sgf"]).ends(0);
    let info: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(info["players"][0], json!({"seat": "black", "name": "本因坊秀策", "rank": "4d", "team": "Kyoto"}));
    assert_eq!(
        (&info["dates"], &info["moves"], &info["time"]),
        (&json!(["1846-09-11", "1846-09-12"]), &json!(2), &json!("5400"))
    );
    assert_eq!(
        (&info["format"], &info["version"], &info["charset"]),
        (&json!("sgf"), &json!("FF[4]"), &json!("UTF-8"))
    );
}

const HEX: &[u8] = b"(;FF[4]GM[11]SZ[11]PB[Ida]PW[Nils]EV[Club]DT[2026-11-23]RE[B+R]RU[swap];B[a2];W[swap-sides](;B[f6]C[x])(;B[e7];W[d8]))";

#[test]
fn info_tells_a_game_without_a_record() {
    let folder = Folder::with(&[("hex.sgf", HEX)]);
    let ran = folder.kifu(["info", "hex.sgf"]).ends(0).says_nothing();
    let expected = "hex.sgf
  game        hex
  black       Ida
  white       Nils
  event       Club
  date        2026-11-23
  result      B+R
  rules       swap
  size        11x11
  moves       3
  variations  1
  comments    1
  format      sgf FF[4]
  charset     UTF-8
";
    assert_eq!(ran.out, expected);
    let ran = folder.kifu(["info", "--json", "hex.sgf"]).ends(0).says_nothing();
    let info: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        (&info["game"], &info["record"], &info["moves"], &info["size"], &info["result"], &info["dates"]),
        (&json!("hex"), &json!(null), &json!(3), &json!("11x11"), &json!("B+R"), &json!(["2026-11-23"]))
    );
    assert_eq!(info["players"][1], json!({"seat": "white", "name": "Nils"}));
}

#[test]
fn info_tells_records_and_then_games_without_a_record() {
    let mixed = [b"(;FF[4]GM[6]PB[Ida];B[31hefe])\n", b"(;GM[1]SZ[9];B[ee])\n".as_slice(), HEX].concat();
    let folder = Folder::with(&[("mixed.sgf", &mixed)]);
    let ran = folder.kifu(["info", "mixed.sgf"]).ends(0).says_nothing();
    let heads: Vec<_> = ran.out.lines().filter(|line| line.starts_with("mixed") || line.contains("game ")).collect();
    let expected = ["mixed.sgf", "mixed.sgf:1:1", "  game        backgammon", "mixed.sgf:3:1", "  game        hex"];
    assert_eq!(heads, expected);
    let ran = folder.kifu(["info", "--json", "mixed.sgf"]).ends(0);
    let games: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let listed: Vec<_> = games.iter().map(|game| (game["game"].as_str().unwrap(), &game["record"])).collect();
    assert_eq!(listed, [("go", &json!(0)), ("backgammon", &json!(null)), ("hex", &json!(null))]);
    // Output that is too long to keep is printed by reading the file again.
    let many = [b"(;GM[1]SZ[9];B[ee])\n".as_slice(), &HEX.repeat(6_000)].concat();
    folder.write("many.sgf", &many);
    let ran = folder.kifu(["info", "--json", "many.sgf"]).ends(0);
    assert_eq!(ran.out.lines().count(), 6_001);
    assert_eq!(ran.out.lines().filter(|line| line.contains("\"game\":\"hex\"")).count(), 6_000);
    // A damaged GM is an error, and the game is shown anyway.
    folder.write("damaged.sgf", b"(;GM[Lee];B[aa])");
    folder.kifu(["info", "damaged.sgf"]).ends(0).says("1 error while reading").prints("game        game \"Lee\"\n");
}

#[test]
fn diff_shows_every_value_as_a_text_for_people() {
    let folder = Folder::with(&[
        ("a.sgf", b"(;GM[1]SZ[19]RU[Japanese]KM[6.5]HA[2]AB[dp][pd]PL[W];W[dd]TE[2]WL[90.5]OW[3])"),
        ("b.sgf", b"(;GM[1]SZ[19]RU[Chinese]KM[7.5];W[dd]BM[1]GB[1]WL[30])"),
    ]);
    let ran = folder.kifu(["diff", "a.sgf", "b.sgf"]).ends(1).says_nothing();
    let expected = "--- a.sgf
+++ b.sgf
1:14: terms changed from rules Japanese, komi 6.5, handicap 2 to rules Chinese, komi 7.5
1:38: setup: the start position changed from 19x19, black Q16, D4; White to move to 19x19
1:59: move 1: judgement changed from very good move to bad move, good for black
1:64: move 1: clock \"left 90.5 s, 3 periods left\" became \"left 30 s\"
";
    assert_eq!(ran.out, expected);
}

#[test]
fn diff_tells_what_one_says_and_the_other_does_not() {
    let folder = Folder::with(&[
        ("a.sgf", GAME.as_bytes()),
        ("b.sgf", GAME.replace("C[two]", "").replace("RE[B+2]", "RE[W+R]").as_bytes()),
    ]);
    folder.kifu(["convert", "a.sgf", "--to", "jgf2", "-o", "a.jgf"]).ends(0);
    assert_eq!(folder.kifu(["diff", "a.sgf", "a.jgf"]).ends(0).says_nothing().out, "");
    let ran = folder.kifu(["diff", "a.jgf", "b.sgf"]).ends(1).says_nothing();
    assert!(ran.out.starts_with("--- a.jgf\n+++ b.sgf\n9:5: outcome: result \"B+2\" became \"W+R\"\n"), "{}", ran.out);
    ran.prints(": comment \"two\" is missing\n");
    let ran = folder.kifu(["diff", "a.sgf", "b.sgf", "--format", "json"]).ends(1);
    let second: Value = serde_json::from_str(ran.out.lines().nth(2).unwrap()).unwrap();
    assert_eq!(
        (&second["code"], &second["node"], &second["other"]),
        (&json!("loss/comment"), &json!(2), &json!("b.sgf"))
    );
    // No difference was found, but not everything was compared.
    folder.write("c.sgf", b"(;GM[2];B[aa])(;GM[1];B[aa])");
    folder.write("d.sgf", b"(;GM[2];B[bb];W[cc])(;GM[1];B[aa])");
    folder.kifu(["diff", "c.sgf", "d.sgf"]).ends(2).says("c.sgf: 1 game other than go was not compared\n");
    folder.kifu(["diff", "a.sgf", "nowhere.sgf"]).ends(2).says("file/unreadable");
    folder.write("letter.txt", b"Dear Sir");
    folder.kifu(["diff", "a.sgf", "letter.txt"]).ends(2).says("file/no-record");
}

#[test]
fn formats_are_listed() {
    let folder = Folder::with(&[]);
    folder.kifu(["formats"]).ends(0).prints("sgf     go     .sgf ");
    let ran = folder
        .kifu(["formats", "jgf2"])
        .ends(0)
        .prints("one game per file")
        .prints("players")
        .prints("array or object");
    assert!(ran.out.find("\n  game ") > ran.out.find("Cannot hold"), "{}", ran.out);
}

#[test]
fn codes_are_explained() {
    let folder = Folder::with(&[]);
    folder
        .kifu(["explain", "sgf/unclosed-value"])
        .ends(0)
        .prints("warning[sgf/unclosed-value]: a value is not closed\n\n");
    folder.kifu(["explain", "UNCLOSED-VALUE"]).ends(0).prints("sgf/unclosed-value");
    folder.kifu(["explain", "[loss/variation]"]).ends(0).prints("error[loss/variation]");
    folder.kifu(["explain", "bad-size"]).ends(2).says("could be jgf1/bad-size or jgf2/bad-size or sgf/bad-size");
    folder.kifu(["explain", "sgf/unclosd-value"]).ends(2).says("did you mean sgf/unclosed-value?");
    folder.kifu(["explain", "unclosd-value"]).ends(2).says("did you mean sgf/unclosed-value?");
    // A property, in each game that has it; codes have small letters.
    let ran = folder.kifu(["explain", "RE"]).ends(0).prints("Smart Game Format, FF[1] to FF[4] (sgf)\n\nRE: result\n");
    ran.prints("* Games: backgammon\n").prints("`RE[B+3.5]`");
    folder.kifu(["explain", "ko"]).ends(0).prints("KO: the move counts as legal under any rules");
    folder
        .kifu(["explain", "XX"])
        .ends(2)
        .says("unknown code or property \"XX\"")
        .says("A property is written as in the file");
    let ran = folder.kifu(["explain"]).ends(0);
    for code in ["file/no-record ", "jgf2/bad-move ", "json/", "loss/variation ", "sgf/no-game ", "text/undecodable "] {
        assert!(ran.out.contains(&format!("\n{code}")), "{code} is not listed");
    }
}

#[test]
fn unknown_names_suggest_the_nearest() {
    let folder = Folder::with(&[("a.sgf", b"(;SZ[9])")]);
    for (args, error, help) in [
        (
            vec!["convert", "a.sgf", "--to", "sfg"],
            "unknown format \"sfg\"; the formats are: sgf, jgf2",
            "did you mean sgf?",
        ),
        (vec!["check", "a.sgf", "--from", "jgf"], "unknown format \"jgf\"", "did you mean jgf2?"),
        (vec!["formats", "sgff"], "unknown format \"sgff\"", "did you mean sgf?"),
        (
            vec!["convert", "a.sgf", "--to", "jgf2:stile=compact"],
            "unknown option \"stile\"; the options are: players (array or object), style",
            "did you mean style?",
        ),
        (
            vec!["convert", "a.sgf", "--to", "jgf2:style=comact"],
            "style cannot be \"comact\"; it takes pretty or compact",
            "",
        ),
        (
            vec!["convert", "a.sgf", "--to", "sgf:encoding=shitf_jis"],
            "encoding cannot be \"shitf_jis\"",
            "did you mean Shift_JIS?",
        ),
        (
            vec!["check", "a.sgf", "--encoding", "gb18031"],
            "unknown charset \"gb18031\"; the charsets are: UTF-8, Shift_JIS",
            "did you mean gb18030?",
        ),
        (
            vec!["convert", "a.sgf", "--to", "sgf", "--allow-loss=vairation"],
            "unknown part \"vairation\"",
            "did you mean variation?",
        ),
        (vec!["chekc", "a.sgf"], "unrecognized subcommand 'chekc'", "check"),
        (vec!["check", "a.sgf", "--strickt"], "unexpected argument '--strickt'", "--strict"),
    ] {
        folder.kifu(args).ends(2).says(error).says(help);
    }
    let ran = folder.kifu(["check", "a.sgf", "--from", "jgf", "--format", "json"]).ends(2);
    let problem: Value = serde_json::from_str(&ran.err).unwrap();
    assert_eq!((&problem["type"], &problem["help"]), (&json!("problem"), &json!("did you mean jgf2?")));
}

#[test]
fn a_broken_pipe_ends_it_quietly() {
    let collection = "(;GM[1]SZ[9];B[ee];W[gc])\n".repeat(20_000);
    let folder = Folder::with(&[("a.sgf", collection.as_bytes())]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(["info", "a.sgf"])
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 5];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((&start, output.status.code()), (b"a.sgf", Some(0)));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn messages_come_in_the_order_of_the_files() {
    let files: Vec<_> = (0..1_500)
        .map(|i| (format!("in/{i:04}.sgf"), format!("(;SZ[9]C[{}];B[zz])", "x".repeat(i * 7 % 1000))))
        .collect();
    let folder = Folder::with(&files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect::<Vec<_>>());
    let ran = folder.kifu(["check", "--format", "json", "in", "--jobs", "3"]).ends(1);
    let diagnostics: Vec<_> =
        ran.findings().iter().map(|message| message["file"].as_str().unwrap().to_owned()).collect();
    assert_eq!(diagnostics, files.into_iter().map(|(name, _)| name).collect::<Vec<_>>());
}

#[test]
fn help_and_version() {
    let folder = Folder::with(&[]);
    assert_eq!(folder.kifu(["--version"]).ends(0).out, concat!("kifu ", env!("CARGO_PKG_VERSION"), "\n"));
    folder.kifu(["--help"]).ends(0).prints("Examples:");
    folder.kifu::<&str>([]).ends(2).says("Usage:");
    for command in ["convert", "check", "fix", "info", "diff", "formats", "explain"] {
        let help = folder.kifu([command, "--help"]).ends(0).prints("Examples:").out;
        assert_eq!(folder.kifu(["help", command]).ends(0).out, help);
    }
}
