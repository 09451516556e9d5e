//! Tables, which are printed and written into the page.

use anyhow::Context;
use std::{fmt::Write as _, fs, path::Path};

/// The marks around the figures in the page.
const MARKS: [&str; 2] = ["<!-- figures: cargo xtask bench -->", "<!-- end of the figures -->"];

#[derive(Default)]
pub(crate) struct Page {
    text: String,
}

pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Page {
    pub(crate) fn table(&self, head: &[&str]) -> Table {
        Table { head: head.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a section with a title, a table and remarks.
    pub(crate) fn put(&mut self, title: &str, table: &str, remarks: &[String]) {
        let mut section = format!("### {title}\n{table}");
        if !remarks.is_empty() {
            let _ = writeln!(section, "\n{}.", remarks.join("; "));
        }
        println!("{section}");
        let _ = writeln!(self.text, "{section}");
    }

    /// Writes the figures and the description of the machine into the page.
    pub(crate) fn write(self, path: &Path) -> anyhow::Result<()> {
        let page = fs::read_to_string(path)?;
        let (before, rest) = page.split_once(MARKS[0]).context("the page has no place for the figures")?;
        let (_, after) = rest.split_once(MARKS[1]).context("the figures have no end in the page")?;
        let figures = format!("{}\n{}\n\n{}{}", MARKS[0], machine(), self.text, MARKS[1]);
        fs::write(path, format!("{before}{figures}{after}"))?;
        Ok(())
    }
}

/// Returns the description of the machine.
pub(crate) fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let rust = std::process::Command::new("rustc").arg("--version").output();
    let rust = rust.map(|run| String::from_utf8_lossy(&run.stdout).trim().to_owned()).unwrap_or_default();
    format!("Measured on {cores} cores of a virtual machine ({model}), {}, {rust}.", std::env::consts::OS)
}

impl Table {
    pub(crate) fn columns<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        self.head.extend(names.map(ToOwned::to_owned));
    }

    pub(crate) fn row(&mut self, cells: &[&str]) {
        self.rows.push(cells.iter().map(|&cell| cell.to_owned()).collect());
    }

    /// Adds a row of rates: the rate of kifu, and the rates of others, each with the factor by which kifu is faster on the same
    /// files.
    pub(crate) fn rates(&mut self, text: &str, work: &str, ours: f64, others: &[(f64, f64)]) {
        self.some_rates(text, work, ours, others.iter().copied().map(Some));
    }

    /// Like [`rates`](Self::rates), for work that some of the others cannot do.
    pub(crate) fn some_rates(
        &mut self,
        text: &str,
        work: &str,
        ours: f64,
        others: impl Iterator<Item = Option<(f64, f64)>>,
    ) {
        let mut row = vec![text.to_owned(), work.to_owned(), format!("{ours:.0} MB/s")];
        row.extend(others.map(|rates| match rates {
            Some((other, beside)) => format!("{other:.1} MB/s, {:.1} ×", beside / other),
            None => String::new(),
        }));
        self.rows.push(row);
    }

    pub(crate) fn finish(mut self) -> String {
        for row in &mut self.rows {
            row.resize(self.head.len(), String::new());
        }
        let rule = vec!["---".to_owned(); self.head.len()];
        let line = |cells: &Vec<String>| format!("| {} |\n", cells.join(" | "));
        let all = [&self.head, &rule].into_iter().chain(&self.rows);
        all.map(line).collect()
    }
}
