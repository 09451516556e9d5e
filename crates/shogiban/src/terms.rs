use alloc::{string::String, vec::Vec};
use kifu_core::NamedValue;

/// The terms of a game of shogi.
///
/// ```
/// use kifu_core::{Game, Seat};
/// use kifu_shogiban::{Shogi, Terms};
/// let mut terms = Terms::default();
/// terms.is_handicap = true;
/// assert_eq!(Shogi::seat_name(&Seat::Second, &terms), "上手");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct Terms {
    /// True if the players are called 下手 (Black) and 上手 (White), as in handicap games, and not 先手 and 後手.
    pub is_handicap: bool,
    /// The largest number of moves (最大手数, `$MAX_MOVES` in CSA), after which the game is a draw.
    pub max_moves: Option<u32>,
    /// The rule for impasse in the spelling of the file (持将棋, `$JISHOGI` in CSA).
    pub impasse: String,
}

impl Terms {
    /// Returns the stated terms, with their names.
    pub(crate) fn facts(&self) -> Vec<NamedValue> {
        let max_moves = self.max_moves.map(|moves| NamedValue::new("max moves", alloc::format!("{moves}")));
        let impasse = (!self.impasse.is_empty()).then(|| NamedValue::new("impasse", &self.impasse));
        max_moves.into_iter().chain(impasse).collect()
    }
}
