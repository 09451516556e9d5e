use core::time::Duration;

/// Time spent on a move, in milliseconds; longer times than 49 days stand in the details' clock.
///
/// ```
/// use kifu_core::MoveTime;
/// use core::time::Duration;
/// let spent = MoveTime::from(Duration::from_secs(12));
/// assert_eq!(spent.get(), Some(Duration::from_secs(12)));
/// assert_eq!(MoveTime::UNKNOWN.get(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveTime(u32);

impl MoveTime {
    /// Nobody wrote it down.
    ///
    /// ```
    /// use kifu_core::MoveTime;
    /// assert_eq!(MoveTime::default(), MoveTime::UNKNOWN);
    /// ```
    pub const UNKNOWN: Self = Self(u32::MAX);

    /// The time, where it is known.
    ///
    /// ```
    /// use kifu_core::MoveTime;
    /// use core::time::Duration;
    /// assert_eq!(MoveTime::from(Duration::from_millis(1_500)).get(), Some(Duration::from_millis(1_500)));
    /// assert_eq!(MoveTime::from(Duration::from_secs(50 * 24 * 60 * 60)).get(), None); // for the details' clock
    /// ```
    #[must_use]
    pub fn get(self) -> Option<Duration> {
        (self != Self::UNKNOWN).then(|| Duration::from_millis(u64::from(self.0)))
    }
}

impl From<Duration> for MoveTime {
    /// In whole milliseconds; `UNKNOWN` where it is too long.
    fn from(time: Duration) -> Self {
        Self(u32::try_from(time.as_millis()).unwrap_or(u32::MAX))
    }
}

impl Default for MoveTime {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

/// The mover's clock; any other clock that a node states is foreign.
///
/// ```
/// use core::time::Duration;
/// use kifu_core::Clock;
/// // SGF: BL[598.5]OB[25]
/// let mut clock = Clock::default();
/// clock.left = Some(Duration::from_millis(598_500));
/// clock.periods_left = Some(25);
/// assert_eq!(clock.spent, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct Clock {
    /// Time spent on the move, where it is too long or too fine for [`MoveTime`].
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::seconds"))]
    pub spent: Option<Duration>,
    /// Time spent in the game, where it differs from the sum of the player's spent times.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::seconds"))]
    pub total: Option<Duration>,
    /// Time left.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::seconds"))]
    pub left: Option<Duration>,
    /// Overtime periods, or moves of an overtime period, left.
    pub periods_left: Option<u32>,
}
