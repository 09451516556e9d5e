//! The handicaps (手合割) and their positions.

use crate::{Board, Color, Kind, Piece, Setup, Square};
use alloc::format;
use core::fmt;

/// A customary handicap. White lacks pieces and moves first; in the even game nothing is missing and Black moves first.
///
/// Left and right are White's: the right lance stands on file 9.
///
/// ```
/// use kifu_shogiban::{Color, Handicap};
/// let handicap = Handicap::from_name("二枚落ち").unwrap();
/// assert_eq!(handicap, Handicap::TwoPieces);
/// assert_eq!(handicap.setup().to_string(), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
/// assert_eq!((handicap.jkf(), handicap.to_string().as_str()), ("2", "二枚落ち"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Handicap {
    /// 平手
    Even,
    /// 香落ち: the left lance
    Lance,
    /// 右香落ち
    RightLance,
    /// 角落ち
    Bishop,
    /// 飛車落ち
    Rook,
    /// 飛香落ち: the rook and the left lance
    RookLance,
    /// 二枚落ち: rook and bishop
    TwoPieces,
    /// 三枚落ち: rook, bishop and the left lance
    ThreePieces,
    /// 四枚落ち: rook, bishop and both lances
    FourPieces,
    /// 五枚落ち: four pieces and the right knight
    FivePieces,
    /// 左五枚落ち: four pieces and the left knight
    FivePiecesLeft,
    /// 六枚落ち: four pieces and both knights
    SixPieces,
    /// 左七枚落ち: six pieces and the left silver
    SevenPiecesLeft,
    /// 右七枚落ち: six pieces and the right silver
    SevenPiecesRight,
    /// 八枚落ち: six pieces and both silvers
    EightPieces,
    /// 十枚落ち: eight pieces and both golds
    TenPieces,
}

use Handicap::{
    Bishop, EightPieces, Even, FivePieces, FivePiecesLeft, FourPieces, Lance, RightLance, Rook, RookLance,
    SevenPiecesLeft, SevenPiecesRight, SixPieces, TenPieces, ThreePieces, TwoPieces,
};

