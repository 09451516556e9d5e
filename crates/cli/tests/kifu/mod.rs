//! Runs the program in a temporary folder.

#![allow(dead_code, reason = "each test uses some of it")]

use std::{
    ffi::OsStr,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A folder that is removed after the test.
pub(crate) struct Folder(tempfile::TempDir);

/// The output of the program.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    /// Creates a folder with these files.
    pub(crate) fn with(files: &[(&str, &[u8])]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (path, bytes) in files {
            folder.write(path, bytes);
        }
        folder
    }

    pub(crate) fn write(&self, path: impl AsRef<Path>, bytes: &[u8]) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(path)
    }

    pub(crate) fn read(&self, path: impl AsRef<Path>) -> String {
        String::from_utf8(fs::read(self.path(path)).unwrap()).unwrap()
    }

    /// Returns every file in the folder, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let all = walkdir::WalkDir::new(self.0.path()).sort_by_file_name().into_iter().map(Result::unwrap);
        let files = all.filter(|entry| entry.file_type().is_file());
        files.map(|entry| entry.path().strip_prefix(self.0.path()).unwrap().to_string_lossy().into_owned()).collect()
    }

    /// Runs the program in the folder.
    pub(crate) fn kifu<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Ran {
        self.kifu_with(args, b"")
    }

    /// Runs the program in the folder, with this standard input.
    pub(crate) fn kifu_with<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>, input: &[u8]) -> Ran {
        ran(&mut self.command(args), input)
    }

    /// Returns the command that runs the program in the folder.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command.args(args).current_dir(self.0.path()).env_remove("GITHUB_WORKSPACE");
        command
    }
}

/// Runs a command to its end.
pub(crate) fn ran(command: &mut Command, input: &[u8]) -> Ran {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may end before it has read all input.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

impl Ran {
    #[track_caller]
    pub(crate) fn ends(self, status: i32) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        self
    }

    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        assert!(self.err.contains(text), "missing: {text:?}\n{}", self.err);
        self
    }

    #[track_caller]
    pub(crate) fn says_not(self, text: &str) -> Self {
        assert!(!self.err.contains(text), "unexpected: {text:?}\n{}", self.err);
        self
    }

    #[track_caller]
    pub(crate) fn says_nothing(self) -> Self {
        assert_eq!(self.err, "");
        self
    }

    #[track_caller]
    pub(crate) fn prints(self, text: &str) -> Self {
        assert!(self.out.contains(text), "not printed: {text:?}\n{}", self.out);
        self
    }

    #[track_caller]
    pub(crate) fn prints_not(self, text: &str) -> Self {
        assert!(!self.out.contains(text), "printed: {text:?}\n{}", self.out);
        self
    }

    #[track_caller]
    pub(crate) fn prints_nothing(self) -> Self {
        assert_eq!(self.out, "");
        self
    }

    /// Returns the findings of a report in JSON, on whichever stream it is.
    #[track_caller]
    pub(crate) fn findings(&self) -> Vec<serde_json::Value> {
        let report = if self.out.is_empty() { &self.err } else { &self.out };
        let lines = report.lines().map(|line| serde_json::from_str(line).expect(line));
        lines.filter(|line: &serde_json::Value| line["type"] == "finding").collect()
    }
}
