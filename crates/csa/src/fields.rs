//! The headers that have a place in a record: each line of the table reads and writes one. Those of the time are apart, because a player
//! can have an own one.

use crate::Version;
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::time::Duration;
use kifu_core::{
    ByoYomi, Decimal, Field, InfoText, MainTime, Notation, Overtime, Parsed, Record, Seat, TimeControl, one_line,
};
use kifu_shogiban::Shogi;

/// The headers other than those of the time. CSA has no key for the last three; they have those of KIF.
pub(crate) static FIELDS: [Field<Shogi>; 11] = [
    Field::text("EVENT", InfoText::Event),
    Field::text("SITE", InfoText::Place),
    Field::start("START_TIME", Notation::SLASHED_DATE_TIME),
    Field::end("END_TIME", Notation::SLASHED_DATE_TIME),
    Field::text("OPENING", InfoText::Opening),
    Field::new(
        "MAX_MOVES",
        |record| record.terms.max_moves.map(|moves| moves.to_string()).unwrap_or_default(),
        |record, text| {
            let moves = text.parse().ok();
            record.terms.max_moves = moves.or(record.terms.max_moves);
            moves.is_some()
        },
    ),
    Field::new(
        "JISHOGI",
        |record| record.terms.impasse.clone(),
        |record, text| {
            record.terms.impasse = text.into();
            true
        },
    ),
    Field::new(
        "NOTE",
        |record| record.info.description.replace('\\', "\\\\").replace('\n', "\\n"),
        |record, text| {
            record.info.description = unescape(text);
            true
        },
    ),
    Field::text("表題", InfoText::Name),
    Field::text("掲載", InfoText::Source),
    Field::text("記録係", InfoText::Transcriber),
];

/// Returns a note with its lines and backslashes. Other escapes have no meaning.
fn unescape(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let (c, behind) = match behind.as_bytes().first() {
            Some(b'n') => ('\n', &behind[1..]),
            Some(b'\\') => ('\\', &behind[1..]),
            _ => ('\\', behind),
        };
        out.push(c);
        rest = behind;
    }
    out + rest
}

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

/// Sets the time of all players or of one. A text without this form is kept as text.
pub(crate) fn set_time(record: &mut Record<Shogi>, key: &str, seat: Option<Seat>, text: &str) {
    let parts = if key == "TIME_LIMIT" { time_limit(text) } else { time(text) };
    let control = match seat {
        Some(seat) => record.info.time.of_mut(seat),
        None => record.info.time.all_mut(),
    };
    let Some((main, byo_yomi, increment)) = parts else {
        control.main = Some(Parsed::Text(text.into()));
        return;
    };
    control.main = Some(Parsed::Value(MainTime(main)));
    let byo_yomi = Some(byo_yomi).filter(|each| !each.is_zero());
    let byo_yomi = byo_yomi.map(|each| Overtime::from(ByoYomi::Periods { count: 1, each }));
    let overtime = match (byo_yomi, increment) {
        (overtime, Duration::ZERO) => overtime,
        (None, increment) => Some(Overtime::increment(increment)),
        (Some(overtime), increment) => Some(overtime.and_increment(increment)),
    };
    control.overtime = overtime.map(Parsed::Value);
}

type Times = (Duration, Duration, Duration);

/// Parses `HH:MM+SS`: the main time, and the byo-yomi in seconds.
fn time_limit(text: &str) -> Option<Times> {
    let (main, byo_yomi) = text.split_once('+')?;
    let (hours, minutes) = main.split_once(':')?;
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| is_number).map(u64::from)
    };
    let main = Duration::from_secs(number(hours)? * 3600 + number(minutes)? * 60);
    Some((main, Duration::from_secs(number(byo_yomi)?), Duration::ZERO))
}

/// Parses `main+byo-yomi+increment`, each in seconds.
fn time(text: &str) -> Option<Times> {
    let mut parts = text.split('+').map(seconds);
    let times = (parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(times)
}

/// Parses seconds with up to three decimals.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_exact = is_number(whole) && is_number(decimals) && decimals.len() <= 3;
    text.parse::<Decimal>().ok().filter(|_| is_exact)?.to_duration()
}

