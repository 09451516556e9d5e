use crate::{Judge, Review};
use alloc::format;
use kifu_core::{Diagnostics, NodeId, NodeIndex, Parsed, Record};

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
    let mut review = Review::new(record);
    core::iter::from_fn(move || {
        loop {
            let node = review.advance()?;
            let Some(action) = &record.tree[node].action else { continue };
            if let Err(fault) = G::judge(review.position(), review.history(), rules, action) {
                return Some((node, fault));
            }
        }
    })
}

/// Returns the faults of a record under the rules that it states, as diagnostics with their nodes. `index` is the index of the
/// record in its file, from 0.
///
/// If the record states no rules, or unknown rules, the [assumed rules](Judge::assumed_rules) decide, and
/// [`severity`](Judge::severity) makes warnings of errors.
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
    let (rules, are_stated) = match G::rules(&record.terms) {
        Some(Parsed::Value(rules)) => (rules, true),
        _ => (G::assumed_rules(), false),
    };
    let mut diagnostics = Diagnostics::default();
    for (node, fault) in faults(record, &rules) {
        let severity = G::severity(&fault, are_stated, &record.tree[node]);
        diagnostics.report_at_node(
            &G::code(&fault).with_severity(severity),
            NodeIndex { record: index, node: node.index() },
            || format!("{fault}; played anyway"),
        );
    }
    diagnostics
}
