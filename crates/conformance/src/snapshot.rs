//! Snapshots: texts that a person has checked, in files beside the cases.

use std::{env, fs, io, path::Path};

/// The environment variable that makes tests write the snapshots instead of comparing with them.
const BLESS: &str = "KIFU_BLESS";

/// Returns true if the tests write their snapshots: `KIFU_BLESS=1`.
///
/// ```
/// assert!(!kifu_conformance::is_blessing()); // without the environment variable
/// ```
#[must_use]
pub fn is_blessing() -> bool {
    env::var(BLESS).is_ok_and(|value| !matches!(value.as_str(), "" | "0"))
}

/// Compares a text with a snapshot file. With `KIFU_BLESS=1` it writes the file instead.
///
/// Lines between two `---` at the start of a file are a header, which is neither compared nor changed. White space at the end does
/// not count.
///
/// ```
/// use kifu_conformance::snapshot;
/// let path = "../../fixtures/sgf/no-record-empty-file/record.snap".as_ref();
/// assert!(snapshot(path, "input.sgf is empty or contains only white space; there is nothing to read\n").is_ok());
/// let message = snapshot(path, "input.sgf is full").unwrap_err();
/// assert!(message.contains("line 1 is `input.sgf is full`"), "{message}");
/// ```
///
/// # Errors
/// A message with the first line that differs, or that the file is missing, and with the command that writes it.
pub fn snapshot(path: &Path, text: &str) -> Result<(), String> {
    let written = match fs::read_to_string(path) {
        Ok(written) => Some(written),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(unequal) = compared(&name, written.as_deref().map(content), text) else { return Ok(()) };
    if !is_blessing() {
        return Err(unequal);
    }
    let header = written.as_deref().map_or("", |written| &written[..written.len() - content(written).len()]);
    fs::write(path, format!("{header}{}\n", text.trim_end())).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns a snapshot without its header.
pub(crate) fn content(written: &str) -> &str {
    let header = written.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    header.map_or(written, |(_, content)| content)
}

/// Returns a message about the first difference between a text and its snapshot; `None` if they are equal.
pub(crate) fn compared(name: &str, snapshot: Option<&str>, text: &str) -> Option<String> {
    let Some(snapshot) = snapshot else {
        return Some(format!(
            "there is no {name}. Compare this text line by line with the input; if the text is right, {BLESS}=1 writes it:\n{text}"
        ));
    };
    if snapshot.trim_end() == text.trim_end() {
        return None;
    }
    let (mut is, mut was) = (text.trim_end().lines(), snapshot.trim_end().lines());
    let mut number = 0;
    loop {
        number += 1;
        let (is, was) = (is.next(), was.next());
        if is != was || is.is_none() {
            let shown = |line: Option<&str>| line.map_or("missing".to_owned(), |line| format!("`{line}`"));
            return Some(format!(
                "line {number} is {}, but {} in {name}. If the new text is right, {BLESS}=1 writes it to the snapshot",
                shown(is),
                shown(was)
            ));
        }
    }
}

/// Writes `expect` into the `case.toml` of a folder, and replaces the old line.
pub(crate) fn bless_expect(folder: &Path, word: &str) -> io::Result<()> {
    let path = folder.join("case.toml");
    let text = if path.exists() { fs::read_to_string(&path)? } else { String::new() };
    fs::write(path, with_expect(&text, word))
}

fn with_expect(text: &str, word: &str) -> String {
    let expect = format!("expect = \"{word}\"");
    let mut lines: Vec<&str> = text.lines().collect();
    let is_expect = |line: &&str| line.split_once('=').is_some_and(|(key, _)| key.trim() == "expect");
    let is_table = |line: &&str| line.trim_start().starts_with('[');
    // A key after the head of a table would belong to the table.
    let end = lines.iter().position(is_table).unwrap_or(lines.len());
    match lines[..end].iter().position(is_expect) {
        Some(at) => lines[at] = &expect,
        None => {
            let end = lines[..end].iter().rposition(|line| !line.trim().is_empty()).map_or(0, |at| at + 1);
            lines.insert(end, &expect);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_not_compared() {
        let written = "---\nsource: a.rs\n---\ncharset: UTF-8\n";
        assert_eq!(content(written), "charset: UTF-8\n");
        assert_eq!(content("--- a.sgf\n+++ b.sgf\n"), "--- a.sgf\n+++ b.sgf\n");
        assert_eq!(compared("record.snap", Some(content(written)), "charset: UTF-8"), None);
    }

    #[test]
    fn the_first_line_that_differs_is_shown() {
        let message = compared("record.snap", Some("a\nb\nc\n"), "a\nx\nc\n").unwrap();
        assert!(message.starts_with("line 2 is `x`, but `b` in record.snap"), "{message}");
        let message = compared("record.snap", Some("a\nb\n"), "a\n").unwrap();
        assert!(message.starts_with("line 2 is missing, but `b`"), "{message}");
        let message = compared("record.snap", None, "a\n").unwrap();
        assert!(message.contains("KIFU_BLESS=1 writes it:\na\n"), "{message}");
    }

    #[test]
    fn expect_goes_before_the_tables() {
        assert_eq!(with_expect("", "clean"), "expect = \"clean\"\n");
        assert_eq!(
            with_expect("about = \"a\"\nexpect = \"clean\"\n", "errors"),
            "about = \"a\"\nexpect = \"errors\"\n"
        );
        let tables = "about = \"a\"\n\n[known]\nexpect = \"b\"\n";
        assert_eq!(with_expect(tables, "clean"), "about = \"a\"\nexpect = \"clean\"\n\n[known]\nexpect = \"b\"\n");
    }
}
