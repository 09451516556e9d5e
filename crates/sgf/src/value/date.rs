//! Dates with the shortcuts of the standard.

use super::text::simple_text;
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::PartialDate;

/// Parses a list of dates with the shortcuts that DT allows: `1996-12-27,28,1997-01-03,04`. Returns `None` if a piece is not a
/// date.
///
/// ```
/// use kifu_sgf::value::dates;
/// let dates = dates("1996-12-27,28,1997-01-03,04").unwrap();
/// assert_eq!(dates.iter().map(|date| date.to_string()).collect::<Vec<_>>(), ["1996-12-27", "1996-12-28", "1997-01-03", "1997-01-04"]);
/// ```
#[must_use]
pub fn dates(raw: &str) -> Option<Vec<PartialDate>> {
    let text = simple_text(raw);
    let mut dates: Vec<PartialDate> = Vec::new();
    for piece in text.split(',').map(str::trim) {
        let last = dates.last().copied();
        let is_full = matches!(piece.len(), 4 | 7 | 10);
        dates.push(if is_full { piece.parse().ok()? } else { last?.following(piece)? });
    }
    Some(dates)
}

/// Writes a list of dates with the shortcuts of the standard.
///
/// ```
/// use kifu_core::PartialDate;
/// use kifu_sgf::value::dates_text;
/// let days = [(5, 6), (5, 7), (6, 1)].map(|(month, day)| PartialDate::new(1996, Some(month), Some(day)).unwrap());
/// assert_eq!(dates_text(&days), "1996-05-06,07,06-01");
/// ```
#[must_use]
pub fn dates_text(dates: &[PartialDate]) -> String {
    let mut out = String::new();
    for (i, date) in dates.iter().enumerate() {
        let last = i.checked_sub(1).map(|i| dates[i]);
        if i > 0 {
            out.push(',');
        }
        let same_year = last.is_some_and(|last| last.year() == date.year());
        let short = match (date.month(), date.day(), last.map(|last| (last.month(), last.day()))) {
            (Some(_), None, Some((Some(_), None))) if same_year => 5,
            (month, Some(_), Some((before, Some(_)))) if same_year && month == before => 8,
            (Some(_), Some(_), Some((Some(_), _))) if same_year => 5,
            _ => 0,
        };
        out.push_str(&date.to_string()[short..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shortcuts_of_dates_follow_the_standard() {
        let list = |raw| dates(raw).map(|dates| dates.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        for (raw, wanted) in [
            ("1996-05,06", Some("1996-05 1996-06")),
            ("1996-05-06,07,08", Some("1996-05-06 1996-05-07 1996-05-08")),
            ("1996,1997", Some("1996 1997")),
            ("1996-12-27,28,1997-01-03,04", Some("1996-12-27 1996-12-28 1997-01-03 1997-01-04")),
            ("1997-05-05,1997-05-06", Some("1997-05-05 1997-05-06")),
            ("1996-05,06-07", Some("1996-05 1996-06-07")),
            ("1996-05-06,06-01,02", Some("1996-05-06 1996-06-01 1996-06-02")),
            ("1996,05", None),
            ("1996,05-06", None),
            ("1996-02-30", None),
            ("7 May 1996", None),
            ("", None),
        ] {
            assert_eq!(list(raw).as_deref(), wanted, "{raw}");
        }
        assert_eq!(dates_text(&dates("1996-12-27,1996-12-28,1997-01-03").unwrap()), "1996-12-27,28,1997-01-03");
    }

    proptest! {
        #[test]
        fn shortened_dates_read_back(dates in prop::collection::vec((1990_i16..1993, 0_u8..4, 0_u8..4), 1..6)) {
            let list: Vec<_> = dates.into_iter().filter_map(|(year, month, day)| {
                let some = |n: u8| (n > 0).then_some(n);
                PartialDate::new(year, some(month), if month > 0 { some(day) } else { None })
            }).collect();
            prop_assume!(!list.is_empty());
            prop_assert_eq!(super::dates(&dates_text(&list)), Some(list));
        }
    }
}
