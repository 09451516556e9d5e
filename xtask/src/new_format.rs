//! `cargo xtask new-format`: creates a crate for a new format, with one move per line, that
//! satisfies every law. The crate is in this workspace, or with `--outside` in a separate
//! workspace.

use anyhow::{Context, ensure};
use kifu::{AnyFormat, Library};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The names that a format cannot have, because an item of kifu-core or kifu-goban has the same
/// name as its type.
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

/// The files of the crate: the path of each, and its template in the folder of the game.
const CRATE: [(&str, &str); 9] = [
    ("README.md", "README.md"),
    ("src/@name@.pest", "format.pest"),
    ("src/lib.rs", "lib.rs"),
    ("src/document.rs", "document.rs"),
    ("src/read.rs", "read.rs"),
    ("src/write.rs", "write.rs"),
    ("src/codes.rs", "codes.rs"),
    ("src/codes.md", "codes.md"),
    ("tests/conformance.rs", "conformance.rs"),
];

/// The files of the first case.
const CASE: [(&str, &str); 3] = [("case.toml", "case.toml"), ("input.@name@", "input"), ("record.snap", "record.snap")];

/// The files of a crate in this workspace only.
const INSIDE: [(&str, &str); 1] = [
    // `Cargo.toml.in`, because a file named Cargo.toml would make the folder a package, which `cargo package` leaves out.
    ("Cargo.toml", "Cargo.toml.in"),
];

/// The files of a crate outside of this workspace only.
const OUTSIDE: [(&str, &str); 3] = [
    ("Cargo.toml", "outside/Cargo.toml.in"),
    ("src/main.rs", "outside/main.rs"),
    ("tests/scanner.rs", "outside/scanner.rs"),
];

/// The licence texts, which every crate of this workspace contains.
const LICENCES: [(&str, &str); 2] =
    [("LICENSE-APACHE", include_str!("../LICENSE-APACHE")), ("LICENSE-MIT", include_str!("../LICENSE-MIT"))];

/// A crate outside of this workspace.
pub(crate) struct Outside {
    /// The folder of the crate.
    pub(crate) folder: PathBuf,
    /// A checkout of kifu that has the dependencies.
    pub(crate) checkout: Option<PathBuf>,
}

/// Creates the crate. With `trial` also runs its tests; a trial in this workspace is created in the target folder.
pub(crate) fn run(root: &Path, name: &str, game: &str, outside: Option<&Outside>, trial: bool) -> anyhow::Result<()> {
    let games: BTreeSet<&str> = Library::default().formats().map(AnyFormat::game).collect();
    let known = Vec::from_iter(games.iter().copied()).join(", ");
    ensure!(games.contains(game), "unknown game {game:?}; the games are: {known}");
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    ensure!(
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain),
        "{name:?} is not a valid name of a format: use small letters and digits, as in sgf and jgf2"
    );
    ensure!(!TAKEN.contains(&name), "{name:?} is a word of kifu's own; give the format another name");
    ensure!(!Library::default().ids().contains(&name), "kifu has a format {name:?}; give the format another name");
    match outside {
        None if trial => tried(root, name, game),
        None => {
            inside(root, name, game)?;
            println!(
                "\nNow\n\
                 1. `cargo test -p kifu-{name}`: every law passes. Change the grammar, run `cargo xtask grammar`, then change the \
                 code.\n\
                 2. Describe in README.md where the format is specified, and in `INFO` its name and what it can hold.\n\
                 3. Add it to the program: a line in `[workspace.dependencies]`, in crates/kifu a feature `{name}`, `pub use` and \
                 a line in `default_formats`.\n\
                 4. `cargo xtask bless {name}`, `cargo xtask docs`, `cargo xtask ci`.\n\
                 docs/plugin is a complete format as an example."
            );
            Ok(())
        }
        Some(outside) => {
            stand_alone(name, game, outside)?;
            if trial {
                return checked(root, &outside.folder);
            }
            println!(
                "\nNow\n\
                 1. `cargo test`: every law passes. Change the grammar, run `kifu-grammar src/{name}.pest > src/scanner.rs`, then \
                 change the code.\n\
                 2. Describe in README.md where the format is specified, and in `INFO` its name and what it can hold.\n\
                 3. Follow docs/plugin/README.md from step 2 on."
            );
            Ok(())
        }
    }
}

