use core::{fmt, time::Duration};

/// The time spent on a move, in nanoseconds, up to 584 years. It takes 8 bytes, because every node has one.
///
/// ```
/// use kifu_core::MoveTime;
/// use core::{fmt, time::Duration};
/// let spent = MoveTime::from(Duration::from_secs(12));
/// assert_eq!(spent.get(), Some(Duration::from_secs(12)));
/// assert_eq!(MoveTime::UNKNOWN.get(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveTime(u64);

impl MoveTime {
    /// The time is not known.
    ///
    /// ```
    /// use kifu_core::MoveTime;
    /// assert_eq!(MoveTime::default(), MoveTime::UNKNOWN);
    /// ```
    pub const UNKNOWN: Self = Self(u64::MAX);

    /// Returns the time, or `None` if it is not known.
    #[must_use]
    pub fn get(self) -> Option<Duration> {
        (self != Self::UNKNOWN).then(|| Duration::from_nanos(self.0))
    }
}

impl From<Duration> for MoveTime {
    /// Converts a time. A time of more than 584 years becomes `UNKNOWN`.
    fn from(time: Duration) -> Self {
        u64::try_from(time.as_nanos()).map_or(Self::UNKNOWN, Self)
    }
}

impl Default for MoveTime {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

/// The clock of the player who moved, after the move. The time for the move itself is [`Node::spent`](crate::Node::spent). Clocks of other players in the node are stored as foreign data.
///
/// ```
/// use core::{fmt, time::Duration};
/// use kifu_core::{Clock, OvertimeLeft};
/// // SGF: BL[598.5]OB[25]
/// let mut clock = Clock::default();
/// clock.left = Some(Duration::from_millis(598_500));
/// clock.overtime_left = Some(OvertimeLeft::Moves(25)); // in Canadian overtime
/// assert_ne!(clock, Clock::default()); // the default: nothing is known
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct Clock {
    /// The time spent in the game, if it differs from the sum of the player's times for the moves.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::seconds"))]
    pub total: Option<Duration>,
    /// The time left.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::seconds"))]
    pub left: Option<Duration>,
    /// What is left of the overtime.
    pub overtime_left: Option<OvertimeLeft>,
}

/// What is left of a player's overtime: periods, or moves of a period.
///
/// ```
/// use kifu_core::OvertimeLeft;
/// assert_eq!(OvertimeLeft::Periods(3).to_string(), "3 periods left");
/// assert_eq!(OvertimeLeft::Moves(1).to_string(), "1 move left");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum OvertimeLeft {
    /// The number of byo-yomi periods left.
    Periods(u32),
    /// The number of moves left in the current period of Canadian overtime.
    Moves(u32),
}

impl fmt::Display for OvertimeLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Periods(1) => f.write_str("1 period left"),
            Self::Periods(periods) => write!(f, "{periods} periods left"),
            Self::Moves(1) => f.write_str("1 move left"),
            Self::Moves(moves) => write!(f, "{moves} moves left"),
        }
    }
}
