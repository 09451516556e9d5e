use crate::Judge;
use alloc::vec::Vec;
use kifu_core::{NodeId, Record};

/// A walk through the nodes of a record in preorder, with the position and the history before each node.
///
/// Each action is played and undone once, so the time is linear in the size of the record.
///
/// ```
/// # use kifu_core::*; use kifu_rules::*;
/// /// The nodes whose action is illegal.
/// fn illegal<G: Judge>(record: &Record<G>, rules: &G::Rules) -> Vec<NodeId> {
///     let (mut review, mut found) = (Review::new(record), Vec::new());
///     while let Some(node) = review.advance() {
///         let action = record.tree[node].action.as_ref();
///         if action.is_some_and(|action| G::judge(review.position(), review.history(), rules, action).is_err()) {
///             found.push(node);
///         }
///     }
///     found
/// }
/// ```
pub struct Review<'r, G: Judge> {
    record: &'r Record<G>,
    /// The node above all others.
    top: NodeId,
    /// The current node, whose action is not yet played.
    at: Option<NodeId>,
    is_over: bool,
    position: G::Position,
    history: G::History,
    /// The undo data of the last actions of the path, or `None` for a node without an action. Nodes above the first one with a next
    /// sibling have no entry, because the walk never returns to them. A long game without variations therefore needs little memory.
    undos: Vec<Option<G::Undo>>,
    /// The number of nodes of the path that have a next sibling.
    open: usize,
    /// The number of nodes between the root and the current one.
    depth: usize,
}

impl<'r, G: Judge> Review<'r, G> {
    /// Creates a walk through a whole record. It starts before the first child of the root.
    #[must_use]
    pub fn new(record: &'r Record<G>) -> Self {
        let position = G::start(&record.setup);
        let mut history = G::History::default();
        G::remember(&mut history, None, &position);
        Self::below(record, record.tree.root(), position, history)
    }

    /// Creates a walk through the nodes below `top`, from the position after `top`.
    pub(crate) fn below(record: &'r Record<G>, top: NodeId, position: G::Position, history: G::History) -> Self {
        Self { record, top, at: None, is_over: false, position, history, undos: Vec::new(), open: 0, depth: 0 }
    }

    /// Plays the action of the current node, and goes to the next node in preorder. `None` after the last node.
    pub fn advance(&mut self) -> Option<NodeId> {
        if self.is_over {
            return None;
        }
        let tree = &self.record.tree;
        if let Some(node) = self.at {
            // Without a variation ahead nothing is taken back, and an undo is long to move.
            let takes_back = self.open > 0;
            match &tree[node].action {
                Some(action) => {
                    let undo = G::play_unchecked(&mut self.position, action);
                    G::remember(&mut self.history, Some(action), &self.position);
                    if takes_back {
                        self.undos.push(Some(undo));
                    }
                }
                None if takes_back => self.undos.push(None),
                None => {}
            }
            self.depth += 1;
        }
        let mut from = self.at.unwrap_or(self.top);
        self.at = tree.first_child(from);
        while self.at.is_none() && self.open > 0 {
            if let Some(undo) = self.undos.pop().flatten() {
                G::forget(&mut self.history);
                G::undo(&mut self.position, undo);
            }
            self.depth -= 1;
            self.at = tree.next_sibling(from);
            self.open -= usize::from(self.at.is_some());
            from = tree.parent(from)?;
        }
        match self.at {
            Some(node) => self.open += usize::from(tree.next_sibling(node).is_some()),
            None => self.is_over = true,
        }
        self.at
    }

    /// Returns the position before the action of the current node.
    #[must_use]
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Returns the positions up to that before the action of the current node.
    #[must_use]
    pub fn history(&self) -> &G::History {
        &self.history
    }

    /// The number of nodes between the root and the current node.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }
}
