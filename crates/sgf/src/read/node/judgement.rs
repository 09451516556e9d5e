//! BM, TE, GB and others: the judgement of a move or of a position.

use super::draft::Draft;
use crate::{
    Property, codes,
    read::Reader,
    value::{self, Meaning},
};
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{Judgement, MoveQuality};
use kifu_goban::slot as judgements;

impl<'a> Reader<'a> {
    pub(super) fn judgement(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let main = draft.main;
        let Some(at) = self.first(identifier, property, draft, main) else { return };
        let raw = self.raw(at);
        let value = match identifier {
            "V" => {
                let meaning = value::real(raw);
                self.meaning(identifier, at, meaning, "a number").map(|value| value.to_string())
            }
            "DO" | "IT" => {
                let meaning = match raw {
                    "" => Meaning::Exact(()),
                    _ if raw.trim().is_empty() || matches!(raw.trim(), "1" | "2") => Meaning::Loose((), String::new()),
                    _ => Meaning::None,
                };
                self.meaning(identifier, at, meaning, "no value").map(|()| String::new())
            }
            _ => {
                let meaning = value::double(raw);
                let emphasised = self.meaning(identifier, at, meaning, "1 (normal) or 2 (emphasised)");
                emphasised.map(|emphasised| if emphasised { "2" } else { "1" }.to_string())
            }
        };
        let before = draft.main_mut().details().map(|details| details.judgement).unwrap_or_default();
        let mut judgement = before;
        let understood = value.as_deref().is_some_and(|value| judgements::read(&mut judgement, identifier, value));
        if understood {
            draft.main_mut().details_mut().judgement = judgement;
            return;
        }
        if self.version == 3
            && let Some(quality) = pair(before, identifier)
        {
            self.diagnostics.report(
                &codes::OLD_PROPERTY,
                property.name_span(),
                || "BM and TE in one node are a single judgement in FF[3]; read as DO or IT of FF[4]",
            );
            draft.main_mut().details_mut().judgement.of_move = Some(quality);
            return;
        }
        if value.is_some() {
            self.diagnostics.report(&codes::CONTRADICTION, property.span(), || {
                format!("{identifier} contradicts an earlier judgement in this node; the first counts")
            });
        }
        self.keep(identifier, core::iter::once(at), draft, main);
    }
}

/// Returns the meaning of BM and TE together in FF\[3\], if the other one was read before.
fn pair(before: Judgement, identifier: &str) -> Option<MoveQuality> {
    match (before.of_move?, identifier) {
        (MoveQuality::Bad(_), "TE") => Some(MoveQuality::Doubtful),
        (MoveQuality::Good(_), "BM") => Some(MoveQuality::Interesting),
        _ => None,
    }
}
