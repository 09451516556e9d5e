//! Time controls: the main time and overtime of the players.

use crate::{Decimal, ParseDecimalError, Parsed, Seat};
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::{fmt, time::Duration};

/// The time controls of a game: one for all players, one for each player, or both.
///
/// The control of a player does not replace the control for all players in the list. A control without data counts as absent.
///
/// ```
/// use kifu_core::{MainTime, Parsed, Seat, TimeControls};
/// let mut time = TimeControls::default();
/// time.all_mut().main = Some(Parsed::Value(MainTime::from_secs(3_600)));
/// time.of_mut(Seat::Second).main = Some(Parsed::Value(MainTime::from_secs(600)));
/// // White has ten minutes, Black has an hour.
/// assert_eq!(time.of(&Seat::Second).unwrap().main.as_ref().unwrap().value(), Some(&MainTime::from_secs(600)));
/// assert_eq!(time.of(&Seat::First), time.all());
/// assert_eq!(time.iter().count(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TimeControls {
    /// Sorted by seat. The control for all players comes first.
    controls: Vec<TimeControl>,
}

impl TimeControls {
    /// Returns the control for all players.
    #[must_use]
    pub fn all(&self) -> Option<&TimeControl> {
        self.own(None)
    }

    /// Returns the control for all players, for changes. Creates the control if necessary.
    ///
    /// ```
    /// use kifu_core::{Parsed, TimeControls};
    /// let mut time = TimeControls::default();
    /// time.all_mut(); // without data it counts as absent
    /// assert!(time.is_empty());
    /// time.all_mut().main = Some(Parsed::Text("an hour or so".into()));
    /// assert!(!time.is_empty());
    /// ```
    pub fn all_mut(&mut self) -> &mut TimeControl {
        self.control_mut(None)
    }

    /// Returns the control that applies to a player: the player's own, or the one for all players.
    ///
    /// ```
    /// use kifu_core::{MainTime, Parsed, Seat, TimeControls};
    /// let mut time = TimeControls::default();
    /// time.all_mut().main = Some(Parsed::Value(MainTime::from_secs(900)));
    /// assert_eq!(time.of(&Seat::First), time.all());
    /// ```
    #[must_use]
    pub fn of(&self, seat: &Seat) -> Option<&TimeControl> {
        self.own(Some(seat)).or_else(|| self.all())
    }

    /// Returns the control with exactly this seat, or the one for all players if `seat` is `None`.
    pub(crate) fn own(&self, seat: Option<&Seat>) -> Option<&TimeControl> {
        self.iter().find(|control| control.seat() == seat)
    }

    /// Returns a player's own control, for changes. Creates the control if necessary.
    ///
    /// ```
    /// use kifu_core::{Parsed, Seat, TimeControls};
    /// let mut time = TimeControls::default();
    /// time.of_mut(Seat::First).overtime = Some(Parsed::Value("1x30 byo-yomi".parse()?));
    /// assert_eq!((time.of(&Seat::Second), time.all()), (None, None));
    /// # Ok::<(), kifu_core::ParseOvertimeError>(())
    /// ```
    pub fn of_mut(&mut self, seat: Seat) -> &mut TimeControl {
        self.control_mut(Some(seat))
    }

    fn control_mut(&mut self, seat: Option<Seat>) -> &mut TimeControl {
        let at = self.controls.partition_point(|control| control.seat < seat);
        if self.controls.get(at).is_none_or(|control| control.seat != seat) {
            self.controls.insert(at, TimeControl { seat, main: None, overtime: None });
        }
        &mut self.controls[at]
    }

    /// Returns the controls. The control for all players comes first.
    pub fn iter(&self) -> impl Iterator<Item = &TimeControl> {
        self.controls.iter().filter(|control| !control.is_empty())
    }

    /// Returns the controls, for changes.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut TimeControl> {
        self.controls.iter_mut()
    }

    /// Returns true if no control has data.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl PartialEq for TimeControls {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for TimeControls {}

impl Hash for TimeControls {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().count().hash(state);
        self.iter().for_each(|control| control.hash(state));
    }
}

/// The main time and the overtime of all players, or of one.
///
/// ```
/// use kifu_core::{MainTime, Parsed, TimeControls};
/// // CSA 3.0: $TIME:600+10+5
/// let mut time = TimeControls::default();
/// let control = time.all_mut();
/// control.main = Some(Parsed::Value(MainTime::from_secs(600)));
/// control.overtime = Some(Parsed::Value("1x10 byo-yomi + 5 fischer".parse()?));
/// assert_eq!((control.seat(), control.is_empty()), (None, false));
/// # Ok::<(), kifu_core::ParseOvertimeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeControl {
    pub(crate) seat: Option<Seat>,
    /// The main time: the time until overtime begins.
    pub main: Option<Parsed<MainTime>>,
    /// The overtime: byo-yomi after the main time, and the increment per move.
    pub overtime: Option<Parsed<Overtime>>,
}

impl TimeControl {
    /// Returns the player of this control, or `None` if the control is for all players.
    #[must_use]
    pub fn seat(&self) -> Option<&Seat> {
        self.seat.as_ref()
    }

    /// Returns true if neither the main time nor the overtime is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.main.is_none() && self.overtime.is_none()
    }
}

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
    ///
    /// ```
    /// use core::time::Duration;
    /// use kifu_core::MainTime;
    /// assert_eq!(MainTime::from_secs(600), MainTime(Duration::from_secs(600)));
    /// ```
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

    #[test]
    fn controls_without_a_statement_do_not_count() {
        let mut time = TimeControls::default();
        time.of_mut(Seat::Second);
        time.all_mut();
        assert_eq!(time, TimeControls::default());
        time.of_mut(Seat::Second).main = Some(Parsed::Value(MainTime(Duration::ZERO)));
        let mut other = TimeControls::default();
        other.of_mut(Seat::Second).main = Some(Parsed::Value(MainTime(Duration::ZERO)));
        assert_eq!(time, other);
    }
}
