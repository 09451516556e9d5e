use crate::{Decimal, Foreign, Outcome};
use alloc::{string::String, vec::Vec};
use core::{fmt, time::Duration};

/// A typed value, or the text.
///
/// `Value` only where writing the value back says everything that the text said.
///
/// ```
/// use kifu_core::Parsed;
/// let known: Parsed<u32> = Parsed::Value(3);
/// assert_eq!(known.value(), Some(&3));
/// assert_eq!(Parsed::<u32>::Text("three or so".into()).value(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Parsed<T> {
    /// What was meant.
    Value(T),
    /// What was written, where it cannot be understood in full.
    Text(String),
}

impl<T> Parsed<T> {
    /// The value, where it was understood.
    ///
    /// ```
    /// use kifu_core::{Info, Parsed};
    /// let mut info = Info::default();
    /// info.dates = vec![Parsed::Value("1846-09-11".parse()?), Parsed::Text("some days later".into())];
    /// assert_eq!(info.dates.iter().filter_map(Parsed::value).count(), 1);
    /// # Ok::<(), kifu_core::ParseDateError>(())
    /// ```
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Text(_) => None,
        }
    }
}

impl<T: fmt::Display> fmt::Display for Parsed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// What is said about a game, alike for every game.
///
/// An empty text is an absent one. Players are sorted First, Second, Other; one with nothing stated does not exist.
///
/// ```
/// use kifu_core::{Info, Seat};
/// let mut info = Info::default();
/// info.player_mut(Seat::Second).name = "Honinbo Shusaku".into();
/// info.player_mut(Seat::First).rank = "4d".into();
/// assert_eq!(info.players[0].seat, Seat::First);
/// assert_eq!(info.player(&Seat::Second).unwrap().name, "Honinbo Shusaku");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// The name of the game.
    pub name: String,
    /// Who played, sorted by seat.
    pub players: Vec<Player>,
    /// The tournament or the like.
    pub event: String,
    /// The round of the event.
    pub round: String,
    /// Where it was played.
    pub place: String,
    /// The days on which it was played; where one piece of a list cannot be read, the whole is one text.
    pub dates: Vec<Parsed<PartialDate>>,
    /// When it began.
    pub started: Option<Parsed<PartialDateTime>>,
    /// When it ended.
    pub ended: Option<Parsed<PartialDateTime>>,
    /// Who won, and how.
    pub outcome: Option<Parsed<Outcome>>,
    /// The main time of each player.
    pub time: Option<Parsed<TimeLimit>>,
    /// What comes after the main time.
    pub overtime: Option<Parsed<Overtime>>,
    /// The opening, by name.
    pub opening: String,
    /// Who wrote the comments.
    pub annotator: String,
    /// Who entered the game.
    pub transcriber: String,
    /// From where the record is: a book, a paper.
    pub source: String,
    /// The source's address on the web.
    pub address: String,
    /// Who holds the rights.
    pub copyright: String,
    /// The program that wrote the record, and its version. A writer writes the record's own.
    pub application: String,
    /// What is said about the game as a whole.
    pub description: String,
    /// Headers that are free by nature (KIF, KI2, JKF, CSA), in order, shared by those formats.
    pub headers: Vec<(String, String)>,
    /// How a viewer should show the record: names of JGF 2's `settings`, with raw JSON values. Losing it is a note.
    pub display: Vec<(String, String)>,
    /// What one format says and the model has no word for. Sorted by format and key.
    pub foreign: Vec<Foreign>,
}

impl Info {
    /// The player on `seat`.
    ///
    /// ```
    /// use kifu_core::{Info, Seat};
    /// let mut info = Info::default();
    /// info.player_mut(Seat::First).name = "Honinbo Shusaku".into();
    /// assert_eq!(info.player(&Seat::First).unwrap().name, "Honinbo Shusaku");
    /// assert_eq!(info.player(&Seat::Second), None);
    /// ```
    #[must_use]
    pub fn player(&self, seat: &Seat) -> Option<&Player> {
        self.players.iter().find(|player| player.seat == *seat)
    }

