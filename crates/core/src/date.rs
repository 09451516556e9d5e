use core::fmt;

/// A day, a month or a year.
///
/// ```
/// use kifu_core::PartialDate;
/// let date: PartialDate = "1846-09".parse().unwrap();
/// assert_eq!((date.year(), date.month(), date.day()), (1846, Some(9), None));
/// assert_eq!(date.to_string(), "1846-09");
/// assert!("1846-13".parse::<PartialDate>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate {
    year: i16,
    month: Option<u8>,
    day: Option<u8>,
}

/// The error for a text that is not a date of the calendar or not a time of day.
///
/// ```
/// use kifu_core::{ParseDateError, PartialDate};
/// let refused: ParseDateError = "1900-02-29".parse::<PartialDate>().unwrap_err(); // 1900 was not a leap year
/// assert!(refused.to_string().starts_with("not a date of the form YYYY"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a date of the form YYYY, YYYY-MM or YYYY-MM-DD, or with a time HH:MM or HH:MM:SS")]
#[non_exhaustive]
pub struct ParseDateError;

impl PartialDate {
    /// Returns the date, or `None` if it is not in the calendar or its year is not from 0 to 9999.
    ///
    /// ```
    /// use kifu_core::PartialDate;
    /// assert_eq!(PartialDate::new(1846, Some(9), Some(11)).unwrap().to_string(), "1846-09-11");
    /// assert_eq!(PartialDate::new(2023, Some(2), Some(29)), None);
    /// assert_eq!(PartialDate::new(2023, None, Some(1)), None); // a day without a month
    /// ```
    #[must_use]
    pub fn new(year: i16, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        if !(0..=9_999).contains(&year) {
            return None;
        }
        if (month, day) == (None, None) {
            return Some(Self { year, month, day });
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

    /// Returns the day of the week, from 0 for Monday to 6 for Sunday, or `None` for a month or a year.
    ///
    /// ```
    /// use kifu_core::PartialDate;
    /// let date: PartialDate = "2018-04-27".parse()?;
    /// assert_eq!(date.weekday(), Some(4)); // a Friday
    /// # Ok::<(), kifu_core::ParseDateError>(())
    /// ```
    #[must_use]
    pub fn weekday(self) -> Option<u8> {
        let (month, day) = (i64::from(self.month?), i64::from(self.day?));
        // The years of this calendar start in March, so that the leap day is the last of a year.
        let (year, month) = (i64::from(self.year) - i64::from(month < 3), (month + 9) % 12);
        let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        u8::try_from((days + (153 * month + 2) / 5 + day + 1).rem_euclid(7)).ok()
    }

    /// Returns the date that a short form means after this date, as in a list of dates of SGF: `MM-DD` or `DD` after a day, `MM-DD` or
    /// `MM` after a month. A full date is not a short form.
    ///
    /// ```
    /// use kifu_core::PartialDate;
    /// let date: PartialDate = "1996-12-27".parse()?;
    /// assert_eq!(date.following("28").unwrap().to_string(), "1996-12-28");
    /// assert_eq!(date.following("11-01").unwrap().to_string(), "1996-11-01");
    /// assert_eq!(date.following("1997-01-03"), None);
    /// # Ok::<(), kifu_core::ParseDateError>(())
    /// ```
    #[must_use]
    pub fn following(self, short: &str) -> Option<Self> {
        let number = |part: &str| {
            (part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse().ok()).flatten()
        };
        match (short.split_once('-'), self.month, self.day) {
            (_, None, _) => None,
            (Some((month, day)), ..) => Self::new(self.year, Some(number(month)?), Some(number(day)?)),
            (None, _, None) => Self::new(self.year, Some(number(short)?), None),
            (None, month, Some(_)) => Self::new(self.year, month, Some(number(short)?)),
        }
    }

    /// Returns the year, from 0 to 9999; 0 is 1 BC.
    #[must_use]
    pub const fn year(self) -> i16 {
        self.year
    }

    /// Returns the month, from 1 to 12.
    #[must_use]
    pub const fn month(self) -> Option<u8> {
        self.month
    }

    /// Returns the day of the month, from 1. A date that has a day has a month.
    #[must_use]
    pub const fn day(self) -> Option<u8> {
        self.day
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

/// A date, with or without a time of day.
///
/// A literal may construct it, because these two parts are all of a date and time.
///
/// ```
/// use kifu_core::PartialDateTime;
/// let start: PartialDateTime = "2016-03-09 13:00".parse().unwrap();
/// assert_eq!(start.time.unwrap().hour(), 13);
/// assert_eq!(start.to_string(), "2016-03-09 13:00");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartialDateTime {
    /// The day, month or year.
    pub date: PartialDate,
    /// The time of day.
    pub time: Option<TimeOfDay>,
}

/// A time of day, to the minute or to the second.
///
/// ```
/// use kifu_core::TimeOfDay;
/// let time: TimeOfDay = "13:05".parse().unwrap();
/// assert_eq!((time.hour(), time.minute(), time.second()), (13, 5, None));
/// assert_eq!(time.to_string(), "13:05");
/// assert!("24:00".parse::<TimeOfDay>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay {
    hour: u8,
    minute: u8,
    second: Option<u8>,
}

impl TimeOfDay {
    /// Returns the time, or `None` if it is not from 0:00 to 23:59, with 0 to 60 seconds (60 in a leap second).
    ///
    /// ```
    /// use kifu_core::TimeOfDay;
    /// assert_eq!(TimeOfDay::new(9, 30, Some(5)).unwrap().to_string(), "09:30:05");
    /// assert_eq!(TimeOfDay::new(24, 0, None), None);
    /// ```
    #[must_use]
    pub fn new(hour: u8, minute: u8, second: Option<u8>) -> Option<Self> {
        let is_valid = hour < 24 && minute < 60 && second.is_none_or(|second| second <= 60);
        is_valid.then_some(Self { hour, minute, second })
    }

    /// Returns the hour, from 0 to 23.
    #[must_use]
    pub const fn hour(self) -> u8 {
        self.hour
    }

    /// Returns the minute, from 0 to 59.
    #[must_use]
    pub const fn minute(self) -> u8 {
        self.minute
    }

    /// Returns the second, from 0 to 60, if it is stated.
    #[must_use]
    pub const fn second(self) -> Option<u8> {
        self.second
    }
}

impl core::str::FromStr for TimeOfDay {
    type Err = ParseDateError;

    /// Parses `HH:MM` or `HH:MM:SS`.
    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let number = |digits: &str| {
            let is_number = digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| digits.parse().ok()).flatten().ok_or(ParseDateError)
        };
        let mut parts = text.splitn(3, ':').map(number);
        let (hour, minute) = (parts.next().ok_or(ParseDateError)??, parts.next().ok_or(ParseDateError)??);
        Self::new(hour, minute, parts.next().transpose()?).ok_or(ParseDateError)
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.hour, self.minute)?;
        match self.second {
            Some(second) => write!(f, ":{second:02}"),
            None => Ok(()),
        }
    }
}

