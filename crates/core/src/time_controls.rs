//! The time controls of a game: which player has which main time and overtime.

use crate::{MainTime, Overtime, Parsed, Seat};
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

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

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

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
