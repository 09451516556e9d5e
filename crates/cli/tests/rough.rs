//! Tests of a killed program, a full disk, and file names that are not UTF-8.

#![cfg(unix)]

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use std::{
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// Returns a folder with many files, each large enough to be interrupted while it is written.
fn crowd(files: usize) -> Folder {
    let folder = Folder::with(&[]);
    let moves: String = (0..400).map(|n| [";B[cc]", ";W[gg]"][n % 2]).collect();
    for n in 0..files {
        folder.write(format!("in/{n:04}.sgf"), format!("(;GM[1]SZ[9]GN[{n}]{moves})").as_bytes());
    }
    folder
}

#[test]
fn a_program_that_is_killed_leaves_whole_files_only() {
    let folder = crowd(1_500);
    let mut seen = Vec::new();
    for wait in [5, 20, 60, 120] {
        let out = format!("out-{wait}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(["convert", "in", "--to", "jgf2", "-o", &out, "--quiet"])
            .current_dir(folder.path("."))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(wait));
        // After SIGKILL the program cannot remove its temporary files.
        child.kill().unwrap();
        child.wait().unwrap();
        let written = folder.files().into_iter().filter(|path| path.starts_with(&out) && path.ends_with(".jgf"));
        let written: Vec<String> = written.collect();
        for path in &written {
            let text = folder.read(path);
            assert!(text.ends_with("  ]\n}\n"), "{path} is not whole: {} bytes", text.len());
        }
        seen.push(written.len());
    }
    assert!(seen.iter().any(|&n| n < 1_500), "none was ended in the middle: {seen:?}");
}

#[test]
fn a_full_disk_is_an_error_that_names_the_output() {
    let folder = crowd(1);
    let ran = folder.kifu(["convert", "in/0000.sgf", "--to", "jgf2", "-o", "/dev/full"]).ends(2);
    ran.says("error[file/unwritable]: cannot write /dev/full: no space left on device");
    let status = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(["convert", "in/0000.sgf", "--to", "jgf2"])
        .current_dir(folder.path("."))
        .stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(status.status.code(), Some(2));
    let diagnostics = String::from_utf8(status.stderr).unwrap();
    assert!(diagnostics.contains("cannot write to standard output"), "{diagnostics}");
}

#[test]
fn names_that_are_no_text_are_names_all_the_same() {
    let folder = crowd(1);
    let odd = OsStr::from_bytes(b"in/caf\xE9.sgf");
    // Not every file system allows such names.
    if fs::copy(folder.path("in/0000.sgf"), folder.path(odd)).is_err() {
        return;
    }
    folder.kifu(["convert", "in", "--to", "jgf2", "-o", "out"]).ends(0).says("2 files, 2 converted\n");
    assert!(folder.path(OsStr::from_bytes(b"out/caf\xE9.jgf")).exists());
    let args: [&OsStr; 2] = [OsStr::new("check"), odd];
    folder.kifu(args).ends(0);
}

#[test]
fn one_bad_place_never_stops_the_others() {
    let folder = crowd(3);
    std::os::unix::fs::symlink(".", folder.path("in/round")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path("in/gone.sgf")).unwrap();
    folder.write("in/empty.sgf", b"");
    fs::create_dir(folder.path("out")).unwrap();
    folder.write("out/0001.jgf", b"mine");
    let ran = folder.kifu(["convert", "in", "--follow", "--to", "jgf2", "-o", "out"]).ends(2);
    let ran = ran.says("error[file/loop]").says("error[file/unreadable]").says("empty.sgf is empty");
    ran.says("out/0001.jgf exists already")
        .says("\n5 files, 2 converted, 1 without a game, 1 not written, 1 not read\n");
    assert_eq!(folder.read("out/0001.jgf"), "mine");
    assert!(folder.path("out/0002.jgf").exists());
}
