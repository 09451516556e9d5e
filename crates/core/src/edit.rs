//! Edits of a record, each with an inverse.

use crate::{Game, Info, Node, NodeId, Record, Tree, TreePosition};
use alloc::{boxed::Box, vec::Vec};

/// A change of a record, for [`Record::apply`].
///
/// ```
/// # use kifu_core::*;
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// let mut record: Record<Toy> = Record::new(());
/// let root = record.tree.root();
/// let undo = record.apply(Edit::insert(root, 0, Node::new(Some(7))))?;
/// assert!(record.moves().eq(&[7]));
/// let redo = record.apply(undo)?; // the inverse of an inverse
/// assert_eq!(record, Record::new(()));
/// record.apply(redo)?;
/// assert!(record.moves().eq(&[7]));
/// # Ok::<(), EditError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edit<G: Game> {
    /// Adds a tree of nodes. Its root becomes the child of `parent` at `position`, from 0, or the last child if there are fewer.
    /// The nodes get new, consecutive ids in preorder. The inverse is a `Detach`.
    Insert {
        /// The parent of the new nodes.
        parent: NodeId,
        /// The index among the children of `parent`.
        position: usize,
        /// The new nodes.
        nodes: Tree<Node<G>>,
    },
    /// Removes a node and everything below it from the tree so that it can be restored, see [`Tree::detach`]. The inverse is an
    /// `Attach`.
    Detach {
        /// The node.
        node: NodeId,
    },
    /// Restores a detached node and everything below it with the same ids, see [`Tree::attach`]. The inverse is a `Detach`.
    Attach {
        /// The node that was detached.
        node: NodeId,
        /// The new parent.
        parent: NodeId,
        /// The index among the children of `parent`.
        position: usize,
    },
    /// Moves a node and everything below it, see [`Tree::move_to`]. The inverse is a `Move`.
    Move {
        /// The node.
        node: NodeId,
        /// The new parent.
        parent: NodeId,
        /// The index among the children of `parent`, without counting `node`.
        position: usize,
    },
    /// Replaces the value of a node. The inverse is a `Set`.
    Set {
        /// The node.
        node: NodeId,
        /// Its new value.
        value: Node<G>,
    },
    /// Replaces the information about the game. The inverse is an `Info`.
    Info {
        /// The new information.
        info: Box<Info>,
    },
    /// Replaces the terms of the game. The inverse is a `Terms`.
    Terms {
        /// The new terms.
        terms: Box<G::Terms>,
    },
    /// Replaces the start position. The inverse is a `Setup`.
    Setup {
        /// The new start position.
        setup: Box<G::Setup>,
    },
    /// Applies several edits in order, either all or none. The inverse is a `Many` of the inverses, in reverse order.
    Many {
        /// The edits.
        edits: EditList<G>,
    },
}

impl<G: Game> Edit<G> {
    /// Returns an edit that adds one node as the child of `parent` at `position`.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut record: Record<Toy> = Record::new(());
    /// let undo = record.apply(Edit::insert(record.tree.root(), 0, Node::new(Some(7))))?;
    /// let Edit::Detach { node } = undo else { unreachable!("the inverse of Insert names the new node") };
    /// assert_eq!(record.tree[node].action, Some(7));
    /// # Ok::<(), EditError>(())
    /// ```
    #[must_use]
    pub fn insert(parent: NodeId, position: usize, node: Node<G>) -> Self {
        Self::Insert { parent, position, nodes: Tree::new(node) }
    }
}

impl<G: Game> FromIterator<Edit<G>> for Edit<G> {
    /// Returns several edits as one.
    fn from_iter<I: IntoIterator<Item = Self>>(edits: I) -> Self {
        Self::Many { edits: edits.into_iter().collect() }
    }
}

/// The edits of an [`Edit::Many`]. Edits do not nest: adding a `Many` adds the edits of its list instead.
///
/// ```
/// # use kifu_core::*;
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// let mut record: Record<Toy> = Record::new(());
/// let root = record.tree.root();
/// let add = |action| Edit::insert(root, 0, Node::<Toy>::new(Some(action)));
/// let both: EditList<Toy> = [add(1), add(2)].into_iter().collect();
/// let three: EditList<Toy> = [add(3), Edit::Many { edits: both }].into_iter().collect();
/// assert_eq!(three.iter().count(), 3);
/// record.apply(Edit::Many { edits: three })?;
/// assert_eq!(record.tree.children(root).count(), 3);
/// # Ok::<(), EditError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditList<G: Game>(Vec<Edit<G>>);

