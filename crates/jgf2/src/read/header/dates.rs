//! `date` and `dates`: the dates of the game.

use crate::{codes, read::Reader};
use alloc::{borrow::Cow, format, string::ToString, vec::Vec};
use kifu_core::{Foreign, Parsed, PartialDate};
use kifu_json::{Kind, Value, record::excerpt};

impl Reader {
    /// Reads `date`, which repeats the first of `dates`.
    pub(super) fn first_date(&mut self, value: Value<'_>) {
        let Some(text) = self.json.text("date", value) else { return self.keep_in_game("/game/date", value) };
        if text.is_empty() {
            return;
        }
        // Only one date is compared: comparing every repeated key would take quadratic time.
        if core::mem::replace(&mut self.has_date, true) {
            return self.keep_in_game("/game/date", value);
        }
        if self.record.info.dates.is_empty() {
            self.record.info.dates = alloc::vec![self.date(value, &text)];
        } else if self.record.info.dates.first().is_none_or(|date| date.to_string() != *text) {
            self.report_date_disagreement(value, &text);
            self.keep_in_game("/game/date", value);
        }
    }

    pub(super) fn dates(&mut self, value: Value<'_>) {
        // The factor covers spare capacity and the lists that are made from this list.
        let memory = value.elements().count() * 4 * size_of::<(Value<'_>, Cow<'_, str>)>();
        if !self.json.take(memory, value.span().start) {
            return;
        }
        let texts: Option<Vec<(Value<'_>, Cow<'_, str>)>> =
            value.elements().map(|date| Some((date, date.string()?))).collect();
        let Some(texts) = texts.filter(|_| value.kind() == Kind::Array) else {
            return self.keep_wrong("dates", "/game/dates", "a list of texts", value);
        };
        let texts: Vec<_> = texts.into_iter().filter(|(_, text)| !text.is_empty()).collect();
        if texts.is_empty() {
            return;
        }
        let earlier = core::mem::take(&mut self.record.info.dates);
        let dates: Vec<_> = texts.iter().map(|(value, text)| self.date(*value, text)).collect();
        let are_parsed = dates.iter().all(|date| date.value().is_some());
        self.record.info.dates = if are_parsed {
            dates
        } else {
            alloc::vec![Parsed::Text(texts.iter().map(|(_, text)| &**text).collect::<Vec<_>>().join(",").into())]
        };
        if let Some(date) = earlier.first().map(ToString::to_string)
            && texts.first().is_none_or(|(_, text)| **text != date)
        {
            self.report_date_disagreement(value, &date);
            self.foreign.push(Foreign::new(crate::INFO.id, "/game/date", alloc::vec![kifu_json::quote(&date)]));
        }
    }

    fn report_date_disagreement(&mut self, value: Value<'_>, date: &str) {
        let date = excerpt(date);
        let first =
            self.record.info.dates.first().map(|date| excerpt(&date.to_string()).into_owned()).unwrap_or_default();
        let message = format!(
            "date is {date:?}, but the first of dates is {first:?}; dates counts, and date has no effect (kept in the file)"
        );
        self.report_disagreement(value, &message);
    }

    fn date(&mut self, value: Value<'_>, text: &str) -> Parsed<PartialDate> {
        text.parse().map_or_else(
            |_| {
                self.json.diagnostics.report(&codes::BAD_VALUE, value.span(), || {
                    format!("{text:?} is not a date (YYYY-MM-DD); kept as text")
                });
                Parsed::Text(text.into())
            },
            Parsed::Value,
        )
    }
}
