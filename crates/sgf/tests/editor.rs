//! Compares the editor of a document with a slow one, which makes one change after the other and parses the text again each
//! time.

use kifu_core::{Diagnostic, Format, Severity};
use kifu_sgf::{
    Document, DocumentEditError, DocumentEditor, NewProperty, Node, NodeEditor, PROPERTIES, Property, PropertyDef, Sgf,
};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Op {
    Set(usize, &'static str, &'static str),
    Unset(usize, &'static str),
    Append(usize, &'static str),
    Remove(usize),
}

impl Op {
    fn node(&self) -> usize {
        match self {
            Self::Set(node, ..) | Self::Unset(node, _) | Self::Append(node, _) | Self::Remove(node) => *node,
        }
    }
}

/// Trees with variations in and after each other, spaces, doubled properties and brackets in texts.
const TEXTS: [&str; 7] = [
    "(;GM[1]SZ[9];B[aa];W[bb];B[cc])",
    "(;GM[1](;B[aa];W[bb])(;B[cc](;W[dd])(;W[ee];B[ff])))",
    "( ;GM[1] C[a\\]b(;x)] ;B[aa] N[n]N[m]\n;W[bb](;B[cc])(;B[dd]) )",
    "(;GM[1];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))",
    "(;C[x]N[ida]C[y])",
    "(;GM[1];;;)",
    "(;N[a]((;N[b]))(;N[c]))",
];

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let node = 0_usize..9;
    let name = prop::sample::select(vec!["C", "N", "TE", "HO"]);
    let text = prop::sample::select(vec!["1", "2"]);
    prop::collection::vec(
        prop_oneof![
            4 => (node.clone(), name.clone(), text).prop_map(|(node, name, text)| Op::Set(node, name, text)),
            1 => (node.clone(), name).prop_map(|(node, name)| Op::Unset(node, name)),
            3 => (node.clone(), prop::sample::select(vec!["aa", "dd", ""])).prop_map(|(node, at)| Op::Append(node, at)),
            1 => node.prop_map(Op::Remove),
        ],
        0..8,
    )
}

/// Returns the text after each change alone, from the last node to the first, because a change moves only the nodes after
/// its own.
fn slow(text: &str, ops: &[Op]) -> String {
    let mut ops: Vec<&Op> = ops.iter().collect();
    ops.sort_by_key(|op| std::cmp::Reverse((op.node(), !matches!(op, Op::Remove(_)))));
    // A node is removed once.
    ops.dedup_by(|a, b| matches!((a, b), (Op::Remove(a), Op::Remove(b)) if a == b));
    let mut document = Document::parse(text);
    for op in ops {
        let node = document.games().next().unwrap().nodes().nth(op.node()).unwrap();
        let edits = match op {
            Op::Set(_, name, text) => {
                // Only one of several properties of one name stays.
                let again: Vec<_> =
                    node.properties().filter(|p| p.identifier() == *name).skip(1).map(Property::span).collect();
                let mut edits = node.set(name, &[text]);
                again.into_iter().for_each(|span| edits.replace(span, "").unwrap());
                edits
            }
            Op::Unset(_, name) => node.unset(name),
            Op::Append(_, at) => node.append(&format!("B[{at}]")),
            Op::Remove(_) => node.remove(),
        };
        document.edit(&edits);
    }
    document.text().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3_000) })]

    #[test]
    fn all_at_once_is_one_after_the_other(text in prop::sample::select(&TEXTS[..]), ops in ops()) {
        let document = Document::parse(text);
        let count = document.games().next().unwrap().nodes().count();
        let ops: Vec<Op> = ops.into_iter().filter(|op| op.node() < count && !matches!(op, Op::Remove(0))).collect();
        let mut editor = DocumentEditor::new(&document);
        for op in &ops {
            let mut node = editor.game(0).node(op.node()).unwrap();
            match op {
                Op::Set(_, name, text) => drop(node.set(name, &[text]).unwrap()),
                Op::Unset(_, name) => drop(node.unset(name).unwrap()),
                Op::Append(_, at) => drop(node.append(&[NewProperty::new("B", &[at])]).unwrap()),
                Op::Remove(_) => node.remove().unwrap(),
            }
        }
        let edited = editor.edits().apply(text);
        let (all, each) = (Document::parse(edited.as_str()), Document::parse(slow(text, &ops)));
        prop_assert_eq!(outline(&all), outline(&each), "{}\n{}\n{}", text, all.text(), each.text());
    }
}

