//! Time is linear in the size of the text. This is a separate file, so that no other test runs at the same time.

use cpu_time::ThreadTime;
use kifu_json::{Document, tokens};
use std::{hint::black_box, time::Duration};

/// Returns the minimum time of three runs.
fn time(mut work: impl FnMut()) -> Duration {
    (0..3)
        .map(|_| {
            let start = ThreadTime::now();
            work();
            start.elapsed()
        })
        .min()
        .unwrap()
}

#[test]
fn time_is_linear() {
    many_keys_are_compared_in_time();
    const SIZE: usize = 64_000;
    let pieces = [
        "\"",
        "'",
        "\\",
        "\"\\",
        "'\\",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "=",
        ";",
        "/",
        "/*",
        "/*/",
        "//",
        "//\n",
        "*/",
        "-",
        "-1",
        "1.",
        "1e",
        "0",
        ".",
        "t",
        "tru",
        "true",
        "true ",
        "a",
        "a ",
        "a=",
        "é",
        "\u{A0}",
        "\u{FEFF}a",
        " ",
        "\"a\":",
        "{\"a\":",
        "{a",
        "{\"a\":1,",
        "[1,",
        "[1 ",
        "[}",
        "{]",
        "[{",
        "[[}",
        "}{",
        "]}",
        "\"\n",
        "\"\n\\\"",
        "\"\na",
        "\"\n'",
        "\"a\n'b\n",
        "\"\\ud83d",
        "\"\\q",
        "{\"a\":1}\n",
        "{} ",
        "1 ",
        "1;",
        ",,",
        "{,",
        "{:",
        "[:",
        "{{",
        "'a'",
        "\u{0}",
        "[1,/**/",
        "a/",
        "\"x\"\"x\"",
    ];
    for piece in pieces {
        let work = |n: usize| {
            let text = piece.repeat(n);
            time(|| {
                let (document, diagnostics) = Document::parse(&text);
                for root in document.roots() {
                    black_box(root.compact());
                }
                black_box(tokens(&text).count());
                black_box(diagnostics);
            })
        };
        // Other programs may disturb a measurement. Quadratic work takes 64 times as long every time.
        let (mut small, mut large) = (work(SIZE / 8), work(SIZE));
        for _ in 0..5 {
            if large < small.max(Duration::from_micros(100)) * 32 {
                break;
            }
            (small, large) = (work(SIZE / 8), work(SIZE));
        }
        assert!(
            large < small.max(Duration::from_micros(100)) * 32,
            "{piece:?}: {small:?} for {}, {large:?} for {SIZE}",
            SIZE / 8
        );
    }
}

fn many_keys_are_compared_in_time() {
    let object = |key: &dyn Fn(usize) -> String| {
        let members: Vec<String> = (0..100_000).map(|n| format!("\"{}\":{n}", key(n))).collect();
        format!("{{{}}}", members.join(","))
    };
    for (key, doubles) in [
        (&(|n: usize| format!("{n}")) as &dyn Fn(usize) -> String, 0),
        (&|n| format!("{}{n}", "prefix".repeat(20)), 0),
        (&|n| format!("{}", n / 2), 50_000),
        (&|_| "same".to_owned(), 99_999),
        (&|n| format!("\\u0061{n}"), 0),
    ] {
        let text = object(key);
        let start = ThreadTime::now();
        let (document, diagnostics) = Document::parse(&text);
        assert!(start.elapsed() < Duration::from_secs(5));
        assert_eq!(diagnostics.counts().map(|count| count.times).sum::<u64>(), doubles);
        assert_eq!(document.values().len(), 100_001);
    }
}
