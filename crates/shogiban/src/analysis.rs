//! Analyses of engines in comments, as programs for shogi write them.
//!
//! KIF, KI2 and CSA have no syntax for an analysis (except `'**` in CSA 3.0), so programs write it into comments. Each [`Dialect`] is
//! such a form. An analysis is read only if writing it gives the same text; all other lines stay comments.
//!
//! The lines of a comment are those after the mark of a comment: `*評価値=210` stands for the line `**評価値=210` of a KIF file, and
//! `* 30 -3334FU` for `** 30 -3334FU` in KIF and for `'** 30 -3334FU` in CSA.
//!
//! All dialects write scores and mates from Black's point of view, also if White is to move, as [`Analysis`] has them.
//!
//! ```
//! use kifu_shogiban::analysis::{self, Context};
//! let context = Context::default();
//! let lines = ["*解析 0 ○ 候補1 時間 00:15.9 深さ 54 ノード数 1000495 評価値 207 読み筋 ▲７六歩(77) △３四歩(33) "];
//! let read = analysis::read(&lines, &context).unwrap();
//! assert_eq!((read.analysis.depth, read.analysis.line.len()), (Some(54), 2));
//! assert_eq!(analysis::write(&read.analysis, &context).unwrap(), lines);
//! ```
//!
//! # Positions
//! A line of moves in the notation of KIF has the square that a piece leaves. Lines of USI and CSA need the board, and those of KI2 a
//! [`LinePosition`]: [`Positions`] has both. Without them, such a line is the [`tail`](Analysis::tail) of the analysis.

use crate::{Action, Board, Color, Kind, Move, Shogi, Square};
use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;
use draft::Draft;
use kifu_core::{AnalysedPosition, Analysis, OptionInfo, OptionValues};

mod draft;
mod floodgate;
mod kakinoki;
mod keyed;
mod layout;
mod line;
mod piyo;
mod shogigui;
mod shogihome;
#[cfg(test)]
mod testing;

/// A notation of analyses.
///
/// ```
/// use kifu_shogiban::analysis::Dialect;
/// assert_eq!(Dialect::from_id("shogihome"), Some(Dialect::ShogiHome));
/// assert_eq!(Dialect::ShogiGui.id(), "shogigui");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// ShogiGUI and programs that follow it, such as ShogiDroid: one line with words (`*解析 0 ○ 候補1 時間 00:15.9 深さ 54 …`). The line
    /// of Kishin Analytics (棋神アナリティクス) has the same words after the name of an engine.
    ShogiGui,
    /// ShogiHome (Electron将棋): a line for each value, first that of the score (`#評価値=158`, `#読み筋=▲７六歩△３四歩`). Lines start with
    /// `#` for a research of a position, and with `*` for the engine that played.
    ShogiHome,
    /// The lines of ShogiHome, with the name of the engine first and the moves last.
    Kakinoki,
    /// Floodgate and CSA 3.0: one line with the score and the moves (`* 30 -3334FU +2726FU #52000`).
    Floodgate,
    /// Piyo Shogi (ぴよ将棋) and K-Shogi: one line (`#指し手[62]△７五歩  ▲３三桂成  `).
    Piyo,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 5] = [Self::ShogiGui, Self::ShogiHome, Self::Kakinoki, Self::Floodgate, Self::Piyo];

    /// Returns the identifier.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::ShogiGui => "shogigui",
            Self::ShogiHome => "shogihome",
            Self::Kakinoki => "kakinoki",
            Self::Floodgate => "floodgate",
            Self::Piyo => "piyo",
        }
    }

    /// Returns the dialect of an identifier.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.id() == id)
    }

    /// Returns the dialect of an analysis that was read.
    ///
    /// ```
    /// use kifu_core::Analysis;
    /// use kifu_shogiban::{Shogi, analysis::{self, Context, Dialect}};
    /// let read = analysis::read(&["* 30"], &Context::default()).unwrap();
    /// assert_eq!(Dialect::of(&read.analysis), Some(Dialect::Floodgate));
    /// assert_eq!(Dialect::of(&Analysis::<Shogi>::default()), None);
    /// ```
    #[must_use]
    pub fn of(analysis: &Analysis<Shogi>) -> Option<Self> {
        split_notation(analysis).map(|(dialect, _)| dialect)
    }
}

