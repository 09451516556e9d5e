//! Header fields of go, for the tables of formats.
//!
//! ```
//! use kifu_core::Record;
//! use kifu_goban::header;
//! let mut record = Record::default();
//! assert!(header::komi("KM", header::POINTS).read(&mut record, "6.5"));
//! assert_eq!(record.terms.komi.unwrap().to_string(), "6.5");
//! ```

use crate::{Color, Go, Size, handicap_points, outcome_text, outcome_words, parse_outcome, parse_outcome_words};
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{Decimal, Field, Notation, Outcome, Parsed};

/// Points as a number: `6.5`.
///
/// ```
/// use kifu_goban::header::POINTS;
/// assert_eq!(POINTS.read("6.5"), "6.5".parse().ok());
/// ```
pub const POINTS: Notation<Decimal> = Notation::new(|text| text.parse().ok(), ToString::to_string);

/// Points in tenths: `65` is 6.5. Points that are not whole tenths are written as an empty text.
///
/// ```
/// use kifu_goban::header::TENTHS;
/// assert_eq!(TENTHS.read("65"), "6.5".parse().ok());
/// assert_eq!(TENTHS.write(&"3.75".parse()?), "");
/// # Ok::<(), kifu_core::ParseDecimalError>(())
/// ```
pub const TENTHS: Notation<Decimal> = Notation::new(
    |text| Some(Decimal::new(text.parse().ok()?, 1).normalized()),
    |points| {
        let digits = points.normalized().to_string();
        let (whole, tenth) = digits.split_once('.').unwrap_or((&digits, "0"));
        let tenths = format!("{whole}{tenth}").parse::<i64>().ok().filter(|_| tenth.len() == 1);
        tenths.map(|tenths| tenths.to_string()).unwrap_or_default()
    },
);

/// A result in the notation of go players, exactly as [`outcome_text`] writes it: `B+3.5`, `W+R`.
///
/// ```
/// use kifu_core::Parsed;
/// use kifu_goban::header::OUTCOME;
/// assert!(OUTCOME.read("W+R").is_some());
/// assert_eq!(OUTCOME.parse("white wins"), Parsed::Text("white wins".into()));
/// ```
pub const OUTCOME: Notation<Outcome> =
    Notation::new(|text| parse_outcome(text).ok().filter(|outcome| outcome_text(outcome) == text), outcome_text);

/// A result in the words of servers, or in the notation of go players. It is written in English words, see [`outcome_words`].
///
/// ```
/// use kifu_goban::header::{OUTCOME, OUTCOME_IN_WORDS};
/// let outcome = OUTCOME_IN_WORDS.read("白11目胜").unwrap();
/// assert_eq!((OUTCOME.write(&outcome), OUTCOME_IN_WORDS.write(&outcome)), ("W+11".into(), "White wins by 11".into()));
/// ```
pub const OUTCOME_IN_WORDS: Notation<Outcome> =
    Notation::new(|text| OUTCOME.read(text).or_else(|| parse_outcome_words(text).ok()), outcome_words);

/// The side of a square board. If a board is not square, the longer side is written, so that the board has the points of all moves.
///
/// ```
/// use kifu_core::{Field, Record};
/// use kifu_goban::{Go, Size, header};
/// static SIZE: Field<Go> = header::square_size("SIZE");
/// let mut record = Record::default();
/// assert!(SIZE.read(&mut record, "13") && !SIZE.read(&mut record, "large"));
/// assert_eq!((record.setup.size, SIZE.write(&record)), (Size::square(13).unwrap(), "13".into()));
/// ```
#[must_use]
pub const fn square_size(key: &'static str) -> Field<Go> {
    Field::new(
        key,
        |record| record.setup.size.width().max(record.setup.size.height()).to_string(),
        |record, text| {
            let size = text.parse().ok().and_then(Size::square);
            record.setup.size = size.unwrap_or(record.setup.size);
            size.is_some()
        },
    )
}

