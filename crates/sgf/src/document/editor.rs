//! Many changes of a document at once, checked and joined into edits of its text.
//!
//! Each change is checked when it is made. [`DocumentEditor::edits`] joins them. Insertions at one place have the order of
//! the calls, and the end of a variation comes after its content.

use super::{Document, Game, Node, Property, ends::Ends, parse::Odd};
use crate::{
    Kind, PROPERTIES, PropertyDef, Value,
    property::Type,
    value::{self, Meaning},
};
use alloc::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    string::{String, ToString},
    vec::Vec,
};
use core::{cmp::Reverse, fmt::Write};
use kifu_core::{Edits, Span};
use kifu_goban::Size;

/// Collects changes of a document.
///
/// ```
/// use kifu_core::Format;
/// use kifu_sgf::{DocumentEditor, Sgf};
/// let bytes = b"(;CA[GB18030]PB[\xCE\xE2\xC7\xE5\xD4\xB4];B[qd];W[dc])".to_vec();
/// let (source, _) = Sgf::default().decode("game.sgf", bytes, None);
///
/// let mut editor = DocumentEditor::parse(source.text());
/// editor.game(0).node(1)?.set("N", &["小目"])?.set("DM", &["1"])?.set("C", &["好手"])?.add("TR", &["qd"])?;
/// let edited = source.splice(&editor.edits())?;
///
/// // The file is still GB18030, and no other byte has changed.
/// assert!(edited.starts_with(b"(;CA[GB18030]PB[\xCE\xE2\xC7\xE5\xD4\xB4];B[qd]N[\xD0\xA1\xC4\xBF]DM[1]C["));
/// assert!(edited.ends_with(b"]TR[qd];W[dc])"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DocumentEditor<'d> {
    document: Cow<'d, Document>,
    /// The data that was looked up in each game that has changes.
    games: BTreeMap<usize, Known>,
    /// The changes, by index of the game and of the node.
    changes: BTreeMap<(usize, usize), Change>,
}

/// The properties of a game that its nodes are checked against, looked up once.
#[derive(Clone, Copy, Debug)]
struct Known {
    game_type: u8,
    /// The size of the board, with the changes of SZ so far.
    size: Size,
    /// True if a bracket is missing, so that a new one might end a value elsewhere.
    is_unclosed: bool,
}

/// The changes of a node.
#[derive(Debug, Default)]
struct Change {
    /// The changes of properties, in the order of the calls.
    properties: Vec<NewValues>,
    /// The index of each property in `properties`, by identifier.
    places: BTreeMap<String, usize>,
    /// The moves and the setup that the node has in the document; `None` until a move or setup is set.
    there: Option<BTreeSet<String>>,
    /// The properties of new children.
    children: Vec<String>,
    is_removed: bool,
}

/// The change of a property.
#[derive(Debug)]
struct NewValues {
    identifier: String,
    values: Values,
}

/// The raw values of a property, each in its brackets.
#[derive(Debug)]
enum Values {
    /// Values that replace the existing ones.
    Instead(String),
    /// Values that are added after the existing ones.
    Further(String),
}

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
    /// SGF allows one move in a node, and no setup beside it.
    #[error("{identifier} cannot be in one node with {other}; remove {other}, or append a node")]
    Together {
        /// The property.
        identifier: String,
        /// The property that the node already has.
        other: String,
    },
    /// The first node of a game cannot be removed.
    #[error("the first node of a game cannot be removed")]
    Root,
}

impl DocumentEditor<'static> {
    /// Parses a text, and creates an editor of it without changes.
    ///
    /// ```
    /// use kifu_sgf::DocumentEditor;
    /// let mut editor = DocumentEditor::parse("(;B[aa])");
    /// editor.game(0).node(0)?.set("C", &["3-3"])?;
    /// assert_eq!(editor.edits().apply("(;B[aa])"), "(;B[aa]C[3-3])");
    /// # Ok::<(), kifu_sgf::DocumentEditError>(())
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let document = Cow::Owned(Document::parse(text));
        Self { document, games: BTreeMap::new(), changes: BTreeMap::new() }
    }
}

impl<'d> DocumentEditor<'d> {
    /// Creates an editor without changes.
    ///
    /// ```
    /// use kifu_sgf::{Document, DocumentEditor};
    /// assert!(DocumentEditor::new(&Document::parse("(;B[aa])")).edits().is_empty());
    /// ```
    #[must_use]
    pub fn new(document: &'d Document) -> Self {
        Self { document: Cow::Borrowed(document), games: BTreeMap::new(), changes: BTreeMap::new() }
    }

