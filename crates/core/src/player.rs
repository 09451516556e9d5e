use alloc::{
    collections::BTreeMap,
    string::String,
    vec::{self, Vec},
};
use core::fmt;
use core::hash::{Hash, Hasher};

/// The seat of a player. The first seat is Black (先手, 下手), also if White moves first.
///
/// This enum is exhaustive: `Other` holds every further seat.
///
/// ```
/// use kifu_core::{Info, Seat};
/// let mut info = Info::default();
/// for seat in [Seat::Other("red".into()), Seat::Second, Seat::First] {
///     info.player_mut(seat).country = "Japan".into();
/// }
/// // Black, White, and then the others by name.
/// assert!(info.players.iter().map(|(seat, _)| seat).eq(&[Seat::First, Seat::Second, Seat::Other("red".into())]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Seat {
    /// Black, sente.
    First,
    /// White, gote.
    Second,
    /// Another player, by the name of the colour.
    Other(String),
}

impl fmt::Display for Seat {
    /// Formats as `first`, `second`, or the name of another seat. For the names in a game, see
    /// [`Game::seat_name`](crate::Game::seat_name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Other(name) => name,
        })
    }
}

/// One player or team of a game.
///
/// ```
/// use kifu_core::Player;
/// let mut player = Player::default();
/// player.name = "Kitani Minoru".into();
/// player.rank = "7p".into();
/// assert!(!player.is_empty() && player.team.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rank: `9p`, `3 dan`.
    pub rank: String,
    /// The team.
    pub team: String,
    /// The country.
    pub country: String,
}

impl Player {
    /// Returns true if the player has no data.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.name.is_empty() && self.rank.is_empty() && self.team.is_empty() && self.country.is_empty()
    }
}

/// The players of a game: at most one for each seat, sorted by seat.
///
/// A player without data counts as absent: no method returns it, and comparison ignores it.
///
/// ```
/// use kifu_core::{PlayerSet, Seat};
/// let mut players = PlayerSet::default();
/// players.get_mut(Seat::Second).name = "Inoue Genan Inseki".into();
/// players.get_mut(Seat::First).name = "Honinbo Shusaku".into();
/// let seats: Vec<_> = players.iter().map(|(seat, player)| (seat.to_string(), player.name.as_str())).collect();
/// assert_eq!(seats, [("first".into(), "Honinbo Shusaku"), ("second".into(), "Inoue Genan Inseki")]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct PlayerSet {
    first: Player,
    second: Player,
    others: BTreeMap<Seat, Player>,
}

impl PlayerSet {
    /// Returns the player on `seat`.
    #[must_use]
    pub fn get(&self, seat: &Seat) -> Option<&Player> {
        let player = match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
            other @ Seat::Other(_) => self.others.get(other)?,
        };
        Some(player).filter(|player| !player.is_empty())
    }

    /// Returns the player on `seat`, for changes. Creates the player if necessary.
    pub fn get_mut(&mut self, seat: Seat) -> &mut Player {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
            other @ Seat::Other(_) => self.others.entry(other).or_default(),
        }
    }

    /// Returns the players with their seats, sorted by seat.
    pub fn iter(&self) -> impl Iterator<Item = (&Seat, &Player)> {
        let two = [(&Seat::First, &self.first), (&Seat::Second, &self.second)];
        two.into_iter().chain(&self.others).filter(|(_, player)| !player.is_empty())
    }

    /// Returns the players with their seats, for changes.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&Seat, &mut Player)> {
        let two = [(&Seat::First, &mut self.first), (&Seat::Second, &mut self.second)];
        two.into_iter().chain(&mut self.others).filter(|(_, player)| !player.is_empty())
    }

    /// Returns the number of players with data.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Returns true if no player has data.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl PartialEq for PlayerSet {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for PlayerSet {}

impl Hash for PlayerSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        self.iter().for_each(|player| player.hash(state));
    }
}

impl FromIterator<(Seat, Player)> for PlayerSet {
    /// Creates a set of players. If several players have the same seat, the last counts.
    fn from_iter<I: IntoIterator<Item = (Seat, Player)>>(players: I) -> Self {
        let mut set = Self::default();
        for (seat, player) in players {
            *set.get_mut(seat) = player;
        }
        set
    }
}

impl IntoIterator for PlayerSet {
    type Item = (Seat, Player);
    type IntoIter = vec::IntoIter<(Seat, Player)>;

    fn into_iter(self) -> Self::IntoIter {
        let two = [(Seat::First, self.first), (Seat::Second, self.second)];
        let players = two.into_iter().chain(self.others).filter(|(_, player)| !player.is_empty());
        players.collect::<Vec<_>>().into_iter()
    }
}
