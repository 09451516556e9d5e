//! Time is linear in the size of the text, whatever is repeated.

use cpu_time::ThreadTime;
use kifu_core::{Format, Source};
use kifu_usi::{Notation, Usi, Variations};
use std::{hint::black_box, time::Duration};

/// Returns the shortest time of three runs of the work.
fn time(mut work: impl FnMut()) -> Duration {
    let times = (0..3).map(|_| {
        let start = ThreadTime::now();
        work();
        start.elapsed()
    });
    times.min().unwrap()
}

/// Linear work takes about eight times as long as an eighth of it, and quadratic work 64 times. The threshold is 32 times.
/// Another program may disturb a measurement, so a failed one is repeated.
fn assert_linear(what: &str, text: impl Fn(usize) -> String, work: impl Fn(&Source)) {
    let size = 16_000;
    let measured = |size| {
        let source = Source::from_text("game", text(size));
        time(|| work(&source))
    };
    for _ in 0..5 {
        let (small, large) = (measured(size / 8), measured(size));
        if large < small.max(Duration::from_micros(100)) * 32 {
            return;
        }
    }
    panic!("{what}: the time is not linear");
}

/// The rooks move to and fro.
const MOVES: [&str; 4] = ["2h3h", "8b7b", "3h2h", "7b8b"];

#[test]
fn long_games_take_linear_time() {
    let text = |size: usize| (0..size).fold("startpos moves".to_string(), |line, n| line + " " + MOVES[n % 4]);
    for format in [Usi::default(), Usi::default().notation(Notation::Usen)] {
        assert_linear("a long game", text, |source| {
            let records = format.read(source).records;
            drop(black_box(format.write(&records)));
        });
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
    assert_linear("USEN", text, |source| {
        let records = Usi::default().read(source).records;
        drop(black_box(Usi::default().notation(Notation::Usen).write(&records)));
    });
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
                assert_linear(&format!("{start:?} and {piece:?}"), text, |source| {
                    let records = format.read(source).records;
                    drop(black_box(Usi::default().write(&records)));
                });
            }
        }
    }
}