    /// Returns the editor of the game with this index, from 0 and in the order of the text.
    ///
    /// ```
    /// use kifu_sgf::DocumentEditor;
    /// let mut editor = DocumentEditor::parse("(;B[aa])(;B[bb])");
    /// editor.game(1).node(0)?.set("PB", &["Ida"])?;
    /// assert_eq!(editor.edits().apply("(;B[aa])(;B[bb])"), "(;B[aa])(;B[bb]PB[Ida])");
    /// assert!(editor.game(7).node(0).is_err());
    /// # Ok::<(), kifu_sgf::DocumentEditError>(())
    /// ```
    pub fn game(&mut self, index: usize) -> GameEditor<'_, 'd> {
        GameEditor { editor: self, index }
    }

    /// Returns the changes so far as edits of the text. Changes below a removed node are left out.
    ///
    /// ```
    /// use kifu_sgf::{Document, DocumentEditor};
    /// let mut document = Document::parse("(;GM[1];B[qd])");
    /// let mut editor = DocumentEditor::new(&document);
    /// editor.game(0).node(0)?.set("PB", &["Ida"])?.set("PW", &["Nils"])?;
    /// let edits = editor.edits();
    /// document.edit(&edits);
    /// assert_eq!(document.text(), "(;GM[1]PB[Ida]PW[Nils];B[qd])");
    /// # Ok::<(), kifu_sgf::DocumentEditError>(())
    /// ```
    #[must_use]
    pub fn edits(&self) -> Edits {
        let mut pieces = Vec::new();
        for &number in self.games.keys() {
            let game = Game { text: &self.document.text, game: &self.document.games[number] };
            let ends = Ends::of(game);
            let mut removed = 0..0;
            for (&(_, index), change) in self.changes.range((number, 0)..(number + 1, 0)) {
                if removed.contains(&index) {
                    continue;
                }
                let node = game.node(index);
                if change.is_removed {
                    removed = index..ends.last(index);
                    let edits = node.remove_up_to(ends.subtree(index));
                    pieces.extend(edits.iter().map(|(span, _)| Piece::replacement(span, String::new())));
                    continue;
                }
                properties(node, &change.properties, &mut pieces);
                if !change.children.is_empty() {
                    let is_removed = |child: &Node<'_>| {
                        self.changes.get(&(number, child.index())).is_some_and(|change| change.is_removed)
                    };
                    let first = node.children().find(|child| !is_removed(child));
                    children(node, &change.children, first, ends.subtree(index), &mut pieces);
                }
            }
        }
        pieces.sort_by_key(|piece| (piece.span.start, piece.rank));
        let mut edits = Edits::default();
        let mut pieces = pieces.into_iter().peekable();
        while let Some(mut piece) = pieces.next() {
            while let Some(next) = pieces.next_if(|next| piece.span.is_empty() && next.span == piece.span) {
                piece.text.push_str(&next.text);
            }
            // Properties do not overlap, and a removed node has no other changes.
            let done = edits.replace(piece.span, piece.text);
            debug_assert!(done.is_ok(), "{done:?}");
        }
        edits
    }
}

/// The editor of one game.
///
/// ```
/// use kifu_sgf::{DocumentEditor, GameEditor};
/// let mut editor = DocumentEditor::parse("(;GM[1];B[qd])");
/// let first: GameEditor<'_, '_> = editor.game(0);
/// assert!(first.node(1).is_ok());
/// ```
#[derive(Debug)]
pub struct GameEditor<'e, 'd> {
    editor: &'e mut DocumentEditor<'d>,
    index: usize,
}

