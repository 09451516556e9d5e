//! `cargo xtask dist`: builds the files of a release: for each target an archive of the program with its completions and man pages,
//! and the checksums of the archives. The same sources and compiler give the same archives.

use crate::metadata::Metadata;
use anyhow::{Context, ensure};
use clap_complete::Shell;
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tar::HeaderMode;
use walkdir::WalkDir;

/// The folder for the archives.
const FOLDER: &str = "target/dist";

/// The shells that get completions.
const SHELLS: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];

/// The folders of the completions and of the man pages, in an archive and in the folder for the archives.
const COMPLETIONS: &str = "completions";
const MAN: &str = "man";

/// The files of the repository that belong to a release.
const PAGES: [&str; 4] = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Builds the archives for these targets, or for those of this system.
pub(crate) fn run(root: &Path, targets: Vec<String>) -> anyhow::Result<()> {
    let targets = if targets.is_empty() { of_this_system()? } else { targets };
    let version = version(root)?;
    let folder = root.join(FOLDER);
    if folder.is_dir() {
        fs::remove_dir_all(&folder)?;
    }
    write_assets(&folder)?;
    let mut sums = String::new();
    for target in targets {
        let binary = build(root, &target)?;
        let name = archive(&version, &target);
        let bytes = pack(root, &folder, &top(&version, &target), &binary)?;
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        sums.push_str(&format!("{digest}  {name}\n"));
        fs::write(folder.join(&name), bytes)?;
        println!("{FOLDER}/{name}");
    }
    fs::write(folder.join("SHA256SUMS"), sums)?;
    Ok(())
}

/// Returns the folder in an archive. `cargo binstall` looks for it, see the metadata of the crate.
fn top(version: &str, target: &str) -> String {
    format!("kifu-{version}-{target}")
}

/// Returns the file name of an archive.
fn archive(version: &str, target: &str) -> String {
    format!("{}.tar.gz", top(version, target))
}

/// Returns the version of the program.
fn version(root: &Path) -> anyhow::Result<String> {
    let metadata = Metadata::load(root)?;
    let package = metadata.packages.iter().find(|package| package.name == "kifu-cli" && package.source.is_none());
    Ok(package.context("the workspace has no package kifu-cli")?.version.clone())
}

/// Returns the target of this system, and the target of a static program for it if that is installed.
fn of_this_system() -> anyhow::Result<Vec<String>> {
    let about = output("rustc", &["-vV"])?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc does not name its target")?;
    let mut targets = vec![host.to_owned()];
    let is_static = host.replace("-gnu", "-musl");
    if is_static != host && host.contains("linux") {
        let library = output("rustc", &["--print", "target-libdir", "--target", &is_static])?;
        if Path::new(library.trim()).is_dir() {
            targets.push(is_static);
        } else {
            println!("no static program: the target is not installed (rustup target add {is_static})");
        }
    }
    Ok(targets)
}

fn output(program: &str, args: &[&str]) -> anyhow::Result<String> {
    let output = Command::new(program).args(args).output().with_context(|| format!("cannot run {program}"))?;
    ensure!(output.status.success(), "failed: {program} {}", args.join(" "));
    Ok(String::from_utf8(output.stdout)?)
}

/// Builds the program for a target, and returns its path.
fn build(root: &Path, target: &str) -> anyhow::Result<PathBuf> {
    let status = Command::new("cargo")
        .args(["build", "--release", "--locked", "--package", "kifu-cli", "--target", target])
        .current_dir(root)
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "the program cannot be built for {target}");
    let name = if target.contains("windows") { "kifu.exe" } else { "kifu" };
    Ok(root.join("target").join(target).join("release").join(name))
}

