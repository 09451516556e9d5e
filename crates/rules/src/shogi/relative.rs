//! The words that tell apart the pieces of a kind that can reach the same square (左 直 右, 上 寄 引, 打), as the rule of the Japan Shogi
//! Association has them, and their inverse.
//!
//! Everything is seen by the player who moves. The candidates are all own pieces of the kind that reach the square, pinned ones
//! included. The first word that only the moving piece has is written:
//!
//! 1. the motion 上, 寄 or 引;
//! 2. the side 左 or 右, or 直 for a gold or silver that moves straight up;
//! 3. the side and the motion: 左上.
//!
//! Of two dragons or horses that have the same motion, the one further left is 左, also if it moves straight. The words are checked with
//! their inverse. If they name another piece or several, as with three horses, there are no words, and a writer names the square.

use super::{Position, Squares};
use core::fmt;
use kifu_shogiban::{Color, Kind, Move, Square};

/// The words that tell apart pieces of the same kind that reach the same square. The default is no words.
///
/// ```
/// use kifu_rules::shogi::{Motion, Position, Relative, Resolved, Side};
/// use kifu_shogiban::{Color, Kind, Move, Setup};
/// let position = Position::new(&"9/9/9/9/9/9/1P7/9/3G1G3 b - 1".parse::<Setup>().unwrap());
/// let played: Move = "☗５八金(69)".parse().unwrap();
/// let relative = position.relative(&played).unwrap();
/// assert_eq!((relative.side, relative.motion), (Some(Side::Left), None));
/// assert_eq!((relative.text(), relative.letters()), ("左", "L"));
/// assert_eq!(position.resolve(Color::Black, Kind::Gold, played.to, relative), Resolved::From("69".parse().unwrap()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Relative {
    /// On which side of the target the piece was.
    pub side: Option<Side>,
    /// How the piece moved.
    pub motion: Option<Motion>,
    /// True for 打: the piece was dropped.
    pub is_drop: bool,
}

/// On which side of the target a piece was, as its player sees it.
///
/// ```
/// use kifu_rules::shogi::{Relative, Side};
/// assert_eq!(Relative::split_text("直").0.side, Some(Side::Straight));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// 左
    Left,
    /// 直: straight below the target
    Straight,
    /// 右
    Right,
}

/// How a piece moved, as its player sees it.
///
/// ```
/// use kifu_rules::shogi::{Motion, Relative};
/// assert_eq!(Relative::split_text("引").0.motion, Some(Motion::Back));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// 上: forward. 行 and 入 are read too.
    Up,
    /// 寄
    Sideways,
    /// 引: backward. 下 is read too.
    Back,
}

/// What the words of a move mean in a position.
///
/// ```
/// use kifu_rules::shogi::{Position, Relative, Resolved};
/// use kifu_shogiban::{Color, Kind, Setup};
/// let position = Position::new(&Setup::default());
/// let to = "58".parse().unwrap();
/// assert_eq!(position.resolve(Color::Black, Kind::Gold, to, Relative::NONE), Resolved::Ambiguous);
/// assert_eq!(position.resolve(Color::Black, Kind::Silver, to, Relative::NONE), Resolved::None);
/// assert_eq!(position.resolve(Color::Black, Kind::Silver, to, Relative::DROP), Resolved::Drop);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resolved {
    /// The piece on this square moves.
    From(Square),
    /// A piece is dropped.
    Drop,
    /// No piece fits the words.
    None,
    /// More than one piece fits the words.
    Ambiguous,
}

/// All words with their letters in JKF.
const WORDS: [(Relative, &str, &str); 14] = {
    use Motion::{Back, Sideways, Up};
    use Side::{Left, Right, Straight};
    [
        (Relative::NONE, "", ""),
        (Relative::DROP, "打", "H"),
        (Relative::of(None, Some(Up)), "上", "U"),
        (Relative::of(None, Some(Sideways)), "寄", "M"),
        (Relative::of(None, Some(Back)), "引", "D"),
        (Relative::of(Some(Left), None), "左", "L"),
        (Relative::of(Some(Left), Some(Up)), "左上", "LU"),
        (Relative::of(Some(Left), Some(Sideways)), "左寄", "LM"),
        (Relative::of(Some(Left), Some(Back)), "左引", "LD"),
        (Relative::of(Some(Straight), None), "直", "C"),
        (Relative::of(Some(Right), None), "右", "R"),
        (Relative::of(Some(Right), Some(Up)), "右上", "RU"),
        (Relative::of(Some(Right), Some(Sideways)), "右寄", "RM"),
        (Relative::of(Some(Right), Some(Back)), "右引", "RD"),
    ]
};

impl Relative {
    /// No words.
    pub const NONE: Self = Self::of(None, None);

    /// 打, the word of a drop.
    pub const DROP: Self = Self { side: None, motion: None, is_drop: true };

    const fn of(side: Option<Side>, motion: Option<Motion>) -> Self {
        Self { side, motion, is_drop: false }
    }

