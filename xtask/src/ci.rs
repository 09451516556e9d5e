//! `cargo xtask ci`: every check that a change must pass, for developers and for CI.
//!
//! The budget is 18 minutes with an empty target folder on two cores. What takes longer is in the long trial, `--full`.

use crate::{
    charsets, corpus, deny, docs, examples, fixtures, game_names, grammar,
    metadata::{Metadata, Package},
    msrv, new_format, packages, prose, recipe,
};
use anyhow::{Context, ensure};
use std::{collections::BTreeSet, fs, path::Path, process::Command, time::Instant};

/// The number of damaged copies of files that are read for each folder: usually, and in the long trial.
const MUTANTS: (u64, u64) = (20_000, 1_000_000);

/// The folders of a corpus beside the repository, and the number of places at which each file is damaged in every charset.
const CORPORA: [(&str, usize); 4] = [("go/sgf", 5), ("go/other/jgf2", 5), ("go/other/jgf1", 5), ("shogi", 0)];

/// The time for each fuzz target in the long trial, in seconds.
const FUZZING: u64 = 600;

/// Runs all steps, and stops at the first failure. Prints the time of each step at the end.
///
/// Without `tests`, the tests are omitted. With `full`, the long trial runs too.
pub(crate) fn run(root: &Path, tests: bool, full: bool) -> anyhow::Result<()> {
    let mut steps = Steps { root, times: Vec::new() };
    let result = steps.all(tests, full);
    println!("\n{:>6}  step", "s");
    for (name, seconds) in &steps.times {
        println!("{seconds:>6.0}  {name}");
    }
    let all: f64 = steps.times.iter().map(|(_, seconds)| seconds).sum();
    println!("{all:>6.0}  all");
    result?;
    println!("\neverything passes");
    Ok(())
}

/// The steps, with the time of each that has ended.
struct Steps<'r> {
    root: &'r Path,
    times: Vec<(String, f64)>,
}

impl Steps<'_> {
    fn all(&mut self, tests: bool, full: bool) -> anyhow::Result<()> {
        let root = self.root;
        self.cargo("fmt --all --check")?;
        self.step("one build", || one_build(root))?;
        self.cargo("clippy --workspace --all-targets --all-features -- -D warnings")?;
        self.step("sets of features", || features(root, full))?;
        self.step("documentation", || {
            cargo(root, "doc --workspace --all-features --no-deps", &[("RUSTDOCFLAGS", "-D warnings")])
        })?;
        self.step("examples", || examples::run(root))?;
        self.step("prose", || prose::run(root))?;
        self.step("game-names", || game_names::run(root))?;
        self.step("grammar", || grammar::run(root, true))?;
        self.step("fixtures", || fixtures::check(root))?;
        self.step("docs", || docs::run(root, true))?;
        self.step("charsets", || charsets::run(root, true))?;
        self.step("deny", || deny::run(root, full))?;
        self.step("packages", || packages::run(root))?;
        self.step("msrv", || msrv::run(root))?;
        if tests {
            // The same command as in CONTRIBUTING. The package xtask turns on every feature of the others.
            self.cargo(if full { "test --workspace -- --include-ignored" } else { "test --workspace" })?;
        }
        self.outside(full)?;
        let mutants = if full { MUTANTS.1 } else { MUTANTS.0 };
        self.step("corpus fixtures", || corpus::run(&root.join("fixtures"), mutants, 0, false))?;
        for (part, damage) in CORPORA {
            let folder = root.join("../shared/corpus").join(part);
            if folder.is_dir() {
                let mutants = if damage > 0 { mutants } else { 0 };
                self.step(&format!("corpus {part}"), || corpus::run(&folder, mutants, damage, false))?;
            } else {
                println!("no corpus {part} beside the repository: not tested");
            }
        }
        if full {
            self.step("fuzz", || crate::fuzz::run(root, Some("all"), FUZZING))?;
        }
        Ok(())
    }

    /// Checks crates outside of this workspace: one of `new-format` and one of the recipe. With `full`, also the benchmarks and the
    /// fuzz targets, which need many libraries.
    fn outside(&mut self, full: bool) -> anyhow::Result<()> {
        let root = self.root;
        let place = root.join("target/new-format-outside");
        for game in if full { &["go", "shogi"][..] } else { &["go"] } {
            self.step(&format!("new-format, a crate for {game}"), || {
                if place.exists() {
                    fs::remove_dir_all(&place)?;
                }
                let outside = new_format::Outside { folder: place.clone(), checkout: Some(root.to_owned()) };
                new_format::run(root, "abc", game, Some(&outside), true)
            })?;
        }
        if full {
            self.step("new-format in this workspace", || new_format::run(root, "abc", "go", None, true))?;
        }
        self.step("recipe", || recipe::run(root))?;
        for beside in ["bench", "fuzz"].into_iter().filter(|_| full) {
            let manifest = format!("--manifest-path xtask/{beside}/Cargo.toml");
            self.step(&format!("xtask/{beside}"), || {
                cargo(root, &format!("fmt {manifest} --check"), &[])?;
                let target = [("CARGO_TARGET_DIR", "target/outside")];
                cargo(root, &format!("clippy {manifest} --locked --all-targets -- -D warnings"), &target)
            })?;
        }
        Ok(())
    }

    fn cargo(&mut self, args: &str) -> anyhow::Result<()> {
        let root = self.root;
        self.step(&format!("cargo {args}"), || cargo(root, args, &[]))
    }

    fn step(&mut self, name: &str, work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
        println!("\n== {name}");
        let start = Instant::now();
        let result = work().with_context(|| format!("failed: {name}"));
        self.times.push((name.to_owned(), start.elapsed().as_secs_f64()));
        result
    }
}

