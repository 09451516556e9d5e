//! A game that would take too much memory for its text is read up to the limit, with an error.

use kifu_core::{Format, Limits, Severity, Source};
use kifu_jgf2::Jgf2;

/// The default limits, but a hundredth of the memory, so that short texts reach it.
fn limits() -> Limits {
    let mut limits = Limits::DEFAULT;
    limits.memory /= 100;
    limits
}

#[test]
fn a_game_is_read_up_to_its_limit() {
    let text = format!("{{\"tree\":[{}{{}}]}}", "{\"name\":\"x\"},".repeat(3_000));
    let read = Jgf2::default().read(&Source::from_text("dense.jgf", text.clone()).with_limits(limits()));
    let tree = &read.records[0].tree;
    let memory: usize = tree.preorder().map(|node| tree[node].memory()).sum();
    assert!((limits().memory..limits().memory + 1000).contains(&memory), "{memory}");
    let dense: Vec<_> = read.diagnostics.iter().filter(|found| found.code.0 == "text/too-dense").collect();
    let [dense] = dense[..] else { panic!("{dense:?}") };
    let start = dense.span.unwrap().start as usize;
    assert_eq!((dense.severity, &text[start..start + 3]), (Severity::Error, "{\"n"));

    let whole = Jgf2::default().read(&Source::from_text("dense.jgf", text).trusted());
    assert_eq!(whole.records[0].tree.len(), 3_001);
    assert!(whole.diagnostics.iter().all(|found| found.code.0 != "text/too-dense"));
}

#[test]
fn one_node_is_read_up_to_the_limit_too() {
    for (before, member, after) in [
        ("", "\"a\":1,\"b\":1,", "\"a\":1"),
        ("\"comments\":[", "\"a\",", "\"a\"]"),
        ("\"sgf\":{\"XX\":[", "\"a\",", "\"a\"]}"),
        ("\"setup\":[", "0,", "0]"),
    ] {
        let text = format!("{{\"tree\":[{{{before}{}{after}}}]}}", member.repeat(20_000));
        let read = Jgf2::default().read(&Source::from_text("dense.jgf", text.clone()).with_limits(limits()));
        let dense: Vec<_> = read.diagnostics.iter().filter(|found| found.code.0 == "text/too-dense").collect();
        let [dense] = dense[..] else { panic!("{member}: {dense:?}") };
        assert_eq!(dense.severity, Severity::Error);

        let whole = Jgf2::default().read(&Source::from_text("dense.jgf", text).trusted());
        assert!(whole.diagnostics.iter().all(|found| found.code.0 != "text/too-dense"), "{member}");
    }
}

/// Each text of a mark stores a copy of the kind of the mark, so a long kind counts for each text.
#[test]
fn a_long_kind_counts_for_each_text() {
    let points: String = (0..300).map(|n| format!("{{\"x\":1,\"y\":1,\"text\":\"{n}\"}},")).collect();
    let kind = "k".repeat(4_000);
    let text = format!("{{\"tree\":[{{\"markup\":[{{\"type\":\"{kind}\",\"coords\":[{points}[2,2]]}}]}}]}}");
    let read = Jgf2::default().read(&Source::from_text("dense.jgf", text).with_limits(limits()));
    assert!(read.diagnostics.iter().any(|found| found.code.0 == "text/too-dense"));
    let tree = &read.records[0].tree;
    assert!(tree[tree.root()].memory() < limits().memory);
}
