//! Measures time and instructions.

use anyhow::{Context, ensure};
use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// The number of measurements; the median counts.
const ROUNDS: usize = 9;

/// The minimum duration of a measurement, for which the work is repeated. The time of very short work would mainly depend on the
/// content of the caches.
const LEAST: Duration = Duration::from_millis(20);

/// Returns the seconds of each work. They are measured in turn, so that a slow moment of the machine affects all of them.
pub(crate) fn seconds<const N: usize>(works: [&mut dyn FnMut(); N]) -> [f64; N] {
    seconds_of_rounds(ROUNDS, works)
}

/// Like [`seconds`], with a number of measurements for a process that is one of several.
pub(crate) fn seconds_of_rounds<const N: usize>(rounds: usize, mut works: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times: [Vec<f64>; N] = std::array::from_fn(|_| Vec::with_capacity(rounds));
    for _ in 0..rounds {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let (start, mut repeats) = (Instant::now(), 0);
            while start.elapsed() < LEAST {
                work();
                repeats += 1;
            }
            times.push(start.elapsed().as_secs_f64() / f64::from(repeats));
        }
    }
    times.map(median)
}

pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Returns megabytes per second.
#[allow(clippy::cast_precision_loss, reason = "a rate for people")]
pub(crate) fn rate(bytes: usize, seconds: f64) -> f64 {
    bytes as f64 / 1e6 / seconds
}

/// Returns the instructions of `kifu-bench once WHAT TIMES` per unit of its work (a byte or a move), as counted by callgrind; `None`
/// if it is not installed. The work is repeated `repeats` times.
#[allow(clippy::cast_precision_loss, reason = "a figure for people")]
pub(crate) fn instructions(what: &str, repeats: usize, units: usize) -> anyhow::Result<Option<f64>> {
    let count = |times: usize| -> anyhow::Result<Option<u64>> {
        let run = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(std::env::current_exe()?)
            .args(["once", what, &times.to_string()])
            .output();
        let Ok(run) = run else { return Ok(None) };
        ensure!(run.status.success(), "valgrind: {}", String::from_utf8_lossy(&run.stderr));
        let text = String::from_utf8_lossy(&run.stderr).into_owned();
        let line = text.lines().find_map(|line| line.split_once("Collected : ")).context("valgrind counted nothing")?;
        Ok(Some(line.1.trim().parse()?))
    };
    // The difference removes the cost of creating the texts.
    let (Some(once), Some(more)) = (count(1)?, count(1 + repeats)?) else { return Ok(None) };
    Ok(Some((more - once) as f64 / repeats as f64 / units as f64))
}

/// Runs a process, and returns its seconds and its peak memory in bytes, if the system reports it.
pub(crate) fn process(command: &mut Command) -> anyhow::Result<(f64, Option<u64>)> {
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| format!("{command:?}"))?;
    let status_file = format!("/proc/{}/status", child.id());
    let mut peak = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        peak = high_water(Path::new(&status_file)).or(peak);
        std::thread::sleep(std::time::Duration::from_millis(1));
    };
    ensure!(status.success(), "{command:?} failed: {status}");
    Ok((start.elapsed().as_secs_f64(), peak))
}

fn high_water(status: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
