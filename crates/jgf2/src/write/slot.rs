//! The slot for SGF: its private properties, in a node, and in `meta` for the game.

use alloc::vec::Vec;
use kifu_core::Foreign;
use kifu_goban::slot::JudgementProperty;
use kifu_json::{
    Writer,
    record::slot::{self, write_values},
};

/// Writes the private properties of SGF, and the judgements, for which SGF has identifiers.
pub(super) fn sgf(others: &[&Foreign], judgement: &[JudgementProperty], out: &mut Writer) {
    let properties: Vec<_> = others.iter().filter(|entry| entry.format == slot::SGF).collect();
    if properties.is_empty() && judgement.is_empty() {
        return;
    }
    out.key(slot::SGF);
    out.begin_object_inline();
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
