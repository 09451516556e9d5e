//! JSON pointers (RFC 6901): from a pointer to its value, and from a value to its pointer.

use super::{Kind, Value};
use crate::write;
use alloc::{string::String, vec::Vec};

impl<'d> Value<'d> {
    /// Returns the value at a JSON pointer (RFC 6901), relative to this value.
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

    /// Returns the JSON pointer (RFC 6901) from the root to this value.
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
        let mut path = Vec::new();
        let mut value = self;
        while let Some(parent) = value.parent() {
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
}
