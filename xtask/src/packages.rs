//! `cargo xtask packages`: checks that every crate has what it needs to be published, and that the packages build together.

use crate::metadata::{Metadata, Package};
use anyhow::{Context, ensure};
use serde_json::json;
use std::{fs, path::Path, process::Command};

/// The licence texts in every package. They are copies of those in the root, because symbolic links do not work in every checkout.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Checks every published crate.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let metadata = Metadata::load(root)?;
    let packages = metadata.published();
    let mut problems = Vec::new();
    for package in &packages {
        let mut found = of_manifest(package);
        found.extend(not_passed_on(package, &packages));
        found.extend(of_files(root, package)?);
        problems.extend(found.into_iter().map(|problem| format!("{}: {problem}", package.name)));
    }
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    ensure!(problems.is_empty(), "problems in packages: {}", problems.len());
    println!("{} packages have what crates.io and docs.rs require", packages.len());
    build(root, &packages)?;
    println!("they build from their own content");
    Ok(())
}

/// Unpacks the packages into one workspace, where each is the dependency of the others, and checks the workspace.
///
/// `cargo package` can verify the packages itself, but it keeps the unpacked packages in its home by folder and version: a second run
/// in the same folder builds against the packages of the first.
fn build(root: &Path, packages: &[&Package]) -> anyhow::Result<()> {
    let run = |program: &str, args: &[&str], folder: &Path| -> anyhow::Result<()> {
        let status = Command::new(program)
            .args(args)
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", root.join("target"))
            .status()
            .with_context(|| format!("cannot run {program}"))?;
        ensure!(status.success(), "failed: {program} {}", args.join(" "));
        Ok(())
    };
    let mut package = vec!["package", "--no-verify", "--allow-dirty", "--quiet"];
    package.extend(packages.iter().flat_map(|package| ["--package", &package.name]));
    run("cargo", &package, root)?;
    let place = root.join("target/packages");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    fs::create_dir_all(&place)?;
    let mut manifest = "[workspace]\nmembers = [\"*\"]\nresolver = \"3\"\n\n[patch.crates-io]\n".to_owned();
    for package in packages {
        let unpacked = format!("{}-{}", package.name, package.version);
        run("tar", &["-xzf", &format!("../package/{unpacked}.crate")], &place)?;
        manifest += &format!("{} = {{ path = \"{unpacked}\" }}\n", package.name);
    }
    fs::write(place.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), place.join("Cargo.lock"))?;
    run("cargo", &["check", "--workspace", "--quiet"], &place)
}

/// Returns what is missing in the manifest.
fn of_manifest(package: &Package) -> Vec<String> {
    let mut problems = Vec::new();
    let mut needs = |is_there: bool, what: &str| {
        if !is_there {
            problems.push(what.to_owned());
        }
    };
    needs(package.description.as_ref().is_some_and(|text| !text.is_empty()), "no `description`");
    needs(package.license.is_some(), "no `license`");
    needs(package.repository.is_some(), "no `repository`");
    needs(package.rust_version.is_some(), "no `rust-version`");
    needs(package.readme.as_deref() == Some("README.md"), "`readme` is not README.md");
    needs((1..=5).contains(&package.keywords.len()), "no `keywords`, or more than five");
    needs(!package.categories.is_empty(), "no `categories`");
    let docs = json!({ "all-features": true, "rustdoc-args": ["--cfg", "docsrs"] });
    needs(package.metadata["docs"]["rs"] == docs, "[package.metadata.docs.rs] is not as in the other crates");
    problems
}

/// The crates with the data of records. A crate that depends on one of them passes on its features of the same name.
const OF_DATA: [&str; 4] = ["kifu-text", "kifu-core", "kifu-goban", "kifu-shogiban"];

/// Returns a message for each feature that does not turn on the feature of the same name in a crate with data. A build of the workspace
/// does not find this if another crate turns it on.
fn not_passed_on(package: &Package, packages: &[&Package]) -> Vec<String> {
    let mut problems = Vec::new();
    for dependency in package.dependencies.iter().filter(|dependency| dependency.kind.is_none()) {
        let name = &dependency.name;
        let known = packages.iter().find(|known| known.name == *name && OF_DATA.contains(&&**name));
        let shared = known.iter().flat_map(|known| known.features.keys());
        for feature in shared.filter(|feature| *feature != "default") {
            let Some(turns_on) = package.features.get(feature) else { continue };
            if ![format!("{name}/{feature}"), format!("{name}?/{feature}")]
                .iter()
                .any(|wanted| turns_on.contains(wanted))
            {
                problems.push(format!("the feature `{feature}` does not turn on `{name}/{feature}`"));
            }
        }
    }
    problems
}

