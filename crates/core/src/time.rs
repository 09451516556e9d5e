//! The main time and the overtime: their values and their notation.

use crate::{Decimal, ParseDecimalError};
use core::{fmt, time::Duration};

/// The main time: the time until overtime begins.
///
/// The field is public, because the type is one duration and nothing else.
///
/// ```
/// use kifu_core::MainTime;
/// assert_eq!(MainTime::from_secs(3_600).to_string(), "3600"); // seconds, as in SGF's TM
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MainTime(pub Duration);

impl MainTime {
    /// Returns a main time of whole seconds.
    #[must_use]
    pub const fn from_secs(seconds: u64) -> Self {
        Self(Duration::from_secs(seconds))
    }
}

impl fmt::Display for MainTime {
    /// Formats in seconds: `3600`, `0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Decimal::from_duration(self.0).fmt(f)
    }
}

impl core::str::FromStr for MainTime {
    type Err = ParseDecimalError;

    /// Parses seconds: `3600`, `0.5`.
    ///
    /// # Errors
    /// [`ParseDecimalError`] for a text that is not a number, and for a negative number.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<Decimal>()?.to_duration().map(Self).ok_or(ParseDecimalError)
    }
}

/// The overtime: byo-yomi after the main time, and the increment per move (Fischer time).
///
/// ```
/// use kifu_core::{ByoYomi, Overtime};
/// let overtime: Overtime = "3x20 byo-yomi".parse()?;
/// assert!(matches!(overtime.byo_yomi(), Some(ByoYomi::Periods { count: 3, .. })));
/// assert_eq!((overtime.each_move(), overtime.to_string().as_str()), (None, "3x20 byo-yomi"));
/// # Ok::<(), kifu_core::ParseOvertimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Overtime {
    // At least one of them is known, because an overtime without both would be no overtime.
    byo_yomi: Option<ByoYomi>,
    increment: Option<Duration>,
}

/// A kind of byo-yomi.
///
/// ```
/// use kifu_core::{ByoYomi, Overtime};
/// use core::time::Duration;
/// let canadian = ByoYomi::Moves { count: 25, within: Duration::from_secs(600) };
/// assert_eq!(Overtime::from(canadian).to_string(), "25/600 Canadian");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ByoYomi {
    /// Japanese byo-yomi: a number of periods. A move within a period renews the period.
    Periods {
        /// The number of periods.
        count: u32,
        /// The length of one period.
        each: Duration,
    },
    /// Canadian byo-yomi: a number of moves within a time.
    Moves {
        /// The number of moves.
        count: u32,
        /// The time for all of these moves.
        within: Duration,
    },
    /// A time for each move.
    PerMove(Duration),
}

impl Overtime {
    /// Returns the byo-yomi after the main time. Without it there is an increment.
    #[must_use]
    pub fn byo_yomi(&self) -> Option<ByoYomi> {
        self.byo_yomi
    }

    /// Returns the Fischer time: the time that each move adds to the clock. Without it there is byo-yomi.
    ///
    /// ```
    /// use kifu_core::Overtime;
    /// use std::time::Duration;
    /// assert_eq!("10 fischer".parse::<Overtime>()?.each_move(), Some(Duration::from_secs(10)));
    /// # Ok::<(), kifu_core::ParseOvertimeError>(())
    /// ```
    #[must_use]
    pub fn each_move(&self) -> Option<Duration> {
        self.increment
    }

    /// Returns an overtime with only Fischer time.
    ///
    /// ```
    /// use core::time::Duration;
    /// use kifu_core::Overtime;
    /// assert_eq!(Overtime::increment(Duration::from_millis(500)).to_string(), "0.5 fischer");
    /// ```
    #[must_use]
    pub fn increment(each_move: Duration) -> Self {
        Self { byo_yomi: None, increment: Some(each_move) }
    }

    /// Returns the overtime with Fischer time in addition.
    ///
    /// ```
    /// use core::time::Duration;
    /// use kifu_core::{ByoYomi, Overtime};
    /// let both = Overtime::from(ByoYomi::PerMove(Duration::from_secs(10))).and_increment(Duration::from_secs(5));
    /// assert_eq!(both.to_string(), "10 per move + 5 fischer");
    /// ```
    #[must_use]
    pub fn and_increment(self, each_move: Duration) -> Self {
        Self { increment: Some(each_move), ..self }
    }
}

