//! The safe fixes of any file change no record, and after some rounds no safe fix is left.

use crate::checks::{Law, decode, every_format};
use kifu::model::{Edits, Format, Game, Safety, difference};

/// Tests the law on bytes.
pub fn run(bytes: &[u8]) {
    every_format::<Fix>(bytes);
}

struct Fix;

impl Law for Fix {
    fn hold<G: Game>(format: &dyn Format<G>, bytes: &[u8]) {
        let (mut source, _) = decode(format, bytes, None);
        let before = format.read(&source);
        let (mut diagnostics, mut titles, mut settled) = (before.diagnostics.clone(), Vec::new(), false);
        for _ in 0..20 {
            let safe = diagnostics.into_iter().filter_map(|found| found.fix).filter(|fix| fix.safety == Safety::Safe);
            let (names, safe): (Vec<_>, Vec<_>) = safe.map(|fix| (fix.title, fix.edits)).unzip();
            titles.extend(names);
            let edits = Edits::from_disjoint(&safe).edits;
            // Fixes that the charset cannot encode are not made.
            let edited = (!edits.is_empty()).then(|| source.edited(&edits).ok()).flatten();
            let Some((edited, _)) = edited else {
                settled = true;
                break;
            };
            source = edited;
            let fixed = format.read(&source);
            if let Some(change) = difference(&before.records, &fixed.records).first() {
                panic!("{}: safe fixes {titles:?} change a record: {}", format.info().id, change.message);
            }
            diagnostics = fixed.diagnostics;
        }
        assert!(settled, "{}: after 20 rounds a fix is left: {:?}", format.info().id, titles.last());
    }
}
