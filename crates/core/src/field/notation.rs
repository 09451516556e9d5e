//! [`Notation`]: how the text of a value is read and written, with the usual notations.

use crate::{Parsed, PartialDate, PartialDateTime, TimeOfDay};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, time::Duration};

/// A notation of a kind of value: a function that reads its text, and one that writes it.
///
/// ```
/// use kifu_core::{Decimal, Notation};
/// /// Tenths of a point: `65`.
/// const TENTHS: Notation<Decimal> =
///     Notation::new(|text| Some(Decimal::new(text.parse().ok()?, 1)), |points| format!("{:.0}", points.to_f64() * 10.0));
/// assert_eq!(TENTHS.read("65"), Some("6.5".parse()?));
/// assert_eq!(TENTHS.write(&"6.5".parse()?), "65");
/// # Ok::<(), kifu_core::ParseDecimalError>(())
/// ```
pub struct Notation<T> {
    read: fn(&str) -> Option<T>,
    write: fn(&T) -> String,
}

impl<T> Clone for Notation<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Notation<T> {}

impl<T> fmt::Debug for Notation<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notation")
    }
}

impl<T> Notation<T> {
    /// Creates a notation. `read` returns `None` for a text that is not in the notation. `write` returns an empty text for a value
    /// that the notation cannot express; then the field is not written.
    ///
    /// ```
    /// use kifu_core::{Notation, Seat};
    /// const COLOUR: Notation<Seat> = Notation::new(
    ///     |text| match text {
    ///         "B" => Some(Seat::First),
    ///         "W" => Some(Seat::Second),
    ///         _ => None,
    ///     },
    ///     |seat| if *seat == Seat::First { "B".into() } else { "W".into() },
    /// );
    /// assert_eq!(COLOUR.read("W"), Some(Seat::Second));
    /// ```
    #[must_use]
    pub const fn new(read: fn(&str) -> Option<T>, write: fn(&T) -> String) -> Self {
        Self { read, write }
    }

    /// Reads a value. Returns `None` if the text is not in this notation.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<T> {
        (self.read)(text)
    }

    /// Writes a value.
    #[must_use]
    pub fn write(&self, value: &T) -> String {
        (self.write)(value)
    }

    /// Reads a value. A text that is not in this notation is kept as text.
    #[must_use]
    pub fn parse(&self, text: &str) -> Parsed<T> {
        self.read(text).map_or_else(|| Parsed::Text(text.into()), Parsed::Value)
    }

    /// Writes a value or a text. A text that this notation can read is written as the value, because the next reader would read
    /// it as the value. Texts of other formats are not written at all, see
    /// [`Record::with_texts_of`](crate::Record::with_texts_of).
    ///
    /// ```
    /// use kifu_core::{Notation, Parsed};
    /// assert_eq!(Notation::SLASHED_DATE.print(&Parsed::Text("2024/5/1".into())), "2024/05/01");
    /// assert_eq!(Notation::SLASHED_DATE.print(&Parsed::Text("in spring".into())), "in spring");
    /// ```
    #[must_use]
    pub fn print(&self, value: &Parsed<T>) -> String {
        match value {
            Parsed::Value(value) => self.write(value),
            Parsed::Text(text) => {
                self.read(&one_line(text)).map_or_else(|| text.as_str().into(), |value| self.write(&value))
            }
        }
    }
}

impl Notation<PartialDate> {
    /// `2024-05-01`, `2024-05` or `2024`.
    pub const DATE: Self = Self::new(|text| text.parse().ok(), ToString::to_string);

    /// `2024/05/01`, `2024/05` or `2024`; months and days of one digit are read too.
    pub const SLASHED_DATE: Self = Self::new(
        |text| numbered_date(text, &['/']).filter(|start| start.time.is_none()).map(|start| start.date),
        |date| date.to_string().replace('-', "/"),
    );
}

impl Notation<PartialDateTime> {
    /// `2024/05/01 10:30:00`, as in KIF and CSA; the seconds or the time of day may be missing.
    ///
    /// ```
    /// use kifu_core::Notation;
    /// let start = Notation::SLASHED_DATE_TIME.read("2024/05/01 10:30").unwrap();
    /// assert_eq!(start.time.unwrap().to_string(), "10:30");
    /// assert_eq!(Notation::SLASHED_DATE_TIME.write(&start), "2024/05/01 10:30");
    /// ```
    pub const SLASHED_DATE_TIME: Self =
        Self::new(|text| numbered_date(text, &['/', ' ', ':']), |start| start.to_string().replace('-', "/"));
}

impl Notation<Duration> {
    /// Whole minutes: `90`.
    pub const MINUTES: Self = Self::new(
        |text| Some(Duration::from_secs(text.parse::<u32>().ok().map(u64::from)? * 60)),
        |time| (time.as_secs() / 60).to_string(),
    );

    /// Whole seconds: `5400`.
    pub const SECONDS: Self = Self::new(
        |text| text.parse::<u32>().ok().map(|seconds| Duration::from_secs(seconds.into())),
        |time| time.as_secs().to_string(),
    );
}

