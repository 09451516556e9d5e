use crate::{Decimal, Game};
use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};
use core::{fmt, time::Duration};

/// One step of a game: what it does, and what is said about it.
///
/// A plain move, timed or not, costs one small node and no allocation: everything rarer lives behind one box.
/// Two nodes are equal when they say the same; empty details equal none.
///
/// ```
/// # use kifu_core::*;
/// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
/// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
/// let mut node: Node<Toy> = Node::new(Some(7));
/// node.details_mut().comments.push(Comment::from("a good move".to_string()));
/// assert_eq!(node.details().unwrap().comments[0].text, "a good move");
/// assert_ne!(node, Node::new(Some(7)));
/// ```
#[derive(Clone, Debug)]
pub struct Node<G: Game> {
    /// What it does: a move, an edit of the position; nothing at the root, and at a node that only comments.
    pub action: Option<G::Action>,
    /// Time spent on the move.
    pub spent: MoveTime,
    details: Option<Box<Details<G>>>,
}

/// Time spent on a move, in milliseconds; longer times than 49 days stand in the details' clock.
///
/// ```
/// use kifu_core::MoveTime;
/// use core::time::Duration;
/// let spent = MoveTime::from(Duration::from_secs(12));
/// assert_eq!(spent.get(), Some(Duration::from_secs(12)));
/// assert_eq!(MoveTime::UNKNOWN.get(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveTime(u32);

impl MoveTime {
    /// Nobody wrote it down.
    ///
    /// ```
    /// use kifu_core::MoveTime;
    /// assert_eq!(MoveTime::default(), MoveTime::UNKNOWN);
    /// ```
    pub const UNKNOWN: Self = Self(u32::MAX);

    /// The time, where it is known.
    ///
    /// ```
    /// use kifu_core::MoveTime;
    /// use core::time::Duration;
    /// assert_eq!(MoveTime::from(Duration::from_millis(1_500)).get(), Some(Duration::from_millis(1_500)));
    /// assert_eq!(MoveTime::from(Duration::from_secs(50 * 24 * 60 * 60)).get(), None); // for the details' clock
    /// ```
    #[must_use]
    pub fn get(self) -> Option<Duration> {
        (self != Self::UNKNOWN).then(|| Duration::from_millis(u64::from(self.0)))
    }
}

impl From<Duration> for MoveTime {
    /// In whole milliseconds; `UNKNOWN` where it is too long.
    fn from(time: Duration) -> Self {
        Self(u32::try_from(time.as_millis()).unwrap_or(u32::MAX))
    }
}

impl Default for MoveTime {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl<G: Game> Node<G> {
    /// A node that does `action` and says nothing else.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
    /// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
    /// let node: Node<Toy> = Node::new(Some(7));
    /// assert_eq!(node.action, Some(7));
    /// assert!(node.details().is_none());
    /// ```
    #[must_use]
    pub fn new(action: Option<G::Action>) -> Self {
        Self { action, spent: MoveTime::UNKNOWN, details: None }
    }

    /// What is said about it, where anything is.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
    /// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
    /// let mut node: Node<Toy> = Node::new(Some(7));
    /// assert!(node.details().is_none());
    /// node.details_mut().name = "the ear-reddening move".into();
    /// assert_eq!(node.details().map(|details| details.name.as_str()), Some("the ear-reddening move"));
    /// ```
    #[must_use]
    pub fn details(&self) -> Option<&Details<G>> {
        self.details.as_deref()
    }

    /// What is said about it, to be added to.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
    /// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
    /// let mut node: Node<Toy> = Node::default();
    /// node.details_mut().marks.push(3);
    /// node.details_mut().marks.push(4); // the same details
    /// assert_eq!(node.details().unwrap().marks, [3, 4]);
    /// ```
    pub fn details_mut(&mut self) -> &mut Details<G> {
        self.details.get_or_insert_default()
    }

    /// Replaces what is said about it, and gives what was said before.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
    /// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
    /// let mut node: Node<Toy> = Node::default();
    /// node.details_mut().name = "joseki".into();
    /// let said = node.set_details(None).unwrap();
    /// assert_eq!(said.name, "joseki");
    /// assert!(node.details().is_none());
    /// ```
    pub fn set_details(&mut self, details: Option<Details<G>>) -> Option<Details<G>> {
        core::mem::replace(&mut self.details, details.map(Box::new)).map(|details| *details)
    }

