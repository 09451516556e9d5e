//! Measures the memory of commands for inputs that an attacker might send: at most 32 times a large input.
//!
//! The allocator counts, so that the figures are the same on every machine. This test is also the program that it runs: if
//! `KIFU_MEMORY` is set, it runs `kifu`, and writes the maximum number of allocated bytes to the file with that name. With
//! `KIFU_MEMORY_SHOW` it prints every figure.
//!
//! The inputs are small, and the [`Limits`] of the program are smaller by the same factor. The trials of a few shapes in full size, with
//! the limits that users have, are ignored by default: `cargo test -p kifu-cli --test memory -- --ignored`.

use cap::Cap;
use kifu::model::Limits;
use libtest_mimic::{Arguments, Failed, Trial};
use std::{
    alloc::System,
    collections::BTreeMap,
    env, fs,
    process::{Command, ExitCode, ExitStatus, Stdio},
    sync::Mutex,
};

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// The size of the inputs in full size. It is just above a power of two, where lists that double their capacity have the most free
/// space.
const BYTES: usize = 8_500_000;

/// The most memory for an input in full size, as a multiple of its size.
const TIMES: f64 = 32.0;

/// The same for a small input. Buffers and the sample from which a format is detected do not shrink with the input, and a list whose
/// capacity is reserved by the size of a text of several megabytes has less free space.
const TIMES_OF_SMALL: f64 = 60.0;

/// The usual inputs are smaller than the full size by this factor, and so are the limits.
const PART: usize = 100;

/// The variable with the factor for the limits.
const LIMITS: &str = "KIFU_MEMORY_PART";

/// The shapes that are also measured in full size: those of nodes, fixes, findings, values and nesting, and of lines.
const FULL_SIZE: [(&str, &str); 13] = [
    ("nodes", "sgf"),
    ("fixes", "sgf"),
    ("impossible-move", "sgf"),
    ("setups-of-the-whole-board", "sgf"),
    ("marks", "sgf"),
    ("nested-variations", "sgf"),
    ("members-of-a-node", "jgf"),
    ("lines", "kif"),
    ("bookmarks", "kif"),
    ("programs", "kif"),
    ("numbers", "kif"),
    ("lines", "csa"),
    ("bad-nodes", "jkf"),
];

