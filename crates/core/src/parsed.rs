use alloc::string::String;
use core::fmt;

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
    Text(String),
}

impl<T> Parsed<T> {
    /// Returns the value, or `None` for a text.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Text(_) => None,
        }
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