impl<'e> GameEditor<'e, '_> {
    /// Returns the editor of the node with this index, from 0 and in the order of the text.
    ///
    /// ```
    /// use kifu_sgf::{Document, DocumentEditor};
    /// let document = Document::parse("(;GM[1];B[qd])");
    /// let mut editor = DocumentEditor::new(&document);
    /// editor.game(0).node(1)?.set("C", &["[sic]"])?;
    /// assert_eq!(editor.edits().apply(document.text()), "(;GM[1];B[qd]C[[sic\\]])");
    /// # Ok::<(), kifu_sgf::DocumentEditError>(())
    /// ```
    ///
    /// # Errors
    /// [`DocumentEditError::NoSuchNode`], or [`DocumentEditError::Unclosed`] if a bracket is missing in the game.
    pub fn node(self, index: usize) -> Result<NodeEditor<'e>, DocumentEditError> {
        let DocumentEditor { document, games, changes } = self.editor;
        let missing = DocumentEditError::NoSuchNode { game: self.index, node: index };
        let Some(of) = document.games.get(self.index) else { return Err(missing) };
        // A game with several roots has an empty first node that the text does not have.
        if index >= of.nodes.len() || of.rootless && index == 0 {
            return Err(missing);
        }
        let game = Game { text: &document.text, game: of };
        let known = games.entry(self.index).or_insert_with(|| Known {
            game_type: game.game_type(),
            size: game.root_value("SZ").and_then(|raw| value::size(raw).value()).unwrap_or_default(),
            is_unclosed: of.open_ended || of.oddities.iter().any(|odd| odd.kind == Odd::UnclosedValue),
        });
        if known.is_unclosed {
            return Err(DocumentEditError::Unclosed { game: self.index });
        }
        let change = changes.entry((self.index, index)).or_default();
        Ok(NodeEditor { node: game.node(index), known, change })
    }
}

/// A property of a new node, see [`NodeEditor::append`].
///
/// A literal may construct it, because an identifier and its values are all of a property.
///
/// ```
/// use kifu_sgf::NewProperty;
/// assert_eq!(NewProperty::new("B", &["dd"]), NewProperty { identifier: "B", texts: &["dd"] });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewProperty<'a> {
    /// The identifier.
    pub identifier: &'a str,
    /// The values, without escapes.
    pub texts: &'a [&'a str],
}

impl<'a> NewProperty<'a> {
    /// Creates the property.
    ///
    /// ```
    /// use kifu_sgf::NewProperty;
    /// assert_eq!(NewProperty::new("AB", &["dd", "pp"]).texts.len(), 2);
    /// ```
    #[must_use]
    pub const fn new(identifier: &'a str, texts: &'a [&'a str]) -> Self {
        Self { identifier, texts }
    }
}

/// A change of the text. Insertions at one place are sorted by rank.
struct Piece {
    span: Span,
    rank: (Rank, Reverse<usize>),
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Values,
    Properties,
    /// If several nodes end at one place, the inner ones come first. They have the higher indexes.
    Children,
    Parenthesis,
    Replacement,
}

impl Piece {
    fn insertion(at: usize, rank: Rank, node: usize, text: String) -> Self {
        Self { span: Span::at(at), rank: (rank, Reverse(node)), text }
    }

    fn replacement(span: Span, text: String) -> Self {
        Self { span, rank: (Rank::Replacement, Reverse(0)), text }
    }
}

fn properties(node: Node<'_>, changes: &[NewValues], pieces: &mut Vec<Piece>) {
    let mut by_identifier: BTreeMap<_, Vec<Property<'_>>> = BTreeMap::new();
    if !changes.is_empty() {
        for property in node.properties() {
            by_identifier.entry(property.identifier()).or_default().push(property);
        }
    }
    let node_end = node.span().end as usize;
    for NewValues { identifier, values } in changes {
        let Some((first, others)) = by_identifier.get(identifier.as_str()).and_then(|there| there.split_first()) else {
            if let Values::Instead(values) | Values::Further(values) = values
                && !values.is_empty()
            {
                let text = [identifier.as_str(), values].concat();
                pieces.push(Piece::insertion(node_end, Rank::Properties, node.index(), text));
            }
            continue;
        };
        match values {
            Values::Further(values) => {
                let end = first.span().end as usize;
                pieces.push(Piece::insertion(end, Rank::Values, node.index(), values.clone()));
            }
            Values::Instead(values) => {
                let from = if values.is_empty() { first.span().start } else { first.name_span().end };
                pieces.push(Piece::replacement(Span { start: from, end: first.span().end }, values.clone()));
                pieces.extend(others.iter().map(|again| Piece::replacement(again.span(), String::new())));
            }
        }
    }
}

/// Adds new children to a node whose subtree ends at `end`; `first` is the first child that stays.
fn children(node: Node<'_>, new: &[String], first: Option<Node<'_>>, end: usize, pieces: &mut Vec<Piece>) {
    let variations = || new.iter().fold(String::new(), |out, properties| out + "(;" + properties + ")");
    let mut insert = |at: usize, rank, text| pieces.push(Piece::insertion(at, rank, node.index(), text));
    match (new, first) {
        ([only], None) => insert(node.span().end as usize, Rank::Children, [";", only].concat()),
        (_, None) => insert(node.span().end as usize, Rank::Children, variations()),
        (_, Some(first)) => {
            let start = first.span().start as usize;
            if node.of.text[..start].trim_end().ends_with('(') {
                insert(end, Rank::Children, variations());
            } else {
                // The continuation has no parenthesis yet. It becomes a variation beside the new ones.
                insert(start, Rank::Parenthesis, "(".into());
                insert(end, Rank::Children, [")", &variations()].concat());
            }
        }
    }
}

/// The editor of one node. Its texts are without escapes; the editor adds them.
///
/// ```
/// use kifu_sgf::{Document, DocumentEditor, NodeEditor};
/// let document = Document::parse("(;GM[1];B[qd])");
/// let mut editor = DocumentEditor::new(&document);
/// let mut node: NodeEditor<'_> = editor.game(0).node(1)?;
/// node.set("C", &["[tengen] would be joseki :)"])?;
/// assert_eq!(editor.edits().apply(document.text()), "(;GM[1];B[qd]C[[tengen\\] would be joseki :)])");
/// # Ok::<(), kifu_sgf::DocumentEditError>(())
/// ```
#[derive(Debug)]
pub struct NodeEditor<'e> {
    node: Node<'e>,
    known: &'e mut Known,
    change: &'e mut Change,
}

