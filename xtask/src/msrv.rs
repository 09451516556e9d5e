//! `cargo xtask msrv`: checks the oldest supported compiler, which Cargo.toml declares.

use crate::metadata::Metadata;
use anyhow::{Context, ensure};
use std::{fs, path::Path, process::Command};

/// Builds the published crates with the oldest compiler if rustup has it. Otherwise runs clippy, which knows the version of each
/// item of the standard library, but not of every feature of the language.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let metadata = Metadata::load(root)?;
    let packages = metadata.published();
    let version = packages.first().and_then(|package| package.rust_version.as_deref()).context("no rust-version")?;
    for package in &packages {
        let stated = package.rust_version.as_deref();
        ensure!(stated == Some(version), "{} states the rust-version {stated:?}, not {version}", package.name);
    }
    let lint = fs::read_to_string(root.join("clippy.toml")).context("cannot read clippy.toml")?;
    ensure!(lint.contains(&format!("msrv = \"{version}\"")), "clippy.toml states another msrv than {version}");
    let list = Command::new("rustup").args(["toolchain", "list"]).output();
    let list = list.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let mut command = match toolchain(&list, version) {
        Some(toolchain) => {
            let mut rustup = Command::new("rustup");
            rustup.args(["run", toolchain, "cargo", "check", "--locked", "--all-features"]);
            rustup.args(packages.iter().flat_map(|package| ["--package", &package.name]));
            rustup.env("CARGO_TARGET_DIR", root.join("target/msrv"));
            println!("Rust {version} is installed: building the published crates with it");
            rustup
        }
        None => {
            let mut cargo = Command::new("cargo");
            cargo.args(["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]);
            println!(
                "Rust {version} is not installed, so nothing is built with it; the lint clippy::incompatible_msrv is \
                 run instead (`rustup toolchain install {version}` for the build)"
            );
            cargo
        }
    };
    ensure!(command.current_dir(root).status().context("cannot run it")?.success(), "Rust {version} is not enough");
    Ok(())
}

/// Returns the name of the toolchain of a version in the output of `rustup toolchain list`.
fn toolchain<'a>(list: &'a str, version: &str) -> Option<&'a str> {
    let mut names = list.lines().filter_map(|line| line.split_whitespace().next());
    names.find(|name| name.strip_prefix(version).is_some_and(|rest| rest.starts_with(['-', '.'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toolchain_of_a_version_is_found() {
        let list =
            "stable-x86_64-unknown-linux-gnu (default)\n1.880.0-x86_64\n1.88.0-x86_64-unknown-linux-gnu (active)\n";
        assert_eq!(toolchain(list, "1.88"), Some("1.88.0-x86_64-unknown-linux-gnu"));
        assert_eq!(toolchain("1.88-aarch64-apple-darwin\n", "1.88"), Some("1.88-aarch64-apple-darwin"));
        assert_eq!(toolchain("stable-x86_64\n", "1.88"), None);
    }
}
