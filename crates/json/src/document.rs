//! The lossless document: an index of values over the text.

use crate::{
    number,
    parse::Parser,
    scanner::Token,
    string,
    token::{scan, tokens},
    write,
};
use alloc::{borrow::Cow, string::String, vec::Vec};
use core::{fmt, iter::FusedIterator};
use kifu_core::{Decimal, Diagnostics, Span};

/// No value, no key.
pub(crate) const NONE: u32 = u32::MAX;

/// The key is in double quotes and has no escapes.
pub(crate) const KEY_PLAIN: u8 = 1;
/// The string is in double quotes and has no escapes.
pub(crate) const PLAIN: u8 = 2;
/// The array or object has its closing bracket.
pub(crate) const CLOSED: u8 = 4;
/// JSON spells the number otherwise.
pub(crate) const LOOSE: u8 = 8;

/// A key of this length or above has its length looked up in the text.
pub(crate) const LONG: u16 = u16::MAX;

/// A value of a document: 24 bytes. Entries stand in the order of the text, each before its children.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) parent: u32,
    /// The entry behind all descendants.
    pub(crate) next: u32,
    /// Where the key starts.
    pub(crate) key: u32,
    pub(crate) key_len: u16,
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
}

const _: () = assert!(size_of::<Entry>() == 24);

/// What a value is.
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
    /// A text; without quotes, where something else than JSON's words and numbers stands for a value.
    String,
    /// A number.
    Number,
    /// `true`
    True,
    /// `false`
    False,
    /// `null`
    Null,
    /// Nothing stands behind a key. Its span is empty.
    Missing,
}

/// A JSON text with an index of its values: 24 bytes each, whatever stands in the text.
///
/// Parsing never fails; it says what is not JSON about the text. All keys of an object are kept, also those that are there
/// twice. Nothing recurses, so that a document may be as deep as it likes.
///
/// ```
/// use kifu_json::{Document, Kind};
/// let (document, said) = Document::parse(r#"{"tree": [{"name": "\u9593"}, {"komi": 6.50}]}"#);
/// assert!(said.is_empty());
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

/// The name of a value within its document.
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
    /// The number of the value, in the order of the text; an array or object comes before what it holds.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("[[1], 2]");
    /// let two = document.root().unwrap().element(1).unwrap();
    /// assert_eq!(two.id().index(), 3); // behind both arrays and the 1
    /// ```
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl<'t> Document<'t> {
    /// Reads a text, mostly [`Source::text`](kifu_core::Source::text), and tells what is not JSON about it.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, said) = Document::parse("[1, 2");
    /// assert_eq!(said.iter().map(|found| found.code.0).collect::<Vec<_>>(), ["json/unclosed-bracket"]);
    /// assert_eq!(document.root().unwrap().elements().count(), 2);
    /// ```
    #[must_use]
    pub fn parse(text: &'t str) -> (Self, Diagnostics) {
        let mut parser = Parser::new(text);
        // Indented JSON has a value in some 20 bytes, JSON on one line in some 10.
        parser.document.values.reserve((text.len() / 32).min(1 << 20));
        parser.run(false);
        let said = parser.said();
        (parser.document, said)
    }

    /// The text.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{x: 15} // kept as it is");
    /// assert_eq!(document.text(), "{x: 15} // kept as it is");
    /// ```
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The text of `span`, or `""` where the span does not lie in the text on character borders.
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

    /// The first value of the outermost level: mostly the only one. `None` where the text holds no value.
    ///
    /// ```
    /// use kifu_json::Document;
    /// assert_eq!(Document::parse(" [] ").0.root().unwrap().raw(), "[]");
    /// assert!(Document::parse("// nothing").0.root().is_none());
    /// ```
    #[must_use]
    pub fn root(&self) -> Option<Value<'_>> {
        self.value(ValueId(0))
    }

    /// Every value of the outermost level; JSON lines have one a line.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, said) = Document::parse("{\"x\": 15}\n{\"x\": 3}\n");
    /// assert!(document.roots().filter_map(|line| line.get("x")?.integer()).eq([15, 3]));
    /// assert!(said.is_empty()); // a value a line
    /// ```
    #[must_use]
    pub fn roots(&self) -> Children<'_> {
        Children { document: self, at: 0, end: self.end() }
    }

    /// Every value, in the order of the text.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"a\": [1, 2]}");
    /// assert!(document.values().map(|value| value.raw()).eq(["{\"a\": [1, 2]}", "[1, 2]", "1", "2"]));
    /// ```
    pub fn values(&self) -> impl DoubleEndedIterator<Item = Value<'_>> + ExactSizeIterator {
        (0..self.values.len()).map(|index| Value { document: self, id: index as u32 })
    }

    /// The value of an id that came from this document, or `None` where it has no such value.
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

    /// The innermost value whose text holds the byte `at`.
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

    /// The tokens, which tile the text.
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

