//! Changes of the record that is being edited, with undo and redo.

use super::Editor;
use crate::Play;
use alloc::vec::Vec;
use kifu_core::{Edit, EditError, Node, NodeId};

/// A change that can be undone or redone.
pub(super) struct Change<G: Play> {
    /// The edit that undoes or redoes the change.
    edit: Edit<G>,
    /// The current node before the change was made.
    before: NodeId,
    /// The current node after the change.
    after: NodeId,
}

/// The effect of an action that was given to [`Editor::input`].
///
/// ```
/// use kifu_core::Record;
/// use kifu_goban::{Color, Go, Move};
/// use kifu_rules::{Editor, Entered};
/// let mut editor: Editor<Go> = Editor::new(Record::default());
/// assert_eq!(editor.input(Move::pass(Color::Black).into()), Entered::New);
/// editor.back();
/// assert_eq!(editor.input(Move::pass(Color::Black).into()), Entered::Followed);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Entered {
    /// A child had this action: the editor went there, and the record did not change.
    Followed,
    /// The action became a new node, the last child of the previous node.
    New,
}

impl<G: Play> Editor<G> {
    /// Plays an action at the current node: goes to the child that has this action, or adds one as the last variation. The
    /// action need not be legal.
    ///
    /// ```
    /// use kifu_core::Record;
    /// use kifu_goban::{Color, Go, Move, Point};
    /// use kifu_rules::{Editor, Entered};
    /// let mut editor: Editor<Go> = Editor::new(Record::default());
    /// let tengen = Move::play(Color::Black, Point::from_sgf("jj").unwrap());
    /// assert_eq!(editor.input(tengen.into()), Entered::New);
    /// assert_eq!((editor.ply(), editor.to_move()), (1, Color::White.seat()));
    /// ```
    pub fn input(&mut self, action: G::Action) -> Entered {
        let (tree, before) = (&self.record.tree, self.walk.node());
        let known = tree.children(before).find(|&child| tree[child].action.as_ref() == Some(&action));
        if let Some(child) = known {
            self.walk.step(tree, child);
            return Entered::Followed;
        }
        let edit = self.run(Edit::insert(before, usize::MAX, Node::new(Some(action))));
        let Ok(edit @ Edit::Detach { node: after }) = edit else { unreachable!("the current node is in the tree") };
        self.walk.step(&self.record.tree, after);
        self.done.push(Change { edit, before, after });
        self.undone.clear();
        Entered::New
    }

    /// Applies an edit to the record. Undone edits can then no longer be redone.
    ///
    /// ```
    /// use kifu_core::{Edit, Record};
    /// use kifu_goban::{Color, Go, Move};
    /// use kifu_rules::Editor;
    /// let mut editor: Editor<Go> = Editor::new(Record::default());
    /// editor.input(Move::pass(Color::Black).into());
    /// editor.apply(Edit::Detach { node: editor.node() })?;
    /// assert_eq!(editor.node(), editor.record().tree.root());
    /// # Ok::<(), kifu_core::EditError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Record::apply`](kifu_core::Record::apply). The record, the place and the undo history are then unchanged.
    pub fn apply(&mut self, edit: Edit<G>) -> Result<(), EditError> {
        let before = self.walk.node();
        let edit = self.run(edit)?;
        self.done.push(Change { edit, before, after: self.walk.node() });
        self.undone.clear();
        Ok(())
    }

    /// Undoes the last change, and goes to the node that was current before it. Returns false if there is no change to undo.
    pub fn undo(&mut self) -> bool {
        let Some(change) = self.done.pop() else { return false };
        let target = change.before;
        let undone = self.turn(change, target);
        self.undone.push(undone);
        true
    }

    /// Redoes the change that was undone last, and goes to the node that was current after it. Returns false if there is no change
    /// to redo.
    ///
    /// ```
    /// use kifu_core::Record;
    /// use kifu_goban::{Color, Go, Move};
    /// use kifu_rules::Editor;
    /// let mut editor: Editor<Go> = Editor::new(Record::default());
    /// editor.input(Move::pass(Color::Black).into());
    /// let played = editor.node();
    /// editor.undo();
    /// assert!(editor.redo());
    /// assert_eq!(editor.node(), played); // the same id
    /// assert!(!editor.redo());
    /// ```
    pub fn redo(&mut self) -> bool {
        let Some(change) = self.undone.pop() else { return false };
        let target = change.after;
        let done = self.turn(change, target);
        self.done.push(done);
        true
    }

    /// Applies the edit of a change and goes to `target`. Returns the change with the inverse edit.
    fn turn(&mut self, change: Change<G>, target: NodeId) -> Change<G> {
        let edit = self.run(change.edit).expect("the record is as it was when the inverse was made");
        self.walk.to(&self.record.tree, target);
        Change { edit, ..change }
    }

    /// Applies an edit and keeps the place; returns the inverse.
    fn run(&mut self, edit: Edit<G>) -> Result<Edit<G>, EditError> {
        let tree = &self.record.tree;
        // The effect of the edit on the current node and on the checkpoints.
        let (replays, restarts) = match &edit {
            Edit::Move { node, .. } => (self.walk.forget(tree, *node), false),
            Edit::Set { node, value } if tree.get(*node).is_some_and(|old| old.action != value.action) => {
                (self.walk.forget(tree, *node), false)
            }
            Edit::Detach { node } => {
                self.walk.forget(tree, *node);
                (false, false)
            }
            Edit::Setup { .. } | Edit::Many { .. } => (true, true),
            _ => (false, false),
        };
        // The nodes that may become current if the edit removes the current one.
        let path = if restarts { self.walk.path().to_vec() } else { Vec::new() };
        let inverse = self.record.apply(edit)?;
        let tree = &self.record.tree;
        if restarts {
            self.walk.forget_all(&self.record);
            let left = path.iter().rfind(|&&node| tree.get(node).is_some());
            self.walk.reload(tree, left.copied().unwrap_or_else(|| tree.root()));
        } else if replays {
            self.walk.reload(tree, self.walk.node());
        } else if let Edit::Attach { parent, .. } = inverse
            && tree.get(self.walk.node()).is_none()
        {
            self.walk.to(tree, parent);
        }
        Ok(inverse)
    }
}
