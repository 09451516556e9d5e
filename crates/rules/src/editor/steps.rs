//! Steps to another node of the record that is being edited.

use super::Editor;
use crate::Play;
use kifu_core::NodeId;

impl<G: Play> Editor<G> {
    /// Goes to the child that was visited last, or else to the first child, and returns it. None if the line ends.
    ///
    /// ```
    /// use kifu_rules::Editor;
    /// # use kifu_core::{Node, Record};
    /// # use kifu_goban::{Color, Go, Move, Point};
    /// # fn game() -> Record<Go> {
    /// #     let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
    /// #     let mut record = Record::default();
    /// #     let first = record.tree.add(record.tree.root(), play(Color::Black, "pd"));
    /// #     record.tree.add(first, play(Color::White, "dp"));
    /// #     record.tree.add(first, play(Color::White, "dd"));
    /// #     record
    /// # }
    /// // Black plays pd; White plays dp, or dd in a variation.
    /// let mut editor = Editor::new(game());
    /// editor.to_path([0, 1]);
    /// let variation = editor.node();
    /// editor.back();
    /// assert_eq!(editor.forward(), Some(variation)); // and not into the main line
    /// assert_eq!(editor.forward(), None);
    /// ```
    pub fn forward(&mut self) -> Option<NodeId> {
        self.walk.forward(&self.record.tree)
    }

    /// Goes to the parent and returns it. None at the root.
    ///
    /// ```
    /// use kifu_rules::Editor;
    /// # use kifu_core::{Node, Record};
    /// # use kifu_goban::{Color, Go, Move, Point};
    /// # fn game() -> Record<Go> {
    /// #     let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
    /// #     let mut record = Record::default();
    /// #     let first = record.tree.add(record.tree.root(), play(Color::Black, "pd"));
    /// #     record.tree.add(first, play(Color::White, "dp"));
    /// #     record.tree.add(first, play(Color::White, "dd"));
    /// #     record
    /// # }
    /// // Black plays pd; White plays dp, or dd in a variation.
    /// let mut editor = Editor::new(game());
    /// editor.forward();
    /// assert_eq!(editor.back(), Some(editor.record().tree.root()));
    /// assert_eq!(editor.back(), None);
    /// ```
    pub fn back(&mut self) -> Option<NodeId> {
        self.walk.back(&self.record.tree)
    }

    /// Goes to the child at `index`, from 0, and returns it. None if there are fewer children.
    ///
    /// ```
    /// use kifu_rules::Editor;
    /// # use kifu_core::{Node, Record};
    /// # use kifu_goban::{Color, Go, Move, Point};
    /// # fn game() -> Record<Go> {
    /// #     let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
    /// #     let mut record = Record::default();
    /// #     let first = record.tree.add(record.tree.root(), play(Color::Black, "pd"));
    /// #     record.tree.add(first, play(Color::White, "dp"));
    /// #     record.tree.add(first, play(Color::White, "dd"));
    /// #     record
    /// # }
    /// // Black plays pd; White plays dp, or dd in a variation.
    /// let mut editor = Editor::new(game());
    /// editor.forward();
    /// assert_eq!(editor.variation(1), editor.record().tree.node(3));
    /// assert_eq!(editor.variation(0), None); // the end
    /// ```
    pub fn variation(&mut self, index: usize) -> Option<NodeId> {
        let child = self.record.tree.children(self.walk.node()).nth(index)?;
        Some(self.walk.step(&self.record.tree, child))
    }

