//! What `check`, `show` and `score` print for games, each file with the findings that its name says.

use std::{env, path::Path};

/// The pages run in `tests/rules`. After a change, `TRYCMD=overwrite cargo test -p kifu-cli --test rules` updates them. Read the
/// changes before you commit them.
#[test]
fn the_pages_are_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    env::set_current_dir(&folder).unwrap();
    let cases = trycmd::TestCases::new();
    cases.register_bin("kifu", Path::new(env!("CARGO_BIN_EXE_kifu")));
    for page in ["check.md", "show.md", "score.md"] {
        cases.case(folder.join(page));
    }
    cases.run();
    env::set_current_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
}

/// Every page of `kifu check` is of one file, and every file has one.
#[test]
fn every_file_is_checked() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let page = std::fs::read_to_string(folder.join("check.md")).unwrap();
    for file in std::fs::read_dir(&folder).unwrap().flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        let is_record = name.ends_with(".sgf") || name.ends_with(".jgf");
        assert_eq!(is_record, page.contains(&format!("check -v {name}\n")), "{name}");
    }
}
