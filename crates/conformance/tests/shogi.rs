//! The generated records of shogi have every start, ending and kind of move, survive serialization, and differ where their dumps do.

use arbitrary::Unstructured;
use kifu_conformance::{Generate, dump_record, record, seed};
use kifu_core::{Game, NodeId, Part, Record, SlotEntry, difference};
use kifu_shogiban::{Action, Color, Ending, Handicap, Kind, Move, Piece, Setup, Shogi, Square};
use std::{collections::BTreeSet, slice::from_ref};

fn made(number: u64) -> Record<Shogi> {
    record(&mut Unstructured::new(&seed(number))).unwrap()
}

/// Returns as many generated records as the law `keeps` tests.
fn generated() -> impl Iterator<Item = Record<Shogi>> {
    (0..300).map(made)
}

fn actions(record: &Record<Shogi>) -> impl Iterator<Item = &Action> {
    record.tree.preorder().filter_map(|node| record.tree[node].action.as_ref())
}

/// Returns true if a position is of a certain kind.
type IsStart = fn(&Setup) -> bool;

#[test]
fn every_start_is_generated() {
    let setups: Vec<Setup> = generated().map(|record| record.setup).collect();
    let handicaps: BTreeSet<_> = setups.iter().filter_map(Setup::handicap).map(Handicap::name).collect();
    let common = Handicap::ALL.into_iter().filter(|handicap| handicap.is_common()).count();
    assert_eq!(handicaps.len(), common, "{handicaps:?}");
    let starts: [(&str, IsStart); 6] = [
        ("no king", |setup| setup.count(Kind::King) == 0),
        ("one king", |setup| setup.count(Kind::King) == 1),
        ("more pieces than a set", |setup| Kind::IN_HAND.into_iter().any(|kind| setup.count(kind) > 18)),
        ("White to move without a handicap", |setup| setup.to_move == Color::White && setup.handicap().is_none()),
        ("pieces in both hands", |setup| Color::ALL.into_iter().all(|color| !setup.hand(color).is_empty())),
        ("moves before the position", |setup| setup.moves_before > 0),
    ];
    for (name, is_start) in starts {
        assert!(setups.iter().any(is_start), "no position has {name}");
    }
}

#[test]
fn every_term_is_generated() {
    let records: Vec<_> = generated().collect();
    for is_handicap in [true, false] {
        assert!(records.iter().any(|record| record.terms.is_handicap == is_handicap));
    }
    assert!(records.iter().any(|record| record.terms.max_moves.is_some()));
    let rules: BTreeSet<_> = records.iter().map(|record| record.terms.impasse.as_str()).collect();
    assert!(rules.len() > 5, "{rules:?}");
}

