//! The lossless document: an index of values over the text.

use crate::{parse::Parser, scanner::Token, token::tokens};
use alloc::vec::Vec;
use kifu_core::{Diagnostics, Limits, Span};

mod children;
mod entry;
mod key;
mod leaf;
mod pointer;
mod stream;
mod value;

pub use children::Children;
pub(crate) use entry::{CLOSED, Entry, KEY_PLAIN, LONG, LOOSE, NONE, PLAIN};
pub use stream::Stream;
pub use value::Value;

/// A JSON text with an index of its values, 24 bytes each.
///
/// Parsing never fails; it reports what is not JSON. All members of an object are kept, even if a key occurs twice. No method
/// recurses, so a document may have any depth.
///
/// ```
/// use kifu_json::{Document, Kind};
/// let (document, diagnostics) = Document::parse(r#"{"tree": [{"name": "\u9593"}, {"komi": 6.50}]}"#);
/// assert!(diagnostics.is_empty());
/// let tree = document.root().and_then(|root| root.get("tree")).unwrap();
/// assert_eq!(tree.kind(), Kind::Array);
/// let names: Vec<_> = tree.elements().filter_map(|node| node.get("name")?.string()).collect();
/// assert_eq!(names, ["間"]);
/// let komi = document.root().unwrap().at("/tree/1/komi").unwrap();
/// assert_eq!(komi.decimal().unwrap().to_string(), "6.50");
/// assert_eq!(document.slice(komi.span()), "6.50");
/// ```
#[derive(Clone, Debug)]
pub struct Document<'t> {
    pub(crate) text: &'t str,
    pub(crate) values: Vec<Entry>,
}

/// The kind of a value.
///
/// This enum is exhaustive: JSON has no other kinds of values.
///
/// ```
/// use kifu_json::{Document, Kind};
/// let (document, _) = Document::parse("{\"a\": null, \"b\": black, \"c\": }");
/// let kinds: Vec<_> = document.root().unwrap().children().map(|value| value.kind()).collect();
/// assert_eq!(kinds, [Kind::Null, Kind::String, Kind::Missing]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `{ … }`
    Object,
    /// `[ … ]`
    Array,
    /// A text, in quotes or not. A word without quotes is a text if it is neither a JSON constant nor a number.
    String,
    /// A number.
    Number,
    /// `true`
    True,
    /// `false`
    False,
    /// `null`
    Null,
    /// The missing value of a key. Its span is empty.
    Missing,
}

/// The identifier of a value within its document.
///
/// ```
/// use kifu_json::Document;
/// let (document, _) = Document::parse("[15, 3]");
/// let kept = document.root().unwrap().element(1).unwrap().id(); // a number, which borrows nothing
/// assert_eq!(document.value(kept).unwrap().raw(), "3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub(crate) u32);

impl ValueId {
    /// Returns the index of the value, in the order of the text. An array or object comes before its elements or members.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl<'t> Document<'t> {
    /// Parses a text, usually [`Source::text`](kifu_core::Source::text). Returns the document, and a diagnostic for each deviation
    /// from JSON.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, diagnostics) = Document::parse("[1, 2");
    /// assert_eq!(diagnostics.iter().map(|found| found.code.0).collect::<Vec<_>>(), ["json/unclosed-bracket"]);
    /// assert_eq!(document.root().unwrap().elements().count(), 2);
    /// ```
    #[must_use]
    pub fn parse(text: &'t str) -> (Self, Diagnostics) {
        Self::within(text, Limits::DEFAULT)
    }

    /// Parses a text without collecting its diagnostics, which may take more time and memory than the document.
    #[must_use]
    pub fn parse_only(text: &'t str) -> Self {
        let mut limits = Limits::DEFAULT;
        (limits.diagnostics_per_code, limits.diagnostics_with_fixes) = (0, 0);
        Self::within(text, limits).0
    }

    fn within(text: &'t str, limits: Limits) -> (Self, Diagnostics) {
        let mut parser = Parser::new(text);
        parser.diagnostics = Diagnostics::within(limits);
        // Indented JSON has about one value per 20 bytes, JSON on one line one per 10.
        parser.document.values.reserve((text.len() / 32).min(1 << 20));
        parser.run(false);
        let diagnostics = parser.diagnostics();
        (parser.document, diagnostics)
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the text of `span`, or `""` if the span is outside the text or not at character boundaries.
    ///
    /// ```
    /// use kifu_core::Span;
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("[15, 3]");
    /// assert_eq!(document.slice(Span::new(1, 3)), "15");
    /// assert_eq!(document.slice(Span::new(5, 99)), "");
    /// ```
    #[must_use]
    pub fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns the first value of the outermost level, usually the only one, or `None` if the text has no value.
    #[must_use]
    pub fn root(&self) -> Option<Value<'_>> {
        self.value(ValueId(0))
    }

    /// Returns the values of the outermost level. JSON lines have one per line.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, diagnostics) = Document::parse("{\"x\": 15}\n{\"x\": 3}\n");
    /// assert!(document.roots().filter_map(|line| line.get("x")?.integer()).eq([15, 3]));
    /// assert!(diagnostics.is_empty()); // a value per line
    /// ```
    #[must_use]
    pub fn roots(&self) -> Children<'_> {
        Children { document: self, at: 0, end: self.end() }
    }

    /// Returns all values, in the order of the text.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"a\": [1, 2]}");
    /// assert!(document.values().map(|value| value.raw()).eq(["{\"a\": [1, 2]}", "[1, 2]", "1", "2"]));
    /// ```
    pub fn values(&self) -> impl DoubleEndedIterator<Item = Value<'_>> + ExactSizeIterator {
        (0..self.values.len()).map(|index| Value { document: self, id: index as u32 })
    }

    /// Returns the value with an id of this document, or `None` if the document has no such value.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (long, short) = (Document::parse("[1, 2]").0, Document::parse("1").0);
    /// let two = long.root().unwrap().element(1).unwrap().id();
    /// assert_eq!(long.value(two).unwrap().integer(), Some(2));
    /// assert!(short.value(two).is_none()); // another document has other ids
    /// ```
    #[must_use]
    pub fn value(&self, id: ValueId) -> Option<Value<'_>> {
        (id.0 < self.end()).then_some(Value { document: self, id: id.0 })
    }

    /// Returns the innermost value whose text contains the byte at offset `at`.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let text = "{\"move\": {\"x\": 15}}";
    /// let (document, _) = Document::parse(text);
    /// let at = text.find("15").unwrap() as u32;
    /// assert_eq!(document.value_at(at).unwrap().pointer(), "/move/x");
    /// ```
    #[must_use]
    pub fn value_at(&self, at: u32) -> Option<Value<'_>> {
        let after = self.values.partition_point(|entry| entry.start <= at);
        let mut value = self.value(ValueId(u32::try_from(after.checked_sub(1)?).ok()?))?;
        while value.span().end <= at {
            value = value.parent()?;
        }
        Some(value)
    }

    /// Returns the tokens, which cover the text without gaps.
    ///
    /// ```
    /// use kifu_json::{Document, Token};
    /// let (document, _) = Document::parse("[1] // one");
    /// let comment = document.tokens().find(|(token, _)| *token == Token::LineComment).unwrap();
    /// assert_eq!(document.slice(comment.1), "// one");
    /// ```
    pub fn tokens(&self) -> impl Iterator<Item = (Token, Span)> + use<'t> {
        tokens(self.text)
    }

    fn end(&self) -> u32 {
        self.values.len() as u32
    }
}
