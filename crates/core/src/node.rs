//! A node of the game tree.

use crate::{Details, Game, MoveTime};
use alloc::boxed::Box;
use core::hash::{Hash, Hasher};

/// A node of the game tree: an action (a move, an edit of the position), and details such as comments and marks.
///
/// A plain move, with or without a time, needs one small node and no allocation. The rarer details are in one box.
/// Two nodes are equal if their contents are equal. Empty details equal absent details.
///
/// ```
/// # use kifu_core::*;
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// let mut node: Node<Toy> = Node::new(Some(7));
/// node.details_mut().comments.push(Comment::from("a good move".to_string()));
/// assert_eq!(node.details().unwrap().comments[0].text, "a good move");
/// assert_ne!(node, Node::new(Some(7)));
/// ```
#[derive(Clone, Debug)]
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
#[non_exhaustive]
pub struct Node<G: Game> {
    /// The action: a move or an edit of the position. `None` at the root, and at a node that only has details.
    pub action: Option<G::Action>,
    /// The time spent on the move.
    pub spent: MoveTime,
    details: Option<Box<Details<G>>>,
}

impl<G: Game> Node<G> {
    /// Creates a node with `action` and without details.
    #[must_use]
    pub fn new(action: Option<G::Action>) -> Self {
        Self { action, spent: MoveTime::UNKNOWN, details: None }
    }

    /// Returns the details, or `None` if the node has none.
    #[must_use]
    pub fn details(&self) -> Option<&Details<G>> {
        self.details.as_deref()
    }

    /// Returns the details, for changes. Creates them if necessary.
    pub fn details_mut(&mut self) -> &mut Details<G> {
        self.details.get_or_insert_default()
    }

    /// Replaces the details, and returns the previous ones.
    pub fn set_details(&mut self, details: Option<Details<G>>) -> Option<Details<G>> {
        core::mem::replace(&mut self.details, details.map(Box::new)).map(|details| *details)
    }

    /// Returns true if the node has no action, no time and no details.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.action.is_none() && self.spent == MoveTime::UNKNOWN && self.says_nothing()
    }

    /// Returns true if the node has an action that edits the position.
    #[must_use]
    pub fn has_setup(&self) -> bool {
        self.action.as_ref().is_some_and(G::is_setup)
    }

    /// Returns true if the node has a comment.
    #[must_use]
    pub fn has_comment(&self) -> bool {
        self.details().is_some_and(|details| !details.comments.is_empty())
    }

    /// Returns true if the node has a mark on the board.
    #[must_use]
    pub fn has_mark(&self) -> bool {
        self.details().is_some_and(|details| !details.marks.is_empty())
    }

    /// Returns true if the node has a bookmark.
    #[must_use]
    pub fn has_bookmark(&self) -> bool {
        self.details().is_some_and(|details| details.bookmark.is_some())
    }

    fn says_nothing(&self) -> bool {
        self.details().is_none_or(Details::is_empty)
    }

    /// Frees unused memory: the spare capacity of lists, and empty details.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut node: Node<Toy> = Node::new(Some(7));
    /// node.details_mut();
    /// node.shrink_to_fit();
    /// assert_eq!(node.details(), None);
    /// ```
    pub fn shrink_to_fit(&mut self) {
        let Some(details) = &mut self.details else { return };
        // A growing list with one entry has the capacity of four, and a record may have millions of lists.
        details.comments.shrink_to_fit();
        details.analyses.shrink_to_fit();
        details.marks.shrink_to_fit();
        details.foreign.shrink_to_fit();
        if details.is_empty() {
            self.details = None;
        }
    }
}

impl<G: Game> Node<G> {
    /// Returns the approximate number of bytes that the node takes in a tree, with its details and its place in the source map.
    #[must_use]
    pub fn memory(&self) -> usize {
        // Four links in the tree, and an offset in the source map.
        let own = size_of::<Self>() + 4 * size_of::<u32>() + size_of::<u32>();
        let action = self.action.as_ref().map_or(0, G::action_memory);
        own + action + self.details().map_or(0, Details::memory)
    }
}

impl<G: Game> Default for Node<G> {
    fn default() -> Self {
        Self::new(None)
    }
}

impl<G: Game> PartialEq for Node<G> {
    fn eq(&self, other: &Self) -> bool {
        self.action == other.action
            && self.spent == other.spent
            && match (&self.details, &other.details) {
                (Some(a), Some(b)) => a == b,
                (None, None) => true,
                _ => self.says_nothing() && other.says_nothing(),
            }
    }
}

impl<G: Game> Eq for Node<G> {}

impl<G: Game> Hash for Node<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { action, spent, details } = self;
        (action, spent, details.as_deref().filter(|_| !self.says_nothing())).hash(state);
    }
}
