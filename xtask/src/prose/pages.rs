//! What must be true of the pages as a whole: their links lead somewhere, the README and the paragraphs of ARCHITECTURE are short,
//! and the files that ARCHITECTURE names exist.

use super::{outside_code, without_code};
use std::collections::{BTreeMap, BTreeSet};

const README: &str = "README.md";
const ARCHITECTURE: &str = "ARCHITECTURE.md";

/// The maximum size of the README, in bytes. A new user reads one screen.
const README_BYTES: usize = 11_000;

/// The maximum length of a paragraph, a list item or a table cell of ARCHITECTURE, in characters.
const PARAGRAPH: usize = 500;

/// The level of the headings of ARCHITECTURE that name a crate.
const CRATE_LEVEL: usize = 3;

/// Returns what is wrong with the pages, each with its place. `pages` has the text of each page by its path in the repository, and
/// `exists` returns true for the path of a file or a folder.
pub(super) fn problems(pages: &BTreeMap<String, String>, exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (page, text) in pages {
        for (line, target) in links(text) {
            found.extend(problem_of_link(page, &target, pages, exists).map(|problem| at(page, line, &problem)));
        }
    }
    if let Some(bytes) = pages.get(README).map(String::len).filter(|bytes| *bytes > README_BYTES) {
        found.push(format!("{README}: {bytes} bytes; at most {README_BYTES}"));
    }
    if let Some(text) = pages.get(ARCHITECTURE) {
        for (line, length) in paragraphs(text).into_iter().filter(|(_, length)| *length > PARAGRAPH) {
            found.push(at(ARCHITECTURE, line, &format!("a paragraph of {length} characters; at most {PARAGRAPH}")));
        }
        let crates: Vec<&str> = pages.keys().filter_map(|page| crate_of(page)).collect();
        for (line, path) in lost_paths(text, &crates, exists) {
            found.push(at(ARCHITECTURE, line, &format!("`{path}` does not exist")));
        }
    }
    found
}

fn at(page: &str, line: usize, problem: &str) -> String {
    format!("{page}:{line}: {problem}")
}

/// Returns the name of the crate whose README this is.
fn crate_of(page: &str) -> Option<&str> {
    page.strip_prefix("crates/")?.strip_suffix("/README.md").filter(|name| !name.contains('/'))
}

/// The targets of the links of a page, with their lines: `[text](target)` and `[text]: target`.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, words) in outside_code(text) {
        let words = without_code(words);
        let inline = words.split("](").skip(1);
        let definition = words.starts_with('[').then(|| words.split_once("]: ")).flatten().map(|(_, target)| target);
        for target in inline.chain(definition) {
            let end = target.find([')', ' ']).unwrap_or(target.len());
            found.push((line, target[..end].to_owned()));
        }
    }
    found
}

/// Returns why a link leads nowhere. Links to other sites are not followed.
fn problem_of_link(
    page: &str,
    target: &str,
    pages: &BTreeMap<String, String>,
    exists: &dyn Fn(&str) -> bool,
) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { page.to_owned() } else { resolve(page, path) };
    if !exists(&path) {
        return Some(format!("the link to {target} leads to no file"));
    }
    let is_there = anchor.is_empty() || pages.get(&path).is_some_and(|text| anchors(text).contains(anchor));
    (!is_there).then(|| format!("the link to {target} leads to no heading"))
}

/// Returns the path in the repository of a target that is relative to a page.
fn resolve(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The anchors of the headings of a page, as GitHub makes them: lower case, without punctuation, `-` for each space, and a number if
/// an earlier heading has the same words.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for (_, line) in outside_code(text) {
        let Some((_, words)) = heading(line) else { continue };
        let words = words.to_lowercase();
        let words = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let anchor: String = words.map(|c| if c == ' ' { '-' } else { c }).collect();
        let before = uses.entry(anchor.clone()).or_default();
        anchors.insert(if *before == 0 { anchor } else { format!("{anchor}-{before}") });
        *before += 1;
    }
    anchors
}

/// Returns the level and the words of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let words = line[level..].strip_prefix(' ')?;
    (level > 0).then(|| (level, words.trim()))
}

/// The paragraphs, list items and table cells of a page: the first line and the number of characters of each.
fn paragraphs(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    // The line after that of the open paragraph.
    let mut next = 0;
    for (number, line) in outside_code(text) {
        let line = line.trim();
        if line.starts_with('|') {
            found.extend(line.split('|').map(|cell| (number, cell.trim().chars().count())));
        } else if !line.is_empty() && heading(line).is_none() {
            let length = line.chars().count();
            match found.last_mut().filter(|_| number == next && !is_item(line)) {
                Some((_, open)) => *open += 1 + length,
                None => found.push((number, length)),
            }
            next = number + 1;
        }
    }
    found
}

/// True if a line starts an item of a list.
fn is_item(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("* ") || line.starts_with("- ") || (number.len() < line.len() && number.starts_with(". "))
}