/// The nodes with their parents and properties; the order of new properties in a node may differ.
fn outline(document: &Document) -> Vec<String> {
    let game = document.games().next().unwrap();
    let node = |node: Node<'_>| {
        let mut properties: Vec<_> =
            node.properties().map(|p| format!("{}{:?}", p.name(), p.values().collect::<Vec<_>>())).collect();
        properties.sort();
        format!("{:?} {}", node.parent().map(Node::index), properties.join(" "))
    };
    game.nodes().map(node).collect()
}

#[test]
fn what_would_not_be_sgf_is_refused() {
    let document = Document::parse("(;GM[1]SZ[19];B[qd])(;GM[2];B[d4])(;C[cut");
    let mut editor = DocumentEditor::new(&document);
    let mut root = editor.game(0).node(0).unwrap();
    assert_eq!(root.set("SZ", &[]).unwrap_err(), DocumentEditError::NoValue("SZ".into()));
    assert_eq!(root.set("p b", &["x"]).unwrap_err(), DocumentEditError::Identifier("p b".into()));
    assert_eq!(root.set("PB", &["a", "b"]).unwrap_err(), DocumentEditError::OneValue("PB".into()));
    assert_eq!(root.set("CA", &["GBK"]).unwrap_err(), DocumentEditError::Charset);
    for (identifier, value) in [
        ("SZ", "0"),
        ("KM", "x"),
        ("B", "a"),
        ("B", "zz"),
        ("TR", ""),
        ("TR", "a"),
        ("TR", "ta"),
        ("TR", "aa:ta"),
        ("PL", "green"),
        ("KO", "1"),
        ("TM", "-4"),
        ("LB", "hello"),
        ("LB", "ta:x"),
        ("AR", "ee"),
        ("AR", "ee:ee"),
        ("LN", "aa:ta"),
    ] {
        assert!(
            matches!(root.set(identifier, &[value]), Err(DocumentEditError::Value { .. })),
            "{identifier}[{value}]"
        );
    }
    // Moves and setup have separate nodes.
    let together = |result: Result<&mut NodeEditor<'_>, _>| matches!(result, Err(DocumentEditError::Together { .. }));
    let mut played = editor.game(0).node(1).unwrap();
    assert!(
        together(played.set("W", &["aa"])) && together(played.add("AB", &["aa"])) && together(played.set("PL", &["W"]))
    );
    played.set("B", &["dd"]).unwrap().unset("B").unwrap().set("W", &["qd"]).unwrap();
    assert!(together(played.set("B", &["qd"])));
    played.unset("W").unwrap().set("B", &["qd"]).unwrap();
    let mut root = editor.game(0).node(0).unwrap();
    assert!(together(root.append(&[NewProperty::new("AB", &["aa"]), NewProperty::new("B", &["bb"])])));
    // The size is that of the changed root.
    root.set("SZ", &["17"]).unwrap();
    assert!(root.add("TR", &["rr"]).is_err());
    root.set("SZ", &["19"]).unwrap().add("TR", &["rr"]).unwrap().unset("TR").unwrap();
    // With GM the new node would start a separate game.
    let of_root = DocumentEditError::RootProperty("GM".into());
    assert_eq!(root.append(&[NewProperty::new("GM", &["1"])]).unwrap_err(), of_root);
    assert_eq!(editor.game(0).node(1).unwrap().set("GM", &["1"]).unwrap_err(), of_root);
    let mut root = editor.game(0).node(0).unwrap();
    assert_eq!(
        root.append(&[NewProperty::new("B", &["hello]"])]).unwrap_err().to_string(),
        "B[hello\\]] is not a value that SGF allows for B"
    );
    assert!(matches!(editor.game(2).node(0), Err(DocumentEditError::Unclosed { game: 2 })));
    assert!(matches!(editor.game(3).node(0), Err(DocumentEditError::NoSuchNode { .. })));
    // Points of other games are not checked.
    editor.game(1).node(1).unwrap().set("B", &["e4"]).unwrap();
    assert_eq!(editor.edits().apply(document.text()), "(;GM[1]SZ[19];B[qd])(;GM[2];B[e4])(;C[cut");
}

