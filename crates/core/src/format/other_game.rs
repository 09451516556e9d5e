//! A game of a file that is not the game of the format.

use crate::{Info, NamedValue, Span};
use alloc::{string::String, vec::Vec};

/// A game that a format recognises but does not read into a record, because it is a game of another kind: a game of hex in SGF, which
/// reads go.
///
/// ```
/// use kifu_core::{OtherGame, Span};
/// let mut other = OtherGame::new("hex", Span::new(0, 12));
/// other.moves = 30;
/// assert_eq!((other.game.as_str(), other.moves), ("hex", 30));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherGame {
    /// The name of the game.
    pub game: String,
    /// The place of the game in the text.
    pub span: Span,
    /// The version of the format that the game declares.
    pub version: Option<String>,
    /// The information that all games share, as far as the format has it.
    pub info: Info,
    /// The result in the words of the file; empty if none is stated.
    pub result: String,
    /// The facts that not every game has, such as the size of the board.
    pub facts: Vec<NamedValue>,
    /// The number of moves on the main line.
    pub moves: usize,
    /// The number of variations beside the main line.
    pub variations: usize,
    /// The number of comments.
    pub comments: usize,
}

impl OtherGame {
    /// Creates the description of a game with this name and place, without further facts.
    #[must_use]
    pub fn new(game: impl Into<String>, span: Span) -> Self {
        Self {
            game: game.into(),
            span,
            version: None,
            info: Info::default(),
            result: String::new(),
            facts: Vec::new(),
            moves: 0,
            variations: 0,
            comments: 0,
        }
    }
}
