//! The description of a format, and the detection of a format from its description.

use super::option::{OptionInfo, OptionSetting, OptionValues};
use crate::{Charset, CodeInfo, Part, Sample};
use alloc::{format, string::String, vec::Vec};

/// The description of a format.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// use kifu_core::{Format, FormatInfo, Part};
/// let info: &FormatInfo = Lines.info();
/// assert_eq!((info.id, info.title), ("lines", "Moves on lines"));
/// assert!(!info.holds.contains(&Part::Comment));
/// assert!(info.partly.is_empty()); // it has no limits
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FormatInfo {
    /// The identifier of the format on the command line: `sgf`.
    pub id: &'static str,
    /// The full name.
    pub title: &'static str,
    /// The extensions of its files, without the dot, the usual one first.
    pub extensions: &'static [&'static str],
    /// The number of games per file: one or many.
    pub games: GamesPerFile,
    /// The parts of a record that the format can hold without limits.
    pub holds: &'static [Part],
    /// The parts that the format can hold within limits. All data that the format reads from its own files must be within the limits.
    pub partly: &'static [PartLimit],
    /// The options.
    pub options: &'static [OptionInfo],
    /// All diagnostics that the format can report.
    pub codes: &'static [CodeInfo],
    /// The words that files of this format start with, and files of other formats do not.
    pub magic: &'static [&'static str],
    /// Words that occur near the start of most files of this format, and rarely in files of other formats.
    pub hints: &'static [&'static str],
    /// The charsets that files of the format are in if they declare none. Empty if a file may be in any charset, see
    /// [`DecodeOptions::candidates`](crate::DecodeOptions::candidates).
    pub charsets: &'static [Charset],
    /// The options and values that make the format write a game in one line, so that a file can have one record per line. Empty if
    /// the format always writes one line, `None` if it cannot.
    pub record_per_line: Option<&'static [OptionSetting]>,
    /// True if the text of a move can mean another move after another game: 同 in KIF is the square of the last move. Then damage to a
    /// move may change those after it.
    pub contextual: bool,
}

impl FormatInfo {
    /// Creates the description of a format with one game per file and no parts. Complete it with the methods below, in a constant.
    ///
    /// ```
    /// use kifu_core::{FormatInfo, Part, PartLimit};
    /// const INFO: FormatInfo = FormatInfo::new("abc", "ABC, the moves of a game")
    ///     .extensions(&["abc"])
    ///     .magic(&["#abc"])
    ///     .holds(&[Part::Action])
    ///     .partly(&[PartLimit::new(Part::Comment, "in a line")]);
    /// assert_eq!((INFO.id, INFO.partly.len(), INFO.options.len()), ("abc", 1, 0));
    /// ```
    #[must_use]
    pub const fn new(id: &'static str, title: &'static str) -> Self {
        Self {
            id,
            title,
            extensions: &[],
            games: GamesPerFile::One,
            holds: &[],
            partly: &[],
            options: &[],
            codes: &[],
            magic: &[],
            hints: &[],
            charsets: &[],
            record_per_line: None,
            contextual: false,
        }
    }

