//! The slots: data of other formats, in a node, and in `meta` for the game.

use super::ForeignData;
use crate::slot;
use alloc::vec::Vec;
use kifu_core::Foreign;
use kifu_goban::slot::JudgementProperty;
use kifu_json::Writer;

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
        values(entry, out);
    }
    out.end();
}

/// Writes the members of `foreign` for other formats, and for members of this format that cannot be written back to their places.
pub(super) fn other_formats(foreign: &ForeignData<'_>, out: &mut Writer) {
    for entries in foreign.others.chunk_by(|a, b| a.format == b.format) {
        let Some(first) = entries.first().filter(|first| first.format != slot::SGF && first.format != slot::KIFU)
        else {
            continue;
        };
        out.key(&first.format);
        out.begin_object_inline();
        entries.iter().for_each(|entry| values(entry, out));
        out.end();
    }
    if !foreign.unplaced.is_empty() {
        out.key(slot::JGF2);
        out.begin_object_inline();
        foreign.unplaced.iter().for_each(|entry| values(entry, out));
        out.end();
    }
}

fn values(entry: &Foreign, out: &mut Writer) {
    out.key(&entry.key);
    out.begin_array_inline();
    entry.values.iter().for_each(|value| out.string(value));
    out.end();
}
