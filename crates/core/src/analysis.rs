use crate::{Decimal, Game, Seat};
use alloc::{borrow::Cow, string::String, vec::Vec};
use core::hash::{Hash, Hasher};
use core::{fmt, time::Duration};

/// An engine's analysis of a position.
///
/// Score and rates are from the first player's point of view, also if the second player is to move.
///
/// Two analyses that differ only in their [`notation`](Self::notation) are equal, because it does not change what an engine found.
///
/// ```
/// # use kifu_core::*;
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// let mut analysis: Analysis<Toy> = Analysis::default();
/// analysis.engine = Some("KataGo".into());
/// analysis.win_rate = Some("0.62".parse()?);
/// analysis.visits = Some(1_600);
/// analysis.line = vec![7, 3];
/// assert!(analysis.win_rate > Some(Decimal::new(5, 1))); // the first player is ahead
/// # Ok::<(), ParseDecimalError>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        bound(serialize = "G::Action: serde::Serialize", deserialize = "G::Action: serde::Deserialize<'de>")
    )
)]
pub struct Analysis<G: Game> {
    /// The position that was analysed.
    pub position: AnalysedPosition,
    /// The name of the engine.
    pub engine: Option<String>,
    /// The rank of the line among the engine's lines for the position, from 1 (`multipv` in USI).
    pub rank: Option<u32>,
    /// The score, in the unit of the engine: points or centipawns.
    pub score: Option<Decimal>,
    /// The kind of bound that `score` is, if it is not exact.
    pub bound: Option<Bound>,
    /// The standard deviation of the score, in the same unit.
    pub score_deviation: Option<Decimal>,
    /// The mate that the engine found.
    pub mate: Option<Mate>,
    /// The first player's probability of winning, from 0 to 1.
    pub win_rate: Option<Decimal>,
    /// The first player's probability of losing, from 0 to 1, if the engine states it beside `win_rate`.
    pub loss_rate: Option<Decimal>,
    /// The probability that no player wins, from 0 to 1: a draw, or no result.
    pub draw_rate: Option<Decimal>,
    /// The probability that the engine gives to the first action of the line before it searches (`prior` in GTP), from 0 to 1.
    pub prior: Option<Decimal>,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// The depth of the deepest line that was searched, in plies (`seldepth` in USI).
    pub selective_depth: Option<u32>,
    /// The number of visits, or playouts.
    pub visits: Option<u64>,
    /// The number of nodes that were searched.
    pub nodes: Option<u64>,
    /// The time of the search.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::seconds"))]
    pub time: Option<Duration>,
    /// The best line.
    pub line: Vec<G::Action>,
    /// The text of the rest of the line, from the first word that is not an action.
    pub tail: String,
    /// The notation of the analysis in its file, so that it can be written unchanged. Only the crate that chose the notation
    /// can read this text. It does not count when analyses are compared.
    pub notation: Option<Cow<'static, str>>,
}

impl<G: Game> Analysis<G> {
    /// Returns the analysis as people read it: `KataGo, score 3.5, 1600 visits, line Black D4 (B[dp])`.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use kifu_core::{Analysis, Record};
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut analysis: Analysis<Toy> = Analysis::default();
    /// (analysis.depth, analysis.line) = (Some(12), vec![7, 3]);
    /// let record: Record<Toy> = Record::default();
    /// assert_eq!(analysis.text(&record.terms, &record.setup), "depth 12, line 7 3");
    /// ```
    #[must_use]
    pub fn text(&self, terms: &G::Terms, setup: &G::Setup) -> String {
        crate::difference::words::analysis(self, terms, setup)
    }

    /// Returns the approximate number of bytes that the analysis takes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let actions = self.line.capacity() * size_of::<G::Action>();
        let inside: usize = self.line.iter().map(G::action_memory).sum();
        let notation = match &self.notation {
            Some(Cow::Owned(notation)) => notation.capacity(),
            _ => 0,
        };
        let texts = self.engine.as_ref().map_or(0, String::capacity) + self.tail.capacity() + notation;
        size_of::<Self>() + texts + actions + inside
    }

    /// Returns the members that count when analyses are compared.
    fn compared(&self) -> impl PartialEq + Hash {
        let Self {
            position,
            engine,
            rank,
            score,
            bound,
            score_deviation,
            mate,
            win_rate,
            loss_rate,
            draw_rate,
            prior,
            depth,
            selective_depth,
            visits,
            nodes,
            time,
            line,
            tail,
            notation: _,
        } = self;
        (
            (position, engine, rank, score, bound, score_deviation, mate),
            (win_rate, loss_rate, draw_rate, prior),
            (depth, selective_depth, visits, nodes, time, line, tail),
        )
    }
}

