//! Properties that every text must satisfy.

use kifu_core::{Diagnostics, Edits, Safety, Severity, Span};
use kifu_json::{CODES, Document, Kind, Stream, Value, Writer, tokens};
use proptest::prelude::*;

const PIECES: &[&str] = &[
    "{", "}", "[", "]", ":", ",", "{", "}", "[", "]", ":", ",", "\"a\":", "\"b\":", "\"a\"", "=", ";", "\"", "'",
    "'x'", "\\", "\\\"", "\\u0041", "\\ud83d", "\\ude00", "\\q", "\\\n", "//", "/*", "*/", "/", "\n", " ", "\t", "0",
    "7", "-1.5", "1e2", "007", "+1", ".5", "0x1F", "true", "false", "null", "NaN", "None", "x", "\u{FEFF}", "\u{A0}",
    "\u{0}", "é", "碁", "😀", "a = ", "1,", "[1,", "{\"k\": ",
];

/// Returns texts that are often almost JSON.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        20 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Returns JSON values.
fn values() -> impl Strategy<Value = serde_json::Value> {
    let text = prop_oneof!["[a-c]{0,3}", "[\"\\\\\n\u{1f}/é😀 ]{0,4}"];
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::from),
        any::<i64>().prop_map(serde_json::Value::from),
        (-20_i32..400).prop_map(|n| serde_json::Value::from(f64::from(n) / 4.0)),
        text.clone().prop_map(serde_json::Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::from),
            proptest::collection::btree_map(text.clone(), inner, 0..5)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Returns the text of a value in one of several layouts.
fn laid_out(value: &serde_json::Value, layout: u8) -> String {
    match layout % 3 {
        0 => value.to_string(),
        1 => serde_json::to_string_pretty(value).unwrap(),
        _ => {
            let (document, _) = (value.to_string(), ());
            let (document, _) = Document::parse(&document);
            let mut out = String::new();
            for (token, span) in document.tokens() {
                out.push_str(document.slice(span));
                if matches!(token, kifu_json::Token::Colon | kifu_json::Token::Comma) {
                    out.push(' ');
                }
            }
            out
        }
    }
}

fn to_serde(value: Value<'_>) -> serde_json::Value {
    match value.kind() {
        Kind::Object => value.members().map(|(key, value)| (key.into_owned(), to_serde(value))).collect(),
        Kind::Array => value.elements().map(to_serde).collect(),
        Kind::String => value.string().unwrap().into_owned().into(),
        Kind::Number => serde_json::from_str(&value.number().unwrap()).unwrap(),
        Kind::True => true.into(),
        Kind::False => false.into(),
        Kind::Null | Kind::Missing => serde_json::Value::Null,
    }
}

fn compact(document: &Document<'_>) -> Vec<String> {
    let texts = document.roots().map(|value| (value.compact(), value.max_compact_len()));
    texts
        .inspect(|(text, most)| assert!(text.len() <= *most, "{text} has more than {most} bytes"))
        .map(|(text, _)| text)
        .collect()
}

fn codes(diagnostics: &Diagnostics) -> Vec<&'static str> {
    diagnostics.counts().map(|count| count.code.short()).collect()
}

/// Returns true if strings and structure may be exchanged. Then most warnings are not reported, and any edit may change the
/// meaning of the rest.
fn is_exchanged(diagnostics: &Diagnostics) -> bool {
    let is_of_quotes = |code: &str| ["exchanged-quotes", "unclosed-string", "missing-quote"].contains(&code);
    diagnostics.iter().any(|found| found.severity == Severity::Error && is_of_quotes(found.code.short()))
}

