//! Moves, and what can stand in the place of a move.

use crate::{Color, Ending, Kind, Square};
use alloc::boxed::Box;
use core::{fmt, str::FromStr};

/// A move or a drop. It has everything that a writer needs without a position, so that a record with illegal moves can be written.
///
/// ```
/// use kifu_shogiban::{Color, Kind, Move, Square};
/// let square = |text: &str| text.parse::<Square>().unwrap();
/// let played = Move::new(Color::Black, Kind::Bishop, square("88"), square("22")).promoting();
/// assert_eq!((played.to_string(), played.to_usi().to_string()), ("☗２二角成(88)".into(), "8h2b+".into()));
/// let drop = Move::drop(Color::White, Kind::Pawn, square("35"));
/// assert_eq!((drop.to_string(), drop.to_usi().to_string()), ("☖３五歩打".into(), "P*3e".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Move {
    /// The player.
    pub color: Color,
    /// The piece before the move.
    pub kind: Kind,
    /// The square that the piece leaves; `None` for a drop.
    pub from: Option<Square>,
    /// The square to which the piece goes.
    pub to: Square,
    /// True if the piece promotes (成).
    pub promotes: bool,
}

impl Move {
    /// Returns a move without promotion.
    #[must_use]
    pub const fn new(color: Color, kind: Kind, from: Square, to: Square) -> Self {
        Self { color, kind, from: Some(from), to, promotes: false }
    }

    /// Returns a drop.
    #[must_use]
    pub const fn drop(color: Color, kind: Kind, to: Square) -> Self {
        Self { color, kind, from: None, to, promotes: false }
    }

    /// Returns the move with promotion.
    #[must_use]
    pub const fn promoting(self) -> Self {
        Self { promotes: true, ..self }
    }

    /// Returns the kind of the piece after the move.
    #[must_use]
    pub fn kind_after(self) -> Kind {
        if self.promotes { self.kind.promoted().unwrap_or(self.kind) } else { self.kind }
    }

    /// Returns true if the piece may promote in this move: it is unpromoted and not dropped, has a promoted kind, and starts or ends in
    /// the three farthest ranks.
    #[must_use]
    pub fn may_promote(self) -> bool {
        let in_zone = |from: Square| from.promotes(self.color) || self.to.promotes(self.color);
        self.kind.promoted().is_some() && self.from.is_some_and(in_zone)
    }

    /// Writes the piece with its promotion and origin, which follow the square in KIF: `角成(88)`, `歩打`.
    pub(crate) fn write_piece(self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self.kind.kanji())?;
        if self.promotes {
            out.write_char('成')?;
        }
        let Some((file, rank)) = self.from.map(Square::digits) else { return out.write_char('打') };
        ['(', file, rank, ')'].into_iter().try_for_each(|c| out.write_char(c))
    }

    /// Parses the text of [`write_piece`](Self::write_piece), for a move to a square.
    pub(crate) fn parse_piece(color: Color, to: Square, text: &str) -> Option<Self> {
        let (kind, rest) = Kind::split_name(text)?;
        let (promotes, rest) = rest.strip_prefix('成').map_or((false, rest), |rest| (true, rest));
        let from = match rest {
            "打" => None,
            _ => Some(rest.strip_prefix('(')?.strip_suffix(')')?.parse().ok()?),
        };
        Some(Self { color, kind, from, to, promotes })
    }

    /// Returns the move in USI: `7g7f`, `8h2b+`, `P*5e`.
    #[must_use]
    pub const fn to_usi(self) -> impl fmt::Display {
        Usi(self)
    }
}

struct Usi(Move);

impl fmt::Display for Usi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Move { kind, from, to, promotes, .. } = self.0;
        match from.map(Square::usi) {
            Some((file, rank)) => write!(f, "{file}{rank}")?,
            None => write!(f, "{}*", kind.sfen())?,
        }
        let (file, rank) = to.usi();
        write!(f, "{file}{rank}{}", if promotes { "+" } else { "" })
    }
}

/// Writes the move as KIF has it, with the mark of the player: `☗２二角成(88)`, `☖３五歩打`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.color.mark(), self.to)?;
        self.write_piece(f)
    }
}

/// The text is not a move.
///
/// ```
/// use kifu_shogiban::Move;
/// assert!("７六歩".parse::<Move>().is_err()); // without the player and the origin
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a move such as `☗７六歩(77)` or `☖３五歩打`")]
#[non_exhaustive]
pub struct ParseMoveError;

/// Parses a move as [`Display`](fmt::Display) writes it. `▲` and `△` are accepted too.
impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        parse(text).ok_or(ParseMoveError)
    }
}

fn parse(text: &str) -> Option<Move> {
    let mut chars = text.chars();
    let color = chars.next().and_then(Color::from_mark)?;
    let to = Square::from_chars(chars.next()?, chars.next()?)?;
    Move::parse_piece(color, to, chars.as_str())
}