/// What a line of moves in the notations of KI2, USI and CSA asks of a position. A crate with the rules implements it.
///
/// ```
/// use kifu_shogiban::{Board, Color, Kind, Move, Setup, Square, analysis::LinePosition};
///
/// /// A position that knows the moves of pawns.
/// struct Pawns(Setup);
///
/// impl LinePosition for Pawns {
///     fn to_move(&self) -> Color {
///         self.0.to_move
///     }
///
///     fn board(&self) -> &Board {
///         &self.0.board
///     }
///
///     fn resolve(&self, to: Square, kind: Kind, words: &str) -> Option<Move> {
///         let from = to.offset(0, if self.0.to_move == Color::Black { 1 } else { -1 })?;
///         (kind == Kind::Pawn && words.is_empty()).then(|| Move::new(self.0.to_move, kind, from, to))
///     }
///
///     fn words(&self, played: Move) -> Option<String> {
///         (played.kind == Kind::Pawn).then(String::new)
///     }
///
///     fn play(&mut self, played: Move) {
///         self.0.board.play_unchecked(played);
///         self.0.to_move = played.color.opponent();
///     }
/// }
///
/// let mut position = Pawns(Setup::default());
/// let played = position.resolve(Square::new(7, 6).unwrap(), Kind::Pawn, "").unwrap();
/// assert_eq!(played.to_string(), "☗７六歩(77)");
/// ```
pub trait LinePosition {
    /// Returns the player to move.
    fn to_move(&self) -> Color;

    /// Returns the pieces on the board.
    fn board(&self) -> &Board;

    /// Returns the move of a piece of the player to move to a square, with the words after the name of the piece in KI2: `右上成`, `打`, or
    /// none. `None` if no move or more than one has these words.
    fn resolve(&self, to: Square, kind: Kind, words: &str) -> Option<Move>;

    /// Returns the words after the name of the piece in KI2: `右上成`, `打`, or none. `None` for a move that is impossible here.
    fn words(&self, played: Move) -> Option<String>;

    /// Plays a move.
    fn play(&mut self, played: Move);
}

/// The positions from which a line of moves can start: that before the move of a node, and that after it.
///
/// A function that returns a [`LinePosition`] is the simplest implementation. A reader that has the board already can lend it to lines of
/// USI and CSA, which need no more.
///
/// ```
/// use kifu_core::AnalysedPosition;
/// use kifu_shogiban::{Board, Color, Setup, analysis::{self, Context, LinePosition, Positions}};
///
/// /// The board of a game that has not started.
/// struct Start(Setup);
///
/// impl Positions for Start {
///     fn board(&self, _: AnalysedPosition) -> Option<(Board, Color)> {
///         Some((self.0.board, self.0.to_move))
///     }
///
///     fn position(&self, _: AnalysedPosition) -> Option<Box<dyn LinePosition>> {
///         None
///     }
/// }
///
/// let start = Start(Setup::default());
/// let context = Context::default().with_positions(&start);
/// let read = |line| analysis::read(&[line], &context).unwrap().analysis;
/// assert_eq!(read("* 30 7g7f 3c3d").line.len(), 2);
/// assert_eq!(read("#読み筋=▲７六歩△３四歩").tail, "▲７六歩△３四歩");
/// ```
pub trait Positions {
    /// Returns the board and the player to move. `None` if they are not known.
    fn board(&self, at: AnalysedPosition) -> Option<(Board, Color)>;

    /// Returns a position that knows the words of KI2. `None` if it is not known.
    fn position(&self, at: AnalysedPosition) -> Option<Box<dyn LinePosition>>;
}

impl<F: Fn(AnalysedPosition) -> Option<Box<dyn LinePosition>>> Positions for F {
    fn board(&self, at: AnalysedPosition) -> Option<(Board, Color)> {
        self(at).map(|position| (*position.board(), position.to_move()))
    }

    fn position(&self, at: AnalysedPosition) -> Option<Box<dyn LinePosition>> {
        self(at)
    }
}

