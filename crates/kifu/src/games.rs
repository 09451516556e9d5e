//! The games of a file, of any game.

use core::any::Any;
use core::fmt::Debug;
use kifu_core::{
    AnalysedPosition, Analysis, Decimal, Diagnostics, Foreign, Game, Info, Loss, NamedValue, NodeId, OtherGame, Player,
    ReadOutput, Record, Seat, SourceMap, TimeControl, difference,
};
use std::{borrow::Cow, fmt};

/// The games of a file, of any game. [`of`](Self::of) returns the typed records.
///
/// ```
/// use kifu::{Hints, Library};
/// let opened = Library::default().read("game.sgf", b"(;SZ[9]KM[6.5];B[ee])".to_vec(), &Hints::default())?;
/// assert_eq!((opened.games.game(), opened.games.len()), ("go", 1));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Debug)]
pub struct AnyGames(Box<dyn Games>);

/// The operations of [`AnyGames`], implemented for the records of every game.
trait Games: Any + Debug + Send {
    fn game(&self) -> &'static str;
    fn diagnostics(&self) -> &Diagnostics;
    fn diagnostics_mut(&mut self) -> &mut Diagnostics;
    fn source_maps(&self) -> &[SourceMap];
    fn foreign(&self) -> Vec<&Foreign>;
    fn info_mut(&mut self, index: usize) -> Option<&mut Info>;
    fn summary(&self, index: usize) -> Option<Summary<'_>>;
    fn node_place(&self, index: usize, node: usize) -> Option<NodePlace>;
    fn node_places(&self, index: usize, nodes: &[usize]) -> Vec<Option<NodePlace>>;
    fn difference(&self, after: &AnyGames) -> Option<Vec<Loss>>;
}

impl<G: Game> Games for ReadOutput<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    fn diagnostics_mut(&mut self) -> &mut Diagnostics {
        &mut self.diagnostics
    }

    fn source_maps(&self) -> &[SourceMap] {
        &self.source_maps
    }

    fn foreign(&self) -> Vec<&Foreign> {
        let of_record = |record| {
            let Record { info, tree, .. }: &Record<G> = record;
            let nodes = tree.preorder().filter_map(|node| tree[node].details());
            info.foreign.iter().chain(nodes.flat_map(|details| &details.foreign))
        };
        self.records.iter().flat_map(of_record).collect()
    }

    fn info_mut(&mut self, index: usize) -> Option<&mut Info> {
        self.records.get_mut(index).map(|record| &mut record.info)
    }

    fn summary(&self, index: usize) -> Option<Summary<'_>> {
        self.records.get(index).map(Summary::of)
    }

    fn node_place(&self, index: usize, node: usize) -> Option<NodePlace> {
        let record = self.records.get(index)?;
        let node = record.tree.node(node)?;
        let variation = record.variation_start(node).map(|start| {
            let is_move = record.tree[start].action.as_ref().is_some_and(G::is_move);
            record.move_number(start) + usize::from(!is_move)
        });
        Some(place_of(record, node, record.move_number(node), variation))
    }

    fn node_places(&self, index: usize, nodes: &[usize]) -> Vec<Option<NodePlace>> {
        let Some(record) = self.records.get(index).filter(|_| !nodes.is_empty()) else {
            return vec![None; nodes.len()];
        };
        let numbers = Numbers::of(record);
        let place = |&node: &usize| {
            let (number, variation) = numbers.get(node)?;
            let node = record.tree.node(node)?;
            Some(place_of(record, node, number, variation))
        };
        nodes.iter().map(place).collect()
    }

    fn difference(&self, after: &AnyGames) -> Option<Vec<Loss>> {
        Some(difference(&self.records, &after.of::<G>()?.records))
    }
}

