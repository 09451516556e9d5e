//! Measures the whole program on a folder of 20,000 files, compared with only reading them.

use crate::{
    measure::{median, process},
    page::Page,
};
use anyhow::{Context, ensure};
use kifu_bench::texts::Texts;
use std::{
    fs,
    hint::black_box,
    path::Path,
    process::{Command, Stdio},
};

/// The number of files.
const FILES: usize = 20_000;

/// The number of runs of each process; the median counts.
const ROUNDS: usize = 5;

/// Reads every file, and does nothing else.
pub(crate) fn read_only(folder: &Path) -> anyhow::Result<()> {
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            black_box(fs::read(entry.path())?);
        }
    }
    Ok(())
}

pub(crate) fn bulk(page: &mut Page, root: &Path) -> anyhow::Result<()> {
    let built = Command::new("cargo")
        .args(["build", "--quiet", "--release", "--package", "kifu-cli"])
        .env("CARGO_TARGET_DIR", root.join("target"))
        .current_dir(root)
        .status()
        .context("cargo")?;
    ensure!(built.success(), "the program cannot be built");
    let kifu = root.join("target/release/kifu");
    let folder = tempfile::tempdir()?;
    Texts::plain(FILES).save(folder.path())?;
    let convert = |extra: &[&str]| {
        let mut command = Command::new(&kifu);
        command.arg("convert").arg(folder.path()).args(["--to", "jgf2", "--lines", "--quiet"]).args(extra);
        command.stdout(Stdio::null());
        command
    };
    let mut reading = Command::new(std::env::current_exe()?);
    reading.arg("read-only").arg(folder.path());
    let mut commands = [
        ("only reading the files", reading),
        ("`--no-verify`, one core", convert(&["--no-verify", "--jobs", "1"])),
        ("`--no-verify`, two cores", convert(&["--no-verify", "--jobs", "2"])),
        ("losses measured, one core", convert(&["--jobs", "1"])),
        ("losses measured, two cores", convert(&["--jobs", "2"])),
    ];
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); commands.len()];
    let mut peaks = vec![0; commands.len()];
    for _ in 0..ROUNDS {
        for (i, (_, command)) in commands.iter_mut().enumerate() {
            let (seconds, peak) = process(command)?;
            times[i].push(seconds);
            peaks[i] = peaks[i].max(peak.unwrap_or(0));
        }
    }
    let times: Vec<f64> = times.into_iter().map(median).collect();
    let mut table = page.table(&["process", "seconds", "against only reading", "against one core", "most memory"]);
    for (i, (name, _)) in commands.iter().enumerate() {
        let cores =
            if name.ends_with("two cores") { format!("{:.2} ×", times[i - 1] / times[i]) } else { String::new() };
        table.row(&[
            name,
            &format!("{:.2}", times[i]),
            &format!("{:.2}", times[0] / times[i]),
            &cores,
            &format!("{} MB", peaks[i] / 1_000_000),
        ]);
    }
    let about = format!("`kifu convert DIR --to jgf2 --lines`, {FILES} files of 220 moves, in the page cache");
    page.put("A folder of 20,000 files", &table.finish(), &[about]);
    Ok(())
}