impl NodeEditor<'_> {
    /// Sets the values of a property. A new property is added at the end of the node.
    ///
    /// ```
    /// use kifu_sgf::{Document, DocumentEditor};
    /// let document = Document::parse("(;GM[1]PB[?])");
    /// let mut editor = DocumentEditor::new(&document);
    /// editor.game(0).node(0)?.set("PB", &["Ida"])?.set("KM", &["6.5"])?.set("HA", &["2"])?;
    /// assert_eq!(editor.edits().apply(document.text()), "(;GM[1]PB[Ida]KM[6.5]HA[2])");
    /// # Ok::<(), kifu_sgf::DocumentEditError>(())
    /// ```
    ///
    /// # Errors
    /// [`DocumentEditError`], if the identifier or a value is not valid in SGF.
    pub fn set(&mut self, identifier: &str, texts: &[&str]) -> Result<&mut Self, DocumentEditError> {
        let values = self.known.raw(identifier, texts, self.is_root())?;
        self.check_beside(identifier)?;
        if identifier == "SZ" && self.is_root() {
            self.known.size = value::size(texts[0]).value().unwrap_or_default();
        }
        *self.values(identifier) = Values::Instead(values);
        Ok(self)
    }

    /// Adds values to a property that takes a list, such as marks and setup stones.
    ///
    /// ```
    /// use kifu_sgf::{Document, DocumentEditor};
    /// let document = Document::parse("(;GM[1]TR[qd])");
    /// let mut editor = DocumentEditor::new(&document);
    /// editor.game(0).node(0)?.add("TR", &["dc"])?.add("SQ", &["aa"])?.add("SQ", &["bb"])?;
    /// assert_eq!(editor.edits().apply(document.text()), "(;GM[1]TR[qd][dc]SQ[aa][bb])");
    /// assert!(editor.game(0).node(0)?.add("KM", &["6.5"]).is_err());
    /// # Ok::<(), kifu_sgf::DocumentEditError>(())
    /// ```
    ///
    /// # Errors
    /// [`DocumentEditError`], if the identifier or a value is not valid in SGF, or the property takes one value.
    pub fn add(&mut self, identifier: &str, texts: &[&str]) -> Result<&mut Self, DocumentEditError> {
        let further = self.known.raw(identifier, texts, self.is_root())?;
        self.check_beside(identifier)?;
        let known = PropertyDef::find(identifier, self.known.game_type);
        if known.is_some_and(|known| matches!(known.value, Value::One(_))) {
            return Err(DocumentEditError::OneValue(identifier.to_string()));
        }
        let (Values::Instead(values) | Values::Further(values)) = self.values(identifier);
        values.push_str(&further);
        Ok(self)
    }

    /// Removes a property; nothing changes if the node does not have it.
    ///
    /// ```
    /// use kifu_sgf::{Document, DocumentEditor};
    /// let document = Document::parse("(;GM[1]AP[CGoban:3]SZ[19])");
    /// let mut editor = DocumentEditor::new(&document);
    /// editor.game(0).node(0)?.unset("AP")?.unset("KM")?;
    /// assert_eq!(editor.edits().apply(document.text()), "(;GM[1]SZ[19])");
    /// # Ok::<(), kifu_sgf::DocumentEditError>(())
    /// ```
    ///
    /// # Errors
    /// [`DocumentEditError::Identifier`], or [`DocumentEditError::Charset`].
    pub fn unset(&mut self, identifier: &str) -> Result<&mut Self, DocumentEditError> {
        check(identifier)?;
        if identifier == "SZ" && self.is_root() {
            self.known.size = Size::default();
        }
        *self.values(identifier) = Values::Instead(String::new());
        Ok(self)
    }

    /// Adds a child with these properties, as the last child.
    ///
    /// ```
    /// use kifu_sgf::{Document, DocumentEditor, NewProperty};
    /// let document = Document::parse("(;GM[1];B[qd])");
    /// let mut editor = DocumentEditor::new(&document);
    /// editor.game(0).node(0)?.append(&[NewProperty::new("B", &["dd"]), NewProperty::new("C", &["or here"])])?;
    /// editor.game(0).node(1)?.append(&[NewProperty::new("W", &["dc"])])?;
    /// assert_eq!(editor.edits().apply(document.text()), "(;GM[1](;B[qd];W[dc])(;B[dd]C[or here]))");
    /// # Ok::<(), kifu_sgf::DocumentEditError>(())
    /// ```
    ///
    /// # Errors
    /// [`DocumentEditError`], if an identifier or a value is not valid in SGF.
    pub fn append(&mut self, properties: &[NewProperty<'_>]) -> Result<&mut Self, DocumentEditError> {
        let mut child = String::new();
        for (index, NewProperty { identifier, texts }) in properties.iter().enumerate() {
            let others = properties[..index].iter().map(|other| other.identifier);
            check_together(self.known.game_type, identifier, others)?;
            child += identifier;
            child += &self.known.raw(identifier, texts, false)?;
        }
        self.change.children.push(child);
        Ok(self)
    }

    /// Removes this node and all nodes below it. Their other changes are dropped.
    ///
    /// ```
    /// use kifu_sgf::{Document, DocumentEditor, DocumentEditError};
    /// let document = Document::parse("(;B[aa](;W[bb];B[cc])(;W[dd]))");
    /// let mut editor = DocumentEditor::new(&document);
    /// editor.game(0).node(1)?.remove()?;
    /// assert_eq!(editor.edits().apply(document.text()), "(;B[aa](;W[dd]))");
    /// assert_eq!(editor.game(0).node(0)?.remove(), Err(DocumentEditError::Root));
    /// # Ok::<(), kifu_sgf::DocumentEditError>(())
    /// ```
    ///
    /// # Errors
    /// [`DocumentEditError::Root`], if it is the first node of its game.
    pub fn remove(&mut self) -> Result<(), DocumentEditError> {
        if self.is_root() {
            return Err(DocumentEditError::Root);
        }
        self.change.is_removed = true;
        Ok(())
    }

    /// Returns an error if the node has a property that cannot be in one node with this one.
    fn check_beside(&mut self, identifier: &str) -> Result<(), DocumentEditError> {
        let of_game = self.known.game_type;
        if !is_move(identifier) && !is_setup(of_game, identifier) {
            return Ok(());
        }
        let Change { there, properties, places, .. } = &mut *self.change;
        let there = there.get_or_insert_with(|| {
            let own = self.node.properties().map(|property| property.identifier().into_owned());
            own.filter(|own| is_move(own) || is_setup(of_game, own)).collect()
        });
        let is_there = |other: &&str| match places.get(*other).map(|&place| &properties[place].values) {
            Some(Values::Instead(values)) => !values.is_empty(),
            Some(Values::Further(values)) => !values.is_empty() || there.contains(*other),
            None => there.contains(*other),
        };
        let setup = PROPERTIES.iter().filter(|known| known.kind == Kind::Setup).map(|known| known.identifier);
        check_together(of_game, identifier, ["B", "W"].into_iter().chain(setup).filter(is_there))
    }

    fn is_root(&self) -> bool {
        self.node.index() == usize::from(self.node.of.game.rootless)
    }

    /// Returns the change of a property so far. At first this adds no values.
    fn values(&mut self, identifier: &str) -> &mut Values {
        let Change { properties, places, .. } = &mut *self.change;
        let place = places.get(identifier).copied().unwrap_or_else(|| {
            let values = Values::Further(String::new());
            properties.push(NewValues { identifier: identifier.to_string(), values });
            places.insert(identifier.to_string(), properties.len() - 1);
            properties.len() - 1
        });
        &mut properties[place].values
    }
}

