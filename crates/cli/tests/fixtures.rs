//! Compares the output of `kifu check --full --verbose --no-rules` for every fixture, and the conversions of some of them, with snapshots. One trial per case.

use kifu_conformance::snapshot;
use libtest_mimic::{Arguments, Failed, Trial};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The keys of `case.toml` for this test.
#[derive(serde::Deserialize)]
struct Case {
    encoding: Option<String>,
    /// The formats to which the case is converted.
    #[serde(default)]
    r#as: Vec<String>,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut trials = Vec::new();
    for format in folders(&root) {
        for case in folders(&format) {
            let name = case.strip_prefix(&root).unwrap_or(&case).to_string_lossy().into_owned();
            trials.push(Trial::test(name, move || fixture(&case)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Returns the folders in a folder, sorted.
fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(of).expect("fixtures are there");
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

fn fixture(folder: &Path) -> Result<(), Failed> {
    let case: Case = toml::from_str(&fs::read_to_string(folder.join("case.toml"))?)?;
    let names = fs::read_dir(folder)?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let input = names.into_iter().find(|name| name.starts_with("input.")).ok_or("no input file")?;
    let input = input.as_str();
    let encoding = case.encoding.iter().flat_map(|name| ["--encoding", name]);
    let check: Vec<&str> = ["check", "--full", "--verbose", "--no-rules", "--color", "never", input]
        .into_iter()
        .chain(encoding.clone())
        .collect();
    snapshot(&folder.join("diagnostics.snap"), &kifu(folder, &check)?)?;
    for target in &case.r#as {
        let convert = ["convert", "--color", "never", "--allow-loss", "--to", target, input];
        let convert: Vec<&str> = convert.into_iter().chain(encoding.clone()).collect();
        snapshot(&folder.join(format!("as-{target}.snap")), &kifu(folder, &convert)?)?;
    }
    Ok(())
}

/// Returns the output of the program and its exit status.
fn kifu(folder: &Path, args: &[&str]) -> Result<String, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_kifu")).args(args).current_dir(folder).output()?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let status = output.status.code().ok_or("the program was ended by a signal")?;
    Ok(format!("{}{}status {status}\n", text(output.stdout), text(output.stderr)))
}
