//! The key of a value in an object.

use super::{
    Value,
    entry::{KEY_PLAIN, LONG, NONE},
};
use crate::{string, token::scan};
use alloc::borrow::Cow;
use kifu_core::Span;

impl<'d> Value<'d> {
    /// Returns the key of the value. `None` outside of objects, and if the key is missing.
    #[must_use]
    pub fn key(self) -> Option<Cow<'d, str>> {
        let entry = self.entry();
        if entry.flags & KEY_PLAIN != 0 && entry.key_len < LONG {
            let start = entry.key as usize;
            return self.document.text.get(start + 1..start + usize::from(entry.key_len) - 1).map(Cow::Borrowed);
        }
        self.key_span().map(|span| string::decode(self.document.slice(span)))
    }

    /// Returns the span of the key, with its quotes.
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

    /// Returns the span of the value, with its key if it has one.
    #[must_use]
    pub fn member_span(self) -> Span {
        let entry = self.entry();
        Span { start: entry.key.min(entry.start), end: entry.end }
    }

    /// Returns true if the key of the value is `key`.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse(r#"{"a\/b": 1}"#);
    /// let value = document.root().unwrap().children().next().unwrap();
    /// assert!(value.has_key("a/b")); // the decoded key, not its spelling
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
}

#[cfg(test)]
mod tests {
    use crate::Document;
    use alloc::format;

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
}
