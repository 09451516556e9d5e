//! The data of a node that most nodes do not have.

use crate::{Analysis, Clock, Comments, ForeignSet, Game, Judgement, MarkSet};
use alloc::{string::String, vec::Vec};
use core::hash::{Hash, Hasher};

/// The details of a node: comments, marks, clock, judgement and other data that most nodes do not have.
///
/// ```
/// # use kifu_core::*;
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// let mut details: Details<Toy> = Details::default();
/// details.judgement.hotspot = Some(Degree::Normal);
/// details.comments.push("the game turns here".into());
///
/// let mut node: Node<Toy> = Node::new(Some(7));
/// node.set_details(Some(details));
/// assert_eq!(node.details().unwrap().comments.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        bound(
            serialize = "G::Action: serde::Serialize, G::Mark: serde::Serialize",
            deserialize = "G::Action: serde::Deserialize<'de>, G::Mark: serde::Deserialize<'de>"
        )
    )
)]
pub struct Details<G: Game> {
    /// The name of the node.
    pub name: String,
    /// The comments, in order.
    pub comments: Comments,
    /// The clock of the player who moved, after the move.
    pub clock: Clock,
    /// The judgement of the move and of the position.
    pub judgement: Judgement,
    /// The analyses of engines.
    pub analyses: Vec<Analysis<G>>,
    /// The marks on the board.
    pub marks: MarkSet<G>,
    /// The name of the bookmark at this node, if there is one. The name may be empty, as in KIF.
    pub bookmark: Option<String>,
    /// Data of single formats that the record has no field for.
    pub foreign: ForeignSet,
}

impl<G: Game> Details<G> {
    /// Returns true if the details have no data.
    pub(crate) fn is_empty(&self) -> bool {
        let Self { name, comments, clock, judgement, analyses, marks, bookmark, foreign } = self;
        name.is_empty()
            && comments.is_empty()
            && *clock == Clock::default()
            && *judgement == Judgement::default()
            && analyses.is_empty()
            && marks.is_empty()
            && bookmark.is_none()
            && foreign.is_empty()
    }

    /// Returns the approximate number of bytes that the details take.
    pub(crate) fn memory(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::capacity);
        size_of::<Self>()
            + self.name.capacity()
            + self.comments.memory()
            + (self.analyses.capacity() - self.analyses.len()) * size_of::<Analysis<G>>()
            + self.analyses.iter().map(Analysis::memory).sum::<usize>()
            + self.marks.memory()
            + text(&self.bookmark)
            + self.foreign.memory()
    }
}

impl<G: Game> Hash for Details<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { name, comments, clock, judgement, analyses, marks, bookmark, foreign } = self;
        (name, comments, clock, judgement, analyses, marks, bookmark, foreign).hash(state);
    }
}

impl<G: Game> Default for Details<G> {
    fn default() -> Self {
        Self {
            name: String::new(),
            comments: Comments::default(),
            clock: Clock::default(),
            judgement: Judgement::default(),
            analyses: Vec::new(),
            marks: MarkSet::default(),
            bookmark: None,
            foreign: ForeignSet::default(),
        }
    }
}
