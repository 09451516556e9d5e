use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, str::FromStr};
use kifu_core::{Decimal, Parsed, SlotEntry};

/// The terms of a game of go: rule set, komi and handicap.
///
/// ```
/// use kifu_core::Parsed;
/// use kifu_goban::Terms;
/// let mut terms = Terms::default();
/// terms.komi = Some(Parsed::Value("6.5".parse().unwrap()));
/// assert_eq!(terms.komi.unwrap().to_string(), "6.5");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
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

impl fmt::Debug for Terms {
    /// Writes the stated terms as a short text, for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |text: &String| (!text.is_empty()).then(|| text.clone());
        let parts = [
            ("rules", text(&self.rules)),
            ("komi", self.komi.as_ref().map(ToString::to_string)),
            ("handicap", self.handicap.as_ref().map(ToString::to_string)),
            ("suicide", self.suicide.map(|is| if is { "legal" } else { "illegal" }.to_string())),
            ("superko", self.superko.map(|is| if is { "yes" } else { "no" }.to_string())),
        ];
        let stated = parts.into_iter().filter_map(|(what, text)| Some(alloc::format!("{what} {}", text?)));
        let stated: Vec<_> = stated.collect();
        f.write_str(if stated.is_empty() { "nothing" } else { "" })?;
        f.write_str(&stated.join(", "))
    }
}
