//! Moves and times as CSA writes them. Other formats have some of them too.

use crate::{Board, Color, Kind, Move, Piece, Square};
use alloc::string::String;
use core::{fmt, str::FromStr, time::Duration};
use kifu_core::{ByoYomi, Decimal, MainTime, Overtime, Parsed, TimeControl};

/// A move as CSA writes it: the player, the two squares, and the piece after the move. The piece before the move stands on the board.
///
/// ```
/// use kifu_shogiban::{Color, Kind, Piece, csa::CsaMove};
/// let text: CsaMove = "+8822UM".parse().unwrap();
/// let bishop = Piece::new(Color::Black, Kind::Bishop);
/// assert_eq!(text.with_piece(Some(bishop)), "☗２二角成(88)".parse().ok());
/// assert_eq!(CsaMove::from(text.with_piece(Some(bishop)).unwrap()), text);
/// assert_eq!(text.to_string(), "+8822UM");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CsaMove {
    /// The player.
    pub color: Color,
    /// The square that the piece leaves; `None` for a drop, which CSA writes as `00`.
    pub from: Option<Square>,
    /// The square to which the piece goes.
    pub to: Square,
    /// The piece after the move. If it is dropped, it can be in hand.
    pub kind: Kind,
}

impl CsaMove {
    /// Returns the move of the piece that stands on the square which the move leaves. `None` if the player has no piece there that is this
    /// one after the move. A drop needs no piece.
    ///
    /// ```
    /// use kifu_shogiban::{Color, Kind, Piece, csa::CsaMove};
    /// let text: CsaMove = "-2133KE".parse().unwrap();
    /// assert!(text.with_piece(Some(Piece::new(Color::White, Kind::Knight))).is_some());
    /// assert!(text.with_piece(Some(Piece::new(Color::White, Kind::Silver))).is_none());
    /// assert!(text.with_piece(None).is_none());
    /// ```
    #[must_use]
    #[inline]
    pub fn with_piece(self, before: Option<Piece>) -> Option<Move> {
        let Self { color, from, to, kind } = self;
        let Some(from) = from else { return Some(Move::drop(color, kind, to)) };
        let before = before.filter(|piece| piece.color == color)?.kind;
        let played = Move::new(color, before, from, to);
        let promotes = before != kind;
        (!promotes || before.promoted() == Some(kind)).then_some(Move { promotes, ..played })
    }

    /// Returns the move of the piece on a board.
    #[inline]
    pub(crate) fn on_board(self, board: &Board) -> Option<Move> {
        self.with_piece(self.from.and_then(|from| board.get(from)))
    }

    /// Parses the characters of a move.
    #[inline]
    pub(crate) fn from_bytes(text: [u8; 7]) -> Option<Self> {
        let [sign, from_file, from_rank, to_file, to_rank, first, second] = text;
        let color = match sign {
            b'+' => Color::Black,
            b'-' => Color::White,
            _ => return None,
        };
        let kind = Kind::from_csa_bytes([first, second])?;
        let square = |file: u8, rank: u8| Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'0'));
        let from = match [from_file, from_rank] {
            [b'0', b'0'] if kind.is_droppable() => None,
            _ => Some(square(from_file, from_rank)?),
        };
        Some(Self { color, from, to: square(to_file, to_rank)?, kind })
    }

    /// Returns the characters: `+7776FU`.
    pub(crate) fn bytes(self) -> [u8; 7] {
        let Self { color, from, to, kind } = self;
        let [from_file, from_rank] = from.map_or([b'0'; 2], digits);
        let [to_file, to_rank] = digits(to);
        let [first, second] = kind.csa_bytes();
        [if color == Color::Black { b'+' } else { b'-' }, from_file, from_rank, to_file, to_rank, first, second]
    }
}

fn digits(square: Square) -> [u8; 2] {
    [b'0' + square.file(), b'0' + square.rank()]
}

impl From<Move> for CsaMove {
    fn from(played: Move) -> Self {
        Self { color: played.color, from: played.from, to: played.to, kind: played.kind_after() }
    }
}

/// Writes the move: `+7776FU`.
impl fmt::Display for CsaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(core::str::from_utf8(&self.bytes()).unwrap_or_default())
    }
}

/// The text is not a move of CSA.
///
/// ```
/// use kifu_shogiban::csa::CsaMove;
/// let error = "+7776".parse::<CsaMove>().unwrap_err();
/// assert_eq!(error.to_string(), "not a move such as `+7776FU` or `-0055KA`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a move such as `+7776FU` or `-0055KA`")]
#[non_exhaustive]
pub struct ParseCsaMoveError;

impl FromStr for CsaMove {
    type Err = ParseCsaMoveError;