    /// Returns the words: `左上`, or an empty text.
    ///
    /// ```
    /// use kifu_rules::shogi::Relative;
    /// assert_eq!(Relative::DROP.text(), "打");
    /// assert_eq!(Relative::NONE.text(), "");
    /// ```
    #[must_use]
    pub fn text(self) -> &'static str {
        self.row().1
    }

    /// Returns the letters of JKF: `LU`, or an empty text.
    ///
    /// ```
    /// use kifu_rules::shogi::Relative;
    /// assert_eq!(Relative::split_text("左上").0.letters(), "LU");
    /// ```
    #[must_use]
    pub fn letters(self) -> &'static str {
        self.row().2
    }

    /// Returns the row of the words. 直 has no motion, and a drop has no other words.
    fn row(self) -> &'static (Self, &'static str, &'static str) {
        let written = match self {
            Self { is_drop: true, .. } => Self::DROP,
            Self { side: Some(Side::Straight), .. } => Self::of(self.side, None),
            _ => self,
        };
        WORDS.iter().find(|row| row.0 == written).unwrap_or(&WORDS[0])
    }

    /// Reads the words at the start of a text, and returns them with the rest of the text. The order of the words does not matter.
    ///
    /// ```
    /// use kifu_rules::shogi::Relative;
    /// let (relative, rest) = Relative::split_text("左引不成");
    /// assert_eq!((relative.text(), rest), ("左引", "不成"));
    /// assert_eq!(Relative::split_text("行").0.text(), "上");
    /// assert_eq!(Relative::split_text("成"), (Relative::NONE, "成"));
    /// ```
    #[must_use]
    pub fn split_text(text: &str) -> (Self, &str) {
        let mut found = Self::NONE;
        let mut chars = text.chars();
        loop {
            let rest = chars.as_str();
            let (is_drop, side, motion) = match chars.next() {
                Some('打') => (true, None, None),
                Some('左') => (false, Some(Side::Left), None),
                Some('直') => (false, Some(Side::Straight), None),
                Some('右') => (false, Some(Side::Right), None),
                Some('上' | '行' | '入') => (false, None, Some(Motion::Up)),
                Some('寄') => (false, None, Some(Motion::Sideways)),
                Some('引' | '下') => (false, None, Some(Motion::Back)),
                _ => return (found, rest),
            };
            if !found.add(is_drop, side, motion) {
                return (found, rest);
            }
        }
    }

    /// Adds a word. Returns false if there is a word of its kind.
    fn add(&mut self, is_drop: bool, side: Option<Side>, motion: Option<Motion>) -> bool {
        let has_both = is_drop && self.is_drop
            || side.is_some() && self.side.is_some()
            || motion.is_some() && self.motion.is_some();
        if !has_both {
            self.is_drop |= is_drop;
            (self.side, self.motion) = (self.side.or(side), self.motion.or(motion));
        }
        !has_both
    }

    /// Reads the letters of JKF: L C R, U M D and H. `None` if there are other letters, or two of a kind. `C` may have a motion.
    ///
    /// ```
    /// use kifu_rules::shogi::Relative;
    /// assert_eq!(Relative::from_letters("RM").map(Relative::text), Some("右寄"));
    /// assert_eq!(Relative::from_letters("H"), Some(Relative::DROP));
    /// assert_eq!(Relative::from_letters("LR"), None);
    /// ```
    #[must_use]
    pub fn from_letters(letters: &str) -> Option<Self> {
        let mut found = Self::NONE;
        for letter in letters.chars() {
            let (is_drop, side, motion) = match letter {
                'H' => (true, None, None),
                'L' => (false, Some(Side::Left), None),
                'C' => (false, Some(Side::Straight), None),
                'R' => (false, Some(Side::Right), None),
                'U' => (false, None, Some(Motion::Up)),
                'M' => (false, None, Some(Motion::Sideways)),
                'D' => (false, None, Some(Motion::Back)),
                _ => return None,
            };
            if !found.add(is_drop, side, motion) {
                return None;
            }
        }
        let is_mixed = found.is_drop && (found.side.is_some() || found.motion.is_some());
        (!is_mixed).then_some(found)
    }
}

impl fmt::Display for Relative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Returns how far left of the target a square is, and how far below it, as the player sees the board.
#[inline]
fn way(color: Color, from: Square, to: Square) -> (i8, i8) {
    let left = from.file() as i8 - to.file() as i8;
    let below = from.rank() as i8 - to.rank() as i8;
    match color {
        Color::Black => (left, below),
        Color::White => (-left, -below),
    }
}

const fn motion(below: i8) -> Motion {
    match below {
        1.. => Motion::Up,
        0 => Motion::Sideways,
        _ => Motion::Back,
    }
}

const fn side(left: i8) -> Option<Side> {
    match left {
        1.. => Some(Side::Left),
        0 => None,
        _ => Some(Side::Right),
    }
}

/// Returns true for the kinds that have 直. Dragons and horses never have it.
const fn goes_straight(kind: Kind) -> bool {
    use Kind::{Gold, PromotedKnight, PromotedLance, PromotedSilver, Silver, Tokin};
    matches!(kind, Gold | Silver | Tokin | PromotedLance | PromotedKnight | PromotedSilver)
}

