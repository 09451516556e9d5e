//! Diagrams of the nodes of a record.

use super::{Coordinates, Diagram};
use crate::{Action, Color, Go, Mark, Move, Point, PositionEdit};
use kifu_core::{Node, NodeId, Record};

/// What a diagram of a record shows. What is not set here is as the record states it, and otherwise the default.
///
/// ```
/// use kifu_core::Record;
/// use kifu_goban::{Diagram, Go, diagram::{Coordinates, Options}};
/// let record: Record<Go> = Record::default();
/// let options = Options::new().with_full_board(true).with_coordinates(Coordinates::Off).with_last_move(false);
/// let diagram = Diagram::of_record(&record, &[record.tree.root()], |_| None, &options);
/// assert_eq!(diagram.coordinates(), Coordinates::Off);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// True if the whole board is shown and no point is dimmed, whatever the record states.
    pub full_board: bool,
    /// The coordinates. By default as the record's `showCoordinates` states, and otherwise in A1 style.
    pub coordinates: Option<Coordinates>,
    /// True if the last move is marked. By default as the record's `showLastMove` states, and otherwise true.
    pub last_move: Option<bool>,
}

impl Options {
    /// Creates options that show what the record states.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Shows the whole board without dimmed points, or what the record states (`VW`, `DD`, and the cut-off of JGF 1 and JGF 2).
    #[must_use]
    pub fn with_full_board(self, full_board: bool) -> Self {
        Self { full_board, ..self }
    }

    /// Sets the coordinates.
    #[must_use]
    pub fn with_coordinates(self, coordinates: Coordinates) -> Self {
        Self { coordinates: Some(coordinates), ..self }
    }

    /// Sets whether the last move is marked.
    #[must_use]
    pub fn with_last_move(self, shown: bool) -> Self {
        Self { last_move: Some(shown), ..self }
    }
}

impl Diagram {
    /// Creates the diagram of a node. `path` has its nodes from the root to the node itself, and `stone` returns the stone on a point
    /// there.
    ///
    /// The diagram has the marks of the last node. A view and dimmed points apply to the nodes after theirs, until the next of their
    /// kind on the path; an empty one ends them. The last move is marked if no stones were set up after it. Nodes that the record
    /// does not have are ignored.
    ///
    /// ```
    /// use kifu_core::{Node, Record};
    /// use kifu_goban::{Action, Color, Diagram, Go, Mark, Move, Point, Points, Rect, diagram::Options};
    /// let p = |letters| Point::from_sgf(letters).unwrap();
    /// let mut record: Record<Go> = Record::default();
    /// let root = record.tree.root();
    /// record.tree[root].details_mut().marks.extend([Mark::View(Rect::new(p("aa"), p("ii")).into())]);
    /// let node = record.tree.add(root, Node::new(Some(Action::from(Move::play(Color::Black, p("cc"))))));
    /// let stone = |at| (at == p("cc")).then_some(Color::Black);
    /// let diagram = Diagram::of_record(&record, &[root, node], stone, &Options::new());
    /// assert_eq!(diagram.view().to_string(), "aa:ii");
    /// assert!(diagram.cell(p("cc")).unwrap().is_last_move);
    /// ```
    #[must_use]
    pub fn of_record(
        record: &Record<Go>,
        path: &[NodeId],
        stone: impl FnMut(Point) -> Option<Color>,
        options: &Options,
    ) -> Self {
        let mut diagram = Self::new(record.setup.size, stone);
        let preferences = record.info.preferences();
        let stated = if preferences.show_coordinates { Coordinates::default() } else { Coordinates::Off };
        diagram.coordinates = options.coordinates.unwrap_or(stated);
        let nodes = || path.iter().filter_map(|&id| record.tree.get(id));
        if !options.full_board {
            // A view comes first, because hidden points have no marks.
            let of_path = |is_kind: fn(&Mark) -> bool| nodes().flat_map(marks).filter(move |mark| is_kind(mark)).last();
            let inherited =
                [of_path(|mark| matches!(mark, Mark::View(_))), of_path(|mark| matches!(mark, Mark::Dim(_)))];
            inherited.into_iter().flatten().for_each(|mark| diagram.add_mark(mark));
        }
        let is_inherited = |mark: &Mark| matches!(mark, Mark::View(_) | Mark::Dim(_));
        let last = path.last().and_then(|&id| record.tree.get(id));
        let own = last.into_iter().flat_map(marks).filter(|mark| !is_inherited(mark));
        own.for_each(|mark| diagram.add_mark(mark));
        if options.last_move.unwrap_or(preferences.show_last_move) {
            let last = last_move(nodes());
            let is_there = |played: &Move| {
                let cell = played.at.and_then(|at| diagram.cell(at));
                cell.is_some_and(|cell| cell.stone == Some(played.color))
            };
            let at = last.filter(is_there).and_then(|played| played.at);
            diagram.set_last_move(at);
        }
        diagram
    }
}

fn marks(node: &Node<Go>) -> impl Iterator<Item = &Mark> {
    node.details().into_iter().flat_map(|details| details.marks.iter())
}

/// Returns the last move of a path, if no stones are set up or removed after it.
fn last_move<'r>(path: impl DoubleEndedIterator<Item = &'r Node<Go>>) -> Option<Move> {
    let sets_stones =
        |edit: &PositionEdit| [edit.black(), edit.white(), edit.clear()].iter().any(|points| !points.is_empty());
    let action = path.rev().find_map(|node| match node.action.as_ref()? {
        Action::Edit(edit) if !sets_stones(edit) => None,
        action => Some(action),
    });
    action.and_then(Action::as_move)
}