    /// The player on `seat`, to be filled in; [`Info::normalize`] takes away one that stays empty.
    ///
    /// ```
    /// use kifu_core::{Info, Seat};
    /// let mut info = Info::default();
    /// info.player_mut(Seat::Second).rank = "8p".into(); // is made
    /// info.player_mut(Seat::Second).name = "Inoue Genan Inseki".into(); // is there
    /// assert_eq!(info.players.len(), 1);
    /// ```
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        let at = self.players.partition_point(|player| player.seat < seat);
        if self.players.get(at).is_none_or(|player| player.seat != seat) {
            self.players.insert(at, Player::new(seat));
        }
        &mut self.players[at]
    }

    /// Brings it into its normal form: players sorted and none without a statement, foreign parts sorted and merged.
    ///
    /// ```
    /// use kifu_core::{Foreign, Info, Seat};
    /// let mut info = Info::default();
    /// info.player_mut(Seat::First);
    /// info.foreign = vec![Foreign::new("sgf", "ST", vec!["2".into()]), Foreign::new("jgf2", "/seen", vec!["true".into()])];
    /// info.normalize();
    /// assert!(info.players.is_empty()); // nothing was said of Black
    /// assert_eq!(info.foreign[0].format, "jgf2");
    /// ```
    pub fn normalize(&mut self) {
        self.players.retain(|player| !player.is_empty());
        self.players.sort_by(|a, b| a.seat.cmp(&b.seat));
        Foreign::normalize(&mut self.foreign);
    }

    /// True if [`normalize`](Self::normalize) would not change it.
    pub(crate) fn is_normal(&self) -> bool {
        self.players.windows(2).all(|pair| pair[0].seat < pair[1].seat)
            && self.players.iter().all(|player| !player.is_empty())
            && Foreign::are_normal(&self.foreign)
    }
}

/// Whose side. First is Black (先手, 下手), also where White moves first.
///
/// ```
/// use kifu_core::{Info, Seat};
/// let mut info = Info::default();
/// for seat in [Seat::Other("red".into()), Seat::Second, Seat::First] {
///     info.player_mut(seat).country = "Japan".into();
/// }
/// // Black, White, and then the rest by name.
/// assert!(info.players.is_sorted_by_key(|player| &player.seat));
/// assert_eq!(info.players[0].seat, Seat::First);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// Black, sente.
    First,
    /// White, gote.
    Second,
    /// A further player, by the name of the colour.
    Other(String),
}

/// One player or team of a game.
///
/// ```
/// use kifu_core::{Player, Seat};
/// let mut player = Player::new(Seat::First);
/// player.name = "Kitani Minoru".into();
/// player.rank = "7p".into();
/// assert!(!player.is_empty() && player.team.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Whose side.
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// The rank: `9p`, `3 dan`.
    pub rank: String,
    /// The team.
    pub team: String,
    /// The country.
    pub country: String,
}

impl Player {
    /// A player of whom nothing is said yet.
    ///
    /// ```
    /// use kifu_core::{Player, Seat};
    /// assert!(Player::new(Seat::Other("red".into())).is_empty());
    /// ```
    #[must_use]
    pub fn new(seat: Seat) -> Self {
        Self { seat, name: String::new(), rank: String::new(), team: String::new(), country: String::new() }
    }

    /// Whether nothing is said.
    ///
    /// ```
    /// use kifu_core::{Player, Seat};
    /// let mut player = Player::new(Seat::Second);
    /// assert!(player.is_empty()); // a seat alone says nothing
    /// player.team = "Kansai".into();
    /// assert!(!player.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.name.is_empty() && self.rank.is_empty() && self.team.is_empty() && self.country.is_empty()
    }
}

/// A day, a month or a year.
///
/// ```
/// use kifu_core::PartialDate;
/// let date: PartialDate = "1846-09".parse().unwrap();
/// assert_eq!((date.year, date.month, date.day), (1846, Some(9), None));
/// assert_eq!(date.to_string(), "1846-09");
/// assert!("1846-13".parse::<PartialDate>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate {
    /// The year; 1 BC is 0.
    pub year: i16,
    /// The month, from 1 to 12.
    pub month: Option<u8>,
    /// The day, from 1; stated only with a month.
    pub day: Option<u8>,
}

/// A text that is no date of the calendar, or no time of the day.
///
/// ```
/// use kifu_core::{ParseDateError, PartialDate};
/// let refused: ParseDateError = "1900-02-29".parse::<PartialDate>().unwrap_err(); // 1900 was no leap year
/// assert!(refused.to_string().starts_with("not a date of the form YYYY"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a date of the form YYYY, YYYY-MM or YYYY-MM-DD, or with a time HH:MM or HH:MM:SS")]
#[non_exhaustive]
pub struct ParseDateError;

