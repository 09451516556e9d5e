//! The program converts GIB to other formats and back, and reports losses.

use std::{fs, process::Command};

fn kifu(args: &[&str]) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_kifu-gib"));
    let ran = program.args(args).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
}

#[test]
fn nothing_is_lost_there_and_back() {
    for case in fs::read_dir("fixtures").unwrap().map(|case| fs::canonicalize(case.unwrap().path()).unwrap()) {
        let has_errors = fs::read_to_string(case.join("case.toml")).unwrap().contains("expect = \"errors\"");
        let case = case.join("input.gib").into_os_string().into_string().unwrap();
        assert_eq!(kifu(&["check", &case]).0, Some(has_errors.into()), "{case}");
        for (to, file) in [("sgf", "there.sgf"), ("jgf2", "there.jgf")] {
            let there = ["convert", &case, "--to", to, "-o", file, "--force", "--allow-loss=input"];
            let back = ["convert", file, "--to", "gib:encoding=gb18030", "-o", "back.gib", "--force"];
            // `diff` finds no difference, but cannot compare a file with errors completely.
            let compared = if has_errors { 2 } else { 0 };
            for (args, status) in [(&there[..], 0), (&back, 0), (&["diff", &case, "back.gib"], compared)] {
                assert_eq!(kifu(args).0, Some(status), "{args:?}: {}", kifu(args).1);
            }
        }
    }
}

#[test]
fn data_without_a_place_in_gib_is_reported() {
    let sgf = concat!(env!("CARGO_TARGET_TMPDIR"), "/lossy.sgf");
    fs::write(sgf, "(;SZ[9]RE[Void];B[ee]LB[ee:A](;W[gc])(;W[cc]C[or here]))").unwrap();
    let (_, diagnostics) = kifu(&["convert", sgf, "--to", "gib", "-o", "lossy.gib"]);
    assert!(diagnostics.ends_with("1 refused; accept with --allow-loss=setup,variation,mark\n"), "{diagnostics}");
}
