//! A file is saved completely or not at all.

use kifu::{
    Error, Library,
    goban::Go,
    model::{Analysis, Game, Part, Record},
    sgf::Sgf,
};
use std::fs;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Chess;

impl Game for Chess {
    const NAME: &'static str = "chess";
    type Terms = ();
    type Setup = ();
    type Action = u8;
    type Mark = u8;
}

#[test]
fn what_would_lose_something_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    fs::write(&path, "what was there").unwrap();
    let mut record: Record<Go> = Record::default();
    let root = record.tree.root();
    let mut analysis = Analysis::default();
    analysis.visits = Some(800);
    record.tree[root].details_mut().analyses = vec![analysis];
    // Without its slot, SGF has no place for the number of visits alone.
    let library = Library::default().with(Sgf::default().slots(false));
    match library.save(&path, &[record.clone()]) {
        Err(Error::Lossy { losses, .. }) => assert!(losses.iter().all(|loss| loss.part == Part::Analysis)),
        other => panic!("{other:?}"),
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "what was there");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");

    record.tree[root].details_mut().analyses.clear();
    library.save(&path, &[record]).unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with("(;FF[4]"));
}

#[test]
fn the_extension_names_the_format_and_the_records_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::default();
    for (name, expected) in [("game.sgf", "no format of chess"), ("game", "no format of chess")] {
        let error = library.save(&folder.path().join(name), &[Record::<Chess>::default()]).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    let error = library.save(&folder.path().join("no folder/game.sgf"), &[Record::<Go>::default()]).unwrap_err();
    assert!(matches!(error, Error::Unwritable { .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_link_leads_to_what_was_saved_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("game.sgf"), folder.path().join("link.sgf"));
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    symlink("game.sgf", &link).unwrap();
    Library::default().save(&link, &[Record::<Go>::default()]).unwrap();
    assert!(link.is_symlink() && fs::read_to_string(&path).unwrap().starts_with("(;FF[4]"));
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o666);
}

/// What is not a file is named as what it is, and stays.
#[cfg(unix)]
#[test]
fn a_folder_and_a_link_without_a_target_are_not_replaced() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("folder.sgf")).unwrap();
    symlink("folder.sgf", path("to-folder.sgf")).unwrap();
    symlink("nowhere.sgf", path("dangling.sgf")).unwrap();
    symlink("loop.sgf", path("loop.sgf")).unwrap();
    let dangling = "is a symbolic link, and its target cannot be found; not written";
    for (name, why) in [
        ("folder.sgf", "is a folder; not written"),
        ("to-folder.sgf", "is a folder; not written"),
        ("dangling.sgf", dangling),
        ("loop.sgf", dangling),
    ] {
        let error = Library::default().save(&path(name), &[Record::<Go>::default()]).unwrap_err();
        assert_eq!(error.to_string(), format!("{} {why}", path(name).display()));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    assert!(path("dangling.sgf").is_symlink() && !path("nowhere.sgf").exists());
}
