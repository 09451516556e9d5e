//! The lossless document: the text, and an index of its games, nodes, properties and values.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;
use kifu_core::{Edits, Span};

mod edit;
mod editor;
mod ends;
pub(crate) mod parse;

pub use editor::{DocumentEditError, DocumentEditor, GameEditor, NewProperty, NodeEditor};

use parse::Parser;

/// An SGF file with games of any type: its unchanged text, and an index of its games, nodes, properties and values.
///
/// ```
/// use kifu_sgf::Document;
/// let mut document = Document::parse("(;GM[1]PB[Shusaku] ;B[qd](;W[dc])(;W[dd]C[joseki]))");
/// let game = document.games().next().unwrap();
/// assert_eq!(game.root().get("PB").unwrap().texts().collect::<Vec<_>>(), ["Shusaku"]);
/// assert_eq!(game.nodes().count(), 4);
///
/// let edits = game.root().set("PB", &["Honinbo Shusaku"]);
/// document.edit(&edits);
/// assert_eq!(document.to_string(), "(;GM[1]PB[Honinbo Shusaku] ;B[qd](;W[dc])(;W[dd]C[joseki]))");
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    text: String,
    games: Vec<parse::Game>,
    stray: Vec<Span>,
}

impl core::str::FromStr for Document {
    type Err = core::convert::Infallible;

    /// Parses a text. This never fails.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::parse(text))
    }
}

impl Document {
    /// Parses a text. Any text is accepted, and prints unchanged.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// let text = "Two games:\r\n(;B[aa]) (;W[bb]";
    /// let document = Document::parse(text);
    /// assert_eq!(document.games().count(), 2); // the second never ends
    /// assert_eq!(document.to_string(), text);
    /// ```
    ///
    /// # Panics
    /// If the text has more than 4 GiB.
    #[must_use]
    pub fn parse(text: impl Into<String>) -> Self {
        let text = text.into();
        assert!(u32::try_from(text.len()).is_ok(), "a document has at most 4 GiB");
        let (mut games, mut stray) = (Vec::new(), Vec::new());
        let mut parser = Parser::new(&text);
        loop {
            let mut game = parse::Game::default();
            let more = parser.next(&mut game);
            stray.append(&mut parser.stray);
            if !more {
                break;
            }
            game.link();
            games.push(game);
        }
        Self { text, games, stray }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the games, in the order of the text.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// let document = Document::parse("(;GM[1];B[pd])(;GM[2])");
    /// assert!(document.games().map(|game| game.game_type()).eq([1, 2])); // go, othello
    /// ```
    pub fn games(&self) -> impl Iterator<Item = Game<'_>> {
        self.games.iter().map(|game| Game { text: &self.text, game })
    }

    /// Returns the spans of the text outside of all games, such as e-mail headers and signatures.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// let document = Document::parse("From: Bob\n(;B[aa])\n-- \nBob");
    /// let stray: Vec<_> = document.stray().map(|span| document.text()[span.range()].trim()).collect();
    /// assert_eq!(stray, ["From: Bob", "-- \nBob"]);
    /// ```
    pub fn stray(&self) -> impl Iterator<Item = Span> {
        self.stray.iter().copied()
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A game of a document, of any type.
///
/// ```
/// let document = kifu_sgf::Document::parse("(;FF[4]GM[11]SZ[11];B[a3];W[swap-sides])");
/// let game = document.games().next().unwrap();
/// assert_eq!((game.game_type(), game.version(), game.nodes().count()), (11, 4, 3));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    pub(crate) text: &'a str,
    pub(crate) game: &'a parse::Game,
}

impl<'a> Game<'a> {
    /// Returns the span of the game, with its parentheses.
    #[must_use]
    pub fn span(self) -> Span {
        self.game.span
    }

    /// Returns the first node. A game without any node, `()`, has an empty one.
    #[must_use]
    pub fn root(self) -> Node<'a> {
        self.node(0)
    }