/// The node that has a comment.
///
/// ```
/// use kifu_shogiban::{Move, analysis::{self, Context}};
/// let played: Move = "☗７六歩(77)".parse().unwrap();
/// let context = Context::new(Some(played), None);
/// let line = ["*対局 深さ 2 ノード数 960 評価値 0 読み筋 ▲７六歩(77) △３四歩(33)"];
/// let read = analysis::read(&line, &context).unwrap();
/// // The line starts with the move of the node.
/// assert_eq!(read.analysis.position, kifu_core::AnalysedPosition::Before);
/// ```
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct Context<'a> {
    /// The move of the node, if it has one.
    pub played: Option<Move>,
    /// The square to which the move before that of the node went.
    pub last: Option<Square>,
    positions: Option<&'a dyn Positions>,
}

impl<'a> Context<'a> {
    /// Creates the description of a node with this move. `last` is the square to which the move before it went.
    #[must_use]
    pub const fn new(played: Option<Move>, last: Option<Square>) -> Self {
        Self { played, last, positions: None }
    }

    /// Returns the description with positions, which lines are read in that need one.
    #[must_use]
    pub const fn with_positions(self, positions: &'a dyn Positions) -> Self {
        Self { positions: Some(positions), ..self }
    }

    /// Returns the square to which the last move before the position went.
    fn last(&self, position: AnalysedPosition) -> Option<Square> {
        match (position, self.played) {
            (AnalysedPosition::After, Some(played)) => Some(played.to),
            _ => self.last,
        }
    }

    /// Returns the player to move in the position of an analysis, if that is known.
    fn mover(&self, analysis: &Analysis<Shogi>) -> Option<Color> {
        let of_line = analysis.line.first().and_then(Action::as_move).map(|played| played.color);
        let of_node = self.played.map(|played| match analysis.position {
            AnalysedPosition::Before => played.color,
            AnalysedPosition::After => played.color.opponent(),
        });
        let of_position = || self.board(analysis.position).map(|(_, to_move)| to_move);
        of_line.or(of_node).or_else(of_position)
    }

    fn board(&self, position: AnalysedPosition) -> Option<(Board, Color)> {
        self.positions?.board(position)
    }

    fn position(&self, position: AnalysedPosition) -> Option<Box<dyn LinePosition>> {
        self.positions?.position(position)
    }

    /// Returns the first position of a line that a player's move starts: that before the move of the node, if the player made that move.
    fn position_of(&self, color: Color) -> AnalysedPosition {
        match self.played {
            Some(played) if played.color == color => AnalysedPosition::Before,
            _ => AnalysedPosition::After,
        }
    }
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { played, last, positions } = self;
        let mut out = f.debug_struct("Context");
        out.field("played", played).field("last", last).field("has_positions", &positions.is_some()).finish()
    }
}

/// An analysis at the start of some lines.
///
/// ```
/// use kifu_shogiban::analysis::{self, Context, Dialect};
/// let read = analysis::read(&["#評価値=158", "#深さ=8", "a comment"], &Context::default()).unwrap();
/// assert_eq!((read.dialect, read.lines), (Dialect::ShogiHome, 2));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReadAnalysis {
    /// The analysis, with its notation.
    pub analysis: Analysis<Shogi>,
    /// The form of the text.
    pub dialect: Dialect,
    /// The number of lines that the analysis takes.
    pub lines: usize,
}

/// Reads the analysis at the start of the lines of a comment. `None` if the first line starts none, or if writing it would give
/// another text.
///
/// ```
/// use kifu_shogiban::analysis::{self, Context};
/// let context = Context::default();
/// assert_eq!(analysis::read(&["* 116"], &context).unwrap().analysis.score, Some(116.into()));
/// assert!(analysis::read(&["先手の研究手"], &context).is_none());
/// assert!(analysis::read(&["* 0116"], &context).is_none()); // 116 would be written
/// ```
#[must_use]
pub fn read(lines: &[&str], context: &Context<'_>) -> Option<ReadAnalysis> {
    let first = *lines.first()?;
    if !first.starts_with(FIRST) {
        return None;
    }
    let one = |dialect, draft: Option<Draft>| draft.map(|draft| (dialect, draft, 1));
    let (dialect, draft, count) = one(Dialect::Floodgate, floodgate::read(first, context))
        .or_else(|| one(Dialect::ShogiGui, shogigui::read(first, context)))
        .or_else(|| one(Dialect::Piyo, piyo::read(first, context)))
        .or_else(|| keyed::read(lines, context))?;
    let analysis = finish(draft, dialect, &lines[..count], context)?;
    Some(ReadAnalysis { analysis, dialect, lines: count })
}

