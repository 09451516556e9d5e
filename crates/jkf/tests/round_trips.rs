//! Generated records, with every part of the model, go through JKF and KIF: they differ by exactly the losses measured on the way.

use kifu_conformance::{arbitrary::Unstructured, record, seed};
use kifu_core::{Charset, Format, Loss, Record, Source, difference, losses};
use kifu_jkf::{Form, Jkf, Style, normalize};
use kifu_kif::{Ki2, Kif};
use kifu_shogiban::Shogi;
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
    let utf8 = || Charset::UTF_8;
    let (kif, ki2) = (Kif::default().encoding(utf8()), Ki2::default().encoding(utf8()));
    let (full, minimal) = (Jkf::default(), Jkf::default().form(Form::Minimal));
    let chains: [&[&dyn Format<Shogi>]; 5] =
        [&[&full], &[&minimal], &[&full, &kif, &full], &[&kif, &minimal, &kif], &[&ki2, &full, &ki2]];
    let mut nodes = 0;
    for number in 0..500 {
        let original: Record<Shogi> = record(&mut Unstructured::new(&seed(number))).unwrap();
        nodes += original.tree.len();
        for chain in chains {
            let mut now = original.clone();
            for format in chain {
                let (next, lost) = through(*format, &now);
                let changes = difference(from_ref(&now), from_ref(&next));
                let id = format.info().id;
                assert_eq!(changes, lost, "record {number}, in {id}");
                // A record that was read loses nothing in the same format.
                let (again, lost) = through(*format, &next);
                assert_eq!((again, lost), (next.clone(), vec![]), "record {number}, again in {id}");
                now = next;
            }
        }
    }
    assert!(nodes > 1_000, "{nodes}");
}

/// A text that is normalized is normalized already. The same record in each form gives the same moves.
#[test]
fn normalizing_twice_changes_nothing() {
    for number in 0..500 {
        let original: Record<Shogi> = record(&mut Unstructured::new(&seed(number))).unwrap();
        for form in [Form::Full, Form::Minimal] {
            for style in [Style::Pretty, Style::Compact] {
                let text = Jkf::default().form(form).style(style).write(from_ref(&original)).text;
                let once = normalize(&text).apply(&text);
                let twice = normalize(&once);
                assert!(twice.is_empty(), "record {number}, {form:?}: {:?}", twice.iter().collect::<Vec<_>>());
            }
        }
    }
}
