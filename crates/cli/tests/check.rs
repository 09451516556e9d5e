//! Tests of `kifu check`, and of the layout of messages.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use serde_json::json;

#[test]
fn clean_files_are_clean() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]FF[4]SZ[9];B[ee])")]);
    assert_eq!(folder.kifu(["check", "a.sgf"]).ends(0).out, "1 file, 0 errors, 0 warnings, 0 notes\n");
    folder.kifu(["check", "-q", "a.sgf"]).ends(0).prints_nothing();
    assert!(folder.kifu(["check", "--format", "json", "a.sgf"]).ends(0).says_nothing().findings().is_empty());
}

#[test]
fn severities_decide() {
    let folder =
        Folder::with(&[("warned.sgf", b"(;GM[1]FF[4]SZ[9];B[ee]KSGO[x]"), ("wrong.sgf", b"(;GM[1]FF[4]SZ[9];B[zz])")]);
    let ran = folder
        .kifu(["check", "warned.sgf"])
        .ends(0)
        .prints("warning[sgf/unclosed-tree]")
        .prints_not("sgf/unknown-property");
    ran.prints("1 file, 0 errors, 1 warning, 1 note (-v shows notes); kifu fix can fix 1\n");
    folder.kifu(["check", "-v", "warned.sgf"]).ends(0).prints("note[sgf/unknown-property]").prints("1 note;");
    folder.kifu(["check", "-q", "warned.sgf"]).ends(0).prints_nothing();
    folder.kifu(["check", "--strict", "-q", "warned.sgf"]).ends(1).prints("warning[sgf/unclosed-tree]");
    folder
        .kifu(["check", "-q", "warned.sgf", "wrong.sgf"])
        .ends(1)
        .prints("error[sgf/impossible-point]")
        .prints_not("warning");
}

#[test]
fn carets_stand_under_full_width_text() {
    let folder = Folder::with(&[("a.sgf", "(;GM[1]SZ[9]PB[本因坊秀策]\n;C[棋譜]B[zz])".as_bytes())]);
    let ran = folder.kifu(["check", "a.sgf"]).ends(1);
    // Each of the two characters takes two columns on the terminal, but counts as one column in the position.
    ran.prints(" --> a.sgf:2:9\n  |\n2 | ;C[棋譜]B[zz])\n  |           ^^\n");
}

#[test]
fn long_lines_are_cut() {
    let text = format!("(;GM[1]SZ[9]C[{}];B[zz];C[{}])", "あ".repeat(100_000), "い".repeat(100_000));
    let folder = Folder::with(&[("a.sgf", text.as_bytes())]);
    let ran = folder.kifu(["check", "a.sgf"]).ends(1).prints(" --> a.sgf:1:100019\n");
    assert!(ran.out.len() < 1_000, "{} bytes", ran.out.len());
    let (line, carets) = (ran.out.lines().nth(3).unwrap(), ran.out.lines().nth(4).unwrap());
    let columns = |text: &str| text.chars().map(|c| if c > '\u{1100}' { 2 } else { 1 }).sum::<usize>();
    assert!(line.starts_with("1 | …ああ") && line.ends_with("いい…") && columns(line) < 120, "{line}");
    // The ellipsis is as wide as a letter.
    assert_eq!(columns(&line[..line.find("zz").unwrap()]) - 1, carets.find("^^").unwrap(), "{line}\n{carets}");
}

#[test]
fn a_thousand_findings_in_ten_megabytes_are_shown() {
    let filler = "C[棋譜 and words].".repeat(500).replace("].C[", "] ").replace("].", "]");
    for end in ["", "\n"] {
        let game = format!("(;GM[1]SZ[9]{}", format!(";{filler}{end};B[zz]{end}").repeat(1_200));
        let folder = Folder::with(&[("a.sgf", game.as_bytes())]);
        let ran = folder.kifu(["check", "--full", "a.sgf"]).ends(1).prints("200 more of these in a.sgf are not shown");
        assert!(game.len() > 9_000_000 && ran.out.matches("error[").count() == 1_001);
        let ran = folder.kifu(["check", "a.sgf"]).ends(1).prints("1197 more of these in a.sgf are not shown");
        assert!(ran.out.contains("help: --full shows every finding") && ran.out.matches("error[").count() == 4);
    }
}

