//! Tests the house rules of a club as a pass. This test is also the program that it runs: if `KIFU_CLUB` is set, it runs `kifu`
//! with the pass.

#[path = "kifu/mod.rs"]
mod kifu_in;

use kifu::{
    Library,
    goban::{Action, Go},
    model::{CodeInfo, Diagnostics, Edits, GameInFile, Part, Pass, Safety, Severity, Span},
};
use kifu_in::{Folder, Ran, ran};
use std::{env, process::Command, process::ExitCode};

struct Club;

const NO_EVENT: CodeInfo = CodeInfo::new(
    "club/no-event",
    Severity::Error,
    "the event is missing",
    "Each record of the club states its event.",
);
const EARLY_PASS: CodeInfo = CodeInfo::new(
    "club/early-pass",
    Severity::Warning,
    "a pass in the first ten moves",
    "Look whether a move is missing.",
);
const LAST_LINE: CodeInfo =
    CodeInfo::new("club/last-line", Severity::Warning, "the last line has no end", "End the last line.");
const UNKNOWN_EVENT: CodeInfo =
    CodeInfo::new("club/unknown-event", Severity::Warning, "an event that the club does not know", "Correct the name.");

impl Pass<Go> for Club {
    fn name(&self) -> &'static str {
        "club"
    }

    fn codes(&self) -> &'static [CodeInfo] {
        const { &[NO_EVENT, EARLY_PASS, LAST_LINE, UNKNOWN_EVENT] }
    }

    fn check(&self, game: &GameInFile<'_, Go>) -> Diagnostics {
        let (mut found, tree, text) = (Diagnostics::default(), &game.record.tree, game.source.text());
        match &*game.record.info.event {
            "" => {
                let report = found.report_at_node(&NO_EVENT, game.node_index(tree.root()), || "the event is missing");
                if game.format.info().id == "sgf" {
                    let at = Span::at(game.source_map.starts[0] as usize + 1);
                    report.fix(Safety::Guess, || "write Club evening", || Edits::one(at, "EV[Club evening]"));
                }
            }
            "Club evening" => {}
            "fall over" => panic!("this is how a defect looks"),
            _ => {
                let place = game.locate(&[(tree.root(), Part::Event)])[0].unwrap_or(game.source_map.span);
                found.report(&UNKNOWN_EVENT, place, || "nobody knows this event");
            }
        }
        for node in tree.main_line().take(11) {
            if tree[node].action.as_ref().and_then(Action::as_move).is_some_and(|played| played.at.is_none()) {
                found.report_at_node(&EARLY_PASS, game.node_index(node), || "a pass in the first ten moves");
            }
        }
        if game.index == 0 && !text.ends_with('\n') {
            let end = Span::at(text.len());
            found.report(&LAST_LINE, end, || "the last line has no end").fix(
                Safety::Safe,
                || "end it",
                || Edits::one(end, "\n"),
            );
        }
        found
    }
}

fn main() -> ExitCode {
    if env::var_os("KIFU_CLUB").is_some() {
        return kifu_cli::run(Library::default().check_with(Club));
    }
    findings_stand_under_what_they_are_about();
    fixes_of_a_pass_are_made();
    the_program_names_a_pass_and_explains_its_codes();
    other_commands_do_not_judge();
    a_pass_that_panics_keeps_no_other_file_from_its_turn();
    println!("5 tests of a club's house rules passed");
    ExitCode::SUCCESS
}

fn kifu(folder: &Folder, args: &[&str]) -> Ran {
    let program = env::current_exe().unwrap();
    ran(Command::new(program).env("KIFU_CLUB", "1").args(args).current_dir(folder.path("")), b"")
}