/// Creates the crate in a workspace: its files, the first case, and the licences.
fn inside(root: &Path, name: &str, game: &str) -> anyhow::Result<()> {
    let template = Template::new(name, game, &format!("../../fixtures/{name}"));
    let mut files = template.files(&format!("crates/{name}"), &[&CRATE[..], &INSIDE].concat())?;
    files.extend(template.files(&format!("fixtures/{name}/a-move-a-line"), &CASE)?);
    files.extend(LICENCES.map(|(file, text)| (format!("crates/{name}/{file}"), text.to_owned())));
    write(root, &files)
}

/// Creates the crate as a separate workspace, with the rustfmt settings of this workspace.
fn stand_alone(name: &str, game: &str, outside: &Outside) -> anyhow::Result<()> {
    let template = Template::new(name, game, "fixtures");
    let mut files = template.files("", &[&CRATE[..], &OUTSIDE].concat())?;
    files.extend(template.files("fixtures/a-move-a-line", &CASE)?);
    files.push(("rustfmt.toml".to_owned(), fs::read_to_string(crate::root().join("rustfmt.toml"))?));
    files.push((".gitignore".to_owned(), "target/\n*.snap.new\n".to_owned()));
    if let Some(checkout) = &outside.checkout {
        let crates = fs::canonicalize(checkout.join("crates"));
        let crates = crates.with_context(|| format!("{} is not a checkout of kifu", checkout.display()))?;
        for (_, text) in files.iter_mut().filter(|(path, _)| path == "Cargo.toml") {
            *text = beside(&crates, text);
        }
    }
    write(&outside.folder, &files)
}

/// Returns a manifest whose dependencies on kifu have a path in addition to the version.
fn beside(crates: &Path, manifest: &str) -> String {
    let line = |line: &str| {
        let Some((name, value)) = line.split_once(" = ") else { return format!("{line}\n") };
        let folder = crates.join(name.strip_prefix("kifu-").unwrap_or(name));
        let path = format!("path = {:?}", folder.display().to_string());
        match value.strip_prefix("{ ") {
            _ if !folder.is_dir() => format!("{line}\n"),
            Some(rest) => format!("{name} = {{ {path}, {rest}\n"),
            None => format!("{name} = {{ {path}, version = {value} }}\n"),
        }
    };
    manifest.lines().map(line).collect()
}

