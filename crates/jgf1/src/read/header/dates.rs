//! `dates`: the dates of the game.

use crate::{codes, read::Reader};
use alloc::{borrow::Cow, format, vec::Vec};
use kifu_core::{Parsed, PartialDate};
use kifu_json::{Kind, Value};

impl Reader {
    pub(super) fn dates(&mut self, value: Value<'_>) {
        // The first dialects have one date as a text.
        let is_list = value.kind() == Kind::Array;
        let list = || is_list.then(|| value.elements()).into_iter().flatten().chain((!is_list).then_some(value));
        // The factor covers spare capacity and the lists that are made from this list.
        let memory = list().count() * 4 * size_of::<(Value<'_>, Cow<'_, str>)>();
        if !self.json.take(memory, value.span().start) {
            return;
        }
        if !is_list && value.string().is_none() {
            return self.keep_wrong("dates", "/game/dates", "a list of texts", value);
        }
        let mut texts: Vec<(Value<'_>, Cow<'_, str>)> = Vec::new();
        for date in list().filter(|date| !date.is_null()) {
            // A year may be a number.
            match self.json.text("dates", date) {
                Some(text) if text.is_empty() => {}
                Some(text) => texts.push((date, text)),
                None => self.keep_in_game("/game/dates/-", date),
            }
        }
        if texts.is_empty() {
            return;
        }
        let mut dates: Vec<Parsed<PartialDate>> = Vec::new();
        for (value, text) in &texts {
            let last = dates.last().and_then(|date| date.value().copied());
            dates.push(self.date(*value, text, last));
        }
        let are_parsed = dates.iter().all(|date| date.value().is_some());
        self.record.info.dates = if are_parsed {
            dates
        } else {
            alloc::vec![Parsed::Text(texts.iter().map(|(_, text)| &**text).collect::<Vec<_>>().join(",").into())]
        };
    }

    /// Reads a date. ngGo divides the list of dates of an SGF file at its commas, so a date may have the short form that SGF allows after
    /// another date.
    fn date(&mut self, value: Value<'_>, text: &str, last: Option<PartialDate>) -> Parsed<PartialDate> {
        if let Ok(date) = text.parse() {
            return Parsed::Value(date);
        }
        let date = last.and_then(|last| last.following(text.trim()));
        self.json.diagnostics.report(&codes::BAD_VALUE, value.span(), || match date {
            Some(date) => {
                format!("{text:?} is not a date (YYYY-MM-DD); read as {date}, the short form that SGF allows")
            }
            None => format!("{text:?} is not a date (YYYY-MM-DD); kept as text"),
        });
        date.map_or_else(|| Parsed::Text(text.into()), Parsed::Value)
    }
}
