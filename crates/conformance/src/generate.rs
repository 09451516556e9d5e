//! Generates records that use every part of the model, so that a writer is tested on records that its reader cannot produce.

use arbitrary::{Error, Result, Unstructured};
use kifu_core::{
    ByoYomi, Clock, Comment, Decimal, Degree, Details, Foreign, ForeignSet, Game, Info, Judgement, MainTime,
    MoveQuality, MoveTime, NamedValue, Node, NodeId, Outcome, Overtime, Parsed, PartialDate, PartialDateTime, Player,
    PositionJudgement, PositionQuality, Record, Seat, Termination, TimeOfDay,
};
use std::time::Duration;

#[cfg(feature = "go")]
mod go;

/// A game whose records can be generated: legal games, with values in every part of the model.
///
/// The same bytes give the same record, so that a fuzzer can control the generator.
///
/// ```
/// use arbitrary::Unstructured;
/// use kifu_conformance::{Generate, record};
/// use kifu_goban::Go;
/// let seed: Vec<u8> = (0..2_000_u32).map(|n| (n * n % 251) as u8).collect();
/// let made: kifu_core::Record<Go> = record(&mut Unstructured::new(&seed))?;
/// assert_eq!(made, record(&mut Unstructured::new(&seed))?);
/// # Ok::<(), arbitrary::Error>(())
/// ```
pub trait Generate: Game {
    /// The state that is needed to continue a game legally.
    type Position: Clone;