    fn from_str(text: &str) -> Result<Self, ParseCsaMoveError> {
        text.as_bytes().try_into().ok().and_then(Self::from_bytes).ok_or(ParseCsaMoveError)
    }
}

/// A time in seconds, with up to three decimals.
///
/// ```
/// use kifu_shogiban::csa::CsaSeconds;
/// use std::time::Duration;
/// assert_eq!("1.5".parse(), Ok(CsaSeconds(Duration::from_millis(1500))));
/// assert!("1.2345".parse::<CsaSeconds>().is_err());
/// // Smaller parts are cut off.
/// assert_eq!(CsaSeconds(Duration::from_micros(1_234_567)).to_string(), "1.234");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CsaSeconds(pub Duration);

impl fmt::Display for CsaSeconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = Duration::new(self.0.as_secs(), self.0.subsec_millis() * 1_000_000);
        Decimal::from_duration(millis).fmt(f)
    }
}

/// The text is not a time of CSA.
///
/// ```
/// use kifu_shogiban::csa::CsaSeconds;
/// let error = "5s".parse::<CsaSeconds>().unwrap_err();
/// assert_eq!(error.to_string(), "not a time such as `5`, `1.5` or `900+10+5`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a time such as `5`, `1.5` or `900+10+5`")]
#[non_exhaustive]
pub struct ParseCsaTimeError;

impl FromStr for CsaSeconds {
    type Err = ParseCsaTimeError;

    fn from_str(text: &str) -> Result<Self, ParseCsaTimeError> {
        if let Some(seconds) = number(text) {
            return Ok(Self(Duration::from_secs(seconds)));
        }
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_exact = is_number(whole) && is_number(decimals) && decimals.len() <= 3;
        let time = text.parse::<Decimal>().ok().filter(|_| is_exact).and_then(Decimal::to_duration);
        time.map(Self).ok_or(ParseCsaTimeError)
    }
}

/// A time limit of CSA 3.0: main time, byo-yomi and increment in seconds, `900+10+5`.
///
/// ```
/// use kifu_core::TimeControls;
/// use kifu_shogiban::csa::CsaTime;
/// let time: CsaTime = "900+10+5".parse().unwrap();
/// let mut controls = TimeControls::default();
/// let control = controls.all_mut();
/// time.set(control);
/// assert_eq!(control.overtime.as_ref().unwrap().value().unwrap().to_string(), "1x10 byo-yomi + 5 fischer");
/// assert_eq!(CsaTime::of(control), Some(time));
/// assert_eq!(time.to_string(), "900+10+5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CsaTime {
    /// The main time.
    pub main: Duration,
    /// The byo-yomi: the time for each move after the main time.
    pub byo_yomi: Duration,
    /// The time that each move adds.
    pub increment: Duration,
}

/// The characters between a main time and a byo-yomi in words.
const BEFORE_BYO_YOMI: [char; 2] = ['+', '|'];

/// The words for a time limit without a byo-yomi.
const SUDDEN_DEATH: &str = "切れ負け";

impl CsaTime {
    /// Creates a time limit.
    #[must_use]
    pub const fn new(main: Duration, byo_yomi: Duration, increment: Duration) -> Self {
        Self { main, byo_yomi, increment }
    }

    /// Parses a time limit as people write it: `各８時間`, `90分`, `15分+60秒`, `10分切れ負け`, and the forms of CSA.
    ///
    /// ```
    /// use kifu_shogiban::csa::CsaTime;
    /// let written = |text| CsaTime::from_words(text).map(|time| time.to_string());
    /// assert_eq!(written("各８時間").as_deref(), Some("28800+0+0"));
    /// assert_eq!(written("15分+60秒").as_deref(), Some("900+60+0"));
    /// assert_eq!(written("00:25+10").as_deref(), Some("1500+10+0"));
    /// assert_eq!(written("30分 切れたら1分将棋"), None);
    /// ```
    #[must_use]
    pub fn from_words(text: &str) -> Option<Self> {
        let plain: String = text.trim().chars().map(half_width).collect();
        let plain = plain.strip_prefix('各').unwrap_or(&plain);
        // The hours of `5:00+3` may be minutes.
        if let Some(time) = Self::from_limit(plain).filter(|_| plain.find(':') >= Some(2)) {
            return Some(time);
        }
        let (main, byo_yomi) = match plain.strip_suffix(SUDDEN_DEATH) {
            Some(main) => (main, None),
            None => plain.split_once(BEFORE_BYO_YOMI).map_or((plain, None), |(main, byo_yomi)| (main, Some(byo_yomi))),
        };
        let byo_yomi = byo_yomi.map_or(Some(Duration::ZERO), in_units)?;
        Some(Self::new(in_units(main)?, byo_yomi, Duration::ZERO))
    }

