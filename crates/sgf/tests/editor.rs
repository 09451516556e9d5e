//! Compares the editor of a document with a slow one, which makes one change after the other and parses the text again each
//! time.

use kifu_core::{Diagnostic, Format, Severity};
use kifu_sgf::{Document, DocumentEditError, DocumentEditor, NewProperty, Node, NodeEditor, PROPERTIES, Property, Sgf};
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
    "(;C[x]PB[ida]C[y])",
    "(;GM[1];;;)",
    "(;N[a]((;N[b]))(;N[c]))",
];

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let node = 0_usize..9;
    let name = prop::sample::select(vec!["C", "N", "TE", "PB"]);
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
    root.set("SZ", &["9"]).unwrap();
    assert!(root.add("TR", &["jj"]).is_err());
    root.set("SZ", &["19"]).unwrap().add("TR", &["jj"]).unwrap().unset("TR").unwrap();
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
const VALUES: [&str; 22] = [
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
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3_000) })]

    /// Changes that the editor accepts add no warning to a clean document.
    #[test]
    fn what_is_accepted_is_sgf(
        changes in prop::collection::vec(
            (0_usize..4, any::<prop::sample::Index>(), prop::sample::select(&VALUES[..]), any::<bool>()),
            0..12,
        )
    ) {
        let document = Document::parse("(;FF[4]GM[1]SZ[9]AB[dd];B[aa];AW[bb];C[x])");
        let mut editor = DocumentEditor::new(&document);
        for (node, property, value, child) in changes {
            // Properties of other games and versions, and another game, version or size, are not refused.
            let known = property.get(PROPERTIES);
            let is_of_go = known.game.is_none_or(|game| game == 1);
            if !is_of_go || !known.versions.contains(&4) || matches!(known.identifier, "FF" | "GM" | "SZ") {
                continue;
            }
            let identifier = known.identifier;
            let mut node = editor.game(0).node(node).unwrap();
            let _ = match child {
                true => node.append(&[NewProperty::new(identifier, &[value])]),
                false => node.set(identifier, &[value]),
            };
        }
        let text = editor.edits().apply(document.text());
        let (source, _) = Sgf::default().decode("edited.sgf", text.clone().into_bytes(), None);
        let found = Sgf::default().read(&source).diagnostics;
        // Values that are valid SGF, but unlikely or contradictory.
        let doubtful = ["odd-komi", "contradiction", "game-info-elsewhere", "stone-twice", "point-twice"];
        let is_sgf = |found: &Diagnostic| found.severity < Severity::Warning || doubtful.contains(&found.code.short());
        prop_assert!(found.iter().all(is_sgf), "{}\n{:?}", text, found);
    }
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
