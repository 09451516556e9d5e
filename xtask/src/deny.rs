//! `cargo xtask deny`: checks the licences, sources and versions of all dependencies with cargo-deny.

use anyhow::{Context, ensure};
use std::{path::Path, process::Command};

/// Runs `cargo deny check` with the rules of `deny.toml`. If cargo-deny is not installed, prints a note, or fails with `is_needed`:
/// building it takes longer than all of CI.
pub(crate) fn run(root: &Path, is_needed: bool) -> anyhow::Result<()> {
    let version = Command::new("cargo").args(["deny", "--version"]).output().context("cannot run cargo")?;
    if !version.status.success() {
        let missing =
            "cargo-deny is not installed, so licences and advisories are not checked; `cargo install cargo-deny`";
        ensure!(!is_needed, missing);
        println!("{missing}");
        return Ok(());
    }
    let status = Command::new("cargo").args(["deny", "check"]).current_dir(root).status()?;
    ensure!(status.success(), "failed: cargo deny check");
    Ok(())
}
