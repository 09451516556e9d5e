use alloc::string::String;
use kifu_core::{Decimal, Stated};

/// What was agreed before a game of go.
///
/// ```
/// use kifu_core::Stated;
/// use kifu_goban::Terms;
/// let terms = Terms { komi: Some(Stated::Known("6.5".parse().unwrap())), ..Terms::default() };
/// assert_eq!(terms.komi.unwrap().to_string(), "6.5");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The name of the rule set, as it was written: `Japanese`, `AGA`.
    pub rules: String,
    /// What White gets for moving second, in points.
    pub komi: Option<Stated<Decimal>>,
    /// How many handicap stones; says nothing about where they stand.
    pub handicap: Option<Stated<u32>>,
}
