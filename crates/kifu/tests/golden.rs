//! Files of other programs, if they exist beside the repository: JGF 2 files written by Seki have the same content as their SGF
//! files.

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

/// What ngGo itself loses or changes when it makes JGF 1 from SGF: the file, and the difference.
const LOST_BY_NGGO: &[(&str, &str)] = &[];

#[test]
fn nggo_says_what_the_sgf_beside_it_says() {
    let (Some(nggo), Some(seki)) = (folder("golden/go/nggo"), folder("golden/go/seki")) else { return };
    let mut found: Vec<(&str, String)> = Vec::new();
    for name in ["basic", "handicap", "rect", "vars", "complist", "setup"] {
        let sgf = read(&seki.join(format!("{name}.sgf")));
        let jgf = read(&nggo.join(format!("{name}.jgf")));
        found.extend(difference(&[sgf], &[jgf]).into_iter().map(|loss| (name, loss.message.to_string())));
    }
    let expected: Vec<_> = LOST_BY_NGGO.iter().map(|(name, message)| (*name, (*message).to_owned())).collect();
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
