use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::str::FromStr;
use kifu_core::{Decimal, NamedValue, Parsed, SlotEntry};

/// The terms of a game of go: rule set, komi and handicap.
///
/// ```
/// use kifu_core::Parsed;
/// use kifu_goban::Terms;
/// let mut terms = Terms::default();
/// terms.komi = Some(Parsed::Value("6.5".parse().unwrap()));
/// assert_eq!(terms.komi.unwrap().to_string(), "6.5");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct Terms {
    /// The name of the rule set in the spelling of the file: `Japanese`, `AGA`.
    pub rules: String,
    /// The komi: the points that White gets for moving second.
    pub komi: Option<Parsed<Decimal>>,
    /// The number of handicap stones. Their points are in the setup.
    pub handicap: Option<Parsed<u32>>,
    /// True if suicide is stated to be legal, false if it is stated to be illegal (JGF 2's `allowSuicide`).
    pub suicide: Option<bool>,
    /// True if repeating a position is stated to be forbidden, false if it is stated to be allowed (JGF 2's `disallowRepeats`:
    /// positional superko).
    pub superko: Option<bool>,
}

impl Terms {
    /// Returns the stated terms for people: `rules Japanese, komi 6.5`.
    pub(crate) fn text(&self) -> String {
        let facts: Vec<String> = self.facts().map(|NamedValue { name, value, .. }| format!("{name} {value}")).collect();
        facts.join(", ")
    }

    /// Returns the stated terms, with their names.
    pub(crate) fn facts(&self) -> impl Iterator<Item = NamedValue> {
        let Self { rules, komi, handicap, suicide, superko } = self;
        let facts = [
            ("rules", (!rules.is_empty()).then(|| rules.clone())),
            ("komi", komi.as_ref().map(ToString::to_string)),
            ("handicap", handicap.as_ref().map(ToString::to_string)),
            ("suicide", suicide.map(|is_legal| if is_legal { "legal" } else { "illegal" }.to_string())),
            ("superko", superko.map(|is_rule| if is_rule { "yes" } else { "no" }.to_string())),
        ];
        facts.into_iter().filter_map(|(name, value)| Some(NamedValue::new(name, value?)))
    }

    /// Returns the entries of the terms for the keys that a format asks for: `komi`, `handicap`, `suicide`, `superko`.
    ///
    /// ```
    /// use kifu_core::SlotEntry;
    /// use kifu_goban::Terms;
    /// let mut terms = Terms::default();
    /// terms.suicide = Some(true);
    /// assert_eq!(terms.slot_entries(&["suicide"]), [SlotEntry::new("suicide", vec!["true".into()])]);
    /// ```
    #[must_use]
    pub fn slot_entries(&self, keys: &[&str]) -> Vec<SlotEntry> {
        let stated = [
            ("komi", self.komi.as_ref().map(Parsed::slot_fields)),
            ("handicap", self.handicap.as_ref().map(Parsed::slot_fields)),
            ("suicide", self.suicide.map(|suicide| [suicide.to_string()].into())),
            ("superko", self.superko.map(|superko| [superko.to_string()].into())),
        ];
        let asked = stated.into_iter().filter(|(key, _)| keys.contains(key));
        asked.filter_map(|(key, fields)| Some(SlotEntry::new(key, fields?))).collect()
    }

    /// Sets the term that the entry states. Returns false and changes nothing if it is not an entry of the terms, does not have the
    /// form of that entry, or the term is already set.
    ///
    /// ```
    /// use kifu_core::{Parsed, SlotEntry};
    /// use kifu_goban::Terms;
    /// let mut terms = Terms::default();
    /// assert!(terms.read_slot_entry(&SlotEntry::new("komi", vec!["by nigiri".into()])));
    /// assert_eq!(terms.komi, Some(Parsed::Text("by nigiri".into())));
    /// ```
    pub fn read_slot_entry(&mut self, entry: &SlotEntry) -> bool {
        fn fill<T>(place: &mut Option<T>, value: Option<T>) -> bool {
            let fills = place.is_none() && value.is_some();
            if fills {
                *place = value;
            }
            fills
        }
        fn parsed<T: FromStr + ToString>(fields: &[String]) -> Option<Parsed<T>> {
            Parsed::from_slot_fields(fields).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value)
        }
        match (&*entry.key, &entry.fields[..]) {
            ("komi", fields) => fill(&mut self.komi, parsed(fields)),
            ("handicap", fields) => fill(&mut self.handicap, parsed(fields)),
            ("suicide", [text]) => fill(&mut self.suicide, text.parse().ok()),
            ("superko", [text]) => fill(&mut self.superko, text.parse().ok()),
            _ => false,
        }
    }
}