fn findings_stand_under_what_they_are_about() {
    let sgf = "(;GM[1]SZ[9]EV[Club evening];B[ee];W[])\n(;GM[1]SZ[9]\n;C[c]B[]C[d]\n(;W[cg])(;EV[x]W[]))\n(;GM[1]KM[5]EV[Cup])\n";
    let folder = Folder::with(&[("a.sgf", sgf.as_bytes())]);
    let ran = kifu(&folder, &["check", "a.sgf"]).ends(1);
    let ran = ran
        .prints("warning[club/early-pass]: a pass in the first ten moves\n --> a.sgf:1:36, game 1, move 2: White pass");
    let ran = ran.prints("error[club/no-event]: the event is missing\n --> a.sgf:2:2, game 2\n");
    let ran = ran.prints("2 | (;GM[1]SZ[9]\n  |  ^^^^^^^^^^^");
    let ran = ran.prints("--> a.sgf:3:6, game 2, move 1: Black pass\n  |\n3 | ;C[c]B[]C[d]\n  |      ^^^\n");
    let ran = ran.prints("warning[club/unknown-event]: nobody knows this event\n --> a.sgf:5:13, game 3\n");
    ran.prints("5 | (;GM[1]KM[5]EV[Cup])\n  |             ^^^^^^^\n");

    let messages = kifu(&folder, &["check", "a.sgf", "--format", "json"]).ends(1).findings();
    let missing = messages.iter().find(|message| message["code"] == "club/no-event").unwrap();
    assert_eq!(missing["from"], serde_json::json!({"line": 2, "column": 2}));
    assert_eq!((&missing["record"], &missing["node"]), (&1.into(), &0.into()));

    let jgf = "{\"event\":{\"name\":\"Club evening\"},\n\"tree\":[{},\n{\"name\":\"n\",\"move\":{\"color\":\"black\",\"pass\":true}}]}\n";
    folder.write("b.jgf", jgf.as_bytes());
    let ran = kifu(&folder, &["check", "b.jgf"]).ends(0);
    ran.prints("warning[club/early-pass]: a pass in the first ten moves\n --> b.jgf:3:13, move 1: Black pass");
}

fn fixes_of_a_pass_are_made() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9];Black[ee])")]);
    // Both the fix of the format and the fix of the pass are applied.
    let ran = kifu(&folder, &["fix", "a.sgf"]).ends(1).says("2 fixes made in 1 of 1 file; 1 error left");
    assert_eq!(ran.out, "(;GM[1]SZ[9];B[ee])\n");
    let ran = kifu(&folder, &["fix", "--guess", "a.sgf"]).ends(0).says("3 fixes made in 1 of 1 file\n");
    assert_eq!(ran.out, "(;EV[Club evening]GM[1]SZ[9];B[ee])\n");
    kifu(&folder, &["fix", "--guess", "--in-place", "a.sgf"]).ends(0);
    kifu(&folder, &["check", "--strict", "a.sgf"]).ends(0);
}

fn the_program_names_a_pass_and_explains_its_codes() {
    let folder = Folder::with(&[]);
    let names = "club   go     club/no-event, club/early-pass, club/last-line, club/unknown-event\n";
    kifu(&folder, &["formats"])
        .ends(0)
        .prints("pass   game   findings\nrules  go     rules/occupied-point")
        .prints(names);
    kifu(&folder, &["formats", "sgf"]).ends(0).prints("passes  rules, club\n");
    kifu(&folder, &["explain", "club/no-event"])
        .ends(0)
        .prints("error[club/no-event]: the event is missing\n\nEach record");
    kifu(&folder, &["explain", "early-pass"]).ends(0).prints("warning[club/early-pass]");
    kifu(&folder, &["explain"]).ends(0).prints("club/last-line");
    // Without the pass, only the rules are listed.
    let ran = folder.kifu(["formats"]).ends(0);
    assert!(ran.out.contains("rules  go") && !ran.out.contains("club"), "{}", ran.out);
}

fn other_commands_do_not_judge() {
    let folder = Folder::with(&[("a.sgf", b"(;GM[1]SZ[9];B[ee])")]);
    kifu(&folder, &["convert", "a.sgf", "--to", "jgf2"]).ends(0).says_nothing();
    kifu(&folder, &["diff", "a.sgf", "a.sgf"]).ends(0).says_nothing();
}

fn a_pass_that_panics_keeps_no_other_file_from_its_turn() {
    let folder = Folder::with(&[
        ("a.sgf", b"(;GM[1]SZ[9]EV[fall over];B[ee])\n"),
        ("b.sgf", b"(;GM[1]SZ[9]EV[Club evening];B[zz])\n"),
    ]);
    for command in [&["check", "a.sgf", "b.sgf"][..], &["fix", "--dry-run", "a.sgf", "b.sgf"]] {
        let ran = kifu(&folder, command).ends(2);
        ran.says("error[file/defect]").says("this is how a defect looks)").says_not("thread");
    }
    kifu(&folder, &["check", "a.sgf", "b.sgf"])
        .prints("error[sgf/impossible-point]")
        .prints("2 files, 1 not read, 1 error");
}
