//! The content of a node of the text, collected property by property before the nodes of the record are created.

use super::analysis::Analyses;
use super::moves::{Moves, Turn};
use super::point_map::PointMap;
use crate::{
    PropertyDef,
    comments::{self, CommentNote},
    property::shape_property,
    read::{messages::shown, repeated::ComparedValue},
    value::{self, Run},
};
use alloc::{
    boxed::Box,
    collections::{BTreeMap, BTreeSet},
    string::String,
    vec::Vec,
};
use kifu_core::{Foreign, Node, Span};
use kifu_goban::{Color, Go, Mark, Point, Points, PositionEdit, Rect, Shape, analysis};

/// A node of the record while it is being read.
#[derive(Default)]
pub(in crate::read) struct DraftNode {
    pub(in crate::read) node: Node<Go>,
    /// The foreign data of the node, in the order of the text.
    pub(in crate::read) foreign: Vec<Foreign>,
    /// The spans of the values that are kept unchanged, by identifier. Most nodes have none.
    pub(in crate::read) kept: Option<BTreeMap<String, Vec<Span>>>,
}

/// One of the nodes of the record that a node of the text may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Target {
    /// The first node, usually the only one.
    Head,
    /// The node of the move, if the head is the root or sets up a position.
    Tail,
    /// The node of the other player's move.
    Second,
}

/// The content of a node of the text while it is being read.
pub(in crate::read) struct Draft {
    pub(in crate::read) is_root: bool,
    pub(in crate::read) head: DraftNode,
    pub(in crate::read) tail: DraftNode,
    pub(in crate::read) second: DraftNode,
    /// The node that gets the data about the move: head or tail.
    pub(in crate::read) main: Target,
    pub(in crate::read) mover: Option<Color>,
    pub(super) last_mover: Option<Color>,
    pub(super) turn: Turn,
    pub(super) has_second_move: bool,
    /// The number of properties with a move.
    pub(in crate::read) moves: usize,
    /// The position that the node sets up.
    pub(super) setup: PositionEdit,
    pub(super) comment: String,
    comment_notes: Option<Vec<CommentNote>>,
    /// The analyses in properties. Most nodes have none.
    pub(super) analyses: Option<Box<Analyses>>,
    /// The characters that SGF cannot write, from the slot, by property and index of the value.
    pub(in crate::read) characters: Option<BTreeMap<(String, usize), Vec<Run>>>,
    pub(in crate::read) points: Option<Box<PointLists>>,
    /// The points of the shapes and of the territory. `None` if the node has none.
    pub(super) marked: Option<Box<MarkedPoints>>,
    /// All marks except those in `points`, in the order of the text.
    pub(in crate::read) marks: Vec<Mark>,
    /// The labels, arrows and lines of `marks`, if these are many.
    drawn: Option<BTreeSet<Mark>>,
    /// The first value of each property that occurs again, by its row in the table of properties.
    pub(in crate::read) firsts: Option<BTreeMap<usize, Option<ComparedValue>>>,
    /// One bit for each row of the table of properties.
    seen: [u64; 2],
}

/// The number of marks up to which they are searched one by one. Most nodes have fewer, and a set takes an allocation for each label.
const FEW_MARKS: usize = 16;

/// What a node has already of a label, an arrow or a line.
pub(super) struct Earlier {
    pub(super) is_same: bool,
    /// True for the same line from its other end.
    pub(super) is_turned: bool,
    /// The text of another label on the point.
    pub(super) label: Option<String>,
}

/// A mark that is a list of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum PointMark {
    Shape(Shape),
    Dim,
    View,
    Territory(Color),
}

impl PointMark {
    const ALL: [Self; Shape::ALL.len() + 4] = {
        let mut all = [Self::Dim; Shape::ALL.len() + 4];
        let mut place = 0;
        while place < Shape::ALL.len() {
            all[place] = Self::Shape(Shape::ALL[place]);
            place += 1;
        }
        all[place + 1] = Self::View;
        all[place + 2] = Self::Territory(Color::Black);
        all[place + 3] = Self::Territory(Color::White);
        all
    };

    /// Returns the place of the mark in [`PointMark::ALL`].
    fn place(self) -> usize {
        let shapes = Shape::ALL.len();
        match self {
            Self::Shape(shape) => shape as usize,
            Self::Dim => shapes,
            Self::View => shapes + 1,
            Self::Territory(Color::Black) => shapes + 2,
            Self::Territory(Color::White) => shapes + 3,
        }
    }
}

/// The points of each mark that is a list of points. `None` if the node does not have it.
#[derive(Default)]
pub(in crate::read) struct PointLists([Option<Vec<Rect>>; PointMark::ALL.len()]);

/// The points that have marks. A point should have only one shape, and one owner.
#[derive(Default)]
pub(super) struct MarkedPoints {
    shapes: [PointMap; Shape::ALL.len()],
    black_territory: PointMap,
    white_territory: PointMap,
}

