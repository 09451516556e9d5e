//! Dates in other notations: with slashes, in words, in Chinese, Japanese and Korean.

use super::{
    date::dates,
    text::{half_width, simple_text},
};
use alloc::{format, string::String, vec::Vec};
use kifu_core::{PartialDate, TimeOfDay};

/// Dates as people write them, with the time of day if it is stated.
///
/// ```
/// use kifu_sgf::value::{LooseDates, loose_dates};
/// let LooseDates { dates, time, .. } = loose_dates("2018/4/27").unwrap();
/// assert_eq!((dates.len(), time), (1, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LooseDates {
    /// The dates.
    pub dates: Vec<PartialDate>,
    /// The time of day of the first date, if it is stated.
    pub time: Option<TimeOfDay>,
    /// True if the text also states a time zone. The date and the time are those of this zone.
    pub has_zone: bool,
    /// True if the text also states times of other dates, or other times of the first one.
    pub has_more_times: bool,
}

/// Parses a list of dates as people write it, and the time of day if it states one: `2018/4/27 13:05`, `12th and 13th march
/// 94`, `2018年4月27日`. With several dates, a time is of the date before it. Returns `None` if it may mean something else.
///
/// ```
/// use kifu_sgf::value::{dates_text, loose_dates};
/// let read = loose_dates("27 April 2018, 13:05").unwrap();
/// assert_eq!((dates_text(&read.dates), read.time.unwrap().to_string()), ("2018-04-27".into(), "13:05".into()));
/// let read = loose_dates("2018-04-27T21:05:00+08:00").unwrap();
/// assert_eq!((read.time.unwrap().to_string(), read.has_zone), ("21:05:00".into(), true));
/// assert_eq!(loose_dates("03/04/2018"), None); // in March or in April
/// ```
#[must_use]
pub fn loose_dates(raw: &str) -> Option<LooseDates> {
    let text = half_width(&simple_text(raw)).to_lowercase();
    let text = text.trim().trim_end_matches('.');
    match dates_and_time(text) {
        Some((dates, StatedTime { time, has_zone, .. })) if time.is_none() || dates.len() == 1 => {
            Some(LooseDates { dates, time, has_zone, has_more_times: false })
        }
        _ => dates_with_times(text),
    }
}

/// Parses a list of dates with at most one time of day.
fn dates_and_time(text: &str) -> Option<(Vec<PartialDate>, StatedTime)> {
    let stated = time_of_day(text)?;
    let text = stated.without.trim().trim_end_matches(',').trim_end();
    let dates = numeric_dates(text).or_else(|| worded_dates(text))?;
    Some((dates, stated))
}

/// Parses a list of dates, some with a time, such as `2018-04-27 13:05,2018-04-28 9:00`. A comma may also stand between a
/// date and its time.
fn dates_with_times(text: &str) -> Option<LooseDates> {
    let text = text.replace('、', ",");
    let mut read = LooseDates { dates: Vec::new(), time: None, has_zone: false, has_more_times: false };
    let mut pieces = text.split(',').map(str::trim).peekable();
    while let Some(piece) = pieces.next() {
        let joined = |next: &&str| dates_and_time(&format!("{piece} {next}"));
        let with_next =
            pieces.peek().and_then(joined).filter(|(found, stated)| found.len() == 1 && stated.time.is_some());
        let (found, stated) = if let Some(found) = with_next {
            pieces.next();
            found
        } else if let Some(found) = dates_and_time(piece) {
            found
        } else {
            // A shortcut of the standard: `2018-04-27 13:05,28`.
            let found = read.dates.last()?.following(piece)?;
            (alloc::vec![found], StatedTime { without: String::new(), time: None, has_zone: false })
        };
        let [found] = found[..] else { return None };
        if read.dates.last() != Some(&found) {
            read.dates.push(found);
        }
        if stated.time.is_some() {
            let is_first = read.dates.len() == 1 && read.time.is_none();
            read.has_more_times |= !is_first;
            read.time = read.time.or(stated.time.filter(|_| is_first));
            read.has_zone |= stated.has_zone;
        }
    }
    (read.time.is_some() || read.has_more_times).then_some(read)
}

/// Returns a text such as `2024-11-09 08 09 57` with colons in its time.
fn with_colons(text: &str) -> Option<String> {
    let mut parts = text.rsplitn(4, ' ');
    let (second, minute, hour, date) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let is_pair = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
    let is_time = [hour, minute, second].into_iter().all(is_pair);
    (is_time && date.contains(['-', '/', '.'])).then(|| format!("{date} {hour}:{minute}:{second}"))
}