fn check(identifier: &str) -> Result<(), DocumentEditError> {
    match identifier {
        "CA" => Err(DocumentEditError::Charset),
        "" => Err(DocumentEditError::Identifier(String::new())),
        _ if !identifier.bytes().all(|b| b.is_ascii_uppercase()) => {
            Err(DocumentEditError::Identifier(identifier.to_string()))
        }
        _ => Ok(()),
    }
}

/// Returns an error for a second move in a node, and for a move and setup in one node. SGF requires separate nodes for them.
fn check_together<'a>(
    game_type: u8,
    identifier: &str,
    others: impl IntoIterator<Item = &'a str>,
) -> Result<(), DocumentEditError> {
    let clashes = |other: &&str| {
        *other != identifier && is_move(identifier) && (is_move(other) || is_setup(game_type, other))
            || is_setup(game_type, identifier) && is_move(other)
    };
    match others.into_iter().find(clashes) {
        Some(other) => {
            Err(DocumentEditError::Together { identifier: identifier.to_string(), other: other.to_string() })
        }
        None => Ok(()),
    }
}

fn is_move(identifier: &str) -> bool {
    matches!(identifier, "B" | "W")
}

fn is_setup(game_type: u8, identifier: &str) -> bool {
    PropertyDef::find(identifier, game_type).is_some_and(|known| known.kind == Kind::Setup)
}