impl<G: Game> EditList<G> {
    /// Returns the edits, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Edit<G>> {
        self.0.iter()
    }
}

impl<G: Game> FromIterator<Edit<G>> for EditList<G> {
    fn from_iter<I: IntoIterator<Item = Edit<G>>>(edits: I) -> Self {
        let mut list = Vec::new();
        for edit in edits {
            match edit {
                Edit::Many { edits } => list.extend(edits.0),
                edit => list.push(edit),
            }
        }
        Self(list)
    }
}

/// The reason why an edit was refused. The record is unchanged.
///
/// ```
/// use kifu_core::{EditError, Tree};
/// let mut tree = Tree::new("start");
/// assert_eq!(tree.detach(tree.root()), Err(EditError::Root));
/// assert_eq!(EditError::Root.to_string(), "the root cannot be moved or detached");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The tree never had this node, or it was removed or detached.
    #[error("the tree has no node {}", .0.index())]
    NoSuchNode(NodeId),
    /// The root cannot be moved or detached.
    #[error("the root cannot be moved or detached")]
    Root,
    /// Only a detached node can be attached, not a node of the tree, and not a node below a detached node.
    #[error("node {} was not detached", .0.index())]
    NotDetached(NodeId),
    /// A node cannot be moved below itself.
    #[error("node {} cannot be moved below itself", .0.index())]
    BelowItself(NodeId),
    /// The root has no action. The start position is the setup of the record.
    #[error("the root cannot have an action")]
    ActionAtRoot,
}

impl<G: Game> Record<G> {
    /// Applies an edit to the record, and returns the inverse edit. Detached nodes stay in the memory of the tree, so that the
    /// inverse restores them with the same ids.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut record: Record<Toy> = Record::new(());
    /// let a = record.tree.add(record.tree.root(), Node::new(Some(1)));
    /// let b = record.tree.add(a, Node::new(Some(2)));
    /// let before = record.clone();
    /// // Both edits or none.
    /// let value = Node::new(Some(9));
    /// let undo = record.apply([Edit::Detach { node: b }, Edit::Set { node: a, value }].into_iter().collect())?;
    /// assert!(record.moves().eq(&[9]));
    /// record.apply(undo)?;
    /// assert_eq!(record, before);
    /// assert_eq!(record.tree[b].action, Some(2)); // the node has its id again
    /// # Ok::<(), EditError>(())
    /// ```
    ///
    /// # Errors
    /// If the tree does not have a node of the edit, or the edit would move or detach the root, give the root an action, attach a
    /// node that was not detached, or move a node below itself. The record is then unchanged; a `Many` applies all edits or none.
    pub fn apply(&mut self, edit: Edit<G>) -> Result<Edit<G>, EditError> {
        let Edit::Many { edits } = edit else { return self.apply_one(edit) };
        let entries = self.tree.entries();
        let mut inverses = Vec::with_capacity(edits.0.len());
        for edit in edits.0 {
            match self.apply_one(edit) {
                Ok(inverse) => inverses.push(inverse),
                Err(error) => {
                    for inverse in inverses.into_iter().rev() {
                        let undone = self.apply_one(inverse);
                        debug_assert!(undone.is_ok(), "an inverse fits the record that it came from");
                    }
                    // Also free the ids of the added nodes.
                    self.tree.drop_added(entries);
                    return Err(error);
                }
            }
        }
        inverses.reverse();
        Ok(Edit::Many { edits: EditList(inverses) })
    }

