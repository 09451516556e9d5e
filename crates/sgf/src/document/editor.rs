//! Many changes of a document at once, checked and joined into edits of its text.
//!
//! Each change is checked when it is made. [`DocumentEditor::edits`] joins them. Insertions at one place have the order of
//! the calls, and the end of a variation comes after its content.

use super::{Document, Game, Node, Property, ends::Ends};
use crate::{PropertyDef, Value};
use alloc::{
    borrow::Cow,
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};
use content::{Content, is_game_info};
use core::cmp::Reverse;
use kifu_core::{Edits, Span};
use kifu_goban::Size;
use known::Known;

mod content;
mod error;
mod known;

pub use error::DocumentEditError;

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

/// The changes of a node.
#[derive(Debug, Default)]
struct Change {
    /// The changes of properties, in the order of the calls.
    properties: Vec<NewValues>,
    /// The index of each property in `properties`, by identifier.
    places: BTreeMap<String, usize>,
    /// The properties of the node with the changes; `None` until one is set.
    content: Option<Content>,
    /// The properties of new children.
    children: Vec<Vec<Written>>,
    is_removed: bool,
}

/// The change of a property.
#[derive(Debug)]
struct NewValues {
    /// The identifier and the new raw values.
    new: Written,
    /// True if the new values replace the existing ones, and do not follow them.
    instead: bool,
}

/// A property with raw values.
#[derive(Debug)]
struct Written {
    identifier: String,
    values: Vec<String>,
}

impl Written {
    /// Returns the values in their brackets.
    fn values(&self) -> String {
        self.values.iter().flat_map(|value| ["[", value, "]"]).collect()
    }
}

impl DocumentEditor<'static> {
    /// Parses a text, and creates an editor of it without changes.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let document = Cow::Owned(Document::parse(text));
        Self { document, games: BTreeMap::new(), changes: BTreeMap::new() }
    }
}

impl<'d> DocumentEditor<'d> {
    /// Creates an editor without changes.
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
        let known = games.entry(self.index).or_insert_with(|| Known::of(game));
        if known.is_unclosed {
            return Err(DocumentEditError::Unclosed { game: self.index });
        }
        Ok(NodeEditor { number: self.index, node: game.node(index), known, changes })
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
    for NewValues { new, instead } in changes {
        let Some((first, others)) = by_identifier.get(new.identifier.as_str()).and_then(|there| there.split_first())
        else {
            if !new.values.is_empty() {
                let text = [new.identifier.as_str(), &new.values()].concat();
                pieces.push(Piece::insertion(node_end, Rank::Properties, node.index(), text));
            }
            continue;
        };
        if !instead {
            let end = first.span().end as usize;
            pieces.push(Piece::insertion(end, Rank::Values, node.index(), new.values()));
            continue;
        }
        let from = if new.values.is_empty() { first.span().start } else { first.name_span().end };
        pieces.push(Piece::replacement(Span { start: from, end: first.span().end }, new.values()));
        pieces.extend(others.iter().map(|again| Piece::replacement(again.span(), String::new())));
    }
}

