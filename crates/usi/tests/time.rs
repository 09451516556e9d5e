//! Time is linear in the size of the text, whatever is repeated.

use kifu_conformance::assert_linear;
use kifu_core::{Format, Source};
use kifu_usi::{Notation, Usi, Variations};
use std::hint::black_box;

/// The number of moves or pieces of the longer text.
const SIZE: usize = 16_000;

fn source(text: String) -> Source {
    Source::from_text("game", text)
}

/// The rooks move to and fro.
const MOVES: [&str; 4] = ["2h3h", "8b7b", "3h2h", "7b8b"];

#[test]
fn long_games_take_linear_time() {
    let text = |size: usize| (0..size).fold("startpos moves".to_string(), |line, n| line + " " + MOVES[n % 4]);
    for format in [Usi::default(), Usi::default().notation(Notation::Usen)] {
        assert_linear(
            "a long game",
            SIZE,
            |size| source(text(size)),
            |source| {
                let records = format.read(source).records;
                drop(black_box(format.write(&records)));
            },
        );
    }
}

/// Sections that start early and late in turn.
#[test]
fn variations_take_linear_time() {
    let text = |size: usize| {
        let main: String = (0..size / 4).map(|_| "5ku").collect();
        let late = size / 4 - 1;
        (0..size / 4).fold(format!("~0.{main}."), |line, n| line + &format!("~{}.7ku.r", if n == 0 { 0 } else { late }))
    };
    assert_linear(
        "USEN",
        SIZE,
        |size| source(text(size)),
        |source| {
            let records = Usi::default().read(source).records;
            drop(black_box(Usi::default().notation(Notation::Usen).write(&records)));
        },
    );
}

#[test]
fn repeated_words_take_linear_time() {
    let pieces = [
        "position ",
        "startpos\n",
        "startpos moves 7g7f\n",
        "sfen ",
        "moves ",
        "7g7f ",
        "x ",
        "~",
        "~0.7ku.",
        "7ku",
        "~0..",
        ".",
        "/",
        "9/",
        "p",
        "#\n",
        "\n",
        "x\n",
        " ",
        "+",
        "resign ",
    ];
    for piece in pieces {
        for start in ["", "startpos moves ", "sfen ", "~0.", "9/"] {
            for variations in [Variations::None, Variations::Lines] {
                let format = Usi::default().variations(variations);
                let text = |size: usize| start.to_string() + &piece.repeat(size);
                assert_linear(
                    &format!("{start:?} and {piece:?}"),
                    SIZE,
                    |size| source(text(size)),
                    |source| {
                        let records = format.read(source).records;
                        drop(black_box(Usi::default().write(&records)));
                    },
                );
            }
        }
    }
}
