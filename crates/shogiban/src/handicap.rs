//! The handicaps (手合割) and their positions.

use crate::{Board, Color, Kind, Piece, Setup, Square};
use alloc::format;
use core::fmt;
use kifu_core::Typo;

/// A handicap (手合割): the position from which players of different strength start, or a customary one without a handicap. White lacks
/// pieces and moves first; in the even game and in 青空将棋 the players have the same pieces, and Black moves first.
///
/// Left and right are White's: the right lance stands on file 9.
///
/// ```
/// use kifu_shogiban::{Color, Handicap};
/// let handicap = Handicap::from_name("二枚落ち").unwrap();
/// assert_eq!(handicap, Handicap::TwoPieces);
/// assert_eq!(handicap.setup().to_string(), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
/// assert_eq!((handicap.jkf(), handicap.to_string().as_str()), (Some("2"), "二枚落ち"));
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
    /// 両香落ち: both lances
    BothLances,
    /// 飛両香落ち: the rook and both lances
    RookBothLances,
    /// トンボ＋桂香: both silvers and golds
    DragonflyKnightsLances,
    /// トンボ＋香: both knights, silvers and golds
    DragonflyLances,
    /// トンボ: the first rank but the king
    Dragonfly,
    /// 左九枚落ち: eight pieces and the left gold
    NinePiecesLeft,
    /// 右九枚落ち: eight pieces and the right gold
    NinePiecesRight,
    /// 歩三兵: all pieces but the king, with three pawns in hand
    ThreePawns,
    /// 裸玉, 十九枚落ち: all pieces but the king
    NakedKing,
    /// 二十枚落ち: all pieces
    TwentyPieces,
    /// 青空将棋: the pawns of both players
    NoPawns,
}

use Handicap::{
    Bishop, BothLances, Dragonfly, DragonflyKnightsLances, DragonflyLances, EightPieces, Even, FivePieces,
    FivePiecesLeft, FourPieces, Lance, NakedKing, NinePiecesLeft, NinePiecesRight, NoPawns, RightLance, Rook,
    RookBothLances, RookLance, SevenPiecesLeft, SevenPiecesRight, SixPieces, TenPieces, ThreePawns, ThreePieces,
    TwentyPieces, TwoPieces,
};

/// A handicap: its names in KIF, the usual one first, its name in JKF, and the squares that lose their pieces,
/// each with the digits of its file and its rank.
type Row = (Handicap, &'static [&'static str], Option<&'static str>, &'static [u8]);

