use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;
use kifu_core::{Decimal, Parsed};

/// What was agreed before a game of go.
///
/// ```
/// use kifu_core::Parsed;
/// use kifu_goban::Terms;
/// let terms = Terms { komi: Some(Parsed::Value("6.5".parse().unwrap())), ..Terms::default() };
/// assert_eq!(terms.komi.unwrap().to_string(), "6.5");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The name of the rule set, as it was written: `Japanese`, `AGA`.
    pub rules: String,
    /// What White gets for moving second, in points.
    pub komi: Option<Parsed<Decimal>>,
    /// How many handicap stones; says nothing about where they stand.
    pub handicap: Option<Parsed<u32>>,
}

impl fmt::Debug for Terms {
    /// What is stated, in few words, for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |text: &String| (!text.is_empty()).then(|| text.clone());
        let parts = [
            ("rules", text(&self.rules)),
            ("komi", self.komi.as_ref().map(ToString::to_string)),
            ("handicap", self.handicap.as_ref().map(ToString::to_string)),
        ];
        let stated = parts.into_iter().filter_map(|(what, text)| Some(alloc::format!("{what} {}", text?)));
        let stated: Vec<_> = stated.collect();
        f.write_str(if stated.is_empty() { "nothing" } else { "" })?;
        f.write_str(&stated.join(", "))
    }
}
