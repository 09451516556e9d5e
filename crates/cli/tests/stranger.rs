//! Every command works with an external format. This test is also the program that it runs: if `KIFU_STRANGER` is set, it runs
//! `kifu` with a format that holds only a main line and loses nearly everything else.

#[path = "kifu/mod.rs"]
mod kifu_in;

use kifu::{
    Library,
    goban::{Action, Color, Go, Move, Point, Setup, Size},
    model::{
        BadOption, Charset, CodeInfo, Confidence, Diagnostics, Format, FormatInfo, FormatOption, GameBuilder, Layout,
        LineEnd, Node, OptionValues, Part, PartLimit, ReadGame, Record, Sample, Seat, Severity, SingleGame, Source,
        SourceMap, Span, WriteOutput,
    },
};
use kifu_in::{Folder, Ran, ran};
use std::{env, ops::ControlFlow, process::Command, process::ExitCode};

/// A format such as `line 9 ee gc cc`: the size, and the moves of alternating players.
struct Line;

const BAD_MOVE: CodeInfo =
    CodeInfo::new("line/bad-move", Severity::Error, "a word that is not a move", "A move is two letters. Remove it.");

static INFO: FormatInfo = FormatInfo::new("line", "One line of moves")
    .extensions(&["line"])
    .partly(&[
        PartLimit::new(Part::Setup, "square boards"),
        PartLimit::new(Part::Action, "moves by turns, without passes"),
    ])
    .codes(&[BAD_MOVE]);

impl Format<Go> for Line {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Go>>, BadOption> {
        Err(BadOption::new(name, value, INFO.options))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        assert!(!sample.text().contains("fall over"), "this is how a defect looks");
        if sample.text().starts_with("line ") { Confidence::Certain } else { Confidence::No }
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
        let mut diagnostics = Diagnostics::default();
        let mut at = 0;
        let mut words = source.text().split_ascii_whitespace().map(|word| {
            at = source.text()[at..].find(word).unwrap() + at;
            (word, Span::new(at, at + word.len()))
        });
        let size = words.nth(1).and_then(|(word, _)| Size::square(word.parse().ok()?)).unwrap_or_default();
        let mut record = Record::new(Setup::new(size));
        let (mut last, mut starts, mut color) = (record.tree.root(), vec![0], Color::Black);
        for (word, span) in words {
            match Point::from_sgf(word) {
                Some(point) => {
                    last = record.tree.add(last, Node::new(Some(Action::from(Move::play(color, point)))));
                    starts.push(span.start);
                    color = if color == Color::Black { Color::White } else { Color::Black };
                }
                None => {
                    diagnostics.report(&BAD_MOVE, span, || format!("{word} is no move; left out"));
                }
            }
        }
        let source_map = SourceMap::new(Span::new(0, source.text().len()), starts);
        let _ = sink(ReadGame::new(record, source_map, diagnostics));
        Diagnostics::default()
    }

    fn write(&self, records: &[Record<Go>]) -> WriteOutput {
        let line = |record: &Record<Go>| {
            let moves = record.tree.main_line().filter_map(|node| record.tree[node].action.as_ref()?.as_move()?.at);
            let moves: String = moves.map(|point| format!(" {point}")).collect();
            format!("line {}{moves}\n", record.setup.size.width())
        };
        WriteOutput::utf8(records.iter().map(line).collect())
    }

    fn layout(&self, source: &Source) -> Layout {
        let whole = Span::new(0, source.text().len());
        Layout::new(vec![whole], vec![whole])
    }
}

/// A format with names and moves in rows that declares no charset: `.rowj` is Shift_JIS, `.row` is UTF-8.
#[derive(Clone)]
struct Rows {
    charset: Charset,
}

impl Rows {
    const OPTIONS: [FormatOption<Self>; 1] =
        [FormatOption::new("charset", OptionValues::Charset, "the charset to write", |rows, name| {
            rows.charset = Charset::new(name);
            rows.charset.is_known()
        })];
}

impl SingleGame<Go> for Rows {
    const INFO: FormatInfo = FormatInfo::new("rows", "Rows")
        .extensions(&["row", "rowj"])
        .magic(&["rows"])
        .partly(&[PartLimit::new(Part::Setup, "square boards"), PartLimit::new(Part::Players, "Black's name")])
        .options(&FormatOption::infos(&Self::OPTIONS));
    const OPTIONS: &'static [FormatOption<Self>] = &Self::OPTIONS;

    fn read_game(&self, source: &Source, game: &mut GameBuilder<Go>) {
        if let Some(name) = source.text().lines().nth(1) {
            name.clone_into(&mut game.record_mut().info.player_mut(Seat::First).name);
        }
    }

    fn write_game(&self, record: &Record<Go>) -> String {
        format!("rows\n{}\n", record.info.player(&Seat::First).map_or("", |player| &player.name))
    }

