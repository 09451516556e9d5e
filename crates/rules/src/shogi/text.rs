//! The text of a move as people read it.

use super::Position;
use alloc::{format, string::String};
use kifu_shogiban::{Move, Square};

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
