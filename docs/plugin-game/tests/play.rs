//! Tests the rules of play with a check and a cursor.

use kifu_core::{Format, NodeIndex, Seat, Source};
use kifu_rules::Cursor;

#[test]
fn a_stone_on_an_occupied_point_is_found() {
    let reading = kifu_gomoku::GomokuText.read(&Source::from_text("game.gmk", "gomoku\nh8 i9 h8\n"));
    let found = kifu_rules::check(&reading.records[0], 0);
    let found: Vec<_> = found.iter().map(|found| (found.code.0, found.node)).collect();
    assert_eq!(found, [("gomoku/occupied", Some(NodeIndex { record: 0, node: 3 }))]);
    let mut cursor = Cursor::new(&reading.records[0]);
    cursor.to_end();
    assert_eq!((cursor.position().len(), cursor.to_move()), (3, Seat::Second));
}
