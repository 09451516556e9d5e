//! Tests of `kifu check`, and of the layout of messages.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use serde_json::json;

#[test]
fn clean_files_are_clean() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]FF[4]SZ[9];B[ee])")]);
    assert_eq!(folder.kifu(["check", "a.sgf"]).ends(0).err, "1 file, 0 errors, 0 warnings, 0 notes\n");
    folder.kifu(["check", "-q", "a.sgf"]).ends(0).says_nothing();
    folder.kifu(["check", "--message-format", "json", "a.sgf"]).ends(0).says_nothing();
}

#[test]
fn severities_decide() {
    let folder =
        Folder::with(&[("warned.sgf", b"(;GM[1]FF[4]SZ[9];B[ee]KSGO[x]"), ("wrong.sgf", b"(;GM[1]FF[4]SZ[9];B[zz])")]);
    let ran = folder
        .kifu(["check", "warned.sgf"])
        .ends(0)
        .says("warning[sgf/unclosed-tree]")
        .says_not("sgf/unknown-property");
    ran.says("1 file, 0 errors, 1 warning, 1 note (-v shows notes); kifu fix can fix 1\n");
    folder.kifu(["check", "-v", "warned.sgf"]).ends(0).says("note[sgf/unknown-property]").says("1 note;");
    folder.kifu(["check", "-q", "warned.sgf"]).ends(0).says_nothing();
    folder.kifu(["check", "--strict", "-q", "warned.sgf"]).ends(1).says("warning[sgf/unclosed-tree]");
    folder
        .kifu(["check", "-q", "warned.sgf", "wrong.sgf"])
        .ends(1)
        .says("error[sgf/impossible-point]")
        .says_not("warning");
}

#[test]
fn carets_stand_under_full_width_text() {
    let folder = Folder::with(&[("a.sgf", "(;GM[1]SZ[9]PB[本因坊秀策]\n;C[棋譜]B[zz])".as_bytes())]);
    let ran = folder.kifu(["check", "a.sgf"]).ends(1);
    // Each of the two characters takes two columns on the terminal, but counts as one column in the position.
    ran.says(" --> a.sgf:2:9\n  |\n2 | ;C[棋譜]B[zz])\n  |           ^^\n");
}

#[test]
fn long_lines_are_cut() {
    let text = format!("(;GM[1]SZ[9]C[{}];B[zz];C[{}])", "あ".repeat(100_000), "い".repeat(100_000));
    let folder = Folder::with(&[("a.sgf", text.as_bytes())]);
    let ran = folder.kifu(["check", "a.sgf"]).ends(1).says(" --> a.sgf:1:100019\n");
    assert!(ran.err.len() < 1_000, "{} bytes", ran.err.len());
    let (line, carets) = (ran.err.lines().nth(3).unwrap(), ran.err.lines().nth(4).unwrap());
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
        let ran = folder.kifu(["check", "a.sgf"]).ends(1).says("200 more of these in a.sgf are not shown");
        assert!(game.len() > 9_000_000 && ran.err.matches("error[").count() == 1_001);
    }
}

#[test]
fn messages_for_programs() {
    let folder = Folder::with(&[
        ("a.sgf", "(;GM[1]SZ[9]\n;C[棋譜]B[zz]\n)(;GM[1]SZ[9];B[aa];W[yy])".as_bytes()),
        ("letter.txt", b"Dear Sir"),
    ]);
    let ran = folder.kifu(["check", "--message-format", "json", "a.sgf", "letter.txt"]).ends(1);
    let messages = ran.messages();
    assert_eq!(messages.len(), 3, "nothing but messages: {}", ran.err);
    assert_eq!(
        messages[0],
        json!({
            "file": "a.sgf", "code": "sgf/impossible-point", "severity": "error",
            "message": "the point zz is outside the 9x9 board; the move was left out (kept in the file)",
            "span": [25, 27], "from": {"line": 2, "column": 9}, "to": {"line": 2, "column": 11},
            "record": 0, "node": 1, "help": null,
        })
    );
    assert_eq!((&messages[1]["record"], &messages[1]["node"]), (&json!(1), &json!(2)));
    assert_eq!((&messages[2]["file"], &messages[2]["code"]), (&json!("letter.txt"), &json!("file/no-record")));
    assert!(messages[2]["help"].as_str().unwrap().contains("--from"));
    let keys: Vec<_> = ran.err.lines().map(|line| line.find("\"file\"").zip(line.find("\"help\""))).collect();
    assert!(keys.iter().all(|found| found.is_some_and(|(file, help)| file == 1 && help > file)));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9]PB[\x1b]0;x\x07 \x1b[31mred];B[zz])")]);
    let ran = folder.kifu(["check", "-v", "a.sgf"]);
    assert!(!ran.err.contains(['\x1b', '\x07']), "{:?}", ran.err);
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
    folder.kifu(["check", "a.sgf"]).says_not("\x1b[");
    folder.kifu(["check", "--color", "always", "a.sgf"]).says("\x1b[");
    folder.kifu(["check", "--color", "never", "a.sgf"]).says_not("\x1b[");
}

#[test]
fn the_charset_can_be_given() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9]PB[\x96\x7b\x88\xf6\x96\x56])")]);
    let ran = folder.kifu(["info", "--encoding", "sjis", "a.sgf"]).ends(0).prints("black       本因坊\n");
    ran.prints("charset     Shift_JIS\n");
    folder.kifu(["check", "--encoding", "sjis", "a.sgf"]).ends(0).says_not("text/charset-guessed");
}

#[test]
fn the_format_can_be_given() {
    let folder = Folder::with(&[("a.txt", b"Dear Sir")]);
    folder.kifu(["check", "a.txt"]).ends(1).says("file/no-record");
    folder.kifu(["check", "--from", "sgf", "a.txt"]).ends(1).says("sgf/no-game");
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
    ran.says("1 file, 2 errors").says_not("dead.txt").says_not("lock");
}
