//! Time is linear in the size of the text.

use kifu_conformance::assert_linear;
use kifu_core::{Format, Source};
use kifu_sgf::{Document, DocumentEditor, NewProperty, Sgf};
use std::hint::black_box;

#[test]
fn reading_takes_linear_time() {
    // The start of the text, a piece that is repeated after it, and a piece that is repeated after that.
    let pieces = [
        ("(;", "A", "[x]]"),
        ("(;C", "o", "[x]]"),
        ("(;C", " ", "[x]]"),
        ("(;", "A", "[x][y]"),
        ("(;", "A", "[x]\n"),
        ("(;C[x", "]y", " z["),
        ("(;C[x] ", "y", "(;C[z] "),
        ("(;A", " ", "B[aa]"),
        // Outside of every game.
        ("PB", "[x", "\nPB["),
        ("x\n", "B[aa]", "\nB[aa]C["),
        ("x", ")A[", ")PB["),
        ("(;B[aa])", "B[aa]", ";B[aa]C["),
        (";B[aa]", "(;C[", "(;"),
        // Games that are cut, and what may start a game.
        ("", "(;GM[1];B[aa]", "(;B[aa]GM[1]"),
        ("(;GM[1]", "(;C[x] y", "(;C[x]"),
        ("(;GM[1]", "(;B[aa]C[x]", ";W[bb]"),
        ("(;GM[1]", "(", "(A"),
        // Properties that are repeated in one node.
        ("(;GM[1]", "CR[aa]TR[bb]", "SL[aa]SQ[aa]"),
        ("(;GM[1]", "TB[aa]TW[bb]", "TB[bb]DD[cc]"),
        ("(;GM[1]", "KX[kifu:date:x]C[a]", "KX[kifu:date:2002]"),
        // A game other than go.
        ("(;GM[11]", "B[x]", "Black[y]"),
        ("(;GM[11]", "KM[1]XX[]", ";B[ a1]W[]"),
        ("(;GM[6]AB", "[x]", "[xx]"),
        ("(;GM[19]B[", "33-55,", "33x"),
    ];
    for (start, once, often) in pieces {
        let text = |n: usize| format!("{start}{}{}", once.repeat(n), often.repeat(n));
        let what = format!("{start}{once}…{often}…");
        assert_linear(
            &what,
            48_000,
            |n| Source::from_text("long", text(n)),
            |source| {
                drop(black_box(Sgf::default().read(source)));
            },
        );
    }
}

/// Returns an identifier that no program defines.
fn private(number: usize) -> String {
    let digits = number.to_string();
    digits.bytes().fold("X".to_owned(), |name, digit| name + str::from_utf8(&[digit - b'0' + b'A']).unwrap())
}

#[test]
fn editing_takes_linear_time() {
    type Change = fn(&mut DocumentEditor<'_>, usize);
    let change_all: Change = |editor, nodes| {
        for node in 0..nodes {
            editor
                .game(0)
                .node(node)
                .unwrap()
                .append(&[NewProperty::new("B", &["aa"])])
                .unwrap()
                .set("C", &["here"])
                .unwrap();
        }
    };
    let remove_all: Change =
        |editor, nodes| (1..nodes).for_each(|node| editor.game(0).node(node).unwrap().remove().unwrap());
    let set_all: Change = |editor, properties| {
        let mut node = editor.game(0).node(0).unwrap();
        for number in 0..properties {
            node.set(&private(number), &["x"]).unwrap();
        }
    };
    // Each node below the last one, with a variation of its own; and all below the first one.
    let deep = |n: usize| format!("(;GM[1]{}{}", "(;B[aa](;W[bb])".repeat(n), ")".repeat(n + 1));
    let wide = |n: usize| format!("(;GM[1]{})", "(;B[aa])".repeat(n));
    let run = |n: usize| format!("(;GM[1]{})", ";B[aa]".repeat(n));
    let properties = |n: usize| format!("(;GM[1]{})", (0..n).map(|number| private(number) + "[x]").collect::<String>());
    for (what, make, change) in [
        ("a change of each node of a deep tree", &deep as &dyn Fn(usize) -> String, change_all),
        ("a change of each node of a wide tree", &wide, change_all),
        ("a change of each move", &run, change_all),
        ("the removal of each variation", &wide, remove_all),
        ("the removal of each move", &run, remove_all),
        ("a change of each property", &properties, set_all),
    ] {
        assert_linear(
            what,
            16_000,
            |n| (n, Document::parse(make(n))),
            |(n, document)| {
                let mut editor = DocumentEditor::new(document);
                change(&mut editor, *n);
                drop(black_box(editor.edits().apply(document.text())));
            },
        );
    }
}
