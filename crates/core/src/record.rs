use crate::{Game, Info, Node, Tree};
use alloc::{borrow::Cow, vec::Vec};

/// A game as it is meant: the same for every format of the game `G`.
///
/// The root of the tree is the start: size, stones and side to move at the root are `setup`, and the root has no action.
///
/// ```
/// # use kifu_core::*;
/// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
/// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
/// let mut record: Record<Toy> = Record::new(());
/// let first = record.tree.add(record.tree.root(), Node::new(Some(1)));
/// record.tree.add(first, Node::new(Some(2)));
/// let line: Vec<_> = record.tree.main_line().filter_map(|id| record.tree[id].action).collect();
/// assert_eq!(line, [1, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<G: Game> {
    /// What is said about the game.
    pub info: Info,
    /// What was agreed.
    pub terms: G::Terms,
    /// How the board starts.
    pub setup: G::Setup,
    /// The moves and variations.
    pub tree: Tree<Node<G>>,
}

impl<G: Game> Record<G> {
    /// A game that starts with `setup` and has no moves yet.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
    /// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
    /// let record: Record<Toy> = Record::new(());
    /// assert_eq!(record.tree.len(), 1); // the root
    /// assert_eq!(record.tree[record.tree.root()], Node::default());
    /// ```
    #[must_use]
    pub fn new(setup: G::Setup) -> Self {
        Self { info: Info::default(), terms: G::Terms::default(), setup, tree: Tree::new(Node::default()) }
    }

    /// The moves of the main line, in order.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
    /// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
    /// let mut record: Record<Toy> = Record::new(());
    /// record.tree.add_line(record.tree.root(), [1, 2, 3].map(|action| Node::new(Some(action))));
    /// assert!(record.moves().eq(&[1, 2, 3]));
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = &G::Action> {
        let actions = self.tree.main_line().filter_map(|node| self.tree[node].action.as_ref());
        actions.filter(|action| G::is_move(action))
    }

    /// Brings the record into its normal form: players, marks and foreign data sorted and merged. Readers return records in
    /// their normal form, and [`difference`](crate::difference) compares normal forms, so that the order in which a record was
    /// made does not count.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
    /// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
    /// let mut record: Record<Toy> = Record::new(());
    /// let root = record.tree.root();
    /// record.tree[root].details_mut().marks = vec![9, 3, 9];
    /// let mut normal = record.clone();
    /// normal.normalize();
    /// assert_eq!(normal.tree[root].details().unwrap().marks, [3, 9]);
    /// assert!(difference(&[record], &[normal]).is_empty());
    /// ```
    pub fn normalize(&mut self) {
        self.info.normalize();
        let nodes: Vec<_> = self.tree.preorder().collect();
        for node in nodes {
            self.tree[node].normalize();
        }
    }

    /// The record in its normal form: itself, if it is in it.
    pub(crate) fn normal(&self) -> Cow<'_, Self> {
        if self.info.is_normal() && self.tree.preorder().all(|node| self.tree[node].is_normal()) {
            return Cow::Borrowed(self);
        }
        let mut normal = self.clone();
        normal.normalize();
        Cow::Owned(normal)
    }
}

impl<G: Game> Default for Record<G> {
    fn default() -> Self {
        Self::new(G::Setup::default())
    }
}
