//! Time is linear in the size of the text. A file of its own: nothing else runs beside it.

use cpu_time::ThreadTime;
use kifu_core::{Format, Source};
use kifu_sgf::Sgf;
use std::{hint::black_box, time::Duration};

/// The least time that the work takes.
fn time(mut work: impl FnMut()) -> Duration {
    let times = (0..3).map(|_| {
        let start = ThreadTime::now();
        work();
        start.elapsed()
    });
    times.min().unwrap()
}

#[test]
fn time_is_linear() {
    const SIZE: usize = 48_000;
    // What something starts with, what its name is made up of, and what is said again and again behind it.
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
    ];
    for (start, once, often) in pieces {
        let text = |n: usize| format!("{start}{}{}", once.repeat(n), often.repeat(n));
        let work = |n: usize| {
            let source = Source::from_text("long", text(n));
            time(|| drop(black_box(Sgf::default().read(&source))))
        };
        // Another program may disturb a measurement. What is quadratic takes 64 times as long every time.
        let (mut small, mut large) = (work(SIZE / 8), work(SIZE));
        for _ in 0..5 {
            if large < small.max(Duration::from_micros(100)) * 32 {
                break;
            }
            (small, large) = (work(SIZE / 8), work(SIZE));
        }
        assert!(
            large < small.max(Duration::from_micros(100)) * 32,
            "{start}{once}…{often}…: {small:?} for {}, {large:?} for {SIZE}",
            SIZE / 8
        );
    }
}