/// Returns the analysis of a draft that was read from these lines.
fn finish(draft: Draft, dialect: Dialect, lines: &[&str], context: &Context<'_>) -> Option<Analysis<Shogi>> {
    let analysis = draft.finish(dialect, context)?;
    // Each value was written and compared when it was read, and a layout keeps all other text.
    debug_assert_eq!(
        split_notation(&analysis).and_then(|(_, layout)| layout::fill(layout, &analysis, context)),
        Some(lines.join("\n"))
    );
    Some(analysis)
}

/// The characters with which an analysis can start: `*解析`, `#評価値=`, `対局`, `互角`.
const FIRST: [char; 9] = ['*', '#', '解', '対', '検', '候', '先', '後', '互'];

/// Adds an analysis. As a rule a node has one, which takes a few hundred bytes.
fn push(analyses: &mut Vec<Analysis<Shogi>>, analysis: Analysis<Shogi>) {
    if analyses.is_empty() {
        analyses.reserve_exact(1);
    }
    analyses.push(analysis);
}

/// Returns the dialect and the layout of the notation of an analysis.
fn split_notation(analysis: &Analysis<Shogi>) -> Option<(Dialect, &str)> {
    let (id, layout) = analysis.notation.as_deref()?.split_once(':')?;
    Some((Dialect::from_id(id)?, layout))
}

/// Writes an analysis as it was read, in lines without the mark of a comment. `None` if it has no notation of a [`Dialect`], or if the
/// lines would be read as another analysis because it was changed.
///
/// ```
/// use kifu_shogiban::analysis::{self, Context};
/// let context = Context::default();
/// let mut analysis = analysis::read(&["#評価値=158", "#深さ=8"], &context).unwrap().analysis;
/// analysis.depth = Some(9);
/// assert_eq!(analysis::write(&analysis, &context).unwrap(), ["#評価値=158", "#深さ=9"]);
/// analysis.depth = None;
/// assert_eq!(analysis::write(&analysis, &context), None);
/// ```
#[must_use]
pub fn write(analysis: &Analysis<Shogi>, context: &Context<'_>) -> Option<Vec<String>> {
    let (_, layout) = split_notation(analysis)?;
    checked(layout, analysis, context)
}

/// Writes an analysis in the usual layout of a dialect. `None` if the dialect has no place for a value of the analysis.
///
/// ```
/// use kifu_core::Analysis;
/// use kifu_shogiban::analysis::{self, Context, Dialect};
/// let mut analysis = Analysis::default();
/// analysis.score = Some((-186).into());
/// analysis.nodes = Some(52_000);
/// let context = Context::default();
/// let written = |dialect| analysis::write_as(&analysis, dialect, &context).unwrap().join("/");
/// assert_eq!(written(Dialect::Floodgate), "* -186 #52000");
/// assert_eq!(written(Dialect::ShogiGui), "*解析 0  ノード数 52000 評価値 -186");
/// assert_eq!(written(Dialect::ShogiHome), "互角/#評価値=-186/#ノード数=52000");
/// assert_eq!(analysis::write_as(&analysis, Dialect::Piyo, &context), None); // it has no number of nodes
/// ```
#[must_use]
pub fn write_as(analysis: &Analysis<Shogi>, dialect: Dialect, context: &Context<'_>) -> Option<Vec<String>> {
    let layout = match dialect {
        Dialect::ShogiGui => shogigui::layout(analysis),
        Dialect::ShogiHome => shogihome::layout(analysis),
        Dialect::Kakinoki => kakinoki::layout(analysis),
        Dialect::Floodgate => floodgate::layout(analysis),
        Dialect::Piyo => piyo::layout(analysis),
    };
    checked(&layout, analysis, context)
}

/// Returns the lines of an analysis in a layout, if they are read as this analysis.
fn checked(layout: &str, analysis: &Analysis<Shogi>, context: &Context<'_>) -> Option<Vec<String>> {
    let text = layout::fill(layout, analysis, context)?;
    let lines: Vec<&str> = text.split('\n').collect();
    let empty = lines.iter().take_while(|line| line.is_empty()).count();
    let read = read(&lines[empty..], context)?;
    let is_same = read.analysis == *analysis && read.lines == lines.len() - empty;
    is_same.then(|| lines.into_iter().map(String::from).collect())
}

