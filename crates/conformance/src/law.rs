use crate::{Generate, dump::dump_record};
use kifu_core::Record;
use std::fmt;

/// A law that every format must satisfy.
///
/// ```
/// use kifu_conformance::LAWS;
/// let tiles = LAWS.iter().find(|law| law.name == "tiles").unwrap();
/// assert_eq!(tiles.about, "the tokens cover the text without gaps or overlaps");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Law {
    /// The name, as in the names of trials.
    pub name: &'static str,
    /// The requirement, as a clause for messages.
    pub about: &'static str,
}

macro_rules! laws {
    ($($constant:ident $name:literal $about:literal)*) => {
        $(pub(crate) const $constant: Law = Law { name: $name, about: $about };)*

        /// Every law, in the order in which the suite tests them.
        pub const LAWS: &[Law] = &[$($constant),*];
    };
}

laws! {
    DETECTS "detects" "the format recognises its own files by their bytes and extension, and its own output by the bytes alone"
    TILES "tiles" "the tokens cover the text without gaps or overlaps"
    SPANS "spans" "every span is inside the text, on character boundaries; every node has one, and the parts that the format locates are in it"
    CODES "codes" "every diagnostic has a code that the format lists, and a message"
    MEANS "means" "a file is read with the meaning that a person checked: its dump is `record.snap`, its most severe diagnostic is `expect`, and its twin is the same game"
    SAME "same" "the same input gives the same output"
    STREAMS "streams" "games read or written one by one equal games read or written at once, and reading stops when the caller refuses more"
    PRINTS "prints" "output survives encoding and decoding, and an edit that changes nothing changes no byte"
    STABLE "stable" "a record that was read is the same after writing and reading it again"
    CLEAN "clean" "output from records that were read without warnings is read without warnings"
    ADMITS "admits" "if part of a record that was read is lost, the format does not claim to hold that part, fully or partly"
    KEEPS "keeps" "every part that the format claims to hold survives in any record of the game"
    FIXES "fixes" "safe fixes change no record, and after some rounds no safe fix is left"
    SURVIVES "survives" "a file that is cut off, or damaged at any place, is still read"
    LOCAL "damage-stays-local" "a damaged character changes neither the charset nor another value, and neither do the fixes after it"
    LINES "lines" "with the options of `record_per_line` each record is one line, whatever it contains"
    OPTIONS "options" "options are documented, and unknown ones are refused"
    DEPTH "depth" "100,000 levels of nesting need no stack"
    LINEAR "linear" "time grows linearly with the input"
}

/// A violation of a law.
///
/// ```
/// use kifu_conformance::{Violation, LAWS};
/// let broken = Violation::new(LAWS[1], "ear-reddening", "the tokens leave a gap at byte 7");
/// assert!(broken.to_string().starts_with("ear-reddening breaks `tiles` ("));
/// assert!(broken.to_string().ends_with("): the tokens leave a gap at byte 7"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The law.
    pub law: Law,
    /// The case: the name of a fixture, or how a record was generated.
    pub case: String,
    /// The fault and its place.
    pub message: String,
    /// The smallest record found that breaks the law, as a [`dump`](crate::dump()), if the law is about records.
    pub record: Option<String>,
    /// The number of the generated record, for [`seed`](crate::seed()).
    pub number: Option<u64>,
}

impl Violation {
    /// Creates a violation of a law in a case.
    pub fn new(law: Law, case: impl Into<String>, message: impl Into<String>) -> Self {
        Self { law, case: case.into(), message: message.into(), record: None, number: None }
    }

    /// Returns the violation with the smallest record that breaks the law.
    pub(crate) fn with_record<G: Generate>(self, record: &Record<G>) -> Self {
        Self { record: Some(dump_record(record)), ..self }
    }

    /// Returns the violation with the number of a generated record.
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

/// `Ok` if a law is satisfied.
pub(crate) type Verdict = Result<(), Violation>;
