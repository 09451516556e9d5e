//! The headers of the time: of all players (`$TIME`, `$TIME_LIMIT`) or of one (`$TIME+`).

use crate::Version;
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{Parsed, Record, Seat, TimeControl, one_line};
use kifu_shogiban::{Shogi, csa::CsaTime};

/// Returns the seat of a header of the time: `TIME` or `TIME_LIMIT` is for all players. The text of version 3.0 also spells `TIMET+`.
pub(crate) fn seat_of_time(key: &str) -> Option<Option<Seat>> {
    Some(match key {
        "TIME" | "TIME_LIMIT" => None,
        "TIME+" | "TIMET+" => Some(Seat::First),
        "TIME-" | "TIMET-" => Some(Seat::Second),
        _ => return None,
    })
}

/// Returns the key of the time of a seat, or of all players.
pub(crate) fn key_of_time(seat: Option<&Seat>) -> &'static str {
    match seat {
        Some(Seat::First) => "TIME+",
        Some(_) => "TIME-",
        None => "TIME",
    }
}

/// Parses the value of a header of the time.
pub(crate) fn parse(key: &str, text: &str) -> Option<CsaTime> {
    if key == "TIME_LIMIT" { CsaTime::from_limit(text) } else { text.parse().ok() }
}

/// Sets the time of all players or of one. A text without this form is kept as text, except for `TIME`: a time in words is that of
/// `TIME_LIMIT`. Returns whether the text has the form of its key, where a `TIME_LIMIT` in words is usual, and whether it was set.
pub(crate) fn set_time(record: &mut Record<Shogi>, key: &str, seat: Option<Seat>, text: &str) -> (bool, bool) {
    let time = parse(key, text);
    if time.is_none() && key == "TIME" {
        return (false, false);
    }
    let control = match seat {
        Some(seat) => record.info.time.of_mut(seat),
        None => record.info.time.all_mut(),
    };
    match time {
        Some(time) => time.set(control),
        None => control.main = Some(Parsed::Text(text.into())),
    }
    (time.is_some() || key == "TIME_LIMIT", true)
}

/// Returns the header of a time, if CSA has one for it.
pub(crate) fn time_of(control: &TimeControl, version: Version) -> Option<(&'static str, String)> {
    let key = key_of_time(control.seat());
    if matches!(control.seat(), Some(Seat::Other(_))) {
        return None;
    }
    if let Some(Parsed::Text(text)) = &control.main {
        let text = one_line(text);
        let key = if key == "TIME" { "TIME_LIMIT" } else { key };
        let is_value =
            if key == "TIME_LIMIT" { CsaTime::from_limit(&text).is_some() } else { text.parse::<CsaTime>().is_ok() };
        return (!is_value && !text.is_empty()).then_some((key, text));
    }
    Some(numbers(key, CsaTime::of(control)?, version))
}

/// Returns the header of a time limit in numbers.
pub(crate) fn numbers(key: &'static str, time: CsaTime, version: Version) -> (&'static str, String) {
    let CsaTime { main, byo_yomi, increment, .. } = time;
    let is_limit = version == Version::V2_2
        && key == "TIME"
        && increment.as_millis() == 0
        && main.subsec_nanos() == 0
        && main.as_secs() % 60 == 0
        && byo_yomi.subsec_nanos() == 0
        && u32::try_from(main.as_secs().max(byo_yomi.as_secs())).is_ok();
    if is_limit {
        let (minutes, byo_yomi) = (main.as_secs() / 60, byo_yomi.as_secs());
        return ("TIME_LIMIT", format!("{:02}:{:02}+{byo_yomi:02}", minutes / 60, minutes % 60));
    }
    (key, time.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use kifu_core::MainTime;

    fn read(key: &str, text: &str) -> Record<Shogi> {
        let mut record = Record::default();
        set_time(&mut record, key, seat_of_time(key).unwrap(), text);
        record
    }

    fn written(record: &Record<Shogi>, version: Version) -> Vec<(&'static str, String)> {
        record.info.time.iter().filter_map(|control| time_of(control, version)).collect()
    }

    #[test]
    fn times_come_back() {
        for (key, text, version) in [
            ("TIME_LIMIT", "00:25+00", Version::V2_2),
            ("TIME_LIMIT", "12:00+60", Version::V2_2),
            ("TIME_LIMIT", "100:00+120", Version::V2_2),
            ("TIME", "1500+0+0", Version::V3_0),
            ("TIME", "0+30+0", Version::V3_0),
            ("TIME", "900+0+5", Version::V2_2),
            ("TIME", "900+10+5", Version::V3_0),
            ("TIME", "0.5+1.25+0.001", Version::V2_2),
            ("TIME+", "1800+30+0", Version::V2_2),
            ("TIME-", "1800+30+0", Version::V3_0),
            ("TIME_LIMIT", "one hour", Version::V3_0),
            ("TIME+", "one hour", Version::V3_0),
        ] {
            let record = read(key, text);
            assert_eq!(written(&record, version), [(key, text.to_string())]);
        }
        assert_eq!(written(&read("TIMET+", "5+0+0"), Version::V3_0), [("TIME+", "5+0+0".to_string())]);
        assert_eq!(written(&read("TIME_LIMIT", "00:25+30"), Version::V3_0), [("TIME", "1500+30+0".to_string())]);
    }

    #[test]
    fn main_time_byo_yomi_and_increment() {
        let record = read("TIME", "900+10+5");
        let control = record.info.time.all().unwrap();
        assert_eq!(control.main, Some(Parsed::Value(MainTime::from_secs(900))));
        let overtime = control.overtime.as_ref().unwrap().value().unwrap();
        assert_eq!(overtime.to_string(), "1x10 byo-yomi + 5 fischer");
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in ["", "25", "00:25", "00:25+", "00:2x+00", "1:00:00+00"] {
            assert_eq!(CsaTime::from_limit(text), None, "{text}");
        }
    }
}
