use kifu::model::Part;
use std::collections::BTreeSet;

/// The parts whose loss was refused.
#[derive(Debug, Default)]
pub(crate) struct Refusals(BTreeSet<Part>);

impl Refusals {
    pub(crate) fn push(&mut self, part: Part) {
        self.0.insert(part);
    }

    /// Adds the refusals of another file.
    pub(crate) fn add(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if a loss of this part was refused.
    pub(crate) fn has(&self, part: Part) -> bool {
        self.0.contains(&part)
    }

    /// Returns the option that accepts all these losses.
    pub(crate) fn to_paste(&self) -> Option<String> {
        let names: Vec<_> = self.0.iter().map(|part| part.name()).collect();
        (!names.is_empty()).then(|| format!("accept with --allow-loss={}", names.join(",")))
    }
}
