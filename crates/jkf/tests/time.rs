//! Time is linear in the size of the text, also in a file with many forks and deep nesting.

use kifu_conformance::assert_linear;
use kifu_core::{Format, Source};
use kifu_jkf::{Jkf, normalize};
use std::hint::black_box;

/// Checks reading, writing and normalizing.
fn assert_all_linear(what: &str, text: impl Fn(usize) -> String) {
    type Work = fn(&Source);
    let works: [(&str, Work); 3] = [
        ("reading", |source| drop(black_box(Jkf::default().read(source)))),
        ("writing", |source| drop(black_box(Jkf::default().write(&Jkf::default().read(source).records)))),
        ("normalizing", |source| drop(black_box(normalize(source.text())))),
    ];
    for (name, work) in works {
        assert_linear(&format!("{what}, {name}"), 16_000, |size| Source::from_text("game.jkf", text(size)), work);
    }
}

/// The rooks move to and fro.
const MOVES: [(u8, u8, u8, u8, u8); 4] = [(0, 2, 8, 3, 8), (1, 8, 2, 7, 2), (0, 3, 8, 2, 8), (1, 7, 2, 8, 2)];

fn played(number: usize, rest: &str) -> String {
    let (color, x, y, to_x, to_y) = MOVES[number % 4];
    format!(
        r#"{{"move":{{"color":{color},"from":{{"x":{x},"y":{y}}},"to":{{"x":{to_x},"y":{to_y}}},"piece":"HI"}}{rest}}}"#
    )
}

fn record(nodes: &[String]) -> String {
    format!(r#"{{"header":{{}},"moves":[{{}},{}]}}"#, nodes.join(","))
}

#[test]
fn a_line() {
    assert_all_linear("a line", |size| record(&(0..size).map(|number| played(number, "")).collect::<Vec<_>>()));
}

#[test]
fn moves_without_colour_and_origin() {
    let bare = |number: usize| {
        let (_, _, _, x, y) = MOVES[number % 4];
        format!(r#"{{"move":{{"to":{{"x":{x},"y":{y}}},"piece":"HI"}}}}"#)
    };
    assert_all_linear("a line of KI2", |size| record(&(0..size).map(bare).collect::<Vec<_>>()));
}

#[test]
fn wrong_members_with_fixes() {
    assert_all_linear("wrong members", |size| {
        let nodes = (0..size)
            .map(|number| played(number, "").replace(r#""piece""#, r#""capture":"FU","relative":"U","piece""#));
        record(&nodes.collect::<Vec<_>>())
    });
}

#[test]
fn forks_at_each_move() {
    let fork = r#","forks":[[{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}}],[{"special":"CHUDAN"}]]"#;
    assert_all_linear("forks", |size| record(&(0..size).map(|number| played(number, fork)).collect::<Vec<_>>()));
}

#[test]
fn forks_in_forks() {
    assert_all_linear("nested forks", |size| {
        let open: String = (0..size).map(|_| r#"{"special":"CHUDAN","forks":[["#).collect();
        let close = "]]}".repeat(size);
        record(&[format!("{open}{}{close}", r#"{"special":"TORYO"}"#)])
    });
    // Each fork continues the line of the one before it.
    assert_all_linear("a line of forks", |size| {
        let mut text = String::new();
        for number in 0..size {
            text += &format!(r#"{},{{"comments":["x"],"forks":[["#, played(number, ""));
        }
        record(&[format!("{text}{}{}", played(size, ""), "]]}".repeat(size))])
    });
}