/// Returns what is missing in the files: licences and readme in the package, and the description of each feature.
fn of_files(root: &Path, package: &Package) -> anyhow::Result<Vec<String>> {
    let mut problems = Vec::new();
    let output = Command::new("cargo")
        .args(["package", "--list", "--allow-dirty", "--package", &package.name])
        .current_dir(root)
        .output()
        .context("cannot run cargo")?;
    ensure!(output.status.success(), "cargo package --list: {}", String::from_utf8_lossy(&output.stderr));
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    for file in LICENCES.into_iter().chain(["README.md"]) {
        if !list.lines().any(|line| line == file) {
            problems.push(format!("{file} is not in the package"));
        }
    }
    let read = |path: &Path| fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    for licence in LICENCES {
        let path = package.folder().join(licence);
        if path.exists() && read(&path)? != read(&root.join(licence))? {
            problems.push(format!("{licence} differs from the one of the repository"));
        }
    }
    let library = read(&package.folder().join("src/lib.rs"))?;
    if !library.contains("#![cfg_attr(docsrs, feature(doc_cfg))]") {
        problems.push("src/lib.rs does not turn on `doc_cfg` for docs.rs".to_owned());
    }
    let manifest = read(&package.manifest_path)?;
    problems.extend(undescribed(package.features.keys().map(String::as_str), &manifest, &library));
    Ok(problems)
}

/// Returns a message for each feature without a comment in the manifest, or without a description under "# Features" on the page of
/// the crate.
fn undescribed<'a>(features: impl Iterator<Item = &'a str>, manifest: &str, library: &str) -> Vec<String> {
    let page: String = library.lines().map_while(|line| line.strip_prefix("//!")).collect::<Vec<_>>().join("\n");
    let section = page.split_once("# Features").map_or("", |(_, section)| section);
    let section = section.split("\n # ").next().unwrap_or_default();
    let lines: Vec<&str> = manifest.lines().collect();
    let mut problems = Vec::new();
    for feature in features.filter(|feature| *feature != "default") {
        let is_it = |line: &str| line.split_once('=').is_some_and(|(name, _)| name.trim() == feature);
        let of_features = lines.iter().position(|line| line.trim() == "[features]").unwrap_or(lines.len());
        let at = (of_features..lines.len()).find(|&n| is_it(lines[n]));
        if !at.is_some_and(|at| lines[at - 1].starts_with('#')) {
            problems.push(format!("the feature `{feature}` has no comment in Cargo.toml"));
        }
        if !section.contains(&format!("`{feature}`")) {
            problems.push(format!("the feature `{feature}` is not described under \"# Features\" of the crate's page"));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_needs_a_comment_and_a_description() {
        let manifest = "[features]\ndefault = [\"a\"]\n# The one.\na = []\nb = []\n\n[dependencies]\n# c\nc = \"1\"\n";
        let library =
            "//! A crate.\n//!\n//! # Features\n//! `a`: the one.\n//!\n//! # More\n//! `b`\nmod a;\n//! `b`\n";
        let found = undescribed(["a", "b", "default"].into_iter(), manifest, library);
        assert_eq!(
            found,
            [
                "the feature `b` has no comment in Cargo.toml",
                "the feature `b` is not described under \"# Features\" of the crate's page"
            ]
        );
    }

    #[test]
    fn a_feature_is_passed_on_to_the_crates_with_data() {
        let package = |name: &str, turns_on: &[&str]| -> Package {
            let dependencies = json!([
                { "name": "kifu-core", "req": "^0.1", "path": null, "kind": null },
                { "name": "kifu-core", "req": "^0.1", "path": null, "kind": "dev" },
            ]);
            let features = json!({ "serde": turns_on, "default": [], "other": [] });
            let value = json!({ "id": name, "name": name, "version": "1.0.0", "manifest_path": "Cargo.toml",
                "dependencies": if name == "kifu-core" { json!([]) } else { dependencies }, "features": features });
            serde_json::from_value(value).unwrap()
        };
        let core = package("kifu-core", &[]);
        for turns_on in [&["kifu-core/serde"][..], &["dep:serde", "kifu-core?/serde"]] {
            let right = package("kifu-x", turns_on);
            assert_eq!(not_passed_on(&right, &[&core, &right]).len(), 1); // `other`
        }
        let wrong = package("kifu-x", &["dep:serde"]);
        let message = "the feature `serde` does not turn on `kifu-core/serde`";
        assert!(not_passed_on(&wrong, &[&core, &wrong]).iter().any(|problem| problem == message));
    }

    #[test]
    fn an_empty_manifest_lists_what_is_missing() {
        let empty = json!({ "id": "a", "name": "a", "version": "1.0.0", "manifest_path": "a/Cargo.toml" });
        let mut package: Package = serde_json::from_value(empty).unwrap();
        assert_eq!(of_manifest(&package).len(), 8);
        package.metadata = json!({ "docs": { "rs": { "all-features": true, "rustdoc-args": ["--cfg", "docsrs"] } } });
        package.keywords = vec!["go".to_owned()];
        assert_eq!(of_manifest(&package).len(), 6);
    }
}
