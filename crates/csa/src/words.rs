//! Dates and times in words, such as `各８時間`. CSA has no value for them, so they are under the keys of KIF. A time in words is in numbers
//! too if the words are clear, for the programs that know only those.

use crate::{
    Version,
    times::{key_of_time, numbers, parse, seat_of_time, time_of},
};
use alloc::{string::String, vec::Vec};
use core::time::Duration;
use kifu_core::{ByoYomi, Field, Parsed, Record, Seat, TimeControl, TimeControls, UnparsedText};
use kifu_shogiban::{Shogi, csa::CsaTime, fields};

/// The format of the texts under the keys of KIF.
pub(crate) const KIF: &str = "kif";

/// The keys of KIF, each with the key of CSA for the same value.
const KEYS: [(&str, &str); 6] = [
    (STARTED, "START_TIME"),
    (ENDED, "END_TIME"),
    (MAIN_TIME, "TIME"),
    (BYO_YOMI, "TIME"),
    ("先手持ち時間", "TIME+"),
    ("後手持ち時間", "TIME-"),
];
const STARTED: &str = "開始日時";
const ENDED: &str = "終了日時";
const MAIN_TIME: &str = "持ち時間";
const BYO_YOMI: &str = "秒読み";

/// Returns the key of CSA for the value of a key of KIF.
pub(crate) fn key_of_csa(key: &str) -> Option<&'static str> {
    KEYS.into_iter().find(|(of_kif, _)| *of_kif == key).map(|(_, of_csa)| of_csa)
}

/// Returns the keys of KIF for the value of a key of CSA.
pub(crate) fn keys(of_csa: &str) -> impl Iterator<Item = &'static str> {
    KEYS.iter().filter(move |(_, of)| *of == of_csa).map(|(key, _)| *key)
}

/// Returns the words that a record has for a key of KIF.
pub(crate) fn own(record: &Record<Shogi>, key: &str) -> String {
    Field::find(&fields::FIELDS, key).map(|field| field.write(record)).unwrap_or_default()
}

/// Reads headers with keys of KIF for the value of one key of CSA, if they count. Beside a header of CSA for that value, they count only
/// if they state the same time limit: then they replace its numbers. Returns whether they count.
pub(crate) fn read(record: &mut Record<Shogi>, words: &[(&str, &str)], header: Option<(&str, &str)>) -> bool {
    let read_all = |record: &mut Record<Shogi>| {
        for (key, text) in words {
            Field::find(&fields::FIELDS, key).map(|field| field.read(record, text));
        }
    };
    let Some((key, value)) = header else {
        read_all(record);
        return true;
    };
    let (Some(seat), Some(stated)) = (seat_of_time(key), parse(key, value)) else { return false };
    let mut other = Record::default();
    let control = control_mut(&mut other.info.time, seat.clone());
    stated.set(control);
    if words.iter().any(|(key, _)| *key != BYO_YOMI) {
        control.main = None;
    }
    if words.iter().any(|(key, text)| *key == BYO_YOMI || states_byo_yomi(text)) {
        control.overtime = None;
    }
    read_all(&mut other);
    let control = control_mut(&mut other.info.time, seat.clone());
    if in_numbers(control) != Some(stated) {
        return false;
    }
    *control_mut(&mut record.info.time, seat) = control.clone();
    true
}

fn control_mut(time: &mut TimeControls, seat: Option<Seat>) -> &mut TimeControl {
    match seat {
        Some(seat) => time.of_mut(seat),
        None => time.all_mut(),
    }
}

/// Returns true for words that have a byo-yomi, or exclude one.
fn states_byo_yomi(words: &str) -> bool {
    words.contains(['+', '＋', '|', '｜']) || words.trim_end().ends_with("切れ負け")
}