#[test]
fn every_ending_is_generated_and_words_are() {
    let (mut endings, mut words, mut go_on, mut branch_off) = (BTreeSet::new(), BTreeSet::new(), 0, 0);
    for record in generated() {
        for node in record.tree.preorder() {
            match record.tree[node].action.as_ref() {
                Some(Action::Ending(ending)) => {
                    endings.insert(format!("{ending}"));
                    go_on += usize::from(record.tree.children(node).next().is_some());
                    let siblings = record.tree.parent(node).map_or(0, |parent| record.tree.children(parent).count());
                    branch_off += usize::from(siblings > 1);
                }
                Some(Action::Words(other)) => _ = words.insert(other.as_str().to_string()),
                _ => {}
            }
        }
    }
    let missing: Vec<_> = Ending::all().map(|ending| ending.to_string()).filter(|e| !endings.contains(e)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(words.contains("封じ手") && words.contains(Action::PASS), "{words:?}");
    assert!(go_on > 10 && branch_off > 10, "after {go_on} endings a line goes on; {branch_off} are in a variation");
}

/// Returns true if a piece of this kind moves so on an empty board.
fn has_shape(played: Move) -> bool {
    let Some(from) = played.from else { return false };
    let files = played.to.file().abs_diff(from.file());
    let forward = from.rank_for(played.color) as i8 - played.to.rank_for(played.color) as i8;
    let ranks = forward.unsigned_abs();
    let is_beside = files.max(ranks) == 1;
    match played.kind {
        Kind::Pawn => (files, forward) == (0, 1),
        Kind::Lance => files == 0 && forward > 0,
        Kind::Knight => (files, forward) == (1, 2),
        Kind::Silver => is_beside && (files, forward) != (0, -1) && forward != 0,
        Kind::King => is_beside,
        Kind::Bishop => files == ranks,
        Kind::Rook => files == 0 || ranks == 0,
        Kind::Horse => files == ranks || is_beside,
        Kind::Dragon => files == 0 || ranks == 0 || is_beside,
        _ => is_beside && (files == 0 || forward >= 0),
    }
}

/// Replays a record, and returns the moves of the player's own pieces to squares that these reach, and all moves.
fn pseudo_legal(record: &Record<Shogi>) -> (usize, usize) {
    let setup = &record.setup;
    let (mut good, mut all) = (0, 0);
    let mut stack: Vec<(NodeId, Setup)> = vec![(record.tree.root(), setup.clone())];
    while let Some((node, mut position)) = stack.pop() {
        if let Some(played) = record.tree[node].action.as_ref().and_then(Action::as_move) {
            all += 1;
            let Move { color, kind, from, to, .. } = played;
            let target_is_free = position.board.get(to).is_none_or(|piece| piece.color != color);
            let is_held = from.is_none() && position.hand(color).count(kind) > 0 && position.board.get(to).is_none();
            let is_own = from.is_some_and(|from| position.board.get(from) == Some(Piece::new(color, kind)));
            good += usize::from(is_held || (is_own && target_is_free && has_shape(played)));
            match from {
                Some(from) => _ = position.board.set(from, None),
                None => _ = position.hand_mut(color).remove(kind),
            }
            if let Some(captured) = position.board.set(to, Some(Piece::new(color, played.kind_after()))) {
                position.hand_mut(color).add(captured.kind.unpromoted(), 1);
            }
        }
        stack.extend(record.tree.children(node).map(|child| (child, position.clone())));
    }
    (good, all)
}

/// Returns true if a move is of a certain kind.
type IsMove = fn(&Move) -> bool;

#[test]
fn most_moves_are_possible_and_some_are_not() {
    let records: Vec<_> = generated().collect();
    let counts: Vec<_> = records.iter().map(pseudo_legal).collect();
    let (good, all) = counts.iter().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    assert!(good * 10 > all * 8 && good < all, "{good} of {all}");
    let moves: Vec<Move> = records.iter().flat_map(actions).filter_map(Action::as_move).collect();
    let kinds: [(&str, IsMove); 5] = [
        ("a drop", |played| played.from.is_none()),
        ("a promotion", |played| played.promotes),
        ("no promotion, though possible", |played| !played.promotes && played.may_promote()),
        ("a promoted piece", |played| played.kind.is_promoted()),
        ("a stuck piece", |played| played.kind_after().is_stuck(played.color, played.to)),
    ];
    for (name, is_move) in kinds {
        assert!(moves.iter().filter(|played| is_move(played)).count() > 2, "few moves have {name}");
    }
    for color in Color::ALL {
        assert!(moves.iter().any(|played| played.color == color));
    }
}

#[test]
fn the_moves_in_a_row_are_legal_and_differ() {
    let mut record: Record<Shogi> = Record::default();
    let mut at = record.tree.root();
    for n in 0..60 {
        at = record.tree.add(at, kifu_core::Node::new(Some(Shogi::plain(n))));
    }
    assert_eq!(pseudo_legal(&record), (60, 60));
    // Between two squares of the second or eighth rank there must be no other piece.
    let crosses = |played: Move| {
        let rook = |color| matches!((color, played.to.rank()), (Color::Black, 8) | (Color::White, 2));
        let bishop = if played.color == Color::Black { Square::new(8, 8) } else { Square::new(2, 2) };
        !rook(played.color) || Some(played.to) == bishop
    };
    assert!(!actions(&record).filter_map(Action::as_move).any(crosses));
    let round: BTreeSet<_> = (0..14).map(|n| Shogi::plain(n).to_string()).collect();
    assert_eq!(round.len(), 14);
}

#[test]
fn the_text_of_an_action_leads_back_to_it() {
    for record in generated() {
        for action in actions(&record) {
            assert_eq!(Shogi::parse_action(&action.to_string()).as_ref(), Some(action));
        }
        for details in record.tree.preorder().filter_map(|node| record.tree[node].details()) {
            assert_eq!(SlotEntry::of_analyses(&details.analyses).len(), details.analyses.len());
        }
    }
}

#[test]
fn a_serialized_record_comes_back() {
    for record in generated() {
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record<Shogi>>(&json).unwrap(), record, "{json}");
    }
}

#[test]
fn two_records_differ_where_their_dumps_do() {
    for number in 0..200 {
        let record = made(number);
        let others = Part::ALL.iter().copied().map(|part| record.without(part));
        for other in others.chain([made(number + 1)]) {
            let found = difference(from_ref(&record), from_ref(&other));
            assert_eq!(found.is_empty(), record == other, "record {number}: {found:?}");
            assert_eq!(dump_record(&record) == dump_record(&other), record == other, "record {number}");
        }
    }
}