/// The shape of an input: name, extension, and the text before, the repeated text, and the text after it.
type Shape = (&'static str, &'static str, &'static str, &'static str, &'static str);

const SHAPES: &[Shape] = &[
    ("unknown-property", "sgf", "(;GM[1]", ";XX[a]", ")"),
    ("impossible-move", "sgf", "(;GM[1]", ";B[zz]", ")"),
    ("games", "sgf", "", "(;GM[1])", ""),
    ("short-games", "sgf", "", "(;)", ""),
    ("games-with-fixes", "sgf", "", "(;PL[white])", ""),
    ("other-games", "sgf", "", "(;GM[2])", ""),
    ("moves-of-another-game", "sgf", "(;GM[11]", ";B[x]", ")"),
    ("points-of-another-game", "sgf", "(;GM[11]TR", "[x]", ")"),
    ("loose-points-of-another-game", "sgf", "(;GM[11]TR", "[ a1]", ")"),
    ("second-values-of-another-game", "sgf", "(;GM[11]B", "[x]", ")"),
    ("properties-of-another-game", "sgf", "(;GM[11]", "KM[]", ")"),
    ("nodes", "sgf", "(", ";", ")"),
    ("parentheses", "sgf", "", "(", ""),
    ("double-parentheses", "sgf", "(;GM[1]", "((", ""),
    ("doubled-variations", "sgf", "(;GM[1]", "((;", ""),
    ("variations-that-go-on", "sgf", "(;GM[1]", "(;B[aa]);", ""),
    ("lines-of-a-name", "sgf", "(;GM[1]PB[", "\n", "])"),
    ("empty-trees", "sgf", "(;GM[1]", "()", ")"),
    ("variations", "sgf", "(;GM[1]", "(;)", ")"),
    ("nested-variations", "sgf", "(;GM[1]", "(;", ""),
    ("brackets", "sgf", "(;GM[1]", "[", ")"),
    ("closing-brackets", "sgf", "(;GM[1]C[a", "]", ")"),
    ("stones", "sgf", "(;GM[1]AB", "[aa]", ")"),
    ("setups", "sgf", "(;GM[1]", ";AB[aa]", ")"),
    ("setups-of-the-whole-board", "sgf", "(;GM[1]", ";AB[aa:ss];AE[aa:ss]", ")"),
    ("bookmarks", "sgf", "(;GM[1]", ";HO[1]", ")"),
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
    ("numbers-without-keys", "jgf", "{\"tree\":[{", "1,", "}]}"),
    ("commas-before-values", "jgf", "{\"tree\":[", "{\"move\",{\"x\":1}},", "{}]}"),
    ("unclosed-variations", "sgf", "(;GM[1]", "(;B[aa](;W[bb])", ""),
    ("nested-nodes", "jgf", "{\"tree\":[", "[{},", ""),
    ("two-empty-moves", "sgf", "(;GM[1]", "A[]B[]", ")"),
    ("empty-values", "sgf", "(;GM[1]", "A[]", ")"),
    ("lower-case-empty-values", "sgf", "(;GM[1]", "b[]", ")"),
    ("one-move-many-times", "sgf", "(;GM[1]", "B[]", ")"),
    ("empty-values-outside", "sgf", "", "A[]", ""),
    ("lower-case-empty-values-outside", "sgf", "", "b[]", ""),
    ("moves-outside", "sgf", "", "B[]", ""),
    ("slot-values", "sgf", "(;GM[1]KX", "[a]", ")"),
    ("empty-arrows", "sgf", "(;GM[1]", "AR[]", ")"),
    ("empty-labels", "sgf", "(;GM[1]", "LB[]", ")"),
    ("bad-marks", "sgf", "(;GM[1]", "TR[a]", ")"),
    ("bad-stones-of-one-property", "sgf", "(;GM[1]AB", "[a]", ")"),
    ("bad-marks-of-one-property", "sgf", "(;GM[1]TR", "[a]", ")"),
    ("bad-arrows-of-one-property", "sgf", "(;GM[1]AR", "[a]", ")"),
    ("bad-labels-of-one-property", "sgf", "(;GM[1]LB", "[aa]", ")"),
    ("views-off-the-board", "sgf", "(;GM[1]VW", "[zz]", ")"),
    ("empty-values-of-one-property", "sgf", "(;GM[1]B", "[]", ")"),
    ("values-that-change-their-key", "sgf", "(;GM[1]KX", "[:][a:]", ")"),
    ("comments-of-a-node", "jgf", "{\"tree\":[{\"comments\":[", "\"a\",", "\"a\"]}]}"),
    ("bad-points-of-a-node", "jgf", "{\"tree\":[{\"setup\":[{\"type\":\"black\",\"coords\":[", "0,", "0]}]}]}"),
    ("bad-setups-of-a-node", "jgf", "{\"tree\":[{\"setup\":[", "0,", "0]}]}"),
    ("values-of-a-slot", "jgf", "{\"tree\":[{\"sgf\":{\"AA\":[", "0,", "0]}}]}"),
    ("keys-of-a-slot", "jgf", "{\"tree\":[{\"sgf\":{\"A\":0", ",\"a\":0", "}}]}"),
    ("words-of-ours", "jgf", "{\"tree\":[{\"foreign\":{\"kifu\":{\"a\":[", "0,", "0]}}}]}"),
    ("members-of-meta", "jgf", "{\"meta\":{\"x\":0", ",\"a\":0", "}}"),
    ("objects-closed-as-arrays", "jgf", "{\"tree\":[", "{]", ""),
    ("keys-closed-as-objects", "jgf", "{\"tree\":[", "{\"a\":[}", ""),
    ("variations-within-nodes", "sgf", "(;GM[1]", ";(B[aa]", ""),
    ("objects-without-commas", "jgf", "{\"tree\":[{", "{}", ""),
    ("opened-objects", "jgf", "{\"tree\":[", "{", ""),
    ("opened-arrays", "jgf", "{\"record\":{\"format\":\"JGF\"},\"tree\":[{\"a\":[", "[", ""),
    ("members-of-a-node", "jgf", "{\"tree\":[{\"x\":0", ",\"a\":0", "}]}"),
    ("lines", "kif", "手合割：平手\n1 ７六歩(77)\n", "x\n", ""),
    ("lines-of-the-head", "kif", "手合割：平手\n", "x\n", ""),
    ("bookmarks", "kif", "手合割：平手\n1 ７六歩(77)\n", "&\n", ""),
    ("programs", "kif", "手合割：平手\n1 ７六歩(77)\n", "#\n", ""),
    ("numbers", "kif", "手合割：平手\n1 ７六歩(77)\n", "1\n", ""),
    ("comments", "kif", "手合割：平手\n1 ７六歩(77)\n", "*\n", ""),
    ("headers", "kif", "手合割：平手\n", "x:\n", ""),
    ("ranks", "kif", "手合割：平手\n", "|\n", ""),
    ("words", "kif", "手合割：平手\n", "1 x\n", ""),
    ("endings", "kif", "手合割：平手\n1 ７六歩(77)\n", "まで\n", ""),
    ("moves-alone", "kif", "手合割：平手\n", "▲\n", ""),
    ("moves-of-ki2", "ki2", "手合割：平手\n", "▲７六歩", ""),
    ("variations", "kif", "手合割：平手\n1 ７六歩(77)\n", "変化：1手\n1 ２六歩(27)\n", ""),
    ("games", "kif", "手合割：平手\n", "#--separator--\n先手：\n", ""),
    ("unknown-handicap", "kif", "手合割：x\n", "1 x\n", ""),
    ("lines", "csa", "PI\n+\n+7776FU\n", "x\n", ""),
    ("lines-of-the-head", "csa", "PI\n", "x\n", ""),
    ("programs", "csa", "PI\n+\n+7776FU\n", "'\n", ""),
    ("programs-of-the-head", "csa", "PI\n", "'\n", ""),
    ("comments", "csa", "PI\n+\n+7776FU\n", "'*\n", ""),
    ("times", "csa", "PI\n+\n+7776FU\n", "T\n", ""),
    ("percents", "csa", "PI\n+\n", "%\n", ""),
    ("words", "csa", "PI\n+\n", "%x\n", ""),
    ("headers", "csa", "PI\n", "$x:\n", ""),
    ("pieces", "csa", "", "P+\n", "+\n"),
    ("games", "csa", "", "PI\n/\n", ""),
    ("empty-nodes", "jkf", "{\"header\":{},\"moves\":[", "{},", "{}]}"),
    ("bad-nodes", "jkf", "{\"header\":{},\"moves\":[", "1,", "{}]}"),
    ("bad-moves", "jkf", "{\"header\":{},\"moves\":[{},", "{\"move\":1},", "{}]}"),
    ("comments-of-a-node", "jkf", "{\"header\":{},\"moves\":[{\"comments\":[", "\"\",", "\"\"]}]}"),
    ("members-of-a-node", "jkf", "{\"header\":{},\"moves\":[{\"x\":0", ",\"a\":0", "}]}"),
    ("headers", "jkf", "{\"header\":{\"x\":\"\"", ",\"a\":\"\"", "},\"moves\":[{}]}"),
    ("forks", "jkf", "{\"header\":{},\"moves\":[{},{\"forks\":[", "[{\"special\":\"CHUDAN\"}],", "[]]}]}"),
    ("lines", "usi", "position startpos\n", "x\n", ""),
    ("games", "usi", "", "moves\n", ""),
    ("moves", "usi", "moves", " pass", ""),
];

/// The extensions of the formats of shogi. The other shapes are of go.
const OF_SHOGI: [&str; 5] = ["kif", "ki2", "csa", "jkf", "usi"];

const COMMANDS: &[(&str, &[&str])] = &[
    ("check", &["check", "-v"]),
    ("info", &["info"]),
    ("show", &["show"]),
    ("diff", &["diff"]),
    ("convert", &["convert", "--allow-loss"]),
    ("fix", &["fix", "--guess", "-o", "out"]),
];

/// Commands that are tried with one shape only.
const COMMANDS_OF_SHAPES: &[(&str, (&str, &[&str]))] = &[
    ("bookmarks", ("show-bookmarks", &["show", "--bookmarks"])),
    ("moves", ("show-every", &["show", "--every", "9"])),
];

fn main() -> ExitCode {
    if let Some(path) = env::var_os("KIFU_MEMORY") {
        let part = env::var(LIMITS).ok().and_then(|part| part.parse().ok()).expect("the factor is set");
        let status = kifu_cli::run(kifu::Library::default().with_limits(limits(part)));
        fs::write(path, MEMORY.max_allocated().to_string()).expect("it can be written");
        return status;
    }
    let mut trials = Vec::new();
    for shape in SHAPES {
        let own = COMMANDS_OF_SHAPES.iter().filter(|(of, _)| *of == shape.0).map(|(_, command)| command);
        for command in COMMANDS.iter().chain(own) {
            let of_shogi = if OF_SHOGI.contains(&shape.1) { format!("{}/", shape.1) } else { String::new() };
            let name = format!("{}/{of_shogi}{}", command.0, shape.0);
            trials.push(Trial::test(name.clone(), || measured(shape, *command, PART)));
            if FULL_SIZE.contains(&(shape.0, shape.1)) {
                let trial = Trial::test(format!("{name}/full-size"), || measured(shape, *command, 1));
                trials.push(trial.with_ignored_flag(true));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Returns the usual limits, divided by `part`.
fn limits(part: u64) -> Limits {
    let mut limits = Limits::DEFAULT;
    limits.memory /= part as usize;
    limits.diagnostics_per_code /= part;
    limits.diagnostics_with_fixes /= part;
    limits
}

fn measured(shape: &Shape, command: (&'static str, &[&str]), part: usize) -> Result<(), Failed> {
    let (name, repeated) = (shape.0, shape.3);
    let (peak, status) = peak_of(shape, command, BYTES / part, part)?;
    let times = peak.saturating_sub(least(shape, command)?) as f64 / (BYTES / part) as f64;
    if env::var_os("KIFU_MEMORY_SHOW").is_some() {
        println!("{times:7.1} {}/{}/{name} {repeated:?} {status}", command.0, shape.1);
    }
    let most = if part == 1 { TIMES } else { TIMES_OF_SMALL };
    if times > most {
        return Err(format!("{times:.1} times the input, more than {most:.1}").into());
    }
    Ok(())
}

/// Returns the memory of the program itself: that for an input with nothing to repeat.
fn least(shape: &Shape, command: (&'static str, &[&str])) -> Result<usize, Failed> {
    static KNOWN: Mutex<BTreeMap<(&str, &str), usize>> = Mutex::new(BTreeMap::new());
    let key = (command.0, shape.1);
    let known = KNOWN.lock()?.get(&key).copied();
    let least = known.map_or_else(|| peak_of(shape, command, 0, PART).map(|(peak, _)| peak), Ok)?;
    KNOWN.lock()?.insert(key, least);
    Ok(least)
}

/// Runs a command on an input of about `bytes` bytes. Returns the maximum number of allocated bytes and the exit status.
fn peak_of(
    (_, extension, before, repeated, after): &Shape,
    (name, command): (&str, &[&str]),
    bytes: usize,
    part: usize,
) -> Result<(usize, ExitStatus), Failed> {
    let folder = tempfile::tempdir()?;
    let times = bytes.saturating_sub(before.len() + after.len()) / repeated.len();
    let mut text = [before, &*repeated.repeat(times), after].concat().into_bytes();
    // Replace this character by an invalid byte.
    text.iter_mut().filter(|byte| **byte == 0xC3 && *repeated == "\u{fe}").for_each(|byte| *byte = 0xFE);
    let file = format!("a.{extension}");
    fs::write(folder.path().join(&file), &text)?;
    let mut kifu = Command::new(env::current_exe()?);
    kifu.args(command).args(["--jobs", "1", &file]).current_dir(folder.path());
    let is_of_shogi = OF_SHOGI.contains(extension);
    match name {
        "diff" => {
            let (other, text) = if is_of_shogi { ("b.kif", "手合割：平手\n") } else { ("b.sgf", "(;GM[1])") };
            kifu.arg(other);
            fs::write(folder.path().join(other), text)?;
        }
        // CSA has no variations, and a game in KIF has all of its parts.
        "convert" => _ = kifu.args(["--to", if is_of_shogi { "kif" } else { "sgf" }]),
        _ => {}
    }
    kifu.env("KIFU_MEMORY", "peak").env(LIMITS, part.to_string());
    let status = kifu.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    Ok((fs::read_to_string(folder.path().join("peak"))?.parse()?, status))
}
