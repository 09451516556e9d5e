//! The methods of [`Cursor`](crate::Cursor) and [`Editor`](crate::Editor) for going through a record.

/// The start of an example. `place` is at the root of a game with a variation.
macro_rules! example {
    ($type:literal, $new:literal) => {
        concat!(
            "use kifu_rules::",
            $type,
            ";\n",
            "# use kifu_core::{Node, Record};\n",
            "# use kifu_goban::{Color, Go, Move, Point};\n",
            "let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));\n",
            "let mut record: Record<Go> = Record::default();\n",
            "let first = record.tree.add(record.tree.root(), play(Color::Black, \"pd\"));\n",
            "record.tree.add(first, play(Color::White, \"dp\"));\n",
            "record.tree.add(first, play(Color::White, \"dd\"));\n",
            "// Black plays pd; White plays dp, or dd in a variation.\n",
            "let mut place = ",
            $new,
            ";"
        )
    };
}

/// Defines the methods that read and change the place of a type with the fields `record` and `walk`. `$type` and `$new` are the
/// type and its constructor in the examples.
macro_rules! steps {
    ($type:literal, $new:literal) => {
        /// Returns the current node.
        #[must_use]
        pub fn node(&self) -> NodeId {
            self.walk.node()
        }

        /// The number of nodes from the root to the current node, without the root.
        #[must_use]
        pub fn ply(&self) -> usize {
            self.walk.ply()
        }

        /// Returns the nodes from the root to the current one.
        #[must_use]
        pub fn path(&self) -> &[NodeId] {
            self.walk.path()
        }

        /// Returns the position after the current node.
        #[must_use]
        pub fn position(&self) -> &G::Position {
            self.walk.position()
        }

        /// Returns the player whose turn it is.
        #[must_use]
        pub fn to_move(&self) -> Seat {
            G::to_move(self.walk.position())
        }

        /// Goes to the child that was visited last, or else to the first child, and returns it. `None` if there are no children.
        /// If the preferences are not to remember variations, it is always the first child.
        ///
        /// ```
        #[doc = $crate::steps::example!($type, $new)]
        /// place.to_path([0, 1]);
        /// let variation = place.node();
        /// place.back();
        /// assert_eq!(place.forward(), Some(variation)); // and not into the main line
        /// assert_eq!(place.forward(), None);
        /// ```
        pub fn forward(&mut self) -> Option<NodeId> {
            self.walk.forward(&self.record.tree)
        }

        /// Goes to the parent and returns it. `None` at the root.
        pub fn back(&mut self) -> Option<NodeId> {
            self.walk.back(&self.record.tree)
        }

        /// Goes to the child at `index`, from 0, and returns it. `None` if there are fewer children.
        pub fn variation(&mut self, index: usize) -> Option<NodeId> {
            self.walk.variation(&self.record.tree, index)
        }

        /// Goes to any node and returns it. `None` if the tree does not have the node; the place is then unchanged.
        pub fn to(&mut self, node: NodeId) -> Option<NodeId> {
            self.walk.to(&self.record.tree, node)
        }

        /// Goes to the node that is `ply` nodes away from the root, back or forward on the current line, and returns it. `None` if
        /// the line is shorter; the place is then unchanged.
        ///
        /// ```
        #[doc = $crate::steps::example!($type, $new)]
        /// place.to_ply(2);
        /// assert_eq!(place.ply(), 2);
        /// assert_eq!(place.to_ply(3), None);
        /// assert_eq!(place.to_ply(0), Some(place.record().tree.root()));
        /// ```
        pub fn to_ply(&mut self, ply: usize) -> Option<NodeId> {
            self.walk.reach_ply(&self.record.tree, ply)
        }

        /// Goes from the root down by the indices of children, from 0, and returns the last node. `None` if a node has fewer
        /// children; the place is then unchanged.
        ///
        /// ```
        #[doc = $crate::steps::example!($type, $new)]
        /// assert_eq!(place.to_path([0, 1]), place.record().tree.node(3));
        /// assert_eq!(place.to_path([0, 2]), None);
        /// assert_eq!(place.ply(), 2);
        /// ```
        pub fn to_path(&mut self, indices: impl IntoIterator<Item = usize>) -> Option<NodeId> {
            self.walk.reach_path(&self.record.tree, indices)
        }

        /// Goes to the next node on the current line that satisfies a condition, and returns it. `None` if the rest of the line
        /// has no such node; the place is then unchanged. The time is linear in the number of nodes on the way.
        ///
        /// The methods of [`Node`](kifu_core::Node) are conditions: `Node::has_comment`, `Node::has_setup`, `Node::has_mark`,
        /// `Node::has_bookmark`.
        ///
        /// ```
        #[doc = $crate::steps::example!($type, $new)]
        /// assert_eq!(place.to_next(Node::has_comment), None);
        /// place.to_next(|node| node.action == play(Color::White, "dp").action);
        /// assert_eq!(place.ply(), 2);
        /// ```
        pub fn to_next(&mut self, mut is_wanted: impl FnMut(&Node<G>) -> bool) -> Option<NodeId> {
            let tree = &self.record.tree;
            self.walk.reach_next(tree, |node| is_wanted(&tree[node]))
        }

        /// Goes back to the nearest node above the current one that satisfies a condition, and returns it. `None` if there is none;
        /// the place is then unchanged. The time is linear in the number of nodes on the way.
        ///
        /// ```
        #[doc = $crate::steps::example!($type, $new)]
        /// place.to_end();
        /// assert_eq!(place.to_previous(Node::has_setup), None);
        /// assert_eq!(place.to_previous(|node| node.action.is_none()), Some(place.record().tree.root()));
        /// ```
        pub fn to_previous(&mut self, mut is_wanted: impl FnMut(&Node<G>) -> bool) -> Option<NodeId> {
            let tree = &self.record.tree;
            self.walk.reach_previous(tree, |node| is_wanted(&tree[node]))
        }

        /// Goes to the next node on the current line that has more than one child, and returns it. `None` if there is none; the
        /// place is then unchanged.
        ///
        /// ```
        #[doc = $crate::steps::example!($type, $new)]
        /// assert_eq!(place.to_next_fork(), place.record().tree.node(1));
        /// assert_eq!(place.to_next_fork(), None);
        /// ```
        pub fn to_next_fork(&mut self) -> Option<NodeId> {
            let tree = &self.record.tree;
            self.walk.reach_next(tree, |node| tree.is_fork(node))
        }

        /// Goes back to the nearest node above the current one that has more than one child, and returns it. `None` if there is
        /// none; the place is then unchanged.
        pub fn to_previous_fork(&mut self) -> Option<NodeId> {
            let tree = &self.record.tree;
            self.walk.reach_previous(tree, |node| tree.is_fork(node))
        }

        /// Goes to the move with this number on the current line, back or forward, and returns its node. The number 0 is the
        /// root. `None` if the line has fewer moves; the place is then unchanged.
        ///
        /// Only moves are counted, see [`Record::move_number`](kifu_core::Record::move_number). The time is linear in the number
        /// of nodes from the root to the place or to the move.
        ///
        /// ```
        #[doc = $crate::steps::example!($type, $new)]
        /// place.to_move_number(2);
        /// assert_eq!(place.record().move_number(place.node()), 2);
        /// assert_eq!(place.to_move_number(3), None);
        /// ```
        pub fn to_move_number(&mut self, number: usize) -> Option<NodeId> {
            self.walk.reach_move(&self.record.tree, number)
        }

        /// Returns the variations to show at the current node, as the preferences ask. These are its children if it has more than
        /// one, or its siblings without itself, or none.
        ///
        /// ```
        #[doc = $crate::steps::example!($type, $new)]
        /// place.forward();
        /// assert_eq!(place.variations().count(), 2); // dp and dd
        ///
        /// let mut preferences = place.preferences();
        /// preferences.show_sibling_variations = true;
        /// place.set_preferences(preferences);
        /// place.forward();
        /// assert!(place.variations().eq(place.record().tree.node(3))); // dd instead of dp
        /// ```
        pub fn variations(&self) -> impl Iterator<Item = NodeId> {
            self.walk.variations(&self.record.tree)
        }

        /// Returns the next node if the preferences ask to mark it: the one that [`forward`](Self::forward) goes to. `None` at the
        /// end of the line, and if they do not.
        ///
        /// ```
        #[doc = $crate::steps::example!($type, $new)]
        /// assert_eq!(place.marked_next(), None);
        /// let mut preferences = place.preferences();
        /// preferences.show_next_move = true;
        /// place.set_preferences(preferences);
        /// assert_eq!(place.marked_next(), place.record().tree.node(1));
        /// ```
        #[must_use]
        pub fn marked_next(&self) -> Option<NodeId> {
            self.walk.marked_next(&self.record.tree)
        }

        /// Returns the preferences that are obeyed: those that the record stated at the start, or those of
        /// [`set_preferences`](Self::set_preferences).
        #[must_use]
        pub fn preferences(&self) -> Preferences {
            self.walk.preferences()
        }

        /// Replaces the preferences. The record does not change.
        ///
        /// ```
        #[doc = $crate::steps::example!($type, $new)]
        /// let mut preferences = place.preferences();
        /// preferences.remember_variation_paths = false;
        /// place.set_preferences(preferences);
        /// place.to_path([0, 1]);
        /// place.back();
        /// assert_eq!(place.forward(), place.record().tree.node(2)); // the main line
        /// ```
        pub fn set_preferences(&mut self, preferences: Preferences) {
            self.walk.set_preferences(preferences);
        }

        /// Goes to the end of the current line and returns its node.
        pub fn to_end(&mut self) -> NodeId {
            self.walk.reach_end(&self.record.tree)
        }
    };
}

pub(crate) use {example, steps};