    fn encoding(&self) -> Charset {
        self.charset.clone()
    }

    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        match extension {
            Some("row") => Some(Charset::UTF_8),
            Some("rowj") => Some(Charset::new("Shift_JIS")),
            _ => None,
        }
    }

    fn extension(&self) -> &'static str {
        if self.charset == Charset::UTF_8 { "row" } else { "rowj" }
    }

    fn output(&self, text: String) -> WriteOutput {
        WriteOutput::new(text, self.encoding()).line_end(LineEnd::CrLf)
    }
}

const GAME: &str = "(;GM[1]SZ[9]PB[Gu]\n;B[ee]C[here]\n(;W[gc]LB[gc:A])\n(;W[cg];B[cc]))\n";

fn main() -> ExitCode {
    if env::var_os("KIFU_STRANGER").is_some() {
        let mut library = Library::default();
        library = library.with(Line).with(Rows { charset: Charset::new("Shift_JIS") });
        return kifu_cli::run(library);
    }
    every_loss_is_listed_with_its_place();
    what_is_allowed_refuses_nothing();
    many_refusals_are_grouped();
    of_a_collection_only_the_lossy_games_are_refused();
    strangers_formats_are_listed_explained_and_read();
    a_panic_keeps_no_other_file_from_its_turn();
    the_extension_of_the_output_chooses_the_charset();
    println!("7 tests of a stranger's format passed");
    ExitCode::SUCCESS
}

fn kifu(folder: &Folder, args: &[&str]) -> Ran {
    let program = env::current_exe().unwrap();
    ran(Command::new(program).env("KIFU_STRANGER", "1").args(args).current_dir(folder.path("")), b"")
}

fn every_loss_is_listed_with_its_place() {
    let folder = Folder::with(&[("a.sgf", GAME.as_bytes())]);
    let ran = kifu(&folder, &["convert", "a.sgf", "--to", "line", "-o", "a.line"]).ends(1);
    let ran = ran.says("error[loss/players]: Black's name \"Gu\" is missing\n --> a.sgf:1:13\n");
    let ran = ran.says("1 | (;GM[1]SZ[9]PB[Gu]\n  |             ^^^^^^\n");
    let ran = ran.says("error[loss/variation]: White C3 (W[cg]) and the node after it are missing\n --> a.sgf:4:2, move 2: White C3 (W[cg]) (variation from 2)\n");
    let ran = ran.says("4 | (;W[cg];B[cc]))\n  |  ^^^^^^\n");
    let ran = ran
        .says("error[loss/comment]: comment \"here\" is missing\n --> a.sgf:2:7, move 1: Black E5 (B[ee])\n")
        .says("2 | ;B[ee]C[here]\n  |       ^^^^^^^\n");
    ran.says("\n1 refused; accept with --allow-loss=players,variation,comment,mark\n");
    assert_eq!(folder.files(), ["a.sgf"], "nothing was written");

    let messages = kifu(&folder, &["convert", "a.sgf", "--to", "line", "--format", "json"]).ends(1).findings();
    let variation = messages.iter().find(|message| message["code"] == "loss/variation").unwrap();
    assert_eq!(variation["from"], serde_json::json!({"line": 4, "column": 2}));
    assert_eq!((&variation["record"], &variation["node"]), (&0.into(), &3.into()));
}

fn what_is_allowed_refuses_nothing() {
    let folder = Folder::with(&[("a.sgf", GAME.as_bytes())]);
    let to = |allowed| kifu(&folder, &["convert", "a.sgf", "--to", "line", allowed]);
    to("--allow-loss=variation,comment,mark").ends(1).says("1 refused; accept with --allow-loss=players\n");
    let accepted = "a.sgf: 4 losses accepted (-v lists them)\n";
    assert_eq!(to("--allow-loss=variation,comment,mark,players").ends(0).says(accepted).out, "line 9 ee gc\n");
    assert_eq!(to("--allow-loss").ends(0).says(accepted).out, "line 9 ee gc\n");
    assert_eq!(to("--no-verify").ends(0).says_nothing().out, "line 9 ee gc\n");
    let ran = kifu(&folder, &["convert", "-v", "a.sgf", "--to", "line", "--allow-loss"]).ends(0);
    ran.says("warning[loss/variation]").says_not("error").says_not("refused");
    // The preferences of a viewer and the name of the writing program may be lost.
    folder.write("b.sgf", b"(;GM[1]FF[4]SZ[9]ST[2]AP[CGoban:3];B[ee])");
    let ran = kifu(&folder, &["convert", "-v", "b.sgf", "--to", "line"]).ends(0);
    let ran = ran.says("note[loss/display]").says("note[loss/application]");
    assert_eq!(ran.out, "line 9 ee\n");
}