/// Returns the place of a node with the words for its move.
fn place_of<G: Game>(record: &Record<G>, node: NodeId, number: usize, variation: Option<usize>) -> NodePlace {
    let action = record.tree[node].action.as_ref().filter(|action| G::is_move(action));
    let played = action.map(|action| G::action_text(action, &record.setup));
    let point = action.and_then(|action| G::action_point(action, &record.setup));
    NodePlace { number, played, point, variation }
}

/// The move number of each node, by its index, and that of the first move of its innermost variation. They take eight bytes a node,
/// because a game may have millions of nodes.
struct Numbers(Vec<(u32, u32)>);

impl Numbers {
    /// The number of the variation of a node in the main line.
    const MAIN_LINE: u32 = u32::MAX;

    fn of<G: Game>(record: &Record<G>) -> Self {
        let tree = &record.tree;
        let mut numbers: Vec<(u32, u32)> = Vec::with_capacity(tree.len());
        for node in tree.preorder() {
            let is_move = tree[node].action.as_ref().is_some_and(G::is_move);
            let parent = tree.parent(node);
            let (before, variation) = parent.map_or((0, Self::MAIN_LINE), |parent| numbers[parent.index()]);
            let number = before + u32::from(is_move);
            let is_first = parent.is_none_or(|parent| tree.first_child(parent) == Some(node));
            if numbers.len() <= node.index() {
                numbers.resize(node.index() + 1, (0, Self::MAIN_LINE));
            }
            // A variation may start with a comment or a setup. Its first move follows.
            numbers[node.index()] = (number, if is_first { variation } else { before + 1 });
        }
        Self(numbers)
    }

    /// Returns the move number of a node, and that of the first move of its variation.
    fn get(&self, node: usize) -> Option<(usize, Option<usize>)> {
        let &(number, variation) = self.0.get(node)?;
        Some((number as usize, (variation != Self::MAIN_LINE).then_some(variation as usize)))
    }
}

impl AnyGames {
    /// Wraps the typed games.
    #[must_use]
    pub fn new<G: Game>(games: ReadOutput<G>) -> Self {
        Self(Box::new(games))
    }