/// Returns an archive: the program, the pages and licences, the completions and man pages in `folder`. Each entry has the same time
/// and owner, and the entries are in the order of their names.
fn pack(root: &Path, folder: &Path, top: &str, binary: &Path) -> anyhow::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    archive.mode(HeaderMode::Deterministic);
    let name = binary.file_name().context("the program has no name")?;
    archive.append_path_with_name(binary, Path::new(top).join(name))?;
    for file in PAGES {
        archive.append_path_with_name(root.join(file), Path::new(top).join(file))?;
    }
    for part in [COMPLETIONS, MAN] {
        for entry in WalkDir::new(folder.join(part)).sort_by_file_name() {
            let path = entry?.into_path();
            archive.append_path_with_name(&path, Path::new(top).join(path.strip_prefix(folder)?))?;
        }
    }
    Ok(archive.into_inner()?.finish()?)
}

/// Writes the completions and the man pages, from the definition of the command line.
fn write_assets(folder: &Path) -> anyhow::Result<()> {
    let command = || kifu_cli::command(&kifu::Library::default());
    let (completions, man) = (folder.join(COMPLETIONS), folder.join(MAN));
    fs::create_dir_all(&completions)?;
    fs::create_dir_all(&man)?;
    for shell in SHELLS {
        clap_complete::generate_to(shell, &mut command(), "kifu", &completions)?;
    }
    clap_mangen::generate_to(command(), &man)?;
    for page in fs::read_dir(&man)? {
        let page = page?.path();
        fs::write(&page, with_examples(&fs::read_to_string(&page)?))?;
    }
    Ok(())
}

/// Returns a man page where the lines of examples stay lines. They are indented.
fn with_examples(page: &str) -> String {
    let mut out = String::new();
    let mut is_inside = false;
    for line in page.lines() {
        let is_example = line.starts_with("  ");
        if is_example != is_inside {
            out.push_str(if is_example { ".nf\n" } else { ".fi\n" });
            is_inside = is_example;
        }
        out.push_str(if line == ".SH EXTRA" { ".SH NOTES" } else { line });
        out.push('\n');
    }
    if is_inside {
        out.push_str(".fi\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binstall_finds_the_archives() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let manifest: toml::Table = fs::read_to_string(root.join("crates/cli/Cargo.toml")).unwrap().parse().unwrap();
        let binstall = &manifest["package"]["metadata"]["binstall"];
        let filled = |key: &str| {
            let values =
                [("version", "1.2.3"), ("target", "x86_64-unknown-linux-gnu"), ("bin", "kifu"), ("binary-ext", "")];
            values.iter().fold(binstall[key].as_str().unwrap().to_owned(), |text, (name, value)| {
                text.replace(&format!("{{ {name} }}"), value)
            })
        };
        let (version, target) = ("1.2.3", "x86_64-unknown-linux-gnu");
        assert_eq!(filled("pkg-url"), format!("{{ repo }}/releases/download/v{version}/{}", archive(version, target)));
        assert_eq!(filled("bin-dir"), format!("{}/kifu", top(version, target)));
        assert_eq!(binstall["pkg-fmt"].as_str(), Some("tgz"));
    }

    #[test]
    fn examples_stay_lines() {
        let page = ".SH EXTRA\nExamples:\n  kifu a    one\n  kifu b    two\nThe end\n  kifu c\n";
        let expected =
            ".SH NOTES\nExamples:\n.nf\n  kifu a    one\n  kifu b    two\n.fi\nThe end\n.nf\n  kifu c\n.fi\n";
        assert_eq!(with_examples(page), expected);
    }

    #[test]
    fn every_command_has_a_page_and_completions() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        write_assets(folder).unwrap();
        for page in ["kifu.1", "kifu-check.1", "kifu-convert.1", "kifu-config.1"] {
            assert!(fs::read_to_string(folder.join(MAN).join(page)).unwrap().contains("kifu"), "{page}");
        }
        for file in ["kifu.bash", "_kifu", "kifu.fish", "_kifu.ps1"] {
            let text = fs::read_to_string(folder.join(COMPLETIONS).join(file)).unwrap();
            assert!(text.contains("statistics") && text.contains("allow-loss"), "{file}");
        }
    }
}
