//! Results in the notation of go players.

use alloc::string::{String, ToString};
use kifu_core::{Outcome, ParseOutcomeError, Seat, Termination};

/// Returns a result in the notation of go players: `B+3.5`, `W+R`, `0`, `Void`, `?`.
///
/// [`parse_outcome`] reads it back. For a result that go has no notation for, the text is that of [`Outcome`].
///
/// ```
/// use kifu_core::{Outcome, Seat, Termination};
/// use kifu_goban::outcome_text;
/// assert_eq!(outcome_text(&Outcome::Win { winner: Seat::First, by: Termination::Resignation }), "B+R");
/// assert_eq!(outcome_text(&Outcome::Draw(Termination::Unstated)), "0");
/// assert_eq!(outcome_text(&Outcome::Draw(Termination::Impasse)), "draw by impasse");
/// ```
#[must_use]
pub fn outcome_text(outcome: &Outcome) -> String {
    let (winner, by) = match outcome {
        Outcome::Draw(Termination::Unstated) => return "0".into(),
        Outcome::NoResult => return "Void".into(),
        Outcome::Unknown => return "?".into(),
        Outcome::Win { winner: Seat::First, by } => ("B+", by),
        Outcome::Win { winner: Seat::Second, by } => ("W+", by),
        other => return other.to_string(),
    };
    let by = match by {
        Termination::Unstated => String::new(),
        Termination::Score(points) => points.to_string(),
        Termination::Resignation => "R".into(),
        Termination::Time => "T".into(),
        Termination::Forfeit => "F".into(),
        _ => return outcome.to_string(),
    };
    [winner, &by].concat()
}

/// Reads a result in the notation of go players, in any case of letters: `B+` or `W+` with points, `R` or `Resign`, `T` or
/// `Time`, `F` or `Forfeit`, or nothing; `0` or `Draw`; `Void`; `?`.
///
/// ```
/// use kifu_core::{Outcome, Seat, Termination};
/// use kifu_goban::parse_outcome;
/// assert_eq!(parse_outcome("w+resign"), Ok(Outcome::Win { winner: Seat::Second, by: Termination::Resignation }));
/// assert_eq!(parse_outcome("Void"), Ok(Outcome::NoResult));
/// assert!(parse_outcome("Black wins").is_err());
/// ```
///
/// # Errors
/// [`ParseOutcomeError`] if the text is not a result in this notation.
pub fn parse_outcome(text: &str) -> Result<Outcome, ParseOutcomeError> {
    let lower = text.to_ascii_lowercase();
    let (winner, by) = match lower.as_str() {
        "0" | "draw" => return Ok(Outcome::Draw(Termination::Unstated)),
        "void" => return Ok(Outcome::NoResult),
        "?" => return Ok(Outcome::Unknown),
        _ => match lower.split_once('+') {
            Some(("b", by)) => (Seat::First, by),
            Some(("w", by)) => (Seat::Second, by),
            _ => return Err(ParseOutcomeError),
        },
    };
    let is_number = by.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let by = match by {
        "" => Termination::Unstated,
        "r" | "resign" => Termination::Resignation,
        "t" | "time" => Termination::Time,
        "f" | "forfeit" => Termination::Forfeit,
        score if is_number => Termination::Score(score.parse().map_err(|_| ParseOutcomeError)?),
        _ => return Err(ParseOutcomeError),
    };
    Ok(Outcome::Win { winner, by })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_core::Decimal;

    #[test]
    fn what_go_has_a_notation_for_reads_back() {
        let by = [
            Termination::Unstated,
            Termination::Score(Decimal::new(35, 1)),
            Termination::Resignation,
            Termination::Time,
            Termination::Forfeit,
        ];
        let wins = [Seat::First, Seat::Second].into_iter().flat_map(|winner| by.map(|by| (winner.clone(), by)));
        let wins = wins.map(|(winner, by)| Outcome::Win { winner, by });
        for outcome in wins.chain([Outcome::Draw(Termination::Unstated), Outcome::NoResult, Outcome::Unknown]) {
            assert_eq!(parse_outcome(&outcome_text(&outcome)), Ok(outcome));
        }
        for text in ["", "B", "B+x", "B+3.5.5", "+R", "G+R", "draw by impasse", "first wins"] {
            assert!(parse_outcome(text).is_err(), "{text}");
        }
    }
}
