//! A node of a text while a format reads it, member by member. It becomes one node of the record, or two if it has both setup and a
//! move.
//!
//! ```
//! use kifu_goban::{Color, Move, Point, draft::{Draft, PointMark, Target}};
//! let at = Point::new(2, 2).unwrap();
//! // `{"setup": …, "name": "A", "move": …, "markup": {"triangle": [[2, 2]]}}`
//! let mut draft = Draft::new(false, true, Some(Move::play(Color::Black, at)), None);
//! draft.get_mut(Target::Head).node.details_mut().name = "A".into();
//! draft.extend_points(PointMark::named("triangle"), [at.into()]);
//! draft.main_mut().node.details_mut().judgement.solution = true;
//! let nodes = draft.into_nodes();
//! let tail = nodes.tail.unwrap();
//! assert!(tail.details().unwrap().judgement.solution);
//! ```

use crate::{
    Action, Color, Go, Mark, Move, Points, PositionEdit, Rect, Shape, Size,
    analysis::{self, Context},
};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    string::String,
    vec::Vec,
};
use kifu_core::{Analysis, Foreign, Node};

/// A node of the record while it is being read.
///
/// ```
/// use kifu_goban::draft::DraftNode;
/// assert!(DraftNode::default().foreign.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct DraftNode {
    /// The node, without its action.
    pub node: Node<Go>,
    /// The foreign data of the node, in the order of the text.
    pub foreign: Vec<Foreign>,
}

/// One of the nodes of the record that a node of the text may become.
///
/// This enum is exhaustive: a node becomes at most two.
///
/// ```
/// use kifu_goban::draft::{Draft, Target};
/// assert_eq!(Draft::default().main, Target::Head);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// The first node, usually the only one.
    #[default]
    Head,
    /// The node of the move, if the head is the root or sets up a position.
    Tail,
}

/// The data of a node of the text while it is being read.
///
/// ```
/// use kifu_goban::{Color, Mark, Move, Point, Shape, draft::{Draft, PointMark}};
/// let at = Point::new(2, 2).unwrap();
/// // A move and stones in one node.
/// let mut draft = Draft::new(false, true, Some(Move::play(Color::White, at)), None);
/// draft.setup.set(&[Point::new(3, 3).unwrap()].into_iter().collect(), Some(Color::Black));
/// draft.extend_points(PointMark::Shape(Shape::Circle), [at.into()]);
/// let nodes = draft.into_nodes();
/// assert_eq!(nodes.head.action.unwrap().to_string(), "AB[dd]");
/// let tail = nodes.tail.unwrap();
/// assert_eq!(tail.action.unwrap().to_string(), "W[cc]");
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Draft {
    /// True for the first node of the text, whose setup is the start position.
    pub is_root: bool,
    /// The first node.
    pub head: DraftNode,
    /// The node of the move, if it is another node.
    pub tail: DraftNode,
    /// The node that gets the data about the move.
    pub main: Target,
    /// The move.
    pub played: Option<Move>,
    /// The colour of `turn`.
    pub turn: Option<Color>,
    /// The position that the node sets up.
    pub setup: PositionEdit,
    /// The points of each mark that is a list of points.
    pub points: BTreeMap<PointMark, Vec<Rect>>,
    /// The marks that are not in `points`, in the order of the text.
    pub marks: Vec<Mark>,
    /// The labels, arrows and lines of `marks`, for the detection of repeats.
    pub drawn: BTreeSet<Mark>,
    /// The analyses in properties of SGF, by the place of the identifier in [`analysis::IDENTIFIERS`].
    analyses: BTreeMap<usize, Vec<Analysis<Go>>>,
}

/// A mark that is a list of points.
///
/// ```
/// use kifu_goban::{Shape, draft::PointMark};
/// assert_eq!(PointMark::named("triangle"), PointMark::Shape(Shape::Triangle));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PointMark {
    /// A shape.
    Shape(Shape),
    /// Points that are shown dimmed.
    Dim,
    /// The only points that are shown.
    View,
    /// Territory of a player.
    Territory(Color),
    /// A mark of another type.
    Custom {
        /// The type.
        name: String,
        /// The text of the mark.
        text: String,
    },
}

impl PointMark {
    /// Returns the mark with a name of JGF: `circle`, `triangle`, `square`, `mark`, `select`, `dim`, `view`, or another type.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let shape = match name {
            "circle" => Shape::Circle,
            "triangle" => Shape::Triangle,
            "square" => Shape::Square,
            "mark" => Shape::Cross,
            "select" | "selected" => Shape::Selected,
            "dim" => return Self::Dim,
            "view" => return Self::View,
            _ => return Self::Custom { name: name.into(), text: String::new() },
        };
        Self::Shape(shape)
    }

    fn into_mark(self, points: Points) -> Mark {
        match self {
            Self::Shape(shape) => Mark::Shape(shape, points),
            Self::Dim => Mark::Dim(points),
            Self::View => Mark::View(points),
            Self::Territory(color) => Mark::Territory(color, points),
            Self::Custom { name, text } => Mark::Custom { kind: name, text, points },
        }
    }
}