impl PartialDate {
    /// The date, where the calendar has it, of the years 0 to 9999.
    ///
    /// ```
    /// use kifu_core::PartialDate;
    /// assert_eq!(PartialDate::new(1846, Some(9), Some(11)).unwrap().to_string(), "1846-09-11");
    /// assert_eq!(PartialDate::new(2023, Some(2), Some(29)), None);
    /// assert_eq!(PartialDate::new(2023, None, Some(1)), None); // the first of which month?
    /// ```
    #[must_use]
    pub fn new(year: i16, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        if !(0..=9_999).contains(&year) {
            return None;
        }
        if (month, day) == (None, None) {
            return Some(Self::year(year));
        }
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month? {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            1..=12 => 31,
            _ => return None,
        };
        match day {
            Some(day) if day == 0 || day > days => None,
            _ => Some(Self { year, month, day }),
        }
    }

    /// The whole year, of 0 to 9999: the text of any other is read by nothing.
    ///
    /// ```
    /// use kifu_core::PartialDate;
    /// assert_eq!(PartialDate::year(735).to_string(), "0735");
    /// ```
    #[must_use]
    pub const fn year(year: i16) -> Self {
        Self { year, month: None, day: None }
    }
}

impl core::str::FromStr for PartialDate {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let digits = |part: &str, len: usize| {
            let plain = part.len() == len && part.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| part.parse::<i16>().ok()).flatten().ok_or(ParseDateError)
        };
        let mut parts = text.split('-');
        let year = digits(parts.next().unwrap_or_default(), 4)?;
        let mut two = || parts.next().map(|part| digits(part, 2)).transpose();
        let (month, day) = (two()?, two()?);
        if two()?.is_some() {
            return Err(ParseDateError);
        }
        let small = |part: Option<i16>| part.and_then(|n| u8::try_from(n).ok());
        Self::new(year, small(month), small(day)).ok_or(ParseDateError)
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(f, "-{part:02}")?;
        }
        Ok(())
    }
}

/// A date, with the time of day where it is stated.
///
/// ```
/// use kifu_core::PartialDateTime;
/// let start: PartialDateTime = "2016-03-09 13:00".parse().unwrap();
/// assert_eq!(start.time, Some((13, 0, None)));
/// assert_eq!(start.to_string(), "2016-03-09 13:00");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartialDateTime {
    /// The day.
    pub date: PartialDate,
    /// Hour, minute and second.
    pub time: Option<(u8, u8, Option<u8>)>,
}

impl core::str::FromStr for PartialDateTime {
    type Err = ParseDateError;

    /// `YYYY-MM-DD`, alone or with ` HH:MM` or ` HH:MM:SS`; the date may be a month or a year.
    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let Some((date, time)) = text.split_once(' ') else {
            return Ok(Self { date: text.parse()?, time: None });
        };
        let part = |part: Option<&str>, below: u8| {
            let digits = part.filter(|part| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<u8>().ok()).filter(|&n| n < below).ok_or(ParseDateError)
        };
        let mut parts = time.split(':');
        let (hour, minute) = (part(parts.next(), 24)?, part(parts.next(), 60)?);
        let second = parts.next().map(|second| part(Some(second), 61)).transpose()?;
        match parts.next() {
            None => Ok(Self { date: date.parse()?, time: Some((hour, minute, second)) }),
            Some(_) => Err(ParseDateError),
        }
    }
}

impl fmt::Display for PartialDateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.date.fmt(f)?;
        if let Some((hour, minute, second)) = self.time {
            write!(f, " {hour:02}:{minute:02}")?;
            if let Some(second) = second {
                write!(f, ":{second:02}")?;
            }
        }
        Ok(())
    }
}

/// The main time of each player.
///
/// ```
/// use core::time::Duration;
/// use kifu_core::TimeLimit;
/// let hour = TimeLimit { main: Duration::from_secs(60 * 60) };
/// assert_eq!(hour.to_string(), "3600"); // seconds, as in SGF's TM
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeLimit {
    /// The time until overtime begins.
    pub main: Duration,
}

impl fmt::Display for TimeLimit {
    /// In seconds: `3600`, `0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Decimal::from_duration(self.main).fmt(f)
    }
}

