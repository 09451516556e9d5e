//! The parts of a record that a conversion can lose.

use crate::{Code, CodeInfo, Severity, codes};

macro_rules! parts {
    ($($part:ident $code:ident $what:literal)*) => {
        /// A part of a record that a conversion can lose. Each part has a code `loss/…`.
        ///
        /// ```
        /// use kifu_core::Part;
        /// assert_eq!(Part::from_name("clock-precision"), Some(Part::ClockPrecision));
        /// assert_eq!(Part::ClockPrecision.code().to_string(), "loss/clock-precision");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        #[non_exhaustive]
        pub enum Part {
            $(#[doc = concat!("Stands for ", $what, ".")] $part,)*
        }

        impl Part {
            /// All parts, in the order of their declaration.
            ///
            /// ```
            /// use kifu_core::Part;
            /// assert!(Part::ALL.iter().filter(|part| part.is_note()).eq(&[Part::Application, Part::Display]));
            /// ```
            pub const ALL: &'static [Self] = &[$(Self::$part),*];

            /// Returns the code of the loss of this part, with its severity and its page.
            #[must_use]
            pub fn info(self) -> &'static CodeInfo {
                match self { $(Self::$part => &codes::$code,)* }
            }

            /// Returns a short description of the part.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self { $(Self::$part => $what,)* }
            }
        }
    };
}

parts! {
    Input INPUT "the input"
    Charset CHARSET "the charset"
    Format FORMAT "the format"
    Game GAME "several games in one file"
    Setup SETUP "the start position"
    Terms TERMS "the terms of the game, such as the rules"
    Title TITLE "the name of the game"
    Text TEXT "a text about the game"
    Application APPLICATION "the name of the program that wrote the record"
    Players PLAYERS "data about a player"
    Event EVENT "event, round or place"
    Dates DATES "dates"
    Outcome OUTCOME "the result"
    Time TIME "the time limit or overtime"
    Header HEADER "a custom header"
    Display DISPLAY "a preference of the viewer"
    Variation VARIATION "a variation"
    Action ACTION "a move or a change of the position"
    Name NAME "the name of a node"
    Comment COMMENT "a comment"
    CommentAuthor COMMENT_AUTHOR "the author or the time of a comment"
    Clock CLOCK "a clock"
    ClockPrecision CLOCK_PRECISION "fractions of a second of a clock"
    Judgement JUDGEMENT "a judgement of a move or of a position"
    Analysis ANALYSIS "an engine's analysis"
    Mark MARK "a mark on the board"
    Bookmark BOOKMARK "a bookmark"
    Foreign FOREIGN "data that only the other format has"
    Character CHARACTER "a character of the text"
}

impl Part {
    /// Returns the code of the loss of this part.
    #[must_use]
    pub fn code(self) -> Code {
        self.info().code
    }

    /// Returns the short name: the second half of its code, as in `--allow-loss`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.code().short()
    }

    /// Returns the part with this name.
    ///
    /// ```
    /// use kifu_core::Part;
    /// assert_eq!(Part::from_name("variation"), Some(Part::Variation));
    /// assert_eq!(Part::from_name("loss/variation"), None); // the second half only
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|part| part.name() == name)
    }

    /// Returns true if the part belongs to the whole game and not to a node: for example players, result.
    #[must_use]
    pub fn is_of_game(self) -> bool {
        use Part::{
            Application, Charset, Dates, Display, Event, Format, Game, Header, Input, Outcome, Players, Setup, Terms,
            Text, Time, Title,
        };
        matches!(
            self,
            Input
                | Charset
                | Format
                | Game
                | Setup
                | Terms
                | Title
                | Text
                | Application
                | Players
                | Event
                | Dates
                | Outcome
                | Time
                | Header
                | Display
        )
    }

    /// Returns true if the loss of the part is only a note: viewer preferences, and the program that wrote the file.
    #[must_use]
    pub fn is_note(self) -> bool {
        self.info().severity == Severity::Note
    }
}
