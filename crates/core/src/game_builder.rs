//! A builder for readers: the record, the place of each node, and the diagnostics.

use crate::{
    CodeInfo, Comment, Diagnostics, Foreign, Game, Limits, MemoryBudget, Node, NodeId, ReadGame, Record, Report,
    SourceMap, Span, make_room::make_room,
};
use alloc::{string::String, vec::Vec};

/// A builder reserves room for one node for this number of bytes.
const USUAL_BYTES: usize = 32;

/// The largest number of nodes for which room is reserved at the start.
const MOST_RESERVED: usize = 512;

/// A builder for a game that is being read. It keeps the tree, the place of each node and the diagnostics consistent.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// use kifu_core::{GameBuilder, Span};
/// let mut game: GameBuilder<Toy> = GameBuilder::new(Span::new(0, 8));
/// game.add(4, 7_u8);
/// game.add(6, 3_u8);
/// let read = game.finish().unwrap();
/// assert_eq!((read.record.tree.len(), read.source_map.starts), (3, vec![0, 4, 6]));
/// ```
#[derive(Debug)]
pub struct GameBuilder<G: Game> {
    record: Record<G>,
    /// The foreign data of the game. The record gets the entries at the end, so that they are
    /// sorted only once.
    foreign: Vec<Foreign>,
    source_map: SourceMap,
    diagnostics: Diagnostics,
    current: NodeId,
    is_rejected: bool,
    budget: MemoryBudget,
    /// The last node. Its memory is counted when it is complete.
    uncounted: Option<NodeId>,
    /// A placeholder for nodes beyond the budget. Its data is dropped.
    dropped: Option<Node<G>>,
}

impl<G: Game> GameBuilder<G> {
    /// Creates a builder for a game whose text has this span. The game has no moves yet.
    #[must_use]
    pub fn new(span: Span) -> Self {
        let mut record: Record<G> = Record::default();
        let current = record.tree.root();
        // A list that grows is copied. What is too much is given back at the end.
        let usual = (span.range().len() / USUAL_BYTES).min(MOST_RESERVED);
        record.tree.reserve(usual);
        let mut starts = Vec::with_capacity(1 + usual);
        starts.push(span.start);
        let source_map = SourceMap::new(span, starts);
        Self {
            record,
            foreign: Vec::new(),
            source_map,
            diagnostics: Diagnostics::default(),
            current,
            is_rejected: false,
            budget: MemoryBudget::of_text(span.range().len(), Limits::DEFAULT),
            uncounted: None,
            dropped: None,
        }
    }

    /// Returns the builder with other [`Limits`], those of a source. If the memory of the game is spent, the builder reports this and
    /// drops further nodes.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{GameBuilder, Source, Span};
    /// let source = Source::from_text("written", "7 3").trusted();
    /// let whole = Span::new(0, 3);
    /// let game: GameBuilder<Toy> = GameBuilder::new(whole).within(source.limits());
    /// assert!(game.finish().unwrap().diagnostics.is_empty());
    /// ```
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Self {
        self.budget = MemoryBudget::of_text(self.source_map.span.range().len(), limits);
        self.diagnostics = Diagnostics::within(limits);
        self
    }

    /// Returns the record that was built until now.
    #[must_use]
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Returns the record, for changes of its header. A node that is added to its tree directly gets the place of its parent.
    pub fn record_mut(&mut self) -> &mut Record<G> {
        &mut self.record
    }

    /// Returns the current node: the node that was added last, or the one given to [`go_to`](Self::go_to). The next node becomes
    /// its child.
    #[must_use]
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// Sets the current node, so that the next node starts a variation there.
    pub fn go_to(&mut self, node: NodeId) {
        self.current = node;
    }

    /// Adds a node with `action` below the current node, and makes it the current node. `start` is the byte offset of the node.
    #[inline]
    pub fn add(&mut self, start: u32, action: impl Into<G::Action>) -> &mut Node<G> {
        self.add_node(start, Node::new(Some(action.into())))
    }