/// A text and its time of day.
struct StatedTime {
    /// The text without the time and its zone.
    without: String,
    time: Option<TimeOfDay>,
    has_zone: bool,
}

/// Splits the time of day from a text, with `am` or `pm` and a time zone. Returns `None` if there is more than that, such as a second
/// time.
fn time_of_day(text: &str) -> Option<StatedTime> {
    let text = text.replace(['時', '时'], ":").replace('分', "");
    let text = with_colons(&text).unwrap_or(text);
    let Some(colon) = text.find(':') else { return Some(StatedTime { without: text, time: None, has_zone: false }) };
    let is_time = |c: char| c.is_ascii_digit() || c == ':';
    let start = text[..colon].trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let end = colon + text[colon..].find(|c| !is_time(c)).unwrap_or(text.len() - colon);
    let mut parts = text[start..end].split(':');
    let mut part = || -> Option<Option<u8>> {
        let Some(part) = parts.next() else { return Some(None) };
        let number = part.parse::<u8>().ok().filter(|_| (1..=2).contains(&part.len()))?;
        Some(Some(number))
    };
    let (hour, minute, second) = (part()??, part()??, part()?);
    let iso = text[..start].strip_suffix('t');
    let before = iso.unwrap_or(&text[..start]).trim_end();
    let is_apart = before.is_empty() || before.len() < start || before.ends_with(',');
    let (hour, rest) = hour_of_day(hour, &text[end..])?;
    let (is_whole, rest) = without_fraction(rest);
    let zone = after_zone(rest, iso.is_some());
    let after = zone.unwrap_or(rest);
    // A record has whole seconds.
    if parts.next().is_some()
        || !(is_whole || zone.is_some())
        || !is_apart
        || !matches!(after.chars().next(), None | Some(' ' | ','))
    {
        return None;
    }
    let time = Some(TimeOfDay::new(hour, minute, second)?);
    Some(StatedTime { without: format!("{before}{after}"), time, has_zone: zone.is_some() })
}

/// Returns the text after a fraction of a second, such as `.123`, and whether there is none but zeros.
fn without_fraction(rest: &str) -> (bool, &str) {
    let Some(fraction) = rest.strip_prefix('.') else { return (true, rest) };
    let after = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &fraction[..fraction.len() - after.len()];
    match digits.is_empty() {
        true => (true, rest),
        false => (digits.bytes().all(|digit| digit == b'0'), after),
    }
}

/// Returns the hour from 0 to 23, and the text after `am` or `pm`. `None` for `13:05pm`.
fn hour_of_day(hour: u8, rest: &str) -> Option<(u8, &str)> {
    let word = rest.trim_start();
    let (is_after_noon, after) = match (word.strip_prefix("am"), word.strip_prefix("pm")) {
        (Some(after), _) => (false, after),
        (_, Some(after)) => (true, after),
        _ => return Some((hour, rest)),
    };
    (1..=12).contains(&hour).then_some((hour % 12 + if is_after_noon { 12 } else { 0 }, after))
}

/// The names of time zones that people write after a time. Some stand for several zones; the record keeps none of them.
const ZONES: [&str; 18] = [
    "utc", "gmt", "jst", "kst", "cst", "hkt", "bst", "cet", "cest", "est", "edt", "cdt", "mst", "mdt", "pst", "pdt",
    "aest", "msk",
];

/// Returns the text after a time zone: `z`, `+08:00`, `+0800`, `+08`, `jst` or `(jst)`. Returns `None` if there is no zone. After a time
/// that follows its date without a `t`, `-11:00` may be the end of the game, and only `-1100` is a zone.
fn after_zone(rest: &str, is_iso: bool) -> Option<&str> {
    if let Some(after) = rest.strip_prefix('z') {
        return Some(after);
    }
    let zone = rest.trim_start();
    let in_brackets = zone.strip_prefix('(').and_then(|zone| zone.split_once(')'));
    let len = zone.bytes().take_while(u8::is_ascii_lowercase).count();
    let (name, after) = in_brackets.unwrap_or(zone.split_at(len));
    if ZONES.contains(&name) {
        return Some(after);
    }
    let digits = zone.strip_prefix(['+', '-'])?;
    let len = digits.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(digits.len());
    let (offset, after) = digits.split_at(len);
    let may_be_end = zone.starts_with('-') && !is_iso && offset.len() != 4;
    let (hours, minutes) = match offset.len() {
        2 => (offset, "00"),
        4 => offset.split_at(2),
        5 => offset.split_once(':')?,
        _ => return None,
    };
    let number = |part: &str| part.parse::<u8>().ok().filter(|_| part.len() == 2);
    let is_zone = number(hours)? <= 14 && matches!(number(minutes)?, 0 | 15 | 30 | 45);
    (is_zone && !may_be_end).then_some(after)
}