    /// Whether it does nothing and says nothing.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
    /// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
    /// let mut node: Node<Toy> = Node::new(None);
    /// node.details_mut(); // room for what is never said
    /// assert!(node.is_empty());
    /// node.spent = core::time::Duration::from_secs(12).into();
    /// assert!(!node.is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.action.is_none() && self.spent == MoveTime::UNKNOWN && self.says_nothing()
    }

    fn says_nothing(&self) -> bool {
        self.details().is_none_or(|details| *details == Details::default())
    }

    /// Brings it into its normal form: marks sorted, merged and without repeats, foreign parts sorted and merged, no empty
    /// details.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
    /// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
    /// let mut node: Node<Toy> = Node::new(Some(7));
    /// node.details_mut().marks = vec![9, 3, 9];
    /// node.normalize();
    /// assert_eq!(node.details().unwrap().marks, [3, 9]);
    /// ```
    pub fn normalize(&mut self) {
        if let Some(details) = &mut self.details {
            details.marks.sort();
            details.marks.dedup_by(|next, kept| {
                next == kept
                    || G::merge_marks(kept, next).is_some_and(|merged| {
                        *kept = merged;
                        true
                    })
            });
            Foreign::normalize(&mut details.foreign);
            // A list of one takes the room of four while it grows, and a record may have millions of them.
            details.comments.shrink_to_fit();
            details.marks.shrink_to_fit();
            details.foreign.shrink_to_fit();
            details.foreign.iter_mut().for_each(|entry| entry.values.shrink_to_fit());
            if **details == Details::default() {
                self.details = None;
            }
        }
    }
}

impl<G: Game> Node<G> {
    /// True if [`normalize`](Self::normalize) would not change what the node says.
    pub(crate) fn is_normal(&self) -> bool {
        let Some(details) = &self.details else { return true };
        let stays = |pair: &[G::Mark]| pair[0] < pair[1] && G::merge_marks(&pair[0], &pair[1]).is_none();
        details.marks.windows(2).all(stays) && Foreign::are_normal(&details.foreign)
    }
}

impl<G: Game> Default for Node<G> {
    fn default() -> Self {
        Self::new(None)
    }
}

impl<G: Game> PartialEq for Node<G> {
    fn eq(&self, other: &Self) -> bool {
        self.action == other.action
            && self.spent == other.spent
            && match (&self.details, &other.details) {
                (Some(a), Some(b)) => a == b,
                (None, None) => true,
                _ => self.says_nothing() && other.says_nothing(),
            }
    }
}

impl<G: Game> Eq for Node<G> {}

/// What is said about a node.
///
/// ```
/// # use kifu_core::*;
/// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
/// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
/// let mut details: Details<Toy> = Details::default();
/// details.judgement.hotspot = Some(Degree::Normal);
/// details.comments = vec!["the game turns here".to_string().into()];
///
/// let mut node: Node<Toy> = Node::new(Some(7));
/// node.set_details(Some(details));
/// assert_eq!(node.details().unwrap().comments.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Details<G: Game> {
    /// The node's name.
    pub name: String,
    /// Comments, in order.
    pub comments: Vec<Comment>,
    /// What the mover's clock showed after the move.
    pub clock: Option<Clock>,
    /// How good the move or the position is.
    pub judgement: Judgement,
    /// What engines said.
    pub analyses: Vec<Analysis<G>>,
    /// What is drawn on the board: sorted, without repeats.
    pub marks: Vec<G::Mark>,
    /// The bookmark set here.
    pub bookmark: String,
    /// What one format says and the model has no word for: sorted by format and key, one entry a key.
    pub foreign: Vec<Foreign>,
}

impl<G: Game> Default for Details<G> {
    fn default() -> Self {
        Self {
            name: String::new(),
            comments: Vec::new(),
            clock: None,
            judgement: Judgement::default(),
            analyses: Vec::new(),
            marks: Vec::new(),
            bookmark: String::new(),
            foreign: Vec::new(),
        }
    }
}

/// A comment; most formats have no author and no time, and some allow one comment a node.
///
/// ```
/// use kifu_core::Comment;
/// let plain = Comment::from("Black is ahead.".to_string());
/// let signed = Comment { author: Some("Go Seigen".into()), ..plain.clone() };
/// assert_eq!(plain.text, signed.text);
/// assert_ne!(plain, signed); // who says it is part of it
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Comment {
    /// What it says; lines end with `\n`.
    pub text: String,
    /// Who says it.
    pub author: Option<String>,
    /// When, as it was written.
    pub time: Option<String>,
}

