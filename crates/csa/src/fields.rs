//! The headers that have a place in a record: each line of the table reads and writes one. Those of the time are apart, because a player
//! can have an own one.

use crate::Version;
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::time::Duration;
use kifu_core::{
    ByoYomi, Field, InfoText, Notation, Overtime, Parsed, Record, Seat, TimeControl, UnparsedText, one_line,
};
use kifu_shogiban::{Shogi, csa::CsaTime, fields};

/// The format of texts that stand under the keys of KIF.
pub(crate) const KIF: &str = "kif";

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

/// The keys of KIF for values that CSA has keys for, with those. A value of KIF that is a text has no place under the key of CSA.
const OF_KIF: [(&str, &str); 6] = [
    ("開始日時", "START_TIME"),
    ("終了日時", "END_TIME"),
    ("持ち時間", "TIME"),
    ("秒読み", "TIME"),
    ("先手持ち時間", "TIME+"),
    ("後手持ち時間", "TIME-"),
];

/// Returns the field of a key of KIF, and the key of CSA for the same value.
pub(crate) fn field_of_kif(key: &str) -> Option<(&'static Field<Shogi>, &'static str)> {
    let (key, of_csa) = OF_KIF.into_iter().find(|(of_kif, _)| *of_kif == key)?;
    Some((Field::find(&fields::FIELDS, key)?, of_csa))
}

/// Returns true if the first words under a key of KIF count: if no header of CSA has their place, or if they state the same as the time limit
/// in that header. `has_byo_yomi` is true if there are words for the byo-yomi too.
pub(crate) fn words_count(key: &str, words: &str, of_csa: Option<(&str, &str)>, has_byo_yomi: bool) -> bool {
    let Some((name, value)) = of_csa else { return true };
    let (Some(time), Some(stated)) = (parse(name, value), CsaTime::from_words(words)) else { return false };
    let (has_one, is_same) = (stated.byo_yomi.is_zero(), stated.main == time.main);
    time.increment.is_zero()
        && match key {
            "秒読み" => has_one && stated.main == time.byo_yomi,
            "持ち時間" if has_one => is_same && (time.byo_yomi.is_zero() || !is_sudden_death(words)),
            "持ち時間" => is_same && stated.byo_yomi == time.byo_yomi && !has_byo_yomi,
            _ => is_same && stated.byo_yomi == time.byo_yomi,
        }
}

/// Removes what words that count replace: a text does not replace a number, and some words state both parts of a time limit.
pub(crate) fn clear_for_words(record: &mut Record<Shogi>, key: &str, of_csa: &str, words: &str) {
    let Some(seat) = seat_of_time(of_csa).filter(|_| key != "秒読み") else { return };
    let control = match seat {
        Some(seat) => record.info.time.of_mut(seat),
        None => record.info.time.all_mut(),
    };
    control.main = None;
    if CsaTime::from_words(words).is_some_and(|stated| !stated.byo_yomi.is_zero()) {
        control.overtime = None;
    }
}

/// Returns true for words that exclude a byo-yomi.
fn is_sudden_death(words: &str) -> bool {
    words.trim_end().ends_with("切れ負け")
}

