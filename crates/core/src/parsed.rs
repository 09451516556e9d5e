use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec::Vec,
};
use core::{
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
    str::FromStr,
};

/// A typed value, or the text if it could not be parsed.
///
/// A reader uses `Value` only if writing the value back loses nothing of the text.
///
/// This enum is exhaustive: a value was parsed or it was not.
///
/// ```
/// use kifu_core::Parsed;
/// let known: Parsed<u32> = Parsed::Value(3);
/// assert_eq!(known.value(), Some(&3));
/// assert_eq!(Parsed::<u32>::Text("three or so".into()).value(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Parsed<T> {
    /// The parsed value.
    Value(T),
    /// The original text, if it could not be parsed completely.
    Text(UnparsedText),
}

impl<T> Parsed<T> {
    /// Returns the value, or `None` for a text.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Text(_) => None,
        }
    }

    /// Returns the text that could not be parsed, or `None` for a value.
    pub fn text(&self) -> Option<&UnparsedText> {
        match self {
            Self::Value(_) => None,
            Self::Text(text) => Some(text),
        }
    }

    /// Converts the value. A text stays the same.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Parsed<U> {
        match self {
            Self::Value(value) => Parsed::Value(convert(value)),
            Self::Text(text) => Parsed::Text(text),
        }
    }

    /// Calls `keep` with the text in a place of a record, and clears the place if `keep` returns false. See
    /// [`Game::retain_texts`](crate::Game::retain_texts).
    pub fn retain_text(place: &mut Option<Self>, keep: &mut dyn FnMut(&mut UnparsedText) -> bool) {
        if let Some(Self::Text(text)) = place
            && !keep(text)
        {
            *place = None;
        }
    }
}

impl<T: FromStr + ToString> Parsed<T> {
    /// Parses a text. It stays as text if it is not exactly the text of a value.
    ///
    /// ```
    /// use kifu_core::{Overtime, Parsed};
    /// assert!(Parsed::<Overtime>::exact("3x20 byo-yomi").value().is_some());
    /// assert_eq!(Parsed::<Overtime>::exact("20 seconds"), Parsed::Text("20 seconds".into()));
    /// ```
    #[must_use]
    pub fn exact(text: &str) -> Self {
        let value = text.parse().ok().filter(|value: &T| value.to_string() == text);
        value.map_or_else(|| Self::Text(text.into()), Self::Value)
    }

    /// Returns the fields of a [`SlotEntry`](crate::SlotEntry) for this value: its text; and for an unparsed text `@` and its
    /// format, if it has one, or if its characters would be read as a value.
    ///
    /// ```
    /// use kifu_core::{Parsed, UnparsedText};
    /// assert_eq!(Parsed::Value(3).slot_fields(), ["3"]);
    /// assert_eq!(Parsed::<u32>::Text("a few".into()).slot_fields(), ["a few"]);
    /// assert_eq!(Parsed::<u32>::Text(UnparsedText::of("kif", "a few")).slot_fields(), ["a few", "@kif"]);
    /// assert_eq!(Parsed::<u32>::Text("3".into()).slot_fields(), ["3", "@"]);
    /// ```
    #[must_use]
    pub fn slot_fields(&self) -> Vec<String> {
        match self {
            Self::Value(value) => [value.to_string()].into(),
            Self::Text(text) if text.format.is_none() && text.parse::<T>().is_err() => [text.text.clone()].into(),
            Self::Text(text) => [text.text.clone(), ["@", text.format().unwrap_or_default()].concat()].into(),
        }
    }

    /// Reads [these fields](Self::slot_fields), and returns the fields after them. Returns `None` if there is no field.
    ///
    /// ```
    /// use kifu_core::Parsed;
    /// let fields = ["3", "@", "second"].map(String::from);
    /// let (value, rest) = Parsed::<u32>::from_slot_fields(&fields).unwrap();
    /// assert_eq!((value, rest), (Parsed::Text("3".into()), &fields[2..]));
    /// ```
    #[must_use]
    pub fn from_slot_fields(fields: &[String]) -> Option<(Self, &[String])> {
        let (text, rest) = fields.split_first()?;
        let format = rest.first().and_then(|mark| mark.strip_prefix('@'));
        Some(match format {
            Some("") => (Self::Text(text.as_str().into()), &rest[1..]),
            Some(format) => (Self::Text(UnparsedText::of(format.to_string(), text)), &rest[1..]),
            None => (text.parse().map_or_else(|_| Self::Text(text.as_str().into()), Self::Value), rest),
        })
    }
}

impl<T: fmt::Display> fmt::Display for Parsed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// A text that could not be parsed, with the format that it was written in, if that is known.
///
/// Only that format writes the text back to its place: a time limit `各８時間` of KIF must not become the seconds of another format.
/// Other formats keep it in their slot, or lose it with a report. Two texts with the same characters are equal, because the format
/// does not change what a game states.
///
/// ```
/// use kifu_core::UnparsedText;
/// let text = UnparsedText::of("kif", "各８時間");
/// assert_eq!((text.as_str(), text.format()), ("各８時間", Some("kif")));
/// assert_eq!(text, UnparsedText::from("各８時間"));
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "crate::serial::Text", into = "crate::serial::Text"))]
pub struct UnparsedText {
    pub(crate) text: String,
    pub(crate) format: Option<Cow<'static, str>>,
}

impl UnparsedText {
    /// Creates a text that is written in the notation of a format.
    #[must_use]
    pub fn of(format: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Self {
        Self { text: text.into(), format: Some(format.into()) }
    }

    /// Returns the identifier of the format, or `None` if it is not known.
    #[must_use]
    pub fn format(&self) -> Option<&str> {
        self.format.as_deref()
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl Deref for UnparsedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl From<String> for UnparsedText {
    /// Converts a text whose format is not known.
    fn from(text: String) -> Self {
        Self { text, format: None }
    }
}

impl From<&str> for UnparsedText {
    /// Converts a text whose format is not known.
    fn from(text: &str) -> Self {
        String::from(text).into()
    }
}

impl From<UnparsedText> for String {
    fn from(text: UnparsedText) -> Self {
        text.text
    }
}

impl fmt::Debug for UnparsedText {
    /// Writes the text in quotation marks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl fmt::Display for UnparsedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for UnparsedText {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for UnparsedText {}

impl Hash for UnparsedText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decimal, MainTime, PartialDate};
    use proptest::prelude::*;

    fn comes_back<T: FromStr + ToString + PartialEq + fmt::Debug>(value: &Parsed<T>) {
        let mut fields = value.slot_fields();
        fields.push("first".into());
        let (read, rest) = Parsed::from_slot_fields(&fields).unwrap();
        assert_eq!((&read, rest), (value, &["first".to_string()][..]));
        assert_eq!(read.text().and_then(UnparsedText::format), value.text().and_then(UnparsedText::format));
    }

    proptest! {
        #[test]
        fn a_text_of_a_slot_stays_a_text_with_its_format(
            text in "[0-9.@-]{0,8}|.{0,8}",
            format in proptest::option::of("[a-z0-9]{1,5}"),
        ) {
            let text = UnparsedText { text, format: format.map(Cow::Owned) };
            comes_back::<Decimal>(&Parsed::Text(text.clone()));
            comes_back::<MainTime>(&Parsed::Text(text.clone()));
            comes_back::<PartialDate>(&Parsed::Text(text));
        }

        #[test]
        fn a_value_of_a_slot_stays_a_value(number in any::<u32>()) {
            comes_back(&Parsed::Value(number));
        }
    }
}
