//! Problems and preferences for viewers in files of every format: what `kifu::rules` makes of what the readers find.

use kifu::{
    Hints, Library,
    goban::{Action, Color, Go, Move, Point},
    model::{Preferences, Record},
    rules::{Answer, SolutionSource, Solver},
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

fn read(name: &str, text: &[u8]) -> Vec<Record<Go>> {
    let Ok(opened) = Library::default().read(name, text.to_vec(), &Hints::default()) else { return Vec::new() };
    opened.games.into_games::<Go>().map(|read| read.records).unwrap_or_default()
}

fn preferences(name: &str, text: &str) -> Preferences {
    let [record] = &read(name, text.as_bytes())[..] else { panic!("{text} has one game") };
    record.info.preferences()
}

#[test]
fn each_format_states_the_same_preferences() {
    let mut expected = Preferences::default();
    let jgf2 = |settings: &str| preferences("a.jgf", &format!("{{\"settings\":{{{settings}}},\"tree\":[{{}}]}}"));
    let jgf1 =
        |section: &str| preferences("a.jgf", &format!("{{\"record\":{{\"version\":1}},{section},\"tree\":[{{}}]}}"));
    assert_eq!(jgf2(""), expected);
    assert_eq!(
        jgf2(r#""showSolutions":1,"rememberVariationPaths":"false","showKo":true,"showVariations":null"#),
        expected
    );
    (expected.show_variations, expected.show_sibling_variations) = (false, true);
    assert_eq!(preferences("a.sgf", "(;SZ[9]ST[3])"), expected);
    assert_eq!(jgf2(r#""showVariations":false,"showSiblingVariations":true"#), expected);
    for section in [
        r#""settings":{"variationMarkup":false,"variationSiblings":true}"#,
        r#""player":{"variation_markup":false,"variation_children":false}"#,
        r#""display":{"variationMarkup":false,"variationChildren":false}"#,
    ] {
        assert_eq!(jgf1(section), expected, "{section}");
    }
    expected = Preferences::default();
    (expected.show_solutions, expected.show_coordinates) = (true, false);
    assert_eq!(jgf1(r#""settings":{"solutionPaths":true},"board":{"coordinates":false}"#), expected);
    assert_eq!(jgf2(r#""showSolutions":true,"showCoordinates":false"#), expected);
    expected = Preferences::default();
    (expected.show_last_move, expected.show_next_move, expected.remember_variation_paths) = (false, true, false);
    let settings = r#""rememberVariationPaths":false,"showLastMove":false,"showNextMove":true"#;
    assert_eq!(jgf2(settings), expected);
    assert_eq!(jgf2(&format!(r#""showLastMove":true,{settings}"#)), expected); // the last of two counts
}

#[test]
fn each_format_marks_solutions() {
    use SolutionSource::{Comments, Judgements, MainLine, Marks};
    let wrong = Action::from(Move::play(Color::White, Point::from_sgf("ab").unwrap()));
    let right = Action::from(Move::play(Color::White, Point::from_sgf("aa").unwrap()));
    let jgf1 = r#"{"record":{"version":1},"tree":[{"root":true},[[{"move":{"W":"ab"}}],[{"move":{"W":"aa"},"solution":true}]]]}"#;
    let jgf2 = r#"{"tree":[{},{"variations":[[{"move":{"color":"white","x":0,"y":1}}],[{"move":{"color":"white","x":0,"y":0},"solution":true}]]}]}"#;
    for (name, text, source) in [
        ("a.jgf", jgf1, Marks),
        ("a.jgf", jgf2, Marks),
        ("a.sgf", "(;SZ[9](;W[ab])(;W[aa]KX[kifu:solution:]))", Marks),
        ("a.sgf", "(;SZ[9](;W[ab]C[Wrong.])(;W[aa]C[Correct.]))", Comments),
        ("a.sgf", "(;SZ[9](;W[ab])(;W[aa]C[White lives. RIGHT]))", Comments),
        ("a.sgf", "(;SZ[9](;W[ab]TE[1])(;W[aa]C[正解]))", Comments),
        ("a.sgf", "(;SZ[9](;W[ab]BM[1])(;W[aa]TE[1]))", Judgements),
        ("a.sgf", "(;SZ[9](;W[ab]GB[1];B[aa]TE[1])(;W[aa]GW[1]))", Judgements),
        ("a.sgf", "(;SZ[9](;W[aa])(;W[ab]BM[1]))", MainLine),
    ] {
        let records = read(name, text.as_bytes());
        let mut solver = Solver::new(&records[0]);
        assert_eq!((solver.solutions().source(), solver.player()), (Some(source), Color::White.seat()), "{text}");
        assert!(solver.hints().eq([&right]), "{text}");
        assert!(matches!(solver.input(&wrong), Answer::Wrong { .. }), "{text}");
        solver.restart();
        assert_eq!(solver.input(&right), Answer::Solved { reply: None }, "{text}");
    }
}

/// Returns the corpus of go, if it exists beside the repository.
fn corpus() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/go");
    if !folder.is_dir() {
        println!("skipped: {} is not there", folder.display());
        return None;
    }
    Some(folder)
}

/// Adds the files of a folder and of the folders in it.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path().is_dir() {
            true => add_files(&entry.path(), files),
            false => files.push(entry.path()),
        }
    }
}

/// Enters the first hint until there is none.
fn follow_hints(solver: &mut Solver<'_, Go>) -> Vec<Answer> {
    let mut answers = Vec::new();
    loop {
        let Some(hint) = solver.hints().next().cloned() else { return answers };
        answers.push(solver.input(&hint));
    }
}

#[test]
fn the_hints_solve_every_game_of_the_corpus() {
    let Some(folder) = corpus() else { return };
    let mut files = Vec::new();
    add_files(&folder, &mut files);
    let mut counts: BTreeMap<Option<SolutionSource>, usize> = BTreeMap::new();
    for path in files {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        for record in read(&path.to_string_lossy(), &bytes) {
            let mut solver = Solver::new(&record);
            let source = solver.solutions().source();
            *counts.entry(source).or_default() += 1;
            let answers = follow_hints(&mut solver);
            let (last, earlier) = answers.split_last().unzip();
            assert!(earlier.into_iter().flatten().all(|answer| matches!(answer, Answer::Right { .. })), "{path:?}");
            assert_eq!(matches!(last, Some(Answer::Solved { .. })), source.is_some(), "{path:?}");
        }
    }
    println!("{counts:?}");
    assert!(counts.len() >= 4, "{counts:?}");
}

#[test]
fn known_problems_are_judged_as_their_authors_say() {
    let Some(folder) = corpus() else { return };
    let play = |color, at: &str| Action::from(Move::play(color, Point::from_sgf(at).unwrap()));
    let problem = |path: &str| {
        let bytes = std::fs::read(folder.join(path)).expect("the corpus has this file");
        read(path, &bytes).remove(0)
    };

    // JGF 1 marks every node on the way. White has two solutions, and one of them has three last moves.
    let record = problem("other/jgf1/demo-solve-mode.jgf");
    let mut solver = Solver::new(&record);
    assert_eq!(solver.player(), Color::White.seat());
    assert!(solver.hints().eq(&[play(Color::White, "bb"), play(Color::White, "cb")]));
    assert!(matches!(solver.input(&play(Color::White, "bb")), Answer::Right { reply: Some(_) }));
    assert!(matches!(solver.input(&play(Color::White, "cb")), Answer::Right { reply: Some(_) }));
    assert_eq!(solver.hints().count(), 3);
    assert_eq!(solver.input(&play(Color::White, "ea")), Answer::Solved { reply: None });
    solver.restart();
    for (at, is_right) in [("cb", true), ("ca", true), ("da", false)] {
        let answer = solver.input(&play(Color::White, at));
        assert_eq!(matches!(answer, Answer::Right { reply: Some(_) }), is_right, "{at}: {answer:?}");
    }
    assert!(!solver.is_solvable() && solver.hints().next().is_none());

    // Comments mark the last move of each line.
    let record = problem("sgf/julianandrews__sgf-render/tests/data/prob45/input.sgf");
    let mut solver = Solver::new(&record);
    assert_eq!(solver.solutions().source(), Some(SolutionSource::Comments));
    assert!(matches!(solver.input(&play(Color::Black, "da")), Answer::Wrong { reply: Some(_) }));
    solver.back();
    assert_eq!(follow_hints(&mut solver).len(), 3);
    assert_eq!(solver.cursor().record().move_number(solver.cursor().node()), 5);
}
