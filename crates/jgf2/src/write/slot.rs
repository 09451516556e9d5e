//! The slot for SGF in a node: its private properties, and the data of the record for which SGF has identifiers.

use alloc::vec::Vec;
use kifu_core::Foreign;
use kifu_goban::{analysis::AnalysisProperty, slot::JudgementProperty};
use kifu_json::{
    Writer,
    record::slot::{self, write_values},
};

/// Returns true if there is no private property of SGF with this identifier.
pub(super) fn is_free(others: &[&Foreign], identifier: &str) -> bool {
    !others.iter().any(|entry| entry.format == slot::SGF && entry.key == identifier)
}

/// Writes the private properties of SGF, the judgements and the analyses.
pub(super) fn sgf(
    others: &[&Foreign],
    judgement: &[JudgementProperty],
    analyses: &[AnalysisProperty],
    out: &mut Writer,
) {
    let properties: Vec<_> = others.iter().filter(|entry| entry.format == slot::SGF).collect();
    if properties.is_empty() && judgement.is_empty() && analyses.is_empty() {
        return;
    }
    out.key(slot::SGF);
    out.begin_object_inline();
    for AnalysisProperty { identifier, value, .. } in analyses {
        out.key(identifier);
        out.begin_array_inline();
        out.string(value);
        out.end();
    }
    for JudgementProperty { identifier, value, .. } in judgement {
        out.key(identifier);
        out.begin_array_inline();
        out.string(value);
        properties
            .iter()
            .filter(|entry| entry.key == *identifier)
            .flat_map(|entry| &entry.values)
            .for_each(|value| out.string(value));
        out.end();
    }
    for entry in properties.iter().filter(|entry| judgement.iter().all(|own| own.identifier != entry.key)) {
        write_values(entry, out);
    }
    out.end();
}