/// The first sixteen are those of Kakinoki's programs, which define KIF, and of JKF. The others are in KIF files of sites and programs that
/// agree about the position and the first move: lishogi (`shogiops`, `scalashogi`), bioshogi and 81Dojo for 歩三兵, 裸玉 and トンボ;
/// bioshogi, 81Dojo and ShogiCamera for 青空将棋; bioshogi for 十九枚落ち and 二十枚落ち; lishogi for 両香落ち. 飛両香落ち states its pieces.
///
/// 七枚落ち and 九枚落ち without a side are not handicaps that a reader knows: lishogi removes the right gold, and pychess, ShogiCamera and
/// the books that Wikipedia cites the left one. Neither are 飛銀落ち, 香得 and others that a single site has without stating the position,
/// nor games on another board, such as 5五将棋.
const ROWS: [Row; 27] = [
    (Even, &["平手"], Some("HIRATE"), &[]),
    (Lance, &["香落ち", "左香落ち"], Some("KY"), &[11]),
    (RightLance, &["右香落ち"], Some("KY_R"), &[91]),
    (Bishop, &["角落ち"], Some("KA"), &[22]),
    (Rook, &["飛車落ち", "飛落ち"], Some("HI"), &[82]),
    (RookLance, &["飛香落ち", "飛車香落ち"], Some("HIKY"), &[82, 11]),
    (TwoPieces, &["二枚落ち"], Some("2"), &[82, 22]),
    (ThreePieces, &["三枚落ち"], Some("3"), &[82, 22, 11]),
    (FourPieces, &["四枚落ち"], Some("4"), &[82, 22, 11, 91]),
    (FivePieces, &["五枚落ち", "右五枚落ち"], Some("5"), &[82, 22, 81, 11, 91]),
    (FivePiecesLeft, &["左五枚落ち"], Some("5_L"), &[82, 22, 21, 11, 91]),
    (SixPieces, &["六枚落ち"], Some("6"), &[82, 22, 21, 81, 11, 91]),
    (SevenPiecesLeft, &["左七枚落ち"], Some("7_L"), &[82, 22, 31, 21, 81, 11, 91]),
    (SevenPiecesRight, &["右七枚落ち"], Some("7_R"), &[82, 22, 71, 21, 81, 11, 91]),
    (EightPieces, &["八枚落ち"], Some("8"), &[82, 22, 31, 71, 21, 81, 11, 91]),
    (TenPieces, &["十枚落ち"], Some("10"), first(OF_WHITE, 10)),
    (BothLances, &["両香落ち", "兩香落ち"], None, &[11, 91]),
    (RookBothLances, &["飛両香落ち", "飛車両香落ち"], None, &[82, 11, 91]),
    (DragonflyKnightsLances, &["トンボ＋桂香"], None, &[41, 61, 31, 71]),
    (DragonflyLances, &["トンボ＋香"], None, &[41, 61, 31, 71, 21, 81]),
    (Dragonfly, &["トンボ"], None, &[41, 61, 31, 71, 21, 81, 11, 91]),
    (NinePiecesLeft, &["左九枚落ち"], None, &[82, 22, 41, 31, 71, 21, 81, 11, 91]),
    (NinePiecesRight, &["右九枚落ち"], None, &[82, 22, 61, 31, 71, 21, 81, 11, 91]),
    (ThreePawns, &["歩三兵"], None, first(OF_WHITE, 19)),
    (NakedKing, &["裸玉", "十九枚落ち", "裸王"], None, first(OF_WHITE, 19)),
    (TwentyPieces, &["二十枚落ち"], None, OF_WHITE),
    (NoPawns, &["青空将棋"], None, PAWNS),
];

/// The number of handicaps of Kakinoki's programs, which are the first ones.
const OF_KAKINOKI: usize = 16;

/// The squares of all pieces of White: ten pieces, the pawns, and the king.
const OF_WHITE: &[u8] = &[82, 22, 41, 61, 31, 71, 21, 81, 11, 91, 13, 23, 33, 43, 53, 63, 73, 83, 93, 51];

/// The squares of the pawns of both players.
const PAWNS: &[u8] = &[13, 23, 33, 43, 53, 63, 73, 83, 93, 17, 27, 37, 47, 57, 67, 77, 87, 97];

const fn first(squares: &'static [u8], count: usize) -> &'static [u8] {
    squares.split_at(count).0
}

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
const fn board_without(squares: &[u8]) -> Board {
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
        if let Some(square) = Square::new(squares[n] / 10, squares[n] % 10) {
            board.set(square, None);
        }
        n += 1;
    }
    board
}

/// The boards of all handicaps, in the order of [`ROWS`].
static BOARDS: [Board; ROWS.len()] = {
    let mut boards = [Board::EMPTY; ROWS.len()];
    let mut n = 0;
    while n < boards.len() {
        boards[n] = board_without(ROWS[n].3);
        n += 1;
    }
    boards
};

/// The numbers in the names of handicaps: in kanji, and in half-width and full-width digits.
const NUMBERS: [[&str; 3]; 11] = [
    ["二", "2", "２"],
    ["三", "3", "３"],
    ["四", "4", "４"],
    ["五", "5", "５"],
    ["六", "6", "６"],
    ["七", "7", "７"],
    ["八", "8", "８"],
    ["九", "9", "９"],
    ["十", "10", "１０"],
    ["十九", "19", "１９"],
    ["二十", "20", "２０"],
];

