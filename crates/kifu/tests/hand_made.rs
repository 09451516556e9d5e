//! Records made by hand are as true as records that were read: the order of players, marks and foreign data does not count.

use arbitrary::Unstructured;
use kifu::{
    Library,
    goban::{Go, Mark, Points},
    model::{Foreign, Record, difference, losses},
};
use kifu_conformance::{record, seed};

/// Marks of one point each, as an editor might add them, the last first.
fn one_by_one(mark: &Mark) -> Vec<Mark> {
    let each = |points: &Points, mark: &dyn Fn(Points) -> Mark| match points.len() {
        0 => vec![mark(Points::new())],
        _ => points.iter().map(|point| mark(point.into())).collect(),
    };
    match mark {
        Mark::Shape(shape, points) => each(points, &|points| Mark::Shape(*shape, points)),
        Mark::Dim(points) => each(points, &Mark::Dim),
        Mark::View(points) => each(points, &Mark::View),
        Mark::Territory(color, points) => each(points, &|points| Mark::Territory(*color, points)),
        Mark::Custom(kind, text, points) => each(points, &|points| Mark::Custom(kind.clone(), text.clone(), points)),
        other => vec![other.clone()],
    }
}

/// An entry for each value, the keys in reverse; the values of a key keep their order.
fn apart(foreign: &mut Vec<Foreign>) {
    let entries = foreign.drain(..).rev().collect::<Vec<_>>();
    for entry in entries {
        match entry.values.len() {
            0 => foreign.push(entry),
            _ => foreign.extend(
                entry
                    .values
                    .into_iter()
                    .map(|value| Foreign::new(entry.format.clone(), entry.key.clone(), vec![value])),
            ),
        }
    }
}

/// The same record, made in another order.
fn by_hand(record: &Record<Go>) -> Record<Go> {
    let mut made = record.clone();
    made.info.players.reverse();
    apart(&mut made.info.foreign);
    for node in record.tree.preorder().filter(|&node| record.tree[node].details().is_some()) {
        let details = made.tree[node].details_mut();
        details.marks = details.marks.iter().rev().flat_map(one_by_one).collect();
        apart(&mut details.foreign);
    }
    made
}

#[test]
fn the_order_in_which_a_record_was_made_does_not_count() {
    let (mut disordered, library) = (0, Library::default());
    for number in 0..300 {
        let bytes = seed(number);
        let Ok(record) = record::<Go>(&mut Unstructured::new(&bytes)) else { continue };
        let made = by_hand(&record);
        disordered += u32::from(made != record);
        let (records, made) = ([record], [made]);
        assert!(difference(&records, &made).is_empty(), "record {number}");
        for format in library.formats_of::<Go>() {
            let of = |records: &[Record<Go>]| losses(format, records, &format.write(records));
            assert_eq!(of(&made), of(&records), "record {number} in {}", format.info().id);
        }
    }
    assert!(disordered > 100, "{disordered} records have an order that could be changed");
}
