//! No code recurses over input, and all code takes linear time.

use kifu::{
    goban::{Color, Go, Move, Point, Setup},
    jgf1::Jgf1,
    jgf2::Jgf2,
    model::{
        Diagnostics, Foreign, ForeignSet, Format, Node, PlayerSet, Record, Safety, Seat, Source, Tree, apply_fixes,
    },
    sgf::{Document, Sgf},
};
use kifu_conformance::assert_linear;
use std::thread;

/// A stack that is too small for 100,000 calls.
const STACK: usize = 512 * 1024;

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread starts");
    thread.join().expect("nothing overflows");
}

/// Returns a record with `depth` nested variations: each node has two children, and the second one continues.
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
fn a_hundred_thousand_nested_variations_in_sgf() {
    on_a_small_stack(|| {
        let record = nested(100_000);
        let text = Sgf::default().write(std::slice::from_ref(&record)).text;
        let document = Document::parse(text.as_str());
        assert_eq!(document.games().next().expect("there is a game").nodes().count(), record.tree.len());
        drop(document);
        let reading = Sgf::default().read(&Source::from_text("deep.sgf", text));
        assert!(reading.diagnostics.is_empty());
        assert!(reading.records[0] == record);
        let unclosed = Sgf::default().read(&Source::from_text("open.sgf", "(;B[aa]".repeat(100_000)));
        assert_eq!(unclosed.records[0].tree.len(), 100_001);
    });
}

#[test]
fn a_hundred_thousand_nested_variations_in_jgf2() {
    on_a_small_stack(|| {
        let record = nested(100_000);
        let format = Jgf2::default();
        let text = format.write(std::slice::from_ref(&record)).text;
        let reading = format.read(&Source::from_text("deep.jgf", text));
        assert!(reading.diagnostics.is_empty());
        assert!(reading.records[0] == record);
    });
}

#[test]
fn a_hundred_thousand_nested_variations_in_jgf1() {
    on_a_small_stack(|| {
        let record = nested(100_000);
        let format = Jgf1::default();
        let text = format.write(std::slice::from_ref(&record)).text;
        let reading = format.read(&Source::from_text("deep.jgf", text));
        assert!(reading.diagnostics.is_empty());
        assert!(reading.records[0] == record);
    });
}

#[test]
fn a_hundred_thousand_nested_variations_are_converted() {
    on_a_small_stack(|| {
        let record = nested(100_000);
        let formats: [&dyn Format<Go>; 3] = [&Sgf::default(), &Jgf2::default(), &Jgf1::default()];
        for format in formats {
            assert!(kifu::convert(format, std::slice::from_ref(&record)).losses().next().is_none());
        }
    });
}

/// Panics if the time of a work of eight times the size grows faster than its size.
fn linear<W: Fn()>(what: &str, size: usize, make: impl Fn(usize) -> W) {
    assert_linear(what, 8 * size, make, |work| work());
}

/// Reads, lays out and writes a text that repeats a token.
fn linear_token(format: &dyn Format<Go>, token: &str) {
    linear(token, 50_000, |size| {
        let source = Source::from_text("repeated", token.repeat(size / token.len()));
        move || {
            let reading = format.read(&source);
            let _ = format.layout(&source);
            let _ = format.write(&reading.records);
        }
    });
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
        "(;GM[11]",
        "(;GM[6]B[x]",
        "BM[1]TE[1]",
    ] {
        linear_token(&Sgf::default(), token);
        let opened = format!("(;{token}");
        linear_token(&Sgf::default(), &opened);
    }
}

#[test]
fn parentheses_without_nodes_take_linear_time() {
    for (inner, end) in [("()", ")"), ("()", "a)"), ("()()", " )"), ("(a)", "())"), ("a ()", ")")] {
        linear(&format!("{inner:?} {end:?}"), 20_000, |n| {
            let text = format!("(;B[aa]{}{inner}{})", "(".repeat(n), end.repeat(n));
            let source = Source::from_text("nest", text);
            move || drop(Sgf::default().read(&source))
        });
    }
}

