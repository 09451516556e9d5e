use crate::{Color, Point, Points, Size};
use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

mod parse;

pub use parse::ParseActionError;

/// The action of a node: a move, or an edit of the position.
///
/// ```
/// use kifu_goban::{Action, Color, Move, Point, PositionEdit};
/// let played = Action::from(Move::play(Color::White, Point::from_sgf("dp").unwrap()));
/// assert_eq!(played.to_string(), "W[dp]");
/// let turn = Action::from(PositionEdit::default().with_to_move(Color::Black));
/// assert_eq!(turn.to_string(), "PL[B]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Action {
    /// A move.
    Move(Move),
    /// Stones are set up or removed, or the player to move changes.
    Edit(Box<PositionEdit>),
}

impl Action {
    /// Returns the move, if this is a move.
    #[must_use]
    pub fn as_move(&self) -> Option<Move> {
        match self {
            Self::Move(played) => Some(*played),
            Self::Edit(_) => None,
        }
    }

    /// Returns the action for people, on a board of this size.
    pub(crate) fn text(&self, size: Size) -> String {
        match self {
            Self::Move(played) => match played.at {
                Some(at) if size.contains(at) => format!("{} {} ({played})", played.color.player(), at.to_a1(size)),
                Some(_) => played.to_string(),
                None => format!("{} pass", played.color.player()),
            },
            Self::Edit(edit) => edit.text(size),
        }
    }
}

impl From<Move> for Action {
    fn from(played: Move) -> Self {
        Self::Move(played)
    }
}

impl From<PositionEdit> for Action {
    fn from(edit: PositionEdit) -> Self {
        Self::Edit(Box::new(edit))
    }
}

impl fmt::Display for Action {
    /// Writes the action in SGF notation, which needs no board size: `B[pd]`, `AB[aa:cc]PL[W]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(played) => played.fmt(f),
            Self::Edit(edit) => edit.fmt(f),
        }
    }
}

/// A move: a stone played, or a pass.
///
/// A literal may construct it, because a colour and a point are all of a move.
///
/// ```
/// use kifu_goban::{Color, Move, Point};
/// let played = Move::play(Color::Black, Point::from_sgf("pd").unwrap());
/// assert_eq!(played.to_string(), "B[pd]");
/// assert_eq!(Move::pass(Color::White).to_string(), "W[]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// The colour of the player.
    pub color: Color,
    /// The point, or `None` for a pass.
    pub at: Option<Point>,
}

impl Move {
    /// Creates the move that plays a stone.
    #[must_use]
    pub fn play(color: Color, at: Point) -> Self {
        Self { color, at: Some(at) }
    }

    /// Creates a pass.
    #[must_use]
    pub fn pass(color: Color) -> Self {
        Self { color, at: None }
    }

    /// Returns the move in A1 style for a board of this size: `B Q16`, `W pass`.
    #[must_use]
    pub fn to_a1(self, size: Size) -> String {
        let at = self.at.map_or_else(|| String::from("pass"), |at| at.to_a1(size));
        format!("{} {at}", self.color.letter())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.color.letter())?;
        if let Some(at) = self.at {
            at.fmt(f)?;
        }
        f.write_str("]")
    }
}

/// A change of the position without a move. All points that it does not name are unchanged.
///
/// A point has at most one of the three states: black, white, or empty. The last call of [`set`](Self::set) counts.
///
/// ```
/// use kifu_goban::{Color, Point, PositionEdit};
/// let point = Point::from_sgf("dd").unwrap();
/// let edit = PositionEdit::default().with_stones(point, Some(Color::Black)).with_to_move(Color::White);
/// assert_eq!(edit.to_string(), "AB[dd]PL[W]");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::serial::Sets"))]
#[non_exhaustive]
pub struct PositionEdit {
    // The sets are disjoint.
    black: Points,
    white: Points,
    clear: Points,
    /// The player to move afterwards, if the edit sets it.
    pub to_move: Option<Color>,
}

impl PositionEdit {
    /// Returns the points where black stones are set.
    #[must_use]
    pub fn black(&self) -> &Points {
        &self.black
    }

    /// Returns the points where white stones are set.
    #[must_use]
    pub fn white(&self) -> &Points {
        &self.white
    }

    /// Returns the points that become empty.
    #[must_use]
    pub fn clear(&self) -> &Points {
        &self.clear
    }

    /// Returns true if the edit changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the edit with stones of `color` on `points`, or with empty points. This replaces what the edit had for these points.
    #[must_use]
    pub fn with_stones(mut self, points: impl Into<Points>, color: Option<Color>) -> Self {
        self.set(&points.into(), color);
        self
    }

    /// Returns the edit with the player to move afterwards.
    #[must_use]
    pub fn with_to_move(self, color: Color) -> Self {
        Self { to_move: Some(color), ..self }
    }

