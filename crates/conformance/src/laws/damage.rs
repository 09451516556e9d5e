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

pub(crate) fn survives<G: Game>(format: &dyn Format<G>, case: &Case) -> Verdict {
    for at in positions(case) {
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

/// The number of bytes that are read for one kind of damage. The time of a position is proportional to the size of the file.
const BYTES: usize = 1 << 20;

/// Returns every position of a file of up to 1 KiB, or random ones of a larger file, the same in every run.
fn positions(case: &Case) -> Vec<usize> {
    let len = case.bytes.len();
    if len * len <= BYTES {
        return (0..=len).collect();
    }
    // Other positions in each file, because files of a format resemble each other.
    let mut random =
        Random::new(case.name.bytes().fold(len as u64, |seed, byte| seed.wrapping_mul(31) + u64::from(byte)));
    (0..BYTES / len + 1).map(|_| random.below(len + 1)).collect()
}