/// Tests texts without repetition: every place has different content.
#[test]
fn many_different_things_take_linear_time() {
    let identifier =
        |i: usize| -> String { (0..5).map(|n| char::from(b'A' + (i / 26_usize.pow(n) % 26) as u8)).collect() };
    let properties = |n: usize| (0..n).map(|i| format!("{}[x]", identifier(i))).collect::<String>();
    let moves = |n: usize| format!("{}{}", "XX[y]".repeat(n), "B[aa]B[zz]".repeat(n));
    let slots = |n: usize| (0..n).map(|i| format!("KX[kifu:player:c{i}:name:x][f{i}:k:v]")).collect::<String>();
    let seats = |n: usize| (0..n).map(|i| format!("KX[kifu:overtime:1x30 byo-yomi:s{i}]")).collect::<String>();
    let characters = |n: usize| {
        let entries = (0..n).map(|i| format!("[kifu:characters:C:{i}:{i}=10]"));
        format!("C[{}]KX{}", "a ".repeat(n), entries.collect::<String>())
    };
    let labels = |n: usize| {
        let labels = (0..n).map(|i| format!("[aa:z{i}]"));
        format!("LB[aa:{}]{}", "a".repeat(n), labels.collect::<String>())
    };
    let variations =
        |n: usize| (0..n).map(|i| format!("(;B[{}];W[aa])", ["aa", "bb", "cc"][i % 3])).collect::<String>();
    let sgf: [(&str, &dyn Fn(usize) -> String); 7] = [
        ("identifiers", &properties),
        ("moves", &moves),
        ("slots", &slots),
        ("seats", &seats),
        ("characters", &characters),
        ("labels", &labels),
        ("variations", &variations),
    ];
    for (name, make) in sgf {
        grows_linearly(name, &Sgf::default(), |n| format!("(;{})", make(n)));
    }
    let keys = |n: usize| (0..n).map(|i| format!("\"k{i}\":{i},")).collect::<String>();
    let players =
        |n: usize| (0..n).map(|i| format!("{{\"color\":\"c{i}\",\"name\":\"x\",\"x\":1}},")).collect::<String>();
    grows_linearly("keys", &Jgf2::default(), |n| format!("{{\"game\":{{{}}},\"tree\":[{{{}}}]}}", keys(n), keys(n)));
    let dates = |n: usize| {
        let (all, one) = ((0..n).map(|i| format!("\"a{i}\",")), "\"date\":\"b\",".repeat(n));
        format!("{{\"game\":{{\"dates\":[{}\"c\"],{one}\"name\":\"x\"}},\"tree\":[{{}}]}}", all.collect::<String>())
    };
    grows_linearly("dates", &Jgf2::default(), dates);
    let colors = |n: usize| (0..n).map(|i| format!("{{\"color\":\"c{i}\",\"x\":1}},")).collect::<String>();
    grows_linearly("colors", &Jgf2::default(), |n| format!("{{\"players\":[{}],\"tree\":[{{}}]}}", colors(n)));
    grows_linearly("players", &Jgf2::default(), |n| format!("{{\"players\":[{}],\"tree\":[{{}}]}}", players(n)));
}

/// One guess may make another one possible, but the number of rounds must not grow with the size of the file.
#[test]
fn fixes_take_linear_time() {
    for piece in [")Black[qd]", "é[kifu:started:x](("] {
        linear(piece, 500, |n| {
            let text = format!("(;GM[1]{}", piece.repeat(n));
            move || {
                let source = Source::from_text("guesses", text.as_str());
                let _ = apply_fixes::<Go>(&Sgf::default(), &[], &source, Diagnostics::default(), Safety::Guess);
            }
        });
    }
}

