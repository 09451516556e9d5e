use crate::Judge;
use alloc::{string::ToString, vec::Vec};
use kifu_core::{Diagnostics, NodeId, NodeIndex, Parsed, Record, Severity};

/// Returns every illegal action of a record under `rules`, with its node, including variations. An illegal action is played, and
/// the game continues after it.
///
/// Each action is played and undone once, so the time is linear in the size of the record.
///
/// ```
/// # use kifu_core::*; use kifu_rules::*;
/// /// The number of illegal actions in a record.
/// fn count<G: Judge>(record: &Record<G>) -> usize {
///     faults(record, &G::Rules::default()).count()
/// }
/// ```
pub fn faults<'r, G: Judge>(
    record: &'r Record<G>,
    rules: &'r G::Rules,
) -> impl Iterator<Item = (NodeId, G::Fault)> + 'r {
    let position = G::start(&record.setup);
    let mut history = G::History::default();
    G::remember(&mut history, None, &position);
    Faults { record, rules, at: Some(record.tree.root()), position, history, undos: Vec::new() }
}

/// Returns the faults of a record under the rules that it states, as diagnostics with their nodes. `index` is the index of the
/// record in its file, from 0.
///
/// If the record states no rules, or unknown rules, the default rules are assumed, and errors become warnings.
///
/// ```
/// # use kifu_core::*; use kifu_rules::*;
/// /// True if no record of a file has an illegal action.
/// fn are_legal<G: Judge>(records: &[Record<G>]) -> bool {
///     records.iter().enumerate().all(|(index, record)| check(record, index).is_empty())
/// }
/// ```
#[must_use]
pub fn check<G: Judge>(record: &Record<G>, index: usize) -> Diagnostics {
    let (rules, stated) = match G::rules(&record.terms) {
        Some(Parsed::Value(rules)) => (rules, true),
        _ => (G::Rules::default(), false),
    };
    let mut diagnostics = Diagnostics::default();
    for (node, fault) in faults(record, &rules) {
        let kind = G::code(&fault);
        let severity = if stated || kind.severity != Severity::Error { kind.severity } else { Severity::Warning };
        diagnostics.report_at_node(
            &kind.with_severity(severity),
            NodeIndex { record: index, node: node.index() },
            || fault.to_string(),
        );
    }
    diagnostics
}

/// A walk through all nodes in preorder.
struct Faults<'r, G: Judge> {
    record: &'r Record<G>,
    rules: &'r G::Rules,
    /// The node of the position; `None` at the end.
    at: Option<NodeId>,
    position: G::Position,
    history: G::History,
    /// For each node from the root's child to `at`: the undo data of its action, if it has one.
    undos: Vec<Option<G::Undo>>,
}

impl<G: Judge> Faults<'_, G> {
    /// Goes to the next node in preorder and returns it. Undoes the actions of nodes that it leaves.
    fn next_node(&mut self) -> Option<NodeId> {
        let tree = &self.record.tree;
        let mut at = self.at.take()?;
        if let Some(child) = tree.first_child(at) {
            return Some(child);
        }
        loop {
            if let Some(undo) = self.undos.pop()? {
                G::forget(&mut self.history);
                G::undo(&mut self.position, undo);
            }
            if let Some(sibling) = tree.next_sibling(at) {
                return Some(sibling);
            }
            at = tree.parent(at)?;
        }
    }
}

impl<G: Judge> Iterator for Faults<'_, G> {
    type Item = (NodeId, G::Fault);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let node = self.next_node()?;
            self.at = Some(node);
            let Some(action) = &self.record.tree[node].action else {
                self.undos.push(None);
                continue;
            };
            let verdict = G::judge(&self.position, &self.history, self.rules, action);
            self.undos.push(Some(G::play_unchecked(&mut self.position, action)));
            G::remember(&mut self.history, Some(action), &self.position);
            if let Err(fault) = verdict {
                return Some((node, fault));
            }
        }
    }
}
