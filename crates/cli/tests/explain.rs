//! Tests of the pages of `kifu explain`: each page has an example and advice, and each example produces the code of its page.

#[cfg(unix)]
#[path = "kifu/mod.rs"]
mod kifu_in;

use kifu::{
    Hints, Library,
    goban::{Go, Setup},
    model::{Charset, CodeInfo, Node, Part, Record, Severity, WriteOutput, difference},
};
use std::{collections::BTreeMap, time::Duration};

/// Codes whose example cannot be run here, each with the reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("file/changed", "another program has to write at the right moment"),
    ("file/defect", "nothing makes kifu fail on purpose"),
    ("loss/format", "kifu recognises what its own formats write"),
    ("rules/off-board", "the readers leave out such moves"),
    ("json/too-large", "it takes a text of more than 4 GiB"),
    ("text/too-dense", "it takes a text of a megabyte"),
    ("text/too-large", "it takes a file of more than 4 GiB"),
];

/// Returns every code in the list of `kifu explain`.
fn pages(library: &Library) -> BTreeMap<&'static str, CodeInfo> {
    let of_formats = library.formats().map(|format| format.info().codes);
    let of_passes = library.passes().map(kifu::AnyPass::codes);
    of_formats
        .chain(of_passes)
        .chain([kifu::model::CODES, kifu_cli::CODES])
        .flatten()
        .map(|info| (info.code.0, *info))
        .collect()
}

/// Returns the examples of a page, each with its language, and the paragraphs, with `None` for an example.
fn parts(page: &str) -> (Vec<(String, String)>, Vec<Option<String>>) {
    let (mut examples, mut paragraphs) = (Vec::new(), Vec::new());
    for (i, piece) in page.split("```").enumerate() {
        if i % 2 == 1 {
            let (language, text) = piece.split_once('\n').unwrap_or((piece, ""));
            examples.push((language.to_owned(), text.to_owned()));
            paragraphs.push(None);
        } else {
            let lines = piece.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
            paragraphs.extend(lines.map(|text| Some(text.to_owned())));
        }
    }
    (examples, paragraphs)
}

fn is_run(code: &str) -> bool {
    NOT_RUN.iter().all(|(other, _)| *other != code)
}

#[test]
fn every_page_says_what_it_means_shows_it_and_has_a_cure() {
    let pages = pages(&Library::default());
    for (code, info) in &pages {
        let (examples, paragraphs) = parts(info.page);
        assert!(!examples.is_empty(), "{code} has no example");
        for (language, text) in &examples {
            let known = ["sgf", "json", "jgf1", "kif", "ki2", "csa", "usi", "jkf", "console", "text"]
                .contains(&language.as_str());
            assert!(
                known && text.ends_with('\n'),
                "{code}: an example is ```sgf, ```json, ```jgf1, ```kif, ```ki2, ```csa, ```usi, ```jkf, ```console or ```text"
            );
            assert_eq!(is_run(code), language != "text" && *code != "text/too-large", "{code}: what is shown is run");
        }
        assert!(paragraphs.iter().flatten().count() >= 2, "{code}: what it means, and what to do");
        let ends = [paragraphs.first(), paragraphs.last()];
        assert!(!ends.contains(&Some(&None)), "{code}: first what it means, at last what to do");
    }
    for (code, _) in NOT_RUN {
        assert!(pages.contains_key(code), "there is no {code}");
    }
}

#[test]
fn a_record_that_is_shown_gives_the_diagnostic() {
    let library = Library::default();
    for (code, info) in pages(&library) {
        for (language, text) in parts(info.page).0 {
            let format = match language.as_str() {
                "sgf" => "sgf",
                "json" => "jgf2",
                "jgf1" => "jgf1",
                "kif" => "kif",
                "ki2" => "ki2",
                "csa" => "csa",
                "usi" => "usi",
                "jkf" => "jkf",
                _ => continue,
            };
            if info.code.family() == "json" {
                let (_, diagnostics) = kifu_json::Document::parse(&text);
                let found = diagnostics.iter().any(|found| (found.code, found.severity) == (info.code, info.severity));
                assert!(found, "{code}: {text} gives {diagnostics:?}");
                continue;
            }
            let mut hints = Hints::default();
            hints.format = Some(format.to_owned());
            let opened = library.read("example", text.clone().into_bytes(), &hints).unwrap();
            let diagnostics = opened.diagnostics();
            if info.code.family() == "loss" {
                let go = opened.games.of::<Go>().expect("a record of go");
                assert_eq!(diagnostics.at_least(Severity::Warning), 0, "{code}: {diagnostics:?}");
                let part = Part::from_name(info.code.short()).unwrap();
                let less = lesser(&go.records[0]).map(|less| difference(&go.records, &[less]));
                assert!(less.iter().flatten().any(|loss| loss.part == part), "{code}: {text} has it not: {less:?}");
            } else {
                let of_passes = library.check(&opened);
                let mut found = diagnostics.iter().chain(of_passes.iter());
                let is_found = found.any(|found| (found.code, found.severity) == (info.code, info.severity));
                assert!(is_found, "{code}: {text} gives {diagnostics:?} {of_passes:?}");
            }
        }
    }
}