#[test]
fn every_property_again_and_again_takes_linear_time() {
    let dialects = ["MH", "MS", "XL", "XR", "XT", "XB", "TT", "KX", "QQ"];
    let known = kifu::sgf::PROPERTIES.iter().map(|property| property.identifier);
    // `PBB` is compared with the header, and so is PB in the second node.
    for identifier in known.chain(dialects).chain(["PBB", ";PB"]) {
        linear(identifier, 2_000, |n| {
            let (node, name) = identifier.split_at(identifier.len() - identifier.trim_start_matches(';').len());
            let properties = format!("{name}[1]").repeat(n);
            let source = Source::from_text(identifier, format!("(;AP[foxwq]GN[x]{node}{properties})"));
            move || assert_eq!(Sgf::default().read(&source).records.len(), 1)
        });
    }
}

/// Reads, converts to all formats, and compares.
fn grows_linearly(name: &str, format: &dyn Format<Go>, text: impl Fn(usize) -> String) {
    linear(name, 2_500, |n| {
        let source = Source::from_text(name, text(n));
        move || {
            let reading = format.read(&source);
            for other in [&Sgf::default() as &dyn Format<Go>, &Jgf2::default(), &Jgf1::default()] {
                assert_eq!(kifu::convert(other, &reading.records).losses().count(), 0, "{name}");
            }
        }
    });
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
        linear_token(&Jgf2::default(), token);
        let opened = format!("{{\"tree\":[{token}");
        linear_token(&Jgf2::default(), &opened);
    }
    for node in [
        "{},",
        "{\"variations\":[[{}]]},",
        "{\"setup\":[{\"type\":\"black\",\"coords\":[{\"x\":1,\"y\":1}]}]},",
        "{\"a\":1},",
    ] {
        linear(node, 50_000, |n| {
            let text = format!("{{\"tree\":[{}{{}}]}}", node.repeat(n / node.len()));
            let source = Source::from_text("nodes", text);
            move || {
                let reading = Jgf2::default().read(&source);
                let _ = Jgf2::default().write(&reading.records);
            }
        });
    }
}