impl MarkedPoints {
    /// Returns the first point of a list that has another shape, or is territory of the other player, with the property of that mark.
    pub(super) fn conflict(&self, mark: PointMark, list: &[Rect]) -> Option<(&'static str, Point)> {
        let of_property = |name, map: &PointMap| Some((name, map.first_of(list)?));
        match mark {
            PointMark::Shape(shape) => {
                let others = Shape::ALL.into_iter().zip(&self.shapes).filter(|(other, _)| *other != shape);
                others.into_iter().find_map(|(other, map)| of_property(shape_property(other), map))
            }
            PointMark::Territory(Color::Black) => of_property("TW", &self.white_territory),
            PointMark::Territory(Color::White) => of_property("TB", &self.black_territory),
            PointMark::Dim | PointMark::View => None,
        }
    }

    /// Returns the first point of a list that has this shape already.
    pub(super) fn with_shape(&self, shape: Shape, list: &[Rect]) -> Option<Point> {
        self.shapes[shape as usize].first_of(list)
    }

    pub(super) fn add(&mut self, mark: PointMark, list: &[Rect]) {
        match mark {
            PointMark::Shape(shape) => self.shapes[shape as usize].add(list),
            PointMark::Territory(Color::Black) => self.black_territory.add(list),
            PointMark::Territory(Color::White) => self.white_territory.add(list),
            PointMark::Dim | PointMark::View => {}
        }
    }
}

impl PointLists {
    fn into_marks(self) -> impl Iterator<Item = Mark> {
        PointMark::ALL.into_iter().zip(self.0).filter_map(|(mark, rects)| {
            let points: Points = rects?.into_iter().collect();
            Some(match mark {
                PointMark::Shape(shape) => Mark::Shape(shape, points),
                PointMark::Dim => Mark::Dim(points),
                PointMark::View => Mark::View(points),
                PointMark::Territory(color) => Mark::Territory(color, points),
            })
        })
    }
}

/// The characters of a text of the header that SGF cannot write.
pub(in crate::read) struct HeaderCharacters {
    pub(in crate::read) identifier: String,
    pub(in crate::read) runs: Vec<Run>,
}

impl Draft {
    pub(super) fn new(is_root: bool, is_split: bool, moves: &Moves<'_>) -> Self {
        let &Moves { ref played, turn, count, .. } = moves;
        Self {
            is_root,
            head: DraftNode::default(),
            tail: DraftNode::default(),
            second: DraftNode::default(),
            main: if is_split { Target::Tail } else { Target::Head },
            mover: played.first().map(|first| first.played.color),
            last_mover: played.last().map(|last| last.played.color),
            turn,
            has_second_move: played.len() > 1,
            moves: count,
            setup: PositionEdit::default(),
            comment: String::new(),
            comment_notes: None,
            analyses: None,
            characters: None,
            points: None,
            marked: None,
            marks: Vec::new(),
            drawn: None,
            firsts: None,
            seen: [0; 2],
        }
    }

    /// Returns true if the property in this row of the table occurred earlier in this node. Marks it as seen.
    pub(super) fn seen(&mut self, row: usize) -> bool {
        let (word, bit) = (row / 64, 1_u64 << (row % 64));
        let seen = self.seen[word] & bit != 0;
        self.seen[word] |= bit;
        seen
    }

    /// Returns true if a property occurred earlier in this node, or is being read.
    pub(in crate::read) fn has_seen(&self, identifier: &str) -> bool {
        PropertyDef::row(identifier, 1).is_some_and(|row| self.seen[row / 64] & (1_u64 << (row % 64)) != 0)
    }

    pub(in crate::read) fn target(&self, target: Target) -> &DraftNode {
        match target {
            Target::Head => &self.head,
            Target::Tail => &self.tail,
            Target::Second => &self.second,
        }
    }

    pub(in crate::read) fn target_mut(&mut self, target: Target) -> &mut DraftNode {
        match target {
            Target::Head => &mut self.head,
            Target::Tail => &mut self.tail,
            Target::Second => &mut self.second,
        }
    }

    /// Returns true if values of a property are kept unchanged.
    pub(in crate::read) fn keeps(&self, identifier: &str) -> bool {
        let drafts = [&self.head, &self.tail, &self.second];
        drafts.into_iter().filter_map(|draft| draft.kept.as_ref()).any(|kept| kept.contains_key(identifier))
    }

    /// Returns the points of a mark that is a list of points.
    pub(in crate::read) fn points_mut(&mut self, mark: PointMark) -> &mut Option<Vec<Rect>> {
        &mut self.points.get_or_insert_default().0[mark.place()]
    }

    /// Returns true if the node states the side to move.
    pub(in crate::read) fn states_turn(&self) -> bool {
        self.setup.to_move.is_some()
    }

    /// Returns true if the node has a mark that is a list of points. The list may be empty.
    pub(in crate::read) fn has_points(&self, mark: PointMark) -> bool {
        self.points.as_ref().is_some_and(|lists| lists.0[mark.place()].is_some())
    }

