//! `cargo xtask recipe`: follows the recipe of docs/plugin/README.md in a folder outside of the repository, and counts the lines of
//! the example crates.
//!
//! Two things differ from the page. The crates come from this checkout and not from the published repository, because a change must
//! pass before it is published. The code and the cases are those of docs/plugin, because the page asks the reader to write them.

use anyhow::{Context, ensure};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The source of the recipe's dependencies, until kifu is on crates.io.
const GIT: &str = "git = \"https://github.com/kifu-rs/kifu\"";

/// Each example crate and the number of lines of code that it may have, because the pages promise how little a format or a game needs.
const SIZES: [(&str, usize); 3] =
    [("docs/plugin/src", 349), ("docs/plugin-ngf/src", 200), ("docs/plugin-game/src", 299)];

/// The files that do not count: the scanners, which a program generates, and the board for `kifu show`, which a game may have but
/// does not need.
const NOT_COUNTED: [&str; 2] = ["scanner.rs", "show.rs"];

/// Counts the lines of the example crates, and follows the recipe. The dependencies are the crates of this checkout, as described on the page under "Beside a checkout".
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    for (folder, most) in SIZES {
        let lines = code_of(&root.join(folder))?;
        println!("{folder}: {lines} lines of code (at most {most})");
        ensure!(lines <= most, "{folder} has {lines} lines of code, and may have {most}");
    }
    let page = fs::read_to_string(root.join("docs/plugin/README.md"))?;
    let place = std::env::temp_dir().join(format!("kifu-recipe-{}", std::process::id()));
    let done = follow(root, &page, &place);
    fs::remove_dir_all(&place)?;
    done
}

fn follow(root: &Path, page: &str, place: &Path) -> anyhow::Result<()> {
    let folder = place.join("kifu-gib");
    fs::create_dir_all(place)?;
    let path = format!("{}:{}", root.join("target/debug").display(), std::env::var("PATH").unwrap_or_default());
    let shell = |command: &str, folder: &Path, settings: &[(&str, PathBuf)]| {
        println!("$ {command}");
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(folder).env("PATH", &path).envs(settings.iter().cloned());
        ensure!(shell.status().context("cannot run sh")?.success(), "failed: {command}");
        anyhow::Ok(())
    };
    for command in blocks(page, "console").flat_map(str::lines).filter_map(|line| line.trim().strip_prefix("$ ")) {
        if command.starts_with("cargo install") {
            shell("cargo build --quiet --package kifu-grammar --target-dir target", root, &[])?;
        } else if command.starts_with("cargo new") {
            shell(command, place, &[])?;
            let manifest = blocks(page, "toml").next().context("the page prints no Cargo.toml")?;
            fs::write(folder.join("Cargo.toml"), beside(root, manifest))?;
            // The steps that write code and cases use the files of docs/plugin.
            copy(&root.join("docs/plugin"), &folder)?;
            fs::remove_file(folder.join("src/scanner.rs"))?;
        } else {
            shell(command, &folder, &crate::outside(root))?;
        }
    }
    Ok(())
}

/// Returns the code blocks of a page in a language.
fn blocks<'a>(page: &'a str, language: &'a str) -> impl Iterator<Item = &'a str> {
    let fenced = page.split("```").skip(1).step_by(2);
    fenced.filter_map(move |block| block.strip_prefix(language)?.strip_prefix('\n'))
}

/// Returns a manifest with the crates of this checkout.
fn beside(root: &Path, manifest: &str) -> String {
    let lines = manifest.lines().map(|line| {
        let name = line.trim().split(" = ").next().unwrap_or_default();
        let folder = root.join("crates").join(name.strip_prefix("kifu-").unwrap_or(name));
        line.trim().replace(GIT, &format!("path = \"{}\"", folder.display())) + "\n"
    });
    lines.collect()
}

/// Copies the content of a folder, without the manifest and the page.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry?;
        let path = entry.path().strip_prefix(from)?;
        let is_own = ["Cargo.toml", "README.md"].iter().any(|own| path == Path::new(own)) || path.starts_with("target");
        if entry.file_type().is_file() && !is_own {
            let file = to.join(path);
            fs::create_dir_all(file.parent().unwrap_or(to))?;
            fs::copy(entry.path(), file)?;
        }
    }
    Ok(())
}

/// Returns the number of lines of code in a folder, without the files that do not count.
fn code_of(folder: &Path) -> anyhow::Result<usize> {
    let mut lines = 0;
    for entry in walkdir::WalkDir::new(folder) {
        let path = entry?.into_path();
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        if is_rust && !NOT_COUNTED.iter().any(|name| path.ends_with(name)) {
            lines += code(&fs::read_to_string(&path).with_context(|| path.display().to_string())?);
        }
    }
    Ok(lines)
}

/// Returns the number of lines with code.
fn code(text: &str) -> usize {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_do_not_count() {
        assert_eq!(code("//! A page.\n\nfn main() {\n    // why\n    run(); // so\n}\n"), 3);
    }

    #[test]
    fn the_blocks_of_a_page_are_found() {
        let page = "1. One\n   ```console\n   $ ls\n   ```\n\n```toml\nkifu-core = { git = \"https://github.com/kifu-rs/kifu\" }\n```\n";
        assert_eq!(blocks(page, "console").map(str::trim).collect::<Vec<_>>(), ["$ ls"]);
        let manifest = beside(Path::new("/kifu"), blocks(page, "toml").next().unwrap());
        assert_eq!(manifest, "kifu-core = { path = \"/kifu/crates/core\" }\n");
    }
}