/// One value of the outermost level after another, each as a document of its own, in the memory of the largest.
///
/// Spans are those of the whole text. What stands behind the last value, if there is anything to say of it, comes as a
/// document without a root.
///
/// ```
/// use kifu_json::Stream;
/// let mut stream = Stream::new("{\"x\": 1}\n{\"x\": 2}\n");
/// let mut sum = 0;
/// while let Some((document, said)) = stream.next_document() {
///     assert!(said.is_empty());
///     sum += document.root().and_then(|root| root.get("x")?.integer()).unwrap();
/// }
/// assert_eq!(sum, 3);
/// ```
#[derive(Clone, Debug)]
pub struct Stream<'t> {
    parser: Parser<'t>,
    over: bool,
}

impl<'t> Stream<'t> {
    /// Starts at the beginning of a text.
    ///
    /// ```
    /// use kifu_core::Severity;
    /// use kifu_json::Stream;
    /// let mut stream = Stream::new("");
    /// let (document, said) = stream.next_document().unwrap();
    /// assert!(document.root().is_none());
    /// assert_eq!(said.max_severity(), Some(Severity::Error)); // JSON has a value
    /// ```
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self { parser: Parser::new(text), over: false }
    }

    /// The next value, and what is to be said of it and of what stands before it.
    ///
    /// ```
    /// use kifu_json::Stream;
    /// let mut stream = Stream::new("1\n[2");
    /// assert!(stream.next_document().unwrap().1.is_empty());
    /// let (document, said) = stream.next_document().unwrap();
    /// assert_eq!(document.root().unwrap().span().start, 2); // as in the whole text
    /// assert_eq!(said.iter().next().unwrap().code.0, "json/unclosed-bracket");
    /// assert!(stream.next_document().is_none());
    /// ```
    pub fn next_document(&mut self) -> Option<(&Document<'t>, Diagnostics)> {
        if self.over {
            return None;
        }
        self.parser.document.values.clear();
        self.over = !self.parser.run(true);
        let said = self.parser.said();
        let document = &self.parser.document;
        (!document.values.is_empty() || !said.is_empty()).then_some((document, said))
    }
}

/// A value of a document, with everything that can be asked of it.
///
/// What is asked of the wrong kind of value is `None`, or has no elements.
///
/// ```
/// use kifu_json::{Document, Value};
/// fn coordinate(node: Value<'_>) -> Option<(i64, i64)> {
///     Some((node.get("x")?.integer()?, node.get("y")?.integer()?))
/// }
/// let (document, _) = Document::parse("[{\"x\": 15, \"y\": 3}, {\"pass\": true}, 7]");
/// let found: Vec<_> = document.root().unwrap().elements().map(coordinate).collect();
/// assert_eq!(found, [Some((15, 3)), None, None]);
/// ```
#[derive(Clone, Copy)]
pub struct Value<'d> {
    pub(crate) document: &'d Document<'d>,
    pub(crate) id: u32,
}