fn check_structure(text: &str, document: &Document<'_>, diagnostics: &Diagnostics) {
    assert_eq!(tokens(text).map(|(_, span)| &text[span.range()]).collect::<String>(), text);
    for value in document.values() {
        let (own, span) = (value.member_span(), value.span());
        assert!(own.start <= span.start && span.start <= span.end);
        assert!(text.get(own.range()).is_some() && text.get(span.range()).is_some());
        if let Some(parent) = value.parent() {
            assert!(parent.span().start < own.start && span.end <= parent.span().end, "{value:?} in {parent:?}");
            assert!(matches!(parent.kind(), Kind::Object | Kind::Array));
            assert_eq!(parent.kind() == Kind::Array, value.key().is_none(), "{value:?}");
        } else {
            assert!(value.key_span().is_none());
        }
        let mut behind = span.start;
        for child in value.children() {
            assert_eq!(child.parent().unwrap().id(), value.id());
            assert!(behind <= child.member_span().start);
            behind = child.span().end;
        }
    }
    for diagnostic in diagnostics.iter() {
        let info = CODES.iter().find(|info| info.code == diagnostic.code).unwrap();
        assert!(info.severity <= diagnostic.severity);
        for span in diagnostic.span.iter().chain(diagnostic.notes.iter().filter_map(|note| note.span.as_ref())) {
            assert!(text.get(span.range()).is_some(), "{diagnostic:?}");
        }
        if let Some(fix) = &diagnostic.fix {
            let _ = fix.edits.apply(text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in prop_oneof![texts(), any::<String>(), any::<Vec<u8>>().prop_map(|bytes| bytes.into_iter().map(char::from).collect())]) {
        let (document, diagnostics) = Document::parse(&text);
        if !diagnostics.iter().any(|d| d.code.short() == "missing-key") {
            check_structure(&text, &document, &diagnostics);
        }
        for value in document.values() {
            let root = document.roots().filter(|root| root.id() <= value.id()).last().unwrap();
            let found = root.at(&value.pointer());
            prop_assert!(found.is_some_and(|found| found.id() == value.id()) || diagnostics.iter().any(|d| ["duplicate-key", "missing-key"].contains(&d.code.short())));
        }
    }

    #[test]
    fn silence_means_strict_json(text in texts()) {
        let (document, diagnostics) = Document::parse(&text);
        let reference: Result<Vec<serde_json::Value>, _> = serde_json::Deserializer::from_str(&text).into_iter().collect();
        let found = codes(&diagnostics);
        match reference {
            Ok(values) if values.is_empty() => prop_assert_eq!(found, ["empty"]),
            Ok(values) => {
                prop_assert!(found.iter().all(|code| ["duplicate-key", "further-value"].contains(code)), "{:?}", found);
                prop_assert_eq!(document.roots().map(to_serde).collect::<Vec<_>>(), values);
            }
            Err(error) if error.to_string().contains("out of range") => {}
            Err(_) => prop_assert!(found.iter().any(|code| !["duplicate-key", "further-value"].contains(code)), "{:?}", found),
        }
    }

    #[test]
    fn what_is_written_is_strict_json(text in texts()) {
        let (document, _) = Document::parse(&text);
        for root in document.roots() {
            let compact = root.compact();
            let (again, diagnostics) = Document::parse(&compact);
            prop_assert!(diagnostics.iter().all(|d| ["duplicate-key", "lone-surrogate"].contains(&d.code.short())), "{}: {:?}", compact, diagnostics);
            prop_assert!(root.same(again.root().unwrap()));
            prop_assert_eq!(&again.root().unwrap().compact(), &compact);
            let mut pretty = Writer::pretty();
            pretty.value(root);
            let pretty = pretty.finish();
            let (again, _) = Document::parse(&pretty);
            prop_assert_eq!(again.root().unwrap().compact(), compact);
        }
        let mut writer = Writer::compact();
        writer.begin_array();
        writer.raw(&text);
        let written = writer.finish();
        let (_, diagnostics) = Document::parse(&written);
        prop_assert!(diagnostics.iter().all(|d| d.code.short() == "duplicate-key"), "{}: {:?}", written, diagnostics);
    }

    #[test]
    fn the_layouts_are_those_of_json_stringify(value in values()) {
        let compact = value.to_string();
        let (document, diagnostics) = Document::parse(&compact);
        prop_assert!(diagnostics.is_empty());
        prop_assert_eq!(&document.root().unwrap().compact(), &compact);
        let mut writer = Writer::pretty();
        writer.value(document.root().unwrap());
        prop_assert_eq!(writer.finish(), serde_json::to_string_pretty(&value).unwrap());
        prop_assert_eq!(to_serde(document.root().unwrap()), value);
    }

    #[test]
    fn a_stream_gives_what_parsing_gives(text in texts()) {
        let (document, diagnostics) = Document::parse(&text);
        let (mut roots, mut total) = (Vec::new(), 0);
        let mut stream = Stream::new(&text);
        while let Some((one, diagnostics)) = stream.next_document() {
            prop_assert!(one.roots().count() <= 1);
            check_structure_of_part(&text, &diagnostics);
            roots.extend(one.root().map(|root| (root.span(), root.compact())));
            total += diagnostics.at_least(Severity::Note);
        }
        prop_assert_eq!(roots, document.roots().map(|root| (root.span(), root.compact())).collect::<Vec<_>>());
        // Stray text before and after a value is reported once by `parse`, and may be reported twice by the stream.
        prop_assert!(total >= diagnostics.at_least(Severity::Note));
    }

    #[test]
    fn safe_fixes_change_no_meaning(text in texts()) {
        let mut text = text;
        let (document, _) = Document::parse(&text);
        let meant = compact(&document);
        for _ in 0..20 {
            let (document, diagnostics) = Document::parse(&text);
            prop_assert_eq!(&compact(&document), &meant);
            let fixes: Vec<Edits> = diagnostics.into_iter().filter_map(|d| d.fix).filter(|fix| fix.safety == Safety::Safe).map(|fix| fix.edits).collect();
            if fixes.is_empty() {
                return Ok(());
            }
            text = Edits::from_disjoint(&fixes).edits.apply(&text);
        }
        prop_assert!(false, "still not fixed: {text}");
    }

    #[test]
    fn values_are_set_in_any_text(text in texts(), at in any::<prop::sample::Index>(), json in proptest::sample::select(&["5", "\"s\"", "[1]", "{}", "null"][..])) {
        let (document, diagnostics) = Document::parse(&text);
        // After some recoveries the reading of a value depends on the text around it: a value without a key may become a key, and
        // the end of a repaired string or the effect of a mismatched bracket may change.
        let found = codes(&diagnostics);
        let is_any = |codes: &[&str]| codes.iter().any(|code| found.contains(code));
        let is_mended = is_exchanged(&diagnostics)
            || is_any(&["missing-quote", "mismatched-bracket", "missing-key"])
            || is_any(&["unclosed-bracket"]) && document.roots().count() > 1
            || is_any(&["stray-text"]) && text.contains(['\n', '\r'])
            // A comma between a key and its value has effect only before an object or a list.
            || is_any(&["extra-comma", "missing-colon"])
            // A key without a value takes the next object or list.
            || is_any(&["missing-value"]) && matches!(json, "{}" | "[1]");
        if document.values().len() == 0 || is_mended {
            return Ok(());
        }
        let value = document.value(document.values().nth(at.index(document.values().len())).unwrap().id()).unwrap();
        let edited = value.set(json).apply(&text);
        let (again, _) = Document::parse(&edited);
        prop_assert_eq!(again.value(value.id()).unwrap().compact(), json, "{}", edited);
        prop_assert_eq!(again.roots().count(), document.roots().count(), "{}", edited);
    }

    #[test]
    fn values_are_inserted_into_any_text(text in texts(), at in any::<prop::sample::Index>(), n in 0..3_usize) {
        let (document, diagnostics) = Document::parse(&text);
        if document.values().len() == 0 {
            return Ok(());
        }
        let target = document.values().nth(at.index(document.values().len())).unwrap();
        let before = target.children().nth(n);
        let edits = match target.kind() {
            Kind::Object => target.insert_members(before, [("new", "5"), ("newer", "[\n]")]),
            _ => target.insert_elements(before, ["5", "[\n]"]),
        };
        let Some(edits) = edits else { return Ok(()) };
        let edited = edits.apply(&text);
        let (again, _) = Document::parse(&edited);
        // If a value has no key, or the text before it was recovered by a guess, new values may be read in another way. A line
        // that was cut off ends where the next line begins in the same way.
        let objects = document.values().filter(|value| value.kind() == Kind::Object).count();
        let is_cut = codes(&diagnostics).contains(&"unclosed-bracket") && objects > 1;
        if !is_cut && !is_exchanged(&diagnostics) && !codes(&diagnostics).iter().any(|code| ["missing-key", "missing-quote", "mismatched-bracket", "stray-text"].contains(code)) {
            let again = again.value(target.id()).unwrap();
            prop_assert_eq!(again.children().count(), target.children().count() + 2, "{}", edited);
            let new = again.children().nth(before.map_or(target.children().count(), |_| n)).unwrap();
            prop_assert_eq!(new.raw(), "5", "{}", edited);
        }
    }

    #[test]
    fn values_are_removed_from_any_text(text in texts(), gone in proptest::collection::vec(any::<prop::sample::Index>(), 1..4)) {
        let (document, diagnostics) = Document::parse(&text);
        if document.values().len() == 0 {
            return Ok(());
        }
        let gone: Vec<_> = gone.iter().map(|at| document.values().nth(at.index(document.values().len())).unwrap().id()).collect();
        let edited = document.remove(gone.iter().copied()).apply(&text);
        let (again, _) = Document::parse(&edited);
        if diagnostics.is_empty() {
            let left = document.roots().filter(|root| !gone.contains(&root.id())).count();
            prop_assert_eq!(again.roots().count(), left, "{}", edited);
        }
    }

    #[test]
    fn edits_do_what_they_say(value in values(), layout in any::<u8>(), at in any::<prop::sample::Index>(), what in 0..5_u8, n in 0..4_usize) {
        let text = laid_out(&value, layout);
        let (document, diagnostics) = Document::parse(&text);
        prop_assert!(diagnostics.is_empty());
        let target = document.values().nth(at.index(document.values().len())).unwrap();
        let pointer = target.pointer();
        let mut wanted = value.clone();
        let json = "{\n  \"new\": [\n    1,\n    \"x\"\n  ]\n}";
        let new: serde_json::Value = serde_json::from_str(json).unwrap();
        let edits = match (what, target.kind()) {
            (0, _) => {
                *wanted.pointer_mut(&pointer).unwrap() = new;
                Some(target.set(json))
            }
            (1, Kind::Object) => {
                let object = wanted.pointer_mut(&pointer).unwrap().as_object_mut().unwrap();
                object.insert("new key".into(), new);
                let before = target.children().nth(n);
                target.insert_members(before, [("new key", json)])
            }
            (1, Kind::Array) => {
                let array = wanted.pointer_mut(&pointer).unwrap().as_array_mut().unwrap();
                let n = n.min(array.len());
                array.splice(n..n, [new.clone(), new]);
                target.insert_elements(target.element(n), [json, json])
            }
            (2 | 3, _) => {
                let Some(parent) = target.parent() else { return Ok(()) };
                let (last, more) = (target.id(), parent.children().nth(n).map(Value::id).filter(|_| what == 3));
                let gone: Vec<_> = [Some(last), more].into_iter().flatten().collect();
                let parent_pointer = parent.pointer();
                let index: Vec<usize> = parent.children().enumerate().filter(|(_, v)| gone.contains(&v.id())).map(|(n, _)| n).collect();
                match wanted.pointer_mut(&parent_pointer).unwrap() {
                    serde_json::Value::Array(array) => index.iter().rev().for_each(|&n| drop(array.remove(n))),
                    serde_json::Value::Object(object) => {
                        for value in parent.children().filter(|value| gone.contains(&value.id())) {
                            object.remove(&*value.key().unwrap());
                        }
                    }
                    _ => unreachable!(),
                }
                Some(document.remove(gone))
            }
            (4, _) => {
                let Some(edits) = target.rename("renamed \"key\"") else { return Ok(()) };
                let parent = target.parent().unwrap();
                let object = wanted.pointer_mut(&parent.pointer()).unwrap().as_object_mut().unwrap();
                let moved = object.remove(&*target.key().unwrap()).unwrap();
                object.insert("renamed \"key\"".into(), moved);
                Some(edits)
            }
            _ => return Ok(()),
        };
        let edited = edits.unwrap().apply(&text);
        let (again, diagnostics) = Document::parse(&edited);
        prop_assert!(diagnostics.is_empty(), "{}: {:?}", edited, diagnostics);
        prop_assert_eq!(to_serde(again.root().unwrap()), wanted);
        // If `JSON.stringify` made the layout of the text, the edited text has the same layout.
        let in_order = what != 4 && (what != 1 || target.kind() == Kind::Array);
        if layout % 3 == 1 && in_order {
            prop_assert_eq!(edited.clone(), serde_json::to_string_pretty(&to_serde(again.root().unwrap())).unwrap());
        }
    }
}

fn check_structure_of_part(text: &str, diagnostics: &Diagnostics) {
    for diagnostic in diagnostics.iter() {
        assert!(diagnostic.span.is_none_or(|span: Span| text.get(span.range()).is_some()));
    }
}
