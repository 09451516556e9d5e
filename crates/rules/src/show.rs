//! Showing positions to people: the board as text, with what a program prints beside it.

use crate::{Cursor, Play};
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, ops::ControlFlow};
use kifu_core::{Decimal, NodeId, Record, Seat};

/// A game whose positions can be shown.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/row.rs")); }
/// use kifu_core::Record;
/// use kifu_rules::{BoardStyle, Places, show};
/// use toy::Row; // a game whose position is a row of numbers
/// let record: Record<Row> = Record::default();
/// let shown = show(&record, &Places::End, BoardStyle::default())?;
/// let board: String = shown[0].board.iter().map(|part| part.text.as_str()).collect();
/// assert_eq!(board, "the row: \n");
/// # Ok::<(), kifu_rules::NoSuchPlace>(())
/// ```
pub trait Show: Play {
    /// Returns the board as text, in parts that a program may colour. The last part ends with a line end.
    ///
    /// ```
    /// # use kifu_core::*; use kifu_rules::*;
    /// /// The position at the end of a record.
    /// fn end<G: Show>(record: &Record<G>) -> String {
    ///     let mut cursor = Cursor::new(record);
    ///     cursor.to_end();
    ///     G::board(&cursor, BoardStyle::default()).into_iter().map(|part| part.text).collect()
    /// }
    /// ```
    fn board(at: &Cursor<'_, Self>, style: BoardStyle) -> Vec<BoardText>;

    /// Returns what the position has apart from the board, such as the captures. The default implementation returns nothing.
    #[must_use]
    fn position_facts(position: &Self::Position) -> Vec<Fact> {
        let _ = position;
        Vec::new()
    }

    /// Returns the score of the last position of the main line. `None` if the game is not scored, which is the default.
    ///
    /// # Errors
    /// An error if the request names rules or points that do not exist.
    #[must_use]
    fn score(record: &Record<Self>, request: &ScoreRequest) -> Option<Result<ScoreReport, ScoreError>> {
        let _ = (record, request);
        None
    }
}

/// How a board is shown.
///
/// ```
/// use kifu_rules::BoardStyle;
/// let style = BoardStyle::default().with_ascii(true).with_full_board(true);
/// assert!(style.ascii && style.full_board);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardStyle {
    /// True if the board has only ASCII characters.
    pub ascii: bool,
    /// True if the whole board is shown, whatever part the record wants to show.
    pub full_board: bool,
}

impl BoardStyle {
    /// Sets whether the board has only ASCII characters.
    #[must_use]
    pub fn with_ascii(self, ascii: bool) -> Self {
        Self { ascii, ..self }
    }

    /// Sets whether the whole board is shown.
    #[must_use]
    pub fn with_full_board(self, full_board: bool) -> Self {
        Self { full_board, ..self }
    }
}

/// A part of a board as text.
///
/// ```
/// use kifu_core::Seat;
/// use kifu_rules::{BoardText, BoardTextKind};
/// let stone = BoardText::new(BoardTextKind::Piece(Seat::First), "●");
/// assert_eq!(stone.text, "●");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardText {
    /// What the text is.
    pub kind: BoardTextKind,
    /// The text.
    pub text: String,
}

impl BoardText {
    /// Creates a part.
    #[must_use]
    pub fn new(kind: BoardTextKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

/// What a part of a board is, so that a program can choose its colour.
///
/// ```
/// use kifu_core::Seat;
/// use kifu_rules::BoardTextKind;
/// assert_ne!(BoardTextKind::Piece(Seat::First), BoardTextKind::Piece(Seat::Second));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardTextKind {
    /// Spaces and line ends.
    Space,
    /// The name of a column or a row.
    Coordinate,
    /// An empty point or square.
    Grid,
    /// A stone or piece of a player.
    Piece(Seat),
    /// The mark of the last move.
    LastMove,
    /// A mark.
    Mark,
    /// A label.
    Label,
    /// A point of a player's territory.
    Territory(Seat),
    /// A line below the board.
    Note,
}

/// A fact about a position, with its value.
///
/// ```
/// use kifu_rules::{Fact, FactValue};
/// let fact = Fact::new("dead", FactValue::Names(vec!["D4".into(), "Q16".into()]));
/// assert_eq!(fact.value.to_string(), "D4, Q16");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fact {
    /// The name, in lower case and without spaces: `captures`.
    pub name: Cow<'static, str>,
    /// The value.
    pub value: FactValue,
}

