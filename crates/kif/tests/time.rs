//! Time is linear in the size of the text, also in a file that jumps between its variations.

use kifu_conformance::assert_linear;
use kifu_core::{Format, Source};
use kifu_kif::{Ki2, Kif};
use std::hint::black_box;

/// The number of moves or pieces of the longer text.
const SIZE: usize = 16_000;

fn source(text: String) -> Source {
    Source::from_text("game", text)
}

/// The rooks move to and fro.
const MOVES: [&str; 4] = ["３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"];

/// A main line of this many moves, and variations at its start and at its end in turn. The first one lacks its origin, so that the reader
/// needs the position.
fn jumping(moves: usize) -> String {
    let line = (1..=moves).map(|number| format!("{number} {}\n", MOVES[(number - 1) % 4]));
    let late = moves - moves % 4 + 1 - 4;
    let variations = (0..moves / 8).map(|n| match n % 2 {
        0 => "\n変化：2手\n2 ３四歩\n".to_string(),
        _ => format!("\n変化：{late}手\n{late} ７六歩(77)\n"),
    });
    line.chain(variations).collect()
}

#[test]
fn jumps_between_variations_take_linear_time() {
    assert_linear("reading", SIZE, |size| source(jumping(size)), |source| drop(black_box(Kif::default().read(source))));
    for ki2 in [false, true] {
        assert_linear(
            "writing",
            SIZE,
            |size| source(jumping(size)),
            |source| {
                let records = Kif::default().read(source).records;
                drop(black_box(if ki2 { Ki2::default().write(&records) } else { Kif::default().write(&records) }));
            },
        );
    }
}

#[test]
fn repeated_lines_take_linear_time() {
    let pieces = [
        "*x\n",
        "&\n",
        "#\n",
        "\u{3000}",
        "１ ",
        "1 ",
        "▲",
        "▲同",
        "変化：",
        "変化：1手\n",
        "まで",
        "まで1手で中断\n",
        "先手：\n",
        "棋戦：x\n",
        "|\n",
        "1 (",
        "1 x (:",
        "手合割：平手\n",
        "先手の持駒：歩\n",
        "1 ３八飛\n",
    ];
    for piece in pieces {
        for start in ["", "手合割：平手\n1 ３八飛(28)\n", "▲３八飛 ▲", "先手の持駒：歩"] {
            let text = |size: usize| start.to_string() + &piece.repeat(size);
            assert_linear(
                &format!("{start:?} and {piece:?}"),
                SIZE,
                |size| source(text(size)),
                |source| {
                    drop(black_box(Kif::default().read(source)));
                },
            );
        }
    }
}
