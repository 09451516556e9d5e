//! `difference` is empty exactly if two records are equal. Tested on generated records of go that use every part of the model.

use arbitrary::Unstructured;
use kifu_conformance::{record, seed};
use kifu_core::{Part, Record, difference};
use kifu_goban::Go;
use std::slice::from_ref;

fn made(number: u64) -> Record<Go> {
    record(&mut Unstructured::new(&seed(number))).unwrap()
}

#[test]
fn it_is_empty_exactly_when_they_are_equal() {
    let mut unlike = 0;
    for number in 0..500 {
        let record = made(number);
        assert_eq!(difference(from_ref(&record), from_ref(&record.clone())), [], "record {number}");
        // Compare with a record that differs in one part only, and with a completely different record.
        let others = Part::ALL.iter().copied().map(|part| (part.name(), record.without(part)));
        for (name, other) in others.chain([("another", made(number + 1))]) {
            for (a, b) in [(&record, &other), (&other, &record)] {
                let found = difference(from_ref(a), from_ref(b));
                assert_eq!(found.is_empty(), a == b, "record {number} without {name}: {found:?}");
                unlike += usize::from(a != b);
            }
        }
    }
    assert!(unlike > 5_000, "only {unlike} pairs differ");
}

#[test]
fn what_is_taken_out_is_what_is_missed() {
    for number in 0..300 {
        let record = made(number);
        for &part in Part::ALL {
            let found = difference(from_ref(&record), &[record.without(part)]);
            let others: Vec<_> = found.iter().filter(|loss| loss.part != part).collect();
            // Removing a comment also removes its author, and removing a clock also removes its precision.
            let with_it = |other: Part| {
                matches!((part, other), (Part::Comment, Part::CommentAuthor) | (Part::Clock, Part::ClockPrecision))
            };
            assert!(
                others.iter().all(|loss| with_it(loss.part)),
                "record {number} without {}: {others:?}",
                part.name()
            );
        }
    }
}