impl Fact {
    /// Creates a fact.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, value: FactValue) -> Self {
        Self { name: name.into(), value }
    }
}

/// The value of a [`Fact`]. It is displayed as people read it.
///
/// ```
/// use kifu_core::Decimal;
/// use kifu_rules::FactValue;
/// let counts = FactValue::Numbers(vec![("black".into(), Decimal::from(3)), ("white".into(), Decimal::from(0))]);
/// assert_eq!(counts.to_string(), "black 3, white 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactValue {
    /// A text.
    Text(String),
    /// Numbers with their names, such as one for each player.
    Numbers(Vec<(Cow<'static, str>, Decimal)>),
    /// A list of names, such as points.
    Names(Vec<String>),
    /// The rows of a board, from the top.
    Rows(Vec<String>),
}

impl fmt::Display for FactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Numbers(numbers) => {
                let numbers: Vec<_> = numbers.iter().map(|(name, number)| format!("{name} {number}")).collect();
                f.write_str(&numbers.join(", "))
            }
            Self::Names(names) => f.write_str(&names.join(", ")),
            Self::Rows(rows) => f.write_str(&rows.join("\n")),
        }
    }
}

/// What decides a score, apart from the record.
///
/// ```
/// use kifu_rules::ScoreRequest;
/// let request = ScoreRequest::default().with_rules("japanese").with_dead(["D4"]);
/// assert_eq!((request.rules.as_deref(), request.dead.unwrap().len()), (Some("japanese"), 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoreRequest {
    /// The name of the rules; by default the record decides.
    pub rules: Option<String>,
    /// The points of dead stones, as players name them; by default the record decides.
    pub dead: Option<Vec<String>>,
    /// True if the board of the report has only ASCII characters.
    pub ascii: bool,
}

impl ScoreRequest {
    /// Sets the name of the rules.
    #[must_use]
    pub fn with_rules(self, name: impl Into<String>) -> Self {
        Self { rules: Some(name.into()), ..self }
    }

    /// Sets the points of dead stones.
    #[must_use]
    pub fn with_dead<T: Into<String>>(self, points: impl IntoIterator<Item = T>) -> Self {
        Self { dead: Some(points.into_iter().map(Into::into).collect()), ..self }
    }

    /// Sets whether the board of the report has only ASCII characters.
    #[must_use]
    pub fn with_ascii(self, ascii: bool) -> Self {
        Self { ascii, ..self }
    }
}

/// A score: its facts in the order of the output, and the board that shows it.
///
/// ```
/// use kifu_rules::ScoreReport;
/// assert!(ScoreReport::default().facts.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoreReport {
    /// The facts.
    pub facts: Vec<Fact>,
    /// The board, with the points of the players.
    pub board: Vec<BoardText>,
}

impl ScoreReport {
    /// Creates a report.
    #[must_use]
    pub fn new(facts: Vec<Fact>, board: Vec<BoardText>) -> Self {
        Self { facts, board }
    }
}

/// The error for a request that names something that does not exist. Its text states what exists.
///
/// ```
/// let error = kifu_rules::ScoreError::new("no stone on D4");
/// assert_eq!(error.to_string(), "no stone on D4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreError(String);

