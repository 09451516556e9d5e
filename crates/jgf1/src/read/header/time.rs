//! `time`: the main time and the overtime. In the first dialects `time` is a number, and `overtime` is beside it.

use crate::read::Reader;
use alloc::format;
use kifu_core::{ByoYomi, Decimal, MainTime, Parsed};
use kifu_json::{
    Kind, Value,
    record::{TIME_TYPE, pointer_step},
};

impl Reader {
    pub(super) fn time(&mut self, value: Value<'_>) {
        if value.kind() != Kind::Object {
            return self.main_time(value);
        }
        for (key, part) in value.members().filter(|(_, part)| !part.is_null()) {
            let pointer = format!("/game/time/{}", pointer_step(&key));
            match &*key {
                "main" => self.main_time(part),
                "overtime" => self.overtime(part, &pointer),
                "type" => self.header_member(TIME_TYPE, &pointer, part),
                _ => self.keep_unknown(&pointer, part),
            }
        }
    }

    fn main_time(&mut self, value: Value<'_>) {
        let main = self.json.measured("main", value, |number: Decimal| number.to_duration().map(MainTime));
        if main.is_some() {
            self.record.info.time.all_mut().main = main;
        }
    }

    /// Reads the overtime: a number of seconds for each move, or any text.
    pub(super) fn overtime(&mut self, value: Value<'_>, pointer: &str) {
        if let Some(each) = value.decimal().and_then(Decimal::to_duration) {
            if !each.is_zero() {
                self.record.info.time.all_mut().overtime = Some(Parsed::Value(ByoYomi::PerMove(each).into()));
            }
            return;
        }
        match self.json.text("overtime", value) {
            Some(text) if text.is_empty() => {}
            Some(text) => self.record.info.time.all_mut().overtime = Some(Parsed::exact(&text)),
            None => self.keep_in_game(pointer, value),
        }
    }
}
