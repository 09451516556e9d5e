//! SBKV and LZ: the analyses of engines.

use super::draft::Draft;
use crate::{Property, read::Reader, value};
use alloc::vec::Vec;
use kifu_core::Analysis;
use kifu_goban::{
    Go,
    analysis::{self, Context, IDENTIFIERS},
};

/// The analyses in the properties of a node, by the place of the identifier in [`IDENTIFIERS`].
#[derive(Default)]
pub(in crate::read) struct Analyses([Vec<Analysis<Go>>; IDENTIFIERS.len()]);

impl Analyses {
    /// Returns all analyses in the order in which they are written.
    pub(super) fn in_order(self) -> Vec<Analysis<Go>> {
        self.0.into_iter().flatten().collect()
    }
}

impl<'a> Reader<'a> {
    /// Reads a property with analyses. It is kept unchanged if writing the analyses would give another text.
    pub(super) fn analysis(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let main = draft.main;
        let place = IDENTIFIERS.iter().position(|known| *known == identifier).unwrap_or_default();
        let is_free = draft.analyses.as_ref().is_none_or(|analyses| analyses.0[place].is_empty());
        let mut values = property.value_spans();
        if let (Some(at), None, true) = (values.next(), values.next(), is_free) {
            let raw = value::normalized(self.raw(at));
            let context = Context::new(draft.mover, self.size);
            if let Some(analyses) = analysis::read(identifier, &raw, context) {
                // A list may have twice the capacity while it grows.
                let memory = analyses.iter().map(|analysis| 2 * analysis.memory()).sum();
                if self.take(memory, at.start) {
                    draft.analyses.get_or_insert_default().0[place] = analyses;
                }
                return;
            }
        }
        self.keep(identifier, property.value_spans(), draft, main);
    }
}
