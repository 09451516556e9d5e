//! The program writes what `generate` returns.

use std::{fs, process::Command};

#[test]
fn the_program_writes_the_scanner() {
    let grammar = concat!(env!("CARGO_TARGET_TMPDIR"), "/letters.pest");
    let text = "token = _{ letters | unknown }\nletters = @{ ASCII_ALPHA+ }\nunknown = @{ ANY }\n";
    fs::write(grammar, text).unwrap();
    let run = |arguments: &[&str]| Command::new(env!("CARGO_BIN_EXE_kifu-grammar")).args(arguments).output().unwrap();
    let ran = run(&[grammar]);
    assert!(ran.status.success());
    assert_eq!(String::from_utf8(ran.stdout).unwrap(), kifu_grammar::generate(text, &["token"]).unwrap());
    for arguments in [&[][..], &["--help"], &["nowhere.pest"], &[grammar, "nothing"]] {
        let ran = run(arguments);
        assert!(!ran.status.success() && ran.stdout.is_empty() && !ran.stderr.is_empty(), "{arguments:?}");
    }
}