/// What a node of a shogi record has: a move, an ending, or other words in the place of a move.
///
/// ```
/// use kifu_shogiban::{Action, Ending};
/// let resigns = Action::from(Ending::Resignation);
/// assert_eq!(resigns.to_string(), "投了");
/// assert_eq!("封じ手".parse(), Ok(Action::words("封じ手")));
/// assert_eq!("☗７六歩(77)".parse::<Action>().unwrap().as_move().map(|played| played.to.file()), Some(7));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// A move or a drop.
    Move(Move),
    /// The ending of a line.
    Ending(Ending),
    /// Words that are neither, such as 封じ手 (a sealed move), in one line. The word パス is a pass: the other player moves next. Other
    /// words leave the player to move.
    Words(Box<Words>),
}

/// Words in the place of a move that are neither a move nor an ending. [`Action::words`] makes them.
///
/// ```
/// use kifu_shogiban::Action;
/// let Action::Words(words) = Action::words("封じ手") else { panic!() };
/// assert_eq!(words.as_str(), "封じ手");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
// A box of it takes one word, so that an action takes two. A box of a string would take three.
pub struct Words(Box<str>);

impl Words {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Action {
    /// The word of a pass.
    pub const PASS: &'static str = "パス";

    /// Returns the action of words. Words that name an ending or a move are that ending or move.
    ///
    /// ```
    /// use kifu_shogiban::{Action, Ending};
    /// assert_eq!(Action::words("中断"), Action::Ending(Ending::Interruption));
    /// assert!(matches!(Action::words("封じ手"), Action::Words(_)));
    /// ```
    #[must_use]
    pub fn words(words: &str) -> Self {
        if let Some(ending) = Ending::from_text(words) {
            return Self::Ending(ending);
        }
        parse(words).map_or_else(|| Self::Words(Box::new(Words(words.into()))), Self::Move)
    }

    /// Returns true if a text looks like a move in KIF, CSA or USI, perhaps a damaged one: it starts with a square, with 同 or with a sign and a
    /// digit, has `*` after its first character, ends as a move of KIF or CSA does, names a piece after two other characters or without a
    /// square, is short and names a piece and a file or a rank, or the square of USI, or has a damaged character. Such words use up a turn.
    ///
    /// ```
    /// use kifu_shogiban::Action;
    /// assert!(["７六歩(7", "▲同　王", "▲金右", "+7776XX", "7g7x", "K*5e", "３"].into_iter().all(Action::looks_like_move));
    /// assert!(["六歩", "歩７六", "-X334FU", "3334FU", "c3d", "B4e"].into_iter().all(Action::looks_like_move));
    /// assert!(!["封じ手", "+", "HUSENSHO", "", "二歩", "入玉", "成"].into_iter().any(Action::looks_like_move));
    /// ```
    #[must_use]
    pub fn looks_like_move(text: &str) -> bool {
        /// Longer words that start with a full-width digit are prose.
        const MOST_OF_MOVE: usize = 4;
        let text = text.trim_start_matches(|c| Color::from_mark(c).is_some());
        let behind_sign = text.strip_prefix(|c| Self::sign(c).is_some());
        let (is_signed, text) = behind_sign.map_or((false, text), |text| (true, text));
        let mut chars = text.chars();
        let starts_so = match (chars.next(), chars.next()) {
            (Some('同'), _) | (_, Some('*')) => true,
            (Some(first), _) if is_signed && first.is_ascii_digit() => true,
            // A move that was cut off.
            (Some('１'..='９'), _) if text.chars().count() <= MOST_OF_MOVE => true,
            (Some(file), Some(rank)) => {
                Square::from_chars(file, rank).is_some() || Kind::split_name(chars.as_str()).is_some()
            }
            _ => false,
        };
        let is_of_move = |c: char| "左直右上行入寄引下成不打".contains(c);
        let is_piece = Kind::split_name(text).is_some_and(|(_, rest)| rest.chars().all(is_of_move));
        let ends_so = text.ends_with([')', '打']) || is_of_csa(text) && (is_signed || text.len() > MOST_OF_MOVE);
        starts_so || ends_so || is_piece || text.contains(char::REPLACEMENT_CHARACTER) || is_rest_of_move(text)
    }

