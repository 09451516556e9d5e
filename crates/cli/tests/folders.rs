//! Tests of the selection of files in folders.

#![cfg(unix)]

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use std::{
    os::unix::{fs::symlink, net::UnixListener},
    process::Command,
};

const OPEN: &[u8] = b"(;GM[1]FF[4]SZ[9]";
const CLOSED: &str = "(;GM[1]FF[4]SZ[9])";

#[test]
fn links_to_folders_are_followed_where_that_is_asked_for() {
    let folder = Folder::with(&[("in/a.sgf", OPEN), ("far/b.sgf", OPEN)]);
    symlink("../far", folder.path("in/far")).unwrap();
    folder
        .kifu(["check", "in"])
        .ends(0)
        .says("1 link to a folder: not followed (--follow follows them)\n")
        .prints("1 file,");
    folder.kifu(["check", "--follow", "in"]).ends(0).prints("2 files,").says_not("not followed");
    // A link in the arguments is followed.
    folder.kifu(["check", "in/far"]).ends(0).prints("1 file,");
    folder.kifu(["convert", "in", "--follow", "--to", "jgf2", "-o", "out"]).ends(0);
    assert!(folder.path("out/far/b.jgf").exists());
}

#[test]
fn a_file_is_worked_on_once() {
    let folder = Folder::with(&[("in/z.sgf", OPEN), ("in/b/c.sgf", OPEN)]);
    symlink("z.sgf", folder.path("in/a.sgf")).unwrap();
    symlink("b", folder.path("in/again")).unwrap();
    let left_out = "paths to a file that was found before: not read again";
    let ran = folder.kifu(["check", "in", "in/z.sgf", "./in/../in/b/c.sgf", "--follow"]).ends(0);
    ran.prints("2 files,").says(&format!("4 {left_out}"));
    // The file is read under its own name, not under the name of a link.
    folder
        .kifu(["convert", "in", "--to", "jgf2", "-o", "out"])
        .ends(0)
        .says("1 path to a file that was found before: not read again");
    assert!(folder.path("out/z.jgf").exists() && !folder.path("out/a.jgf").exists());
    let ran = folder.kifu(["fix", "-i", "in/z.sgf", "in/z.sgf", "in/a.sgf"]).ends(0).says(&format!("2 {left_out}"));
    ran.says("1 fix made in 1 of 1 file");
    // A file with two hard links counts as two files.
    std::fs::hard_link(folder.path("in/z.sgf"), folder.path("in/y.sgf")).unwrap();
    folder.kifu(["convert", "in", "--to", "sgf", "-o", "two"]).ends(0);
    assert!(folder.path("two/z.sgf").exists() && folder.path("two/y.sgf").exists());
}

#[test]
fn no_file_outside_of_the_folder_is_fixed() {
    let folder = Folder::with(&[("in/a.sgf", OPEN), ("far.sgf", OPEN), ("deep/b.sgf", OPEN), ("in/real/c.sgf", OPEN)]);
    symlink("../far.sgf", folder.path("in/far.sgf")).unwrap();
    symlink("../deep", folder.path("in/deep")).unwrap();
    symlink("real/c.sgf", folder.path("in/near.sgf")).unwrap();
    let ran = folder.kifu(["fix", "-i", "in"]).ends(0).says("1 link to a folder: not followed");
    ran.says("1 link out of the folder: not followed (--follow follows them)").says("2 fixes made in 2 of 2 files");
    assert_eq!(
        [folder.read("far.sgf"), folder.read("deep/b.sgf")],
        [OPEN, OPEN].map(|text| String::from_utf8_lossy(text))
    );
    assert_eq!([folder.read("in/a.sgf"), folder.read("in/real/c.sgf")], [CLOSED; 2]);
    // Commands that only read do follow these links.
    folder.kifu(["check", "in"]).ends(0).prints("3 files,");
    folder.kifu(["fix", "-i", "--follow", "in"]).ends(0).says("2 fixes made in 2 of 4 files");
    assert_eq!([folder.read("far.sgf"), folder.read("deep/b.sgf")], [CLOSED; 2]);
    assert!(folder.path("in/far.sgf").is_symlink());
}

