//! Nothing recurses over input, and nothing takes more than linear time.

use cpu_time::ThreadTime;
use kifu::{
    goban::{Color, Go, Move, Point, Setup},
    jgf2::Jgf2,
    model::{Format, Node, Record, Source},
    sgf::{Document, Sgf},
};
use std::{thread, time::Duration};

/// A stack on which a million calls of anything do not fit.
const STACK: usize = 512 * 1024;

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread starts");
    thread.join().expect("nothing overflows");
}

/// Each node has two children, and the second goes on: as many nested variations as `depth`.
fn nested(depth: usize) -> Record<Go> {
    let mut record = Record::new(Setup::default());
    let mut at = record.tree.root();
    for i in 0..depth {
        let side = |n: usize| u8::try_from(n % 19).expect("below 19");
        let point = Point::new(side(i), side(i / 19)).expect("on the board");
        let color = if i % 2 == 0 { Color::Black } else { Color::White };
        record.tree.add(at, Node::new(Some(Move::pass(color).into())));
        at = record.tree.add(at, Node::new(Some(Move::play(color, point).into())));
    }
    record
}

#[test]
fn a_million_nested_variations_in_sgf() {
    on_a_small_stack(|| {
        let record = nested(1_000_000);
        let text = Sgf::default().write(std::slice::from_ref(&record)).text;
        let document = Document::parse(text.as_str());
        assert_eq!(document.games().next().expect("there is a game").nodes().count(), record.tree.len());
        drop(document);
        let reading = Sgf::default().read(&Source::from_text("deep.sgf", text));
        assert!(reading.diagnostics.is_empty());
        assert!(reading.records[0] == record);
        let unclosed = Sgf::default().read(&Source::from_text("open.sgf", "(;B[aa]".repeat(1_000_000)));
        assert_eq!(unclosed.records[0].tree.len(), 1_000_001);
    });
}

#[test]
fn a_million_nested_variations_in_jgf2() {
    on_a_small_stack(|| {
        let record = nested(1_000_000);
        let format = Jgf2::default();
        let text = format.write(std::slice::from_ref(&record)).text;
        let reading = format.read(&Source::from_text("deep.jgf", text));
        assert!(reading.diagnostics.is_empty());
        assert!(reading.records[0] == record);
    });
}

#[test]
fn a_million_nested_variations_are_converted() {
    on_a_small_stack(|| {
        let record = nested(1_000_000);
        let formats: [&dyn Format<Go>; 2] = [&Sgf::default(), &Jgf2::default()];
        for format in formats {
            assert!(kifu::convert(format, std::slice::from_ref(&record)).losses().next().is_none());
        }
    });
}

/// The time for a token repeated so often that the text has `len` bytes; the best of three.
fn time(format: &dyn Format<Go>, token: &str, len: usize) -> Duration {
    let source = Source::from_text("repeated", token.repeat(len / token.len()));
    let once = || {
        let start = ThreadTime::now();
        let reading = format.read(&source);
        let _ = format.layout(&source);
        let _ = format.write(&reading.records);
        start.elapsed()
    };
    once().min(once()).min(once())
}

/// Four times the text may take ten times as long, and not sixteen: not even where the machine has other work for a moment.
fn linear(format: &dyn Format<Go>, token: &str) {
    let measure = || (time(format, token, 100_000), time(format, token, 400_000));
    let is_linear = |(small, large): (Duration, Duration)| large < small.max(Duration::from_millis(4)) * 10;
    let (small, large) = measure();
    let again = || (0..2).any(|_| is_linear(measure()));
    assert!(is_linear((small, large)) || again(), "{token:?}: {small:?} became {large:?}");
}

#[test]
fn one_token_repeated_takes_linear_time_in_sgf() {
    for token in [
        "A",
        "[",
        "C[",
        "(",
        ")",
        ";",
        "B[aa]",
        "(;",
        "(;)",
        "()",
        "]",
        "\\",
        "C[a]b]",
        "C[]]",
        "a ",
        "A B",
        "\0",
        " ",
        "\u{FEFF}",
        "C[x\n",
        ";B[aa]",
        "(;B[aa])",
        "AB[aa]",
        "AB[aa:zz]",
        "LB[aa:x]",
        "XX[y]",
        "C[y]",
        "KX[a:b:c]",
        "CR[aa]",
        "(;FF[4]AB[aa]B[bb]W[cc])",
        "é",
        "名",
        "B[",
        "(;AB[aa:ss]AW[aa:ss])",
        ";AE[aa:ss]",
        "(;GM[2])",
        "BM[1]TE[1]",
    ] {
        linear(&Sgf::default(), token);
        let opened = format!("(;{token}");
        linear(&Sgf::default(), &opened);
    }
}

#[test]
fn parentheses_without_nodes_take_linear_time() {
    let time = |n: usize, inner: &str, end: &str| {
        let text = format!("(;B[aa]{}{inner}{})", "(".repeat(n), end.repeat(n));
        let source = Source::from_text("nest", text);
        let once = || {
            let start = ThreadTime::now();
            drop(Sgf::default().read(&source));
            start.elapsed()
        };
        once().min(once()).min(once())
    };
    for (inner, end) in [("()", ")"), ("()", "a)"), ("()()", " )"), ("(a)", "())"), ("a ()", ")")] {
        // What is quadratic takes 64 times as long.
        let is_linear = || time(160_000, inner, end) < time(20_000, inner, end).max(Duration::from_millis(4)) * 24;
        assert!((0..3).any(|_| is_linear()), "{inner:?} {end:?}");
    }
}