/// A comment, divided into the words of people and analyses.
///
/// ```
/// use kifu_shogiban::analysis::{self, Context};
/// let split = analysis::split(&["好手", "* 30"], &Context::default());
/// assert_eq!((split.comment.as_str(), split.analyses.len()), ("好手", 1));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SplitComment {
    /// The words of people, in lines.
    pub comment: String,
    /// The analyses after them.
    pub analyses: Vec<Analysis<Shogi>>,
}

/// The option `analyses` of a format whose comments can contain analyses. `analyses=false` leaves them in the comments, which is faster.
///
/// ```
/// use kifu_shogiban::analysis::OPTION;
/// assert_eq!((OPTION.name, OPTION.values.to_string().as_str()), ("analyses", "true or false"));
/// ```
pub const OPTION: OptionInfo = OptionInfo::new(
    "analyses",
    OptionValues::OneOf(&["true", "false"]),
    "whether the analyses of programs in comments are read as such, or stay comments",
);

/// Returns true for a line of a comment that has a mark of an analysis. The line may be none.
///
/// ```
/// use kifu_shogiban::analysis::is_like_analysis;
/// assert!(is_like_analysis("* 30 -3334FU") && is_like_analysis("#評価値=158") && !is_like_analysis("好手"));
/// ```
#[must_use]
pub fn is_like_analysis(line: &str) -> bool {
    line.starts_with(['*', '#']) || ["評価値", "読み筋"].iter().any(|word| line.contains(word))
}

/// Returns all lines of a comment as the words of people.
///
/// ```
/// use kifu_shogiban::analysis;
/// let comment = analysis::unsplit(&["好手", "* 30"]);
/// assert_eq!((comment.comment.as_str(), comment.analyses.len()), ("好手\n* 30", 0));
/// ```
#[must_use]
pub fn unsplit(lines: &[&str]) -> SplitComment {
    SplitComment { comment: lines.join("\n"), analyses: Vec::new() }
}

/// Divides the lines of a comment into the words of people and the analyses at its end. [`join`] gives the same text. Analyses with words after
/// them stay in the comment, and empty lines before an analysis belong to its notation.
///
/// ```
/// use kifu_shogiban::analysis::{self, Context};
/// let context = Context::default();
/// let lines = ["好手", "", "互角", "#評価値=158", "", "* 30"];
/// let split = analysis::split(&lines, &context);
/// assert_eq!((split.comment.as_str(), split.analyses.len()), ("好手", 2));
/// assert_eq!(analysis::join(&split.comment, &split.analyses, &context).unwrap(), lines.join("\n"));
/// assert_eq!(analysis::split(&["* 30", "好手"], &context).comment, "* 30\n好手");
/// ```
#[must_use]
pub fn split(lines: &[&str], context: &Context<'_>) -> SplitComment {
    // The analyses of the last run, the lines before it, and the empty lines before the next analysis.
    let (mut analyses, mut before, mut empty) = (Vec::new(), 0, 0);
    let mut at = 0;
    while at < lines.len() {
        if let Some(ReadAnalysis { mut analysis, dialect, lines: count }) = read(&lines[at..], context) {
            if empty > 0
                && let Some((_, layout)) = split_notation(&analysis)
            {
                analysis.notation = Some(format!("{}:{}{layout}", dialect.id(), "\n".repeat(empty)).into());
            }
            push(&mut analyses, analysis);
            (at, empty) = (at + count, 0);
            continue;
        }
        if lines[at].is_empty() {
            empty += 1;
        } else {
            (before, empty) = (at + 1, 0);
            analyses = Vec::new();
        }
        at += 1;
    }
    if empty > 0 {
        analyses = Vec::new();
    }
    let comment = if analyses.is_empty() { lines } else { &lines[..before] };
    SplitComment { comment: comment.join("\n"), analyses }
}

/// Divides the lines of a comment of CSA. Each line in the notation of CSA is an analysis, before or after any words. Analyses of other
/// programs are after the words, as [`split`] has them.
///
/// ```
/// use kifu_shogiban::analysis::{self, Context};
/// let split = analysis::split_csa(&["* 30", "好手"], &Context::default());
/// assert_eq!((split.comment.as_str(), split.analyses.len()), ("好手", 1));
/// ```
#[must_use]
pub fn split_csa(lines: &[&str], context: &Context<'_>) -> SplitComment {
    let (mut analyses, mut words) = (Vec::new(), Vec::new());
    for line in lines {
        let draft = floodgate::read(line, context);
        match draft.and_then(|draft| finish(draft, Dialect::Floodgate, &[line], context)) {
            Some(analysis) => push(&mut analyses, analysis),
            None => words.push(*line),
        }
    }
    if words.is_empty() {
        return SplitComment { comment: String::new(), analyses };
    }
    let SplitComment { comment, analyses: mut others } = split(&words, context);
    // The order in which analyses are written.
    analyses.append(&mut others);
    SplitComment { comment, analyses }
}