    /// Generates a setup and its position.
    ///
    /// ```
    /// use arbitrary::Unstructured;
    /// use kifu_conformance::Generate;
    /// use kifu_goban::Go;
    /// let (setup, _) = Go::start(&mut Unstructured::new(&[7; 64]))?;
    /// assert!(setup.stones.black.within(setup.size) == setup.stones.black);
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error of `arbitrary` if the bytes cannot be used.
    fn start(u: &mut Unstructured<'_>) -> Result<(Self::Setup, Self::Position)>;

    /// Generates the terms of a game.
    ///
    /// ```
    /// use arbitrary::Unstructured;
    /// use kifu_conformance::Generate;
    /// use kifu_goban::{Go, Terms};
    /// let terms: Terms = Go::terms(&mut Unstructured::new(&[]))?;
    /// assert_eq!(terms.handicap.unwrap().to_string(), "0"); // missing bytes count as 0
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    ///
    /// # Errors
    /// See [`Generate::start`].
    fn terms(u: &mut Unstructured<'_>) -> Result<Self::Terms>;

    /// Generates an action that is legal in the position, and plays it; `None` if no action is possible.
    ///
    /// ```
    /// use arbitrary::Unstructured;
    /// use kifu_conformance::Generate;
    /// use kifu_goban::Go;
    /// let mut u = Unstructured::new(&[3; 64]);
    /// let (_, mut position) = Go::start(&mut u)?;
    /// assert!(Go::action(&mut u, &mut position)?.is_some());
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    ///
    /// # Errors
    /// See [`Generate::start`].
    fn action(u: &mut Unstructured<'_>, position: &mut Self::Position) -> Result<Option<Self::Action>>;

    /// Generates marks on a board with this setup, at most one of each kind.
    ///
    /// ```
    /// use arbitrary::Unstructured;
    /// use kifu_conformance::Generate;
    /// use kifu_goban::{Go, Setup};
    /// let marks = Go::marks(&mut Unstructured::new(&[255; 64]), &Setup::default())?;
    /// assert!(marks.is_sorted());
    /// # Ok::<(), arbitrary::Error>(())
    /// ```
    ///
    /// # Errors
    /// See [`Generate::start`].
    fn marks(u: &mut Unstructured<'_>, setup: &Self::Setup) -> Result<Vec<Self::Mark>>;

    /// Returns action number `n` of a game of any length, for measurements. It need not be legal.
    ///
    /// ```
    /// use kifu_conformance::Generate;
    /// use kifu_goban::Go;
    /// assert_ne!(Go::plain(0), Go::plain(1));
    /// ```
    fn plain(n: usize) -> Self::Action;

    /// Returns the terms and the setup as lines of a [`dump`](crate::dump), each with a name and a value. The default
    /// implementation returns the `Debug` texts of both, if they differ from the default values.
    ///
    /// The values must differ where the records differ, or the law `means` misses a fault.
    ///
    /// ```
    /// use kifu_conformance::Generate;
    /// use kifu_core::{NamedValue, Record};
    /// use kifu_goban::Go;
    /// assert_eq!(Go::dump_start(&Record::default()), [NamedValue::new("board", "19x19")]);
    /// ```
    #[must_use]
    fn dump_start(record: &Record<Self>) -> Vec<NamedValue> {
        let terms =
            (record.terms != Self::Terms::default()).then(|| NamedValue::new("terms", format!("{:?}", record.terms)));
        let setup =
            (record.setup != Self::Setup::default()).then(|| NamedValue::new("start", format!("{:?}", record.setup)));
        terms.into_iter().chain(setup).collect()
    }

    /// Returns a mark as text for a [`dump`](crate::dump). The default implementation returns its `Debug` text.
    ///
    /// ```
    /// use kifu_conformance::Generate;
    /// use kifu_goban::{Go, Mark, Point};
    /// let label = Mark::Label(Point::from_sgf("dd").unwrap(), "A".into());
    /// assert_eq!(Go::dump_mark(&label), "Label dd \"A\"");
    /// ```
    #[must_use]
    fn dump_mark(mark: &Self::Mark) -> String {
        format!("{mark:?}")
    }
}

/// Receives games one by one, each with its type.
///
/// ```
/// use kifu_conformance::{GameVisitor, Generate, generated_games};
///
/// struct LongestName(usize);
///
/// impl GameVisitor for LongestName {
///     fn visit<G: Generate>(self) -> Self {
///         Self(self.0.max(G::NAME.len()))
///     }
/// }
///
/// assert!(generated_games(LongestName(0)).0 >= "go".len());
/// ```
pub trait GameVisitor: Sized {
    /// Receives one game, and returns the visitor for the next.
    ///
    /// ```
    /// use kifu_conformance::{GameVisitor, Generate};
    /// use kifu_goban::Go;
    ///
    /// struct Count(usize);
    ///
    /// impl GameVisitor for Count {
    ///     fn visit<G: Generate>(self) -> Self {
    ///         Self(self.0 + 1)
    ///     }
    /// }
    ///
    /// assert_eq!(Count(0).visit::<Go>().0, 1);
    /// ```
    #[must_use]
    fn visit<G: Generate>(self) -> Self;
}

/// Passes every game of this repository whose feature is on to a visitor. These are the games of `kifu::default_formats`.
///
/// ```
/// use kifu_conformance::{GameVisitor, Generate, generated_games};
///
/// struct Names(Vec<&'static str>);
///
/// impl GameVisitor for Names {
///     fn visit<G: Generate>(mut self) -> Self {
///         self.0.push(G::NAME);
///         self
///     }
/// }
///
/// assert_eq!(generated_games(Names(Vec::new())).0, ["go"]);
/// ```
#[must_use]
pub fn generated_games<V: GameVisitor>(visitor: V) -> V {
    #[cfg(feature = "go")]
    let visitor = visitor.visit::<kifu_goban::Go>();
    visitor
}

/// Returns bytes for generating a record. Each number always gives the same bytes, and different numbers give different bytes.
///
/// ```
/// use kifu_conformance::seed;
/// assert_eq!(seed(7), seed(7));
/// assert_ne!(seed(7), seed(8));
/// ```
#[must_use]
pub fn seed(number: u64) -> Vec<u8> {
    // xorshift64
    let mut state = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..16_384).map(|_| byte()).collect()
}

/// Generates a record with values in any part of the model.
///
/// ```
/// use arbitrary::Unstructured;
/// use kifu_conformance::record;
/// use kifu_goban::Go;
/// let made = record::<Go>(&mut Unstructured::new(&[9; 500]))?;
/// assert!(made.tree.len() > 1);
/// # Ok::<(), arbitrary::Error>(())
/// ```
///
/// # Errors
/// An error of `arbitrary` if the bytes cannot be used.
pub fn record<G: Generate>(u: &mut Unstructured<'_>) -> Result<Record<G>> {
    let (setup, position) = G::start(u)?;
    let mut record = Record::new(setup);
    record.terms = G::terms(u)?;
    record.info = info(u)?;
    let root = record.tree.root();
    let mut tips: Vec<(NodeId, G::Position)> = vec![(root, position)];
    let mut nodes = 1;
    let most = u.int_in_range(2..=40)?;
    while nodes < most {
        // Usually continue the last line; sometimes start a variation at an earlier node.
        let at = if u.ratio(3, 4)? { tips.len() - 1 } else { u.choose_index(tips.len())? };
        let (parent, mut position) = tips[at].clone();
        let Some(action) = G::action(u, &mut position)? else { break };
        // Variations of one node must start with different actions.
        if record.tree.children(parent).any(|child| record.tree[child].action.as_ref() == Some(&action)) {
            nodes += 1;
            continue;
        }
        let node = record.tree.add(parent, Node::new(Some(action)));
        clock(u, &mut record.tree[node])?;
        decorate(u, &mut record, node)?;
        tips.push((node, position));
        nodes += 1;
    }
    decorate(u, &mut record, root)?;
    reorder(u, &mut record)?;
    Ok(record)
}

/// Changes the order of children, because the order of nodes in memory must not matter.
fn reorder<G: Game>(u: &mut Unstructured<'_>, record: &mut Record<G>) -> Result<()> {
    if u.ratio(1, 3)? {
        let nodes: Vec<NodeId> = record.tree.preorder().skip(1).collect();
        if !nodes.is_empty() {
            record.tree.promote(nodes[u.choose_index(nodes.len())?]);
        }
    }
    Ok(())
}

/// Generates a value in one of three cases.
pub(crate) fn maybe<T>(
    u: &mut Unstructured<'_>,
    make: impl FnOnce(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Option<T>> {
    Ok(if u.ratio(1, 3)? { Some(make(u)?) } else { None })
}

/// Generates a text on one line with characters that are special in some format. It is not empty, and has no spaces at its ends.
pub(crate) fn line(u: &mut Unstructured<'_>) -> Result<String> {
    const PIECES: [&str; 24] = [
        "Honinbo",
        "]",
        "[",
        "\\",
        ":",
        ";",
        "(",
        ")",
        "\"",
        "{",
        "}",
        ",",
        "本因坊",
        "이창호",
        "Müller",
        "棋譜",
        "🀄",
        "'",
        "#",
        "=",
        "%",
        "5",
        "a b",
        "e\u{301}",
    ];
    let mut out = String::new();
    for _ in 0..u.int_in_range(1..=4)? {
        out.push_str(u.choose(&PIECES)?);
    }
    Ok(out)
}

/// Generates a text of several lines, with spaces anywhere.
pub(crate) fn text(u: &mut Unstructured<'_>) -> Result<String> {
    let mut out = line(u)?;
    for _ in 0..u.int_in_range(0..=3)? {
        out.push_str(u.choose(&["\n", "\n\n", " ", "  ", "\n ", " \n"])?);
        out.push_str(&line(u)?);
    }
    Ok(out)
}

/// Generates a time with a precision of seconds, milliseconds or nanoseconds.
fn time(u: &mut Unstructured<'_>) -> Result<Duration> {
    let seconds = u.int_in_range(0..=100_000)?;
    let nanos = [0, 500_000_000, 123_000_000, 7][u.choose_index(4)?];
    Ok(Duration::new(seconds, nanos))
}

fn date(u: &mut Unstructured<'_>) -> Result<PartialDate> {
    let year = u.int_in_range(1600..=2099)?;
    let month = maybe(u, |u| u.int_in_range(1..=12))?;
    let day = if month.is_some() { maybe(u, |u| u.int_in_range(1..=28))? } else { None };
    PartialDate::new(year, month, day).ok_or(Error::IncorrectFormat)
}

fn moment(u: &mut Unstructured<'_>) -> Result<PartialDateTime> {
    let (year, month, day) = (u.int_in_range(1600..=2099)?, u.int_in_range(1..=12)?, u.int_in_range(1..=28)?);
    let date = PartialDate::new(year, Some(month), Some(day)).ok_or(Error::IncorrectFormat)?;
    let second = maybe(u, |u| u.int_in_range(0..=59))?;
    let time = maybe(u, |u| {
        TimeOfDay::new(u.int_in_range(0..=23)?, u.int_in_range(0..=59)?, second).ok_or(Error::IncorrectFormat)
    })?;
    Ok(PartialDateTime { date, time })
}

/// Generates a value, or text that no format reads as a value.
pub(crate) fn stated<T>(
    u: &mut Unstructured<'_>,
    make: impl FnOnce(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Parsed<T>> {
    Ok(if u.ratio(3, 4)? { Parsed::Value(make(u)?) } else { Parsed::Text(format!("agreed on {}", line(u)?)) })
}

fn outcome(u: &mut Unstructured<'_>) -> Result<Outcome> {
    let by_nobody = [Outcome::Draw(Termination::Unstated), Outcome::NoResult, Outcome::Unknown];
    if u.ratio(1, 4)? {
        return Ok(u.choose(&by_nobody)?.clone());
    }
    let score = Decimal::new(u.int_in_range(1..=800)?, 1).normalized();
    let by = *u.choose(&[
        Termination::Score(score),
        Termination::Unstated,
        Termination::Resignation,
        Termination::Time,
        Termination::Forfeit,
    ])?;
    Ok(Outcome::Win { winner: u.choose(&[Seat::First, Seat::Second])?.clone(), by })
}

fn overtime(u: &mut Unstructured<'_>) -> Result<Overtime> {
    let (count, time) = (u.int_in_range(1..=30)?, Duration::from_secs(u.int_in_range(1..=900)?));
    Ok(match u.choose_index(5)? {
        0 => ByoYomi::Periods { count, each: time }.into(),
        1 => ByoYomi::Moves { count, within: time }.into(),
        2 => ByoYomi::PerMove(time).into(),
        3 => Overtime::increment(time),
        _ => Overtime::from(ByoYomi::Periods { count, each: time }).and_increment(time),
    })
}

/// Generates data of formats that do not exist.
fn foreign(u: &mut Unstructured<'_>) -> Result<ForeignSet> {
    let mut out = ForeignSet::default();
    for format in ["elsewhere", "nowhere"] {
        if let Some(value) = maybe(u, line)? {
            let more = maybe(u, line)?;
            out.insert(Foreign::new(format, format!("key {}", line(u)?), [value].into_iter().chain(more).collect()));
        }
    }
    Ok(out)
}

fn player(u: &mut Unstructured<'_>) -> Result<Player> {
    let mut player = Player::default();
    for field in [&mut player.name, &mut player.rank, &mut player.team, &mut player.country] {
        *field = maybe(u, line)?.unwrap_or_default();
    }
    Ok(player)
}

/// Generates the information about the game.
fn info(u: &mut Unstructured<'_>) -> Result<Info> {
    let mut info = Info::default();
    for seat in [Seat::First, Seat::Second] {
        *info.player_mut(seat) = player(u)?;
    }
    if let Some(colour) = maybe(u, |u| Ok(*u.choose(&["red", "green"])?))? {
        *info.player_mut(Seat::Other(colour.into())) = player(u)?;
    }
    for field in [
        &mut info.name,
        &mut info.event,
        &mut info.round,
        &mut info.place,
        &mut info.opening,
        &mut info.annotator,
        &mut info.transcriber,
        &mut info.copyright,
        &mut info.source,
    ] {
        *field = maybe(u, line)?.unwrap_or_default();
    }
    if info.source.is_empty() {
        info.address =
            maybe(u, |u| Ok(format!("https://example.org/{}", u.int_in_range(0..=99)?)))?.unwrap_or_default();
    }
    info.application = maybe(u, |u| Ok(format!("Boardmaster v{}", u.int_in_range(1..=9)?)))?.unwrap_or_default();
    info.description = maybe(u, text)?.unwrap_or_default();
    for _ in 0..u.int_in_range(0..=2)? {
        info.dates.push(stated(u, date)?);
    }
    // A date that is text must be the only date, because in a list its end would be ambiguous.
    if info.dates.iter().any(|date| date.value().is_none()) {
        info.dates.truncate(1);
    }
    info.started = maybe(u, |u| stated(u, moment))?;
    info.ended = maybe(u, |u| stated(u, moment))?;
    info.outcome = maybe(u, |u| stated(u, outcome))?;
    for seat in [None, Some(Seat::First), Some(Seat::Second)] {
        let (main, overtime) =
            (maybe(u, |u| stated(u, |u| Ok(MainTime(time(u)?))))?, maybe(u, |u| stated(u, overtime))?);
        let control = match seat {
            Some(seat) => info.time.of_mut(seat),
            None => info.time.all_mut(),
        };
        control.main = main;
        control.overtime = overtime;
    }
    if let Some(value) = maybe(u, line)? {
        info.headers.push(NamedValue::new(line(u)?, value));
    }
    // The values are JSON.
    if let Some(value) = maybe(u, |u| Ok(*u.choose(&["true", "12", "\"dark wood\"", "[1,\"]\"]"])?))? {
        info.display.push(NamedValue::new(format!("colour of {}", line(u)?), value));
    }
    info.foreign = foreign(u)?;
    Ok(info)
}

/// Generates the time of a move, and the state of the clock.
fn clock<G: Game>(u: &mut Unstructured<'_>, node: &mut Node<G>) -> Result<()> {
    if let Some(spent) = maybe(u, time)? {
        node.spent = MoveTime::from(spent);
        if node.spent.get() != Some(spent) {
            node.spent = MoveTime::UNKNOWN;
            node.details_mut().clock.get_or_insert_default().spent = Some(spent);
        }
    }
    let mut shown = Clock::default();
    shown.total = maybe(u, time)?;
    shown.left = maybe(u, time)?;
    shown.periods_left = maybe(u, |u| u.int_in_range(0..=30))?;
    if shown != Clock::default() {
        let clock = node.details_mut().clock.get_or_insert_default();
        shown.spent = clock.spent;
        *clock = shown;
    }
    Ok(())
}

fn judgement(u: &mut Unstructured<'_>) -> Result<Judgement> {
    let degree = |u: &mut Unstructured<'_>| Ok(*u.choose(&[Degree::Normal, Degree::Emphasised])?);
    let move_quality = |u: &mut Unstructured<'_>| {
        Ok(match u.int_in_range(0..=3)? {
            0 => MoveQuality::Bad(degree(u)?),
            1 => MoveQuality::Doubtful,
            2 => MoveQuality::Interesting,
            _ => MoveQuality::Good(degree(u)?),
        })
    };
    let positions = [
        PositionQuality::Even,
        PositionQuality::GoodForFirst,
        PositionQuality::GoodForSecond,
        PositionQuality::Unclear,
    ];
    let mut judgement = Judgement::default();
    judgement.of_move = maybe(u, move_quality)?;
    judgement.of_position =
        maybe(u, |u| Ok(PositionJudgement { quality: *u.choose(&positions)?, degree: degree(u)? }))?;
    judgement.hotspot = maybe(u, degree)?;
    judgement.value = maybe(u, |u| Ok(Decimal::new(u.int_in_range(-500..=500)?, 1).normalized()))?;
    judgement.solution = u.ratio(1, 8)?;
    Ok(judgement)
}

fn comment(u: &mut Unstructured<'_>) -> Result<Comment> {
    let mut comment = Comment::from(text(u)?);
    comment.author = maybe(u, line)?;
    comment.time = maybe(u, line)?;
    Ok(comment)
}

/// Generates the details of a node.
fn decorate<G: Generate>(u: &mut Unstructured<'_>, record: &mut Record<G>, node: NodeId) -> Result<()> {
    let marks = maybe(u, |u| G::marks(u, &record.setup))?.unwrap_or_default();
    let details: &mut Details<G> = record.tree[node].details_mut();
    details.name = maybe(u, line)?.unwrap_or_default();
    for _ in 0..u.int_in_range(0..=2)? {
        details.comments.extend(maybe(u, comment)?);
    }
    details.judgement = maybe(u, judgement)?.unwrap_or_default();
    details.marks = marks.into_iter().collect();
    details.bookmark = maybe(u, line)?;
    // Foreign data of the root belongs to the information about the game.
    if node.index() != 0 {
        details.foreign = foreign(u)?;
    }
    record.tree[node].shrink_to_fit();
    Ok(())
}
