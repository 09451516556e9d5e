//! Turns safe fixes into guesses if they change text that the record keeps unchanged.

use super::Reader;
use crate::value;
use alloc::{collections::BTreeSet, string::String};
use kifu_core::{Diagnostic, Safety, Span};

impl<'a> Reader<'a> {
    /// Makes a safe fix a guess if it changes text that the record keeps unchanged, because such a fix changes the record.
    pub(super) fn doubt_fixes(&mut self) {
        let text = self.game.text;
        let is_safe = |found: &Diagnostic| found.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe);
        if !self.diagnostics.iter().any(is_safe) {
            return;
        }
        let tree = &self.record.tree;
        let of_nodes = tree.preorder().filter_map(|node| tree[node].details()).flat_map(|details| &details.foreign);
        let entries = self.record.info.foreign.iter().chain(of_nodes);
        // `collect` would first build a list of all values, and millions of values may be equal.
        let mut kept = BTreeSet::new();
        kept.extend(entries.flat_map(|entry| &entry.values).map(String::as_str));
        let is_kept = |at: Span| !at.is_empty() && kept.contains(&*value::normalized(&text[at.range()]));
        for fix in self.diagnostics.iter_mut().filter(|found| is_safe(found)).filter_map(|found| found.fix.as_mut()) {
            if fix.edits.iter().any(|(span, _)| is_kept(span)) {
                fix.safety = Safety::Guess;
            }
        }
    }
}