    /// Returns the nodes in the order of the text: a node before those that follow it, and the first variation first.
    pub fn nodes(self) -> impl Iterator<Item = Node<'a>> {
        (0..self.game.nodes.len()).map(move |index| self.node(index))
    }

    /// Returns the number of the game (GM). It is 1 (go) if GM is missing, and 0 if its value is not the number or name of a
    /// game.
    #[must_use]
    pub fn game_type(self) -> u8 {
        self.root_value("GM").map_or(1, |raw| crate::games::number(raw).unwrap_or(0))
    }

    /// Returns the version of SGF that the game is read as: the value of FF, from 1 to 4. It is 1 if FF is missing, and 4 if
    /// FF has another value.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// let version = |text| Document::parse(text).games().next().unwrap().version();
    /// assert_eq!(version("(;FF[3])"), 3);
    /// assert_eq!(version("(;B[aa])"), 1); // SPEC: SGF FF[4], FF: the default is 1
    /// ```
    #[must_use]
    pub fn version(self) -> u8 {
        let Some(raw) = self.root_value("FF") else { return 1 };
        match crate::value::number(raw).value() {
            Some(version @ 1..=4) => u8::try_from(version).unwrap_or(4),
            _ => 4,
        }
    }

    /// Returns the raw value of a property of the root, the first that is not empty. If the text has several first nodes,
    /// the first of them is the root.
    pub(crate) fn root_value(self, identifier: &str) -> Option<&'a str> {
        let property = self.root_property(identifier)?;
        property.values().find(|raw| !crate::value::is_blank(raw)).or_else(|| property.values().next())
    }

    /// Returns a property of the root. If the text has several first nodes, the first of them is the root.
    pub(crate) fn root_property(self, identifier: &str) -> Option<Property<'a>> {
        self.node(usize::from(self.game.rootless)).get(identifier)
    }

    /// Returns the values of every AP of the first node: some programs add their name beside another.
    pub(crate) fn applications(self) -> impl Iterator<Item = &'a str> {
        let first = self.node(usize::from(self.game.rootless));
        first.properties().filter(|property| property.identifier() == "AP").flat_map(Property::values)
    }

    pub(crate) fn node(self, index: usize) -> Node<'a> {
        Node { of: self, index }
    }
}

/// A node of a game.
///
/// ```
/// let document = kifu_sgf::Document::parse("(;B[aa](;W[bb])(;W[cc]))");
/// let root = document.games().next().unwrap().root();
/// assert_eq!(root.children().filter_map(|child| child.get("W")).count(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(crate) of: Game<'a>,
    pub(crate) index: usize,
}

impl<'a> Node<'a> {
    /// Returns the index of the node in the order of the text, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// Returns the span of the node, from its semicolon to the end of its last value.
    #[must_use]
    pub fn span(self) -> Span {
        let start = self.of.game.nodes.get(self.index).map_or(self.of.game.span.start, |node| node.start);
        let end = self.properties().last().map_or(start + 1, |property| property.span().end);
        Span { start, end: end.min(self.of.game.span.end).max(start) }
    }

    /// Returns the node that this node follows. Returns `None` for the first node.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.of.game.parent(self.index).map(|parent| self.of.node(parent))
    }

    /// Returns the nodes that follow this node, the main line first.
    pub fn children(self) -> impl Iterator<Item = Self> {
        self.of.game.children(self.index).map(move |child| self.of.node(child))
    }

    /// Returns the properties, in the order of the text.
    pub fn properties(self) -> impl Iterator<Item = Property<'a>> {
        let game = self.of.game;
        let first = game.nodes.get(self.index).map_or(0, |node| node.properties as usize);
        let end = match (game.nodes.get(self.index), game.nodes.get(self.index + 1)) {
            (Some(_), Some(next)) => next.properties as usize,
            (Some(_), None) => game.properties.len(),
            (None, _) => 0,
        };
        (first..end).map(move |index| Property { of: self.of, index })
    }

    /// Returns the first property with this identifier.
    #[must_use]
    pub fn get(self, identifier: &str) -> Option<Property<'a>> {
        self.properties().find(|property| property.identifier() == identifier)
    }

    /// Returns the text of the first property with this identifier, without escapes.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// let document = Document::parse(r"(;PB[Gu [9p\]])");
    /// let root = document.games().next().unwrap().root();
    /// assert_eq!(root.text("PB").as_deref(), Some("Gu [9p]"));
    /// assert_eq!(root.text("PW"), None);
    /// ```
    #[must_use]
    pub fn text(self, identifier: &str) -> Option<Cow<'a, str>> {
        self.get(identifier)?.texts().next()
    }
}

/// A property of a node.
///
/// ```
/// let document = kifu_sgf::Document::parse("(;AddBlack[aa][bb])");
/// let property = document.games().next().unwrap().root().get("AB").unwrap();
/// assert_eq!((property.name(), property.values().collect::<Vec<_>>()), ("AddBlack", vec!["aa", "bb"]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    of: Game<'a>,
    index: usize,
}

