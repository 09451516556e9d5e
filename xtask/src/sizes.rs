//! Counts lines of code, for the pages that promise how little a format, a game or a program needs.

use anyhow::{Context, ensure};
use std::{fs, path::Path};
use walkdir::WalkDir;

/// The sources of an example, and the number of lines that they may have.
struct Limit {
    /// A folder or a file.
    path: &'static str,
    lines: usize,
}

/// The files that do not count: the scanners, which a program generates, and the board for `kifu show`, which a game may have but
/// does not need.
const NOT_COUNTED: [&str; 2] = ["scanner.rs", "show.rs"];

/// The example crates.
const PLUGINS: &[Limit] = &[
    Limit { path: "docs/plugin/src", lines: 349 },
    Limit { path: "docs/plugin-ngf/src", lines: 200 },
    Limit { path: "docs/plugin-game/src", lines: 299 },
];

/// Each program in the folder of examples.
const PROGRAMS: Limit = Limit { path: "crates/kifu/examples", lines: 34 };

/// Prints the number of lines of each example crate, and fails if one has too many.
pub(crate) fn plugins(root: &Path) -> anyhow::Result<()> {
    PLUGINS.iter().try_for_each(|limit| hold(limit.path, code_of(&root.join(limit.path))?, limit.lines))
}

/// Prints the number of lines of each example program, and fails if one has too many. A program is its whole file, with comments.
pub(crate) fn programs(root: &Path) -> anyhow::Result<()> {
    for entry in WalkDir::new(root.join(PROGRAMS.path)).min_depth(1).sort_by_file_name() {
        let path = entry?.into_path();
        let name = path.strip_prefix(root)?.display().to_string();
        hold(&name, fs::read_to_string(&path)?.lines().count(), PROGRAMS.lines)?;
    }
    Ok(())
}

fn hold(name: &str, lines: usize, limit: usize) -> anyhow::Result<()> {
    println!("{name}: {lines} lines (at most {limit})");
    ensure!(lines <= limit, "{name} has {lines} lines, and may have {limit}");
    Ok(())
}

/// Returns the number of lines of code in a folder, without the files that do not count.
fn code_of(folder: &Path) -> anyhow::Result<usize> {
    let mut lines = 0;
    for entry in WalkDir::new(folder) {
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
    fn too_many_lines_are_refused() {
        assert!(hold("a", 35, 35).is_ok());
        assert_eq!(hold("a", 36, 35).unwrap_err().to_string(), "a has 36 lines, and may have 35");
    }
}
