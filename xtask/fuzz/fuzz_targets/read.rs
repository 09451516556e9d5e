//! Law: every format reads any bytes without a panic, the tokens cover the text without gaps, and every span is inside the text.
#![no_main]

use kifu::{
    Hints,
    model::{Format, Game},
};
use kifu_fuzz::{LIBRARY, Law, assert_spans_within, decode, every_format, placed, tiles};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    every_format::<Read>(bytes);
    for name in ["fuzzed", "fuzzed.sgf", "fuzzed.json"] {
        let _ = LIBRARY.read(name, bytes.into(), &Hints::default());
    }
});

struct Read;

impl Law for Read {
    fn hold<G: Game>(format: &dyn Format<G>, bytes: &[u8]) {
        let (source, diagnostics) = decode(format, bytes, None);
        assert_spans_within(&source, &diagnostics);
        tiles(format, &source);
        placed(&source, &format.read(&source));
    }
}
