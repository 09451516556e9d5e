//! The data of a node of the text, collected member by member before its nodes of the record are created.

use alloc::{
    collections::{BTreeMap, BTreeSet},
    string::String,
    vec::Vec,
};
use kifu_core::{Foreign, Node};
use kifu_goban::{Color, Go, Mark, Move, Points, PositionEdit, Rect, Shape};

/// A node of the record while it is being read.
#[derive(Default)]
pub(in crate::read) struct DraftNode {
    pub(in crate::read) node: Node<Go>,
    /// The foreign data of the node, in the order of the text.
    pub(in crate::read) foreign: Vec<Foreign>,
}

/// One of the nodes of the record that a node of the text may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Target {
    /// The first node, usually the only one.
    Head,
    /// The node of the move, if the head is the root or sets up a position.
    Tail,
}

/// The data of a node of the text while it is being read.
pub(in crate::read) struct Draft {
    pub(in crate::read) is_root: bool,
    pub(in crate::read) head: DraftNode,
    pub(in crate::read) tail: DraftNode,
    /// The node that gets the data about the move.
    pub(in crate::read) main: Target,
    pub(super) played: Option<Move>,
    /// The colour of `turn`.
    pub(super) turn: Option<Color>,
    /// The position that the node sets up.
    pub(super) setup: PositionEdit,
    /// The points of each mark that is a list of points.
    pub(super) points: BTreeMap<PointMark, Vec<Rect>>,
    /// The marks that are not in `points`, in the order of the text.
    pub(in crate::read) marks: Vec<Mark>,
    /// The labels, arrows and lines of `marks`, for the detection of repeats.
    pub(super) drawn: BTreeSet<Mark>,
}

/// A mark that is a list of points.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PointMark {
    Shape(Shape),
    Dim,
    View,
    Territory(Color),
    /// A mark of another type.
    Custom {
        name: String,
        text: String,
    },
}

impl PointMark {
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
    pub(super) fn new(is_root: bool, is_split: bool, played: Option<Move>, turn: Option<Color>) -> Self {
        Self {
            is_root,
            head: DraftNode::default(),
            tail: DraftNode::default(),
            main: if is_split { Target::Tail } else { Target::Head },
            played,
            turn,
            setup: PositionEdit::default(),
            points: BTreeMap::new(),
            marks: Vec::new(),
            drawn: BTreeSet::new(),
        }
    }

    /// Returns true if the move gets a separate node.
    pub(in crate::read) fn is_split(&self) -> bool {
        self.main == Target::Tail
    }

    pub(in crate::read) fn get_mut(&mut self, target: Target) -> &mut DraftNode {
        match target {
            Target::Head => &mut self.head,
            Target::Tail => &mut self.tail,
        }
    }

    pub(in crate::read) fn main_mut(&mut self) -> &mut DraftNode {
        self.get_mut(self.main)
    }

    pub(super) fn extend_points(&mut self, mark: PointMark, rects: impl IntoIterator<Item = Rect>) {
        self.points.entry(mark).or_default().extend(rects);
    }

    /// Moves all marks into the node that they belong to.
    pub(super) fn finish_marks(&mut self) {
        let mut marks = core::mem::take(&mut self.marks);
        let points = core::mem::take(&mut self.points);
        marks.extend(points.into_iter().map(|(mark, rects)| mark.into_mark(rects.into_iter().collect())));
        if !marks.is_empty() {
            self.main_mut().node.details_mut().marks.extend(marks);
        }
    }
}
