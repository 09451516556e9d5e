//! Generated records, with every part of the model, go through KIF and KI2: they differ by exactly the losses measured on the way.

use kifu_conformance::{arbitrary::Unstructured, record, seed};
use kifu_core::{Format, Loss, Node, Part, Record, Source, difference, losses};
use kifu_kif::{Ki2, Kif};
use kifu_shogiban::{Action, Shogi};
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
    let utf8 = || kifu_core::Charset::UTF_8;
    let (kif, ki2) = (Kif::default().encoding(utf8()), Ki2::default().encoding(utf8()));
    let chains: [&[&dyn Format<Shogi>]; 3] = [&[&kif], &[&ki2], &[&kif, &ki2, &kif]];
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

/// A damaged move of another format can leave a variation without a move. It is lost with its name, and the output has no finding.
#[test]
fn a_variation_without_a_move_is_not_written() {
    let mut original: Record<Shogi> = Record::default();
    let root = original.tree.root();
    for action in ["☗７六歩(77)", "☗２六歩(27)"] {
        original.tree.add(root, Node::new(Some(action.parse::<Action>().unwrap())));
    }
    let empty = original.tree.add(root, Node::new(None));
    original.tree.add(empty, Node::new(None));
    let writing = Kif::default().write(from_ref(&original));
    let reading = Kif::default().read(&Source::from_text("game", &*writing.text));
    assert!(reading.diagnostics.is_empty(), "{}", writing.text);
    assert_eq!(writing.text.matches("変化：").count(), 1, "{}", writing.text);
    let lost = losses(&Kif::default(), from_ref(&original), &writing);
    assert!(!lost.is_empty() && lost.iter().all(|loss| loss.part == Part::Variation), "{lost:?}");
}
