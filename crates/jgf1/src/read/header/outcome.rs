//! `result`: the result of the game.

use crate::{codes, read::Reader};
use alloc::format;
use kifu_core::{Outcome, Parsed};
use kifu_goban::{outcome_text, parse_outcome};
use kifu_json::Value;

impl Reader {
    pub(super) fn outcome(&mut self, value: Value<'_>) {
        let Some(text) = self.json.text("result", value) else { return self.keep_in_game("/game/result", value) };
        let outcome = if text.is_empty() { Some(Outcome::NoResult) } else { parse_outcome(text.trim()).ok() };
        let is_standard = |outcome: &Outcome| outcome_text(outcome) == text || text.is_empty();
        if !outcome.as_ref().is_some_and(is_standard) {
            self.json.diagnostics.report(&codes::BAD_VALUE, value.span(), || match &outcome {
                None => format!("the result {text:?} is not defined by the format; kept as text"),
                Some(outcome) => {
                    let read = outcome_text(outcome);
                    format!("the result {text:?} has an unusual spelling; read as {read}")
                }
            });
        }
        self.record.info.outcome = Some(outcome.map_or_else(|| Parsed::Text(text.into_owned().into()), Parsed::Value));
    }
}
