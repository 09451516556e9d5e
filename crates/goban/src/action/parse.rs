//! Parses actions in the notation of their [`Display`](core::fmt::Display): `B[pd]`, `W[]`, `AB[aa:cc][dd]PL[W]`.

use super::{Action, Move, PositionEdit};
use crate::{Color, Point, Points, Rect};
use core::{fmt, str::FromStr};

/// The error for a text that is not an action in SGF notation.
///
/// ```
/// use kifu_goban::{Action, ParseActionError};
/// assert_eq!("Q16".parse::<Action>(), Err(ParseActionError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseActionError;

impl fmt::Display for ParseActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a move or a setup in SGF notation such as `B[pd]` or `AB[dd]PL[W]`")
    }
}

impl core::error::Error for ParseActionError {}

impl FromStr for Action {
    type Err = ParseActionError;

    /// Parses a move or an edit, as [`Display`](core::fmt::Display) writes it. The empty text is an empty edit.
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        text.parse::<Move>().map(Self::from).or_else(|_| text.parse::<PositionEdit>().map(Self::from))
    }
}

impl FromStr for Move {
    type Err = ParseActionError;

    /// Parses a move such as `B[pd]`, or a pass such as `W[]`.
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let letter = text.chars().next().ok_or(ParseActionError)?;
        let color = Color::from_letter(letter).ok_or(ParseActionError)?;
        let at = text[1..].strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or(ParseActionError)?;
        if at.is_empty() {
            return Ok(Self::pass(color));
        }
        Point::from_sgf(at).map(|at| Self::play(color, at)).ok_or(ParseActionError)
    }
}

impl FromStr for PositionEdit {
    type Err = ParseActionError;

    /// Parses an edit in its displayed form: the properties AB, AW, AE and PL in this order, each at most once.
    ///
    /// ```
    /// use kifu_goban::PositionEdit;
    /// let edit: PositionEdit = "AB[aa:cc]AE[dd]PL[W]".parse()?;
    /// assert_eq!((edit.black().len(), edit.clear().len()), (9, 1));
    /// # Ok::<(), kifu_goban::ParseActionError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let (mut edit, mut rest) = (Self::default(), text);
        for (identifier, color) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
            let Some(values) = rest.strip_prefix(identifier) else { continue };
            let (points, after) = points(values).ok_or(ParseActionError)?;
            edit.set(&points, color);
            rest = after;
        }
        if let Some(turn) = rest.strip_prefix("PL") {
            edit.to_move = Some(match turn {
                "[B]" => Color::Black,
                "[W]" => Color::White,
                _ => return Err(ParseActionError),
            });
            rest = "";
        }
        if rest.is_empty() { Ok(edit) } else { Err(ParseActionError) }
    }
}

/// Returns the points at the start of a text, `[aa:cc][dd]`, and the text after them.
fn points(text: &str) -> Option<(Points, &str)> {
    let (mut rects, mut rest) = (alloc::vec::Vec::new(), text);
    while let Some((value, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        rects.push(Rect::new(Point::from_sgf(from)?, Point::from_sgf(to)?));
        rest = after;
    }
    (!rects.is_empty()).then(|| (rects.into_iter().collect(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{string::ToString, vec::Vec};
    use proptest::prelude::*;

    fn points() -> impl Strategy<Value = Points> {
        let point = (0_u8..52, 0_u8..52).prop_map(|(x, y)| Point::new(x, y).unwrap());
        prop::collection::vec((point.clone(), point), 0..4)
            .prop_map(|rects| rects.into_iter().map(|(a, b)| Rect::new(a, b)).collect())
    }

    fn color() -> impl Strategy<Value = Color> {
        prop::sample::select(Color::ALL.to_vec())
    }

    fn action() -> impl Strategy<Value = Action> {
        let point = prop::option::of((0_u8..52, 0_u8..52).prop_map(|(x, y)| Point::new(x, y).unwrap()));
        let played = (color(), point).prop_map(|(color, at)| Action::from(Move { color, at }));
        let edit = (points(), points(), points(), prop::option::of(color())).prop_map(|(black, white, clear, turn)| {
            let edit = PositionEdit::default();
            let edit = edit.with_stones(black, Some(Color::Black)).with_stones(white, Some(Color::White));
            Action::from(PositionEdit { to_move: turn, ..edit.with_stones(clear, None) })
        });
        prop_oneof![played, edit]
    }

    proptest! {
        #[test]
        fn an_action_is_read_from_its_text(action in action()) {
            prop_assert_eq!(action.to_string().parse(), Ok(action));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let refused = |text: &&str| text.parse::<Action>().is_err();
        let texts = [
            "B",
            "B[",
            "b[pd]",
            "B[p]",
            "B[pd]W[dd]",
            "AB",
            "AB[]",
            "PL[]",
            "PL[B]AB[aa]",
            "AB[aa]x",
            "[aa]",
            "先[aa]",
        ];
        assert_eq!(texts.iter().filter(|text| refused(text)).collect::<Vec<_>>(), texts.iter().collect::<Vec<_>>());
    }
}
