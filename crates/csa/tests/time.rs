//! Time is linear in the size of the text, whatever is repeated.

use cpu_time::ThreadTime;
use kifu_core::{Format, Source};
use kifu_csa::Csa;
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
const MOVES: [&str; 4] = ["+2838HI", "-8272HI", "+3828HI", "-7282HI"];

#[test]
fn moves_with_analyses_take_linear_time() {
    let text = |size: usize| {
        let moves =
            (0..size).map(|n| format!("{},T1\n'** 30 {} {}\n", MOVES[n % 4], MOVES[(n + 1) % 4], MOVES[(n + 2) % 4]));
        ["PI\n+\n".to_string()].into_iter().chain(moves).collect()
    };
    assert_linear("reading", text, |source| drop(black_box(Csa::default().read(source))));
    assert_linear("reading and writing", text, |source| {
        let records = Csa::default().read(source).records;
        drop(black_box(Csa::default().write(&records)));
    });
}

#[test]
fn games_take_linear_time() {
    for game in ["PI\n+\n+2838HI\n/\n", "V2.2\nPI\n+\n", "/\n", "'x\n/\n"] {
        assert_linear(
            game,
            |size| game.repeat(size),
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
            assert_linear(&format!("{start:?} and {piece:?}"), text, |source| {
                let records = Csa::default().read(source).records;
                drop(black_box(Csa::default().write(&records)));
            });
        }
    }
}
