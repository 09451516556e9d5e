//! Foreign data with any key that a program adds to a record.

use kifu_core::{Foreign, Format, Node, Record, Source, difference};
use kifu_goban::{Action, Color, Go, Move, Point};
use kifu_jgf2::Jgf2;

#[test]
fn every_entry_is_written_once() {
    let keys = ["/move/a", "/move/a/b", "/score/x", "/score/x/y", "/foreign/z", "/a/b", "/a", "a", ""];
    let play = Action::from(Move::play(Color::Black, Point::new(2, 2).unwrap()));
    for action in [None, Some(play)] {
        let mut record: Record<Go> = Record::default();
        let node = record.tree.add(record.tree.root(), Node::new(action));
        let entries = keys.map(|key| Foreign::new("jgf2", key, vec!["1".into()]));
        record.tree[node].details_mut().foreign = entries.into_iter().collect();
        let written = Jgf2::default().write(std::slice::from_ref(&record));
        let (_, diagnostics) = kifu_json::Document::parse(&written.text);
        assert_eq!(diagnostics.iter().count(), 0, "{:?}: {}", diagnostics.iter().next(), written.text);
        let read = Jgf2::default().read(&Source::from_text("a.jgf", written.text.clone()));
        assert_eq!(difference(&[record], &read.records), [], "{}", written.text);
    }
}