/// The number of handicap stones that the server sets, see [`handicap_points`]. The stones are set on a board of the record's size,
/// so the size has to be read first.
///
/// A number for which the server has no points is kept without stones. Stones on other points are not written: the field is then
/// `0`.
///
/// ```
/// use kifu_core::{Field, Record};
/// use kifu_goban::{Go, header};
/// static HANDICAP: Field<Go> = header::fixed_handicap("HANDICAP");
/// let mut record = Record::default();
/// assert_eq!(HANDICAP.write(&record), "0");
/// assert!(HANDICAP.read(&mut record, "2") && !HANDICAP.read(&mut record, "many"));
/// assert_eq!((record.setup.stones.black().to_string().as_str(), HANDICAP.write(&record).as_str()), ("[pd][dp]", "2"));
/// ```
#[must_use]
pub const fn fixed_handicap(key: &'static str) -> Field<Go> {
    Field::new(
        key,
        |record| {
            let (stones, size) = (&record.setup.stones, record.setup.size);
            let is_set = |n: &u32| stones.white().is_empty() && *stones.black() == handicap_points(*n, size);
            let has_stones = !stones.black().is_empty();
            let stated = record.terms.handicap.as_ref().and_then(Parsed::value).copied();
            let number = match has_stones {
                // A board of even size has no points for five or more stones.
                true => (2..=9).find(is_set),
                false => stated.filter(|stated| handicap_points(*stated, size).is_empty()),
            };
            number.unwrap_or(0).to_string()
        },
        |record, text| {
            let Ok(stones) = text.parse::<u32>() else { return false };
            record.terms.handicap = (stones > 0).then_some(Parsed::Value(stones));
            let (points, edit) = (handicap_points(stones, record.setup.size), &mut record.setup.stones);
            let before = edit.black().clone();
            edit.unset(&before);
            edit.set(&points, Some(Color::Black));
            stones < 2 || !points.is_empty()
        },
    )
}

/// The komi of a game, in the notation of the format.
///
/// ```
/// use kifu_core::{Field, Record};
/// use kifu_goban::{Go, header};
/// static KOMI: Field<Go> = header::komi("GONGJE", header::TENTHS);
/// let mut record = Record::default();
/// assert!(KOMI.read(&mut record, "65"));
/// assert_eq!(record.terms.komi.unwrap().to_string(), "6.5");
/// ```
#[must_use]
pub const fn komi(key: &'static str, notation: Notation<Decimal>) -> Field<Go> {
    Field::number(key, notation, |record| record.terms.komi.as_ref(), |record| &mut record.terms.komi)
}

/// The number of handicap stones. Servers write `0` for a game without handicap; it is read as no handicap.
///
/// ```
/// use kifu_core::{Field, Record};
/// use kifu_goban::{Go, header};
/// static HANDICAP: Field<Go> = header::handicap("HANDICAP");
/// let mut record = Record::default();
/// assert!(HANDICAP.read(&mut record, "3") && !HANDICAP.read(&mut record, "three"));
/// assert_eq!(HANDICAP.write(&record), "three");
/// ```
#[must_use]
pub const fn handicap(key: &'static str) -> Field<Go> {
    Field::new(
        key,
        |record| {
            let stated = record.terms.handicap.as_ref().map(ToString::to_string).unwrap_or_default();
            // A handicap that is stored as text may be a number, too. 0 means no handicap, so nothing is written.
            match stated.trim().parse::<u32>() {
                Ok(0) => String::new(),
                Ok(stones) => stones.to_string(),
                Err(_) => stated,
            }
        },
        |record, text| {
            let stones = text.parse();
            record.terms.handicap = match stones {
                Ok(0) => None,
                Ok(stones) => Some(Parsed::Value(stones)),
                Err(_) => Some(Parsed::Text(text.into())),
            };
            stones.is_ok()
        },
    )
}
