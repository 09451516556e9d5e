//! The words that tell pieces apart: the examples of the Japan Shogi Association, and moves on which other programs agree.
#![cfg(feature = "shogi")]

use kifu_rules::shogi::{Position, Relative, Resolved};
use kifu_shogiban::{Board, Color, Kind, Move, Piece, Setup, Square};
use std::{fs, path::Path};

/// A kind, the squares of Black's pieces, the square to which they go, and the words of each piece.
const EXAMPLES: [(&str, &str, &str, &str); 27] = [
    ("KI", "93,72", "82", "上,寄"),
    ("KI", "43,31", "32", "上,引"),
    ("KI", "56,45", "55", "上,寄"),
    ("GI", "89,77", "88", "上,引"),
    ("GI", "49,27", "38", "上,引"),
    ("KI", "92,72", "81", "左,右"),
    ("KI", "32,12", "22", "左,右"),
    ("GI", "65,45", "56", "左,右"),
    ("KI", "89,79", "78", "左,直"),
    ("GI", "39,29", "38", "直,右"),
    ("KI", "63,53,43", "52", "左,直,右"),
    ("TO", "79,89,99,98,87", "88", "右,直,左上,寄,引"),
    ("GI", "29,17,39,37", "28", "直,右,左上,左引"),
    ("RY", "91,84", "82", "引,上"),
    ("RY", "23,52", "43", "寄,引"),
    ("RY", "55,15", "35", "左,右"),
    ("RY", "99,89", "88", "左,右"),
    ("RY", "28,19", "17", "左,右"),
    ("UM", "91,81", "82", "左,右"),
    ("UM", "95,63", "85", "寄,引"),
    ("UM", "11,34", "12", "引,上"),
    ("UM", "99,59", "77", "左,右"),
    ("UM", "47,18", "29", "左,右"),
    ("UM", "93,74", "92", "左,右"),
    // Combinations beyond the examples, from the same rule.
    ("KI", "58", "57", ""),
    ("KE", "65,45", "53", "左,右"),
    ("HI", "55,15", "35", "左,右"),
];

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// The square as the other player has it.
fn turned(square: Square) -> Square {
    Square::new(10 - square.file(), 10 - square.rank()).unwrap()
}

#[test]
fn the_examples_of_the_association() {
    for (kind, from, to, words) in EXAMPLES {
        for color in Color::ALL {
            let seen = |text| if color == Color::Black { square(text) } else { turned(square(text)) };
            let kind = Kind::from_csa(kind).unwrap();
            let mut board = Board::EMPTY;
            from.split(',').for_each(|from| _ = board.set(seen(from), Some(Piece::new(color, kind))));
            let position = Position::new(&Setup::new(board));
            for (from, words) in from.split(',').zip(words.split(',')) {
                let found = position.relative(&Move::new(color, kind, seen(from), seen(to))).unwrap();
                assert_eq!(found.to_string(), words, "{kind}{to} from {from}, {color}");
                assert_eq!(position.resolve(color, kind, seen(to), found), Resolved::From(seen(from)));
                assert_eq!(Relative::from_jkf(&found.jkf()), Some(found));
            }
        }
    }
}

/// Two pieces that move sideways, and one below the square on the same side: 左 does not tell which one is meant.
#[test]
fn two_words_where_one_is_not_enough() {
    let mut board = Board::EMPTY;
    for from in ["82", "62", "83"] {
        board.set(square(from), Some(Piece::new(Color::Black, Kind::PromotedKnight)));
    }
    let position = Position::new(&Setup::new(board));
    let words = |from| {
        let played = Move::new(Color::Black, Kind::PromotedKnight, square(from), square("72"));
        position.relative(&played).unwrap().to_string()
    };
    assert_eq!(["82", "62", "83"].map(words), ["左寄", "右", "上"]);
}

#[test]
fn a_drop_has_its_word_only_if_a_piece_could_go_there() {
    let position = Position::new(&"4k4/9/9/9/9/9/9/9/4KG3 b GS 1".parse().unwrap());
    let words = |kind, to| position.relative(&Move::drop(Color::Black, kind, square(to))).unwrap().to_string();
    assert_eq!(words(Kind::Gold, "48"), "打");
    assert_eq!(words(Kind::Gold, "55"), "");
    assert_eq!(words(Kind::Silver, "48"), "");
    // A piece that is not in hand cannot be dropped without the word.
    assert_eq!(words(Kind::Rook, "55"), "打");
}

#[test]
fn a_pinned_piece_counts_if_there_are_words_for_it() {
    let position = Position::new(&"4r3k/9/9/9/9/9/9/4G1G2/4K4 b - 1".parse().unwrap());
    let words = |from| position.relative(&Move::new(Color::Black, Kind::Gold, square(from), square("48")));
    assert_eq!([words("58"), words("38")].map(|words| words.unwrap().to_string()), ["左", "右"]);
    let without = position.resolve(Color::Black, Kind::Gold, square("48"), Relative::default());
    assert_eq!(without, Resolved::From(square("38")));
}

/// Returns the move of a text in USI.
fn usi(position: &Position, text: &str) -> Move {
    let color = position.to_move();
    let to = square(&text[2..4]);
    let played = match text.as_bytes()[1] {
        b'*' => Move::drop(color, Kind::from_sfen_letter(text.chars().next().unwrap()).unwrap(), to),
        _ => Move::new(color, position.piece(square(&text[..2])).unwrap().kind, square(&text[..2]), to),
    };
    if text.ends_with('+') { played.promoting() } else { played }
}

#[test]
fn other_programs_use_the_same_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/golden/shogi");
    if !folder.is_dir() {
        println!("skipped: there are no answers of other programs beside the repository");
        return;
    }
    for (file, count) in [("relative-words.tsv", 2_000), ("relative-words-synthetic.tsv", 4_145)] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split('\t').collect()).collect();
        assert_eq!(rows.len(), count, "{file}");
        for row in rows {
            let position = Position::new(&row[0].parse::<Setup>().unwrap());
            let played = usi(&position, row[1]);
            let text = position.move_text(&played, None);
            assert_eq!(text, row[2], "{} {}", row[0], row[1]);
            let words = position.relative(&played).unwrap();
            let expected = played.from.map_or(Resolved::Drop, Resolved::From);
            assert_eq!(
                position.resolve(played.color, played.kind, played.to, words),
                expected,
                "{} {}",
                row[0],
                row[1]
            );
        }
    }
}
