//! Compares the positions of shogi with slow and simple implementations.
#![cfg(feature = "shogi")]

use kifu_core::{Node, Record};
use kifu_rules::{
    BoardStyle, Cursor, Places, Play, Show, faults,
    shogi::{IllegalReason, Position, Relative, Resolved},
    show,
};
use kifu_shogiban::{Action, Board, Color, Ending, Kind, Move, Piece, Setup, Shogi, Square};
use proptest::prelude::*;

/// Files and ranks of a step of Black.
type Step = (i8, i8);

/// Returns true if a piece reaches a square: walks from the piece, step by step.
fn reaches(board: &Board, color: Color, kind: Kind, from: Square, to: Square) -> bool {
    const AROUND: [Step; 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    const STRAIGHT: [Step; 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
    const DIAGONAL: [Step; 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    let (steps, rays): (&[Step], &[Step]) = match kind {
        Kind::Pawn => (&[(0, -1)], &[]),
        Kind::Lance => (&[], &[(0, -1)]),
        Kind::Knight => (&[(-1, -2), (1, -2)], &[]),
        Kind::Silver => (&[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)], &[]),
        Kind::King => (&AROUND, &[]),
        Kind::Bishop => (&[], &DIAGONAL),
        Kind::Rook => (&[], &STRAIGHT),
        Kind::Horse => (&AROUND, &DIAGONAL),
        Kind::Dragon => (&AROUND, &STRAIGHT),
        _ => (&[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)], &[]),
    };
    let forward = if color == Color::Black { 1 } else { -1 };
    let next = |at: Square, (files, ranks): Step| at.offset(files, ranks * forward);
    let on_ray = |ray: &Step| {
        let mut at = next(from, *ray);
        while let Some(square) = at {
            if square == to {
                return true;
            }
            at = if board.get(square).is_some() { None } else { next(square, *ray) };
        }
        false
    };
    steps.iter().any(|step| next(from, *step) == Some(to)) || rays.iter().any(on_ray)
}

fn slow_origins(board: &Board, color: Color, kind: Kind, to: Square) -> Vec<Square> {
    let is_piece = |from: &Square| board.get(*from) == Some(Piece::new(color, kind));
    Square::all().filter(is_piece).filter(|from| reaches(board, color, kind, *from, to)).collect()
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn any_square() -> impl Strategy<Value = Square> {
    (0..Square::COUNT).prop_map(|index| Square::from_index(index).unwrap())
}

fn kind() -> impl Strategy<Value = Kind> {
    (0..Kind::ALL.len()).prop_map(|index| Kind::ALL[index])
}

/// Any pieces on any squares and in any hand.
fn setup() -> impl Strategy<Value = Setup> {
    let pieces = proptest::collection::vec((any_square(), color(), kind()), 0..50);
    let hands = proptest::collection::vec((color(), 0..7_usize), 0..10);
    (pieces, hands, color()).prop_map(|(pieces, hands, to_move)| {
        let mut setup = Setup::default();
        setup.board = Board::EMPTY;
        for (square, color, kind) in pieces {
            setup.board.set(square, Some(Piece::new(color, kind)));
        }
        for (color, kind) in hands {
            setup.hand_mut(color).add(Kind::IN_HAND[kind], 1);
        }
        setup.to_move = to_move;
        setup
    })
}

/// Any move, which is almost always illegal, any pass, ending or other words.
fn action() -> impl Strategy<Value = Action> {
    let played = (color(), kind(), proptest::option::weighted(0.7, any_square()), any_square(), any::<bool>());
    let played = played.prop_map(|(color, kind, from, to, promotes)| {
        let played = match from {
            Some(from) => Move::new(color, kind, from, to),
            None => Move::drop(color, kind, to),
        };
        Action::from(if promotes { played.promoting() } else { played })
    });
    prop_oneof![
        8 => played,
        1 => Just(Action::words(Action::PASS)),
        1 => Just(Action::from(Ending::Resignation)),
        1 => Just(Action::words("封じ手")),
    ]
}

/// Plays an action on a setup, as the module states it.
fn slow_play(setup: &mut Setup, action: &Action) {
    match action {
        Action::Move(played) => {
            let after = Piece::new(played.color, played.kind_after());
            match played.from {
                Some(from) => {
                    setup.board.set(from, None);
                }
                None => {
                    setup.hand_mut(played.color).remove(played.kind);
                }
            }
            let captured = setup.board.set(played.to, Some(after));
            if let Some(captured) = captured
                && captured.color != played.color
                && captured.kind != Kind::King
            {
                setup.hand_mut(played.color).add(captured.kind.unpromoted(), 1);
            }
            setup.to_move = played.color.opponent();
            setup.moves_before += 1;
        }
        other => {
            if let Some(mover) = other.mover(setup.to_move) {
                setup.to_move = mover.opponent();
                setup.moves_before += 1;
            }
        }
    }
}

proptest! {
    #[test]
    fn origins_are_those_of_the_slow_walk(setup in setup()) {
        let position = Position::new(&setup);
        for color in Color::ALL {
            for kind in Kind::ALL {
                for to in Square::all() {
                    let found: Vec<_> = position.origins(color, kind, to).iter().collect();
                    prop_assert_eq!(found, slow_origins(&setup.board, color, kind, to), "{} {} {}", color, kind, to);
                }
            }
            let kings = Square::all().filter(|at| setup.board.get(*at) == Some(Piece::new(color, Kind::King)));
            let attacker = color.opponent();
            let is_attacked = |at| Kind::ALL.into_iter().any(|kind| !slow_origins(&setup.board, attacker, kind, at).is_empty());
            prop_assert_eq!(position.is_in_check(color), kings.into_iter().any(is_attacked));
        }
    }

    #[test]
    fn play_and_undo(setup in setup(), actions in proptest::collection::vec(action(), 0..60)) {
        let mut position = Shogi::start(&setup);
        let (mut slow, mut undos) = (setup.clone(), Vec::new());
        for action in &actions {
            let before = position.setup();
            undos.push((before, Shogi::play_unchecked(&mut position, action)));
            slow_play(&mut slow, action);
            prop_assert_eq!(position.setup(), slow.clone());
            // This compares the sets of squares too.
            prop_assert_eq!(&position, &Position::new(&slow));
        }
        for (before, undo) in undos.into_iter().rev() {
            Shogi::undo(&mut position, undo);
            prop_assert_eq!(position.setup(), before);
        }
    }

    /// The words of every move lead back to the square, also with crowds of one kind.
    #[test]
    fn words_lead_back(squares in proptest::collection::vec(any_square(), 0..30), kind in kind(), color in color()) {
        let mut board = Board::EMPTY;
        for square in squares {
            board.set(square, Some(Piece::new(color, kind)));
        }
        let position = Position::new(&Setup::new(board));
        for to in Square::all() {
            for from in position.origins(color, kind, to).iter() {
                if let Some(words) = position.relative(&Move::new(color, kind, from, to)) {
                    prop_assert_eq!(position.resolve(color, kind, to, words), Resolved::From(from));
                    prop_assert_eq!(Relative::from_text(&words.to_string()), Some(words));
                    prop_assert_eq!(Relative::from_jkf(&words.jkf()), Some(words));
                }
            }
        }
    }

    /// The moves of every piece to every square, and every drop: those without a fault are those that slow rules allow.
    #[test]
    fn faults_are_those_of_slow_rules(setup in setup()) {
        let position = Position::new(&setup);
        let moves = setup.board.pieces().flat_map(|(from, Piece { color, kind })| {
            Square::all().map(move |to| Move::new(color, kind, from, to))
        });
        let drops = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| (color, kind)));
        let drops = drops.flat_map(|(color, kind)| Square::all().map(move |to| Move::drop(color, kind, to)));
        for played in moves.chain(drops).flat_map(|played| [played, played.promoting()]) {
            prop_assert_eq!(position.fault(&played).is_none(), can_be_made(&setup, played), "{:?} {}", position, played);
        }
    }
}

