//! The text of a rule set: the name of a preset, or the choices in KataGo's notation.

use super::{Compensation, End, Ko, Preset, Repetition, Rules, Scoring, Tax, katago::of_json};
use core::{fmt, str::FromStr};
use kifu_core::Decimal;

impl fmt::Display for Rules {
    /// Writes the name of the preset, or the choices in KataGo's notation. Choices that KataGo has no word for follow as `repDRAW`,
    /// `endWHITE` or `endFOUR`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(preset) = self.preset() {
            return f.write_str(preset.name);
        }
        f.write_str(&self.to_katago())?;
        if self.repetition != self.ko.usual_repetition() {
            write!(f, "rep{}", self.repetition.word())?;
        }
        if self.end != End::TwoPasses {
            write!(f, "end{}", self.end.word())?;
        }
        Ok(())
    }
}

/// The error for a text that is not the name of a rule set.
///
/// ```
/// use kifu_goban::rules::{ParseRulesError, Rules};
/// assert_eq!("house rules".parse::<Rules>(), Err(ParseRulesError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRulesError;

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the name of a rule set such as `japanese`, nor rules in a notation of KataGo")
    }
}

impl core::error::Error for ParseRulesError {}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// Reads the name of a preset, or the choices in one of KataGo's notations: `koPOSITIONALscoreAREAtaxNONEsui1`, or
    /// `{"ko":"POSITIONAL","scoring":"AREA"}`. In names, the case, spaces, `-` and `_` have no effect.
    ///
    /// A komi and `friendlyPassOk` (`fpok`: whether the players may agree on dead stones) may be stated, too. They are not part of
    /// the rules. In JSON, members that are missing have the values of Tromp-Taylor rules, and the tax is the usual one of the
    /// scoring.
    fn from_str(text: &str) -> Result<Self, ParseRulesError> {
        let text = text.trim();
        let rules = match Preset::named(text) {
            Some(preset) => Some(preset.rules),
            None if text.starts_with('{') => of_json(text),
            None => of_choices(text),
        };
        rules.ok_or(ParseRulesError)
    }
}

/// Parses rules in KataGo's notation.
fn of_choices(text: &str) -> Option<Rules> {
    let mut rest = text;
    let mut choice = |key: &str, words: &[&str]| -> Option<usize> {
        let after = rest.strip_prefix(key)?;
        // The longest word that matches: `N-1` and not `N`.
        let fits = (0..words.len()).filter(|&n| after.starts_with(words[n]));
        let found = fits.max_by_key(|&n| words[n].len())?;
        rest = &after[words[found].len()..];
        Some(found)
    };
    let ko = Ko::ALL[choice("ko", &Ko::ALL.map(Ko::word))?];
    let scoring = Scoring::ALL[choice("score", &Scoring::ALL.map(Scoring::word))?];
    let tax = Tax::ALL[choice("tax", &Tax::ALL.map(Tax::word))?];
    let suicide = choice("sui", &["0", "1"])? == 1;
    let button = choice("button", &["0", "1"]) == Some(1);
    let compensation = choice("whb", &Compensation::ALL.map(Compensation::word));
    let compensation = compensation.map_or(Compensation::None, |n| Compensation::ALL[n]);
    let _ = choice("fpok", &["0", "1"]);
    let repetition = choice("rep", &Repetition::ALL.map(Repetition::word));
    let repetition = repetition.map_or(ko.usual_repetition(), |n| Repetition::ALL[n]);
    let end = choice("end", &End::ALL.map(End::word)).map_or(End::TwoPasses, |n| End::ALL[n]);
    let is_whole = match rest.strip_prefix("komi") {
        Some(komi) => komi.parse::<Decimal>().is_ok(),
        None => rest.is_empty(),
    };
    is_whole.then_some(Rules { ko, repetition, suicide, scoring, tax, button, compensation, end })
}

/// Defines the list of values of a choice, and their words in the notation.
macro_rules! words {
    ($type:ident { $($value:ident $word:literal)* }) => {
        impl $type {
            pub(super) const ALL: [Self; [$($word),*].len()] = [$(Self::$value),*];

            pub(super) const fn word(self) -> &'static str {
                match self { $(Self::$value => $word,)* }
            }
        }
    };
}

words!(Ko { Simple "SIMPLE" Positional "POSITIONAL" Situational "SITUATIONAL" });
words!(Repetition { Illegal "ILLEGAL" NoResult "NONE" Draw "DRAW" });
words!(Scoring { Area "AREA" Territory "TERRITORY" });
words!(Tax { None "NONE" Seki "SEKI" All "ALL" });
words!(Compensation { None "0" AllButOne "N-1" All "N" });
words!(End { TwoPasses "TWO" WhitePassesLast "WHITE" FourPasses "FOUR" });