impl Known {
    /// Returns the values in their brackets, if a property of this game may have them.
    fn raw(&self, identifier: &str, texts: &[&str], is_root: bool) -> Result<String, DocumentEditError> {
        check(identifier)?;
        if texts.is_empty() {
            return Err(DocumentEditError::NoValue(identifier.to_string()));
        }
        let known = PropertyDef::find(identifier, self.game_type);
        if known.is_some_and(|known| known.kind == Kind::Root) && !is_root {
            return Err(DocumentEditError::RootProperty(identifier.to_string()));
        }
        let known = known.map(|known| known.value);
        if matches!(known, Some(Value::One(_))) && texts.len() > 1 {
            return Err(DocumentEditError::OneValue(identifier.to_string()));
        }
        let mut out = String::new();
        for text in texts {
            let value = value::escape(text, value::TextPlace::Whole);
            if !known.is_none_or(|known| self.allows(identifier, known, &value)) {
                return Err(DocumentEditError::Value { identifier: identifier.to_string(), value: value.into_owned() });
            }
            let _ = write!(out, "[{value}]");
        }
        Ok(out)
    }

    /// Returns true if a property with values of this kind may have this one, on the board of the game.
    fn allows(&self, identifier: &str, known: Value, raw: &str) -> bool {
        // The forms of points and moves differ in other games, so any value is allowed there.
        if self.game_type != 1 {
            return true;
        }
        let (Value::One(of) | Value::List(of) | Value::Elist(of)) = known;
        let is_on_board = |raw: &str| value::point(raw).value().is_some_and(|point| self.size.contains(point));
        match of {
            _ if raw.is_empty() && matches!(known, Value::List(_)) => false,
            Type::Number if identifier == "GM" => crate::games::is_plain(raw),
            Type::Number if identifier == "HA" => value::number(raw).value().is_some_and(|stones| stones >= 2),
            Type::SimpleText if identifier == "RE" => matches!(value::outcome(raw), Meaning::Exact(_)),
            Type::SimpleText if identifier == "DT" => value::dates(raw).is_some() && !raw.contains(char::is_whitespace),
            Type::Move => raw.is_empty() || is_on_board(raw),
            _ if !crate::read::is_valid(of, raw) => false,
            Type::Point | Type::Stone => {
                let corners = value::compose(raw).unwrap_or((raw, raw));
                raw.is_empty() || is_on_board(corners.0) && is_on_board(corners.1)
            }
            Type::PointPoint => value::compose(raw).is_some_and(|(from, to)| is_on_board(from) && is_on_board(to)),
            Type::PointText => value::compose(raw).is_some_and(|(point, _)| is_on_board(point)),
            _ => true,
        }
    }
}
