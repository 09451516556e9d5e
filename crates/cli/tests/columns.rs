//! The output of every command in terminals of 60, 80 and 200 columns, as snapshots in `tests/columns`.
#![cfg(unix)]

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use rustix::{
    fs::{Mode, OFlags},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};
use std::{fmt::Write, fs::File, io::Read, process::Stdio};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Long lines with narrow and wide characters, and findings in many places of them.
const LONG: &str = "(;FF[4]GM[1]CA[UTF-8]SZ[19]EV[第四十一期名人戦挑戦手合七番勝負第一局]PC[東京都文京区「椿山荘」]PB[本因坊秀策]PW[井上幻庵因碩]AddBlack[dd]KM[6.5]RE[black win]C[解説は後で追加する予定です。The comments follow later.]
;B[qd]C[右上の小目。隅を大切にする手で、この時代によく打たれた。];W[zz]C[a move outside of the board, with a comment that goes on for a while];B[pq]MA[aa][aa]LB[cc:１][dd:二番目]
;W[oc];W[qd])";

const LATER: &str = "(;FF[4]GM[1]CA[UTF-8]SZ[19]EV[第四十一期名人戦]PB[本因坊秀策]PW[Gennan Inseki]KM[7.5]RE[B+R]
;B[qd]C[右上の小目。];W[dc];B[pq];W[oc];B[cp])";

const SHOGI: &str = "手合割：平手
先手：先手の長い名前の人
後手：後手
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
*角道を開ける。
   2 ３四歩(33)   ( 0:02/00:00:02)
   3 ２二角成(88)   ( 0:03/00:00:04)
   4 ２二銀(99)   ( 0:03/00:00:05)
   5 投了
";

const SETTINGS: &str =
    "ignore = [\"sgf/long-name\", \"rules/unknown-rule-set\"]\n[folder.\"games\"]\ndeny = [\"sgf/unclosed-tree\"]\n";

/// The commands, with their exit status.
const COMMANDS: &[(&[&str], i32)] = &[
    (&["check", "long.sgf"], 1),
    (&["check", "-v", "game.kif"], 1),
    (&["check", "--format", "concise", "long.sgf"], 1),
    (&["check", "games"], 1),
    (&["check", "--full", "--only", "sgf/unclosed-tree", "games/a-folder-with-a-long-name"], 1),
    (&["fix", "--dry-run", "--guess", "long.sgf"], 1),
    (&["convert", "long.sgf", "--to", "sgf:encoding=latin1"], 1),
    (&["diff", "long.sgf", "later.sgf"], 1),
    (&["diff", "--side-by-side", "long.sgf", "later.sgf"], 1),
    (&["info", "-v", "later.sgf"], 0),
    (&["show", "later.sgf", "--move", "1"], 0),
    (&["show", "game.kif", "--move", "1"], 0),
    (&["score", "later.sgf"], 0),
    (&["formats"], 0),
    (&["formats", "sgf"], 0),
    (&["explain", "sgf/unclosed-tree"], 0),
    (&["config", "games"], 0),
    (&["help", "check"], 0),
    (&["convert", "long.sgf", "--to", "sfg"], 2),
];

fn folder() -> Folder {
    let folder = Folder::with(&[
        ("long.sgf", LONG.as_bytes()),
        ("later.sgf", LATER.as_bytes()),
        ("game.kif", SHOGI.as_bytes()),
        ("kifu.toml", SETTINGS.as_bytes()),
    ]);
    for n in 1..=12 {
        let path = format!("games/a-folder-with-a-long-name/第{n}局-game-{n}.sgf");
        folder.write(path, &LATER.as_bytes()[..LATER.len() - 1 - n % 2]);
    }
    folder.write("games/letter.sgf", b"Dear all, this is not a game.");
    folder
}

/// Runs the program in a terminal with this width. Returns what the terminal receives, and the exit status.
fn in_terminal(folder: &Folder, args: &[&str], columns: u16) -> (String, i32) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    tcsetwinsize(&terminal, Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let end = || rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let mut command = folder.command(args);
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::from(end())).stderr(Stdio::from(end()));
    let mut program = command.spawn().unwrap();
    // The terminal ends when no program has it open any more.
    drop(command);
    let mut received = Vec::new();
    let mut terminal = File::from(terminal);
    let mut some = [0; 4096];
    while let Ok(n @ 1..) = terminal.read(&mut some) {
        received.extend(&some[..n]);
    }
    let status = program.wait().unwrap().code().unwrap();
    (String::from_utf8(received).unwrap().replace("\r\n", "\n"), status)
}

/// Returns the text of a line of an excerpt, which has the number of the line or spaces before it.
fn of_excerpt(line: &str) -> Option<&str> {
    let (number, text) = line.split_once("| ")?;
    let is_number = number.ends_with(' ') && number.trim().chars().all(|c| c.is_ascii_digit());
    is_number.then_some(text)
}

fn snapshot(columns: u16) {
    let folder = folder();
    let mut all = String::new();
    for (args, status) in COMMANDS {
        let (out, ended) = in_terminal(&folder, args, columns);
        assert_eq!(ended, *status, "{args:?}\n{out}");
        let out = without_time(&out);
        for line in out.lines().filter(|line| of_excerpt(line).is_some()) {
            assert!(line.width() <= columns.into(), "{args:?} at {columns} columns: {line}");
        }
        carets_stand_under_characters(&out);
        let _ = writeln!(all, "$ kifu {}\n{}\n", args.join(" "), out.trim_end());
    }
    insta::with_settings!({ snapshot_path => "columns", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(columns.to_string(), all);
    });
}

/// Returns the text without times such as `in 0.1 s`, which differ from run to run.
fn without_time(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let is_time = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
        match line.split_once(" files in ").and_then(|(start, rest)| Some((start, rest.split_once(" s, ")?))) {
            Some((start, (time, rest))) if is_time(&time) => out.push_str(&format!("{start} files in … s, {rest}")),
            _ => out.push_str(line),
        }
    }
    out
}

/// Checks that a line of carets starts and ends at the borders of characters of the line above it.
#[track_caller]
fn carets_stand_under_characters(out: &str) {
    let lines: Vec<&str> = out.lines().collect();
    for pair in lines.windows(2) {
        let (Some(text), Some(marks)) = (of_excerpt(pair[0]), of_excerpt(pair[1])) else { continue };
        if !marks.trim_start().starts_with('^') {
            continue;
        }
        let mut borders = vec![0];
        for c in text.chars() {
            borders.push(borders[borders.len() - 1] + c.width().unwrap_or(0));
        }
        let marked: Vec<usize> = marks.char_indices().filter(|(_, c)| *c == '^').map(|(at, _)| at).collect();
        let (Some(first), Some(last)) = (marked.first(), marked.last()) else { continue };
        let end = borders[borders.len() - 1];
        assert!(borders.contains(first) || *first >= end, "{}\n{}", pair[0], pair[1]);
        assert!(borders.contains(&(last + 1)) || last + 1 >= end, "{}\n{}", pair[0], pair[1]);
    }
}

#[test]
fn a_terminal_of_60_columns() {
    snapshot(60);
}

#[test]
fn a_terminal_of_80_columns() {
    snapshot(80);
}

#[test]
fn a_terminal_of_200_columns() {
    snapshot(200);
}
