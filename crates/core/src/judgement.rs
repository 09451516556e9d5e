use crate::Decimal;

/// The judgements of a node: of the move and of the position. SGF allows several together.
///
/// ```
/// use kifu_core::{Degree, Judgement, MoveQuality};
/// // SGF: TE[2]HO[1]
/// let mut judgement = Judgement::default();
/// judgement.of_move = Some(MoveQuality::Good(Degree::Emphasised));
/// judgement.hotspot = Some(Degree::Normal);
/// assert_ne!(judgement, Judgement::default()); // nothing is judged
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct Judgement {
    /// The quality of the move.
    pub of_move: Option<MoveQuality>,
    /// The side that the position favours.
    pub of_position: Option<PositionJudgement>,
    /// Marks the node as interesting.
    pub hotspot: Option<Degree>,
    /// An estimate of the score. Positive values are good for the first player.
    pub value: Option<Decimal>,
    /// True if the move solves the problem.
    pub solution: bool,
}

/// The quality of a move.
///
/// ```
/// use kifu_core::{Judgement, MoveQuality};
/// // SGF: DO[]
/// let mut judgement = Judgement::default();
/// judgement.of_move = Some(MoveQuality::Doubtful);
/// assert_ne!(judgement.of_move, Some(MoveQuality::Interesting)); // SGF: IT[]
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum MoveQuality {
    /// A bad move (?).
    Bad(Degree),
    /// A doubtful move (?!).
    Doubtful,
    /// An interesting move (!?).
    Interesting,
    /// A good move, tesuji (!).
    Good(Degree),
}

/// The judgement of a position.
///
/// A literal may construct it, because a quality and a degree are all of such a judgement.
///
/// ```
/// use kifu_core::{Degree, Judgement, PositionJudgement, PositionQuality};
/// let mut judgement = Judgement::default();
/// // SGF: GB[2], very good for Black
/// let quality = PositionQuality::GoodForFirst;
/// judgement.of_position = Some(PositionJudgement { quality, degree: Degree::Emphasised });
/// assert_eq!(judgement.of_move, None); // a bad move may lead to it
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PositionJudgement {
    /// The side that the position favours.
    pub quality: PositionQuality,
    /// The degree: normal or emphasised.
    pub degree: Degree,
}

/// The side that a position favours.
///
/// ```
/// use kifu_core::{Degree, Judgement, PositionJudgement, PositionQuality};
/// // SGF: GW[1], good for White
/// let mut judgement = Judgement::default();
/// let quality = PositionQuality::GoodForSecond;
/// judgement.of_position = Some(PositionJudgement { quality, degree: Degree::Normal });
/// assert_eq!(judgement.of_move, None); // a good move may lead to a bad position
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum PositionQuality {
    /// Even for both players.
    Even,
    /// Good for the first player (Black, sente).
    GoodForFirst,
    /// Good for the second player (White, gote).
    GoodForSecond,
    /// Unclear.
    Unclear,
}

/// The degree of a judgement.
///
/// This enum is exhaustive: formats state a judgement in one of these two degrees.
///
/// ```
/// use kifu_core::{Degree, Judgement};
/// let mut judgement = Judgement::default();
/// judgement.hotspot = Some(Degree::Emphasised); // SGF: HO[2]
/// assert_ne!(judgement.hotspot, Some(Degree::Normal)); // SGF: HO[1]
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Degree {
    /// The normal degree.
    Normal,
    /// The strong degree: very good, very bad.
    Emphasised,
}
