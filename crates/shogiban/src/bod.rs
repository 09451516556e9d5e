//! The diagram of a position (局面図, BOD), as KIF, KI2 and `.bod` files have it. Its lines are read one by one, because headers may stand
//! between them.
//!
//! ```
//! use kifu_shogiban::{Handicap, bod};
//! let text = bod::write(&Handicap::Bishop.setup(), false);
//! assert!(text.starts_with("後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"));
//! assert!(text.contains("\n| ・v飛 ・ ・ ・ ・ ・ ・ ・|二\n"));
//! assert!(text.ends_with("先手の持駒：なし\n後手番\n"));
//! ```

use crate::{Color, Hand, Kind, Piece, Setup, Square};
use alloc::{format, string::String, vec::Vec};

/// The line with the numbers of the files.
const FILES: &str = "  ９ ８ ７ ６ ５ ４ ３ ２ １";

/// The line above and below the ranks.
const BORDER: &str = "+---------------------------+";

/// Returns the diagram of a position: White's hand, the board, Black's hand, and the line `後手番` if White moves first. The players are
/// called 下手 and 上手 if `is_handicap` is true.
#[must_use]
pub fn write(setup: &Setup, is_handicap: bool) -> String {
    let hand = |color: Color| format!("{}の持駒：{}\n", color.player_name(is_handicap), setup.hand(color));
    let mut out = hand(Color::White);
    out += FILES;
    out.push('\n');
    out += BORDER;
    out.push('\n');
    for rank in 1..=9 {
        out.push('|');
        for piece in setup.board.rank(rank) {
            match piece {
                Some(piece) => out += &format!("{piece}"),
                None => out += " ・",
            }
        }
        out.push('|');
        out.extend(Square::new(1, rank).map(|square| square.numerals().1));
        out.push('\n');
    }
    out += BORDER;
    out.push('\n');
    out += &hand(Color::Black);
    if setup.to_move == Color::White {
        out += Color::White.player_name(is_handicap);
        out += "番\n";
    }
    out
}

/// A rank of a diagram, from [`parse_rank`].
///
/// ```
/// use kifu_shogiban::bod;
/// let rank = bod::parse_rank("| ・ ・ ・ ・v鉄 ・ ・ ・ 歩|一 x").unwrap();
/// assert!(!rank.is_whole() && rank.has_nine && rank.squares[8].is_some());
/// assert_eq!((rank.unknown, rank.behind), (vec!["v鉄"], "x"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rank<'a> {
    /// The squares from file 9 to file 1. One that cannot be read is empty.
    pub squares: [Option<Piece>; 9],
    /// True if the text has nine squares, whether or not each can be read.
    pub has_nine: bool,
    /// The squares that cannot be read, if there are nine.
    pub unknown: Vec<&'a str>,
    /// The name of the rank after the squares, from 1 to 9.
    pub number: Option<u8>,
    /// The text after the name of the rank, without white space; usually empty.
    pub behind: &'a str,
}

impl Rank<'_> {
    /// Returns true if the rank has nine squares, and each can be read.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.has_nine && self.unknown.is_empty()
    }
}

/// Parses a rank of a diagram, such as `|v香v桂 ・ ・ ・ ・ ・v桂v香|一`: the squares from file 9 to file 1. `None` if the text does not start
/// with `|` or `｜`, or with white space before it. The second `|` and the name of the rank after it may be missing.
///
/// The owner of a piece is `v` or `V` for White, and a space, `+` or `^` for Black. An empty square has any other character that is not a
/// letter, such as `・`, `.` or a full-width space.
///
/// If a character is missing or too much before the second `|`, the squares before a damaged one are read from the left, and those after
/// it from the right. If there is no damaged one, it is not known which square is which: all are empty.
///
/// ```
/// use kifu_shogiban::{Color, Kind, Piece, bod};
/// let rank = bod::parse_rank("| ・ ・ ・ ・v王 ・ ・ ・ 竜|").unwrap();
/// assert_eq!(rank.squares[4], Some(Piece::new(Color::White, Kind::King)));
/// assert_eq!(rank.squares[8], Some(Piece::new(Color::Black, Kind::Dragon)));
/// let damaged = bod::parse_rank("|v玉 ・ ・? ・ ・ ・ ・ 歩|一").unwrap();
/// assert!(!damaged.has_nine && damaged.squares[0].is_some() && damaged.squares[8].is_some());
/// assert_eq!(bod::parse_rank("|v玉 歩|一").unwrap().squares, [None; 9]);
/// ```
#[must_use]
pub fn parse_rank(line: &str) -> Option<Rank<'_>> {
    const BARS: [char; 2] = ['|', '｜'];
    let inner = line.trim_start().strip_prefix(BARS)?;
    let (text, behind) = inner.split_once(BARS).map_or((inner, None), |(text, behind)| (text, Some(behind)));
    let is_closed = behind.is_some();
    let behind = behind.unwrap_or_default().trim_start();
    let mut chars = behind.chars();
    let number = chars.next().and_then(number_of_rank);
    let behind = if number.is_some() { chars.as_str() } else { behind }.trim();
    let (mut squares, mut unknown) = ([None; 9], Vec::new());
    // Two characters are a square.
    let has_nine = text.chars().count() == 2 * squares.len();
    if has_nine {
        let mut rest = text;
        for square in &mut squares {
            let end = rest.char_indices().nth(2).map_or(rest.len(), |(at, _)| at);
            let (this, others) = rest.split_at(end);
            rest = others;
            let mut chars = this.chars();
            match chars.next().zip(chars.next()).and_then(|(owner, piece)| parse_square(owner, piece)) {
                Some(found) => *square = found,
                None => unknown.push(this),
            }
        }
    } else if is_closed {
        squares = parse_damaged(text);
    }
    Some(Rank { squares, has_nine, unknown, number, behind })
}

