//! The laws of the fuzz targets, and the seeds of the fuzzer. They are apart from the targets, which need nightly Rust, so that a test
//! runs each law on its seeds.

mod checks;
pub mod convert;
pub mod decode;
pub mod edit;
pub mod fix;
pub mod json;
pub mod read;
pub mod scanner;
mod seeds;

pub use seeds::{MAX_LEN, Seed, seeds};

/// A fuzz target.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Panics if the bytes of the fuzzer break the law.
    pub run: fn(&[u8]),
    /// The number of bytes before a file, which choose what is done with it.
    pub before: usize,
    /// The law in a few words.
    pub law: &'static str,
}

/// All targets. Each has a file in `xtask/fuzz/fuzz_targets`.
pub const TARGETS: [Target; 7] = [
    target("convert", convert::run, 1, "records survive in every format, and are written the same again"),
    target("decode", decode::run, 0, "any bytes are decoded in every charset, and edited without a change of others"),
    target("edit", edit::run, 16, "edits of a file make exactly their change"),
    target("fix", fix::run, 0, "safe fixes change no record, and none is left"),
    target("json", json::run, 4, "edits of JSON change only their value"),
    target("read", read::run, 0, "any bytes are read in every format, and every span is inside the text"),
    target("scanner", scanner::run, 0, "the generated scanners find the tokens of pest"),
];

const fn target(name: &'static str, run: fn(&[u8]), before: usize, law: &'static str) -> Target {
    Target { name, run, before, law }
}
