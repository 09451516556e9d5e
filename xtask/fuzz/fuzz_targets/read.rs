//! The fuzz target `read`; `kifu-fuzz-targets` has its law.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kifu_fuzz_targets::read::run(bytes));
