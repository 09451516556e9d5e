//! Round trip through the plain structs: each strict JSON file of the fixtures keeps its meaning.
#![cfg(feature = "serde")]

use kifu_core::{Format, Source, difference};
use kifu_jkf::{Jkf, normalize, shape::File};
use std::{fs, path::Path};

#[test]
fn files_mean_the_same() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/jkf");
    let mut tried = 0;
    for case in fs::read_dir(fixtures).unwrap() {
        let path = case.unwrap().path().join("input.jkf");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let Ok(file) = serde_json::from_str::<File>(&text) else { continue };
        // Normalizes the spelling of numbers, which serde_json does not keep.
        let text = serde_json::from_str::<serde_json::Value>(&text).unwrap().to_string();
        let records = Jkf::default().read(&Source::from_text("file.jkf", &text)).records;
        let again = file.to_records().records;
        assert_eq!(difference(&records, &again), [], "{}", path.display());
        for (record, again) in records.iter().zip(&again) {
            let back = File::from_record(record).unwrap().to_records().records;
            assert_eq!(difference(std::slice::from_ref(again), &back), [], "{}", path.display());
        }
        let normal = file.normalized().unwrap();
        assert_eq!(normal.normalized().unwrap(), normal, "{}", path.display());
        let of_text: File = serde_json::from_str(&normalize(&text).apply(&text)).unwrap();
        assert_eq!(of_text, normal, "{}", path.display());
        tried += 1;
    }
    assert!(tried > 40, "{tried} files");
}

#[test]
fn members_that_are_not_in_the_specification_are_kept() {
    let text = r#"{"header":{},"moves":[{"hat":[1]},{"move":{"color":0,"to":{"x":5,"y":5,"z":5},"piece":"FU","why":null}}],"version":1}"#;
    let file: File = serde_json::from_str(text).unwrap();
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_value(&file).unwrap(), value);
    assert_eq!(file.other["version"], 1);
}
