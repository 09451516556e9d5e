//! Records that a program builds equal records that were read: the order of players, marks and foreign data has no effect.

use arbitrary::Unstructured;
use kifu::{
    Library,
    goban::{Go, Mark, Point, Points, Rect, Setup, Size},
    model::{Foreign, ForeignSet, Format, MarkSet, PlayerSet, Record, Seat, Source, difference, losses},
};
use kifu_conformance::{record, seed};

/// Splits a mark into marks of one point each, in reverse order, as an editor might add them.
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
        Mark::Custom { kind, text, points } => {
            each(points, &|points| Mark::Custom { kind: kind.clone(), text: text.clone(), points })
        }
        other => vec![other.clone()],
    }
}

/// Returns one entry per value, with the keys in reverse order. The values of a key keep their order.
fn apart(foreign: &ForeignSet) -> Vec<Foreign> {
    let one = |entry: &Foreign, values: Vec<String>| Foreign::new(entry.format.clone(), entry.key.clone(), values);
    let each = |entry: &Foreign| match entry.values.len() {
        0 => vec![entry.clone()],
        _ => entry.values.iter().map(|value| one(entry, vec![value.clone()])).collect(),
    };
    foreign.iter().rev().flat_map(each).collect()
}

/// Returns the same record, built in another order, and the number of sets with a changeable order.
fn by_hand(record: &Record<Go>) -> (Record<Go>, usize) {
    let (mut made, mut disordered) = (record.clone(), 0);
    made.info.players = PlayerSet::default();
    let mut players: Vec<_> = record.info.players.iter().collect();
    players.reverse();
    for (seat, player) in players {
        *made.info.player_mut(seat.clone()) = player.clone();
    }
    made.info.foreign = ForeignSet::default();
    apart(&record.info.foreign).into_iter().for_each(|entry| made.info.foreign.extend([entry]));
    disordered += usize::from(made.info.players.len() > 1) + usize::from(made.info.foreign.len() > 1);
    for node in record.tree.preorder() {
        let Some(before) = record.tree[node].details() else { continue };
        let details = made.tree[node].details_mut();
        details.marks = MarkSet::default();
        before.marks.iter().rev().flat_map(one_by_one).for_each(|mark| details.marks.extend([mark]));
        details.foreign = apart(&before.foreign).into_iter().collect();
        disordered += usize::from(details.marks.len() > 1) + usize::from(details.foreign.len() > 1);
    }
    (made, disordered)
}

#[test]
fn the_order_in_which_a_record_was_made_does_not_count() {
    let (mut disordered, library) = (0, Library::default());
    for number in 0..300 {
        let bytes = seed(number);
        let Ok(record) = record::<Go>(&mut Unstructured::new(&bytes)) else { continue };
        let (made, sets) = by_hand(&record);
        disordered += sets;
        assert!(made == record, "record {number}");
        let (records, made) = ([record], [made]);
        assert!(difference(&records, &made).is_empty(), "record {number}");
        for format in library.formats_of::<Go>() {
            let of = |records: &[Record<Go>]| losses(format, records, &format.write(records));
            assert_eq!(of(&made), of(&records), "record {number} in {}", format.info().id);
        }
    }
    assert!(disordered > 100, "{disordered} sets have an order that could be changed");
}

/// Returns the record after it was written and read.
fn read_back(format: &dyn Format<Go>, record: &Record<Go>) -> Record<Go> {
    let text = format.write(std::slice::from_ref(record)).text;
    format.read(&Source::from_text("made", text)).records.remove(0)
}

/// A further player may have any name of a colour, also that of another player.
#[test]
fn a_third_player_stays_apart_from_the_others() {
    for color in ["white", "Black", "b", "", "red"] {
        let mut record: Record<Go> = Record::default();
        record.info.player_mut(Seat::Second).name = "A".into();
        let third = record.info.player_mut(Seat::Other(color.into()));
        (third.name, third.country) = ("X".into(), "Japan".into());
        let library = Library::default();
        for format in library.formats_of::<Go>() {
            assert!(read_back(format, &record) == record, "{color:?} in {}", format.info().id);
        }
        record.info.player_mut(Seat::Other(color.into())).name.clear();
        for format in library.formats_of::<Go>() {
            assert!(read_back(format, &record) == record, "{color:?} in {}", format.info().id);
        }
    }
}

/// No board is cut off beside it.
#[test]
fn a_view_off_the_board_is_not_written_as_lines_that_are_cut_off() {
    let point = |letters| Point::from_sgf(letters).unwrap();
    let mut record: Record<Go> = Record::new(Setup::new(Size::square(9).unwrap()));
    let (root, view) = (record.tree.root(), Rect::new(point("aa"), point("mm")));
    record.tree[root].details_mut().marks.extend([Mark::View(view.into())]);
    for format in Library::default().formats_of::<Go>() {
        let text = format.write(std::slice::from_ref(&record)).text;
        assert!(!text.contains("cutOff") && !text.contains("section") && !text.contains("cutoff"), "{text}");
    }
}
