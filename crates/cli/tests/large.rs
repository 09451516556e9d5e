//! Collections and folders that are much larger than a game: they take the memory of their text and of a few games.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use std::{
    fs,
    process::{Command, Stdio},
};

/// Returns a collection of games with 200 moves, of 1.3 kB each. The root of the last game contains `last`.
fn collection(games: usize, last: &str) -> String {
    let moves: String = (0..200).map(|n| [";B[cc]", ";W[gg]"][n % 2]).collect();
    let game = |n: usize, root: &str| format!("(;GM[1]SZ[9]GN[{n}]{root}{moves})\n");
    (1..games).map(|n| game(n, "")).chain([game(games, last)]).collect()
}

/// A number of games whose output is larger than the buffer.
const MANY: usize = 4_000;

#[test]
fn a_collection_that_is_written_game_by_game_is_written_as_its_games_are() {
    let folder =
        Folder::with(&[("one.sgf", collection(1, "").as_bytes()), ("all.sgf", collection(MANY, "").as_bytes())]);
    let one = folder.kifu(["convert", "one.sgf", "--to", "jgf2", "--lines"]).ends(0).out;
    let line = |n: usize| one.replace("\"name\":\"1\"", &format!("\"name\":\"{n}\""));
    assert!(one.len() * MANY > 16_000_000 && line(2) != one, "{one}");
    let all: String = (1..=MANY).map(line).collect();
    let lines = folder.kifu(["convert", "all.sgf", "--to", "jgf2", "--lines"]).ends(0).out;
    assert!(lines == all, "not what its games are");
    folder.kifu(["convert", "all.sgf", "--to", "jgf2", "--lines", "-o", "all.jsonl"]).ends(0);
    assert!(folder.read("all.jsonl") == all, "not what its games are");
    // Convert back to one file.
    folder.kifu(["convert", "--from", "jgf2", "all.jsonl", "--to", "sgf", "-o", "again.sgf"]).ends(0);
    folder.kifu(["diff", "all.sgf", "again.sgf"]).ends(0);
    // Write each game to a separate file.
    folder.kifu(["convert", "all.sgf", "--to", "jgf2:style=compact", "-o", "out/"]).ends(0);
    assert_eq!(fs::read_dir(folder.path("out")).unwrap().count(), MANY);
    assert_eq!(folder.read(format!("out/all-{MANY}.jgf")), line(MANY));
}

#[test]
fn what_its_last_game_would_lose_keeps_all_of_it_from_being_written() {
    let folder = Folder::with(&[("all.sgf", collection(MANY, "PB[碁]").as_bytes())]);
    let ran = folder.kifu(["convert", "all.sgf", "--to", "sgf:encoding=windows-1252", "-o", "new.sgf"]).ends(1);
    let ran = ran.says("error[loss/character]: windows-1252 has no '碁'");
    ran.says(&format!("--> all.sgf:{MANY}:24, game {MANY}\n"));
    assert!(!folder.files().contains(&"new.sgf".to_owned()), "half of it was written");
    let ran = folder.kifu(["convert", "all.sgf", "--to", "sgf:encoding=windows-1252"]).ends(1);
    assert_eq!(ran.out, "");
    folder
        .kifu(["convert", "all.sgf", "--to", "sgf:encoding=windows-1252", "-o", "new.sgf", "--allow-loss=character"])
        .ends(0);
    assert!(folder.read("new.sgf").ends_with(")\n"));
}

/// Returns the peak memory of kifu.
#[cfg(target_os = "linux")]
fn peak(folder: &Folder, args: &[&str]) -> usize {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(args)
        .current_dir(folder.path("."))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
        peak = kilobytes.map_or(peak, |kilobytes| kilobytes * 1024);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_takes_no_more_however_much_its_files_become() {
    // Each file becomes a megabyte of JSON, because it is written point by point.
    let dimmed: String = (0..80).map(|n| [";B[cc]DD[aa:ss]", ";W[gg]DD[aa:ss]"][n % 2]).collect();
    let folder = Folder::with(&[]);
    for n in 0..300 {
        folder.write(format!("in/{n}.sgf"), format!("(;GM[1]SZ[19]{dimmed})").as_bytes());
    }
    let peak = peak(&folder, &["convert", "in", "--to", "jgf2", "--lines"]);
    assert!(peak < 160_000_000, "{peak} bytes");
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_check_is_that_of_the_text_and_of_a_few_games() {
    let (one, all) = (collection(1, ""), collection(1_000, ""));
    let folder = Folder::with(&[("one.sgf", one.as_bytes()), ("all.sgf", all.as_bytes())]);
    let [of_one, of_all] = ["one.sgf", "all.sgf"].map(|file| peak(&folder, &["check", file]));
    // The records alone would take ten times as much as their text.
    assert!(of_all < of_one + 4 * all.len(), "{of_all} bytes for a text of {}, {of_one} for a game", all.len());
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes a minute"]
fn memory_is_that_of_the_text_and_of_a_few_games() {
    let text = collection(MANY * 5, "");
    let folder = Folder::with(&[("all.sgf", text.as_bytes())]);
    for args in [&["convert", "all.sgf", "--to", "jgf2", "--lines"][..], &["check", "all.sgf"]] {
        let peak = peak(&folder, args);
        assert!(peak > text.len(), "{peak} bytes are less than the text");
        // The records alone would take ten times as much as their text.
        assert!(peak < text.len() + 64_000_000, "{args:?} took {peak} bytes for a text of {}", text.len());
    }
}

#[test]
fn a_file_of_more_than_four_gigabytes_is_refused() {
    let folder = Folder::with(&[("good.sgf", b"(;GM[1]SZ[9];B[ee])")]);
    // The file is sparse, so it takes no space on the disk.
    fs::File::create(folder.path("huge.sgf")).unwrap().set_len(5 << 30).unwrap();
    let ran = folder.kifu(["convert", ".", "--to", "jgf2", "-o", "out"]).ends(2);
    let ran = ran.says("error[text/too-large]: ./huge.sgf is larger than 4 GiB; nothing was read");
    ran.says("split the collection into several files");
    assert!(folder.files().contains(&"out/good.jgf".to_owned()), "the other was not done");
}