/// Runs cargo in the folder of the workspace.
fn cargo(root: &Path, args: &str, env: &[(&str, &str)]) -> anyhow::Result<()> {
    println!("$ cargo {args}");
    let mut cargo = Command::new("cargo");
    cargo.args(args.split_whitespace()).envs(env.iter().copied()).current_dir(root);
    let status = cargo.status().context("cannot run cargo")?;
    ensure!(status.success(), "failed: cargo {args}");
    Ok(())
}

/// Checks that `cargo xtask` builds the crates with the features that `cargo test --workspace` turns on, so that the two share what
/// they build.
fn one_build(root: &Path) -> anyhow::Result<()> {
    let crates = |args: &str| -> anyhow::Result<BTreeSet<String>> {
        let mut cargo = Command::new("cargo");
        cargo.args(["tree", "--locked", "--prefix", "none", "--format", "{p} with the features: {f}"]);
        let output = cargo.args(args.split(' ')).current_dir(root).output().context("cannot run cargo tree")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // A star marks a crate that an earlier line has too.
        let lines = String::from_utf8(output.stdout)?;
        Ok(lines.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect())
    };
    let of_tests = crates("--workspace --edges normal,build,dev")?;
    let apart: Vec<String> = crates("--package xtask --edges normal,build")?.difference(&of_tests).cloned().collect();
    let hint = "the tests turn on other features; xtask/Cargo.toml lists them";
    ensure!(apart.is_empty(), "`cargo xtask` builds these crates for itself, because {hint}:\n{}", apart.join("\n"));
    Ok(())
}

/// Lints the crates with fewer features than all: without any, and with each feature of the same name in all crates. With `full`, lints
/// each crate alone with each of its features, because in one build another crate may turn on what a crate forgot. `packages` finds
/// most of these in the manifests.
fn features(root: &Path, full: bool) -> anyhow::Result<()> {
    let metadata = Metadata::load(root)?;
    let packages = metadata.published();
    let sets = if full { packages.iter().flat_map(|package| alone(package)).collect() } else { together(&packages) };
    sets.iter().try_for_each(|set| cargo(root, &format!("clippy --quiet {set} -- -D warnings"), &[]))
}

/// Returns the sets of features for a crate alone, as arguments of cargo.
fn alone(package: &Package) -> Vec<String> {
    let name = &package.name;
    let named = package.features.keys().filter(|feature| *feature != "default");
    let mut sets = vec![format!("--package {name} --no-default-features"), format!("--package {name}")];
    sets.extend(named.map(|feature| format!("--package {name} --no-default-features --features {feature}")));
    sets
}

/// Returns the sets of features for all crates together, as arguments of cargo.
fn together(packages: &[&Package]) -> Vec<String> {
    let set = |packages: &[&&Package], features: &str| {
        let packages: String = packages.iter().map(|package| format!("--package {} ", package.name)).collect();
        format!("{packages}--no-default-features{features}")
    };
    let mut sets = vec![set(&packages.iter().collect::<Vec<_>>(), "")];
    let names: BTreeSet<&str> =
        packages.iter().flat_map(|package| package.features.keys()).map(String::as_str).collect();
    for name in names.into_iter().filter(|name| *name != "default") {
        let having: Vec<_> = packages.iter().filter(|package| package.features.contains_key(name)).collect();
        let features: Vec<String> = having.iter().map(|package| format!("{}/{name}", package.name)).collect();
        sets.push(set(&having, &format!(" --features {}", features.join(","))));
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, features: &[&str]) -> Package {
        let features = features.iter().map(|feature| (feature.to_string(), Vec::new())).collect();
        Package { name: name.to_owned(), features, ..Package::default() }
    }

    #[test]
    fn every_feature_is_linted_without_the_others() {
        let (a, b) = (package("a", &["default", "x"]), package("b", &["x", "y"]));
        assert_eq!(
            together(&[&a, &b]),
            [
                "--package a --package b --no-default-features",
                "--package a --package b --no-default-features --features a/x,b/x",
                "--package b --no-default-features --features b/y",
            ]
        );
        assert_eq!(
            alone(&a),
            ["--package a --no-default-features", "--package a", "--package a --no-default-features --features x"]
        );
    }
}
