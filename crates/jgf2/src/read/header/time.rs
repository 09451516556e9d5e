//! `time`, `overtime`, `numberOfPeriods` and `timePerPeriod`: the main time and overtime.

use crate::read::Reader;
use alloc::{format, string::ToString};
use core::time::Duration;
use kifu_core::{ByoYomi, Decimal, MainTime, Overtime, Parsed};
use kifu_json::{
    Kind, Value,
    record::{excerpt, pointer_step},
};

impl Reader {
    pub(super) fn time(&mut self, value: Value<'_>) {
        let main = self.json.measured("time", value, |number: Decimal| number.to_duration().map(MainTime));
        self.record.info.time.all_mut().main = main;
    }

    pub(super) fn overtime(&mut self, value: Value<'_>) {
        let Some(text) = self.json.text("overtime", value) else { return self.keep_in_game("/rules/overtime", value) };
        if !text.is_empty() {
            self.record.info.time.all_mut().overtime = Some(Parsed::exact(&text));
        }
    }

    /// Reads the time of an earlier version: a number, or the object of JGF 1 with the main time, and the overtime as a text or in
    /// seconds per move.
    pub(super) fn older_time(&mut self, pointer: &str, value: Value<'_>) {
        if value.kind() != Kind::Object {
            return self.time(value);
        }
        for (key, part) in value.members().filter(|(_, part)| !part.is_null()) {
            match (&*key, part.decimal().and_then(Decimal::to_duration)) {
                ("main", _) => self.time(part),
                ("overtime", Some(each)) if !each.is_zero() => {
                    self.record.info.time.all_mut().overtime = Some(Parsed::Value(ByoYomi::PerMove(each).into()));
                }
                ("overtime", Some(_)) => {}
                ("overtime", None) => self.overtime(part),
                _ => self.keep_in_game(&format!("{pointer}/{}", pointer_step(&key)), part),
            }
        }
    }

    /// Reads `numberOfPeriods` and `timePerPeriod`. Seki repeats the overtime there.
    pub(super) fn overtime_in_parts(&mut self, root: Value<'_>) {
        let Some(rules) = root.get("rules") else { return };
        let (count, each) = (rules.get("numberOfPeriods"), rules.get("timePerPeriod"));
        let periods = count.and_then(Value::integer).and_then(|n| u32::try_from(n).ok());
        let time = each.and_then(Value::decimal).and_then(Decimal::to_duration);
        let in_parts = periods.zip(time).map(|(count, each)| Overtime::from(ByoYomi::Periods { count, each }));
        let is_positive = periods.is_some_and(|count| count > 0) && time.is_some_and(|each| !each.is_zero());
        let overtime = self.record.info.time.all().and_then(|time| time.overtime.as_ref());
        match (overtime, in_parts) {
            (None, Some(in_parts)) if is_positive => {
                self.record.info.time.all_mut().overtime = Some(Parsed::Value(in_parts));
            }
            (Some(overtime), Some(in_parts)) if is_same_amount(overtime, &in_parts) => {}
            _ => {
                let overtime = overtime.map(ToString::to_string);
                let stated = overtime.as_deref().and_then(parts);
                let is_same_count = stated.is_some_and(|(count, _)| Some(count) == periods);
                let is_same_time = stated.is_some_and(|(_, each)| Some(each) == time);
                self.keep_part_of_overtime("numberOfPeriods", count.filter(|_| !is_same_count), overtime.as_deref());
                self.keep_part_of_overtime("timePerPeriod", each.filter(|_| !is_same_time), overtime.as_deref());
            }
        }
    }

    fn keep_part_of_overtime(&mut self, key: &str, part: Option<Value<'_>>, overtime: Option<&str>) {
        if let Some(part) = part.filter(|part| !part.is_null() && part.integer() != Some(0)) {
            let shown = excerpt(part.raw());
            let message = match overtime.map(excerpt) {
                Some(overtime) => format!(
                    "{key} {shown} contradicts the overtime {overtime:?}, which counts; {key} has no effect (kept in the file)"
                ),
                None => format!(
                    "an overtime needs a positive numberOfPeriods and timePerPeriod; {key} {shown} has no effect (kept in the file)"
                ),
            };
            self.report_disagreement(part, &message);
            self.keep_in_game(&format!("/rules/{key}"), part);
        }
    }
}

/// Returns the number of periods and the time of each, if the first word of an overtime has them: `3x20`.
fn parts(overtime: &str) -> Option<(u32, Duration)> {
    let (count, each) = overtime.split(' ').next()?.split_once('x')?;
    Some((count.parse().ok()?, each.parse::<Decimal>().ok()?.to_duration()?))
}

/// Returns true if the two overtimes have the same amount. It compares the first words, because the others have several
/// spellings: `3x20 byo` is the same as `3x20 byo-yomi`.
fn is_same_amount(overtime: &Parsed<Overtime>, in_parts: &Overtime) -> bool {
    let (overtime, in_parts) = (overtime.to_string(), in_parts.to_string());
    overtime.split(' ').next() == in_parts.split(' ').next()
}