#[test]
fn output_of_the_program_is_no_input() {
    let folder = Folder::with(&[("a.sgf", CLOSED.as_bytes())]);
    let to_file = |name: &str, args: &[&str]| {
        let file = std::fs::File::create(folder.path(name)).unwrap();
        let ended = folder.command(args).stdout(file).output().unwrap();
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
    };
    let skipped = |n| (Some(0), format!("{n} with output of kifu: not read (name it to read it)\n"));
    assert_eq!(to_file("report.json", &["check", "--format", "json", "."]), (Some(0), String::new()));
    assert_eq!(folder.read("report.json").lines().count(), 2);
    assert_eq!(to_file("found.jsonl", &["info", "--json", "."]), skipped("2 files"));
    assert_eq!(folder.read("found.jsonl").lines().count(), 1);
    assert_eq!(to_file("all.sgf", &["convert", "--to", "sgf", "--lines", "."]).0, Some(2));
    std::fs::remove_file(folder.path("all.sgf")).unwrap();
    // A later run knows both by their content, and only where they are not named.
    folder.kifu(["fix", "-i", "."]).ends(0).says("2 files with output of kifu: not read");
    folder.kifu(["check", "report.json"]).ends(1).prints("file/no-record");
    // In UTF-16, and in SARIF.
    let wide: Vec<u8> = folder.read("report.json").encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.write("only/wide.JSON", &[&[0xFF, 0xFE], &*wide].concat());
    assert_eq!(to_file("only/sarif.json", &["check", "--format", "sarif", "a.sgf"]).0, Some(0));
    let ran = folder.kifu(["check", "only"]).ends(0).says("2 files with output of kifu: not read");
    ran.says_not("no file was read");
    // JSON with SGF in it does not change.
    folder.write("data.json", b"{\"sgf\": \"(;GM[1]FF[4];AddBlack[pd]\"}");
    folder.kifu(["fix", "-i", "data.json"]).ends(1).says("not sgf (JSON)");
    assert_eq!(folder.read("data.json"), "{\"sgf\": \"(;GM[1]FF[4];AddBlack[pd]\"}");
}

#[test]
fn pipes_sockets_and_devices_are_refused_and_never_waited_for() {
    let folder = Folder::with(&[("in/a.sgf", CLOSED.as_bytes())]);
    for pipe in ["in/pipe.sgf", "in/pipe.json", "in/kifu.toml"] {
        let made = Command::new("mkfifo").arg(folder.path(pipe)).status();
        assert!(made.is_ok_and(|status| status.success()));
    }
    symlink("pipe.sgf", folder.path("in/to-pipe.sgf")).unwrap();
    let _socket = UnixListener::bind(folder.path("in/socket.sgf")).unwrap();
    for command in [
        &["check"][..],
        &["info"],
        &["fix", "-n"],
        &["fix", "-i"],
        &["convert", "--to", "sgf", "-o", "out/", "--force"],
    ] {
        let ran = folder.kifu([command, &["in"]].concat()).ends(2);
        let ran = ran.says(
            "error[file/unreadable]: in/pipe.sgf is a named pipe (FIFO), not a regular file; the file was not opened\n",
        );
        ran.says("in/socket.sgf is a socket, not a regular file").says("redirect its content to standard input");
        folder.kifu([command, &["in/pipe.sgf"]].concat()).ends(2).says("is a named pipe");
        folder.kifu([command, &["/dev/zero"]].concat()).ends(2).says("/dev/zero is a device, not a regular file");
    }
    folder.kifu(["diff", "in/a.sgf", "in/pipe.sgf"]).ends(2).says("is a named pipe");
}
