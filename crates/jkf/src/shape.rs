//! The JSON of JKF 1.0 as plain structs, for programs that need only the JSON.
//!
//! Every member may be missing, and those that the specification does not have are kept in `other`, so no member of a file is lost
//! except for those that are null. Reading is as strict as `serde_json`: a value of another type is an error, and forks may be nested
//! about 40 deep. [`File::from_record`] and [`File::to_records`] convert from and to records, and [`File::normalized`] completes the
//! moves.
//!
//! ```
//! use kifu_jkf::shape::File;
//! let text = r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}]}"#;
//! let file: File = serde_json::from_str(text)?;
//! let nodes = file.moves.as_ref().unwrap();
//! assert_eq!(nodes[1].play.as_ref().unwrap().to.as_ref().unwrap().y, Some(6));
//! let full = file.normalized()?;
//! assert_eq!(full.moves.unwrap()[1].play.as_ref().unwrap().color, Some(0));
//! # Ok::<(), serde_json::Error>(())
//! ```

use crate::{Jkf, normalize};
use alloc::{string::String, vec::Vec};
use kifu_core::{Format, ReadOutput, Record, Source};
use kifu_json::shapes;
use kifu_shogiban::Shogi;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

shapes! {
    /// A file with one game.
    ///
    /// ```
    /// use kifu_jkf::shape::{File, Node};
    /// let mut file = File::default();
    /// file.header = Some(Default::default());
    /// file.moves = Some(vec![Node::default()]);
    /// assert_eq!(serde_json::to_string(&file)?, r#"{"header":{},"moves":[{}]}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    File {
        /// The headers, texts under the Japanese names of KIF: `先手`, `場所`.
        header "header": Option<Map<String, Value>>,
        /// The position at the start. If it is missing, the game is even.
        initial "initial": Option<Initial>,
        /// The nodes. The first is the position at the start, and the node with index n has move n.
        moves "moves": Option<Vec<Node>>,
    }

    /// The position at the start.
    Initial {
        /// `HIRATE` (even), a handicap such as `KY` or `6`, or `OTHER` for the position in `data`.
        preset "preset": Option<String>,
        /// The position, if the preset is `OTHER`.
        data "data": Option<Data>,
    }

    /// A position.
    Data {
        /// The player to move: 0 for Black, 1 for White.
        color "color": Option<u8>,
        /// The squares: `board[x-1][y-1]` has file x and rank y.
        board "board": Option<Board>,
        /// The pieces in hand of Black, and those of White.
        hands "hands": Option<Vec<Hand>>,
    }

    /// A square, empty or with a piece.
    Square {
        /// The player of the piece: 0 for Black, 1 for White.
        color "color": Option<u8>,
        /// The piece in the letters of CSA: `FU`, `TO`.
        kind "kind": Option<String>,
    }

    /// The number of pieces of each kind in a hand. The schema accepts a king and promoted pieces too.
    Hand {
        /// Pawns.
        pawns "FU": Option<i64>,
        /// Lances.
        lances "KY": Option<i64>,
        /// Knights.
        knights "KE": Option<i64>,
        /// Silvers.
        silvers "GI": Option<i64>,
        /// Golds.
        golds "KI": Option<i64>,
        /// Bishops.
        bishops "KA": Option<i64>,
        /// Rooks.
        rooks "HI": Option<i64>,
        /// Kings.
        kings "OU": Option<i64>,
        /// Promoted pawns.
        promoted_pawns "TO": Option<i64>,
        /// Promoted lances.
        promoted_lances "NY": Option<i64>,
        /// Promoted knights.
        promoted_knights "NK": Option<i64>,
        /// Promoted silvers.
        promoted_silvers "NG": Option<i64>,
        /// Horses.
        horses "UM": Option<i64>,
        /// Dragons.
        dragons "RY": Option<i64>,
    }

    /// A node: the position at the start, a move, or an ending.
    Node {
        /// The lines of the comment.
        comments "comments": Option<Vec<String>>,
        /// The move.
        play "move": Option<Move>,
        /// The time for the move and the total of the player.
        time "time": Option<Time>,
        /// The ending, a word of CSA without `%`: `TORYO`.
        special "special": Option<String>,
        /// Forks. The first node of each is an alternative to this node.
        forks "forks": Option<Vec<Vec<Node>>>,
    }

    /// A move or a drop.
    Move {
        /// The player: 0 for Black, 1 for White.
        color "color": Option<u8>,
        /// The square that the piece leaves. A drop has none.
        from "from": Option<Place>,
        /// The square to which the piece goes.
        to "to": Option<Place>,
        /// The piece before the move, in the letters of CSA.
        piece "piece": Option<String>,
        /// True if the move before it goes to the same square (同).
        same "same": Option<bool>,
        /// True if the piece promotes, false if it could and does not.
        promote "promote": Option<bool>,
        /// The captured piece, in the letters of CSA.
        capture "capture": Option<String>,
        /// The words that tell the piece apart: `L`, `C`, `R`, then `U`, `M`, `D`; or `H` for a drop.
        relative "relative": Option<String>,
    }

    /// A square of the board.
    Place {
        /// The file, from 1 on the right of Black.
        x "x": Option<i64>,
        /// The rank, from 1 at the far side of Black.
        y "y": Option<i64>,
    }

    /// The time for a move.
    Time {
        /// The time for this move.
        now "now": Option<Clock>,
        /// The time of the player up to this move.
        total "total": Option<Clock>,
    }

    /// A time in hours, minutes and seconds.
    Clock {
        /// The hours.
        hours "h": Option<i64>,
        /// The minutes. They may be over 59 if there are no hours.
        minutes "m": Option<i64>,
        /// The seconds.
        seconds "s": Option<i64>,
    }
}

