//! Keys of headers that are nearly known ones, and headers that stand in the value of another one: a typing error, a damaged character or a
//! missing line end has hidden a header.

use super::{Reader, start::player_of_hand, usual};
use crate::{codes, document::Line};
use alloc::{format, string::String, vec::Vec};
use core::ops::RangeInclusive;
use kifu_core::{Edits, Field, Record, Safety, Severity, Span, Typo, line_end};
use kifu_shogiban::{
    Hand, Handicap, bod,
    fields::{FIELDS, SYNONYMS},
};

/// The keys of the start and of the players, in their usual spelling.
const OTHERS: [&str; 12] = [
    "手合割",
    "手番",
    "先手",
    "後手",
    "下手",
    "上手",
    "先手の持駒",
    "後手の持駒",
    "下手の持駒",
    "上手の持駒",
    "先手の持ち駒",
    "後手の持ち駒",
];

/// A key of pieces in hand, and the lengths that damage leaves of such keys. 使用駒, the pieces of a problem, is shorter.
const OF_HAND: &str = "先手の持駒";
const LENGTHS_OF_HAND: RangeInclusive<usize> = 4..=7;

/// Words of fewer characters are too much like each other for a typing error: 戦型 and 戦法 are two words.
const SHORTEST: usize = 3;

/// The largest number of characters that damage makes of one character of several bytes.
const MOST_OF_DAMAGE: usize = 3;

/// Returns all keys with a meaning.
fn known() -> impl Iterator<Item = &'static str> {
    let synonyms = SYNONYMS.iter().map(|(name, _)| *name);
    FIELDS.iter().map(Field::key).chain(synonyms).chain(OTHERS)
}

/// Returns the keys that one without a meaning is probably meant as: it has one typing error or one damaged character.
fn likely(key: &str, value: &str) -> Vec<&'static str> {
    let is_damaged = key.contains(char::REPLACEMENT_CHARACTER);
    let is_meant = |known: &&'static str| match Typo::of(key, known) {
        // Another word, unless it is the value that shows it.
        Some(Typo::Wrong(letter)) if letter != char::REPLACEMENT_CHARACTER => shows(value, known),
        Some(_) => is_damaged || known.chars().count() >= SHORTEST,
        None => is_damaged && is_left_of(key, known),
    };
    // A line without pieces in hand hides nothing.
    let is_empty = matches!(value, "" | "なし");
    known().filter(|known| !(is_empty && player_of_hand(known).is_some())).filter(is_meant).collect()
}

/// Returns true if a value can only be that of a key: pieces in hand, a handicap, a date or a time.
fn shows(value: &str, key: &str) -> bool {
    if player_of_hand(key).is_some() {
        return bod::parse_hand(value).is_ok_and(|hand| hand != Hand::default());
    }
    if key == "手合割" {
        return Handicap::from_name(value).is_some();
    }
    let is_of_time = key.ends_with("日時") || key.ends_with("時間") || key == "秒読み";
    let field = Field::find(&FIELDS, usual(key)).filter(|_| is_of_time || usual(key) != key);
    field.is_some_and(|field| field.read(&mut Record::default(), value))
}

/// Returns true if damage to one character of a known key leaves this key.
fn is_left_of(key: &str, known: &str) -> bool {
    let same = key.chars().zip(known.chars()).take_while(|(a, b)| a == b).count();
    let [key, known] = [key, known].map(|text| text.chars().skip(same).collect::<Vec<_>>());
    let behind = key.iter().rev().zip(known.iter().rev()).take_while(|(a, b)| a == b).count();
    key.len() <= behind + MOST_OF_DAMAGE && known.len() == behind + 1
}

/// Returns the message about pieces in hand under another key.
pub(super) fn not_of_hand(key: &str) -> String {
    format!("{key} is not the key of the pieces in hand; kept as a header, so that these pieces are missing")
}

impl<'a> Reader<'a, '_> {
    /// Reports a header without a meaning that probably has one, under a key that is nearly its own.
    pub(super) fn report_key(&mut self, key: &'a str, value: &'a str, line: &Line<'a>) {
        let likely = likely(key, value);
        let Some(first) = likely.first() else {
            // In a charset of two bytes, a lost byte changes all characters after it.
            if LENGTHS_OF_HAND.contains(&key.chars().count()) && shows(value, OF_HAND) {
                self.start.add_likely_hand(key, line.shown());
            }
            return;
        };
        let is_hand = player_of_hand(first).is_some();
        let code = if is_hand { codes::BAD_HAND.with_severity(Severity::Warning) } else { codes::MISSPELT_KEY };
        let message = || match is_hand {
            true => not_of_hand(key),
            false => format!("{key} is nearly {}; kept as a header, without effect", likely.join(" and ")),
        };
        let report = self.game.report(&code, line.shown(), message);
        match likely[..] {
            [one] => report.fix(Safety::Guess, || format!("write {one}"), || Edits::one(line.span_of(key), one)),
            _ => report.help("correct the key"),
        };
    }

    /// Reports a header that follows the value of another one in the same line.
    pub(super) fn report_joined(&mut self, key: &str, value: &'a str, line: &Line<'a>) {
        // A description may contain anything.
        if key == "備考" {
            return;
        }
        let mut colons = value.match_indices(['：', ':']);
        let found = colons.find_map(|(at, _)| {
            let key = known().filter(|known| value[..at].ends_with(known)).max_by_key(|known| known.len())?;
            Some((at - key.len(), key))
        });
        let Some((at, joined)) = found else { return };
        let span = line.span_of(&value[at..]);
        let message =
            || format!("{key} contains the header {joined}, which has no effect there; a line end may be missing");
        let report = self.game.report(&codes::JOINED_HEADERS, span, message);
        let edits = || Edits::one(Span::at(span.start as usize), String::from(line_end(self.text)));
        report.fix(Safety::Guess, || "start a line", edits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_nearly_known() {
        for (key, value, expected) in [
            ("後手の特駒", "飛", &["後手の持駒"][..]),
            ("後手の特駒", "なし", &[]),
            ("先手の駒", "歩二", &["先手の持駒"]),
            ("先手の�駒", "なし", &[]),
            ("先手の�駒", "飛", &["先手の持駒"]),
            ("先手の�G�駒", "歩", &["先手の持駒"]),
            ("手合剖", "香落ち", &["手合割"]),
            ("手合剖", "x", &[]),
            ("�合割", "x", &["手合割"]),
            ("�手", "あさ", &["先手", "後手", "下手", "上手"]),
            ("開始日", "2024/05/06", &["開始日時"]),
            ("開始時日", "2024/05/06", &["開始日時"]),
            ("対局目", "2024/05/06", &["対局日"]),
            ("対局場", "東京", &[]),
            ("持時間", "10分", &["持ち時間"]),
            ("記録者", "あさ", &[]),
            ("最終手数", "100", &[]),
            ("戦法", "四間飛車", &[]),
            ("棋戦名", "x", &[]),
            ("作者", "x", &[]),
        ] {
            assert_eq!(likely(key, value), expected, "{key}：{value}");
        }
    }
}
