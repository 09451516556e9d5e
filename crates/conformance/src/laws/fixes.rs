//! The law of the effect of fixes.

use super::described;
use crate::{
    Case, FileTrial, Violation,
    law::{FIXES, Verdict},
};
use kifu_core::{Edits, Format, Game, Safety, difference};

pub(crate) fn fixes<G: Game>(format: &dyn Format<G>, case: &Case) -> Verdict {
    fixes_in(&FileTrial::new(format, case))
}

/// The maximum number of rounds of fixes. One fix may reveal the place of the next, but a file that needs more rounds than this has
/// fixes that undo each other.
const ROUNDS: usize = 20;

pub(crate) fn fixes_in<G: Game>(file: &FileTrial<'_, G>) -> Verdict {
    let FileTrial { format, case, reading: before, .. } = file;
    let broken = |message: String| Err(Violation::new(FIXES, &case.name, message));
    let mut source = file.source.clone();
    let mut diagnostics = before.diagnostics.clone();
    let mut last = String::new();
    for _ in 0..ROUNDS {
        let safe = diagnostics.iter().filter_map(|found| found.fix.as_ref()).filter(|fix| fix.safety == Safety::Safe);
        let safe: Vec<_> = safe.collect();
        if let Some(first) = safe.first() {
            last.clone_from(&first.title);
        }
        let edits = Edits::from_disjoint(&safe.into_iter().map(|fix| &fix.edits).collect::<Vec<_>>()).edits;
        if edits.is_empty() {
            return Ok(());
        }
        // Fixes that the charset cannot encode are not made.
        let Ok((edited, _)) = source.edited(&edits) else { return Ok(()) };
        source = edited;
        let fixed = format.read(&source);
        if let Some(change) = difference(&before.records, &fixed.records).first() {
            let change = described(change, &before.records);
            return broken(format!("the fix `{last}` is safe, but changed the record: {change}"));
        }
        diagnostics = fixed.diagnostics;
    }
    broken(format!("after 20 rounds of fixes, the fix `{last}` is still offered"))
}
