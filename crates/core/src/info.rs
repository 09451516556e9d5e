use crate::{ForeignSet, Outcome, Parsed, PartialDate, PartialDateTime, Player, PlayerSet, Seat, TimeControls};
use alloc::{string::String, vec::Vec};

/// What is said about a game, alike for every game.
///
/// An empty text is an absent one.
///
/// ```
/// use kifu_core::{Info, Seat};
/// let mut info = Info::default();
/// info.player_mut(Seat::Second).name = "Honinbo Shusaku".into();
/// info.player_mut(Seat::First).rank = "4d".into();
/// assert_eq!(info.player(&Seat::Second).unwrap().name, "Honinbo Shusaku");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Info {
    /// The name of the game.
    pub name: String,
    /// Who played.
    pub players: PlayerSet,
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
    /// The time that the players had.
    pub time: TimeControls,
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
    /// What one format says and the record has no field for.
    pub foreign: ForeignSet,
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
        self.players.get(seat)
    }

    /// The player on `seat`, to be filled in.
    ///
    /// ```
    /// use kifu_core::{Info, Seat};
    /// let mut info = Info::default();
    /// info.player_mut(Seat::Second).rank = "8p".into(); // is made
    /// info.player_mut(Seat::Second).name = "Inoue Genan Inseki".into(); // is there
    /// assert_eq!(info.players.len(), 1);
    /// ```
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        self.players.get_mut(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_of_whom_nothing_is_stated_does_not_exist() {
        let mut info = Info::default();
        info.player_mut(Seat::Other("red".into())).name = "R".into();
        info.player_mut(Seat::First).team = "T".into();
        let before = info.clone();
        info.player_mut(Seat::Second);
        assert!(info.players.iter().map(|(seat, _)| seat).eq(&[Seat::First, Seat::Other("red".into())]));
        assert_eq!(info.player(&Seat::Second), None);
        assert_eq!(info, before);
    }
}
