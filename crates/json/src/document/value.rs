//! A value of a document: its kind, its place and its text.

use super::{
    Document, Kind, ValueId,
    entry::{CLOSED, Entry},
};
use crate::write;
use alloc::string::String;
use core::fmt;
use kifu_core::Span;

/// A value of a document.
///
/// A method for another kind of value returns `None`, or an empty iterator.
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

    /// Returns the id of the value within its document.
    #[must_use]
    pub fn id(self) -> ValueId {
        ValueId(self.id)
    }

    /// Returns the kind of the value.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.entry().kind
    }

    /// Returns the span of the value, with its quotes or brackets, without its key.
    #[must_use]
    pub fn span(self) -> Span {
        let entry = self.entry();
        Span { start: entry.start, end: entry.end }
    }

    /// Returns the exact text of the value.
    #[must_use]
    pub fn raw(self) -> &'d str {
        self.document.slice(self.span())
    }

    /// Returns the value as strict JSON on one line, as short as possible: without comments, with strings escaped as
    /// `JSON.stringify` does. Numbers keep their digits. A missing value is `null`.
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

    /// Returns an upper bound of the length of [`compact`](Self::compact), in bytes, without building the text.
    ///
    /// Usually it is not much more than the length of the value. In damaged text such as `{{{`, each byte may be an object without a
    /// key, whose compact text `{"":}` has five bytes.
    #[must_use]
    pub fn max_compact_len(self) -> usize {
        let values = (self.entry().next - self.id) as usize;
        // Per value an empty key with its colon, a comma, a bracket, and `null` for what is missing. A character may become an
        // escape of six bytes.
        let escaped = if self.raw().bytes().any(|byte| byte < b' ' || matches!(byte, b'\\' | b'\'')) { 6 } else { 1 };
        self.raw().len() * escaped + 9 * values
    }

    /// Returns true if an array or object has its closing bracket.
    pub(crate) fn is_closed(self) -> bool {
        self.entry().flags & CLOSED != 0
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Value").field("id", &self.id).field("kind", &self.kind()).field("span", &self.span()).finish()
    }
}
