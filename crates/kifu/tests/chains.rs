//! Generated records of shogi go through chains of formats. In each step, what changes is what a conversion reports as lost.
#![cfg(all(feature = "kif", feature = "csa", feature = "usi"))]

use kifu::{
    Library,
    model::{Format, Record, Source, difference, losses},
    shogiban::Shogi,
};
use kifu_conformance::{arbitrary::Unstructured, record, seed};
use std::slice::from_ref;

/// Every format once, in three orders.
const CHAINS: [&[&str]; 3] = [
    &["kif", "csa", "ki2", "usi"],
    &["csa:version=3", "kif", "csa", "kif"],
    &["usi:notation=usen", "kif", "usi", "csa"],
];

#[test]
fn records_differ_by_the_losses_of_each_step() {
    let library = Library::default();
    for number in 0..200 {
        let original: Record<Shogi> = record(&mut Unstructured::new(&seed(number))).unwrap();
        for chain in CHAINS {
            let mut now = original.clone();
            for id in chain {
                let chosen = library.format(id).unwrap();
                let format = chosen.of::<Shogi>().unwrap();
                // Shift_JIS would lose characters, which this test is not about.
                let utf8 = format.with_option("encoding", "utf-8").ok();
                let format: &dyn Format<Shogi> = utf8.as_deref().unwrap_or(format);
                let writing = format.write(from_ref(&now));
                let lost = losses(format, from_ref(&now), &writing);
                let mut reading = format.read(&Source::from_text("game", writing.text));
                let next = reading.records.remove(0);
                let changes = difference(from_ref(&now), from_ref(&next));
                assert!(changes == lost, "record {number} in {id} of {chain:?}: {changes:?}, but {lost:?}");
                now = next;
            }
        }
    }
}
