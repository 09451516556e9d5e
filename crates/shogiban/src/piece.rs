//! Pieces and their names in Japanese, CSA and SFEN.

use crate::{Color, Square};
use core::fmt;

/// The kind of a piece, promoted or not. This enum is exhaustive: shogi has fourteen kinds.
///
/// ```
/// use kifu_shogiban::Kind;
/// assert_eq!(Kind::Rook.promoted(), Some(Kind::Dragon));
/// assert_eq!(Kind::Dragon.unpromoted(), Kind::Rook);
/// assert_eq!(Kind::Gold.promoted(), None);
/// assert_eq!(Kind::PromotedSilver.to_string(), "成銀");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Kind {
    /// 歩
    Pawn,
    /// 香
    Lance,
    /// 桂
    Knight,
    /// 銀
    Silver,
    /// 金
    Gold,
    /// 角
    Bishop,
    /// 飛
    Rook,
    /// 玉 or 王
    King,
    /// と, the promoted pawn
    Tokin,
    /// 成香
    PromotedLance,
    /// 成桂
    PromotedKnight,
    /// 成銀
    PromotedSilver,
    /// 馬, the promoted bishop
    Horse,
    /// 龍, the promoted rook
    Dragon,
}

use Kind::{
    Bishop, Dragon, Gold, Horse, King, Knight, Lance, Pawn, PromotedKnight, PromotedLance, PromotedSilver, Rook,
    Silver, Tokin,
};

/// The names of a kind.
struct Names {
    kind: Kind,
    /// The name in a move.
    kanji: &'static str,
    /// The one character in a diagram.
    board: char,
    csa: &'static str,
    sfen: &'static str,
}

const fn names(kind: Kind, kanji: &'static str, board: char, csa: &'static str, sfen: &'static str) -> Names {
    Names { kind, kanji, board, csa, sfen }
}

/// Every kind, in the order of the enum.
const NAMES: [Names; 14] = [
    names(Pawn, "歩", '歩', "FU", "P"),
    names(Lance, "香", '香', "KY", "L"),
    names(Knight, "桂", '桂', "KE", "N"),
    names(Silver, "銀", '銀', "GI", "S"),
    names(Gold, "金", '金', "KI", "G"),
    names(Bishop, "角", '角', "KA", "B"),
    names(Rook, "飛", '飛', "HI", "R"),
    names(King, "玉", '玉', "OU", "K"),
    names(Tokin, "と", 'と', "TO", "+P"),
    names(PromotedLance, "成香", '杏', "NY", "+L"),
    names(PromotedKnight, "成桂", '圭', "NK", "+N"),
    names(PromotedSilver, "成銀", '全', "NG", "+S"),
    names(Horse, "馬", '馬', "UM", "+B"),
    names(Dragon, "龍", '龍', "RY", "+R"),
];

/// The kinds of single kanji.
const KANJI: [(char, Kind); 18] = [
    ('歩', Pawn),
    ('香', Lance),
    ('桂', Knight),
    ('銀', Silver),
    ('金', Gold),
    ('角', Bishop),
    ('飛', Rook),
    ('玉', King),
    ('王', King),
    ('と', Tokin),
    ('杏', PromotedLance),
    ('仝', PromotedLance),
    ('圭', PromotedKnight),
    ('今', PromotedKnight),
    ('全', PromotedSilver),
    ('馬', Horse),
    ('龍', Dragon),
    ('竜', Dragon),
];

/// The same, each at the remainder of its code point, so that one comparison finds the kind of a kanji.
const KANJI_PLACES: [Option<(char, Kind)>; 49] = {
    let (mut places, mut n) = ([None; 49], 0);
    while n < KANJI.len() {
        let place = KANJI[n].0 as usize % places.len();
        assert!(places[place].is_none(), "two kanji have the same place");
        places[place] = Some(KANJI[n]);
        n += 1;
    }
    places
};

/// For each [`csa_place`], the name that can have it, so that one comparison finds the kind of a name. At the other places stand bytes that
/// have another place.
static CSA_PLACES: [(u16, Kind); 32] = {
    let (mut places, mut n) = ([(0, Pawn); 32], 0);
    places[csa_place(0)].0 = u16::MAX;
    while n < CSA_NAMES.len() {
        let name = u16::from_le_bytes(CSA_NAMES[n]);
        let place = csa_place(name);
        assert!(csa_place(places[place].0) != place, "two names have the same place");
        places[place] = (name, NAMES[n].kind);
        n += 1;
    }
    places
};

