//! The reasons why a change of a document is refused.

use alloc::string::String;
use kifu_goban::Size;

/// The reason why a change was refused.
///
/// ```
/// use kifu_sgf::{Document, DocumentEditor, DocumentEditError};
/// let document = Document::parse("(;GM[1];B[qd])");
/// let mut editor = DocumentEditor::new(&document);
/// let error = editor.game(0).node(0).unwrap().set("KM", &["six and a half"]).unwrap_err();
/// assert_eq!(error.to_string(), "KM[six and a half] is not a value that SGF allows for KM");
/// assert!(matches!(editor.game(0).node(7), Err(DocumentEditError::NoSuchNode { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentEditError {
    /// The document has no such node.
    #[error("game {game} has no node {node}")]
    NoSuchNode {
        /// The number of the game, from 0.
        game: usize,
        /// The number of the node, from 0.
        node: usize,
    },
    /// A bracket is missing in the game, so that a new one might end a value elsewhere.
    #[error("a bracket is missing in game {game}; fix the file first")]
    Unclosed {
        /// The number of the game, from 0.
        game: usize,
    },
    /// The identifier has characters other than capital letters.
    #[error("{0:?} is not an identifier: SGF allows capital letters only")]
    Identifier(String),
    /// No value was given, but a property has at least one.
    #[error("{0} needs a value; `unset` removes a property")]
    NoValue(String),
    /// Several values were given for a property that takes one.
    #[error("{0} takes one value")]
    OneValue(String),
    /// The value is not of the property's type, or names a point outside the board.
    #[error("{identifier}[{value}] is not a value that SGF allows for {identifier}")]
    Value {
        /// The property.
        identifier: String,
        /// The value, raw.
        value: String,
    },
    /// CA names the charset of the file's bytes, which an edit does not change.
    #[error("CA names the charset of the file; convert the file to change it")]
    Charset,
    /// The property is one of the first node of a game: with FF or GM another node would start a
    /// separate game.
    #[error("{0} is allowed only in the first node of a game")]
    RootProperty(String),
    /// The game has game information in its first node and elsewhere. SGF allows it in one node of a path.
    #[error("{identifier} is game information, which node {node} has already; SGF allows it in one node of a path")]
    GameInfoTwice {
        /// The property.
        identifier: String,
        /// The number of the node that has game information, from 0. For a node that is new it is the number of its parent.
        node: usize,
    },
    /// SGF allows one move in a node, and no setup beside it.
    #[error("{identifier} cannot be in one node with {other}; remove {other}, or append a node")]
    Together {
        /// The property.
        identifier: String,
        /// The property that the node already has.
        other: String,
    },
    /// The values contain a point twice, or the node has the point already: in the same list, in another property that
    /// sets up stones, in the territory of the other player, or with a label.
    #[error("{identifier}[{value}] contains {point}, which {other} of this node contains already")]
    PointTwice {
        /// The property.
        identifier: String,
        /// The value, raw.
        value: String,
        /// The point, as players and as SGF name it: `D4 (dp)`.
        point: String,
        /// The property that has the point: the same one, or another one.
        other: String,
    },
    /// The same arrow or line occurs twice.
    #[error("{identifier}[{value}] is in this node already")]
    Repeated {
        /// The property.
        identifier: String,
        /// The value, raw.
        value: String,
    },
    /// An empty value means an empty list, so a list has no other values beside it.
    #[error("{0}[] is an empty list; {0} cannot have other values beside it")]
    EmptyBesideOthers(String),
    /// The node has another judgement of the move or of the position.
    #[error("{identifier} contradicts {other} of this node; remove {other} first")]
    Contradiction {
        /// The property.
        identifier: String,
        /// The property that the node already has.
        other: String,
    },
    /// A new node was given the same property twice.
    #[error("{0} is given twice; a node has each property once")]
    PropertyTwice(String),
    /// With the new size of the board, a move, stone or mark of the game would be outside the board.
    #[error("{identifier}[{value}] would be outside the {size} board (node {node})")]
    OffBoard {
        /// The new size of the board.
        size: Size,
        /// The number of the node, from 0. For a node that is new it is the number of its parent.
        node: usize,
        /// The property that contains the point.
        identifier: String,
        /// Its value, raw.
        value: String,
    },
    /// The first node of a game cannot be removed.
    #[error("the first node of a game cannot be removed")]
    Root,
}
