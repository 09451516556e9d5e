//! Runs each example program of the facade, and compares its output.

use anyhow::{Context, ensure};
use std::{collections::BTreeSet, fs, path::Path, process::Command};

/// A run of an example program in a folder with one file, `game.sgf`.
struct Run {
    program: &'static str,
    arguments: &'static [&'static str],
    /// The expected standard output.
    output: &'static str,
    /// The expected content of `game.sgf` afterwards.
    file: &'static str,
}

const GAME: &str = "(;GM[1]SZ[9]PB[Ida]PW[Nils]DT[2024-05-01]RE[B+R];B[ee];W[gc])\n";

const RUNS: &[Run] = &[
    Run {
        program: "moves",
        arguments: &["game.sgf"],
        output: "Ida (black) - Nils (white)\n   1. B E5\n   2. W G7\n",
        file: GAME,
    },
    Run {
        program: "play",
        arguments: &["(;SZ[9];B[ee];W[gc])", "E5", "C3", "<", "D3"],
        output: "(;FF[4]GM[1]CA[UTF-8]SZ[9]\n;B[ee]\n(;W[gc])\n(;W[dg]))\n",
        file: GAME,
    },
    Run {
        program: "rename",
        arguments: &["game.sgf", "Ida", "Ida Holm"],
        output: "",
        file: "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[Ida Holm]PW[Nils]DT[2024-05-01]RE[B+R]\n;B[ee];W[gc])\n",
    },
    Run {
        program: "table",
        arguments: &["."],
        output: "file,black,white,date,result,moves\n\"./game.sgf\",\"Ida\",\"Nils\",\"2024-05-01\",\"B+R\",2\n",
        file: GAME,
    },
];

/// The number of lines that a program may have, because the pages promise how short one is.
const MOST_LINES: usize = 34;

/// Runs every example program, and fails if one has no run, another output or too many lines.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let folder = root.join("crates/kifu/examples");
    let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.path().file_stem().unwrap_or_default().to_owned()));
    let names: BTreeSet<_> = names.collect::<anyhow::Result<_>>()?;
    ensure!(names == RUNS.iter().map(|run| run.program.into()).collect(), "not every example program has a run");
    // All of the workspace, so that the crates have the features with which the tests built them.
    let build = ["build", "--quiet", "--workspace", "--examples", "--target-dir", "target"];
    ensure!(Command::new("cargo").args(build).current_dir(root).status()?.success(), "the examples cannot be built");
    let place = std::env::temp_dir().join(format!("kifu-examples-{}", std::process::id()));
    fs::create_dir_all(&place)?;
    let done = RUNS.iter().try_for_each(|run| check(root, &place, run));
    fs::remove_dir_all(&place)?;
    done
}

fn check(root: &Path, place: &Path, run: &Run) -> anyhow::Result<()> {
    let source = format!("crates/kifu/examples/{}.rs", run.program);
    let lines = fs::read_to_string(root.join(&source))?.lines().count();
    ensure!(lines <= MOST_LINES, "{source} has {lines} lines, and may have {MOST_LINES}");
    let file = place.join("game.sgf");
    fs::write(&file, GAME)?;
    let program = root.join("target/debug/examples").join(run.program);
    let ran = Command::new(program).args(run.arguments).current_dir(place).output().context("cannot run it")?;
    let shown = format!("{} {}", run.program, run.arguments.join(" "));
    ensure!(ran.status.success(), "{shown} failed: {}", String::from_utf8_lossy(&ran.stderr));
    let (output, after) = (String::from_utf8(ran.stdout)?, fs::read_to_string(file)?);
    ensure!(output == run.output, "{shown} printed {output:?}, not {:?}", run.output);
    ensure!(after == run.file, "{shown} wrote {after:?}, not {:?}", run.file);
    println!("ran: {shown}");
    Ok(())
}
