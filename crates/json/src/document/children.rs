//! The values around a value: its parent, its elements and its members.

use super::{Document, Kind, Value, ValueId};
use alloc::borrow::Cow;
use core::iter::FusedIterator;

impl<'d> Value<'d> {
    /// Returns the array or object that contains this value, or `None` at the outermost level.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.document.value(ValueId(self.entry().parent))
    }

    /// Returns the elements of an array or the values of an object, in the order of the text.
    #[must_use]
    pub fn children(self) -> Children<'d> {
        Children { document: self.document, at: self.id + 1, end: self.entry().next }
    }

    /// Returns the elements of an array.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("{\"coords\": [\"dd\", \"pd\"]}");
    /// let root = document.root().unwrap();
    /// assert!(root.get("coords").unwrap().elements().filter_map(|point| point.string()).eq(["dd", "pd"]));
    /// assert_eq!(root.elements().count(), 0); // not an array
    /// ```
    #[must_use]
    pub fn elements(self) -> Children<'d> {
        match self.kind() {
            Kind::Array => self.children(),
            _ => Children { document: self.document, at: 0, end: 0 },
        }
    }

    /// Returns all members of an object, also those with the same key. A missing key is empty.
    ///
    /// Use this to read an object in one pass, with its keys in any order. If a key occurs twice, use the later value.
    ///
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

    /// Returns the value of a key. If the key occurs twice, the last value counts, as in JavaScript's `JSON.parse`.
    ///
    /// This method checks every member. To read several members, use [`Value::members`].
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, diagnostics) = Document::parse(r#"{"komi": 5.5, "komi": 6.5}"#);
    /// assert_eq!(document.root().unwrap().get("komi").unwrap().raw(), "6.5");
    /// assert_eq!(diagnostics.iter().next().unwrap().code.0, "json/duplicate-key");
    /// ```
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        match self.kind() {
            Kind::Object => self.children().filter(|value| value.has_key(key)).last(),
            _ => None,
        }
    }

    /// Returns the last value of a key that is not null, as readers do that skip members without a value.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse(r#"{"komi": 5.5, "komi": null, "rules": null}"#);
    /// let root = document.root().unwrap();
    /// assert_eq!(root.get_present("komi").unwrap().raw(), "5.5");
    /// assert!(root.get_present("rules").is_none());
    /// ```
    #[must_use]
    pub fn get_present(self, key: &str) -> Option<Self> {
        match self.kind() {
            Kind::Object => self.children().filter(|value| value.has_key(key) && !value.is_null()).last(),
            _ => None,
        }
    }

    /// Returns the element of an array at `index`, from 0.
    #[must_use]
    pub fn element(self, index: usize) -> Option<Self> {
        self.elements().nth(index)
    }
}

/// An iterator over sibling values, in the order of the text.
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
    pub(super) document: &'d Document<'d>,
    pub(super) at: u32,
    pub(super) end: u32,
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
    use crate::Document;
    use alloc::vec::Vec;

    #[test]
    fn members_are_found() {
        let (document, diagnostics) =
            Document::parse(r#"{"a": 1, "b": {"c": [true, null, "x"], "": 0}, "a\/~": 2, "\u0061": 3}"#);
        assert_eq!(diagnostics.counts().map(|count| count.code.short()).collect::<Vec<_>>(), ["duplicate-key"]);
        let root = document.root().unwrap();
        assert_eq!(root.get("a").unwrap().raw(), "3");
        assert_eq!(root.children().count(), 4);
        assert!(root.get("c").is_none());
        let x = root.at("/b/c/2").unwrap();
        assert_eq!(x.string().as_deref(), Some("x"));
        assert_eq!(x.pointer(), "/b/c/2");
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
}