/// Returns the number that names a rank: 1 for 一, １ and 1.
fn number_of_rank(name: char) -> Option<u8> {
    (1..=9).find(|n| {
        let (ascii, full_width) = (char::from(b'0' + n), char::from_u32('０' as u32 + u32::from(*n)));
        name == ascii || Some(name) == full_width || "一二三四五六七八九".chars().nth(usize::from(*n) - 1) == Some(name)
    })
}

/// Parses the squares of a rank with another number of characters than nine squares have.
fn parse_damaged(text: &str) -> [Option<Piece>; 9] {
    let mut rank = [None; 9];
    let mut chars = text.chars();
    let mut left = 0;
    loop {
        let (Some(owner), Some(piece)) = (chars.next(), chars.next()) else { return [None; 9] };
        let Some(square) = parse_square(owner, piece) else { break };
        let Some(place) = rank.get_mut(left) else { return [None; 9] };
        *place = square;
        left += 1;
    }
    let mut chars = text.chars().rev();
    for square in rank[left..].iter_mut().skip(1).rev() {
        let (Some(piece), Some(owner)) = (chars.next(), chars.next()) else { break };
        let Some(found) = parse_square(owner, piece) else { break };
        *square = found;
    }
    rank
}

/// Parses a square of a diagram: its owner and its piece. `Some(None)` if it is empty.
fn parse_square(owner: char, piece: char) -> Option<Option<Piece>> {
    let color = match owner {
        'v' | 'V' => Color::White,
        ' ' | '+' | '^' | '　' => Color::Black,
        _ => return None,
    };
    match Kind::from_kanji(piece) {
        Some(kind) => Some(Some(Piece::new(color, kind))),
        None if color == Color::Black && matches!(piece, '・' | '･' | '.' | '·' | ' ' | '　' | '*') => Some(None),
        None => None,
    }
}

/// Parses the pieces in hand, such as `飛　角　歩十二`. The pieces may be separated by full-width or other spaces, or not at all, and the
/// numbers may be in kanji or in digits. `なし` and an empty text mean an empty hand.
///
/// ```
/// use kifu_shogiban::{Kind, bod};
/// let hand = bod::parse_hand("飛角 金二　歩１８").unwrap();
/// assert_eq!((hand.count(Kind::Gold), hand.count(Kind::Pawn)), (2, 18));
/// ```
///
/// # Errors
/// Returns the rest of the text, from the first character that is not a piece, or from the first piece with a number of 0 or over 255.
pub fn parse_hand(text: &str) -> Result<Hand, &str> {
    let mut hand = Hand::default();
    let mut rest = text.trim();
    if matches!(rest, "なし" | "無し" | "ナシ") {
        return Ok(hand);
    }
    while let Some((kind, behind)) = split_kind(rest) {
        let (count, behind) = split_number(behind);
        let count = count.and_then(|count| u8::try_from(count).ok()).ok_or(rest)?;
        let fits = u32::from(hand.count(kind)) + u32::from(count) <= Hand::MOST;
        if !fits || !hand.add(kind, count) {
            return Err(rest);
        }
        rest = behind.trim_start();
    }
    if rest.is_empty() { Ok(hand) } else { Err(rest) }
}

fn split_kind(text: &str) -> Option<(Kind, &str)> {
    let mut chars = text.chars();
    let kind = Kind::from_kanji(chars.next()?)?;
    Some((kind, chars.as_str()))
}

