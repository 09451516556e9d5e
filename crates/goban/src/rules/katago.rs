//! KataGo's two notations for rules: a JSON object, and a row of choices.

use super::{Compensation, Ko, Rules, Scoring, Tax};
use alloc::{format, string::String};
use kifu_core::Decimal;

impl Rules {
    /// Returns the rules as the JSON object that KataGo's `kata-set-rules` and its analysis engine read.
    ///
    /// The object has no `komi` and no `friendlyPassOk`, which are not part of the rules here, and KataGo has no words for
    /// `repetition` and `end`. [`Rules::from_str`](core::str::FromStr::from_str) reads the object: then `repetition` is the usual
    /// one of the ko rule, and two passes end the game.
    ///
    /// ```
    /// use kifu_goban::Rules;
    /// let rules: Rules = "chinese".parse()?;
    /// assert_eq!(
    ///     rules.to_katago_json(),
    ///     r#"{"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#
    /// );
    /// assert_eq!(rules.to_katago_json().parse(), Ok(rules));
    /// # Ok::<(), kifu_goban::rules::ParseRulesError>(())
    /// ```
    #[must_use]
    pub fn to_katago_json(&self) -> String {
        let Self { ko, scoring, suicide, tax, button, compensation, .. } = self;
        format!(
            r#"{{"hasButton":{button},"ko":"{}","scoring":"{}","suicide":{suicide},"tax":"{}","whiteHandicapBonus":"{}"}}"#,
            ko.word(),
            scoring.word(),
            tax.word(),
            compensation.word()
        )
    }

    /// Returns the rules as the row of choices that KataGo writes into `RU` of its SGF files.
    ///
    /// It states the same as [`to_katago_json`](Self::to_katago_json). The [`Display`](core::fmt::Display) of rules also states
    /// `repetition` and `end`, and uses the names of presets.
    ///
    /// ```
    /// use kifu_goban::Rules;
    /// let rules: Rules = "aga-button".parse()?;
    /// assert_eq!(rules.to_katago(), "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1");
    /// # Ok::<(), kifu_goban::rules::ParseRulesError>(())
    /// ```
    #[must_use]
    pub fn to_katago(&self) -> String {
        let Self { ko, scoring, tax, .. } = self;
        let suicide = u8::from(self.suicide);
        let mut text = format!("ko{}score{}tax{}sui{suicide}", ko.word(), scoring.word(), tax.word());
        if self.button {
            text.push_str("button1");
        }
        if self.compensation != Compensation::None {
            text.push_str("whb");
            text.push_str(self.compensation.word());
        }
        text
    }
}

/// Parses rules in KataGo's JSON form: one flat object, in any order of its members, with defaults as in KataGo for those that are
/// missing. If a member is repeated, the last counts. Returns `None` for any other text, for another member or value, and for
/// escapes in strings, which none of the words needs.
pub(super) fn of_json(text: &str) -> Option<Rules> {
    let mut rules = Rules::default();
    let mut tax = None;
    let mut rest = text.trim_matches(is_space).strip_prefix('{')?.strip_suffix('}')?.trim_matches(is_space);
    while !rest.is_empty() {
        let (key, after) = string(rest)?;
        let value = after.trim_start_matches(is_space).strip_prefix(':')?.trim_start_matches(is_space);
        // No word of a value contains a comma.
        let (value, after) = value.split_once(',').map_or((value, None), |(value, after)| (value, Some(after)));
        let value = value.trim_end_matches(is_space);
        match key {
            "ko" => rules.ko = one_of(&Ko::ALL, Ko::word, value)?,
            "scoring" | "score" => rules.scoring = one_of(&Scoring::ALL, Scoring::word, value)?,
            "tax" => tax = Some(one_of(&Tax::ALL, Tax::word, value)?),
            "suicide" => rules.suicide = value.parse().ok()?,
            "hasButton" => rules.button = value.parse().ok()?,
            "whiteHandicapBonus" => rules.compensation = one_of(&Compensation::ALL, Compensation::word, value)?,
            // These two are not part of the rules.
            "friendlyPassOk" => drop(value.parse::<bool>().ok()?),
            "komi" => drop(value.parse::<Decimal>().ok()?),
            _ => return None,
        }
        rest = match after {
            Some(after) => Some(after.trim_start_matches(is_space)).filter(|after| !after.is_empty())?,
            None => "",
        };
    }
    let usual_tax = if rules.scoring == Scoring::Territory { Tax::Seki } else { Tax::None };
    Some(Rules { tax: tax.unwrap_or(usual_tax), repetition: rules.ko.usual_repetition(), ..rules })
}

/// White space in JSON.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// Returns the string at the start of a text, and the text after it.
fn string(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('"')?.split_once('"').filter(|(inner, _)| !inner.contains('\\'))
}

