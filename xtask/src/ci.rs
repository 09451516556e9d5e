//! `cargo xtask ci`: everything that CI does, in order.

use anyhow::{Context, ensure};
use std::{path::Path, process::Command, time::Instant};

/// Runs every step; the first that fails ends it.
pub(crate) fn run(root: &Path, no_test: bool) -> anyhow::Result<()> {
    let cargo = |args: &str| step(root, "cargo", args);
    cargo("fmt --all --check")?;
    cargo("clippy --workspace --all-targets --all-features -- -D warnings")?;
    no_std(root)?;
    step_with(root, "cargo", "doc --workspace --all-features --no-deps", &[("RUSTDOCFLAGS", "-D warnings")])?;
    cargo("xtask examples")?;
    cargo("xtask grammar --check")?;
    cargo("xtask fixtures")?;
    cargo("xtask docs --check")?;
    cargo("xtask charsets --check")?;
    if !no_test {
        cargo("test --workspace --all-features")?;
    }
    strangers(root)?;
    cargo("run --quiet --release --package xtask -- corpus fixtures --mutants 20000")?;
    let corpus = root.join("../shared/corpus/go");
    if corpus.is_dir() {
        for part in ["sgf", "other/jgf2"] {
            step(
                root,
                "cargo",
                &format!(
                    "run --quiet --release --package xtask -- corpus {} --mutants 50000 --damage 5",
                    corpus.join(part).display()
                ),
            )?;
        }
    } else {
        println!("no corpus beside the repository: skipped");
    }
    Ok(())
}

/// The crates that need no standard library build without it.
fn no_std(root: &Path) -> anyhow::Result<()> {
    for package in ["kifu-text", "kifu-core", "kifu-goban", "kifu-json", "kifu-sgf", "kifu-jgf2"] {
        step(root, "cargo", &format!("check --package {package} --no-default-features"))?;
    }
    Ok(())
}

/// What is not in this workspace: the plugins, what `new-format` makes, and the benches and fuzz targets, which are only
/// looked at.
fn strangers(root: &Path) -> anyhow::Result<()> {
    let target = [("CARGO_TARGET_DIR", "target/plugin")];
    for plugin in ["plugin", "plugin-game"] {
        let plugin = format!("--manifest-path docs/{plugin}/Cargo.toml");
        step(root, "cargo", &format!("fmt {plugin} --check"))?;
        step_with(root, "cargo", &format!("clippy {plugin} --locked --all-targets -- -D warnings"), &target)?;
        step_with(root, "cargo", &format!("test {plugin} --locked"), &target)?;
    }
    step(root, "cargo", "xtask new-format abc go --trial")?;
    for beside in ["bench", "fuzz"] {
        let manifest = format!("--manifest-path xtask/{beside}/Cargo.toml");
        step(root, "cargo", &format!("fmt {manifest} --check"))?;
        step_with(root, "cargo", &format!("clippy {manifest} --locked --all-targets -- -D warnings"), &target)?;
    }
    Ok(())
}

fn step(root: &Path, program: &str, args: &str) -> anyhow::Result<()> {
    step_with(root, program, args, &[])
}

fn step_with(root: &Path, program: &str, args: &str, env: &[(&str, &str)]) -> anyhow::Result<()> {
    println!("\n$ {program} {args}");
    let start = Instant::now();
    let status = Command::new(program)
        .args(args.split_whitespace())
        .envs(env.iter().copied())
        .current_dir(root)
        .status()
        .with_context(|| format!("cannot run {program}"))?;
    println!("({:.0} s)", start.elapsed().as_secs_f64());
    ensure!(status.success(), "failed: {program} {args}");
    Ok(())
}