/// Values of every type, valid and not.
const VALUES: [&str; 24] = [
    "9",
    "aa ",
    "",
    "aa",
    "ii",
    "tt",
    "zz",
    "aa:bb",
    "bb:aa",
    "aa:aa",
    "aa:x",
    "x:aa",
    "1",
    "2",
    "3",
    "-4",
    "6.5",
    "B",
    "W",
    "hello",
    "2020-01-01",
    "B+R",
    "300",
    "[a]:b\\",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(30_000) })]

    /// Changes that the editor accepts add no warning to a clean document.
    #[test]
    fn what_is_accepted_is_sgf(changes in prop::collection::vec(change(), 0..12)) {
        let document = Document::parse("(;FF[4]GM[1]SZ[9]AB[dd];B[aa];AW[bb];C[x]TR[cc:dd])");
        let mut editor = DocumentEditor::new(&document);
        for (node, operation, properties) in changes {
            let mut node = editor.game(0).node(node).unwrap();
            let (identifier, values) = &properties[0];
            let _ = match operation {
                Operation::Set => node.set(identifier, values),
                Operation::Add => node.add(identifier, values),
                Operation::Unset => node.unset(identifier),
                Operation::Append => {
                    let new: Vec<_> = properties.iter().map(|(name, values)| NewProperty::new(name, values)).collect();
                    node.append(&new)
                }
            };
        }
        let text = editor.edits().apply(document.text());
        let (source, _) = Sgf::default().decode("edited.sgf", text.clone().into_bytes(), None);
        let found = Sgf::default().read(&source).diagnostics;
        // A komi of 300 points is unlikely but allowed, and KO may be set before its move.
        let may_be = ["odd-komi", "judgement-without-move"];
        let is_sgf = |found: &Diagnostic| found.severity < Severity::Warning || may_be.contains(&found.code.short());
        prop_assert!(found.iter().all(is_sgf), "{}\n{:?}", text, found);
    }
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Set,
    Add,
    Unset,
    Append,
}

type Named = (&'static str, Vec<&'static str>);

/// Changes of a node, with one property or, for a new node, several. Properties of other games and versions are not refused, and
/// neither is another game or version.
fn change() -> impl Strategy<Value = (usize, Operation, Vec<Named>)> {
    let of_go = |property: &&PropertyDef| {
        property.game.is_none_or(|game| game == 1)
            && property.versions.contains(&4)
            && !matches!(property.identifier, "FF" | "GM")
    };
    // Those of early versions are only among the related ones.
    let any: Vec<_> = PROPERTIES.iter().filter(of_go).map(|property| property.identifier).collect();
    // Most pairs of properties have nothing in common.
    let related = vec!["AB", "AW", "AE", "TB", "TW", "TR", "LB", "L", "MA", "M", "AR", "DD", "SZ"];
    let identifier = prop_oneof![prop::sample::select(any), prop::sample::select(related)];
    let values = prop::collection::vec(prop::sample::select(&VALUES[..]), 1..4);
    let operation =
        prop::sample::select(vec![Operation::Set, Operation::Set, Operation::Add, Operation::Unset, Operation::Append]);
    (0_usize..4, operation, prop::collection::vec((identifier, values), 1..4))
}