/// Adds new children to a node whose subtree ends at `end`; `first` is the first child that stays.
fn children(node: Node<'_>, new: &[Vec<Written>], first: Option<Node<'_>>, end: usize, pieces: &mut Vec<Piece>) {
    let text = |child: &[Written]| -> String {
        child.iter().flat_map(|property| [property.identifier.clone(), property.values()]).collect()
    };
    let variations = || new.iter().fold(String::new(), |out, child| out + "(;" + &text(child) + ")");
    let mut insert = |at: usize, rank, text| pieces.push(Piece::insertion(at, rank, node.index(), text));
    match (new, first) {
        ([only], None) => insert(node.span().end as usize, Rank::Children, [";", &text(only)].concat()),
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
    /// The index of the game.
    number: usize,
    node: Node<'e>,
    known: &'e mut Known,
    changes: &'e mut BTreeMap<(usize, usize), Change>,
}

impl NodeEditor<'_> {
    /// Sets the values of a property. A new property is added at the end of the node.
    ///
    /// # Errors
    /// [`DocumentEditError`], if the identifier or a value is not valid in SGF or beside the other content of the node, or if
    /// another size would leave a point of the game outside the board.
    pub fn set(&mut self, identifier: &str, texts: &[&str]) -> Result<&mut Self, DocumentEditError> {
        let values = self.known.raw(identifier, texts, self.is_root())?;
        let known = *self.known;
        let entries = self.content().compare(&known, identifier, &values, false)?;
        self.check_game_info(identifier)?;
        self.set_known(identifier, Some(&values[0]))?;
        self.content().store(identifier, entries, false);
        let place = self.place(identifier);
        place.new.values = values;
        place.instead = true;
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
    /// [`DocumentEditError`], if the identifier or a value is not valid in SGF or beside the other content of the node, or if
    /// the property takes one value.
    pub fn add(&mut self, identifier: &str, texts: &[&str]) -> Result<&mut Self, DocumentEditError> {
        let values = self.known.raw(identifier, texts, self.is_root())?;
        let known = *self.known;
        let definition = PropertyDef::find(identifier, known.game_type);
        if definition.is_some_and(|definition| matches!(definition.value, Value::One(_))) {
            return Err(DocumentEditError::OneValue(identifier.to_string()));
        }
        let entries = self.content().compare(&known, identifier, &values, true)?;
        self.content().store(identifier, entries, true);
        self.place(identifier).new.values.extend(values);
        Ok(self)
    }

    /// Removes a property; nothing changes if the node does not have it.
    ///
    /// # Errors
    /// [`DocumentEditError::Identifier`], [`DocumentEditError::Charset`], or [`DocumentEditError::OffBoard`] if the game has
    /// points that a board without SZ does not have.
    pub fn unset(&mut self, identifier: &str) -> Result<&mut Self, DocumentEditError> {
        known::check(identifier)?;
        self.set_known(identifier, None)?;
        self.content().remove(identifier);
        let place = self.place(identifier);
        place.new.values.clear();
        place.instead = true;
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
        let mut content = Content::default();
        let mut child = Vec::with_capacity(properties.len());
        for NewProperty { identifier, texts } in properties {
            let values = self.known.raw(identifier, texts, false)?;
            if content.has(identifier) {
                return Err(DocumentEditError::PropertyTwice((*identifier).to_string()));
            }
            let entries = content.compare(self.known, identifier, &values, false)?;
            if is_game_info(identifier, self.known.game_type) {
                self.check_root_info(identifier)?;
            }
            content.store(identifier, entries, false);
            child.push(Written { identifier: (*identifier).to_string(), values });
        }
        self.change().children.push(child);
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
        self.change().is_removed = true;
        Ok(())
    }

    fn is_root(&self) -> bool {
        self.node.index() == usize::from(self.node.of.game.rootless)
    }

    fn change(&mut self) -> &mut Change {
        self.changes.entry((self.number, self.node.index())).or_default()
    }

    fn content(&mut self) -> &mut Content {
        let node = self.node;
        self.change().content.get_or_insert_with(|| Content::of(node))
    }

    /// Returns the change of a property so far. At first this adds no values.
    fn place(&mut self, identifier: &str) -> &mut NewValues {
        let Change { properties, places, .. } = self.change();
        let place = places.get(identifier).copied().unwrap_or_else(|| {
            let new = Written { identifier: identifier.to_string(), values: Vec::new() };
            properties.push(NewValues { new, instead: false });
            places.insert(identifier.to_string(), properties.len() - 1);
            properties.len() - 1
        });
        &mut properties[place]
    }

    /// Returns an error if the node would get game information that is in the first node and in another one too. Only the first node
    /// is compared: it is on every path. For the first node this takes time linear in the size of the game.
    fn check_game_info(&mut self, identifier: &str) -> Result<(), DocumentEditError> {
        let game_type = self.known.game_type;
        if !is_game_info(identifier, game_type) || self.content().has_game_info(game_type) {
            return Ok(());
        }
        if !self.is_root() {
            return self.check_root_info(identifier);
        }
        let root = self.node.index();
        for (node, change) in self.remaining_nodes() {
            let content = change.and_then(|change| change.content.as_ref());
            let has_info = match content {
                Some(content) => content.has_game_info(game_type),
                None => node.properties().any(|property| is_game_info(&property.identifier(), game_type)),
            };
            let mut new = change.into_iter().flat_map(|change| change.children.iter().flatten());
            let is_below = node.index() != root && has_info;
            if is_below || new.any(|property| is_game_info(&property.identifier, game_type)) {
                return Err(DocumentEditError::GameInfoTwice {
                    identifier: identifier.to_string(),
                    node: node.index(),
                });
            }
        }
        Ok(())
    }

    /// Returns an error if the first node has game information, so that no other node may have it.
    fn check_root_info(&self, identifier: &str) -> Result<(), DocumentEditError> {
        let game_type = self.known.game_type;
        let root = usize::from(self.node.of.game.rootless);
        let change = self.changes.get(&(self.number, root)).and_then(|change| change.content.as_ref());
        let has_info = match change {
            Some(content) => content.has_game_info(game_type),
            None => Content::of(self.node.of.node(root)).has_game_info(game_type),
        };
        match has_info {
            true => Err(DocumentEditError::GameInfoTwice { identifier: identifier.to_string(), node: root }),
            false => Ok(()),
        }
    }

    /// Stores the type of the game or the size of the board if `identifier` is GM or SZ of the root. Returns an error if the
    /// board would not have all points of the game.
    fn set_known(&mut self, identifier: &str, raw: Option<&str>) -> Result<(), DocumentEditError> {
        if !self.is_root() || !matches!(identifier, "GM" | "SZ") {
            return Ok(());
        }
        let new = self.known.with_root(identifier, raw);
        if new.game_type == 1 && (new.size != self.known.size || self.known.game_type != 1) {
            self.check_points(new.size)?;
        }
        *self.known = new;
        Ok(())
    }

    /// Returns the nodes of the game that are not removed, with their changes so far.
    fn remaining_nodes(&self) -> impl Iterator<Item = (Node<'_>, Option<&Change>)> {
        let game = self.node.of;
        let mut removed = Vec::with_capacity(game.game.nodes.len());
        game.nodes().zip(game.game.parents()).filter_map(move |(node, parent)| {
            let change = self.changes.get(&(self.number, node.index()));
            let is_removed =
                parent.is_some_and(|parent| removed[parent]) || change.is_some_and(|change| change.is_removed);
            removed.push(is_removed);
            (!is_removed).then_some((node, change))
        })
    }

    /// Returns an error if a node of the game, with the changes so far, has a point that a board of this size does not have.
    /// This takes time linear in the size of the game.
    fn check_points(&self, size: Size) -> Result<(), DocumentEditError> {
        for (node, change) in self.remaining_nodes() {
            let refuse = |identifier: &str, raw: &str| DocumentEditError::OffBoard {
                size,
                node: node.index(),
                identifier: identifier.to_string(),
                value: raw.to_string(),
            };
            let new = change.map_or(&[][..], |change| &change.properties);
            let is_replaced = |identifier: &str| {
                change.is_some_and(|change| change.places.get(identifier).is_some_and(|&place| new[place].instead))
            };
            for property in node.properties() {
                let identifier = property.identifier();
                let off_board = self.known.off_board(size, &identifier, property.values());
                if let Some(raw) = off_board.filter(|_| !is_replaced(&identifier)) {
                    return Err(refuse(&identifier, raw));
                }
            }
            let children = change.into_iter().flat_map(|change| change.children.iter().flatten());
            for Written { identifier, values } in new.iter().map(|change| &change.new).chain(children) {
                if let Some(raw) = self.known.off_board(size, identifier, values.iter().map(String::as_str)) {
                    return Err(refuse(identifier, raw));
                }
            }
        }
        Ok(())
    }
}
