//! Time is linear in the size of the text, whatever is repeated.

use kifu_conformance::assert_linear;
use kifu_core::{Format, Source};
use kifu_csa::Csa;
use std::hint::black_box;

/// The number of moves or pieces of the longer text.
const SIZE: usize = 16_000;

fn source(text: String) -> Source {
    Source::from_text("game", text)
}

/// The rooks move to and fro.
const MOVES: [&str; 4] = ["+2838HI", "-8272HI", "+3828HI", "-7282HI"];

#[test]
fn moves_with_analyses_take_linear_time() {
    let text = |size: usize| {
        let moves =
            (0..size).map(|n| format!("{},T1\n'** 30 {} {}\n", MOVES[n % 4], MOVES[(n + 1) % 4], MOVES[(n + 2) % 4]));
        ["PI\n+\n".to_string()].into_iter().chain(moves).collect()
    };
    assert_linear("reading", SIZE, |size| source(text(size)), |source| drop(black_box(Csa::default().read(source))));
    assert_linear(
        "reading and writing",
        SIZE,
        |size| source(text(size)),
        |source| {
            let records = Csa::default().read(source).records;
            drop(black_box(Csa::default().write(&records)));
        },
    );
}

#[test]
fn games_take_linear_time() {
    for game in ["PI\n+\n+2838HI\n/\n", "V2.2\nPI\n+\n", "/\n", "'x\n/\n"] {
        assert_linear(
            game,
            SIZE,
            |size| source(game.repeat(size)),
            |source| {
                let records = Csa::default().read(source).records;
                drop(black_box(Csa::default().write(&records)));
            },
        );
    }
}

#[test]
fn repeated_statements_take_linear_time() {
    let pieces = [
        "'*x\n",
        "'** 5\n",
        "'\n",
        "'",
        ",",
        "+",
        "+7776FU",
        "+7776FU,",
        "+77",
        "%",
        "%x,",
        "T",
        "T1,",
        "V2\n",
        "N+x\n",
        "$EVENT:x\n",
        "$X:y\n",
        "PI\n",
        "PI82HI",
        "00FU",
        "P1 * ",
        " * ",
        "P+00FU\n",
        "#x\n",
        "I+",
        "A:\n",
        "Aa",
        " ",
        "\u{3000}",
        "x",
    ];
    for piece in pieces {
        for start in ["", "PI\n+\n+2838HI\n", "PI", "P1", "P+", "%", "'*"] {
            let text = |size: usize| start.to_string() + &piece.repeat(size);
            assert_linear(
                &format!("{start:?} and {piece:?}"),
                SIZE,
                |size| source(text(size)),
                |source| {
                    let records = Csa::default().read(source).records;
                    drop(black_box(Csa::default().write(&records)));
                },
            );
        }
    }
}