/// The templates of a game, and the values of their placeholders.
struct Template {
    folder: PathBuf,
    /// `@name@` is the name, `@Name@` the name of the type, `@NAME@` the title, and `@fixtures@` the folder of the cases relative
    /// to the crate.
    filled: [(&'static str, String); 4],
}

impl Template {
    fn new(name: &str, game: &str, fixtures: &str) -> Self {
        let title = name.to_uppercase();
        let of_type = title[..1].to_owned() + &name[1..];
        Self {
            folder: crate::root().join("xtask/templates").join(game),
            filled: [
                ("@name@", name.to_owned()),
                ("@Name@", of_type),
                ("@NAME@", title),
                ("@fixtures@", fixtures.to_owned()),
            ],
        }
    }

    fn fill(&self, text: &str) -> String {
        self.filled.iter().fold(text.to_owned(), |text, (mark, value)| text.replace(mark, value))
    }

    fn read(&self, file: &str) -> anyhow::Result<String> {
        let path = self.folder.join(file);
        Ok(self.fill(&fs::read_to_string(&path).with_context(|| format!("no template {}", path.display()))?))
    }

    /// Returns the path and the text of each file, including the scanner of the grammar.
    fn files(&self, folder: &str, files: &[(&str, &str)]) -> anyhow::Result<Vec<(String, String)>> {
        // The snapshot contains the length of the input, which depends on the name of the format.
        let length = self.read("input")?.len().to_string();
        let inner = |path: &str| if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") };
        let mut made = Vec::new();
        for (path, template) in files {
            let (path, text) = (self.fill(path), self.read(template)?.replace("@length@", &length));
            if path.ends_with(".pest") {
                let scanner = kifu_grammar::generate(&text, &["token"]).context("the template's grammar")?;
                made.push((inner("src/scanner.rs"), scanner));
            }
            made.push((inner(&path), text));
        }
        Ok(made)
    }
}

/// Writes the files into a folder, and overwrites none.
fn write(folder: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
    for (path, _) in files {
        ensure!(!folder.join(path).exists(), "{path} is there already");
    }
    for (path, text) in files {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        println!("written: {path}");
    }
    Ok(())
}

/// Creates the crate in an otherwise empty workspace, and formats, lints and tests it.
fn tried(root: &Path, name: &str, game: &str) -> anyhow::Result<()> {
    let place = root.join("target/new-format");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    inside(&place, name, game)?;
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let lines =
        manifest.lines().map(|line| if line.starts_with("members = ") { "members = [\"crates/*\"]" } else { line });
    let manifest = lines.collect::<Vec<_>>().join("\n");
    let manifest = manifest.replace("path = \"crates/", &format!("path = \"{}/crates/", root.display()));
    fs::write(place.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("rustfmt.toml"), place.join("rustfmt.toml"))?;
    checked(root, &place)
}

/// Formats, lints and tests the crate in a folder, with the dependency versions of this workspace.
fn checked(root: &Path, place: &Path) -> anyhow::Result<()> {
    fs::copy(root.join("Cargo.lock"), place.join("Cargo.lock"))?;
    for args in ["fmt --check", "clippy --quiet --all-targets -- -D warnings", "test --quiet"] {
        println!("$ cargo {args}");
        let mut cargo = Command::new("cargo");
        cargo.args(args.split(' ')).current_dir(place).envs(crate::outside(root));
        ensure!(cargo.status().context("cannot run cargo")?.success(), "failed: cargo {args}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for one test, which is removed at its end.
    struct TemporaryFolder(PathBuf);

    impl TemporaryFolder {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("kifu-new-format-{name}-{}", std::process::id())))
        }
    }

    impl Drop for TemporaryFolder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn only_what_can_be_made_is_made() {
        let refused = |name, game| run(Path::new("nowhere"), name, game, None, false).unwrap_err().to_string();
        assert_eq!(refused("abc", "chess"), "unknown game \"chess\"; the games are: go, shogi");
        for name in ["", "2a", "A", "a-b", "../a"] {
            assert!(refused(name, "go").contains("is not a valid name of a format"), "{name}");
        }
        assert!(refused("record", "go").contains("is a word of kifu's own"));
        assert!(refused("sgf", "go").contains("kifu has a format"));
    }

    #[test]
    fn every_game_has_templates() {
        for format in Library::default().formats() {
            let game = format.game();
            for outside in [None, Some("kifu-abc")] {
                let place = TemporaryFolder::new(&format!("{game}-{}", outside.is_some()));
                let folder = |name| Outside { folder: place.0.join(name), checkout: None };
                run(&place.0, "abc", game, outside.map(folder).as_ref(), false).unwrap();
            }
        }
    }

    #[test]
    fn every_place_is_filled_and_nothing_is_overwritten() {
        let place = TemporaryFolder::new("inside");
        run(&place.0, "abc", "go", None, false).unwrap();
        let text = fs::read_to_string(place.0.join("crates/abc/src/lib.rs")).unwrap();
        assert!(text.contains("pub struct Abc;") && !text.contains('@'), "{text}");
        assert!(place.0.join("crates/abc/src/scanner.rs").is_file());
        let again = run(&place.0, "abc", "go", None, false).unwrap_err();
        assert!(again.to_string().ends_with("is there already"), "{again}");
    }

    #[test]
    fn a_crate_outside_depends_on_versions_or_on_a_checkout() {
        let place = TemporaryFolder::new("outside");
        let manifest = |name: &str, checkout: Option<PathBuf>| {
            let outside = Outside { folder: place.0.join(name), checkout };
            run(&place.0, "abc", "go", Some(&outside), false).unwrap();
            let text = fs::read_to_string(outside.folder.join("Cargo.toml")).unwrap();
            assert!(!text.contains('@'), "{text}");
            text
        };
        assert!(manifest("versions", None).contains("\nkifu-core = \"0.1\"\n"));
        let crates = fs::canonicalize(crate::root()).unwrap().join("crates");
        let core = format!("\nkifu-core = {{ path = \"{}\", version = \"0.1\" }}\n", crates.join("core").display());
        assert!(manifest("beside", Some(crate::root())).contains(&core));
    }
}