    /// Returns the first point of a set that the node sets up with another property than the one of `color`, and that property.
    pub(in crate::read) fn set_up_by_others(
        &self,
        points: &Points,
        color: Option<Color>,
    ) -> Option<(Point, &'static str)> {
        let sets = [
            (self.setup.black(), Some(Color::Black), "AB"),
            (self.setup.white(), Some(Color::White), "AW"),
            (self.setup.clear(), None, "AE"),
        ];
        let others = sets.into_iter().filter(|(set, of, _)| *of != color && !set.is_empty());
        others
            .map(|(set, _, other)| (set.minus(&set.minus(points)), other))
            .find_map(|(both, other)| both.iter().next().map(|point| (point, other)))
    }

    /// Returns what the node has already of a label, an arrow or a line.
    pub(super) fn earlier(&mut self, mark: &Mark) -> Earlier {
        let marks = &self.marks;
        if marks.len() >= FEW_MARKS && self.drawn.is_none() {
            let is_drawn = |mark: &&Mark| matches!(mark, Mark::Label(..) | Mark::Arrow(..) | Mark::Line(..));
            self.drawn = Some(marks.iter().filter(is_drawn).cloned().collect());
        }
        let drawn = self.drawn.as_ref();
        let has = |mark: &Mark| drawn.map_or_else(|| marks.contains(mark), |drawn| drawn.contains(mark));
        // A line has no direction.
        let is_turned = matches!(*mark, Mark::Line(from, to) if has(&Mark::Line(to, from)));
        let other = match (mark, drawn) {
            (Mark::Label(point, _), Some(drawn)) => drawn.range(Mark::Label(*point, String::new())..).next(),
            (Mark::Label(point, _), None) => marks.iter().find(|of| matches!(of, Mark::Label(at, _) if at == point)),
            _ => None,
        };
        let label = match (mark, other) {
            (Mark::Label(point, _), Some(Mark::Label(at, label))) if at == point => Some(shown(label)),
            _ => None,
        };
        Earlier { is_same: has(mark), is_turned, label }
    }

    /// Adds a label, an arrow or a line.
    pub(super) fn add_drawn(&mut self, mark: Mark) {
        if let Some(drawn) = &mut self.drawn {
            drawn.insert(mark.clone());
        }
        self.marks.push(mark);
    }

    /// Returns the node that gets the data about the move.
    pub(in crate::read) fn main_mut(&mut self) -> &mut Node<Go> {
        &mut self.target_mut(self.main).node
    }

    pub(in crate::read) fn add_comment_note(&mut self, note: CommentNote) {
        self.comment_notes.get_or_insert_default().push(note);
    }

    /// Restores the characters that SGF cannot write in the texts of the node. Returns those of the game's header.
    pub(super) fn restore_characters(&mut self) -> Vec<HeaderCharacters> {
        let mut of_header = Vec::new();
        let Some(characters) = self.characters.take() else { return of_header };
        let mut of_labels: BTreeMap<usize, Vec<Run>> = BTreeMap::new();
        for ((identifier, ordinal), mut runs) in characters {
            runs.sort_unstable();
            match &*identifier {
                "LB" => drop(of_labels.insert(ordinal, runs)),
                "C" => self.comment = value::restored(&self.comment, &runs),
                "N" if self.head.node.details().is_some() => {
                    let name = &mut self.head.node.details_mut().name;
                    *name = value::restored(name, &runs);
                }
                _ => of_header.push(HeaderCharacters { identifier, runs }),
            }
        }
        let labels = self.marks.iter_mut().filter_map(|mark| match mark {
            Mark::Label(_, text) => Some(text),
            _ => None,
        });
        for (ordinal, label) in labels.enumerate() {
            if let Some(runs) = of_labels.get(&ordinal) {
                *label = value::restored(label, runs);
            }
        }
        of_header
    }

    /// Moves the comment and the analyses into the node. A comment of KataGo is an analysis, unless a note states that it is a comment.
    fn finish_comment(&mut self) {
        let mut analyses = self.analyses.take().map(|analyses| analyses.in_order()).unwrap_or_default();
        if !self.comment.is_empty() {
            let comment = core::mem::take(&mut self.comment);
            let notes = self.comment_notes.take();
            let of_katago = if notes.is_none() { analysis::read_comment(&comment) } else { None };
            match of_katago {
                Some(of_katago) => analyses.insert(0, of_katago),
                None => self.main_mut().details_mut().comments = comments::comments(comment, notes),
            }
        }
        if !analyses.is_empty() {
            // The slot was read before and comes last.
            let of_node = &mut self.main_mut().details_mut().analyses;
            analyses.append(of_node);
            *of_node = analyses;
        }
    }

    /// Moves the collected data into the nodes. Returns the setup.
    pub(super) fn finish(&mut self) -> PositionEdit {
        self.finish_comment();
        if let Some(points) = self.points.take() {
            self.marks.extend(points.into_marks());
        }
        if !self.marks.is_empty() {
            let marks = core::mem::take(&mut self.marks);
            self.main_mut().details_mut().marks.extend(marks);
        }
        for draft in [&mut self.head, &mut self.tail, &mut self.second] {
            if !draft.foreign.is_empty() {
                draft.node.details_mut().foreign.extend(core::mem::take(&mut draft.foreign));
            }
        }
        core::mem::take(&mut self.setup)
    }
}
