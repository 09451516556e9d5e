//! `komi`, `handicap`, `allowSuicide` and `disallowRepeats`: the terms of the game.

use crate::{codes, read::Reader};
use alloc::format;
use kifu_core::{Decimal, Parsed};
use kifu_goban::rules::Rules;
use kifu_json::{Kind, Value, record::excerpt};

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

    /// Reads `allowSuicide` and `disallowRepeats`, after the rule set.
    ///
    /// A value that the rule set has anyway is not recorded. Without a known rule set, the members state the rules.
    pub(super) fn rule_members(&mut self, root: Value<'_>) {
        let Some(rules) = root.get("rules").filter(|rules| rules.kind() == Kind::Object) else { return };
        let named: Option<Rules> = self.record.terms.rules.parse().ok();
        for key in ["allowSuicide", "disallowRepeats"] {
            let Some(member) = rules.get_present(key) else { continue };
            let Some(stated) = member.boolean() else {
                self.keep_wrong(key, &format!("/rules/{key}"), "true or false", member);
                continue;
            };
            let is_suicide = key == "allowSuicide";
            let named = named.map(|named| if is_suicide { named.suicide } else { named.forbids_repetition() });
            if named == Some(stated) {
                continue;
            }
            let terms = &mut self.record.terms;
            *(if is_suicide { &mut terms.suicide } else { &mut terms.superko }) = Some(stated);
            if let Some(named) = named {
                let rules = excerpt(&self.record.terms.rules);
                let message = match (is_suicide, named) {
                    (true, true) => {
                        format!("allowSuicide is false, but suicide is legal under {rules} rules; allowSuicide counts")
                    }
                    (true, false) => {
                        format!("allowSuicide is true, but suicide is illegal under {rules} rules; allowSuicide counts")
                    }
                    (false, true) => format!(
                        "disallowRepeats is false, but {rules} rules forbid to repeat a position; disallowRepeats counts"
                    ),
                    (false, false) => format!(
                        "disallowRepeats is true, but {rules} rules allow to repeat a position; disallowRepeats counts"
                    ),
                };
                self.report_disagreement(member, &message);
            }
        }
    }
}
