//! The peers in other languages: installed where their package managers are there, into the target folder.

use crate::measure::rate;
use kifu_bench::texts::Texts;
use std::{fs, path::Path, process::Command};

/// How many of the texts they are measured on.
pub(crate) const SOME: usize = 400;

/// What is measured of a peer, in MB/s.
pub(crate) struct Rates {
    pub(crate) parse: f64,
    pub(crate) write: f64,
    /// The files it cannot read, and of how many.
    pub(crate) failed: (usize, usize),
}

/// A peer that a script of its own measures.
pub(crate) struct Scripted {
    pub(crate) name: &'static str,
    program: &'static str,
    script: &'static str,
    /// Where its packages are, and the variable that says so.
    variable: (&'static str, String),
}

/// Those that are there; what is not is told.
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
        println!("no pip: sgfmill is left out");
    }
    if install(&node, "npm", &["install", "--silent", "@sabaki/sgf@3.4.7", "--prefix"]) {
        let variable = ("NODE_PATH", node.join("node_modules").display().to_string());
        peers.push(Scripted { name: "@sabaki/sgf 3.4.7", program: "node", script: "time_sabaki.cjs", variable });
    } else {
        println!("no npm: @sabaki/sgf is left out");
    }
    peers
}

impl Scripted {
    /// Measures it on the first of the texts: it has less to do, and a rate to tell all the same.
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
        let failed = (failed as usize, some.len());
        Ok(Rates { parse: rate(bytes, parse), write: rate(written as usize, write), failed })
    }
}
