//! The headers that have a place in a record, under the Japanese names that KIF, KI2 and JKF share. Each line of [`FIELDS`] reads and
//! writes one.
//!
//! ```
//! use kifu_core::{Field, Record};
//! use kifu_shogiban::{Shogi, fields::FIELDS};
//! let mut record: Record<Shogi> = Record::default();
//! assert!(Field::find(&FIELDS, "棋戦").unwrap().read(&mut record, "名人戦"));
//! assert_eq!(record.info.event, "名人戦");
//! ```

use crate::{Shogi, csa::CsaTime};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::time::Duration;
use kifu_core::{
    ByoYomi, Field, HeaderField, InfoText, Notation, Overtime, Parsed, PartialDate, PartialDateTime, Record, Seat,
    numbered_date,
};

/// The headers before the players, in the order in which they are written. 先手 and 後手, or 下手 and 上手, are written after them.
///
/// ```
/// use kifu_shogiban::fields::FIELDS;
/// assert_eq!(FIELDS[0].key(), "開始日時");
/// ```
pub static FIELDS: [Field<Shogi>; 15] = [
    Field::start("開始日時", DATE_TIME),
    Field::end("終了日時", DATE_TIME),
    Field::text("棋戦", InfoText::Event),
    Field::text("表題", InfoText::Name),
    Field::text("戦型", InfoText::Opening),
    Field::text("場所", InfoText::Place),
    Field::text("掲載", InfoText::Source),
    Field::text("記録係", InfoText::Transcriber),
    Field::new(
        "備考",
        |record| record.info.description.replace('\n', "\\n"),
        |record, text| {
            record.info.description = text.replace("\\n", "\n");
            true
        },
    ),
    Field::main_time("持ち時間", Notation::new(read_time, write_time)),
    Field::new(
        "先手持ち時間",
        |record| write_time_of(record, &Seat::First),
        |record, text| set_time_of(record, Seat::First, text),
    ),
    Field::new(
        "後手持ち時間",
        |record| write_time_of(record, &Seat::Second),
        |record, text| set_time_of(record, Seat::Second, text),
    ),
    Field::new("秒読み", |record| write_byo_yomi(record).unwrap_or_default(), set_byo_yomi),
    Field::new(
        "最大手数",
        |record| record.terms.max_moves.map(|moves| moves.to_string()).unwrap_or_default(),
        |record, text| {
            let moves = text.trim_end_matches('手').parse().ok();
            record.terms.max_moves = moves.or(record.terms.max_moves);
            moves.is_some()
        },
    ),
    Field::new(
        "持将棋",
        |record| record.terms.impasse.clone(),
        |record, text| {
            record.terms.impasse = text.into();
            true
        },
    ),
];

/// Other names of headers, each with the usual one.
///
/// ```
/// use kifu_shogiban::fields::SYNONYMS;
/// assert!(SYNONYMS.contains(&("対局日", "開始日時")));
/// ```
pub const SYNONYMS: [(&str, &str); 2] = [("対局日", "開始日時"), ("対局日時", "開始日時")];

/// Returns the fields that a header with this key states; its own for a key without a place in a record.
///
/// ```
/// use kifu_core::{HeaderField, Seat};
/// use kifu_shogiban::fields::header_fields;
/// assert_eq!(header_fields("後手"), [HeaderField::PlayerName(Seat::Second)]);
/// assert_eq!(header_fields("天気"), [HeaderField::Custom("天気".into())]);
/// ```
#[must_use]
pub fn header_fields(key: &str) -> Vec<HeaderField> {
    use HeaderField::{Custom, Dates, End, Fact, MainTime, Overtime, PlayerName, Start, Text};
    let usual = SYNONYMS.iter().find(|(name, _)| *name == key).map_or(key, |(_, usual)| usual);
    let field = match usual {
        "先手" | "下手" => PlayerName(Seat::First),
        "後手" | "上手" => PlayerName(Seat::Second),
        // A text that is not a date is one of the dates.
        "開始日時" => return [Start, Dates].into(),
        "終了日時" => End,
        "棋戦" => Text(InfoText::Event),
        "表題" => Text(InfoText::Name),
        "戦型" => Text(InfoText::Opening),
        "場所" => Text(InfoText::Place),
        "掲載" => Text(InfoText::Source),
        "記録係" => Text(InfoText::Transcriber),
        "備考" => Text(InfoText::Description),
        "持ち時間" => MainTime(None),
        "秒読み" => Overtime(None),
        "先手持ち時間" => return [MainTime(Some(Seat::First)), Overtime(Some(Seat::First))].into(),
        "後手持ち時間" => return [MainTime(Some(Seat::Second)), Overtime(Some(Seat::Second))].into(),
        "最大手数" => Fact("max moves".into()),
        "持将棋" => Fact("impasse".into()),
        "手合割" | "手番" | "先手の持駒" | "下手の持駒" | "後手の持駒" | "上手の持駒" => {
            Fact("start".into())
        }
        _ => Custom(key.into()),
    };
    [field].into()
}