/// A name and a rank in one text.
///
/// A literal may construct it, because a [`Notation`] of this type reads and writes exactly these two parts.
///
/// ```
/// use kifu_core::{NameAndRank, Notation};
/// let player = Notation::RANK_IN_PARENTHESES.read("heron (3D)").unwrap();
/// assert_eq!(player, NameAndRank { name: "heron".into(), rank: "3D".into() });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameAndRank {
    /// The name.
    pub name: String,
    /// The rank; empty if there is none.
    pub rank: String,
}

impl Notation<NameAndRank> {
    /// `heron (3D)`. With any other parentheses than one pair at the end, the whole text is the name.
    ///
    /// ```
    /// use kifu_core::{NameAndRank, Notation};
    /// let read = |text| Notation::RANK_IN_PARENTHESES.read(text).unwrap();
    /// assert_eq!(read("heron(3D)").rank, "3D");
    /// assert_eq!(read("heron (of the pond) (3D)").rank, "");
    /// ```
    pub const RANK_IN_PARENTHESES: Self = Self::new(
        |text| {
            let parts = text.strip_suffix(')').and_then(|text| text.split_once('('));
            let (name, rank) = parts.filter(|(_, rank)| !rank.contains('(')).unwrap_or((text, ""));
            let (name, rank) = if rank.trim().is_empty() { (text, "") } else { (name, rank) };
            Some(NameAndRank { name: name.trim().into(), rank: rank.trim().into() })
        },
        |player| match player.rank.as_str() {
            "" => player.name.clone(),
            rank => format!("{} ({rank})", player.name),
        },
    );

    /// `heron       3D`: the name, padded with spaces to twelve characters, and the rank. The last word is a rank if it starts
    /// with a digit or ends with 段, 단, 級, 级 or 급 (and perhaps a sign or `P`).
    ///
    /// ```
    /// use kifu_core::Notation;
    /// let read = |text| Notation::RANK_AFTER_SPACES.read(text).unwrap();
    /// assert_eq!((read("heron       7D*").rank.as_str(), read("Honinbo Shusaku").rank.as_str()), ("7D*", ""));
    /// ```
    pub const RANK_AFTER_SPACES: Self = Self::new(
        |text| {
            let ends =
                |word: &str| word.trim_end_matches(['*', 'P', 'p', '?']).ends_with(['段', '단', '級', '级', '급']);
            let is_rank = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) || ends(word);
            let parts = text.trim_end().rsplit_once(char::is_whitespace).filter(|(_, rank)| is_rank(rank));
            let (name, rank) = parts.unwrap_or((text, ""));
            Some(NameAndRank { name: name.trim().into(), rank: rank.into() })
        },
        |player| format!("{:<11} {}", player.name, player.rank).trim_end().into(),
    );
}

/// Returns the text in one line: line breaks become spaces, and surrounding white space is removed.
///
/// ```
/// assert_eq!(kifu_core::one_line(" Castle\ngames\r\n"), "Castle games");
/// ```
#[must_use]
pub fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ").trim().into()
}

/// Reads a date, alone or with a time of day, whose numbers are separated by any of `separators`: year, month, day, hour, minute,
/// second, or the first of them. Spaces before a number are ignored. Year, month and day may be one number: `20160326`.
///
/// ```
/// use kifu_core::numbered_date;
/// let start = numbered_date("2016- 3-26-17-29-25", &['-']).unwrap();
/// assert_eq!(start.to_string(), "2016-03-26 17:29:25");
/// assert_eq!(numbered_date("2016:03:26:17:29", &[':']).unwrap().to_string(), "2016-03-26 17:29");
/// assert_eq!(numbered_date("20160326-17:29", &['-', ':']).unwrap().to_string(), "2016-03-26 17:29");
/// assert_eq!(numbered_date("26-3-2016", &['-']), None); // a year has four digits
/// ```
#[must_use]
pub fn numbered_date(text: &str, separators: &[char]) -> Option<PartialDateTime> {
    let (year, rest) = text.split_at_checked(4)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let compact = rest.get(..4).filter(|day| is_number(day)).map(|day| [&day[..2], &day[2..]]);
    let rest = if compact.is_some() { &rest[4..] } else { rest };
    if !is_number(year) || !(rest.is_empty() || rest.starts_with(separators)) {
        return None;
    }
    let parts = rest.split(separators).skip(1).map(|part| part.trim_start_matches(' '));
    let parts = compact.into_iter().flatten().chain(parts);
    let number = |part: &str| if is_number(part) { part.parse::<u8>().ok() } else { None };
    let parts: Vec<u8> = parts.map(number).collect::<Option<_>>()?;
    let date = PartialDate::new(year.parse().ok()?, parts.first().copied(), parts.get(1).copied())?;
    let time = match parts[..] {
        [] | [_] | [_, _] => None,
        [_, _, hour, minute] => Some(TimeOfDay::new(hour, minute, None)?),
        [_, _, hour, minute, second] => Some(TimeOfDay::new(hour, minute, Some(second))?),
        _ => return None,
    };
    Some(PartialDateTime { date, time })
}