/// The paths between backquotes that do not exist, with their lines. A path starts at the root or in the folder `crates`. After a
/// heading with the name of a crate, it may start in the folder `src` of that crate; elsewhere in that of any crate.
fn lost_paths(text: &str, crates: &[&str], exists: &dyn Fn(&str) -> bool) -> Vec<(usize, String)> {
    let mut lost = Vec::new();
    let mut named: Vec<&str> = Vec::new();
    for (number, line) in outside_code(text) {
        if let Some((level, words)) = heading(line) {
            let names = |name: &&str| level == CRATE_LEVEL && words.split(' ').any(|word| word == *name);
            named = crates.iter().copied().filter(names).collect();
        }
        for path in line.split('`').skip(1).step_by(2).filter(|code| is_path(code)) {
            let in_crate = |name: &&str| exists(&format!("crates/{name}/src/{path}"));
            let is_local = if named.is_empty() { crates.iter().any(in_crate) } else { named.iter().all(in_crate) };
            if !(is_local || exists(path) || exists(&format!("crates/{path}"))) {
                lost.push((number, path.to_owned()));
            }
        }
    }
    lost
}

/// True for `core/src/format.rs`, `docs/plugin` and `codes.md`, but not for `.pest` or `Format::read`.
fn is_path(code: &str) -> bool {
    let is_file = [".rs", ".md", ".pest"].iter().any(|extension| code.ends_with(extension));
    let is_plain = code.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-'));
    is_plain && !code.starts_with('.') && (is_file || code.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with these pages, in a repository with them and with these other files.
    fn problems_of(pages: &[(&str, &str)], others: &[&str]) -> Vec<String> {
        let pages = pages.iter().map(|(page, text)| ((*page).to_owned(), (*text).to_owned())).collect();
        problems(&pages, &|path| pages.contains_key(path) || others.contains(&path))
    }

    #[test]
    fn links_lead_to_files_and_headings() {
        let page = "# A\n[b](b.md#one-two) [c](../c/) [self](#a) [site](https://example.org/x#y) `[no](code)`\n\
                    ```\n[no](code)\n```\n[`code`](b.md#one-two-1)\n[d]: b.md\n";
        let other = "## One, `two`!\n````text\n```\n# Three\n````\n## One two\n";
        assert_eq!(problems_of(&[("docs/a.md", page), ("docs/b.md", other)], &["c"]), [""; 0]);

        let page = "[b](docs/c.md)\n[b](docs/b.md#three) [x](docs/b.md#one-two-2)\n[d]: ./d.md \"title\"\n";
        let found = problems_of(&[("a.md", page), ("docs/b.md", other)], &[]);
        let lost = [
            "a.md:1: the link to docs/c.md leads to no file",
            "a.md:2: the link to docs/b.md#three leads to no heading",
            "a.md:2: the link to docs/b.md#one-two-2 leads to no heading",
            "a.md:3: the link to ./d.md leads to no file",
        ];
        assert_eq!(found, lost);
    }

    #[test]
    fn the_readme_is_one_screen() {
        assert_eq!(problems_of(&[("README.md", &"x".repeat(11_000))], &[]), [""; 0]);
        let found = problems_of(&[("README.md", &"x".repeat(11_001)), ("docs/a.md", &"x".repeat(11_001))], &[]);
        assert_eq!(found, ["README.md: 11001 bytes; at most 11000"]);
    }

    #[test]
    fn paragraphs_of_architecture_are_short() {
        let (short, long) = ("棋".repeat(500), "x".repeat(250));
        let page =
            format!("# A\n{short}\n\n* {long}\n* {long}\n1. {long}\n\n| {short} | {short} |\n```\n{short}x\n```\n");
        assert_eq!(problems_of(&[("ARCHITECTURE.md", &page)], &[]), [""; 0]);

        // Two lines are one paragraph, also in an item.
        let page = format!("{long}\n{long}\n\n* {long}\n  {long}\n| a | {short}x |\n");
        let found = problems_of(&[("ARCHITECTURE.md", &page), ("docs/a.md", &page)], &[]);
        let places = [(1, 501), (4, 503), (6, 501)];
        let long = |(line, length)| format!("ARCHITECTURE.md:{line}: a paragraph of {length} characters; at most 500");
        assert_eq!(found, places.map(long));
    }

    #[test]
    fn paths_of_architecture_exist() {
        let page = "# The core\n`docs` `docs/plugin` `core/src/b.rs` `b.rs` `c.rs` `.pest` `A::read` `a b.rs`\n### core\n`b.rs` `c.rs`\n\
                    ### sgf and core\n`b.rs` `docs/x`\n## Any\n`c.rs` `d.rs`\n";
        let pages = [("ARCHITECTURE.md", page), ("crates/core/README.md", ""), ("crates/sgf/README.md", "")];
        let found = problems_of(&pages, &["docs/plugin", "crates/core/src/b.rs", "crates/sgf/src/c.rs"]);
        let lost = [(4, "c.rs"), (6, "b.rs"), (6, "docs/x"), (8, "d.rs")];
        assert_eq!(found, lost.map(|(line, path)| format!("ARCHITECTURE.md:{line}: `{path}` does not exist")));
    }
}