#[test]
fn one_token_repeated_takes_linear_time_in_jgf1() {
    for token in ["\"", "{", "[", "]", "[[", "[[{},", "{},[[{}],", "{\"move\":", "{\"tree\":[{}]}\n"] {
        linear_token(&Jgf1::default(), token);
        let opened = format!("{{\"tree\":[{token}");
        linear_token(&Jgf1::default(), &opened);
    }
    let label = r#"{"markup":{"label":["#.to_owned() + &"[1,1,\"A\"],".repeat(20) + "[2,2,\"B\"]]}},";
    for node in [
        "{},",
        "{},[[{}],[{}]],",
        r#"{"setup":{"B":[[1,1],"bb"],"W":["aa:cc"]}},"#,
        r#"{"a":1},"#,
        r#"{"CR":["aa","bb"],"BL":"3"},"#,
        r#"{"move":{"B":[99,99]}},"#,
        &label,
    ] {
        linear(node, 50_000, |n| {
            let text = format!("{{\"tree\":[{}{{}}]}}", node.repeat(n / node.len()));
            let source = Source::from_text("nodes", text);
            move || {
                let reading = Jgf1::default().read(&source);
                let _ = Jgf1::default().write(&reading.records);
            }
        });
    }
    linear("types of marks", 2_000, |n| {
        let marks: String = (0..n).map(|n| format!("\"m{n}\":[[1,1]],")).collect();
        let source = Source::from_text("marks", format!("{{\"tree\":[{{\"markup\":{{{marks}\"z\":[[2,2]]}}}}]}}"));
        move || {
            let reading = Jgf1::default().read(&source);
            let _ = Jgf1::default().write(&reading.records);
        }
    });
    // Lists with many members: each is compared with few others.
    for (before, member, after) in [
        (r#"{"tree":[{"#, r#""a":1,"#, r#""a":1}]}"#),
        (r#"{"tree":[{"#, r#""XX":"1","#, r#""XX":"1"}]}"#),
        (r#"{"tree":[{"#, r#""XX":"1","DD":"aa","#, r#""XX":"1"}]}"#),
        (r#"{"tree":[{"markup":{"label":["#, r#"[1,1,"A"],"#, r#"[2,2,"B"]]}}]}"#),
        (r#"{"tree":[{"setup":{"B":["#, "[1,1],", "[2,2]]}}]}"),
        (r#"{"tree":[{"markup":{"#, r#""circle":[[1,1]],"#, r#""square":[[1,1]]}}]}"#),
        (r#"{"tree":[{}],"game":{"players":["#, r#"{"color":"red","name":"x"},"#, r#"{"color":"white"}]}}"#),
        (r#"{"tree":[{}],"game":{"dates":["#, r#""2014-01-01","#, r#""02"]}}"#),
        (r#"{"tree":[{}],"board":{"cutoff":["#, r#""middle","#, r#""left"]}}"#),
        (r#"{"tree":[{}],"info":{"#, r#""komi":1,"#, r#""komi":2}}"#),
        (r#"{"tree":[{}],"settings":{"#, r#""variationMarkup":true,"#, r#""x":2}}"#),
        (r#"{"tree":[{}],"game":{"#, r#""koim":1,"#, r#""komi":2}}"#),
    ] {
        linear(member, 20_000, |n| {
            let text = format!("{before}{}{after}", member.repeat(n / member.len()));
            let source = Source::from_text("members", text);
            move || {
                let reading = Jgf1::default().read(&source);
                let _ = Jgf1::default().write(&reading.records);
            }
        });
    }
}

/// JSON writes small rectangles of marks point by point, and large ones as rectangles.
#[test]
fn no_mark_takes_more_than_twenty_times_its_text() {
    let point = |x: u8, y: u8| [b'a' + x, b'a' + y].map(char::from).iter().collect::<String>();
    let sizes = (0..18).flat_map(|x| (0..19).map(move |y| (x, y)));
    for (identifier, (width, height)) in
        ["TR", "SL", "DD", "VW"].into_iter().flat_map(|identifier| sizes.clone().map(move |size| (identifier, size)))
    {
        // Two neighbouring rectangles take turns, because dimmed points and views hold until they change.
        let mark = |n: u8| format!(";{identifier}[{}:{}]", point(n % 2, 0), point(n % 2 + width, height));
        let text = format!("(;GM[1]SZ[19]{})", (0..100).map(mark).collect::<String>());
        let records = Sgf::default().read(&Source::from_text("a.sgf", text.as_str())).records;
        for format in [&Jgf1::default() as &dyn Format<Go>, &Jgf2::default()] {
            let written = format.write(&records).text;
            let times = written.len() / text.len();
            assert!(written.len() <= 20 * text.len(), "{} {identifier} {width} {height}: {times}", format.info().id);
        }
    }
}

/// The last one first, which is the slowest order of a list.
#[test]
fn parts_of_a_record_are_added_and_removed_in_linear_time() {
    linear("players", 5_000, |n| {
        move || {
            let mut players = PlayerSet::default();
            (0..n).rev().for_each(|i| players.get_mut(Seat::Other(format!("{i:07}"))).name.push('x'));
            assert_eq!(players.into_iter().count(), n);
        }
    });
    linear("siblings", 20_000, |n| {
        move || {
            let mut tree = Tree::new(0);
            let siblings: Vec<_> = (0..n).map(|i| tree.add(tree.root(), i)).collect();
            siblings.into_iter().rev().for_each(|sibling| drop(tree.remove(sibling)));
            assert_eq!(tree.len(), 1);
        }
    });
    linear("foreign data", 5_000, |n| {
        move || {
            let entries = (0..n).rev().map(|i| Foreign::new("sgf", format!("{i:07}"), Vec::new()));
            let mut foreign = ForeignSet::default();
            foreign.extend(entries);
            assert_eq!(foreign.len(), n);
        }
    });
}
