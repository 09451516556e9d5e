//! The console examples in the documentation show the real output of the program.

use std::{env, fs, path::Path};

/// The pages run in a copy of `tests/cases`. After a change, `TRYCMD=overwrite cargo test -p kifu-cli --test docs` updates them.
/// Read the changes before you commit them.
#[test]
fn the_documentation_is_right() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let folder = tempfile::tempdir().unwrap();
    for entry in walkdir::WalkDir::new(&cases).into_iter().map(Result::unwrap) {
        let to = folder.path().join(entry.path().strip_prefix(&cases).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(to).unwrap();
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
    env::set_current_dir(folder.path()).unwrap();
    trycmd::TestCases::new()
        .register_bin("kifu", Path::new(env!("CARGO_BIN_EXE_kifu")))
        .case(docs.join("../README.md"))
        .case(docs.join("convert.md"))
        .case(docs.join("check.md"))
        .case(docs.join("clubs.md"))
        .case(docs.join("shogi.md"))
        .run();
    env::set_current_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
}

/// The Rust example of docs/crates.md is also in the README of the crate `kifu`, whose examples are documentation tests.
#[test]
fn the_rust_example_is_a_test() {
    let page = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let crates = page("../../docs/crates.md");
    let example = crates.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```")).unwrap().0;
    assert!(page("../kifu/README.md").contains(example), "not in crates/kifu/README.md: {example}");
}
