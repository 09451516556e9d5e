//! The words that tell pieces apart: the examples of the Japan Shogi Association, and positions on which several programs agree.
#![cfg(feature = "shogi")]

use kifu_rules::shogi::{Position, Relative, Resolved};
use kifu_shogiban::{Board, Color, Kind, Move, Piece, Setup, Square};

/// Each line: the piece, its squares, the target, and the words of each square.
const ASSOCIATION: &str = "\
KI 93,72->82: 上,寄
KI 43,31->32: 上,引
KI 56,45->55: 上,寄
GI 89,77->88: 上,引
GI 49,27->38: 上,引
KI 92,72->81: 左,右
KI 32,12->22: 左,右
GI 65,45->56: 左,右
KI 89,79->78: 左,直
GI 39,29->38: 直,右
KI 63,53,43->52: 左,直,右
TO 79,89,99,98,87->88: 右,直,左上,寄,引
GI 29,17,39,37->28: 直,右,左上,左引
RY 91,84->82: 引,上
RY 23,52->43: 寄,引
RY 55,15->35: 左,右
RY 99,89->88: 左,右
RY 28,19->17: 左,右
UM 91,81->82: 左,右
UM 95,63->85: 寄,引
UM 11,34->12: 引,上
UM 99,59->77: 左,右
UM 47,18->29: 左,右
UM 93,74->92: 左,右";

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// Returns the square as the other player sees it.
fn turned(square: Square) -> Square {
    Square::from_index(Square::COUNT - 1 - square.index()).unwrap()
}

#[test]
fn the_examples_of_the_association() {
    let mut count = 0;
    for line in ASSOCIATION.lines() {
        let (pieces, words) = line.split_once(": ").unwrap();
        let (kind, squares) = pieces.split_once(' ').unwrap();
        let (from, to) = squares.split_once("->").unwrap();
        let kind = Kind::from_csa(kind).unwrap();
        let seen_by_white: [fn(Square) -> Square; 2] = [|square| square, turned];
        for (color, seen) in Color::ALL.into_iter().zip(seen_by_white) {
            let mut board = Board::EMPTY;
            for from in from.split(',') {
                board.set(seen(square(from)), Some(Piece::new(color, kind)));
            }
            let (position, to) = (Position::new(&Setup::new(board)), seen(square(to)));
            assert_eq!(from.split(',').count(), words.split(',').count(), "{line}");
            for (from, words) in from.split(',').map(square).map(seen).zip(words.split(',')) {
                let relative = position.relative(&Move::new(color, kind, from, to));
                assert_eq!(relative.map(Relative::text), Some(words), "{line} {color} {from}");
                let (parsed, rest) = Relative::split_text(words);
                assert_eq!((Some(parsed), rest), (relative, ""));
                assert_eq!(position.resolve(color, kind, to, parsed), Resolved::From(from), "{line} {color} {from}");
                count += 1;
            }
        }
    }
    assert_eq!(count, 2 * 54);
}

/// Returns the move of USI in a position.
fn of_usi(position: &Position, text: &str) -> Move {
    let (played, promotes) = text.strip_suffix('+').map_or((text, false), |played| (played, true));
    let (from, to) = played.split_at(2);
    let to = square(to);
    let color = position.to_move();
    let found = match from.strip_suffix('*') {
        Some(kind) => Move::drop(color, Kind::from_sfen_letter(kind.chars().next().unwrap()).unwrap(), to),
        None => Move::new(color, position.piece(square(from)).unwrap().kind, square(from), to),
    };
    if promotes { found.promoting() } else { found }
}

/// Compares with a file of positions, moves and their texts in KI2, and returns the number of lines.
fn compare(name: &str) -> Option<usize> {
    let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/golden/shogi/{}"), name);
    let Ok(lines) = std::fs::read_to_string(&path) else {
        eprintln!("not tested: {path} is missing");
        return None;
    };
    let (mut count, mut wrong) = (0, Vec::new());
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let mut column = || columns.next().unwrap();
        let position = Position::new(&column().parse().unwrap());
        let played = of_usi(&position, column());
        let text = column();
        let relative = position.relative(&played).map_or("none", Relative::text);
        let promotes = match (played.promotes, played.may_promote()) {
            (true, _) => "成",
            (false, may_promote) => ["", "不成"][usize::from(may_promote)],
        };
        let written = format!("{}{}{relative}{promotes}", played.to, played.kind);
        if written != text {
            wrong.push(format!("{line}: written {written}"));
        }
        // The text leads back to the move.
        let rest = text.strip_prefix(&played.to.to_string()).unwrap();
        let (kind, rest) = Kind::split_name(rest).unwrap();
        let (words, rest) = Relative::split_text(rest);
        let resolved = position.resolve(position.to_move(), kind, played.to, words);
        let expected = played.from.map_or(Resolved::Drop, Resolved::From);
        if (kind, rest, resolved) != (played.kind, promotes, expected) {
            wrong.push(format!("{line}: read {resolved:?}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
    Some(count)
}

#[test]
fn positions_of_other_programs() {
    assert!(matches!(compare("relative-words.tsv"), None | Some(2000)));
}

#[test]
fn synthetic_positions_of_other_programs() {
    assert!(matches!(compare("relative-words-synthetic.tsv"), None | Some(2000..)));
}