impl ScoreError {
    /// Creates an error with this text.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for ScoreError {}

/// The places of a record to show.
///
/// ```
/// use kifu_rules::Places;
/// assert_eq!("12.2.3".parse(), Ok(Places::Path(vec![12, 2, 3])));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Places {
    /// The end of the main line.
    #[default]
    End,
    /// The main line after this number of moves; 0 is the start.
    Move(usize),
    /// A number of nodes forward, the number of a child from 1, a number of nodes forward, and so on: `12.2.3` is 12 nodes forward on
    /// the main line, then the second child, and three nodes forward from there.
    Path(Vec<usize>),
    /// Every node with a bookmark.
    Bookmarks,
    /// Every time after this number of moves on the main line, and its end.
    Every(usize),
}

impl core::str::FromStr for Places {
    type Err = NoSuchPlace;

    /// Parses a path such as `12.2.3`.
    fn from_str(path: &str) -> Result<Self, NoSuchPlace> {
        let numbers: Result<_, _> = path.split('.').map(str::parse).collect();
        numbers
            .map(Self::Path)
            .map_err(|_| NoSuchPlace(format!("{path:?} is not a path; a path is numbers between dots, such as 12.2.3")))
    }
}

/// The error for a place that a record does not have. Its text states which places exist.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/row.rs")); }
/// use kifu_rules::{BoardStyle, Places, show};
/// let error = show(&kifu_core::Record::<toy::Row>::default(), &Places::Move(3), BoardStyle::default()).unwrap_err();
/// assert_eq!(error.to_string(), "move 3 does not exist; the main line has 0 moves");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchPlace(String);

impl fmt::Display for NoSuchPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for NoSuchPlace {}

/// A position to print, with what the record states about it.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/row.rs")); }
/// use kifu_rules::{BoardStyle, Places, Shown, show};
/// let shown: Vec<Shown> = show(&kifu_core::Record::<toy::Row>::default(), &Places::Move(0), BoardStyle::default())?;
/// assert_eq!((shown[0].moves, shown[0].path.as_str()), (0, "0"));
/// # Ok::<(), kifu_rules::NoSuchPlace>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shown {
    /// The node.
    pub node: NodeId,
    /// The path to the node, as [`Places::Path`] writes it.
    pub path: String,
    /// The number of moves before the position, with the last move.
    pub moves: usize,
    /// The last action, if the node has one.
    pub action: Option<String>,
    /// True if the last action is a move, and not an ending, setup or words.
    pub is_move: bool,
    /// The name of the player whose turn it is.
    pub to_move: String,
    /// The facts of the position.
    pub facts: Vec<Fact>,
    /// The board.
    pub board: Vec<BoardText>,
    /// The name of the node.
    pub name: String,
    /// The bookmark of the node.
    pub bookmark: Option<String>,
    /// The comments of the node.
    pub comments: Vec<String>,
    /// The analyses of the node, as people read them.
    pub analyses: Vec<String>,
    /// The moves that follow, if there are several.
    pub variations: Vec<String>,
}

/// Returns the positions at places of a record, in the order of the record.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/row.rs")); }
/// use kifu_core::{Node, Record};
/// use kifu_rules::{BoardStyle, Places, show};
/// let mut record: Record<toy::Row> = Record::default();
/// record.tree.add_line(record.tree.root(), [3, 1, 4].map(|number| Node::new(Some(number))));
/// let shown = show(&record, &Places::Every(2), BoardStyle::default())?;
/// assert!(shown.iter().map(|shown| shown.moves).eq([2, 3]));
/// # Ok::<(), kifu_rules::NoSuchPlace>(())
/// ```
///
/// # Errors
/// An error if the record does not have the place.
pub fn show<G: Show>(record: &Record<G>, places: &Places, style: BoardStyle) -> Result<Vec<Shown>, NoSuchPlace> {
    let mut all = Vec::new();
    show_each(record, places, style, |shown| {
        all.push(shown);
        ControlFlow::Continue(())
    })?;
    Ok(all)
}

