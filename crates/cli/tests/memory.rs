//! What memory a command takes for what an attacker might send: at most 30 times the input, but for the shapes in [`HEAVY`].
//! The allocator counts, so that the figures are the same everywhere. This test is also the program that it calls: with
//! `KIFU_MEMORY` set it runs `kifu` and writes to the file of that name how many bytes were allocated at most. With
//! `KIFU_MEMORY_SHOW` it shows every figure.

use cap::Cap;
use libtest_mimic::{Arguments, Failed, Trial};
use std::{alloc::System, env, fs, process::Command, process::ExitCode, process::Stdio};

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// The figures are about the same for 8 MB. Where there are findings with fixes they are larger here: up to 100,000 are kept.
const BYTES: usize = 1_000_000;
const TIMES: f64 = 30.0;

/// Shapes that take more, and how much: to read, to compare with another file, and to convert. A node takes 48 bytes in a
/// record and its details some 300; where two bytes of text make a node, that is what it comes to. These figures may shrink,
/// never grow.
const HEAVY: &[(&str, f64, f64, f64)] = &[
    ("unknown-property", 72.0, 72.0, 137.0),
    ("impossible-move", 72.0, 72.0, 141.0),
    ("parentheses", 51.0, 51.0, 51.0),
    ("comments", 80.0, 80.0, 154.0),
    ("mojibake", 68.0, 68.0, 130.0),
    ("nodes", 69.0, 69.0, 123.0),
    ("variations", 31.0, 88.0, 60.0),
    ("nested-variations", 43.0, 43.0, 64.0),
    ("short-games", 30.0, 30.0, 60.0),
    ("closing-brackets", 78.0, 62.0, 66.0),
    ("fixes", 69.0, 66.0, 67.0),
    ("values", 32.0, 32.0, 32.0),
    ("setups", 30.0, 30.0, 43.0),
    ("passes", 30.0, 30.0, 37.0),
    ("names", 30.0, 30.0, 33.0),
    ("two-moves", 30.0, 30.0, 32.0),
    ("commas", 59.0, 59.0, 59.0),
    ("empty-nodes", 42.0, 42.0, 53.0),
    ("bad-moves", 57.0, 57.0, 105.0),
    ("empty-members", 52.0, 52.0, 71.0),
    ("quotes", 74.0, 74.0, 74.0),
];

/// What is repeated, with what stands before and after it.
const SHAPES: &[(&str, &str, &str, &str, &str)] = &[
    ("unknown-property", "sgf", "(;GM[1]", ";XX[a]", ")"),
    ("impossible-move", "sgf", "(;GM[1]", ";B[zz]", ")"),
    ("games", "sgf", "", "(;GM[1])", ""),
    ("short-games", "sgf", "", "(;)", ""),
    ("other-games", "sgf", "", "(;GM[2])", ""),
    ("nodes", "sgf", "(", ";", ")"),
    ("parentheses", "sgf", "", "(", ""),
    ("double-parentheses", "sgf", "(;GM[1]", "((", ""),
    ("empty-trees", "sgf", "(;GM[1]", "()", ")"),
    ("variations", "sgf", "(;GM[1]", "(;)", ")"),
    ("nested-variations", "sgf", "(;GM[1]", "(;", ""),
    ("brackets", "sgf", "(;GM[1]", "[", ")"),
    ("closing-brackets", "sgf", "(;GM[1]C[a", "]", ")"),
    ("stones", "sgf", "(;GM[1]AB", "[aa]", ")"),
    ("setups", "sgf", "(;GM[1]", ";AB[aa]", ")"),
    ("marks", "sgf", "(;GM[1]TR", "[aa]", ")"),
    ("comments", "sgf", "(;GM[1]", ";C[x]", ")"),
    ("names", "sgf", "(;GM[1]", ";N[]", ")"),
    ("texts", "sgf", "(;GM[1]", "C[x]", ")"),
    ("values", "sgf", "(;GM[1]", "XX[a]", ")"),
    ("letters", "sgf", "(;GM[1]", "A", ")"),
    ("moves", "sgf", "(;GM[1]", ";B[aa]", ")"),
    ("passes", "sgf", "(;GM[1]", ";W[]", ")"),
    ("fixes", "sgf", "(;GM[1]", ";Black[aa]", ")"),
    ("two-moves", "sgf", "(;GM[1]", ";B[aa]W[bb]", ")"),
    ("stray", "sgf", "(;GM[1])", "x)", ""),
    ("lines", "sgf", "(;GM[1]", "\n", ")"),
    ("mojibake", "sgf", "(;GM[1]CA[UTF-8]", ";C[é]", ")"),
    ("undecodable", "sgf", "(;GM[1]CA[UTF-8]C[", "\u{fe}", "])"),
    ("arrays", "jgf", "", "[", ""),
    ("members", "jgf", "", "{\"a\":", ""),
    ("commas", "jgf", "{\"tree\":[", ",", "]}"),
    ("records", "jgf", "", "{}\n", ""),
    ("empty-nodes", "jgf", "{\"record\":{\"format\":\"JGF\"},\"tree\":[", "{},", "{}]}"),
    ("bad-nodes", "jgf", "{\"record\":{\"format\":\"JGF\"},\"tree\":[", "1,", "{}]}"),
    ("bad-moves", "jgf", "{\"record\":{\"format\":\"JGF\"},\"tree\":[", "{\"B\":1},", "{}]}"),
    ("empty-members", "jgf", "{\"record\":{\"format\":\"JGF\"},\"tree\":[{", "\"\":1,", "\"a\":1}]}"),
    ("quotes", "jgf", "{\"record\":{\"format\":\"JGF\"},\"tree\":[", "\"", "]}"),
    ("nested-nodes", "jgf", "{\"tree\":[", "[{},", ""),
];

