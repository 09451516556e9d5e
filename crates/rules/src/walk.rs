//! The place of a cursor in a record, without the record; [`Cursor`](crate::Cursor) and [`Editor`](crate::Editor) share it.
//!
//! Method: checkpoints. The walk stores a position every [`CHECKPOINT_EVERY`] plies of the nodes that it passes. A jump undoes and
//! plays actions from the current node, or plays from the nearest checkpoint above the target, whichever is shorter.
//!
//! A position takes 100 times the memory of a node, and the undo data of a setup even more. Therefore the distance between checkpoints
//! doubles when there are more than [`MOST_CHECKPOINTS`], and only the last [`UNDOS`] steps, or up to twice as many, have undo data.

use crate::Play;
use alloc::{collections::BTreeMap, vec::Vec};
use kifu_core::{Node, NodeId, Preferences, Record, Tree};

/// The distance between checkpoints at first, in plies.
const CHECKPOINT_EVERY: usize = 32;

/// The number of checkpoints from which their distance doubles. A path has as many from 16,384 plies on.
const MOST_CHECKPOINTS: usize = 512;

/// The number of steps that keep their undo data. To go back farther, the walk plays from a checkpoint.
const UNDOS: usize = 2 * CHECKPOINT_EVERY;

pub(crate) struct Walk<G: Play> {
    /// The nodes from the root to the current one.
    path: Vec<NodeId>,
    position: G::Position,
    /// The undo data of the last steps of the path. After a jump, earlier steps have none. A node
    /// without an action has none.
    undos: Vec<Option<G::Undo>>,
    /// The checkpoints: ply and position of the root, and of every node at a multiple of `distance` plies that was passed since its
    /// position last changed.
    checkpoints: BTreeMap<NodeId, (usize, G::Position)>,
    distance: usize,
    /// The child that the path last went through, by the index of the node. The child may have been removed since.
    taken: Vec<Option<NodeId>>,
    preferences: Preferences,
}

impl<G: Play> Walk<G> {
    pub(crate) fn new(record: &Record<G>) -> Self {
        let (root, position) = (record.tree.root(), G::start(&record.setup));
        let checkpoints = BTreeMap::from([(root, (0, position.clone()))]);
        let preferences = record.info.preferences();
        Self {
            path: alloc::vec![root],
            position,
            undos: Vec::new(),
            checkpoints,
            distance: CHECKPOINT_EVERY,
            taken: Vec::new(),
            preferences,
        }
    }

    pub(crate) fn path(&self) -> &[NodeId] {
        &self.path
    }

    pub(crate) fn node(&self) -> NodeId {
        self.path[self.ply()]
    }

    pub(crate) fn ply(&self) -> usize {
        self.path.len() - 1
    }

    pub(crate) fn position(&self) -> &G::Position {
        &self.position
    }

    pub(crate) fn preferences(&self) -> Preferences {
        self.preferences
    }

    pub(crate) fn set_preferences(&mut self, preferences: Preferences) {
        self.preferences = preferences;
    }

    /// Returns the child of `node` to continue with: the one that was last visited, if the preferences are to remember it, or
    /// the first.
    fn next(&self, tree: &Tree<Node<G>>, node: NodeId) -> Option<NodeId> {
        let taken = self.taken.get(node.index()).copied().flatten();
        let taken = taken.filter(|_| self.preferences.remember_variation_paths);
        let is_child = |&child: &NodeId| tree.get(child).is_some() && tree.parent(child) == Some(node);
        taken.filter(is_child).or_else(|| tree.first_child(node))
    }

    pub(crate) fn forward(&mut self, tree: &Tree<Node<G>>) -> Option<NodeId> {
        self.next(tree, self.node()).map(|child| self.step(tree, child))
    }

    /// Goes to the child at `index`.
    pub(crate) fn variation(&mut self, tree: &Tree<Node<G>>, index: usize) -> Option<NodeId> {
        let child = tree.children(self.node()).nth(index)?;
        Some(self.step(tree, child))
    }