/// Texts in which something different stands in every place.
#[test]
fn many_different_things_take_linear_time() {
    let identifier =
        |i: usize| -> String { (0..5).map(|n| char::from(b'A' + (i / 26_usize.pow(n) % 26) as u8)).collect() };
    let properties = |n: usize| (0..n).map(|i| format!("{}[x]", identifier(i))).collect::<String>();
    let moves = |n: usize| format!("{}{}", "XX[y]".repeat(n), "B[aa]B[zz]".repeat(n));
    let slots = |n: usize| (0..n).map(|i| format!("KX[kifu:player:c{i}:name:x][f{i}:k:v]")).collect::<String>();
    let variations =
        |n: usize| (0..n).map(|i| format!("(;B[{}];W[aa])", ["aa", "bb", "cc"][i % 3])).collect::<String>();
    let sgf: [(&str, &dyn Fn(usize) -> String); 4] =
        [("identifiers", &properties), ("moves", &moves), ("slots", &slots), ("variations", &variations)];
    for (name, make) in sgf {
        grows_linearly(name, &Sgf::default(), |n| format!("(;{})", make(n)));
    }
    let keys = |n: usize| (0..n).map(|i| format!("\"k{i}\":{i},")).collect::<String>();
    let players =
        |n: usize| (0..n).map(|i| format!("{{\"color\":\"c{i}\",\"name\":\"x\",\"x\":1}},")).collect::<String>();
    grows_linearly("keys", &Jgf2::default(), |n| format!("{{\"game\":{{{}}},\"tree\":[{{{}}}]}}", keys(n), keys(n)));
    grows_linearly("players", &Jgf2::default(), |n| format!("{{\"players\":[{}],\"tree\":[{{}}]}}", players(n)));
}

#[test]
fn every_property_again_and_again_takes_linear_time() {
    let dialects = ["MH", "MS", "XL", "XR", "XT", "XB", "TT", "KX", "QQ"];
    let known = kifu::sgf::PROPERTIES.iter().map(|property| property.identifier);
    for identifier in known.chain(dialects) {
        let time = |n: usize| {
            let source = Source::from_text(identifier, format!("(;AP[foxwq]{})", format!("{identifier}[1]").repeat(n)));
            let once = || {
                let start = ThreadTime::now();
                assert_eq!(Sgf::default().read(&source).records.len(), 1);
                start.elapsed()
            };
            once().min(once())
        };
        let (small, large) = (time(2_000), time(16_000));
        assert!(large < small.max(Duration::from_millis(2)) * 24, "{identifier}: {small:?} became {large:?}");
    }
}

/// Reading, converting to both formats, and comparing.
fn grows_linearly(name: &str, format: &dyn Format<Go>, text: impl Fn(usize) -> String) {
    let time = |n: usize| {
        let source = Source::from_text(name, text(n));
        let once = || {
            let start = ThreadTime::now();
            let reading = format.read(&source);
            for other in [&Sgf::default() as &dyn Format<Go>, &Jgf2::default()] {
                assert_eq!(kifu::convert(other, &reading.records).losses().count(), 0, "{name}");
            }
            start.elapsed()
        };
        once().min(once())
    };
    let (small, large) = (time(5_000), time(20_000));
    assert!(large < small.max(Duration::from_millis(4)) * 10, "{name}: {small:?} became {large:?}");
}

#[test]
fn one_token_repeated_takes_linear_time_in_jgf2() {
    for token in [
        "\"",
        "{",
        "[",
        "}",
        "]",
        ":",
        ",",
        "'",
        "/*",
        "//",
        "//\n",
        "a",
        "-",
        "1",
        "\\",
        "{\"a\":",
        "{\"tree\":[",
        "{\"tree\":[{}]}\n",
        "[{\"variations\":",
        "{\"variations\":[[",
        "\"a\":1,",
        "\"\\u",
        " ",
        "\u{FEFF}",
        "=",
        ";",
        "{\"move\":",
        "null,",
    ] {
        linear(&Jgf2::default(), token);
        let opened = format!("{{\"tree\":[{token}");
        linear(&Jgf2::default(), &opened);
    }
    for node in [
        "{},",
        "{\"variations\":[[{}]]},",
        "{\"setup\":[{\"type\":\"black\",\"coords\":[{\"x\":1,\"y\":1}]}]},",
        "{\"a\":1},",
    ] {
        let text = |n: usize| format!("{{\"tree\":[{}{{}}]}}", node.repeat(n / node.len()));
        let time = |n| {
            let source = Source::from_text("nodes", text(n));
            let start = ThreadTime::now();
            let reading = Jgf2::default().read(&source);
            let _ = Jgf2::default().write(&reading.records);
            start.elapsed()
        };
        let (small, large) = (time(100_000).min(time(100_000)), time(400_000).min(time(400_000)));
        assert!(large < small.max(Duration::from_millis(4)) * 10, "{node:?}: {small:?} became {large:?}");
    }
}
