//! Checks in addition to those of a format: the rules of a game, the requirements of a club.

use crate::{
    CodeInfo, Diagnostics, Format, Game, NodeId, NodeIndex, Part, ReadOutput, Record, Source, SourceMap, Span,
    format::without_space,
};
use alloc::vec::Vec;

/// A check of games that is not part of a format. Programs run it on games of `G` in any format.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::{Lines, Toy}; // a game whose moves are numbers, and its format
/// use kifu_core::{CodeInfo, Diagnostics, Format, GameInFile, Pass, Severity, Source, check_games};
///
/// /// A club wants to know where its games were played.
/// struct HouseRules;
///
/// const NO_EVENT: CodeInfo = CodeInfo::new("club/no-event", Severity::Warning, "the event is missing", "State the event.");
///
/// impl Pass<Toy> for HouseRules {
///     fn name(&self) -> &str {
///         "club"
///     }
///     fn codes(&self) -> &'static [CodeInfo] {
///         const { &[NO_EVENT] }
///     }
///     fn check(&self, game: &GameInFile<'_, Toy>) -> Diagnostics {
///         let mut found = Diagnostics::default();
///         if game.record.info.event.is_empty() {
///             found.report_at_node(&NO_EVENT, game.node_index(game.record.tree.root()), || "the event is missing");
///         }
///         found
///     }
/// }
///
/// let source = Source::from_text("game.toy", "toy\n7\n3\n");
/// let found = check_games(&[&HouseRules], &Lines, &source, &Lines.read(&source), 0);
/// assert_eq!(found.iter().next().unwrap().code.0, "club/no-event");
/// ```
pub trait Pass<G: Game>: Send + Sync {
    /// Returns the name of the pass, one word: `rules`.
    fn name(&self) -> &str;

    /// Returns all diagnostics that the pass can report.
    fn codes(&self) -> &'static [CodeInfo];

    /// Checks a game. A diagnostic has a place in the text ([`Diagnostics::report`]) or in the record
    /// ([`Diagnostics::report_at_node`]). In the second case [`check_games`] adds the place in the text.
    ///
    /// A diagnostic may have a fix, which is an edit of the text. A fix that changes the record is a [guess](crate::Safety::Guess).
    fn check(&self, game: &GameInFile<'_, G>) -> Diagnostics;
}

/// A game that was read, with its file.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// use kifu_core::{Format, GameInFile, Source};
/// let source = Source::from_text("game.toy", "toy\n7\n3\n");
/// let reading = Lines.read(&source);
/// let game = GameInFile::new(&Lines, &source, &reading.records[0], &reading.source_maps[0], 0);
/// assert_eq!((game.index, game.format.info().id), (0, "lines"));
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct GameInFile<'a, G: Game> {
    /// The format of the file.
    pub format: &'a dyn Format<G>,
    /// The file.
    pub source: &'a Source,
    /// The game.
    pub record: &'a Record<G>,
    /// The places of the nodes of the game in the file.
    pub source_map: &'a SourceMap,
    /// The index of the game in its file, from 0.
    pub index: usize,
}

impl<'a, G: Game> GameInFile<'a, G> {
    /// Creates the value from a game and its file. `index` is the index of the game in the file, from 0.
    #[must_use]
    pub fn new(
        format: &'a dyn Format<G>,
        source: &'a Source,
        record: &'a Record<G>,
        source_map: &'a SourceMap,
        index: usize,
    ) -> Self {
        Self { format, source, record, source_map, index }
    }

    /// Returns the place of a node of the game, for [`Diagnostics::report_at_node`].
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::{Format, GameInFile, NodeIndex, Source};
    /// let source = Source::from_text("game.toy", "toy\n7\n");
    /// let reading = Lines.read(&source);
    /// let third = GameInFile::new(&Lines, &source, &reading.records[0], &reading.source_maps[0], 2);
    /// assert_eq!(third.node_index(third.record.tree.root()), NodeIndex { record: 2, node: 0 });
    /// ```
    #[must_use]
    pub fn node_index(&self, node: NodeId) -> NodeIndex {
        NodeIndex { record: self.index, node: node.index() }
    }

    /// Returns the spans of parts of the game in the text, see [`Format::locate`].
    #[must_use]
    pub fn locate(&self, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
        self.format.locate(self.source, self.source_map, wanted)
    }
}

/// Returns the diagnostics of passes for games that were read from a file. `first` is the index of the first of these games in the
/// file, from 0.
///
/// A diagnostic at a node gets a place in the text: the place of the move, or of the node if it has no move.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::{Lines, Toy}; // a game whose moves are numbers, and its format
/// use kifu_core::{CodeInfo, Diagnostics, Format, GameInFile, Pass, Severity, Source, check_games};
/// const TWICE: CodeInfo = CodeInfo::new("toy/twice", Severity::Error, "a number twice", "…");
/// struct Twice;
/// impl Pass<Toy> for Twice {
///     fn name(&self) -> &str { "twice" }
///     fn codes(&self) -> &'static [CodeInfo] { const { &[TWICE] } }
///     fn check(&self, game: &GameInFile<'_, Toy>) -> Diagnostics {
///         let (mut found, mut before) = (Diagnostics::default(), None);
///         for node in game.record.tree.main_line() {
///             let action = game.record.tree[node].action;
///             if action.is_some() && action == before {
///                 found.report_at_node(&TWICE, game.node_index(node), || "the same number again");
///             }
///             before = action;
///         }
///         found
///     }
/// }
/// let source = Source::from_text("game.toy", "toy\n7\n7\n");
/// let found = check_games(&[&Twice], &Lines, &source, &Lines.read(&source), 0);
/// assert_eq!(source.position(found.iter().next().unwrap().span.unwrap().start).line, 3);
/// ```
#[must_use]
pub fn check_games<G: Game>(
    passes: &[&dyn Pass<G>],
    format: &dyn Format<G>,
    source: &Source,
    reading: &ReadOutput<G>,
    first: usize,
) -> Diagnostics {
    let mut all = Diagnostics::within(source.limits());
    if passes.is_empty() {
        return all;
    }
    for (n, (record, source_map)) in reading.records.iter().zip(&reading.source_maps).enumerate() {
        let game = GameInFile::new(format, source, record, source_map, first + n);
        let mut found = Diagnostics::within(source.limits());
        for pass in passes {
            found.append(pass.check(&game));
        }
        place(&mut found, &game);
        all.append(found);
    }
    all
}

/// Adds a place in the text to the diagnostics at a node of the game.
fn place<G: Game>(found: &mut Diagnostics, game: &GameInFile<'_, G>) {
    let node = |at: Option<NodeIndex>| {
        let at = at.filter(|at| at.record == game.index)?;
        game.record.tree.node(at.node)
    };
    let mut at_nodes: Vec<_> = found
        .iter_mut()
        .filter(|found| found.span.is_none())
        .filter_map(|found| node(found.node).map(|node| (found, node)))
        .collect();
    if at_nodes.is_empty() {
        return;
    }
    let wanted: Vec<_> = at_nodes.iter().map(|(_, node)| (*node, Part::Action)).collect();
    let moves = game.locate(&wanted);
    let nodes = game.source_map.node_spans(wanted.iter().map(|(node, _)| *node));
    for ((found, _), (of_move, of_node)) in at_nodes.iter_mut().zip(moves.into_iter().zip(nodes)) {
        found.span = of_move.or(of_node.map(|span| without_space(game.source, span)));
    }
}