    /// Applies an edit that is not `Many`.
    fn apply_one(&mut self, edit: Edit<G>) -> Result<Edit<G>, EditError> {
        Ok(match edit {
            Edit::Insert { parent, position, nodes } => {
                self.tree.get(parent).ok_or(EditError::NoSuchNode(parent))?;
                Edit::Detach { node: self.tree.insert_tree(parent, position, nodes) }
            }
            Edit::Detach { node } => {
                let TreePosition { parent, position } = self.tree.detach(node)?;
                Edit::Attach { node, parent, position }
            }
            Edit::Attach { node, parent, position } => {
                self.tree.attach(node, parent, position)?;
                Edit::Detach { node }
            }
            Edit::Move { node, parent, position } => {
                let TreePosition { parent, position } = self.tree.move_to(node, parent, position)?;
                Edit::Move { node, parent, position }
            }
            Edit::Set { node, value } => {
                self.tree.get(node).ok_or(EditError::NoSuchNode(node))?;
                if node == self.tree.root() && value.action.is_some() {
                    return Err(EditError::ActionAtRoot);
                }
                Edit::Set { node, value: core::mem::replace(&mut self.tree[node], value) }
            }
            Edit::Info { mut info } => {
                core::mem::swap(&mut self.info, &mut info);
                Edit::Info { info }
            }
            Edit::Terms { mut terms } => {
                core::mem::swap(&mut self.terms, &mut terms);
                Edit::Terms { terms }
            }
            Edit::Setup { mut setup } => {
                core::mem::swap(&mut self.setup, &mut setup);
                Edit::Setup { setup }
            }
            // An `EditList` contains no `Many`, so this call does not recurse further.
            Edit::Many { edits } => return self.apply(Edit::Many { edits }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Part, toy::Toy};
    use alloc::{string::ToString, vec};
    use proptest::prelude::*;

    type Nodes = Vec<(NodeId, Option<NodeId>, Node<Toy>)>;

    /// Returns the record, and its nodes with their ids in preorder.
    fn snapshot(record: &Record<Toy>) -> (Record<Toy>, Nodes) {
        let nodes = record.tree.preorder().map(|id| (id, record.tree.parent(id), record.tree[id].clone()));
        (record.clone(), nodes.collect())
    }

    fn node(action: u8) -> Node<Toy> {
        let mut node = Node::new((action > 0).then_some(action));
        if action.is_multiple_of(5) {
            node.details_mut().name = action.to_string();
        }
        node
    }

    /// Returns an edit made of a few numbers. Some edits refer to nodes that do not exist, or that cannot be moved like that.
    fn edit(record: &Record<Toy>, (kind, a, b, value): (u8, u8, u8, u8)) -> Edit<Toy> {
        let entries = record.tree.entries();
        let mut all = Tree::new(());
        all.add_line(all.root(), (0..=entries).map(|_| ()));
        let any = |n: u8| all.node(usize::from(n) % (entries + 1)).unwrap();
        let live: Vec<NodeId> = record.tree.preorder().collect();
        let living = |n: u8| live[usize::from(n) % live.len()];
        let position = usize::from(value % 4);
        match kind {
            0..=3 => Edit::insert(living(a), position, node(value)),
            4 => {
                let mut nodes = Tree::new(node(value));
                let child = nodes.add(nodes.root(), node(a));
                nodes.add(nodes.root(), node(b));
                nodes.add(child, node(value));
                nodes.promote(nodes.node(2).unwrap());
                Edit::Insert { parent: living(a), position, nodes }
            }
            5 | 6 => Edit::Detach { node: living(a) },
            7 => Edit::Attach { node: any(a), parent: living(b), position },
            8 => Edit::Move { node: living(a), parent: living(b), position },
            9 => Edit::Set { node: living(a), value: node(value) },
            10 => {
                let info = Info { name: value.to_string(), ..Info::default() };
                [
                    Edit::Terms { terms: Box::new(a) },
                    Edit::Setup { setup: Box::new(b) },
                    Edit::Info { info: info.into() },
                ]
                .into_iter()
                .collect()
            }
            _ => match value % 4 {
                0 => Edit::Detach { node: any(a) },
                1 => Edit::Attach { node: any(a), parent: any(b), position },
                2 => Edit::Move { node: any(a), parent: any(b), position },
                _ => Edit::insert(any(a), position, node(b)),
            },
        }
    }

    proptest! {
        #[test]
        fn an_inverse_restores_the_record_and_its_ids(
            steps in prop::collection::vec(prop::collection::vec((0_u8..12, any::<u8>(), any::<u8>(), any::<u8>()), 1..4), 1..30)
        ) {
            let mut record: Record<Toy> = Record::new(0);
            let start = snapshot(&record);
            let mut inverses = Vec::new();
            for step in steps {
                // The edits of a step are made for the record before the step, so some of them no longer fit.
                let mut edits = step.iter().map(|&numbers| edit(&record, numbers));
                let edit = if step.len() == 1 { edits.next().unwrap() } else { edits.collect() };
                let (before, entries) = (snapshot(&record), record.tree.entries());
                match record.apply(edit) {
                    Err(_) => {
                        prop_assert_eq!(snapshot(&record), before);
                        prop_assert_eq!(record.tree.entries(), entries);
                    }
                    Ok(undo) => {
                        let after = snapshot(&record);
                        let redo = record.apply(undo).unwrap();
                        prop_assert_eq!(snapshot(&record), before);
                        let undo = record.apply(redo).unwrap();
                        prop_assert_eq!(snapshot(&record), after);
                        inverses.push(undo);
                    }
                }
                prop_assert_eq!(record.tree.len(), record.tree.preorder().count());
            }
            for undo in inverses.into_iter().rev() {
                record.apply(undo).unwrap();
            }
            prop_assert_eq!(snapshot(&record), start);
        }
    }

    #[test]
    fn each_refusal_leaves_the_record_as_it_was() {
        let mut record: Record<Toy> = Record::new(0);
        let root = record.tree.root();
        let a = record.tree.add(root, node(1));
        let below = record.tree.add(a, node(2));
        let gone = record.tree.add(root, node(3));
        record.tree.remove(gone);
        let before = (snapshot(&record), record.tree.entries());
        let refused = [
            (Edit::insert(gone, 0, node(1)), EditError::NoSuchNode(gone)),
            (Edit::Detach { node: root }, EditError::Root),
            (Edit::Detach { node: gone }, EditError::NoSuchNode(gone)),
            (Edit::Attach { node: a, parent: root, position: 0 }, EditError::NotDetached(a)),
            (Edit::Move { node: a, parent: below, position: 0 }, EditError::BelowItself(a)),
            (Edit::Move { node: root, parent: a, position: 0 }, EditError::Root),
            (Edit::Move { node: a, parent: gone, position: 0 }, EditError::NoSuchNode(gone)),
            (Edit::Set { node: gone, value: node(1) }, EditError::NoSuchNode(gone)),
            (Edit::Set { node: root, value: node(1) }, EditError::ActionAtRoot),
        ];
        for (edit, error) in refused {
            assert_eq!(record.apply(edit.clone()), Err(error), "{edit:?}");
            // The failing edit comes after edits that succeed.
            let first = [
                Edit::insert(root, 0, node(9)),
                Edit::Terms { terms: Box::new(9) },
                Edit::Move { node: below, parent: root, position: 0 },
                Edit::Move { node: below, parent: a, position: 0 },
            ];
            assert_eq!(record.apply(first.into_iter().chain([edit]).collect()), Err(error));
            assert_eq!((snapshot(&record), record.tree.entries()), before);
        }
        // A detached node cannot be attached below itself, because none of its nodes is in the tree.
        record.apply(Edit::Detach { node: a }).unwrap();
        for parent in [a, below] {
            let edit = Edit::Attach { node: a, parent, position: 0 };
            assert_eq!(record.apply(edit), Err(EditError::NoSuchNode(parent)));
        }
    }

    #[test]
    fn children_come_back_in_their_places() {
        let mut record: Record<Toy> = Record::new(0);
        let root = record.tree.root();
        let nodes: Vec<_> = [1, 2, 3, 4].map(|n| record.tree.add(root, node(n))).into();
        for &node in &nodes {
            let undo = record.apply(Edit::Detach { node }).unwrap();
            assert_eq!(record.tree.children(root).count(), 3);
            record.apply(undo).unwrap();
            assert_eq!(record.tree.children(root).collect::<Vec<_>>(), nodes);
        }
        let both = [nodes[1], nodes[2]].map(|node| Edit::Detach { node });
        let undo = record.apply(both.into_iter().collect()).unwrap();
        record.apply(undo).unwrap();
        assert_eq!(record.tree.children(root).collect::<Vec<_>>(), nodes);
    }

    #[test]
    fn many_edits_that_nest_are_one_list() {
        let root = Record::<Toy>::new(0).tree.root();
        let mut edit = Edit::<Toy>::Detach { node: root };
        for _ in 0..100_000 {
            edit = [edit].into_iter().collect();
        }
        let Edit::Many { edits } = edit else { panic!("not many") };
        assert_eq!(edits.iter().collect::<Vec<_>>(), vec![&Edit::Detach { node: root }]);
    }

    #[test]
    fn a_part_that_is_taken_out_is_gone() {
        let mut record: Record<Toy> = Record::new(3);
        let root = record.tree.root();
        let first = record.tree.add(root, node(5));
        record.tree.add(root, node(6));
        assert_eq!(record.without(Part::Setup).setup, 0);
        assert!(record.without(Part::Name).tree[first].details().is_none());
        assert_eq!(record.without(Part::Variation).tree.len(), 2);
        assert_eq!(record.without(Part::Comment), record);
    }
}