    /// Returns the description with these file extensions, without the dot, the usual one first.
    #[must_use]
    pub const fn extensions(self, extensions: &'static [&'static str]) -> Self {
        Self { extensions, ..self }
    }

    /// Returns the description with one or many games per file.
    #[must_use]
    pub const fn games(self, games: GamesPerFile) -> Self {
        Self { games, ..self }
    }

    /// Returns the description with the parts that the format holds without limits.
    #[must_use]
    pub const fn holds(self, holds: &'static [Part]) -> Self {
        Self { holds, ..self }
    }

    /// Returns the description with the parts that the format holds within limits.
    #[must_use]
    pub const fn partly(self, partly: &'static [PartLimit]) -> Self {
        Self { partly, ..self }
    }

    /// Returns the description with these options.
    #[must_use]
    pub const fn options(self, options: &'static [OptionInfo]) -> Self {
        Self { options, ..self }
    }

    /// Returns the description with all diagnostics that the format can report.
    #[must_use]
    pub const fn codes(self, codes: &'static [CodeInfo]) -> Self {
        Self { codes, ..self }
    }

    /// Returns the description with the words that files of this format start with, and files of other formats do not.
    #[must_use]
    pub const fn magic(self, magic: &'static [&'static str]) -> Self {
        Self { magic, ..self }
    }

    /// Returns the description with words that occur near the start of most files of this format, and rarely in files of other
    /// formats.
    #[must_use]
    pub const fn hints(self, hints: &'static [&'static str]) -> Self {
        Self { hints, ..self }
    }

    /// Returns the description with the charsets that files of the format are in if they declare none.
    ///
    /// ```
    /// use kifu_core::{Charset, FormatInfo};
    /// const CHARSETS: &[Charset] = &[Charset::UTF_8, Charset::SHIFT_JIS];
    /// const INFO: FormatInfo = FormatInfo::new("abc", "ABC").charsets(CHARSETS);
    /// assert_eq!(INFO.charsets.len(), 2);
    /// ```
    #[must_use]
    pub const fn charsets(self, charsets: &'static [Charset]) -> Self {
        Self { charsets, ..self }
    }

    /// Returns the description with the options that make the format write a game in one line.
    #[must_use]
    pub const fn record_per_line(self, options: &'static [OptionSetting]) -> Self {
        Self { record_per_line: Some(options), ..self }
    }

    /// Returns the description of a format whose texts of moves can mean another move after another game.
    #[must_use]
    pub const fn contextual(self) -> Self {
        Self { contextual: true, ..self }
    }

    /// Returns the usual extension, or the identifier of a format without extensions.
    #[must_use]
    pub fn first_extension(&self) -> &'static str {
        self.extensions.first().copied().unwrap_or(self.id)
    }

    /// Returns the name of the option that sets the output charset, if there is one.
    #[must_use]
    pub fn charset_option(&self) -> Option<&'static str> {
        self.options.iter().find(|option| option.values == OptionValues::Charset).map(|option| option.name)
    }

    /// Returns the reason why a file that starts with none of the words of `magic` does not have the format. `None` if there are no
    /// such words.
    ///
    /// ```
    /// use kifu_core::FormatInfo;
    /// let info = FormatInfo::new("abc", "ABC").magic(&["ABC", "abc"]);
    /// assert_eq!(info.rejection().unwrap(), r#"does not start with "ABC" or "abc""#);
    /// ```
    #[must_use]
    pub fn rejection(&self) -> Option<String> {
        let words: Vec<String> = self.magic.iter().map(|word| format!("{word:?}")).collect();
        (!words.is_empty()).then(|| format!("does not start with {}", words.join(" or ")))
    }

    /// Returns the confidence that a file has the format with this description: certain if the file starts with a word of `magic`,
    /// after white space; likely if a word of `hints` occurs in the file; possible if the file has an extension of the format.
    ///
    /// The words are searched in the text of the sample, and in its text in the `expected` charset. A word of `magic` that ends
    /// with a letter or a digit matches only a whole word.
    ///
    /// ```
    /// use kifu_core::{Charset, Confidence, FormatInfo, Sample};
    /// let info = FormatInfo::new("abc", "ABC").extensions(&["abc"]).magic(&["手合割"]);
    /// let shift_jis = Sample::new(b"\x8E\xE8\x8D\x87\x8A\x84\x81F", Some("abc"));
    /// assert_eq!(info.confidence(&shift_jis, Some(&Charset::new("Shift_JIS"))), Confidence::Certain);
    /// assert_eq!(info.confidence(&shift_jis, None), Confidence::Possible);
    /// ```
    #[must_use]
    pub fn confidence(&self, sample: &Sample<'_>, expected: Option<&Charset>) -> Confidence {
        let starts_with = |text: &str, word: &str| {
            let rest = text.strip_prefix(word);
            let is_open = word.ends_with(char::is_alphanumeric);
            rest.is_some_and(|rest| !(is_open && rest.starts_with(char::is_alphanumeric)))
        };
        let of_text = |text: &str| {
            if self.magic.iter().any(|word| starts_with(text.trim_start(), word)) {
                Confidence::Certain
            } else if self.hints.iter().any(|word| text.contains(word)) {
                Confidence::Likely
            } else {
                Confidence::No
            }
        };
        let claims = sample.extension.is_some_and(|extension| self.extensions.contains(&extension));
        let of_extension = if claims { Confidence::Possible } else { Confidence::No };
        let in_expected = || expected.map_or(Confidence::No, |charset| of_text(&sample.text_in(charset)));
        match of_text(sample.text()) {
            Confidence::No => in_expected().max(of_extension),
            confidence => confidence,
        }
    }
}

/// A part that a format holds within limits.
///
/// A literal may construct it, because a part and its limits are all of it.
///
/// ```
/// use kifu_core::{Part, PartLimit};
/// let limit = PartLimit::new(Part::Action, "moves on 19x19");
/// assert_eq!((limit.part, limit.limits), (Part::Action, "moves on 19x19"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartLimit {
    /// The part.
    pub part: Part,
    /// A description of the limits: `moves on 19x19`.
    pub limits: &'static str,
}

impl PartLimit {
    /// Creates the limits of a part.
    #[must_use]
    pub const fn new(part: Part, limits: &'static str) -> Self {
        Self { part, limits }
    }
}

/// The number of games in a file of a format: one or many.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// use kifu_core::{Format, GamesPerFile};
/// assert_eq!(Lines.info().games, GamesPerFile::One); // only the first of several records is written
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GamesPerFile {
    /// One game.
    One,
    /// A collection of games.
    Many,
}

/// The confidence that a file has a format.
///
/// ```
/// use kifu_core::Confidence;
/// let answers = [Confidence::Possible, Confidence::Certain, Confidence::Likely];
/// assert_eq!(answers.into_iter().max(), Some(Confidence::Certain)); // the most confident wins
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Confidence {
    /// The file is not in this format.
    No,
    /// Only the extension suggests this format, or the format can read the file.
    Possible,
    /// The file is probably in this format.
    Likely,
    /// The file is in this format and in no other.
    Certain,
}