/// The squares of a position, in one of two forms.
///
/// This enum is exhaustive: JKF has these two forms.
///
/// ```
/// use kifu_jkf::shape::Board;
/// assert_eq!(serde_json::from_str::<Board>("{}")?, Board::Empty {});
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Board {
    /// Nine files of nine squares.
    Files(Vec<Vec<Square>>),
    /// An empty object, for a board without pieces.
    Empty {},
}

impl File {
    /// Returns the file of a record, as [`Jkf`] writes it.
    ///
    /// ```
    /// use kifu_core::Record;
    /// use kifu_jkf::shape::File;
    /// use kifu_shogiban::{Handicap, Shogi};
    /// let record: Record<Shogi> = Record::new(Handicap::SixPieces.setup());
    /// let file = File::from_record(&record)?;
    /// assert_eq!(file.initial.unwrap().preset.as_deref(), Some("6"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// If forks are nested too deeply for `serde_json`.
    pub fn from_record(record: &Record<Shogi>) -> serde_json::Result<Self> {
        serde_json::from_str(&Jkf::default().write(core::slice::from_ref(record)).text)
    }

    /// Returns the records of the file (one if it has a header or moves), with the diagnostics of [`Jkf`]. Spans refer to the JSON
    /// text that `serde_json` writes.
    #[must_use]
    pub fn to_records(&self) -> ReadOutput<Shogi> {
        Jkf::default().read(&Source::from_text("file.jkf", self.text()))
    }

    /// Returns the file with complete moves, as [`normalize`] makes them.
    ///
    /// # Errors
    /// If forks are nested too deeply for `serde_json`.
    ///
    /// ```
    /// use kifu_jkf::shape::File;
    /// let text = r#"{"header":{},"moves":[{},{"move":{"to":{"x":7,"y":6},"piece":"FU"}}]}"#;
    /// let file: File = serde_json::from_str(text)?;
    /// let normal = file.normalized()?;
    /// assert_eq!(normal.moves.as_ref().unwrap()[1].play.as_ref().unwrap().from.as_ref().unwrap().y, Some(7));
    /// assert_eq!(normal.normalized()?, normal);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn normalized(&self) -> serde_json::Result<Self> {
        let text = self.text();
        serde_json::from_str(&normalize(&text).apply(&text))
    }

    fn text(&self) -> String {
        // Serialization fails only for maps with keys that are not texts. This type has none.
        serde_json::to_string(self).unwrap_or_default()
    }
}