/// A day, and often a time: `2014/03/16 09:00`. The weekday of the day may follow it, `2014/03/16(日)`. Another weekday, a range or a
/// full-width digit makes it a text.
const DATE_TIME: Notation<PartialDateTime> = Notation::new(read_date, |time| time.to_string().replace('-', "/"));

fn read_date(text: &str) -> Option<PartialDateTime> {
    let numbered = |text: &str| numbered_date(text, &['/', ' ', ':']);
    let Some((day, rest)) = text.split_once('(') else { return numbered(text) };
    let (weekday, time) = rest.split_once(')')?;
    let is_time = time.is_empty() || time.starts_with(' ');
    let named = weekday_of(numbered(day)?.date)?;
    let mut letters = weekday.chars();
    let is_same = letters.next() == Some(named) && letters.next().is_none();
    numbered(&format!("{day}{time}")).filter(|_| is_same && is_time)
}

/// Returns the letter of the weekday of a date, which needs its day.
fn weekday_of(date: PartialDate) -> Option<char> {
    ['月', '火', '水', '木', '金', '土', '日'].get(usize::from(date.weekday()?)).copied()
}

/// Parses a time such as `6時間` or `1時間30分`, if it would be written so.
fn read_time(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut seconds = 0_u64;
    for (unit, length) in [("時間", 3600), ("分", 60), ("秒", 1)] {
        let Some((number, behind)) = rest.split_once(unit) else { continue };
        seconds = seconds.checked_add(number.parse::<u32>().ok().map(u64::from)?.checked_mul(length)?)?;
        rest = behind;
    }
    let time = Duration::from_secs(seconds);
    (rest.is_empty() && write_time(&time) == text).then_some(time)
}

/// Returns a time as `6時間`, `1時間30分`, `0秒`.
fn write_time(time: &Duration) -> String {
    let seconds = time.as_secs();
    let parts = [(seconds / 3600, "時間"), (seconds / 60 % 60, "分"), (seconds % 60, "秒")];
    let text: String = parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}")).collect();
    if text.is_empty() { "0秒".into() } else { text }
}

/// Returns the byo-yomi of all players, if it is one period, as KIF has it.
fn write_byo_yomi(record: &Record<Shogi>) -> Option<String> {
    match record.info.time.all()?.overtime.as_ref()? {
        Parsed::Text(text) => Some(text.to_string()),
        Parsed::Value(overtime) => match (overtime.byo_yomi(), overtime.each_move()) {
            (Some(ByoYomi::Periods { count: 1, each }), None) => Some(write_time(&each)),
            _ => None,
        },
    }
}

fn set_byo_yomi(record: &mut Record<Shogi>, text: &str) -> bool {
    let byo_yomi = read_time(text).map(|each| Overtime::from(ByoYomi::Periods { count: 1, each }));
    let is_value = byo_yomi.is_some();
    record.info.time.all_mut().overtime = Some(byo_yomi.map_or_else(|| Parsed::Text(text.into()), Parsed::Value));
    is_value
}

