//! The result of a game.

use crate::{Decimal, Seat};
use alloc::string::String;
use core::fmt;

/// The result of a game.
///
/// The text of [`Display`](fmt::Display) is the same for all games, and parses to the same result. For the usual notation of a game
/// (`B+R`, 先手の勝ち), see [`Game::outcome_text`](crate::Game::outcome_text).
///
/// This enum is exhaustive: every game ends in one of these ways. [`Termination`] may get more variants.
///
/// ```
/// use kifu_core::{Outcome, Seat, Termination};
/// let outcome = Outcome::Win { winner: Seat::First, by: Termination::Resignation };
/// assert_eq!(outcome.to_string(), "first wins by resignation");
/// assert_eq!("first wins by resignation".parse(), Ok(outcome));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// One player won.
    Win {
        /// The winner.
        winner: Seat,
        /// The way in which the winner won.
        by: Termination,
    },
    /// A draw.
    Draw(Termination),
    /// The game ended without a result, or was suspended.
    NoResult,
    /// The result is not known.
    Unknown,
}

impl Outcome {
    /// Returns the winner, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<&Seat> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            _ => None,
        }
    }
}

/// The way in which a game ended.
///
/// ```
/// use kifu_core::{Decimal, Termination};
/// let half_a_point = Termination::Score(Decimal::new(5, 1));
/// assert_ne!(half_a_point, Termination::Unstated);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Termination {
    /// The record does not state how the game ended.
    Unstated,
    /// By a margin of this number of points.
    Score(Decimal),
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
    /// A player forfeited the game.
    Forfeit,
    /// A player made an illegal move.
    IllegalMove,
    /// The king was checkmated.
    Checkmate,
    /// A player declared a win.
    Declaration,
    /// The position was repeated.
    Repetition,
    /// Neither player could make progress.
    Impasse,
    /// The game was interrupted.
    Interruption,
    /// The game reached the limit of moves.
    MaxMoves,
}

/// The words of `Display` for the terminations without a value.
const WORDS: [(Termination, &str); 10] = [
    (Termination::Resignation, "resignation"),
    (Termination::Time, "time"),
    (Termination::Forfeit, "forfeit"),
    (Termination::IllegalMove, "illegal move"),
    (Termination::Checkmate, "checkmate"),
    (Termination::Declaration, "declaration"),
    (Termination::Repetition, "repetition"),
    (Termination::Impasse, "impasse"),
    (Termination::Interruption, "interruption"),
    (Termination::MaxMoves, "limit of moves"),
];

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = match self {
            Self::NoResult => return f.write_str("no result"),
            Self::Unknown => return f.write_str("unknown"),
            Self::Draw(by) => {
                f.write_str("draw")?;
                by
            }
            Self::Win { winner, by } => {
                match winner {
                    Seat::First => f.write_str("first wins")?,
                    Seat::Second => f.write_str("second wins")?,
                    Seat::Other(name) => write!(f, "seat {name} wins")?,
                }
                by
            }
        };
        match by {
            Termination::Unstated => Ok(()),
            Termination::Score(points) => write!(f, " by {points}"),
            by => WORDS.iter().find(|known| known.0 == *by).map_or(Ok(()), |known| write!(f, " by {}", known.1)),
        }
    }
}

/// The error for a text that is not a result.
///
/// ```
/// use kifu_core::{Outcome, ParseOutcomeError};
/// let refused: ParseOutcomeError = "an exciting game".parse::<Outcome>().unwrap_err();
/// assert_eq!(refused.to_string(), "not a result in the expected notation");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a result in the expected notation")]
pub struct ParseOutcomeError;

impl core::str::FromStr for Outcome {
    type Err = ParseOutcomeError;

    /// Parses the text that [`Outcome`] displays.
    fn from_str(text: &str) -> Result<Self, ParseOutcomeError> {
        match text {
            "no result" => return Ok(Self::NoResult),
            "unknown" => return Ok(Self::Unknown),
            _ => {}
        }
        if let Some(by) = text.strip_prefix("draw") {
            return termination(by).map(Self::Draw);
        }
        let (winner, by) = text.rsplit_once(" wins").ok_or(ParseOutcomeError)?;
        let winner = match winner {
            "first" => Seat::First,
            "second" => Seat::Second,
            other => Seat::Other(other.strip_prefix("seat ").map(String::from).ok_or(ParseOutcomeError)?),
        };
        Ok(Self::Win { winner, by: termination(by)? })
    }
}

fn termination(text: &str) -> Result<Termination, ParseOutcomeError> {
    if text.is_empty() {
        return Ok(Termination::Unstated);
    }
    let by = text.strip_prefix(" by ").ok_or(ParseOutcomeError)?;
    match WORDS.iter().find(|known| known.1 == by) {
        Some(known) => Ok(known.0),
        None => by.parse().map(Termination::Score).map_err(|_| ParseOutcomeError),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_result_reads_back() {
        let terminations = WORDS.iter().map(|known| known.0);
        let terminations = terminations.chain([Termination::Unstated, Termination::Score(Decimal::new(35, 1))]);
        for by in terminations {
            let seats = [Seat::First, Seat::Second, Seat::Other("red wins by time".into())];
            let wins = seats.map(|winner| Outcome::Win { winner, by });
            for outcome in wins.into_iter().chain([Outcome::Draw(by), Outcome::NoResult, Outcome::Unknown]) {
                assert_eq!(outcome.to_string().parse(), Ok(outcome));
            }
        }
        for text in ["", "first", "first wins by", "first wins by luck", "drawn", "red wins", "B+R"] {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
    }
}
