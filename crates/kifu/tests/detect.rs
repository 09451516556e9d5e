//! A library recognises a file among the formats of several games: by its bytes, in any charset, and then by its name.

use kifu::{
    AnyFormat, Error, Hints, Library,
    model::{
        BadOption, Charset, CharsetSource, Confidence, Diagnostics, Format, FormatInfo, Game, Layout, Node, Part,
        ReadGame, Record, Sample, Source, SourceMap, Span, WriteOutput,
    },
};
use std::ops::ControlFlow;

/// Declares a game whose moves are words.
macro_rules! game {
    ($game:ident) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        struct $game;

        impl Game for $game {
            const NAME: &'static str = stringify!($game);
            type Terms = ();
            type Setup = ();
            type Action = String;
            type Mark = ();
        }
    };
}

game!(Generals);
game!(Gomoku);

/// A format whose files begin with a certain word, followed by one move per line.
struct Words {
    info: FormatInfo,
    word: &'static str,
    /// The charset of the files that are not UTF-8.
    usual: Charset,
}

fn words(id: &'static str, extensions: &'static [&'static str], word: &'static str, usual: Charset) -> Words {
    let info = FormatInfo::new(id, "Moves in lines").extensions(extensions).holds(&[Part::Action]);
    Words { info, word, usual }
}

/// A format whose files begin with the handicap, as in KIF.
fn generals() -> Words {
    words("generals", &["kif"], "手合割：平手", Charset::new("Shift_JIS"))
}

impl<G: Game<Terms = (), Setup = (), Action = String>> Format<G> for Words {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<G>>, BadOption> {
        Err(BadOption::new(name, value, &[]))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        let begins = |text: &str| text.starts_with(self.word);
        if begins(sample.text()) || begins(&sample.text_in(&self.usual)) { Confidence::Certain } else { Confidence::No }
    }

    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        extension.filter(|extension| self.info.extensions.contains(extension)).map(|_| self.usual.clone())
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<G>) -> ControlFlow<()>) -> Diagnostics {
        let mut record = Record::new(());
        let mut source_map = SourceMap::new(Span::new(0, source.text().len()), vec![0]);
        let mut last = record.tree.root();
        for token in Format::<G>::layout(self, source).tokens.into_iter().skip(1) {
            last = record.tree.add(last, Node::new(Some(source.slice(token).trim_end().to_owned())));
            source_map.starts.push(token.start);
        }
        let _ = sink(ReadGame::new(record, source_map, Diagnostics::default()));
        Diagnostics::default()
    }

    fn write(&self, records: &[Record<G>]) -> WriteOutput {
        let mut lines = vec![self.word.to_owned()];
        for record in records.iter().take(1) {
            lines.extend(record.tree.main_line().filter_map(|node| record.tree[node].action.clone()));
        }
        WriteOutput::new(lines.join("\n"), self.usual.clone())
    }

    fn layout(&self, source: &Source) -> Layout {
        let mut end = 0;
        let lines = source.text().split_inclusive('\n').map(|line| {
            end += line.len();
            Span::new(end - line.len(), end)
        });
        Layout::new(lines.collect(), vec![Span::new(0, source.text().len())])
    }
}

#[test]
fn words_in_kanji_are_recognised_in_shift_jis() {
    let library = Library::default().with::<Generals>(generals());
    let (bytes, _) = Charset::new("Shift_JIS").encode("手合割：平手\n７六歩\n３四歩\n");
    assert_eq!(library.detect("game.txt", &bytes).unwrap().info().id, "generals");
    let opened = library.read("game.txt", bytes, &Hints::default()).unwrap();
    assert_eq!(opened.source.charset().name(), "Shift_JIS");
    assert_eq!(opened.games.of::<Generals>().unwrap().records[0].tree.len(), 3);

    for charset in [Charset::UTF_8, Charset::UTF_16LE, Charset::UTF_16BE] {
        let (bytes, _) = WriteOutput::new("手合割：平手\n".into(), charset.clone()).encode();
        assert_eq!(library.detect("game.txt", &bytes).unwrap().info().id, "generals", "{charset}");
    }
}

