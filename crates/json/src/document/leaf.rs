//! The content of strings, numbers, booleans and `null`.

use super::{
    Kind, Value,
    entry::{LOOSE, PLAIN},
};
use crate::{number, string};
use alloc::borrow::Cow;
use kifu_core::Decimal;

impl<'d> Value<'d> {
    /// Returns the content of a string, borrowed if it has no escapes. Unpaired surrogates become U+FFFD.
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

    /// Returns a number in JSON spelling, borrowed if the text has the same spelling.
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

    /// Returns the exact value of a number, with the digits of the text, or `None` if a `Decimal` cannot represent it.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let (document, _) = Document::parse("[6.50, 12345678901234567890]");
    /// let root = document.root().unwrap();
    /// assert_eq!(root.element(0).unwrap().decimal().unwrap().to_string(), "6.50");
    /// assert_eq!(root.element(1).unwrap().decimal(), None); // 20 digits
    /// ```
    #[must_use]
    pub fn decimal(self) -> Option<Decimal> {
        number::decimal(&self.number()?)
    }

    /// Returns the value of a number without a fraction: `15`, and also `15.0` and `1.5e1`.
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

    /// Returns the value of `true` or `false`.
    #[must_use]
    pub fn boolean(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// Returns true if the value is `null` or missing.
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self.kind(), Kind::Null | Kind::Missing)
    }
}

#[cfg(test)]
mod tests {
    use crate::Document;
    use alloc::{string::ToString, vec::Vec};

    #[test]
    fn leaves_say_what_they_say() {
        let (document, _) = Document::parse(r#"[15, -0.5, 1e2, +7, "t\n", true, false, null, 123456789012345678901]"#);
        let values: Vec<_> = document.root().unwrap().elements().collect();
        assert_eq!(values.iter().map(|v| v.integer()).collect::<Vec<_>>()[..4], [Some(15), None, Some(100), Some(7)]);
        assert_eq!(values[1].decimal().unwrap().to_string(), "-0.5");
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
}