    /// Returns the name of the game: `go`.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.0.game()
    }

    /// Returns the typed records, if they are of the game `G`.
    ///
    /// ```
    /// use kifu::{Hints, Library, goban::Go};
    /// let opened = Library::default().read("game.sgf", b"(;GM[1]KM[6.5];B[aa])".to_vec(), &Hints::default())?;
    /// let go = opened.games.of::<Go>().expect("SGF holds go");
    /// assert_eq!(go.records[0].terms.komi.as_ref().map(ToString::to_string).as_deref(), Some("6.5"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn of<G: Game>(&self) -> Option<&ReadOutput<G>> {
        let games: &dyn Any = &*self.0;
        games.downcast_ref()
    }

    /// Returns the typed records, mutably, if they are of the game `G`.
    #[must_use]
    pub fn of_mut<G: Game>(&mut self) -> Option<&mut ReadOutput<G>> {
        let games: &mut dyn Any = &mut *self.0;
        games.downcast_mut()
    }

    /// Returns the typed records by value, if they are of the game `G`.
    ///
    /// # Errors
    /// Returns the unchanged games, if they are of another game.
    pub fn into_games<G: Game>(self) -> Result<ReadOutput<G>, Self> {
        if self.of::<G>().is_none() {
            return Err(self);
        }
        let games: Box<dyn Any> = self.0;
        Ok(*games.downcast().expect("`of` has found this type"))
    }

    /// Returns the diagnostics of these games.
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        self.0.diagnostics()
    }

    /// Returns the diagnostics, mutably, for example to take or sort them.
    pub fn diagnostics_mut(&mut self) -> &mut Diagnostics {
        self.0.diagnostics_mut()
    }

    /// Returns the places of each record and its nodes in the source.
    #[must_use]
    pub fn source_maps(&self) -> &[SourceMap] {
        self.0.source_maps()
    }

    /// Returns the number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.source_maps().len()
    }

    /// Returns true if there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.source_maps().is_empty()
    }

    /// Returns the foreign data of all records and their nodes.
    pub fn foreign(&self) -> impl Iterator<Item = &Foreign> {
        self.0.foreign().into_iter()
    }

    /// Sets the name of the program that writes the records.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let library = Library::default();
    /// let mut opened = library.read("game.sgf", b"(;AP[CGoban:3];B[aa])".to_vec(), &Hints::default())?;
    /// opened.games.stamp("my editor v1.0"); // the name, and its version after `v`
    /// let converted = library.format("sgf")?.convert(&opened.games).expect("both are go");
    /// assert!(converted.outputs[0].written.text.contains("AP[my editor:1.0]"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn stamp(&mut self, application: &str) {
        for index in 0..self.len() {
            if let Some(info) = self.0.info_mut(index) {
                application.clone_into(&mut info.application);
            }
        }
    }

    /// Returns a summary of the record with this index, in the terms of its game; `None` if there is no such record.
    ///
    /// ```
    /// use kifu::{Hints, Library, model::NamedValue};
    /// let opened = Library::default().read("game.sgf", b"(;PB[Ida]RE[B+R]KM[6.5];B[aa])".to_vec(), &Hints::default())?;
    /// let summary = opened.games.summary(0).unwrap();
    /// assert_eq!((summary.players[0].seat_name.as_ref(), summary.result.as_str(), summary.moves), ("black", "B+R", 1));
    /// assert_eq!(summary.facts, [NamedValue::new("komi", "6.5"), NamedValue::new("size", "19x19")]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn summary(&self, index: usize) -> Option<Summary<'_>> {
        self.0.summary(index)
    }

    /// Returns the place of a node as players say it: its move number, and the variation that it is in. `index` is the index of the
    /// record, and `node` the index of the node. `None` if there is no such record or node. Takes time linear in the depth of the
    /// node.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let opened = Library::default().read("game.sgf", b"(;GM[1];B[aa](;W[bb])(;W[cc];B[dd]))".to_vec(), &Hints::default())?;
    /// assert_eq!(opened.games.node_place(0, 4).unwrap().to_string(), "move 3: Black D16 (B[dd]) (variation from 2)");
    /// assert_eq!(opened.games.node_place(0, 2).unwrap().to_string(), "move 2: White B18 (W[bb])");
    /// assert_eq!(opened.games.node_place(0, 5), None);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn node_place(&self, index: usize, node: usize) -> Option<NodePlace> {
        self.0.node_place(index, node)
    }

    /// Returns the places of several nodes of a record, as [`node_place`](Self::node_place) does for one. Takes time linear in the
    /// number of nodes of the record.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let opened = Library::default().read("game.sgf", b"(;GM[1];B[aa](;W[bb])(;W[cc];B[dd]))".to_vec(), &Hints::default())?;
    /// let places = opened.games.node_places(0, &[4, 2, 9]);
    /// assert_eq!(places, [opened.games.node_place(0, 4), opened.games.node_place(0, 2), None]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn node_places(&self, index: usize, nodes: &[usize]) -> Vec<Option<NodePlace>> {
        self.0.node_places(index, nodes)
    }

    /// Returns the differences between these records and `after`; `None` if they are of different games.
    #[must_use]
    pub fn difference(&self, after: &Self) -> Option<Vec<Loss>> {
        self.0.difference(after)
    }
}

/// The place of a node in its game, as players say it: move 160, in the variation that starts with move 143.
///
/// ```
/// use kifu::NodePlace;
/// let after_move = NodePlace { number: 12, played: None, point: None, variation: None };
/// assert_eq!(after_move.to_string(), "after move 12");
/// let of_move = NodePlace {
///     number: 160,
///     played: Some("White Q16 (W[pd])".to_owned()),
///     point: Some("Q16".to_owned()),
///     variation: Some(143),
/// };
/// assert_eq!(of_move.to_string(), "move 160: White Q16 (W[pd]) (variation from 143)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodePlace {
    /// The number of moves up to and including the node; 0 before the first move.
    pub number: usize,
    /// The move of the node in the words of its players; `None` if the node has no move.
    pub played: Option<String>,
    /// The point or square of that move, `Q16` or `７六`; `None` for a pass, and in a game without points.
    pub point: Option<String>,
    /// The number of the first move of the innermost variation, also where nodes without a move precede that move; `None` in the main
    /// line.
    pub variation: Option<usize>,
}

