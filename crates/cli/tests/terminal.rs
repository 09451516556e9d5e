//! Text from files, names and arguments never controls a terminal.

#[path = "kifu/mod.rs"]
mod kifu;

use kifu::{Folder, Ran};
use std::{path::Path, process::Command};

/// Characters that control a terminal, break lines or reverse the direction of text, with a title and hidden text.
const ATTACK: &str = "\x1b]0;title\x07\x1b[8mx\x1b[0m\r\x0B\x0C\x7f\u{85}\u{9b}2J\u{9d}\u{2028}\u{2029}\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";

/// Returns the text without the program's own colour sequences, and without line feeds.
fn without_colours(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\x1b[") {
        out.push_str(&rest[..at]);
        let style = &rest[at + 2..];
        let end = style.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(style.len());
        // The program itself never hides text (style 8).
        assert!(style[end..].starts_with('m') && &style[..end] != "8", "{:?}", &rest[at..]);
        rest = &style[end + 1..];
    }
    out + rest
}

#[track_caller]
fn is_harmless(text: &str) {
    let odd = |c: char| {
        c != '\n' && c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let text = without_colours(text);
    let found = text.lines().find(|line| line.contains(odd));
    assert!(found.is_none(), "{found:?}");
}

#[track_caller]
fn is_safe(ran: &Ran) {
    is_harmless(&ran.out);
    is_harmless(&ran.err);
}

/// Returns files with the attack in every kind of place: in values of all kinds, in names, outside of games, and in damaged parts.
fn files() -> Vec<(String, Vec<u8>)> {
    let game = |inner: &str| format!("(;GM[1]FF[4]SZ[9]{inner};B[ee];W[gc])");
    let nul = "\0";
    let json = serde_json::to_string(&format!("{ATTACK}{nul}")).unwrap();
    vec![
        ("text.sgf", game(&format!("PB[{ATTACK}{nul}]C[{ATTACK}\n{ATTACK}]AN[{ATTACK}]KM[{ATTACK}]RE[{ATTACK}]"))),
        ("values.sgf", game(&format!("DT[{ATTACK}]TM[{ATTACK}]PL[{ATTACK}]AB[{ATTACK}]LB[aa:{ATTACK}]AP[{ATTACK}]"))),
        ("damage.sgf", format!("{ATTACK}(;GM[1]{ATTACK}SZ[9]{ATTACK};B[{ATTACK}]XX{ATTACK}[a]C[a]b{ATTACK}]")),
        ("charset.sgf", format!("(;GM[1]CA[{ATTACK}]SZ[9]FF[{ATTACK}]ST[{ATTACK}])")),
        ("other.sgf", format!("(;GM[{ATTACK}]SZ[9])")),
        ("letter.txt", format!("Dear {ATTACK}")),
        ("fixable.sgf", format!("(;GM[1]SZ[9]C[{ATTACK}{nul}];AddBlack[aa]C[{ATTACK}]\n;Black[bb]N[{ATTACK}]\r\n")),
        ("a.jgf", format!("{{\"record\":{{\"format\":\"JGF\",{json}:{json}}},\"game\":{{\"name\":{json},\"komi\":{json}}},\"tree\":[{{{json}:1,\"move\":{json},\"comments\":[{json}]}}]}}")),
        ("damage.jgf", format!("{{\"record\":{{\"format\":\"JGF\"}}{ATTACK},\"tree\":[{{\"name\":\"{ATTACK}\"}},tru{ATTACK}]")),
    ]
    .into_iter()
    .map(|(name, text)| (name.to_owned(), text.into_bytes()))
    .collect()
}

fn folder() -> Folder {
    let folder = Folder::with(&[]);
    for (name, bytes) in files() {
        folder.write(name, &bytes);
    }
    folder
}

const COLOURS: [&[&str]; 3] = [&[], &["--color", "always"], &["--color", "never"]];

#[test]
fn the_contents_of_files() {
    let folder = folder();
    let names: Vec<_> = files().into_iter().map(|file| file.0).collect();
    let always: &[&str] = &["--color", "always"];
    let formats = [["--format", "json"], ["--format", "concise"], ["--format", "sarif"], ["--format", "github"]];
    let of_formats = formats.iter().map(|format| (&format[..], always));
    for (json, colours) in COLOURS.map(|colours| (&[][..], colours)).into_iter().chain(of_formats) {
        for name in names.iter().map(String::as_str).chain(["."]) {
            let run = |args: &[&str]| is_safe(&folder.kifu([args, &[name], json, colours].concat()));
            run(&["check", "-v", "--all"]);
            run(&["check", "--strict", "--from", "sgf"]);
            run(&["info", "--all"]);
            run(&["info", "--json", "--all"]);
            run(&["diff", "text.sgf"]);
            run(&["diff", "a.jgf"]);
            // Records written to files are not checked, because they keep their bytes.
            for to in ["sgf", "jgf2", "sgf:encoding=gbk"] {
                let args = [&["convert", "-v", "--to", to, "--force", "-o", "out/", name], json, colours].concat();
                is_safe(&folder.kifu(args));
            }
            let args = [&["convert", "--to", "jgf2", "--allow-loss", "--force", "-o", "out/", name], json, colours];
            is_safe(&folder.kifu(args.concat()));
            let ran = folder.kifu([&["fix", "-n", "--guess", "--color", "always", name][..], json].concat());
            is_safe(&ran);
        }
    }
    // An error is left: the name continues after a bracket and contains what looks like a node.
    let shown = folder.kifu(["fix", "-n", "--color", "always", "fixable.sgf"]).ends(1);
    shown.prints(r"C[\u{1b}]0;title\u{7}\u{1b}[8mx\u{1b}[0m\r\u{b}\u{c}\u{7f}\u{85}\u{9b}2J").prints(r"\u{2069}\u{0}]");
}

#[test]
fn a_diff_into_a_pipe_is_a_patch() {
    let folder = folder();
    folder.write("two words.sgf", b"(;GM[1]SZ[9]\rC[\x1b[31m\x0B]\r\n;AddBlack[aa]C[\xC7\xE5]\x07\n;B[bb]");
    folder.write("gbk.sgf", "(;CA[GBK]GM[1]SZ[9]\n;AddBlack[aa]\nC[".as_bytes());
    let mut bytes = std::fs::read(folder.path("gbk.sgf")).unwrap();
    bytes.extend(b"\xC7\xE5\xB7\xE7])\n");
    folder.write("gbk.sgf", &bytes);
    for name in ["fixable.sgf", "two words.sgf", "gbk.sgf"] {
        let before = std::fs::read(folder.path(name)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        let output = command.args(["fix", "-n", name]).current_dir(folder.path("")).output().unwrap();
        for line in before.split_inclusive(|&byte| byte == b'\n') {
            let is_there = output.stdout.windows(line.len()).any(|window| window == line);
            assert!(is_there, "{name}: {:?}\n{}", line.escape_ascii().to_string(), output.stdout.escape_ascii());
        }
        folder.kifu(["fix", name, "-o", "fixed.sgf", "--force"]);
        let fixed = std::fs::read(folder.path("fixed.sgf")).unwrap();
        assert_ne!(before, fixed);
        if Command::new("patch").arg("--version").output().is_err() {
            eprintln!("patch is not installed: what it makes of the diff is not tried");
            continue;
        }
        let ran =
            kifu::ran(Command::new("patch").args(["--binary", "-p0"]).current_dir(folder.path("")), &output.stdout);
        assert_eq!(ran.status, 0, "{ran:?}\n{}", output.stdout.escape_ascii());
        assert_eq!(std::fs::read(folder.path(name)).unwrap(), fixed, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn the_names_of_files() {
    let folder = Folder::with(&[]);
    let odd = ATTACK.replace('/', "");
    let name = format!("a\nb\t{odd}.sgf");
    let game = b"(;GM[1]SZ[9];AddBlack[ee];B[zz]";
    folder.write(format!("in{odd}/{name}"), game);
    folder.write(&name, game);
    folder.write(format!("{odd}.sgf"), b"");
    folder.write(format!("{odd}.jgf"), b"[");
    folder.write(format!("{odd}.txt"), b"(;GM[11])(;GM[1]KM[x])");
    std::os::unix::fs::symlink("nowhere", folder.path(format!("dead{odd}.sgf"))).unwrap();
    std::os::unix::fs::symlink("..", folder.path(format!("in{odd}/loop"))).unwrap();
    let txt = format!("{odd}.txt");
    let missing = format!("missing{odd}.sgf");
    for colours in COLOURS {
        for path in [&name, &format!("in{odd}"), &format!("{odd}.sgf"), &txt, &missing, &".".to_owned()] {
            for args in [
                &["check", path][..],
                &["info", path],
                &["info", "--json", path],
                &["diff", path, &txt],
                &["diff", &name, path],
                &["convert", "--to", "jgf2", path, "-o", "out/"],
                &["convert", "-v", "--to", "jgf2", path, "-o", &txt],
                &["convert", "-v", "--to", "jgf2", path, "-o", &format!("new{odd}")],
                &["fix", path, "-o", &txt],
                &["check", "--format", "json", path],
                &["fix", "-n", "--color", "always", path],
            ] {
                let always = args.contains(&"--color");
                is_safe(&folder.kifu([args, if always { &[] } else { colours }].concat()));
            }
        }
    }
    let ran = folder.kifu(["check", &name]).ends(1).prints(r" --> a\nb\t\u{1b}]0;title\u{7}");
    assert!(!ran.out.contains("a\nb"));
    // The head of a diff quotes the name as `patch` expects.
    is_harmless(&folder.kifu(["fix", "-n", &name]).prints(r#"--- "a\012b\011\033]0;title\007"#).out);
}

#[test]
fn arguments() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9])")]);
    let attack = ATTACK;
    let two_lines = format!("x\nerror: forged{attack}");
    for colours in COLOURS {
        for bad in [attack, &two_lines, &format!("--{attack}"), &format!("-{attack}")] {
            for args in [
                &[bad][..],
                &["check", bad],
                &["check", "a.sgf", "--from", bad],
                &["check", "a.sgf", "--encoding", bad],
                &["check", "a.sgf", "--color", bad],
                &["check", "a.sgf", "--jobs", bad],
                &["check", "a.sgf", "--format", bad],
                &["check", "a.sgf", bad, "--help"],
                &["convert", "a.sgf", "--to", bad],
                &["convert", "a.sgf", "--to", &format!("sgf:{bad}")],
                &["convert", "a.sgf", "--to", &format!("sgf:encoding={bad}")],
                &["convert", "a.sgf", "--to", "sgf", &format!("--allow-loss={bad}")],
                &["convert", "a.sgf", "--to", "sgf", bad],
                &["fix", "a.sgf", &format!("--in-place={bad}")],
                &["diff", "a.sgf", bad],
                &["diff", "a.sgf", "a.sgf", bad],
                &["formats", bad],
                &["explain", bad],
                &["explain", &format!("sgf/{bad}")],
            ] {
                is_safe(&folder.kifu([args, colours].concat()));
            }
        }
    }
    let ran = folder.kifu(["check", "--\x1b[2J"]).ends(2).says(r"unexpected argument '--\u{1b}[2J' found");
    assert!(ran.err.contains("Usage:"), "{}", ran.err);
    folder.kifu(["check", "a.sgf", "--color", "\u{202e}\n"]).ends(2).says(r"invalid value '\u{202e}\n' for");
}

#[test]
fn carets_stand_under_what_they_mean() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]FF[4]SZ[9]C[\x1b\x07\r] ;B[z\x0Bz])")]);
    folder.kifu(["check", "a.sgf"]).ends(1).prints(concat!(
        "1 | (;GM[1]FF[4]SZ[9]C[\\u{1b}\\u{7}\\r] ;B[z\\u{b}z])\n",
        "  |                                      ^^^^^^^\n",
    ));
}

/// Tests the output on a pseudo-terminal, if `script` is installed.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_sees_no_record_as_it_is() {
    let folder = folder();
    for args in [
        "fix -n fixable.sgf",
        "fix fixable.sgf",
        "convert text.sgf --to sgf --allow-loss",
        "fix -n --color never fixable.sgf",
    ] {
        let command = format!("{} {args} 2>/dev/null", Path::new(env!("CARGO_BIN_EXE_kifu")).display());
        let mut script = Command::new("script");
        let output = script.args(["-qec", &command, "/dev/null"]).current_dir(folder.path("")).output();
        let Ok(output) = output else {
            eprintln!("script is not installed: the terminal is not tried");
            return;
        };
        // A terminal ends lines with CR LF.
        let text = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
        // The slot has more backslashes than a text.
        assert!(text.replace('\\', "").contains("u{1b}]0;titleu{7}"), "{text:?}");
        is_harmless(&text);
    }
}