fn many_refusals_are_grouped() {
    let folder = Folder::with(&[
        ("in/a.sgf", GAME.as_bytes()),
        ("in/b.sgf", b"(;SZ[9]PW[Shi];B[ee])"),
        ("in/c.sgf", b"(;SZ[9];B[ee])"),
    ]);
    let args = ["convert", "in", "--to", "line", "-o", "out"];
    let ran = kifu(&folder, &args).ends(1);
    let ran = ran.says("error    loss/players        2      2  in/a.sgf:1:13\n");
    let ran = ran.says("error    loss/variation      1      1  in/a.sgf:4:2\n");
    let ran = ran.says("\n2 refused; accept with --allow-loss=players,variation,comment,mark\n");
    ran.says("\n3 files, 1 converted, 2 refused\n").says_not("error[");
    assert_eq!(folder.files(), ["in/a.sgf", "in/b.sgf", "in/c.sgf", "out/c.line"]);
    kifu(&folder, &["convert", "-v", "in", "--to", "line", "-o", "out2"])
        .ends(1)
        .says("error[loss/players]: White's name");
}

fn of_a_collection_only_the_lossy_games_are_refused() {
    let folder = Folder::with(&[("a.sgf", b"(;SZ[9];B[ee])\n(;SZ[9];B[cc]C[here])\n(;SZ[9];B[gg])")]);
    let ran = kifu(&folder, &["convert", "a.sgf", "--to", "line", "-o", "out/"]).ends(1);
    ran.says("error[loss/comment]: comment \"here\" is missing\n --> a.sgf:2:14, game 2, move 1: Black C7 (B[cc])\n")
        .says("1 refused; accept with --allow-loss=comment\n");
    assert_eq!(folder.files(), ["a.sgf", "out/a-1.line", "out/a-3.line"]);
    assert_eq!(folder.read("out/a-3.line"), "line 9 gg\n");
}

fn strangers_formats_are_listed_explained_and_read() {
    let folder = Folder::with(&[("a.line", b"line 9 ee oops gc"), ("b.sgf", b"(;SZ[9];B[ee];W[gc])")]);
    kifu(&folder, &["formats"]).ends(0).prints("line    go     .line").prints("sgf     go     .sgf");
    let ran = kifu(&folder, &["formats", "line"]).ends(0).prints("It has no options.").prints("  variation ");
    assert!(ran.out.find("Cannot hold") < ran.out.find("  variation "), "{}", ran.out);
    assert!(
        ran.out.contains("Holds in part:\n  setup   square boards\n  action  moves by turns, without passes\n"),
        "{}",
        ran.out
    );
    kifu(&folder, &["explain", "line/bad-move"]).ends(0).prints("error[line/bad-move]: a word that is not a move");
    kifu(&folder, &["check", "a.line"]).ends(1).prints("1 | line 9 ee oops gc\n  |           ^^^^\n");
    kifu(&folder, &["diff", "a.line", "b.sgf"])
        .ends(2)
        .says("a.line: 1 error; the parts that could not be read were not compared");
    let equal = Folder::with(&[("a.line", b"line 9 ee gc"), ("b.sgf", b"(;SZ[9];B[ee];W[gc])")]);
    kifu(&equal, &["diff", "a.line", "b.sgf"]).ends(0).says_nothing();
    kifu(&folder, &["convert", "--help"]).ends(0).prints("sgf, jgf2, jgf1, kif, ki2, csa, usi, jkf, line");
}

fn a_panic_keeps_no_other_file_from_its_turn() {
    let folder = Folder::with(&[("a.line", b"fall over"), ("b.sgf", b"(;SZ[9]ZZZ[];B[zz])")]);
    let ran = kifu(&folder, &["check", "a.line", "b.sgf"]).ends(2);
    let ran = ran.says("error[file/defect]").says("this is how a defect looks)").says_not("thread");
    ran.prints("error[sgf/impossible-point]").prints("2 files, 1 not read, 1 error");
}

fn the_extension_of_the_output_chooses_the_charset() {
    let folder = Folder::with(&[("a.sgf", "(;GM[1]PB[\u{7881}])".as_bytes())]);
    let converted = |to: &str, output: &str| {
        kifu(&folder, &["convert", "a.sgf", "--to", to, "-o", output, "--force"]).ends(0).says_nothing();
        std::fs::read(folder.path(output)).unwrap()
    };
    let (shift_jis, utf8) = (b"rows\r\n\x8C\xE9\r\n", "rows\r\n\u{7881}\r\n".as_bytes());
    assert_eq!(converted("rows", "b.rowj"), shift_jis);
    assert_eq!(converted("rows", "b.row"), utf8);
    assert_eq!(converted("rows", "b.ROW"), utf8);
    // An option has priority over the extension. An unknown extension has no expected charset.
    assert_eq!(converted("rows:charset=shift_jis", "b.row"), shift_jis);
    assert_eq!(converted("rows", "b.txt"), shift_jis);
    // If the file name has no extension yet, the charset selects it.
    kifu(&folder, &["convert", "a.sgf", "--to", "rows", "-o", "out/"]).ends(0);
    kifu(&folder, &["convert", "a.sgf", "--to", "rows:charset=utf-8", "-o", "out/"]).ends(0);
    assert_eq!(std::fs::read(folder.path("out/a.rowj")).unwrap(), shift_jis);
    assert_eq!(std::fs::read(folder.path("out/a.row")).unwrap(), utf8);
    kifu(&folder, &["convert", "a.sgf", "--to", "rows", "--lines"]).ends(2).says("these can: jgf2");
}