impl fmt::Display for NodePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number, &self.played) {
            (0, _) => f.write_str("the start")?,
            (number, Some(played)) => write!(f, "move {number}: {played}")?,
            (number, None) => write!(f, "after move {number}")?,
        }
        match self.variation {
            Some(start) => write!(f, " (variation from {start})"),
            None => Ok(()),
        }
    }
}

/// A summary of a record in the terms of its game, as printed by `kifu info`.
///
/// ```
/// use kifu::{Hints, Library, Summary};
/// let opened = Library::default().read("game.sgf", b"(;SZ[9];B[ee](;W[gc])(;W[cc]C[or here]))".to_vec(), &Hints::default())?;
/// let Summary { moves, variations, comments, .. } = opened.games.summary(0).unwrap();
/// assert_eq!((moves, variations, comments), (2, 1, 1));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary<'a> {
    /// The information that all games share.
    pub info: &'a Info,
    /// The players.
    pub players: Vec<SeatPlayer<'a>>,
    /// The time controls.
    pub time: Vec<SeatTime<'a>>,
    /// The result in the notation of the game's players; empty if none is known.
    pub result: String,
    /// The facts that only this game has, such as the komi.
    pub facts: Vec<NamedValue>,
    /// The number of moves on the main line.
    pub moves: usize,
    /// The number of variations beside the main line.
    pub variations: usize,
    /// The number of comments.
    pub comments: usize,
    /// The analyses of engines on the main line: of each position the first with a score and a win rate, or else the first with one
    /// of them.
    pub analyses: Vec<PositionAnalysis<'a>>,
}

/// An analysis in a [`Summary`].
///
/// ```
/// let library = kifu::Library::default();
/// let text = b"(;GM[1];B[qd]SBKV[48.75];W[dd]SBKV[51])".to_vec();
/// let opened = library.read("game.sgf", text, &kifu::Hints::default())?;
/// let analyses = opened.games.summary(0).unwrap().analyses;
/// assert_eq!((analyses[0].moves, analyses[0].win_rate.unwrap().to_f64()), (1, 0.4875)); // Black's, after one move
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PositionAnalysis<'a> {
    /// The number of moves that led to the position.
    pub moves: usize,
    /// The name of the engine.
    pub engine: Option<&'a str>,
    /// The score from the first player's point of view, in the unit of the engine.
    pub score: Option<Decimal>,
    /// The first player's probability of winning, from 0 to 1.
    pub win_rate: Option<Decimal>,
    /// The number of visits.
    pub visits: Option<u64>,
}

impl<'a> PositionAnalysis<'a> {
    /// Returns the analyses of the main line, one for each position. Further lines of an engine do not count.
    fn of_main_line<G: Game>(record: &'a Record<G>) -> Vec<Self> {
        let (mut found, mut moves) = (Vec::<Self>::new(), 0);
        for node in record.tree.main_line() {
            let node = &record.tree[node];
            let before = moves;
            moves += usize::from(node.action.as_ref().is_some_and(G::is_move));
            let analyses = node.details().map(|details| &details.analyses[..]).unwrap_or_default();
            for analysis in analyses.iter().filter(|analysis| analysis.rank.is_none_or(|rank| rank == 1)) {
                let Analysis { score, win_rate, visits, .. } = *analysis;
                let moves = if analysis.position == AnalysedPosition::Before { before } else { moves };
                let new = Self { moves, engine: analysis.engine.as_deref(), score, win_rate, visits };
                match found.last_mut().filter(|last| last.moves >= moves) {
                    Some(last) if last.moves == moves && last.facts() < new.facts() => *last = new,
                    None if new.facts() > 0 => found.push(new),
                    _ => {}
                }
            }
        }
        found
    }