#[test]
fn an_expected_charset_is_no_guess() {
    let library = Library::default().with::<Generals>(generals());
    let read = |name: &str, charset: &str, text: &str| {
        let opened = library.read(name, Charset::new(charset).encode(text).0, &Hints::default()).unwrap();
        let codes: Vec<_> = opened.diagnostics().iter().map(|found| found.code.0).collect();
        (opened.source.charset().name().to_owned(), opened.source.segments()[0].found, codes)
    };
    let text = "手合割：平手\n７六歩\n";
    assert_eq!(read("game.kif", "Shift_JIS", text), ("Shift_JIS".into(), CharsetSource::Expected, vec![]));
    assert_eq!(read("game.KIF", "UTF-8", text), ("UTF-8".into(), CharsetSource::ValidUtf8, vec![]));
    let guessed = ("Shift_JIS".into(), CharsetSource::Guessed, vec!["text/charset-guessed"]);
    assert_eq!(read("game.txt", "Shift_JIS", text), guessed);
}

#[test]
fn of_two_games_with_one_extension_the_content_decides() {
    let library = Library::default()
        .with::<Generals>(words("generals", &["json"], "{\"shogi\"", Charset::UTF_8))
        .with::<Gomoku>(words("gomoku", &["json"], "{\"gomoku\"", Charset::UTF_8));
    let detected = |text: &str| library.detect("game.json", text.as_bytes()).map(AnyFormat::game);
    assert_eq!(detected("{\"shogi\": []}").unwrap(), "Generals");
    assert_eq!(detected("{\"gomoku\": []}").unwrap(), "Gomoku");
    assert_eq!(detected("{\"record\": {\"format\": \"JGF\"}, \"tree\": []}").unwrap(), "go");
}

#[test]
fn a_tie_between_two_games_names_both_formats() {
    let library = Library::default()
        .with::<Generals>(words("generals", &["json"], "{\"moves\"", Charset::UTF_8))
        .with::<Gomoku>(words("gomoku", &["json"], "{\"moves\"", Charset::UTF_8));
    let Err(Error::Tie { name, formats }) = library.detect("game.json", b"{\"moves\": []}") else { panic!("no tie") };
    assert_eq!((name.as_str(), formats), ("game.json", vec!["generals", "gomoku"]));

    // If two formats fit, the one with the extension of the file is chosen.
    let library = library.with::<Gomoku>(words("gomoku", &["gmk"], "{\"moves\"", Charset::UTF_8));
    assert_eq!(library.detect("game.json", b"{\"moves\": []}").unwrap().info().id, "generals");
}

