//! `cargo xtask new-format`: the crate of a format, to begin with. It has a move a line, and keeps every law.

use anyhow::{Context, bail, ensure};
use std::{fs, path::Path, process::Command};

/// The games that a format can be made for.
const GAMES: [&str; 1] = ["go"];

/// What the type would be called, and something of kifu-core or kifu-goban is.
const TAKEN: [&str; 12] = [
    "confidence",
    "diagnostics",
    "format",
    "games",
    "go",
    "layout",
    "part",
    "read",
    "record",
    "sample",
    "source",
    "span",
];

/// The file of the first case.
const INPUT: &str = include_str!("../templates/go/input");

/// Where each file goes, and what it says: `@name@` stands for the name, `@Name@` for that of the type, `@NAME@` for the title,
/// `@length@` for the length of the first case's file, which the name is a part of.
const FILES: [(&str, &str); 13] = [
    // A file called Cargo.toml would make the folder a package of its own, which `cargo package` leaves out.
    ("crates/@name@/Cargo.toml", include_str!("../templates/go/Cargo.toml.in")),
    ("crates/@name@/README.md", include_str!("../templates/go/README.md")),
    ("crates/@name@/src/@name@.pest", include_str!("../templates/go/format.pest")),
    ("crates/@name@/src/lib.rs", include_str!("../templates/go/lib.rs")),
    ("crates/@name@/src/document.rs", include_str!("../templates/go/document.rs")),
    ("crates/@name@/src/read.rs", include_str!("../templates/go/read.rs")),
    ("crates/@name@/src/write.rs", include_str!("../templates/go/write.rs")),
    ("crates/@name@/src/codes.rs", include_str!("../templates/go/codes.rs")),
    ("crates/@name@/src/codes.md", include_str!("../templates/go/codes.md")),
    ("crates/@name@/tests/conformance.rs", include_str!("../templates/go/conformance.rs")),
    ("fixtures/@name@/a-move-a-line/case.toml", include_str!("../templates/go/case.toml")),
    ("fixtures/@name@/a-move-a-line/input.@name@", INPUT),
    ("fixtures/@name@/a-move-a-line/record.snap", include_str!("../templates/go/record.snap")),
];

/// What the package of every crate contains.
const LICENCES: [(&str, &str); 2] =
    [("LICENSE-APACHE", include_str!("../LICENSE-APACHE")), ("LICENSE-MIT", include_str!("../LICENSE-MIT"))];

/// Makes the crate; with `trial` in a workspace below the target folder, where its tests are run.
pub(crate) fn run(root: &Path, name: &str, game: &str, trial: bool) -> anyhow::Result<()> {
    ensure!(GAMES.contains(&game), "there is no game {game:?} to make a format for; there is {}", GAMES.join(", "));
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    ensure!(
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain),
        "{name:?} is no name of a format: small letters and digits, as in sgf and jgf2"
    );
    ensure!(!TAKEN.contains(&name), "{name:?} is a word of kifu's own; give the format another name");
    if trial {
        return tried(root, name);
    }
    scaffold(root, name)?;
    println!(
        "\nNow\n\
         1. `cargo test -p kifu-{name}`: every law passes. Change the grammar, run `cargo xtask grammar`, then change the code.\n\
         2. Describe in README.md where the format is specified, and in `INFO` its name and what it can hold.\n\
         3. Add it to the program: a line in `[workspace.dependencies]`, in crates/kifu a feature `{name}`, `pub use` and a line in \
         `default_formats`; a line in `LIBRARIES` of xtask/src/examples.rs.\n\
         4. `cargo xtask bless {name}`, `cargo xtask docs`, `cargo xtask ci`.\n\
         docs/plugin is a complete format as an example."
    );
    Ok(())
}

/// Writes the files, none over another.
fn scaffold(root: &Path, name: &str) -> anyhow::Result<()> {
    let title = name.to_uppercase();
    let of_type = title[..1].to_owned() + &name[1..];
    let length = INPUT.replace("@name@", name).len().to_string();
    let filled = |text: &str| {
        let text = text.replace("@name@", name).replace("@Name@", &of_type).replace("@NAME@", &title);
        text.replace("@length@", &length)
    };
    for folder in [format!("crates/{name}"), format!("fixtures/{name}")] {
        if root.join(&folder).exists() {
            bail!("{folder} is there already");
        }
    }
    for (path, text) in FILES {
        let (path, text) = (filled(path), filled(text));
        write(root, &path, &text)?;
        if path.ends_with(".pest") {
            let scanner = kifu_grammar::generate(&text, &["token"]).context("the template's grammar")?;
            write(root, &format!("crates/{name}/src/scanner.rs"), &scanner)?;
        }
    }
    for (file, text) in LICENCES {
        write(root, &format!("crates/{name}/{file}"), text)?;
    }
    Ok(())
}

fn write(root: &Path, path: &str, text: &str) -> anyhow::Result<()> {
    let file = root.join(path);
    fs::create_dir_all(file.parent().unwrap_or(root))?;
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    println!("written: {path}");
    Ok(())
}

/// Makes it in a workspace that holds nothing else, looks it over and runs its tests.
fn tried(root: &Path, name: &str) -> anyhow::Result<()> {
    let target = root.join("target");
    let place = target.join("new-format");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    scaffold(&place, name)?;
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let manifest = manifest
        .replace("members = [\"crates/*\", \"xtask\"]", "members = [\"crates/*\"]")
        .replace("path = \"crates/", &format!("path = \"{}/crates/", root.display()));
    fs::write(place.join("Cargo.toml"), manifest)?;
    for file in ["Cargo.lock", "rustfmt.toml"] {
        fs::copy(root.join(file), place.join(file))?;
    }
    for args in ["fmt --check", "clippy --quiet --all-targets -- -D warnings", "test --quiet"] {
        println!("$ cargo {args}");
        let mut cargo = Command::new("cargo");
        cargo.args(args.split(' ')).current_dir(&place).env("CARGO_TARGET_DIR", target.join("plugin"));
        ensure!(cargo.status().context("cannot run cargo")?.success(), "failed: cargo {args}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_made_is_made() {
        let refused = |name, game| run(Path::new("nowhere"), name, game, false).unwrap_err().to_string();
        assert_eq!(refused("abc", "chess"), "there is no game \"chess\" to make a format for; there is go");
        for name in ["", "2a", "A", "a-b", "../a"] {
            assert!(refused(name, "go").contains("is no name of a format"), "{name}");
        }
        assert!(refused("record", "go").contains("is a word of kifu's own"));
    }

    #[test]
    fn every_place_is_filled_and_nothing_is_overwritten() {
        let place = std::env::temp_dir().join(format!("kifu-new-format-{}", std::process::id()));
        run(&place, "abc", "go", false).unwrap();
        let text = fs::read_to_string(place.join("crates/abc/src/lib.rs")).unwrap();
        assert!(text.contains("pub struct Abc;") && !text.contains('@'), "{text}");
        assert!(place.join("crates/abc/src/scanner.rs").is_file());
        let again = run(&place, "abc", "go", false).unwrap_err();
        fs::remove_dir_all(&place).unwrap();
        assert_eq!(again.to_string(), "crates/abc is there already");
    }
}
