//! `cargo xtask bench`: kifu beside its peers, by the workspace `xtask/bench`, into docs/performance.md.

use anyhow::ensure;
use std::{path::Path, process::Command};

/// Builds it, and runs it on the made-up texts and on the files of a folder, where one is named.
pub(crate) fn run(root: &Path, folder: Option<&Path>) -> anyhow::Result<()> {
    let manifest = root.join("xtask/bench/Cargo.toml");
    let cargo = |args: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(args).arg("--manifest-path").arg(&manifest).env("CARGO_TARGET_DIR", root.join("target/bench"));
        command
    };
    // The other binary of the package is called by the first.
    ensure!(cargo(&["build", "--release", "--locked"]).status()?.success(), "the benches cannot be built");
    let mut command = cargo(&["run", "--quiet", "--release", "--locked"]);
    command.arg("--").args(folder);
    ensure!(command.status()?.success(), "the benches failed");
    Ok(())
}