#[test]
fn messages_for_programs() {
    let folder = Folder::with(&[
        ("a.sgf", "(;GM[1]SZ[9]\n;C[棋譜]B[zz]\n)(;GM[1]SZ[9];B[aa];W[yy])".as_bytes()),
        ("letter.txt", b"Dear Sir"),
    ]);
    let ran = folder.kifu(["check", "--format", "json", "a.sgf", "letter.txt"]).ends(1);
    let messages = ran.findings();
    assert_eq!(messages.len(), 3, "nothing but messages: {}", ran.out);
    assert_eq!(
        messages[0],
        json!({
            "type": "finding", "file": "a.sgf", "code": "sgf/impossible-point", "severity": "error",
            "message": "the point zz is outside the 9x9 board; the move was left out (kept in the file)",
            "span": [25, 27], "bytes": [25, 27], "from": {"line": 2, "column": 9}, "to": {"line": 2, "column": 11},
            "record": 0, "node": 1, "move": 0, "played": null, "point": null, "variation": null,
            "notes": [], "help": null, "fix": null,
        })
    );
    assert_eq!((&messages[1]["record"], &messages[1]["node"]), (&json!(1), &json!(2)));
    assert_eq!((&messages[2]["file"], &messages[2]["code"]), (&json!("letter.txt"), &json!("file/no-record")));
    assert!(messages[2]["help"].as_str().unwrap().contains("--from"));
    // The first line and the last one say what the report is, and what it adds up to.
    let [first, last] = [ran.out.lines().next(), ran.out.lines().last()].map(|line| line.unwrap().to_owned());
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(first, format!(r#"{{"type":"start","version":1,"program":"kifu {version}","command":"check"}}"#));
    let summary: serde_json::Value = serde_json::from_str(&last).unwrap();
    assert_eq!((&summary["files"], &summary["errors"], &summary["clean"]), (&json!(2), &json!(3), &json!(0)));
    let row = json!({
        "code": "sgf/impossible-point", "severity": "error", "count": 2, "files": 1, "safe": 0, "guess": 0,
        "first": "a.sgf:2:9",
    });
    assert!(summary["codes"].as_array().unwrap().contains(&row), "{summary}");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9]PB[\x1b]0;x\x07 \x1b[31mred];B[zz])")]);
    let ran = folder.kifu(["check", "-v", "a.sgf"]);
    assert!(!ran.out.contains(['\x1b', '\x07']), "{:?}", ran.out);
    folder.write("b.jgf", br#"{"record":{"format":"JGF"},"game":{"name":"\u001b[31mred\u0007\u202eder"},"tree":[{}]}"#);
    let ran = folder.kifu(["info", "b.jgf"]).ends(0);
    assert!(!ran.out.contains(['\x1b', '\x07', '\u{202e}']), "{:?}", ran.out);
    folder.write("c.sgf", b"(;GM[1])");
    let ran = folder.kifu(["diff", "b.jgf", "c.sgf"]).ends(1);
    assert!(!ran.out.contains(['\x1b', '\x07', '\u{202e}']), "{:?}", ran.out);
}

#[test]
fn colours_are_for_terminals_and_for_who_asks() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9];B[zz])")]);
    folder.kifu(["check", "a.sgf"]).prints_not("\x1b[");
    folder.kifu(["check", "--color", "always", "a.sgf"]).prints("\x1b[");
    folder.kifu(["check", "--color", "never", "a.sgf"]).prints_not("\x1b[");
}

