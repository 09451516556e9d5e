//! Real files, if they exist beside the repository.

use kifu_core::{Format, Source};
use kifu_shogiban::ShogiRecord;
use kifu_usi::Usi;
use std::{fs, path::Path};

#[test]
fn a_thousand_games_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/shogi/generated/random1000.usi");
    let Ok(text) = fs::read_to_string(root) else {
        println!("skipped: there are no files of other programs beside the repository");
        return;
    };
    let reading = Usi::default().read(&Source::from_text("random1000.usi", text.clone()));
    assert!(reading.diagnostics.is_empty());
    assert_eq!(reading.records.len(), 1_000);
    assert_eq!(Usi::default().write(&reading.records).text, text);
    let moves: usize = reading.records.iter().map(|record| record.main_line().count()).sum();
    assert_eq!(moves, text.split_whitespace().count() - 3 * 1_000);
}
