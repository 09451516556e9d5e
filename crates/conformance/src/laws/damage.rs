//! The law of files that are cut off or damaged.

use super::{
    decoded,
    reading::{located, placed, tiled},
};
use crate::{
    Case, Random, Violation,
    law::{SURVIVES, Verdict},
};
use kifu_core::{Format, Game};
use std::panic::{self, AssertUnwindSafe};

/// Bytes that are special in some format.
const TELLING: [u8; 6] = [b'(', b']', b'\\', b'"', b'\n', 0x81];

/// The number of positions that are tested in a file larger than 4 KiB.
const POSITIONS: usize = 2_000;

pub(crate) fn survives<G: Game>(format: &dyn Format<G>, case: &Case) -> Verdict {
    for at in positions(case.bytes.len()) {
        let (before, after) = case.bytes.split_at(at);
        let rest = after.get(1..).unwrap_or_default();
        let one = &after[..after.len().min(1)];
        if !one.is_empty() {
            try_one(format, case, &format!("cut at byte {at}"), before.to_vec())?;
            try_one(format, case, &format!("without byte {at}"), [before, rest].concat())?;
            try_one(format, case, &format!("with byte {at} twice"), [before, one, after].concat())?;
        }
        for byte in TELLING {
            let how = format!("with byte {byte:#04x} before byte {at}");
            try_one(format, case, &how, [before, &[byte], after].concat())?;
        }
    }
    Ok(())
}

fn try_one<G: Game>(format: &dyn Format<G>, case: &Case, how: &str, bytes: Vec<u8>) -> Verdict {
    let tried = panic::catch_unwind(AssertUnwindSafe(|| {
        let (source, _) = decoded(format, &case.file_name(), bytes, case.charset.as_ref());
        let reading = format.read(&source);
        tiled(format, &source)
            .and_then(|()| placed(&source, &reading))
            .and_then(|()| located(format, &source, &reading))
    }));
    let broken = |message: String| Violation::new(SURVIVES, &case.name, format!("{how}: {message}"));
    match tried {
        Ok(kept) => kept.map_err(broken),
        Err(panic) => {
            let words = panic.downcast_ref::<String>().cloned();
            let words = words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            Err(broken(format!("the format panics: {}", words.unwrap_or_default())))
        }
    }
}

/// The size in bytes of a file that is tested at every position. Each position takes time in proportion to the size, so larger files
/// would take too long.
const SMALL: usize = 4096;

/// Returns every position of a small file, or [`POSITIONS`] random positions of a large one, the same in every run.
fn positions(len: usize) -> Vec<usize> {
    if len <= SMALL {
        return (0..=len).collect();
    }
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    (0..POSITIONS).map(|_| random.below(len + 1)).collect()
}