impl<'d> Value<'d> {
    pub(crate) fn entry(self) -> &'d Entry {
        &self.document.values[self.id as usize]
    }

    /// Its name within the document, to keep.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("[1, 2]");
    /// let ids: Vec<_> = document.root().unwrap().elements().map(|value| value.id()).collect();
    /// assert_eq!(document.remove(ids).apply(document.text()), "[]");
    /// ```
    #[must_use]
    pub fn id(self) -> ValueId {
        ValueId(self.id)
    }

    /// What it is.
    ///
    /// ```
    /// use kifu_json::{Document, Kind};
    /// let (document, _) = Document::parse("{\"pass\": true}");
    /// assert_eq!(document.root().unwrap().get("pass").unwrap().kind(), Kind::True);
    /// ```
    #[must_use]
    pub fn kind(self) -> Kind {
        self.entry().kind
    }

    /// Where it stands, its quotes or brackets included, its key not.
    ///
    /// ```
    /// use kifu_core::Span;
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"x\": \"a\"}");
    /// assert_eq!(document.root().unwrap().get("x").unwrap().span(), Span::new(6, 9));
    /// ```
    #[must_use]
    pub fn span(self) -> Span {
        let entry = self.entry();
        Span { start: entry.start, end: entry.end }
    }

    /// Its exact text.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"name\": \"\\u9593\"}");
    /// let name = document.root().unwrap().get("name").unwrap();
    /// assert_eq!((name.raw(), name.string().unwrap().as_ref()), ("\"\\u9593\"", "間"));
    /// ```
    #[must_use]
    pub fn raw(self) -> &'d str {
        self.document.slice(self.span())
    }

    /// The same value as strict JSON on one line, as short as can be: comments gone, strings escaped as `JSON.stringify`
    /// does, numbers as they are written. What is missing is `null`.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{komi: 6.50, /* agreed */ rules: 'AGA',}");
    /// assert_eq!(document.root().unwrap().compact(), r#"{"komi":6.50,"rules":"AGA"}"#);
    /// ```
    #[must_use]
    pub fn compact(self) -> String {
        let mut writer = write::Writer::compact();
        writer.value(self);
        writer.finish()
    }

    // ---- in an object ------------------------------------------------------------------------------------------------

    /// Its key; `None` outside of objects, and where the key is missing.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"a\\u0062\": 1, bare: 2}");
    /// assert!(document.root().unwrap().children().filter_map(|value| value.key()).eq(["ab", "bare"]));
    /// assert_eq!(document.root().unwrap().key(), None);
    /// ```
    #[must_use]
    pub fn key(self) -> Option<Cow<'d, str>> {
        let entry = self.entry();
        if entry.flags & KEY_PLAIN != 0 && entry.key_len < LONG {
            let start = entry.key as usize;
            return self.document.text.get(start + 1..start + usize::from(entry.key_len) - 1).map(Cow::Borrowed);
        }
        self.key_span().map(|span| string::decode(self.document.slice(span)))
    }

    /// Where its key stands, with its quotes.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"x\": 15}");
    /// let x = document.root().unwrap().get("x").unwrap();
    /// assert_eq!(document.slice(x.key_span().unwrap()), "\"x\"");
    /// ```
    #[must_use]
    pub fn key_span(self) -> Option<Span> {
        let entry = self.entry();
        if entry.key == NONE {
            return None;
        }
        let start = entry.key as usize;
        let end = if entry.key_len < LONG {
            start + usize::from(entry.key_len)
        } else {
            scan(self.document.text, start).map_or(start, |(_, end)| end)
        };
        Some(Span::new(start, end))
    }

    /// Where it stands, with its key if it has one.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"x\": 15, \"y\": 3}");
    /// let x = document.root().unwrap().get("x").unwrap();
    /// assert_eq!(document.slice(x.member_span()), "\"x\": 15");
    /// ```
    #[must_use]
    pub fn member_span(self) -> Span {
        let entry = self.entry();
        Span { start: entry.key.min(entry.start), end: entry.end }
    }

    /// Whether its key is `key`.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse(r#"{"a\/b": 1}"#);
    /// let value = document.root().unwrap().children().next().unwrap();
    /// assert!(value.has_key("a/b")); // what the key says, not how it is written
    /// ```
    #[must_use]
    pub fn has_key(self, key: &str) -> bool {
        let entry = self.entry();
        if entry.flags & KEY_PLAIN != 0 && entry.key_len < LONG {
            let start = entry.key as usize + 1;
            usize::from(entry.key_len) == key.len() + 2
                && self.document.text.as_bytes().get(start..start + key.len()) == Some(key.as_bytes())
        } else {
            self.key().is_some_and(|own| own == key)
        }
    }

    // ---- around it ---------------------------------------------------------------------------------------------------

    /// The array or object that holds it.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"move\": {\"x\": 15}}");
    /// let x = document.root().unwrap().at("/move/x").unwrap();
    /// assert_eq!(x.parent().unwrap().pointer(), "/move");
    /// assert!(document.root().unwrap().parent().is_none());
    /// ```
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.document.value(ValueId(self.entry().parent))
    }

    /// What it holds: the elements of an array, the values of an object, in the order of the text.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"x\": [1, 2], \"y\": 3}");
    /// let root = document.root().unwrap();
    /// assert!(root.children().map(|value| value.raw()).eq(["[1, 2]", "3"]));
    /// assert_eq!(root.get("y").unwrap().children().count(), 0);
    /// ```
    #[must_use]
    pub fn children(self) -> Children<'d> {
        Children { document: self.document, at: self.id + 1, end: self.entry().next }
    }

    /// The elements of an array.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"coords\": [\"dd\", \"pd\"]}");
    /// let root = document.root().unwrap();
    /// assert!(root.get("coords").unwrap().elements().filter_map(|point| point.string()).eq(["dd", "pd"]));
    /// assert_eq!(root.elements().count(), 0); // no array
    /// ```
    #[must_use]
    pub fn elements(self) -> Children<'d> {
        match self.kind() {
            Kind::Array => self.children(),
            _ => Children { document: self.document, at: 0, end: 0 },
        }
    }

    /// The members of an object, also those whose keys are there twice; a key that is missing is empty.
    ///
    /// The way to read an object: one pass, whatever the order; a later key of the same name takes the earlier one's place.
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse(r#"{"color": "black", "x": 15, "y": 3}"#);
    /// let (mut x, mut y) = (None, None);
    /// for (key, value) in document.root().unwrap().members() {
    ///     match &*key {
    ///         "x" => x = value.integer(),
    ///         "y" => y = value.integer(),
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!((x, y), (Some(15), Some(3)));
    /// ```
    pub fn members(self) -> impl Iterator<Item = (Cow<'d, str>, Self)> + Clone + use<'d> {
        let children = match self.kind() {
            Kind::Object => self.children(),
            _ => Children { document: self.document, at: 0, end: 0 },
        };
        children.map(|value| (value.key().unwrap_or_default(), value))
    }

    /// The value of a key: of the last one where it is there twice, as for JavaScript's `JSON.parse`.
    ///
    /// Looks at every member; who wants several reads [`Value::members`].
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, said) = Document::parse(r#"{"komi": 5.5, "komi": 6.5}"#);
    /// assert_eq!(document.root().unwrap().get("komi").unwrap().raw(), "6.5");
    /// assert_eq!(said.iter().next().unwrap().code.0, "json/duplicate-key");
    /// ```
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        match self.kind() {
            Kind::Object => self.children().filter(|value| value.has_key(key)).last(),
            _ => None,
        }
    }

    /// The element of an array at `index`, from 0.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("[15, 3]");
    /// assert_eq!(document.root().unwrap().element(1).unwrap().integer(), Some(3));
    /// assert!(document.root().unwrap().element(2).is_none());
    /// ```
    #[must_use]
    pub fn element(self, index: usize) -> Option<Self> {
        self.elements().nth(index)
    }

    /// The value that a JSON pointer (RFC 6901) leads to from here.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse(r#"{"a/b": [{"~": 1}]}"#);
    /// let root = document.root().unwrap();
    /// assert_eq!(root.at("/a~1b/0/~0").unwrap().raw(), "1");
    /// assert!(root.at("/a~1b/00").is_none()); // no leading zeros
    /// assert_eq!(root.at("").unwrap().id(), root.id());
    /// ```
    #[must_use]
    pub fn at(self, pointer: &str) -> Option<Self> {
        let mut value = self;
        let mut steps = pointer.split('/');
        if steps.next() != Some("") {
            return None;
        }
        for step in steps {
            value = match value.kind() {
                Kind::Object if step.contains('~') => value.get(&step.replace("~1", "/").replace("~0", "~"))?,
                Kind::Object => value.get(step)?,
                _ => {
                    let is_index = step == "0" || !step.starts_with('0') && step.bytes().all(|b| b.is_ascii_digit());
                    value.element(step.parse().ok().filter(|_| is_index)?)?
                }
            };
        }
        Some(value)
    }

    /// The JSON pointer (RFC 6901) that leads here from its root.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse(r#"{"tree": [{}, {"a/b": 6.5}]}"#);
    /// let value = document.values().last().unwrap();
    /// assert_eq!(value.pointer(), "/tree/1/a~1b");
    /// assert_eq!(document.root().unwrap().at(&value.pointer()).unwrap().raw(), "6.5");
    /// ```
    #[must_use]
    pub fn pointer(self) -> String {
        self.pointer_from(None)
    }

    /// The JSON pointer that leads here from `ancestor`; from the root where it is no ancestor.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse(r#"{"tree": [{"move": {"x": 15}}]}"#);
    /// let root = document.root().unwrap();
    /// let (node, x) = (root.at("/tree/0").unwrap(), root.at("/tree/0/move/x").unwrap());
    /// assert_eq!(x.pointer_within(node), "/move/x");
    /// ```
    #[must_use]
    pub fn pointer_within(self, ancestor: Self) -> String {
        self.pointer_from(Some(ancestor))
    }

    fn pointer_from(self, ancestor: Option<Self>) -> String {
        let mut path = Vec::new();
        let mut value = self;
        while let Some(parent) = value.parent().filter(|_| ancestor.is_none_or(|ancestor| ancestor.id != value.id)) {
            path.push(value);
            value = parent;
        }
        let mut out = String::new();
        for value in path.into_iter().rev() {
            out.push('/');
            if let Some(parent) = value.parent().filter(|parent| parent.kind() == Kind::Array) {
                let index = parent.elements().take_while(|element| element.id != value.id).count();
                write::push_integer(&mut out, i64::try_from(index).unwrap_or(i64::MAX));
            } else {
                let key = value.key().unwrap_or_default();
                if key.contains(['~', '/']) {
                    out.push_str(&key.replace('~', "~0").replace('/', "~1"));
                } else {
                    out.push_str(&key);
                }
            }
        }
        out
    }

    // ---- what it says ------------------------------------------------------------------------------------------------

    /// What a string says; borrowed where it has no escapes. Half characters are U+FFFD.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse(r#"["a \"ko\"", 7]"#);
    /// let root = document.root().unwrap();
    /// assert_eq!(root.element(0).unwrap().string().unwrap(), "a \"ko\"");
    /// assert_eq!(root.element(1).unwrap().string(), None);
    /// ```
    #[must_use]
    pub fn string(self) -> Option<Cow<'d, str>> {
        let entry = self.entry();
        match entry.kind {
            Kind::String if entry.flags & PLAIN != 0 => {
                self.document.text.get(entry.start as usize + 1..entry.end as usize - 1).map(Cow::Borrowed)
            }
            Kind::String => Some(string::decode(self.raw())),
            _ => None,
        }
    }

    /// A number as JSON spells it; borrowed where it is written so.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("[6.50, .5, 123456789012345678901234567890]");
    /// let numbers: Vec<_> = document.root().unwrap().elements().filter_map(|value| value.number()).collect();
    /// assert_eq!(numbers, ["6.50", "0.5", "123456789012345678901234567890"]);
    /// ```
    #[must_use]
    pub fn number(self) -> Option<Cow<'d, str>> {
        let entry = self.entry();
        match entry.kind {
            Kind::Number if entry.flags & LOOSE == 0 => Some(Cow::Borrowed(self.raw())),
            Kind::Number => match number::number(self.raw()) {
                number::Number::Loose { json, .. } => Some(Cow::Owned(json)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The exact value of a number of at most 18 digits; its digits stay as written.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("[6.50, 1234567890123456789]");
    /// let root = document.root().unwrap();
    /// assert_eq!(root.element(0).unwrap().decimal().unwrap().to_string(), "6.50");
    /// assert_eq!(root.element(1).unwrap().decimal(), None); // 19 digits
    /// ```
    #[must_use]
    pub fn decimal(self) -> Option<Decimal> {
        number::decimal(&self.number()?)
    }

    /// The value of a number without a fraction: of `15`, and of `15.0` and `1.5e1` too.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("[15, 1.5e1, 6.5, \"15\"]");
    /// let integers: Vec<_> = document.root().unwrap().elements().map(|value| value.integer()).collect();
    /// assert_eq!(integers, [Some(15), Some(15), None, None]);
    /// ```
    #[must_use]
    pub fn integer(self) -> Option<i64> {
        number::integer(&self.number()?)
    }

    /// The nearest floating-point number.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"win_rate\": 0.625}");
    /// assert_eq!(document.root().unwrap().get("win_rate").unwrap().float(), Some(0.625));
    /// ```
    #[must_use]
    pub fn float(self) -> Option<f64> {
        self.number()?.parse().ok()
    }

    /// `true` or `false`.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("[true, False, 1]");
    /// let booleans: Vec<_> = document.root().unwrap().elements().map(|value| value.boolean()).collect();
    /// assert_eq!(booleans, [Some(true), Some(false), None]); // Python's word is read too
    /// ```
    #[must_use]
    pub fn boolean(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// Whether it is `null`, or missing.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"a\": null, \"b\": , \"c\": 0}");
    /// let root = document.root().unwrap();
    /// assert!(root.get("a").unwrap().is_null() && root.get("b").unwrap().is_null());
    /// assert!(!root.get("c").unwrap().is_null());
    /// ```
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self.kind(), Kind::Null | Kind::Missing)
    }

    /// Whether an array or object has its own closing bracket.
    pub(crate) fn is_closed(self) -> bool {
        self.entry().flags & CLOSED != 0
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Value").field("id", &self.id).field("kind", &self.kind()).field("span", &self.span()).finish()
    }
}

/// Values next to each other, in the order of the text.
///
/// ```
/// use kifu_json::{Children, Document};
/// let (document, _) = Document::parse("[1, [2, 3], 4]");
/// let mut children: Children<'_> = document.root().unwrap().children();
/// assert_eq!(children.next().unwrap().raw(), "1");
/// assert!(children.map(|value| value.raw()).eq(["[2, 3]", "4"]));
/// ```
#[derive(Clone, Debug)]
pub struct Children<'d> {
    document: &'d Document<'d>,
    at: u32,
    end: u32,
}

