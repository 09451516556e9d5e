//! Main time and byo-yomi as three numbers.

use super::{Field, Kind};
use crate::{ByoYomi, Game, Info, MainTime, Parsed};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::time::Duration;

/// One of the three numbers of [`Field::byo_yomi`].
///
/// ```
/// use kifu_core::ByoYomiNumber::{Main, Period, Periods};
/// let order = [Period, Periods, Main]; // `30-3-1200`: three periods of 30 seconds after 20 minutes
/// assert_eq!(order.iter().position(|number| *number == Main), Some(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ByoYomiNumber {
    /// The main time in seconds.
    Main,
    /// The length of a period in seconds.
    Period,
    /// The number of periods.
    Periods,
}

impl<G: Game> Field<G> {
    /// Returns a field for the main time and the byo-yomi periods of all players, as three numbers in the given order.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::ByoYomiNumber::{Main, Period, Periods};
    /// use kifu_core::{Field, Record};
    /// static TIME: Field<Toy> = Field::byo_yomi("T", '-', [Period, Periods, Main]);
    /// let mut record = Record::default();
    /// assert!(TIME.read(&mut record, "30-3-1200") && !TIME.read(&mut record, "20 minutes"));
    /// let overtime = record.info.time.all().unwrap().overtime.as_ref().unwrap();
    /// assert_eq!(overtime.to_string(), "3x30 byo-yomi");
    /// assert_eq!(TIME.write(&record), "30-3-1200");
    /// ```
    #[must_use]
    pub const fn byo_yomi(key: &'static str, separator: char, order: [ByoYomiNumber; 3]) -> Self {
        Self { key, kind: Kind::ByoYomi { separator, order } }
    }
}

/// Sets both times if the text has three numbers. If the number of periods is 0, there is no byo-yomi.
pub(super) fn read(separator: char, order: [ByoYomiNumber; 3], info: &mut Info, text: &str) -> bool {
    let numbers: Option<Vec<u32>> = text.split(separator).map(|number| number.trim().parse().ok()).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() == order.len()) else { return false };
    let (mut main, mut each, mut count) = (0, 0, 0);
    for (what, number) in order.into_iter().zip(numbers) {
        match what {
            ByoYomiNumber::Main => main = number,
            ByoYomiNumber::Period => each = number,
            ByoYomiNumber::Periods => count = number,
        }
    }
    let periods = ByoYomi::Periods { count, each: Duration::from_secs(each.into()) };
    let control = info.time.all_mut();
    control.main = Some(Parsed::Value(MainTime::from_secs(main.into())));
    control.overtime = (each > 0 && count > 0).then(|| Parsed::Value(periods.into()));
    true
}

/// Returns the three numbers, or an empty text if the times are not known or kept as text.
pub(super) fn write(separator: char, order: [ByoYomiNumber; 3], info: &Info) -> String {
    let Some(control) = info.time.all() else { return String::new() };
    let overtime = control.overtime.as_ref().and_then(Parsed::value);
    let periods = match overtime.map(|overtime| (overtime.byo_yomi(), overtime.each_move())) {
        Some((Some(ByoYomi::Periods { count, each }), None)) => Some((u64::from(count), each.as_secs())),
        _ => None,
    };
    // The reader takes a zero as no byo-yomi.
    let periods = periods.filter(|&(count, each)| count > 0 && each > 0);
    let main = match (&control.main, periods) {
        (Some(Parsed::Text(_)), _) | (None, None) => return String::new(),
        (Some(Parsed::Value(main)), _) => main.0.as_secs(),
        (None, Some(_)) => 0,
    };
    let (count, each) = periods.unwrap_or_default();
    let numbers = order.map(|what| match what {
        ByoYomiNumber::Main => main.to_string(),
        ByoYomiNumber::Period => each.to_string(),
        ByoYomiNumber::Periods => count.to_string(),
    });
    numbers.join(separator.encode_utf8(&mut [0; 4]))
}
