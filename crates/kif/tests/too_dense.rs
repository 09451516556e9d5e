//! Lines that are kept count to the memory of a game, also if no move follows them.

use kifu_core::{Format, Limits, Source};
use kifu_kif::Kif;

#[test]
fn a_game_is_read_up_to_its_memory() {
    let mut limits = Limits::DEFAULT;
    limits.memory = 1 << 20;
    for line in ["x\n", "&\n", "#\n", "1\n", "*\n", "x:\n", "|\n"] {
        let text = ["手合割：平手\n   1 ７六歩(77)\n", &line.repeat(100_000)].concat();
        let source = || Source::from_text("dense.kif", &*text);
        let reading = Kif::default().read(&source().with_limits(limits));
        let dense = reading.diagnostics.iter().filter(|found| found.code.0 == "text/too-dense").count();
        assert_eq!((dense, reading.records[0].tree.len()), (1, 2), "{line:?}");
        let whole = Kif::default().read(&source().trusted());
        assert_eq!(whole.diagnostics.iter().filter(|found| found.code.0 == "text/too-dense").count(), 0);
    }
    // A comment of usual lines takes a small part of it.
    let text = ["手合割：平手\n   1 ７六歩(77)\n", &"*この手は定跡である。\n".repeat(100_000)].concat();
    let reading = Kif::default().read(&Source::from_text("long.kif", text).with_limits(limits));
    assert!(reading.diagnostics.is_empty());
}
