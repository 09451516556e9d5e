//! Compares two versions of the program on the same files, by the CPU time of each command, measured in turn.

use crate::{
    measure::median,
    page::{Page, machine},
};
use anyhow::{Context, ensure};
use kifu_bench::texts::Texts;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The number of rounds. It is odd for the median, and there are many short samples, so that other programs on the machine disturb
/// both versions equally.
const ROUNDS: usize = 25;

/// The minimum CPU time of a sample, in seconds. The system counts in hundredths of a second, so the error of one sample is up to 5
/// %, and that of the median is below 1 %.
const LEAST: f64 = 0.2;

/// The ratio of throughput below which the new version counts as slower. Two runs of one version differ by less.
const SLOWER: f64 = 0.95;

/// The commands; the folder follows them. They use one thread, so that the waiting of threads is not measured.
const COMMANDS: [&[&str]; 4] = [
    &["check", "--jobs", "1"],
    &["info", "--jobs", "1"],
    &["convert", "--jobs", "1", "--to", "jgf2", "--lines", "--no-verify"],
    &["convert", "--jobs", "1", "--to", "jgf2", "--lines"],
];

/// One command on one folder, and its times in the old and the new version.
struct Work {
    name: String,
    args: Vec<PathBuf>,
    /// The highest exit status that is not a failure.
    allowed: i32,
    /// The number of runs per sample.
    repeats: u32,
    /// The CPU seconds of a run of the old and the new version, by round.
    times: Vec<[f64; 2]>,
}

impl Work {
    fn new(text: &str, folder: &Path, command: &[&str], allowed: i32) -> Self {
        let shown = command.iter().filter(|&&arg| arg != "--jobs" && arg != "1");
        let shown: Vec<&str> = shown.copied().collect();
        let args = command.iter().map(PathBuf::from).chain([folder.to_owned()]).collect();
        Self { name: format!("{text}: `kifu {}`", shown.join(" ")), args, allowed, repeats: 1, times: Vec::new() }
    }

    /// Chooses the number of runs in a sample. This first run also loads the files into the page cache.
    fn warm_up(&mut self, program: &Path) -> anyhow::Result<()> {
        let once = self.sample(program)?.max(0.01);
        while f64::from(self.repeats) * once < LEAST {
            self.repeats += 1;
        }
        Ok(())
    }

    /// Measures both versions once. The version that runs first alternates.
    fn round(&mut self, programs: &[&Path; 2], round: usize) -> anyhow::Result<()> {
        let mut times = [0.0; 2];
        for version in [round % 2, 1 - round % 2] {
            // If the system counted no time, assume half a hundredth of a second.
            times[version] = self.sample(programs[version])?.max(0.005);
        }
        self.times.push(times);
        Ok(())
    }

    /// Returns the CPU seconds of a run, as the mean of a sample.
    fn sample(&self, program: &Path) -> anyhow::Result<f64> {
        let before = cpu_of_children()?;
        for _ in 0..self.repeats {
            let mut command = Command::new(program);
            command.args(&self.args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            let status = command.status().with_context(|| format!("{command:?}"))?;
            let ended = status.code().is_some_and(|code| code <= self.allowed);
            ensure!(ended, "{command:?} failed: {status}");
        }
        Ok((cpu_of_children()? - before) / f64::from(self.repeats))
    }

    /// Returns the throughput of the new version divided by that of the old, as the median of the rounds. In one round both
    /// versions have the same load.
    fn ratio(&self) -> f64 {
        median(self.times.iter().map(|[old, new]| old / new).collect())
    }
}

/// Compares the program `old`, built from the commit `name`, with the program `new`, and fails if any work is slower.
pub(crate) fn run(name: &str, old: &Path, new: &Path, folder: Option<&Path>) -> anyhow::Result<()> {
    let made = tempfile::tempdir()?;
    let mut works = Vec::new();
    for texts in [Texts::plain(3000), Texts::annotated(600)] {
        let folder = made.path().join(texts.name);
        texts.save(&folder)?;
        // 1: findings, such as illegal moves.
        works.extend(COMMANDS.map(|command| Work::new(texts.name, &folder, command, 1)));
    }
    if let Some(folder) = folder {
        // 2: some of the files cannot be read or written. A version that lacks a command fails above, on the generated games.
        works.extend(COMMANDS.map(|command| Work::new("real files", folder, command, 2)));
    }
    let programs = [old, new];
    works.iter_mut().try_for_each(|work| work.warm_up(new))?;
    for round in 0..ROUNDS {
        works.iter_mut().try_for_each(|work| work.round(&programs, round))?;
    }
    // Work that seems slower is measured again, because the result may be chance.
    for work in works.iter_mut().filter(|work| work.ratio() < SLOWER) {
        (0..ROUNDS).try_for_each(|round| work.round(&programs, round))?;
    }
    println!("{}\n", machine());
    let mut page = Page::default();
    let mut table = page.table(&["work", name, "new", "new against old"]);
    for work in &works {
        let shown = |version: usize| {
            let times = work.times.iter().map(|times| times[version]);
            format!("{:.1} ms", median(times.collect()) * 1e3)
        };
        let [old, new] = [shown(0), shown(1)];
        table.row(&[&work.name, &old, &new, &format!("{:.3}", work.ratio())]);
    }
    page.put(
        &format!("Against {name}"),
        &table.finish(),
        &["CPU time of a run (median); above 1 is faster".to_owned()],
    );
    let slower: Vec<&str> = works.iter().filter(|work| work.ratio() < SLOWER).map(|work| &*work.name).collect();
    ensure!(slower.is_empty(), "slower than {name} by more than 5 %: {}", slower.join("; "));
    Ok(())
}

/// Returns the CPU seconds (user and system) of all child processes that have ended.
fn cpu_of_children() -> anyhow::Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat").context("CPU time is measured only on Linux")?;
    cpu_in(&stat).context("/proc/self/stat has no times of children")
}

/// Returns the sum of the fields `cutime` and `cstime`, the 16th and 17th. The name of the program before them may contain any
/// characters.
fn cpu_in(stat: &str) -> Option<f64> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut next = || fields.next()?.parse::<f64>().ok();
    // In ticks: 100 a second on Linux.
    Some((next()? + next()?) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_children_are_found() {
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194304 9 8 0 0 11 12 130 17 20 0 1 0 5 6 7";
        assert_eq!(cpu_in(stat), Some(1.47));
        assert_eq!(cpu_in("7 (a) S 1"), None);
    }

    #[test]
    fn a_ratio_above_one_is_faster() {
        let mut work = Work::new("plain", Path::new("games"), COMMANDS[0], 0);
        work.times = vec![[2.0, 1.0], [9.0, 1.0], [1.0, 1.0]];
        assert_eq!((work.name.as_str(), work.ratio()), ("plain: `kifu check`", 2.0));
    }
}
