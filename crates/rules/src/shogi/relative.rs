//! The words that tell apart pieces that can go to the same square (左 直 右 上 寄 引), and 打 for a drop. They follow the rule of the
//! Japan Shogi Association, and are seen from the side of the player.

use super::{Origins, Position};
use core::fmt;
use kifu_shogiban::{Color, Kind, Move, Square};

/// Where a piece comes from: left or right of the square, or straight below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// 左
    Left,
    /// 直, from straight below
    Straight,
    /// 右
    Right,
}

/// How a piece moves: forwards, sideways or backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// 上
    Up,
    /// 寄
    Sideways,
    /// 引
    Back,
}

/// The words after a piece in the text of a move.
///
/// ```
/// use kifu_rules::shogi::{Motion, Relative, Side};
/// let words = Relative::from_text("左引").unwrap();
/// assert_eq!((words.side, words.motion), (Some(Side::Left), Some(Motion::Back)));
/// assert_eq!((words.to_string(), words.jkf()), ("左引".into(), "LD".into()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Relative {
    /// Where the piece comes from.
    pub side: Option<Side>,
    /// How it moves.
    pub motion: Option<Motion>,
    /// True if it is dropped although a piece on the board could go there (打).
    pub is_drop: bool,
}

const SIDES: [(Side, char, char); 3] = [(Side::Left, '左', 'L'), (Side::Straight, '直', 'C'), (Side::Right, '右', 'R')];
const MOTIONS: [(Motion, char, char); 3] =
    [(Motion::Up, '上', 'U'), (Motion::Sideways, '寄', 'M'), (Motion::Back, '引', 'D')];

impl Relative {
    const DROP: Self = Self { side: None, motion: None, is_drop: true };

    const fn side(side: Side) -> Self {
        Self { side: Some(side), motion: None, is_drop: false }
    }

    const fn motion(motion: Motion) -> Self {
        Self { side: None, motion: Some(motion), is_drop: false }
    }

    /// Parses words, in any order. The older words 行 and 入 (上) and 下 (引) are accepted. `None` if there are other characters, or two words
    /// of one kind.
    ///
    /// ```
    /// use kifu_rules::shogi::{Motion, Relative};
    /// assert_eq!(Relative::from_text("行").unwrap().motion, Some(Motion::Up));
    /// assert_eq!(Relative::from_text(""), Some(Relative::default()));
    /// assert_eq!(Relative::from_text("左右"), None);
    /// ```
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Self::parse(
            text,
            |c| match c {
                '行' | '入' => '上',
                '下' => '引',
                c => c,
            },
            |row| row.0,
            '打',
        )
    }

    /// Parses the letters of JKF: `L`, `C`, `R`, `U`, `M`, `D`, and `H` for a drop.
    ///
    /// ```
    /// use kifu_rules::shogi::Relative;
    /// assert_eq!(Relative::from_jkf("RU"), Relative::from_text("右上"));
    /// assert_eq!(Relative::from_jkf("H"), Relative::from_text("打"));
    /// assert_eq!(Relative::from_jkf("x"), None);
    /// ```
    #[must_use]
    pub fn from_jkf(text: &str) -> Option<Self> {
        Self::parse(text, |c| c, |row| row.1, 'H')
    }

    fn parse(text: &str, usual: fn(char) -> char, name: fn((char, char)) -> char, drop: char) -> Option<Self> {
        let mut found = Self::default();
        for c in text.chars().map(usual) {
            let side = SIDES.into_iter().find(|row| name((row.1, row.2)) == c).map(|row| row.0);
            let motion = MOTIONS.into_iter().find(|row| name((row.1, row.2)) == c).map(|row| row.0);
            let is_new = match (side, motion) {
                (Some(side), _) => found.side.replace(side).is_none(),
                (_, Some(motion)) => found.motion.replace(motion).is_none(),
                _ => c == drop && !core::mem::replace(&mut found.is_drop, true),
            };
            if !is_new {
                return None;
            }
        }
        Some(found)
    }

    /// Returns the letters of JKF: `LU`, `H`.
    #[must_use]
    pub fn jkf(self) -> alloc::string::String {
        self.letters(|row| row.1, 'H').collect()
    }

    fn letters(self, name: fn((char, char)) -> char, drop: char) -> impl Iterator<Item = char> {
        let side = SIDES.into_iter().find(move |row| Some(row.0) == self.side).map(move |row| name((row.1, row.2)));
        let motion =
            MOTIONS.into_iter().find(move |row| Some(row.0) == self.motion).map(move |row| name((row.1, row.2)));
        side.into_iter().chain(motion).chain(self.is_drop.then_some(drop))
    }
}

/// Writes the words: `左引`, `打`, or nothing.
impl fmt::Display for Relative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters(|row| row.0, '打').try_for_each(|c| write!(f, "{c}"))
    }
}

/// What a move without its origin means.
///
/// ```
/// use kifu_rules::shogi::{Position, Relative, Resolved};
/// use kifu_shogiban::{Color, Kind, Setup};
/// let position = Position::new(&Setup::default());
/// let resolve = |words| position.resolve(Color::Black, Kind::Gold, "58".parse().unwrap(), Relative::from_text(words).unwrap());
/// assert_eq!(resolve("右"), Resolved::From("49".parse()?));
/// assert_eq!(resolve(""), Resolved::Ambiguous);
/// assert_eq!(resolve("寄"), Resolved::None);
/// # Ok::<(), kifu_shogiban::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// The piece moves from this square.
    From(Square),
    /// The piece is dropped.
    Drop,
    /// There is no such piece.
    None,
    /// More than one piece fits.
    Ambiguous,
}