/// Returns the record as formats with fewer features would keep it: a bare list of moves; whole seconds and plain comments.
fn lesser(record: &Record<Go>) -> [Record<Go>; 2] {
    let mut moves = Record::new(Setup::new(record.setup.size));
    let mut last = moves.tree.root();
    for node in record.tree.main_line().skip(1) {
        let action = record.tree[node].action.clone().filter(|action| action.as_move().is_some());
        last = moves.tree.add(last, Node::new(action));
    }
    let mut coarse = record.clone();
    for node in record.tree.preorder() {
        let details = coarse.tree[node].details_mut();
        for comment in &mut details.comments {
            (comment.author, comment.time) = (None, None);
        }
        let left = &mut details.clock.left;
        *left = left.map(|left| Duration::from_secs(left.as_secs()));
    }
    [moves, coarse]
}

#[cfg(unix)]
#[test]
fn the_codes_of_a_family_are_listed() {
    let folder = kifu_in::Folder::with(&[]);
    let listed = folder.kifu(["explain", "file/*"]).ends(0).prints("file/no-record ").prints_not("sgf/").out;
    let all = folder.kifu(["explain"]).ends(0).out;
    let of_family = all.lines().filter(|line| line.starts_with("file/")).count();
    assert_eq!(listed.lines().filter(|line| line.starts_with("file/")).count(), of_family);
    assert_eq!(folder.kifu(["explain", "AddBlack"]).ends(0).out, folder.kifu(["explain", "AB"]).ends(0).out);
    folder.kifu(["explain", "KX"]).ends(0).prints("KX: data that SGF has no property for\n");
    folder.kifu(["explain", "flie/*"]).ends(2).says("unknown code or property \"flie/*\"");
}

/// Runs the commands of an example in a new folder, and checks that their output contains the output in the example.
#[cfg(unix)]
#[test]
fn a_command_that_is_shown_gives_the_diagnostic() {
    use kifu_in::{Folder, ran};
    use std::{env, path::Path, process::Command};
    let program = Path::new(env!("CARGO_BIN_EXE_kifu")).parent().unwrap();
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap());
    for (code, info) in pages(&Library::default()) {
        let examples = parts(info.page).0.into_iter().filter(|(language, _)| language == "console" && is_run(code));
        for (_, text) in examples {
            let folder = Folder::with(&[]);
            let mut diagnostics = String::new();
            for command in text.lines().filter_map(|line| line.strip_prefix("$ ")) {
                let mut shell = Command::new("sh");
                let ran = ran(shell.args(["-c", command]).current_dir(folder.path("")).env("PATH", &path), b"");
                diagnostics = [diagnostics, ran.out, ran.err].join("\n");
            }
            for shown in text.lines().filter(|line| !line.starts_with("$ ")) {
                assert!(
                    diagnostics.lines().any(|line| line == shown),
                    "{code}: {shown:?} is missing in\n{diagnostics}"
                );
            }
            // The program has its own message for a missing character.
            let name = if code.starts_with("text/not-") { "loss/character" } else { code };
            assert!(diagnostics.contains(&format!("[{name}]: ")), "{code}: it gives\n{diagnostics}");
            assert!(text.contains(&format!("[{name}]: ")), "{code}: what it gives is shown");
        }
    }
}

#[test]
fn a_character_that_is_shown_is_not_in_the_charset() {
    for (code, info) in pages(&Library::default()).into_iter().filter(|(code, _)| code.starts_with("text/not-")) {
        let between = |start: &str, end: char| {
            let rest = info.page.split_once(start).unwrap_or_else(|| panic!("{code}: no {start}")).1;
            rest.split(end).next().unwrap_or_default().to_owned()
        };
        let writing = WriteOutput::new(between("PB[", ']'), Charset::new(&between("encoding=", '\n')));
        let (bytes, diagnostics) = writing.encode();
        assert_eq!(
            (bytes, diagnostics.iter().map(|found| found.code).collect::<Vec<_>>()),
            (b"?".to_vec(), vec![info.code])
        );
    }
}
