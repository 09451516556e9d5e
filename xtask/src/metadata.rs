//! The output of `cargo metadata` for the workspace and its dependencies.

use anyhow::{Context, bail};
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

/// The packages of a workspace and of all its dependencies.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) workspace_members: Vec<String>,
}

#[derive(Default, Deserialize)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    /// The registry or repository; `None` is this workspace.
    pub(crate) source: Option<String>,
    pub(crate) manifest_path: PathBuf,
    pub(crate) license: Option<String>,
    pub(crate) rust_version: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) repository: Option<String>,
    pub(crate) readme: Option<String>,
    #[serde(default)]
    pub(crate) keywords: Vec<String>,
    #[serde(default)]
    pub(crate) categories: Vec<String>,
    /// The registries to which the package may be published: `None` for any, an empty list for none.
    pub(crate) publish: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) features: BTreeMap<String, Vec<String>>,
    /// `[package.metadata]`.
    #[serde(default)]
    pub(crate) metadata: serde_json::Value,
    #[serde(default)]
    pub(crate) dependencies: Vec<Dependency>,
}

/// A line of `[dependencies]`.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `dev` or `build`; `None` is a dependency of the library.
    pub(crate) kind: Option<String>,
}

impl Metadata {
    /// Runs `cargo metadata`. Without a network, packages of other systems may be missing. Then it loads those of this system only,
    /// and prints a note.
    pub(crate) fn load(root: &Path) -> anyhow::Result<Self> {
        let metadata = |args: &[&str]| -> anyhow::Result<Option<Self>> {
            let output = Command::new("cargo")
                .args(["metadata", "--format-version", "1", "--locked"])
                .args(args)
                .current_dir(root)
                .output()
                .context("cannot run cargo")?;
            match output.status.success() {
                true => Ok(Some(serde_json::from_slice(&output.stdout).context("cargo metadata")?)),
                false => Ok(None),
            }
        };
        if let Some(all) = metadata(&[])? {
            return Ok(all);
        }
        let host = host()?;
        println!("some packages of other systems cannot be downloaded: only those of {host} are checked");
        match metadata(&["--offline", "--filter-platform", &host])? {
            Some(some) => Ok(some),
            None => bail!("`cargo metadata` failed; is Cargo.lock up to date?"),
        }
    }

    /// Returns the packages of the workspace, sorted by name.
    pub(crate) fn members(&self) -> Vec<&Package> {
        let mut members: Vec<_> =
            self.packages.iter().filter(|package| self.workspace_members.contains(&package.id)).collect();
        members.sort_by(|a, b| a.name.cmp(&b.name));
        members
    }

    /// Returns the packages of the workspace that are published.
    pub(crate) fn published(&self) -> Vec<&Package> {
        let mut members = self.members();
        members.retain(|package| package.publish.as_ref().is_none_or(|registries| !registries.is_empty()));
        members
    }
}

impl Package {
    /// Returns the folder of the package.
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(&self.manifest_path)
    }
}

/// Returns the target of the compiler, as `rustc -vV` names it.
fn host() -> anyhow::Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot run rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV does not name its host")?.to_owned())
}