/// Returns a number below 32 that is different for each name of a kind in CSA. The factor was found by trying all of them.
const fn csa_place(name: u16) -> usize {
    (name.wrapping_mul(795) >> 11) as usize
}

/// The bytes of the names in CSA, which are compared for every move.
const CSA_NAMES: [[u8; 2]; NAMES.len()] = {
    let (mut names, mut n) = ([[0; 2]; NAMES.len()], 0);
    while n < NAMES.len() {
        let name = NAMES[n].csa.as_bytes();
        names[n] = [name[0], name[1]];
        n += 1;
    }
    names
};

impl Kind {
    /// Every kind: the unpromoted ones first.
    pub const ALL: [Self; 14] = [
        Pawn,
        Lance,
        Knight,
        Silver,
        Gold,
        Bishop,
        Rook,
        King,
        Tokin,
        PromotedLance,
        PromotedKnight,
        PromotedSilver,
        Horse,
        Dragon,
    ];

    /// The kinds that a player can have in hand, in the order in which KIF and SFEN write them: 飛 角 金 銀 桂 香 歩.
    pub const IN_HAND: [Self; 7] = [Rook, Bishop, Gold, Silver, Knight, Lance, Pawn];

    /// Returns the kind after promotion. `None` for gold, king and promoted kinds.
    #[must_use]
    pub const fn promoted(self) -> Option<Self> {
        Some(match self {
            Pawn => Tokin,
            Lance => PromotedLance,
            Knight => PromotedKnight,
            Silver => PromotedSilver,
            Bishop => Horse,
            Rook => Dragon,
            _ => return None,
        })
    }

    /// Returns the kind before promotion: what a captured piece becomes.
    #[must_use]
    pub const fn unpromoted(self) -> Self {
        match self {
            Tokin => Pawn,
            PromotedLance => Lance,
            PromotedKnight => Knight,
            PromotedSilver => Silver,
            Horse => Bishop,
            Dragon => Rook,
            kind => kind,
        }
    }

    /// Returns how many pieces of the kind a set has, promoted ones included: 18 pawns, 4 golds, 2 kings.
    #[must_use]
    pub const fn set_size(self) -> u8 {
        match self.unpromoted() {
            Pawn => 18,
            Bishop | Rook | King => 2,
            _ => 4,
        }
    }

