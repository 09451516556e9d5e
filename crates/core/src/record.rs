use crate::{Game, Info, Node, NodeId, Tree, UnparsedText};
use alloc::borrow::Cow;
use core::hash::{Hash, Hasher};

/// A game as data that does not depend on a format: information, terms, start position, and the
/// tree of moves.
///
/// The root of the tree is the start position. Its size, stones and side to move are in `setup`, and the root has no action.
///
/// ```
/// # use kifu_core::*;
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// let mut record: Record<Toy> = Record::new(());
/// let first = record.tree.add(record.tree.root(), Node::new(Some(1)));
/// record.tree.add(first, Node::new(Some(2)));
/// let line: Vec<_> = record.tree.main_line().filter_map(|id| record.tree[id].action).collect();
/// assert_eq!(line, [1, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "G::Terms: serde::Serialize, G::Setup: serde::Serialize, G::Action: serde::Serialize, G::Mark: serde::Serialize",
        deserialize = "G::Terms: serde::Deserialize<'de>, G::Setup: serde::Deserialize<'de>, G::Action: serde::Deserialize<'de>, G::Mark: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct Record<G: Game> {
    /// The information about the game: players, dates, result.
    pub info: Info,
    /// The terms of the game: rule set, komi, handicap.
    pub terms: G::Terms,
    /// The start position.
    pub setup: G::Setup,
    /// The moves and variations.
    pub tree: Tree<Node<G>>,
}

impl<G: Game> Hash for Record<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { info, terms, setup, tree } = self;
        (info, terms, setup, tree).hash(state);
    }
}

impl<G: Game> Record<G> {
    /// Creates a game that starts with `setup` and has no moves yet.
    #[must_use]
    pub fn new(setup: G::Setup) -> Self {
        Self { info: Info::default(), terms: G::Terms::default(), setup, tree: Tree::new(Node::default()) }
    }

    /// Returns the moves of the main line, in order.
    pub fn moves(&self) -> impl Iterator<Item = &G::Action> {
        let actions = self.tree.main_line().filter_map(|node| self.tree[node].action.as_ref());
        actions.filter(|action| G::is_move(action))
    }

    /// Returns the move number of a node: the number of moves from the start of the game up to and including the node.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut record: Record<Toy> = Record::new(());
    /// let last = record.tree.add_line(record.tree.root(), [1, 2, 3].map(|action| Node::new(Some(action))));
    /// let comment = record.tree.add(last, Node::new(None));
    /// assert_eq!((record.move_number(record.tree.root()), record.move_number(comment)), (0, 3));
    /// ```
    #[must_use]
    pub fn move_number(&self, node: NodeId) -> usize {
        let path = core::iter::once(node).chain(self.tree.ancestors(node));
        path.filter(|&node| self.tree[node].action.as_ref().is_some_and(|action| G::is_move(action))).count()
    }

    /// Returns the first node of the innermost variation that contains a node; `None` for a node of the main line.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut record: Record<Toy> = Record::new(());
    /// let first = record.tree.add(record.tree.root(), Node::new(Some(1)));
    /// let main = record.tree.add(first, Node::new(Some(2)));
    /// let other = record.tree.add(first, Node::new(Some(3)));
    /// let after = record.tree.add(other, Node::new(Some(4)));
    /// assert_eq!((record.variation_start(main), record.variation_start(after)), (None, Some(other)));
    /// ```
    #[must_use]
    pub fn variation_start(&self, node: NodeId) -> Option<NodeId> {
        let is_first =
            |node: NodeId| self.tree.parent(node).is_none_or(|parent| self.tree.first_child(parent) == Some(node));
        core::iter::once(node).chain(self.tree.ancestors(node)).find(|&node| !is_first(node))
    }

    /// Gives this format to every unparsed text that has none. A reader calls it for the texts that it could not parse;
    /// [`SingleGame`](crate::SingleGame) does so for every format.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut record: Record<Toy> = Record::default();
    /// record.info.dates.push(Parsed::Text("in spring".into()));
    /// record.claim_texts("lines");
    /// assert_eq!(record.info.dates[0].text().unwrap().format(), Some("lines"));
    /// ```
    pub fn claim_texts(&mut self, format: &'static str) {
        let mut claim = |text: &mut UnparsedText| {
            text.format.get_or_insert(Cow::Borrowed(format));
            true
        };
        self.info.retain_texts(&mut claim);
        G::retain_texts(&mut self.terms, &mut claim);
    }

    /// Returns the record with those unparsed texts that have this format, and without the others. A writer that writes texts to
    /// the place of values writes this record: a text of another format would have no meaning there. The rest is a measured loss.
    /// [`SingleGame`](crate::SingleGame) does so for every format.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut record: Record<Toy> = Record::default();
    /// record.info.time.all_mut().main = Some(Parsed::Text(UnparsedText::of("kif", "各８時間")));
    /// assert_eq!(*record.with_texts_of("kif"), record);
    /// assert!(record.with_texts_of("csa").info.time.is_empty());
    /// ```
    #[must_use]
    pub fn with_texts_of(&self, format: &str) -> Cow<'_, Self> {
        let (mut info, mut terms) = (self.info.clone(), self.terms.clone());
        let mut has_others = false;
        let mut keep = |text: &mut UnparsedText| {
            let is_own = text.format() == Some(format);
            has_others |= !is_own;
            is_own
        };
        info.retain_texts(&mut keep);
        G::retain_texts(&mut terms, &mut keep);
        match has_others {
            true => Cow::Owned(Self { info, terms, setup: self.setup.clone(), tree: self.tree.clone() }),
            false => Cow::Borrowed(self),
        }
    }

    /// Frees unused memory in all nodes, as [`Node::shrink_to_fit`] does. Readers have already done this for the records that they
    /// return.
    pub fn shrink_to_fit(&mut self) {
        for index in 0..self.tree.entries() {
            if let Some(node) = self.tree.node(index) {
                self.tree[node].shrink_to_fit();
            }
        }
    }
}

impl<G: Game> Default for Record<G> {
    fn default() -> Self {
        Self::new(G::Setup::default())
    }
}
