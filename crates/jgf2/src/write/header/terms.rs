//! `rules`: the terms of the game, and the main time and overtime.

use alloc::string::ToString;
use kifu_core::{ByoYomi, Decimal, Info, Overtime, Parsed, Record};
use kifu_goban::{Go, rules::Rules};
use kifu_json::{
    Writer,
    record::{ForeignData, Section},
};

/// Returns the overtime of all players, if it is written as a member: a value, or a text that is read back as the same text and is
/// not a text of another format.
pub(super) fn overtime(info: &Info) -> Option<&Parsed<Overtime>> {
    info.time.all()?.overtime.as_ref().filter(|overtime| match overtime {
        Parsed::Value(_) => true,
        Parsed::Text(text) => {
            let is_text = Parsed::<Overtime>::exact(text).value().is_none();
            text.format().is_none() && !text.is_empty() && is_text
        }
    })
}

pub(super) fn rules(record: &Record<Go>, in_slot: &[&str], foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let terms = &record.terms;
    let mut section = Section::new("rules", out);
    section.text("ruleset", &terms.rules);
    if let Some(Parsed::Value(komi)) = &terms.komi {
        section.key("komi").number(&komi.to_string());
    }
    if let Some(Parsed::Value(handicap)) = &terms.handicap {
        section.key("handicap").number(&handicap.to_string());
    }
    let named: Option<Rules> = terms.rules.parse().ok();
    let members = [
        ("allowSuicide", terms.suicide, named.map(|named| named.suicide)),
        ("disallowRepeats", terms.superko, named.map(|named| named.forbids_repetition())),
    ];
    for (key, stated, named) in members {
        if let Some(rule) = stated.or(named) {
            section.key(key).boolean(rule);
        }
    }
    let time = record.info.time.all();
    if let Some(Parsed::Value(main)) = time.and_then(|time| time.main.as_ref()) {
        section.key("time").number(&main.to_string());
    }
    if let Some(overtime) = overtime(&record.info) {
        section.text("overtime", &overtime.to_string());
        if let Some(ByoYomi::Periods { count, each }) = overtime.value().and_then(Overtime::byo_yomi) {
            section.key("numberOfPeriods").integer(i64::from(count));
            section.key("timePerPeriod").number(&Decimal::from_duration(each).to_string());
        }
    }
    let members: [(&str, &[&'static str]); 5] = [
        ("komi", &["komi"]),
        ("handicap", &["handicap"]),
        ("main-time", &["time"]),
        ("suicide", &["allowSuicide"]),
        ("superko", &["disallowRepeats"]),
    ];
    section.leave_out(in_slot, &members);
    section.end(foreign);
}
