//! Snapshots: texts that a person has checked, in files beside the cases. insta reads, compares and writes them.

use insta::{Comparator, Settings, Snapshot};
use similar::TextDiff;
use std::{
    env, fs, io,
    panic::{self, AssertUnwindSafe},
    path::{self, Path},
};

/// Returns true if insta writes snapshots without a review. `expect` in `case.toml` is then written too.
pub(crate) fn is_blessing() -> bool {
    env::var("INSTA_UPDATE").is_ok_and(|value| is_without_review(&value))
}

fn is_without_review(update: &str) -> bool {
    matches!(update, "always" | "1" | "force")
}

/// Compares a text with a snapshot file, by means of [insta](https://insta.rs).
///
/// A text that differs is written beside the file, as `record.snap.new`. `cargo insta review` shows it and accepts it.
/// `INSTA_UPDATE=always` writes the file itself, without cargo-insta. `INSTA_UPDATE=no` writes nothing, and neither does a machine
/// with the environment variable `CI`.
///
/// White space at the end does not count. The snapshot has `␍` for a carriage return, because insta does not compare those at the
/// end of a line.
///
/// ```
/// use kifu_conformance::snapshot;
/// let path = "../../fixtures/sgf/no-record-empty-file/record.snap".as_ref();
/// let text = "input.sgf is empty or contains only white space; there is nothing to read";
/// assert_eq!(snapshot(path, text), Ok(()));
/// ```
///
/// # Errors
/// A message with all differences, or that the file is missing or not a snapshot, and with what writes it.
pub fn snapshot(path: &Path, text: &str) -> Result<(), String> {
    let shown = path.display().to_string();
    let path = path::absolute(path).map_err(|error| format!("{shown}: {error}"))?;
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    let (Some(folder), Some(stem)) = (path.parent(), name.strip_suffix(".snap")) else {
        return Err(format!("{shown}: the name of a snapshot ends with .snap"));
    };
    let text = text.replace('\r', "␍");
    let mut settings = Settings::new();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_comparator(Box::new(AllLines));
    // `insta.yaml` asks insta to return if the text differs. insta panics if it cannot write a file or knows no value of a variable.
    let asserted = panic::catch_unwind(AssertUnwindSafe(|| settings.bind(|| insta::assert_snapshot!(stem, text))));
    // `cargo insta test` collects all that differs.
    if asserted.is_ok() && env::var("INSTA_FORCE_PASS").is_ok_and(|value| value == "1") {
        return Ok(());
    }
    let pending = path.with_extension("snap.new");
    let stored = read(&path).and_then(|stored| compared(&name, stored.as_deref(), &text));
    stored.map_err(|difference| format!("{}\n{}", difference.trim_end(), what_to_do(&name, pending.exists())))?;
    // When insta writes the snapshot itself, it leaves the pending one of an earlier run.
    let _ = fs::remove_file(pending);
    asserted.map_err(|panic| {
        let reason = panic.downcast_ref::<String>().map_or("insta failed", String::as_str);
        format!("{name}: {reason}")
    })
}

/// The comparison of insta, except that empty lines at the start count.
#[derive(Clone)]
struct AllLines;

impl Comparator for AllLines {
    fn matches(&self, reference: &Snapshot, test: &Snapshot) -> bool {
        let text = |snapshot: &Snapshot| snapshot.as_text().map(ToString::to_string);
        text(reference) == text(test)
    }

    fn dyn_clone(&self) -> Box<dyn Comparator> {
        Box::new(self.clone())
    }
}

/// Returns the text of a snapshot file without its header; `None` if the file does not exist.
///
/// # Errors
/// The reason why the file is not a snapshot.
pub(crate) fn read(path: &Path) -> Result<Option<String>, String> {
    let name = path.file_name().unwrap_or_default().display();
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("{name} cannot be read: {error}")),
        // insta reads a file without a header too, but not its first lines.
        Ok(bytes) if !bytes.starts_with(b"---") => {
            return Err(format!(
                "{name} is not a snapshot: its first line is not `---`, the start of the header of insta"
            ));
        }
        Ok(_) => {}
    }
    let snapshot = Snapshot::from_file(path).map_err(|error| format!("{name} is not a snapshot: {error}"))?;
    Ok(snapshot.as_text().map(ToString::to_string))
}