#[test]
fn the_environment_chooses_colours_unless_the_option_does() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9];B[zz])")]);
    let is_coloured = |variables: &[(&str, &str)], args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_kifu"));
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        kifu::ran(command.args(["check", "a.sgf"]).args(args).current_dir(folder.path("")), b"").out.contains("\x1b[")
    };
    assert!(!is_coloured(&[], &[]));
    assert!(is_coloured(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!is_coloured(&[("CLICOLOR_FORCE", "0")], &[]));
    assert!(!is_coloured(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
    assert!(!is_coloured(&[("NO_COLOR", "1")], &[]));
    assert!(is_coloured(&[("NO_COLOR", "1")], &["--color", "always"]));
    // The help too.
    let help = |args: &[&str]| folder.kifu(args).ends(0).out.contains("\x1b[");
    assert!(help(&["--color", "always", "--help"]) && help(&["check", "--color=always", "--help"]));
    assert!(!help(&["--help"]) && !help(&["--color=never", "--help"]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_help_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_kifu")).arg("--help").stdout(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn the_charset_can_be_given() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9]PB[\x96\x7b\x88\xf6\x96\x56])")]);
    let ran = folder.kifu(["info", "--encoding", "sjis", "a.sgf"]).ends(0).prints("black       本因坊\n");
    ran.prints("charset     Shift_JIS\n");
    folder.kifu(["check", "--encoding", "sjis", "a.sgf"]).ends(0).prints_not("text/charset-guessed");
}

#[test]
fn the_format_can_be_given() {
    let folder = Folder::with(&[("a.txt", b"Dear Sir")]);
    folder.kifu(["check", "a.txt"]).ends(1).prints("file/no-record");
    folder.kifu(["check", "--from", "sgf", "a.txt"]).ends(1).prints("sgf/no-game");
}

#[cfg(unix)]
#[test]
fn loops_and_dead_links_keep_nothing_from_its_turn() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with(&[("in/b/a.sgf", b"(;GM[1]FF[4]SZ[9])")]);
    symlink("../../in", folder.path("in/b/up")).unwrap();
    symlink("nowhere", folder.path("in/dead.sgf")).unwrap();
    symlink("nowhere", folder.path("in/dead.txt")).unwrap();
    symlink("nowhere", folder.path("in/.#lock.sgf")).unwrap();
    let ran = folder.kifu(["check", "--follow", "in"]).ends(2);
    let ran = ran
        .says("error[file/loop]: in/b/up is a link back to in")
        .says("error[file/unreadable]: cannot read in/dead.sgf");
    ran.prints("2 files, 1 not read, 0 errors").says_not("dead.txt").says_not("lock");
}

#[test]
fn a_finding_before_the_second_move_of_a_node_is_at_the_first() {
    let file = b"(;GM[1]FF[4]SZ[19];B[pd]C[one]\nXX[y]W[dp]YY[z]AB[cc])";
    let folder = Folder::with(&[("a.sgf", file)]);
    let ran = folder.kifu(["check", "-v", "--no-rules", "--only", "sgf/unknown-property", "a.sgf"]).ends(0);
    ran.prints(" --> a.sgf:2:1, move 1: Black Q16 (B[pd])\n").prints(" --> a.sgf:2:11, move 2: White D4 (W[dp])\n");
    // What the rules find at the second move is there.
    folder.write("b.sgf", b"(;GM[1]FF[4]SZ[19]RU[Japanese];B[pd]C[one]W[pd])");
    folder.kifu(["check", "b.sgf"]).prints("error[rules/occupied-point]: White Q16 (W[pd]) is on a black stone; it replaces the stone\n --> b.sgf:1:43, move 2: White Q16 (W[pd])\n");
}

#[test]
fn games_of_another_kind_do_not_count() {
    let file = b"(;GM[11]FF[4];B[a1])(;GM[1]FF[4]SZ[9];B[ee])(;GM[1]FF[4]SZ[9];B[zz])";
    let folder = Folder::with(&[("a.sgf", file)]);
    folder.kifu(["check", "a.sgf"]).ends(1).prints(" --> a.sgf:1:65, go game 2\n");
    let found = folder.kifu(["check", "--format", "json", "a.sgf"]).ends(1).findings();
    assert_eq!(found.last().unwrap()["record"], 1);
    // The number is that of the other commands.
    folder.kifu(["info", "a.sgf"]).ends(0).prints("a.sgf, go game 2 of 2\n");
    folder.kifu(["show", "a.sgf", "--game", "2"]).ends(0).prints("a.sgf, game 2");
}