/// Returns the comment with these words and analyses, each [as it was read](write()). `None` if an analysis cannot be written so.
///
/// ```
/// use kifu_core::Analysis;
/// use kifu_shogiban::analysis::{self, Context};
/// assert_eq!(analysis::join("好手", &[], &Context::default()).as_deref(), Some("好手"));
/// assert_eq!(analysis::join("好手", &[Analysis::default()], &Context::default()), None);
/// ```
#[must_use]
pub fn join(comment: &str, analyses: &[Analysis<Shogi>], context: &Context<'_>) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    parts.extend((!comment.is_empty()).then(|| comment.to_string()));
    for analysis in analyses {
        parts.extend(write(analysis, context)?);
    }
    Some(parts.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::testing::TestPosition;
    use super::*;
    use kifu_core::{Bound, Decimal, Mate, Seat};
    use proptest::{option, prelude::*, sample::select};

    const PIECES: [&str; 30] = [
        "*",
        "#",
        "解析",
        "対局",
        " ",
        "  ",
        "0",
        "○",
        "候補1",
        "時間 00:15.9",
        "深さ 5/9",
        "ノード数 7",
        "評価値 -3",
        "評価値 +詰 5",
        "読み筋",
        "▲７六歩(77)",
        "△３四歩",
        "同　銀",
        "成",
        "\n",
        "互角",
        "#評価値=158",
        "*読み筋=",
        "#詰み=先手勝ち:3手",
        "7g7f",
        "+7776FU",
        "#指し手[5]",
        "%TORYO",
        "* 30",
        "{",
    ];

    fn position(_: AnalysedPosition) -> Option<Box<dyn LinePosition>> {
        Some(Box::new(TestPosition::new("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")))
    }

    prop_compose! {
        fn any_analysis()(
            rank in option::of(0..9_u32), score in option::of(-2000..2000_i64), bound in option::of(any::<bool>()),
            mate in option::of((any::<bool>(), option::of(0..30_u32))), depth in option::of(0..40_u32),
            selective_depth in option::of(0..60_u32), nodes in option::of(0..1_000_000_u64), tenths in option::of(0..99_999_u64),
            engine in option::of(select(&["A", "水匠 5", "a{b}", "x 深さ 3", "a\nb"][..])), moves in 0..3_usize,
            tail in select(&["", "", "投了", " "][..]), before in any::<bool>(),
        ) -> Analysis<Shogi> {
            let mut analysis = Analysis::default();
            (analysis.rank, analysis.score) = (rank, score.map(Decimal::from));
            analysis.bound = bound.map(|lower| if lower { Bound::Lower } else { Bound::Upper }).filter(|_| score.is_some());
            analysis.mate = mate.map(|(first, plies)| {
                let mut mate = Mate::by(if first { Seat::First } else { Seat::Second });
                mate.plies = plies;
                mate
            });
            (analysis.depth, analysis.selective_depth, analysis.nodes) = (depth, selective_depth, nodes);
            analysis.time = tenths.map(|tenths| core::time::Duration::from_millis(tenths * 100));
            (analysis.engine, analysis.tail) = (engine.map(String::from), tail.into());
            let line = ["☗７六歩(77)", "☖３四歩(33)"].map(|text| text.parse().unwrap());
            analysis.line = line.into_iter().take(moves).collect();
            analysis.position = if before { AnalysedPosition::Before } else { AnalysedPosition::After };
            analysis
        }
    }

    /// Words of people that look like an analysis leave no room for one.
    #[test]
    fn words_take_no_room_for_analyses() {
        let context = Context::default();
        for lines in [&["*"][..], &["先手"], &["* 30", "好手"], &["* 30", ""]] {
            let split = split(lines, &context);
            assert_eq!((split.analyses.capacity(), split.comment), (0, lines.join("\n")));
        }
        assert_eq!(split_csa(&["*", "先手"], &context).analyses.capacity(), 0);
    }

    proptest! {
        /// Whatever is read is written with the same text, and a comment is divided without loss.
        #[test]
        fn a_comment_comes_back(parts in prop::collection::vec(select(&PIECES[..]), 0..12), has_position in any::<bool>()) {
            let text = parts.concat();
            let context = Context::new("☗７六歩(77)".parse().ok(), None);
            let context = if has_position { context.with_positions(&position) } else { context };
            let divided = split(&text.split('\n').collect::<Vec<_>>(), &context);
            prop_assert_eq!(join(&divided.comment, &divided.analyses, &context), Some(text));
        }

        /// A dialect writes an analysis only if it is read as the same one.
        #[test]
        fn what_a_dialect_writes_is_read(analysis in any_analysis()) {
            let context = Context::default().with_positions(&position);
            for dialect in Dialect::ALL {
                if let Some(lines) = write_as(&analysis, dialect, &context) {
                    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                    let read = read(&lines, &context).unwrap();
                    prop_assert_eq!(&read.analysis, &analysis);
                    prop_assert_eq!(write(&read.analysis, &context).unwrap(), lines);
                }
            }
        }
    }

    #[test]
    fn each_dialect_writes_what_it_has() {
        let context = Context::default().with_positions(&position);
        let mut analysis: Analysis<Shogi> = Analysis::default();
        analysis.score = Some(Decimal::from(210));
        analysis.line =
            ["☗７六歩(77)", "☖３四歩(33)", "☗２二角成(88)", "☖２二銀(31)"].map(|text| text.parse().unwrap()).into();
        let written = |dialect| write_as(&analysis, dialect, &context).unwrap().join("/");
        let expected = [
            "*解析 0  評価値 210 読み筋 ▲７六歩(77) △３四歩(33) ▲２二角成(88) △同　銀(31)",
            "先手有望/#評価値=210/#読み筋=▲７六歩△３四歩▲２二角成△同　銀",
            "*評価値=210/*読み筋=▲７六歩△３四歩▲２二角成△同　銀",
            "* 210 +7776FU -3334FU +8822UM -3122GI",
            "#形勢[210]▲７六歩  △３四歩  ▲２二角成  △同銀  ",
        ];
        assert_eq!(Dialect::ALL.map(written), expected);
        // Without a position, the notations that need it have no line.
        let context = Context::default();
        let has_line = |dialect| write_as(&analysis, dialect, &context).is_some();
        assert_eq!(Dialect::ALL.map(has_line), [true, false, false, false, false]);
    }

    #[test]
    fn a_line_of_another_notation_becomes_the_tail_without_a_position() {
        let lines = ["* 35 -3334FU +8822UM #52000"];
        let found = read(&lines, &Context::default()).unwrap().analysis;
        assert_eq!((found.tail.as_str(), found.line.len(), found.nodes), ("-3334FU +8822UM", 0, Some(52_000)));
        assert_eq!(write(&found, &Context::default()).unwrap(), lines);
    }

    #[test]
    fn analyses_before_words_stay_in_the_comment() {
        let context = Context::default();
        for (text, comment, count) in [
            ("* 30", "", 1),
            ("\n* 30", "", 1),
            ("a\n* 30\n\n\n* 31", "a", 2),
            ("* 30\na\n* 31", "* 30\na", 1),
            ("* 30\n", "* 30\n", 0),
            ("", "", 0),
        ] {
            let divided = split(&text.split('\n').collect::<Vec<_>>(), &context);
            assert_eq!((divided.comment.as_str(), divided.analyses.len()), (comment, count), "{text:?}");
            assert_eq!(join(&divided.comment, &divided.analyses, &context).as_deref(), Some(text));
        }
    }

    #[test]
    fn time_is_linear_in_the_text() {
        let line = alloc::format!("#読み筋={}", "▲７六歩(77)△３四歩(33)".repeat(20_000));
        let many = "互角\n#評価値=1\n".repeat(20_000);
        for text in [line, many, "互角\n".repeat(100_000), "{".repeat(100_000), "#詰み=\n".repeat(50_000)] {
            let divided = split(&text.split('\n').collect::<Vec<_>>(), &Context::default());
            assert_eq!(join(&divided.comment, &divided.analyses, &Context::default()), Some(text));
        }
    }
}