    /// Goes from the current node to one of its children.
    pub(crate) fn step(&mut self, tree: &Tree<Node<G>>, child: NodeId) -> NodeId {
        self.enter(child);
        self.play(tree, self.ply());
        child
    }

    pub(crate) fn back(&mut self, tree: &Tree<Node<G>>) -> Option<NodeId> {
        let parent = *self.path.get(self.ply().checked_sub(1)?)?;
        let Some(undo) = self.undos.pop() else { return self.to(tree, parent) };
        if let Some(undo) = undo {
            G::undo(&mut self.position, undo);
        }
        self.path.pop();
        Some(parent)
    }

    /// Goes to `ply`: back on the path, or forward through the children that were last visited.
    pub(crate) fn reach_ply(&mut self, tree: &Tree<Node<G>>, ply: usize) -> Option<NodeId> {
        if let Some(&node) = self.path.get(ply) {
            return self.to(tree, node);
        }
        let target = self.ahead(tree).nth(ply - self.path.len())?;
        self.to(tree, target)
    }

    /// Returns the nodes of the current line after the current node.
    fn ahead(&self, tree: &Tree<Node<G>>) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.next(tree, self.node()), |&node| self.next(tree, node))
    }

    /// Goes to the next node of the line that satisfies a condition. Nothing is played on the way to finding it.
    pub(crate) fn reach_next(
        &mut self,
        tree: &Tree<Node<G>>,
        mut is_wanted: impl FnMut(NodeId) -> bool,
    ) -> Option<NodeId> {
        let target = self.ahead(tree).find(|&node| is_wanted(node))?;
        self.to(tree, target)
    }

    /// Goes to the nearest node above that satisfies a condition.
    pub(crate) fn reach_previous(
        &mut self,
        tree: &Tree<Node<G>>,
        mut is_wanted: impl FnMut(NodeId) -> bool,
    ) -> Option<NodeId> {
        let target = self.path[..self.ply()].iter().copied().rfind(|&node| is_wanted(node))?;
        self.to(tree, target)
    }

    /// Goes to the move with this number on the line, counted from the root.
    pub(crate) fn reach_move(&mut self, tree: &Tree<Node<G>>, number: usize) -> Option<NodeId> {
        let is_move = |&node: &NodeId| tree[node].action.as_ref().is_some_and(G::is_move);
        let target = match number.checked_sub(1) {
            Some(earlier) => self.path.iter().copied().chain(self.ahead(tree)).filter(is_move).nth(earlier)?,
            None => tree.root(),
        };
        self.to(tree, target)
    }

    /// Returns the variations to show at the current node.
    pub(crate) fn variations<'t>(&self, tree: &'t Tree<Node<G>>) -> impl Iterator<Item = NodeId> + use<'t, G> {
        let at = self.node();
        let of = match self.preferences.show_sibling_variations {
            true => tree.parent(at),
            false => Some(at),
        };
        let fork = of.filter(|&node| self.preferences.show_variations && tree.is_fork(node));
        fork.into_iter().flat_map(|fork| tree.children(fork)).filter(move |&child| child != at)
    }

    /// Returns the next node, if it is to be marked.
    pub(crate) fn marked_next(&self, tree: &Tree<Node<G>>) -> Option<NodeId> {
        self.next(tree, self.node()).filter(|_| self.preferences.show_next_move)
    }

    /// Goes to the last node of the line.
    pub(crate) fn reach_end(&mut self, tree: &Tree<Node<G>>) -> NodeId {
        while self.forward(tree).is_some() {}
        self.node()
    }

    /// Goes from the root down by the indices of children.
    pub(crate) fn reach_path(
        &mut self,
        tree: &Tree<Node<G>>,
        indices: impl IntoIterator<Item = usize>,
    ) -> Option<NodeId> {
        let target = indices.into_iter().try_fold(tree.root(), |node, index| tree.children(node).nth(index))?;
        self.to(tree, target)
    }

    /// Goes to any node: undoes and plays actions from the current node, or starts from the checkpoint above the target, whichever
    /// is shorter.
    pub(crate) fn to(&mut self, tree: &Tree<Node<G>>, target: NodeId) -> Option<NodeId> {
        tree.get(target)?;
        // The line from the nearest checkpoint above the target down to the target. The target has no checkpoint of its own only if
        // the path was never there.
        let (mut line, mut top) = (Vec::new(), target);
        let base = loop {
            if let Some((ply, _)) = self.checkpoints.get(&top) {
                break *ply;
            }
            line.push(top);
            top = tree.parent(top)?;
        };
        line.reverse();
        // The nodes from the path down to that checkpoint.
        let (mut above, mut node, mut common) = (Vec::new(), top, base);
        while self.path.get(common) != Some(&node) {
            above.push(node);
            node = tree.parent(node)?;
            common -= 1;
        }
        // If the checkpoint is on the path, the line may share further nodes with the path.
        while common >= base && self.path.get(common + 1).is_some_and(|node| line.get(common - base) == Some(node)) {
            common += 1;
        }
        let (back, ahead) = (self.ply() - common, base + line.len() - common);
        self.path.truncate(common + 1);
        for &node in above.iter().rev().chain(&line[common.saturating_sub(base)..]) {
            self.enter(node);
        }
        if back <= self.undos.len() && back + ahead <= line.len() + 1 {
            for undo in self.undos.drain(self.undos.len() - back..).rev().flatten() {
                G::undo(&mut self.position, undo);
            }
            self.play_from(tree, common + 1);
        } else {
            self.position.clone_from(&self.checkpoints[&top].1);
            self.undos.clear();
            self.play_from(tree, base + 1);
        }
        Some(target)
    }

    /// Adds a child of the path's end to the path.
    fn enter(&mut self, child: NodeId) {
        let parent = self.node();
        if self.taken.len() <= parent.index() {
            self.taken.resize(parent.index() + 1, None);
        }
        self.taken[parent.index()] = Some(child);
        self.path.push(child);
    }

    /// Plays the nodes of the path from `ply` to its end.
    fn play_from(&mut self, tree: &Tree<Node<G>>, ply: usize) {
        for ply in ply..self.path.len() {
            self.play(tree, ply);
        }
    }

    /// Plays the node of the path at `ply`.
    fn play(&mut self, tree: &Tree<Node<G>>, ply: usize) {
        let node = self.path[ply];
        let undo = tree[node].action.as_ref().map(|action| G::play_unchecked(&mut self.position, action));
        if self.undos.len() == 2 * UNDOS {
            self.undos.drain(..UNDOS);
        }
        self.undos.push(undo);
        if ply.is_multiple_of(self.distance) {
            self.checkpoints.entry(node).or_insert_with(|| (ply, self.position.clone()));
            if self.checkpoints.len() > MOST_CHECKPOINTS {
                self.distance *= 2;
                self.checkpoints.retain(|_, (ply, _)| ply.is_multiple_of(self.distance));
            }
        }
    }

    /// Removes the checkpoints at `node` and below it, because an edit changes their positions. Returns true if the current node is
    /// among them.
    pub(crate) fn forget(&mut self, tree: &Tree<Node<G>>, node: NodeId) -> bool {
        if tree.get(node).is_none() || node == tree.root() {
            return false;
        }
        let (at, mut found) = (self.node(), false);
        for node in tree.subtree(node) {
            self.checkpoints.remove(&node);
            found |= node == at;
        }
        found
    }

    /// Removes all checkpoints, because an edit changed the start or several nodes.
    pub(crate) fn forget_all(&mut self, record: &Record<G>) {
        self.checkpoints = BTreeMap::from([(record.tree.root(), (0, G::start(&record.setup)))]);
    }

    /// Goes to `node` after an edit that changed the path or its positions.
    pub(crate) fn reload(&mut self, tree: &Tree<Node<G>>, node: NodeId) {
        let path = tree.path(node);
        let known = path.iter().rposition(|node| self.checkpoints.contains_key(node)).unwrap_or_default();
        self.position.clone_from(&self.checkpoints[&path[known]].1);
        self.undos.clear();
        self.path.truncate(1);
        for &node in &path[1..] {
            self.enter(node);
        }
        self.play_from(tree, known + 1);
    }
}
