use core::fmt;

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
}