impl Position {
    /// Returns the words that a move needs: no words if one piece of its kind reaches the target, and 打 for a drop that a piece on the
    /// board could replace, or whose piece is not in hand. `None` if the piece does not reach the target, or if the words cannot name it;
    /// a writer then has to name the square that it leaves.
    ///
    /// ```
    /// use kifu_rules::shogi::{Position, Relative};
    /// use kifu_shogiban::Setup;
    /// let position = Position::new(&Setup::default());
    /// let words = |text: &str| position.relative(&text.parse().unwrap()).map(Relative::text);
    /// assert_eq!(words("☗７六歩(77)"), Some(""));
    /// assert_eq!(words("☗５八金(49)"), Some("右"));
    /// assert_eq!(words("☗５八飛(18)"), None); // the rook is on 28
    /// ```
    #[must_use]
    pub fn relative(&self, played: &Move) -> Option<Relative> {
        let Move { color, kind, to, .. } = *played;
        let all = self.origins(color, kind, to);
        let Some(from) = played.from else {
            let needs_word = !all.is_empty() || self.hand(color).count(kind) == 0;
            return Some(if needs_word { Relative::DROP } else { Relative::NONE });
        };
        if !all.contains(from) {
            return None;
        }
        if all == Squares::of(from) {
            return Some(Relative::NONE);
        }
        let relative = words(color, kind, from, to, all);
        (fitting(color, kind, to, relative, all) == Squares::of(from)).then_some(relative)
    }

    /// Returns which piece the words of a move name, the inverse of [`relative`](Self::relative).
    ///
    /// 打 is a drop, also if the piece is not in hand. Without 打, it is a drop if no piece on the board reaches the target and one is in
    /// hand. If several pieces fit the words, those whose move would leave the own king in check do not count, because other programs
    /// omit the words for them.
    ///
    /// ```
    /// use kifu_rules::shogi::{Position, Relative, Resolved};
    /// use kifu_shogiban::{Color, Kind, Setup};
    /// let position = Position::new(&Setup::default());
    /// let (right, _) = Relative::split_text("右");
    /// let resolved = position.resolve(Color::Black, Kind::Gold, "58".parse().unwrap(), right);
    /// assert_eq!(resolved, Resolved::From("49".parse().unwrap()));
    /// ```
    #[must_use]
    pub fn resolve(&self, color: Color, kind: Kind, to: Square, relative: Relative) -> Resolved {
        if relative.is_drop {
            return Resolved::Drop;
        }
        let all = self.origins(color, kind, to);
        if all.is_empty() {
            return if self.hand(color).count(kind) > 0 { Resolved::Drop } else { Resolved::None };
        }
        let fitting = fitting(color, kind, to, relative, all);
        if let Some(from) = fitting.single() {
            return Resolved::From(from);
        }
        if fitting.is_empty() {
            return Resolved::None;
        }
        let legal = fitting.filter(|from| !self.exposes_king(Move::new(color, kind, from, to)));
        legal.single().map_or(Resolved::Ambiguous, Resolved::From)
    }
}

/// Returns the words that tell `from` apart from the other candidates, of which there is at least one.
fn words(color: Color, kind: Kind, from: Square, to: Square, all: Squares) -> Relative {
    let (left, below) = way(color, from, to);
    let (own_side, own_motion) = (side(left), motion(below));
    let others = all.filter(|square| square != from);
    let has_other = |has_same: &dyn Fn(i8, i8) -> bool| {
        others.iter().any(|other| {
            let (left, below) = way(color, other, to);
            has_same(left, below)
        })
    };
    if !has_other(&|_, below| motion(below) == own_motion) {
        return Relative::of(None, Some(own_motion));
    }
    if let (Kind::Horse | Kind::Dragon, Some(other)) = (kind, others.single()) {
        let is_left = left > way(color, other, to).0;
        return Relative::of(Some(if is_left { Side::Left } else { Side::Right }), None);
    }
    match own_side {
        Some(_) if !has_other(&|left, _| side(left) == own_side) => Relative::of(own_side, None),
        None if goes_straight(kind) => Relative::of(Some(Side::Straight), None),
        _ => Relative::of(own_side, Some(own_motion)),
    }
}

/// Returns the candidates that fit the words.
fn fitting(color: Color, kind: Kind, to: Square, relative: Relative, all: Squares) -> Squares {
    let mut found = all;
    if let Some(wanted) = relative.motion {
        found = found.filter(|from| motion(way(color, from, to).1) == wanted);
    }
    let Some(wanted) = relative.side else { return found };
    if wanted == Side::Straight {
        return found.filter(|from| matches!(way(color, from, to), (0, 1..)));
    }
    if !matches!(kind, Kind::Horse | Kind::Dragon) {
        found = found.filter(|from| side(way(color, from, to).0) == Some(wanted));
    }
    let left = |from| way(color, from, to).0;
    let furthest = match wanted {
        Side::Left => found.iter().map(left).max(),
        _ => found.iter().map(left).min(),
    };
    found.filter(|from| Some(left(from)) == furthest)
}
