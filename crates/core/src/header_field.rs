//! The fields of the header of a game, one by one.

use crate::{InfoText, Seat};
use alloc::string::String;

/// One field of the header of a game. [`Format::header_spans`](crate::Format::header_spans) finds its place in a text.
///
/// A [`Part`](crate::Part) of the header, such as the players, has several fields.
///
/// ```
/// use kifu_core::{HeaderField, Loss, Part, Seat};
/// let mut loss = Loss::new(Part::Players, 0, None, "White's name \"Nils\" became \"Otto\"");
/// loss.fields.push(HeaderField::PlayerName(Seat::Second));
/// assert_ne!(loss.fields, [HeaderField::PlayerRank(Seat::Second)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum HeaderField {
    /// A text.
    Text(InfoText),
    /// The name of the player on a seat.
    PlayerName(Seat),
    /// The rank of a player.
    PlayerRank(Seat),
    /// The team of a player.
    PlayerTeam(Seat),
    /// The country of a player.
    PlayerCountry(Seat),
    /// The days on which the game was played.
    Dates,
    /// The time at which the game started.
    Start,
    /// The time at which the game ended.
    End,
    /// The result.
    Outcome,
    /// The main time of a player, or of all players.
    MainTime(Option<Seat>),
    /// The overtime of a player, or of all players.
    Overtime(Option<Seat>),
    /// A fact that only this game has, under the name that [`Game::facts`](crate::Game::facts) gives it: `komi`.
    Fact(String),
    /// The start position, except for what is a fact.
    Setup,
    /// A custom header, by its name.
    Custom(String),
}