/// A handicap: its name in KIF, its name in JKF, and the squares (file, rank) that lose their pieces.
type Row = (Handicap, &'static str, &'static str, &'static [(u8, u8)]);

const ROWS: [Row; 16] = [
    (Even, "平手", "HIRATE", &[]),
    (Lance, "香落ち", "KY", &[(1, 1)]),
    (RightLance, "右香落ち", "KY_R", &[(9, 1)]),
    (Bishop, "角落ち", "KA", &[(2, 2)]),
    (Rook, "飛車落ち", "HI", &[(8, 2)]),
    (RookLance, "飛香落ち", "HIKY", &[(8, 2), (1, 1)]),
    (TwoPieces, "二枚落ち", "2", &[(8, 2), (2, 2)]),
    (ThreePieces, "三枚落ち", "3", &[(8, 2), (2, 2), (1, 1)]),
    (FourPieces, "四枚落ち", "4", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
    (FivePieces, "五枚落ち", "5", &[(8, 2), (2, 2), (8, 1), (1, 1), (9, 1)]),
    (FivePiecesLeft, "左五枚落ち", "5_L", &[(8, 2), (2, 2), (2, 1), (1, 1), (9, 1)]),
    (SixPieces, "六枚落ち", "6", &[(8, 2), (2, 2), (2, 1), (8, 1), (1, 1), (9, 1)]),
    (SevenPiecesLeft, "左七枚落ち", "7_L", &[(8, 2), (2, 2), (3, 1), (2, 1), (8, 1), (1, 1), (9, 1)]),
    (SevenPiecesRight, "右七枚落ち", "7_R", &[(8, 2), (2, 2), (7, 1), (2, 1), (8, 1), (1, 1), (9, 1)]),
    (EightPieces, "八枚落ち", "8", &[(8, 2), (2, 2), (3, 1), (7, 1), (2, 1), (8, 1), (1, 1), (9, 1)]),
    (TenPieces, "十枚落ち", "10", &[(8, 2), (2, 2), (4, 1), (6, 1), (3, 1), (7, 1), (2, 1), (8, 1), (1, 1), (9, 1)]),
];

/// The pieces of the first rank from file 1 to file 9.
const FIRST_RANK: [Kind; 9] = [
    Kind::Lance,
    Kind::Knight,
    Kind::Silver,
    Kind::Gold,
    Kind::King,
    Kind::Gold,
    Kind::Silver,
    Kind::Knight,
    Kind::Lance,
];

const fn put(board: &mut Board, color: Color, file: u8, rank: u8, kind: Kind) {
    let square = match color {
        Color::Black => Square::new(10 - file, 10 - rank),
        Color::White => Square::new(file, rank),
    };
    if let Some(square) = square {
        board.set(square, Some(Piece::new(color, kind)));
    }
}

/// Returns the position of the even game without the pieces on these squares.
const fn board_without(squares: &[(u8, u8)]) -> Board {
    let mut board = Board::EMPTY;
    let mut n = 0;
    while n < 2 {
        let color = Color::ALL[n];
        let mut file = 1;
        while file <= 9 {
            put(&mut board, color, file, 1, FIRST_RANK[file as usize - 1]);
            put(&mut board, color, file, 3, Kind::Pawn);
            file += 1;
        }
        put(&mut board, color, 2, 2, Kind::Bishop);
        put(&mut board, color, 8, 2, Kind::Rook);
        n += 1;
    }
    let mut n = 0;
    while n < squares.len() {
        if let Some(square) = Square::new(squares[n].0, squares[n].1) {
            board.set(square, None);
        }
        n += 1;
    }
    board
}

/// The boards of all handicaps, in the order of [`ROWS`].
static BOARDS: [Board; 16] = {
    let mut boards = [Board::EMPTY; 16];
    let mut n = 0;
    while n < boards.len() {
        boards[n] = board_without(ROWS[n].3);
        n += 1;
    }
    boards
};

/// The numbers in the names of handicaps: in kanji, and in half-width and full-width digits.
const NUMBERS: [[&str; 3]; 8] = [
    ["二", "2", "２"],
    ["三", "3", "３"],
    ["四", "4", "４"],
    ["五", "5", "５"],
    ["六", "6", "６"],
    ["七", "7", "７"],
    ["八", "8", "８"],
    ["十", "10", "１０"],
];

impl Handicap {
    /// All handicaps, from the smallest to the largest.
    pub const ALL: [Self; 16] = [
        Even,
        Lance,
        RightLance,
        Bishop,
        Rook,
        RookLance,
        TwoPieces,
        ThreePieces,
        FourPieces,
        FivePieces,
        FivePiecesLeft,
        SixPieces,
        SevenPiecesLeft,
        SevenPiecesRight,
        EightPieces,
        TenPieces,
    ];

    /// Returns the name in KIF: `二枚落ち`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ROWS[self as usize].1
    }

    /// Returns the name in JKF: `2`.
    #[must_use]
    pub const fn jkf(self) -> &'static str {
        ROWS[self as usize].2
    }

    /// Returns the squares that lose their pieces.
    pub fn removed(self) -> impl Iterator<Item = Square> {
        ROWS[self as usize].3.iter().filter_map(|&(file, rank)| Square::new(file, rank))
    }

    /// Returns the board.
    #[must_use]
    pub fn board(self) -> &'static Board {
        &BOARDS[self as usize]
    }

    /// Returns the player who moves first: White, except in the even game.
    #[must_use]
    pub const fn first_to_move(self) -> Color {
        if matches!(self, Even) { Color::Black } else { Color::White }
    }

    /// Returns the position at the start.
    #[must_use]
    pub fn setup(self) -> Setup {
        let mut setup = Setup::new(*self.board());
        setup.to_move = self.first_to_move();
        setup
    }

    /// Returns the handicap of a name in KIF. The last character of `二枚落ち` may be missing, and its number may be a digit.
    ///
    /// ```
    /// use kifu_shogiban::Handicap;
    /// assert_eq!(Handicap::from_name("飛車落ち"), Some(Handicap::Rook));
    /// assert_eq!(Handicap::from_name("飛車落"), Some(Handicap::Rook));
    /// assert_eq!(Handicap::from_name("2枚落ち"), Some(Handicap::TwoPieces));
    /// assert_eq!(Handicap::from_name("左７枚落"), Handicap::from_name("左七枚落ち"));
    /// assert_eq!(Handicap::from_name("その他"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let is_name = |row: &&Row, name: &str| row.1 == name || row.1.strip_suffix('ち') == Some(name);
        let find = |name: &str| ROWS.iter().find(|row| is_name(row, name)).map(|row| row.0);
        find(name).or_else(|| {
            // The number may be written with digits.
            let side = name.find(|c| !matches!(c, '左' | '右'))?;
            let end = name.find('枚').filter(|end| *end > side)?;
            let kanji = NUMBERS.iter().find(|row| row[1..].contains(&&name[side..end]))?[0];
            find(&format!("{}{kanji}{}", &name[..side], &name[end..]))
        })
    }

    /// Returns the handicap of a name in JKF.
    ///
    /// ```
    /// use kifu_shogiban::Handicap;
    /// assert_eq!(Handicap::from_jkf("7_R"), Some(Handicap::SevenPiecesRight));
    /// ```
    #[must_use]
    pub fn from_jkf(name: &str) -> Option<Self> {
        ROWS.iter().find(|row| row.2 == name).map(|row| row.0)
    }
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// The first two ranks of each handicap in SFEN, as the tables of the field have them.
    const SFEN: [(&str, &str); 16] = [
        ("HIRATE", "lnsgkgsnl/1r5b1"),
        ("KY", "lnsgkgsn1/1r5b1"),
        ("KY_R", "1nsgkgsnl/1r5b1"),
        ("KA", "lnsgkgsnl/1r7"),
        ("HI", "lnsgkgsnl/7b1"),
        ("HIKY", "lnsgkgsn1/7b1"),
        ("2", "lnsgkgsnl/9"),
        ("3", "lnsgkgsn1/9"),
        ("4", "1nsgkgsn1/9"),
        ("5", "2sgkgsn1/9"),
        ("5_L", "1nsgkgs2/9"),
        ("6", "2sgkgs2/9"),
        ("7_L", "2sgkg3/9"),
        ("7_R", "3gkgs2/9"),
        ("8", "3gkg3/9"),
        ("10", "4k4/9"),
    ];

    #[test]
    fn each_handicap_has_its_position() {
        for (handicap, (jkf, ranks)) in Handicap::ALL.into_iter().zip(SFEN) {
            assert_eq!(handicap.jkf(), jkf);
            let side = if handicap == Even { "b" } else { "w" };
            let sfen = alloc::format!("{ranks}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} - 1");
            assert_eq!(handicap.setup().to_string(), sfen);
            assert_eq!(handicap.setup().handicap(), Some(handicap));
            assert_eq!(Handicap::from_name(handicap.name()), Some(handicap));
            assert_eq!(Handicap::from_jkf(jkf), Some(handicap));
        }
    }
}
