//! Files of other programs, if they exist beside the repository: JGF 2 files written by Seki, and JGF 1 files written by ngGo, have
//! the same content as their SGF files.

use kifu::{
    Hints, Library,
    goban::{Action, Go},
    model::{Record, Seat, difference},
};
use std::path::{Path, PathBuf};

fn folder(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(name);
    if !folder.is_dir() {
        println!("skipped: there is no {name} beside the repository");
        return None;
    }
    Some(folder)
}

fn read(path: &Path) -> Record<Go> {
    let opened = Library::default().open(path, &Hints::default()).expect("the file is read");
    let mut reading = opened.games.into_games::<Go>().expect("a record of go");
    assert_eq!(reading.records.len(), 1, "{}", path.display());
    reading.records.remove(0)
}

/// Returns every move and setup in the order of the tree, each with its depth.
fn actions(record: &Record<Go>) -> Vec<String> {
    let tree = &record.tree;
    tree.preorder().filter_map(|id| Some(format!("{} {}", tree.path(id).len(), tree[id].action.as_ref()?))).collect()
}

fn moves(record: &Record<Go>) -> Vec<String> {
    let tree = &record.tree;
    let played = |id| tree[id].action.as_ref().and_then(Action::as_move).map(|played| played.to_string());
    tree.preorder().filter_map(played).collect()
}

#[test]
fn seki_says_what_the_sgf_beside_it_says() {
    let Some(folder) = folder("golden/go/seki") else { return };
    // Seki itself loses two things: it reads only the first point of a compressed list, and it merges a node without known
    // properties with the next node.
    for name in ["basic", "handicap", "rect", "vars", "complist", "setup"] {
        let sgf = read(&folder.join(format!("{name}.sgf")));
        let jgf = read(&folder.join(format!("{name}.jgf")));
        assert_eq!(moves(&sgf), moves(&jgf), "{name}");
        assert_eq!(sgf.setup.size, jgf.setup.size, "{name}");
        for seat in [Seat::First, Seat::Second] {
            let name_of = |record: &Record<Go>| {
                record.info.player(&seat).map(|player| (player.name.clone(), player.rank.clone()))
            };
            assert_eq!(name_of(&sgf), name_of(&jgf), "{name}");
        }
        if name != "complist" && name != "setup" {
            assert_eq!(actions(&sgf), actions(&jgf), "{name}");
            assert_eq!(sgf.setup.stones, jgf.setup.stones, "{name}");
        }
    }
}

#[test]
fn the_variations_of_seki() {
    let Some(folder) = folder("corpus/go/other/jgf2") else { return };
    let record = read(&folder.join("vars.jgf"));
    assert_eq!(actions(&record), ["2 B[ee]", "3 W[aa]", "4 B[bb]", "5 W[cc]", "4 B[dd]", "4 B[ff]"]);
    let demo = read(&folder.join("seki-embed-demo.jgf"));
    let player = |seat| demo.info.player(&seat).map(|player| (player.name.as_str(), player.rank.as_str()));
    assert_eq!((player(Seat::First), player(Seat::Second)), (Some(("Black", "5k")), Some(("White", "2d"))));
    assert_eq!(
        (demo.terms.rules.as_str(), demo.terms.komi.as_ref().map(ToString::to_string)),
        ("Japanese", Some("0.5".into()))
    );
    assert_eq!(demo.setup.stones.black().len(), 9);
    assert_eq!(demo.tree[demo.tree.root()].details().map(|details| details.marks.len()), Some(13));
}

#[test]
fn a_record_goes_through_seki_s_own_form() {
    let Some(folder) = folder("golden/go/seki") else { return };
    let library = Library::default();
    let format = library.format("jgf2:players=object").expect("the option is there");
    for name in ["basic", "vars", "setup", "rect"] {
        let record = read(&folder.join(format!("{name}.sgf")));
        let converted = kifu::convert(format.of().expect("JGF 2 is of go"), std::slice::from_ref(&record));
        assert_eq!(converted.losses().count(), 0, "{name}");
        let text = &converted.outputs[0].written.text;
        assert!(!text.contains("\"players\": ["), "{name}");
        let again = library.read("x.jgf", text.clone().into_bytes(), &Hints::default()).expect("it is read");
        let again = again.games.into_games::<Go>().expect("a record of go");
        assert_eq!(difference(&[record], &again.records), []);
    }
}