    /// Goes to any node and returns it. None if the tree has no such node; the editor then stays where it is.
    ///
    /// ```
    /// use kifu_rules::Editor;
    /// # use kifu_core::{Node, Record};
    /// # use kifu_goban::{Color, Go, Move, Point};
    /// # fn game() -> Record<Go> {
    /// #     let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
    /// #     let mut record = Record::default();
    /// #     let first = record.tree.add(record.tree.root(), play(Color::Black, "pd"));
    /// #     record.tree.add(first, play(Color::White, "dp"));
    /// #     record.tree.add(first, play(Color::White, "dd"));
    /// #     record
    /// # }
    /// // Black plays pd; White plays dp, or dd in a variation.
    /// let mut editor = Editor::new(game());
    /// let variation = editor.record().tree.node(3).unwrap();
    /// assert_eq!(editor.to(variation), Some(variation));
    /// assert_eq!(editor.position().stone(Point::from_sgf("dd").unwrap()), Some(Color::White));
    /// ```
    pub fn to(&mut self, node: NodeId) -> Option<NodeId> {
        self.walk.to(&self.record.tree, node)
    }

    /// Goes to the node that is `ply` nodes away from the root, back or forward on the current line, and returns it. None if the
    /// line is shorter; the editor then stays where it is.
    ///
    /// ```
    /// use kifu_rules::Editor;
    /// # use kifu_core::{Node, Record};
    /// # use kifu_goban::{Color, Go, Move, Point};
    /// # fn game() -> Record<Go> {
    /// #     let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
    /// #     let mut record = Record::default();
    /// #     let first = record.tree.add(record.tree.root(), play(Color::Black, "pd"));
    /// #     record.tree.add(first, play(Color::White, "dp"));
    /// #     record.tree.add(first, play(Color::White, "dd"));
    /// #     record
    /// # }
    /// // Black plays pd; White plays dp, or dd in a variation.
    /// let mut editor = Editor::new(game());
    /// editor.to_ply(2);
    /// assert_eq!(editor.ply(), 2);
    /// assert_eq!(editor.to_ply(3), None);
    /// assert_eq!(editor.to_ply(0), Some(editor.record().tree.root()));
    /// ```
    pub fn to_ply(&mut self, ply: usize) -> Option<NodeId> {
        self.walk.reach_ply(&self.record.tree, ply)
    }

    /// Goes from the root down by the indices of children, from 0, and returns the last node. None if a node has fewer children;
    /// the editor then stays where it is.
    ///
    /// ```
    /// use kifu_rules::Editor;
    /// # use kifu_core::{Node, Record};
    /// # use kifu_goban::{Color, Go, Move, Point};
    /// # fn game() -> Record<Go> {
    /// #     let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
    /// #     let mut record = Record::default();
    /// #     let first = record.tree.add(record.tree.root(), play(Color::Black, "pd"));
    /// #     record.tree.add(first, play(Color::White, "dp"));
    /// #     record.tree.add(first, play(Color::White, "dd"));
    /// #     record
    /// # }
    /// // Black plays pd; White plays dp, or dd in a variation.
    /// let mut editor = Editor::new(game());
    /// assert_eq!(editor.to_path([0, 1]), editor.record().tree.node(3));
    /// assert_eq!(editor.to_path([0, 2]), None);
    /// assert_eq!(editor.ply(), 2);
    /// ```
    pub fn to_path(&mut self, indices: impl IntoIterator<Item = usize>) -> Option<NodeId> {
        self.walk.reach_path(&self.record.tree, indices)
    }

    /// Goes to the end of the current line and returns its node.
    ///
    /// ```
    /// use kifu_rules::Editor;
    /// # use kifu_core::{Node, Record};
    /// # use kifu_goban::{Color, Go, Move, Point};
    /// # fn game() -> Record<Go> {
    /// #     let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
    /// #     let mut record = Record::default();
    /// #     let first = record.tree.add(record.tree.root(), play(Color::Black, "pd"));
    /// #     record.tree.add(first, play(Color::White, "dp"));
    /// #     record.tree.add(first, play(Color::White, "dd"));
    /// #     record
    /// # }
    /// // Black plays pd; White plays dp, or dd in a variation.
    /// let mut editor = Editor::new(game());
    /// let end = editor.to_end();
    /// assert_eq!(editor.record().tree.first_child(end), None);
    /// ```
    pub fn to_end(&mut self) -> NodeId {
        self.walk.reach_end(&self.record.tree)
    }
}