impl core::str::FromStr for PartialDateTime {
    type Err = ParseDateError;

    /// Parses `YYYY-MM-DD`, alone or with ` HH:MM` or ` HH:MM:SS`. The date may be a month or a year.
    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let (date, time) = match text.split_once(' ') {
            Some((date, time)) => (date, Some(time.parse()?)),
            None => (text, None),
        };
        Ok(Self { date: date.parse()?, time })
    }
}

impl fmt::Display for PartialDateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.date.fmt(f)?;
        match self.time {
            Some(time) => write!(f, " {time}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// The weekdays are counted from a known day, by the days of the months.
    #[test]
    fn weekdays_follow_each_other() {
        let mut weekday = "0000-01-01".parse::<PartialDate>().unwrap().weekday().unwrap();
        for (year, month, day) in (0..10_000).flat_map(|y| (1..=12).flat_map(move |m| (1..=31).map(move |d| (y, m, d))))
        {
            let Some(date) = PartialDate::new(year, Some(month), Some(day)) else { continue };
            assert_eq!(date.weekday(), Some(weekday), "{date}");
            weekday = (weekday + 1) % 7;
        }
        // 2000 started on a Saturday, and the calendar repeats after 400 years.
        assert_eq!("2000-01-01".parse::<PartialDate>().unwrap().weekday(), Some(5));
        assert_eq!("1996-12".parse::<PartialDate>().unwrap().weekday(), None);
    }

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
    fn only_times_of_a_clock_are_times() {
        for text in ["00:00", "23:59", "23:59:60", "09:05:00"] {
            assert_eq!(text.parse::<TimeOfDay>().unwrap().to_string(), text);
        }
        for text in ["24:00", "12:60", "12:00:61", "1:00", "12", "12:00:00:00", "12:00:", "+1:00", ""] {
            assert!(text.parse::<TimeOfDay>().is_err(), "{text}");
        }
    }
}