/// Compares a text with that of a snapshot.
///
/// # Errors
/// A message with all differences, or the whole text if the snapshot does not exist.
pub(crate) fn compared(name: &str, snapshot: Option<&str>, text: &str) -> Result<(), String> {
    let Some(snapshot) = snapshot else {
        return Err(format!(
            "{name} does not exist. Compare this text line by line with the input:\n{}",
            text.trim_end()
        ));
    };
    let [old, new] = [snapshot, text].map(|text| format!("{}\n", text.trim_end()));
    if old == new {
        return Ok(());
    }
    let diff = TextDiff::from_lines(&old, &new).unified_diff().header(name, "now").to_string();
    Err(format!("the text differs from {name}:\n{}", diff.trim_end()))
}

/// Returns what a person can do about a text that differs from its snapshot.
fn what_to_do(name: &str, pending: bool) -> String {
    if pending {
        format!(
            "If the new text is right, `cargo insta review` accepts it from {name}.new. Without cargo-insta, run the test with \
             INSTA_UPDATE=always"
        )
    } else {
        "Nothing was written, because of CI or INSTA_UPDATE. If the new text is right, run the test with INSTA_UPDATE=always".into()
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
    use std::process::Command;

    const TEXT: &str = "charset: UTF-8\r\n\nrecord\n";
    const HEADER: &str = "---\nsource: a.rs\n---\n";
    /// The text as insta stores it.
    const STORED: &str = "charset: UTF-8␍\n\nrecord\n";

    /// The snapshot file for the process that runs `of_another_process`.
    const FILE: &str = "KIFU_SNAPSHOT_OF_A_TEST";

    /// Compares `TEXT` with a file. The other tests run this one in processes with their own environment.
    #[test]
    fn of_another_process() {
        if let Some(path) = env::var_os(FILE) {
            println!("<{}>", snapshot(path.as_ref(), TEXT).err().unwrap_or_default());
        }
    }

    /// A folder with a snapshot file.
    struct Tried(tempfile::TempDir);

    impl Tried {
        fn new(stored: Option<&str>) -> Self {
            let folder = Self(tempfile::tempdir().unwrap());
            if let Some(stored) = stored {
                fs::write(folder.0.path().join("record.snap"), stored).unwrap();
            }
            folder
        }

        /// Returns the message of `snapshot` with these environment variables.
        fn message(&self, variables: &[(&str, &str)]) -> String {
            let mut test = Command::new(env::current_exe().unwrap());
            test.args(["--exact", "snapshot::tests::of_another_process", "--nocapture"]);
            test.env(FILE, self.0.path().join("record.snap"));
            for variable in ["CI", "TF_BUILD", "INSTA_UPDATE", "INSTA_FORCE_PASS", "INSTA_OUTPUT", "INSTA_PENDING_DIR"]
            {
                test.env_remove(variable);
            }
            let output = String::from_utf8(test.envs(variables.iter().copied()).output().unwrap().stdout).unwrap();
            let (_, message) = output.split_once('<').unwrap();
            message.rsplit_once('>').unwrap().0.to_owned()
        }

        /// Returns the content of a file of the folder without its header.
        fn content(&self, name: &str) -> Option<String> {
            let text = fs::read_to_string(self.0.path().join(name)).ok()?;
            Some(text.rsplit_once("\n---\n").map_or(text.clone(), |(_, content)| content.to_owned()))
        }
    }

    #[test]
    fn an_equal_snapshot_removes_the_pending_one() {
        let tried = Tried::new(Some(&format!("{HEADER}{STORED}")));
        fs::write(tried.0.path().join("record.snap.new"), "").unwrap();
        assert_eq!(tried.message(&[]), "");
        assert_eq!(tried.content("record.snap.new"), None);
    }

    #[test]
    fn all_differences_are_shown_and_the_text_is_pending() {
        let tried = Tried::new(Some(&format!("{HEADER}charset: UTF-8\n\nrecords\n")));
        let message = tried.message(&[]);
        let diff = "the text differs from record.snap:\n--- record.snap\n+++ now\n@@ -1,3 +1,3 @@\n-charset: UTF-8\n+charset: UTF-8␍\n \n\
                    -records\n+record\nIf the new text is right, `cargo insta review` accepts it from record.snap.new. Without \
                    cargo-insta, run the test with INSTA_UPDATE=always";
        assert_eq!(message, diff);
        assert_eq!(tried.content("record.snap.new").as_deref(), Some(STORED));
        assert_eq!(tried.content("record.snap").as_deref(), Some("charset: UTF-8\n\nrecords\n"));
    }

    #[test]
    fn empty_lines_at_the_start_and_carriage_returns_count() {
        for stored in [format!("{HEADER}\n{STORED}"), format!("{HEADER}{}", TEXT.replace('\r', ""))] {
            let tried = Tried::new(Some(&stored));
            assert_ne!(tried.message(&[]), "");
            assert_eq!(tried.content("record.snap.new").as_deref(), Some(STORED));
        }
    }

    #[test]
    fn a_missing_snapshot_is_pending_with_its_whole_text() {
        let tried = Tried::new(None);
        let message = tried.message(&[]);
        let start = "record.snap does not exist. Compare this text line by line with the input:\n";
        assert!(
            message.starts_with(&format!("{start}{STORED}If the new text is right, `cargo insta review`")),
            "{message}"
        );
        assert_eq!(tried.content("record.snap.new").as_deref(), Some(STORED));
        assert_eq!(tried.content("record.snap"), None);
    }

    #[test]
    fn ci_and_no_write_nothing_and_always_writes_the_snapshot() {
        let tried = Tried::new(None);
        for variable in [("CI", "true"), ("INSTA_UPDATE", "no")] {
            let message = tried.message(&[variable]);
            assert!(
                message.contains("\nNothing was written, because of CI or INSTA_UPDATE. If the new text"),
                "{message}"
            );
            assert_eq!(fs::read_dir(tried.0.path()).unwrap().count(), 0);
        }
        tried.message(&[]);
        assert!(tried.content("record.snap.new").is_some());
        assert_eq!(tried.message(&[("INSTA_UPDATE", "always"), ("CI", "true")]), "");
        let written = fs::read_to_string(tried.0.path().join("record.snap")).unwrap();
        assert_eq!(written, format!("---\nsource: crates/conformance/src/snapshot.rs\n---\n{STORED}"));
        assert_eq!(tried.content("record.snap.new"), None);
    }

    #[test]
    fn cargo_insta_test_collects_all_pending_snapshots() {
        let tried = Tried::new(None);
        assert_eq!(tried.message(&[("INSTA_FORCE_PASS", "1"), ("INSTA_UPDATE", "new")]), "");
        assert_eq!(tried.content("record.snap.new").as_deref(), Some(STORED));
    }

    #[test]
    fn an_invalid_snapshot_is_an_error_with_a_reason() {
        for (stored, reason) in [
            (STORED, "record.snap is not a snapshot: its first line is not `---`, the start of the header of insta\n"),
            ("---\n{ {\n---\n", "record.snap is not a snapshot: Failed parsing the YAML from "),
        ] {
            let tried = Tried::new(Some(stored));
            let message = tried.message(&[]);
            assert!(message.starts_with(reason), "{message}");
            assert!(message.contains("\nIf the new text is right, `cargo insta review`"), "{message}");
            assert_eq!(tried.message(&[("INSTA_UPDATE", "always")]), "");
            assert_eq!(tried.content("record.snap").as_deref(), Some(STORED));
        }
    }

    #[test]
    fn a_variable_with_another_value_is_an_error() {
        let tried = Tried::new(Some(&format!("{HEADER}{STORED}")));
        let message = tried.message(&[("INSTA_UPDATE", "yes")]);
        assert!(
            message.starts_with("record.snap: ") && message.ends_with("invalid value for env var 'INSTA_UPDATE'"),
            "{message}"
        );
    }

    #[test]
    fn expect_is_written_when_snapshots_are() {
        let written = ["always", "1", "force", "auto", "new", "unseen", "no", ""].map(is_without_review);
        assert_eq!(written, [true, true, true, false, false, false, false, false]);
    }

    #[test]
    fn a_snapshot_has_its_extension() {
        let message = snapshot("folder/record.txt".as_ref(), "").unwrap_err();
        assert_eq!(message, "folder/record.txt: the name of a snapshot ends with .snap");
    }

    #[test]
    fn texts_in_memory_are_compared_in_whole() {
        assert_eq!(compared("record.snap", Some("a\nb\n"), "a\nb"), Ok(()));
        let message = compared("record.snap", Some("a\nb\nc"), "a\nx\nc\nd\n").unwrap_err();
        assert!(message.ends_with("@@ -1,3 +1,4 @@\n a\n-b\n+x\n c\n+d"), "{message}");
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
