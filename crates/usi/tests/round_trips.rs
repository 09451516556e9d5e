//! Generated records, with every part of the model, go through USI and USEN: they differ by exactly the losses measured on the way.

use kifu_conformance::{arbitrary::Unstructured, record, seed};
use kifu_core::{Format, Loss, Record, Source, difference, losses};
use kifu_shogiban::Shogi;
use kifu_usi::{Notation, Usi, Variations};
use std::slice::from_ref;

/// Returns the record that a format reads from what it writes, and the losses that a conversion reports.
fn through(format: &dyn Format<Shogi>, record: &Record<Shogi>) -> (Record<Shogi>, Vec<Loss>) {
    let writing = format.write(from_ref(record));
    let lost = losses(format, from_ref(record), &writing);
    let mut reading = format.read(&Source::from_text("game", writing.text));
    (reading.records.remove(0), lost)
}

#[test]
fn records_differ_by_the_losses() {
    let formats = [
        Usi::default(),
        Usi::default().variations(Variations::Lines),
        Usi::default().notation(Notation::Sfen),
        Usi::default().notation(Notation::Usen),
    ];
    let mut nodes = 0;
    for number in 0..500 {
        let original: Record<Shogi> = record(&mut Unstructured::new(&seed(number))).unwrap();
        nodes += original.tree.len();
        for format in &formats {
            let (next, lost) = through(format, &original);
            let changes = difference(from_ref(&original), from_ref(&next));
            assert_eq!(changes, lost, "record {number}, in {format:?}");
            // A record that was read loses nothing in the same format.
            let (again, lost) = through(format, &next);
            assert_eq!((again, lost), (next, vec![]), "record {number}, again in {format:?}");
        }
    }
    assert!(nodes > 1_000, "{nodes}");
}
