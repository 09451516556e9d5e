//! `cargo xtask deny`: checks the licences, sources and versions of all dependencies against the lists in deny.toml.
//!
//! cargo-deny reads the same file and checks more, such as security advisories. It runs too if it is installed. Building it takes
//! longer than the rest of CI, so this command checks the lists without it.

use crate::metadata::{Metadata, Package};
use anyhow::{Context, ensure};
use serde::Deserialize;
use spdx::{Expression, Licensee, ParseMode};
use std::{fs, path::Path, process::Command};

/// The source of packages from crates.io.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The content of deny.toml. An unknown key is an error, so that every rule in the file has an effect.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deny {
    licenses: Licenses,
    bans: Bans,
    sources: Sources,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Bans {
    multiple_versions: Level,
    wildcards: Level,
    #[serde(default)]
    allow_wildcard_paths: bool,
    /// The names of packages that must not be used.
    #[serde(default)]
    deny: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sources {
    unknown_registry: Level,
    unknown_git: Level,
    #[serde(default)]
    allow_registry: Vec<String>,
    #[serde(default)]
    allow_git: Vec<String>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Level {
    Allow,
    Deny,
}

/// Checks every package that Cargo.lock lists, on all systems.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let metadata = Metadata::load(root)?;
    let deny = parse(&fs::read_to_string(root.join("deny.toml")).context("cannot read deny.toml")?)?;
    let problems = problems(&metadata, &deny)?;
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    ensure!(problems.is_empty(), "deny.toml forbids this: {} problems", problems.len());
    println!("{} packages have allowed licences, sources and versions", metadata.packages.len());
    let installed = Command::new("cargo").args(["deny", "--version"]).output().is_ok_and(|run| run.status.success());
    if installed {
        let status = Command::new("cargo").args(["deny", "check"]).current_dir(root).status()?;
        ensure!(status.success(), "failed: cargo deny check");
    } else {
        println!("cargo-deny is not installed: security advisories are not checked");
    }
    Ok(())
}

fn parse(text: &str) -> anyhow::Result<Deny> {
    toml::from_str(text).context("deny.toml")
}

/// Returns one line for each violation of the lists.
fn problems(metadata: &Metadata, deny: &Deny) -> anyhow::Result<Vec<String>> {
    let allowed = deny.licenses.allow.iter();
    let allowed = allowed
        .map(|name| Licensee::parse(name).with_context(|| format!("deny.toml: {name:?} is not an SPDX licence")))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut problems = Vec::new();
    for package in &metadata.packages {
        let mut problem = |message: String| problems.push(format!("{} {}: {message}", package.name, package.version));
        if let Err(message) = licence(package, &allowed) {
            problem(message);
        }
        if let Err(message) = source(package, &deny.sources) {
            problem(message);
        }
        if deny.bans.deny.contains(&package.name) {
            problem("must not be used".to_owned());
        }
        // Only manifests of this workspace are checked, because those of dependencies cannot be changed here.
        if package.source.is_none() && deny.bans.wildcards == Level::Deny {
            let any = package.dependencies.iter().filter(|dependency| dependency.req == "*");
            let any = any.filter(|dependency| !(deny.bans.allow_wildcard_paths && dependency.path.is_some()));
            any.for_each(|dependency| problem(format!("any version of {} would do", dependency.name)));
        }
    }
    if deny.bans.multiple_versions == Level::Deny {
        let mut packages: Vec<_> = metadata.packages.iter().collect();
        packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        let twice = packages.windows(2).filter(|pair| pair[0].name == pair[1].name);
        problems.extend(
            twice.map(|pair| format!("{} is there as {} and {}", pair[0].name, pair[0].version, pair[1].version)),
        );
    }
    Ok(problems)
}

/// Checks that the allowed licences satisfy the licence expression of the package.
fn licence(package: &Package, allowed: &[Licensee]) -> Result<(), String> {
    let stated = package.license.as_deref().ok_or("states no licence")?;
    // Older packages write MIT/Apache-2.0.
    let expression = Expression::parse_mode(stated, ParseMode::LAX)
        .map_err(|error| format!("the licence {stated:?} is not an SPDX expression: {}", error.reason))?;
    match expression.evaluate(|required| allowed.iter().any(|licence| licence.satisfies(required))) {
        true => Ok(()),
        false => Err(format!("the licence {stated} is not allowed")),
    }
}

fn source(package: &Package, sources: &Sources) -> Result<(), String> {
    let Some(source) = package.source.as_deref() else { return Ok(()) };
    let (level, listed) = match source.starts_with("git+") {
        true => (sources.unknown_git, sources.allow_git.iter().any(|url| source[4..].starts_with(url.as_str()))),
        false => {
            let url = source.trim_start_matches("registry+").trim_start_matches("sparse+");
            (sources.unknown_registry, source == CRATES_IO || sources.allow_registry.iter().any(|known| url == known))
        }
    };
    match listed || level == Level::Allow {
        true => Ok(()),
        false => Err(format!("comes from {source}, which is not allowed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const DENY: &str = r#"
        licenses.allow = ["MIT", "Apache-2.0", "BSD-3-Clause"]
        bans = { multiple-versions = "allow", wildcards = "deny", allow-wildcard-paths = true, deny = ["banned"] }
        sources = { unknown-registry = "deny", unknown-git = "deny", allow-git = ["https://example.org/known"] }
    "#;

    /// Returns the problems of a test package with these fields instead of valid ones.
    fn of(fields: serde_json::Value) -> Vec<String> {
        with(DENY, vec![fields])
    }

    fn with(deny: &str, packages: Vec<serde_json::Value>) -> Vec<String> {
        let made = packages.into_iter().map(|fields| {
            let mut package = json!({
                "id": "a", "name": "a", "version": "1.0.0", "source": CRATES_IO, "manifest_path": "a/Cargo.toml",
                "license": "MIT",
            });
            for (key, value) in fields.as_object().unwrap() {
                package[key] = value.clone();
            }
            package
        });
        let metadata = json!({ "packages": made.collect::<Vec<_>>(), "workspace_members": [] });
        problems(&serde_json::from_value(metadata).unwrap(), &parse(deny).unwrap()).unwrap()
    }

    #[test]
    fn a_licence_that_is_not_listed_is_a_problem() {
        assert_eq!(of(json!({ "license": "GPL-3.0-only" })), ["a 1.0.0: the licence GPL-3.0-only is not allowed"]);
        assert_eq!(of(json!({ "license": null })), ["a 1.0.0: states no licence"]);
        assert!(of(json!({ "license": "to be decided" }))[0].contains("is not an SPDX expression"));
        assert_eq!(of(json!({ "license": "MIT AND GPL-2.0-only" })).len(), 1);
        assert_eq!(of(json!({ "license": "Apache-2.0 WITH LLVM-exception" })).len(), 1);
        for allowed in ["MIT", "MIT OR GPL-3.0-only", "MIT/Apache-2.0", "(MIT OR GPL-2.0-only) AND BSD-3-Clause"] {
            assert!(of(json!({ "license": allowed })).is_empty(), "{allowed}");
        }
    }

    #[test]
    fn an_unknown_source_is_a_problem() {
        for source in ["registry+https://example.org/index", "git+https://example.org/other?rev=1#1"] {
            assert_eq!(
                of(json!({ "source": source })),
                [format!("a 1.0.0: comes from {source}, which is not allowed")]
            );
        }
        assert!(of(json!({ "source": "git+https://example.org/known?rev=1#1" })).is_empty());
        assert!(of(json!({ "source": null })).is_empty());
    }

    #[test]
    fn bans_are_kept() {
        assert_eq!(of(json!({ "name": "banned" })), ["banned 1.0.0: must not be used"]);
        let any = json!([{ "name": "b", "req": "*" }, { "name": "c", "req": "*", "path": "../c" }]);
        assert_eq!(of(json!({ "source": null, "dependencies": any })), ["a 1.0.0: any version of b would do"]);
        let twice = || vec![json!({}), json!({ "version": "2.0.0" }), json!({ "name": "b" })];
        assert!(with(DENY, twice()).is_empty());
        let once = DENY.replace("multiple-versions = \"allow\"", "multiple-versions = \"deny\"");
        assert_eq!(with(&once, twice()), ["a is there as 1.0.0 and 2.0.0"]);
    }

    #[test]
    fn a_key_that_would_have_no_effect_is_refused() {
        assert!(parse(&format!("{DENY}\nlicenses.exceptions = []")).is_err());
        assert!(parse(include_str!("../../deny.toml")).is_ok());
    }
}
