//! `cargo xtask ci`: every check that a change must pass, for developers and for CI.

use crate::metadata::Metadata;
use anyhow::{Context, ensure};
use std::{fs, path::Path, process::Command, time::Instant};

/// Runs all steps, and stops at the first failure.
pub(crate) fn run(root: &Path, no_test: bool) -> anyhow::Result<()> {
    let start = Instant::now();
    let cargo = |args: &str| step(root, "cargo", args);
    cargo("fmt --all --check")?;
    cargo("clippy --workspace --all-targets --all-features -- -D warnings")?;
    features(root)?;
    step_with(root, "cargo", "doc --workspace --all-features --no-deps", &[("RUSTDOCFLAGS", "-D warnings")])?;
    cargo("xtask examples")?;
    cargo("xtask prose")?;
    cargo("xtask game-names")?;
    cargo("xtask grammar --check")?;
    cargo("xtask fixtures")?;
    cargo("xtask docs --check")?;
    cargo("xtask charsets --check")?;
    cargo("xtask deny")?;
    cargo("xtask packages")?;
    cargo("xtask msrv")?;
    if !no_test {
        // The same command as in CONTRIBUTING. The package xtask turns on every feature of the others.
        cargo("test --workspace")?;
    }
    outside_crates(root)?;
    // The profile of the tests: it is built already, checks for overflows, and is half as fast as a release.
    let corpus_of = "run --quiet --profile test --package xtask -- corpus";
    cargo(&format!("{corpus_of} fixtures --mutants 20000"))?;
    let corpus = root.join("../shared/corpus");
    if corpus.is_dir() {
        let damaged = " --mutants 20000 --damage 5";
        for (part, options) in
            [("go/sgf", damaged), ("go/other/jgf2", damaged), ("go/other/jgf1", damaged), ("shogi", "")]
        {
            let folder = corpus.join(part);
            step(root, "cargo", &format!("{corpus_of} {}{options}", folder.display()))?;
        }
    } else {
        println!("no corpus beside the repository: not tested");
    }
    println!("\neverything passes ({:.0} min)", start.elapsed().as_secs_f64() / 60.0);
    Ok(())
}

/// Checks each crate alone: without features, with the default features, and with each feature alone. In a build of the workspace,
/// another crate may turn on a feature that the crate needs. All features together are those of the workspace.
fn features(root: &Path) -> anyhow::Result<()> {
    for package in Metadata::load(root)?.published() {
        for choice in choices(package.features.keys().map(String::as_str)) {
            step(root, "cargo", &format!("clippy --quiet --package {} {choice} -- -D warnings", package.name))?;
        }
    }
    Ok(())
}

/// Returns the sets of features to check, as arguments of cargo.
fn choices<'a>(features: impl Iterator<Item = &'a str>) -> Vec<String> {
    let named: Vec<&str> = features.filter(|feature| *feature != "default").collect();
    let mut choices = vec!["--no-default-features".to_owned()];
    if named.is_empty() {
        return choices;
    }
    choices.push(String::new());
    choices.extend(named.iter().map(|feature| format!("--no-default-features --features {feature}")));
    choices
}

/// Checks the crates outside of this workspace: the plugins, the crates of `new-format`, and the benchmarks and fuzz targets, which
/// are only linted.
fn outside_crates(root: &Path) -> anyhow::Result<()> {
    let target = [("CARGO_TARGET_DIR", "target/plugin")];
    for plugin in ["plugin", "plugin-ngf", "plugin-game"] {
        let plugin = format!("--manifest-path docs/{plugin}/Cargo.toml");
        step(root, "cargo", &format!("fmt {plugin} --check"))?;
        step_with(root, "cargo", &format!("clippy {plugin} --locked --all-targets -- -D warnings"), &target)?;
        step_with(root, "cargo", &format!("test {plugin} --locked"), &target)?;
    }
    step(root, "cargo", "xtask new-format abc go --trial")?;
    let outside = "target/new-format-outside";
    if root.join(outside).exists() {
        fs::remove_dir_all(root.join(outside))?;
    }
    step(root, "cargo", &format!("xtask new-format abc go --outside {outside} --path . --trial"))?;
    step(root, "cargo", "xtask recipe")?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_features_is_tried() {
        assert_eq!(choices([].into_iter()), ["--no-default-features"]);
        assert_eq!(
            choices(["default", "a"].into_iter()),
            ["--no-default-features", "", "--no-default-features --features a"]
        );
        let each = ["--no-default-features --features a", "--no-default-features --features b"];
        assert_eq!(choices(["a", "b", "default"].into_iter()), ["--no-default-features", "", each[0], each[1]]);
    }
}