    /// Returns true if a time limit in words has a byo-yomi, also one of zero, or excludes it.
    ///
    /// ```
    /// use kifu_shogiban::csa::CsaTime;
    /// assert!(["15分+60秒", "15分＋0秒", "10分切れ負け"].into_iter().all(CsaTime::words_have_byo_yomi));
    /// assert!(!CsaTime::words_have_byo_yomi("各８時間"));
    /// ```
    #[must_use]
    pub fn words_have_byo_yomi(text: &str) -> bool {
        text.chars().map(half_width).any(|c| BEFORE_BYO_YOMI.contains(&c)) || text.trim_end().ends_with(SUDDEN_DEATH)
    }

    /// Parses the value of `$TIME_LIMIT`, `HH:MM+SS`: the main time, and the byo-yomi in seconds.
    ///
    /// ```
    /// use kifu_shogiban::csa::CsaTime;
    /// assert_eq!(CsaTime::from_limit("00:25+30").unwrap().to_string(), "1500+30+0");
    /// assert_eq!(CsaTime::from_limit("25分"), None);
    /// ```
    #[must_use]
    pub fn from_limit(text: &str) -> Option<Self> {
        let (main, byo_yomi) = text.split_once('+')?;
        let (hours, minutes) = main.split_once(':')?;
        let seconds = number(hours)? * 3600 + number(minutes)? * 60;
        Some(Self::new(Duration::from_secs(seconds), Duration::from_secs(number(byo_yomi)?), Duration::ZERO))
    }

    /// Returns the parts of a time control that CSA has. `None` if its main time is a text, or if it has none of these parts.
    #[must_use]
    pub fn of(control: &TimeControl) -> Option<Self> {
        let main = match &control.main {
            Some(Parsed::Text(_)) => return None,
            Some(Parsed::Value(main)) => Some(main.0),
            None => None,
        };
        let overtime = control.overtime.as_ref().and_then(Parsed::value);
        let byo_yomi = match overtime.and_then(Overtime::byo_yomi) {
            Some(ByoYomi::Periods { count: 1, each }) => each,
            _ => Duration::ZERO,
        };
        let increment = overtime.and_then(Overtime::each_move).unwrap_or_default();
        let is_zero = |time: Duration| time.as_millis() == 0;
        let has_part = main.is_some() || !is_zero(byo_yomi) || !is_zero(increment);
        has_part.then(|| Self::new(main.unwrap_or_default(), byo_yomi, increment))
    }

    /// Sets the main time and the overtime of a time control.
    pub fn set(self, control: &mut TimeControl) {
        let Self { main, byo_yomi, increment } = self;
        control.main = Some(Parsed::Value(MainTime(main)));
        let byo_yomi = Some(byo_yomi).filter(|each| !each.is_zero());
        let byo_yomi = byo_yomi.map(|each| Overtime::from(ByoYomi::Periods { count: 1, each }));
        let overtime = match (byo_yomi, increment) {
            (overtime, Duration::ZERO) => overtime,
            (None, increment) => Some(Overtime::increment(increment)),
            (Some(overtime), increment) => Some(overtime.and_increment(increment)),
        };
        control.overtime = overtime.map(Parsed::Value);
    }
}

/// Parses a number of digits only.
fn number(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse::<u32>().ok().filter(|_| is_number).map(u64::from)
}

/// Parses a time with its units, `1時間30分`. Seconds stand alone: those of `15分60秒` may be the byo-yomi.
fn in_units(text: &str) -> Option<Duration> {
    let text = text.trim();
    if let Some(seconds) = text.strip_suffix('秒').and_then(number) {
        return Some(Duration::from_secs(seconds));
    }
    let (hours, minutes) = match text.split_once("時間") {
        Some((hours, minutes)) => (number(hours)?, minutes),
        None => (0, text),
    };
    let minutes = match minutes.strip_suffix('分') {
        Some(minutes) => number(minutes)?,
        None if minutes.is_empty() && !text.is_empty() => 0,
        None => return None,
    };
    Some(Duration::from_secs(hours * 3600 + minutes * 60))
}

/// Returns the half-width form of a full-width digit or sign.
fn half_width(c: char) -> char {
    match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        c => c,
    }
}

impl fmt::Display for CsaTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [main, byo_yomi, increment] = [self.main, self.byo_yomi, self.increment].map(CsaSeconds);
        write!(f, "{main}+{byo_yomi}+{increment}")
    }
}

impl FromStr for CsaTime {
    type Err = ParseCsaTimeError;

