//! Dates and times in words, such as `各８時間`. CSA has no value for them, so they are under the keys of KIF. A time in words is in numbers
//! too if the words are clear, for the programs that know only those.

use crate::{
    Version,
    times::{key_of_time, numbers, parse, seat_of_time, time_of},
};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
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
    (MAIN_TIME_OF_BLACK, "TIME+"),
    (MAIN_TIME_OF_WHITE, "TIME-"),
];
const STARTED: &str = "開始日時";
const ENDED: &str = "終了日時";
const MAIN_TIME: &str = "持ち時間";
const BYO_YOMI: &str = "秒読み";
const MAIN_TIME_OF_BLACK: &str = "先手持ち時間";
const MAIN_TIME_OF_WHITE: &str = "後手持ち時間";

/// Returns the key of CSA for the value of a key of KIF.
pub(crate) fn key_of_csa(key: &str) -> Option<&'static str> {
    KEYS.into_iter().find(|(of_kif, _)| *of_kif == key).map(|(_, of_csa)| of_csa)
}

/// Returns the keys of KIF for the value of a key of CSA.
pub(crate) fn keys(of_csa: &str) -> impl Iterator<Item = &'static str> {
    KEYS.iter().filter(move |(_, of)| *of == of_csa).map(|(key, _)| *key)
}

/// Returns the words that a record has for a key of KIF.
pub(crate) fn words_of(record: &Record<Shogi>, key: &str) -> String {
    Field::find(&fields::FIELDS, key).map(|field| field.write(record)).unwrap_or_default()
}

/// Reads `words`, the headers with keys of KIF for the value of one key of CSA, into a record. Returns false if they have no effect: beside
/// `header`, a header of CSA for that value, they must state the same. Then a time in words replaces the numbers.
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
    let Some((seat, stated)) = seat_of_time(key).zip(parse(key, value)) else {
        // The record has this text, or the date that it states, already.
        return words.iter().all(|(_, text)| *text == value);
    };
    let mut other = Record::default();
    let control = control_mut(&mut other.info.time, seat.clone());
    stated.set(control);
    // What the words state replaces the numbers, and nothing else.
    if words.iter().any(|(key, _)| *key != BYO_YOMI) {
        control.main = None;
    }
    if words.iter().any(|(key, text)| *key == BYO_YOMI || CsaTime::words_have_byo_yomi(text)) {
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

/// Returns the headers of the dates and the times. What KIF has in words is under its keys. `typed` is the record without these words.
pub(crate) fn dates_and_times(
    record: &Record<Shogi>,
    typed: &Record<Shogi>,
    version: Version,
) -> Vec<(&'static str, String)> {
    let info = &record.info;
    let mut keys = Vec::new();
    let is_words = |time: Option<&Parsed<_>>| time.and_then(Parsed::text).is_some_and(is_of_kif);
    let has_date = info.dates.iter().filter_map(Parsed::text).any(is_of_kif);
    keys.extend((has_date || is_words(info.started.as_ref())).then_some(STARTED));
    keys.extend(is_words(info.ended.as_ref()).then_some(ENDED));
    // Programs that know only numbers must not take the time of some players for that of all.
    let are_clear = info.time.iter().filter(|time| has_words(time)).all(|time| clear(record, time).is_some());
    let mut found = Vec::new();
    for control in info.time.iter() {
        let number = match has_words(control) {
            true => clear(record, control).filter(|_| are_clear).map(|time| {
                let key = key_of_time(control.seat());
                numbers(key, time, version)
            }),
            // A time that is partly the text of another format would be another time without that text.
            false => typed.info.time.iter().find(|typed| *typed == control).and_then(|time| time_of(time, version)),
        };
        // Beside a main time of zero, a byo-yomi alone would be another time.
        let number = number.filter(|_| !is_byo_yomi_alone(control));
        keys.extend(keys_of_words(control, number.is_some()));
        found.extend(number);
    }
    found.extend(keys.into_iter().map(|key| (key, words_of(record, key))));
    found
}

/// Returns the keys for the words of a time, beside its number if it has one.
fn keys_of_words(control: &TimeControl, has_number: bool) -> impl Iterator<Item = &'static str> {
    let [main, overtime] =
        [control.main.as_ref().and_then(Parsed::text), control.overtime.as_ref().and_then(Parsed::text)];
    let has_words = has_words(control);
    let has_main = has_words && (main.is_some() || !has_number);
    // Words for the main time that have a byo-yomi replace that of the number.
    let is_replaced = control.overtime.is_some() && main.is_some_and(|words| CsaTime::words_have_byo_yomi(words));
    // CSA has no number for a byo-yomi of zero.
    let has_byo_yomi = has_words && (overtime.is_some() || is_replaced || !has_number)
        || states_zero(control)
        || is_byo_yomi_alone(control);
    let is_written = move |key: &str| match key {
        BYO_YOMI => has_byo_yomi,
        MAIN_TIME => has_main,
        _ => has_words,
    };
    keys(key_of_time(control.seat())).filter(move |key| is_written(key))
}

/// Returns true for a byo-yomi of all players without a main time.
fn is_byo_yomi_alone(control: &TimeControl) -> bool {
    let overtime = control.overtime.as_ref();
    let has_byo_yomi =
        overtime.is_some_and(|overtime| overtime.text().is_some_and(is_of_kif)) || one_period(control).is_some();
    control.seat().is_none() && control.main.is_none() && has_byo_yomi
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

/// Returns the numbers for the words of a time, if they are clear. The main time of one player alone is not, if there may be a byo-yomi for
/// all players: the numbers of a player state both.
fn clear(record: &Record<Shogi>, control: &TimeControl) -> Option<CsaTime> {
    let main = |time: &TimeControl| time.main.as_ref().and_then(Parsed::text).map(ToString::to_string);
    let may_have_byo_yomi = |all: &TimeControl| {
        let is_unclear = |text: String| CsaTime::from_words(&text).is_none_or(|time| !time.byo_yomi.is_zero());
        all.overtime.is_some() || main(all).is_some_and(is_unclear)
    };
    let has_own = control.overtime.is_some() || main(control).is_some_and(|text| CsaTime::words_have_byo_yomi(&text));
    let is_part = control.seat().is_some() && !has_own && record.info.time.all().is_some_and(may_have_byo_yomi);
    in_numbers(control).filter(|_| !is_part)
}

/// Returns the numbers for a time, if its words are clear.
fn in_numbers(control: &TimeControl) -> Option<CsaTime> {
    let words = control.main.as_ref().and_then(Parsed::text);
    let main = match (words, control.main.as_ref().and_then(Parsed::value)) {
        (Some(words), _) => CsaTime::from_words(words)?,
        (None, Some(main)) => CsaTime::new(main.0, Duration::ZERO, Duration::ZERO),
        (None, None) => CsaTime::default(),
    };
    let byo_yomi = match &control.overtime {
        None => return Some(main),
        Some(Parsed::Text(text)) if CsaTime::words_have_byo_yomi(text) => return None,
        Some(Parsed::Text(text)) => {
            CsaTime::from_words(text).map(|stated| stated.main).filter(|each| !each.is_zero())?
        }
        Some(Parsed::Value(_)) => one_period(control)?,
    };
    // Both may state the byo-yomi.
    let is_same = words.is_none_or(|words| !CsaTime::words_have_byo_yomi(words)) || main.byo_yomi == byo_yomi;
    is_same.then(|| CsaTime::new(main.main, byo_yomi, Duration::ZERO))
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
