//! Files of other programs, if they exist beside the repository: JGF 2 files written by Seki, and JGF 1 files written by ngGo, have
//! the same content as their SGF files.

use kifu::{
    Hints, Library,
    goban::{Action, Go},
    model::{Confidence, Record, Sample, Seat, difference},
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

/// What Seki itself changes when it makes JGF 2 from SGF, and SGF from SGF: the file, the difference, and the reason.
const CHANGED_BY_SEKI: &[(&str, &str, &str)] = &[
    ("basic.jgf", "date 2020-01-03 is missing", "it reads one date only"),
    ("basic.jgf", "application \"foo v1.2\" became \"Seki v4.3.0\"", WRITER_SEKI),
    ("basic.seki-round-trip.sgf", "date 2020-01-03 is missing", "it reads one date only"),
    ("basic.seki-round-trip.sgf", "application \"foo v1.2\" became \"Seki v4.3.0\"", WRITER_SEKI),
    (
        "basic.seki-round-trip.sgf",
        "viewer preferences showVariations: true, showSiblingVariations: true are missing",
        "it writes ST only if it is asked to",
    ),
    (
        "basic.seki-round-trip.sgf",
        "sgf data TC[3], sgf data TT[20] were added",
        "it writes the overtime also as Fox does",
    ),
    (
        "basic.seki-round-trip.sgf",
        "terms changed from rules Japanese, komi 6.5, handicap 0 to rules Japanese, komi 6.5",
        "it leaves out HA[0]",
    ),
    ("handicap.jgf", "date 2026-11-21 was added", TODAY),
    ("handicap.jgf", "time limit \"0\" was added", ZERO),
    ("handicap.jgf", "application \"Seki v4.3.0\" was added", WRITER_SEKI),
    ("handicap.jgf", "terms changed from handicap 2 to komi 0, handicap 2, suicide illegal, superko no", ZERO),
    ("handicap.seki-round-trip.sgf", "date 2026-11-21 was added", TODAY),
    ("handicap.seki-round-trip.sgf", "application \"Seki v4.3.0\" was added", WRITER_SEKI),
    ("handicap.seki-round-trip.sgf", "the start position changed from 19x19, black Q16, D4 to 19x19", SECOND),
    ("handicap.seki-round-trip.sgf", "White D16 (W[dd]) became setup black Q16, D4", SECOND),
    ("handicap.seki-round-trip.sgf", "Black Q4 (B[pp]) became White D16 (W[dd])", SECOND),
    ("handicap.seki-round-trip.sgf", "Black Q4 (B[pp]) was added", SECOND),
    ("rect.jgf", "date 2026-11-21 was added", TODAY),
    ("rect.jgf", "time limit \"0\" was added", ZERO),
    ("rect.jgf", "application \"Seki v4.3.0\" was added", WRITER_SEKI),
    ("rect.jgf", "terms changed from nothing to komi 0, handicap 0, suicide illegal, superko no", ZERO),
    ("rect.seki-round-trip.sgf", "date 2026-11-21 was added", TODAY),
    ("rect.seki-round-trip.sgf", "application \"Seki v4.3.0\" was added", WRITER_SEKI),
    ("vars.jgf", "date 2026-11-21 was added", TODAY),
    ("vars.jgf", "time limit \"0\" was added", ZERO),
    ("vars.jgf", "application \"Seki v4.3.0\" was added", WRITER_SEKI),
    ("vars.jgf", "terms changed from nothing to komi 0, handicap 0, suicide illegal, superko no", ZERO),
    ("vars.seki-round-trip.sgf", "date 2026-11-21 was added", TODAY),
    ("vars.seki-round-trip.sgf", "application \"Seki v4.3.0\" was added", WRITER_SEKI),
    ("complist.jgf", "date 2026-11-21 was added", TODAY),
    ("complist.jgf", "time limit \"0\" was added", ZERO),
    ("complist.jgf", "application \"Seki v4.3.0\" was added", WRITER_SEKI),
    ("complist.jgf", "terms changed from nothing to komi 0, handicap 0, suicide illegal, superko no", ZERO),
    (
        "complist.jgf",
        "the start position changed from 9x9, black A9:C7 to 9x9, black A9",
        "it reads the first point of AB[aa:cc]",
    ),
    ("complist.seki-round-trip.sgf", "date 2026-11-21 was added", TODAY),
    ("complist.seki-round-trip.sgf", "application \"Seki v4.3.0\" was added", WRITER_SEKI),
    ("complist.seki-round-trip.sgf", "the start position changed from 9x9, black A9:C7 to 9x9", SECOND),
    ("complist.seki-round-trip.sgf", "Black pass became setup black A9", SECOND),
    ("complist.seki-round-trip.sgf", "White pass became Black pass", SECOND),
    ("complist.seki-round-trip.sgf", "Black D6 (B[dd]) became White pass", SECOND),
    ("complist.seki-round-trip.sgf", "Black D6 (B[dd]) was added", SECOND),
    ("setup.jgf", "date 2026-11-21 was added", TODAY),
    ("setup.jgf", "time limit \"0\" was added", ZERO),
    ("setup.jgf", "application \"Seki v4.3.0\" was added", WRITER_SEKI),
    ("setup.jgf", "terms changed from nothing to komi 0, handicap 0, suicide illegal, superko no", ZERO),
    (
        "setup.jgf",
        "judgement changed from good move, even position, interesting position, value 2.5 to nothing",
        UNKNOWN,
    ),
    ("setup.jgf", "marks arrow A9 to B8, line C7 to D6, dimmed A9, … are missing", UNKNOWN),
    ("setup.jgf", "sgf data BM[1], sgf data FG[257:x], sgf data GB[1], … are missing", UNKNOWN),
    ("setup.seki-round-trip.sgf", "date 2026-11-21 was added", TODAY),
    ("setup.seki-round-trip.sgf", "application \"Seki v4.3.0\" was added", WRITER_SEKI),
    (
        "setup.seki-round-trip.sgf",
        "the start position changed from 9x9, black C7, G3; white G7; empty A9; White to move to 9x9",
        SECOND,
    ),
    ("setup.seki-round-trip.sgf", "comment \"root comment\" is missing", SECOND),
    (
        "setup.seki-round-trip.sgf",
        "setup black D6; white E5 became setup black C7, G3; white G7; empty A9; White to move",
        SECOND,
    ),
    ("setup.seki-round-trip.sgf", "comment \"root comment\" was added", SECOND),
    ("setup.seki-round-trip.sgf", "a node without a move became setup black D6; white E5", SECOND),
    ("setup.seki-round-trip.sgf", "marks black territory A9:A8, white territory J1 are missing", SECOND),
    ("setup.seki-round-trip.sgf", "Black E4 (B[ef]) became a node without a move", SECOND),
    ("setup.seki-round-trip.sgf", "clock \"left 300 s, 5 periods left\" is missing", UNKNOWN),
    (
        "setup.seki-round-trip.sgf",
        "judgement changed from good move, even position, interesting position, value 2.5 to nothing",
        UNKNOWN,
    ),
    (
        "setup.seki-round-trip.sgf",
        "marks circle E5, triangle C7, square D6, … became black territory A9:A8, white territory J1",
        SECOND,
    ),
    ("setup.seki-round-trip.sgf", "sgf data BM[1], sgf data FG[257:x], sgf data GB[1], … are missing", UNKNOWN),
    ("setup.seki-round-trip.sgf", "Black E4 (B[ef]) was added", SECOND),
];
const WRITER_SEKI: &str = "it names itself as the program";
const TODAY: &str = "it writes the day of writing as the date of a game without one";
const ZERO: &str =
    "it writes 0 for a komi, a handicap or a time that is not stated, and false for allowSuicide and disallowRepeats";
const SECOND: &str = "in SGF it writes the first node as a second node, so each node takes the place of the next one";
const UNKNOWN: &str = "it leaves out properties that it does not know";

#[test]
fn seki_says_all_that_the_sgf_beside_it_says() {
    let Some(seki) = folder("golden/go/seki") else { return };
    let mut found: Vec<(String, String)> = Vec::new();
    for name in ["basic", "handicap", "rect", "vars", "complist", "setup"] {
        let sgf = read(&seki.join(format!("{name}.sgf")));
        for file in [format!("{name}.jgf"), format!("{name}.seki-round-trip.sgf")] {
            let other = read(&seki.join(&file));
            let changes = difference(std::slice::from_ref(&sgf), &[other]);
            found.extend(changes.into_iter().map(|loss| (file.clone(), loss.message.to_string())));
        }
    }
    let of = |(file, message, _): &(&str, &str, &str)| ((*file).to_owned(), (*message).to_owned());
    let expected: Vec<_> = CHANGED_BY_SEKI.iter().map(of).collect();
    assert_eq!(found, expected);
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
    ("setup", "a node without a move and the node after it are missing", MERGED),
    ("setup", "marks black territory A9:A8, white territory J1 are missing, and that of one more node", MERGED),
    ("setup", "clock \"left 300 s, 5 periods left\" is missing", MERGED),
    ("setup", "judgement changed from good move, even position, interesting position, value 2.5 to nothing", MERGED),
    ("setup", "sgf data BM[1], sgf data FG[257:x], sgf data GB[1], … are missing", MERGED),
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

/// Fixtures that only their extension assigns to a format.
const UNCLAIMED: &[&str] =
    &["line-without-colon", "no-record-empty-object", "no-record-of-go", "no-record-prose", "text-around-the-record"];

/// Every JSON file belongs to exactly one format. If that is certain, the others are certain that it is not theirs.
#[test]
fn one_format_claims_each_json_file() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let library = Library::default();
    let (mut certain, mut unclaimed, mut wrong) = (0, Vec::new(), Vec::new());
    for id in ["jgf1", "jgf2"] {
        let folders = std::fs::read_dir(fixtures.join(id)).expect("the fixtures");
        let inputs = folders.map(|case| case.expect("a case").path().join("input.jgf")).filter(|path| path.is_file());
        let corpus = folder(&format!("corpus/go/other/{id}"));
        let files = corpus.into_iter().flat_map(|folder| std::fs::read_dir(folder).expect("the corpus"));
        let mut files: Vec<PathBuf> = inputs.chain(files.map(|file| file.expect("a file").path())).collect();
        files.sort();
        for path in files {
            let bytes = std::fs::read(&path).expect("the file is read");
            let sample = Sample::new(&bytes, Some("jgf"));
            let claims: Vec<_> = library.formats().map(|format| (format.info().id, format.detect(&sample))).collect();
            let best = claims.iter().map(|(_, confidence)| *confidence).max().expect("there are formats");
            let of_best: Vec<_> =
                claims.iter().filter(|(_, confidence)| *confidence == best).map(|(id, _)| *id).collect();
            let others = claims.iter().filter(|(_, confidence)| *confidence > Confidence::No).count() - of_best.len();
            let name = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
            match (best, &of_best[..]) {
                (Confidence::No | Confidence::Possible, _) => unclaimed.extend(name),
                (Confidence::Certain, [one]) if *one == id && others == 0 => certain += 1,
                (Confidence::Likely, [one]) if *one == id => {}
                _ => wrong.push(format!("{}: {claims:?}", path.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(unclaimed, UNCLAIMED);
    assert!(certain > 150, "{certain}");
}
