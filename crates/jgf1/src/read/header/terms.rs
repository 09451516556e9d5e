//! `komi` and `handicap`: the terms of the game.

use crate::{codes, read::Reader};
use alloc::format;
use kifu_core::{Decimal, Parsed};
use kifu_json::Value;

impl Reader {
    pub(super) fn komi(&mut self, value: Value<'_>) {
        self.record.terms.komi = self.json.number("komi", value);
        if let Some(Parsed::Value(komi)) = self.record.terms.komi
            && !(Decimal::from(-100)..=Decimal::from(100)).contains(&komi)
        {
            self.json.diagnostics.report(&codes::ODD_KOMI, value.span(), || {
                format!("a komi of {komi} is probably not in points; read as points anyway")
            });
        }
    }

    pub(super) fn handicap(&mut self, value: Value<'_>) {
        let stones = |number: Decimal| number.to_integer().and_then(|stones| u32::try_from(stones).ok());
        self.record.terms.handicap = self.json.measured("handicap", value, stones);
    }
}
