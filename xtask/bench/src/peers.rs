//! Libraries in other languages. They are installed into the target folder if their package managers exist.

use crate::measure::rate;
use kifu_bench::texts::Texts;
use std::{fs, path::Path, process::Command};

/// The number of texts on which they are measured.
pub(crate) const SOME: usize = 400;

/// The rates of a library, in MB/s.
pub(crate) struct Rates {
    pub(crate) parse: f64,
    pub(crate) write: f64,
    /// The rate of reading with every value parsed, if the library can do that separately.
    pub(crate) typed: Option<f64>,
    /// The number of files that it cannot read, and the number of all files.
    pub(crate) failed: (usize, usize),
}

/// A library that is measured by a script in its own language.
pub(crate) struct Scripted {
    pub(crate) name: &'static str,
    program: &'static str,
    script: &'static str,
    /// The environment variable for the folder of its packages, and its value.
    variable: (&'static str, String),
}

/// Installs and returns the libraries. Prints a note for each one that cannot be installed.
pub(crate) fn scripted(target: &Path) -> Vec<Scripted> {
    let python = target.join("peers/python");
    let node = target.join("peers/node");
    let install = |there: &Path, program: &str, args: &[&str]| {
        there.is_dir() || Command::new(program).args(args).arg(there).output().is_ok_and(|run| run.status.success())
    };
    let mut peers = Vec::new();
    if install(&python, "pip", &["install", "--quiet", "sgfmill==1.1.1", "--target"]) {
        let variable = ("PYTHONPATH", python.display().to_string());
        peers.push(Scripted { name: "sgfmill 1.1.1", program: "python3", script: "time_sgfmill.py", variable });
    } else {
        println!("pip is not installed: sgfmill is not measured");
    }
    if install(&node, "npm", &["install", "--silent", "@sabaki/sgf@3.4.7", "--prefix"]) {
        let variable = ("NODE_PATH", node.join("node_modules").display().to_string());
        peers.push(Scripted { name: "@sabaki/sgf 3.4.7", program: "node", script: "time_sabaki.cjs", variable });
    } else {
        println!("npm is not installed: @sabaki/sgf is not measured");
    }
    peers
}

impl Scripted {
    /// Measures the library on the first texts only, which is enough for a rate.
    pub(crate) fn measure(&self, folder: &Path, texts: &Texts) -> anyhow::Result<Rates> {
        let some = &texts.games[..texts.games.len().min(SOME)];
        let bytes = some.iter().map(String::len).sum();
        let file = tempfile::NamedTempFile::new()?;
        fs::write(file.path(), some.join("\0"))?;
        let mut command = Command::new(self.program);
        command.arg(folder.join(self.script)).arg(file.path()).env(self.variable.0, &self.variable.1);
        let run = command.output()?;
        anyhow::ensure!(run.status.success(), "{}: {}", self.name, String::from_utf8_lossy(&run.stderr));
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        let mut figures = text.split_whitespace();
        let mut next = || figures.next().unwrap_or("0").parse::<f64>();
        let (parse, write, written, failed) = (next()?, next()?, next()?, next()?);
        let typed = figures.next().and_then(|seconds| seconds.parse().ok()).map(|seconds| rate(bytes, seconds));
        let failed = (failed as usize, some.len());
        Ok(Rates { parse: rate(bytes, parse), write: rate(written as usize, write), typed, failed })
    }
}