impl From<ByoYomi> for Overtime {
    fn from(byo_yomi: ByoYomi) -> Self {
        Self { byo_yomi: Some(byo_yomi), increment: None }
    }
}

impl fmt::Display for Overtime {
    /// Formats in the usual notation of servers, with times in seconds: `3x20 byo-yomi`, `25/600 Canadian`, `30 per move`, `10
    /// fischer`, `1x10 byo-yomi + 5 fischer`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.byo_yomi {
            Some(ByoYomi::Periods { count, each }) => write!(f, "{count}x{} byo-yomi", Decimal::from_duration(each))?,
            Some(ByoYomi::Moves { count, within }) => write!(f, "{count}/{} Canadian", Decimal::from_duration(within))?,
            Some(ByoYomi::PerMove(time)) => write!(f, "{} per move", Decimal::from_duration(time))?,
            None => {}
        }
        let Some(increment) = self.increment else { return Ok(()) };
        f.write_str(if self.byo_yomi.is_some() { " + " } else { "" })?;
        write!(f, "{} fischer", Decimal::from_duration(increment))
    }
}

/// The error for a text that is not an overtime in the usual notation of servers.
///
/// ```
/// use kifu_core::{Overtime, ParseOvertimeError};
/// let refused: ParseOvertimeError = "by agreement".parse::<Overtime>().unwrap_err();
/// assert!(refused.to_string().starts_with("not an overtime such as"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an overtime such as `3x20 byo-yomi`, `25/600 Canadian`, `30 per move` or `10 fischer`")]
#[non_exhaustive]
pub struct ParseOvertimeError;

impl core::str::FromStr for Overtime {
    type Err = ParseOvertimeError;

    /// Parses the text that [`Overtime`] displays.
    fn from_str(text: &str) -> Result<Self, ParseOvertimeError> {
        let increment = |text: &str| text.strip_suffix(" fischer").and_then(seconds);
        if let Some((byo_yomi, fischer)) = text.split_once(" + ") {
            let parts = ByoYomi::from_text(byo_yomi).zip(increment(fischer));
            return parts.map(|(byo_yomi, each)| Self::from(byo_yomi).and_increment(each)).ok_or(ParseOvertimeError);
        }
        let byo_yomi = ByoYomi::from_text(text).map(Self::from);
        byo_yomi.or_else(|| increment(text).map(Self::increment)).ok_or(ParseOvertimeError)
    }
}

impl ByoYomi {
    fn from_text(text: &str) -> Option<Self> {
        let pair = |amount: &str, between| {
            let (count, time) = amount.split_once(between)?;
            count.parse::<u32>().ok().zip(seconds(time))
        };
        let (amount, kind) = text.split_once(' ')?;
        match kind {
            "byo-yomi" => pair(amount, 'x').map(|(count, each)| Self::Periods { count, each }),
            "Canadian" => pair(amount, '/').map(|(count, within)| Self::Moves { count, within }),
            "per move" => seconds(amount).map(Self::PerMove),
            _ => None,
        }
    }
}

fn seconds(text: &str) -> Option<Duration> {
    text.parse::<Decimal>().ok().and_then(Decimal::to_duration)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn overtime_reads_what_it_displays() {
        let half = Duration::from_millis(500);
        let periods = ByoYomi::Periods { count: 3, each: Duration::from_secs(20) };
        for (overtime, text) in [
            (periods.into(), "3x20 byo-yomi"),
            (ByoYomi::Moves { count: 25, within: Duration::from_secs(600) }.into(), "25/600 Canadian"),
            (ByoYomi::PerMove(Duration::from_secs(30)).into(), "30 per move"),
            (Overtime::increment(half), "0.5 fischer"),
            (Overtime::from(periods).and_increment(half), "3x20 byo-yomi + 0.5 fischer"),
        ] {
            assert_eq!(overtime.to_string(), text);
            assert_eq!(text.parse(), Ok(overtime));
        }
        for text in ["", "3x20", "byo-yomi", "10 fischer + 3x20 byo-yomi", "3x20 byo-yomi + 5", "1 fischer + 2 fischer"]
        {
            assert_eq!(text.parse::<Overtime>(), Err(ParseOvertimeError), "{text}");
        }
    }
}
