//! A replaced file keeps its metadata, or is not changed.

#![cfg(unix)]

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use std::{
    fs,
    io::Write,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown, symlink},
        process::CommandExt,
    },
    process::{Command, Stdio},
    time::Duration,
};

const OPEN: &[u8] = b"(;GM[1]SZ[9]";
const CLOSED: &str = "(;GM[1]SZ[9])";

#[test]
fn hard_links_are_not_parted() {
    let folder = Folder::with(&[("a.sgf", OPEN)]);
    fs::hard_link(folder.path("a.sgf"), folder.path("b.sgf")).unwrap();
    let ran = folder.kifu(["fix", "-i", "a.sgf"]).ends(2);
    let ran = ran
        .says("error[file/irreplaceable]: a.sgf has 2 names (hard links), and replacing the file would separate them");
    ran.says("write to another file with -o");
    assert_eq!(folder.read("a.sgf").as_bytes(), OPEN);
    assert_eq!(fs::metadata(folder.path("a.sgf")).unwrap().nlink(), 2);
    folder.kifu(["convert", "a.sgf", "--to", "sgf", "-o", "b.sgf", "--force"]).ends(2).says("file/irreplaceable");
    folder.kifu(["fix", "a.sgf", "-o", "c.sgf"]).ends(0);
    assert_eq!(folder.files(), ["a.sgf", "b.sgf", "c.sgf"]);
}

#[test]
fn extended_attributes_are_kept() {
    let folder = Folder::with(&[("a.sgf", OPEN)]);
    let path = folder.path("a.sgf");
    if let Err(error) = xattr::set(&path, "user.origin", b"a \0 server") {
        eprintln!("no extended attributes here, so they are not tried: {error}");
        return;
    }
    folder.kifu(["fix", "-i", "a.sgf"]).ends(0);
    assert_eq!(folder.read("a.sgf"), CLOSED);
    assert_eq!(xattr::get(&path, "user.origin").unwrap().as_deref(), Some(&b"a \0 server"[..]));
}

#[test]
fn the_owner_is_kept_or_the_file_is_left_alone() {
    let folder = Folder::with(&[("a.sgf", OPEN)]);
    let path = folder.path("a.sgf");
    if chown(&path, Some(65_534), Some(65_533)).is_err() {
        eprintln!("only root can give files away, so that is not tried");
        return;
    }
    fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
    folder.kifu(["fix", "-i", "a.sgf"]).ends(0);
    let kept = fs::metadata(&path).unwrap();
    assert_eq!((kept.uid(), kept.gid(), kept.mode() & 0o7777), (65_534, 65_533, 0o640));
    assert_eq!(folder.read("a.sgf"), CLOSED);
    // Another user may write into the folder, but cannot create a file that belongs to root.
    folder.write("b.sgf", OPEN);
    fs::set_permissions(folder.path(""), PermissionsExt::from_mode(0o777)).unwrap();
    let program = folder.path("kifu");
    fs::copy(env!("CARGO_BIN_EXE_kifu"), &program).unwrap();
    let mut command = Command::new(&program);
    command.args(["fix", "-i", "b.sgf"]).current_dir(folder.path("")).uid(65_534).gid(65_534);
    let ran = kifu::ran(&mut command, b"").ends(2);
    ran.says("error[file/irreplaceable]: ").says("cannot be replaced by a file with the same owner and group: ");
    assert_eq!(folder.read("b.sgf").as_bytes(), OPEN);
    assert_eq!(fs::metadata(folder.path("b.sgf")).unwrap().uid(), 0);
    assert_eq!(folder.files(), ["a.sgf", "b.sgf", "kifu"]);
}

#[test]
fn what_a_link_leads_to_is_replaced_and_the_link_stays() {
    let folder = Folder::with(&[("far/a.sgf", OPEN)]);
    symlink("far/a.sgf", folder.path("link.sgf")).unwrap();
    folder.kifu(["fix", "-i", "link.sgf"]).ends(0);
    assert_eq!(fs::read_link(folder.path("link.sgf")).unwrap().to_str(), Some("far/a.sgf"));
    assert_eq!(folder.read("far/a.sgf"), CLOSED);
    assert_eq!(folder.files(), ["far/a.sgf"]);
}

#[test]
fn a_program_that_is_interrupted_leaves_no_hidden_files() {
    for (signal, status) in [("INT", 130), ("QUIT", 131), ("TERM", 143)] {
        let folder = Folder::with(&[]);
        let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(["convert", "-", "--to", "jgf2", "--lines", "-o", "out.jsonl"])
            .current_dir(folder.path(""))
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        // The program has opened its output, and waits for the rest of its input.
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"(;GM[1]").unwrap();
        while folder.files().is_empty() {
            assert!(child.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(folder.files()[0].starts_with(".kifu-"));
        let kill = format!("kill -{signal} {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert_eq!(folder.files(), [""; 0]);
        drop(input);
    }
}

#[test]
fn a_file_above_the_limit_of_the_system_is_an_error() {
    let game = format!("(;GM[1]SZ[9]C[{}])", "x".repeat(100_000));
    let folder = Folder::with(&[("a.sgf", game.as_bytes())]);
    // A limit of a few blocks.
    let script = format!("ulimit -f 4; exec '{}' convert a.sgf --to sgf -o out.sgf", env!("CARGO_BIN_EXE_kifu"));
    let ran = kifu::ran(Command::new("sh").args(["-c", &script]).current_dir(folder.path("")), b"").ends(2);
    ran.says("error[file/unwritable]: cannot write out.sgf: file too large");
    assert_eq!(folder.files(), ["a.sgf"]);
}
