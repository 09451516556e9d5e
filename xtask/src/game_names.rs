//! `cargo xtask game-names`: the facade, the program and the developer tools name no game, apart from a short list of places.
//!
//! They work with games through `AnyGames` and `AnyFormat`. A place that names the type of one game would work for that game only.

use anyhow::{Context, ensure};
use std::{fs, path::Path};
use walkdir::WalkDir;

/// The types of the games.
const GAMES: &[&str] = &["Go", "Shogi"];

/// The folders that name no game.
const FOLDERS: &[&str] = &["crates/text", "crates/core", "crates/kifu", "crates/cli", "xtask"];

/// A place that may name a game.
struct Allowed {
    /// A part of the path of the file.
    path: &'static str,
    /// True if only comments of the file may name a game.
    comments: bool,
}

const ALLOWED: &[Allowed] = &[
    // The prelude has the games whose features are on.
    Allowed { path: "crates/kifu/src/lib.rs", comments: false },
    // The list of the rules of every game, like the list of its formats beside it.
    Allowed { path: "crates/kifu/src/formats.rs", comments: false },
    // The speed of the rules of go, compared with other libraries of go.
    Allowed { path: "xtask/bench/src/playing.rs", comments: false },
    // The page about what the formats of shogi state of a move, and the examples of the JSON formats for the schemas.
    Allowed { path: "xtask/src/docs/shogi_formats.rs", comments: false },
    Allowed { path: "xtask/src/schemas.rs", comments: false },
    // Functions with the type of a game as parameter. Their examples need a game, and go is the only one of the crate.
    Allowed { path: "crates/kifu/src/format.rs", comments: true },
    Allowed { path: "crates/kifu/src/games.rs", comments: true },
    Allowed { path: "crates/kifu/src/library.rs", comments: true },
    Allowed { path: "crates/kifu/src/pass.rs", comments: true },
    Allowed { path: "crates/kifu/src/save.rs", comments: true },
    // Programs that a user of the crate would write for go.
    Allowed { path: "crates/kifu/README.md", comments: false },
    Allowed { path: "crates/kifu/examples/", comments: false },
    Allowed { path: "crates/kifu/tests/", comments: false },
    Allowed { path: "crates/cli/tests/", comments: false },
    // The start of a format of each game, and the tests of this file.
    Allowed { path: "xtask/templates/go/", comments: false },
    Allowed { path: "xtask/templates/shogi/", comments: false },
    Allowed { path: "xtask/src/game_names.rs", comments: false },
];

/// Fails if another place names a game, or if a place of the list does not.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let (mut found, mut used) = (Vec::new(), vec![0; ALLOWED.len()]);
    for folder in FOLDERS {
        let entries = WalkDir::new(root.join(folder)).sort_by_file_name().into_iter();
        for entry in entries.filter_entry(|entry| entry.file_name() != "target") {
            let entry = entry?;
            let is_text = entry.path().extension().is_some_and(|extension| extension == "rs" || extension == "md");
            if !is_text || !entry.file_type().is_file() {
                continue;
            }
            let text = fs::read_to_string(entry.path()).with_context(|| entry.path().display().to_string())?;
            let path = entry.path().strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            check(&path, &text, &mut found, &mut used);
        }
    }
    ensure!(found.is_empty(), "these places name a game:\n{}", found.join("\n"));
    let unused = ALLOWED.iter().zip(&used).find(|(_, used)| **used == 0);
    ensure!(unused.is_none(), "{} names no game; remove it from the list", unused.map_or("", |(of, _)| of.path));
    println!("{} lines name a game, in {} listed places", used.iter().sum::<usize>(), used.len());
    Ok(())
}

/// Adds the lines of a file that name a game and may not. Counts the others at their place of the list.
fn check(path: &str, text: &str, found: &mut Vec<String>, used: &mut [usize]) {
    for (number, line) in text.lines().enumerate().filter(|(_, line)| GAMES.iter().any(|game| names(line, game))) {
        let is_comment = line.trim_start().starts_with("//");
        let allowed = ALLOWED.iter().position(|of| path.starts_with(of.path) && (is_comment || !of.comments));
        match allowed {
            Some(at) => used[at] += 1,
            None => found.push(format!("{path}:{}: {}", number + 1, line.trim())),
        }
    }
}

/// Returns true if the line has the type of the game, and not only the word: after `::`, or in a list of names or types.
fn names(line: &str, game: &str) -> bool {
    line.match_indices(game).any(|(at, _)| {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let is_whole = !line[at + game.len()..].starts_with(is_name);
        is_whole && line[..at].trim_end().ends_with([':', '<', '{', ',', '(', '&']) && !line[..at].ends_with(": ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_found_and_a_word_is_not() {
        for line in
            ["use kifu::goban::Go;", "use kifu::goban::{Action, Go};", "games.of::<Go>()", "impl Pass<A, Go> for B"]
        {
            assert!(names(line, "Go"), "{line}");
        }
        for line in ["the JSON Go Format", "PW[Go]", "goban::GoRecord", "the winner: Go", "kifu::Golden", "\"Go\""] {
            assert!(!names(line, "Go"), "{line}");
        }
    }

    #[test]
    fn only_listed_places_may_name_a_game() {
        let report = |path: &str, text: &str| {
            let mut found = Vec::new();
            check(path, text, &mut found, &mut vec![0; ALLOWED.len()]);
            found
        };
        assert_eq!(
            report("crates/cli/src/info.rs", "\nuse kifu::goban::Go;\n"),
            ["crates/cli/src/info.rs:2: use kifu::goban::Go;"]
        );
        assert_eq!(report("crates/kifu/src/save.rs", "/// games.of::<Go>()\n"), [""; 0]);
        assert_eq!(report("crates/kifu/src/save.rs", "games.of::<Go>()").len(), 1); // not an example
    }
}