    /// Sets stones of `color`, or clears the points. This replaces what the edit had for these points before.
    ///
    /// ```
    /// use kifu_goban::{Color, Point, Points, PositionEdit, Rect};
    /// let p = |letters| Point::from_sgf(letters).unwrap();
    /// let mut edit = PositionEdit::default();
    /// edit.set(&Points::from(Rect::new(p("aa"), p("ac"))), Some(Color::Black));
    /// edit.set(&Points::from(p("ac")), Some(Color::White)); // the last call counts
    /// edit.set(&Points::from(p("jj")), None);
    /// assert_eq!(edit.to_string(), "AB[aa:ab]AW[ac]AE[jj]");
    /// ```
    pub fn set(&mut self, points: &Points, color: Option<Color>) {
        let sets =
            [(&mut self.black, Some(Color::Black)), (&mut self.white, Some(Color::White)), (&mut self.clear, None)];
        for (set, of) in sets {
            if of == color {
                *set = set.union(points);
            } else if !set.is_empty() {
                *set = set.minus(points);
            }
        }
    }

    /// Removes what the edit has for these points, so that it leaves them unchanged.
    pub fn unset(&mut self, points: &Points) {
        for set in [&mut self.black, &mut self.white, &mut self.clear] {
            *set = set.minus(points);
        }
    }
}

impl PositionEdit {
    /// Returns the edit for people, on a board of this size: `setup black D4, Q16; White to move`.
    fn text(&self, size: Size) -> String {
        let parts = self.parts_text(size);
        if parts.is_empty() { String::from("empty setup") } else { format!("setup {parts}") }
    }

    /// Returns the changes for people: `black D4, Q16; White to move`.
    pub(crate) fn parts_text(&self, size: Size) -> String {
        let sets = [("black", &self.black), ("white", &self.white), ("empty", &self.clear)];
        let sets = sets.into_iter().filter(|(_, points)| !points.is_empty());
        let mut parts: Vec<String> = sets.map(|(what, points)| format!("{what} {}", points.text(size))).collect();
        parts.extend(self.to_move.map(|color| format!("{} to move", color.player())));
        parts.join("; ")
    }
}

impl fmt::Display for PositionEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (identifier, points) in [("AB", &self.black), ("AW", &self.white), ("AE", &self.clear)] {
            if !points.is_empty() {
                write!(f, "{identifier}{points}")?;
            }
        }
        self.to_move.map_or(Ok(()), |color| write!(f, "PL[{}]", color.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Go, Rect, Setup};
    use kifu_core::Game;

    #[test]
    fn the_last_word_about_a_point_counts() {
        let points = |letters: &[&str]| letters.iter().map(|l| Point::from_sgf(l).unwrap()).collect::<Points>();
        let mut edit = PositionEdit::default();
        edit.set(&points(&["aa", "ab", "ac"]), Some(Color::Black));
        edit.set(&points(&["ab"]), Some(Color::White));
        edit.set(&points(&["ac"]), None);
        edit.to_move = Some(Color::White);
        assert_eq!(edit.to_string(), "AB[aa]AW[ab]AE[ac]PL[W]");
    }

    #[test]
    fn a_text_for_people_has_the_points_in_a1_style() {
        let size = Size::default();
        let p = |letters| Point::from_sgf(letters).unwrap();
        let text = |action: Action| Go::action_text(&action, &Setup::new(size));
        assert_eq!(text(Move::play(Color::White, p("dp")).into()), "White D4 (W[dp])");
        assert_eq!(text(Move::play(Color::Black, p("zz")).into()), "B[zz]"); // outside the board
        assert_eq!(text(Move::pass(Color::Black).into()), "Black pass");
        let nine = Setup::new(Size::square(9).unwrap());
        assert_eq!(Go::action_text(&Move::play(Color::Black, p("cg")).into(), &nine), "Black C3 (B[cg])");

        let mut edit = PositionEdit::default().with_stones(p("dd"), Some(Color::Black));
        edit.set(&[p("dp"), p("zz")].into_iter().collect(), Some(Color::White));
        edit.set(&Rect::new(p("aa"), p("cc")).into(), None);
        let text_of = |edit: &PositionEdit| text(edit.clone().into());
        assert_eq!(text_of(&edit), "setup black D16; white D4, zz; empty A19:C17");
        edit = edit.with_to_move(Color::White);
        assert_eq!(text_of(&edit), "setup black D16; white D4, zz; empty A19:C17; White to move");
        assert_eq!(text_of(&PositionEdit::default()), "empty setup");

        // Every second point of the first row, and then a whole row.
        let spread = (0..10).filter_map(|n| Point::new(2 * n, 0)).map(Rect::from);
        let many: Points = spread.chain([Rect::new(p("ac"), p("sc"))]).collect();
        let edit = PositionEdit::default().with_stones(many, Some(Color::Black));
        assert_eq!(text_of(&edit), "setup black A19, C19, E19, G19, J19, L19, N19, P19, R19 and 20 more");
    }

    #[test]
    fn an_action_is_small() {
        assert_eq!(size_of::<Option<Action>>(), 16);
    }
}
