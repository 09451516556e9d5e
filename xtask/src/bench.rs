//! `cargo xtask bench`: compares the speed of kifu with other libraries, and writes docs/performance.md. With `--against` it
//! compares the program with that of another commit. The measurements are in the workspace `xtask/bench`.

use anyhow::{Context, ensure};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Builds the benchmarks, and runs all of them or one part, on the generated texts and on the files of the folder, if any.
pub(crate) fn run(root: &Path, only: Option<&str>, folder: Option<&Path>) -> anyhow::Result<()> {
    // Build all binaries of the package, because the first one calls the other.
    ensure!(bench(root, &["build", "--release"]).status()?.success(), "the benches cannot be built");
    let mut command = bench(root, &["run", "--quiet", "--release"]);
    command.arg("--");
    if let Some(part) = only {
        command.args(["only", part]);
    }
    ensure!(command.args(folder).status()?.success(), "the benches failed");
    Ok(())
}

/// Builds the programs of a commit and of the checkout, and compares them.
pub(crate) fn against(root: &Path, rev: &str, folder: Option<&Path>) -> anyhow::Result<()> {
    let commit = Command::new("git")
        .args(["rev-parse", "--verify", "--short", "--end-of-options", &format!("{rev}^{{commit}}")])
        .current_dir(root)
        .output()
        .context("cannot run git")?;
    ensure!(commit.status.success(), "{rev:?} is not a commit");
    let commit = String::from_utf8_lossy(&commit.stdout).trim().to_owned();
    let place = root.join("target/against");
    fs::create_dir_all(&place)?;
    let checkout = place.join("checkout");
    if checkout.exists() {
        // An earlier run that was interrupted may have left its checkout.
        remove(root, &checkout)?;
    }
    git(root, &["worktree", "add", "--quiet", "--detach"], &[&checkout, Path::new(&commit)])?;
    let old = program(root, &checkout, &place.join("old"));
    remove(root, &checkout)?;
    let (old, new) = (old?, program(root, root, &place.join("new"))?);
    // The comparison only starts the programs and reads their times, so it needs no optimisation.
    let mut command = bench(root, &["run", "--quiet"]);
    command.args(["--", "against", &commit]).args([old, new]).args(folder);
    ensure!(command.status()?.success(), "the comparison with {commit} failed");
    Ok(())
}

/// Returns a cargo command for the workspace of the benchmarks.
fn bench(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(args).arg("--locked").arg("--manifest-path").arg(root.join("xtask/bench/Cargo.toml"));
    command.env("CARGO_TARGET_DIR", root.join("target/bench"));
    command
}

/// Builds the program of a checkout, and returns its copy in `folder`. The target folder is that of this checkout, so that
/// dependencies are built only once.
fn program(root: &Path, checkout: &Path, folder: &Path) -> anyhow::Result<PathBuf> {
    let target = root.join("target");
    println!("building {}", checkout.display());
    let built = Command::new("cargo")
        .args(["build", "--quiet", "--release", "--locked", "--package", "kifu-cli"])
        .current_dir(checkout)
        .env("CARGO_TARGET_DIR", &target)
        .status()
        .context("cannot run cargo")?;
    ensure!(built.success(), "the program of {} cannot be built", checkout.display());
    fs::create_dir_all(folder)?;
    let file = format!("kifu{}", env::consts::EXE_SUFFIX);
    let copy = folder.join(&file);
    fs::copy(target.join("release").join(&file), &copy)?;
    Ok(copy)
}

fn remove(root: &Path, checkout: &Path) -> anyhow::Result<()> {
    git(root, &["worktree", "remove", "--force"], &[checkout])
}

fn git(root: &Path, args: &[&str], paths: &[&Path]) -> anyhow::Result<()> {
    let status = Command::new("git").args(args).args(paths).current_dir(root).status().context("cannot run git")?;
    ensure!(status.success(), "failed: git {}", args.join(" "));
    Ok(())
}
