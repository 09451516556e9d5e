use crate::{Color, Point, Points, Size};
use alloc::{format, string::String};
use core::fmt;

/// A mark that is drawn on the board.
///
/// A node has at most one mark of each shape, with all its points. A dim or a view applies until the next of its kind on the path.
///
/// ```
/// use kifu_goban::{Mark, Point, Points, Shape};
/// let point = Point::from_sgf("dd").unwrap();
/// let mark = Mark::Shape(Shape::Triangle, Points::from(point));
/// assert!(mark < Mark::Label(point, "A".into()));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Mark {
    /// A shape on each of the points.
    Shape(Shape, Points),
    /// A text on a point.
    Label(Point, String),
    /// An arrow from one point to another.
    Arrow(Point, Point),
    /// A line between two points.
    Line(Point, Point),
    /// Points shown dimmed from here on; an empty set ends this.
    Dim(Points),
    /// The only points shown from here on; an empty set shows the whole board again.
    View(Points),
    /// The territory of a player.
    Territory(Color, Points),
    /// A mark of another kind.
    Custom {
        /// The name of the mark in its format.
        kind: String,
        /// The text, or an empty string.
        text: String,
        /// The points of the mark.
        points: Points,
    },
}

/// The shape of a mark.
///
/// This enum is exhaustive: [`Mark::Custom`] holds every other kind of mark.
///
/// ```
/// use kifu_goban::{Mark, Points, Shape, Size};
/// // Every point of a small board, marked.
/// let mark = Mark::Shape(Shape::Cross, Points::from(Size::square(5).unwrap().rect()));
/// assert_eq!(format!("{mark:?}"), "Cross [aa:ee]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Shape {
    /// A circle.
    Circle,
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A cross.
    Cross,
    /// Selected points.
    Selected,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 5] = [Self::Circle, Self::Triangle, Self::Square, Self::Cross, Self::Selected];
}

impl Shape {
    /// Returns the English name, in lower case.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Triangle => "triangle",
            Self::Square => "square",
            Self::Cross => "cross",
            Self::Selected => "selected",
        }
    }
}

impl Mark {
    /// Returns the mark for people, on a board of this size.
    pub(crate) fn text(&self, size: Size) -> String {
        match self {
            Self::Shape(shape, points) => format!("{} {}", shape.name(), points.text(size)),
            Self::Label(at, text) => format!("label {text:?} at {}", at.text(size)),
            Self::Arrow(from, to) => format!("arrow {} to {}", from.text(size), to.text(size)),
            Self::Line(from, to) => format!("line {} to {}", from.text(size), to.text(size)),
            Self::Dim(points) if points.is_empty() => String::from("end of dimming"),
            Self::Dim(points) => format!("dimmed {}", points.text(size)),
            Self::View(points) if points.is_empty() => String::from("view of the whole board"),
            Self::View(points) => format!("view of {}", points.text(size)),
            Self::Territory(color, points) => format!("{color} territory {}", points.text(size)),
            Self::Custom { kind, text, points } if text.is_empty() => format!("{kind} {}", points.text(size)),
            Self::Custom { kind, text, points } => format!("{kind} {text:?} at {}", points.text(size)),
        }
    }

    /// The memory of the points and texts, in bytes.
    pub(crate) fn memory(&self) -> usize {
        match self {
            Self::Shape(_, points) | Self::Dim(points) | Self::View(points) | Self::Territory(_, points) => {
                points.memory()
            }
            Self::Label(_, text) => text.capacity(),
            Self::Arrow(..) | Self::Line(..) => 0,
            Self::Custom { kind, text, points } => kind.capacity() + text.capacity() + points.memory(),
        }
    }

    /// Returns one mark on the points of both, if they are marks of the same kind.
    ///
    /// Labels, arrows and lines are not merged. Neither is a dim or a view without points, which ends the previous one.
    pub(crate) fn merged(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Shape(a, points), Self::Shape(b, more)) if a == b => Some(Self::Shape(*a, points.union(more))),
            (Self::Territory(a, points), Self::Territory(b, more)) if a == b => {
                Some(Self::Territory(*a, points.union(more)))
            }
            (Self::Dim(points), Self::Dim(more)) if !points.is_empty() && !more.is_empty() => {
                Some(Self::Dim(points.union(more)))
            }
            (Self::View(points), Self::View(more)) if !points.is_empty() && !more.is_empty() => {
                Some(Self::View(points.union(more)))
            }
            (Self::Custom { kind, text, points }, Self::Custom { kind: a, text: b, points: more })
                if (kind, text) == (a, b) =>
            {
                Some(Self::Custom { kind: kind.clone(), text: text.clone(), points: points.union(more) })
            }
            _ => None,
        }
    }
}

impl fmt::Debug for Mark {
    /// Writes a short text for messages: `Triangle [dd]`, `Label dd "A"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(shape, points) => write!(f, "{shape:?} {points}"),
            Self::Label(at, text) => write!(f, "Label {at} {text:?}"),
            Self::Arrow(from, to) => write!(f, "Arrow {from} to {to}"),
            Self::Line(from, to) => write!(f, "Line {from} to {to}"),
            Self::Dim(points) => write!(f, "Dim {points}"),
            Self::View(points) => write!(f, "View {points}"),
            Self::Territory(color, points) => write!(f, "Territory of {color} {points}"),
            Self::Custom { kind, text, points } if text.is_empty() => write!(f, "{kind} {points}"),
            Self::Custom { kind, text, points } => write!(f, "{kind} {text:?} {points}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Go, Setup};
    use kifu_core::Game;

    #[test]
    fn a_text_for_people_has_the_points_in_a1_style() {
        let p = |letters| Point::from_sgf(letters).unwrap();
        let points = || [p("dp"), p("eo")].into_iter().collect::<Points>();
        let custom = |text: &str| Mark::Custom { kind: "happy".into(), text: text.into(), points: points() };
        let texts = [
            (Mark::Shape(Shape::Triangle, points()), "triangle E5, D4"),
            (Mark::Shape(Shape::Selected, points()), "selected E5, D4"),
            (Mark::Label(p("dp"), "a\n".into()), r#"label "a\n" at D4"#),
            (Mark::Label(p("zz"), "a".into()), r#"label "a" at zz"#), // outside the board
            (Mark::Arrow(p("dp"), p("eo")), "arrow D4 to E5"),
            (Mark::Line(p("dp"), p("eo")), "line D4 to E5"),
            (Mark::Dim(points()), "dimmed E5, D4"),
            (Mark::Dim(Points::new()), "end of dimming"),
            (Mark::View(Points::from(Size::default().rect())), "view of A19:T1"),
            (Mark::View(Points::new()), "view of the whole board"),
            (Mark::Territory(Color::Black, points()), "black territory E5, D4"),
            (custom(""), "happy E5, D4"),
            (custom("a"), r#"happy "a" at E5, D4"#),
        ];
        for (mark, text) in texts {
            assert_eq!(Go::mark_text(&mark, &Setup::default()), text);
        }
    }
}
