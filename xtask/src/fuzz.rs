//! `cargo xtask fuzz TARGET SECONDS`: runs the targets of `xtask/fuzz`, seeded from the fixtures. Their laws are in `xtask/targets`, and a
//! test runs each of them on its seeds.

use anyhow::{bail, ensure};
use kifu_fuzz_targets::{MAX_LEN, TARGETS, Target, seeds};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Runs a target, or `all` in turn. Without a target, lists them.
pub(crate) fn run(root: &Path, target: Option<&str>, seconds: u64) -> anyhow::Result<()> {
    let folder = root.join("xtask/fuzz");
    let Some(wanted) = target else {
        for Target { name, law, .. } in &TARGETS {
            println!("{name:8} {law}");
        }
        println!("{:8} each of them in turn", "all");
        return Ok(());
    };
    let chosen: Vec<&Target> = TARGETS.iter().filter(|target| [target.name, "all"].contains(&wanted)).collect();
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
        let name = target.name;
        seed(root, &folder.join("corpus").join(name), target)?;
        println!("\n{name}, for {seconds} s");
        let status = Command::new("cargo")
            .args(["+nightly", "fuzz", "run", "--fuzz-dir"])
            .arg(&folder)
            .args([name, "--", "-timeout=20", "-print_final_stats=1"])
            .arg(format!("-max_len={MAX_LEN}"))
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-dict={}", dictionary.display()))
            .current_dir(root)
            .status()?;
        if !status.success() {
            broken.push(name);
        }
    }
    ensure!(broken.is_empty(), "these targets found violations: {}", broken.join(", "));
    Ok(())
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

/// Writes the seeds of a target into its corpus.
fn seed(root: &Path, corpus: &Path, target: &Target) -> anyhow::Result<()> {
    fs::create_dir_all(corpus)?;
    for (name, bytes) in seeds(&root.join("fixtures"), target)? {
        fs::write(corpus.join(name), bytes)?;
    }
    Ok(())
}
