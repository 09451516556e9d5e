use crate::{Generate, dump::dump_record};
use kifu_core::Record;
use std::fmt;

/// A law that every format keeps.
///
/// ```
/// use kifu_conformance::LAWS;
/// let tiles = LAWS.iter().find(|law| law.name == "tiles").unwrap();
/// assert_eq!(tiles.about, "the tokens lie side by side and cover the text");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Law {
    /// Its name, as in the names of trials.
    pub name: &'static str,
    /// What it says.
    pub about: &'static str,
}

macro_rules! laws {
    ($($constant:ident $name:literal $about:literal)*) => {
        $(pub(crate) const $constant: Law = Law { name: $name, about: $about };)*

        /// Every law, in the order in which they are tried.
        ///
        /// ```
        /// use kifu_conformance::LAWS;
        /// assert!(LAWS.iter().any(|law| law.name == "survives"));
        /// ```
        pub const LAWS: &[Law] = &[$($constant),*];
    };
}

laws! {
    DETECTS "detects" "the format recognises its own files by their bytes and extension, and what it writes by the bytes alone"
    TILES "tiles" "the tokens lie side by side and cover the text"
    SPANS "spans" "every place lies in the text, on borders of characters, and every node has one"
    CODES "codes" "every diagnostic has a code that the format lists, and says something"
    MEANS "means" "a file is read as people read it: its dump is `record.snap`, its worst diagnostic is `expect`, and its twin is the same game"
    SAME "same" "the same input gives the same output"
    STREAMS "streams" "games are read and written one by one as they are together, and no more are read once they are refused"
    PRINTS "prints" "what is written comes back through bytes, and an edit that changes nothing changes no byte"
    STABLE "stable" "a record that was read is written again as it was"
    CLEAN "clean" "what is written from records that were read without warnings is read without warnings"
    ADMITS "admits" "what is lost of a record that was read is nothing that the format says it holds, wholly or in part"
    KEEPS "keeps" "what the format says it holds survives, in any record of the game"
    FIXES "fixes" "safe fixes change no record, and after some rounds there is none left"
    SURVIVES "survives" "a file that is cut, torn or littered at any place is read all the same"
    LOCAL "damage-stays-local" "a damaged character changes neither the charset nor another value, and so do the fixes then"
    LINES "lines" "with the options of `record_per_line` each record is one line, whatever it holds"
    OPTIONS "options" "options are documented, and unknown ones refused"
    DEPTH "depth" "100,000 levels of nesting take no stack"
    LINEAR "linear" "time grows as the input does"
}

/// A law that is broken.
///
/// ```
/// use kifu_conformance::{Violation, LAWS};
/// let broken = Violation::new(LAWS[1], "ear-reddening", "the tokens leave a gap at byte 7");
/// assert_eq!(broken.to_string(), "ear-reddening breaks `tiles` (the tokens lie side by side and cover the text): the tokens leave a gap at byte 7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// Which law.
    pub law: Law,
    /// In which case: the name of a fixture, or how a record was made.
    pub case: String,
    /// Where, and what went wrong.
    pub message: String,
    /// The smallest record found that breaks the law, as a [`dump`](crate::dump()), where the law is about records.
    pub record: Option<String>,
    /// The number of the made-up record, for [`seed`](crate::seed()).
    pub number: Option<u64>,
}

impl Violation {
    /// That this law is broken there.
    ///
    /// ```
    /// use kifu_conformance::{Violation, LAWS};
    /// assert_eq!(Violation::new(LAWS[0], "a", "b").law.name, "detects");
    /// ```
    pub fn new(law: Law, case: impl Into<String>, message: impl Into<String>) -> Self {
        Self { law, case: case.into(), message: message.into(), record: None, number: None }
    }

    /// With the smallest record that breaks the law.
    pub(crate) fn with_record<G: Generate>(self, record: &Record<G>) -> Self {
        Self { record: Some(dump_record(record)), ..self }
    }

    /// With the number of a made-up record.
    pub(crate) fn with_number(self, number: u64) -> Self {
        Self { number: Some(number), ..self }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} breaks `{}` ({}): {}", self.case, self.law.name, self.law.about, self.message)?;
        if let Some(record) = &self.record {
            f.write_str("\nthe smallest record found that breaks it:")?;
            for line in record.lines() {
                write!(f, "\n  {line}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Violation {}

/// Whether a law is kept.
pub(crate) type Kept = Result<(), Violation>;
