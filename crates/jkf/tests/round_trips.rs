//! Generated records, with every part of the model, go through JKF and KIF: they differ by exactly the losses measured on the way.

use kifu_conformance::{arbitrary::Unstructured, record, seed};
use kifu_core::{Charset, Format, Loss, Node, Record, Severity, Source, difference, losses};
use kifu_jkf::{Form, Jkf, Style, normalize};
use kifu_kif::{Ki2, Kif};
use kifu_shogiban::{Action, Ending, Shogi};
use std::{slice::from_ref, time::Duration};

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
    let [as_ki2, as_csa] = [Form::MinimalKi2, Form::MinimalCsa].map(|form| Jkf::default().form(form));
    let chains: [&[&dyn Format<Shogi>]; 7] = [
        &[&full],
        &[&minimal],
        &[&as_ki2],
        &[&as_csa],
        &[&full, &kif, &full],
        &[&kif, &minimal, &kif],
        &[&ki2, &full, &ki2],
    ];
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

/// Two moves of one player are kept, with a note. A move of the piece of the other player is not one of them.
#[test]
fn the_colour_is_that_of_the_piece() {
    let text = r#"{"header":{},"moves":[{},
        {"move":{"color":1,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},
        {"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},
        {"move":{"color":1,"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}}]}"#;
    let reading = Jkf::default().read(&Source::from_text("game.jkf", text));
    let moves: Vec<String> = reading.records[0].moves().map(ToString::to_string).collect();
    assert_eq!(moves, ["☗７六歩(77)", "☖３四歩(33)", "☖８四歩(83)"]);
    let found: Vec<_> = reading.diagnostics.iter().map(|found| (found.code.short(), found.severity)).collect();
    assert_eq!(found, [("wrong-player", Severity::Warning), ("wrong-player", Severity::Note)]);
}

/// What JKF has no place for is lost, with its name: a sealed move, fractions of a second, the number of moves before the position.
#[test]
fn the_losses_have_names() {
    let mut original: Record<Shogi> = Record::default();
    original.setup.moves_before = 33;
    original.info.application = "a program".into();
    let mut played = Node::new(Some("☗７六歩(77)".parse::<Action>().unwrap()));
    played.spent = Duration::from_millis(1_500).into();
    played.details_mut().bookmark = Some("first".into());
    let node = original.tree.add(original.tree.root(), played);
    original.tree.add(node, Node::new(Some(Action::words("封じ手"))));
    original.tree.add(node, Node::new(Some(Action::from(Ending::MaxMoves))));
    let (read, lost) = through(&Jkf::default(), &original);
    let mut parts: Vec<&str> = lost.iter().map(|loss| loss.part.name()).collect();
    parts.sort_unstable();
    parts.dedup();
    assert_eq!(parts, ["action", "application", "clock-precision", "setup"], "{lost:#?}");
    let actions: Vec<String> =
        read.tree.preorder().filter_map(|node| Some(read.tree[node].action.as_ref()?.to_string())).collect();
    assert_eq!(actions, ["☗７六歩(77)", "中断", "持将棋"]);
    assert_eq!(read.tree[node].details().unwrap().bookmark.as_deref(), Some("first"));
}

/// A text that is normalized is normalized already. The same record in each form gives the same moves.
#[test]
fn normalizing_twice_changes_nothing() {
    for number in 0..500 {
        let original: Record<Shogi> = record(&mut Unstructured::new(&seed(number))).unwrap();
        for form in [Form::Full, Form::Minimal, Form::MinimalKi2, Form::MinimalCsa] {
            for style in [Style::Pretty, Style::Compact] {
                let text = Jkf::default().form(form).style(style).write(from_ref(&original)).text;
                let once = normalize(&text).apply(&text);
                let twice = normalize(&once);
                assert!(twice.is_empty(), "record {number}, {form:?}: {:?}", twice.iter().collect::<Vec<_>>());
            }
        }
    }
}

/// Headers about the start that are only kept stay between the others.
#[test]
fn headers_keep_their_order() {
    let text = r#"{"header":{"a":"1","手番":"先手","b":"2","先手の持駒":"なし","c":"3"},"moves":[{}]}"#;
    let read = Jkf::default().read(&Source::from_text("a.jkf", text));
    let names: Vec<_> = read.records[0].info.headers.iter().map(|header| &*header.name).collect();
    assert_eq!(names, ["a", "手番", "b", "先手の持駒", "c"]);
}
