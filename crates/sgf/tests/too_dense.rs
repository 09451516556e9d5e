//! A game that needs too much memory for its text is read up to the limit, which is an error.

use kifu_core::{Format, Limits, Severity, Source};
use kifu_sgf::Sgf;

#[test]
fn a_game_is_read_up_to_its_limit() {
    let text = format!("(;GM[1]{})", ";C[x]".repeat(300_000));
    let read = Sgf::default().read(&Source::from_text("dense.sgf", text.clone()));
    let tree = &read.records[0].tree;
    let memory: usize = tree.preorder().map(|node| tree[node].memory()).sum();
    // The node that crosses the limit is the last one.
    assert!((Limits::DEFAULT.memory..Limits::DEFAULT.memory + 1000).contains(&memory), "{memory}");
    let found: Vec<_> = read.diagnostics.iter().map(|found| (found.code.0, found.severity, found.span)).collect();
    let [("text/too-dense", Severity::Error, Some(at))] = found[..] else { panic!("{found:?}") };
    // The message names the first node that was not read.
    assert_eq!(at.start as usize, "(;GM[1]".len() + (tree.len() - 1) * ";C[x]".len());

    // A trusted source is read completely.
    let whole = Sgf::default().read(&Source::from_text("dense.sgf", text).trusted());
    assert!(whole.records[0].tree.len() == 300_001 && whole.diagnostics.is_empty());
}

#[test]
fn plain_moves_are_no_dense_game() {
    // Two million moves take more than 64 MiB.
    let text = format!("(;GM[1]{})", ";B[pd];W[dp]".repeat(1_000_000));
    let read = Sgf::default().read(&Source::from_text("long.sgf", text));
    assert!(read.records[0].tree.len() == 2_000_001 && read.diagnostics.is_empty());
}

#[test]
fn one_node_is_read_up_to_the_limit_too() {
    for (before, after) in [("(;GM[1]XX", ")"), ("(;GM[1];CR[aa]XX", ";B[aa])")] {
        let text = [before, &"[]".repeat(4_000_000), after].concat();
        let read = Sgf::default().read(&Source::from_text("dense.sgf", text.clone()));
        let dense: Vec<_> = read.diagnostics.iter().filter(|found| found.code.0 == "text/too-dense").collect();
        let [dense] = dense[..] else { panic!("{before}: {dense:?}") };
        // The message names the first value that was not read: those before it are kept.
        let kept = (dense.span.unwrap().start as usize - before.len()) / 2;
        let (record, tree) = (&read.records[0], &read.records[0].tree);
        let of_nodes = tree.preorder().filter_map(|node| tree[node].details()?.foreign.get("sgf", "XX"));
        let values = of_nodes.chain(record.info.foreign.get("sgf", "XX")).map(|entry| entry.values.len());
        assert!(values.eq([kept]), "{before}");

        let whole = Sgf::default().read(&Source::from_text("dense.sgf", text).trusted());
        assert!(whole.diagnostics.iter().all(|found| found.code.0 != "text/too-dense"), "{before}");
    }
}
