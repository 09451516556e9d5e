//! Tests of `kifu check --watch`.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use std::{
    fs::{self, OpenOptions},
    io::{BufRead, BufReader, Lines, Write},
    process::{Child, ChildStderr, ChildStdout, Stdio},
};

const GOOD: &str = "(;GM[1]FF[4]SZ[9];B[ee])\n";
const BAD: &str = "(;GM[1]FF[4]SZ[9];B[ee]\n";

/// The program while it watches.
struct Watching {
    program: Child,
    out: Lines<BufReader<ChildStdout>>,
    err: Lines<BufReader<ChildStderr>>,
}

impl Watching {
    fn start(folder: &Folder, args: &[&str]) -> Self {
        Self::start_as("concise", folder, args)
    }

    fn start_as(format: &str, folder: &Folder, args: &[&str]) -> Self {
        let mut command = folder.command(["check", "--watch", "--format", format].iter().chain(args));
        let mut program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(program.stdout.take().unwrap()).lines();
        let err = BufReader::new(program.stderr.take().unwrap()).lines();
        Self { program, out, err }
    }

    /// Returns the lines of standard error up to the one that says that the program waits.
    fn round(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for line in self.err.by_ref() {
            let line = line.unwrap();
            if line.starts_with("watching ") {
                break;
            }
            lines.push(line);
        }
        lines
    }
}

