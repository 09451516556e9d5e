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

        /// Goes to the end of the current line and returns its node.
        pub fn to_end(&mut self) -> NodeId {
            self.walk.reach_end(&self.record.tree)
        }
    };
}

pub(crate) use {example, steps};
