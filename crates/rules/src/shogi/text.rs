//! Moves as people read them: `☗７六歩`, `☖同　銀右`.

use super::{Position, Relative};
use alloc::string::{String, ToString};
use core::fmt;
use kifu_core::{NodeId, Record};
use kifu_shogiban::{Action, Move, Shogi, Square};

/// The marks of the players before a move.
///
/// ```
/// use kifu_rules::shogi::{Marks, MoveText, Position};
/// use kifu_shogiban::Setup;
/// let position = Position::new(&Setup::default());
/// let text = |marks| MoveText::new(&position, &"☗７六歩(77)".parse().unwrap(), None).with_marks(marks).to_string();
/// assert_eq!([Marks::Pieces, Marks::Triangles, Marks::None].map(text), ["☗７六歩", "▲７六歩", "７六歩"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Marks {
    /// `☗` and `☖`.
    #[default]
    Pieces,
    /// `▲` and `△`, which Shift_JIS has too.
    Triangles,
    /// No marks.
    None,
}

/// A move of a position, to be displayed as people read it.
///
/// The text has the target or `同`, the piece, the words that tell it apart ([`Relative`]), and `成` or `不成` if the piece could promote.
/// If no words name the piece, the square that it leaves follows in brackets, as in KIF.
///
/// ```
/// use kifu_rules::shogi::{MoveText, Position};
/// use kifu_shogiban::{Color, Setup};
/// let setup: Setup = "9/9/9/9/9/9/2S1S4/9/2S6 b - 1".parse().unwrap();
/// let position = Position::new(&setup);
/// let text = |played: &str| MoveText::new(&position, &played.parse().unwrap(), None).to_string();
/// assert_eq!(text("☗６八銀(77)"), "☗６八銀左引");
/// assert_eq!(text("☗６八銀(22)"), "☗６八銀(22)"); // illegal
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveText<'a> {
    position: &'a Position,
    played: Move,
    previous_to: Option<Square>,
    marks: Marks,
}

impl<'a> MoveText<'a> {
    /// Creates the text of a move in the position before it. `previous_to` is the target of the move before; a move to the same square is
    /// written with `同`.
    ///
    /// ```
    /// use kifu_rules::shogi::{MoveText, Position};
    /// use kifu_shogiban::Setup;
    /// let position = Position::new(&Setup::default());
    /// let played = "☖３四歩(33)".parse().unwrap();
    /// assert_eq!(MoveText::new(&position, &played, Some(played.to)).to_string(), "☖同　歩");
    /// ```
    #[must_use]
    pub fn new(position: &'a Position, played: &Move, previous_to: Option<Square>) -> Self {
        Self { position, played: *played, previous_to, marks: Marks::default() }
    }

    /// Sets the marks of the players.
    ///
    /// ```
    /// use kifu_rules::shogi::{Marks, MoveText, Position};
    /// use kifu_shogiban::Setup;
    /// let position = Position::new(&Setup::default());
    /// let text = MoveText::new(&position, &"☖３四歩(33)".parse().unwrap(), None).with_marks(Marks::Triangles);
    /// assert_eq!(text.to_string(), "△３四歩");
    /// ```
    #[must_use]
    pub fn with_marks(self, marks: Marks) -> Self {
        Self { marks, ..self }
    }
}

impl fmt::Display for MoveText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        let played = self.played;
        match self.marks {
            Marks::Pieces => f.write_char(played.color.mark())?,
            Marks::Triangles => f.write_char(played.color.triangle())?,
            Marks::None => {}
        }
        if self.previous_to == Some(played.to) {
            f.write_str("同　")?;
        } else {
            let (file, rank) = played.to.numerals();
            f.write_char(file)?;
            f.write_char(rank)?;
        }
        f.write_str(played.kind.kanji())?;
        let relative = self.position.relative(&played);
        f.write_str(relative.map_or("", Relative::text))?;
        if played.promotes {
            f.write_str("成")?;
        } else if played.may_promote() {
            f.write_str("不成")?;
        }
        match (relative, played.from.map(Square::digits)) {
            (None, Some((file, rank))) => write!(f, "({file}{rank})"),
            _ => Ok(()),
        }
    }
}

/// Returns a move as people read it, with `☗` or `☖` before it. `previous_to` is the target of the move before; a move to the same square
/// is written with `同`. [`MoveText`] has other marks.
///
/// ```
/// use kifu_rules::shogi::{Position, move_text};
/// use kifu_shogiban::{Move, Setup};
/// let mut position = Position::new(&Setup::default());
/// let (mut texts, mut previous_to) = (Vec::new(), None);
/// for text in ["☗７六歩(77)", "☖３四歩(33)", "☗２二角成(88)", "☖２二銀(31)", "☗４五角打"] {
///     let played: Move = text.parse().unwrap();
///     texts.push(move_text(&position, &played, previous_to));
///     position.play_unchecked(played);
///     previous_to = Some(played.to);
/// }
/// assert_eq!(texts, ["☗７六歩", "☖３四歩", "☗２二角成", "☖同　銀", "☗４五角"]);
/// ```
#[must_use]
pub fn move_text(position: &Position, played: &Move, previous_to: Option<Square>) -> String {
    MoveText::new(position, played, previous_to).to_string()
}

/// Returns what a node of a record has, as people read it: its move, its ending or other words. `before` is the position before it. The
/// root is 開始局面, and another node without an action has an empty text.
///
/// ```
/// use kifu_core::{Node, Record};
/// use kifu_rules::{Cursor, shogi::node_text};
/// use kifu_shogiban::{Action, Shogi};
/// let mut record: Record<Shogi> = Record::default();
/// let actions = ["☗７六歩(77)", "☖３四歩(33)", "☗２二角成(88)", "☖２二銀(31)", "投了"];
/// record.tree.add_line(record.tree.root(), actions.map(|text| Node::new(Some(Action::words(text)))));
/// let mut cursor = Cursor::new(&record);
/// let mut texts = vec![node_text(&record, cursor.position(), cursor.node())];
/// while let Some(node) = record.tree.first_child(cursor.node()) {
///     texts.push(node_text(&record, cursor.position(), node));
///     cursor.to(node);
/// }
/// assert_eq!(texts, ["開始局面", "☗７六歩", "☖３四歩", "☗２二角成", "☖同　銀", "投了"]);
/// ```
#[must_use]
pub fn node_text(record: &Record<Shogi>, before: &Position, node: NodeId) -> String {
    match &record.tree[node].action {
        Some(Action::Move(played)) => move_text(before, played, previous_to(record, node)),
        Some(action) => action.to_string(),
        None if node == record.tree.root() => "開始局面".into(),
        None => String::new(),
    }
}

/// Returns the target of the move before a node. `None` if there is none, or if other words are between them.
///
/// ```
/// use kifu_core::{Node, Record};
/// use kifu_rules::shogi::previous_to;
/// use kifu_shogiban::{Action, Shogi};
/// let mut record: Record<Shogi> = Record::default();
/// let actions = ["☗７六歩(77)", "☖３四歩(33)"].map(|text| Node::new(Some(Action::words(text))));
/// let last = record.tree.add_line(record.tree.root(), actions);
/// assert_eq!(previous_to(&record, last), "76".parse().ok());
/// ```
#[must_use]
pub fn previous_to(record: &Record<Shogi>, node: NodeId) -> Option<Square> {
    let previous = record.tree.ancestors(node).find_map(|node| record.tree[node].action.as_ref());
    previous.and_then(Action::as_move).map(|played| played.to)
}
