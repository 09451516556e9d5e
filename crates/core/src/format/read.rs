//! The results of reading: games, their places in the text, and their diagnostics.

use crate::{Diagnostics, Game, NodeId, Record, Span};
use alloc::{string::String, vec::Vec};

/// A game that was read.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// use kifu_core::{Format, ReadGame, Source};
/// use core::{fmt, ops::ControlFlow};
/// let mut first = None;
/// Lines.read_each(&Source::from_text("a.toy", "toy\n7\n"), &mut |game| {
///     first = Some(game);
///     ControlFlow::Break(())
/// });
/// let ReadGame { record, source_map, .. } = first.unwrap();
/// assert_eq!((record.tree.len(), source_map.starts), (2, vec![0, 4]));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadGame<G: Game> {
    /// The record.
    pub record: Record<G>,
    /// The place of the game in the text.
    pub source_map: SourceMap,
    /// The diagnostics of the game.
    pub diagnostics: Diagnostics,
}

impl<G: Game> ReadGame<G> {
    /// Creates the result from a record, its place in the text, and its diagnostics. [`GameBuilder`](crate::GameBuilder) makes all
    /// three.
    #[must_use]
    pub fn new(record: Record<G>, source_map: SourceMap, diagnostics: Diagnostics) -> Self {
        Self { record, source_map, diagnostics }
    }
}

/// All games that were read.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// use kifu_core::{Format, Source};
/// let reading = Lines.read(&Source::from_text("a.toy", "toy\n7\n"));
/// // A record and its source map have the same index.
/// assert_eq!((reading.records.len(), reading.source_maps.len()), (1, 1));
/// assert!(reading.diagnostics.is_empty());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadOutput<G: Game> {
    /// The records.
    pub records: Vec<Record<G>>,
    /// The place of each record in the text.
    pub source_maps: Vec<SourceMap>,
    /// The diagnostics of all games, and those that do not belong to a game.
    pub diagnostics: Diagnostics,
}

impl<G: Game> ReadOutput<G> {
    /// Adds a game, with its place and its diagnostics.
    pub fn push(&mut self, game: ReadGame<G>) {
        // As a rule a file has one game.
        if self.records.is_empty() {
            self.records.reserve_exact(1);
            self.source_maps.reserve_exact(1);
        }
        self.records.push(game.record);
        self.source_maps.push(game.source_map);
        self.diagnostics.append(game.diagnostics);
    }
}

impl<G: Game> Default for ReadOutput<G> {
    fn default() -> Self {
        Self { records: Vec::new(), source_maps: Vec::new(), diagnostics: Diagnostics::default() }
    }
}

/// The place of a record and of its nodes in the text.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// use kifu_core::{Format, Source};
/// let source = Source::from_text("a.toy", "toy\n7\n3\n");
/// let reading = Lines.read(&source);
/// let last = reading.records[0].tree.main_line().last().unwrap();
/// let start = reading.source_maps[0].starts[last.index()];
/// assert_eq!(source.position(start).line, 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceMap {
    /// The span of the whole game.
    pub span: Span,
    /// The start of each node, by index. Nodes that come from the same node of the text may have the same start.
    pub starts: Vec<u32>,
    /// The format version that the game declares, in the usual spelling: `FF[4]`, `3.0`.
    pub version: Option<String>,
}

impl SourceMap {
    /// Creates a source map from the span of a game and the start of each of its nodes.
    #[must_use]
    pub fn new(span: Span, starts: Vec<u32>) -> Self {
        Self { span, starts, version: None }
    }

    /// Returns the source map with the format version that the game declares.
    #[must_use]
    pub fn with_version(self, version: Option<String>) -> Self {
        Self { version, ..self }
    }

    /// Returns the spans of nodes: each from its start to the start of the next node of the text. A node of another game has
    /// `None`.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::{Format, Source};
    /// let source = Source::from_text("a.toy", "toy\n7\n3\n");
    /// let reading = Lines.read(&source);
    /// let nodes = reading.source_maps[0].node_spans(reading.records[0].tree.preorder());
    /// assert!(nodes.iter().flatten().map(|span| source.slice(*span)).eq(["toy\n", "7\n", "3\n"]));
    /// ```
    #[must_use]
    pub fn node_spans(&self, nodes: impl IntoIterator<Item = NodeId>) -> Vec<Option<Span>> {
        let mut sorted = self.starts.clone();
        sorted.sort_unstable();
        let span = |node: NodeId| {
            let start = *self.starts.get(node.index())?;
            let next = sorted.get(sorted.partition_point(|other| *other <= start));
            Some(Span { start, end: next.copied().unwrap_or(self.span.end).max(start) })
        };
        nodes.into_iter().map(span).collect()
    }
}

/// The tokens and the games of a document.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// use kifu_core::{Format, Source, Span};
/// let layout = Lines.layout(&Source::from_text("a.toy", "toy\n7\n"));
/// assert_eq!(layout.games, [Span::new(0, 6)]);
/// assert!(layout.tokens.windows(2).all(|pair| pair[0].end == pair[1].start)); // without gaps
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layout {
    /// The tokens, which cover the text without gaps.
    pub tokens: Vec<Span>,
    /// The span of each game.
    pub games: Vec<Span>,
}

impl Layout {
    /// Creates the layout from the tokens of a document and the span of each of its games.
    #[must_use]
    pub fn new(tokens: Vec<Span>, games: Vec<Span>) -> Self {
        Self { tokens, games }
    }
}
