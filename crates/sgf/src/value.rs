//! Reads and writes each type of value, as the raw text between the brackets.
//!
//! Every value is unescaped before it is interpreted: `W[g\a]` is a move at `ga`. Its meaning is exact; loose, if it is
//! certain but the standard writes it differently; or none.
//!
//! ```
//! use kifu_goban::Color;
//! use kifu_sgf::value::{self, Meaning};
//! assert_eq!(value::color("W"), Meaning::Exact(Color::White));
//! assert_eq!(value::color("white"), Meaning::Loose(Color::White, "W".into()));
//! assert_eq!(value::color("red"), Meaning::None);
//! ```

use alloc::string::String;

mod date;
mod loose_date;
mod number;
mod outcome;
mod point;
mod raw;
mod text;
mod unwritable;

pub use date::{dates, dates_text};
pub use loose_date::{LooseDates, loose_dates};
pub use number::{color, double, number, real};
pub use outcome::outcome;
pub(crate) use outcome::outcome_after_moves;
pub use point::{play, point, rect, size, size_text};
pub(crate) use raw::is_whole;
pub use raw::{compose, normalized};
pub use text::{TextPlace, escape, simple_text, text};
pub(crate) use text::{all, escape_in_slot, follows_long_move, is_blank, is_escaped, newline_len};
pub(crate) use unwritable::{Run, replaced, restored};

/// The meaning of a raw value.
///
/// This enum is exhaustive: the standard allows a form, or the form has a certain meaning, or it has none.
///
/// ```
/// use kifu_sgf::value::{Meaning, number};
/// match number(" 19 ") {
///     Meaning::Exact(_) => unreachable!("the standard allows no spaces there"),
///     Meaning::Loose(side, better) => assert_eq!((side, better.as_str()), (19, "19")),
///     Meaning::None => unreachable!("it is a number"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning<T> {
    /// The value is written as the standard requires.
    Exact(T),
    /// The value has another form, but a certain meaning. The text is the form of the standard.
    Loose(T, String),
    /// The value has no meaning.
    None,
}

impl<T> Meaning<T> {
    /// Returns the value, exact or loose.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Exact(value) | Self::Loose(value, _) => Some(value),
            Self::None => None,
        }
    }

    /// Returns the standard form of a value that is loose.
    pub(crate) fn standard_form(self) -> Option<String> {
        match self {
            Self::Loose(_, written) => Some(written),
            Self::Exact(_) | Self::None => None,
        }
    }

    pub(crate) fn of(value: Option<T>, exact: bool, written: impl FnOnce(&T) -> String) -> Self {
        match value {
            Some(value) if exact => Self::Exact(value),
            Some(value) => {
                let written = written(&value);
                Self::Loose(value, written)
            }
            None => Self::None,
        }
    }
}