    /// Returns the player of a sign of CSA, `+` or `-`, also in another form: full-width, or a dash.
    ///
    /// ```
    /// use kifu_shogiban::{Action, Color};
    /// assert_eq!((Action::sign('+'), Action::sign('−')), (Some(Color::Black), Some(Color::White)));
    /// assert_eq!(Action::sign('7'), None);
    /// ```
    #[must_use]
    pub const fn sign(c: char) -> Option<Color> {
        match c {
            '+' | '＋' => Some(Color::Black),
            '-' | '－' | '‐' | '–' | '—' | '−' | 'ー' => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the move, if it is one.
    #[must_use]
    pub const fn as_move(&self) -> Option<Move> {
        match self {
            Self::Move(played) => Some(*played),
            _ => None,
        }
    }

    /// Returns the ending, if it is one.
    #[must_use]
    pub const fn as_ending(&self) -> Option<Ending> {
        match self {
            Self::Ending(ending) => Some(*ending),
            _ => None,
        }
    }

    /// Returns true for the words of a pass.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        matches!(self, Self::Words(words) if words.as_str() == Self::PASS)
    }

    /// Returns the player who takes a turn with this action, if it takes one. `to_move` is the player to move before it.
    ///
    /// The turn of a move is that of its player. A pass and words that [look like a move](Self::looks_like_move) take the turn of the
    /// player to move, or of the player whose mark or sign they start with. An ending and other words take none.
    ///
    /// ```
    /// use kifu_shogiban::{Action, Color, Ending};
    /// assert_eq!(Action::words("☗７六歩(77)").mover(Color::White), Some(Color::Black));
    /// assert_eq!(Action::words("７六歩(7").mover(Color::Black), Some(Color::Black));
    /// assert_eq!(Action::words("-3334XX").mover(Color::Black), Some(Color::White));
    /// assert_eq!(Action::words("封じ手").mover(Color::Black), None);
    /// assert_eq!(Action::from(Ending::Resignation).mover(Color::Black), None);
    /// ```
    #[must_use]
    pub fn mover(&self, to_move: Color) -> Option<Color> {
        match self {
            Self::Move(played) => Some(played.color),
            Self::Words(words) if self.is_pass() || Self::looks_like_move(words.as_str()) => {
                let first = words.as_str().chars().next()?;
                Some(Self::sign(first).or(Color::from_mark(first)).unwrap_or(to_move))
            }
            _ => None,
        }
    }

    /// Returns the square that 同 means after this action. `before` is the square that it means before it.
    ///
    /// ```
    /// use kifu_shogiban::{Action, Square};
    /// let [before, after] = [Square::new(3, 4), Square::new(7, 6)];
    /// assert_eq!(Action::words("☗７六歩(77)").last_square(before), after);
    /// assert_eq!(Action::words("封じ手").last_square(before), before);
    /// // The move cannot be read, but its square can.
    /// assert_eq!(Action::words("７六歩(7").last_square(before), after);
    /// assert_eq!(Action::words("７?歩(77)").last_square(before), None);
    /// assert_eq!(Action::words("7g7x").last_square(before), None);
    /// ```
    #[must_use]
    pub fn last_square(&self, before: Option<Square>) -> Option<Square> {
        match self {
            Self::Move(played) => Some(played.to),
            Self::Words(words) if Self::looks_like_move(words.as_str()) => {
                let mut chars = words.as_str().trim_start_matches(|c| Color::from_mark(c).is_some()).chars();
                match chars.next()? {
                    '同' => before,
                    // In USI the first square is the origin.
                    file => {
                        chars.next().filter(|rank| !rank.is_ascii()).and_then(|rank| Square::from_chars(file, rank))
                    }
                }
            }
            _ => before,
        }
    }
}

/// Returns true if a text ends with the name of a piece in CSA, and has only ASCII letters and digits, but for its first two characters.
fn is_of_csa(text: &str) -> bool {
    const PIECE: usize = 2;
    let is_plain = text.is_ascii() && text.bytes().skip(2).all(|byte| byte.is_ascii_alphanumeric());
    let squares = text.len().checked_sub(PIECE).filter(|_| is_plain && text.len() <= 8);
    squares.is_some_and(|at| {
        let digits = text[..at].bytes().filter(u8::is_ascii_digit).count();
        Kind::from_csa(&text[at..]).is_some() && (at == 0 || digits + 2 >= at)
    })
}

/// Returns true for a short text that has parts of a move: a piece and a file or a rank, or a square of USI.
fn is_rest_of_move(text: &str) -> bool {
    const MOST: usize = 5;
    /// Two pawns on a file, which is a reason to lose.
    const TWO_PAWNS: &str = "二歩";
    if text.len() > 4 * MOST || text == TWO_PAWNS {
        return false;
    }
    if text.is_ascii() {
        return text.as_bytes().windows(2).any(|pair| matches!(pair, [b'1'..=b'9', b'a'..=b'i']));
    }
    let is_number = |c: char| matches!(c, '1'..='9' | '１'..='９') || "一二三四五六七八九".contains(c);
    text.chars().count() <= MOST && text.contains(is_number) && text.chars().any(|c| Kind::from_kanji(c).is_some())
}

impl From<Move> for Action {
    fn from(played: Move) -> Self {
        Self::Move(played)
    }
}

impl From<Ending> for Action {
    fn from(ending: Ending) -> Self {
        Self::Ending(ending)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(played) => played.fmt(f),
            Self::Ending(ending) => ending.fmt(f),
            Self::Words(words) => f.write_str(words.as_str()),
        }
    }
}

impl FromStr for Action {
    type Err = core::convert::Infallible;

    /// Every text is an action, see [`Action::words`].
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::words(text))
    }
}