/// Returns seconds with up to three decimals. Smaller parts are cut off.
pub(crate) fn write_seconds(time: Duration) -> String {
    let millis = Duration::new(time.as_secs(), time.subsec_millis() * 1_000_000);
    Decimal::from_duration(millis).to_string()
}

/// Returns the headers of the time.
pub(crate) fn times(record: &Record<Shogi>, version: Version) -> Vec<(&'static str, String)> {
    record.info.time.iter().filter_map(|control| time_of(control, version)).collect()
}

fn time_of(control: &TimeControl, version: Version) -> Option<(&'static str, String)> {
    let key = key_of_time(control.seat());
    if matches!(control.seat(), Some(Seat::Other(_))) {
        return None;
    }
    let main = match &control.main {
        Some(Parsed::Text(text)) => {
            let text = one_line(text);
            let key = if key == "TIME" { "TIME_LIMIT" } else { key };
            let is_value = if key == "TIME_LIMIT" { time_limit(&text).is_some() } else { time(&text).is_some() };
            return (!is_value && !text.is_empty()).then_some((key, text));
        }
        Some(Parsed::Value(main)) => Some(main.0),
        None => None,
    };
    let overtime = control.overtime.as_ref().and_then(Parsed::value);
    let byo_yomi = match overtime.and_then(Overtime::byo_yomi) {
        Some(ByoYomi::Periods { count: 1, each }) => each,
        _ => Duration::ZERO,
    };
    let increment = overtime.and_then(Overtime::each_move).unwrap_or_default();
    if main.is_none() && [byo_yomi, increment].map(write_seconds) == ["0", "0"] {
        return None;
    }
    let main = main.unwrap_or_default();
    let is_limit = version == Version::V2_2
        && key == "TIME"
        && write_seconds(increment) == "0"
        && main.subsec_nanos() == 0
        && main.as_secs() % 60 == 0
        && byo_yomi.subsec_nanos() == 0
        && u32::try_from(main.as_secs().max(byo_yomi.as_secs())).is_ok();
    if is_limit {
        let (minutes, byo_yomi) = (main.as_secs() / 60, byo_yomi.as_secs());
        return Some(("TIME_LIMIT", format!("{:02}:{:02}+{byo_yomi:02}", minutes / 60, minutes % 60)));
    }
    let [main, byo_yomi, increment] = [main, byo_yomi, increment].map(write_seconds);
    Some((key, format!("{main}+{byo_yomi}+{increment}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(key: &str, text: &str) -> Record<Shogi> {
        let mut record = Record::default();
        set_time(&mut record, key, seat_of_time(key).unwrap(), text);
        record
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
            assert_eq!(times(&record, version), [(key, text.to_string())]);
        }
        assert_eq!(times(&read("TIMET+", "5+0+0"), Version::V3_0), [("TIME+", "5+0+0".to_string())]);
        assert_eq!(times(&read("TIME_LIMIT", "00:25+30"), Version::V3_0), [("TIME", "1500+30+0".to_string())]);
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
        for text in ["", "1500", "1500+0", "1+2+3+4", "-1+0+0", "1.2345+0+0", "1e3+0+0", "1500 + 0 + 0"] {
            assert_eq!(time(text), None, "{text}");
        }
        for text in ["", "25", "00:25", "00:25+", "00:2x+00", "1:00:00+00"] {
            assert_eq!(time_limit(text), None, "{text}");
        }
    }

    #[test]
    fn notes_have_lines_and_backslashes() {
        let note = FIELDS.iter().find(|field| field.key() == "NOTE").unwrap();
        let mut record = Record::default();
        note.read(&mut record, "a\\nb\\\\n\\x\\");
        assert_eq!(record.info.description, "a\nb\\n\\x\\");
        assert_eq!(note.write(&record), "a\\nb\\\\n\\\\x\\\\");
    }
}