#[test]
fn what_the_checker_would_report_is_refused() {
    let text = "(;GM[1]SZ[19]AB[dp:ep][aa];B[qd]TR[qd]LB[qd:x]AR[aa:bb]TB[aa]GB[1]TE[1]DD[aa]VW[])";
    let mut editor = DocumentEditor::parse(text);
    let mut refused = |node: usize, identifier: &str, values: &[&str], message: &str| {
        let add = editor.game(0).node(node).unwrap().add(identifier, values).map(drop);
        assert_eq!(add.unwrap_err().to_string(), message);
    };
    refused(0, "AB", &["cp:dq"], "AB[cp:dq] contains D4 (dp), which AB of this node contains already");
    refused(0, "AW", &["bb", "dp"], "AW[dp] contains D4 (dp), which AB of this node contains already");
    refused(0, "AE", &["aa:zz"], "AE[aa:zz] is not a value that SGF allows for AE");
    refused(0, "AE", &["bb", "aa:bb"], "AE[aa:bb] contains A19 (aa), which AB of this node contains already");
    refused(0, "AE", &["bb", "ab:bb"], "AE[ab:bb] contains B18 (bb), which AE of this node contains already");
    refused(1, "TR", &["qd"], "TR[qd] contains R16 (qd), which TR of this node contains already");
    refused(1, "LB", &["qd:y"], "LB[qd:y] contains R16 (qd), which LB of this node contains already");
    refused(1, "TW", &["aa"], "TW[aa] contains A19 (aa), which TB of this node contains already");
    refused(1, "AR", &["aa:bb"], "AR[aa:bb] is in this node already");
    refused(1, "LN", &["aa:bb", "aa:bb"], "LN[aa:bb] is in this node already");
    // A line has no direction.
    refused(1, "LN", &["bb:aa", "aa:bb"], "LN[aa:bb] is in this node already");
    refused(1, "DD", &[""], "DD[] is an empty list; DD cannot have other values beside it");
    refused(1, "VW", &["aa"], "VW[] is an empty list; VW cannot have other values beside it");
    let mut node = editor.game(0).node(1).unwrap();
    for other in ["GW", "DM", "UC"] {
        let message = format!("{other} contradicts GB of this node; remove GB first");
        assert_eq!(node.set(other, &["1"]).unwrap_err().to_string(), message);
    }
    for (other, value) in [("BM", "1"), ("DO", ""), ("IT", "")] {
        let message = format!("{other} contradicts TE of this node; remove TE first");
        assert_eq!(node.set(other, &[value]).unwrap_err().to_string(), message);
    }
    let twice = [NewProperty::new("TR", &["aa"]), NewProperty::new("TR", &["bb"])];
    assert_eq!(node.append(&twice).unwrap_err().to_string(), "TR is given twice; a node has each property once");
    let clash = [NewProperty::new("AB", &["aa"]), NewProperty::new("AE", &["aa"])];
    assert!(matches!(node.append(&clash), Err(DocumentEditError::PointTwice { .. })));
    // A refused change has no effect.
    assert!(editor.edits().is_empty());
}

#[test]
fn game_information_is_in_one_node_of_a_path() {
    let document = Document::parse("(;GM[1];B[aa];PB[Lee];W[bb])");
    let mut editor = DocumentEditor::new(&document);
    let twice = |identifier: &str, node| DocumentEditError::GameInfoTwice { identifier: identifier.into(), node };
    assert_eq!(editor.game(0).node(0).unwrap().set("PW", &["Gu"]).unwrap_err(), twice("PW", 2));
    // The node that has it, and other nodes while the first one has none.
    for node in [2, 1] {
        editor.game(0).node(node).unwrap().set("PW", &["Gu"]).unwrap();
    }
    for node in [1, 2] {
        let mut node = editor.game(0).node(node).unwrap();
        node.unset("PW").unwrap().unset("PB").unwrap();
    }
    editor.game(0).node(0).unwrap().set("PW", &["Gu"]).unwrap();
    assert_eq!(editor.game(0).node(1).unwrap().set("KM", &["6.5"]).unwrap_err(), twice("KM", 0));
    let child = [NewProperty::new("EV", &["Cup"])];
    assert_eq!(editor.game(0).node(3).unwrap().append(&child).unwrap_err(), twice("EV", 0));
    // A node that is removed does not count.
    let document = Document::parse("(;GM[1];B[aa];PB[Lee];W[bb])");
    let mut editor = DocumentEditor::new(&document);
    editor.game(0).node(1).unwrap().remove().unwrap();
    editor.game(0).node(0).unwrap().set("PW", &["Gu"]).unwrap();
}

#[test]
fn what_was_replaced_or_removed_does_not_count() {
    let mut editor = DocumentEditor::parse("(;GM[1]AB[aa]TR[aa];GB[1]TE[1])");
    let mut root = editor.game(0).node(0).unwrap();
    root.set("AB", &["aa:bb"]).unwrap().set("AB", &["cc"]).unwrap().set("AW", &["aa"]).unwrap();
    root.add("AW", &["bb"]).unwrap().set("TR", &["aa", "bb"]).unwrap().unset("AB").unwrap().add("AE", &["cc"]).unwrap();
    // A point may have marks of several shapes, and another node may have the same points.
    root.set("SQ", &["aa"]).unwrap().append(&[NewProperty::new("AB", &["aa"])]).unwrap();
    let mut node = editor.game(0).node(1).unwrap();
    node.set("GB", &["2"]).unwrap().unset("GB").unwrap().set("GW", &["1"]).unwrap();
    node.unset("TE").unwrap().set("DO", &[""]).unwrap();
    let edited = editor.edits().apply("(;GM[1]AB[aa]TR[aa];GB[1]TE[1])");
    assert_eq!(edited, "(;GM[1]TR[aa][bb]AW[aa][bb]AE[cc]SQ[aa](;GW[1]DO[])(;AB[aa]))");
}