/// Returns the headers of the dates and the times. Those that are texts of KIF have its keys. `own` is the record without these texts.
pub(crate) fn dates_and_times(
    record: &Record<Shogi>,
    own: &Record<Shogi>,
    version: Version,
) -> Vec<(&'static str, String)> {
    let info = &record.info;
    let mut keys = Vec::new();
    let is_words = |time: Option<&Parsed<_>>| time.and_then(Parsed::text).is_some_and(is_of_kif);
    let has_date = info.dates.iter().filter_map(Parsed::text).any(is_of_kif);
    keys.extend((has_date || is_words(info.started.as_ref())).then_some(STARTED));
    keys.extend(is_words(info.ended.as_ref()).then_some(ENDED));
    // Programs that know only numbers must not take the time of some players for that of all.
    let are_clear =
        info.time.iter().filter(|control| has_words(control)).all(|control| clear(record, control).is_some());
    let mut found = Vec::new();
    for control in info.time.iter() {
        let is_shared = control.seat().is_none();
        // CSA has no number for a byo-yomi of zero, nor for a byo-yomi without a main time.
        let has_zero = is_shared && states_zero(control);
        let is_alone = is_shared && control.main.is_none() && !self::own(record, BYO_YOMI).is_empty();
        if is_alone || !has_words(control) {
            // What is left of a time that another format has as a text would be another time.
            let own = own.info.time.iter().find(|own| *own == control).filter(|_| !is_alone);
            found.extend(own.and_then(|own| time_of(own, version)));
            keys.extend((is_alone || has_zero).then_some(BYO_YOMI));
            continue;
        }
        let number = clear(record, control).filter(|_| are_clear);
        let is_text = |text: Option<&UnparsedText>| text.is_some() || number.is_none();
        let main = is_text(control.main.as_ref().and_then(Parsed::text));
        let overtime = is_text(control.overtime.as_ref().and_then(Parsed::text)) || has_zero;
        let of_csa = key_of_time(control.seat());
        let is_written = |key| if key == BYO_YOMI { overtime } else { main || !is_shared };
        keys.extend(self::keys(of_csa).filter(|key| is_written(*key)));
        found.extend(number.map(|time| numbers(of_csa, time, version)));
    }
    found.extend(keys.into_iter().map(|key| (key, self::own(record, key))));
    found
}

fn is_of_kif(text: &UnparsedText) -> bool {
    text.format() == Some(KIF)
}

/// Returns true for a time that KIF has in words.
fn has_words(control: &TimeControl) -> bool {
    let main = control.main.as_ref().and_then(Parsed::text);
    let overtime = control.overtime.as_ref().and_then(Parsed::text);
    main.into_iter().chain(overtime).any(is_of_kif)
}

/// Returns the numbers for the words of a time, if they are clear. A byo-yomi for all players has no place in the numbers of one.
fn clear(record: &Record<Shogi>, control: &TimeControl) -> Option<CsaTime> {
    let may_have_byo_yomi = |all: &TimeControl| {
        let main = all.main.as_ref().and_then(Parsed::text);
        all.overtime.is_some()
            || main.is_some_and(|text| CsaTime::from_words(text).is_none_or(|time| !time.byo_yomi.is_zero()))
    };
    let is_hidden = control.seat().is_some() && record.info.time.all().is_some_and(may_have_byo_yomi);
    in_numbers(control).filter(|_| !is_hidden)
}

/// Returns the numbers for a time, if its words are clear.
fn in_numbers(control: &TimeControl) -> Option<CsaTime> {
    let main = match &control.main {
        Some(Parsed::Text(text)) => CsaTime::from_words(text)?,
        Some(Parsed::Value(main)) => CsaTime::new(main.0, Duration::ZERO, Duration::ZERO),
        None => CsaTime::default(),
    };
    let byo_yomi = match &control.overtime {
        None => return Some(main),
        Some(Parsed::Text(text)) if !states_byo_yomi(text) => {
            CsaTime::from_words(text).map(|stated| stated.main).filter(|each| !each.is_zero())?
        }
        Some(Parsed::Text(_)) => return None,
        Some(Parsed::Value(_)) => one_period(control)?,
    };
    let states_two = control.main.as_ref().and_then(Parsed::text).is_some_and(|text| states_byo_yomi(text));
    (!states_two).then(|| CsaTime::new(main.main, byo_yomi, Duration::ZERO))
}

/// Returns the time of the byo-yomi, if the overtime is one period of it and no more.
fn one_period(control: &TimeControl) -> Option<Duration> {
    let overtime = control.overtime.as_ref().and_then(Parsed::value)?;
    match (overtime.byo_yomi(), overtime.each_move()) {
        (Some(ByoYomi::Periods { count: 1, each }), None) => Some(each),
        _ => None,
    }
}

/// Returns true for a byo-yomi of no time.
fn states_zero(control: &TimeControl) -> bool {
    one_period(control).is_some_and(|each| each.is_zero())
}