impl Handicap {
    /// All handicaps: those of Kakinoki's programs from the smallest to the largest, and then the others.
    pub const ALL: [Self; 27] = {
        let mut all = [Even; ROWS.len()];
        let mut n = 0;
        while n < all.len() {
            all[n] = ROWS[n].0;
            n += 1;
        }
        all
    };

    /// Returns the usual name in KIF: `二枚落ち`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ROWS[self as usize].1[0]
    }

    /// Returns true for the sixteen handicaps of Kakinoki's programs. Few programs know the position of another one by its name, so a file
    /// needs a diagram too.
    ///
    /// ```
    /// use kifu_shogiban::Handicap;
    /// assert!(Handicap::TenPieces.is_common() && !Handicap::NakedKing.is_common());
    /// ```
    #[must_use]
    pub const fn is_common(self) -> bool {
        (self as usize) < OF_KAKINOKI
    }

    /// Returns the name in JKF: `2`. `None` if JKF has none: it has names for [the common ones](Self::is_common).
    #[must_use]
    pub const fn jkf(self) -> Option<&'static str> {
        ROWS[self as usize].2
    }

    /// Returns the squares that lose their pieces.
    pub fn removed(self) -> impl Iterator<Item = Square> {
        ROWS[self as usize].3.iter().filter_map(|square| Square::new(square / 10, square % 10))
    }

    /// Returns the board.
    #[must_use]
    pub fn board(self) -> &'static Board {
        &BOARDS[self as usize]
    }

    /// Returns the player who moves first: White, except in the even game and in 青空将棋.
    #[must_use]
    pub const fn first_to_move(self) -> Color {
        if matches!(self, Even | NoPawns) { Color::Black } else { Color::White }
    }

    /// Returns the position at the start.
    #[must_use]
    pub fn setup(self) -> Setup {
        let mut setup = Setup::new(*self.board());
        setup.to_move = self.first_to_move();
        if self == ThreePawns {
            setup.hand_mut(Color::White).add(Kind::Pawn, 3);
        }
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
    /// assert_eq!(Handicap::from_name("19枚落ち"), Handicap::from_name("裸玉"));
    /// assert_eq!(Handicap::from_name("その他"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let is_name = |known: &str, name: &str| known == name || known.strip_suffix('ち') == Some(name);
        let find = |name: &str| {
            let row = ROWS.iter().find(|row| row.1.iter().any(|known| is_name(known, name)));
            row.map(|row| row.0)
        };
        find(name).or_else(|| {
            // The number may be written with digits.
            let side = name.find(|c| !matches!(c, '左' | '右'))?;
            let end = name.find('枚').filter(|end| *end > side)?;
            let kanji = NUMBERS.iter().find(|row| row[1..].contains(&&name[side..end]))?[0];
            find(&format!("{}{kanji}{}", &name[..side], &name[end..]))
        })
    }

    /// Returns the name of the handicap that a text probably means: it has one typing error, and no other handicap is as near.
    ///
    /// ```
    /// use kifu_shogiban::Handicap;
    /// assert_eq!(Handicap::nearest_name("六枚落し"), Some("六枚落ち"));
    /// assert_eq!(Handicap::nearest_name("九枚落ち"), None); // 六枚落ち? 左九枚落ち?
    /// ```
    #[must_use]
    pub fn nearest_name(text: &str) -> Option<&'static str> {
        let mut near = ROWS.iter().flat_map(|row| row.1.iter().copied()).filter(|name| Typo::of(text, name).is_some());
        near.next().filter(|_| near.next().is_none())
    }

    /// Returns the handicap of a name in JKF.
    ///
    /// ```
    /// use kifu_shogiban::Handicap;
    /// assert_eq!(Handicap::from_jkf("7_R"), Some(Handicap::SevenPiecesRight));
    /// ```
    #[must_use]
    pub fn from_jkf(name: &str) -> Option<Self> {
        ROWS.iter().find(|row| row.2 == Some(name)).map(|row| row.0)
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

    /// The first three ranks of each handicap in SFEN, as the tables of the field have them, and what follows Black's pieces.
    const SFEN: [(&str, &str, &str); 27] = [
        ("平手", "lnsgkgsnl/1r5b1/ppppppppp", "b -"),
        ("香落ち", "lnsgkgsn1/1r5b1/ppppppppp", "w -"),
        ("右香落ち", "1nsgkgsnl/1r5b1/ppppppppp", "w -"),
        ("角落ち", "lnsgkgsnl/1r7/ppppppppp", "w -"),
        ("飛車落ち", "lnsgkgsnl/7b1/ppppppppp", "w -"),
        ("飛香落ち", "lnsgkgsn1/7b1/ppppppppp", "w -"),
        ("二枚落ち", "lnsgkgsnl/9/ppppppppp", "w -"),
        ("三枚落ち", "lnsgkgsn1/9/ppppppppp", "w -"),
        ("四枚落ち", "1nsgkgsn1/9/ppppppppp", "w -"),
        ("五枚落ち", "2sgkgsn1/9/ppppppppp", "w -"),
        ("左五枚落ち", "1nsgkgs2/9/ppppppppp", "w -"),
        ("六枚落ち", "2sgkgs2/9/ppppppppp", "w -"),
        ("左七枚落ち", "2sgkg3/9/ppppppppp", "w -"),
        ("右七枚落ち", "3gkgs2/9/ppppppppp", "w -"),
        ("八枚落ち", "3gkg3/9/ppppppppp", "w -"),
        ("十枚落ち", "4k4/9/ppppppppp", "w -"),
        ("両香落ち", "1nsgkgsn1/1r5b1/ppppppppp", "w -"),
        ("飛両香落ち", "1nsgkgsn1/7b1/ppppppppp", "w -"),
        ("トンボ＋桂香", "ln2k2nl/1r5b1/ppppppppp", "w -"),
        ("トンボ＋香", "l3k3l/1r5b1/ppppppppp", "w -"),
        ("トンボ", "4k4/1r5b1/ppppppppp", "w -"),
        ("左九枚落ち", "3gk4/9/ppppppppp", "w -"),
        ("右九枚落ち", "4kg3/9/ppppppppp", "w -"),
        ("歩三兵", "4k4/9/9", "w 3p"),
        ("裸玉", "4k4/9/9", "w -"),
        ("二十枚落ち", "9/9/9", "w -"),
        ("青空将棋", "lnsgkgsnl/1r5b1/9", "b -"),
    ];

    #[test]
    fn each_handicap_has_its_position() {
        for (handicap, (name, ranks, rest)) in Handicap::ALL.into_iter().zip(SFEN) {
            assert_eq!(handicap.name(), name);
            let pawns = if handicap == NoPawns { "9" } else { "PPPPPPPPP" };
            let sfen = alloc::format!("{ranks}/9/9/9/{pawns}/1B5R1/LNSGKGSNL {rest} 1");
            assert_eq!(handicap.setup().to_string(), sfen);
            assert_eq!(handicap.setup().handicap(), Some(handicap));
            for name in ROWS[handicap as usize].1 {
                assert_eq!(Handicap::from_name(name), Some(handicap));
            }
            assert_eq!(handicap.jkf().is_some(), handicap.is_common());
            assert_eq!(handicap.jkf().and_then(Handicap::from_jkf), Some(handicap).filter(|_| handicap.is_common()));
        }
    }

    /// Programs do not agree about the side of the missing silver or gold.
    #[test]
    fn names_that_programs_read_as_different_positions_are_unknown() {
        for name in ["七枚落ち", "7枚落ち", "九枚落ち", "5五将棋", "詰将棋", "香得"] {
            assert_eq!(Handicap::from_name(name), None, "{name}");
        }
    }
}