impl Ko {
    pub(super) fn usual_repetition(self) -> Repetition {
        match self {
            Self::Simple => Repetition::NoResult,
            Self::Positional | Self::Situational => Repetition::Illegal,
        }
    }
}

#[cfg(test)]
impl Rules {
    /// Every combination of choices.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..3 * 3 * 2 * 2 * 3 * 2 * 3 * 3).map(|mut n: usize| {
            let mut of = |count: usize| {
                let choice = n % count;
                n /= count;
                choice
            };
            Self {
                ko: Ko::ALL[of(3)],
                repetition: Repetition::ALL[of(3)],
                suicide: of(2) == 1,
                scoring: Scoring::ALL[of(2)],
                tax: Tax::ALL[of(3)],
                button: of(2) == 1,
                compensation: Compensation::ALL[of(3)],
                end: End::ALL[of(3)],
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;
    use alloc::string::ToString;

    #[test]
    fn rules_read_what_they_display() {
        for rules in Rules::all() {
            let text = rules.to_string();
            assert_eq!(text.parse(), Ok(rules), "{text}");
        }
    }

    /// The names of rule sets in SGF's `RU`, as the standard, servers and programs write them.
    #[test]
    fn names_are_recognised() {
        for (preset, names) in [
            ("japanese", &["Japanese", " Japanese ", "JAPANESE", "\tjapanese\n", "JP", "jp"][..]),
            ("korean", &["Korean", "korean", "KR"]),
            ("chinese", &["Chinese", "CN", "Chinese, Pair Go", "chinese,pair go"]),
            ("chinese-ogs", &["chinese-ogs", "Chinese-KGS", "chinese_kgs", "ChineseOGS"]),
            ("aga", &["AGA", "aga"]),
            ("bga", &["BGA", "French", "french"]),
            ("aga-button", &["aga-button", "AGA Button", "aga_button"]),
            ("nz", &["NZ", "New Zealand", "NewZealand", "new-zealand", "new  zealand"]),
            ("ing", &["GOE", "Ing", "ING", "goe"]),
            ("tromp-taylor", &["Tromp-Taylor", "Tromp Taylor", "tromp_taylor", "TrompTaylor", "tt"]),
            ("stone", &["Old Chinese", "old chinese", "stone", "Stone Scoring", "ancient-area", "ancient area"]),
            ("ancient-territory", &["ancient-territory", "Ancient Territory"]),
        ] {
            let rules = PRESETS.iter().find(|of| of.name == preset).map(|of| of.rules).unwrap();
            for name in names {
                assert_eq!(name.parse(), Ok(rules), "{name}");
            }
        }
        for name in ["", " ", "-", "Chinese rules", "Jap", "JapaneseJapanese", "Chinese Pair Go", "0.5", "中国"] {
            assert_eq!(name.parse::<Rules>(), Err(ParseRulesError), "{name}");
        }
    }

    /// The differences between the rule sets, in the notation of KataGo.
    #[test]
    fn presets_differ_where_they_should() {
        let of = |name: &str| name.parse::<Rules>().unwrap();
        for (name, choices) in [
            ("japanese", "koSIMPLEscoreTERRITORYtaxSEKIsui0"),
            ("korean", "koSIMPLEscoreTERRITORYtaxSEKIsui0"),
            ("chinese", "koSIMPLEscoreAREAtaxNONEsui0whbN"),
            ("chinese-kgs", "koPOSITIONALscoreAREAtaxNONEsui0whbN"),
            ("aga", "koSITUATIONALscoreAREAtaxNONEsui0whbN-1endWHITE"),
            ("french", "koSITUATIONALscoreAREAtaxNONEsui0whbN-1endWHITE"),
            ("aga-button", "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1endWHITE"),
            ("New Zealand", "koSITUATIONALscoreAREAtaxNONEsui1whb0"),
            ("GOE", "koPOSITIONALscoreAREAtaxNONEsui1endFOUR"),
            ("Tromp-Taylor", "koPOSITIONALscoreAREAtaxNONEsui1komi7.5"),
            ("Old Chinese", "koSIMPLEscoreAREAtaxALLsui0"),
            ("ancient-territory", "koSIMPLEscoreTERRITORYtaxALLsui0"),
            ("cgos", "koPOSITIONALscoreAREAtaxNONEsui0fpok0komi7.5"),
        ] {
            assert_eq!(of(name), of(choices), "{name}");
        }
        for text in
            ["", "ko", "koSIMPLE", "koSIMPLEscoreAREAtaxNONEsui2", "koSIMPLEscoreAREAtaxNONEsui0komi", "japanese rules"]
        {
            assert_eq!(text.parse::<Rules>(), Err(ParseRulesError), "{text}");
        }
    }
}