/// Returns the number at the start of a text, 1 if there is none, and the rest. `None` if the number is 0 or over 255.
fn split_number(text: &str) -> (Option<u32>, &str) {
    let digit = |c: char| match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        '〇' => Some(0),
        _ => "一二三四五六七八九".chars().position(|digit| digit == c).map(|n| n as u32 + 1),
    };
    let (mut number, mut digits) = (Some(0_u32), None);
    let mut rest = text;
    for c in text.chars() {
        if c == '十' {
            // `十二` is 12 and `二十` is 20.
            number = number.map(|number| number + digits.unwrap_or(1) * 10);
            digits = Some(0);
        } else if let Some(digit) = digit(c) {
            digits = digits.unwrap_or(0_u32).checked_mul(10).and_then(|tens| tens.checked_add(digit)).or(Some(1000));
        } else {
            break;
        }
        rest = &rest[c.len_utf8()..];
    }
    match digits {
        None => (Some(1), text),
        Some(digits) => (number.and_then(|n| n.checked_add(digits)).filter(|n| matches!(n, 1..=255)), rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Handicap;
    use alloc::string::ToString;

    #[test]
    fn the_ranks_of_every_handicap_come_back() {
        for handicap in Handicap::ALL {
            let setup = handicap.setup();
            let text = write(&setup, false);
            let ranks: Vec<_> = text.lines().filter_map(parse_rank).map(|rank| rank.squares).collect();
            assert_eq!(ranks, (1..=9).map(|rank| setup.board.rank(rank)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn numbers_in_hand() {
        let pawns = |text: &'static str| parse_hand(text).map(|hand| hand.count(Kind::Pawn));
        let cases =
            [("歩", 1), ("歩二", 2), ("歩十", 10), ("歩十五", 15), ("歩18", 18), ("歩１２", 12), ("歩二十", 20)];
        for (text, count) in cases {
            assert_eq!(pawns(text), Ok(count), "{text}");
        }
        assert_eq!(pawns("歩0"), Err("歩0"));
        assert_eq!(pawns("歩999999999999"), Err("歩999999999999"));
        assert_eq!(pawns("飛　x"), Err("x"));
        assert_eq!(parse_hand(" なし　"), Ok(Hand::EMPTY));
        assert_eq!(parse_hand("玉"), Err("玉"));
        for count in 1..=100 {
            let mut hand = Hand::default();
            hand.add(Kind::Pawn, count);
            hand.add(Kind::Rook, 2);
            assert_eq!(parse_hand(&hand.to_string()), Ok(hand));
        }
    }

    #[test]
    fn a_damaged_square_leaves_the_others() {
        let letter = |piece: Piece| piece.kind.sfen().chars().last().unwrap();
        let found =
            |text| parse_rank(text).unwrap().squares.map(|piece| piece.map_or('-', letter)).iter().collect::<String>();
        assert_eq!(found("|v香v桂v銀v�v玉v金v銀v桂v香|一"), "LNS-KGSNL");
        assert_eq!(found("|��v桂v銀v金v玉v金v銀v桂v香|一"), "-NSGKGSNL");
        assert_eq!(found("|v香v桂v銀v金v玉v金v銀v桂v�|一"), "LNSGKGSN-");
        // A further character is lost with the damaged one, as in Shift_JIS.
        assert_eq!(found("|v香v桂v銀v�玉v金v銀v桂v香|一"), "LNS--GSNL");
        assert_eq!(found("|v香v桂��v玉v金v銀v桂v香|一"), "LN--KGSNL");
        assert_eq!(found("|v香v桂v銀v玉v金v銀v桂v香|一"), "---------");
        assert_eq!(found("|v香v桂v銀v玉v金v銀v桂v香 ・ ・|一"), "---------");
        assert_eq!(found("|v香v鉄v銀v金v玉v鉄v銀v桂v香|一"), "L-SGK-SNL");
        assert_eq!(found("|v香v桂 x"), "---------");
        assert_eq!(found("||"), "---------");
    }

    #[test]
    fn what_is_wrong_with_a_rank() {
        let parse = |text: &'static str| parse_rank(text).unwrap();
        assert!(!parse("| ・ ・ ・ ・ ・ ・ ・ ・ ・ ・|一").has_nine);
        let rank = parse("|x・ ・ ・ ・ ・v鉄 ・ ・ ・|一");
        assert_eq!((rank.has_nine, rank.unknown), (true, ["x・", "v鉄"].into()));
        assert!(parse("| ・ ・ ・ ・ ・ ・ ・ ・ ・").is_whole());
        for (end, behind) in [("一", ""), ("９　", ""), (" 1", ""), ("一 x|y ", "x|y"), ("二一", "一"), ("x", "x")]
        {
            let text = format!("| ・ ・ ・ ・ ・ ・ ・ ・ ・|{end}");
            assert_eq!(parse_rank(&text).unwrap().behind, behind);
        }
        assert_eq!(parse_rank("・ |"), None);
        let rank = parse("\u{3000} ｜ ・ ・ ・ ・v玉 ・ ・ ・ 歩｜三");
        assert_eq!((rank.is_whole(), rank.number), (true, Some(3)));
        for (name, number) in [("九", Some(9)), ("１", Some(1)), ("5", Some(5)), ("0", None), ("十", None)] {
            assert_eq!(parse_rank(&format!("| ・|{name}")).unwrap().number, number);
        }
    }
}