impl<G: Game> PartialEq for Analysis<G> {
    fn eq(&self, other: &Self) -> bool {
        self.compared() == other.compared()
    }
}

impl<G: Game> Eq for Analysis<G> {}

impl<G: Game> Hash for Analysis<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.compared().hash(state);
    }
}

impl<G: Game> Default for Analysis<G> {
    fn default() -> Self {
        Self {
            position: AnalysedPosition::After,
            engine: None,
            rank: None,
            score: None,
            bound: None,
            score_deviation: None,
            mate: None,
            win_rate: None,
            loss_rate: None,
            draw_rate: None,
            prior: None,
            depth: None,
            selective_depth: None,
            visits: None,
            nodes: None,
            time: None,
            line: Vec::new(),
            tail: String::new(),
            notation: None,
        }
    }
}

impl<G: Game> fmt::Debug for Analysis<G> {
    /// Formats only the members that have a value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Analysis");
        macro_rules! stated {
            ($($member:ident)*) => { $(if let Some(value) = &self.$member { out.field(stringify!($member), value); })* };
        }
        if self.position != AnalysedPosition::After {
            out.field("position", &self.position);
        }
        stated!(engine rank score bound score_deviation mate win_rate loss_rate draw_rate prior depth selective_depth visits nodes time);
        if !self.line.is_empty() {
            out.field("line", &self.line);
        }
        if !self.tail.is_empty() {
            out.field("tail", &self.tail);
        }
        stated!(notation);
        out.finish()
    }
}

/// The position that an engine analysed.
///
/// This enum is exhaustive: an action has a position before it and one after it.
///
/// ```
/// use kifu_core::AnalysedPosition;
/// // KataGo writes beside a move what it found in the search for that move.
/// assert_ne!(AnalysedPosition::Before, AnalysedPosition::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum AnalysedPosition {
    /// The position after the action of the node.
    #[default]
    After,
    /// The position before the action of the node. The analysis is usually the search that chose the action.
    Before,
}

/// The kind of bound that an inexact score is.
///
/// ```
/// use kifu_core::Bound;
/// // USI: score cp 120 lowerbound
/// assert_ne!(Bound::Lower, Bound::Upper);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Bound {
    /// A lower bound: the true score is at least this score.
    Lower,
    /// An upper bound: the true score is at most this score.
    Upper,
}

/// A mate that an engine found.
///
/// ```
/// use kifu_core::{Mate, Seat};
/// // USI: score mate + (of unknown length)
/// let mate = Mate::by(Seat::First);
/// assert_eq!(mate.plies, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Mate {
    /// The player who mates.
    pub winner: Seat,
    /// The number of plies until mate, if it is known.
    pub plies: Option<u32>,
}

impl Mate {
    /// Creates a mate of unknown length.
    ///
    /// ```
    /// use kifu_core::{Mate, Seat};
    /// let mut mate = Mate::by(Seat::Second); // USI: score mate -
    /// mate.plies = Some(5); // USI: score mate -5
    /// assert_eq!(mate.winner, Seat::Second);
    /// ```
    #[must_use]
    pub const fn by(winner: Seat) -> Self {
        Self { winner, plies: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;
    use alloc::{format, string::ToString, vec};
    use core::hash::BuildHasher;

    #[test]
    fn the_notation_does_not_count() {
        let plain: Analysis<Toy> = Analysis { depth: Some(3), line: vec![7], ..Analysis::default() };
        let noted = Analysis { notation: Some("toy: {depth}".into()), ..plain.clone() };
        let state = core::hash::BuildHasherDefault::<crate::fingerprint::Fnv>::default();
        assert_eq!(plain, noted);
        assert_eq!(state.hash_one(&plain), state.hash_one(&noted));
        assert_eq!(format!("{noted:?}"), "Analysis { depth: 3, line: [7], notation: \"toy: {depth}\" }");
        let other = Analysis { depth: Some(4), ..noted.clone() };
        assert_ne!(noted, other);
        assert_ne!(state.hash_one(&noted), state.hash_one(&other));
    }

    #[test]
    fn the_memory_has_a_notation_that_is_owned() {
        let plain: Analysis<Toy> = Analysis::default();
        let borrowed = Analysis { notation: Some("toy".into()), ..plain.clone() };
        let owned = Analysis { notation: Some("toy".to_string().into()), ..plain.clone() };
        assert_eq!((borrowed.memory(), owned.memory()), (plain.memory(), plain.memory() + 3));
    }
}