/// Passes the positions at places of a record to `then`, in the order of the record, until it breaks. One position at a time is in
/// memory; it takes some 20 KB.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/row.rs")); }
/// use core::ops::ControlFlow;
/// use kifu_core::{Node, Record};
/// use kifu_rules::{BoardStyle, Places, show_each};
/// let mut record: Record<toy::Row> = Record::default();
/// record.tree.add_line(record.tree.root(), [3, 1, 4].map(|number| Node::new(Some(number))));
/// let mut first = None;
/// show_each(&record, &Places::Every(1), BoardStyle::default(), |shown| {
///     first = Some(shown.moves);
///     ControlFlow::Break(())
/// })?;
/// assert_eq!(first, Some(1));
/// # Ok::<(), kifu_rules::NoSuchPlace>(())
/// ```
///
/// # Errors
/// An error if the record does not have the place.
pub fn show_each<G: Show>(
    record: &Record<G>,
    places: &Places,
    style: BoardStyle,
    mut then: impl FnMut(Shown) -> ControlFlow<()>,
) -> Result<(), NoSuchPlace> {
    let nodes = nodes(record, places)?;
    let (mut cursor, paths) = (Cursor::new(record), Paths::new(record));
    // The caller knows whether it has ended this.
    let _ = nodes.into_iter().try_for_each(|node| {
        cursor.to(node);
        then(of_cursor(&cursor, &paths, style))
    });
    Ok(())
}

fn of_cursor<G: Show>(cursor: &Cursor<'_, G>, paths: &Paths, style: BoardStyle) -> Shown {
    let (record, id) = (cursor.record(), cursor.node());
    let (node, details) = (&record.tree[id], record.tree[id].details());
    let text = |action: &G::Action| G::action_text(action, &record.setup);
    let analyses = details.map(|details| {
        let analyses = details.analyses.iter();
        analyses.map(|analysis| analysis.text(&record.terms, &record.setup)).collect()
    });
    let texts = details.map(|details| details.comments.iter().map(|comment| comment.text.clone()).collect());
    let next = record.tree.children(id).filter(|_| record.tree.is_fork(id));
    Shown {
        node: id,
        path: paths.text(record, id),
        moves: paths.0[id.index()].moves,
        action: node.action.as_ref().map(text),
        is_move: node.action.as_ref().is_some_and(G::is_move),
        to_move: G::seat_name(&cursor.to_move(), &record.terms).into_owned(),
        facts: G::position_facts(cursor.position()),
        board: G::board(cursor, style),
        name: details.map(|details| details.name.clone()).unwrap_or_default(),
        bookmark: details.and_then(|details| details.bookmark.clone()),
        comments: texts.unwrap_or_default(),
        analyses: analyses.unwrap_or_default(),
        variations: next.filter_map(|child| record.tree[child].action.as_ref()).map(text).collect(),
    }
}

/// The way to each node of a record, by the index of the node. It is found once for all nodes, so that a record with many bookmarks
/// takes linear time.
struct Paths(Vec<Way>);

#[derive(Clone, Copy)]
struct Way {
    /// The number of moves up to the node.
    moves: usize,
    /// The number of steps from the last node of the path that is not a first child, or from the root.
    forward: usize,
    /// That node.
    turn: NodeId,
    /// The number of the node among the children of its parent, from 1.
    number: usize,
}

impl Paths {
    fn new<G: Play>(record: &Record<G>) -> Self {
        let tree = &record.tree;
        let start = Way { moves: 0, forward: 0, turn: tree.root(), number: 1 };
        let mut ways = Vec::new();
        for node in tree.preorder() {
            let above = *ways.get(node.index()).unwrap_or(&start);
            for (child, number) in tree.children(node).zip(1..) {
                if ways.len() <= child.index() {
                    ways.resize(child.index() + 1, start);
                }
                let is_move = tree[child].action.as_ref().is_some_and(G::is_move);
                let (forward, turn) = if number == 1 { (above.forward + 1, above.turn) } else { (0, child) };
                ways[child.index()] = Way { moves: above.moves + usize::from(is_move), forward, turn, number };
            }
        }
        if ways.is_empty() {
            ways.push(start);
        }
        Self(ways)
    }