    /// Returns true for と, 成香, 成桂, 成銀, 馬 and 龍.
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        self as u8 > King as u8
    }

    /// Returns true if a piece of this kind can be in hand: it is not promoted, and not a king.
    #[must_use]
    pub const fn is_droppable(self) -> bool {
        (self as u8) < King as u8
    }

    /// Returns the name in a move: `成銀`.
    #[must_use]
    pub const fn kanji(self) -> &'static str {
        NAMES[self as usize].kanji
    }

    /// Returns the character in a diagram: `全` for 成銀.
    #[must_use]
    pub const fn board_kanji(self) -> char {
        NAMES[self as usize].board
    }

    /// Returns the name in CSA and JKF: `NG`.
    #[must_use]
    pub const fn csa(self) -> &'static str {
        NAMES[self as usize].csa
    }

    /// Returns the name of Black's piece in SFEN: `+S`.
    #[must_use]
    pub const fn sfen(self) -> &'static str {
        NAMES[self as usize].sfen
    }

    /// Returns the kind of a name in CSA and JKF.
    ///
    /// ```
    /// use kifu_shogiban::Kind;
    /// assert_eq!(Kind::from_csa("UM"), Some(Kind::Horse));
    /// assert_eq!(Kind::from_csa("um"), None);
    /// ```
    #[must_use]
    pub fn from_csa(name: &str) -> Option<Self> {
        Self::from_csa_bytes(name.as_bytes().try_into().ok()?)
    }

    #[inline]
    pub(crate) fn from_csa_bytes(name: [u8; 2]) -> Option<Self> {
        let name = u16::from_le_bytes(name);
        let (found, kind) = Self::with_csa_name(name);
        (found == name).then_some(kind)
    }

    /// Returns the only kind that can have this name, and its name. The first character of a name is the lower byte.
    #[inline]
    pub(crate) const fn with_csa_name(name: u16) -> (u16, Self) {
        CSA_PLACES[csa_place(name)]
    }

    pub(crate) const fn csa_bytes(self) -> [u8; 2] {
        CSA_NAMES[self as usize]
    }

    /// Returns the kind of a letter of SFEN, in upper case and without `+`.
    #[must_use]
    pub const fn from_sfen_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Pawn,
            'L' => Lance,
            'N' => Knight,
            'S' => Silver,
            'G' => Gold,
            'B' => Bishop,
            'R' => Rook,
            'K' => King,
            _ => return None,
        })
    }

    /// Returns the kind of one kanji, as diagrams and moves have it, with the variants in use: `王`, `竜`, `仝`, `今`.
    ///
    /// ```
    /// use kifu_shogiban::Kind;
    /// assert_eq!(Kind::from_kanji('竜'), Some(Kind::Dragon));
    /// assert_eq!(Kind::from_kanji('成'), None); // a part of a name
    /// ```
    #[must_use]
    pub const fn from_kanji(kanji: char) -> Option<Self> {
        match KANJI_PLACES[kanji as usize % KANJI_PLACES.len()] {
            Some((found, kind)) if found as u32 == kanji as u32 => Some(kind),
            _ => None,
        }
    }

    /// Returns the kind whose name is at the start of a text, and the rest of the text. `成銀` is one name, and `銀成` is `銀` with
    /// the rest `成`.
    ///
    /// ```
    /// use kifu_shogiban::Kind;
    /// assert_eq!(Kind::split_name("成銀(45)"), Some((Kind::PromotedSilver, "(45)")));
    /// assert_eq!(Kind::split_name("銀成(45)"), Some((Kind::Silver, "成(45)")));
    /// assert_eq!(Kind::split_name("王手"), Some((Kind::King, "手")));
    /// assert_eq!(Kind::split_name("成る"), None);
    /// ```
    #[must_use]
    pub fn split_name(text: &str) -> Option<(Self, &str)> {
        let (is_promoted, name) = text.strip_prefix('成').map_or((false, text), |rest| (true, rest));
        let mut chars = name.chars();
        let kind = Self::from_kanji(chars.next()?)?;
        let kind = if is_promoted { kind.promoted()? } else { kind };
        Some((kind, chars.as_str()))
    }

    /// Returns true if a piece of this kind on the square could never move again (行き所のない駒): a pawn or lance on the farthest
    /// rank, a knight on the two farthest.
    #[must_use]
    pub const fn is_stuck(self, color: Color, square: Square) -> bool {
        match self {
            Pawn | Lance => square.rank_for(color) == 1,
            Knight => square.rank_for(color) <= 2,
            _ => false,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kanji())
    }
}

/// A piece of a player.
///
/// ```
/// use kifu_shogiban::{Color, Kind, Piece};
/// let piece = Piece::new(Color::White, Kind::Dragon);
/// assert_eq!(piece.to_string(), "v龍");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// The player to whom the piece belongs.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// Returns a piece.
    #[must_use]
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self { color, kind }
    }
}

/// Writes a piece as in a diagram: `v` before White's pieces, a space before Black's.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = match self.color {
            Color::Black => ' ',
            Color::White => 'v',
        };
        write!(f, "{owner}{}", self.kind.board_kanji())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each name leads back to its kind.
    #[test]
    fn names_are_in_the_order_of_the_enum() {
        for (kind, names) in Kind::ALL.into_iter().zip(&NAMES) {
            assert_eq!(kind, names.kind);
            assert_eq!(Kind::from_csa(kind.csa()), Some(kind));
            assert_eq!(Kind::from_kanji(kind.board_kanji()), Some(kind));
            assert_eq!(Kind::split_name(kind.kanji()), Some((kind, "")));
            let letter = kind.sfen().trim_start_matches('+').chars().next().and_then(Kind::from_sfen_letter);
            assert_eq!(letter, Some(kind.unpromoted()));
            assert_eq!(kind.sfen().starts_with('+'), kind.is_promoted());
            assert_eq!(
                kind.promoted().is_some_and(|promoted| promoted.unpromoted() == kind),
                kind.promoted().is_some()
            );
        }
    }
}