/// What ngGo itself changes when it makes JGF 1 from SGF: the file, the difference, and the reason.
const CHANGED_BY_NGGO: &[(&str, &str, &str)] = &[
    ("basic", "application \"foo v1.2\" became \"ngGo v1.3.4\"", WRITER),
    ("handicap", "Black's name \"Black\" was added", BLANK),
    ("handicap", "White's name \"White\" was added", BLANK),
    ("handicap", "application \"ngGo v1.3.4\" was added", WRITER),
    ("rect", "Black's name \"Black\" was added", BLANK),
    ("rect", "White's name \"White\" was added", BLANK),
    ("rect", "application \"ngGo v1.3.4\" was added", WRITER),
    ("vars", "Black's name \"Black\" was added", BLANK),
    ("vars", "White's name \"White\" was added", BLANK),
    ("vars", "application \"ngGo v1.3.4\" was added", WRITER),
    ("complist", "Black's name \"Black\" was added", BLANK),
    ("complist", "White's name \"White\" was added", BLANK),
    ("complist", "application \"ngGo v1.3.4\" was added", WRITER),
    (
        "complist",
        "the start position changed from 9x9, black A9:C7 to 9x9, black A9",
        "it reads the first point of AB[aa:cc]",
    ),
    ("setup", "Black's name \"Black\" was added", BLANK),
    ("setup", "White's name \"White\" was added", BLANK),
    ("setup", "application \"ngGo v1.3.4\" was added", WRITER),
    (
        "setup",
        "the start position changed from 9x9, black C7, G3; white G7; empty A9; White to move to 9x9, black C7, D6, G3; white G7, E5; empty A9; White to move",
        MERGED,
    ),
    ("setup", "marks black territory A9:A8, white territory J1 were added", MERGED),
    ("setup", "setup black D6; white E5 became Black E4 (B[ef])", MERGED),
    ("setup", "clock \"left 300 s, 5 periods left\" was added", MERGED),
    ("setup", "judgement changed from nothing to good move, even position, interesting position, value 2.5", MERGED),
    ("setup", "marks circle E5, triangle C7, square D6, … were added", MERGED),
    ("setup", "sgf data BM[1], sgf data FG[257:x], sgf data GB[1], … were added", MERGED),
    ("setup", "a node without a move and the node below it are missing", MERGED),
];
const WRITER: &str = "it names itself as the program";
const BLANK: &str = "it gives players without a name the names Black and White";
const MERGED: &str =
    "it merges the nodes before the first move into the root, so the next node takes the place of another";

#[test]
fn nggo_says_what_the_sgf_beside_it_says() {
    let (Some(nggo), Some(seki)) = (folder("golden/go/nggo"), folder("golden/go/seki")) else { return };
    let mut found: Vec<(&str, String)> = Vec::new();
    for name in ["basic", "handicap", "rect", "vars", "complist", "setup"] {
        let sgf = read(&seki.join(format!("{name}.sgf")));
        let jgf = read(&nggo.join(format!("{name}.jgf")));
        found.extend(difference(&[sgf], &[jgf]).into_iter().map(|loss| (name, loss.message.to_string())));
    }
    let expected: Vec<_> = CHANGED_BY_NGGO.iter().map(|(name, message, _)| (*name, (*message).to_owned())).collect();
    assert_eq!(found, expected);
}

/// Every JSON file belongs to exactly one format.
#[test]
fn one_format_claims_each_json_file() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    for id in ["jgf1", "jgf2"] {
        let cases = std::fs::read_dir(fixtures.join(id)).expect("the fixtures");
        let inputs = cases.map(|case| case.expect("a case").path().join("input.jgf")).filter(|path| path.is_file());
        let corpus = folder(&format!("corpus/go/other/{id}"));
        let files = corpus.into_iter().flat_map(|folder| std::fs::read_dir(folder).expect("the corpus"));
        let files = files.map(|file| file.expect("a file").path());
        for path in inputs.chain(files) {
            let bytes = std::fs::read(&path).expect("the file is read");
            match Library::default().detect(&path.to_string_lossy(), &bytes) {
                Ok(format) => assert_eq!(format.info().id, id, "{}", path.display()),
                Err(error) => println!("{}: {error}", path.display()),
            }
        }
    }
}