impl Position {
    /// Returns the words that tell a move from those of other pieces of the same kind to the same square. `None` if no words can: the
    /// piece does not reach the square, or there are too many pieces. Then a text needs the square that the piece leaves.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Move, Setup};
    /// let position = Position::new(&Setup::default());
    /// let words = |text: &str| position.relative(&text.parse::<Move>().unwrap()).map(|words| words.to_string());
    /// assert_eq!(words("☗５八金(49)").as_deref(), Some("右"));
    /// assert_eq!(words("☗７六歩(77)").as_deref(), Some(""));
    /// assert_eq!(words("☗５五歩(57)"), None); // a pawn cannot go two squares
    /// ```
    #[must_use]
    pub fn relative(&self, played: &Move) -> Option<Relative> {
        let Move { color, kind, from, to, .. } = *played;
        let origins = self.origins(color, kind, to);
        let Some(from) = from else {
            let words = if origins.is_empty() { Relative::default() } else { Relative::DROP };
            // Without the word, a piece that is not in hand cannot be dropped.
            let is_held = words.is_drop || self.hand(color).count(kind) > 0;
            return Some(if is_held { words } else { Relative::DROP });
        };
        if !origins.contains(from) {
            return None;
        }
        let words = words(color, kind, from, to, &origins);
        (self.resolve(color, kind, to, words) == Resolved::From(from)).then_some(words)
    }

    /// Returns the move that a text without an origin means: a piece of the player and of the kind goes to a square, and words tell it from
    /// others. If the words fit more than one piece, only those count that may move without leaving the king in check.
    #[must_use]
    pub fn resolve(&self, color: Color, kind: Kind, to: Square, words: Relative) -> Resolved {
        if words.is_drop {
            return Resolved::Drop;
        }
        let origins = self.origins(color, kind, to);
        if origins.is_empty() && words == Relative::default() && self.hand(color).count(kind) > 0 {
            return Resolved::Drop;
        }
        let fitting = fitting(color, kind, to, words, &origins);
        if fitting.is_empty() {
            return Resolved::None;
        }
        let only = fitting.only().or_else(|| {
            let is_safe = |from: Square| {
                let mut next = self.clone();
                next.play_unchecked(Move::new(color, kind, from, to));
                !next.is_in_check(color)
            };
            fitting.filter(is_safe).only()
        });
        only.map_or(Resolved::Ambiguous, Resolved::From)
    }
}

/// Returns how a piece moves.
fn motion(color: Color, from: Square, to: Square) -> Motion {
    match from.rank_for(color).cmp(&to.rank_for(color)) {
        core::cmp::Ordering::Greater => Motion::Up,
        core::cmp::Ordering::Equal => Motion::Sideways,
        core::cmp::Ordering::Less => Motion::Back,
    }
}

/// Returns how far to the left of the square a piece stands, as its player sees it.
fn left(color: Color, from: Square, to: Square) -> i8 {
    let files = from.file() as i8 - to.file() as i8;
    match color {
        Color::Black => files,
        Color::White => -files,
    }
}

fn words(color: Color, kind: Kind, from: Square, to: Square, origins: &Origins) -> Relative {
    if origins.len() == 1 {
        return Relative::default();
    }
    let own = motion(color, from, to);
    let is_alone = |same: &dyn Fn(Square) -> bool| origins.iter().filter(|origin| same(*origin)).count() == 1;
    if is_alone(&|origin| motion(color, origin, to) == own) {
        return Relative::motion(own);
    }
    let distance = left(color, from, to);
    // Of two horses or dragons, one is to the left of the other, also if it moves straight.
    if matches!(kind, Kind::Horse | Kind::Dragon) && origins.len() == 2 {
        let other = origins.iter().find(|origin| *origin != from).map_or(0, |other| left(color, other, to));
        return Relative::side(if distance > other { Side::Left } else { Side::Right });
    }
    let side = match distance.signum() {
        1 => Side::Left,
        0 => Side::Straight,
        _ => Side::Right,
    };
    if side == Side::Straight || is_alone(&|origin| left(color, origin, to).signum() == distance.signum()) {
        return Relative::side(side);
    }
    Relative { side: Some(side), motion: Some(own), is_drop: false }
}

/// Returns the origins that the words fit.
fn fitting(color: Color, kind: Kind, to: Square, words: Relative, origins: &Origins) -> Origins {
    let origins = origins.filter(|origin| words.motion.is_none_or(|wanted| motion(color, origin, to) == wanted));
    let is_long = matches!(kind, Kind::Horse | Kind::Dragon);
    let sign = match words.side {
        None => return origins,
        Some(Side::Straight) => {
            return origins.filter(|origin| left(color, origin, to) == 0 && motion(color, origin, to) == Motion::Up);
        }
        Some(Side::Left) => 1,
        Some(Side::Right) => -1,
    };
    let distance = |origin: Square| sign * left(color, origin, to);
    let beside = origins.filter(|origin| is_long || distance(origin) > 0);
    let farthest = beside.iter().map(distance).max();
    beside.filter(|origin| Some(distance(origin)) == farthest)
}