impl Draft {
    /// Creates a draft. If `is_split` is true, the move gets its own node.
    #[must_use]
    pub fn new(is_root: bool, is_split: bool, played: Option<Move>, turn: Option<Color>) -> Self {
        let main = if is_split { Target::Tail } else { Target::Head };
        Self { is_root, main, played, turn, ..Self::default() }
    }

    /// Returns true if the move gets a separate node.
    #[must_use]
    pub fn is_split(&self) -> bool {
        self.main == Target::Tail
    }

    /// Returns one of the nodes.
    pub fn get_mut(&mut self, target: Target) -> &mut DraftNode {
        match target {
            Target::Head => &mut self.head,
            Target::Tail => &mut self.tail,
        }
    }

    /// Returns the node that gets the data about the move.
    pub fn main_mut(&mut self) -> &mut DraftNode {
        self.get_mut(self.main)
    }

    /// Adds points to a mark.
    pub fn extend_points(&mut self, mark: PointMark, rects: impl IntoIterator<Item = Rect>) {
        self.points.entry(mark).or_default().extend(rects);
    }

    /// Reads a property of SGF with analyses of engines. Returns false if it is not one, if it was read before, or if writing the
    /// analyses would give another text.
    ///
    /// ```
    /// use kifu_goban::{Size, draft::Draft};
    /// let mut draft = Draft::default();
    /// assert!(draft.read_analysis("SBKV", &["48.75"], Size::default()));
    /// let details = draft.into_nodes().head.details().cloned().unwrap();
    /// assert_eq!(details.analyses[0].win_rate.unwrap().to_string(), "0.4875");
    /// ```
    pub fn read_analysis(&mut self, identifier: &str, values: &[&str], size: Size) -> bool {
        let place = analysis::IDENTIFIERS.iter().position(|known| *known == identifier);
        let (Some(place), [value]) = (place, values) else { return false };
        if self.analyses.contains_key(&place) {
            return false;
        }
        let context = Context::new(self.played.map(|played| played.color), size);
        let read = analysis::read(identifier, value, context);
        let is_read = read.is_some();
        self.analyses.extend(read.map(|analyses| (place, analyses)));
        is_read
    }

    /// Returns the points that are territory of both players.
    #[must_use]
    pub fn double_territory(&self) -> Points {
        let territory = |color| {
            let rects = self.points.get(&PointMark::Territory(color));
            rects.map(|rects| rects.iter().copied().collect::<Points>()).unwrap_or_default()
        };
        let (black, white) = (territory(Color::Black), territory(Color::White));
        white.minus(&white.minus(&black))
    }

    /// Returns the nodes of the record, with their actions and marks. The foreign data is not in them, because formats keep that of
    /// the root in the game.
    #[must_use]
    pub fn into_nodes(mut self) -> DraftNodes {
        self.finish_marks();
        self.finish_analyses();
        let is_split = self.is_split();
        let Self { mut head, mut tail, is_root, played, setup, .. } = self;
        let start = if is_root {
            Some(setup)
        } else {
            head.node.action = if setup.is_empty() {
                played.filter(|_| !is_split).map(Action::from)
            } else {
                Some(Action::from(setup))
            };
            None
        };
        tail.node.action = played.filter(|_| is_split).map(Action::from);
        head.node.shrink_to_fit();
        tail.node.shrink_to_fit();
        DraftNodes { start, head: head.node, tail: is_split.then_some(tail.node) }
    }

    /// Moves the analyses in properties into the node that they belong to, before those that the slot has.
    fn finish_analyses(&mut self) {
        let mut analyses: Vec<_> = core::mem::take(&mut self.analyses).into_values().flatten().collect();
        if !analyses.is_empty() {
            let of_node = &mut self.main_mut().node.details_mut().analyses;
            analyses.append(of_node);
            *of_node = analyses;
        }
    }

    /// Moves all marks into the node that they belong to.
    fn finish_marks(&mut self) {
        let mut marks = core::mem::take(&mut self.marks);
        let points = core::mem::take(&mut self.points);
        marks.extend(points.into_iter().map(|(mark, rects)| mark.into_mark(rects.into_iter().collect())));
        if !marks.is_empty() {
            self.main_mut().node.details_mut().marks.extend(marks);
        }
    }
}

/// The nodes of the record that a [`Draft`] becomes.
///
/// ```
/// use kifu_goban::draft::Draft;
/// let nodes = Draft::new(true, false, None, None).into_nodes();
/// assert!(nodes.start.is_some_and(|start| start.is_empty()));
/// assert!(nodes.tail.is_none());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DraftNodes {
    /// The start position, if the node is the first one.
    pub start: Option<PositionEdit>,
    /// The first node.
    pub head: Node<Go>,
    /// The node of the move, if it is another one.
    pub tail: Option<Node<Go>>,
}
