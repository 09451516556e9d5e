use crate::{Color, Point, Points};
use alloc::string::String;

/// Something drawn on the board.
///
/// A node has at most one mark of each shape, with all its points; a dim or a view holds until the next of its kind on
/// the path.
///
/// ```
/// use kifu_goban::{Mark, Point, Points, Shape};
/// let point = Point::from_sgf("dd").unwrap();
/// let mark = Mark::Shape(Shape::Triangle, Points::from(point));
/// assert!(mark < Mark::Label(point, "A".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A shape on each of some points.
    Shape(Shape, Points),
    /// A text on a point.
    Label(Point, String),
    /// An arrow from one point to another.
    Arrow(Point, Point),
    /// A line between two points.
    Line(Point, Point),
    /// Points shown dimmed from here on; none ends it.
    Dim(Points),
    /// The only points shown from here on; none shows the whole board again.
    View(Points),
    /// The territory of a player.
    Territory(Color, Points),
    /// A mark of a further kind, by the name that its format gives it, with a text where it has one.
    Custom(String, String, Points),
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
