//! The score of positions: maps of territory and seki, dead stones, results, and comparisons with slow implementations.

mod diagram;

use diagram::Diagram;
use kifu_goban::rules::Rules;
use std::{fs, path::Path};

fn rules(name: &str) -> Rules {
    name.parse().unwrap()
}

/// The sections of a golden file: a name with a colon, and rows.
fn section<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let rows = text.lines().skip_while(|line| line.strip_suffix(':') != Some(name)).skip(1);
    rows.take_while(|line| !line.ends_with(':')).filter(|line| !line.is_empty()).collect()
}

/// The territory, seki and dame of every position in `shared/golden/go/scoring`.
#[test]
fn golden_positions_give_the_expected_maps() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/golden/go/scoring");
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("skipped: {} is missing", folder.display());
        return;
    };
    let mut count = 0;
    for entry in entries {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let diagram = Diagram::parse(&section(&text, "BOARD"));
        let score = diagram.score(&rules("japanese"));
        let name = path.file_name().unwrap().to_string_lossy();
        assert_eq!(diagram.territory(&score), section(&text, "TERRITORY"), "territory of {name}");
        assert_eq!(diagram.seki(&score), section(&text, "SEKI"), "seki of {name}");
        assert_eq!(diagram.dame(&score), section(&text, "DAME"), "dame of {name}");
        count += 1;
    }
    assert_eq!(count, 46);
}
