//! Output of the program in the log of a CI job: the runner of the job obeys commands in its lines.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::Folder;
use std::{collections::BTreeSet, fs, process::Command};

/// A comment with commands of GitHub Actions and Azure Pipelines, in a file with a fix.
const ATTACK: &str = r"(;GM[1]FF[4]SZ[9]PB[##[warning\]p]
;Black[ee]C[so far
::stop-commands::t
  ::error file=x::y
##[error\]z
+##vso[task.setvariable variable=a\]b]
;W[gc])
";

/// Returns the commands that a runner would obey, without those between the lines that stop and start commands.
fn commands(log: &str) -> Vec<&str> {
    let (mut found, mut stopped) = (Vec::new(), None);
    for line in log.lines() {
        let of_colons = line.trim_start().strip_prefix("::").and_then(|rest| rest.split_once("::"));
        match (of_colons, stopped) {
            (Some((word, "")), Some(stop)) if word == stop => stopped = None,
            (_, Some(_)) => {}
            (Some(("stop-commands", word)), None) if word.starts_with("kifu-") => stopped = Some(word),
            (Some(_), None) => found.push(line),
            (None, None) if line.contains("##[") || line.contains("##vso[") => found.push(line),
            (None, None) => {}
        }
    }
    assert_eq!(stopped, None, "{log}");
    found
}

// Only Unix has such names of files.
#[cfg(unix)]
#[test]
fn lines_of_a_file_are_not_commands() {
    let folder = Folder::with(&[("a.sgf", ATTACK.as_bytes()), ("::error::b.sgf", ATTACK.as_bytes())]);
    folder.write("c.sgf", ATTACK.replace("so far", "so good").as_bytes());
    // The test sees commands.
    assert_eq!(commands(ATTACK).len(), 5);
    for command in [
        "show a.sgf --move 1",
        "info",
        "info --csv",
        "info --json",
        "score",
        "check --full -v",
        "check --format concise",
        "check --format json",
        "check --format sarif",
        "fix --dry-run",
        "fix --dry-run --color always",
        "fix --dry-run --format concise",
        "fix --dry-run --format json",
        "diff a.sgf c.sgf",
        "diff a.sgf c.sgf --side-by-side",
        "diff a.sgf c.sgf --format json",
    ] {
        let mut args: Vec<_> = command.split(' ').collect();
        if !command.contains("a.sgf") {
            args.extend(["a.sgf", "::error::b.sgf"]);
        }
        let ran = folder.kifu(args);
        assert!(!ran.out.is_empty() && ran.status < 2, "{command}: {ran:?}");
        for log in [&ran.out, &ran.err] {
            assert_eq!(commands(log), [""; 0], "{command}");
        }
    }
    folder.kifu(["show", "a.sgf", "--move", "1"]).prints("   \\u{3a}:error file=x::y\n").prints(" #\\u{23}[error]z\n");
}

#[test]
fn the_commands_of_the_github_format_are_only_its_own() {
    let folder = Folder::with(&[("a.sgf", ATTACK.as_bytes())]);
    let ran = folder.kifu(["fix", "--dry-run", "--format", "github", "a.sgf"]).ends(0);
    assert_eq!(commands(&ran.out), [""; 0]);
    for found in [folder.kifu(["check", "--format", "github", "a.sgf"]).out, ran.err] {
        let is_of_kifu =
            |line: &str| ["::warning file=a.sgf,line=", "::notice "].iter().any(|start| line.starts_with(start));
        assert!(commands(&found).into_iter().all(is_of_kifu), "{found}");
    }
    // The word that starts commands again is another one in each run.
    let word = || folder.kifu(["fix", "-n", "a.sgf"]).out.lines().next().unwrap().to_owned();
    assert_eq!((0..3).map(|_| word()).collect::<BTreeSet<_>>().len(), 3);
}

#[test]
fn a_diff_without_commands_is_still_a_patch() {
    let folder = Folder::with(&[("a.sgf", ATTACK.as_bytes()), ("b.sgf", ATTACK.as_bytes())]);
    let diff = folder.kifu(["fix", "-n", "a.sgf", "b.sgf"]).ends(0).out;
    folder.kifu(["fix", "a.sgf", "-o", "fixed.sgf"]).ends(0);
    for patch in [&["patch", "--binary", "-p0"][..], &["git", "apply", "-p0"]] {
        if Command::new(patch[0]).arg("--version").output().is_err() {
            eprintln!("{} is not installed: what it makes of the diff is not tried", patch[0]);
            continue;
        }
        ["a.sgf", "b.sgf"].iter().for_each(|name| folder.write(name, ATTACK.as_bytes()));
        let ran = kifu::ran(Command::new(patch[0]).args(&patch[1..]).current_dir(folder.path("")), diff.as_bytes());
        assert_eq!(ran.status, 0, "{ran:?}\n{diff}");
        for name in ["a.sgf", "b.sgf"] {
            assert_eq!(fs::read(folder.path(name)).unwrap(), fs::read(folder.path("fixed.sgf")).unwrap());
        }
    }
}
