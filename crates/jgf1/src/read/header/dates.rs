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
        let texts: Option<Vec<(Value<'_>, Cow<'_, str>)>> = list().map(|date| Some((date, date.string()?))).collect();
        let Some(texts) = texts else {
            return self.keep_wrong("dates", "/game/dates", "a list of texts", value);
        };
        let texts: Vec<_> = texts.into_iter().filter(|(_, text)| !text.is_empty()).collect();
        if texts.is_empty() {
            return;
        }
        let dates: Vec<_> = texts.iter().map(|(value, text)| self.date(*value, text)).collect();
        let are_parsed = dates.iter().all(|date| date.value().is_some());
        self.record.info.dates = if are_parsed {
            dates
        } else {
            alloc::vec![Parsed::Text(texts.iter().map(|(_, text)| &**text).collect::<Vec<_>>().join(",").into())]
        };
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