/// Returns the time limit of one player, as CSA has it: `900+10+5`.
fn write_time_of(record: &Record<Shogi>, seat: &Seat) -> String {
    let Some(control) = record.info.time.iter().find(|control| control.seat() == Some(seat)) else {
        return String::new();
    };
    match &control.main {
        Some(Parsed::Text(text)) => text.to_string(),
        _ => CsaTime::of(control).map(|time| time.to_string()).unwrap_or_default(),
    }
}

fn set_time_of(record: &mut Record<Shogi>, seat: Seat, text: &str) -> bool {
    let control = record.info.time.of_mut(seat);
    let time = text.parse().ok().filter(|time: &CsaTime| time.to_string() == text);
    match time {
        Some(time) => time.set(control),
        None => control.main = Some(Parsed::Text(text.into())),
    }
    time.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_core::MainTime;

    #[test]
    fn times_that_are_written_so() {
        for (text, seconds) in [("6時間", 21_600), ("10分", 600), ("1時間30分", 5_400), ("30秒", 30), ("0秒", 0)]
        {
            assert_eq!(read_time(text), Some(Duration::from_secs(seconds)), "{text}");
            assert_eq!(write_time(&Duration::from_secs(seconds)), text);
        }
        for text in
            ["各６時間", "６時間", "90分", "15分+60秒", "30+0+5", "60分 切れたら1分将棋", "00:30+00", "", "06時間"]
        {
            assert_eq!(read_time(text), None, "{text}");
        }
    }

    #[test]
    fn headers_of_the_table_come_back() {
        let texts = [
            "2014/03/16 09:00",
            "2014/03/16 18:04",
            "棋王戦",
            "表題",
            "居飛車",
            "東京",
            "雑誌",
            "係",
            "a\\nb",
            "6時間",
            "900+10+5",
            "0+30+0",
            "30秒",
            "256",
            "27点法",
        ];
        let mut record = Record::<Shogi>::default();
        for (field, text) in FIELDS.iter().zip(texts) {
            assert!(field.read(&mut record, text), "{}", field.key());
        }
        for (field, text) in FIELDS.iter().zip(texts) {
            assert_eq!(field.write(&record), text);
        }
        assert_eq!(record.info.time.all().unwrap().main, Some(Parsed::Value(MainTime::from_secs(21_600))));
        assert_eq!(record.info.description, "a\nb");
    }

    #[test]
    fn every_header_of_the_table_is_a_field() {
        for field in &FIELDS {
            let fields = header_fields(field.key());
            assert!(!matches!(fields[..], [HeaderField::Custom(_)]), "{}", field.key());
        }
    }

    #[test]
    fn unusual_headers_stay_texts() {
        let mut record = Record::<Shogi>::default();
        for (field, text) in
            [(0, "2005/11/29･30日"), (1, "2008/02/18(火) 11:04:26"), (9, "各８時間"), (10, "1時間"), (12, "一分")]
        {
            assert!(!FIELDS[field].read(&mut record, text), "{text}");
            assert_eq!(FIELDS[field].write(&record), text);
        }
    }

    /// A weekday adds nothing to its date.
    #[test]
    fn a_date_with_its_weekday() {
        for (text, written) in [
            ("2004/04/01(木) 21:43:11", "2004/04/01 21:43:11"),
            ("2005/08/23(火) 22:50", "2005/08/23 22:50"),
            ("2001/12/22(土)", "2001/12/22"),
            ("2000/02/29(火)", "2000/02/29"),
            ("1600/10/21(土)", "1600/10/21"),
        ] {
            let mut record = Record::<Shogi>::default();
            assert!(FIELDS[0].read(&mut record, text), "{text}");
            assert_eq!(FIELDS[0].write(&record), written);
        }
        for text in [
            "2004/04/01(金)",
            "2004/04(木)",
            "2004/04/01(木曜)",
            "2004/04/01(木)21:43",
            "2004/04/01(木",
            "2004/04/01()",
        ] {
            let mut record = Record::<Shogi>::default();
            assert!(!FIELDS[0].read(&mut record, text), "{text}");
            assert_eq!(FIELDS[0].write(&record), text);
        }
    }
}