/// A number of eight digits that starts with one of these years is a date. The oldest records with dates are of about 1600.
const YEARS: core::ops::Range<u16> = 1600..2200;

/// The first two-digit year that is read without its century, as 1950. Smaller numbers may be of either century, or days.
const FIRST_SHORT_YEAR: u16 = 50;

/// Parses dates that consist of numbers, the year first or last.
fn numeric_dates(text: &str) -> Option<Vec<PartialDate>> {
    // The Japanese eras since the calendar reform, and the year before each.
    let eras = [("大正", 1911), ("昭和", 1925), ("平成", 1988), ("令和", 2018)];
    let mut text = String::from(text);
    for (era, before) in eras {
        let Some(rest) = text.strip_prefix(era) else { continue };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let year = rest[..digits].parse::<u16>().ok().filter(|n| (1..=64).contains(n))?;
        text = format!("{}{}", before + year, &rest[digits..]);
    }
    // The day of the week in parentheses.
    let mut weekday = None;
    if let Some((before, day)) = text.trim_end_matches([')', '）']).rsplit_once(['(', '（'])
        && day.chars().count() == 1
        && let Some(index) = "月火水木金土日월화수목금토일".chars().position(|name| day.contains(name))
    {
        weekday = u8::try_from(index % 7).ok();
        text.truncate(before.trim_end().len());
    }
    let text = text.replace(['年', '月', '년', '월'], "-").replace(['日', '号', '號', '일'], "").replace('、', ",");
    let mut canonical = String::new();
    for piece in text.split(',') {
        let piece = piece.trim().trim_end_matches('-');
        let parts: Vec<&str> = piece.split(['-', '.', '/']).map(str::trim).collect();
        let same = piece.chars().filter(|c| matches!(c, '-' | '.' | '/')).collect::<Vec<_>>();
        let numbers =
            parts.iter().all(|part| !part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit()));
        let is_compact = piece.len() == 8 && piece.bytes().all(|b| b.is_ascii_digit());
        let is_uniform = same.windows(2).all(|two| two[0] == two[1]);
        let parts = match parts[..] {
            [_] if is_compact && YEARS.contains(&piece[..4].parse().unwrap_or(0)) => {
                alloc::vec![&piece[..4], &piece[4..6], &piece[6..]]
            }
            _ if !numbers || !is_uniform => return None,
            // The year is last. With points between the numbers the day is first; otherwise only a number over 12 shows the day.
            [a, b, year] if year.len() == 4 && a.len() <= 2 && b.len() <= 2 => {
                let (first, second): (u8, u8) = (a.parse().ok()?, b.parse().ok()?);
                if same[0] == '.' || first > 12 || first == second {
                    alloc::vec![year, b, a]
                } else if second > 12 {
                    alloc::vec![year, a, b]
                } else {
                    return None;
                }
            }
            [year, ..] if parts.len() <= 3 && (year.len() == 4 || !canonical.is_empty()) => parts,
            _ => return None,
        };
        let comma = if canonical.is_empty() { "" } else { "," };
        canonical.push_str(comma);
        for (i, part) in parts.iter().enumerate() {
            canonical.push_str(if i > 0 { "-" } else { "" });
            canonical.push_str(if part.len() == 1 { "0" } else { "" });
            canonical.push_str(part);
        }
    }
    dates(&canonical).filter(|dates| fits_weekday(dates, weekday))
}

/// Returns true if a day of the week, counted from Monday, is that of the only date or of no single date.
fn fits_weekday(dates: &[PartialDate], weekday: Option<u8>) -> bool {
    let (Some(weekday), [date]) = (weekday, dates) else { return true };
    date.weekday().is_none_or(|actual| actual == weekday)
}