const COMMANDS: &[(&str, &[&str])] = &[
    ("check", &["check", "-v"]),
    ("info", &["info"]),
    ("diff", &["diff"]),
    ("convert", &["convert", "--to", "sgf", "--allow-loss"]),
];

fn main() -> ExitCode {
    if let Some(path) = env::var_os("KIFU_MEMORY") {
        let status = kifu_cli::run(kifu::Library::default());
        fs::write(path, MEMORY.max_allocated().to_string()).expect("it can be written");
        return status;
    }
    let trials = SHAPES.iter().flat_map(|shape| {
        let trial = move |command: &'static (&str, &[&str])| {
            Trial::test(format!("{}/{}", command.0, shape.0), move || measured(shape, *command))
        };
        COMMANDS.iter().map(trial)
    });
    let trials = trials.collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn measured(
    &(shape, extension, before, repeated, after): &(&str, &str, &str, &str, &str),
    (name, command): (&str, &[&str]),
) -> Result<(), Failed> {
    let heavy = HEAVY.iter().find(|heavy| heavy.0 == shape);
    let most = heavy.map_or(TIMES, |heavy| match name {
        "convert" => heavy.3,
        "diff" => heavy.2,
        _ => heavy.1,
    });
    let folder = tempfile::tempdir()?;
    let times = (BYTES - before.len() - after.len()) / repeated.len();
    let mut text = [before, &repeated.repeat(times), after].concat().into_bytes();
    // No UTF-8, where that is wanted.
    text.iter_mut().filter(|byte| **byte == 0xC3 && repeated == "\u{fe}").for_each(|byte| *byte = 0xFE);
    let file = format!("a.{extension}");
    fs::write(folder.path().join(&file), &text)?;
    let mut kifu = Command::new(env::current_exe()?);
    kifu.args(command).args(["--jobs", "1", &file]).current_dir(folder.path());
    if name == "diff" {
        kifu.arg("b.sgf");
        fs::write(folder.path().join("b.sgf"), "(;GM[1])")?;
    }
    kifu.env("KIFU_MEMORY", "peak").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = kifu.status()?;
    let peak: f64 = fs::read_to_string(folder.path().join("peak"))?.parse()?;
    let times = peak / BYTES as f64;
    if env::var_os("KIFU_MEMORY_SHOW").is_some() {
        println!("{times:7.1} {name}/{shape} {repeated:?} {status}");
    }
    if times > most {
        return Err(format!("{times:.1} times the input, and not {most:.1}").into());
    }
    Ok(())
}
