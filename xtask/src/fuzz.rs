//! `cargo xtask fuzz TARGET SECONDS`: runs the targets of `xtask/fuzz`, seeded from the fixtures.

use anyhow::{Context, bail, ensure};
use kifu_conformance::Case;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Runs a target, or `all` in turn. Without a target, lists them.
pub(crate) fn run(root: &Path, target: Option<&str>, seconds: u64) -> anyhow::Result<()> {
    let folder = root.join("xtask/fuzz");
    let targets = targets(&folder)?;
    let Some(wanted) = target else {
        for (name, law) in &targets {
            println!("{name:8} {law}");
        }
        println!("{:8} each of them in turn", "all");
        return Ok(());
    };
    let chosen: Vec<&str> =
        targets.iter().map(|(name, _)| &**name).filter(|name| [name, "all"].contains(&wanted)).collect();
    ensure!(!chosen.is_empty(), "unknown target {wanted:?}; `cargo xtask fuzz` lists the targets");
    let installed = Command::new("cargo").args(["+nightly", "fuzz", "--version"]).output()?;
    if !installed.status.success() {
        bail!(
            "fuzzing needs nightly Rust and cargo-fuzz: `rustup toolchain install nightly`, `cargo install cargo-fuzz`"
        );
    }
    let dictionary = dictionary(&folder)?;
    let mut broken = Vec::new();
    for target in chosen {
        seed(root, &folder.join("corpus").join(target), target)?;
        println!("\n{target}, for {seconds} s");
        let status = Command::new("cargo")
            .args(["+nightly", "fuzz", "run", "--fuzz-dir"])
            .arg(&folder)
            .args([target, "--", "-max_len=4096", "-timeout=20", "-print_final_stats=1"])
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-dict={}", dictionary.display()))
            .current_dir(root)
            .status()?;
        if !status.success() {
            broken.push(target);
        }
    }
    ensure!(broken.is_empty(), "these targets found violations: {}", broken.join(", "));
    Ok(())
}

/// Returns the targets, each with its description: the doc comment of the file.
fn targets(folder: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir(folder.join("fuzz_targets"))? {
        let path = entry?.path();
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let about: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//! ")).collect();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        targets.push((name, about.join(" ").trim_start_matches("Law: ").to_owned()));
    }
    targets.sort();
    Ok(targets)
}

/// Writes all dictionaries into one file, because libFuzzer accepts only one.
fn dictionary(folder: &Path) -> anyhow::Result<PathBuf> {
    let mut texts = String::new();
    for entry in fs::read_dir(folder.join("dictionaries"))? {
        texts += &fs::read_to_string(entry?.path())?;
    }
    fs::create_dir_all(folder.join("corpus"))?;
    let all = folder.join("corpus/all.dict");
    fs::write(&all, texts)?;
    Ok(all)
}

/// Writes the inputs of the fixtures into the corpus, after the bytes that the target reads before a file.
fn seed(root: &Path, corpus: &Path, target: &str) -> anyhow::Result<()> {
    fs::create_dir_all(corpus)?;
    let before = match target {
        "edit" => 16,
        "json" => 4,
        "convert" => 1,
        _ => 0,
    };
    for format in folders(&root.join("fixtures"))? {
        for (n, folder) in folders(&format)?.into_iter().enumerate() {
            let case = Case::in_folder(&folder)?;
            // Each file gets different edits and charsets. For `convert` an even first byte selects files.
            let mut bytes: Vec<u8> = (0..before).map(|i| u8::try_from((n * 74 + i * 11) % 256).unwrap_or(0)).collect();
            bytes.extend(&case.bytes);
            fs::write(corpus.join(format!("{}-{}", case.extension, case.name)), bytes)?;
        }
    }
    // Bytes for generating records.
    if target == "convert" {
        for n in 0..32_u8 {
            let bytes: Vec<u8> =
                [2 * n + 1].into_iter().chain(kifu_conformance::seed(n.into()).into_iter().take(2048)).collect();
            fs::write(corpus.join(format!("record-{n}")), bytes)?;
        }
    }
    Ok(())
}

fn folders(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    Ok(folders)
}
