//! Values that the record keeps unchanged: foreign data of this format.

use super::{
    Reader,
    node::{
        clock,
        draft::{Draft, DraftNode, Target},
    },
};
use crate::value;
use alloc::{
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Foreign, Span};

impl Reader<'_> {
    /// Keeps values unchanged, for the foreign data of `target`.
    pub(super) fn keep(
        &mut self,
        identifier: &str,
        values: impl Iterator<Item = Span>,
        draft: &mut Draft,
        target: Target,
    ) {
        let mut values = values.peekable();
        let Some(first) = values.peek() else { return };
        let kept = draft.target_mut(target).kept.get_or_insert_default();
        // The identifier may be as long as the text: it is looked up once, not for each value.
        if !kept.contains_key(identifier) {
            // The list may have twice the capacity while it grows.
            if !self.take(2 * (size_of::<Foreign>() + identifier.len()), first.start) {
                return;
            }
            kept.insert(identifier.to_string(), Vec::new());
        }
        let Some(kept) = kept.get_mut(identifier) else { return };
        for at in values {
            if !self.take(size_of::<String>() + at.range().len(), at.start) {
                return;
            }
            kept.push(at);
        }
    }

    /// Turns the kept values of a node into foreign data, the values of each identifier in the order of the text.
    pub(super) fn add_kept_values(&mut self, draft: &mut Draft) {
        let text = self.game.text;
        let DraftNode { foreign, kept, .. } = &mut draft.head;
        let foreign = if draft.is_root { &mut self.foreign } else { foreign };
        add_values(text, kept.take(), foreign);
        for DraftNode { foreign, kept, .. } in [&mut draft.tail, &mut draft.second] {
            add_values(text, kept.take(), foreign);
        }
    }
}

/// Returns the text of a kept value. A clock in another spelling gets that of the standard: only this may be written as a clock, where
/// other programs find it.
fn kept_value(identifier: &str, raw: &str) -> String {
    clock::standard_spelling(identifier, raw).unwrap_or_else(|| value::normalized(raw))
}

fn add_values(text: &str, kept: Option<BTreeMap<String, Vec<Span>>>, foreign: &mut Vec<Foreign>) {
    let Some(kept) = kept else { return };
    // A list is empty if there was no memory for its values.
    for (identifier, mut values) in kept.into_iter().filter(|(_, values)| !values.is_empty()) {
        values.sort_unstable_by_key(|at| at.start);
        let values = values.into_iter().map(|at| kept_value(&identifier, &text[at.range()]));
        let values = values.collect::<Vec<_>>();
        foreign.push(Foreign::new("sgf", identifier, values));
    }
}