/// Parses dates with the name of a month: `12th and 13th march 94`, `April 27, 2018`, `Fri Apr 27 2018`.
fn worded_dates(text: &str) -> Option<Vec<PartialDate>> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let means = |word: &str, name: &str| name == word || word.len() >= 3 && word.len() <= 4 && name.starts_with(word);
    let (mut days, mut month, mut year) = (Vec::<u8>::new(), None::<u8>, None::<i16>);
    let (mut is_range, mut weekday) = (false, None);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let of_kind = |c: char| if first.is_ascii_digit() { c.is_ascii_digit() } else { c.is_alphabetic() };
        let len = rest.find(|c| !of_kind(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(len);
        rest = after;
        if first.is_ascii_digit() {
            let number: u16 = word.parse().ok()?;
            let ordinal = ["st", "nd", "rd", "th"].into_iter().find_map(|suffix| rest.strip_prefix(suffix));
            let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
            let number = match (ordinal, word.len()) {
                (Some(after), 1..=2) if ends(after) => {
                    rest = after;
                    number
                }
                (None, 4) if ends(rest) && year.is_none() => {
                    (year, is_range) = (i16::try_from(number).ok(), false);
                    continue;
                }
                // Two digits are a year if they can be nothing else.
                (None, 2) if ends(rest) && number >= FIRST_SHORT_YEAR && year.is_none() => {
                    (year, is_range) = (i16::try_from(1900 + number).ok(), false);
                    continue;
                }
                (None, 1..=2) if ends(rest) => number,
                _ => return None,
            };
            let day = u8::try_from(number).ok().filter(|day| (1..=31).contains(day))?;
            // A longer range does not state on which days the game was played.
            if core::mem::take(&mut is_range) && days.last().is_none_or(|before| before + 1 != day) {
                return None;
            }
            days.push(day);
        } else if first.is_alphabetic() {
            is_range = false;
            let found = |names: &[&str]| names.iter().position(|name| means(word, name));
            match (found(&MONTHS), found(&DAYS)) {
                (Some(found), _) if month.is_none() => month = u8::try_from(found + 1).ok(),
                (_, Some(found)) => weekday = u8::try_from(found).ok(),
                _ if matches!(word, "and" | "of") => {}
                _ => return None,
            }
        } else {
            match first {
                ' ' | ',' | '.' | '&' | '\'' => {}
                '-' => is_range = true,
                _ => return None,
            }
        }
    }
    let (month, year) = (Some(month?), year?);
    if is_range {
        return None;
    }
    let dates: Option<Vec<_>> = match days.is_empty() {
        true => Some(alloc::vec![PartialDate::new(year, month, None)?]),
        false => days.into_iter().map(|day| PartialDate::new(year, month, Some(day))).collect(),
    };
    dates.filter(|dates| fits_weekday(dates, weekday))
}

#[cfg(test)]
mod tests {
    use super::{super::date::dates_text, *};
    use alloc::string::ToString;

    #[test]
    fn dates_as_people_write_them() {
        for (raw, wanted) in [
            ("2018.04.27", "2018-04-27"),
            ("2018/4/27", "2018-04-27"),
            ("2018-4-7,8", "2018-04-07,08"),
            ("20180427", "2018-04-27"),
            ("2018-04-27 13:05:09", "2018-04-27 13:05:09"),
            ("2018-04-27T13:05", "2018-04-27 13:05"),
            ("２０１８－０４－２７", "2018-04-27"),
            ("2018年4月27日(金) 9時05分", "2018-04-27 09:05"),
            ("2018年4月", "2018-04"),
            ("2018年4月27日、28日", "2018-04-27,28"),
            ("平成6年3月12日", "1994-03-12"),
            ("2018년 4월 27일", "2018-04-27"),
            ("27.4.2018", "2018-04-27"),
            ("27/04/2018", "2018-04-27"),
            ("04/27/2018", "2018-04-27"),
            ("12th and 13th march 94", "1994-03-12,13"),
            ("12-13 March 1994", "1994-03-12,13"),
            ("March 12th, 1994", "1994-03-12"),
            ("2018年4月27日(金)", "2018-04-27"),
            ("Fri Apr 27 13:05:00 2018", "2018-04-27 13:05:00"),
            ("Sept. 1846", "1846-09"),
            ("1 May '94", "1994-05-01"),
            ("27-Apr-2018", "2018-04-27"),
            ("2017/1/4 9:05pm", "2017-01-04 21:05"),
            ("2017/1/4 12:05 AM", "2017-01-04 00:05"),
            ("2017-01-04,21:18", "2017-01-04 21:18"),
            ("2017-01-04, 21:18", "2017-01-04 21:18"),
        ] {
            let LooseDates { dates, time, .. } = loose_dates(raw).unwrap_or_else(|| panic!("{raw} is no date"));
            let time = time.map(|time| kifu_core::PartialDateTime { date: dates[0], time: Some(time) }.to_string());
            assert_eq!(time.unwrap_or_else(|| dates_text(&dates)), wanted, "{raw}");
        }
        for raw in [
            "",
            "some day",
            "03/04/2018",
            "3-4-2018",
            "12 March 18",
            "12-14 March 1994",
            "2018-02-30",
            "March 12",
            "94-03-12",
            "2018-04-27 13:05 noon",
            "2018-04-27 13:05 UTCx",
            "2018-04-27 13:05 (JST",
            "2018-04-27 13:05 (Tokyo)",
            // Midnight is the end of this day or of the day before.
            "2018-04-27 24:00",
            "2018-04-27 25:05",
            "2018-04-27 13:05pm",
            "2018-04-27 9:05pmx",
            "2018-04-27 13:05 +1",
            "2018-04-27 13:05+08:07",
            "2018-04-27 13:05 +0800 +0900",
            // The end of the game, or a zone.
            "2018-04-27 09:05-11:00",
            "2018-04-27 9:05 - 11:00",
            "2018-04-27 13:05,14:05",
            // Another day of the week.
            "Thu Apr 27 2018",
            "Friday, April 26, 2018",
            "2018年4月27日(木)",
            "2018-04-27,13:05,14:05",
            "1996-05-06 - 1996-05-08",
            "27 Apr May 2018",
            "2018-04-27,28 13:05",
            "Round 3: 2018",
            "1:2",
            "marching 1994",
        ] {
            assert_eq!(loose_dates(raw), None, "{raw}");
        }
    }

