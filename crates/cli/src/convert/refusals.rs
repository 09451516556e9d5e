use crate::{render::counted, visible};
use kifu::model::{CodeInfo, Part};
use std::collections::BTreeMap;

/// The refused losses of all files, by part.
#[derive(Debug, Default)]
pub(crate) struct Refusals(BTreeMap<Part, Refusal>);

/// The number of losses of one part.
#[derive(Debug)]
struct Refusal {
    files: u64,
    losses: u64,
    first: String,
}

impl Refusals {
    /// Counts a loss of one file, and keeps the place of the first loss of each part.
    pub(crate) fn push(&mut self, part: Part, place: String) {
        let refusal = self.0.entry(part).or_insert_with(|| Refusal { files: 1, losses: 0, first: place });
        refusal.losses += 1;
    }

    /// Adds the refusals of another file.
    pub(crate) fn add(&mut self, other: Self) {
        for (part, more) in other.0 {
            match self.0.get_mut(&part) {
                Some(refusal) => {
                    refusal.files += more.files;
                    refusal.losses += more.losses;
                }
                None => drop(self.0.insert(part, more)),
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if a loss of this part was refused.
    pub(crate) fn has(&self, part: Part) -> bool {
        self.0.contains_key(&part)
    }

    /// Returns the option that accepts all these losses.
    pub(crate) fn to_paste(&self) -> Option<String> {
        let names: Vec<_> = self.0.keys().map(|part| part.name()).collect();
        (!names.is_empty()).then(|| format!("accept with --allow-loss={}", names.join(",")))
    }

    /// Returns a table with one line per part.
    pub(crate) fn table(&self) -> String {
        let width = self.0.keys().map(|part| part.code().0.len()).max().unwrap_or(0);
        let line = |(part, refusal): (&Part, &Refusal)| {
            let CodeInfo { code, title, .. } = part.info();
            let files = counted(refusal.files, "file");
            let times = if refusal.losses == 1 { "once".to_owned() } else { format!("{} times", refusal.losses) };
            format!("{:width$}  {title}: in {files}, {times}; first in {}\n", code.0, visible::line(&refusal.first))
        };
        self.0.iter().map(line).collect()
    }
}