impl From<String> for Comment {
    fn from(text: String) -> Self {
        Self { text, author: None, time: None }
    }
}

/// The mover's clock; any other clock that a node states is foreign.
///
/// ```
/// use core::time::Duration;
/// use kifu_core::Clock;
/// // SGF: BL[598.5]OB[25]
/// let clock = Clock { left: Some(Duration::from_millis(598_500)), periods_left: Some(25), ..Clock::default() };
/// assert_eq!(clock.spent, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    /// Time spent on the move, where it is too long or too fine for [`MoveTime`].
    pub spent: Option<Duration>,
    /// Time spent in the game, where it differs from the sum of the player's spent times.
    pub total: Option<Duration>,
    /// Time left.
    pub left: Option<Duration>,
    /// Overtime periods, or moves of an overtime period, left.
    pub periods_left: Option<u32>,
}

/// Judgements of the move, of the position, of the node; SGF allows several together.
///
/// ```
/// use kifu_core::{Degree, Judgement, MoveQuality};
/// // SGF: TE[2]HO[1]
/// let judgement = Judgement {
///     of_move: Some((MoveQuality::Good, Degree::Emphasised)),
///     hotspot: Some(Degree::Normal),
///     ..Judgement::default()
/// };
/// assert_eq!(format!("{judgement:?}"), "move very Good, hotspot");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Judgement {
    /// How good the move is.
    pub of_move: Option<(MoveQuality, Degree)>,
    /// Whom the position favours.
    pub of_position: Option<(PositionQuality, Degree)>,
    /// Something interesting happens here.
    pub hotspot: Option<Degree>,
    /// An estimate of the score; above zero is good for the first player.
    pub value: Option<Decimal>,
    /// The move solves the problem.
    pub solution: bool,
}

impl fmt::Debug for Judgement {
    /// What is stated, in few words, for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let very = |degree: Degree| if degree == Degree::Normal { "" } else { "very " };
        let mut parts: Vec<String> = Vec::new();
        parts.extend(self.of_move.map(|(quality, degree)| alloc::format!("move {}{quality:?}", very(degree))));
        parts.extend(self.of_position.map(|(quality, degree)| alloc::format!("position {}{quality:?}", very(degree))));
        parts.extend(self.hotspot.map(|degree| alloc::format!("{}hotspot", very(degree))));
        parts.extend(self.value.map(|value| alloc::format!("value {value}")));
        parts.extend(self.solution.then(|| String::from("solution")));
        f.write_str(if parts.is_empty() { "nothing" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// How good a move is.
///
/// ```
/// use kifu_core::{Degree, Judgement, MoveQuality};
/// // SGF: DO[]
/// let doubtful = Judgement { of_move: Some((MoveQuality::Doubtful, Degree::Normal)), ..Judgement::default() };
/// assert_ne!(doubtful, Judgement::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveQuality {
    /// A bad move (?).
    Bad,
    /// A doubtful move (?!).
    Doubtful,
    /// An interesting move (!?).
    Interesting,
    /// A good move, tesuji (!).
    Good,
}

/// Whom a position favours.
///
/// ```
/// use kifu_core::{Degree, Judgement, PositionQuality};
/// // SGF: GW[1], good for White
/// let judgement =
///     Judgement { of_position: Some((PositionQuality::GoodForSecond, Degree::Normal)), ..Judgement::default() };
/// assert_eq!(judgement.of_move, None); // the move itself may be as good as it likes
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionQuality {
    /// Even.
    Even,
    /// Good for Black, sente.
    GoodForFirst,
    /// Good for White, gote.
    GoodForSecond,
    /// Unclear.
    Unclear,
}

/// How strongly a judgement is meant.
///
/// ```
/// use kifu_core::{Degree, Judgement};
/// let very = Judgement { hotspot: Some(Degree::Emphasised), ..Judgement::default() }; // SGF: HO[2]
/// assert_eq!(format!("{very:?}"), "very hotspot");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Degree {
    /// As it is.
    Normal,
    /// Very much so.
    Emphasised,
}

/// What an engine said, always from the first player's side.
///
/// ```
/// # use kifu_core::*;
/// # #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)] struct Toy;
/// # impl Game for Toy { const NAME: &'static str = "toy"; type Terms = (); type Setup = (); type Action = u8; type Mark = u8; }
/// let analysis: Analysis<Toy> = Analysis {
///     engine: Some("KataGo".into()),
///     win_rate: Some("0.62".parse()?),
///     visits: Some(1_600),
///     line: vec![7, 3],
///     ..Analysis::default()
/// };
/// assert!(analysis.win_rate > Some(Decimal::new(5, 1))); // the first player is ahead
/// assert_eq!(analysis.mate, None);
/// # Ok::<(), ParseDecimalError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<G: Game> {
    /// The engine's name.
    pub engine: Option<String>,
    /// The score, in points or centipawns as the engine counts.
    pub score: Option<Decimal>,
    /// Moves until mate; below zero the first player is mated.
    pub mate: Option<i32>,
    /// The first player's chances, from 0 to 1.
    pub win_rate: Option<Decimal>,
    /// How deep it looked, in moves.
    pub depth: Option<u32>,
    /// How many positions it visited.
    pub visits: Option<u64>,
    /// The best line.
    pub line: Vec<G::Action>,
    /// The rest of the line, from where its words are no actions.
    pub tail: String,
}

