//! Time is linear in the size of the text. This is a separate file, so that no other test runs at the same time.

use cpu_time::ThreadTime;
use kifu_conformance::assert_linear;
use kifu_json::{Document, tokens};
use std::{hint::black_box, time::Duration};

#[test]
fn time_is_linear() {
    many_keys_are_compared_in_time();
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
        assert_linear(
            piece,
            64_000,
            |size| piece.repeat(size),
            |text| {
                let (document, diagnostics) = Document::parse(text);
                for root in document.roots() {
                    black_box(root.compact());
                }
                black_box(tokens(text).count());
                black_box(diagnostics);
            },
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
