//! Rule sets as data: their names and their differences. This module does not apply rules.
//!
//! ```
//! use kifu_goban::rules::PRESETS;
//! let japanese = PRESETS.iter().find(|preset| preset.name == "japanese").unwrap();
//! assert_eq!(japanese.komi.to_string(), "6.5");
//! ```

mod katago;
mod notation;
mod preset;

pub use notation::ParseRulesError;
pub use preset::{PRESETS, Preset};

use alloc::{format, string::String, vec::Vec};

/// A rule set: the choices that differ between rule sets of go.
///
/// Its text is the name of a preset, or the choices in one of KataGo's two notations: a row of words, or JSON. The case of names
/// is ignored, as for SGF's `RU`: `Japanese`, `AGA`, `Old Chinese`, `New Zealand`.
///
/// ```
/// use kifu_goban::rules::{Ko, Rules, Scoring};
/// let rules: Rules = "New Zealand".parse()?;
/// assert_eq!((rules.ko, rules.scoring, rules.suicide), (Ko::Situational, Scoring::Area, true));
/// assert_eq!(rules.to_string(), "nz");
///
/// let rules: Rules = "koSIMPLEscoreTERRITORYtaxSEKIsui0".parse()?;
/// assert_eq!(rules.to_string(), "japanese");
///
/// let rules: Rules = r#"{"ko": "SITUATIONAL", "scoring": "AREA", "suicide": true}"#.parse()?;
/// assert_eq!(rules.to_string(), "nz");
/// # Ok::<(), kifu_goban::rules::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rules {
    /// The repetitions of a position that are forbidden.
    pub ko: Ko,
    /// The result of the game if a position repeats and `ko` does not forbid the repetition.
    pub repetition: Repetition,
    /// True if a move may remove several stones of its own colour. Suicide of a single stone is illegal in every rule set here.
    pub suicide: bool,
    /// The points that count for a player: area or territory.
    pub scoring: Scoring,
    /// The points of living groups that do not count (group tax).
    pub tax: Tax,
    /// True if the first player who passes gets half a point.
    pub button: bool,
    /// The points that White gets for handicap stones.
    pub compensation: Compensation,
    /// The passes that end the game.
    pub end: End,
}

/// The repetitions of a position that are forbidden.
///
/// ```
/// use kifu_goban::rules::{Ko, Rules};
/// assert_eq!(Rules::default().ko, Ko::Positional);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ko {
    /// A player may not immediately recapture a single stone in a ko.
    Simple,
    /// A move may not repeat the stones of an earlier position (positional superko).
    Positional,
    /// A move may not repeat the stones of an earlier position with the same player to move (situational superko).
    Situational,
}

/// The result of the game if a position repeats and the ko rule does not forbid the repetition.
///
/// ```
/// use kifu_goban::rules::{Repetition, Rules};
/// let japanese: Rules = "japanese".parse()?;
/// assert_eq!(japanese.repetition, Repetition::NoResult); // a triple ko
/// # Ok::<(), kifu_goban::rules::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Repetition {
    /// No position can repeat, because `ko` forbids every repetition (superko).
    Illegal,
    /// The game has no result.
    NoResult,
    /// The game is a draw.
    Draw,
}

/// The points that count for a player: area or territory.
///
/// ```
/// use kifu_goban::rules::{Rules, Scoring};
/// assert_eq!("chinese".parse::<Rules>()?.scoring, Scoring::Area);
/// # Ok::<(), kifu_goban::rules::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scoring {
    /// Stones and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// The points of living groups that do not count: none, those in seki, or also two for each group (group tax).
///
/// A player whose groups are connected pays less group tax, because a group needs two points to live.
///
/// ```
/// use kifu_goban::rules::{Rules, Tax};
/// assert_eq!("Old Chinese".parse::<Rules>()?.tax, Tax::All);
/// # Ok::<(), kifu_goban::rules::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tax {
    /// All points count.
    None,
    /// The empty points that a group surrounds in a seki do not count (Japanese rules).
    Seki,
    /// Points in a seki do not count, and each other living group costs its player two points (old Chinese rules).
    All,
}

/// The points that White gets for handicap stones.
///
/// ```
/// use kifu_goban::rules::{Compensation, Rules};
/// assert_eq!("aga".parse::<Rules>()?.compensation, Compensation::AllButOne);
/// # Ok::<(), kifu_goban::rules::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compensation {
    /// White gets no points.
    None,
    /// White gets a point for each stone but the first.
    AllButOne,
    /// White gets a point for each stone.
    All,
}

/// The passes that end the game.
///
/// ```
/// use kifu_goban::rules::{End, Rules};
/// assert_eq!("ing".parse::<Rules>()?.end, End::FourPasses);
/// # Ok::<(), kifu_goban::rules::ParseRulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum End {
    /// Two passes in a row.
    TwoPasses,
    /// Two passes in a row, the second by White.
    WhitePassesLast,
    /// Four passes in a row.
    FourPasses,
}

impl Rules {
    /// Returns true if a move may not repeat an earlier position (superko).
    #[must_use]
    pub fn forbids_repetition(&self) -> bool {
        self.ko != Ko::Simple
    }
}

impl crate::Terms {
    /// Returns the contradictions between the named rule set and what the terms state about suicide and superko, each as a sentence
    /// without a full stop.
    ///
    /// ```
    /// use kifu_goban::Terms;
    /// let mut terms = Terms::default();
    /// terms.rules = "NZ".into();
    /// terms.suicide = Some(false);
    /// assert_eq!(terms.contradictions(), ["suicide is stated to be illegal, but it is legal under NZ rules"]);
    /// ```
    #[must_use]
    pub fn contradictions(&self) -> Vec<String> {
        let Ok(named) = self.rules.parse::<Rules>() else { return Vec::new() };
        let word = |is_legal: bool| if is_legal { "legal" } else { "illegal" };
        let stated = [
            ("suicide", self.suicide, named.suicide),
            ("repeating a position", self.superko.map(|superko| !superko), !named.forbids_repetition()),
        ];
        let rules = &self.rules;
        let contradicting =
            stated.into_iter().filter(|(_, stated, named)| stated.is_some_and(|stated| stated != *named));
        let sentence = |(what, stated, named): (&str, Option<bool>, bool)| {
            let stated = word(stated.unwrap_or(!named));
            format!("{what} is stated to be {stated}, but it is {} under {rules} rules", word(named))
        };
        contradicting.map(sentence).collect()
    }

    /// Returns the rule set that the terms name. If the terms state suicide or superko, that replaces the value of the rule set.
    /// `None` if the name is unknown.
    ///
    /// ```
    /// use kifu_goban::{Terms, rules::Ko};
    /// let mut terms = Terms::default();
    /// terms.rules = "Japanese".into();
    /// assert!(!terms.rule_set().unwrap().suicide);
    /// terms.superko = Some(true); // JGF 2's disallowRepeats
    /// assert_eq!(terms.rule_set().unwrap().ko, Ko::Positional);
    /// ```
    #[must_use]
    pub fn rule_set(&self) -> Option<Rules> {
        let mut rules: Rules = self.rules.parse().ok()?;
        rules.suicide = self.suicide.unwrap_or(rules.suicide);
        match self.superko {
            Some(true) if rules.ko == Ko::Simple => {
                rules.ko = Ko::Positional;
                rules.repetition = Repetition::Illegal;
            }
            Some(false) => {
                rules.ko = Ko::Simple;
                rules.repetition = Repetition::NoResult;
            }
            _ => {}
        }
        Some(rules)
    }
}
