//! The rule sets with a name.

use super::{Compensation, End, Ko, Repetition, Rules, Scoring, Tax};
use kifu_core::Decimal;

/// A rule set with a name.
///
/// ```
/// use kifu_goban::rules::PRESETS;
/// let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
/// assert!(names.contains(&"japanese") && names.contains(&"tromp-taylor"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preset {
    /// The name in kifu.
    pub name: &'static str,
    /// Other names, in lower case: those in SGF's `RU`, and those of servers.
    pub aliases: &'static [&'static str],
    /// The rules.
    pub rules: Rules,
    /// The komi that is usual today.
    pub komi: Decimal,
}

const AREA: Rules = Rules {
    ko: Ko::Positional,
    repetition: Repetition::Illegal,
    suicide: false,
    scoring: Scoring::Area,
    tax: Tax::None,
    button: false,
    compensation: Compensation::None,
    end: End::TwoPasses,
};

const JAPANESE: Rules =
    Rules { ko: Ko::Simple, repetition: Repetition::NoResult, scoring: Scoring::Territory, tax: Tax::Seki, ..AREA };
const CHINESE: Rules =
    Rules { ko: Ko::Simple, repetition: Repetition::NoResult, compensation: Compensation::All, ..AREA };
const AGA: Rules =
    Rules { ko: Ko::Situational, compensation: Compensation::AllButOne, end: End::WhitePassesLast, ..AREA };

/// The rule sets with a name. If several have the same rules, [`Rules::preset`] returns the first.
///
/// ```
/// use kifu_goban::rules::PRESETS;
/// for preset in PRESETS {
///     assert_eq!(preset.name.parse(), Ok(preset.rules));
/// }
/// ```
pub const PRESETS: &[Preset] = &[
    preset("japanese", &["jp"], JAPANESE, 65),
    preset("korean", &["kr"], JAPANESE, 65),
    preset("chinese", &["cn", "chinese, pair go"], CHINESE, 75),
    preset(
        "chinese-ogs",
        &["chinese-kgs"],
        Rules { ko: Ko::Positional, repetition: Repetition::Illegal, ..CHINESE },
        75,
    ),
    preset("aga", &[], AGA, 75),
    preset("bga", &["french"], AGA, 75),
    preset("aga-button", &[], Rules { button: true, ..AGA }, 70),
    preset("nz", &["new zealand"], Rules { ko: Ko::Situational, suicide: true, ..AREA }, 70),
    preset("ing", &["goe"], Rules { suicide: true, end: End::FourPasses, ..AREA }, 75),
    preset("tromp-taylor", &["tt"], Rules { suicide: true, ..AREA }, 75),
    preset(
        "stone",
        &["old chinese", "stone scoring", "ancient-area"],
        Rules { ko: Ko::Simple, repetition: Repetition::NoResult, tax: Tax::All, ..AREA },
        75,
    ),
    preset("ancient-territory", &[], Rules { tax: Tax::All, ..JAPANESE }, 65),
    preset("cgos", &[], AREA, 75),
];

const fn preset(name: &'static str, aliases: &'static [&'static str], rules: Rules, komi_in_tenths: i64) -> Preset {
    Preset { name, aliases, rules, komi: Decimal::new(komi_in_tenths, 1) }
}

impl Default for Rules {
    /// Returns Tromp-Taylor rules, which are complete and simple.
    fn default() -> Self {
        Self { suicide: true, ..AREA }
    }
}

impl Preset {
    /// Returns the preset with this name, or with this name among its other names. The case, spaces, `-` and `_` have no effect.
    ///
    /// ```
    /// use kifu_goban::rules::Preset;
    /// assert_eq!(Preset::named("Old Chinese").unwrap().name, "stone");
    /// assert_eq!(Preset::named("house rules"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        fn letters(name: &str) -> impl Iterator<Item = char> {
            let counts = |c: &char| !c.is_whitespace() && !matches!(c, '-' | '_');
            name.chars().filter(counts).flat_map(char::to_lowercase)
        }
        let is_named =
            |preset: &&Self| preset.aliases.iter().chain([&preset.name]).any(|own| letters(own).eq(letters(name)));
        PRESETS.iter().find(is_named)
    }
}

impl Rules {
    /// Returns the preset with these rules.
    #[must_use]
    pub fn preset(&self) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.rules == *self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_one_rule_set() {
        for preset in PRESETS {
            for name in preset.aliases.iter().chain([&preset.name]) {
                assert_eq!(name.to_lowercase(), *name);
                assert_eq!(name.to_uppercase().parse(), Ok(preset.rules), "{name}");
                let same = PRESETS.iter().filter(|other| other.name == *name || other.aliases.contains(name));
                assert_eq!(same.count(), 1, "{name}");
            }
        }
    }
}