/// What comes after the main time.
///
/// ```
/// use kifu_core::Overtime;
/// let overtime: Overtime = "3x20 byo-yomi".parse().unwrap();
/// assert!(matches!(overtime, Overtime::Periods { count: 3, .. }));
/// assert_eq!(overtime.to_string(), "3x20 byo-yomi");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Overtime {
    /// Japanese byo-yomi: so many periods, each renewed by a move made within it.
    Periods {
        /// How many.
        count: u32,
        /// How long one is.
        each: Duration,
    },
    /// Canadian byo-yomi: so many moves within a time.
    Moves {
        /// How many.
        count: u32,
        /// The time for all of them.
        within: Duration,
    },
    /// So long for each move.
    PerMove(Duration),
    /// Fischer: so much more with each move.
    Increment(Duration),
}

impl fmt::Display for Overtime {
    /// As servers write it: `3x20 byo-yomi`, `25/600 Canadian`, `30 per move`, `10 fischer`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Periods { count, each } => write!(f, "{count}x{} byo-yomi", Decimal::from_duration(each)),
            Self::Moves { count, within } => write!(f, "{count}/{} Canadian", Decimal::from_duration(within)),
            Self::PerMove(time) => write!(f, "{} per move", Decimal::from_duration(time)),
            Self::Increment(time) => write!(f, "{} fischer", Decimal::from_duration(time)),
        }
    }
}

/// A text that is no overtime as servers write it.
///
/// ```
/// use kifu_core::{ParseOvertimeError, Overtime};
/// let refused: ParseOvertimeError = "by agreement".parse::<Overtime>().unwrap_err();
/// assert!(refused.to_string().starts_with("not an overtime such as"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an overtime such as `3x20 byo-yomi`, `25/600 Canadian`, `30 per move` or `10 fischer`")]
#[non_exhaustive]
pub struct ParseOvertimeError;

impl core::str::FromStr for Overtime {
    type Err = ParseOvertimeError;

    /// What [`Overtime`] displays.
    fn from_str(text: &str) -> Result<Self, ParseOvertimeError> {
        let seconds = |part: &str| part.parse::<Decimal>().ok().and_then(Decimal::to_duration);
        let pair = |amount: &str, between| {
            let (count, time) = amount.split_once(between)?;
            count.parse::<u32>().ok().zip(seconds(time))
        };
        let (amount, kind) = text.split_once(' ').ok_or(ParseOvertimeError)?;
        let overtime = match kind {
            "byo-yomi" => pair(amount, 'x').map(|(count, each)| Self::Periods { count, each }),
            "Canadian" => pair(amount, '/').map(|(count, within)| Self::Moves { count, within }),
            "per move" => seconds(amount).map(Self::PerMove),
            "fischer" => seconds(amount).map(Self::Increment),
            _ => None,
        };
        overtime.ok_or(ParseOvertimeError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn only_dates_of_the_calendar_are_dates() {
        for text in ["2024-02-29", "1996", "0735-05", "2000-02-29", "1846-09-11"] {
            assert_eq!(text.parse::<PartialDate>().unwrap().to_string(), text);
        }
        for text in [
            "2023-02-29",
            "1900-02-29",
            "2023-00",
            "2023-1-1",
            "23-01-01",
            "2023-01-32",
            "2023-",
            "2023-01-01-01",
            "+023",
            "",
        ] {
            assert!(text.parse::<PartialDate>().is_err(), "{text}");
        }
    }

    #[test]
    fn players_are_sorted_and_the_silent_ones_leave() {
        let mut info = Info::default();
        info.player_mut(Seat::Other("red".into())).name = "R".into();
        info.player_mut(Seat::Second);
        info.player_mut(Seat::First).team = "T".into();
        info.normalize();
        assert_eq!(
            info.players.iter().map(|p| p.seat.clone()).collect::<Vec<_>>(),
            [Seat::First, Seat::Other("red".into())]
        );
    }

    #[test]
    fn overtime_reads_as_servers_write_it() {
        let half = Duration::from_millis(500);
        assert_eq!(Overtime::Periods { count: 3, each: Duration::from_secs(20) }.to_string(), "3x20 byo-yomi");
        assert_eq!(Overtime::Increment(half).to_string(), "0.5 fischer");
        assert_eq!(TimeLimit { main: Duration::from_secs(3600) }.to_string(), "3600");
    }
}
