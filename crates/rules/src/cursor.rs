use crate::{Play, walk::Walk};
use kifu_core::{NodeId, Record, Seat};

/// A place in a record, and the position there.
///
/// At each node the cursor remembers the child that it last went through, step by step or by a jump: [`Cursor::forward`]
/// goes there again. It keeps a position every 32 plies where it has been. A jump plays at most 31 plies and as many as lie
/// between the target and the nearest place where the cursor has been; to find its way it follows as many links as there
/// are nodes between here and there.
///
/// ```
/// use kifu_rules::Cursor;
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
/// let record = game();
/// let mut cursor = Cursor::new(&record);
/// cursor.forward();
/// cursor.variation(1);
/// assert_eq!(cursor.position().stone(Point::from_sgf("dd").unwrap()), Some(Color::White));
/// ```
pub struct Cursor<'r, G: Play> {
    record: &'r Record<G>,
    walk: Walk<G>,
}

impl<'r, G: Play> Cursor<'r, G> {
    /// A cursor at the root.
    ///
    /// ```
    /// use kifu_core::Record;
    /// use kifu_goban::Go;
    /// use kifu_rules::Cursor;
    /// let record: Record<Go> = Record::default();
    /// assert_eq!(Cursor::new(&record).node(), record.tree.root());
    /// ```
    #[must_use]
    pub fn new(record: &'r Record<G>) -> Self {
        Self { record, walk: Walk::new(record) }
    }

    /// The record.
    ///
    /// ```
    /// use kifu_core::Record;
    /// use kifu_goban::Go;
    /// use kifu_rules::Cursor;
    /// let record: Record<Go> = Record::default();
    /// assert_eq!(Cursor::new(&record).record(), &record);
    /// ```
    #[must_use]
    pub fn record(&self) -> &'r Record<G> {
        self.record
    }

    /// The current node.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// assert_eq!(cursor.node(), cursor.record().tree.root());
    /// ```
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.walk.node()
    }

    /// How many nodes the current node is away from the root.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// assert_eq!(cursor.ply(), 0);
    /// cursor.forward();
    /// assert_eq!(cursor.ply(), 1);
    /// ```
    #[must_use]
    pub fn ply(&self) -> usize {
        self.walk.ply()
    }

    /// The nodes from the root to the current one.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// cursor.forward();
    /// assert_eq!(cursor.path(), [cursor.record().tree.root(), cursor.node()]);
    /// ```
    #[must_use]
    pub fn path(&self) -> &[NodeId] {
        self.walk.path()
    }

    /// The position after the current node.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// cursor.forward();
    /// assert_eq!(cursor.position().stone(Point::from_sgf("pd").unwrap()), Some(Color::Black));
    /// ```
    #[must_use]
    pub fn position(&self) -> &G::Position {
        self.walk.position()
    }

    /// The player whose turn it is.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// assert_eq!(cursor.to_move(), Color::Black.seat());
    /// cursor.forward();
    /// assert_eq!(cursor.to_move(), Color::White.seat());
    /// ```
    #[must_use]
    pub fn to_move(&self) -> Seat {
        G::to_move(self.walk.position())
    }

    /// Goes to the child that was last on the way, the first time to the first one, and returns it. None where the line ends.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// cursor.to_path([0, 1]);
    /// let variation = cursor.node();
    /// cursor.back();
    /// assert_eq!(cursor.forward(), Some(variation)); // and not into the main line
    /// assert_eq!(cursor.forward(), None);
    /// ```
    pub fn forward(&mut self) -> Option<NodeId> {
        self.walk.forward(&self.record.tree)
    }

    /// Goes to the parent and returns it. None at the root.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// cursor.forward();
    /// assert_eq!(cursor.back(), Some(cursor.record().tree.root()));
    /// assert_eq!(cursor.back(), None);
    /// ```
    pub fn back(&mut self) -> Option<NodeId> {
        self.walk.back(&self.record.tree)
    }

    /// Goes to the child at `index`, from 0, and returns it. None where there are fewer children.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// cursor.forward();
    /// assert_eq!(cursor.variation(1), cursor.record().tree.node(3));
    /// assert_eq!(cursor.variation(0), None); // the end
    /// ```
    pub fn variation(&mut self, index: usize) -> Option<NodeId> {
        let child = self.record.tree.children(self.walk.node()).nth(index)?;
        Some(self.walk.step(&self.record.tree, child))
    }

    /// Goes to any node and returns it. None if the tree has no such node; the cursor then stays where it is.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// let variation = cursor.record().tree.node(3).unwrap();
    /// assert_eq!(cursor.to(variation), Some(variation));
    /// assert_eq!(cursor.position().stone(Point::from_sgf("dd").unwrap()), Some(Color::White));
    /// ```
    pub fn to(&mut self, node: NodeId) -> Option<NodeId> {
        self.walk.to(&self.record.tree, node)
    }

    /// Goes to the node that is `ply` nodes away from the root, back or forward on the current line, and returns it. None if the
    /// line is shorter; the cursor then stays where it is.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// cursor.to_ply(2);
    /// assert_eq!(cursor.ply(), 2);
    /// assert_eq!(cursor.to_ply(3), None);
    /// assert_eq!(cursor.to_ply(0), Some(cursor.record().tree.root()));
    /// ```
    pub fn to_ply(&mut self, ply: usize) -> Option<NodeId> {
        self.walk.reach_ply(&self.record.tree, ply)
    }

    /// Goes from the root down by the indices of children, from 0, and returns the last node. None if a node has fewer children;
    /// the cursor then stays where it is.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// assert_eq!(cursor.to_path([0, 1]), cursor.record().tree.node(3));
    /// assert_eq!(cursor.to_path([0, 2]), None);
    /// assert_eq!(cursor.ply(), 2);
    /// ```
    pub fn to_path(&mut self, indices: impl IntoIterator<Item = usize>) -> Option<NodeId> {
        self.walk.reach_path(&self.record.tree, indices)
    }

    /// Goes to the end of the current line and returns its node.
    ///
    /// ```
    /// use kifu_rules::Cursor;
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
    /// let record = game();
    /// let mut cursor = Cursor::new(&record);
    /// let end = cursor.to_end();
    /// assert_eq!(cursor.record().tree.first_child(end), None);
    /// ```
    pub fn to_end(&mut self) -> NodeId {
        self.walk.reach_end(&self.record.tree)
    }
}