/// Returns the choice that a string names. The case is ignored, as in KataGo's `kata-set-rule`.
fn one_of<T: Copy>(all: &[T], word: fn(T) -> &'static str, value: &str) -> Option<T> {
    let (named, rest) = string(value)?;
    all.iter().copied().find(|&choice| rest.is_empty() && word(choice).eq_ignore_ascii_case(named))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{End, PRESETS, ParseRulesError};
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// What KataGo's notations hold of rules.
    fn held(rules: Rules) -> Rules {
        Rules { repetition: rules.ko.usual_repetition(), end: End::TwoPasses, ..rules }
    }

    #[test]
    fn rules_are_read_from_both_notations() {
        for rules in Rules::all() {
            for text in [rules.to_katago_json(), rules.to_katago()] {
                assert_eq!(text.parse(), Ok(held(rules)), "{text}");
            }
        }
    }

    #[test]
    fn the_json_is_json() {
        for rules in Rules::all() {
            let value: serde_json::Value = serde_json::from_str(&rules.to_katago_json()).unwrap();
            assert_eq!(value["suicide"], rules.suicide);
            assert_eq!(value["whiteHandicapBonus"], rules.compensation.word());
            assert_eq!(value.as_object().unwrap().len(), 6);
        }
    }

    #[test]
    fn missing_members_have_the_defaults_of_katago() {
        let read = |text: &str| text.parse::<Rules>().unwrap();
        assert_eq!(read("{}"), read("tromp-taylor"));
        assert_eq!(read(r#"{"scoring":"TERRITORY"}"#).tax, Tax::Seki);
        assert_eq!(read(r#"{"tax":"ALL","score":"TERRITORY"}"#).tax, Tax::All);
        assert_eq!(read(r#"{"ko":"simple","suicide":false,"whiteHandicapBonus":"N"}"#), read("chinese"));
        let spaced = " { \"ko\" : \"SIMPLE\" ,\n\t\"scoring\":\"TERRITORY\", \"suicide\" : false, \"komi\":6.5 , \"friendlyPassOk\":true\r\n} ";
        assert_eq!(read(spaced), read("japanese"));
        assert_eq!(read(r#"{"ko":"SIMPLE","ko":"SITUATIONAL"}"#).ko, Ko::Situational);
    }

    #[test]
    fn other_json_is_refused() {
        for text in [
            "{",
            "}",
            "[]",
            "{}}",
            "{,}",
            r#"{"ko"}"#,
            r#"{"ko":}"#,
            r#"{"ko":SIMPLE}"#,
            r#"{"ko":"SIMPLE",}"#,
            r#"{"ko":"SIMPLE" "tax":"ALL"}"#,
            r#"{"ko":"SIMPLE"x}"#,
            r#"{"ko":"SIMPLE","tax"}"#,
            r#"{"ko":"SPIGHT"}"#,
            r#"{"ko":true}"#,
            r#"{"suicide":"true"}"#,
            r#"{"suicide":1}"#,
            r#"{"hasButton":null}"#,
            r#"{"komi":"7.5"}"#,
            r#"{"komi":}"#,
            r#"{"friendlyPassOk":2}"#,
            r#"{"k\u006f":"SIMPLE"}"#,
            r#"{"rules":{"ko":"SIMPLE"}}"#,
            r#"{"name":"japanese"}"#,
        ] {
            assert_eq!(text.parse::<Rules>(), Err(ParseRulesError), "{text}");
        }
    }

    #[test]
    fn presets_are_those_of_katago() {
        for preset in PRESETS {
            assert_eq!(preset.rules.to_katago().parse(), Ok(held(preset.rules)), "{}", preset.name);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// The order of the members and the white space between them have no effect.
        #[test]
        fn members_may_be_in_any_order(
            n in 0..1_000_000_usize,
            order in Just((0..8_usize).collect::<Vec<_>>()).prop_shuffle(),
            space in "[ \t\r\n]{0,3}",
        ) {
            let all: Vec<Rules> = Rules::all().collect();
            let rules = all[n % all.len()];
            let members = [
                format!(r#""ko"{space}:{space}"{}""#, rules.ko.word()),
                format!(r#""scoring":{space}"{}""#, rules.scoring.word()),
                format!(r#""tax":"{}""#, rules.tax.word()),
                format!(r#""suicide"{space}:{}"#, rules.suicide),
                format!(r#""hasButton":{space}{}"#, rules.button),
                format!(r#""whiteHandicapBonus":"{}""#, rules.compensation.word()),
                format!(r#""komi":{}"#, n % 15),
                format!(r#""friendlyPassOk":{}"#, n % 2 == 0),
            ];
            let members: Vec<&str> = order.iter().map(|&n| &*members[n]).collect();
            let text = format!("{space}{{{space}{}{space}}}{space}", members.join(&format!("{space},{space}")));
            prop_assert_eq!(text.parse(), Ok(held(rules)));
        }

        /// Any text is read or refused, without a panic.
        #[test]
        fn any_text_is_read_or_refused(text in r#"[{}":, \\a-zA-Z0-9."-]{0,40}|\PC{0,20}"#, cut in 0..110_usize) {
            let _ = text.parse::<Rules>();
            let json = Rules::default().to_katago_json();
            let cut = cut % json.len();
            prop_assert_eq!(json[..cut].parse::<Rules>(), Err(ParseRulesError));
            let _ = format!("{}{text}{}", &json[..cut], &json[cut..]).parse::<Rules>();
        }
    }
}