    /// Returns the text of the path to a node: steps to the first child are counted, and other children are named.
    fn text<G: Play>(&self, record: &Record<G>, node: NodeId) -> String {
        let mut numbers = Vec::new();
        let mut at = node;
        loop {
            let Way { forward, turn, .. } = self.0[at.index()];
            numbers.push(forward);
            let Some(parent) = record.tree.parent(turn) else { break };
            numbers.push(self.0[turn.index()].number);
            at = parent;
        }
        numbers.iter().rev().map(ToString::to_string).collect::<Vec<_>>().join(".")
    }
}

fn nodes<G: Play>(record: &Record<G>, places: &Places) -> Result<Vec<NodeId>, NoSuchPlace> {
    let tree = &record.tree;
    let is_move = |node: &NodeId| tree[*node].action.as_ref().is_some_and(G::is_move);
    // The nodes of the main line, each with the number of moves up to it.
    let main_line = || {
        tree.main_line().scan(0_usize, move |moves, node| {
            *moves += usize::from(is_move(&node));
            Some((*moves, node))
        })
    };
    let missing = |text: String| Err(NoSuchPlace(text));
    match places {
        Places::End => Ok(tree.main_line().last().into_iter().collect()),
        Places::Move(number) => match main_line().find(|(moves, _)| moves == number) {
            Some((_, node)) => Ok(alloc::vec![node]),
            None => {
                let all = main_line().last().map_or(0, |(moves, _)| moves);
                missing(format!("move {number} does not exist; the main line has {}", counted(all, "move")))
            }
        },
        Places::Path(steps) => of_path(record, steps).map(|node| alloc::vec![node]),
        Places::Bookmarks => {
            let has_bookmark = |node: &NodeId| tree[*node].details().is_some_and(|details| details.bookmark.is_some());
            let found: Vec<_> = tree.preorder().filter(has_bookmark).collect();
            if found.is_empty() { missing("the record has no bookmarks".into()) } else { Ok(found) }
        }
        Places::Every(0) => missing("an interval of 0 moves has no boards; give 1 or more".into()),
        Places::Every(step) => {
            let mut found: Vec<_> =
                main_line().filter(|(moves, node)| is_move(node) && moves % step == 0).map(|(_, node)| node).collect();
            let end = tree.main_line().last();
            if found.last().copied() != end {
                found.extend(end);
            }
            Ok(found)
        }
    }
}

fn of_path<G: Play>(record: &Record<G>, steps: &[usize]) -> Result<NodeId, NoSuchPlace> {
    let tree = &record.tree;
    let mut node = tree.root();
    for (n, &step) in steps.iter().enumerate() {
        let before = || steps[..n].iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
        let after = if n == 0 { "the start".to_string() } else { format!("path {}", before()) };
        if n % 2 == 1 {
            let children = tree.children(node).count();
            let Some(child) = step.checked_sub(1).and_then(|index| tree.children(node).nth(index)) else {
                let has = format!("the node has {}", counted(children, "continuation"));
                return Err(NoSuchPlace(format!("continuation {step} after {after} does not exist; {has}")));
            };
            node = child;
            continue;
        }
        let line = tree.line_from(node).take(step.saturating_add(1));
        let (length, last) = line.enumerate().last().unwrap_or((0, node));
        if length < step {
            let has = format!("the line has {} from there", counted(length, "node"));
            let verb = if step == 1 { "does" } else { "do" };
            return Err(NoSuchPlace(format!("{} forward from {after} {verb} not exist; {has}", counted(step, "node"))));
        }
        node = last;
    }
    Ok(node)
}

fn counted(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}