fn can_be_made(setup: &Setup, played: Move) -> bool {
    let Move { color, kind, from, to, promotes, .. } = played;
    let is_possible = match from {
        Some(from) => {
            let is_own = setup.board.get(from) == Some(Piece::new(color, kind));
            let is_free = setup.board.get(to).is_none_or(|piece| piece.color != color);
            let in_zone = |at: Square| if color == Color::Black { at.rank() <= 3 } else { at.rank() >= 7 };
            let has_promoted = !matches!(kind, Kind::Gold | Kind::King) && !kind.is_promoted();
            let may_promote = has_promoted && (in_zone(from) || in_zone(to));
            is_own && is_free && reaches(&setup.board, color, kind, from, to) && (!promotes || may_promote)
        }
        None => {
            let pawn = Some(Piece::new(color, Kind::Pawn));
            let is_nifu = kind == Kind::Pawn
                && (1..=9).any(|rank| setup.board.get(Square::new(to.file(), rank).unwrap()) == pawn);
            setup.board.get(to).is_none() && setup.hand(color).count(kind) > 0 && !is_nifu && !promotes
        }
    };
    // The number of ranks before the end of the board.
    let ahead = if color == Color::Black { to.rank() - 1 } else { 9 - to.rank() };
    let needed = match kind {
        Kind::Pawn | Kind::Lance => 1,
        Kind::Knight => 2,
        _ => 0,
    };
    color == setup.to_move && is_possible && (promotes || ahead >= needed)
}

