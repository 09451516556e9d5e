//! `cargo xtask fixtures` and `cargo xtask bless`: the test cases of the formats.

use anyhow::{Context, bail, ensure};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use walkdir::WalkDir;

/// Checks that every case is complete: it has a description, an input and snapshots, and no other files. No snapshot of the repository
/// is pending.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    let mut cases = 0;
    let mut wrong = Vec::new();
    for format in folders(&root.join("fixtures"))? {
        for case in folders(&format)? {
            cases += 1;
            let name = case.strip_prefix(root).unwrap_or(&case).display().to_string();
            let text = fs::read_to_string(case.join("case.toml")).unwrap_or_default();
            for key in ["about = ", "source = ", "licence = ", "expect = "] {
                if !text.lines().any(|line| line.starts_with(key)) {
                    wrong.push(format!("{name}: case.toml has no {}", key.trim_end_matches(" = ")));
                }
            }
            let mut inputs = 0;
            for file in fs::read_dir(&case)?.flatten() {
                let file = file.file_name().to_string_lossy().into_owned();
                match file.as_str() {
                    "case.toml" | "record.snap" | "diagnostics.snap" => {}
                    _ if file.starts_with("twin.") => {}
                    _ if file.starts_with("input.") => inputs += 1,
                    _ if file.starts_with("as-") && file.ends_with(".snap") => {}
                    _ if is_pending(&file) => {}
                    _ => wrong.push(format!("{name}: {file} does not belong in a case")),
                }
            }
            if inputs != 1 {
                wrong.push(format!("{name}: {inputs} inputs instead of one"));
            }
            if !case.join("record.snap").is_file() {
                wrong.push(format!("{name}: no record.snap; `cargo xtask bless {name}` writes it"));
            }
        }
    }
    for path in pending(root)? {
        let path = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        wrong.push(format!(
            "{path}: this snapshot is pending. `cargo insta review` accepts or rejects it; a run of its test that passes \
             removes it"
        ));
    }
    wrong.iter().for_each(|wrong| eprintln!("{wrong}"));
    ensure!(wrong.is_empty(), "{} problems in {cases} cases", wrong.len());
    println!("{cases} cases are complete");
    Ok(())
}

/// Creates a case from a file.
pub(crate) fn new(root: &Path, case: &str, file: &Path) -> anyhow::Result<()> {
    let folder = root.join("fixtures").join(case);
    if folder.exists() {
        bail!("{} exists already", folder.display());
    }
    let extension = file.extension().context("the file has no extension")?;
    fs::create_dir_all(&folder)?;
    fs::copy(file, folder.join("input").with_extension(extension))?;
    let text = "about = \"\"\nsource = \"written for kifu\"\nlicence = \"MIT OR Apache-2.0\"\nexpect = \"clean\"\n";
    fs::write(folder.join("case.toml"), text)?;
    println!("written: {}; describe it in case.toml, then run `cargo xtask bless {case}`", folder.display());
    Ok(())
}

/// Writes the snapshots of all cases, or of those whose name contains `filter`. A person must then read the changes line by line.
pub(crate) fn bless(root: &Path, filter: Option<&str>) -> anyhow::Result<()> {
    // The names of the law trials contain only the case, without the format: `handicap-zero/means`.
    let case = filter.and_then(|filter| filter.rsplit('/').next()).unwrap_or_default();
    for (test, filter) in [("conformance", Some(format!("{case}/means"))), ("fixtures", filter.map(str::to_owned))] {
        let mut command = Command::new("cargo");
        command.args(["test", "--quiet", "--workspace", "--test", test, "--"]).args(filter);
        let status = command.env("INSTA_UPDATE", "always").current_dir(root).status().context("cannot run cargo")?;
        ensure!(status.success(), "some cases break a law");
    }
    let changed = Command::new("git").args(["status", "--short", "fixtures"]).current_dir(root).output()?;
    print!("{}", String::from_utf8_lossy(&changed.stdout));
    Ok(())
}

/// Returns true for the name of a file that insta writes instead of changing a snapshot.
fn is_pending(name: &str) -> bool {
    name.ends_with(".snap.new") || name.ends_with(".pending-snap")
}

/// Returns the pending snapshots of the repository.
fn pending(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in ["fixtures", "crates", "docs"] {
        let walk = WalkDir::new(root.join(folder)).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(|entry| entry.file_name() != "target") {
            let entry = entry?;
            if is_pending(&entry.file_name().to_string_lossy()) {
                found.push(entry.into_path());
            }
        }
    }
    Ok(found)
}

fn folders(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut folders: Vec<_> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pending_snapshots_are_found() {
        let root = tempfile::tempdir().unwrap();
        for folder in ["fixtures/sgf/one", "crates/sgf/target", "docs/plugin/fixtures"] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        for file in ["record.snap", "record.snap.new", ".lib.rs.pending-snap"] {
            fs::write(root.path().join("fixtures/sgf/one").join(file), "").unwrap();
        }
        fs::write(root.path().join("crates/sgf/target/a.snap.new"), "").unwrap();
        fs::write(root.path().join("docs/plugin/fixtures/a.snap.new"), "").unwrap();
        let found: Vec<_> = pending(root.path()).unwrap();
        let found: Vec<_> = found.iter().map(|path| path.strip_prefix(root.path()).unwrap()).collect();
        let expected = [
            "fixtures/sgf/one/.lib.rs.pending-snap",
            "fixtures/sgf/one/record.snap.new",
            "docs/plugin/fixtures/a.snap.new",
        ];
        assert_eq!(found, expected.map(Path::new));
    }
}
