//! Generated records, with every part of the model, go through SGF, JGF 1 and JGF 2 in every order and stay equal.

use arbitrary::Unstructured;
use kifu::{
    goban::Go,
    jgf1::Jgf1,
    jgf2::Jgf2,
    model::{Format, Record, Severity, Source, difference},
    sgf::Sgf,
};
use kifu_conformance::{record, seed};
use std::slice::from_ref;

/// Every order of three formats.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Returns the record that a format reads from what it wrote of a record.
fn through(format: &dyn Format<Go>, record: &Record<Go>) -> Record<Go> {
    let text = format.write(from_ref(record)).text;
    let mut reading = format.read(&Source::from_text("game", &text));
    let found = reading.diagnostics.iter().find(|found| found.severity >= Severity::Warning);
    assert!(found.is_none(), "{}: {found:?}\n{text}", format.info().id);
    assert_eq!(reading.records.len(), 1, "{text}");
    reading.records.remove(0)
}

#[test]
fn generated_records_go_through_the_formats_in_every_order() {
    let formats: [Box<dyn Format<Go>>; 3] =
        [Box::new(Sgf::default()), Box::new(Jgf1::default()), Box::new(Jgf2::default())];
    let mut nodes = 0;
    for number in 0..300 {
        let original: Record<Go> = record(&mut Unstructured::new(&seed(number))).unwrap();
        nodes += original.tree.len();
        for order in ORDERS {
            let mut now = original.clone();
            for place in order {
                let next = through(&*formats[place], &now);
                let changes = difference(from_ref(&now), from_ref(&next));
                let id = formats[place].info().id;
                assert_eq!(changes, [], "record {number}, order {order:?}, at {id}");
                now = next;
            }
            assert_eq!(now, original, "record {number}, order {order:?}");
        }
    }
    assert!(nodes > 1_000, "{nodes}");
}