impl<'a> Property<'a> {
    /// Returns the identifier. For a long name of FF\[1\] to FF\[3\] these are its capitals.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// // FF[3] and before: the small letters of a name do not count.
    /// let document = Document::parse("(;GaMe[1]SiZe[19])");
    /// let root = document.games().next().unwrap().root();
    /// assert!(root.properties().map(|property| property.identifier()).eq(["GM", "SZ"]));
    /// ```
    #[must_use]
    pub fn identifier(self) -> Cow<'a, str> {
        parse::identifier(self.name())
    }

    /// Returns the name, exactly as written in the text.
    #[must_use]
    pub fn name(self) -> &'a str {
        &self.of.text[self.name_span().range()]
    }

    /// Returns the span of the name.
    #[must_use]
    pub fn name_span(self) -> Span {
        let slot = self.slot();
        Span { start: slot.start, end: self.of.game.name_end(self.of.text, slot) }
    }

    /// Returns the span of the property, with all its values.
    #[must_use]
    pub fn span(self) -> Span {
        let slot = self.slot();
        let end = self.value_spans().last().map_or(slot.start, |value| value.end);
        let closed = self.of.text.as_bytes().get(end as usize) == Some(&b']');
        Span { start: slot.start, end: end + u32::from(closed) }
    }

    /// Returns the property before this one. The caller knows that the node has one.
    pub(crate) fn before(self) -> Option<Self> {
        Some(Self { index: self.index.checked_sub(1)?, ..self })
    }

    /// Returns the text between the end of an earlier property and the start of this one.
    pub(crate) fn text_since(self, before: Self) -> &'a str {
        &self.of.text[before.span().end as usize..self.span().start as usize]
    }

    /// Returns the text after the property.
    pub(crate) fn text_after(self) -> &'a str {
        &self.of.text[self.span().end as usize..]
    }

    /// Returns true if only white space is before and after the property, up to other syntax, and its values are closed. Such
    /// a property can be removed: the text around it then still means the same.
    pub(crate) fn is_removable(self) -> bool {
        let (text, span) = (self.of.text, self.span());
        let before = text[..span.start as usize].trim_end();
        let after = text[span.end as usize..].trim_start();
        // The text of the property before would continue up to a name that does not start with a capital.
        let ends = !after.starts_with('[') && parse::follows(text, span.end as usize);
        before.ends_with([';', ']']) && self.is_closed() && ends
    }

    /// Returns true if each value ends with a bracket, and only white space is between the values.
    pub(crate) fn is_closed(self) -> bool {
        let text = self.of.text;
        let mut at = self.name_span().end as usize;
        self.value_spans().all(|value| {
            let gap = &text[at..value.start as usize];
            at = value.end as usize + 1;
            gap.trim() == "[" && text.as_bytes().get(value.end as usize) == Some(&b']')
        })
    }

    /// Returns the text of the property: its identifier and its values.
    pub(crate) fn text(self) -> &'a str {
        &self.of.text[self.span().range()]
    }

    /// Returns the text from the first bracket to the last. The property is closed.
    pub(crate) fn values_text(self) -> &'a str {
        self.of.text[self.name_span().end as usize..self.span().end as usize].trim_start()
    }

    /// Returns the raw values: the text between the brackets, with its escapes.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// let document = Document::parse("(;LB[dd:A][pd:B \\] C])");
    /// let labels = document.games().next().unwrap().root().get("LB").unwrap();
    /// assert!(labels.values().eq(["dd:A", "pd:B \\] C"])); // with escapes
    /// ```
    pub fn values(self) -> impl Iterator<Item = &'a str> {
        self.value_spans().map(move |span| &self.of.text[span.range()])
    }

    /// Returns the spans of the values, without the brackets.
    pub fn value_spans(self) -> impl Iterator<Item = Span> + 'a {
        let game = self.of.game;
        let first = self.slot().values as usize;
        let end = game.properties.get(self.index + 1).map_or(game.values.len(), |next| next.values as usize);
        game.values[first..end].iter().copied()
    }

    /// Returns the values as texts, without escapes.
    pub fn texts(self) -> impl Iterator<Item = Cow<'a, str>> {
        self.values().map(crate::value::text)
    }

    /// Returns true if both are the same property of a game.
    pub(crate) fn is(self, other: Self) -> bool {
        self.index == other.index
    }

    fn slot(self) -> parse::PropertySlot {
        self.of.game.properties[self.index]
    }
}

impl Document {
    /// Applies the edits. Only the games that they affect are parsed again.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// let mut document = Document::parse("(;PB[Shusaku])\n(;PB[Genan])");
    /// let edits = document.games().nth(1).unwrap().root().set("PB", &["Inoue Genan"]);
    /// document.edit(&edits);
    /// assert_eq!(document.text(), "(;PB[Shusaku])\n(;PB[Inoue Genan])");
    /// ```
    ///
    /// # Panics
    /// If an edit is outside of the text or not on character boundaries.
    pub fn edit(&mut self, edits: &Edits) {
        edit::apply(self, edits);
    }
}
