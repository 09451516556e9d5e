//! Laws of the document, for any text.

use kifu_core::{Edits, Format, Span};
use kifu_sgf::Document;
use proptest::prelude::*;

/// Texts of the alphabet that matters to the grammar.
fn sgf_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "(",
        ")",
        ";",
        "(;",
        "B[aa]",
        "W[bb]",
        "C[",
        "]",
        "[x]",
        "[",
        "\\",
        " ",
        "\n",
        "AB[aa][bb:cc]",
        "C[a\\]b]",
        "C[see [1] x]",
        "Black[cc]",
        "A B[dd]",
        "b[aa]",
        "é",
        "囲",
        "N[名]",
        "\u{FEFF}",
        "\0",
        "stray",
        "GM[1]SZ[9]",
        "(;GM[1];B[aa](;W[bb])(;W[cc]))\n",
        "()",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Returns the content of the index, and the index itself, for comparison.
fn dump(document: &Document) -> String {
    let mut out = format!("{:?}\n{document:?}\n", document.stray().collect::<Vec<_>>());
    for game in document.games() {
        out += &format!("game {:?} gm {} ff {}\n", game.span(), game.game_type(), game.version());
        for node in game.nodes() {
            let children: Vec<_> = node.children().map(kifu_sgf::Node::index).collect();
            out += &format!(
                "  {} {:?} <- {:?} -> {children:?}\n",
                node.index(),
                node.span(),
                node.parent().map(kifu_sgf::Node::index)
            );
            for property in node.properties() {
                out += &format!(
                    "    {} {:?} {:?}\n",
                    property.identifier(),
                    property.span(),
                    property.values().collect::<Vec<_>>()
                );
            }
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_document_prints_as_it_was(text in sgf_like()) {
        prop_assert_eq!(Document::parse(text.as_str()).to_string(), text);
    }

    #[test]
    fn everything_lies_inside_on_character_borders(text in sgf_like()) {
        let document = Document::parse(text.as_str());
        let inside = |span: Span| text.get(span.range()).is_some();
        for game in document.games() {
            prop_assert!(inside(game.span()));
            for node in game.nodes() {
                prop_assert!(inside(node.span()));
                for child in node.children() {
                    prop_assert_eq!(child.parent().map(kifu_sgf::Node::index), Some(node.index()));
                }
                for property in node.properties() {
                    prop_assert!(inside(property.span()) && inside(property.name_span()));
                    prop_assert!(property.value_spans().all(inside));
                }
            }
        }
    }

    #[test]
    fn editing_is_parsing_the_edited_text(
        text in sgf_like(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..6, sgf_like()), 1..3),
    ) {
        let mut document = Document::parse(text.as_str());
        let borders: Vec<_> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
        let mut all = Edits::default();
        for (at, len, new) in edits {
            let at = at.index(borders.len());
            let span = Span::new(borders[at], borders[(at + len).min(borders.len() - 1)]);
            let _ = all.replace(span, new);
        }
        document.edit(&all);
        let fresh = Document::parse(all.apply(&text));
        prop_assert_eq!(dump(&document), dump(&fresh), "{}", fresh.text());
    }

    #[cfg(feature = "pest")]
    #[test]
    fn the_scanner_finds_what_pest_finds(text in sgf_like()) {
        use kifu_sgf::grammar::{Pest, Rule};
        use pest::Parser;
        let pest: Vec<_> = Pest::parse(Rule::file, &text).unwrap().filter(|pair| pair.as_rule() != Rule::EOI)
            .map(|pair| (format!("{:?}", pair.as_rule()), pair.as_span().start(), pair.as_span().end())).collect();
        let ours: Vec<_> = kifu_sgf::tokens(&text).map(|(name, span)| (name.to_string(), span.start as usize, span.end as usize)).collect();
        prop_assert_eq!(ours, pest);
    }
}

type Change = fn(kifu_sgf::Node<'_>) -> Edits;

#[test]
fn nodes_are_added_and_removed() {
    let mut document = Document::parse("(;GM[1];B[aa];W[bb](;B[cc])(;B[dd];W[ee]))");
    let at = |document: &Document, index: usize, edit: Change| {
        edit(document.games().next().unwrap().nodes().nth(index).unwrap())
    };
    let steps: [(usize, Change, &str); 7] = [
        (2, |node| node.append("B[zz]"), "(;GM[1];B[aa];W[bb](;B[cc])(;B[dd];W[ee])(;B[zz]))"),
        (3, |node| node.remove(), "(;GM[1];B[aa];W[bb](;B[dd];W[ee])(;B[zz]))"),
        (1, |node| node.append("W[xx]"), "(;GM[1];B[aa](;W[bb](;B[dd];W[ee])(;B[zz]))(;W[xx]))"),
        (4, |node| node.set("C", &["a]b", "c"]), "(;GM[1];B[aa](;W[bb](;B[dd];W[ee]C[a\\]b][c])(;B[zz]))(;W[xx]))"),
        (4, |node| node.set("C", &["x"]), "(;GM[1];B[aa](;W[bb](;B[dd];W[ee]C[x])(;B[zz]))(;W[xx]))"),
        (4, |node| node.unset("C"), "(;GM[1];B[aa](;W[bb](;B[dd];W[ee])(;B[zz]))(;W[xx]))"),
        (2, |node| node.remove(), "(;GM[1];B[aa](;W[xx]))"),
    ];
    for (index, edit, wanted) in steps {
        let edits = at(&document, index, edit);
        document.edit(&edits);
        assert_eq!(document.text(), wanted);
    }
}

#[test]
fn unescaped_brackets_are_fixed_in_texts_only() {
    let values = |text: &str, identifier: &str| -> Vec<String> {
        let document = Document::parse(text);
        let game = document.games().next().unwrap();
        let properties = game.nodes().flat_map(|node| node.properties().collect::<Vec<_>>());
        let all = properties.filter(|p| p.identifier() == identifier).flat_map(|p| p.texts().collect::<Vec<_>>());
        all.map(String::from).collect()
    };
    assert_eq!(values("(;C[see [1] here];B[aa])", "C"), ["see [1] here"]);
    assert_eq!(values("(;US[M[3d]];B[aa])", "US"), ["M[3d]"]);
    assert_eq!(values("(;B[aa]C[Black[x] is] Comment[y])", "C"), ["Black[x] is", "y"]);
    assert_eq!(values("(;W[oc]];B[mc])", "B"), ["mc"]);
    assert_eq!(values("(;C[a] PB[x])", "PB"), ["x"]);
    assert_eq!(values("(;C[a [b] c", "C"), ["a [b"]);
}

#[test]
fn a_bracket_that_comes_into_a_later_game_ends_what_was_open() {
    let mut document = Document::parse("(;C[a] b)(;B)(;W)");
    let edits = Edits::one(Span::at(12), "[aa]");
    document.edit(&edits);
    let fresh = Document::parse("(;C[a] b)(;B[aa])(;W)");
    assert_eq!(dump(&document), dump(&fresh));
    assert_eq!(fresh.games().count(), 2);
}

#[test]
fn parentheses_in_texts_are_none_of_the_tree() {
    // The brackets in the comments are not escaped: all of it is text.
    let document = Document::parse("(;N[r];C[a]b ( c];W[cc](;C[a]b (; c])(;B[dd]))");
    let nodes: Vec<_> = document.games().next().unwrap().nodes().collect();
    let changed = |edits: Edits| edits.apply(document.text());
    assert_eq!(nodes.len(), 5);
    assert_eq!(changed(nodes[1].remove()), "(;N[r])");
    assert_eq!(changed(nodes[3].remove()), "(;N[r];C[a]b ( c];W[cc](;B[dd]))");
    assert_eq!(changed(nodes[0].append("B[ee]")), "(;N[r](;C[a]b ( c];W[cc](;C[a]b (; c])(;B[dd]))(;B[ee]))");
    assert_eq!(changed(nodes[3].append("B[ee]")), "(;N[r];C[a]b ( c];W[cc](;C[a]b (; c];B[ee])(;B[dd]))");
}

/// A sign of one byte, charsets with unusual names, and a bracket that does not become part of a damaged character.
#[test]
fn charsets_of_few_letters_and_true_declarations() {
    for (bytes, text, charset) in [
        (&b"(;C[\xA3])"[..], "(;C[£])", "windows-1252"),
        (
            b"(;CA[macintosh]PB[Ren\x8E]PW[\x80\x85\x86\x8A\x9A\x9F\x8E\x8F])",
            "(;CA[macintosh]PB[René]PW[ÄÖÜäöüéè])",
            "macintosh",
        ),
        (b"(;CA[EUC-CN]PB[\xCE\xE2])", "(;CA[EUC-CN]PB[吴])", "GBK"),
        (b"(;CA[ujis]PB[\xB0\xCF\xB8\xEB])", "(;CA[ujis]PB[囲碁])", "EUC-JP"),
        (b"(;CA[GBK]PB[\xCE\xE2\xC7\xE5\xD4]PW[\xC4\xBE])", "(;CA[GBK]PB[吴清\u{FFFD}]PW[木])", "GBK"),
        (b"(;CA[Big5]C[\xB3\x5D]PW[\xA4\x47\xA4];B[aa])", "(;CA[Big5]C[設]PW[二\u{FFFD}];B[aa])", "Big5"),
    ] {
        let (source, _) = Format::<kifu_goban::Go>::decode(&kifu_sgf::Sgf::default(), "a.sgf", bytes.to_vec(), None);
        assert_eq!((source.text(), source.charset().name()), (text, charset));
    }
}

/// The second byte of 表, 許, 功 and 誠 is that of a backslash, which would escape the bracket after it.
#[test]
fn no_charset_is_guessed_in_which_a_backslash_takes_a_bracket() {
    for (name, text, charset) in [
        (&b"\x95\x5C"[..], "表", "Shift_JIS"),
        (b"\xB3\x5C", "許", "Big5"),
        (b"\xB3\x5C\xA5\x5C", "許功", "Big5"),
        (b"\xD5\x5C", "誠", "GBK"),
    ] {
        let bytes = [b"(;GM[1]SZ[19]PB[", name, b"]PW[Lee]KM[6.5];B[aa];W[bb])"].concat();
        let (source, _) = Format::<kifu_goban::Go>::decode(&kifu_sgf::Sgf::default(), "a.sgf", bytes, None);
        let expected = format!("(;GM[1]SZ[19]PB[{text}]PW[Lee]KM[6.5];B[aa];W[bb])");
        assert_eq!((source.text(), source.charset().name()), (&*expected, charset));
    }
    // In a single-byte charset, a backslash before a bracket is an escape.
    let bytes = b"(;GM[1]C[[caf\xE9\x5C] noir])".to_vec();
    let (source, _) = Format::<kifu_goban::Go>::decode(&kifu_sgf::Sgf::default(), "a.sgf", bytes, None);
    assert_eq!((source.text(), source.charset().name()), ("(;GM[1]C[[café\\] noir])", "windows-1252"));
}

#[test]
fn a_game_without_parenthesis_ends_where_the_next_starts() {
    let games =
        |text: &str| Document::parse(text).games().map(|game| text[game.span().range()].to_owned()).collect::<Vec<_>>();
    assert_eq!(games("B[aa](;W[bb])"), ["B[aa](;W[bb])"]);
    assert_eq!(games("B[aa](W[bb])"), ["B[aa](W[bb])"]);
    // The next game may have damage that a safe fix repairs.
    for next in ["(;GM[1])", "(GM[1])", "( ;B[bb]S Z[9])"] {
        assert_eq!(games(&format!(";B[aa]{next}")), [";B[aa]", next]);
    }
    assert!(games("see [1]; C[2] and B[1]").is_empty());
}