impl<G: Game> Default for Analysis<G> {
    fn default() -> Self {
        Self {
            engine: None,
            score: None,
            mate: None,
            win_rate: None,
            depth: None,
            visits: None,
            line: Vec::new(),
            tail: String::new(),
        }
    }
}

/// What one format says and the model has no word for: its own format writes it back, another keeps it in its slot.
///
/// ```
/// use kifu_core::Foreign;
/// let mut foreign = vec![Foreign::new("sgf", "KO", vec![String::new()]), Foreign::new("jgf2", "/seen", vec!["true".into()])];
/// Foreign::normalize(&mut foreign);
/// assert_eq!(foreign[0].format, "jgf2");
/// assert_eq!(Foreign::find(&foreign, "sgf", "KO").unwrap().values, [""]);
/// ```
///
///
/// SGF values keep their escapes (line ends are `\n`), JSON values are raw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Foreign {
    /// The format's identifier: `sgf`, `jgf2`.
    pub format: Cow<'static, str>,
    /// A property's identifier, a key, a JSON pointer.
    pub key: String,
    /// Its values, in order.
    pub values: Vec<String>,
}

impl Foreign {
    /// A statement of `format`.
    ///
    /// ```
    /// use kifu_core::Foreign;
    /// let ko = Foreign::new("sgf", "KO", vec![String::new()]); // KO[]
    /// assert_eq!((ko.format.as_ref(), ko.key.as_str()), ("sgf", "KO"));
    /// ```
    #[must_use]
    pub fn new(format: impl Into<Cow<'static, str>>, key: impl Into<String>, values: Vec<String>) -> Self {
        Self { format: format.into(), key: key.into(), values }
    }

    /// Sorts by format and key, and merges the values of one key.
    ///
    /// ```
    /// use kifu_core::Foreign;
    /// let mut foreign: Vec<_> = ["b", "a"].map(|value| Foreign::new("sgf", "XY", vec![value.into()])).into();
    /// Foreign::normalize(&mut foreign);
    /// assert_eq!(foreign, [Foreign::new("sgf", "XY", vec!["b".into(), "a".into()])]); // values keep their order
    /// ```
    pub fn normalize(foreign: &mut Vec<Self>) {
        if foreign.is_sorted_by(|a, b| (&a.format, &a.key) < (&b.format, &b.key)) {
            return;
        }
        foreign.sort_by(|a, b| (&a.format, &a.key).cmp(&(&b.format, &b.key)));
        foreign.dedup_by(|next, kept| {
            let same = next.format == kept.format && next.key == kept.key;
            if same {
                kept.values.append(&mut next.values);
            }
            same
        });
    }

    /// True if [`normalize`](Self::normalize) would not change these entries.
    pub(crate) fn are_normal(foreign: &[Self]) -> bool {
        foreign.windows(2).all(|pair| (&pair[0].format, &pair[0].key) < (&pair[1].format, &pair[1].key))
    }

    /// The statement of `format` under `key` among `foreign`.
    ///
    /// ```
    /// use kifu_core::Foreign;
    /// let foreign = [Foreign::new("jgf2", "/seen", vec!["true".into()])];
    /// assert_eq!(Foreign::find(&foreign, "jgf2", "/seen"), Some(&foreign[0]));
    /// assert_eq!(Foreign::find(&foreign, "sgf", "/seen"), None);
    /// ```
    #[must_use]
    pub fn find<'a>(foreign: &'a [Self], format: &str, key: &str) -> Option<&'a Self> {
        foreign.iter().find(|entry| entry.format == format && entry.key == key)
    }
}