    /// The number of facts about the position: the score and the win rate.
    fn facts(&self) -> usize {
        usize::from(self.score.is_some()) + usize::from(self.win_rate.is_some())
    }
}

/// A player in a [`Summary`].
///
/// ```
/// use kifu::model::Seat;
/// let library = kifu::Library::default();
/// let opened = library.read("game.sgf", b"(;GM[1]PW[Shusaku])".to_vec(), &kifu::Hints::default())?;
/// let white = &opened.games.summary(0).unwrap().players[0];
/// assert_eq!((white.seat, &*white.seat_name, &*white.player.name), (&Seat::Second, "white", "Shusaku"));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SeatPlayer<'a> {
    /// The seat.
    pub seat: &'a Seat,
    /// The name of the seat: `black`, `sente`.
    pub seat_name: Cow<'a, str>,
    /// The player.
    pub player: &'a Player,
}

/// A time control in a [`Summary`].
///
/// ```
/// let library = kifu::Library::default();
/// let opened = library.read("game.sgf", b"(;GM[1]TM[3600])".to_vec(), &kifu::Hints::default())?;
/// let summary = opened.games.summary(0).unwrap();
/// assert_eq!((&summary.time[0].seat, summary.time[0].control.main.is_some()), (&None, true));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SeatTime<'a> {
    /// The seat; `None` for the time control of all players.
    pub seat: Option<&'a Seat>,
    /// The name of the seat; `None` for the time control of all players.
    pub seat_name: Option<Cow<'a, str>>,
    /// The time control.
    pub control: &'a TimeControl,
}

impl<'a> Summary<'a> {
    fn of<G: Game>(record: &'a Record<G>) -> Self {
        let Record { info, terms, tree, .. } = record;
        let stated = || info.outcome.as_ref().map(ToString::to_string);
        let leaves = tree.preorder().filter(|&node| tree.first_child(node).is_none());
        let details = tree.preorder().filter_map(|node| tree[node].details());
        Self {
            result: G::outcome(record)
                .map(|outcome| G::result_text(&outcome, &record.terms))
                .or_else(stated)
                .unwrap_or_default(),
            facts: G::facts(record),
            moves: record.moves().count(),
            variations: leaves.count().saturating_sub(1),
            comments: details.map(|details| details.comments.len()).sum(),
            analyses: PositionAnalysis::of_main_line(record),
            ..Self::of_info::<G>(info, terms)
        }
    }

    /// Returns the summary of a game that a format of the game `G` does not read. A format names the seats of all its games in the same
    /// way.
    pub(crate) fn of_other<G: Game>(other: &'a OtherGame) -> Self {
        Self {
            result: other.result.clone(),
            facts: other.facts.clone(),
            moves: other.moves,
            variations: other.variations,
            comments: other.comments,
            ..Self::of_info::<G>(&other.info, &G::Terms::default())
        }
    }

    /// Returns a summary with the information that all games share.
    fn of_info<G: Game>(info: &'a Info, terms: &G::Terms) -> Self {
        let name = |seat| G::seat_name(seat, terms);
        let player = |(seat, player)| SeatPlayer { seat, seat_name: name(seat), player };
        let time =
            |control: &'a TimeControl| SeatTime { seat: control.seat(), seat_name: control.seat().map(name), control };
        Self {
            info,
            players: info.players.iter().map(player).collect(),
            time: info.time.iter().map(time).collect(),
            result: String::new(),
            facts: Vec::new(),
            moves: 0,
            variations: 0,
            comments: 0,
            analyses: Vec::new(),
        }
    }
}