/// The form of the nodes decides before an incomplete statement, in any order of the text, so that exactly one version of JGF is certain.
#[test]
fn nodes_of_jgf_decide_before_the_declared_format() {
    let nodes = [
        ("jgf1", r#"[{},{"move":{"B":[1,1]}}]"#),
        ("jgf1", r#"[{},[[{"move":{"B":[1,1]}}],[{"move":{"B":[2,2]}}]]]"#),
        ("jgf1", r#"[{"setup":{"B":[[1,1]]}}]"#),
        ("jgf1", r#"[{"markup":{"circle":[[1,1]]}}]"#),
        ("jgf1", r#"[{},[[{}],[{}]]]"#),
        ("jgf2", r#"[{},{"move":{"color":"black","x":1,"y":1}}]"#),
        ("jgf2", r#"[{},[[{"move":{"color":"black","x":1,"y":1}}],[{}]]]"#),
        ("jgf2", r#"[{},{"variations":[[{}],[{}]]}]"#),
        ("jgf2", r#"[{"setup":[{"type":"black","coords":[{"x":1,"y":1}]}]}]"#),
    ];
    let headers = [r#""record":{"format":"JGF"}"#, r#""record":{"version":2}"#, r#""record":{"version":1}"#];
    // With this member the tree is beyond the first sample.
    let long = format!(r#""x":"{}""#, "x".repeat(1 << 17));
    for (format, tree) in nodes {
        for header in headers {
            for text in [
                format!("{{{header},\"tree\":{tree}}}"),
                format!("{{\"tree\":{tree},{header}}}"),
                format!("{{{header},{long},\"tree\":{tree}}}"),
            ] {
                let is_certain = |format: &dyn Format<kifu::goban::Go>| {
                    format.detect(&Sample::new(text.as_bytes(), Some("jgf"))) == Confidence::Certain
                };
                let certain = (is_certain(&kifu::jgf1::Jgf1::default()), is_certain(&kifu::jgf2::Jgf2::default()));
                assert_eq!(certain, (format == "jgf1", format == "jgf2"), "{text:.200}");
            }
        }
    }
}

/// What looks like the node of another format decides nothing: neither in a record that states its format and version, nor beside the
/// nodes of a record or its version.
#[test]
fn data_that_looks_like_a_node_does_not_decide() {
    let like = [
        r#""x":[{"move":{"B":[1,1]}}]"#,
        r#""x":[{"setup":{"B":[[1,1]]}}]"#,
        r#""x":[{"move":{"color":"black","x":1,"y":1}}]"#,
        r#""x":[{"variations":[[{}],[{}]]}]"#,
        r#""x":{"move":{"piece":"FU"}}"#,
        r#""x":[{"move":{"piece":"FU","color":0}}]"#,
        r#""x":{"record":{"format":"JGF","version":2}}"#,
    ];
    let long = format!(r#""y":"{}""#, "y".repeat(1 << 17));
    let nodes2 = r#"[{"setup":[{"type":"black","coords":[{"x":1,"y":1}]}]}]"#;
    let nodes1 = r#"[{"setup":{"B":[[1,1]]}}]"#;
    let stated = r#""record":{"format":"JGF","version":2},"#;
    let records = [
        ("jgf2", stated, "tree", nodes2),
        ("jgf2", stated, "tree", "[{}]"),
        ("jgf2", r#""record":{"format":"JGF","version":"2.0.0"},"#, "tree", nodes1),
        ("jgf2", "", "tree", nodes2),
        ("jgf1", "", "tree", nodes1),
        ("jgf1", r#""record":{"version":1},"#, "tree", nodes1),
        ("jgf1", r#""record":{"version":1},"#, "tree", "[{}]"),
        ("jkf", "", "moves", r#"[{},{"move":{"color":0,"to":{"x":7,"y":6},"piece":"FU"}}]"#),
    ];
    let library = Library::default();
    for (format, header, key, nodes) in records {
        for like in like {
            for text in [
                format!("{{{header}\"settings\":{{{like}}},\"{key}\":{nodes}}}"),
                format!("{{{header}\"settings\":{{{like}}},{long},\"{key}\":{nodes}}}"),
            ] {
                let found = library.detect("game", text.as_bytes()).map(|format| format.info().id);
                assert_eq!(found.ok(), Some(format), "{text:.200}");
            }
        }
    }
}

/// A move of JKF has a colour, as in JGF 2, but its list has another name. The three formats in JSON are certain of their own nodes only.
#[test]
fn a_record_of_shogi_in_json_is_no_record_of_go() {
    use kifu::{goban::Go, jgf1::Jgf1, jgf2::Jgf2, jkf::Jkf, shogiban::Shogi};
    let played = r#"{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}"#;
    let long = "x".repeat(1 << 17);
    let texts = [
        format!(r#"{{"header":{{}},"moves":[{{"comments":["start"]}},{{"move":{played}}}]}}"#),
        format!(r#"{{"header":{{}},"moves":[{{}},{{"forks":[[{{"move":{played}}}]],"special":"TORYO"}}]}}"#),
        format!(r#"{{"header":{{"場所":"{long}"}},"moves":[{{}},{{"move":{played}}}]}}"#),
        r#"{"moves":[{},{"special":"TORYO"}],"header":{}}"#.to_owned(),
        r#"{"header":{},"moves":[{},{"move":{"to":{"x":7,"y":6},"piece":"FU"}}]}"#.to_owned(),
    ];
    let go = |format: &dyn Format<Go>, text: &str| format.detect(&Sample::new(text.as_bytes(), Some("json")));
    let shogi = |text: &str| Format::<Shogi>::detect(&Jkf::default(), &Sample::new(text.as_bytes(), Some("json")));
    for text in &texts {
        assert_eq!(Library::default().detect("game.json", text.as_bytes()).unwrap().info().id, "jkf", "{text:.200}");
        assert_eq!(shogi(text), Confidence::Certain, "{text:.200}");
        // JGF 2 accepts an object without a sign of a version in a file with its extension, but it is not certain.
        let others = [go(&Jgf1::default(), text), go(&Jgf2::default(), text)];
        assert!(others.iter().all(|confidence| *confidence < Confidence::Likely), "{others:?}: {text:.200}");
    }
    // Without JKF, nothing reads them.
    let library = Library::empty().with::<Go>(Jgf2::default()).with::<Go>(Jgf1::default());
    let Err(error) = library.read("game.json", texts[0].clone().into_bytes(), &Hints::default()) else { panic!() };
    assert!(error.to_string().contains("jgf2, jgf1 (no list `tree`)"), "{error}");
    // Nodes of JGF, and JSON without a record.
    for text in [
        r#"{"tree":[{},{"move":{"B":[1,1]}}]}"#,
        r#"{"tree":[{},{"move":{"color":"black","x":1,"y":1}}]}"#,
        r#"{"record":{"version":2},"tree":[{}],"moves":[{}]}"#,
        r#"{"moves":["e4","e5"]}"#,
        r#"{"move":{"from":"e2","to":"e4"}}"#,
        r#"[1,2]"#,
        "Dear Sir",
    ] {
        assert_eq!(shogi(text), Confidence::No, "{text}");
    }
    // A record without moves has no node of its own shape.
    assert_eq!(shogi(r#"{"header":{},"initial":{"preset":"6"},"moves":[{}]}"#), Confidence::Likely);
    assert_eq!(shogi(r#"{"header":{}}"#), Confidence::Possible);
}

/// A text of SGF may have lines of any other format. The format that is certain of the shortest beginning counts, whatever the extension.
#[test]
fn lines_in_a_comment_do_not_decide() {
    let library = Library::default();
    let lines = [
        "-3334FU",
        "V2.2",
        "   1 ７六歩(77)   ( 0:01/00:00:01)",
        "▲７六歩 △３四歩",
        "手合割：平手",
        "position startpos moves 7g7f",
        "{\"moves\":[{},{\"move\":{\"piece\":\"FU\"}}]}",
    ];
    for line in lines {
        for sgf in [format!("(;GM[1]C[a\n{line}\n])"), format!("\n\n(;GM[1]\n;C[a\n\n{line}\n])")] {
            for name in ["game", "game.txt", "game.csa", "game.kif"] {
                assert_eq!(library.detect(name, sgf.as_bytes()).unwrap().info().id, "sgf", "{name}: {sgf}");
            }
        }
        // The other formats mark their comments.
        let csa = format!("'{line}\nV2.2\n'*(;GM[1]\n'*{line}\nPI\n+\n'(;GM[1])\n");
        assert_eq!(library.detect("game", csa.as_bytes()).unwrap().info().id, "csa", "{csa}");
        let kif = format!("*{line}\n手合割：平手\n*(;GM[1])\n   1 ７六歩(77)\n*{line}\n");
        assert_eq!(library.detect("game", kif.as_bytes()).unwrap().info().id, "kif", "{kif}");
    }
}

/// SGF in the strings of JSON does not make a file SGF, whatever its extension.
#[test]
fn json_is_not_sgf() {
    let library = Library::default();
    for text in [
        "{\"sample\": \"(;GM[1]FF[4];AB[pd]\"}",
        "[\"(;GM[1];B[aa])\"]",
        "{\"s\": \"( ;GM[1];B[aa];W[bb]\"}",
        "{\"s\": \"GM[1];B[aa];W[bb]\"}",
        " [ {\"sgf\": \"(;\"}]",
        "[{\"s\": \";B[aa];W[bb]\"}]",
        "[1, -2.5e3, null, true, [], \"(;GM[1];B[aa];W[bb])\"]",
        "{\"s\": NaN, \"t\": \"a\t(;GM[1];B[aa])\"}",
        "{}",
        "{\"type\":\"start\"}\n{\"message\":\"not sgf (no \\\"(;\\\")\"}",
    ] {
        for name in ["a.json", "a.txt", "a.sgf"] {
            let found = library.detect(name, text.as_bytes()).map(|format| format.info().id);
            assert_ne!(found.ok(), Some("sgf"), "{name}: {text}");
        }
    }
    for text in
        ["[1,{\"s\":\"(;GM[1];B[aa]\"}]", "\"(;GM[1];B[aa]\"", "[1,\"(;GM[1];B[aa]", "// a\n{\"s\":\"(;GM[1];B[aa]\"}"]
    {
        assert_ne!(
            library.detect("a.json", text.as_bytes()).map(|format| format.info().id).ok(),
            Some("sgf"),
            "{text}"
        );
    }
    // The end of a large file is not known.
    let large = format!("{{\"sgf\":\"(;GM[1]SZ[19]C[{}];B[aa]\"}}", "x".repeat(100_000));
    let late = format!("{{\"x\":\"{}\",\"sgf\":\"(;GM[1];B[aa]\"}}", "x".repeat(100_000));
    for text in [large, late] {
        assert_ne!(library.detect("a.sgf", text.as_bytes()).map(|format| format.info().id).ok(), Some("sgf"));
    }
    assert_eq!(library.detect("a.txt", b"// inch 5\"\n(;GM[1];B[aa])").unwrap().info().id, "sgf");
    for text in [
        "[Kim]PW[x]C[say \"hi];B[aa](;W[cc]",
        "{ a remark } (;GM[1];B[aa])",
        "[\"junk\"](;GM[1];B[aa])",
        "{\"a\":1}\n(;GM[1];B[aa])",
        "[];B[aa];W[bb];B[cc])",
        "[\"Kim\"]PW[x];B[aa];W[bb])",
        "{}(\n;GM[1];B[aa])",
        "[]AW[dd];B[aa]C[say \"hi](;W[cc])",
        "{\"status\":\"ok\"}\n(\n;FF[4]GM[1]SZ[9];B[aa];W[bb])",
        "[\"Ann\" to move]\n(\n;GM[1];B[aa])",
        "{\"Ann\" to move}\n(\n;GM[1];B[aa])",
        "[\"Kim]PW[x];B[aa](;W[cc])",
        "[\"Hello](;GM[1];B[aa];W[bb])",
        "[\"Good\" move, 5\" board](;GM[1];B[aa])",
        "{\"(;GM[1];B[aa];W[bb])",
        "[\"Kim\nKim\"](;GM[1];B[aa])",
        "\"(;GM[1];B[aa];W[bb])\"",
    ] {
        assert_eq!(library.detect("a.sgf", text.as_bytes()).unwrap().info().id, "sgf", "{text}");
    }
    assert_eq!(library.detect("a.txt", b"{}\n(\n;GM[1];B[aa])").unwrap().info().id, "sgf");
}
