//! Every target satisfies its law on its seeds. The fuzzer needs nightly Rust and runs rarely, so a target that always fails would not be
//! noticed without this test.

use kifu_fuzz_targets::{TARGETS, Target, seeds};
use libtest_mimic::{Arguments, Failed, Trial};
use std::{panic::catch_unwind, path::Path};

fn main() {
    let trials = TARGETS.iter().map(|target| Trial::test(target.name, || satisfies(target))).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn satisfies(target: &'static Target) -> Result<(), Failed> {
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures"));
    let broken =
        seeds(fixtures, target)?.into_iter().filter(|(_, bytes)| catch_unwind(|| (target.run)(bytes)).is_err());
    match broken.map(|(name, _)| name).collect::<Vec<_>>() {
        names if names.is_empty() => Ok(()),
        names => Err(format!("breaks its law: {}", names.join(", ")).into()),
    }
}