    #[test]
    fn the_time_of_a_later_date_is_found() {
        for (raw, dates) in
            [("2018-04-27,2018-04-28 13:05", "2018-04-27,28"), ("2018-04-27,28,2018-05-01 9:00", "2018-04-27,28,05-01")]
        {
            let read = loose_dates(raw).unwrap_or_else(|| panic!("{raw} is no date"));
            assert_eq!(
                (dates_text(&read.dates).as_str(), read.time, read.has_more_times),
                (dates, None, true),
                "{raw}"
            );
        }
    }

    #[test]
    fn a_time_zone_and_further_times_are_found() {
        for (raw, dates, time, has_zone, has_more_times) in [
            ("2017-01-04T21:18:00Z", "2017-01-04", "21:18:00", true, false),
            ("2017-01-04T21:18:00+08:00", "2017-01-04", "21:18:00", true, false),
            ("2017-01-04T21:18:00-05:00", "2017-01-04", "21:18:00", true, false),
            ("2017-01-04 21:18 +0800", "2017-01-04", "21:18", true, false),
            ("2017-01-04 9:18 pm -0330", "2017-01-04", "21:18", true, false),
            ("Wed, 04 Jan 2017 21:18:00 +08", "2017-01-04", "21:18:00", true, false),
            ("Wed Jan 4 21:18:00 +0800 2017", "2017-01-04", "21:18:00", true, false),
            ("2017-01-04 21:18,2017-01-05 10:00", "2017-01-04,05", "21:18", false, true),
            ("2017-01-04,21:18,2017-01-05,10:00", "2017-01-04,05", "21:18", false, true),
            ("2017-01-04T21:18Z, 2017-01-05T10:00Z", "2017-01-04,05", "21:18", true, true),
            ("2017年1月4日 21時18分、2017年1月5日 10時00分", "2017-01-04,05", "21:18", false, true),
            ("2017-01-04 21:18,2017-01-04 23:00", "2017-01-04", "21:18", false, true),
            ("2017-01-04 21:18 UTC", "2017-01-04", "21:18", true, false),
            ("2017-01-04 21:18 (JST)", "2017-01-04", "21:18", true, false),
            ("Jan 4 21:18:00 CET 2017", "2017-01-04", "21:18:00", true, false),
            // Only the first date has a time.
            ("2017-01-04 21:18,2017-01-05", "2017-01-04,05", "21:18", false, false),
            ("2017-01-04, 21:18, 2017-01-05", "2017-01-04,05", "21:18", false, false),
            ("2017-01-04 21:18,05,02-01", "2017-01-04,05,02-01", "21:18", false, false),
            ("2017-01-04,2017-01-04 21:18", "2017-01-04", "21:18", false, false),
            ("2017-01-04 21:18,2017-01-05,2017-01-06 10:00", "2017-01-04,05,06", "21:18", false, true),
        ] {
            let read = loose_dates(raw).unwrap_or_else(|| panic!("{raw} is no date"));
            assert_eq!(
                (dates_text(&read.dates).as_str(), read.time.unwrap().to_string().as_str()),
                (dates, time),
                "{raw}"
            );
            assert_eq!((read.has_zone, read.has_more_times), (has_zone, has_more_times), "{raw}");
        }
    }
}
