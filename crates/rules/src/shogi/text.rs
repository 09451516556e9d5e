//! The text of a move as people read it.

use super::Position;
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{NodeId, Record};
use kifu_shogiban::{Action, Move, Shogi, Square};

impl Position {
    /// Returns the text of a move without the mark of its player, as KI2 and books have it: `７六歩`, `同　銀右`, `２八銀左引不成`. `last_to` is the
    /// square of the move before it, for 同. The text has the square that the piece leaves if no words can tell it.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Move, Setup};
    /// let position = Position::new(&Setup::default());
    /// let played: Move = "☗５八金(49)".parse()?;
    /// assert_eq!(format!("{}{}", played.color.mark(), position.move_text(&played, None)), "☗５八金右");
    /// assert_eq!(position.move_text(&"☗５五歩(57)".parse()?, "55".parse().ok()), "同　歩(57)");
    /// # Ok::<(), kifu_shogiban::ParseMoveError>(())
    /// ```
    #[must_use]
    pub fn move_text(&self, played: &Move, last_to: Option<Square>) -> String {
        let to = if last_to == Some(played.to) { "同　".into() } else { format!("{}", played.to) };
        let promotion = match (played.promotes, played.may_promote()) {
            (true, _) => "成",
            (false, true) => "不成",
            (false, false) => "",
        };
        let kind = played.kind;
        match (self.relative(played), played.from.map(Square::digits)) {
            (Some(words), _) => format!("{to}{kind}{words}{promotion}"),
            (None, Some((file, rank))) => format!("{to}{kind}{promotion}({file}{rank})"),
            (None, None) => format!("{to}{kind}打"),
        }
    }
}

/// Returns what a node of a record has, as people read it: its move with the mark of the player, its ending or other words. `before` is the
/// position before it. The root is 開始局面, and another node without an action has an empty text.
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
        Some(Action::Move(played)) => {
            let previous = record.tree.ancestors(node).find_map(|node| record.tree[node].action.as_ref());
            let last_to = previous.and_then(Action::as_move).map(|played| played.to);
            format!("{}{}", played.color.mark(), before.move_text(played, last_to))
        }
        Some(action) => action.to_string(),
        None if node == record.tree.root() => "開始局面".into(),
        None => String::new(),
    }
}