fn line(moves: &str) -> Record<Shogi> {
    let mut record: Record<Shogi> = Record::default();
    let nodes = moves.lines().map(|text| Node::new(Some(Action::words(text))));
    record.tree.add_line(record.tree.root(), nodes);
    record
}

#[test]
fn faults_in_variations() {
    let mut record = line("☗７六歩(77)\n☖３四歩(33)\n☗２二角成(88)");
    let first = record.tree.first_child(record.tree.root()).unwrap();
    let fork = record.tree.add(first, Node::new(Some(Action::words("☖８四歩(83)"))));
    let wrong = record.tree.add(fork, Node::new(Some(Action::words("☗２二角成(88)"))));
    let second = record.tree.first_child(first).unwrap();
    let pass = record.tree.add(second, Node::new(Some(Action::words("パス"))));
    record.tree.add(pass, Node::new(Some(Action::words("☖４四角(22)"))));
    let found: Vec<_> = faults::<Shogi>(&record, &()).map(|(node, fault)| (node, fault.reason)).collect();
    assert_eq!(found, [(wrong, IllegalReason::UnreachableSquare)]);
}

#[test]
fn the_board_and_the_facts_of_a_place() {
    let record = line("☗７六歩(77)\n☖３四歩(33)\n☗２二角成(88)\n投了");
    let shown = show(&record, &Places::End, BoardStyle::default()).unwrap();
    let board: String = shown[0].board.iter().map(|part| part.text.as_str()).collect();
    assert!(board.starts_with("後手の持駒：なし\n") && board.ends_with("先手の持駒：角\n"), "{board}");
    assert!(board.contains("^馬"), "{board}");
    assert_eq!(shown[0].to_move, "後手");
    let facts: Vec<_> = shown[0].facts.iter().map(|fact| (&*fact.name, fact.value.to_string())).collect();
    let sfen = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4";
    assert_eq!(facts, [("sfen", sfen.to_string())]);
    let mut cursor = Cursor::new(&record);
    cursor.to_ply(1);
    let ascii = Shogi::board(&cursor, BoardStyle::default().with_ascii(true));
    assert!(ascii.iter().all(|part| part.text.is_ascii()));
}
