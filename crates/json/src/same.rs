//! Comparison of values by meaning.

use crate::{Kind, Value, number};
use alloc::{borrow::Cow, vec::Vec};

impl Value<'_> {
    /// Returns true if the value means the same as `other`, which may be in another document.
    ///
    /// Strings are compared after decoding, numbers by value (`6.50` equals `6.5`), objects without regard to the order of their
    /// keys. If a key occurs twice, the last value counts. A missing value equals `null`.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (a, _) = Document::parse(r#"{"komi": 6.50, "name": "\u00e9"}"#);
    /// let (b, _) = Document::parse(r#"{"name": "é", "komi": 65e-1}"#);
    /// assert!(a.root().unwrap().same(b.root().unwrap()));
    /// ```
    #[must_use]
    pub fn same(self, other: Value<'_>) -> bool {
        let mut due = alloc::vec![(self, other)];
        while let Some((a, b)) = due.pop() {
            let same = match (a.kind(), b.kind()) {
                (Kind::Object, Kind::Object) => {
                    let (a, b) = (last_members(a), last_members(b));
                    let paired = a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.0 == b.0);
                    due.extend(a.iter().zip(&b).filter(|_| paired).map(|(a, b)| (a.1, b.1)));
                    paired
                }
                (Kind::Array, Kind::Array) => {
                    let (mut a, mut b) = (a.elements(), b.elements());
                    loop {
                        match (a.next(), b.next()) {
                            (Some(a), Some(b)) => due.push((a, b)),
                            (None, None) => break true,
                            _ => break false,
                        }
                    }
                }
                (Kind::String, Kind::String) => a.string() == b.string(),
                (Kind::Number, Kind::Number) => {
                    matches!((a.number(), b.number()), (Some(a), Some(b)) if number::same(&a, &b))
                }
                (a_kind, b_kind) => a_kind == b_kind || a.is_null() && b.is_null(),
            };
            if !same {
                return false;
            }
        }
        true
    }
}

/// Returns the members of an object, sorted by key in reverse. If a key occurs twice, only the last member is included.
fn last_members(object: Value<'_>) -> Vec<(Cow<'_, str>, Value<'_>)> {
    let mut members: Vec<_> = object.members().collect();
    members.sort_by(|a, b| a.0.cmp(&b.0));
    // The sort is stable, so the reversal puts the last of several equal keys first, which `dedup_by` keeps.
    members.reverse();
    members.dedup_by(|later, kept| later.0 == kept.0);
    members
}

#[cfg(test)]
mod tests {
    use crate::Document;

    fn same(a: &str, b: &str) -> bool {
        let (a, b) = (Document::parse(a).0, Document::parse(b).0);
        a.root().unwrap().same(b.root().unwrap())
    }

    #[test]
    fn values_are_compared_by_meaning() {
        assert!(same("[1, 2.0, {\"a\": null}]", "[1.0,2,{a:}]"));
        assert!(same(r#"{"a":1,"b":2,"a":3}"#, r#"{"b":2,"a":3}"#));
        assert!(!same(r#"{"a":1,"b":2,"a":3}"#, r#"{"b":2,"a":1}"#));
        assert!(!same("[1,2]", "[2,1]"));
        assert!(!same("[1,2]", "[1]"));
        assert!(!same("{}", "[]"));
        assert!(!same("\"1\"", "1"));
        assert!(!same("{\"a\":{}}", "{\"b\":{}}"));
        assert!(same("true", "True"));
        assert!(!same("true", "false"));
    }
}