impl Watching {
    /// Returns the next lines of standard error, which are about files that are gone.
    fn gone(&mut self, lines: usize) -> Vec<String> {
        self.err.by_ref().take(lines).map(Result::unwrap).collect()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn each_changed_file_is_checked_again() {
    let folder = Folder::with(&[("games/a.sgf", BAD.as_bytes()), ("games/b.sgf", GOOD.as_bytes())]);
    // A file outside of the watched folder, which replaces another in one step.
    let replace = |by: &str, path: &str| {
        folder.write("new.tmp", by.as_bytes());
        fs::rename(folder.path("new.tmp"), folder.path(path)).unwrap();
    };
    let mut watching = Watching::start(&folder, &["games"]);
    assert_eq!(watching.round(), ["2 files, 0 errors, 1 warning, 0 notes; kifu fix can fix 1"]);
    assert!(watching.out.next().unwrap().unwrap().starts_with("games/a.sgf:"));

    OpenOptions::new().append(true).open(folder.path("games/a.sgf")).unwrap().write_all(b")").unwrap();
    assert_eq!(watching.round(), ["games/a.sgf changed", "1 file, 0 errors, 0 warnings, 0 notes"]);

    replace(BAD, "games/b.sgf");
    assert_eq!(watching.round()[0], "games/b.sgf changed");
    assert!(watching.out.next().unwrap().unwrap().starts_with("games/b.sgf:"));

    // Other files are ignored.
    folder.write("games/letter.txt", b"Dear all");
    fs::remove_file(folder.path("games/b.sgf")).unwrap();
    replace(GOOD, "games/c.sgf");
    let gone = "games/b.sgf is gone";
    assert_eq!(watching.round(), [gone, "games/c.sgf appeared", "1 file, 0 errors, 0 warnings, 0 notes"]);
}

/// An editor learns which findings are out of date.
#[test]
fn programs_learn_what_is_gone_and_what_was_not_checked() {
    let folder = Folder::with(&[("games/a.sgf", GOOD.as_bytes()), ("games/b.sgf", GOOD.as_bytes())]);
    let mut watching = Watching::start_as("json", &folder, &["games"]);
    let mut line = || -> serde_json::Value { serde_json::from_str(&watching.out.next().unwrap().unwrap()).unwrap() };
    assert_eq!(line()["type"], "start");
    let summary = line();
    assert_eq!((&summary["complete"], &summary["files"]), (&true.into(), &2.into()));
    fs::remove_file(folder.path("games/b.sgf")).unwrap();
    assert_eq!(line(), serde_json::json!({"type": "gone", "file": "games/b.sgf"}));
    folder.write("games/kifu.toml", b"strictt = true");
    assert_eq!(line()["type"], "start");
    let summary = line();
    assert_eq!((&summary["files"], &summary["failed"]), (&1.into(), &1.into()));
}

#[test]
fn a_file_is_watched_when_it_is_replaced() {
    let folder = Folder::with(&[("a.sgf", GOOD.as_bytes()), ("b.sgf", BAD.as_bytes())]);
    let mut watching = Watching::start(&folder, &["a.sgf"]);
    watching.round();
    fs::rename(folder.path("b.sgf"), folder.path("a.sgf")).unwrap();
    assert_eq!(watching.round()[0], "a.sgf changed");
}

#[test]
fn changed_settings_count_at_once() {
    let folder = Folder::with(&[("games/a.sgf", BAD.as_bytes()), ("kifu.toml", b"ignore = []\n")]);
    let mut watching = Watching::start(&folder, &["games"]);
    let (finding, clean) = ("1 file, 0 errors, 1 warning", "1 file, 0 errors, 0 warnings, 0 notes");
    assert!(watching.round()[0].starts_with(finding));
    // The file is in the folder above the watched one.
    folder.write("kifu.toml", b"ignore = [\"sgf/*\"]\n");
    let hid = |file: &str| format!("{file} hid 1 warning (--no-config reports it)");
    assert_eq!(watching.round(), ["kifu.toml changed", clean, &hid("kifu.toml")]);
    // A mistake does not end the program.
    folder.write("kifu.toml", b"ignroe = []\n");
    let lines = watching.round().join("\n");
    assert!(lines.contains("ignroe") && lines.contains("did you mean"), "{lines}");
    folder.write("kifu.toml", b"deny = [\"sgf/*\"]\n");
    let lines = watching.round();
    assert!(lines[1].starts_with("1 file, 1 error, 0 warnings"), "{lines:?}");
    // A new file, nearer to the games.
    folder.write("games/kifu.toml", b"only = [\"rules/*\"]\n");
    assert_eq!(watching.round(), ["kifu.toml changed", clean, &hid("games/kifu.toml")]);
}

#[test]
fn what_cannot_be_watched_is_said() {
    let folder = Folder::with(&[("a.sgf", GOOD.as_bytes())]);
    let ran = folder.kifu(["check", "--watch", "-"]).ends(2);
    assert_eq!(ran.err, "error: standard input cannot be watched\n");
    let ran = folder.kifu(["check", "--watch", "--format", "sarif", "a.sgf"]).ends(2);
    assert!(ran.err.contains("a SARIF report has an end, so --watch cannot write one"), "{}", ran.err);
    let ran = folder.kifu(["check", "--watch", "missing/a.sgf"]).ends(2);
    assert!(ran.err.starts_with("error: cannot watch missing: "), "{}", ran.err);
}

#[test]
fn a_folder_that_is_replaced_is_watched_again() {
    let folder = Folder::with(&[("in/games/a.sgf", GOOD.as_bytes()), ("in/games/old/b.sgf", GOOD.as_bytes())]);
    let mut watching = Watching::start(&folder, &["in/games"]);
    watching.round();
    // The folder itself, and then the one above it.
    for removed in ["in/games", "in"] {
        fs::remove_dir_all(folder.path(removed)).unwrap();
        assert_eq!(watching.gone(2), ["in/games/a.sgf is gone", "in/games/old/b.sgf is gone"]);
        fs::create_dir_all(folder.path("in/games/old")).unwrap();
        folder.write("new.tmp", GOOD.as_bytes());
        fs::rename(folder.path("new.tmp"), folder.path("in/games/a.sgf")).unwrap();
        assert_eq!(watching.round()[0], "in/games/a.sgf appeared");
        folder.write("new.tmp", GOOD.as_bytes());
        fs::rename(folder.path("new.tmp"), folder.path("in/games/old/b.sgf")).unwrap();
        assert_eq!(watching.round()[0], "in/games/old/b.sgf appeared");
    }
    // A folder that is moved away, with its files.
    fs::rename(folder.path("in/games/old"), folder.path("elsewhere")).unwrap();
    assert_eq!(watching.gone(1), ["in/games/old/b.sgf is gone"]);
    fs::rename(folder.path("elsewhere"), folder.path("in/games/new")).unwrap();
    assert_eq!(watching.round()[0], "in/games/new/b.sgf appeared");
}

#[test]
fn changed_files_are_those_that_a_search_finds() {
    let folder = Folder::with(&[("games/a.sgf", GOOD.as_bytes()), ("games/.hidden/x", b"")]);
    let mut watching = Watching::start(&folder, &["games"]);
    watching.round();
    for name in ["games/.hidden/b.sgf", "games/.b.sgf", "games/letter.txt", "b.sgf"] {
        folder.write(name, BAD.as_bytes());
    }
    folder.write("games/out.json", b"{\"type\":\"start\",\"version\":1");
    folder.write("new.tmp", GOOD.as_bytes());
    fs::rename(folder.path("new.tmp"), folder.path("games/c.sgf")).unwrap();
    assert_eq!(watching.round(), ["games/c.sgf appeared", "1 file, 0 errors, 0 warnings, 0 notes"]);
}