/// Returns the headers of the dates and the times. Those that are texts of KIF have its keys. `own` is the record without these texts.
pub(crate) fn times(record: &Record<Shogi>, own: &Record<Shogi>, version: Version) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let is_of_kif = |text: &UnparsedText| text.format() == Some(KIF);
    let info = &record.info;
    let is_text = |time: Option<&Parsed<_>>| time.and_then(Parsed::text).is_some_and(is_of_kif);
    let has_date = info.dates.iter().filter_map(Parsed::text).any(is_of_kif);
    let mut keys = Vec::new();
    keys.extend((has_date || is_text(info.started.as_ref())).then_some("開始日時"));
    keys.extend(is_text(info.ended.as_ref()).then_some("終了日時"));
    for control in info.time.iter() {
        let has_text = |text: Option<&UnparsedText>| text.is_some_and(is_of_kif);
        let main = control.main.as_ref().and_then(Parsed::text);
        let overtime = control.overtime.as_ref().and_then(Parsed::text);
        let is_shared = control.seat().is_none();
        // CSA states no byo-yomi without a main time.
        let byo_yomi = field_of_kif("秒読み").map(|(field, _)| field.write(record)).filter(|text| !text.is_empty());
        if is_shared && control.main.is_none() && byo_yomi.is_some() {
            keys.push("秒読み");
            continue;
        }
        let is_zero = control.overtime.as_ref().and_then(Parsed::value).is_some_and(has_no_time);
        if !has_text(main) && !has_text(overtime) {
            // What is left of a time would be another one.
            let own = own.info.time.iter().find(|own| own.seat() == control.seat() && *own == control);
            found.extend(own.and_then(|own| time_of(own, version)));
            keys.extend((is_shared && is_zero).then_some("秒読み"));
            continue;
        }
        // A byo-yomi for all players has no place in the time of one.
        let may_have_byo_yomi =
            |text: &UnparsedText| CsaTime::from_words(text).is_none_or(|time| !time.byo_yomi.is_zero());
        let has_all = !is_shared
            && info.time.all().is_some_and(|all| {
                all.overtime.is_some() || all.main.as_ref().and_then(Parsed::text).is_some_and(may_have_byo_yomi)
            });
        let time = in_words(control).filter(|_| !has_all);
        found.extend(time.map(|time| numbers(key_of_time(control.seat()), time, version)));
        let all = time.is_none();
        keys.extend(match control.seat() {
            None => [("持ち時間", all || main.is_some()), ("秒読み", all || overtime.is_some() || is_zero)]
                .into_iter()
                .filter_map(|(key, is_written)| is_written.then_some(key))
                .collect(),
            Some(Seat::First) => vec!["先手持ち時間"],
            Some(Seat::Second) => vec!["後手持ち時間"],
            Some(_) => Vec::new(),
        });
    }
    let fields = keys.into_iter().filter_map(field_of_kif);
    found.extend(fields.map(|(field, _)| (field.key(), field.write(record))));
    found
}

/// Returns the time limit that a time control states in words.
fn in_words(control: &TimeControl) -> Option<CsaTime> {
    let main = match &control.main {
        Some(Parsed::Text(text)) => CsaTime::from_words(text)?,
        Some(Parsed::Value(main)) => CsaTime::new(main.0, Duration::ZERO, Duration::ZERO),
        None => CsaTime::default(),
    };
    let excludes = |text: &UnparsedText| is_sudden_death(text);
    let has_one = main.byo_yomi.is_zero() && !control.main.as_ref().and_then(Parsed::text).is_some_and(excludes);
    match &control.overtime {
        None => Some(main),
        _ if !has_one => None,
        Some(Parsed::Text(text)) => {
            let stated =
                CsaTime::from_words(text).filter(|stated| stated.byo_yomi.is_zero() && !stated.main.is_zero())?;
            Some(CsaTime::new(main.main, stated.main, Duration::ZERO))
        }
        Some(Parsed::Value(overtime)) => match (overtime.byo_yomi(), overtime.each_move()) {
            (Some(ByoYomi::Periods { count: 1, each }), None) => Some(CsaTime::new(main.main, each, Duration::ZERO)),
            _ => None,
        },
    }
}

/// Returns true for a byo-yomi without time, which CSA writes as no byo-yomi.
fn has_no_time(overtime: &Overtime) -> bool {
    let is_zero = matches!(overtime.byo_yomi(), Some(ByoYomi::Periods { count: 1, each }) if each.is_zero());
    is_zero && overtime.each_move().is_none()
}

fn time_of(control: &TimeControl, version: Version) -> Option<(&'static str, String)> {
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
fn numbers(key: &'static str, time: CsaTime, version: Version) -> (&'static str, String) {
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
    use kifu_core::MainTime;

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
            assert_eq!(times(&record, &record, version), [(key, text.to_string())]);
        }
        let times = |record: Record<Shogi>| times(&record, &record, Version::V3_0);
        assert_eq!(times(read("TIMET+", "5+0+0")), [("TIME+", "5+0+0".to_string())]);
        assert_eq!(times(read("TIME_LIMIT", "00:25+30")), [("TIME", "1500+30+0".to_string())]);
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

    #[test]
    fn notes_have_lines_and_backslashes() {
        let note = FIELDS.iter().find(|field| field.key() == "NOTE").unwrap();
        let mut record = Record::default();
        note.read(&mut record, "a\\nb\\\\n\\x\\");
        assert_eq!(record.info.description, "a\nb\\n\\x\\");
        assert_eq!(note.write(&record), "a\\nb\\\\n\\\\x\\\\");
    }
}