impl<'d> Iterator for Children<'d> {
    type Item = Value<'d>;

    fn next(&mut self) -> Option<Value<'d>> {
        if self.at >= self.end {
            return None;
        }
        let value = Value { document: self.document, id: self.at };
        self.at = value.entry().next;
        Some(value)
    }
}

impl FusedIterator for Children<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, string::ToString, vec};

    #[test]
    fn members_are_found() {
        let (document, said) =
            Document::parse(r#"{"a": 1, "b": {"c": [true, null, "x"], "": 0}, "a\/~": 2, "\u0061": 3}"#);
        assert_eq!(said.counts().map(|(code, ..)| code.short()).collect::<Vec<_>>(), ["duplicate-key"]);
        let root = document.root().unwrap();
        assert_eq!(root.get("a").unwrap().raw(), "3");
        assert_eq!(root.children().count(), 4);
        assert!(root.get("c").is_none());
        let x = root.at("/b/c/2").unwrap();
        assert_eq!(x.string().as_deref(), Some("x"));
        assert_eq!(x.pointer(), "/b/c/2");
        assert_eq!(x.pointer_within(root.get("b").unwrap()), "/c/2");
        assert_eq!(x.pointer_within(x), "");
        assert_eq!(root.pointer(), "");
        assert_eq!(root.at("/b/").unwrap().raw(), "0");
        let odd = root.get("a/~").unwrap();
        assert_eq!(odd.pointer(), "/a~1~0");
        assert_eq!(root.at(&odd.pointer()).unwrap().id(), odd.id());
        for wrong in ["b", "/b/c/3", "/b/c/02", "/b/c/-", "/b/c/+1", "/x", "/a/0", "/b/c/"] {
            assert!(root.at(wrong).is_none(), "{wrong}");
        }
        assert_eq!(document.slice(root.get("b").unwrap().key_span().unwrap()), "\"b\"");
        assert_eq!(document.slice(root.get("b").unwrap().member_span()), r#""b": {"c": [true, null, "x"], "": 0}"#);
        assert_eq!(document.value_at(x.span().start + 1).unwrap().id(), x.id());
        assert_eq!(document.value_at(x.span().end).unwrap().pointer(), "/b/c");
        assert!(document.value_at(10_000).is_none());
        assert_eq!(root.compact(), r#"{"a":1,"b":{"c":[true,null,"x"],"":0},"a/~":2,"a":3}"#);
    }

    #[test]
    fn long_keys_are_whole() {
        for len in [65_532, 65_533, 65_534, 70_000] {
            let key = "k".repeat(len);
            let text = format!("{{\"{key}\": 1, '{key}x': 2}}");
            let (document, _) = Document::parse(&text);
            let root = document.root().unwrap();
            assert_eq!(root.get(&key).unwrap().raw(), "1");
            assert_eq!(root.get(&(key.clone() + "x")).unwrap().raw(), "2");
            assert_eq!(root.members().next().unwrap().0, key);
        }
    }

    #[test]
    fn leaves_say_what_they_say() {
        let (document, _) = Document::parse(r#"[15, -0.5, 1e2, +7, "t\n", true, false, null, 123456789012345678901]"#);
        let values: Vec<_> = document.root().unwrap().elements().collect();
        assert_eq!(values.iter().map(|v| v.integer()).collect::<Vec<_>>()[..4], [Some(15), None, Some(100), Some(7)]);
        assert_eq!(values[1].decimal().unwrap().to_string(), "-0.5");
        assert_eq!(values[1].float(), Some(-0.5));
        assert_eq!(values[3].number().unwrap(), "7");
        assert_eq!(values[4].string().unwrap(), "t\n");
        assert_eq!(values[5].boolean(), Some(true));
        assert_eq!(values[6].boolean(), Some(false));
        assert!(values[7].is_null());
        assert_eq!(values[8].integer(), None);
        assert_eq!(values[8].decimal(), None);
        assert_eq!(values[8].number().unwrap(), "123456789012345678901");
        assert_eq!(values[0].string(), None);
        assert_eq!(values[0].children().count(), 0);
    }

    #[test]
    fn several_values_stream_as_they_parse() {
        let text = " {\"a\": [1]}\n2 \"x\"\n// end\n[";
        let (document, said) = Document::parse(text);
        let roots: Vec<_> = document.roots().map(Value::raw).collect();
        assert_eq!(roots, ["{\"a\": [1]}", "2", "\"x\"", "["]);
        let mut stream = Stream::new(text);
        let (mut streamed, mut total) = (Vec::new(), Diagnostics::default());
        while let Some((document, said)) = stream.next_document() {
            streamed.extend(document.root().map(|root| root.raw().to_string()));
            total.append(said);
        }
        assert_eq!(streamed, roots);
        assert_eq!(total, said);
        assert_eq!(
            said.iter().map(|d| d.code.short()).collect::<Vec<_>>(),
            ["further-value", "comment", "unclosed-bracket"]
        );
        assert!(stream.next_document().is_none());
        let mut stream = Stream::new("{} oops");
        assert!(stream.next_document().unwrap().0.root().is_some());
        assert!(stream.next_document().unwrap().0.root().is_none());
        assert!(stream.next_document().is_none());
        assert_eq!(document.tokens().map(|(_, span)| document.slice(span)).collect::<Vec<_>>().concat(), text);
        assert_eq!(vec![document.values().len()], vec![6]);
    }
}