#[test]
fn another_size_has_all_points_of_the_game() {
    let text = "(;GM[1]SZ[19];B[aa](;W[cc]TR[ii:jj])(;W[qd];LB[sa:x]))(;GM[1]SZ[9];B[tt])(;GM[1]SZ[21];B[tt])";
    let mut editor = DocumentEditor::parse(text);
    let set = |editor: &mut DocumentEditor<'_>, game: usize, size: &str| {
        let set = editor.game(game).node(0).unwrap().set("SZ", &[size]).map(drop);
        set.err().map(|error| error.to_string())
    };
    let outside =
        |value: &str, size: &str, node: usize| Some(format!("{value} would be outside the {size} board (node {node})"));
    assert_eq!(set(&mut editor, 0, "9"), outside("TR[ii:jj]", "9x9", 2));
    // The changes so far count.
    editor.game(0).node(2).unwrap().set("TR", &["ii"]).unwrap();
    assert_eq!(set(&mut editor, 0, "9"), outside("W[qd]", "9x9", 3));
    editor.game(0).node(3).unwrap().remove().unwrap();
    editor.game(0).node(1).unwrap().append(&[NewProperty::new("W", &["jj"])]).unwrap();
    assert_eq!(set(&mut editor, 0, "9"), outside("W[jj]", "9x9", 1));
    assert_eq!(set(&mut editor, 0, "10"), None);
    // A refused size has no effect on later values.
    assert_eq!(set(&mut editor, 0, "5:9"), outside("W[jj]", "5x9", 1));
    editor.game(0).node(2).unwrap().add("TR", &["jj"]).unwrap();
    // `tt` is a pass on a board of up to 19 lines, and a point of a larger board.
    assert_eq!(set(&mut editor, 1, "5"), None);
    assert_eq!(set(&mut editor, 2, "19"), outside("B[tt]", "19x19", 1));
    let unset = editor.game(2).node(0).unwrap().unset("SZ").map(drop).unwrap_err().to_string();
    assert_eq!(Some(unset), outside("B[tt]", "19x19", 1));
}

#[test]
fn the_game_is_that_of_the_changed_root() {
    let mut editor = DocumentEditor::parse("(;GM[2]SZ[9];B[d4])(;GM[1]SZ[9];B[aa])(;GM[11]SZ[9];B[ss])");
    assert!(editor.game(0).node(0).unwrap().set("GM", &["go"]).is_err());
    editor.game(0).node(0).unwrap().set("GM", &["1"]).unwrap();
    assert!(editor.game(0).node(1).unwrap().set("B", &["e4"]).is_err());
    editor.game(0).node(0).unwrap().set("GM", &["2"]).unwrap();
    editor.game(0).node(1).unwrap().set("B", &["e4"]).unwrap();
    editor.game(0).node(0).unwrap().unset("GM").unwrap();
    assert!(editor.game(0).node(1).unwrap().set("B", &["e5"]).is_err());
    editor.game(1).node(0).unwrap().set("GM", &["2"]).unwrap();
    editor.game(1).node(1).unwrap().set("B", &["e4"]).unwrap();
    // Go has a board.
    let go = editor.game(2).node(0).unwrap().set("GM", &["1"]).map(drop);
    assert!(matches!(go, Err(DocumentEditError::OffBoard { node: 1, .. })));
}

#[test]
fn without_a_size_the_board_is_19_by_19() {
    let document = Document::parse("(;GM[1]SZ[9];B[aa])");
    let mut editor = DocumentEditor::new(&document);
    assert!(editor.game(0).node(1).unwrap().set("B", &["qd"]).is_err());
    editor.game(0).node(0).unwrap().unset("SZ").unwrap();
    editor.game(0).node(1).unwrap().set("B", &["qd"]).unwrap();
    assert_eq!(editor.edits().apply(document.text()), "(;GM[1];B[qd])");
}
