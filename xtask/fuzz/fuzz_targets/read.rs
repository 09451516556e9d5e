//! Law: any bytes are read by every format without a panic; the tokens tile the text, and every place that is told lies in it.
#![no_main]

use kifu::{Hints, goban::Go};
use kifu_fuzz::{LIBRARY, decode, placed, said_within, tiles};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in LIBRARY.formats_of::<Go>() {
        let (source, said) = decode(format, bytes, None);
        said_within(&source, &said);
        tiles(format, &source);
        placed(&source, &format.read(&source));
    }
    for name in ["fuzzed", "fuzzed.sgf", "fuzzed.json"] {
        let _ = LIBRARY.read(name, bytes.into(), &Hints::default());
    }
});