    /// Adds a node below the current node, and makes it the current node. `start` is the byte offset of the node.
    #[inline]
    pub fn add_node(&mut self, start: u32, node: Node<G>) -> &mut Node<G> {
        if let Some(complete) = self.uncounted.take() {
            self.budget.take_node(self.record.tree[complete].memory());
        }
        self.budget.end_node();
        if self.budget.is_spent() {
            return self.drop_node(start, node);
        }
        self.current = self.record.tree.add(self.current, node);
        self.uncounted = Some(self.current);
        self.place_nodes(self.current.index());
        make_room(&mut self.source_map.starts, 1);
        self.source_map.starts.push(start);
        &mut self.record.tree[self.current]
    }

    #[cold]
    fn drop_node(&mut self, start: u32, node: Node<G>) -> &mut Node<G> {
        self.budget.report(start, &mut self.diagnostics);
        self.dropped.insert(node)
    }

    /// Returns the current node, for changes. If the [`MemoryBudget`] of the game is spent, this is a
    /// placeholder that is dropped.
    pub fn node_mut(&mut self) -> &mut Node<G> {
        if let Some(dropped) = &mut self.dropped {
            return dropped;
        }
        &mut self.record.tree[self.current]
    }

    /// Adds a comment to the current node. Line ends become `\n`. Empty comments are added too; if the format has no empty
    /// comments, the reader must leave them out.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{GameBuilder, Span};
    /// let mut game: GameBuilder<Toy> = GameBuilder::new(Span::new(0, 4));
    /// game.comment("a good\r\nmove");
    /// assert_eq!(game.node_mut().details().unwrap().comments[0].text, "a good\nmove");
    /// ```
    pub fn comment(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.node_mut().details_mut().comments.push(Comment::from(text));
    }

    /// Reserves memory for a part of the current node or of the header, before it is stored. If it does not fit, reports that the game was
    /// read only up to `at`, and returns false.
    ///
    /// A node may have millions of lines, and is counted only when the next one is added.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{GameBuilder, Limits, Span};
    /// let mut game: GameBuilder<Toy> = GameBuilder::new(Span::new(0, 4));
    /// assert!(game.take_part(100, 2) && !game.take_part(Limits::DEFAULT.memory, 3));
    /// assert_eq!(game.finish().unwrap().diagnostics.iter().next().unwrap().code.0, "text/too-dense");
    /// ```
    pub fn take_part(&mut self, bytes: usize, at: u32) -> bool {
        self.budget.take_part(bytes, at, &mut self.diagnostics)
    }

    /// Keeps a header of `format` that the record has no field for.
    pub fn foreign(&mut self, format: &'static str, key: &str, value: impl Into<String>) {
        match self.foreign.last_mut() {
            // A file may have millions of lines without a meaning, and an entry is large.
            Some(last) if last.format == format && last.key == key => last.values.push(value.into()),
            _ => self.foreign.push(Foreign::new(format, String::from(key), [value.into()])),
        }
    }

    /// Sets the end of the text of the game, if it was not known when the builder was created.
    ///
    /// # Panics
    /// If the end is after 4 GiB, which no source has.
    pub fn ends_at(&mut self, end: usize) {
        self.source_map.span = Span::new(self.source_map.span.start as usize, end);
    }

    /// Sets the format version that the game declares.
    pub fn version(&mut self, version: impl Into<String>) {
        self.source_map.version = Some(version.into());
    }

