use crate::{Analysis, Clock, ForeignSet, Game, Judgement, MarkSet, MoveTime};
use alloc::{boxed::Box, string::String, vec::Vec};

/// One step of a game: what it does, and what is said about it.
///
/// A plain move, timed or not, costs one small node and no allocation: everything rarer lives behind one box.
/// Two nodes are equal when they say the same; empty details equal none.
///
/// ```
/// # use kifu_core::*;
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Toy;
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
pub struct Node<G: Game> {
    /// What it does: a move, an edit of the position; nothing at the root, and at a node that only comments.
    pub action: Option<G::Action>,
    /// Time spent on the move.
    pub spent: MoveTime,
    details: Option<Box<Details<G>>>,
}

impl<G: Game> Node<G> {
    /// A node that does `action` and says nothing else.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// let node: Node<Toy> = Node::new(Some(7));
    /// assert_eq!(node.action, Some(7));
    /// assert!(node.details().is_none());
    /// ```
    #[must_use]
    pub fn new(action: Option<G::Action>) -> Self {
        Self { action, spent: MoveTime::UNKNOWN, details: None }
    }

    /// What is said about it, where anything is.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// let mut node: Node<Toy> = Node::new(Some(7));
    /// assert!(node.details().is_none());
    /// node.details_mut().name = "the ear-reddening move".into();
    /// assert_eq!(node.details().map(|details| details.name.as_str()), Some("the ear-reddening move"));
    /// ```
    #[must_use]
    pub fn details(&self) -> Option<&Details<G>> {
        self.details.as_deref()
    }

    /// What is said about it, to be added to.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// let mut node: Node<Toy> = Node::default();
    /// node.details_mut().marks.insert(4);
    /// node.details_mut().marks.insert(3); // the same details
    /// assert_eq!(*node.details().unwrap().marks, [3, 4]);
    /// ```
    pub fn details_mut(&mut self) -> &mut Details<G> {
        self.details.get_or_insert_default()
    }

    /// Replaces what is said about it, and gives what was said before.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// let mut node: Node<Toy> = Node::default();
    /// node.details_mut().name = "joseki".into();
    /// let said = node.set_details(None).unwrap();
    /// assert_eq!(said.name, "joseki");
    /// assert!(node.details().is_none());
    /// ```
    pub fn set_details(&mut self, details: Option<Details<G>>) -> Option<Details<G>> {
        core::mem::replace(&mut self.details, details.map(Box::new)).map(|details| *details)
    }

    /// Whether it does nothing and says nothing.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// let mut node: Node<Toy> = Node::new(None);
    /// node.details_mut(); // room for what is never said
    /// assert!(node.is_empty());
    /// node.spent = core::time::Duration::from_secs(12).into();
    /// assert!(!node.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.action.is_none() && self.spent == MoveTime::UNKNOWN && self.says_nothing()
    }

    fn says_nothing(&self) -> bool {
        self.details().is_none_or(|details| *details == Details::default())
    }

    /// Gives back memory: lists that have room to grow lose it, and empty details go.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// let mut node: Node<Toy> = Node::new(Some(7));
    /// node.details_mut();
    /// node.shrink_to_fit();
    /// assert_eq!(node.details(), None);
    /// ```
    pub fn shrink_to_fit(&mut self) {
        let Some(details) = &mut self.details else { return };
        // A list of one takes the room of four while it grows, and a record may have millions of them.
        details.comments.shrink_to_fit();
        details.marks.shrink_to_fit();
        details.foreign.shrink_to_fit();
        if **details == Details::default() {
            self.details = None;
        }
    }
}

impl<G: Game> Node<G> {
    /// About how many bytes of memory the node takes in a tree, with its details and its place in the text.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Toy;
    /// use kifu_core::Node;
    /// let plain: Node<Toy> = Node::new(Some(7_u8));
    /// let mut named = plain.clone();
    /// named.details_mut().name = "the ear-reddening move".into();
    /// assert!(plain.memory() < 64 && named.memory() > 2 * plain.memory());
    /// ```
    #[must_use]
    pub fn memory(&self) -> usize {
        // Four links in the tree, and a place in the source map.
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

/// What is said about a node.
///
/// ```
/// # use kifu_core::*;
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Toy;
/// let mut details: Details<Toy> = Details::default();
/// details.judgement.hotspot = Some(Degree::Normal);
/// details.comments = vec!["the game turns here".to_string().into()];
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
    /// The node's name.
    pub name: String,
    /// Comments, in order.
    pub comments: Vec<Comment>,
    /// What the mover's clock showed after the move.
    pub clock: Option<Clock>,
    /// How good the move or the position is.
    pub judgement: Judgement,
    /// What engines said.
    pub analyses: Vec<Analysis<G>>,
    /// What is drawn on the board.
    pub marks: MarkSet<G>,
    /// The name of the bookmark set here; it may be empty, as in KIF.
    pub bookmark: Option<String>,
    /// What one format says and the record has no field for.
    pub foreign: ForeignSet,
}

impl<G: Game> Details<G> {
    /// About how many bytes they take.
    fn memory(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::capacity);
        let comment = |comment: &Comment| comment.text.capacity() + text(&comment.author) + text(&comment.time);
        let analysis = |analysis: &Analysis<G>| {
            text(&analysis.engine) + analysis.tail.capacity() + analysis.line.capacity() * size_of::<G::Action>()
        };
        size_of::<Self>()
            + self.name.capacity()
            + self.comments.capacity() * size_of::<Comment>()
            + self.comments.iter().map(comment).sum::<usize>()
            + self.analyses.capacity() * size_of::<Analysis<G>>()
            + self.analyses.iter().map(analysis).sum::<usize>()
            + self.marks.memory()
            + text(&self.bookmark)
            + self.foreign.memory()
    }
}

impl<G: Game> Default for Details<G> {
    fn default() -> Self {
        Self {
            name: String::new(),
            comments: Vec::new(),
            clock: None,
            judgement: Judgement::default(),
            analyses: Vec::new(),
            marks: MarkSet::default(),
            bookmark: None,
            foreign: ForeignSet::default(),
        }
    }
}

/// A comment; most formats have no author and no time, and some allow one comment a node.
///
/// ```
/// use kifu_core::Comment;
/// let plain = Comment::from("Black is ahead.".to_string());
/// let signed = plain.clone().by("Go Seigen");
/// assert_eq!(plain.text, signed.text);
/// assert_ne!(plain, signed); // the author is part of a comment
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct Comment {
    /// What it says; lines end with `\n`.
    pub text: String,
    /// Who says it.
    pub author: Option<String>,
    /// When, as it was written.
    pub time: Option<String>,
}

impl Comment {
    /// The comment with an author.
    ///
    /// ```
    /// use kifu_core::Comment;
    /// let comment = Comment::from("Black is ahead.").by("Go Seigen");
    /// assert_eq!(comment.author.as_deref(), Some("Go Seigen"));
    /// ```
    #[must_use]
    pub fn by(self, author: impl Into<String>) -> Self {
        Self { author: Some(author.into()), ..self }
    }
}

impl From<String> for Comment {
    fn from(text: String) -> Self {
        Self { text, author: None, time: None }
    }
}

impl From<&str> for Comment {
    fn from(text: &str) -> Self {
        Self::from(String::from(text))
    }
}