    fn from_str(text: &str) -> Result<Self, ParseCsaTimeError> {
        let mut parts = text.split('+');
        let mut next = || parts.next().ok_or(ParseCsaTimeError)?.parse().map(|CsaSeconds(time)| time);
        let time = Self::new(next()?, next()?, next()?);
        if parts.next().is_none() { Ok(time) } else { Err(ParseCsaTimeError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, string::ToString, vec::Vec};

    #[test]
    fn every_move_comes_back() {
        let kinds = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| (color, kind)));
        for (color, kind) in kinds {
            for (from, to) in Square::all().zip(Square::all().rev()) {
                let moves = [Move::new(color, kind, from, to), Move::new(color, kind, from, to).promoting()];
                let drop = Move::drop(color, kind, to);
                for played in moves.into_iter().filter(|played| !played.promotes || kind.promoted().is_some()) {
                    let text = CsaMove::from(played).to_string();
                    let read: CsaMove = text.parse().unwrap();
                    assert_eq!(read.with_piece(Some(Piece::new(color, kind))), Some(played), "{text}");
                    assert_eq!(read.with_piece(Some(Piece::new(color.opponent(), kind))), None, "{text}");
                }
                let text = CsaMove::from(drop).to_string();
                assert_eq!(text.parse().ok(), kind.is_droppable().then_some(CsaMove::from(drop)), "{text}");
            }
        }
    }

    #[test]
    fn a_move_has_two_squares() {
        let square = |[file, rank]: [u8; 2]| match [file, rank] {
            [b'1'..=b'9', b'1'..=b'9'] => Square::new(file - b'0', rank - b'0'),
            _ => None,
        };
        let check = |digits: [u8; 4]| {
            let [file, rank, to @ ..] = digits;
            let from = if [file, rank] == *b"00" { Some(None) } else { square([file, rank]).map(Some) };
            let expected = from.zip(square(to));
            for (kind, name) in [(Kind::Pawn, *b"FU"), (Kind::King, *b"OU")] {
                let text: Vec<u8> = [&b"+"[..], &digits, &name].concat();
                let read = text[..].try_into().ok().and_then(CsaMove::from_bytes);
                let read = read.map(|read| (read.from, read.to));
                let expected = expected.filter(|(from, _)| from.is_some() || kind == Kind::Pawn);
                assert_eq!(read, expected, "{digits:?} {kind}");
            }
        };
        for n in 0..10_000_u16 {
            check([n / 1000, n / 100 % 10, n / 10 % 10, n % 10].map(|digit| b'0' + digit as u8));
        }
        // Any byte in any place, beside each of the bytes that matter.
        let near = [0, b'/', b'0', b'1', b'9', b':', 0x7F, 0x80, 0xB0, 0xFF];
        for byte in 0..=u8::MAX {
            for place in 0..4 {
                for other in near {
                    let mut digits = *b"7776";
                    (digits[place], digits[(place + 1) % 4]) = (byte, other);
                    check(digits);
                    let mut digits = *b"0055";
                    (digits[place], digits[(place + 3) % 4]) = (byte, other);
                    check(digits);
                }
            }
        }
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in ["", "1500", "1500+0", "1+2+3+4", "-1+0+0", "1.2345+0+0", "1e3+0+0", "1500 + 0 + 0"] {
            assert_eq!(text.parse::<CsaTime>(), Err(ParseCsaTimeError), "{text}");
        }
    }

    #[test]
    fn times_in_words() {
        for (text, seconds) in [
            ("各８時間", [28_800, 0]),
            ("60分", [3_600, 0]),
            ("1時間30分", [5_400, 0]),
            ("60秒", [60, 0]),
            ("15分+60秒", [900, 60]),
            ("5分｜10秒", [300, 10]),
            ("0分 + 30秒", [0, 30]),
            ("10分切れ負け", [600, 0]),
            ("00:30+00", [1_800, 0]),
        ] {
            let [main, byo_yomi] = seconds.map(Duration::from_secs);
            assert_eq!(CsaTime::from_words(text), Some(CsaTime::new(main, byo_yomi, Duration::ZERO)), "{text}");
        }
        // Whether these numbers are minutes, and whether the seconds are the byo-yomi, is not known.
        for text in [
            "",
            "30",
            "30+0+5",
            "900+0+5",
            "一時間",
            "分",
            "30分60",
            "60分 切れたら1分将棋",
            "1秒2分",
            "5分+",
            "15分60秒",
            "15分 60秒",
            "2時間30秒",
            "3 10分",
            "5:00+3",
        ] {
            assert_eq!(CsaTime::from_words(text), None, "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        for text in
            ["", "7776FU", "+7776F", "+7776FUx", "+7776fu", "+7706FU", "+0776FU", "+7776XX", "*7776FU", "+0055OU"]
        {
            assert!(text.parse::<CsaMove>().is_err(), "{text}");
        }
        for byte in 0..=u8::MAX {
            let text = format!("+77{}6FU", char::from(byte));
            assert_eq!(text.parse::<CsaMove>().is_ok(), (b'1'..=b'9').contains(&byte), "{text}");
        }
    }
}