    /// Reports a diagnostic, as [`Diagnostics::report`] does.
    pub fn report<M: Into<String>>(&mut self, info: &CodeInfo, span: Span, message: impl FnOnce() -> M) -> Report<'_> {
        self.diagnostics.report(info, span, message)
    }

    /// Rejects the text because it contains no game. [`finish`](Self::finish) then returns only the diagnostics.
    pub fn reject(&mut self) {
        self.is_rejected = true;
    }

    /// Returns the game: the record, the place of each node, and the diagnostics, sorted by place.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{GameBuilder, Seat, Span};
    /// let mut game: GameBuilder<Toy> = GameBuilder::new(Span::at(0));
    /// game.record_mut().info.player_mut(Seat::First);
    /// assert!(game.finish().unwrap().record.info.players.is_empty()); // the player has no data
    /// ```
    ///
    /// # Errors
    /// Only the diagnostics, if the text contains no game, see [`reject`](Self::reject).
    pub fn finish(mut self) -> Result<ReadGame<G>, Diagnostics> {
        self.diagnostics.sort_by_place();
        if self.is_rejected {
            return Err(self.diagnostics);
        }
        // As a rule `add_node` has placed all of them.
        if self.source_map.starts.len() < self.record.tree.entries() {
            let nodes = self.record.tree.preorder().map(|node| node.index() + 1).max();
            self.place_nodes(nodes.unwrap_or_default());
        }
        self.record.info.foreign.extend(self.foreign);
        self.record.shrink_to_fit();
        Ok(ReadGame { record: self.record, source_map: self.source_map, diagnostics: self.diagnostics })
    }

    /// Gives each node before this index that has no place the place of its parent.
    fn place_nodes(&mut self, before: usize) {
        let (tree, starts) = (&self.record.tree, &mut self.source_map.starts);
        for index in starts.len()..before {
            let parent = tree.node(index).and_then(|node| tree.parent(node));
            let start = parent.and_then(|parent| starts.get(parent.index()).copied());
            starts.push(start.unwrap_or(self.source_map.span.start));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Severity, toy::Toy};
    use alloc::vec::Vec;

    #[test]
    fn each_node_has_a_place() {
        let mut game: GameBuilder<Toy> = GameBuilder::new(Span::new(3, 90));
        game.add(10, 1_u8);
        let fork = game.current();
        let directly = game.record_mut().tree.add(fork, Node::new(Some(2)));
        game.add(30, 3_u8);
        game.go_to(directly);
        game.add(20, 4_u8);
        let last = game.current();
        game.record_mut().tree.add(last, Node::new(Some(5)));
        let read = game.finish().unwrap();
        assert_eq!(read.source_map.starts, [3, 10, 10, 30, 20, 20]);
        assert_eq!(read.source_map.starts.len(), read.record.tree.len());
        assert_eq!(read.record.tree.children(fork).count(), 2);
    }

    #[test]
    fn what_does_not_fit_is_dropped_and_reported_once() {
        let mut game: GameBuilder<Toy> = GameBuilder::new(Span::new(0, 90));
        let text = "x".repeat(Limits::DEFAULT.memory / 2);
        for start in [10, 20, 30, 40, 50] {
            game.add(start, 1_u8);
            game.comment(&text);
        }
        let read = game.finish().unwrap();
        // The node that exceeds the limit is the last.
        assert_eq!(read.source_map.starts, [0, 10, 20]);
        let found: Vec<_> = read.diagnostics.iter().map(|found| (found.code.0, found.span)).collect();
        assert_eq!(found, [("text/too-dense", Some(Span::at(30)))]);
    }

    #[test]
    fn diagnostics_are_sorted_and_outlive_a_rejected_game() {
        const BAD: CodeInfo = CodeInfo::new("toy/bad", Severity::Error, "bad", "");
        let mut game: GameBuilder<Toy> = GameBuilder::new(Span::new(0, 9));
        game.report(&BAD, Span::new(5, 6), || "second");
        game.report(&BAD, Span::new(1, 2), || "first");
        game.reject();
        let messages: Vec<_> = game.finish().unwrap_err().into_iter().map(|found| found.message).collect();
        assert_eq!(messages, ["first", "second"]);
    }
}
